"""Quantised numbers: `tf.quantization.quantize` and `dequantize`.

The range [min_range, max_range] of floats is laid over the integers of a dtype:

    MIN_COMBINED   linearly, end to end
    MIN_FIRST      the same, with a step that makes zero an integer
    SCALED         by one factor, so that zero stays zero
"""

from __future__ import annotations

from types import ModuleType
from typing import Any

import numpy as np

from stagelight.core.convert import convert_to_tensor
from stagelight.core.inference import Inferred, invalid
from stagelight.core.op_def import attr, types
from stagelight.core.raw import raw
from stagelight.core.registry import define
from stagelight.core.tensor import Tensor
from stagelight.ops.quantization.rounded_range import (
    along,
    as_scalar,
    axis_from_front,
    check_ends,
    half_away_from_zero,
    half_to_even,
    infer_ends,
)
from stagelight.public import public
from stagelight.types import dtypes
from stagelight.types.dtypes import DType, as_dtype

_MODES = attr("string", "MIN_COMBINED", ("MIN_COMBINED", "MIN_FIRST", "SCALED"))
_ROUNDS = {"HALF_AWAY_FROM_ZERO": half_away_from_zero, "HALF_TO_EVEN": half_to_even}


def _integers_of(dtype: DType) -> np.iinfo[Any]:
    return np.iinfo(dtype.numpy_dtype[0])


# ---------------------------------------------------------------------------- QuantizeV2


def _infer_quantize(
    input: Tensor, min_range: Tensor, max_range: Tensor, *, T: DType, axis: int = -1, **_: Any
) -> tuple[Inferred, Inferred, Inferred]:
    end = Inferred(infer_ends(input, min_range, max_range, axis), dtypes.float32)
    return Inferred(input.shape, T), end, end


