"""Tensor lists: ops on lists of tensors of one dtype, which loops fill and gradients of loops keep.

A list is a scalar tensor of dtype variant that holds a `ListValue`. It is a value like any other: an op that
changes a list gives a new one. `tf.TensorArray` is made of these ops, in `state.tensor_array`.
"""

from __future__ import annotations

from collections.abc import Sequence
from types import ModuleType
from typing import Any

import numpy as np

from stagelight.core.inference import (
    SCALAR,
    UNKNOWN,
    Inferred,
    constant_value,
    invalid,
    shape_from,
)
from stagelight.core.op_def import attr, types
from stagelight.core.raw import raw
from stagelight.core.registry import define
from stagelight.core.tensor import EagerTensor, Tensor
from stagelight.ops.list_value import ListValue
from stagelight.types import dtypes
from stagelight.types.dtypes import DType
from stagelight.types.shapes import TensorShape, as_shape

_ELEMENT = {"element_dtype": types()}
_SHAPED = {"element_dtype": types(), "shape_type": types(dtypes.INDEX)}


def _handle(value: ListValue) -> np.ndarray:
    array = np.empty((), object)
    array[()] = value
    return array


def _data(handle: Any) -> tuple[TensorShape, DType | None]:
    """What is known of a list's elements while tracing: (shape, dtype)."""
    if isinstance(handle, EagerTensor):
        value = handle._array[()]
        return value.handle_data if isinstance(value, ListValue) else (UNKNOWN, None)
    data = getattr(handle, "handle_data", None)
    return (UNKNOWN, None) if data is None else data


def _list(shape: TensorShape, dtype: DType | None) -> Inferred:
    return Inferred(SCALAR, dtypes.variant, None if dtype is None else (shape, dtype))


def _same_list(input_handle: Any, *_rest: Any, **_attrs: Any) -> Inferred:
    return _list(*_data(input_handle))


def _static_shape(element_shape: Tensor) -> TensorShape:
    """A shape argument while tracing: a vector, or the scalar -1 for an unknown rank."""
    return UNKNOWN if element_shape.shape.rank in (None, 0) else shape_from(element_shape)


def _shape(element_shape: np.ndarray) -> TensorShape:
    """A shape argument of a kernel."""
    if element_shape.ndim == 0:
        if element_shape != -1:
            raise invalid(
                f"element_shape must be a vector, or the scalar -1. Received: {element_shape}"
            )
        return UNKNOWN
    return TensorShape([None if dim < 0 else int(dim) for dim in element_shape])


def _merged(a: TensorShape, b: TensorShape, what: str) -> TensorShape:
    try:
        return a.merge_with(b)
    except ValueError:
        raise invalid(f"{what} Op element shape: {b} list shape: {a}") from None


def _element(
    value: ListValue, item: Any, shape: TensorShape, what: str, dtype: DType | None = None
) -> np.ndarray:
    """An element, with zeros for one that was never set."""
    if item is None:
        if value.element_dtype is dtypes.variant:
            return _handle(ListValue((), dtypes.float32, UNKNOWN, is_endless=True))
        full = _merged(value.element_shape, shape, what)
        if not full.is_fully_defined():
            raise invalid(
                f"{what}: the element was never set, and its shape {full} is not fully defined, so that "
                "there are no zeros to read. Set it first, or give element_shape."
            )
        return _zeros(dtype or value.element_dtype, full.as_list())
    if not shape.is_compatible_with(item.shape):
        raise invalid(
            f"{what}: the element has shape {list(item.shape)}, which is not compatible with the "
            f"required shape {shape}."
        )
    return item


def _zeros(dtype: DType, sizes: Sequence[Any]) -> np.ndarray:
    if dtype.name == "string":
        return np.full(sizes, b"", object)
    return np.zeros(sizes, dtype.numpy_dtype)


