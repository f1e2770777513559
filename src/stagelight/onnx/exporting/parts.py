"""Joining, splitting, slicing, padding, reversing, and blocks of space."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from stagelight.onnx.exporting.converters import Application, converter
from stagelight.onnx.exporting.writer import Inexpressible, Value, Writer

# Where a slice ends that goes to the end.
END, BEGIN = np.iinfo(np.int64).max, np.iinfo(np.int64).min


@converter("Concat", "ConcatV2")
def _concat(w: Writer, op: Application, *inputs: Value) -> Value:
    at = 0 if op.type == "Concat" else len(inputs) - 1
    values = [value for i, value in enumerate(inputs) if i != at]
    return w.concat(values, int(op.constant(at)))


@converter("Pack", "ParallelConcat")
def _pack(w: Writer, op: Application, *values: Value) -> Value:
    if op.type == "ParallelConcat":
        return w.concat(values, 0)
    axis = op.attr("axis")
    return w.concat([w.unsqueeze(value, axis) for value in values], axis)


@converter("Unpack")
def _unpack(w: Writer, op: Application, x: Value) -> list[Value]:
    axis, count = op.attr("axis"), op.attr("num")
    if not count:
        return []
    parts = w.outputs("Split", x, w.ints(*[1] * count), count=count, axis=axis)
    return [w.squeeze(part, axis) for part in parts]


@converter("Split")
def _split(w: Writer, op: Application, axis: Value, x: Value) -> list[Value]:
    count = op.attr("num_split")
    return w.outputs("Split", x, count=count, axis=op.axis(0, op.rank(1)), num_outputs=count)


@converter("SplitV")
def _split_v(w: Writer, op: Application, x: Value, sizes: Value, axis: Value) -> list[Value]:
    """A size of -1 is what the others leave."""
    place = op.axis(2)
    sizes = w.int64(sizes)
    if sizes.array is None or -1 in sizes.array:
        unknown = w.op("Less", sizes, w.ints(0))
        known = w.where(unknown, w.ints(0), sizes)
        left = w.op("Sub", w.shape(x, place, place + 1), w.op("ReduceSum", known, w.ints(0)))
        sizes = w.where(unknown, left, sizes)
    return w.outputs("Split", x, sizes, count=op.attr("num_split"), axis=place)


@converter("Slice")
def _slice(w: Writer, op: Application, x: Value, begin: Value, size: Value) -> Value:
    """A size of -1 goes to the end."""
    begin, size = w.int64(begin), w.int64(size)
    if begin.array is not None and size.array is not None:
        ends = np.where(size.array < 0, END, begin.array + size.array)
        return w.slice(x, begin, w.ints(*ends), w.ints(*range(len(ends))))
    end = w.where(w.op("Less", size, w.ints(0)), w.ints(END), w.op("Add", begin, size))
    return w.slice(x, begin, end, None)


@converter("StridedSlice")
def _strided_slice(
    w: Writer, op: Application, x: Value, begin: Value, end: Value, strides: Value
) -> Value:
    """NumPy's indexing, written as masks over vectors with an item for each part of the index."""
    steps = op.constant(3)
    rank = op.rank(0)
    masks = {
        name: op.attr(f"{name}_mask")
        for name in ("begin", "end", "ellipsis", "new_axis", "shrink_axis")
    }
    if len(steps) == 1 and masks["shrink_axis"] and not masks["ellipsis"] | masks["new_axis"]:
        return w.op("Gather", x, w.squeeze(w.int64(begin), 0), axis=0)
    begins, ends = _items(w, begin, len(steps)), _items(w, end, len(steps))
    starts: list[Value] = []
    stops: list[Value] = []
    axes: list[int] = []
    gone: list[int] = []
    new: list[int] = []
    axis = place = 0  # of the input, of the result with those axes that go
    taken: list[int] = []  # The steps along `axes`.
    plain = sum(not (masks["ellipsis"] | masks["new_axis"]) >> i & 1 for i in range(len(steps)))
    for i, step in enumerate(steps.tolist()):
        bit = 1 << i
        if masks["ellipsis"] & bit:
            axis, place = axis + rank - plain, place + rank - plain
        elif masks["new_axis"] & bit:
            new.append(place)
            place += 1
        else:
            if masks["shrink_axis"] & bit:
                starts.append(begins[i])
                stops.append(_after(w, begins[i]))
                gone.append(place)
                step = 1
            else:
                starts.append(w.ints(0 if step > 0 else END) if masks["begin"] & bit else begins[i])
                stops.append(w.ints(END if step > 0 else BEGIN) if masks["end"] & bit else ends[i])
            axes.append(axis)
            taken.append(step)
            axis, place = axis + 1, place + 1
    if axes:
        x = w.slice(x, w.concat(starts, 0), w.concat(stops, 0), w.ints(*axes), w.ints(*taken))
    return w.squeeze(w.unsqueeze(x, *new), *gone)


