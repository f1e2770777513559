"""Quantising and back at once: `tf.quantization.quantize_and_dequantize_v2`.

The range is scaled by the greatest factor with which it fits into integers of some bits; zero stays zero.
"""

from __future__ import annotations

from types import ModuleType
from typing import Any

import numpy as np

from stagelight.core.convert import convert_to_tensor
from stagelight.core.inference import Inferred, first_known, invalid
from stagelight.core.op_def import attr, types
from stagelight.core.raw import raw
from stagelight.core.registry import define
from stagelight.core.tensor import Tensor
from stagelight.ops.quantization.rounded_range import (
    ScaledRange,
    along,
    as_scalar,
    axis_from_front,
    check_ends,
    half_to_even,
    half_up,
    infer_ends,
    scaled_range,
)
from stagelight.public import public
from stagelight.types import dtypes

_BOTH_ROUNDS = {"HALF_TO_EVEN": half_to_even, "HALF_UP": half_up}


def _infer_both(
    input: Tensor, *ends: Tensor, axis: int = -1, range_given: bool = False, **_: Any
) -> Inferred:
    if axis < -1:
        raise invalid(f"axis should be at least -1, got {axis}")
    if axis != -1 and input.shape.rank is not None and axis >= input.shape.rank:
        raise invalid(f"axis {axis} is not below the rank of the input, {input.shape.rank}")
    for end in ends[:2]:
        if range_given and end.shape.rank not in (None, 0 if axis == -1 else 1):
            raise invalid(f"The ends of the range have the shape {end.shape} with axis {axis}.")
    return Inferred(input.shape, input.dtype)


def _there_and_back(
    xp: ModuleType,
    input: np.ndarray,
    input_min: np.ndarray,
    input_max: np.ndarray,
    *,
    signed_input: bool = True,
    num_bits: int = 8,
    range_given: bool = False,
    round_mode: str = "HALF_TO_EVEN",
    narrow_range: bool = False,
    axis: int = -1,
) -> np.ndarray:
    if not (2 if signed_input else 1) <= num_bits <= 62:
        raise invalid(f"num_bits is out of range: {num_bits} with signed_input {signed_input}")
    if not -1 <= axis < max(input.ndim, 1):
        raise invalid(f"Shape must be at least rank {axis + 1} but is rank {input.ndim}")
    if range_given:
        check_ends(input, input_min, input_max, axis)
        if not (input_min <= input_max).all():
            raise invalid(f"Invalid range: input_min {input_min} > input_max {input_max}")
        low, high = input_min, input_max
    elif not input.size:
        return input
    else:
        others = None if axis == -1 else tuple(i for i in range(input.ndim) if i != axis)
        low, high = input.min(others), input.max(others)
    found: ScaledRange = scaled_range(
        np.asarray(low), np.asarray(high), num_bits, signed_input, narrow_range
    )
    factor = along(found.factor, input, axis)
    step = along(found.step, input, axis)
    x = input
    if range_given:
        x = np.maximum(np.minimum(x, along(found.high, x, axis)), along(found.low, x, axis))
    result: np.ndarray = _BOTH_ROUNDS[round_mode](x * factor) * step
    return result.astype(input.dtype)


_BOTH_ATTRS = {
    "signed_input": True,
    "num_bits": 8,
    "range_given": False,
    "T": types(dtypes.FLOATING),
    "round_mode": attr("string", "HALF_TO_EVEN", tuple(_BOTH_ROUNDS)),
    "narrow_range": False,
    "axis": -1,
}

define(
    "QuantizeAndDequantizeV2",
    "input: T, input_min: T, input_max: T",
    "output: T",
    _BOTH_ATTRS,
    infer=_infer_both,
    kernel=_there_and_back,
    gradient=lambda op, dy: [dy, None, None],
)


def _there_and_back_of_bits(
    xp: ModuleType,
    input: np.ndarray,
    input_min: np.ndarray,
    input_max: np.ndarray,
    num_bits: np.ndarray,
    *,
    range_given: bool = True,
    **attrs: Any,
) -> np.ndarray:
    if num_bits.ndim:
        raise invalid(f"num_bits must be a scalar. Received shape: {list(num_bits.shape)}")
    axis = attrs.get("axis", -1)
    if axis >= input.ndim or not input.ndim:
        raise invalid(
            "Axis requested is larger than input dimensions. "
            f"Axis: {axis} Input Dimensions: {input.ndim}"
        )
    if range_given and axis == -1:
        input_min = as_scalar(input_min, "input_min")
        input_max = as_scalar(input_max, "input_max")
    attrs["num_bits"], attrs["range_given"] = int(num_bits), range_given
    return _there_and_back(xp, input, input_min, input_max, **attrs)


