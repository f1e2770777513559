"""Tensors made of others or of nothing: filled, joined, padded, repeated."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import numpy as np

from stagelight.codegen.expressions import const, from_index, op, where
from stagelight.codegen.index import (
    Extent,
    Index,
    Undecided,
    floor_quotient,
    place_of,
    require_at_least,
    row_major_strides,
)
from stagelight.codegen.loop_nest import Check, Nest
from stagelight.codegen.lowering.lowering import Lowering
from stagelight.codegen.lowering.registry import lowers
from stagelight.codegen.lowering.slices_by_data import (
    bounds_at_zero,
    is_by_data,
    moved_by_data,
)
from stagelight.codegen.lowering.tensor_forms import known_array, sizes_of
from stagelight.codegen.lowering.values import (
    Indices,
    Sizes,
    Value,
    computed,
    constant,
    in_buffer,
)
from stagelight.codegen.lowering.views import is_of_any_size, part_of
from stagelight.codegen.lowering.views_of_any_size import part_of_any_size, slice_index
from stagelight.graph.operation import Operation
from stagelight.types import dtypes


@lowers("ZerosLike", "OnesLike", any_size=True)
def _like(lowering: Lowering, operation: Operation, x: Value) -> Value:
    return constant(int(operation.op_def.name == "OnesLike"), x.dtype, x.sizes)


@lowers("Fill", constants=(0,), any_size=True)
def _fill(lowering: Lowering, operation: Operation, dims: np.ndarray, value: Value) -> Value:
    sizes = tuple(dims.reshape(-1).tolist())
    return computed(value.dtype, sizes, lambda _: value.element(()), value.cost)


@lowers(
    "ConcatV2",
    accepts=lambda operation: known_array(operation.inputs[-1]) is not None,
    any_size=True,
)
def _concat(lowering: Lowering, operation: Operation, *inputs: Value) -> Value:
    axis = known_array(operation.inputs[-1])
    assert axis is not None
    return _joined(lowering, operation, inputs[:-1], int(axis) % len(inputs[0].sizes))


def _joined(lowering: Lowering, operation: Operation, parts: Sequence[Value], axis: int) -> Value:
    first = parts[0].sizes
    for part in parts:
        if (*part.sizes[:axis], *part.sizes[axis + 1 :]) != (*first[:axis], *first[axis + 1 :]):
            raise Undecided(f"whether {part.sizes} fits {first}")
    total: Index = sum(part.sizes[axis] for part in parts)
    sizes = (*first[:axis], lowering.products.get(total, total), *first[axis + 1 :])
    strides = row_major_strides(sizes)
    buffer = lowering.temporary(parts[0].dtype, math.prod(sizes), is_mutable=len(parts) > 1)
    offset: Index = 0
    for part in parts:
        lowering.write_part(part, buffer, strides, offset)
        offset = offset + part.sizes[axis] * strides[axis]
    return in_buffer(buffer, sizes)


@lowers("Pack", any_size=True)
def _pack(lowering: Lowering, operation: Operation, *inputs: Value) -> Value:
    axis = operation.attrs.get("axis", 0) % (len(inputs[0].sizes) + 1)
    widened = [
        computed(x.dtype, (*x.sizes[:axis], 1, *x.sizes[axis:]), _without_axis(x, axis), x.cost)
        for x in inputs
    ]
    return _joined(lowering, operation, widened, axis)


def _without_axis(x: Value, axis: int) -> Any:
    return lambda indices: x.element((*indices[:axis], *indices[axis + 1 :]))


@lowers("Pad", "PadV2", constants=(1,), any_size=True)
def _pad(
    lowering: Lowering, operation: Operation, x: Value, paddings: np.ndarray, *fill: Value
) -> Value:
    around = fill[0] if fill else constant(0, x.dtype)
    pairs = paddings.tolist()
    if not all(amount >= 0 for pair in pairs for amount in pair):
        raise Undecided("how much there is around a tensor")
    return in_middle(lowering, x, pairs, around)


def in_middle(
    lowering: Lowering, x: Value, around: Sequence[tuple[Extent, Extent]], fill: Value
) -> Value:
    """A tensor in a larger one, with one value around it; each element is written once.

    Args:
        lowering: the program.
        x: the tensor.
        around: how many elements stand before and after it along each axis.
        fill: the value around it.
    """
    sizes = tuple(
        before + size + after for size, (before, after) in zip(x.sizes, around, strict=True)
    )
    strides = row_major_strides(sizes)
    buffer = lowering.temporary(x.dtype, math.prod(sizes), is_mutable=True)
    begin: list[Index] = [0] * len(sizes)  # where along earlier axes the tensor begins
    for axis, (before, after) in enumerate(around):
        for start, length in ((0, before), (before + x.sizes[axis], after)):
            slab = (*x.sizes[:axis], length, *sizes[axis + 1 :])
            if 0 not in slab:
                begin[axis] = start
                value = Value(x.dtype, slab, lambda _: fill.element(()), 0)
                lowering.write_part(value, buffer, strides, place_of(begin, strides))
        begin[axis] = before
    if x.size:
        lowering.write_part(x, buffer, strides, place_of(begin, strides))
    return in_buffer(buffer, sizes)


def _part_shown(sizes: Sizes, operation: Operation, bounds: Sequence[np.ndarray]) -> Any:
    """An array that lies as a tensor of some sizes does, in no memory, and the part that a slice shows."""
    # Nobody reads it: one byte stands for all.
    whole = np.lib.stride_tricks.as_strided(np.empty(1, np.int8), sizes, row_major_strides(sizes))
    return whole, part_of(whole, slice_index(operation, sizes, bounds))


def _fits_slice(operation: Operation) -> bool:
    if not is_by_data(operation, 1):
        return False
    sizes = sizes_of(operation.outputs[0])
    _, part = _part_shown(sizes, operation, bounds_at_zero(operation, 1))
    return bool(part.shape == sizes_of(operation.inputs[4]))


@lowers(
    "StridedSliceGrad",
    constants=(0,), perhaps=(1, 2, 3), accepts=_fits_slice, any_size=lambda _: True,
)  # fmt: skip
def _strided_slice_gradient(
    lowering: Lowering, operation: Operation, shape: np.ndarray, *rest: Any
) -> Value:
    *bounds, dy = rest
    sizes = tuple(shape.tolist())
    strides = row_major_strides(sizes)
    buffer = lowering.temporary(dy.dtype, math.prod(sizes), is_mutable=True)
    lowering.write(constant(0, dy.dtype, sizes), buffer)
    if is_of_any_size(shape, dy, *bounds):
        begin = None
        part, steps, start = part_of_any_size(operation, in_buffer(buffer, sizes), *bounds)
        if tuple(part) != dy.sizes:
            raise Undecided(f"whether {dy.sizes} is {part}")
    else:
        begin = bounds[0]
        whole, view = _part_shown(sizes, operation, bounds_at_zero(operation, 1))
        steps = list(view.strides)
        start = view.__array_interface__["data"][0] - whole.__array_interface__["data"][0]
    if isinstance(begin, Value):
        start = start + moved_by_data(lowering, operation, 1, begin, sizes, strides)
    if 0 not in dy.sizes:
        lowering.write_part(dy, buffer, steps, start)
    return in_buffer(buffer, sizes)


@lowers("Tile", constants=(1,), any_size=True)
def _tile(lowering: Lowering, operation: Operation, x: Value, multiples: np.ndarray) -> Value:
    sizes = tuple(size * count for size, count in zip(x.sizes, multiples.tolist(), strict=True))
    ready = lowering.stored(x) if x.cost else x
    both = [n for pair in zip(multiples.tolist(), x.sizes, strict=True) for n in pair]
    repeated = computed(
        x.dtype, tuple(both), lambda indices: ready.element(tuple(indices[1::2])), 0
    )
    buffer = lowering.temporary(x.dtype, math.prod(sizes))
    lowering.write(repeated, buffer)
    return in_buffer(buffer, sizes)


@lowers("OneHot", constants=(1,), any_size=True)
def _one_hot(
    lowering: Lowering,
    operation: Operation,
    indices: Value,
    depth: np.ndarray,
    on: Value,
    off: Value,
) -> Value:
    axis = operation.attrs.get("axis", -1) % (len(indices.sizes) + 1)
    (count,) = depth.reshape(-1).tolist()
    sizes = (*indices.sizes[:axis], count, *indices.sizes[axis:])

    def element(at: Indices) -> Any:
        wanted = indices.element((*at[:axis], *at[axis + 1 :]))
        test = op("equal", wanted, from_index(at[axis], wanted.dtype))
        return where(test, on.element(()), off.element(()))

    return computed(on.dtype, sizes, element, 2 + indices.cost)


@lowers("Range", constants=(0, 1, 2), any_size=True)
def _range(lowering: Lowering, operation: Operation, *bounds: np.ndarray) -> Value:
    if any(x.dtype == object for x in bounds):
        return _range_of_any_size(operation, *(x.item() for x in bounds))
    array = operation.op_def.kernel(np, *bounds)
    return lowering.constant(np.asarray(array), operation.outputs[0].dtype)


def _range_of_any_size(operation: Operation, start: Index, limit: Index, delta: Index) -> Value:
    dtype = operation.outputs[0].dtype
    if not isinstance(delta, int) or not dtype.is_integer:
        raise Undecided("how many steps there are")
    reach = limit - start if delta > 0 else start - limit
    size = floor_quotient(reach + (abs(delta) - 1), abs(delta))
    require_at_least(size, 0)
    return computed(dtype, (size,), lambda at: from_index(at[0] * delta + start, dtype))


@lowers("Shape", "Size", "Rank")
def _static_sizes(lowering: Lowering, operation: Operation, x: Value) -> Value:
    sizes = np.asarray(x.sizes)
    name = operation.op_def.name
    array = sizes if name == "Shape" else sizes.prod() if name == "Size" else np.asarray(sizes.size)
    dtype = operation.outputs[0].dtype
    return lowering.constant(array.astype(dtype.numpy_dtype), dtype)


def _is_band(operation: Operation) -> bool:
    rows, columns = sizes_of(operation.inputs[0])[-2:]
    low, high = (int(known_array(x)) for x in operation.inputs[1:])  # type: ignore[arg-type]
    return low <= rows and high <= columns


@lowers("MatrixBandPart", constants=(1, 2), accepts=_is_band, any_size=lambda _: True)
def _band(
    lowering: Lowering, operation: Operation, x: Value, below: np.ndarray, above: np.ndarray
) -> Value:
    if object in (below.dtype, above.dtype):
        raise Undecided("how wide a band is")
    low, high = int(below), int(above)
    for width, size in zip((low, high), x.sizes[-2:], strict=True):
        # Known sizes have been compared; others are 1 or more.
        if width > 1 and not isinstance(size, int):
            lowering.statements.append(Nest((), [Check(from_index(size) >= width)]))

    def element(indices: Indices) -> Any:
        row, column = (from_index(i) for i in indices[-2:])
        value = x.element(indices)
        keep = const(True, dtypes.bool_)
        if low >= 0:
            keep = op("logical_and", keep, op("less_equal", row - column, low))
        if high >= 0:
            keep = op("logical_and", keep, op("less_equal", column - row, high))
        return where(keep, value, const(0, value.dtype))

    return computed(x.dtype, x.sizes, element, x.cost + 4)
