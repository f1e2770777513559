"""Tensor lists: making them, putting elements in, taking them out."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from stagelight.codegen.expressions import Expr, cast, const, op, to_index
from stagelight.codegen.loop_nest import Check, Nest, Room
from stagelight.codegen.lowering.elementwise import combined, compute_dtype
from stagelight.codegen.lowering.list_rows import (
    all_elements,
    checked_index,
    checked_number,
    element,
    for_each,
    in_rows,
    number_of,
    own,
    pushed,
    resized_and_set,
    row_values,
    scalar,
    set_flag,
    write_element,
    written,
)
from stagelight.codegen.lowering.lowering import Lowering
from stagelight.codegen.lowering.registry import lowers
from stagelight.codegen.lowering.tensor_forms import (
    are_alike,
    depth_of_list,
    dtype_of,
    known_array,
    sizes_of,
)
from stagelight.codegen.lowering.values import (
    TensorList,
    Value,
    constant,
    converted,
)
from stagelight.graph.operation import Operation, SymbolicTensor
from stagelight.types import dtypes


def _list_like(output: SymbolicTensor, length: Value) -> TensorList:
    """A list of zeros of which the graph says what it holds."""
    return TensorList(dtype_of(output), sizes_of(output), length)


# ---------------------------------------------------------------------------- new lists


def has_no_limit(operation: Operation) -> bool:
    most = known_array(operation.inputs[1])
    return most is not None and bool(most < 0)


@lowers("EmptyTensorList", constants=(0, 1), accepts=has_no_limit, lists=True)
def _empty(
    lowering: Lowering, operation: Operation, element_shape: np.ndarray, most: np.ndarray
) -> TensorList:
    return _list_like(operation.outputs[0], constant(0, dtypes.int64))


@lowers("TensorListReserve", constants=(0,), lists=True)
def _reserve(
    lowering: Lowering, operation: Operation, element_shape: np.ndarray, count: Value
) -> TensorList:
    number = number_of(count)
    length = checked_number(lowering, number, number >= 0)
    which = _list_like(operation.outputs[0], scalar(length))
    return replace(which, is_partial=not _is_shape(element_shape))


def _is_shape(element_shape: np.ndarray) -> bool:
    """Whether an argument says the shape of elements: those that were never put in are zeros of it."""
    return element_shape.ndim == 1 and bool((element_shape >= 0).all())


def _takes_whole_rows(operation: Operation) -> bool:
    tensor, handle = operation.inputs[0], operation.outputs[0]
    return 0 not in sizes_of(tensor) and sizes_of(tensor)[1:] == sizes_of(handle)


@lowers("TensorListFromTensor", constants=(1,), accepts=_takes_whole_rows, lists=True)
def _from_tensor(
    lowering: Lowering, operation: Operation, tensor: Value, element_shape: np.ndarray
) -> TensorList:
    rows = lowering.contiguous(tensor).buffer
    assert rows is not None
    if rows.is_mutable:
        rows = lowering.temporary(tensor.dtype, tensor.size)
        lowering.write(tensor, rows)
    return replace(
        _list_like(operation.outputs[0], constant(tensor.sizes[0], dtypes.int64)), rows=rows
    )


@lowers("ZerosLike", lists=True)
def _zeros_like(lowering: Lowering, operation: Operation, which: TensorList) -> TensorList:
    return TensorList(which.dtype, which.sizes, which.length, is_partial=which.is_partial)


@lowers("Identity", lists=True)
def _same(lowering: Lowering, operation: Operation, which: TensorList) -> TensorList:
    return which


# ---------------------------------------------------------------------------- elements


@lowers("TensorListLength", lists=True)
def _length(lowering: Lowering, operation: Operation, which: TensorList) -> Value:
    return converted(which.length, dtypes.int32)


def may_hold(handle: SymbolicTensor, element: SymbolicTensor) -> bool:
    """Whether a tensor, or for a list of lists a list, is one that the list may have for an element."""
    return (
        depth_of_list(handle) == depth_of_list(element) + 1
        and dtype_of(handle) is dtype_of(element)
        and sizes_of(handle) == sizes_of(element)
    )


def _fits(operation: Operation) -> bool:
    return may_hold(operation.inputs[0], operation.inputs[-1])


@lowers("TensorListPushBack", accepts=_fits, lists=True)
def _push(lowering: Lowering, operation: Operation, which: TensorList, value: Value) -> TensorList:
    return pushed(lowering, which, value)


def gives_its_elements(operation: Operation) -> bool:
    """Whether what an operation takes out, its last output, is what the list may have for an element."""
    return may_hold(operation.inputs[0], operation.outputs[-1])


@lowers("TensorListPopBack", constants=(1,), accepts=gives_its_elements, lists=True)
def _pop(
    lowering: Lowering, operation: Operation, which: TensorList, element_shape: np.ndarray
) -> tuple[TensorList, Value]:
    ready = in_rows(lowering, which)
    last = checked_index(lowering, ready, number_of(ready.length) - 1)
    value = element(lowering, ready, last, reads_zeros=_is_shape(element_shape))
    return replace(ready, length=scalar(last)), value


@lowers("TensorListGetItem", constants=(2,), accepts=gives_its_elements, lists=True)
def _get(
    lowering: Lowering,
    operation: Operation,
    which: TensorList,
    index: Value,
    element_shape: np.ndarray,
) -> Value:
    number = checked_index(lowering, which, number_of(index))
    return element(lowering, which, number, reads_zeros=_is_shape(element_shape))


@lowers("TensorListSetItem", accepts=_fits, lists=True)
def _set(
    lowering: Lowering, operation: Operation, which: TensorList, index: Value, value: Value
) -> TensorList:
    if operation.attrs.get("resize_if_index_out_of_bounds"):
        return resized_and_set(lowering, which, number_of(index), value)
    number = checked_index(lowering, which, number_of(index))
    if which.rows is None and which.item is None:
        return replace(which, item=(scalar(number), lowering.stored(value)))
    ready, rows = own(lowering, which)
    write_element(lowering, rows, number, value, grows=False)
    set_flag(lowering, ready.flags, number)
    return ready


def _stacks_its_elements(operation: Operation) -> bool:
    handle, tensor = operation.inputs[0], operation.outputs[0]
    return dtype_of(handle) is tensor.dtype and sizes_of(handle) == sizes_of(tensor)[1:]


@lowers("TensorListStack", constants=(1,), accepts=_stacks_its_elements, lists=True)
def _stack(
    lowering: Lowering, operation: Operation, which: TensorList, element_shape: np.ndarray
) -> Value:
    count = sizes_of(operation.outputs[0])[0]
    require_length(lowering, which, const(count, dtypes.int64))
    return all_elements(lowering, which, count, reads_zeros=_is_shape(element_shape))


# ---------------------------------------------------------------------------- sums


def all_alike(operation: Operation) -> bool:
    """Whether an operation's inputs hold what its output holds."""
    return all(are_alike(x, operation.outputs[0]) for x in operation.inputs)


