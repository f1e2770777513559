"""Rows combined by segment, ids sorted from 0: `tf.math.segment_sum` and its kin.

    out[s] = combination of data[i] over i with segment_ids[i] = s

There is one result row for each id up to the last; a missing id has 0 (1 for products). Ids in any
order are in `unsorted_segments`; the forms that gather rows by `indices` first are in
`sparse_segments`.
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
from stagelight.core.tensor import Tensor
from stagelight.ops.reductions.unsorted_segments import gradient_of_products
from stagelight.public import public
from stagelight.types import dtypes
from stagelight.types.shapes import TensorShape

# ---------------------------------------------------------------------------- sorted segments


def _infer_sorted(data: Tensor, segment_ids: Tensor) -> Inferred:
    if segment_ids.shape.rank not in (None, 1):
        raise invalid(
            f"segment_ids should be a vector. Received shape: {shape_text(segment_ids.shape)}"
        )
    if data.shape.rank == 0:
        raise invalid("data must be at least rank 1")
    if data.shape.rank is None:
        return Inferred(UNKNOWN, data.dtype)
    if not data.shape[:1].is_compatible_with(segment_ids.shape[:1]):
        raise _size_error(data.shape, segment_ids.shape)
    ids = constant_value(segment_ids)
    first = None if ids is None else int(ids[-1]) + 1 if ids.size else 0
    return Inferred(TensorShape([first]).concatenate(data.shape[1:]), data.dtype)


def _size_error(data: Any, segment_ids: Any) -> Exception:
    return invalid(
        "segment_ids should be the same size as dimension 0 of input. Received shapes: data "
        f"{shape_text(data)}, segment_ids {shape_text(segment_ids)}"
    )


def check_sorted(segment_ids: np.ndarray) -> None:
    """Checks that ids are not negative and do not decrease."""
    if segment_ids.size:
        if segment_ids[0] < 0:
            raise invalid("segment ids must be >= 0")
        if (segment_ids[1:] < segment_ids[:-1]).any():
            raise invalid("segment ids are not increasing")


def _sorted(ufunc: np.ufunc, start: int, is_mean: bool = False) -> Callable[..., np.ndarray]:
    def kernel(xp: ModuleType, data: np.ndarray, segment_ids: np.ndarray) -> np.ndarray:
        if segment_ids.ndim != 1:
            raise invalid(
                f"segment_ids should be a vector. Received shape: {shape_text(segment_ids.shape)}"
            )
        if data.shape[:1] != segment_ids.shape:
            raise _size_error(data.shape, segment_ids.shape)
        check_sorted(segment_ids)
        count = int(segment_ids[-1]) + 1 if segment_ids.size else 0
        out = np.full((count, *data.shape[1:]), start, data.dtype)
        if not segment_ids.size:
            return out
        starts = np.flatnonzero(np.r_[True, segment_ids[1:] != segment_ids[:-1]])
        values = ufunc.reduceat(data, starts, axis=0, dtype=data.dtype)
        if is_mean:
            lengths = np.diff(np.r_[starts, len(segment_ids)])
            lengths = lengths.reshape(-1, *[1] * (data.ndim - 1)).astype(data.dtype)
            if data.dtype.kind in "iu":  # TF: integer means are cut off toward zero.
                values = np.trunc(values / lengths).astype(data.dtype)
            else:
                values = values / lengths
        out[segment_ids[starts]] = values
        return out

    return kernel


def _sorted_sum_gradient(op: Any, dy: Tensor) -> list[Tensor | None]:
    return [raw.GatherV2(dy, op.inputs[1], 0), None]


def _mean_gradient(op: Any, dy: Tensor) -> list[Tensor | None]:
    data, segment_ids = op.inputs
    ones = raw.Fill(raw.Shape(segment_ids), convert_to_tensor(1, dy.dtype))
    counts = raw.GatherV2(raw.SegmentSum(ones, segment_ids), segment_ids, 0)
    rest = raw.Fill(raw.Reshape(raw.Sub(raw.Rank(data), 1), [1]), 1)
    counts = raw.Reshape(counts, raw.ConcatV2([raw.Shape(segment_ids), rest], 0))
    return [raw.RealDiv(raw.GatherV2(dy, segment_ids, 0), counts), None]


def _sorted_extreme_gradient(op: Any, dy: Tensor) -> list[Tensor | None]:
    data, segment_ids = op.inputs
    selected = raw.Equal(data, raw.GatherV2(op.output, segment_ids, 0))
    count = raw.SegmentSum(raw.Cast(selected, DstT=dy.dtype), segment_ids)
    # Row by row: a segment without rows has a count of 0.
    shares = raw.RealDiv(raw.GatherV2(dy, segment_ids, 0), raw.GatherV2(count, segment_ids, 0))
    return [raw.SelectV2(selected, shares, raw.ZerosLike(shares)), None]


def _sorted_product_gradient(op: Any, dy: Tensor) -> list[Tensor | None]:
    data, segment_ids = op.inputs
    count = raw.StridedSlice(raw.Shape(dy), [0], [1], [1], shrink_axis_mask=1)
    return [gradient_of_products(data, segment_ids, count, op.output, dy), None]


for _name, _allowed, _kernel, _gradient in (
    ("SegmentSum", dtypes.NUMERIC, _sorted(np.add, 0), _sorted_sum_gradient),
    ("SegmentMean", dtypes.NUMERIC, _sorted(np.add, 0, is_mean=True), _mean_gradient),
    ("SegmentProd", dtypes.NUMERIC, _sorted(np.multiply, 1), _sorted_product_gradient),
    ("SegmentMax", dtypes.REAL, _sorted(np.maximum, 0), _sorted_extreme_gradient),
    ("SegmentMin", dtypes.REAL, _sorted(np.minimum, 0), _sorted_extreme_gradient),
):
    define(
        _name,
        "data: T, segment_ids: Tindices",
        "output: T",
        {"T": types(_allowed), "Tindices": types(dtypes.INDEX)},
        infer=_infer_sorted,
        kernel=_kernel,
        gradient=_gradient,
    )


@public("math.segment_sum", "compat.v1.math.segment_sum", "compat.v1.segment_sum")
def segment_sum(data: Any, segment_ids: Any, name: str | None = None) -> Tensor:
    """Adds rows up by sorted segment: `out[s] = sum of data[i] over i with segment_ids[i] = s`.

    Args:
        data: numeric tensor of shape `[n, ...]`.
        segment_ids: int32 or int64 vector of length n, sorted, not negative.
        name: name of the operation.

    Returns:
        Tensor of shape `[segment_ids[-1] + 1, ...]`; 0 for an id that is missing.

    Raises:
        InvalidArgumentError: the ids are not sorted, or the sizes differ.

    >>> tf.math.segment_sum([1, 2, 3], [0, 0, 1]).numpy()
    array([3, 3], dtype=int32)
    """
    return raw.SegmentSum(data, segment_ids, name=name)


@public("math.segment_mean", "compat.v1.math.segment_mean", "compat.v1.segment_mean")
def segment_mean(data: Any, segment_ids: Any, name: str | None = None) -> Tensor:
    """The mean by sorted segment: `out[s] = mean of data[i] over i with segment_ids[i] = s`.

    Args:
        data: numeric tensor of shape `[n, ...]`.
        segment_ids: int32 or int64 vector of length n, sorted, not negative.
        name: name of the operation.

    Returns:
        Tensor of shape `[segment_ids[-1] + 1, ...]`; 0 for an id that is missing.

    Raises:
        InvalidArgumentError: the ids are not sorted, or the sizes differ.

    >>> tf.math.segment_mean([1.0, 2.0, 3.0], [0, 0, 1]).numpy()
    array([1.5, 3. ], dtype=float32)
    """
    return raw.SegmentMean(data, segment_ids, name=name)


@public("math.segment_prod", "compat.v1.math.segment_prod", "compat.v1.segment_prod")
def segment_prod(data: Any, segment_ids: Any, name: str | None = None) -> Tensor:
    """Multiplies by sorted segment: `out[s] = product of data[i] over i with segment_ids[i] = s`.

    Args:
        data: numeric tensor of shape `[n, ...]`.
        segment_ids: int32 or int64 vector of length n, sorted, not negative.
        name: name of the operation.

    Returns:
        Tensor of shape `[segment_ids[-1] + 1, ...]`; 1 for an id that is missing.

    Raises:
        InvalidArgumentError: the ids are not sorted, or the sizes differ.

    >>> tf.math.segment_prod([2, 3, 4], [0, 0, 1]).numpy()
    array([6, 4], dtype=int32)
    """
    return raw.SegmentProd(data, segment_ids, name=name)


@public("math.segment_max", "compat.v1.math.segment_max", "compat.v1.segment_max")
def segment_max(data: Any, segment_ids: Any, name: str | None = None) -> Tensor:
    """The greatest by sorted segment: `out[s] = max of data[i] over i with segment_ids[i] = s`.

    Args:
        data: real tensor of shape `[n, ...]`.
        segment_ids: int32 or int64 vector of length n, sorted, not negative.
        name: name of the operation.

    Returns:
        Tensor of shape `[segment_ids[-1] + 1, ...]`; 0 for an id that is missing.

    Raises:
        InvalidArgumentError: the ids are not sorted, or the sizes differ.

    >>> tf.math.segment_max([1, 2, 3], [0, 0, 1]).numpy()
    array([2, 3], dtype=int32)
    """
    return raw.SegmentMax(data, segment_ids, name=name)


@public("math.segment_min", "compat.v1.math.segment_min", "compat.v1.segment_min")
def segment_min(data: Any, segment_ids: Any, name: str | None = None) -> Tensor:
    """The least by sorted segment: `out[s] = min of data[i] over i with segment_ids[i] = s`.

    Args:
        data: real tensor of shape `[n, ...]`.
        segment_ids: int32 or int64 vector of length n, sorted, not negative.
        name: name of the operation.

    Returns:
        Tensor of shape `[segment_ids[-1] + 1, ...]`; 0 for an id that is missing.

    Raises:
        InvalidArgumentError: the ids are not sorted, or the sizes differ.

    >>> tf.math.segment_min([1, 2, 3], [0, 0, 1]).numpy()
    array([1, 3], dtype=int32)
    """
    return raw.SegmentMin(data, segment_ids, name=name)
