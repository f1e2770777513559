"""Tensors whose elements are those of another at other places: rolled, or in blocks."""

from __future__ import annotations

import itertools
import math
from collections.abc import Sequence
from typing import Any

import numpy as np

from stagelight.codegen.index import (
    Extent,
    Undecided,
    is_at_least,
    place_of,
    row_major_strides,
)
from stagelight.codegen.lowering.filling import in_middle
from stagelight.codegen.lowering.images import channels_last, in_format
from stagelight.codegen.lowering.lowering import Lowering
from stagelight.codegen.lowering.registry import lowers
from stagelight.codegen.lowering.tensor_forms import known_array, sizes_of
from stagelight.codegen.lowering.values import (
    Indices,
    Sizes,
    Value,
    computed,
    constant,
    in_buffer,
    require_elements,
    strided,
)
from stagelight.codegen.lowering.views import whole_quotient
from stagelight.graph.operation import Operation

# ---------------------------------------------------------------------------- rolling


def _has_axes(operation: Operation) -> bool:
    shift, axis = (known_array(x) for x in operation.inputs[1:])
    rank = operation.inputs[0].shape.rank
    return (
        rank is not None
        and rank > 0
        and shift is not None
        and axis is not None
        and shift.ndim < 2
        and shift.shape == axis.shape
        and all(-rank <= place < rank for place in axis.reshape(-1).tolist())
    )


def _rolls(operation: Operation) -> bool:
    return _has_axes(operation) and 0 not in sizes_of(operation.inputs[0])


@lowers("Roll", constants=(1, 2), accepts=_rolls, any_size=_has_axes)
def _roll(
    lowering: Lowering, operation: Operation, x: Value, shift: np.ndarray, axis: np.ndarray
) -> Value:
    """What leaves at the end of an axis, and what stays before it, are written in turns."""
    sizes, rank = x.sizes, len(x.sizes)
    shifts = [0] * rank
    for count, place in zip(shift.reshape(-1).tolist(), axis.reshape(-1).tolist(), strict=True):
        shifts[place % rank] += count
    x = lowering.stored(x) if x.cost else x
    buffer = lowering.temporary(x.dtype, x.size, is_mutable=True)
    strides = row_major_strides(sizes)
    pieces = [_pieces(size, count) for size, count in zip(sizes, shifts, strict=True)]
    for parts in itertools.product(*pieces):
        begins, lengths, places = zip(*parts, strict=True)

        def element(at: Indices, begins: Sequence[Extent] = begins) -> Any:
            return x.element(tuple(index + begin for index, begin in zip(at, begins, strict=True)))

        part = computed(x.dtype, lengths, element, 0)
        lowering.write_part(part, buffer, strides, place_of(places, strides))
    return in_buffer(buffer, sizes)


def _pieces(size: Extent, shift: int) -> list[tuple[Extent, Extent, Extent]]:
    """The parts of an axis that stay together: where each begins, how long it is, and where it goes."""
    if isinstance(size, int):
        shift %= size
    elif not is_at_least(size, abs(shift)):
        raise Undecided(f"how {size} elements are rolled by {shift}")
    moved: Extent = size + shift if shift < 0 else shift
    if shift == 0:
        return [(0, size, 0)]
    return [(size - moved, moved, 0), (0, size - moved, moved)]


# ---------------------------------------------------------------------------- blocks


def _is_of_images(operation: Operation) -> bool:
    attrs = operation.attrs
    return operation.inputs[0].shape.rank == 4 and attrs.get("data_format", "NHWC") != "NCHW_VECT_C"


def _fits_blocks(operation: Operation) -> bool:
    return _is_of_images(operation) and 0 not in sizes_of(operation.outputs[0])


@lowers("SpaceToDepth", accepts=_fits_blocks, any_size=_is_of_images)
def _space_to_depth(lowering: Lowering, operation: Operation, x: Value) -> Value:
    block, data_format = _block_of(operation)
    image = channels_last(lowering.stored(x) if x.cost else x, data_format)
    batch, height, width, depth = image.sizes
    rows, columns = height // block, width // block

    def element(at: Indices) -> Any:
        b, row, column, y, x_, c = at
        return image.element((b, row * block + y, column * block + x_, c))

    sizes = (batch, rows, columns, block, block, depth)
    return _written(
        lowering, computed(x.dtype, sizes, element, 0), (*sizes[:3], block**2 * depth), data_format
    )


@lowers("DepthToSpace", accepts=_fits_blocks, any_size=_is_of_images)
def _depth_to_space(lowering: Lowering, operation: Operation, x: Value) -> Value:
    block, data_format = _block_of(operation)
    image = channels_last(lowering.stored(x) if x.cost else x, data_format)
    batch, rows, columns, channels = image.sizes
    depth = channels // block**2

    def element(at: Indices) -> Any:
        b, row, y, column, x_, c = at
        return image.element((b, row, column, (y * block + x_) * depth + c))

    sizes = (batch, rows, block, columns, block, depth)
    whole = (batch, rows * block, columns * block, depth)
    return _written(lowering, computed(x.dtype, sizes, element, 0), whole, data_format)


