"""Lists of tensors, as libraries make them: `tensorflow.python.ops.list_ops`.

A list is a variant tensor. Shapes may be unknown (None), known in part, or tensors.
"""

from __future__ import annotations

from typing import Any

from stagelight.core.raw import raw
from stagelight.core.tensor import Tensor
from stagelight.ops.lists.list_handles import shape_vector
from stagelight.types.shapes import TensorShape, as_shape


def empty_tensor_list(
    element_shape: Any, element_dtype: Any, max_num_elements: Any = None, name: str | None = None
) -> Tensor:
    """A list without elements, with room for some number of them; None: for any."""
    most = -1 if max_num_elements is None else max_num_elements
    made: Tensor = raw.EmptyTensorList(
        _vector(element_shape), most, element_dtype=element_dtype, name=name
    )
    return made


def tensor_list_reserve(
    element_shape: Any, num_elements: Any, element_dtype: Any, name: str | None = None
) -> Tensor:
    """A list of elements that are not set yet."""
    made: Tensor = raw.TensorListReserve(
        _vector(element_shape), num_elements, element_dtype=element_dtype, name=name
    )
    return made


def tensor_list_from_tensor(tensor: Any, element_shape: Any, name: str | None = None) -> Tensor:
    """The rows of a tensor as a list."""
    made: Tensor = raw.TensorListFromTensor(tensor, _vector(element_shape), name=name)
    return made


def tensor_list_split(
    tensor: Any, element_shape: Any, lengths: Any, name: str | None = None
) -> Tensor:
    """Groups of a tensor's rows, of these lengths, as a list."""
    made: Tensor = raw.TensorListSplit(tensor, _vector(element_shape), lengths, name=name)
    return made


def tensor_list_get_item(
    input_handle: Any,
    index: Any,
    element_dtype: Any,
    element_shape: Any = None,
    name: str | None = None,
) -> Tensor:
    """An element."""
    item: Tensor = raw.TensorListGetItem(
        input_handle, index, _vector(element_shape), element_dtype=element_dtype, name=name
    )
    return item


def tensor_list_set_item(
    input_handle: Any,
    index: Any,
    item: Any,
    resize_if_index_out_of_bounds: bool = False,
    name: str | None = None,
) -> Tensor:
    """The list with another element at an index; with `resize_if_index_out_of_bounds` it grows to there."""
    changed: Tensor = raw.TensorListSetItem(
        input_handle,
        index,
        item,
        resize_if_index_out_of_bounds=resize_if_index_out_of_bounds,
        name=name,
    )
    return changed


def tensor_list_pop_back(
    input_handle: Any, element_dtype: Any, name: str | None = None
) -> tuple[Tensor, Tensor]:
    """The list without its last element, and that."""
    rest, last = raw.TensorListPopBack(
        input_handle, _vector(None), element_dtype=element_dtype, name=name
    )
    return rest, last


def tensor_list_stack(
    input_handle: Any,
    element_dtype: Any,
    num_elements: int = -1,
    element_shape: Any = None,
    name: str | None = None,
) -> Tensor:
    """The elements as rows of one tensor."""
    rows: Tensor = raw.TensorListStack(
        input_handle,
        _vector(element_shape),
        element_dtype=element_dtype,
        num_elements=num_elements,
        name=name,
    )
    return rows


def tensor_list_gather(
    input_handle: Any,
    indices: Any,
    element_dtype: Any,
    element_shape: Any = None,
    name: str | None = None,
) -> Tensor:
    """The elements at some indices as rows of one tensor."""
    rows: Tensor = raw.TensorListGather(
        input_handle, indices, _vector(element_shape), element_dtype=element_dtype, name=name
    )
    return rows


def tensor_list_scatter(
    tensor: Any,
    indices: Any,
    element_shape: Any = None,
    input_handle: Any = None,
    name: str | None = None,
) -> Tensor:
    """A list with the rows of a tensor at some indices: a new one, or one that there is."""
    made: Tensor
    if input_handle is None:
        made = raw.TensorListScatterV2(tensor, indices, _vector(element_shape), -1, name=name)
    else:
        made = raw.TensorListScatterIntoExistingList(input_handle, tensor, indices, name=name)
    return made


def tensor_list_concat(
    input_handle: Any, element_dtype: Any, element_shape: Any = None, name: str | None = None
) -> Tensor:
    """The elements one after the other along their first axis."""
    joined: Tensor = raw.TensorListConcatV2(
        input_handle, _vector(element_shape), [], element_dtype=element_dtype, name=name
    )[0]
    return joined


def _vector(shape: Any) -> Any:
    """A shape as the ops take it; one that is a tensor, or a number, is that already."""
    if shape is None or isinstance(shape, list | tuple | TensorShape):
        return shape_vector(as_shape(shape))
    return shape
