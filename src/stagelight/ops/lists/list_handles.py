"""What the ops on tensor lists share: handles, element shapes and dtypes.

A list is a scalar tensor of dtype variant, its handle, that holds a `ListValue`.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Any

import numpy as np

from stagelight.core.inference import (
    SCALAR,
    UNKNOWN,
    Inferred,
    constant_value,
    invalid,
    list_data,
    shape_from,
)
from stagelight.core.op_def import types
from stagelight.core.raw import raw
from stagelight.core.tensor import EagerTensor, Tensor
from stagelight.ops.lists.list_value import ListValue
from stagelight.types import dtypes
from stagelight.types.dtypes import DType
from stagelight.types.shapes import TensorShape

ELEMENT = {"element_dtype": types()}


SHAPED = {"element_dtype": types(), "shape_type": types(dtypes.INDEX)}


def handle_of(value: ListValue) -> np.ndarray:
    array = np.empty((), object)
    array[()] = value
    return array


def elements_behind(handle: Any) -> tuple[TensorShape, DType | None]:
    """What is known of a list's elements while tracing: (shape, dtype)."""
    if isinstance(handle, EagerTensor):
        value = handle._array[()]
        return value.handle_data if isinstance(value, ListValue) else (UNKNOWN, None)
    data = getattr(handle, "handle_data", None)
    return (UNKNOWN, None) if data is None else data


def inferred_list(shape: TensorShape, dtype: DType | None, elements: Any = None) -> Inferred:
    """A list of elements of a shape and dtype; for `elements` see `list_data`."""
    data = None if dtype is None else list_data(shape, dtype, elements)
    return Inferred(SCALAR, dtypes.variant, data)


def data_of_elements(handle: Any) -> Any:
    """The handle data of a list's elements, if they are lists of which something is known."""
    return getattr(getattr(handle, "handle_data", None), "elements", None)


def same_list(input_handle: Any, *_rest: Any, **_attrs: Any) -> Inferred:
    return inferred_list(*elements_behind(input_handle), data_of_elements(input_handle))


def static_shape(element_shape: Tensor) -> TensorShape:
    """A shape argument while tracing: a vector, or the scalar -1 for an unknown rank."""
    value = constant_value(element_shape)
    if value is not None:
        return shape_given(value)
    rank = element_shape.shape.rank
    if rank is not None and rank > 1:
        raise invalid(f"Shape must be at most rank 1 but is rank {rank}")
    return UNKNOWN if rank in (None, 0) else shape_from(element_shape)


def shape_given(element_shape: np.ndarray) -> TensorShape:
    """A shape argument of a kernel."""
    return _shape_of(element_shape.ndim, element_shape.dtype.char, element_shape.tobytes())


@lru_cache(maxsize=256)
def _shape_of(rank: int, kind: str, data: bytes) -> TensorShape:
    # Loops ask for the same few shapes in every round.
    dims = np.frombuffer(data, kind).tolist()
    if rank == 0:
        if dims != [-1]:
            raise invalid(f"element_shape must be a vector, or the scalar -1. Received: {dims[0]}")
        return UNKNOWN
    if rank > 1:
        raise invalid(f"Shape must be at most rank 1 but is rank {rank}")
    for dim in dims:
        if dim < -1:
            raise invalid(f"Dimension {dim} must be >= -1")
    return TensorShape([None if dim < 0 else dim for dim in dims])


def shape_vector(shape: TensorShape) -> np.ndarray:
    """A shape as list ops take it: -1 for what is unknown."""
    if shape.rank is None:
        return np.asarray(-1, np.int32)
    return np.asarray([-1 if dim is None else dim for dim in shape], np.int32)


def fits(shape: TensorShape, sizes: tuple[int, ...]) -> bool:
    """Whether an array of these sizes has the shape."""
    dims = shape._dims
    return dims is None or dims == sizes or shape.is_compatible_with(sizes)


def merged(a: TensorShape, b: TensorShape, what: str) -> TensorShape:
    try:
        return a.merge_with(b)
    except ValueError:
        raise invalid(f"{what} Op element shape: {b} list shape: {a}") from None