def _checked(value: ListValue, tensor: np.ndarray, task: str) -> np.ndarray:
    """An element to be put into a list."""
    if tensor.dtype != value.element_dtype.numpy_dtype:
        raise invalid(
            f"Invalid data types; list elements {value.element_dtype.name} but tried to {task} "
            f"{_dtype_of(tensor).name}"
        )
    if not value.element_shape.is_compatible_with(tensor.shape):
        raise invalid(
            f"Tried to {task} a tensor with incompatible shape to a list. Op element shape: "
            f"{list(tensor.shape)} list shape: {value.element_shape}"
        )
    return tensor


def _read(handle: np.ndarray, dtype: DType) -> ListValue:
    """The list behind a handle, whose elements must be of a dtype."""
    value: ListValue = handle[()]
    if value.element_dtype is not dtype and not value.is_endless:
        raise invalid(
            f"Invalid data types; op elements {dtype.name} but list elements "
            f"{value.element_dtype.name}"
        )
    return value


# ---------------------------------------------------------------------------- new lists


def _infer_new(
    element_shape: Tensor, _count: Tensor, *, element_dtype: DType, **_attrs: Any
) -> Inferred:
    return _list(_static_shape(element_shape), element_dtype)


def _empty(
    xp: ModuleType,
    element_shape: np.ndarray,
    max_num_elements: np.ndarray,
    *,
    element_dtype: DType,
    **_attrs: Any,
) -> np.ndarray:
    most = int(max_num_elements)
    return _handle(ListValue((), element_dtype, _shape(element_shape), None if most < 0 else most))


def _reserve(
    xp: ModuleType,
    element_shape: np.ndarray,
    num_elements: np.ndarray,
    *,
    element_dtype: DType,
    **_attrs: Any,
) -> np.ndarray:
    count = int(num_elements)
    if count < 0:
        raise invalid(f"The num_elements to reserve must be a non negative number, but got {count}")
    return _handle(ListValue.of_zeros(count, element_dtype, _shape(element_shape)))


define(
    "EmptyTensorList",
    "element_shape: shape_type, max_num_elements: int32",
    "handle: variant",
    _SHAPED,
    infer=_infer_new,
    kernel=_empty,
    differentiable=False,
)
define(
    "TensorListReserve",
    "element_shape: shape_type, num_elements: int32",
    "handle: variant",
    _SHAPED,
    infer=_infer_new,
    kernel=_reserve,
    differentiable=False,
)


# ---------------------------------------------------------------------------- length and shape


define(
    "TensorListLength",
    "input_handle: variant",
    "length: int32",
    infer=lambda input_handle: Inferred(SCALAR, dtypes.int32),
    kernel=lambda xp, input_handle: np.asarray(input_handle[()].length, np.int32),
    differentiable=False,
)


def _infer_element_shape(input_handle: Tensor, *, shape_type: DType) -> Inferred:
    rank = _data(input_handle)[0].rank
    return Inferred(UNKNOWN if rank is None else TensorShape([rank]), shape_type)


def _element_shape(xp: ModuleType, input_handle: np.ndarray, *, shape_type: DType) -> np.ndarray:
    shape = input_handle[()].element_shape
    dims = -1 if shape.rank is None else [-1 if dim is None else dim for dim in shape]
    return np.asarray(dims, shape_type.numpy_dtype)


def _known_element_shape(op: Any) -> list[int | None] | None:
    shape = _data(op.inputs[0])[0]
    return shape.as_list() if shape.is_fully_defined() else None


define(
    "TensorListElementShape",
    "input_handle: variant",
    "element_shape: shape_type",
    {"shape_type": types(dtypes.INDEX)},
    infer=_infer_element_shape,
    kernel=_element_shape,
    differentiable=False,
    dims=_known_element_shape,
)


def _shape_of_elements(handle: Any) -> Any:
    """The element shape of a list as an argument of list ops."""
    shape = _data(handle)[0]
    if shape.is_fully_defined():
        return np.asarray(shape.as_list(), np.int32)
    return raw.TensorListElementShape(handle, shape_type=dtypes.int32)


