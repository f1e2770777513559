"""Rules of reductions, scans and sums by segment."""

from __future__ import annotations

from typing import Any

import numpy as np

from stagelight.graph.operation import Operation
from stagelight.runtime.xla.engine import jax, jnp, lax
from stagelight.runtime.xla.lowering import Lowering
from stagelight.runtime.xla.registry import lowers, lowers_by_kernel
from stagelight.runtime.xla.rules.arrays import places, taken
from stagelight.runtime.xla.rules.convolutions import wide
from stagelight.runtime.xla.values import known
from stagelight.types import dtypes

lowers_by_kernel(
    "All", "Any", "ArgMax", "ArgMin", "Cumprod", "Cumsum", "EuclideanNorm", "L2Loss",
    "Max", "Mean", "Min", "Prod", "Sum",
)  # fmt: skip


@lowers("CumulativeLogsumexp")
def _running_log_sum(lowering: Lowering, operation: Operation, x: Any, axis: Any) -> Any:
    x = jnp.asarray(x)
    along = int(known(axis, "the axis")) % x.ndim
    is_reverse = bool(operation.attrs.get("reverse"))
    result = lax.cumlogsumexp(wide(x), along, reverse=is_reverse).astype(x.dtype)
    if not operation.attrs.get("exclusive"):
        return result
    around = [(0, 0, 0)] * x.ndim
    around[along] = (-1, 1, 0) if is_reverse else (1, -1, 0)
    return lax.pad(result, jnp.asarray(dtypes.from_numpy(x.dtype).min, x.dtype), around)


_SEGMENTS = {
    "Sum": "segment_sum",
    "Prod": "segment_prod",
    "Max": "segment_max",
    "Min": "segment_min",
}


def _last_segment(ids: Any) -> int:
    """How many segments sorted ids tell."""
    told = known(ids, "the number of segments")
    return int(told[-1]) + 1 if told.size else 0


@lowers("SegmentSum", "SegmentProd", "SegmentMax", "SegmentMin", "SegmentMean")
def _sorted_segments(lowering: Lowering, operation: Operation, data: Any, ids: Any) -> Any:
    count = _last_segment(ids)
    data = jnp.asarray(data)
    kind = operation.type.removeprefix("Segment")
    sizes = np.bincount(np.asarray(ids), minlength=count).reshape(-1, *[1] * (data.ndim - 1))
    result = getattr(jax.ops, _SEGMENTS.get(kind, "segment_sum"))(data, jnp.asarray(ids), count)
    if kind == "Mean":
        result = result / np.maximum(sizes, 1).astype(data.dtype)
        return jnp.trunc(result).astype(data.dtype) if data.dtype.kind in "iu" else result
    empty = np.ones((), data.dtype) if kind == "Prod" else np.zeros((), data.dtype)
    return jnp.where(sizes > 0, result, empty)


_POWERS = {"Sum": 0.0, "Mean": 1.0, "SqrtN": 0.5}


@lowers(
    *[f"SparseSegment{kind}" for kind in _POWERS],
    *[f"SparseSegment{kind}WithNumSegments" for kind in _POWERS],
)
def _sparse_segments(
    lowering: Lowering, operation: Operation, data: Any, indices: Any, ids: Any, count: Any = None
) -> Any:
    number = _last_segment(ids) if count is None else int(known(count, "the number of segments"))
    rows = wide(taken(data, indices, 0))
    at = places(ids, number)
    total = jax.ops.segment_sum(rows, at, number)
    power = _POWERS[operation.type.removeprefix("SparseSegment").removesuffix("WithNumSegments")]
    if power:
        sizes = jnp.maximum(jax.ops.segment_sum(jnp.ones(at.shape, rows.dtype), at, number), 1)
        total = total / (sizes**power).reshape(-1, *[1] * (rows.ndim - 1))
    return total.astype(data.dtype)


@lowers("UnsortedSegmentSum", "UnsortedSegmentProd", "UnsortedSegmentMax", "UnsortedSegmentMin")
def _unsorted_segments(
    lowering: Lowering, operation: Operation, data: Any, ids: Any, count: Any
) -> Any:
    number = int(known(count, "the number of segments"))
    data = jnp.asarray(data)
    flat = data.reshape((-1, *data.shape[np.ndim(ids) :]))
    kind = operation.type.removeprefix("UnsortedSegment")
    result = getattr(jax.ops, _SEGMENTS[kind])(flat, places(ids, number).reshape(-1), number)
    limits = dtypes.from_numpy(data.dtype)
    if (
        kind == "Max"
    ):  # Nothing is lower than the lowest finite value, which segments without rows have.
        return jnp.maximum(result, jnp.asarray(limits.min, data.dtype))
    return jnp.minimum(result, jnp.asarray(limits.max, data.dtype)) if kind == "Min" else result
