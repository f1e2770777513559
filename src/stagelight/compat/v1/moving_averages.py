"""TensorFlow 1's form of `tf.train.ExponentialMovingAverage`, which also follows tensors of a graph."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from stagelight.compat.v1.graph_collections import GraphKeys, add_to_collection
from stagelight.compat.v1.variable_scopes import get_variable_scope
from stagelight.compat.v1.variables import (
    global_variables,
    moving_average_variables,
    trainable_variables,
)
from stagelight.core.dispatch import CONTEXT
from stagelight.core.raw import raw
from stagelight.core.tensor import Tensor
from stagelight.graph.operation import SymbolicTensor
from stagelight.public import public
from stagelight.state.variable import Variable
from stagelight.train.moving_averages import ExponentialMovingAverage


@public("compat.v1.train.ExponentialMovingAverage")
class OlderExponentialMovingAverage(ExponentialMovingAverage):
    """Averages of variables, and in a graph of tensors, in which older values count less.

    The average of a variable begins at its initial value, that of a tensor at zero; `zero_debias` makes up
    for that. Which variables have an average is noted in the collection of moving average variables.

    >>> with tf.Graph().as_default(), tf.compat.v1.Session() as session:
    ...     v = tf.Variable(1.0)
    ...     averages = tf.compat.v1.train.ExponentialMovingAverage(decay=0.5)
    ...     step = averages.apply([v * 4.0])
    ...     session.run(tf.compat.v1.global_variables_initializer())
    ...     session.run(step)
    ...     session.run(tf.compat.v1.global_variables()[-1])
    np.float32(2.0)
    """

    def _require_followable(self, value: Any) -> None:
        if not isinstance(value, SymbolicTensor):
            super()._require_followable(value)

    def _beginning_of(self, variable: Any) -> Variable:
        stage = CONTEXT.stage
        if stage is None or stage.is_function:
            return super()._beginning_of(variable)
        if isinstance(variable, Variable):
            add_to_collection(GraphKeys.MOVING_AVERAGE_VARIABLES, variable)
            first: Any = variable.initial_value
        else:
            first = _zeros_like(variable)
        return self._made(first, f"{variable.name.rpartition(':')[0]}/{self._name}")

    def _made(self, first: Any, name: str) -> Variable:
        """A variable of that name in the variable scope, whatever the name scope."""
        scope = get_variable_scope().name
        with CONTEXT.stage.name_scope(None):
            return Variable(first, trainable=False, name=f"{scope}/{name}" if scope else name)

    def average_name(self, var: Any) -> str:
        """The name of a variable's average, be it there or not."""
        name = super().average_name(var)
        if CONTEXT.stage is None or self.average(var) is not None:
            return name
        unique: str = CONTEXT.stage.unique_name(name, mark_as_used=False)
        return unique

    def _move(self, variable: Any, decay: Tensor) -> Any:
        if isinstance(variable, Variable) or not self._zero_debias:
            return super()._move(variable, decay)
        average = self._averages[variable.ref()]
        biased, count = self._unbiased_by(average)
        rate = raw.Cast(raw.Sub(1.0, decay), DstT=variable.dtype)
        moved = biased.assign_sub(raw.Mul(raw.Sub(biased, variable), rate))
        counted = count.assign_add(1.0)
        factor = raw.Sub(1.0, raw.Pow(raw.Sub(1.0, rate), counted))
        return average.assign(raw.RealDiv(moved, factor)).op

    def _unbiased_by(self, average: Variable) -> tuple[Variable, Variable]:
        """The average with its zero, and the number of its steps."""
        name = average.name.rpartition(":")[0]
        biased = self._made(_zeros_like(average), f"{name}/biased")
        return biased, self._made(lambda: raw.Cast(0.0, DstT=average.dtype), f"{name}/local_step")

    def variables_to_restore(
        self, moving_avg_variables: Sequence[Any] | None = None
    ) -> dict[str, Any]:
        """Which variable gets which stored value so that programs run with the averages.

        Args:
            moving_avg_variables: variables; None: the trainable ones and those that have an average.

        Returns:
            In a graph: the averages' names -> these variables, and the names of all others -> themselves.
        """
        if CONTEXT.stage is None:
            return super().variables_to_restore(moving_avg_variables)
        if moving_avg_variables is None:
            moving_avg_variables = [*trainable_variables(), *moving_average_variables()]
        found = {self.average_name(variable): variable for variable in moving_avg_variables}
        names = {variable.name for variable in moving_avg_variables}
        for variable in global_variables():
            name = variable.name.rpartition(":")[0]
            if variable.name not in names:
                found.setdefault(name, variable)
        return found


def _zeros_like(value: Any) -> Callable[[], Tensor]:
    """What makes zeros of a shape and dtype: as an initializer, which waits for nothing of the graph."""
    return lambda: raw.Fill(value.shape.as_list(), raw.Cast(0.0, DstT=value.dtype))
