"""Tensor lists: ops on lists of tensors of one dtype, which loops fill and gradients of loops keep.

A list is a value like any other: an op that changes it gives a new one. `tf.TensorArray` is made of these
ops, in `state.tensor_array`. Whole tensors as lists of rows are in `tensor_list_rows`, lists of parts in
`tensor_list_parts`.
"""

from __future__ import annotations

from types import ModuleType
from typing import Any

import numpy as np

from stagelight.core.inference import SCALAR, UNKNOWN, Inferred, invalid
from stagelight.core.op_def import types
from stagelight.core.raw import raw
from stagelight.core.registry import define
from stagelight.core.tensor import Tensor
from stagelight.ops.lists.list_handles import (
    ELEMENT,
    SHAPED,
    checked_element,
    data_of_elements,
    dtype_of,
    element_of,
    element_shape_of,
    elements_behind,
    handle_of,
    has_gradients,
    inferred_list,
    list_behind,
    merged,
    read_list,
    same_list,
    shape_argument,
    shape_given,
    static_shape,
    zeros_like,
)
from stagelight.ops.lists.list_value import ListValue
from stagelight.types import dtypes
from stagelight.types.dtypes import DType
from stagelight.types.shapes import TensorShape

# ---------------------------------------------------------------------------- new lists


def _infer_new(
    element_shape: Tensor, _count: Tensor, *, element_dtype: DType, **_attrs: Any
) -> Inferred:
    return inferred_list(static_shape(element_shape), element_dtype)


def _empty(
    xp: ModuleType,
    element_shape: np.ndarray,
    max_num_elements: np.ndarray,
    *,
    element_dtype: DType,
    **_attrs: Any,
) -> np.ndarray:
    most = int(max_num_elements)
    return handle_of(
        ListValue((), element_dtype, shape_given(element_shape), None if most < 0 else most)
    )


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
    return handle_of(ListValue.of_zeros(count, element_dtype, shape_given(element_shape)))


define(
    "EmptyTensorList",
    "element_shape: shape_type, max_num_elements: int32",
    "handle: variant",
    SHAPED,
    requires={"max_num_elements": "scalar"},
    infer=_infer_new,
    kernel=_empty,
    differentiable=False,
)


define(
    "TensorListReserve",
    "element_shape: shape_type, num_elements: int32",
    "handle: variant",
    SHAPED,
    requires={"num_elements": "scalar"},
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
    kernel=lambda xp, input_handle: np.asarray(list_behind(input_handle).length, np.int32),
    differentiable=False,
)


def _infer_element_shape(input_handle: Tensor, *, shape_type: DType) -> Inferred:
    rank = elements_behind(input_handle)[0].rank
    return Inferred(UNKNOWN if rank is None else TensorShape([rank]), shape_type)


def _element_shape(xp: ModuleType, input_handle: np.ndarray, *, shape_type: DType) -> np.ndarray:
    shape = list_behind(input_handle).element_shape
    dims = -1 if shape.rank is None else [-1 if dim is None else dim for dim in shape]
    return np.asarray(dims, shape_type.numpy_dtype)


def _known_element_shape(op: Any) -> list[int | None] | None:
    shape = elements_behind(op.inputs[0])[0]
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


# ---------------------------------------------------------------------------- push and pop


def _infer_push(input_handle: Tensor, tensor: Tensor, **_attrs: Any) -> Inferred:
    shape, dtype = elements_behind(input_handle)
    if dtype is not None and dtype is not tensor.dtype:
        raise invalid(
            f"Invalid data types; list elements {dtype.name} but tried to append {tensor.dtype.name}"
        )
    elements = getattr(tensor, "handle_data", None) if tensor.dtype is dtypes.variant else None
    return inferred_list(shape, dtype or tensor.dtype, data_of_elements(input_handle) or elements)


def _push(
    xp: ModuleType, input_handle: np.ndarray, tensor: np.ndarray, **_attrs: Any
) -> np.ndarray:
    value = list_behind(input_handle)
    if value.is_endless and not value.length:
        # Zeros of a list in a list: they are of whatever dtype is asked of them, and take any.
        value = ListValue((), dtype_of(tensor), UNKNOWN, is_endless=True)
    return handle_of(value.pushed(checked_element(value, tensor, "append")))


def _push_gradient(op: Any, dlist: Any) -> list[Any]:
    tensor = op.inputs[1]
    if not has_gradients(tensor.dtype):
        return [None, None]
    return list(raw.TensorListPopBack(dlist, shape_argument(tensor), element_dtype=tensor.dtype))


