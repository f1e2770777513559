"""Tensor lists as the rows of a tensor: stacking, taking apart, gathering and scattering."""

from __future__ import annotations

from collections.abc import Sequence
from types import ModuleType
from typing import Any

import numpy as np

from stagelight.core.inference import Inferred, invalid
from stagelight.core.op_def import types
from stagelight.core.raw import raw
from stagelight.core.registry import define
from stagelight.core.tensor import Tensor
from stagelight.ops.lists.list_handles import (
    ELEMENT,
    SHAPED,
    checked_element,
    dtype_of,
    element_of,
    elements_behind,
    handle_of,
    has_gradients,
    inferred_list,
    list_behind,
    merged,
    read_list,
    row_shape,
    rows_of,
    same_list,
    shape_given,
    static_shape,
    zeros,
    zeros_like,
)
from stagelight.ops.lists.list_value import ListValue
from stagelight.types.dtypes import DType
from stagelight.types.shapes import TensorShape

# ---------------------------------------------------------------------------- all elements at once


def _stacked(items: Sequence[Any], shape: TensorShape, value: ListValue, what: str) -> np.ndarray:
    """Elements along a new first axis."""
    for item in items:
        if item is not None:
            shape = merged(shape, TensorShape(item.shape), what)
    if not items:
        full = merged(value.element_shape, shape, what)
        if not full.is_fully_defined():
            raise invalid(
                f"{what}: tried to stack elements of an empty list with non-fully-defined element_shape: "
                f"{full}"
            )
        return zeros(value.element_dtype, [0, *full.as_list()])
    rows = [element_of(value, item, shape, what) for item in items]
    if not value.element_dtype.numpy_dtype.hasobject:
        return np.stack(rows)
    result = np.empty((len(rows), *rows[0].shape), object)
    for i, row in enumerate(rows):
        result[i] = row[()] if row.ndim == 0 else row
    return result


def _infer_stack(
    input_handle: Tensor, element_shape: Tensor, *, element_dtype: DType, num_elements: int = -1
) -> Inferred:
    shape = merged(elements_behind(input_handle)[0], static_shape(element_shape), "TensorListStack")
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
    value = read_list(input_handle, element_dtype)
    items = value.items()
    if num_elements not in (-1, len(items)):
        raise invalid(
            f"Operation expected a list with {num_elements} elements but got a list with {len(items)} "
            "elements."
        )
    return _stacked(items, shape_given(element_shape), value, "TensorListStack")


define(
    "TensorListStack",
    "input_handle: variant, element_shape: int32",
    "tensor: element_dtype",
    {"element_dtype": types(), "num_elements": -1},
    infer=_infer_stack,
    kernel=_stack,
    gradient=lambda op, dy: [raw.TensorListFromTensor(dy, row_shape(dy)), None],
)


def _infer_from_tensor(tensor: Tensor, element_shape: Tensor, **_attrs: Any) -> Inferred:
    shape = static_shape(element_shape)
    if tensor.shape.rank is not None:
        if not tensor.shape.rank:
            raise invalid("TensorListFromTensor: the tensor must have at least one axis.")
        shape = merged(tensor.shape[1:], shape, "TensorListFromTensor")
    return inferred_list(shape, tensor.dtype)


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
    shape = merged(
        shape_given(element_shape), TensorShape(tensor.shape[1:]), "TensorListFromTensor"
    )
    return handle_of(ListValue(rows_of(tensor), element_dtype or dtype_of(tensor), shape))


def _from_tensor_gradient(op: Any, dlist: Any) -> list[Any]:
    tensor = op.inputs[0]
    if not has_gradients(tensor.dtype):
        return [None, None]
    count = tensor.shape[0] if tensor.shape.rank is not None else None
    return [
        raw.TensorListStack(
            dlist,
            row_shape(tensor),
            element_dtype=tensor.dtype,
            num_elements=-1 if count is None else count,
        ),
        None,
    ]


define(
    "TensorListFromTensor",
    "tensor: element_dtype, element_shape: shape_type",
    "output_handle: variant",
    SHAPED,
    infer=_infer_from_tensor,
    kernel=_from_tensor,
    gradient=_from_tensor_gradient,
)


# ---------------------------------------------------------------------------- some elements at once


def _infer_gather(
    input_handle: Tensor, indices: Tensor, element_shape: Tensor, *, element_dtype: DType
) -> Inferred:
    shape = merged(
        elements_behind(input_handle)[0], static_shape(element_shape), "TensorListGather"
    )
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
    value = read_list(input_handle, element_dtype)
    items = [value.item(int(i)) for i in indices]
    return _stacked(items, shape_given(element_shape), value, "TensorListGather")


def _gather_gradient(op: Any, dy: Tensor) -> list[Any]:
    handle, indices, _ = op.inputs
    # Elements that were gathered several times get the sum.
    rows = raw.UnsortedSegmentSum(dy, indices, raw.TensorListLength(handle))
    return [raw.TensorListFromTensor(rows, row_shape(dy)), None, None]


define(
    "TensorListGather",
    "input_handle: variant, indices: int32, element_shape: int32",
    "values: element_dtype",
    ELEMENT,
    infer=_infer_gather,
    kernel=_gather,
    gradient=_gather_gradient,
)


def _scattered(tensor: np.ndarray, indices: np.ndarray, items: list[Any]) -> list[Any]:
    rows = rows_of(tensor)
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
    shape = merged(shape_given(element_shape), TensorShape(tensor.shape[1:]), "TensorListScatter")
    return handle_of(ListValue(items, element_dtype or dtype_of(tensor), shape))


def _scatter_gradient(op: Any, dlist: Any) -> list[Any]:
    tensor, indices, *rest = op.inputs
    if not has_gradients(tensor.dtype):
        return [None] * len(op.inputs)
    return [_gathered_rows(dlist, tensor, indices), None, *(None for _ in rest)]


def _gathered_rows(dlist: Any, tensor: Tensor, indices: Tensor) -> Any:
    return raw.TensorListGather(dlist, indices, row_shape(tensor), element_dtype=tensor.dtype)


for _name, _further in (
    ("TensorListScatter", ""),
    ("TensorListScatterV2", ", num_elements: int32"),
):
    define(
        _name,
        f"tensor: element_dtype, indices: int32, element_shape: shape_type{_further}",
        "output_handle: variant",
        SHAPED,
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
    value = list_behind(input_handle)
    for row in rows_of(tensor)[:1]:
        checked_element(value, row, "scatter")
    return handle_of(value.replaced(_scattered(tensor, indices, value.items())))


def _scatter_into_gradient(op: Any, dlist: Any) -> list[Any]:
    handle, tensor, indices = op.inputs
    if not has_gradients(tensor.dtype):
        return [None, None, None]
    rest = raw.TensorListScatterIntoExistingList(dlist, zeros_like(tensor), indices)
    rest = raw.TensorListResize(rest, raw.TensorListLength(handle))
    return [rest, _gathered_rows(dlist, tensor, indices), None]


define(
    "TensorListScatterIntoExistingList",
    "input_handle: variant, tensor: element_dtype, indices: int32",
    "output_handle: variant",
    ELEMENT,
    infer=same_list,
    kernel=_scatter_into,
    gradient=_scatter_into_gradient,
)
