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


@converter("Cumprod")
def _cumprod(w: Writer, op: Application, x: Value, axis: Value) -> Value:
    """Each is the product of those before it: of a row each, with ones in place of the others."""
    place, rank = op.axis(1), op.rank(0)
    last = [*[i for i in range(rank) if i != place], place]
    rows = w.unsqueeze(w.transpose(x, last), rank - 1)
    count = w.squeeze(w.shape(x, place, place + 1), 0)
    own = w.op("Range", 0, count, 1)
    others = w.unsqueeze(own, 1)
    operator = "Greater" if op.attr("reverse") else "Less"
    operator += "" if op.attr("exclusive") else "OrEqual"
    taken = w.op(operator, w.unsqueeze(own, 0), others)
    factors = w.where(taken, rows, w.number(1, x))
    products = w.op("ReduceProd", factors, w.ints(rank), keepdims=0)
    return w.transpose(products, [last.index(i) for i in range(rank)])


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


@converter("Bincount", "DenseBincount")
def _bincount(w: Writer, op: Application, x: Value, size: Value, weights: Value) -> Value:
    """How often each number is there, or the sum of the weights where it is; of each row by itself."""
    given = op.shape(2)
    if given.rank is None or (given.rank == 1 and given[0] is None):
        raise Inexpressible("whether there are `weights` must be known")
    has_rows = op.type == "DenseBincount" and op.rank(0) == 2
    shape = w.concat([w.shape(x, 0, 1), w.ints(1, -1)], 0) if has_rows else w.ints(1, -1)
    bins = w.unsqueeze(w.op("Range", 0, w.int64(size), 1), 1)
    is_there = w.op("Equal", w.reshape(w.int64(x), shape), bins)
    last = w.ints(2 if has_rows else 1)
    if op.type == "DenseBincount" and op.attr("binary_output"):
        found = w.op("ReduceSum", w.cast(is_there, dtypes.int32), last, keepdims=0)
        return w.cast(w.cast(found, dtypes.bool_), weights.dtype)
    counted = w.cast(is_there, weights.dtype)
    if given.rank > 1 or given[0]:
        counted = w.op("Mul", counted, w.reshape(weights, shape))
    return w.op("ReduceSum", counted, last, keepdims=0)