def _block_of(operation: Operation) -> tuple[int, str]:
    return operation.attrs["block_size"], str(operation.attrs.get("data_format", "NHWC"))


def _written(lowering: Lowering, parts: Value, sizes: Sizes, data_format: str) -> Value:
    """An image whose elements are those of parts of its axes, row after row."""
    buffer = lowering.temporary(parts.dtype, math.prod(parts.sizes))
    lowering.write(parts, buffer)
    return in_format(in_buffer(buffer, sizes), data_format)


def _blocks_in_batch(operation: Operation) -> bool:
    """Whether the blocks are known: a vector of them, or one for both axes of images."""
    return operation.inputs[0].shape.rank is not None


def _fits_batch(operation: Operation) -> bool:
    return all(0 not in sizes_of(x) for x in (operation.inputs[0], operation.outputs[0]))


def _square(operation: Operation) -> list[int]:
    return [operation.attrs["block_size"]] * 2


@lowers("SpaceToBatch", constants=(1,), accepts=_fits_batch, any_size=_blocks_in_batch)
def _older_space_to_batch(
    lowering: Lowering, operation: Operation, x: Value, paddings: np.ndarray
) -> Value:
    return _space_in_batch(lowering, x, _square(operation), paddings.tolist())


@lowers("SpaceToBatchND", constants=(1, 2), accepts=_fits_batch, any_size=_blocks_in_batch)
def _space_to_batch(
    lowering: Lowering, operation: Operation, x: Value, blocks: np.ndarray, paddings: np.ndarray
) -> Value:
    return _space_in_batch(lowering, x, blocks.tolist(), paddings.tolist())


def _space_in_batch(
    lowering: Lowering, x: Value, blocks: Sequence[Any], paddings: Sequence[Any]
) -> Value:
    _require_numbers([blocks, *paddings])
    require_elements(x)
    space = len(blocks)
    around = [(0, 0), *map(tuple, paddings), *[(0, 0)] * (len(x.sizes) - 1 - space)]
    if any(map(any, around)):
        x = in_middle(lowering, x, around, constant(0, x.dtype))
    else:
        x = lowering.stored(x) if x.cost else x
    batch, rest = x.sizes[0], x.sizes[1 + space :]
    counts = [
        whole_quotient(lowering, size, block)
        for size, block in zip(x.sizes[1:], blocks, strict=False)
    ]

    def element(at: Indices) -> Any:
        within, number, places = at[:space], at[space], at[space + 1 : 2 * space + 1]
        own = [i * block + j for i, block, j in zip(places, blocks, within, strict=True)]
        return x.element((number, *own, *at[2 * space + 1 :]))

    sizes = (*blocks, batch, *counts, *rest)
    whole = (math.prod(blocks) * batch, *counts, *rest)
    return _written(lowering, computed(x.dtype, sizes, element, 0), whole, "")


@lowers("BatchToSpace", constants=(1,), accepts=_fits_batch, any_size=_blocks_in_batch)
def _older_batch_to_space(
    lowering: Lowering, operation: Operation, x: Value, crops: np.ndarray
) -> Value:
    return _batch_in_space(lowering, x, _square(operation), crops.tolist())


@lowers("BatchToSpaceND", constants=(1, 2), accepts=_fits_batch, any_size=_blocks_in_batch)
def _batch_to_space(
    lowering: Lowering, operation: Operation, x: Value, blocks: np.ndarray, crops: np.ndarray
) -> Value:
    return _batch_in_space(lowering, x, blocks.tolist(), crops.tolist())


def _batch_in_space(
    lowering: Lowering, x: Value, blocks: Sequence[Any], crops: Sequence[Any]
) -> Value:
    _require_numbers([blocks, *crops])
    require_elements(x)
    space = len(blocks)
    x = lowering.stored(x) if x.cost else x
    batch = whole_quotient(lowering, x.sizes[0], math.prod(blocks))
    counts, rest = x.sizes[1 : space + 1], x.sizes[space + 1 :]
    steps = row_major_strides(tuple(blocks))

    def element(at: Indices) -> Any:
        number, places, within = at[0], at[1 : 2 * space : 2], at[2 : 2 * space + 1 : 2]
        return x.element((place_of(within, steps) * batch + number, *places, *at[2 * space + 1 :]))

    pairs = [size for pair in zip(counts, blocks, strict=True) for size in pair]
    sizes = (batch, *(size * block for size, block in zip(counts, blocks, strict=True)), *rest)
    parts = computed(x.dtype, (batch, *pairs, *rest), element, 0)
    whole = _written(lowering, parts, sizes, "")
    assert whole.buffer is not None
    kept = [size - sum(crop) for size, crop in zip(sizes[1:], crops, strict=False)]
    if not all(is_at_least(size, 0) for size in kept):
        raise Undecided(f"whether {sizes} can be cropped by {crops}")
    offset = place_of([crop[0] for crop in crops], whole.strides[1 : space + 1])
    return strided(whole.buffer, (batch, *kept, *rest), whole.strides, offset)


def _require_numbers(rows: Sequence[Sequence[Any]]) -> None:
    if not all(isinstance(number, int) for row in rows for number in row):
        raise Undecided("how large blocks are")
