"""`tf.compat.v1.train.exponential_decay` and its like: learning rates that fall with the global step.

In a graph they are tensors; eagerly they are functions without arguments, which optimizers ask at each step.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import Any

from stagelight.core.convert import convert_to_tensor
from stagelight.core.dispatch import CONTEXT
from stagelight.core.raw import raw
from stagelight.core.scopes import op_scope
from stagelight.core.tensor import Tensor
from stagelight.ops.elementwise.cast import cast
from stagelight.public import public, publish


def _scheduled(
    title: str,
    learning_rate: Any,
    global_step: Any,
    name: str | None,
    rule: Callable[[Tensor, Callable[[Any], Tensor]], Any],
) -> Any:
    """`learning_rate * rule(step, number)`, where `number(x)` is x in the rate's dtype."""
    if global_step is None:
        raise ValueError(f"global_step is required for {title}.")

    def decayed() -> Tensor:
        with op_scope(name or title):
            rate = convert_to_tensor(learning_rate, name="learning_rate")

            def number(value: Any) -> Tensor:
                return cast(value, rate.dtype)

            return raw.Mul(rate, rule(number(global_step), number))

    return decayed if CONTEXT.stage is None else decayed()


def _passed(step: Tensor, length: Tensor, staircase: bool) -> Tensor:
    """How many periods have passed, whole ones alone if in stairs."""
    periods = raw.RealDiv(step, length)
    return raw.Floor(periods) if staircase else periods


@public("compat.v1.train.exponential_decay")
def exponential_decay(
    learning_rate: Any,
    global_step: Any,
    decay_steps: Any,
    decay_rate: Any,
    staircase: bool = False,
    name: str | None = None,
) -> Any:
    """`learning_rate * decay_rate ** (step / decay_steps)`.

    Args:
        learning_rate: the first rate.
        global_step: the step, a variable or number.
        decay_steps: the length of a period.
        decay_rate: the factor of a period.
        staircase: whether the rate changes at the ends of periods alone.
        name: name of the scope.

    Returns:
        A tensor in a graph; eagerly a function without arguments that gives it.

    Raises:
        ValueError: `global_step` is None.

    >>> float(tf.compat.v1.train.exponential_decay(1.0, 4, 2, 0.5)())
    0.25
    """

    def rule(step: Tensor, number: Any) -> Any:
        return raw.Pow(number(decay_rate), _passed(step, number(decay_steps), staircase))

    return _scheduled("exponential_decay", learning_rate, global_step, name, rule)


@public("compat.v1.train.natural_exp_decay")
def natural_exp_decay(
    learning_rate: Any,
    global_step: Any,
    decay_steps: Any,
    decay_rate: Any,
    staircase: bool = False,
    name: str | None = None,
) -> Any:
    """`learning_rate * exp(-decay_rate * step / decay_steps)`; see `exponential_decay`.

    >>> float(tf.compat.v1.train.natural_exp_decay(1.0, 0, 2, 0.5)())
    1.0
    """

    def rule(step: Tensor, number: Any) -> Any:
        passed = _passed(step, number(decay_steps), staircase)
        return raw.Exp(raw.Neg(raw.Mul(number(decay_rate), passed)))

    return _scheduled("natural_exp_decay", learning_rate, global_step, name, rule)


@public("compat.v1.train.inverse_time_decay")
def inverse_time_decay(
    learning_rate: Any,
    global_step: Any,
    decay_steps: Any,
    decay_rate: Any,
    staircase: bool = False,
    name: str | None = None,
) -> Any:
    """`learning_rate / (1 + decay_rate * step / decay_steps)`; see `exponential_decay`.

    >>> float(tf.compat.v1.train.inverse_time_decay(1.0, 4, 2, 0.5)())
    0.5
    """

    def rule(step: Tensor, number: Any) -> Any:
        passed = _passed(step, number(decay_steps), staircase)
        return raw.Reciprocal(raw.AddV2(number(1), raw.Mul(number(decay_rate), passed)))

    return _scheduled("inverse_time_decay", learning_rate, global_step, name, rule)


@public("compat.v1.train.polynomial_decay")
def polynomial_decay(
    learning_rate: Any,
    global_step: Any,
    decay_steps: Any,
    end_learning_rate: Any = 0.0001,
    power: Any = 1.0,
    cycle: bool = False,
    name: str | None = None,
) -> Any:
    """`(learning_rate - end) * (1 - step / decay_steps) ** power + end`, then the end rate.

    Args:
        learning_rate, global_step, decay_steps, name: see `exponential_decay`.
        end_learning_rate: the last rate.
        power: the power.
        cycle: whether the rate rises again after the last step: the period is
            multiplied till it holds the step.

    >>> round(float(tf.compat.v1.train.polynomial_decay(1.0, 5, 10)()), 5)
    0.50005
    """

    def rule(step: Tensor, number: Any) -> Any:
        rate, end, length = number(learning_rate), number(end_learning_rate), number(decay_steps)
        if cycle:
            periods = raw.Maximum(raw.Ceil(raw.RealDiv(step, length)), number(1))
            length = raw.Mul(length, periods)
        else:
            step = raw.Minimum(step, length)
        left = raw.Pow(raw.Sub(number(1), raw.RealDiv(step, length)), number(power))
        return raw.AddV2(raw.Mul(raw.Sub(rate, end), left), end)

    return _scheduled_alone("polynomial_decay", learning_rate, global_step, name, rule)