def element_of(
    value: ListValue, item: Any, shape: TensorShape, what: str, dtype: DType | None = None
) -> np.ndarray:
    """An element, with zeros for one that was never set."""
    if item is None:
        if value.element_dtype is dtypes.variant:
            return handle_of(ListValue((), dtypes.float32, UNKNOWN, is_endless=True))
        full = merged(value.element_shape, shape, what)
        if not full.is_fully_defined():
            raise invalid(
                f"{what}: the element was never set, and its shape {full} is not fully defined, so that "
                "there are no zeros to read. Set it first, or give element_shape."
            )
        return zeros(dtype or value.element_dtype, full.as_list())
    if not fits(shape, item.shape):
        raise invalid(
            f"{what}: the element has shape {list(item.shape)}, which is not compatible with the "
            f"required shape {shape}."
        )
    return item


def zeros(dtype: DType, sizes: Sequence[Any]) -> np.ndarray:
    if dtype.name == "string":
        return np.full(sizes, b"", object)
    return np.zeros(sizes, dtype.numpy_dtype)


def checked_element(value: ListValue, tensor: np.ndarray, task: str) -> np.ndarray:
    """An element to be put into a list."""
    if tensor.dtype != value.element_dtype.numpy_dtype:
        raise invalid(
            f"Invalid data types; list elements {value.element_dtype.name} but tried to {task} "
            f"{dtype_of(tensor).name}"
        )
    if not fits(value.element_shape, tensor.shape):
        raise invalid(
            f"Tried to {task} a tensor with incompatible shape to a list. Op element shape: "
            f"{list(tensor.shape)} list shape: {value.element_shape}"
        )
    return tensor


def list_behind(handle: Any) -> ListValue:
    """The list behind a handle."""
    value: ListValue = handle[()]
    return value


def read_list(handle: np.ndarray, dtype: DType) -> ListValue:
    """The list behind a handle, whose elements must be of a dtype."""
    value = list_behind(handle)
    if value.element_dtype is not dtype and not value.is_endless:
        raise invalid(
            f"Invalid data types; op elements {dtype.name} but list elements "
            f"{value.element_dtype.name}"
        )
    return value


def element_shape_of(handle: Any) -> Any:
    """The element shape of a list as an argument of list ops."""
    shape = elements_behind(handle)[0]
    if shape.is_fully_defined():
        return np.asarray(shape.as_list(), np.int32)
    return raw.TensorListElementShape(handle, shape_type=dtypes.int32)


def shape_argument(x: Tensor) -> Any:
    if x.shape.is_fully_defined():
        return np.asarray(x.shape.as_list(), np.int32)
    return raw.Shape(x)


def has_gradients(element_dtype: DType) -> bool:
    """Whether gradients flow through elements of this dtype; the lists themselves do not tell."""
    return element_dtype.is_floating or element_dtype.is_complex or element_dtype is dtypes.variant


def row_shape(x: Tensor) -> Any:
    """The shape of a tensor without its first axis, as an argument of list ops."""
    if x.shape.rank is not None and x.shape[1:].is_fully_defined():
        return np.asarray(x.shape[1:].as_list(), np.int32)
    return raw.StridedSlice(raw.Shape(x), [1], [0], [1], end_mask=1)


def dtype_of(array: np.ndarray) -> DType:
    if array.dtype != object:
        return dtypes.from_numpy(array.dtype)
    first = next(iter(array.flat), b"")
    return dtypes.string if isinstance(first, bytes) else dtypes.variant


def rows_of(tensor: np.ndarray) -> list[np.ndarray]:
    if tensor.dtype != object:
        return [np.asarray(row) for row in tensor]
    rows = []
    for row in tensor:
        if isinstance(row, np.ndarray):
            rows.append(row)
        else:
            scalar = np.empty((), object)
            scalar[()] = row
            rows.append(scalar)
    return rows


def zeros_like(x: Tensor) -> Tensor:
    """Zeros of the shape of a tensor, whose elements gradients need not keep for that."""
    if x.dtype is dtypes.variant:
        return raw.ZerosLike(x)
    return raw.Fill(shape_argument(x), zeros(x.dtype, ()))
