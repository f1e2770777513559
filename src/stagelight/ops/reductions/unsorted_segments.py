"""Rows combined by segment, ids in any order: `tf.math.unsorted_segment_sum` and its kin.

    out[s] = combination of data[i] over i with segment_ids[i] = s

Rows of negative id are dropped; an empty segment has what the combination starts with: 0, 1, or the
dtype's least or greatest value. The sum is also what makes a `tf.IndexedSlices` dense.
"""

from __future__ import annotations

from collections.abc import Callable
from types import ModuleType
from typing import Any

import numpy as np

from stagelight.core.convert import convert_to_tensor
from stagelight.core.inference import UNKNOWN, Inferred, constant_value, invalid, shape_text
from stagelight.core.op_def import types
from stagelight.core.raw import raw
from stagelight.core.registry import define
from stagelight.core.scopes import op_scope
from stagelight.core.tensor import Tensor
from stagelight.ops.elementwise.division import truediv
from stagelight.ops.elementwise.gradient_terms import conj
from stagelight.ops.reductions.row_accumulation import accumulate_rows
from stagelight.public import public
from stagelight.types import dtypes
from stagelight.types.dtypes import from_numpy
from stagelight.types.shapes import TensorShape

# ---------------------------------------------------------------------------- unsorted segments


def _prefix_error(data: Any, segment_ids: Any) -> Exception:
    return invalid(
        f"data.shape = {shape_text(data)} does not start with segment_ids.shape = "
        f"{shape_text(segment_ids)}"
    )


def _infer_unsorted(data: Tensor, segment_ids: Tensor, num_segments: Tensor) -> Inferred:
    ids, shape = segment_ids.shape, data.shape
    if ids.rank is None or shape.rank is None:
        return Inferred(UNKNOWN, data.dtype)
    if not shape[: ids.rank].is_compatible_with(ids):
        raise _prefix_error(shape, ids)
    count = constant_value(num_segments)
    first = None if count is None else _segment_count(count)
    return Inferred(TensorShape([first]).concatenate(shape[ids.rank :]), data.dtype)


def _segment_count(num_segments: np.ndarray) -> int:
    if num_segments.ndim:
        raise invalid(
            f"num_segments should be a scalar, not shape {shape_text(num_segments.shape)}"
        )
    count = int(num_segments)
    if count < 0:
        raise invalid(f"Input num_segments == {count} must not be negative.")
    return count


def _unsorted(ufunc: np.ufunc, start: Callable[[np.dtype], Any]) -> Callable[..., np.ndarray]:
    def kernel(
        xp: ModuleType, data: np.ndarray, segment_ids: np.ndarray, num_segments: np.ndarray
    ) -> np.ndarray:
        count = _segment_count(num_segments)
        if data.shape[: segment_ids.ndim] != segment_ids.shape:
            raise _prefix_error(data.shape, segment_ids.shape)
        places = segment_ids.reshape(-1)
        rows = data.reshape(len(places), *data.shape[segment_ids.ndim :])
        if rows.size:  # TF: ids of rows without elements are not looked at.
            if places.max() >= count:
                first = int(np.argmax(places >= count))
                raise invalid(
                    f"segment_ids[{_place(first, segment_ids.shape)}] = {places[first]} is out of "
                    f"range [0, {count})"
                )
            if places.min() < 0:
                kept = places >= 0
                places, rows = places[kept], rows[kept]
        out = np.full((count, *rows.shape[1:]), start(data.dtype), data.dtype)
        if rows.size:
            accumulate_rows(out, places, rows, ufunc)
        return out

    return kernel


def _place(flat: int, shape: tuple[int, ...]) -> str:
    return ",".join(str(int(i)) for i in np.unravel_index(flat, shape))


def _lowest(dtype: np.dtype) -> Any:
    return from_numpy(dtype).min


def _highest(dtype: np.dtype) -> Any:
    return from_numpy(dtype).max


