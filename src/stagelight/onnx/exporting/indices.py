"""What is taken from places or put there: gather, scatter, one-hot vectors, places of truth, segments."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from stagelight.onnx.exporting.converters import Application, converter
from stagelight.onnx.exporting.shapes import filled, zeros
from stagelight.onnx.exporting.writer import Value, Writer
from stagelight.types import dtypes


@converter("Gather", "GatherV2", "ResourceGather")
def _gather(
    w: Writer, op: Application, x: Value, places: Value, axis: Value | None = None
) -> Value:
    batch = op.attr("batch_dims") if op.type != "Gather" else 0
    rank = len(x.array.shape) if x.array is not None else op.rank(0)
    place = batch if axis is None else op.axis(2, rank)
    places = w.int64(places)
    if not batch:
        return w.op("Gather", x, places, axis=place)
    batch += op.rank(1) if batch < 0 else 0
    # The axis comes behind those of the batch, and what stood between goes behind the places.
    between = list(range(batch, place))
    moved = w.transpose(x, [*range(batch), place, *between, *range(place + 1, rank)])
    found = w.op("GatherND", moved, w.unsqueeze(places, op.rank(1)), batch_dims=batch)
    inner = op.rank(1) - batch
    first = batch + inner
    order = [*range(batch), *range(first, first + len(between)), *range(batch, first),
             *range(first + len(between), first + rank - batch - 1)]  # fmt: skip
    return w.transpose(found, order)


@converter("GatherNd")
def _gather_nd(w: Writer, op: Application, x: Value, places: Value) -> Value:
    return w.op("GatherND", x, w.int64(places))


@converter("ScatterNd", "ScatterNdNonAliasingAdd", "TensorScatterAdd")
def _scatter_add(w: Writer, op: Application, x: Value, places: Value, last: Value) -> Value:
    if op.type == "ScatterNd":  # places, updates, shape
        x, places, last = zeros(w, w.int64(last), places), x, places
    return w.op("ScatterND", x, w.int64(places), last, reduction="add")


_REDUCTIONS = {
    "TensorScatterUpdate": "none", "TensorScatterMax": "max", "TensorScatterMin": "min",
}  # fmt: skip


@converter(*_REDUCTIONS)
def _scatter(w: Writer, op: Application, x: Value, places: Value, updates: Value) -> Value:
    reduction = _REDUCTIONS[op.type]
    return w.op("ScatterND", x, w.int64(places), updates, reduction=reduction)


@converter("TensorScatterSub")
def _scatter_sub(w: Writer, op: Application, x: Value, places: Value, updates: Value) -> Value:
    return w.op("ScatterND", x, w.int64(places), w.op("Neg", updates), reduction="add")


@converter("OneHot")
def _one_hot(
    w: Writer, op: Application, places: Value, depth: Value, on: Value, off: Value
) -> Value:
    """ONNX's OneHot counts negative places from the end, where TensorFlow has no place."""
    rank = op.rank(0)
    axis = op.attr("axis")
    axis = rank if axis == -1 else axis
    classes = w.op("Range", 0, w.int64(depth), 1)
    classes = w.unsqueeze(classes, *range(1, rank + 1 - axis))
    chosen = w.op("Equal", w.unsqueeze(w.int64(places), axis), classes)
    return w.where(chosen, on, off)


@converter("Where")
def _places_of_truth(w: Writer, op: Application, x: Value) -> Value:
    truth = w.cast(x, dtypes.bool_)
    if op.rank(0):
        return w.transpose(w.op("NonZero", truth), (1, 0))
    rows = w.transpose(w.op("NonZero", w.unsqueeze(truth, 0)), (1, 0))
    return w.slice(rows, (0,), (0,), (1,))  # One place or none, without coordinates.


@converter("SparseToDense")
def _sparse_to_dense(
    w: Writer, op: Application, places: Value, shape: Value, values: Value, default: Value
) -> Value:
    rank = op.rank(0)
    places = w.int64(places)
    if rank < 2:
        places = w.reshape(places, (-1, 1))
    values = w.op("Expand", values, w.shape(places, 0, 1))
    return w.op("ScatterND", filled(w, shape, default), places, values)


@converter("InTopK", "InTopKV2")
def _in_top_k(
    w: Writer, op: Application, scores: Value, targets: Value, k: Value | None = None
) -> Value:
    """Whether fewer than k scores are above the target's, which is a number of a class."""
    places, zero = w.int64(targets), w.constant(np.int64(0))
    last = w.op("Sub", w.squeeze(w.shape(scores, 1, 2), 0), w.constant(np.int64(1)))
    inside = w.op("Min", w.op("Max", places, zero), last)
    is_class = w.op("Equal", places, inside)
    own = w.op("GatherElements", scores, w.unsqueeze(inside, 1), axis=1)
    is_number = w.op("Not", w.op("Or", *[w.op(x, w.squeeze(own, 1)) for x in ("IsInf", "IsNaN")]))
    above = w.cast(w.op("Greater", scores, own), dtypes.int64)
    count = w.op("ReduceSum", above, w.ints(1), keepdims=0)
    most = w.constant(np.int64(op.attr("k"))) if k is None else w.int64(k)
    return w.op("And", w.op("Less", count, most), w.op("And", is_class, is_number))


# Parts of a whole.


def _in_one_row(w: Writer, x: Value, rank: int) -> Value:
    """With the first axes as one."""
    return w.reshape(x, w.concat([w.ints(-1), w.shape(x, rank)], 0))