def _shape_of(x: Tensor) -> Any:
    if x.shape.is_fully_defined():
        return np.asarray(x.shape.as_list(), np.int32)
    return raw.Shape(x)


def _zeros_of(x: Tensor) -> Tensor:
    return raw.ZerosLike(x)


def _has_gradients(element_dtype: DType) -> bool:
    """Whether gradients flow through elements of this dtype; the lists themselves do not tell."""
    return element_dtype.is_floating or element_dtype.is_complex or element_dtype is dtypes.variant


# ---------------------------------------------------------------------------- push and pop


def _infer_push(input_handle: Tensor, tensor: Tensor, **_attrs: Any) -> Inferred:
    shape, dtype = _data(input_handle)
    if dtype is not None and dtype is not tensor.dtype:
        raise invalid(
            f"Invalid data types; list elements {dtype.name} but tried to append {tensor.dtype.name}"
        )
    return _list(shape, dtype or tensor.dtype)


def _push(
    xp: ModuleType, input_handle: np.ndarray, tensor: np.ndarray, **_attrs: Any
) -> np.ndarray:
    value = input_handle[()]
    return _handle(value.pushed(_checked(value, tensor, "append")))


def _push_gradient(op: Any, dlist: Any) -> list[Any]:
    tensor = op.inputs[1]
    if not _has_gradients(tensor.dtype):
        return [None, None]
    return list(raw.TensorListPopBack(dlist, _shape_of(tensor), element_dtype=tensor.dtype))


define(
    "TensorListPushBack",
    "input_handle: variant, tensor: element_dtype",
    "output_handle: variant",
    _ELEMENT,
    infer=_infer_push,
    kernel=_push,
    gradient=_push_gradient,
)


def _infer_pop(
    input_handle: Tensor, element_shape: Tensor, *, element_dtype: DType
) -> tuple[Inferred, Inferred]:
    shape, _ = _data(input_handle)
    element = _merged(shape, _static_shape(element_shape), "TensorListPopBack")
    return _list(shape, element_dtype), Inferred(element, element_dtype)


def _pop(
    xp: ModuleType, input_handle: np.ndarray, element_shape: np.ndarray, *, element_dtype: DType
) -> tuple[np.ndarray, np.ndarray]:
    value = _read(input_handle, element_dtype)
    rest, item = value.popped()
    shape = _shape(element_shape)
    return _handle(rest), _element(value, item, shape, "TensorListPopBack", element_dtype)


def _pop_gradient(op: Any, dlist: Any, dtensor: Any) -> list[Any]:
    if not _has_gradients(op.outputs[1].dtype):
        return [None, None]
    return [raw.TensorListPushBack(dlist, dtensor), None]


define(
    "TensorListPopBack",
    "input_handle: variant, element_shape: int32",
    "output_handle: variant, tensor: element_dtype",
    _ELEMENT,
    infer=_infer_pop,
    kernel=_pop,
    gradient=_pop_gradient,
)


def _push_batch(
    xp: ModuleType, input_handles: np.ndarray, tensor: np.ndarray, **_attrs: Any
) -> np.ndarray:
    if input_handles.shape != tensor.shape[: input_handles.ndim]:
        raise invalid(
            f"Wrong number of batches: lists of shape {list(input_handles.shape)}, elements of shape "
            f"{list(tensor.shape)}."
        )
    results = np.empty(input_handles.shape, object)
    for index in np.ndindex(input_handles.shape):
        value = input_handles[index]
        results[index] = value.pushed(_checked(value, tensor[index], "append"))
    return results


define(
    "TensorListPushBackBatch",
    "input_handles: variant, tensor: element_dtype",
    "output_handles: variant",
    _ELEMENT,
    infer=lambda input_handles, tensor, **_attrs: Inferred(input_handles.shape, dtypes.variant),
    kernel=_push_batch,
)


# ---------------------------------------------------------------------------- get and set


def _infer_get(
    input_handle: Tensor, index: Tensor, element_shape: Tensor, *, element_dtype: DType, **_a: Any
) -> Inferred:
    shape = _merged(_data(input_handle)[0], _static_shape(element_shape), "TensorListGetItem")
    return Inferred(shape, element_dtype)