define(
    "QuantizeAndDequantizeV3",
    "input: T, input_min: T, input_max: T, num_bits: int32",
    "output: T",
    {
        "signed_input": True,
        "range_given": True,
        "T": types(dtypes.FLOATING),
        "narrow_range": False,
        "axis": -1,
    },
    infer=_infer_both,
    kernel=_there_and_back_of_bits,
    gradient=lambda op, dy: [dy, None, None, None],
)


def _inside_gradient(op: Any, dy: Tensor) -> list[Tensor]:
    axis = op.attrs.get("axis", -1)
    return list(raw.QuantizeAndDequantizeV4Grad(dy, *op.inputs, axis=axis))


define(
    "QuantizeAndDequantizeV4",
    "input: T, input_min: T, input_max: T",
    "output: T",
    _BOTH_ATTRS,
    infer=_infer_both,
    kernel=_there_and_back,
    gradient=_inside_gradient,
)


def _infer_inside(
    gradients: Tensor, input: Tensor, input_min: Tensor, input_max: Tensor, *, axis: int = -1
) -> tuple[Inferred, Inferred, Inferred]:
    end = Inferred(infer_ends(input, input_min, input_max, axis), input.dtype)
    return Inferred(first_known(gradients.shape, input.shape), input.dtype), end, end


def _inside(
    xp: ModuleType,
    gradients: np.ndarray,
    input: np.ndarray,
    input_min: np.ndarray,
    input_max: np.ndarray,
    *,
    axis: int = -1,
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    if gradients.shape != input.shape:
        raise invalid("gradient and input must be the same size")
    check_ends(input, input_min, input_max, axis)
    low, high = along(input_min, input, axis), along(input_max, input, axis)
    inside = (input >= low) & (input <= high)
    return (
        gradients * inside.astype(gradients.dtype),
        np.zeros_like(input_min),
        np.zeros_like(input_max),
    )


define(
    "QuantizeAndDequantizeV4Grad",
    "gradients: T, input: T, input_min: T, input_max: T",
    "input_backprop: T, input_min_backprop: T, input_max_backprop: T",
    {"T": types(dtypes.FLOATING), "axis": -1},
    infer=_infer_inside,
    kernel=_inside,
    gradient=lambda op, dy, *_: [
        raw.QuantizeAndDequantizeV4Grad(dy, *op.inputs[1:], **op.attrs)[0],
        None,
        None,
        None,
    ],
)


@public("quantization.quantize_and_dequantize_v2")
def quantize_and_dequantize_v2(
    input: Any,
    input_min: Any,
    input_max: Any,
    signed_input: bool = True,
    num_bits: int = 8,
    range_given: bool = False,
    round_mode: str = "HALF_TO_EVEN",
    name: str | None = None,
    narrow_range: bool = False,
    axis: int | None = None,
) -> Tensor:
    """What is left of floats when they are scaled to integers of some bits, rounded and scaled back.

    Args:
        input: floating tensor.
        input_min, input_max: the range, scalars or vectors along `axis`.
        signed_input: whether the integers are signed.
        num_bits: their size.
        range_given: whether the range is used; otherwise it is that of the input.
        round_mode: HALF_TO_EVEN or HALF_UP.
        narrow_range: leaves out the least integer.
        axis: the axis along which the range differs.
        name: the operation's name.

    Returns:
        Tensor like `input`. The gradient is 1 where the input is in the range and 0 outside.

    Raises:
        InvalidArgumentError: the range does not fit `axis`, or is empty.

    >>> tf.quantization.quantize_and_dequantize_v2([0.2, 0.9], 0.0, 1.0, num_bits=2).numpy()
    array([0. , 0.9], dtype=float32)
    """
    input = convert_to_tensor(input)
    return raw.QuantizeAndDequantizeV4(
        input,
        input_min,
        input_max,
        signed_input=signed_input,
        num_bits=num_bits,
        range_given=range_given,
        round_mode=round_mode,
        narrow_range=narrow_range,
        axis=axis_from_front(axis, input),
        name=name,
    )


@public("quantization.quantize_and_dequantize")
def quantize_and_dequantize(
    input: Any,
    input_min: Any,
    input_max: Any,
    signed_input: bool = True,
    num_bits: int = 8,
    range_given: bool = False,
    round_mode: str = "HALF_TO_EVEN",
    name: str | None = None,
    narrow_range: bool = False,
    axis: int | None = None,
) -> Tensor:
    """`tf.quantization.quantize_and_dequantize_v2`, with a gradient of 1 outside of the range too.

    >>> tf.quantization.quantize_and_dequantize([0.2, 0.9], 0.0, 1.0, num_bits=2).numpy()
    array([0. , 0.9], dtype=float32)
    """
    input = convert_to_tensor(input)
    return raw.QuantizeAndDequantizeV2(
        input,
        input_min,
        input_max,
        signed_input=signed_input,
        num_bits=num_bits,
        range_given=range_given,
        round_mode=round_mode,
        narrow_range=narrow_range,
        axis=axis_from_front(axis, input),
        name=name,
    )