def _rows_by_id(x: Tensor, segment_ids: Tensor) -> tuple[Tensor, Tensor]:
    """`x[segment_ids]`, zero where an id is negative, and whether it is not, in the rows' rank."""
    kept = raw.GreaterEqual(segment_ids, 0)
    if x.shape.rank is None or not x.shape[0]:
        # There may be no segments, and then only negative ids, which find the row of zeros.
        row = raw.ConcatV2([[1], raw.StridedSlice(raw.Shape(x), [1], [0], [1], end_mask=1)], 0)
        x = raw.ConcatV2([x, raw.Fill(row, convert_to_tensor(0, x.dtype))], 0)
    rows = raw.GatherV2(x, raw.Maximum(segment_ids, 0), 0)
    missing = raw.Sub(raw.Rank(rows), raw.Rank(kept))
    ones = raw.Fill(raw.Reshape(missing, [1]), 1)
    kept = raw.Reshape(kept, raw.ConcatV2([raw.Shape(kept), ones], 0))
    kept = raw.LogicalAnd(kept, raw.OnesLike(raw.Cast(rows, DstT=dtypes.bool_)))
    return raw.SelectV2(kept, rows, raw.ZerosLike(rows)), kept


def _sum_gradient(op: Any, dy: Tensor) -> list[Tensor | None]:
    return [_rows_by_id(dy, op.inputs[1])[0], None, None]


def _extreme_gradient(op: Any, dy: Tensor) -> list[Tensor | None]:
    data, segment_ids, num_segments = op.inputs
    extremes, kept = _rows_by_id(op.output, segment_ids)
    selected = raw.LogicalAnd(raw.Equal(data, extremes), kept)
    # Rows that share the extreme share the gradient.
    count = raw.UnsortedSegmentSum(raw.Cast(selected, DstT=dy.dtype), segment_ids, num_segments)
    shares, _ = _rows_by_id(raw.RealDiv(dy, count), segment_ids)
    return [raw.SelectV2(selected, shares, raw.ZerosLike(shares)), None, None]


def _product_gradient(op: Any, dy: Tensor) -> list[Tensor | None]:
    data, segment_ids, num_segments = op.inputs
    return [gradient_of_products(data, segment_ids, num_segments, op.output, dy), None, None]


def gradient_of_products(
    data: Tensor, segment_ids: Tensor, num_segments: Tensor, products: Tensor, dy: Tensor
) -> Tensor:
    """The product of a segment's other rows, times dy; a lone zero gets that of the rest."""
    is_zero = raw.Equal(data, raw.ZerosLike(data))
    zeros = raw.UnsortedSegmentSum(raw.Cast(is_zero, DstT=dtypes.int32), segment_ids, num_segments)
    dy = raw.SelectV2(raw.Greater(zeros, 1), raw.ZerosLike(dy), dy)
    others = raw.SelectV2(is_zero, raw.OnesLike(data), data)
    other_products = raw.UnsortedSegmentProd(others, segment_ids, num_segments)
    of_zero, _ = _rows_by_id(other_products, segment_ids)
    of_others = raw.RealDiv(_rows_by_id(products, segment_ids)[0], others)
    partial = raw.SelectV2(is_zero, of_zero, of_others)
    return raw.Mul(_rows_by_id(dy, segment_ids)[0], conj(partial))


def _define_unsorted(
    op_name: str,
    allowed: Any,
    ufunc: np.ufunc,
    start: Callable[[np.dtype], Any],
    gradient: Callable[..., Any],
    indices: Any = dtypes.INDEX,
) -> None:
    define(
        op_name,
        "data: T, segment_ids: Tindices, num_segments: Tnumsegments",
        "output: T",
        {
            "T": types(allowed),
            "Tindices": types(indices),
            "Tnumsegments": types(dtypes.INDEX, dtypes.int32),
        },
        requires={"num_segments": "scalar"},
        infer=_infer_unsorted,
        kernel=_unsorted(ufunc, start),
        gradient=gradient,
    )


