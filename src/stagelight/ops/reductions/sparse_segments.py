"""Segment sums of gathered rows: `tf.sparse.segment_sum`, `segment_mean`, `segment_sqrt_n`.

    out[s] = sum of data[indices[i]] over i with segment_ids[i] = s, times 1, 1 / n or 1 / sqrt(n)

for the n places i of segment s; ids are sorted. What `tf.nn.embedding_lookup_sparse` is made of.
"""

from __future__ import annotations

from collections.abc import Callable
from types import ModuleType
from typing import Any

import numpy as np

from stagelight.core.convert import convert_to_tensor
from stagelight.core.indexed_slices import IndexedSlices
from stagelight.core.inference import UNKNOWN, Inferred, constant_value, invalid, shape_text
from stagelight.core.op_def import types
from stagelight.core.raw import raw
from stagelight.core.registry import define
from stagelight.core.tensor import Tensor
from stagelight.ops.reductions.row_accumulation import accumulate_rows
from stagelight.ops.reductions.segments import check_sorted
from stagelight.public import public
from stagelight.types import dtypes
from stagelight.types.shapes import TensorShape

# The power of the number of rows by which a sum is divided.
_POWERS = {"Sum": 0.0, "Mean": 1.0, "SqrtN": 0.5}


def _kernel(power: float) -> Callable[..., np.ndarray]:
    def kernel(
        xp: ModuleType,
        data: np.ndarray,
        indices: np.ndarray,
        segment_ids: np.ndarray,
        num_segments: np.ndarray | None = None,
        sparse_gradient: bool = False,
    ) -> np.ndarray:
        if indices.shape != segment_ids.shape or indices.ndim != 1:
            raise invalid(
                "segment_ids and indices should be vectors of the same size. Received shapes: "
                f"{shape_text(segment_ids.shape)} and {shape_text(indices.shape)}"
            )
        check_sorted(segment_ids)
        count = int(segment_ids[-1]) + 1 if segment_ids.size else 0
        if num_segments is not None:
            if int(num_segments) < count:
                raise invalid("segment ids must be < num_segments")
            count = int(num_segments)
        bad = (indices < 0) | (indices >= len(data))
        if bad.any():
            first = int(np.argmax(bad))
            raise invalid(
                f"Bad: indices[{first}] == {indices[first]} out of range [0, {len(data)})"
            )
        wide = (
            np.float32 if data.dtype.itemsize == 2 and data.dtype.kind not in "iu" else data.dtype
        )
        out = np.zeros((count, *data.shape[1:]), wide)
        accumulate_rows(out, segment_ids, data[indices].astype(wide), np.add)
        if power:
            lengths = np.maximum(np.bincount(segment_ids, minlength=count), 1).astype(wide)
            out /= (lengths**power).astype(wide).reshape(-1, *[1] * (data.ndim - 1))
        return out.astype(data.dtype)

    return kernel


def _infer(
    data: Tensor,
    indices: Tensor,
    segment_ids: Tensor,
    num_segments: Tensor | None = None,
    **_attrs: Any,
) -> Inferred:
    if not indices.shape.is_compatible_with(segment_ids.shape):
        raise invalid(
            "segment_ids and indices should have the same size. Received shapes: "
            f"{shape_text(segment_ids.shape)} and {shape_text(indices.shape)}"
        )
    if data.shape.rank is None:
        return Inferred(UNKNOWN, data.dtype)
    if num_segments is not None:
        value = constant_value(num_segments)
        count = None if value is None else int(value)
    else:
        ids = constant_value(segment_ids)
        count = None if ids is None else int(ids[-1]) + 1 if ids.size else 0
    return Inferred(TensorShape([count]).concatenate(data.shape[1:]), data.dtype)


def _gradient(power: float) -> Callable[..., list[Any]]:
    def gradient(op: Any, dy: Tensor) -> list[Any]:
        data, indices, segment_ids = op.inputs[:3]
        rows = raw.GatherV2(dy, segment_ids, 0)
        if power:
            ones = raw.Fill(raw.Shape(segment_ids), convert_to_tensor(1, dy.dtype))
            segments = raw.StridedSlice(raw.Shape(dy), [0], [1], [1], shrink_axis_mask=1)
            lengths = raw.UnsortedSegmentSum(ones, segment_ids, segments)
            lengths = raw.GatherV2(lengths, segment_ids, 0)
            if power == _POWERS["SqrtN"]:
                lengths = raw.Sqrt(lengths)
            rest = raw.Fill(raw.Reshape(raw.Sub(raw.Rank(dy), 1), [1]), 1)
            lengths = raw.Reshape(lengths, raw.ConcatV2([raw.Shape(lengths), rest], 0))
            rows = raw.RealDiv(rows, lengths)
        others = [None] * (len(op.inputs) - 1)
        if op.attr_value("sparse_gradient"):
            return [IndexedSlices(rows, indices, raw.Shape(data)), *others]
        count = raw.StridedSlice(raw.Shape(data), [0], [1], [1], shrink_axis_mask=1)
        return [raw.UnsortedSegmentSum(rows, indices, count), *others]

    return gradient


