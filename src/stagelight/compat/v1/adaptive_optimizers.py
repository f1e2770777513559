"""`compat.v1.train` optimizers that scale each number's steps: RMSProp, Adagrad, Adadelta, FTRL."""

from __future__ import annotations

from typing import Any

from stagelight.compat.v1.older_optimizers import (
    Optimizer,
    first_value,
    number_for,
    rows_with_gradient,
    set_rows,
    whole,
)
from stagelight.core.raw import raw
from stagelight.core.tensor import Tensor
from stagelight.public import public
from stagelight.state.variable import Variable
from stagelight.train.update_rules import in_dtype


@public("compat.v1.train.RMSPropOptimizer")
class RMSPropOptimizer(Optimizer):
    """`s = decay * s + (1 - decay) * g**2; m = momentum * m + learning_rate * g / sqrt(s + epsilon); w -= m`.

    `centered` subtracts the square of the mean gradient from s, in the root.

    >>> w = tf.Variable(1.0)
    >>> optimizer = tf.compat.v1.train.RMSPropOptimizer(0.1)
    >>> optimizer.apply_gradients([(tf.constant(1.0), w)])
    >>> round(float(w), 3)
    0.9
    """

    def __init__(
        self,
        learning_rate: Any,
        decay: Any = 0.9,
        momentum: Any = 0.0,
        epsilon: Any = 1e-10,
        use_locking: bool = False,
        centered: bool = False,
        name: str = "RMSProp",
    ) -> None:
        super().__init__(use_locking, name)
        self._numbers = learning_rate, decay, momentum, epsilon
        self._centered = centered

    def _update(self, gradient: Any, variable: Variable) -> None:
        rate, decay, momentum, epsilon = (number_for(variable, x) for x in self._numbers)
        rows, g = rows_with_gradient(gradient, variable), whole(gradient, variable)
        rest = raw.Sub(raw.OnesLike(decay), decay)
        squares = self._slot(variable, "rms", lambda: raw.OnesLike(first_value(variable)))
        if self._centered:
            means = self._slot(variable, "mg", lambda: raw.ZerosLike(first_value(variable)))
        velocity = self._slot(variable, "momentum", lambda: raw.ZerosLike(first_value(variable)))
        mean_square = raw.AddV2(raw.Mul(squares, decay), raw.Mul(raw.Square(g), rest))
        inside = set_rows(squares, mean_square, rows)
        if self._centered:
            mean = set_rows(means, raw.AddV2(raw.Mul(means, decay), raw.Mul(g, rest)), rows)
            inside = raw.Sub(inside, raw.Square(mean))
        step = raw.Mul(raw.Mul(g, rate), raw.Rsqrt(raw.AddV2(inside, epsilon)))
        moved = set_rows(velocity, raw.AddV2(raw.Mul(velocity, momentum), step), rows)
        set_rows(variable, raw.Sub(variable, moved), rows)


@public("compat.v1.train.AdagradOptimizer")
class AdagradOptimizer(Optimizer):
    """`s += g**2; w -= learning_rate * g / sqrt(s)` (Duchi, Hazan and Singer, 2011).

    >>> w = tf.Variable(1.0)
    >>> optimizer = tf.compat.v1.train.AdagradOptimizer(0.1, initial_accumulator_value=3.0)
    >>> optimizer.apply_gradients([(tf.constant(1.0), w)])
    >>> round(float(w), 3)
    0.95
    """

    def __init__(
        self,
        learning_rate: Any,
        initial_accumulator_value: float = 0.1,
        use_locking: bool = False,
        name: str = "Adagrad",
    ) -> None:
        if initial_accumulator_value <= 0.0:
            raise ValueError(
                f"initial_accumulator_value must be positive: {initial_accumulator_value}"
            )
        super().__init__(use_locking, name)
        self._learning_rate, self._first = learning_rate, initial_accumulator_value

    def _update(self, gradient: Any, variable: Variable) -> None:
        g, rate = whole(gradient, variable), number_for(variable, self._learning_rate)
        squares = self._slot(variable, "accumulator", lambda: _filled(variable, self._first))
        squares.assign_add(raw.Square(g))
        variable.assign_sub(raw.Mul(raw.Mul(g, rate), raw.Rsqrt(squares)))