def _get(
    xp: ModuleType,
    input_handle: np.ndarray,
    index: np.ndarray,
    element_shape: np.ndarray,
    *,
    element_dtype: DType,
    **_attrs: Any,
) -> np.ndarray:
    value = _read(input_handle, element_dtype)
    item = value.item(int(index))
    return _element(value, item, _shape(element_shape), "TensorListGetItem", element_dtype)


def _get_gradient(op: Any, dy: Tensor) -> list[Any]:
    handle, index, _ = op.inputs
    zeros = raw.TensorListReserve(
        _shape_of_elements(handle), raw.TensorListLength(handle), element_dtype=dy.dtype
    )
    return [raw.TensorListSetItem(zeros, index, dy), None, None]


define(
    "TensorListGetItem",
    "input_handle: variant, index: int32, element_shape: Tshape",
    "item: element_dtype",
    {"element_dtype": types(), "Tshape": types(dtypes.INDEX, dtypes.int32)},
    infer=_infer_get,
    kernel=_get,
    gradient=_get_gradient,
)


def _set(
    xp: ModuleType,
    input_handle: np.ndarray,
    index: np.ndarray,
    item: np.ndarray,
    *,
    resize_if_index_out_of_bounds: bool = False,
    **_attrs: Any,
) -> np.ndarray:
    value = input_handle[()]
    at = int(index)
    if resize_if_index_out_of_bounds and at >= value.length:
        while value.length < at:
            value = value.pushed(None)
        return _handle(value.pushed(_checked(value, item, "set")))
    return _handle(value.with_item(at, _checked(value, item, "set")))


def _infer_set(input_handle: Tensor, index: Tensor, item: Tensor, **_attrs: Any) -> Inferred:
    return _infer_push(input_handle, item)


def _set_gradient(op: Any, dlist: Any) -> list[Any]:
    handle, index, item = op.inputs
    if not _has_gradients(item.dtype):
        return [None, None, None]
    ditem = raw.TensorListGetItem(dlist, index, _shape_of(item), element_dtype=item.dtype)
    rest = raw.TensorListSetItem(dlist, index, _zeros_of(item))
    if op.get_attr("resize_if_index_out_of_bounds"):
        rest = raw.TensorListResize(rest, raw.TensorListLength(handle))
    return [rest, None, ditem]


define(
    "TensorListSetItem",
    "input_handle: variant, index: int32, item: element_dtype",
    "output_handle: variant",
    {"element_dtype": types(), "resize_if_index_out_of_bounds": False},
    infer=_infer_set,
    kernel=_set,
    gradient=_set_gradient,
)


def _resize(xp: ModuleType, input_handle: np.ndarray, size: np.ndarray) -> np.ndarray:
    if size < 0:
        raise invalid(f"TensorListResize expects size to be non-negative. Got: {size}")
    return _handle(input_handle[()].resized(int(size)))


define(
    "TensorListResize",
    "input_handle: variant, size: int32",
    "output_handle: variant",
    infer=_same_list,
    kernel=_resize,
    gradient=lambda op, dlist: [
        raw.TensorListResize(dlist, raw.TensorListLength(op.inputs[0])),
        None,
    ],
)


# ---------------------------------------------------------------------------- all elements at once


def _stacked(items: Sequence[Any], shape: TensorShape, value: ListValue, what: str) -> np.ndarray:
    """Elements along a new first axis."""
    for item in items:
        if item is not None:
            shape = _merged(shape, TensorShape(item.shape), what)
    if not items:
        full = _merged(value.element_shape, shape, what)
        if not full.is_fully_defined():
            raise invalid(
                f"{what}: tried to stack elements of an empty list with non-fully-defined element_shape: "
                f"{full}"
            )
        return _zeros(value.element_dtype, [0, *full.as_list()])
    rows = [_element(value, item, shape, what) for item in items]
    if value.element_dtype.numpy_dtype != object:
        return np.stack(rows)
    result = np.empty((len(rows), *rows[0].shape), object)
    for i, row in enumerate(rows):
        result[i] = row[()] if row.ndim == 0 else row
    return result


