"""Rounding to what a few bits could hold, in floats: `tf.quantization.fake_quant_with_min_max_vars`...

The range [min, max] is moved by less than a step so that zero is one of the `2**num_bits` values. The
gradient passes where the input lies in the range; what lies below adds to that of `min`, above to `max`.
"""

from __future__ import annotations

from types import ModuleType
from typing import Any, NamedTuple

import numpy as np

from stagelight.core.inference import SCALAR, Inferred, first_known, invalid, require_rank
from stagelight.core.raw import raw
from stagelight.core.registry import define
from stagelight.core.tensor import Tensor
from stagelight.types import dtypes
from stagelight.types.shapes import TensorShape

_ONE = np.float32(1)
_HALF = np.float32(0.5)


class Steps(NamedTuple):
    """The values that are left: `low`, `low + step`, ... `high`; scalars, or one for each channel."""

    low: np.ndarray
    high: np.ndarray
    step: np.ndarray
    no_range: np.ndarray  # where both ends are zero
    per_step: np.ndarray  # by what a distance from `low` is multiplied to be a number of steps
    zero: np.ndarray  # how many steps zero lies above `low`


def _check_bits(num_bits: int) -> None:
    if not 2 <= num_bits <= 16:
        raise invalid(f"num_bits must be between 2 and 16, inclusive. Received: {num_bits}")


def steps_between(
    low: Any, high: Any, num_bits: int, narrow_range: bool, xp: ModuleType = np
) -> Steps:
    """The values that bits can hold in a range, which is moved so that zero is one of them."""
    low, high = xp.asarray(low, np.float32), xp.asarray(high, np.float32)
    least = np.float32(1 if narrow_range else 0)
    most = np.float32(2**num_bits - 1)
    step = (high - low) / (most - least)
    no_range = (low == 0) & (high == 0)
    with np.errstate(all="ignore"):
        zero = least - low / step
        inner = xp.floor(xp.abs(zero) + _HALF) * xp.sign(zero)
    zero = xp.where(zero < least, least, xp.where(zero > most, most, inner)).astype(np.float32)
    first, last = (least - zero) * step, (most - zero) * step
    with np.errstate(all="ignore"):
        per_step = _ONE / step
        above_first = xp.floor(-first * per_step + _HALF)
    return Steps(first, last, step, no_range, per_step, above_first)


def _quantized(xp: ModuleType, x: np.ndarray, steps: Steps) -> np.ndarray:
    with np.errstate(all="ignore"):
        above = xp.maximum(xp.minimum(x, steps.high), steps.low) - steps.low
        result = xp.floor(above * steps.per_step - steps.zero + _HALF) * steps.step
    return xp.where(steps.no_range, np.float32(0), result).astype(np.float32)


