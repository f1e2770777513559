"""Exponential moving averages of TensorFlow 1, which also follow tensors of a graph."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Sequence
from typing import Any

from stagelight.compat.v1.graph_collections import GraphKeys, add_to_collection
from stagelight.compat.v1.variable_scopes import get_variable_scope
from stagelight.compat.v1.variables import (
    global_variables,
    moving_average_variables,
    trainable_variables,
)
from stagelight.core.convert import convert_to_tensor
from stagelight.core.dispatch import CONTEXT
from stagelight.core.raw import raw
from stagelight.core.tensor import Tensor
from stagelight.distribute.replica import get_replica_context
from stagelight.distribute.values import ReduceOp
from stagelight.graph.operation import SymbolicTensor
from stagelight.graph.scopes import name_scope
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
        return _create_shadow(first, f"{variable.name.rpartition(':')[0]}/{self._name}")

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
        rate = raw.Cast(raw.Sub(1.0, decay), DstT=variable.dtype)
        return _assign_debiased(average, variable, rate).op

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


def assign_moving_average(
    variable: Variable, value: Any, decay: Any, zero_debias: bool = True, name: str | None = None
) -> Any:
    """Moves an exponential moving average by one value: `variable -= (1 - decay) * (variable - value)`.

    Args:
        variable: the average, a floating variable.
        value: tensor of its shape; in a replica, the mean over all replicas counts.
        decay: number near 1.
        zero_debias: whether the variable began at 0; it is assigned `biased / (1 - decay ** n)` then, after n
            updates (Kingma and Ba, 2015, section 3).
        name: name of the operation.

    Returns:
        The variable's new value.

    Libraries find it as `tensorflow.python.training.moving_averages.assign_moving_average`.
    """
    with name_scope(name or "AssignMovingAvg"):
        rate = raw.Cast(raw.Sub(1.0, convert_to_tensor(decay)), DstT=variable.dtype)
        value = convert_to_tensor(value, variable.dtype)

        def update(variable: Variable, value: Tensor) -> Any:
            if zero_debias:
                return _assign_debiased(variable, value, rate)
            return variable.assign_sub(raw.Mul(raw.Sub(variable, value), rate))

        def update_with_mean(strategy: Any, variable: Variable, value: Any) -> Any:
            mean = strategy.extended.reduce_to(ReduceOp.MEAN, value, variable)
            return strategy.extended.update(variable, update, args=(mean,))

        replica = get_replica_context()
        if replica is None:
            return update(variable, value)
        return replica.merge_call(update_with_mean, args=(variable, value))


def _assign_debiased(average: Variable, value: Any, rate: Tensor) -> Any:
    """Assigns to an average that began at 0 its present value without the weight of that 0."""
    name = average.name.rpartition(":")[0]
    biased = _create_shadow(_zeros_like(average), f"{name}/biased")
    count = _create_shadow(lambda: raw.Cast(0.0, DstT=average.dtype), f"{name}/local_step")
    moved = biased.assign_sub(raw.Mul(raw.Sub(biased, value), rate))
    counted = count.assign_add(1.0)
    factor = raw.Sub(1.0, raw.Pow(raw.Sub(1.0, rate), counted))
    return average.assign(raw.RealDiv(moved, factor))


def _create_shadow(first: Any, name: str) -> Variable:
    """A variable of that name in the variable scope, whatever the name scope."""
    scope = get_variable_scope().name
    stage = CONTEXT.stage
    with contextlib.nullcontext() if stage is None else stage.name_scope(None):
        return Variable(first, trainable=False, name=f"{scope}/{name}" if scope else name)