def _items(w: Writer, vector: Value, count: int) -> list[Value]:
    """The numbers of a vector, each as a vector of one."""
    vector = w.int64(vector)
    if vector.array is not None:
        return [w.ints(int(number)) for number in vector.array]
    if count == 1:
        return [vector]
    return w.outputs("Split", vector, count=count, num_outputs=count, axis=0)


def _after(w: Writer, place: Value) -> Value:
    """The place behind one, where -1 is the last."""
    if place.array is not None:
        return w.ints(END if place.array[0] == -1 else int(place.array[0]) + 1)
    is_last = w.op("Equal", place, w.ints(-1))
    return w.where(is_last, w.ints(END), w.op("Add", place, w.ints(1)))


# Padding.


def pads_of(w: Writer, paddings: Value) -> Value:
    """All amounts before, then all behind."""
    return w.reshape(w.transpose(w.int64(paddings), (1, 0)), (-1,))


@converter("Pad", "PadV2")
def _pad(
    w: Writer, op: Application, x: Value, paddings: Value, value: Value | None = None
) -> Value:
    return w.op("Pad", x, pads_of(w, paddings), value)


@converter("MirrorPad")
def _mirror_pad(w: Writer, op: Application, x: Value, paddings: Value) -> Value:
    if op.attr("mode") == "REFLECT":
        return w.op("Pad", x, pads_of(w, paddings), mode="reflect")
    for axis, (before, behind) in enumerate(op.constant(1).tolist()):
        parts = [x]
        if before:
            parts.insert(0, w.slice(x, (before - 1,), (BEGIN,), (axis,), (-1,)))
        if behind:
            parts.append(w.slice(x, (-1,), (-1 - behind,), (axis,), (-1,)))
        x = w.concat(parts, axis)
    return x


# Reversing.


def reversed_along(w: Writer, x: Value, axes: Sequence[int]) -> Value:
    """The value backwards along some axes."""
    if not axes:
        return x
    count = len(axes)
    return w.slice(x, w.ints(*[-1] * count), w.ints(*[BEGIN] * count), axes, w.ints(*[-1] * count))


@converter("ReverseV2", "Reverse")
def _reverse(w: Writer, op: Application, x: Value, axes: Value) -> Value:
    given = op.constant(1)
    if op.type == "Reverse":
        given = np.flatnonzero(given)
    return reversed_along(w, x, [int(axis) for axis in given])


@converter("ReverseSequence")
def _reverse_sequence(w: Writer, op: Application, x: Value, lengths: Value) -> Value:
    """ONNX has time and batch on the first two axes."""
    batch, time = op.attr("batch_dim"), op.attr("seq_dim")
    rank = op.rank(0)
    order = [batch, time, *[i for i in range(rank) if i not in (batch, time)]]
    moved = w.transpose(x, order)
    found = w.op("ReverseSequence", moved, w.int64(lengths), batch_axis=0, time_axis=1)
    return w.transpose(found, [int(i) for i in np.argsort(order)])