_define_unsorted(
    "UnsortedSegmentSum",
    dtypes.NUMERIC,
    np.add,
    lambda dtype: 0,
    _sum_gradient,
    indices=(dtypes.int16, *dtypes.INDEX),
)
_define_unsorted(
    "UnsortedSegmentProd", dtypes.NUMERIC, np.multiply, lambda dtype: 1, _product_gradient
)
_define_unsorted("UnsortedSegmentMax", dtypes.REAL, np.maximum, _lowest, _extreme_gradient)
_define_unsorted("UnsortedSegmentMin", dtypes.REAL, np.minimum, _highest, _extreme_gradient)


@public(
    "math.unsorted_segment_sum",
    "compat.v1.math.unsorted_segment_sum",
    "compat.v1.unsorted_segment_sum",
)
def unsorted_segment_sum(
    data: Any, segment_ids: Any, num_segments: Any, name: str | None = None
) -> Tensor:
    """Adds rows up by segment: `out[s] = sum of data[i] over i with segment_ids[i] = s`.

    Args:
        data: numeric tensor of shape `segment_ids.shape + rest`.
        segment_ids: integer tensor; rows of negative id are dropped.
        num_segments: how many segments there are.
        name: name of the operation.

    Returns:
        Tensor of shape `[num_segments] + rest`; 0 for an empty segment.

    Raises:
        InvalidArgumentError: an id is not below num_segments, or the shapes do not fit.

    >>> tf.math.unsorted_segment_sum([1, 2, 3], [1, 0, 1], 2).numpy()
    array([2, 4], dtype=int32)
    """
    return raw.UnsortedSegmentSum(data, segment_ids, num_segments, name=name)


@public(
    "math.unsorted_segment_prod",
    "compat.v1.math.unsorted_segment_prod",
    "compat.v1.unsorted_segment_prod",
)
def unsorted_segment_prod(
    data: Any, segment_ids: Any, num_segments: Any, name: str | None = None
) -> Tensor:
    """Multiplies rows by segment: `out[s] = product of data[i] over i with segment_ids[i] = s`.

    Args:
        data: numeric tensor of shape `segment_ids.shape + rest`.
        segment_ids: integer tensor; rows of negative id are dropped.
        num_segments: how many segments there are.
        name: name of the operation.

    Returns:
        Tensor of shape `[num_segments] + rest`; 1 for an empty segment.

    Raises:
        InvalidArgumentError: an id is not below num_segments, or the shapes do not fit.

    >>> tf.math.unsorted_segment_prod([1, 2, 3], [1, 0, 1], 2).numpy()
    array([2, 3], dtype=int32)
    """
    return raw.UnsortedSegmentProd(data, segment_ids, num_segments, name=name)


@public(
    "math.unsorted_segment_max",
    "compat.v1.math.unsorted_segment_max",
    "compat.v1.unsorted_segment_max",
)
def unsorted_segment_max(
    data: Any, segment_ids: Any, num_segments: Any, name: str | None = None
) -> Tensor:
    """The greatest by segment: `out[s] = max of data[i] over i with segment_ids[i] = s`.

    Args:
        data: real tensor of shape `segment_ids.shape + rest`.
        segment_ids: integer tensor; rows of negative id are dropped.
        num_segments: how many segments there are.
        name: name of the operation.

    Returns:
        Tensor of shape `[num_segments] + rest`; the dtype's least value for an empty segment.

    Raises:
        InvalidArgumentError: an id is not below num_segments, or the shapes do not fit.

    >>> tf.math.unsorted_segment_max([1, 2, 3], [1, 0, 1], 2).numpy()
    array([2, 3], dtype=int32)
    """
    return raw.UnsortedSegmentMax(data, segment_ids, num_segments, name=name)


