"""The monotone sequence that is nearest: `tf.nn.isotonic_regression`."""

from __future__ import annotations

from types import ModuleType
from typing import Any

import numpy as np

from stagelight.core.convert import convert_to_tensor
from stagelight.core.inference import Inferred
from stagelight.core.op_def import types
from stagelight.core.raw import raw
from stagelight.core.registry import define
from stagelight.core.scopes import op_scope
from stagelight.core.tensor import Tensor
from stagelight.ops.arrays.axis_order import swapped_with_last
from stagelight.public import public
from stagelight.types import dtypes
from stagelight.types.dtypes import DType

_FLOATS = (dtypes.float16, dtypes.bfloat16, dtypes.float32, dtypes.float64)


def _infer(input: Tensor, *, output_dtype: DType = dtypes.float32) -> tuple[Inferred, Inferred]:
    return Inferred(input.shape, output_dtype), Inferred(input.shape, dtypes.int32)


def _pool(row: np.ndarray, result: np.ndarray, segments: np.ndarray) -> None:
    """Neighbours in the wrong order are replaced by their mean, until none are (PAVA)."""
    sums: list[float] = []
    counts: list[int] = []
    for value in row.tolist():
        total, count = value, 1
        while sums and sums[-1] * count < total * counts[-1]:
            total += sums.pop()
            count += counts.pop()
        sums.append(total)
        counts.append(count)
    result[:] = np.repeat(np.array(sums) / np.array(counts), counts)
    segments[:] = np.repeat(np.arange(len(counts)), counts)


def _regress(
    xp: ModuleType, input: np.ndarray, *, output_dtype: DType = dtypes.float32
) -> tuple[np.ndarray, np.ndarray]:
    rows = np.atleast_1d(input)
    wide = rows.astype(np.float64)
    result = np.zeros(rows.shape, output_dtype.numpy_dtype)
    segments = np.zeros(rows.shape, np.int32)
    for place in np.ndindex(rows.shape[:-1]) if rows.size else ():
        _pool(wide[place], result[place], segments[place])
    return result.reshape(input.shape), segments.reshape(input.shape)


def _gradient(op: Any, dy: Tensor, _: Any) -> Tensor:
    """Within a segment each element takes the mean of the gradients."""
    x, segments = op.inputs[0], op.outputs[1]
    shape = raw.Shape(x)
    size = raw.StridedSlice(shape, [-1], [0], [1], end_mask=1)
    flat = raw.Reshape(dy, raw.ConcatV2([[-1], size], np.int32(0)))
    rows = raw.GatherV2(raw.Shape(flat), np.int32(0), np.int32(0))
    length = raw.Squeeze(size)
    first = raw.ExpandDims(raw.Mul(raw.Range(0, rows, 1), length), np.int32(1))
    ids = raw.AddV2(raw.Reshape(segments, raw.Shape(flat)), first)
    count = raw.Mul(rows, length)
    sums = raw.UnsortedSegmentSum(flat, ids, count)
    counts = raw.UnsortedSegmentSum(raw.OnesLike(flat), ids, count)
    mean = raw.RealDiv(raw.GatherV2(sums, ids, np.int32(0)), raw.GatherV2(counts, ids, np.int32(0)))
    result = raw.Reshape(mean, shape)
    return result if result.dtype == x.dtype else raw.Cast(result, DstT=x.dtype)


define(
    "IsotonicRegression",
    "input: T",
    "output: output_dtype, segments: int32",
    {"T": types(dtypes.REAL), "output_dtype": types(_FLOATS, dtypes.float32)},
    infer=_infer,
    kernel=_regress,
    gradient=_gradient,
)


def _output_dtype(dtype: DType) -> DType:
    if dtype in _FLOATS:
        return dtype
    return dtypes.float32 if dtype in (dtypes.int8, dtypes.int16) else dtypes.float64


def _with_last(x: Tensor, axis: int) -> Tensor:
    """`x` with an axis and the last exchanged."""
    if x.shape.rank is None:
        raise ValueError("isotonic_regression along another axis than the last needs a known rank.")
    return raw.Transpose(x, swapped_with_last(x, axis))


@public("nn.isotonic_regression")
def isotonic_regression(inputs: Any, decreasing: bool = True, axis: int = -1) -> Any:
    """The `y` that minimizes `sum((x - y)**2)` with `y[0] >= y[1] >= ...`, for rows of x.

    It is found by pooling neighbours that are in the wrong order (Best and Chakravarti, 1990).

    Args:
        inputs: real tensor of at least one axis.
        decreasing: whether `y` decreases; False: it increases.
        axis: the axis along which.

    Returns:
        The tuple (output, segments): the floating sequence, and int32 numbers that tell apart the parts in
        which it is constant.

    Raises:
        ValueError: `axis` is not the last and the rank is not known.

    >>> tf.nn.isotonic_regression([3.0, 1.0, 2.0])[0].numpy()
    array([3. , 1.5, 1.5], dtype=float32)
    """
    with op_scope("isotonic_regression"):
        x = convert_to_tensor(inputs)
        dtype = _output_dtype(x.dtype)
        is_last = axis in (-1, None if x.shape.rank is None else x.shape.rank - 1)
        if not is_last:
            x = _with_last(x, axis)
        if not decreasing:
            x = raw.Neg(x)
        found = raw.IsotonicRegression(x, output_dtype=dtype)
        if decreasing and is_last:
            return found
        output, segments = found
        if not decreasing:
            output = raw.Neg(output)
        if not is_last:
            output, segments = _with_last(output, axis), _with_last(segments, axis)
        return output, segments