def _infer_stack(
    input_handle: Tensor, element_shape: Tensor, *, element_dtype: DType, num_elements: int = -1
) -> Inferred:
    shape = _merged(_data(input_handle)[0], _static_shape(element_shape), "TensorListStack")
    count = TensorShape([None if num_elements < 0 else num_elements])
    return Inferred(count.concatenate(shape), element_dtype)


def _stack(
    xp: ModuleType,
    input_handle: np.ndarray,
    element_shape: np.ndarray,
    *,
    element_dtype: DType,
    num_elements: int = -1,
) -> np.ndarray:
    value = _read(input_handle, element_dtype)
    items = value.items()
    if num_elements not in (-1, len(items)):
        raise invalid(
            f"Operation expected a list with {num_elements} elements but got a list with {len(items)} "
            "elements."
        )
    return _stacked(items, _shape(element_shape), value, "TensorListStack")


def _row_shape(x: Tensor) -> Any:
    """The shape of a tensor without its first axis, as an argument of list ops."""
    if x.shape.rank is not None and x.shape[1:].is_fully_defined():
        return np.asarray(x.shape[1:].as_list(), np.int32)
    return raw.StridedSlice(raw.Shape(x), [1], [0], [1], end_mask=1)


define(
    "TensorListStack",
    "input_handle: variant, element_shape: int32",
    "tensor: element_dtype",
    {"element_dtype": types(), "num_elements": -1},
    infer=_infer_stack,
    kernel=_stack,
    gradient=lambda op, dy: [raw.TensorListFromTensor(dy, _row_shape(dy)), None],
)


def _infer_from_tensor(tensor: Tensor, element_shape: Tensor, **_attrs: Any) -> Inferred:
    shape = _static_shape(element_shape)
    if tensor.shape.rank is not None:
        if not tensor.shape.rank:
            raise invalid("TensorListFromTensor: the tensor must have at least one axis.")
        shape = _merged(tensor.shape[1:], shape, "TensorListFromTensor")
    return _list(shape, tensor.dtype)


def _rows(tensor: np.ndarray) -> list[np.ndarray]:
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


def _from_tensor(
    xp: ModuleType,
    tensor: np.ndarray,
    element_shape: np.ndarray,
    *,
    element_dtype: DType | None = None,
    **_attrs: Any,
) -> np.ndarray:
    if tensor.ndim == 0:
        raise invalid("Tensor must be at least a vector, but saw a scalar.")
    shape = _merged(_shape(element_shape), TensorShape(tensor.shape[1:]), "TensorListFromTensor")
    return _handle(ListValue(_rows(tensor), element_dtype or _dtype_of(tensor), shape))


def _dtype_of(array: np.ndarray) -> DType:
    if array.dtype != object:
        return dtypes.from_numpy(array.dtype)
    first = next(iter(array.flat), b"")
    return dtypes.string if isinstance(first, bytes) else dtypes.variant


def _from_tensor_gradient(op: Any, dlist: Any) -> list[Any]:
    tensor = op.inputs[0]
    if not _has_gradients(tensor.dtype):
        return [None, None]
    count = tensor.shape[0] if tensor.shape.rank is not None else None
    return [
        raw.TensorListStack(
            dlist,
            _row_shape(tensor),
            element_dtype=tensor.dtype,
            num_elements=-1 if count is None else count,
        ),
        None,
    ]


define(
    "TensorListFromTensor",
    "tensor: element_dtype, element_shape: shape_type",
    "output_handle: variant",
    _SHAPED,
    infer=_infer_from_tensor,
    kernel=_from_tensor,
    gradient=_from_tensor_gradient,
)


# ---------------------------------------------------------------------------- some elements at once