define(
    "TensorListPushBack",
    "input_handle: variant, tensor: element_dtype",
    "output_handle: variant",
    ELEMENT,
    infer=_infer_push,
    kernel=_push,
    gradient=_push_gradient,
)


def _infer_pop(
    input_handle: Tensor, element_shape: Tensor, *, element_dtype: DType
) -> tuple[Inferred, Inferred]:
    shape, _ = elements_behind(input_handle)
    element = merged(shape, static_shape(element_shape), "TensorListPopBack")
    inside = data_of_elements(input_handle)
    return inferred_list(shape, element_dtype, inside), Inferred(element, element_dtype, inside)


def _pop(
    xp: ModuleType, input_handle: np.ndarray, element_shape: np.ndarray, *, element_dtype: DType
) -> tuple[np.ndarray, np.ndarray]:
    value = read_list(input_handle, element_dtype)
    rest, item = value.popped()
    shape = shape_given(element_shape)
    return handle_of(rest), element_of(value, item, shape, "TensorListPopBack", element_dtype)


def _pop_gradient(op: Any, dlist: Any, dtensor: Any) -> list[Any]:
    if not has_gradients(op.outputs[1].dtype):
        return [None, None]
    return [raw.TensorListPushBack(dlist, dtensor), None]


define(
    "TensorListPopBack",
    "input_handle: variant, element_shape: int32",
    "output_handle: variant, tensor: element_dtype",
    ELEMENT,
    infer=_infer_pop,
    kernel=_pop,
    gradient=_pop_gradient,
)


def _push_batch(
    xp: ModuleType, input_handles: Any, tensor: np.ndarray, **_attrs: Any
) -> np.ndarray:
    if input_handles.shape != tensor.shape[: input_handles.ndim]:
        raise invalid(
            f"Wrong number of batches: lists of shape {list(input_handles.shape)}, elements of shape "
            f"{list(tensor.shape)}."
        )
    results = np.empty(input_handles.shape, object)
    for index in np.ndindex(input_handles.shape):
        value = input_handles[index]
        results[index] = value.pushed(checked_element(value, tensor[index], "append"))
    return results


define(
    "TensorListPushBackBatch",
    "input_handles: variant, tensor: element_dtype",
    "output_handles: variant",
    ELEMENT,
    infer=lambda input_handles, tensor, **_attrs: Inferred(input_handles.shape, dtypes.variant),
    kernel=_push_batch,
)


# ---------------------------------------------------------------------------- get and set


def _infer_get(
    input_handle: Tensor, index: Tensor, element_shape: Tensor, *, element_dtype: DType, **_a: Any
) -> Inferred:
    shape = merged(
        elements_behind(input_handle)[0], static_shape(element_shape), "TensorListGetItem"
    )
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
    value = read_list(input_handle, element_dtype)
    item = value.item(int(index))
    return element_of(value, item, shape_given(element_shape), "TensorListGetItem", element_dtype)


def _get_gradient(op: Any, dy: Tensor) -> list[Any]:
    handle, index, _ = op.inputs
    zeros = raw.TensorListReserve(
        element_shape_of(handle), raw.TensorListLength(handle), element_dtype=dy.dtype
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
    value = list_behind(input_handle)
    at = int(index)
    if resize_if_index_out_of_bounds and at >= value.length:
        while value.length < at:
            value = value.pushed(None)
        return handle_of(value.pushed(checked_element(value, item, "set")))
    return handle_of(value.with_item(at, checked_element(value, item, "set")))


def _infer_set(input_handle: Tensor, index: Tensor, item: Tensor, **_attrs: Any) -> Inferred:
    return _infer_push(input_handle, item)


def _set_gradient(op: Any, dlist: Any) -> list[Any]:
    handle, index, item = op.inputs
    if not has_gradients(item.dtype):
        return [None, None, None]
    ditem = raw.TensorListGetItem(dlist, index, shape_argument(item), element_dtype=item.dtype)
    rest = raw.TensorListSetItem(dlist, index, zeros_like(item))
    if op.attr_value("resize_if_index_out_of_bounds"):
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
    return handle_of(list_behind(input_handle).resized(int(size)))


define(
    "TensorListResize",
    "input_handle: variant, size: int32",
    "output_handle: variant",
    infer=same_list,
    kernel=_resize,
    gradient=lambda op, dlist: [
        raw.TensorListResize(dlist, raw.TensorListLength(op.inputs[0])),
        None,
    ],
)
