"""`compat.v1.train` optimizers that keep weights small by their steps: proximal ones, and dual averaging."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from stagelight.compat.v1.older_optimizers import (
    Optimizer,
    first_value,
    number_for,
    rows_with_gradient,
    set_rows,
    whole,
)
from stagelight.core.convert import convert_to_tensor
from stagelight.core.raw import raw
from stagelight.core.tensor import Tensor
from stagelight.public import public
from stagelight.state.variable import Variable
from stagelight.train.update_rules import in_dtype


@public("compat.v1.train.ProximalGradientDescentOptimizer")
class ProximalGradientDescentOptimizer(Optimizer):
    """`p = w - learning_rate * g; w = sign(p) * max(|p| - learning_rate * l1, 0) / (1 + learning_rate * l2)`.

    (Duchi and Singer, 2009.)

    >>> w = tf.Variable(1.0)
    >>> optimizer = tf.compat.v1.train.ProximalGradientDescentOptimizer(0.1, 1.0)
    >>> optimizer.apply_gradients([(tf.constant(2.0), w)])
    >>> round(float(w), 3)
    0.7
    """

    def __init__(
        self,
        learning_rate: Any,
        l1_regularization_strength: Any = 0.0,
        l2_regularization_strength: Any = 0.0,
        use_locking: bool = False,
        name: str = "ProximalGradientDescent",
    ) -> None:
        super().__init__(use_locking, name)
        self._numbers = learning_rate, l1_regularization_strength, l2_regularization_strength

    def _update(self, gradient: Any, variable: Variable) -> None:
        rate, l1, l2 = (number_for(variable, x) for x in self._numbers)
        rows, g = rows_with_gradient(gradient, variable), whole(gradient, variable)
        moved = raw.Sub(variable, raw.Mul(g, rate))
        set_rows(variable, _shrunk(moved, rate, l1, l2), rows)


@public("compat.v1.train.ProximalAdagradOptimizer")
class ProximalAdagradOptimizer(Optimizer):
    """`s += g**2`, then as `ProximalGradientDescentOptimizer` with the rate `learning_rate / sqrt(s)`.

    >>> w = tf.Variable(1.0)
    >>> optimizer = tf.compat.v1.train.ProximalAdagradOptimizer(0.1, initial_accumulator_value=3.0)
    >>> optimizer.apply_gradients([(tf.constant(1.0), w)])
    >>> round(float(w), 3)
    0.95
    """

    def __init__(
        self,
        learning_rate: Any,
        initial_accumulator_value: float = 0.1,
        l1_regularization_strength: Any = 0.0,
        l2_regularization_strength: Any = 0.0,
        use_locking: bool = False,
        name: str = "ProximalAdagrad",
    ) -> None:
        if initial_accumulator_value <= 0.0:
            raise ValueError(
                f"initial_accumulator_value must be positive: {initial_accumulator_value}"
            )
        super().__init__(use_locking, name)
        self._first = initial_accumulator_value
        self._numbers = learning_rate, l1_regularization_strength, l2_regularization_strength

    def _update(self, gradient: Any, variable: Variable) -> None:
        rate, l1, l2 = (number_for(variable, x) for x in self._numbers)
        rows, g = rows_with_gradient(gradient, variable), whole(gradient, variable)
        squares = self._slot(variable, "accumulator", lambda: _filled(variable, self._first))
        grown = set_rows(squares, raw.AddV2(squares, raw.Square(g)), rows)
        rates = raw.Mul(rate, raw.Rsqrt(grown))
        moved = raw.Sub(variable, raw.Mul(g, rates))
        set_rows(variable, _shrunk(moved, rates, l1, l2), rows)


@public("compat.v1.train.AdagradDAOptimizer")
class AdagradDAOptimizer(Optimizer):
    """Adagrad with dual averaging (Duchi, Hazan and Singer, 2011): many weights stay zeros.

    `u += g; s += g**2`, and with `t = global_step + 1`
    `w = -learning_rate * sign(u) * max(|u| - l1 * t, 0) / (l2 * t * learning_rate + sqrt(s))`.

    >>> w = tf.Variable(0.0)
    >>> optimizer = tf.compat.v1.train.AdagradDAOptimizer(
    ...     0.1, tf.constant(0, tf.int64), initial_gradient_squared_accumulator_value=3.0)
    >>> optimizer.apply_gradients([(tf.constant(1.0), w)])
    >>> round(float(w), 3)
    -0.05
    """

    def __init__(
        self,
        learning_rate: Any,
        global_step: Any,
        initial_gradient_squared_accumulator_value: float = 0.1,
        l1_regularization_strength: Any = 0.0,
        l2_regularization_strength: Any = 0.0,
        use_locking: bool = False,
        name: str = "AdagradDA",
    ) -> None:
        first = initial_gradient_squared_accumulator_value
        if first <= 0.0:
            raise ValueError(
                f"initial_gradient_squared_accumulator_value must be positive: {first}"
            )
        super().__init__(use_locking, name)
        self._first, self._global_step = first, global_step
        self._numbers = learning_rate, l1_regularization_strength, l2_regularization_strength

    def _prepare(self, pairs: Sequence[tuple[Any, Variable]]) -> None:
        # Of the step that the gradients are of: it may be counted while they are applied.
        step = convert_to_tensor(self._global_step)
        self._step = raw.AddV2(step, raw.OnesLike(step))

    def _update(self, gradient: Any, variable: Variable) -> None:
        rate, l1, l2 = (number_for(variable, x) for x in self._numbers)
        step = in_dtype(self._step, variable.dtype)
        rows, g = rows_with_gradient(gradient, variable), whole(gradient, variable)
        sums = self._slot(
            variable, "gradient_accumulator", lambda: raw.ZerosLike(first_value(variable))
        )
        squares = self._slot(
            variable, "gradient_squared_accumulator", lambda: _filled(variable, self._first)
        )
        total = set_rows(sums, raw.AddV2(sums, g), rows)
        square = set_rows(squares, raw.AddV2(squares, raw.Square(g)), rows)
        kept = _towards_zero(total, raw.Mul(l1, step))
        bend = raw.AddV2(raw.Mul(raw.Mul(l2, step), rate), raw.Sqrt(square))
        set_rows(variable, raw.RealDiv(raw.Mul(raw.Neg(rate), kept), bend), rows)


def _shrunk(value: Tensor, rate: Tensor, l1: Tensor, l2: Tensor) -> Tensor:
    """The weights that are near to some and small, as two norms measure it."""
    near = _towards_zero(value, raw.Mul(rate, l1))
    scale = raw.Mul(rate, l2)
    return raw.RealDiv(near, raw.AddV2(raw.OnesLike(scale), scale))


def _towards_zero(value: Tensor, by: Tensor) -> Tensor:
    left = raw.Sub(raw.Abs(value), by)
    return raw.Mul(raw.Sign(value), raw.Maximum(left, raw.ZerosLike(left)))


def _filled(variable: Variable, value: float) -> Tensor:
    return raw.Mul(raw.OnesLike(first_value(variable)), in_dtype(value, variable.dtype))