def _infer_gather(
    input_handle: Tensor, indices: Tensor, element_shape: Tensor, *, element_dtype: DType
) -> Inferred:
    shape = _merged(_data(input_handle)[0], _static_shape(element_shape), "TensorListGather")
    count = TensorShape([None]) if indices.shape.rank is None else indices.shape
    return Inferred(count.concatenate(shape), element_dtype)


def _gather(
    xp: ModuleType,
    input_handle: np.ndarray,
    indices: np.ndarray,
    element_shape: np.ndarray,
    *,
    element_dtype: DType,
) -> np.ndarray:
    value = _read(input_handle, element_dtype)
    items = [value.item(int(i)) for i in indices]
    return _stacked(items, _shape(element_shape), value, "TensorListGather")


def _gather_gradient(op: Any, dy: Tensor) -> list[Any]:
    handle, indices, _ = op.inputs
    # Elements that were gathered several times get the sum.
    rows = raw.UnsortedSegmentSum(dy, indices, raw.TensorListLength(handle))
    return [raw.TensorListFromTensor(rows, _row_shape(dy)), None, None]


define(
    "TensorListGather",
    "input_handle: variant, indices: int32, element_shape: int32",
    "values: element_dtype",
    _ELEMENT,
    infer=_infer_gather,
    kernel=_gather,
    gradient=_gather_gradient,
)


def _scattered(tensor: np.ndarray, indices: np.ndarray, items: list[Any]) -> list[Any]:
    rows = _rows(tensor)
    if indices.ndim != 1 or len(rows) != len(indices):
        raise invalid(
            "Specified a list with shape that does not fit: the tensor has "
            f"{len(rows)} rows, but indices have shape {list(indices.shape)}."
        )
    for i, row in zip(indices.tolist(), rows, strict=True):
        if i < 0:
            raise invalid(f"Indices in TensorListScatter must all be non-negative. Received: {i}")
        if i >= len(items):
            items.extend([None] * (i + 1 - len(items)))
        items[i] = row
    return items


def _infer_scatter(
    tensor: Tensor, indices: Tensor, element_shape: Tensor, *_rest: Tensor, **_attrs: Any
) -> Inferred:
    return _infer_from_tensor(tensor, element_shape)


def _scatter(
    xp: ModuleType,
    tensor: np.ndarray,
    indices: np.ndarray,
    element_shape: np.ndarray,
    num_elements: np.ndarray | int = -1,
    *,
    element_dtype: DType | None = None,
    **_attrs: Any,
) -> np.ndarray:
    count = int(num_elements)
    if count >= 0 and indices.size and indices.max() >= count:
        raise invalid(
            f"TensorListScatter: Trying to scatter at index {indices.max()} in list with size {count}"
        )
    items = _scattered(tensor, indices, [None] * max(count, 0))
    shape = _merged(_shape(element_shape), TensorShape(tensor.shape[1:]), "TensorListScatter")
    return _handle(ListValue(items, element_dtype or _dtype_of(tensor), shape))


def _scatter_gradient(op: Any, dlist: Any) -> list[Any]:
    tensor, indices, *rest = op.inputs
    if not _has_gradients(tensor.dtype):
        return [None] * len(op.inputs)
    return [_gathered_rows(dlist, tensor, indices), None, *(None for _ in rest)]


def _gathered_rows(dlist: Any, tensor: Tensor, indices: Tensor) -> Any:
    return raw.TensorListGather(dlist, indices, _row_shape(tensor), element_dtype=tensor.dtype)


for _name, _further in (("TensorListScatter", ""), ("TensorListScatterV2", ", num_elements: int32")):
    define(
        _name,
        f"tensor: element_dtype, indices: int32, element_shape: shape_type{_further}",
        "output_handle: variant",
        _SHAPED,
        infer=_infer_scatter,
        kernel=_scatter,
        gradient=_scatter_gradient,
    )


def _scatter_into(
    xp: ModuleType,
    input_handle: np.ndarray,
    tensor: np.ndarray,
    indices: np.ndarray,
    **_attrs: Any,
) -> np.ndarray:
    value = input_handle[()]
    for row in _rows(tensor)[:1]:
        _checked(value, row, "scatter")
    return _handle(value.replaced(_scattered(tensor, indices, value.items())))


