"""Slice specifications: the items of `x[1:, ..., None]` as the op `StridedSlice` carries them.

Three integer vectors and five bit masks, one bit an item. Here they become items, an index for
NumPy, or the static shape of the part. Python's form is made into vectors and masks in `indexing`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np

from stagelight.core.inference import (
    UNKNOWN,
    invalid,
)
from stagelight.types.shapes import TensorShape

# The masks of `StridedSlice` and its kin, with their defaults.
MASKS = {
    "begin_mask": 0,
    "end_mask": 0,
    "ellipsis_mask": 0,
    "new_axis_mask": 0,
    "shrink_axis_mask": 0,
}


def masks_of(op: Any) -> dict[str, int]:
    """The masks that an application of such an op has."""
    return {mask: op.attrs[mask] for mask in MASKS if mask in op.attrs}


class Item(NamedTuple):
    """One item of a specification, after the masks: None stands for what is masked or not known.

    `kind` is "slice", "index" (an axis that goes away), "new" or "rest" (the ellipsis).
    """

    kind: str
    begin: int | None = None
    end: int | None = None
    stride: int | None = 1
    begin_masked: bool = False
    end_masked: bool = False


def items_of(
    begin: Sequence[int | None],
    end: Sequence[int | None],
    strides: Sequence[int | None],
    begin_mask: int = 0,
    end_mask: int = 0,
    ellipsis_mask: int = 0,
    new_axis_mask: int = 0,
    shrink_axis_mask: int = 0,
) -> list[Item]:
    """The items of a specification, None where a number is not known.

    Raises:
        InvalidArgumentError: the vectors' lengths differ, or the specification makes no sense.
    """
    if not len(begin) == len(end) == len(strides):
        raise invalid(
            "Expected begin, end, and strides to be 1D equal size tensors, but got sizes "
            f"{len(begin)}, {len(end)} and {len(strides)}"
        )
    if ellipsis_mask & (ellipsis_mask - 1):
        raise invalid("Multiple ellipses in slice spec not allowed")
    items = []
    for i, (first, last, stride) in enumerate(zip(begin, end, strides, strict=True)):
        bit = 1 << i
        if ellipsis_mask & bit:
            items.append(Item("rest"))
        elif new_axis_mask & bit:
            items.append(Item("new"))
        elif stride == 0:
            raise invalid(f"strides[{i}] must be non-zero")
        elif shrink_axis_mask & bit:
            if stride is not None and stride < 0:
                raise invalid("only stride 1 allowed on non-range indexing.")
            items.append(Item("index", first))
        else:
            masked, ends = bool(begin_mask & bit), bool(end_mask & bit)
            items.append(
                Item(
                    "slice", None if masked else first, None if ends else last, stride, masked, ends
                )
            )
    if not ellipsis_mask:
        items.append(Item("rest"))
    return items


def _axes_taken(items: Sequence[Item], rank: int) -> int:
    taken = sum(item.kind in ("slice", "index") for item in items)
    if taken > rank:
        raise invalid(f"Index out of range using input dim {rank}; input has only {rank} dims")
    return taken


def numpy_index(
    shape: tuple[int, ...],
    begin: np.ndarray,
    end: np.ndarray,
    strides: np.ndarray,
    masks: Mapping[str, int],
    checked: Callable[[Any, int, Any], Any] | None = None,
) -> tuple[Any, ...]:
    """The specification as an index for NumPy.

    Args:
        shape: of what it is for.
        begin, end, strides: one number for each item.
        masks: those of the op.
        checked: gives an index of an axis of some size; that of the class of errors below if not given.

    Raises:
        InvalidArgumentError: an index is out of bounds, or there are more items than axes.
    """
    items = items_of(
        begin.reshape(-1).tolist(), end.reshape(-1).tolist(), strides.reshape(-1).tolist(), **masks
    )
    taken = _axes_taken(items, len(shape))
    index: list[Any] = []
    axis = 0
    for item in items:
        if item.kind == "rest":
            axis += len(shape) - taken
            index.append(Ellipsis)
        elif item.kind == "new":
            index.append(None)
        else:
            if item.kind == "slice":
                index.append(slice(item.begin, item.end, item.stride))
            else:
                index.append((checked or checked_index)(item.begin, axis, shape[axis]))
            axis += 1
    return tuple(index)


def checked_index(index: Any, axis: int, size: int) -> int:
    """The index of an axis, if there is such an element.

    Raises:
        InvalidArgumentError: there is none.
    """
    if not -size <= index < size:
        raise invalid(f"slice index {index} of dimension {axis} out of bounds.")
    return index


def _sliced_size(item: Item, size: int | None) -> int | None:
    """The size of an axis under a slice, None when it is not known."""
    if item.begin_masked and item.end_masked and item.stride in (1, -1):
        return size
    known_begin = item.begin_masked or item.begin is not None
    known_end = item.end_masked or item.end is not None
    if size is None or item.stride is None or not (known_begin and known_end):
        return None
    return len(range(*slice(item.begin, item.end, item.stride).indices(size)))


def sliced_shape(shape: TensorShape, items: Sequence[Item]) -> TensorShape:
    """The static shape of the part that a specification takes."""
    if shape.rank is None:
        return UNKNOWN
    taken = _axes_taken(items, shape.rank)
    sizes = shape.as_list()
    result: list[int | None] = []
    axis = 0
    for item in items:
        if item.kind == "rest":
            result.extend(sizes[axis : axis + len(sizes) - taken])
            axis += len(sizes) - taken
        elif item.kind == "new":
            result.append(1)
        else:
            size = sizes[axis]
            if item.kind == "slice":
                result.append(_sliced_size(item, size))
            elif item.begin is not None and size is not None:
                checked_index(item.begin, axis, size)
            axis += 1
    return TensorShape(result)


def sliced(array: np.ndarray, index: Any) -> np.ndarray:
    """`array[index]`, always an array."""
    part = array[index]
    if type(part) is not np.ndarray and isinstance(array, np.ndarray):
        # A single element: NumPy gives the object itself, which asarray could take apart.
        result = np.empty((), array.dtype)
        result[()] = part
        return result
    return part