for _kind, _power in _POWERS.items():
    for _suffix, _more in (("", ""), ("WithNumSegments", ", num_segments: Tnumsegments")):
        define(
            f"SparseSegment{_kind}{_suffix}",
            f"data: T, indices: Tidx, segment_ids: Tsegmentids{_more}",
            "output: T",
            {
                "T": types(dtypes.REAL if _kind == "Sum" else dtypes.FLOATING),
                "Tidx": types(dtypes.INDEX, dtypes.int32),
                "Tsegmentids": types(dtypes.INDEX, dtypes.int32),
                "sparse_gradient": False,
                **({"Tnumsegments": types(dtypes.INDEX, dtypes.int32)} if _more else {}),
            },
            infer=_infer,
            kernel=_kernel(_power),
            gradient=_gradient(_power),
        )


def _apply(
    kind: str, data: Any, indices: Any, segment_ids: Any, num_segments: Any, name: Any, sparse: bool
) -> Tensor:
    inputs = [data, indices, segment_ids]
    if num_segments is None:
        op = getattr(raw, f"SparseSegment{kind}")
    else:
        op = getattr(raw, f"SparseSegment{kind}WithNumSegments")
        inputs.append(num_segments)
    return op(*inputs, sparse_gradient=sparse, name=name)


@public("sparse.segment_sum")
def sparse_segment_sum(
    data: Any,
    indices: Any,
    segment_ids: Any,
    num_segments: Any = None,
    name: str | None = None,
    sparse_gradient: bool = False,
) -> Tensor:
    """Adds gathered rows up by segment: `out[s] = sum of data[indices[i]] over segment_ids[i] = s`.

    Args:
        data: real tensor of shape `[rows, ...]`.
        indices: int32 or int64 vector, which rows are taken.
        segment_ids: int32 or int64 vector of that length, sorted.
        num_segments: how many segments there are; None takes the last id plus 1.
        name: name of the operation.
        sparse_gradient: makes the gradient of `data` a `tf.IndexedSlices`.

    Returns:
        Tensor of shape `[num_segments, ...]`; 0 for an empty segment.

    Raises:
        InvalidArgumentError: an index or id is out of range, or the ids are not sorted.

    >>> tf.sparse.segment_sum([[1, 2], [3, 4]], [0, 1, 0], [0, 0, 1]).numpy()
    array([[4, 6],
           [1, 2]], dtype=int32)
    """
    return _apply("Sum", data, indices, segment_ids, num_segments, name, sparse_gradient)


@public("sparse.segment_mean")
def sparse_segment_mean(
    data: Any,
    indices: Any,
    segment_ids: Any,
    num_segments: Any = None,
    name: str | None = None,
    sparse_gradient: bool = False,
) -> Tensor:
    """The mean of gathered rows by segment: `tf.sparse.segment_sum` / number of rows.

    Args:
        data: floating tensor of shape `[rows, ...]`.
        indices: int32 or int64 vector, which rows are taken.
        segment_ids: int32 or int64 vector of that length, sorted.
        num_segments: how many segments there are; None takes the last id plus 1.
        name: name of the operation.
        sparse_gradient: makes the gradient of `data` a `tf.IndexedSlices`.

    Returns:
        Tensor of shape `[num_segments, ...]`; 0 for an empty segment.

    Raises:
        InvalidArgumentError: an index or id is out of range, or the ids are not sorted.

    >>> tf.sparse.segment_mean([[1.0, 2.0], [3.0, 4.0]], [0, 1, 0], [0, 0, 1]).numpy()
    array([[2., 3.],
           [1., 2.]], dtype=float32)
    """
    return _apply("Mean", data, indices, segment_ids, num_segments, name, sparse_gradient)


@public("sparse.segment_sqrt_n")
def sparse_segment_sqrt_n(
    data: Any,
    indices: Any,
    segment_ids: Any,
    num_segments: Any = None,
    name: str | None = None,
    sparse_gradient: bool = False,
) -> Tensor:
    """The scaled sum of gathered rows: `tf.sparse.segment_sum` / sqrt(number of rows).

    Args:
        data: floating tensor of shape `[rows, ...]`.
        indices: int32 or int64 vector, which rows are taken.
        segment_ids: int32 or int64 vector of that length, sorted.
        num_segments: how many segments there are; None takes the last id plus 1.
        name: name of the operation.
        sparse_gradient: makes the gradient of `data` a `tf.IndexedSlices`.

    Returns:
        Tensor of shape `[num_segments, ...]`; 0 for an empty segment.

    Raises:
        InvalidArgumentError: an index or id is out of range, or the ids are not sorted.

    >>> tf.sparse.segment_sqrt_n([[1.0], [3.0]], [0, 0, 0, 0], [0, 0, 0, 0]).numpy()
    array([[2.]], dtype=float32)
    """
    return _apply("SqrtN", data, indices, segment_ids, num_segments, name, sparse_gradient)
