"""The brackets of tensors: `x[1:, ..., None]`, `x[i]`, `x[mask]`.

What stands between them becomes the inputs of `StridedSlice`; for eager tensors and plain Python
numbers NumPy takes it as it is. A boolean tensor is a mask.
"""

from __future__ import annotations

from types import EllipsisType
from typing import Any, NamedTuple

import numpy as np

from stagelight.boundary import guarded, guards_itself, leave
from stagelight.core.convert import convert_to_tensor
from stagelight.core.dispatch import CONTEXT
from stagelight.core.raw import raw
from stagelight.core.tensor import EagerTensor, Tensor, tensor_method
from stagelight.ops.arrays.masking import boolean_mask
from stagelight.ops.arrays.slice_specification import MASKS, sliced
from stagelight.public import public, publish
from stagelight.types import dtypes
from stagelight.types.dimension import Dimension

publish("newaxis", None)
publish("compat.v1.newaxis", None)


class Specification(NamedTuple):
    """A slice specification as the inputs and attrs of `StridedSlice`."""

    begin: Tensor
    end: Tensor
    strides: Tensor
    masks: dict[str, int]


def specification(key: Any) -> Specification:
    """What stands between the brackets as the inputs and attrs of `StridedSlice`.

    Raises:
        TypeError: an item is no integer, slice, ellipsis or None.
    """
    begin: list[Any] = []
    end: list[Any] = []
    strides: list[Any] = []
    masks = dict.fromkeys(MASKS, 0)
    for i, item in enumerate(key if isinstance(key, (list, tuple)) else (key,)):
        bit = 1 << i
        first, last, stride = 0, 0, 1
        if isinstance(item, slice):
            if item.start is None:
                masks["begin_mask"] |= bit
            else:
                first = _bound(item.start)
            if item.stop is None:
                masks["end_mask"] |= bit
            else:
                last = _bound(item.stop)
            if item.step is not None:
                stride = _bound(item.step)
        elif isinstance(item, EllipsisType):
            masks["ellipsis_mask"] |= bit
        elif item is None:
            masks["new_axis_mask"] |= bit
        else:
            masks["shrink_axis_mask"] |= bit
            first = _bound(item)
            last = first + 1
        begin.append(first)
        end.append(last)
        strides.append(stride)
    vectors = _as_vectors(begin, end, strides)
    return Specification(vectors[0], vectors[1], vectors[2], masks)


_INDEX_NAMES = ("int8", "uint8", "int16", "int32", "int64")


def _bound(index: Any) -> Any:
    """An index or limit: a Python int, or an integer scalar tensor."""
    if isinstance(index, (int, np.integer, Dimension)) and not isinstance(index, bool):
        return int(index)
    # An array of NumPy with an axis is refused, as a tensor with one is.
    value = convert_to_tensor(index) if hasattr(index, "dtype") else None
    if value is None or value.shape.rank or value.dtype.name not in _INDEX_NAMES:
        raise TypeError(
            "Only integers, slices (`:`), ellipsis (`...`), tf.newaxis (`None`) and scalar "
            f"tf.int32/tf.int64 tensors are valid indices, got {index!r}"
        )
    return int(value) if isinstance(value, EagerTensor) else value


def _as_vectors(*rows: list[Any]) -> list[Tensor]:
    tensors = [item for row in rows for item in row if isinstance(item, Tensor)]
    numbers = [item for row in rows for item in row if not isinstance(item, Tensor)]
    wide = any(x.dtype.name == "int64" for x in tensors) or any(
        not _INT32.min <= number <= _INT32.max for number in numbers
    )
    dtype = dtypes.int64 if wide else dtypes.int32
    vectors = []
    for row in rows:
        if any(isinstance(item, Tensor) for item in row):
            row = [
                raw.Cast(x, DstT=dtype) if isinstance(x, Tensor) and x.dtype is not dtype else x
                for x in row
            ]
            vectors.append(raw.Pack([convert_to_tensor(x, dtype) for x in row], name="stack"))
        else:
            vectors.append(convert_to_tensor(np.array(row, dtype.numpy_dtype), name="stack"))
    return vectors


_INT32 = np.iinfo(np.int32)


def is_mask(key: Any) -> bool:
    """Whether what stands between the brackets picks elements by truth."""
    if isinstance(key, bool):
        return True
    if isinstance(key, Tensor):
        return key.dtype.name == "bool"
    return isinstance(key, (np.ndarray, np.generic)) and key.dtype == np.bool_


@public("__operators__.getitem")
@tensor_method("__getitem__")
def getitem(x: Any, key: Any) -> Tensor:
    """`x[key]`: indices, slices with steps, `...`, `tf.newaxis`, scalar tensors, or a boolean mask.

    An index takes one place of an axis, which goes away; a slice keeps the axis; missing axes are
    kept whole. A boolean tensor takes the places where it is true, as `tf.boolean_mask` does.

    Raises:
        InvalidArgumentError: an index is out of bounds or there are more items than axes
            (ValueError where that is known while a graph is traced).
        TypeError: an item is no integer, slice, ellipsis or None.

    >>> x = tf.constant([[1, 2, 3], [4, 5, 6]])
    >>> x[1, ::2].numpy()
    array([4, 6], dtype=int32)
    """
    if is_mask(key):
        return boolean_mask(x, key)
    if CONTEXT.stage is None:
        begin, end, strides, masks = specification(key)
        return raw.StridedSlice(x, begin, end, strides, **masks)
    with CONTEXT.stage.operation_scope("strided_slice") as scope:
        begin, end, strides, masks = specification(key)
        return raw.StridedSlice(x, begin, end, strides, name=scope, **masks)


_PLAIN_KEYS = frozenset({int, slice, EllipsisType, type(None)})
_PLAIN_BOUNDS = frozenset({int, type(None)})


def _is_plain(key: Any) -> bool:
    kind = type(key)
    if kind is slice:
        return (
            type(key.start) in _PLAIN_BOUNDS
            and type(key.stop) in _PLAIN_BOUNDS
            and type(key.step) in _PLAIN_BOUNDS
        )
    return kind in _PLAIN_KEYS


@guards_itself
def _eager_getitem(x: EagerTensor, key: Any) -> Tensor:
    """`x[key]` by NumPy at once where it means the same, the long way for the rest and errors."""
    try:
        if CONTEXT.plain:
            kind = type(key)
            if kind is int or (all(map(_is_plain, key)) if kind is tuple else _is_plain(key)):
                try:
                    return EagerTensor(sliced(x._array, key), x._dtype)
                except (IndexError, ValueError):
                    pass  # The long way tells what is wrong.
        return getitem(x, key)
    except BaseException as error:
        leave(error)
        raise


setattr(EagerTensor, "__getitem__", guarded(_eager_getitem))  # noqa: B010
