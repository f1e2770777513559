"""Strided slices at indices that are data: `x[i]` and `x[:, i]` where `i` is a tensor.

What the other items of the slice take must be known. An index is checked before it is used, as those of
gathers are (`indexing`), and counts from the end where it is negative.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from stagelight.codegen.expressions import Expr, cast, op, to_index, where
from stagelight.codegen.index import Index, Undecided
from stagelight.codegen.lowering.list_rows import checked_number
from stagelight.codegen.lowering.lowering import Lowering
from stagelight.codegen.lowering.tensor_forms import known_array
from stagelight.codegen.lowering.values import Value, read_at
from stagelight.graph.operation import Operation, SymbolicTensor
from stagelight.ops.arrays.slice_specification import Item, items_of, masks_of
from stagelight.types import dtypes


def _numbers(tensor: SymbolicTensor) -> list[int | None]:
    """The elements of a vector, None for those that are data."""
    array = known_array(tensor)
    if array is not None:
        return array.reshape(-1).tolist()
    if tensor.op.op_def.name == "Pack":
        parts = map(known_array, tensor.op.inputs)
        return [None if part is None else int(part) for part in parts]
    return [None] * (tensor.shape.num_elements() or 0)


def _items(operation: Operation, first: int) -> list[Item]:
    begin, end, strides = map(_numbers, operation.inputs[first : first + 3])
    return items_of(begin, end, strides, **masks_of(operation))


def is_by_data(operation: Operation, first: int) -> bool:
    """Whether all but indices are known of a slice.

    Args:
        operation: it slices.
        first: which input holds where slices begin; after it come the ends and strides.
    """
    try:
        items = _items(operation, first)
    except ValueError:
        return False  # The host says what is wrong with it.
    return all(
        item.kind != "slice"
        or (
            item.stride is not None
            and (item.begin_masked or item.begin is not None)
            and (item.end_masked or item.end is not None)
        )
        for item in items
    )


def bounds_at_zero(operation: Operation, first: int) -> list[np.ndarray]:
    """The same slice with 0 for indices that are data: begins, ends, strides."""
    begin, end, strides = (
        [x or 0 for x in _numbers(each)] for each in operation.inputs[first:][:3]
    )
    return [np.array(begin), np.array(end), np.array([step or 1 for step in strides])]


def moved_by_data(
    lowering: Lowering,
    operation: Operation,
    first: int,
    begin: Value,
    sizes: Sequence[Any],
    strides: Sequence[Index],
) -> Index:
    """How far the slice is from that of `bounds_at_zero`, in elements; indices are checked.

    Args:
        lowering: the program.
        operation, first: see `is_by_data`.
        begin: where slices begin.
        sizes, strides: of the tensor of which a part is taken.
    """
    items = _items(operation, first)
    taken = sum(item.kind in ("slice", "index") for item in items)
    distance: Index = 0
    axis = 0
    for place, item in enumerate(items):
        if item.kind == "rest":
            axis += len(sizes) - taken
        elif item.kind != "new":
            if item.kind == "index" and item.begin is None:
                number = cast(begin.element((place,)), dtypes.int64)
                distance = distance + _index(lowering, number, sizes[axis]) * strides[axis]
            axis += 1
    return distance


def _index(lowering: Lowering, number: Expr, size: Any) -> Index:
    if not isinstance(size, int):
        raise Undecided("where an index from the end is")
    from_start = where(number < 0, number + size, number)
    fixed = checked_number(lowering, from_start, from_start >= 0, op("less", from_start, size))
    return to_index(op("minimum", op("maximum", fixed, 0), size - 1))


def view_moved(view: Value, distance: Index) -> Value:
    """What a view shows so many elements further on."""
    assert view.buffer is not None
    return read_at(view.buffer, view.sizes, view.strides, view.offset + distance)