def _behind_the_last(w: Writer, places: Sequence[Value]) -> Value:
    """How many places there are at least: 1 more than the highest, 0 without any."""
    highest = w.op("ReduceMax", w.concat([w.ints(-1), *places], 0), w.ints(0))
    return w.op("Add", highest, w.ints(1))


@converter("DynamicPartition")
def _dynamic_partition(w: Writer, op: Application, x: Value, parts: Value) -> list[Value]:
    rank = op.rank(1)
    if rank != 1:
        x, parts = _in_one_row(w, x, rank), w.reshape(parts, (-1,))
    return [
        w.op("Compress", x, w.op("Equal", parts, w.number(i, parts)), axis=0)
        for i in range(op.attr("num_partitions"))
    ]


@converter("DynamicStitch", "ParallelDynamicStitch")
def _dynamic_stitch(w: Writer, op: Application, *values: Value) -> Value:
    count = len(values) // 2
    places, rows = [], []
    for i in range(count):
        rest = w.shape(values[count + i], op.rank(i))
        places.append(w.reshape(w.int64(values[i]), (-1,)))
        rows.append(w.reshape(values[count + i], w.concat([w.ints(-1), rest], 0)))
    whole = zeros(w, w.concat([_behind_the_last(w, places), rest], 0), rows[0])
    for place, row in zip(places, rows, strict=True):  # What comes later wins.
        whole = w.op("ScatterND", whole, w.unsqueeze(place, 1), row)
    return whole


# Segments: rows with the same number are reduced to one.

_FIRST: dict[str, Any] = {
    "add": lambda dtype: 0,
    "mul": lambda dtype: 1,
    "max": lambda dtype: dtype.min,
    "min": lambda dtype: dtype.max,
}
_SEGMENT_REDUCTIONS = {"Sum": "add", "Prod": "mul", "Max": "max", "Min": "min"}


def _segments(
    w: Writer, rows: Value, ids: Value, count: Value, reduction: str, first: Value
) -> Value:
    """Rows with a negative number go nowhere: to a row more, which is cut off."""
    ids, count = w.int64(ids), w.reshape(w.int64(count), (1,))
    ids = w.where(w.op("Less", ids, w.ints(0)), count, ids)
    shape = w.concat([w.op("Add", count, w.ints(1)), w.shape(rows, 1)], 0)
    whole = w.op(
        "ScatterND", filled(w, shape, first), w.unsqueeze(ids, 1), rows, reduction=reduction
    )
    return w.slice(whole, (0,), count, (0,))


def _first(w: Writer, reduction: str, like: Value) -> Value:
    return w.constant(_FIRST[reduction](like.dtype), like.dtype)


@converter(*[f"UnsortedSegment{name}" for name in _SEGMENT_REDUCTIONS])
def _unsorted_segments(w: Writer, op: Application, x: Value, ids: Value, count: Value) -> Value:
    reduction = _SEGMENT_REDUCTIONS[op.type.removeprefix("UnsortedSegment")]
    rank = op.rank(1)
    if rank != 1:
        x, ids = _in_one_row(w, x, rank), w.reshape(ids, (-1,))
    return _segments(w, x, ids, count, reduction, _first(w, reduction, x))


@converter(*[f"Segment{name}" for name in _SEGMENT_REDUCTIONS], "SegmentMean")
def _sorted_segments(w: Writer, op: Application, x: Value, ids: Value) -> Value:
    """As many segments as the last number says; those without a row are 0, or 1 for products."""
    ids = w.int64(ids)
    count = _behind_the_last(w, [ids])
    name = op.type.removeprefix("Segment")
    if name == "Mean":
        total = _segments(w, x, ids, count, "add", w.number(0, x))
        return w.op("Div", total, _sizes(w, op, x, ids, count))
    reduction = _SEGMENT_REDUCTIONS[name]
    found = _segments(w, x, ids, count, reduction, _first(w, reduction, x))
    if reduction in ("add", "mul"):
        return found
    sizes = _segments(
        w, w.op("Expand", w.ints(1), w.shape(ids)), ids, count, "add", w.constant(np.int64(0))
    )
    is_empty = w.op("Equal", sizes, w.constant(np.int64(0)))
    is_empty = w.unsqueeze(is_empty, *range(1, op.rank(0)))
    return w.where(is_empty, w.number(0, found), found)


def _sizes(w: Writer, op: Application, x: Value, ids: Value, count: Value) -> Value:
    """How many rows each segment has, at least 1, beside the other axes."""
    ones = w.op("Expand", w.number(1, x), w.shape(ids))
    sizes = _segments(w, ones, ids, count, "add", w.number(0, x))
    return w.unsqueeze(w.op("Max", sizes, w.number(1, x)), *range(1, op.rank(0)))


@converter("SparseSegmentSum", "SparseSegmentMean", "SparseSegmentSqrtN")
def _sparse_segments(w: Writer, op: Application, x: Value, places: Value, ids: Value) -> Value:
    rows, ids = w.op("Gather", x, w.int64(places), axis=0), w.int64(ids)
    count = _behind_the_last(w, [ids])
    total = _segments(w, rows, ids, count, "add", w.number(0, x))
    if op.type.endswith("Sum"):
        return total
    sizes = _sizes(w, op, rows, ids, count)
    return w.op("Div", total, w.op("Sqrt", sizes) if op.type.endswith("SqrtN") else sizes)
