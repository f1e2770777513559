"""Exponential moving averages of variables, and of tensors of a graph."""

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
from stagelight.graph.scopes import init_scope, name_scope
from stagelight.ops.arrays.identity import group
from stagelight.public import public
from stagelight.state.variable import Variable
from stagelight.types import dtypes

_DTYPES = (dtypes.bfloat16, dtypes.float16, dtypes.float32, dtypes.float64)


@public("compat.v1.train.ExponentialMovingAverage", "train.ExponentialMovingAverage")
class ExponentialMovingAverage:
    """Averages of variables, and in a graph of tensors, in which older values count less.

    Each step is `a -= (1 - decay) * (a - v)`. The average of a variable begins at the variable's value when
    it is first asked to follow it, in a graph at its initial value; that of a tensor begins at zero. Which
    variables of a graph have an average is noted in the collection of moving average variables.

    Args:
        decay: between 0 and 1; near 1 for a slow average.
        num_updates: how many updates there were: then `min(decay, (1 + n) / (10 + n))` is the decay, so that
            the average moves faster at first.
        zero_debias: whether the averages of tensors make up for their beginning at zero.
        name: what the averages' names end with.

    >>> v = tf.Variable(1.0)
    >>> averages = tf.train.ExponentialMovingAverage(decay=0.9)
    >>> averages.apply([v])
    >>> _ = v.assign(2.0)
    >>> averages.apply([v])
    >>> averages.average(v).numpy()
    np.float32(1.1)
    >>> with tf.Graph().as_default(), tf.compat.v1.Session() as session:
    ...     v = tf.Variable(1.0)
    ...     averages = tf.train.ExponentialMovingAverage(decay=0.5)
    ...     step = averages.apply([v * 4.0])
    ...     session.run(tf.compat.v1.global_variables_initializer())
    ...     session.run(step)
    ...     session.run(tf.compat.v1.global_variables()[-1])
    np.float32(2.0)
    """

    def __init__(
        self,
        decay: Any,
        num_updates: Any = None,
        zero_debias: bool = False,
        name: str = "ExponentialMovingAverage",
    ) -> None:
        self._decay = decay
        self._num_updates = num_updates
        self._zero_debias = zero_debias
        self._name = name
        self._averages: dict[Any, Variable] = {}

    @property
    def name(self) -> str:
        """What the averages' names end with."""
        return self._name

    def apply(self, var_list: Sequence[Any] | None = None) -> Any:
        """Moves the average of each variable, or tensor of a graph, towards its value.

        Args:
            var_list: variables and tensors of floating point numbers.

        Returns:
            An operation that has done so in a graph; None eagerly.

        Raises:
            TypeError: one is neither, or of other numbers.
        """
        stage = CONTEXT.stage
        followed = Variable if stage is None or stage.is_function else (Variable, SymbolicTensor)
        for variable in var_list or ():
            if not isinstance(variable, followed):
                raise TypeError(
                    "tf.train.ExponentialMovingAverage does not support non-Variable tensors when eager "
                    f"execution is enabled. Received: {variable!r}"
                )
            if variable.dtype not in _DTYPES:
                raise TypeError(f"The variables must be half, float, or double: {variable.name}")
            if variable.ref() not in self._averages:
                self._averages[variable.ref()] = self._beginning_of(variable)
        with name_scope(self._name):
            decay = self._present_decay()
            moved = [self._move(variable, decay) for variable in var_list or ()]
        return None if stage is None else group(*moved)

    def _beginning_of(self, variable: Any) -> Variable:
        stage = CONTEXT.stage
        if stage is None or stage.is_function:
            with init_scope():
                name = self.average_name(variable)
                return Variable(variable.read_value(), trainable=False, name=name)
        if isinstance(variable, Variable):
            add_to_collection(GraphKeys.MOVING_AVERAGE_VARIABLES, variable)
            first: Any = variable.initial_value
        else:
            first = _zeros_like(variable)
        return _create_shadow(first, f"{variable.name.rpartition(':')[0]}/{self._name}")

    def _present_decay(self) -> Tensor:
        decay = convert_to_tensor(self._decay, dtypes.float32, name="decay")
        if self._num_updates is None:
            return decay
        updates = raw.Cast(convert_to_tensor(self._num_updates), DstT=dtypes.float32)
        return raw.Minimum(decay, raw.RealDiv(raw.AddV2(updates, 1.0), raw.AddV2(updates, 10.0)))

    def _move(self, variable: Any, decay: Tensor) -> Any:
        average = self._averages[variable.ref()]
        rate = raw.Cast(raw.Sub(1.0, decay), DstT=variable.dtype)
        if self._zero_debias and not isinstance(variable, Variable):
            return _assign_debiased(average, variable, rate).op
        moved = average.assign_sub(raw.Mul(raw.Sub(average, variable), rate))
        return moved.op if CONTEXT.stage is not None else moved

    def average(self, var: Any) -> Variable | None:
        """The average of a variable; None if `apply` did not get it."""
        return self._averages.get(var.ref())

    def average_name(self, var: Any) -> str:
        """The name of a variable's average, be it there or not."""
        average = self.average(var)
        if average is not None:
            return average.name.rpartition(":")[0]
        name = f"{var.name.rpartition(':')[0]}/{self._name}"
        if CONTEXT.stage is None:
            return name
        unique: str = CONTEXT.stage.unique_name(name, mark_as_used=False)
        return unique

    def variables_to_restore(
        self, moving_avg_variables: Sequence[Any] | None = None
    ) -> dict[str, Any]:
        """Which variable gets which stored value so that programs run with the averages.

        Args:
            moving_avg_variables: variables; None: eagerly those that have an average, in a graph the
                trainable ones, too.

        Returns:
            The averages' names -> these variables; in a graph also the names of all others -> themselves.
        """
        stage = CONTEXT.stage
        if moving_avg_variables is None:
            if stage is None:
                moving_avg_variables = [reference.deref() for reference in self._averages]
            else:
                moving_avg_variables = [*trainable_variables(), *moving_average_variables()]
        found = {self.average_name(variable): variable for variable in moving_avg_variables}
        if stage is not None:
            names = {variable.name for variable in moving_avg_variables}
            for variable in global_variables():
                if variable.name not in names:
                    found.setdefault(variable.name.rpartition(":")[0], variable)
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
