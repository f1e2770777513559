"""`tf.train.ExponentialMovingAverage`: variables that follow others slowly."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from stagelight.core.convert import convert_to_tensor
from stagelight.core.dispatch import CONTEXT
from stagelight.core.raw import raw
from stagelight.core.tensor import Tensor
from stagelight.graph.scopes import init_scope, name_scope
from stagelight.ops.arrays.identity import group
from stagelight.public import public
from stagelight.state.variable import Variable
from stagelight.types import dtypes

_DTYPES = (dtypes.bfloat16, dtypes.float16, dtypes.float32, dtypes.float64)


@public("train.ExponentialMovingAverage")
class ExponentialMovingAverage:
    """Averages of variables in which older values count less: `a -= (1 - decay) * (a - v)`.

    The average of a variable begins at the variable's value when it is first asked to follow it.

    Args:
        decay: Between 0 and 1; near 1 for a slow average.
        num_updates: How many updates there were: then `min(decay, (1 + n) / (10 + n))` is the decay, so that
            the average moves faster at first.
        zero_debias: Kept for TensorFlow's signature; it is for tensors of TensorFlow 1.
        name: What the averages' names end with.

    >>> v = tf.Variable(1.0)
    >>> averages = tf.train.ExponentialMovingAverage(decay=0.9)
    >>> averages.apply([v])
    >>> _ = v.assign(2.0)
    >>> averages.apply([v])
    >>> averages.average(v).numpy()
    np.float32(1.1)
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
        """Moves the average of each variable towards its value.

        Args:
            var_list: Variables of floating point numbers.

        Returns:
            An operation that has done so in a graph; None eagerly.

        Raises:
            TypeError: It is no variable, or of other numbers.
        """
        for variable in var_list or ():
            self._require_followable(variable)
            if variable.dtype not in _DTYPES:
                raise TypeError(f"The variables must be half, float, or double: {variable.name}")
            if variable.ref() not in self._averages:
                self._averages[variable.ref()] = self._beginning_of(variable)
        with name_scope(self._name):
            decay = self._present_decay()
            moved = [self._move(variable, decay) for variable in var_list or ()]
        return None if CONTEXT.stage is None else group(*moved)

    def _require_followable(self, value: Any) -> None:
        if not isinstance(value, Variable):
            raise TypeError(
                "tf.train.ExponentialMovingAverage does not support non-Variable tensors when eager "
                f"execution is enabled. Received: {value!r}"
            )

    def _beginning_of(self, variable: Variable) -> Variable:
        with init_scope():
            name = self.average_name(variable)
            return Variable(variable.read_value(), trainable=False, name=name)

    def _present_decay(self) -> Tensor:
        decay = convert_to_tensor(self._decay, dtypes.float32, name="decay")
        if self._num_updates is None:
            return decay
        updates = raw.Cast(convert_to_tensor(self._num_updates), DstT=dtypes.float32)
        return raw.Minimum(decay, raw.RealDiv(raw.AddV2(updates, 1.0), raw.AddV2(updates, 10.0)))

    def _move(self, variable: Variable, decay: Tensor) -> Any:
        average = self._averages[variable.ref()]
        rate = raw.Cast(raw.Sub(1.0, decay), DstT=variable.dtype)
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
        return f"{var.name.rpartition(':')[0]}/{self._name}"

    def variables_to_restore(
        self, moving_avg_variables: Sequence[Any] | None = None
    ) -> dict[str, Any]:
        """Which variable gets which stored value so that programs run with the averages.

        Args:
            moving_avg_variables: Variables; None: all that have an average.

        Returns:
            The averages' names -> the variables.
        """
        if moving_avg_variables is None:
            moving_avg_variables = [reference.deref() for reference in self._averages]
        return {self.average_name(variable): variable for variable in moving_avg_variables}
