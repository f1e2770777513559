"""Reductions, places of extremes, running sums, the largest elements and the different ones."""

from __future__ import annotations

from typing import Any

import numpy as np

from stagelight.onnx.exporting.converters import Application, converter
from stagelight.onnx.exporting.writer import Inexpressible, Value, Writer
from stagelight.types import dtypes


def _reduced(w: Writer, op: Application, operator: str, x: Value, axes: Value) -> Value:
    """No axes mean that nothing is reduced: in ONNX that must be said."""
    if axes.array is None or axes.array.ndim == 0:
        axes = w.reshape(axes, (-1,))
    attrs = {"keepdims": int(op.attr("keep_dims"))}
    if axes.array is None or axes.array.size == 0:
        attrs["noop_with_empty_axes"] = 1
    return w.op(operator, x, w.int64(axes), **attrs)


def _as(operator: str) -> Any:
    def convert(w: Writer, op: Application, x: Value, axes: Value) -> Value:
        return _reduced(w, op, operator, x, axes)

    return convert


for _name, _operator in {
    "Sum": "ReduceSum", "Mean": "ReduceMean", "Prod": "ReduceProd", "Max": "ReduceMax", "Min": "ReduceMin",
}.items():  # fmt: skip
    converter(_name)(_as(_operator))


@converter("EuclideanNorm")
def _norm(w: Writer, op: Application, x: Value, axes: Value) -> Value:
    total = _reduced(w, op, "ReduceSum", w.op("Mul", x, x), axes)
    wide = w.cast(total, dtypes.float64 if x.dtype.is_integer else x.dtype)
    return w.cast(w.op("Sqrt", wide), x.dtype)


@converter("All")
def _all(w: Writer, op: Application, x: Value, axes: Value) -> Value:
    return w.cast(_reduced(w, op, "ReduceMin", w.cast(x, dtypes.int32), axes), dtypes.bool_)


@converter("Any")
def _any(w: Writer, op: Application, x: Value, axes: Value) -> Value:
    found = _reduced(w, op, "ReduceSum", w.cast(x, dtypes.int32), axes)
    return w.cast(found, dtypes.bool_)


@converter("ArgMax", "ArgMin")
def _arg(w: Writer, op: Application, x: Value, axis: Value) -> Value:
    place = w.op(op.type, x, axis=op.axis(1), keepdims=0)
    return w.cast(place, op.output_dtype())


@converter("Cumsum")
def _cumsum(w: Writer, op: Application, x: Value, axis: Value) -> Value:
    attrs = {name: int(op.attr(name)) for name in ("exclusive", "reverse")}
    return w.op("CumSum", x, w.int64(axis), **attrs)


@converter("TopK", "TopKV2")
def _top_k(w: Writer, op: Application, x: Value, k: Value | None = None) -> tuple[Value, Value]:
    count = w.ints(op.attr("k")) if k is None else w.reshape(w.int64(k), (1,))
    values, places = w.outputs("TopK", x, count, count=2, axis=-1, sorted=1)
    return values, w.cast(places, op.output_dtype(1))


@converter("NthElement")
def _nth_element(w: Writer, op: Application, x: Value, n: Value) -> Value:
    last = w.reshape(w.int64(n), (1,))
    count = w.op("Add", last, w.ints(1))
    values, _ = w.outputs("TopK", x, count, count=2, axis=-1, largest=int(op.attr("reverse")))
    return w.op("Gather", values, w.squeeze(last, 0), axis=-1)


@converter("Unique", "UniqueV2", "UniqueWithCounts", "UniqueWithCountsV2")
def _unique(w: Writer, op: Application, x: Value, axis: Value | None = None) -> list[Value]:
    axes = [] if axis is None else [int(a) for a in np.ravel(op.constant(1))]
    attrs = {"axis": axes[0]} if axes else {}
    values, _, places, counts = w.outputs("Unique", x, count=4, sorted=0, **attrs)
    dtype = op.output_dtype(1)
    results = [values, w.cast(places, dtype), w.cast(counts, dtype)]
    return results[: len(op.operation.outputs)]


@converter("ListDiff")
def _list_diff(w: Writer, op: Application, x: Value, y: Value) -> tuple[Value, Value]:
    same = w.cast(w.op("Equal", w.unsqueeze(x, 1), w.unsqueeze(y, 0)), dtypes.int32)
    other = w.op("Equal", w.op("ReduceSum", same, w.ints(1), keepdims=0), w.constant(np.int32(0)))
    places = w.squeeze(w.op("NonZero", other), 0)
    return w.op("Gather", x, places), w.cast(places, op.output_dtype(1))


@converter("Bucketize")
def _bucketize(w: Writer, op: Application, x: Value) -> Value:
    """How many boundaries a number has reached."""
    rank = op.rank(0)
    boundaries = np.asarray(op.attr("boundaries"), np.float32)
    wide = w.unsqueeze(w.cast(x, dtypes.float64 if x.dtype.size == 8 else dtypes.float32), rank)
    reached = w.op("GreaterOrEqual", wide, w.cast(w.constant(boundaries), wide.dtype))
    counts = w.op("ReduceSum", w.cast(reached, dtypes.int32), w.ints(rank), keepdims=0)
    return w.cast(counts, dtypes.int32)


@converter("LowerBound", "UpperBound")
def _bound(w: Writer, op: Application, rows: Value, values: Value) -> Value:
    operator = "Less" if op.type == "LowerBound" else "LessOrEqual"
    before = w.op(operator, w.unsqueeze(rows, 1), w.unsqueeze(values, 2))
    counts = w.op("ReduceSum", w.cast(before, dtypes.int64), w.ints(2), keepdims=0)
    return w.cast(counts, op.output_dtype())


@converter("Bincount")
def _bincount(w: Writer, op: Application, x: Value, size: Value, weights: Value) -> Value:
    """How often each number is there, or the sum of the weights where it is."""
    if op.shape(2).num_elements() is None:
        raise Inexpressible("the shape of `weights` must be known")
    flat = w.reshape(x, (-1,))
    bins = w.op(
        "Range", w.constant(np.int32(0)), w.cast(size, dtypes.int32), w.constant(np.int32(1))
    )
    is_there = w.cast(w.op("Equal", w.unsqueeze(flat, 0), w.unsqueeze(bins, 1)), weights.dtype)
    if op.shape(2).num_elements():
        is_there = w.op("Mul", is_there, w.reshape(weights, (1, -1)))
    return w.op("ReduceSum", is_there, w.ints(1), keepdims=0)