def _scatter_into_gradient(op: Any, dlist: Any) -> list[Any]:
    handle, tensor, indices = op.inputs
    if not _has_gradients(tensor.dtype):
        return [None, None, None]
    rest = raw.TensorListScatterIntoExistingList(dlist, _zeros_of(tensor), indices)
    rest = raw.TensorListResize(rest, raw.TensorListLength(handle))
    return [rest, _gathered_rows(dlist, tensor, indices), None]


define(
    "TensorListScatterIntoExistingList",
    "input_handle: variant, tensor: element_dtype, indices: int32",
    "output_handle: variant",
    _ELEMENT,
    infer=_same_list,
    kernel=_scatter_into,
    gradient=_scatter_into_gradient,
)


# ---------------------------------------------------------------------------- concat and split


def _infer_concat(
    input_handle: Tensor, *, element_dtype: DType, element_shape: Any = UNKNOWN
) -> tuple[Inferred, Inferred]:
    shape = _merged(_data(input_handle)[0], as_shape(element_shape), "TensorListConcat")
    joined = UNKNOWN if shape.rank is None else TensorShape([None, *shape[1:]])
    return Inferred(joined, element_dtype), Inferred(TensorShape([None]), dtypes.int64)


def _infer_concat_v2(
    input_handle: Tensor, element_shape: Tensor, leading_dims: Tensor, *, element_dtype: DType, **_a: Any
) -> tuple[Inferred, Inferred]:
    return _infer_concat(
        input_handle, element_dtype=element_dtype, element_shape=_static_shape(element_shape)
    )


def _joined(
    value: ListValue, given: TensorShape, leading_dims: Sequence[int]
) -> tuple[np.ndarray, np.ndarray]:
    """The elements joined along their first axis, and how long each is."""
    items = value.items()
    rest = UNKNOWN
    for shape in (
        value.element_shape,
        given,
        *(TensorShape(x.shape) for x in items if x is not None),
    ):
        if shape.rank is not None:
            if not shape.rank:
                raise invalid(
                    "Concat requires elements to be at least vectors, found scalars instead."
                )
            rest = _merged(rest, shape[1:], "TensorListConcat")
    first = given[0] if given.rank else None
    rows = []
    for i, item in enumerate(items):
        if item is None:
            length = leading_dims[i] if i < len(leading_dims) else first
            if length is None or not rest.is_fully_defined():
                raise invalid(f"Concat saw an uninitialized element of unknown shape at index {i}.")
            item = _zeros(value.element_dtype, [length, *rest.as_list()])
        rows.append(item)
    lengths = np.asarray([len(row) for row in rows], np.int64)
    if rows:
        return np.concatenate(rows), lengths
    if not rest.is_fully_defined():
        raise invalid(
            "All except the first dimension must be fully defined when concating an empty tensor list. "
            f"element_shape: {given}"
        )
    return _zeros(value.element_dtype, [0, *rest.as_list()]), lengths


def _concat(
    xp: ModuleType, input_handle: np.ndarray, *, element_dtype: DType, element_shape: Any = UNKNOWN
) -> tuple[np.ndarray, np.ndarray]:
    return _joined(_read(input_handle, element_dtype), as_shape(element_shape), ())


def _concat_v2(
    xp: ModuleType,
    input_handle: np.ndarray,
    element_shape: np.ndarray,
    leading_dims: np.ndarray,
    *,
    element_dtype: DType,
    **_attrs: Any,
) -> tuple[np.ndarray, np.ndarray]:
    value = _read(input_handle, element_dtype)
    return _joined(value, _shape(element_shape), leading_dims.tolist())