@public("compat.v1.train.AdadeltaOptimizer")
class AdadeltaOptimizer(Optimizer):
    """`d = sqrt(u + epsilon) / sqrt(s + epsilon) * g; w -= learning_rate * d`.

    s is the falling mean `rho * s + (1 - rho) * g**2`; u is that of `d**2` (Zeiler 2012).

    >>> w = tf.Variable(1.0)
    >>> optimizer = tf.compat.v1.train.AdadeltaOptimizer(1.0, epsilon=0.01)
    >>> optimizer.apply_gradients([(tf.constant(1.0), w)])
    >>> round(float(w), 3)
    0.592
    """

    def __init__(
        self,
        learning_rate: Any = 0.001,
        rho: Any = 0.95,
        epsilon: Any = 1e-8,
        use_locking: bool = False,
        name: str = "Adadelta",
    ) -> None:
        super().__init__(use_locking, name)
        self._numbers = learning_rate, rho, epsilon

    def _update(self, gradient: Any, variable: Variable) -> None:
        rate, rho, epsilon = (number_for(variable, x) for x in self._numbers)
        rows, g = rows_with_gradient(gradient, variable), whole(gradient, variable)
        rest = raw.Sub(raw.OnesLike(rho), rho)
        squares = self._slot(variable, "accum", lambda: raw.ZerosLike(first_value(variable)))
        steps = self._slot(variable, "accum_update", lambda: raw.ZerosLike(first_value(variable)))
        square = set_rows(
            squares, raw.AddV2(raw.Mul(squares, rho), raw.Mul(raw.Square(g), rest)), rows
        )
        ratio = raw.RealDiv(
            raw.Sqrt(raw.AddV2(steps, epsilon)), raw.Sqrt(raw.AddV2(square, epsilon))
        )
        step = raw.Mul(ratio, g)
        set_rows(steps, raw.AddV2(raw.Mul(steps, rho), raw.Mul(raw.Square(step), rest)), rows)
        set_rows(variable, raw.Sub(variable, raw.Mul(step, rate)), rows)


@public("compat.v1.train.FtrlOptimizer")
class FtrlOptimizer(Optimizer):
    """Follows the regularized leader (McMahan and others, 2013).

    `n = s + g**2; z += g - (n**-p - s**-p) / learning_rate * w; s = n`, and
    `w = (sign(z) * l1 - z) / (s**-p / learning_rate + 2 * l2)` where `|z| > l1`, else 0.

    >>> w = tf.Variable(1.0)
    >>> optimizer = tf.compat.v1.train.FtrlOptimizer(0.1, initial_accumulator_value=3.0)
    >>> optimizer.apply_gradients([(tf.constant(1.0), w)])
    >>> round(float(w), 3)
    0.084
    """

    def __init__(
        self,
        learning_rate: Any,
        learning_rate_power: float = -0.5,
        initial_accumulator_value: float = 0.1,
        l1_regularization_strength: Any = 0.0,
        l2_regularization_strength: Any = 0.0,
        use_locking: bool = False,
        name: str = "Ftrl",
        accum_name: str | None = None,
        linear_name: str | None = None,
        l2_shrinkage_regularization_strength: Any = 0.0,
        beta: Any = None,
    ) -> None:
        super().__init__(use_locking, name)
        for what, given in (
            ("initial_accumulator_value", initial_accumulator_value),
            ("l1_regularization_strength", l1_regularization_strength),
            ("l2_regularization_strength", l2_regularization_strength),
            ("l2_shrinkage_regularization_strength", l2_shrinkage_regularization_strength),
        ):
            if given < 0.0:
                raise ValueError(f"{what} {given} needs to be positive or zero")
        if learning_rate_power > 0.0:
            raise ValueError(
                f"learning_rate_power {learning_rate_power} needs to be negative or zero"
            )
        self._first = initial_accumulator_value
        self._names = accum_name, linear_name
        self._numbers = (
            learning_rate,
            -learning_rate_power,
            l1_regularization_strength,
            l2_regularization_strength,
            l2_shrinkage_regularization_strength,
            0.0 if beta is None else beta,
        )

    def _update(self, gradient: Any, variable: Variable) -> None:
        rate, power, l1, l2, shrinkage, beta = (number_for(variable, x) for x in self._numbers)
        two = number_for(variable, 2.0)
        rows, g = rows_with_gradient(gradient, variable), whole(gradient, variable)
        w = variable.read_value()
        called, linear_called = self._names
        squares = self._slot(variable, "accum", lambda: _filled(variable, self._first), called)
        linear = self._slot(
            variable, "linear", lambda: raw.ZerosLike(first_value(variable)), linear_called
        )
        before = squares.read_value()
        after = raw.AddV2(before, raw.Square(g))
        grown, was = raw.Pow(after, power), raw.Pow(before, power)
        pull = raw.AddV2(g, raw.Mul(raw.Mul(shrinkage, two), w))
        shift = raw.Sub(pull, raw.Mul(raw.RealDiv(raw.Sub(grown, was), rate), w))
        z = set_rows(linear, raw.AddV2(linear, shift), rows)
        set_rows(squares, after, rows)
        weight = raw.AddV2(l2, raw.RealDiv(beta, raw.Mul(two, rate)))
        bend = raw.AddV2(raw.RealDiv(grown, rate), raw.Mul(two, weight))
        found = raw.RealDiv(raw.Sub(raw.Mul(raw.Sign(z), l1), z), bend)
        is_large = raw.Greater(raw.Abs(z), l1)
        set_rows(variable, raw.SelectV2(is_large, found, raw.ZerosLike(found)), rows)


def _filled(variable: Variable, value: float) -> Tensor:
    """The variable's shape, full of a number."""
    return raw.Mul(raw.OnesLike(first_value(variable)), in_dtype(value, variable.dtype))
