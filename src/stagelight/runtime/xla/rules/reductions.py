"""Rules of reductions, scans and sums by segment."""

from __future__ import annotations

from typing import Any

import numpy as np

from stagelight.graph.operation import Operation
from stagelight.runtime.xla.engine import jax, jnp, lax
from stagelight.runtime.xla.lowering import Lowering
from stagelight.runtime.xla.registry import lowers, lowers_by_kernel
from stagelight.runtime.xla.rules.arrays import places
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