@lowers("AddN", accepts=all_alike, lists=True)
def _add(lowering: Lowering, operation: Operation, *lists: TensorList) -> TensorList:
    """The list of the sums of elements."""
    return added(lowering, lists)


def added(lowering: Lowering, lists: Sequence[TensorList]) -> TensorList:
    """The sum of lists. What is zeros but for one element is added to that element alone.

    The sum is partial if all are: an element is put in where one list has it.
    """
    if not all(x.is_partial for x in lists):
        lists = [replace(x, is_partial=False, flags=None) for x in lists]
    total, *others = sorted(lists, key=lambda x: x.rows is None)
    if any(x.rows is total.rows for x in others):
        total = written(lowering, total)
    for other in others:
        length = checked_number(lowering, number_of(total.length))
        total = replace(total, length=scalar(length))
        require_length(lowering, other, length)
        if other.rows is not None or other.item is not None:
            total = _sum(lowering, total, other)
    return total


def _sum(lowering: Lowering, total: TensorList, other: TensorList) -> TensorList:
    ready, rows = own(lowering, total)

    def add(number: Expr, value: Value) -> None:
        lowering.statements.append(Room(rows, to_index(number), grows=False))
        before = row_values(rows, ready, number)
        wide = compute_dtype(total.dtype)

        def rule(a: Expr, b: Expr) -> Expr:
            return cast(cast(a, wide) + cast(b, wide), total.dtype)

        changed = combined(lowering, (before, value), rule, total.dtype, 1)
        write_element(lowering, rows, number, changed, grows=False)
        set_flag(lowering, ready.flags, number, other.flags)

    if other.item is not None:
        index, value = other.item
        add(number_of(index), value)
    else:
        for_each(
            lowering,
            number_of(ready.length),
            lambda number: add(number, element(lowering, other, number)),
        )
    return ready


def require_length(lowering: Lowering, which: TensorList, length: Expr) -> None:
    """Sees that a list has a length."""
    own_length = number_of(which.length)
    if own_length is not length:
        lowering.statements.append(Nest((), [Check(op("equal", own_length, length))]))
