"""Shapes, parts, places, products and reductions."""

from __future__ import annotations

from typing import Any

import numpy as np

from stagelight.core.convert import convert_to_tensor
from stagelight.core.inference import constant_value
from stagelight.core.raw import raw
from stagelight.onnx.importing.elementwise import number
from stagelight.onnx.importing.operators import Node, as_scalar, operator, rank_of, sizes_of
from stagelight.types import dtypes

# The attributes that may have the value of a constant.
_CONSTANTS = {
    "value_float": np.float32, "value_floats": np.float32, "value_int": np.int64, "value_ints": np.int64,
    "value_string": object, "value_strings": object,
}  # fmt: skip


@operator("Constant")
def _constant(node: Node) -> Any:
    for name, dtype in _CONSTANTS.items():
        if name in node.attrs:
            return convert_to_tensor(np.array(node.attrs[name], dtype))
    return convert_to_tensor(node.attrs["value"])


@operator("Reshape")
def _reshape(node: Node, x: Any, shape: Any) -> Any:
    """A 0 is the size that the input has there, unless `allowzero` says that it is 0."""
    if node.attr("allowzero", 0):
        return raw.Reshape(x, shape)
    known = constant_value(shape)
    sizes = None if known is None else np.ravel(known)
    if sizes is not None and 0 not in sizes:
        return raw.Reshape(x, np.array(sizes, np.int64))
    length = shape.shape[0] if sizes is None else len(sizes)
    own = sizes_of(x)
    rank = rank_of(x)
    own = raw.Pad(own, [[0, max(length - rank, 0)]])
    own = raw.Slice(own, [0], [length])
    return raw.Reshape(x, raw.SelectV2(raw.Equal(shape, np.int64(0)), own, shape))


@operator("Flatten")
def _flatten(node: Node, x: Any) -> Any:
    axis = node.attr("axis", 1)
    axis += rank_of(x) if axis < 0 else 0
    shape = sizes_of(x)
    first = raw.Prod(raw.Slice(shape, [0], [axis]), [0], keep_dims=True)
    return raw.Reshape(x, raw.ConcatV2([first, np.array([-1], np.int64)], 0) if axis else [1, -1])


@operator("Squeeze")
def _squeeze(node: Node, x: Any, axes: Any = None) -> Any:
    return raw.Squeeze(x, axis=node.axes(axes) or [])


@operator("Unsqueeze")
def _unsqueeze(node: Node, x: Any, axes: Any = None) -> Any:
    places = node.axes(axes) or []
    rank = rank_of(x) + len(places)
    for place in sorted(axis % rank for axis in places):
        x = raw.ExpandDims(x, place)
    return x


@operator("Transpose")
def _transpose(node: Node, x: Any) -> Any:
    return raw.Transpose(x, list(node.attr("perm") or range(rank_of(x))[::-1]))


@operator("Shape")
def _shape(node: Node, x: Any) -> Any:
    shape = sizes_of(x)
    if "start" not in node.attrs and "end" not in node.attrs:
        return shape
    start, end, _ = slice(node.attr("start", 0), node.attr("end")).indices(rank_of(x))
    return raw.Slice(shape, [start], [max(end - start, 0)])


@operator("Size")
def _size(node: Node, x: Any) -> Any:
    return raw.Size(x, out_type=dtypes.int64)


@operator("Expand")
def _expand(node: Node, x: Any, shape: Any) -> Any:
    """To the shape that both have together."""
    return raw.BroadcastTo(x, raw.BroadcastArgs(sizes_of(x), shape))


@operator("Tile")
def _tile(node: Node, x: Any, repeats: Any) -> Any:
    return raw.Tile(x, repeats)


@operator("ConstantOfShape")
def _constant_of_shape(node: Node, shape: Any) -> Any:
    value = node.attr("value")
    value = np.zeros(1, np.float32) if value is None else value
    return raw.Fill(shape, value.reshape(()))


@operator("Range")
def _range(node: Node, start: Any, limit: Any, delta: Any) -> Any:
    return raw.Range(start, limit, delta)


# Parts.