def _scheduled_alone(
    title: str, learning_rate: Any, global_step: Any, name: str | None, rule: Any
) -> Any:
    """As `_scheduled`, for a rule that gives the rate itself."""
    one = raw.OnesLike(convert_to_tensor(learning_rate))
    return _scheduled(title, one, global_step, name, rule)


def _half_wave(part: Any, number: Any) -> Tensor:
    """From 1 to 0 as part goes from 0 to 1, along a cosine."""
    wave = raw.Cos(raw.Mul(part, number(math.pi)))
    return raw.Mul(raw.AddV2(wave, number(1)), number(0.5))


def _above(least: Any, value: Tensor, number: Any) -> Tensor:
    return raw.AddV2(raw.Mul(number(1 - least), value), number(least))


@public("compat.v1.train.cosine_decay")
def cosine_decay(
    learning_rate: Any,
    global_step: Any,
    decay_steps: Any,
    alpha: float = 0.0,
    name: str | None = None,
) -> Any:
    """`learning_rate * ((1 - alpha) * (1 + cos(pi * step / decay_steps)) / 2 + alpha)`.

    See `exponential_decay` for the arguments.

    >>> float(tf.compat.v1.train.cosine_decay(1.0, 0, 10)())
    1.0
    """

    def rule(step: Tensor, number: Any) -> Any:
        length = number(decay_steps)
        part = raw.RealDiv(raw.Minimum(step, length), length)
        return _above(alpha, _half_wave(part, number), number)

    return _scheduled("cosine_decay", learning_rate, global_step, name, rule)


@public("compat.v1.train.cosine_decay_restarts")
def cosine_decay_restarts(
    learning_rate: Any,
    global_step: Any,
    first_decay_steps: Any,
    t_mul: float = 2.0,
    m_mul: float = 1.0,
    alpha: float = 0.0,
    name: str | None = None,
) -> Any:
    """`cosine_decay` again and again, each time `t_mul` times as long and from `m_mul` times as high.

    >>> float(tf.compat.v1.train.cosine_decay_restarts(1.0, 10, 10, m_mul=0.5)())
    0.5
    """

    def rule(step: Tensor, number: Any) -> Any:
        passed = raw.RealDiv(step, number(first_decay_steps))
        if t_mul == 1.0:
            times = raw.Floor(passed)
            part = raw.Sub(passed, times)
        else:
            grown = raw.Sub(number(1), raw.Mul(passed, number(1 - t_mul)))
            times = raw.Floor(raw.RealDiv(raw.Log(grown), number(math.log(t_mul))))
            length = raw.Pow(number(t_mul), times)
            before = raw.RealDiv(raw.Sub(number(1), length), number(1 - t_mul))
            part = raw.RealDiv(raw.Sub(passed, before), length)
        height = raw.Pow(number(m_mul), times)
        return _above(alpha, raw.Mul(height, _half_wave(part, number)), number)

    return _scheduled("cosine_decay_restarts", learning_rate, global_step, name, rule)


@public("compat.v1.train.linear_cosine_decay")
def linear_cosine_decay(
    learning_rate: Any,
    global_step: Any,
    decay_steps: Any,
    num_periods: float = 0.5,
    alpha: float = 0.0,
    beta: float = 0.001,
    name: str | None = None,
) -> Any:
    """`learning_rate * ((alpha + falling) * wave + beta)`: a line that falls to zero, by a cosine wave.

    >>> round(float(tf.compat.v1.train.linear_cosine_decay(1.0, 0, 10)()), 3)
    1.001
    """

    def rule(step: Tensor, number: Any) -> Any:
        length = number(decay_steps)
        part = raw.RealDiv(raw.Minimum(step, length), length)
        falling = raw.AddV2(raw.Sub(number(1), part), number(alpha))
        wave = _half_wave(raw.Mul(part, number(2 * num_periods)), number)
        return raw.AddV2(raw.Mul(falling, wave), number(beta))

    return _scheduled("linear_cosine_decay", learning_rate, global_step, name, rule)


@public("compat.v1.train.piecewise_constant")
def piecewise_constant(
    x: Any, boundaries: Sequence[Any], values: Sequence[Any], name: str | None = None
) -> Any:
    """`values[0]` up to `boundaries[0]`, `values[1]` up to `boundaries[1]`, ... and `values[-1]` above.

    Args:
        x: the step, a variable or number.
        boundaries: numbers that rise; each belongs to the values before it.
        values: numbers, one more than boundaries.
        name: name of the scope.

    Returns:
        A tensor in a graph; eagerly a function without arguments that gives it.

    Raises:
        ValueError: there is not one value more than boundaries.

    >>> float(tf.compat.v1.train.piecewise_constant(5, [4, 8], [1.0, 0.5, 0.1])())
    0.5
    """
    if len(boundaries) != len(values) - 1:
        raise ValueError(
            "The length of boundaries should be 1 less than the length of values. "
            f"Received: {len(boundaries)} boundaries and {len(values)} values"
        )

    def chosen() -> Tensor:
        with op_scope(name or "PiecewiseConstant"):
            step = convert_to_tensor(x)
            limits = raw.Pack([cast(limit, step.dtype) for limit in boundaries])
            is_above = raw.Cast(raw.Greater(step, limits), DstT="int32")
            return raw.GatherV2(raw.Pack(list(values)), raw.Sum(is_above, 0), 0)

    return chosen if CONTEXT.stage is None else chosen()


publish("compat.v1.train.piecewise_constant_decay", piecewise_constant)