@public(
    "math.unsorted_segment_min",
    "compat.v1.math.unsorted_segment_min",
    "compat.v1.unsorted_segment_min",
)
def unsorted_segment_min(
    data: Any, segment_ids: Any, num_segments: Any, name: str | None = None
) -> Tensor:
    """The least by segment: `out[s] = min of data[i] over i with segment_ids[i] = s`.

    Args:
        data: real tensor of shape `segment_ids.shape + rest`.
        segment_ids: integer tensor; rows of negative id are dropped.
        num_segments: how many segments there are.
        name: name of the operation.

    Returns:
        Tensor of shape `[num_segments] + rest`; the dtype's greatest value for an empty segment.

    Raises:
        InvalidArgumentError: an id is not below num_segments, or the shapes do not fit.

    >>> tf.math.unsorted_segment_min([1, 2, 3], [1, 0, 1], 2).numpy()
    array([2, 1], dtype=int32)
    """
    return raw.UnsortedSegmentMin(data, segment_ids, num_segments, name=name)


def _counts(data: Tensor, segment_ids: Tensor, num_segments: Any) -> Tensor:
    """The number of rows by segment, at least 1, in the rank of the sums."""
    ones = raw.Fill(raw.Shape(segment_ids), convert_to_tensor(1, data.dtype))
    counts = raw.Maximum(raw.UnsortedSegmentSum(ones, segment_ids, num_segments), 1)
    rest = raw.Sub(raw.Rank(data), raw.Rank(segment_ids))
    shape = raw.ConcatV2([raw.Shape(counts), raw.Fill(raw.Reshape(rest, [1]), 1)], 0)
    return raw.Reshape(counts, shape)


@public(
    "math.unsorted_segment_mean",
    "compat.v1.math.unsorted_segment_mean",
    "compat.v1.unsorted_segment_mean",
)
def unsorted_segment_mean(
    data: Any, segment_ids: Any, num_segments: Any, name: str | None = None
) -> Tensor:
    """The mean by segment: `out[s] = sum of data[i] / n` over the n places with segment_ids[i] = s.

    Args:
        data: numeric tensor of shape `segment_ids.shape + rest`; integers are divided as floats.
        segment_ids: integer tensor; rows of negative id are dropped.
        num_segments: how many segments there are.
        name: name of the operation.

    Returns:
        Tensor of shape `[num_segments] + rest`; 0 for an empty segment.

    Raises:
        InvalidArgumentError: an id is not below num_segments, or the shapes do not fit.

    >>> tf.math.unsorted_segment_mean([1.0, 2.0, 3.0], [1, 0, 1], 2).numpy()
    array([2., 2.], dtype=float32)
    """
    with op_scope(name or "UnsortedSegmentMean"):
        data, segment_ids = convert_to_tensor(data), convert_to_tensor(segment_ids)
        total = raw.UnsortedSegmentSum(data, segment_ids, num_segments)
        return truediv(total, _counts(data, segment_ids, num_segments))


@public(
    "math.unsorted_segment_sqrt_n",
    "compat.v1.math.unsorted_segment_sqrt_n",
    "compat.v1.unsorted_segment_sqrt_n",
)
def unsorted_segment_sqrt_n(
    data: Any, segment_ids: Any, num_segments: Any, name: str | None = None
) -> Tensor:
    """The scaled sum by segment: `out[s] = sum of data[i] / sqrt(n)` over the n places of id s.

    Args:
        data: floating or complex tensor of shape `segment_ids.shape + rest`.
        segment_ids: integer tensor; rows of negative id are dropped.
        num_segments: how many segments there are.
        name: name of the operation.

    Returns:
        Tensor of shape `[num_segments] + rest`; 0 for an empty segment.

    Raises:
        InvalidArgumentError: an id is not below num_segments, or the shapes do not fit.

    >>> tf.math.unsorted_segment_sqrt_n([1.0, 2.0, 1.0, 1.0, 1.0], [1, 0, 1, 1, 1], 2).numpy()
    array([2., 2.], dtype=float32)
    """
    with op_scope(name or "UnsortedSegmentSqrtN"):
        data, segment_ids = convert_to_tensor(data), convert_to_tensor(segment_ids)
        total = raw.UnsortedSegmentSum(data, segment_ids, num_segments)
        return raw.RealDiv(total, raw.Sqrt(_counts(data, segment_ids, num_segments)))
