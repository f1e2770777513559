"""Rules of tensor lists: arrays with room for all elements."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np

from stagelight.graph.operation import Operation
from stagelight.runtime.xla.engine import jnp, lax
from stagelight.runtime.xla.lowering import Lowering
from stagelight.runtime.xla.registry import lowers
from stagelight.runtime.xla.rules.arrays import taken
from stagelight.runtime.xla.values import NotLowered, Rows, is_known, known


def _elements(operation: Operation) -> tuple[tuple[int, ...] | None, np.dtype]:
    """What is known of the elements of the list that an operation gives."""
    shape, dtype = operation.outputs[0].handle_data
    return tuple(shape.as_list()) if shape.is_fully_defined() else None, dtype.numpy_dtype


@lowers("TensorListReserve")
def _reserve(lowering: Lowering, operation: Operation, shape: Any, count: Any) -> Rows:
    element, dtype = _elements(operation)
    length = int(known(count, "the length of a list"))
    rows = None if element is None else jnp.zeros((length, *element), dtype)
    return Rows(rows, np.int32(length), element, dtype)


@lowers("EmptyTensorList")
def _empty(lowering: Lowering, operation: Operation, shape: Any, most: Any) -> Rows:
    if int(known(most, "the largest length of a list")) >= 0:
        raise NotLowered("a list that may not be longer than told")
    return Rows(None, np.int32(0), *_elements(operation))


@lowers("TensorListPushBack")
def _push(lowering: Lowering, operation: Operation, rows: Rows, item: Any) -> Rows:
    if is_known(rows.length):
        rows = rows.with_room(rows.known_length + 1, item.shape)
    elif rows.rows is None:
        raise NotLowered("data tells how long a list becomes")
    item = jnp.asarray(item, rows.dtype)
    put = lax.dynamic_update_index_in_dim(rows.rows, item, rows.length, 0)
    return replace(rows, rows=put, length=rows.length + np.int32(1))


@lowers("TensorListPopBack")
def _pop(lowering: Lowering, operation: Operation, rows: Rows, shape: Any) -> list[Any]:
    last = rows.length - np.int32(1)
    if rows.rows is None or (is_known(last) and last < 0):
        raise NotLowered("a list may be empty of which an element is taken")
    item = lax.dynamic_index_in_dim(rows.rows, last, 0, keepdims=False)
    return [replace(rows, length=last), item]


def _see_that_it_is_there(lowering: Lowering, rows: Rows, index: Any) -> None:
    """Sees that an index is that of an element; in rounds of a loop, where it counts, one cannot."""
    if not is_known(index):
        if not lowering.loops:
            raise NotLowered("which element of a list it is depends on data")
    elif is_known(rows.length) and not 0 <= int(index) < int(rows.length):
        raise NotLowered("an element is not there that is asked for")


@lowers("TensorListSetItem")
def _set(lowering: Lowering, operation: Operation, rows: Rows, index: Any, item: Any) -> Rows:
    if operation.attrs.get("resize_if_index_out_of_bounds"):
        if not (is_known(index) and is_known(rows.length)):
            raise NotLowered("data tells how long a list becomes")
        length = max(rows.known_length, int(index) + 1)
        rows = replace(rows.with_room(length, item.shape), length=np.int32(length))
    _see_that_it_is_there(lowering, rows, index)
    rows = rows.with_room(rows.known_length if rows.rows is None else 0, item.shape)
    put = lax.dynamic_update_index_in_dim(rows.rows, jnp.asarray(item, rows.dtype), index, 0)
    return replace(rows, rows=put)


@lowers("TensorListGetItem")
def _get(lowering: Lowering, operation: Operation, rows: Rows, index: Any, shape: Any) -> Any:
    _see_that_it_is_there(lowering, rows, index)
    if rows.rows is None:
        rows = rows.with_room(rows.known_length, _told(shape))
    return lax.dynamic_index_in_dim(rows.rows, index, 0, keepdims=False)


def _told(shape: Any) -> tuple[int, ...] | None:
    sizes = tuple(known(shape, "the shape of a list's elements").reshape(-1).tolist())
    return None if any(x < 0 for x in sizes) else sizes


@lowers("TensorListLength")
def _length(lowering: Lowering, operation: Operation, rows: Rows) -> Any:
    return rows.length


@lowers("TensorListElementShape")
def _element_shape(lowering: Lowering, operation: Operation, rows: Rows) -> Any:
    if rows.element is None:
        raise NotLowered("the shape of a list's elements is not known")
    return np.asarray(rows.element, operation.outputs[0].dtype.numpy_dtype)


def _filled(rows: Rows, shape: Any = None) -> Any:
    """The elements that are there, as an array."""
    length = rows.known_length
    if rows.rows is None:
        rows = rows.with_room(length, None if shape is None else _told(shape))
    return rows.rows[:length]


@lowers("TensorListStack")
def _stack(lowering: Lowering, operation: Operation, rows: Rows, shape: Any) -> Any:
    count = operation.attrs.get("num_elements", -1)
    if is_known(rows.length) and 0 <= count != rows.known_length:
        raise NotLowered("a list has another length than told")
    if not is_known(rows.length) and 0 <= count <= rows.room:
        return rows.rows[:count]
    return _filled(rows, shape)


@lowers("TensorListFromTensor")
def _from_tensor(lowering: Lowering, operation: Operation, x: Any, shape: Any) -> Rows:
    x = jnp.asarray(x)
    return Rows(x, np.int32(x.shape[0]), tuple(x.shape[1:]), x.dtype)


@lowers("TensorListGather")
def _gather(lowering: Lowering, operation: Operation, rows: Rows, indices: Any, shape: Any) -> Any:
    return taken(_filled(rows, shape), indices, 0)


@lowers("TensorListResize")
def _resize(lowering: Lowering, operation: Operation, rows: Rows, size: Any) -> Rows:
    length = int(known(size, "the length of a list"))
    if length > rows.known_length and rows.rows is not None:
        rows = replace(rows, rows=rows.rows[: rows.known_length])  # What was taken off is zeros.
    if rows.element is not None:
        rows = rows.with_room(length)
    return replace(rows, length=np.int32(length))


@lowers("TensorListConcatV2")
def _concat(
    lowering: Lowering, operation: Operation, rows: Rows, shape: Any, leading: Any
) -> list[Any]:
    parts = _filled(rows)
    lengths = np.full(parts.shape[0], parts.shape[1], np.int64)
    return [parts.reshape((-1, *parts.shape[2:])), lengths]


@lowers("TensorListConcatLists")
def _concat_lists(lowering: Lowering, operation: Operation, one: Rows, other: Rows) -> Rows:
    if one.known_length == 0:
        return other
    if other.known_length == 0:
        return one
    both = jnp.concatenate([_filled(one), _filled(other)])
    return Rows(both, np.int32(both.shape[0]), one.element or other.element, one.dtype)


@lowers("TensorListScatter", "TensorListScatterV2")
def _scattered(
    lowering: Lowering,
    operation: Operation,
    items: Any,
    indices: Any,
    shape: Any,
    count: Any = None,
) -> Rows:
    items = jnp.asarray(items)
    at = known(indices, "where elements are put").reshape(-1)
    told = -1 if count is None else int(known(count, "the length of a list"))
    length = int(at.max(initial=-1)) + 1
    if (at < 0).any() or 0 <= told < length:
        raise NotLowered("an element is put where there is no place")
    length = max(length, told)
    rows = jnp.zeros((length, *items.shape[1:]), items.dtype).at[at].set(items)
    return Rows(rows, np.int32(length), tuple(items.shape[1:]), items.dtype)


@lowers("TensorListScatterIntoExistingList")
def _scatter(
    lowering: Lowering, operation: Operation, rows: Rows, items: Any, indices: Any
) -> Rows:
    places = known(indices, "where elements are put").reshape(-1)
    length = max(rows.known_length, int(places.max(initial=-1)) + 1)
    rows = rows.with_room(length, tuple(items.shape[1:]))
    put = rows.rows.at[places].set(items)
    return replace(rows, rows=put, length=np.int32(length))
