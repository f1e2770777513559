"""`x[key]` with NumPy's keys: integer arrays, boolean masks, and both among slices.

Slices, single integers, new axes and `...` are a slice, as always; what is an array then takes elements of
that. Arrays broadcast together. The axes that they take are replaced by those of the arrays, in their place
if they stand side by side, else in front.

TF: single integers are no arrays: `x[0, :, [1, 2]]` has the axis of the list last. NumPy puts it first.
"""

from __future__ import annotations

from types import EllipsisType
from typing import Any

import numpy as np

from stagelight.core.tensor import Tensor
from stagelight.numpy_style.arithmetic import broadcast_together
from stagelight.numpy_style.promotion import as_array, promoted
from stagelight.numpy_style.selection import nonzero
from stagelight.numpy_style.shapes import known_rank, moveaxis
from stagelight.ops.arrays import indexing
from stagelight.ops.arrays.gather import gather, gather_nd
from stagelight.ops.arrays.joining import stack
from stagelight.ops.arrays.shape import shape as shape_of
from stagelight.ops.elementwise.cast import cast
from stagelight.ops.elementwise.select import where
from stagelight.types import dtypes
from stagelight.types.dimension import Dimension

_SINGLE = (int, np.integer, Dimension)


def getitem(x: Tensor, key: Any) -> Tensor:
    """The elements that a key of NumPy's takes.

    Raises:
        IndexError: an item is nothing that NumPy takes.
        InvalidArgumentError: an index is out of bounds.
    """
    if indexing.is_mask(key):
        return indexing.getitem(x, key)
    items = [item for each in _items(key) for item in _without_masks(each)]
    arrays = {place: item for place, item in enumerate(items) if _is_array(item)}
    basic = tuple(slice(None) if place in arrays else item for place, item in enumerate(items))
    sliced = indexing.getitem(x, basic)
    return _taken(sliced, _by_axis(sliced, items, arrays)) if arrays else sliced


def _items(key: Any) -> tuple[Any, ...]:
    """The items of a key. A list of numbers is one item; one of lists, slices or arrays is a tuple."""
    if isinstance(key, tuple):
        return key
    if isinstance(key, list) and any(
        item is None
        or isinstance(item, (EllipsisType, list, tuple, slice))
        or (isinstance(item, (Tensor, np.ndarray)) and item.ndim != 0)
        for item in key
    ):
        return tuple(key)
    return (key,)


def _without_masks(item: Any) -> list[Any]:
    """The item with its arrays as tensors of int32 or int64; a mask as the places where it is true."""
    if item is None or isinstance(item, (slice, EllipsisType)):
        return [item]
    if isinstance(item, _SINGLE) and not isinstance(item, bool):
        return [item]
    array = as_array(item)
    if array.dtype.is_bool:
        return list(nonzero(array))
    if array.dtype in (dtypes.int32, dtypes.int64):
        return [array]
    if array.dtype.is_integer and array.dtype is not dtypes.uint64:
        return [cast(array, dtypes.int64 if array.dtype is dtypes.uint32 else dtypes.int32)]
    raise IndexError(
        "only integers, slices (`:`), ellipsis (`...`), numpy.newaxis (`None`) and integer or boolean "
        f"arrays are valid indices, got {item!r}"
    )


def _is_array(item: Any) -> bool:
    return isinstance(item, Tensor) and item.shape.rank != 0


def _by_axis(sliced: Tensor, items: list[Any], arrays: dict[int, Any]) -> dict[int, Tensor]:
    """The axis of the slice that each array takes -> the array."""
    stays = [
        item is None or isinstance(item, (slice, EllipsisType)) or place in arrays
        for place, item in enumerate(items)
    ]
    ellipsis = next(
        (i for i, item in enumerate(items) if isinstance(item, EllipsisType)), len(items)
    )
    axes = {}
    for place, array in arrays.items():
        if place < ellipsis:
            axis = sum(stays[:place])
        else:
            axis = known_rank(sliced, "x[..., indices]") - sum(stays[place:])
        axes[axis] = array
    return axes


def _taken(x: Tensor, indices: dict[int, Tensor]) -> Tensor:
    axes = sorted(indices)
    first, last = axes[0], axes[-1]
    sizes = shape_of(x, dtypes.int64)
    places = []
    for axis, index in zip(axes, promoted(*[indices[axis] for axis in axes]), strict=True):
        size = cast(sizes[axis], index.dtype)
        places.append(where(index < 0, index + size, index))
    if len(axes) == 1:
        return gather(x, places[0], axis=first)
    places = broadcast_together(*places)
    if first > 0 or last - first >= len(axes):
        x = moveaxis(x, axes, range(len(axes)))
    taken = gather_nd(x, stack(places, -1))
    if first > 0 and last - first < len(axes):
        rank = known_rank(places[0], "x[indices]")
        taken = moveaxis(taken, range(rank), range(first, first + rank))
    return taken