def _concat_gradient(op: Any, dtensor: Tensor, _dlengths: Any) -> list[Any]:
    shape = _data(op.inputs[0])[0]
    row = dtensor.shape[1:] if dtensor.shape.rank is not None else UNKNOWN
    dims: Any = -1
    if row.rank is not None:
        first = shape[0] if shape.rank else None
        dims = [-1 if d is None else d for d in (first, *row)]
    dlist = raw.TensorListSplit(dtensor, np.asarray(dims, np.int32), op.outputs[1])
    return [dlist, *(None for _ in op.inputs[1:])]


define(
    "TensorListConcat",
    "input_handle: variant",
    "tensor: element_dtype, lengths: int64",
    {"element_dtype": types(), "element_shape": attr("shape", UNKNOWN)},
    infer=_infer_concat,
    kernel=_concat,
    gradient=_concat_gradient,
)
define(
    "TensorListConcatV2",
    "input_handle: variant, element_shape: shape_type, leading_dims: int64",
    "tensor: element_dtype, lengths: int64",
    _SHAPED,
    infer=_infer_concat_v2,
    kernel=_concat_v2,
    gradient=_concat_gradient,
)


def _infer_split(
    tensor: Tensor, element_shape: Tensor, lengths: Tensor, **_attrs: Any
) -> Inferred:
    shape = _static_shape(element_shape)
    if tensor.shape.rank is not None:
        sizes = constant_value(lengths)
        same = sizes is not None and sizes.size and (sizes == sizes.flat[0]).all()
        first = int(sizes.flat[0]) if same else None  # type: ignore[union-attr]
        shape = _merged(TensorShape([first, *tensor.shape[1:]]), shape, "TensorListSplit")
    return _list(shape, tensor.dtype)


def _split(
    xp: ModuleType,
    tensor: np.ndarray,
    element_shape: np.ndarray,
    lengths: np.ndarray,
    *,
    element_dtype: DType | None = None,
    **_attrs: Any,
) -> np.ndarray:
    if tensor.ndim == 0:
        raise invalid("Tensor must be at least a vector, but saw a scalar.")
    if (lengths < 0).any() or lengths.sum() != len(tensor):
        raise invalid(
            f"Attempting to split a tensor of {len(tensor)} rows into lengths {lengths.tolist()}; they "
            "must not be negative, and must add up to the rows."
        )
    rows = np.split(tensor, np.cumsum(lengths)[:-1]) if len(lengths) else []
    shape = _shape(element_shape)
    for row in rows:
        if not shape.is_compatible_with(row.shape):
            raise invalid(f"TensorListSplit: element shape {list(row.shape)} does not fit {shape}.")
    return _handle(ListValue(rows, element_dtype or _dtype_of(tensor), shape))


def _split_gradient(op: Any, dlist: Any) -> list[Any]:
    tensor, _, lengths = op.inputs
    if not _has_gradients(tensor.dtype):
        return [None, None, None]
    row = tensor.shape[1:] if tensor.shape.rank is not None else UNKNOWN
    dims = -1 if row.rank is None else [-1, *(-1 if d is None else d for d in row)]
    joined, _ = raw.TensorListConcatV2(
        dlist, np.asarray(dims, np.int32), lengths, element_dtype=tensor.dtype
    )
    return [joined, None, None]


define(
    "TensorListSplit",
    "tensor: element_dtype, element_shape: shape_type, lengths: int64",
    "output_handle: variant",
    _SHAPED,
    infer=_infer_split,
    kernel=_split,
    gradient=_split_gradient,
)


def _joined_lists(
    xp: ModuleType, input_a: np.ndarray, input_b: np.ndarray, **_attrs: Any
) -> np.ndarray:
    results = np.empty(input_a.shape, object)
    for index in np.ndindex(input_a.shape):
        a, b = input_a[index], input_b[index]
        results[index] = a.replaced([*a.items(), *b.items()])
    return results


define(
    "TensorListConcatLists",
    "input_a: variant, input_b: variant",
    "output: variant",
    _ELEMENT,
    infer=lambda input_a, input_b, **_attrs: Inferred(
        input_a.shape, dtypes.variant, getattr(input_a, "handle_data", None)
    ),
    kernel=_joined_lists,
)