@operator("Concat")
def _concat(node: Node, *tensors: Any) -> Any:
    return raw.ConcatV2(list(tensors), node.attr("axis"))


@operator("Split")
def _split(node: Node, x: Any, sizes: Any = None) -> list[Any]:
    """Into equal parts, of which the last may be smaller, if no sizes are given."""
    axis = node.attr("axis", 0)
    given = node.axes(sizes, "split")
    if given is None:
        whole = x.shape[axis]
        if whole is None:
            return list(raw.Split(axis, x, num_split=node.count))
        part = -(-whole // node.count)
        given = [min(part, whole - part * i) for i in range(node.count)]
    return list(raw.SplitV(x, given, axis, num_split=len(given)))


@operator("Slice")
def _slice(node: Node, x: Any, starts: Any, ends: Any, axes: Any = None, steps: Any = None) -> Any:
    rank = rank_of(x)
    count = int(starts.shape[0])
    places = list(range(count)) if axes is None else node.ints(axes, "axes")
    strides = [1] * count if steps is None else node.ints(steps, "steps")
    # TensorFlow's slices go by all axes, with masks where there is no end.
    starts, ends = raw.Cast(starts, DstT=dtypes.int64), raw.Cast(ends, DstT=dtypes.int64)
    items = {place % rank: i for i, place in enumerate(places)}
    untouched = sum(1 << axis for axis in range(rank) if axis not in items)
    order = [items.get(axis, 0) for axis in range(rank)]
    by = np.array([strides[items[axis]] if axis in items else 1 for axis in range(rank)], np.int64)
    begin, end = raw.GatherV2(starts, order, 0), raw.GatherV2(ends, order, 0)
    if np.any(by < 0):  # ONNX: an end before the first is a large negative number.
        first = raw.Neg(raw.AddV2(sizes_of(x), np.int64(1)))
        end = raw.Maximum(end, first)
    return raw.StridedSlice(x, begin, end, by, begin_mask=untouched, end_mask=untouched)


@operator("Pad")
def _pad(node: Node, x: Any, pads: Any, value: Any = None, axes: Any = None) -> Any:
    rank = rank_of(x)
    pairs = raw.Transpose(raw.Reshape(pads, [2, -1]), [1, 0])
    if axes is not None:
        rows = np.array(node.ints(axes, "axes"), np.int64)[:, np.newaxis] % rank
        pairs = raw.ScatterNd(rows, pairs, np.array([rank, 2], np.int64))
    mode = node.attr("mode", "constant")
    if mode == "reflect":
        return raw.MirrorPad(x, pairs, mode="REFLECT")
    if mode != "constant":
        raise NotImplementedError(f"mode={mode!r}")
    fill = number(0, x) if value is None else as_scalar(value)
    return raw.PadV2(x, pairs, fill)


# Places.


def _from_the_first(places: Any, size: Any) -> Any:
    """Places of which negative ones count from the end."""
    size = raw.Cast(size, DstT=places.dtype)
    return raw.SelectV2(raw.Less(places, number(0, places)), raw.AddV2(places, size), places)


@operator("Gather")
def _gather(node: Node, x: Any, places: Any) -> Any:
    axis = node.attr("axis", 0) % rank_of(x)
    size = raw.GatherV2(sizes_of(x), axis, 0)
    return raw.GatherV2(x, _from_the_first(places, size), axis)


@operator("GatherND")
def _gather_nd(node: Node, x: Any, places: Any) -> Any:
    batch = node.attr("batch_dims", 0)
    if batch:
        raise NotImplementedError("batch_dims")
    return raw.GatherNd(x, _from_the_first(places, _leading(x, places)))


def _leading(x: Any, places: Any) -> Any:
    depth = places.shape[-1]
    if depth is None:
        raise NotImplementedError("the length of the places must be known")
    return raw.Slice(sizes_of(x), [0], [depth])


def _coordinates(node: Node, x: Any, places: Any, axis: int) -> Any:
    """The places of all axes, of which one is given."""
    rank = rank_of(x)
    own = _from_the_first(places, raw.GatherV2(sizes_of(x), axis, 0))
    shape = sizes_of(places)
    columns = []
    for i in range(rank):
        if i == axis:
            columns.append(raw.Cast(own, DstT=dtypes.int64))
        else:
            line = raw.Range(np.int64(0), raw.GatherV2(shape, i, 0), np.int64(1))
            line = raw.Reshape(line, [-1 if j == i else 1 for j in range(rank)])
            columns.append(raw.BroadcastTo(line, shape))
    return raw.Pack(columns, axis=-1)


@operator("GatherElements")
def _gather_elements(node: Node, x: Any, places: Any) -> Any:
    axis = node.attr("axis", 0) % rank_of(x)
    return raw.GatherNd(x, _coordinates(node, x, places, axis))


_SCATTERS = {"none": "TensorScatterUpdate", "add": "TensorScatterAdd", "max": "TensorScatterMax",
             "min": "TensorScatterMin"}  # fmt: skip


def _scattered(node: Node, x: Any, places: Any, updates: Any) -> Any:
    reduction = node.attr("reduction", "none")
    if reduction not in _SCATTERS:
        raise NotImplementedError(f"reduction={reduction!r}")
    return getattr(raw, _SCATTERS[reduction])(x, places, updates)


@operator("ScatterND")
def _scatter_nd(node: Node, x: Any, places: Any, updates: Any) -> Any:
    return _scattered(node, x, _from_the_first(places, _leading(x, places)), updates)


@operator("ScatterElements")
def _scatter_elements(node: Node, x: Any, places: Any, updates: Any) -> Any:
    axis = node.attr("axis", 0) % rank_of(x)
    return _scattered(node, x, _coordinates(node, x, places, axis), updates)


@operator("OneHot")
def _one_hot(node: Node, places: Any, depth: Any, values: Any) -> Any:
    depth = as_scalar(raw.Cast(depth, DstT=dtypes.int32))
    places = _from_the_first(raw.Cast(places, DstT=dtypes.int64), depth)
    off, on = raw.Unpack(values, num=2)
    axis = node.attr("axis", -1)
    return raw.OneHot(
        places, depth, on, off, axis=axis % (rank_of(places) + 1) if axis < -1 else axis
    )


@operator("NonZero")
def _non_zero(node: Node, x: Any) -> Any:
    return raw.Transpose(raw.Where(x), [1, 0])


@operator("Compress")
def _compress(node: Node, x: Any, condition: Any) -> Any:
    rows = raw.Squeeze(raw.Where(condition), axis=[1])
    if "axis" not in node.attrs:
        return raw.GatherV2(raw.Reshape(x, [-1]), rows, 0)
    return raw.GatherV2(x, rows, node.attr("axis"))


@operator("Trilu")
def _trilu(node: Node, x: Any, k: Any = None) -> Any:
    shift = 0 if k is None else int(node.constant(k, "k"))
    sizes = sizes_of(x)
    rows, columns = (raw.GatherV2(sizes, rank_of(x) - i, 0) for i in (2, 1))
    down = raw.ExpandDims(raw.Range(np.int64(0), rows, np.int64(1)), 1)
    ahead = raw.Sub(raw.Range(np.int64(0), columns, np.int64(1)), down)
    test = raw.GreaterEqual if node.attr("upper", 1) else raw.LessEqual
    return raw.SelectV2(test(ahead, np.int64(shift)), x, number(0, x))


@operator("TopK")
def _top_k(node: Node, x: Any, k: Any) -> list[Any]:
    axis, rank = node.attr("axis", -1), rank_of(x)
    if axis % rank != rank - 1:
        raise NotImplementedError("an axis that is not the last")
    count = raw.Cast(as_scalar(k), DstT=dtypes.int32)
    if node.attr("largest", 1):
        values, places = raw.TopKV2(x, count)
    else:
        values, places = raw.TopKV2(raw.Neg(x), count)
        values = raw.Neg(values)
    return [values, raw.Cast(places, DstT=dtypes.int64)]


@operator("ArgMax", "ArgMin")
def _arg(node: Node, x: Any) -> Any:
    if node.attr("select_last_index", 0):
        raise NotImplementedError("select_last_index")
    axis = node.attr("axis", 0)
    function = raw.ArgMax if node.operator == "ArgMax" else raw.ArgMin
    found = function(x, axis, output_type=dtypes.int64)
    return raw.ExpandDims(found, axis % rank_of(x)) if node.attr("keepdims", 1) else found


@operator("CumSum")
def _cumsum(node: Node, x: Any, axis: Any) -> Any:
    place = int(node.constant(axis, "axis").reshape(()))
    flags = {name: bool(node.attr(name, 0)) for name in ("exclusive", "reverse")}
    return raw.Cumsum(x, place, **flags)


# Products.


@operator("MatMul")
def _matmul(node: Node, a: Any, b: Any) -> Any:
    """As NumPy's: vectors are rows before, columns behind."""
    ranks = rank_of(a), rank_of(b)
    a = raw.ExpandDims(a, 0) if ranks[0] == 1 else a
    b = raw.ExpandDims(b, 1) if ranks[1] == 1 else b
    found = raw.BatchMatMulV2(a, b)
    gone = [axis for axis, rank in zip((-2, -1), ranks, strict=True) if rank == 1]
    return raw.Squeeze(found, axis=gone) if gone else found


@operator("Gemm")
def _gemm(node: Node, a: Any, b: Any, c: Any = None) -> Any:
    found = raw.MatMul(
        a, b, transpose_a=bool(node.attr("transA", 0)), transpose_b=bool(node.attr("transB", 0))
    )
    if node.attr("alpha", 1.0) != 1.0:
        found = raw.Mul(found, number(node.attr("alpha"), found))
    if c is None:
        return found
    beta = node.attr("beta", 1.0)
    return raw.AddV2(found, c if beta == 1.0 else raw.Mul(c, number(beta, c)))


@operator("Einsum")
def _einsum(node: Node, *tensors: Any) -> Any:
    return raw.Einsum(list(tensors), equation=node.attr("equation").replace(" ", ""))


# Reductions.

_PLAIN = {"ReduceSum": "Sum", "ReduceMean": "Mean", "ReduceProd": "Prod", "ReduceMax": "Max",
          "ReduceMin": "Min"}  # fmt: skip


def _reduced(node: Node, name: str, x: Any, axes: Any) -> Any:
    given = node.axes(axes)
    if not given:
        if node.attr("noop_with_empty_axes", 0):
            return x
        given = list(range(rank_of(x)))
    keep = bool(node.attr("keepdims", 1))
    return getattr(raw, name)(x, np.array(given, np.int32), keep_dims=keep)


@operator(*_PLAIN)
def _reduce(node: Node, x: Any, axes: Any = None) -> Any:
    return _reduced(node, _PLAIN[node.operator], x, axes)


@operator("ReduceSumSquare")
def _reduce_sum_square(node: Node, x: Any, axes: Any = None) -> Any:
    return _reduced(node, "Sum", raw.Mul(x, x), axes)


@operator("ReduceL1")
def _reduce_l1(node: Node, x: Any, axes: Any = None) -> Any:
    return _reduced(node, "Sum", raw.Abs(x), axes)


@operator("ReduceL2")
def _reduce_l2(node: Node, x: Any, axes: Any = None) -> Any:
    return raw.Sqrt(_reduced(node, "Sum", raw.Mul(x, x), axes))


@operator("ReduceLogSum")
def _reduce_log_sum(node: Node, x: Any, axes: Any = None) -> Any:
    return raw.Log(_reduced(node, "Sum", x, axes))


@operator("ReduceLogSumExp")
def _reduce_log_sum_exp(node: Node, x: Any, axes: Any = None) -> Any:
    """By the largest, so that nothing overflows."""
    largest = raw.Max(x, np.array(node.axes(axes) or range(rank_of(x)), np.int32), keep_dims=True)
    total = _reduced(node, "Sum", raw.Exp(raw.Sub(x, largest)), axes)
    return raw.AddV2(raw.Log(total), raw.Reshape(largest, raw.Shape(total)))
