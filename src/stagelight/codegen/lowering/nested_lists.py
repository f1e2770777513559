"""Lists of lists, which gradients of loops within loops keep: each list that is put in was filled by a loop.

All elements stand one after the other (`NestedList`), so that a list that is taken off the end is the end of
the rows, and is not copied. A list that is put in is, once: that costs less than making one element of it.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np

from stagelight.codegen.expressions import Expr, op, to_index
from stagelight.codegen.loop_nest import Check, CopyRows, Nest
from stagelight.codegen.lowering.list_rows import (
    checked_index,
    checked_number,
    complete,
    element,
    for_each,
    in_rows,
    number_of,
    own,
    pushed,
    scalar,
)
from stagelight.codegen.lowering.lowering import Lowering
from stagelight.codegen.lowering.registry import lowers
from stagelight.codegen.lowering.tensor_lists import (
    added,
    all_alike,
    gives_its_elements,
    has_no_limit,
    may_hold,
    require_length,
)
from stagelight.codegen.lowering.values import (
    AnyList,
    NestedList,
    TensorList,
    Value,
    constant,
    converted,
)
from stagelight.core.inference import ListsOf
from stagelight.graph.effects import called_graphs
from stagelight.graph.operation import Operation, SymbolicTensor
from stagelight.passes.rewriting import is_call, is_loop
from stagelight.types import dtypes


@lowers("EmptyTensorList", constants=(0, 1), accepts=has_no_limit, nested=True)
def _empty(
    lowering: Lowering, operation: Operation, element_shape: np.ndarray, most: np.ndarray
) -> AnyList:
    return _empty_of(operation.outputs[0].handle_data)


def _empty_of(data: Any) -> AnyList:
    none = constant(0, dtypes.int64)
    if not isinstance(data, ListsOf):
        shape, dtype = data
        return TensorList(dtype, tuple(shape.as_list()), none)
    joined = _empty_of(data.elements)
    return NestedList(joined, tuple(TensorList(dtypes.int64, (), none) for _ in joined.parts))


@lowers("Identity", nested=True)
def _same(lowering: Lowering, operation: Operation, which: NestedList) -> NestedList:
    return which


@lowers("TensorListLength", nested=True)
def _length(lowering: Lowering, operation: Operation, which: NestedList) -> Value:
    return converted(which.length, dtypes.int32)


@lowers("ZerosLike", nested=True)
def _zeros_like(lowering: Lowering, operation: Operation, which: NestedList) -> NestedList:
    arrays, *others = which.parts
    zeros = TensorList(arrays.dtype, arrays.sizes, arrays.length)
    return which.with_parts([zeros, *others])


# ---------------------------------------------------------------------------- elements


def _origins(handle: SymbolicTensor) -> list[SymbolicTensor]:
    """The inputs of its graph that a list may go back to; none if it is made anew when the graph runs."""
    operation = handle.op
    name = operation.op_def.name
    if name == "Placeholder":
        return [handle]
    if is_loop(operation.op_def):
        return _origins(operation.inputs[handle.value_index])
    if is_call(operation.op_def):
        found: list[SymbolicTensor] = []
        for graph in called_graphs(operation):
            given = operation.inputs[len(operation.inputs) - len(graph.inputs) :]
            for origin in _origins(graph.outputs[handle.value_index]):
                found += _origins(given[[x is origin for x in graph.inputs].index(True)])
        return found
    if name == "TensorListPopBack" and handle.value_index == 1:
        return []
    lists = [x for x in operation.inputs if x.dtype is dtypes.variant]
    return [x for each in (lists if name == "AddN" else lists[:1]) for x in _origins(each)]


def _puts_in_what_is_made_here(operation: Operation) -> bool:
    """Whether what is put in is no version of a list that goes from round to round.

    Such a list is longer in each: copies of all its versions would take a time and memory that grow with
    the square of the rounds. The host's versions share their elements.
    """
    handle, element = operation.inputs
    return may_hold(handle, element) and not _origins(element)


@lowers("TensorListPushBack", accepts=_puts_in_what_is_made_here, nested=True)
def _push(
    lowering: Lowering, operation: Operation, which: NestedList, value: AnyList
) -> NestedList:
    parts: list[TensorList] = []
    starts: list[TensorList] = []
    for part, start, more in zip(which.joined.parts, which.starts, value.parts, strict=True):
        length = checked_number(lowering, number_of(part.length))
        starts.append(pushed(lowering, start, scalar(length)))
        parts.append(_extended(lowering, part, length, more))
    return NestedList(which.joined.with_parts(parts), tuple(starts))


def _extended(lowering: Lowering, which: TensorList, length: Expr, more: TensorList) -> TensorList:
    """A list with the elements of another behind its own.

    Args:
        lowering: the program.
        which: the list.
        length: how many elements it has; it does not change.
        more: the other one.
    """
    ready_more = in_rows(lowering, complete(lowering, more))
    count = checked_number(lowering, number_of(ready_more.length))
    ready, rows = own(lowering, replace(which, length=scalar(length)))
    start = 0 if ready_more.start is None else to_index(ready_more.start)
    lowering.statements.append(
        CopyRows(rows, ready_more.rows, to_index(count), to_index(length), start)
    )
    return replace(ready, length=scalar(checked_number(lowering, length + count)))


@lowers("TensorListPopBack", constants=(1,), accepts=gives_its_elements, nested=True)
def _pop(
    lowering: Lowering, operation: Operation, which: NestedList, element_shape: np.ndarray
) -> tuple[NestedList, AnyList]:
    last = checked_index(lowering, which.starts[0], number_of(which.length) - 1)
    rest: list[TensorList] = []
    taken: list[TensorList] = []
    for part, starts in zip(which.joined.parts, which.starts, strict=True):
        ready = in_rows(lowering, part)
        first = checked_number(lowering, number_of(element(lowering, starts, last)))
        count = checked_number(lowering, number_of(ready.length) - first)
        start = first if ready.start is None else checked_number(lowering, ready.start + first)
        rest.append(replace(ready, length=scalar(first)))
        taken.append(replace(ready, length=scalar(count), start=start))
    shorter = [replace(starts, length=scalar(last)) for starts in which.starts]
    return which.with_parts([*rest, *shorter]), which.joined.with_parts(taken)


# ---------------------------------------------------------------------------- sums


@lowers("AddN", accepts=all_alike, nested=True)
def _add(lowering: Lowering, operation: Operation, *lists: NestedList) -> NestedList:
    """The sums of what stands in lists of the same lengths."""
    arrays, *others = zip(*(x.parts for x in lists), strict=True)
    for first, *rest in others:
        for other in rest:
            _require_same(lowering, first, other)
    return lists[0].with_parts([added(lowering, arrays), *(first for first, *_ in others)])


def _require_same(lowering: Lowering, a: TensorList, b: TensorList) -> None:
    """Sees that two lists of numbers are the same."""
    if a is b:
        return
    length = checked_number(lowering, number_of(a.length))
    require_length(lowering, b, length)

    def compare(number: Expr) -> None:
        both = [number_of(element(lowering, x, number)) for x in (a, b)]
        lowering.statements.append(Nest((), [Check(op("equal", *both))]))

    for_each(lowering, length, compare)