def _quantize(
    xp: ModuleType,
    input: np.ndarray,
    min_range: np.ndarray,
    max_range: np.ndarray,
    *,
    T: DType,
    mode: str = "MIN_COMBINED",
    round_mode: str = "HALF_AWAY_FROM_ZERO",
    narrow_range: bool = False,
    axis: int = -1,
    ensure_minimum_range: float = 0.01,
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    if round_mode == "HALF_TO_EVEN" and mode != "SCALED":
        raise invalid("Round mode 'HALF_TO_EVEN' only supported for mode 'SCALED'.")
    if axis == -1:
        min_range, max_range = as_scalar(min_range, "min_range"), as_scalar(max_range, "max_range")
    check_ends(input, min_range, max_range, axis)
    if not (min_range <= max_range).all():
        raise invalid("input_max_range must be larger than input_min_range.")
    low = np.minimum(np.float32(0), min_range)
    width = np.maximum(np.float32(1), np.maximum(np.abs(min_range), np.abs(max_range)))
    high = np.maximum(max_range, low + width * np.float32(ensure_minimum_range))
    high = np.maximum(np.float32(0), high)
    if mode == "SCALED":
        integers, low, high = _scaled(input, low, high, T, narrow_range, round_mode, axis)
    else:
        place = along(low, input, axis), along(high, input, axis)
        integers = (_combined if mode == "MIN_COMBINED" else _min_first)(input, *place, T)
    shape = min_range.shape
    stored = T.numpy_dtype
    return (
        np.ascontiguousarray(integers).astype(stored[0]).view(stored).reshape(input.shape),
        low.reshape(shape).astype(np.float32),
        high.reshape(shape).astype(np.float32),
    )


def _combined(x: np.ndarray, low: Any, high: Any, dtype: DType) -> np.ndarray:
    integers = _integers_of(dtype)
    factor = ((float(integers.max) - integers.min) / (high - low)).astype(np.float32)
    above = (np.maximum(np.minimum(x, high), low) - low) * factor
    if integers.min == 0:
        return np.trunc(above + np.float32(0.5))
    return half_away_from_zero(above - np.float32((float(integers.max) - integers.min + 1) / 2))


def _min_first(x: np.ndarray, low: Any, high: Any, dtype: DType) -> np.ndarray:
    integers = _integers_of(dtype)
    most = float(integers.max) - integers.min
    scale = (most / (high - low).astype(np.float64)).astype(np.float32)
    offset = half_away_from_zero(low * scale) - np.float32(integers.min)
    # The greatest float32 that an int32 holds is less than its greatest value.
    greatest = np.float32(min(integers.max, 2147483520))
    quantized = half_away_from_zero(x * scale) - offset
    return np.minimum(np.maximum(quantized, np.float32(integers.min)), greatest)


def _scaled(
    x: np.ndarray,
    low: np.ndarray,
    high: np.ndarray,
    dtype: DType,
    narrow_range: bool,
    round_mode: str,
    axis: int,
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    integers = _integers_of(dtype)
    least = np.float32(integers.min + (1 if narrow_range else 0))
    most = np.float32(integers.max)
    largest = np.finfo(np.float32).max
    with np.errstate(all="ignore"):
        from_low = np.where(least * low > 0, least / low, largest).astype(np.float32)
        from_high = np.where(most * high > 0, most / high, largest).astype(np.float32)
    factor = np.minimum(from_low, from_high)
    low, high = least / factor, most / factor
    clipped = np.maximum(np.minimum(x, along(high, x, axis)), along(low, x, axis))
    return _ROUNDS[round_mode](clipped * along(factor, x, axis)), low, high


define(
    "QuantizeV2",
    "input: float32, min_range: float32, max_range: float32",
    "output: T, output_min: float32, output_max: float32",
    {
        "T": types(dtypes.QUANTIZED),
        "mode": _MODES,
        "round_mode": attr("string", "HALF_AWAY_FROM_ZERO", tuple(_ROUNDS)),
        "narrow_range": False,
        "axis": -1,
        "ensure_minimum_range": 0.01,
    },
    infer=_infer_quantize,
    kernel=_quantize,
)


# ---------------------------------------------------------------------------- Dequantize


def _infer_dequantize(
    input: Tensor,
    min_range: Tensor,
    max_range: Tensor,
    *,
    dtype: DType = dtypes.float32,
    axis: int = -1,
    **_: Any,
) -> Inferred:
    infer_ends(input, min_range, max_range, axis)
    return Inferred(input.shape, dtype)


def _dequantize(
    xp: ModuleType,
    input: np.ndarray,
    min_range: np.ndarray,
    max_range: np.ndarray,
    *,
    mode: str = "MIN_COMBINED",
    narrow_range: bool = False,
    axis: int = -1,
    dtype: DType = dtypes.float32,
) -> np.ndarray:
    if axis == -1:
        min_range, max_range = as_scalar(min_range, "min_range"), as_scalar(max_range, "max_range")
    check_ends(input, min_range, max_range, axis)
    stored = input.view(input.dtype[0])
    integers = np.iinfo(stored.dtype)
    low, high = along(min_range, input, axis), along(max_range, input, axis)
    if mode == "SCALED":
        floats = stored.astype(np.float32) * _scale(low, high, integers, narrow_range)
    elif mode == "MIN_COMBINED":
        half = 0.0 if integers.min == 0 else (float(integers.max) - integers.min + 1) / 2
        factor = (high - low) / np.float32(float(integers.max) - integers.min)
        floats = (stored.astype(np.float32) + np.float32(half)) * factor + low
    else:
        most = float(integers.max) - integers.min
        factor = ((high - low).astype(np.float64) / most).astype(np.float32)
        with np.errstate(all="ignore"):
            first = np.where(low == high, low, half_away_from_zero(low / factor) * factor)
        floats = (first - np.float32(integers.min) * factor) + stored.astype(np.float32) * factor
    return floats.astype(dtype.numpy_dtype)


def _scale(low: Any, high: Any, integers: np.iinfo[Any], narrow_range: bool) -> Any:
    least = integers.min + (1 if narrow_range else 0)
    of_high = high / np.float32(integers.max)
    return of_high if integers.min == 0 else np.maximum(low / np.float32(least), of_high)


define(
    "Dequantize",
    "input: T, min_range: float32, max_range: float32",
    "output: dtype",
    {
        "T": types(dtypes.QUANTIZED),
        "mode": _MODES,
        "narrow_range": False,
        "axis": -1,
        "dtype": types((dtypes.bfloat16, dtypes.float32), dtypes.float32),
    },
    infer=_infer_dequantize,
    kernel=_dequantize,
)


# ---------------------------------------------------------------------------- public functions


@public("quantization.quantize", "compat.v1.quantize")
def quantize(
    input: Any,
    min_range: Any,
    max_range: Any,
    T: Any,
    mode: str = "MIN_COMBINED",
    round_mode: str = "HALF_AWAY_FROM_ZERO",
    name: str | None = None,
    narrow_range: bool = False,
    axis: int | None = None,
    ensure_minimum_range: float = 0.01,
) -> Any:
    """Floats as quantised integers.

    In mode MIN_COMBINED `out = (x - min_range) * (T.max - T.min) / (max_range - min_range)`, less half
    of the integers' range for signed dtypes; in mode SCALED `out = x * factor`.

    Args:
        input: float32 tensor.
        min_range, max_range: float32 scalars, or vectors along `axis`: which floats become the least and
            the greatest integer.
        T: `tf.qint8`, `quint8`, `qint16`, `quint16` or `qint32`.
        mode: MIN_COMBINED, MIN_FIRST or SCALED.
        round_mode: HALF_AWAY_FROM_ZERO, or in mode SCALED HALF_TO_EVEN.
        narrow_range: leaves out the least integer, in mode SCALED.
        axis: the axis along which the range differs.
        ensure_minimum_range: the least width of the range, relative to its ends.
        name: the operation's name.

    Returns:
        The tuple (output, output_min, output_max): the integers, and the range that was used.

    Raises:
        InvalidArgumentError: the ends do not fit `axis`, or `min_range` is above `max_range`.

    >>> q = tf.quantization.quantize([-1.0, 0.0, 2.0], -1.0, 2.0, tf.quint8)
    >>> tf.cast(q.output, tf.int32).numpy()
    array([  0,  85, 255], dtype=int32)
    """
    input = convert_to_tensor(input, dtypes.float32)
    return raw.QuantizeV2(
        input,
        min_range,
        max_range,
        T=as_dtype(T),
        mode=mode,
        round_mode=round_mode,
        narrow_range=narrow_range,
        axis=axis_from_front(axis, input),
        ensure_minimum_range=float(ensure_minimum_range),
        name=name,
    )


@public("quantization.dequantize", "compat.v1.dequantize")
def dequantize(
    input: Any,
    min_range: Any,
    max_range: Any,
    mode: str = "MIN_COMBINED",
    name: str | None = None,
    axis: int | None = None,
    narrow_range: bool = False,
    dtype: Any = dtypes.float32,
) -> Tensor:
    """The floats that quantised integers stand for; undoes `tf.quantization.quantize`.

    Args:
        input: tensor of a quantised dtype.
        min_range, max_range: the floats of the least and the greatest integer.
        mode, axis, narrow_range: as they were quantised.
        dtype: float32 or bfloat16.
        name: the operation's name.

    Raises:
        InvalidArgumentError: the ends do not fit `axis`.

    >>> q = tf.quantization.quantize([-1.0, 0.0, 2.0], -1.0, 2.0, tf.quint8)
    >>> tf.quantization.dequantize(*q).numpy()
    array([-1.,  0.,  2.], dtype=float32)
    """
    input = convert_to_tensor(input)
    return raw.Dequantize(
        input,
        min_range,
        max_range,
        mode=mode,
        narrow_range=narrow_range,
        axis=axis_from_front(axis, input),
        dtype=as_dtype(dtype),
        name=name,
    )