def _backprops(
    gradients: np.ndarray, x: np.ndarray, steps: Steps, axes: tuple[int, ...] | None
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """The gradients of the input and of both ends, summed over the given axes."""
    below = (x < steps.low) & ~steps.no_range
    above = (x > steps.high) & ~steps.no_range
    inside = ((x >= steps.low) & (x <= steps.high)) | steps.no_range
    return (
        gradients * inside.astype(np.float32),
        (gradients * below.astype(np.float32)).sum(axes, dtype=np.float32),
        (gradients * above.astype(np.float32)).sum(axes, dtype=np.float32),
    )


# ---------------------------------------------------------------------------- ends as attrs


def _checked_ends(low: float, high: float, num_bits: int, narrow_range: bool) -> Steps:
    _check_bits(num_bits)
    if not low < high:
        raise invalid(f"min has to be smaller than max, was: {low} >= {high}")
    return steps_between(low, high, num_bits, narrow_range)


def _infer_args(*inputs: Tensor, **attrs: Any) -> Inferred:
    _checked_ends(*_ends_of(attrs))
    return Inferred(first_known(*(x.shape for x in inputs)), dtypes.float32)


def _ends_of(attrs: dict[str, Any]) -> tuple[float, float, int, bool]:
    return (
        attrs.get("min", -6.0),
        attrs.get("max", 6.0),
        attrs.get("num_bits", 8),
        attrs.get("narrow_range", False),
    )


def _args(xp: ModuleType, inputs: np.ndarray, **attrs: Any) -> np.ndarray:
    return _quantized(xp, inputs, _checked_ends(*_ends_of(attrs)))


def _args_backprop(
    xp: ModuleType, gradients: np.ndarray, inputs: np.ndarray, **attrs: Any
) -> np.ndarray:
    _check_same_shape(gradients, inputs)
    return _backprops(gradients, inputs, _checked_ends(*_ends_of(attrs)), None)[0]


def _check_same_shape(gradients: np.ndarray, inputs: np.ndarray) -> None:
    if gradients.shape != inputs.shape:
        raise invalid(
            f"gradients and inputs must be the same size: {gradients.shape} vs. {inputs.shape}"
        )


_ARGS = {"min": -6.0, "max": 6.0, "num_bits": 8, "narrow_range": False}
_VARS = {"num_bits": 8, "narrow_range": False}

define(
    "FakeQuantWithMinMaxArgs",
    "inputs: float32",
    "outputs: float32",
    _ARGS,
    infer=_infer_args,
    kernel=_args,
    gradient=lambda op, dy: [raw.FakeQuantWithMinMaxArgsGradient(dy, op.inputs[0], **op.attrs)],
)
define(
    "FakeQuantWithMinMaxArgsGradient",
    "gradients: float32, inputs: float32",
    "backprops: float32",
    _ARGS,
    infer=_infer_args,
    kernel=_args_backprop,
    gradient=lambda op, dy: [
        raw.FakeQuantWithMinMaxArgsGradient(dy, op.inputs[1], **op.attrs),
        None,
    ],
)


def _second_gradient(op: Any, dy: Tensor, dlow: Tensor, dhigh: Tensor) -> list[Any]:
    """The results are linear in the gradients; to the rest they are constant, piece by piece."""
    _, x, low, high = op.inputs
    again = getattr(raw, op.type)
    inside = again(raw.OnesLike(x), x, low, high, **op.attrs)[0]
    outside = raw.Sub(raw.OnesLike(x), inside)
    middle = raw.Mul(raw.AddV2(low, high), np.float32(0.5))
    end = raw.SelectV2(raw.Less(x, middle), dlow, dhigh)
    return [raw.AddV2(raw.Mul(dy, inside), raw.Mul(end, outside)), None, None, None]


# ---------------------------------------------------------------------------- ends as tensors


def _infer_vars(inputs: Tensor, min: Tensor, max: Tensor, **attrs: Any) -> Inferred:
    _check_bits(attrs.get("num_bits", 8))
    require_rank(min, 0, "min")
    require_rank(max, 0, "max")
    return Inferred(inputs.shape, dtypes.float32)


def _vars_steps(xp: ModuleType, low: np.ndarray, high: np.ndarray, attrs: dict[str, Any]) -> Steps:
    num_bits, narrow_range = attrs.get("num_bits", 8), attrs.get("narrow_range", False)
    _check_bits(num_bits)
    for name, end in (("min", low), ("max", high)):
        if end.ndim:
            raise invalid(f"`{name}` must be rank 0 but is rank {end.ndim}")
    return steps_between(low, high, num_bits, narrow_range, xp)


def _vars(
    xp: ModuleType, inputs: np.ndarray, min: np.ndarray, max: np.ndarray, **attrs: Any
) -> np.ndarray:
    return _quantized(xp, inputs, _vars_steps(xp, min, max, attrs))


def _vars_backprop(
    xp: ModuleType,
    gradients: np.ndarray,
    inputs: np.ndarray,
    min: np.ndarray,
    max: np.ndarray,
    **attrs: Any,
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    _check_same_shape(gradients, inputs)
    return _backprops(gradients, inputs, _vars_steps(xp, min, max, attrs), None)


def _infer_vars_backprop(
    gradients: Tensor, inputs: Tensor, min: Tensor, max: Tensor, **attrs: Any
) -> tuple[Inferred, Inferred, Inferred]:
    end = Inferred(SCALAR, dtypes.float32)
    _infer_vars(inputs, min, max, **attrs)
    return Inferred(first_known(gradients.shape, inputs.shape), dtypes.float32), end, end


define(
    "FakeQuantWithMinMaxVars",
    "inputs: float32, min: float32, max: float32",
    "outputs: float32",
    _VARS,
    infer=_infer_vars,
    kernel=_vars,
    gradient=lambda op, dy: list(raw.FakeQuantWithMinMaxVarsGradient(dy, *op.inputs, **op.attrs)),
)
define(
    "FakeQuantWithMinMaxVarsGradient",
    "gradients: float32, inputs: float32, min: float32, max: float32",
    "backprops_wrt_input: float32, backprop_wrt_min: float32, backprop_wrt_max: float32",
    _VARS,
    infer=_infer_vars_backprop,
    kernel=_vars_backprop,
    gradient=_second_gradient,
)


# ---------------------------------------------------------------------------- ends for each channel


def _infer_channels(inputs: Tensor, min: Tensor, max: Tensor, **attrs: Any) -> Inferred:
    _check_bits(attrs.get("num_bits", 8))
    require_rank(min, 1, "min")
    require_rank(max, 1, "max")
    if inputs.shape.rank is None:
        return Inferred(inputs.shape, dtypes.float32)
    if not inputs.shape.rank:
        raise invalid("inputs must be of rank at least 1. Received a scalar.")
    depth = first_known(TensorShape([inputs.shape[-1]]), min.shape, max.shape)
    return Inferred(inputs.shape[:-1].concatenate(depth), dtypes.float32)


def _channel_steps(
    xp: ModuleType, x: np.ndarray, low: np.ndarray, high: np.ndarray, attrs: dict[str, Any]
) -> Steps:
    num_bits, narrow_range = attrs.get("num_bits", 8), attrs.get("narrow_range", False)
    _check_bits(num_bits)
    depth = x.shape[-1] if x.ndim else -1
    for name, end in (("min", low), ("max", high)):
        if end.ndim != 1:
            raise invalid(f"`{name}` must be rank 1 but is rank {end.ndim}")
        if len(end) != depth:
            raise invalid(f"{name} has incorrect size, expected {depth} was {len(end)}")
    return steps_between(low, high, num_bits, narrow_range, xp)


def _channels(
    xp: ModuleType, inputs: np.ndarray, min: np.ndarray, max: np.ndarray, **attrs: Any
) -> np.ndarray:
    return _quantized(xp, inputs, _channel_steps(xp, inputs, min, max, attrs))


def _channels_backprop(
    xp: ModuleType,
    gradients: np.ndarray,
    inputs: np.ndarray,
    min: np.ndarray,
    max: np.ndarray,
    **attrs: Any,
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    _check_same_shape(gradients, inputs)
    steps = _channel_steps(xp, inputs, min, max, attrs)
    return _backprops(gradients, inputs, steps, tuple(range(inputs.ndim - 1)))


def _infer_channels_backprop(
    gradients: Tensor, inputs: Tensor, min: Tensor, max: Tensor, **attrs: Any
) -> tuple[Inferred, Inferred, Inferred]:
    inputs_like = _infer_channels(inputs, min, max, **attrs).shape
    depth = UNKNOWN_DEPTH if inputs_like.rank is None else TensorShape([inputs_like[-1]])
    end = Inferred(first_known(depth, min.shape, max.shape), dtypes.float32)
    return Inferred(first_known(gradients.shape, inputs_like), dtypes.float32), end, end


UNKNOWN_DEPTH = TensorShape([None])

define(
    "FakeQuantWithMinMaxVarsPerChannel",
    "inputs: float32, min: float32, max: float32",
    "outputs: float32",
    _VARS,
    infer=_infer_channels,
    kernel=_channels,
    gradient=lambda op, dy: list(
        raw.FakeQuantWithMinMaxVarsPerChannelGradient(dy, *op.inputs, **op.attrs)
    ),
)
define(
    "FakeQuantWithMinMaxVarsPerChannelGradient",
    "gradients: float32, inputs: float32, min: float32, max: float32",
    "backprops_wrt_input: float32, backprop_wrt_min: float32, backprop_wrt_max: float32",
    _VARS,
    infer=_infer_channels_backprop,
    kernel=_channels_backprop,
    gradient=_second_gradient,
)
