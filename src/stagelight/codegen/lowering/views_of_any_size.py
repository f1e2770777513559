"""Views of tensors whose sizes are known only when the program is called.

Where sizes are numbers NumPy says how the elements of a view lie (`views`). Here the same is computed with
sizes that are polynomials. Where `x[:-5]` ends depends on the size: programs are for those of 5 and more if
the sizes that were seen are so. What the sizes do not say is `Undecided`.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from stagelight.codegen.index import (
    Index,
    Undecided,
    floor_quotient,
    is_at_least,
    require_at_least,
    row_major_strides,
)
from stagelight.codegen.lowering.values import Sizes, Value, strided
from stagelight.graph.operation import Operation
from stagelight.ops.arrays.slice_specification import checked_index, masks_of, numpy_index

# The sizes, distances and offset of a view.
_Layout = tuple[list[Index], list[Index], Index]
_View = Callable[..., _Layout | None]


def views_of_any_size(
    operation: Operation, x: Value, position: int, inputs: Sequence[Any]
) -> tuple[Value, ...] | None:
    """The results of an op that shows elements of a stored tensor; None if it cannot show them there.

    Raises:
        Undecided: the sizes do not say how.
    """
    name = operation.op_def.name
    rest = [value for i, value in enumerate(inputs) if i != position]
    if name in _PARTS:
        layouts = _PARTS[name](operation, x, *rest)
    elif name in _VIEWS:
        layout = _VIEWS[name](operation, x, *rest)
        if layout is None:
            return None
        layouts = [layout]
    else:
        raise Undecided(name)
    buffer = x.buffer
    assert buffer is not None
    return tuple(
        [
            strided(buffer, tuple(sizes), tuple(strides), offset)
            for sizes, strides, offset in layouts
        ]
    )


def _same(x: Value) -> _Layout:
    return list(x.sizes), list(x.strides), x.offset


def _transposed(operation: Operation, x: Value, perm: np.ndarray) -> _Layout:
    rank = len(x.sizes)
    order = [axis % rank for axis in perm.reshape(-1).tolist()]
    return [x.sizes[i] for i in order], [x.strides[i] for i in order], x.offset


def _expanded(operation: Operation, x: Value, dim: np.ndarray) -> _Layout:
    sizes, strides, offset = _same(x)
    axis = int(dim.reshape(())[()])
    axis = axis + len(sizes) + 1 if axis < 0 else axis
    sizes.insert(axis, 1)
    strides.insert(axis, 0)
    return sizes, strides, offset


def _squeezed(operation: Operation, x: Value) -> _Layout:
    rank = len(x.sizes)
    dropped = {axis % rank for axis in operation.attrs.get("squeeze_dims", ())}
    if not dropped:
        # Another number of axes would follow where a size happens to be 1.
        dropped = {axis for axis, size in enumerate(x.sizes) if _is_one(size)}
    if any(x.sizes[axis] != 1 for axis in dropped):
        raise Undecided("whether an axis has size 1")
    kept = [axis for axis in range(rank) if axis not in dropped]
    return [x.sizes[i] for i in kept], [x.strides[i] for i in kept], x.offset


def _is_one(size: Index) -> bool:
    return size == 1 or not size >= 2


def _broadcast(operation: Operation, x: Value, shape: np.ndarray) -> _Layout:
    sizes = shape.reshape(-1).tolist()
    added = len(sizes) - len(x.sizes)
    strides: list[Index] = [0] * added
    for own, step, size in zip(x.sizes, x.strides, sizes[added:], strict=True):
        if own != size and own != 1:
            raise Undecided(f"whether {own} is {size}")
        strides.append(step if own == size else 0)
    return sizes, strides, x.offset


def _reversed(operation: Operation, x: Value, axes: np.ndarray) -> _Layout:
    sizes, strides, offset = _same(x)
    for axis in axes.reshape(-1).tolist():
        offset = offset + strides[axis] * (sizes[axis] - 1)
        strides[axis] = -strides[axis]
    return sizes, strides, offset


def reshaped_sizes(x: Value, shape: np.ndarray) -> Sizes:
    """The sizes that a shape with a -1 in it stands for."""
    sizes: list[Index] = shape.reshape(-1).tolist()
    if -1 in sizes:
        place = sizes.index(-1)
        rest = math.prod(sizes[:place] + sizes[place + 1 :])
        if rest == 0:
            raise Undecided("the shape of nothing")
        sizes[place] = x.size // rest
    if math.prod(sizes) != x.size:
        raise Undecided(f"whether {x.size} elements have the shape {sizes}")
    return tuple(sizes)


def _reshaped(operation: Operation, x: Value, shape: np.ndarray) -> _Layout | None:
    sizes = reshaped_sizes(x, shape)
    return (list(sizes), list(row_major_strides(sizes)), 0) if x.is_contiguous else None


def slice_index(
    operation: Operation, sizes: Sizes, bounds: Sequence[np.ndarray]
) -> tuple[Any, ...]:
    """What a strided slice takes of a tensor of some sizes, as an index for NumPy."""
    begin, end, strides = bounds
    return numpy_index(sizes, begin, end, strides, masks_of(operation), _index_of)


def _index_of(index: Any, axis: int, size: Any) -> Any:
    """An index of an axis. Where the size is not known, programs are for those that have such an element."""
    if isinstance(size, int) or not isinstance(index, int):
        return checked_index(index, axis, size)
    if not is_at_least(size, index + 1 if index >= 0 else -index):
        raise Undecided(f"whether there is an element {index} of {size}")
    return index


def part_of_any_size(operation: Operation, x: Value, *bounds: Any) -> _Layout:
    """How the part of a tensor that a strided slice takes lies."""
    if any(isinstance(each, Value) for each in bounds):
        raise Undecided("where a slice begins")
    index = slice_index(operation, x.sizes, bounds)
    taken = sum(item is not None and item is not Ellipsis for item in index)
    sizes: list[Index] = []
    strides: list[Index] = []
    offset, axis = x.offset, 0
    for item in index:
        if item is None:
            sizes.append(1)
            strides.append(0)
        elif item is Ellipsis:
            count = len(x.sizes) - taken
            sizes += x.sizes[axis : axis + count]
            strides += x.strides[axis : axis + count]
            axis += count
        else:
            size, step = x.sizes[axis], x.strides[axis]
            axis += 1
            if isinstance(item, slice):
                first, length, stride = _slice_of(item, size)
                sizes.append(length)
                strides.append(step * stride)
            else:
                first = item + size if item < 0 else item
            offset = offset + step * first
    return sizes, strides, offset


def _slice_of(item: slice, size: Index) -> tuple[Index, Index, int]:
    """The first index of a slice, its number of elements, and its step."""
    stride = 1 if item.step is None else item.step
    if isinstance(size, int) and all(isinstance(x, int) for x in (item.start or 0, item.stop or 0)):
        row = range(size)[item]
        return row.start, len(row), stride
    forward = stride > 0
    least, most = (0, size) if forward else (-1, size - 1)

    def place(bound: Index | None, masked: Index) -> Index:
        if bound is None:
            return masked
        bound = bound + size if bound < 0 else bound
        if not is_at_least(bound, least):
            return least
        return bound if is_at_least(most - bound, 0) else most

    first = place(item.start, least if forward else most)
    last = place(item.stop, most if forward else least)
    length = last - first if forward else first - last
    if abs(stride) != 1:
        length = floor_quotient(length + (abs(stride) - 1), abs(stride))
    return first, length if is_at_least(length, 0) else 0, stride


def _slice(operation: Operation, x: Value, begin: np.ndarray, size: np.ndarray) -> _Layout:
    sizes: list[Index] = []
    offset = x.offset
    for whole, step, first, length in zip(
        x.sizes, x.strides, begin.tolist(), size.tolist(), strict=True
    ):
        length = whole - first if length == -1 else length
        for least in (first, length, whole - first - length):
            require_at_least(least, 0)
        sizes.append(length)
        offset = offset + step * first
    return sizes, list(x.strides), offset


def _parts_along(x: Value, axis: int, lengths: Sequence[Index]) -> list[_Layout]:
    """Parts of some lengths along an axis, one after the other."""
    if sum(lengths) != x.sizes[axis]:
        raise Undecided(f"whether parts of {lengths} are {x.sizes[axis]}")
    return _laid_out(x, axis, lengths)


def _laid_out(x: Value, axis: int, lengths: Sequence[Index]) -> list[_Layout]:
    layouts: list[_Layout] = []
    start: Index = 0
    for length in lengths:
        sizes, strides, offset = _same(x)
        sizes[axis] = length
        layouts.append((sizes, strides, offset + start * strides[axis]))
        start = start + length
    return layouts


def _equal_parts(operation: Operation, x: Value, axis: np.ndarray) -> list[_Layout]:
    along, count = int(axis.reshape(())[()]) % len(x.sizes), len(operation.outputs)
    length = floor_quotient(x.sizes[along], count)  # The program sees that nothing is left over.
    return _laid_out(x, along, [length] * count)


def _parts_of_lengths(
    operation: Operation, x: Value, lengths: np.ndarray, axis: np.ndarray
) -> list[_Layout]:
    along, found = int(axis.reshape(())[()]) % len(x.sizes), lengths.reshape(-1).tolist()
    if -1 in found:
        place = found.index(-1)
        found[place] = x.sizes[along] - sum(found[:place] + found[place + 1 :])
        if not found[place] >= 0:
            raise Undecided("the length of a part")
    return _laid_out(x, along, found)


def _unpacked(operation: Operation, x: Value) -> list[_Layout]:
    along = operation.attrs.get("axis", 0) % len(x.sizes)
    return [
        (sizes[:along] + sizes[along + 1 :], strides[:along] + strides[along + 1 :], offset)
        for sizes, strides, offset in _parts_along(x, along, [1] * len(operation.outputs))
    ]


_PARTS: dict[str, Callable[..., list[_Layout]]] = {
    "Split": _equal_parts,
    "SplitV": _parts_of_lengths,
    "Unpack": _unpacked,
}

_VIEWS: dict[str, _View] = {
    "Transpose": _transposed,
    "ExpandDims": _expanded,
    "Squeeze": _squeezed,
    "BroadcastTo": _broadcast,
    "ReverseV2": _reversed,
    "Reshape": _reshaped,
    "StridedSlice": part_of_any_size,
    "Slice": _slice,
}