@converter("Roll")
def _roll(w: Writer, op: Application, x: Value, shift: Value, axis: Value) -> Value:
    axes = [int(i) for i in np.ravel(op.constant(2))]
    shifts = _items(w, w.reshape(shift, (-1,)), len(axes))
    for place, moved in zip(axes, shifts, strict=True):
        place %= op.rank(0)
        size = w.op("Max", w.shape(x, place, place + 1), w.ints(1))
        cut = w.op("Mod", w.op("Neg", moved), size)
        parts = [w.slice(x, cut, (END,), (place,)), w.slice(x, (0,), cut, (place,))]
        x = w.concat(parts, place)
    return x


# Blocks of space.


@converter("SpaceToDepth", "DepthToSpace")
def _between_space_and_depth(w: Writer, op: Application, x: Value) -> Value:
    layout, block = op.attr("data_format"), op.attr("block_size")
    if layout not in ("NHWC", "NCHW"):
        raise Inexpressible(f"data_format={layout!r}")
    if layout == "NHWC":
        x = w.transpose(x, (0, 3, 1, 2))
    x = w.op(op.type, x, blocksize=block)
    return w.transpose(x, (0, 2, 3, 1)) if layout == "NHWC" else x


@converter("SpaceToBatchND", "SpaceToBatch")
def _space_to_batch(w: Writer, op: Application, x: Value, *rest: Value) -> Value:
    """Pads, makes two axes of each axis of space, and moves the inner ones to the front."""
    blocks = _blocks(op)
    rank, count = op.rank(0), len(blocks)
    paddings = w.op("Pad", w.int64(rest[-1]), w.ints(1, 0, rank - 1 - count, 0))
    x = w.op("Pad", x, pads_of(w, paddings))
    sizes = [w.shape(x, 0, 1)]
    for i, block in enumerate(blocks):
        sizes += [w.op("Div", w.shape(x, i + 1, i + 2), w.ints(block)), w.ints(block)]
    sizes.append(w.shape(x, count + 1))
    split = w.reshape(x, w.concat(sizes, 0))
    inner = [2 + 2 * i for i in range(count)]
    outer = [1 + 2 * i for i in range(count)]
    last = range(2 * count + 1, rank + count)
    moved = w.transpose(split, [*inner, 0, *outer, *last])
    batch = w.op("Mul", w.shape(x, 0, 1), w.ints(int(np.prod(blocks))))
    space = [sizes[1 + 2 * i] for i in range(count)]
    return w.reshape(moved, w.concat([batch, *space, sizes[-1]], 0))


@converter("BatchToSpaceND", "BatchToSpace")
def _batch_to_space(w: Writer, op: Application, x: Value, *rest: Value) -> Value:
    blocks = _blocks(op)
    rank, count = op.rank(0), len(blocks)
    batch = w.op("Div", w.shape(x, 0, 1), w.ints(int(np.prod(blocks))))
    split = w.reshape(x, w.concat([w.ints(*blocks), batch, w.shape(x, 1)], 0))
    pairs = [axis for i in range(count) for axis in (count + 1 + i, i)]
    moved = w.transpose(split, [count, *pairs, *range(2 * count + 1, rank + count)])
    sizes = [batch]
    for i, block in enumerate(blocks):
        sizes.append(w.op("Mul", w.shape(x, i + 1, i + 2), w.ints(block)))
    whole = w.reshape(moved, w.concat([*sizes, w.shape(x, count + 1)], 0))
    before, behind = (
        w.op("Gather", w.int64(rest[-1]), w.constant(np.int64(i)), axis=1) for i in range(2)
    )
    ends = w.op("Sub", w.concat(sizes[1:], 0), behind)
    return w.slice(whole, before, ends, w.ints(*range(1, count + 1)))


def _blocks(op: Application) -> list[int]:
    """The sizes of blocks."""
    if op.type.endswith("ND"):
        return [int(size) for size in op.constant(1)]
    return [op.attr("block_size")] * 2
