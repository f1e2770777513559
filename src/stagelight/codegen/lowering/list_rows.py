"""Rows of tensor lists: reading them, and making them ready to be written.

A list stands in a row buffer, or in a buffer of known size if it is a tensor taken apart. An op that changes
a list gives a new one in the same rows, if nobody uses the old one any more, and copies them else. What is
a list of zeros has no rows before they are written: gradients make many of these, to add them to others.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import replace
from typing import Any

from stagelight.codegen.expressions import Expr, const, load, op, to_index
from stagelight.codegen.index import Index, row_major_strides
from stagelight.codegen.loop_nest import (
    Buffer,
    Check,
    CopyRows,
    Nest,
    Room,
    RowBuffer,
    Statement,
    Store,
    While,
)
from stagelight.codegen.lowering.lowering import Lowering
from stagelight.codegen.lowering.values import (
    AnyList,
    NestedList,
    TensorList,
    Value,
    computed,
    constant,
    converted,
    in_buffer,
    read_at,
)
from stagelight.core.inference import ListsOf
from stagelight.types import dtypes
from stagelight.types.shapes import TensorShape


def number_of(value: Value) -> Expr:
    """The integer that a scalar is, as an int64."""
    return converted(value, dtypes.int64).element(())


def scalar(expr: Expr) -> Value:
    """A scalar tensor."""
    return computed(expr.dtype, (), lambda _: expr)


def checked_number(lowering: Lowering, number: Expr, *conditions: Expr) -> Expr:
    """A number that does not change any more, after seeing that conditions hold."""
    checks: list[Store | Check] = [Check(x) for x in conditions]
    if number.word == "const":
        if checks:
            lowering.statements.append(Nest((), checks))
        return number
    buffer = lowering.temporary(dtypes.int64, 1)
    lowering.statements.append(Nest((), [*checks, Store(buffer, 0, number)]))
    return load(buffer, 0)


def checked_index(lowering: Lowering, which: TensorList, number: Expr) -> Expr:
    """The number of an element, after seeing that there is such an element."""
    length = number_of(which.length)
    return checked_number(lowering, number, number >= 0, op("less", number, length))


# ---------------------------------------------------------------------------- reading


def element(
    lowering: Lowering, which: TensorList, number: Expr, *, reads_zeros: bool = True
) -> Value:
    """The element of a number for which `checked_index` was asked.

    Args:
        lowering: the program.
        which: the list.
        number: which element.
        reads_zeros: whether one that was never put in is zeros, or an error.
    """
    which = in_rows(lowering, which)
    if which.is_partial and not reads_zeros:
        _require_flag(lowering, which, number)
    rows = which.rows
    if rows is None:
        return constant(0, which.dtype, which.sizes)
    if which.start is not None:
        number = which.start + number
    if isinstance(rows, RowBuffer):
        lowering.statements.append(Room(rows, to_index(number), grows=False))
        first = to_index(number) * which.row
    else:
        last = rows.size // which.row - 1
        first = to_index(op("minimum", op("maximum", number, 0), last)) * which.row
    return _view(lowering, which, which.sizes, first)


def all_elements(
    lowering: Lowering, which: TensorList, count: int, *, reads_zeros: bool = True
) -> Value:
    """So many elements as one tensor, if it is known that there are as many."""
    which = in_rows(lowering, which if which.start is None else written(lowering, which))
    if which.is_partial and not reads_zeros:
        which = complete(lowering, which)
    sizes = (count, *which.sizes)
    if which.rows is None or count == 0:
        return constant(0, which.dtype, sizes)
    if isinstance(which.rows, RowBuffer):
        lowering.statements.append(Room(which.rows, count - 1, grows=False))
    return _view(lowering, which, sizes, 0)


def _view(lowering: Lowering, which: TensorList, sizes: tuple[int, ...], first: Index) -> Value:
    """A tensor that stands in the rows, as long as nobody writes them; a copy if somebody may."""
    rows = which.rows
    assert rows is not None
    view = read_at(rows, sizes, row_major_strides(sizes), first)
    may_change = isinstance(rows, RowBuffer) and rows.storage != "input" and not which.is_shared
    return lowering.contiguous(view) if may_change else view


def _require_flag(lowering: Lowering, which: TensorList, number: Expr) -> None:
    """Sees that an element was put in."""
    condition = const(False, dtypes.bool_)
    if which.flags is not None:
        lowering.statements.append(Room(which.flags, to_index(number), grows=False))  # type: ignore[arg-type]
        condition = load(which.flags, to_index(number))
    lowering.statements.append(Nest((), [Check(condition)]))


def complete(lowering: Lowering, which: TensorList) -> TensorList:
    """The list, after seeing that all elements were put in."""
    if not which.is_partial:
        return which
    ready = in_rows(lowering, which)
    length = checked_number(lowering, number_of(ready.length))
    for_each(lowering, length, lambda number: _require_flag(lowering, ready, number))
    return replace(ready, is_partial=False, flags=None)


# ---------------------------------------------------------------------------- writing


def copy_rows(
    lowering: Lowering, which: TensorList, target: RowBuffer, flags: Buffer | None = None
) -> None:
    """Lets the first rows of a buffer be the elements of a list, and those of another its flags.

    Without flags to be set the list must be complete; without flags of its own all are set, if it is.
    """
    length = checked_number(lowering, number_of(which.length))
    if not (length.word == "const" and to_index(length) == 0):
        start = 0 if which.start is None else to_index(which.start)
        lowering.statements.append(CopyRows(target, which.rows, to_index(length), 0, start))
    if isinstance(flags, RowBuffer):
        if which.is_partial:
            lowering.statements.append(CopyRows(flags, which.flags, to_index(length)))
        else:
            for_each(lowering, length, lambda number: set_flag(lowering, flags, number))
    if which.item is not None:
        index, value = which.item
        write_element(lowering, target, number_of(index), value, grows=False)
        set_flag(lowering, flags, number_of(index))


def set_flag(
    lowering: Lowering, flags: Buffer | None, number: Expr, others: Buffer | None = None
) -> None:
    """Notes that an element is put in, if there are flags.

    Args:
        lowering: the program.
        flags: the list's.
        number: which element.
        others: those of another list: it is put in if it was, or is in that list.
    """
    if not isinstance(flags, RowBuffer):
        return
    lowering.statements.append(Room(flags, to_index(number), grows=True))
    value = const(True, dtypes.bool_)
    if isinstance(others, RowBuffer):
        lowering.statements.append(Room(others, to_index(number), grows=False))
        both = [load(x, to_index(number)) for x in (flags, others)]
        value = op("logical_or", *both)
    lowering.statements.append(Nest((), [Store(flags, to_index(number), value)]))


def write_element(
    lowering: Lowering, rows: RowBuffer, number: Expr, value: Value, *, grows: bool
) -> None:
    """Puts an element into rows, at a number that does not change."""
    lowering.statements.append(Room(rows, to_index(number), grows))
    first = to_index(number) * rows.row
    lowering.write_part(value, rows, row_major_strides(value.sizes), first)


def pushed(lowering: Lowering, which: TensorList, value: Value) -> TensorList:
    """The list with one more element at its end."""
    length = checked_number(lowering, number_of(which.length))
    ready, rows = own(lowering, replace(which, length=scalar(length)))
    write_element(lowering, rows, length, value, grows=True)
    set_flag(lowering, ready.flags, length)
    return replace(ready, length=scalar(length + 1))


def resized_and_set(lowering: Lowering, which: TensorList, index: Expr, value: Value) -> TensorList:
    """The list with an element put in at an index, before which elements are added if it has too few.

    Those were never put in: a list that is not partial does not say so, and must not need any.
    """
    length = checked_number(lowering, number_of(which.length))
    reach = [] if which.is_partial else [op("less_equal", index, length)]
    number = checked_number(lowering, index, index >= 0, *reach)
    after = checked_number(lowering, op("maximum", length, number + 1))
    ready, rows = own(lowering, replace(which, length=scalar(length)))
    for buffer in (rows, ready.flags):
        if isinstance(buffer, RowBuffer):
            added = CopyRows(buffer, None, to_index(after - length), to_index(length))
            lowering.statements.append(added)
    write_element(lowering, rows, number, value, grows=False)
    set_flag(lowering, ready.flags, number)
    return replace(ready, length=scalar(after))


def is_own(lowering: Lowering, which: TensorList) -> bool:
    """Whether the rows may be written: this list is the last that is used of those that have them."""
    rows = which.rows
    return (
        isinstance(rows, RowBuffer)
        and rows.storage != "input"
        and not which.is_shared
        and which.start is None
        and lowering.may_write(rows)
    )


def written(lowering: Lowering, which: TensorList) -> TensorList:
    """The list in rows of its own."""
    rows = lowering.new_rows(which.dtype, which.row)
    flags = lowering.new_rows(dtypes.bool_, 1) if which.is_partial else None
    copy_rows(lowering, which, rows, flags)
    return replace(which, rows=rows, flags=flags, item=None, is_shared=False, start=None)


def in_rows(lowering: Lowering, which: TensorList) -> TensorList:
    """The list without an element that stands apart (`TensorList.item`)."""
    return which if which.item is None else written(lowering, which)


def own(lowering: Lowering, which: TensorList) -> tuple[TensorList, RowBuffer]:
    """The list in rows that may be written, and these."""
    ready = which if is_own(lowering, which) else written(lowering, which)
    assert isinstance(ready.rows, RowBuffer)
    return ready, ready.rows


def for_each(lowering: Lowering, count: Expr, body: Callable[[Expr], None]) -> None:
    """Runs statements for all numbers below a count that does not change.

    Args:
        lowering: the program.
        count: an int64.
        body: writes the statements for a number.
    """
    counter = lowering.temporary(dtypes.int64, 1, is_mutable=True)
    lowering.write(constant(0, dtypes.int64), counter)
    inside: list[Statement] = []
    outside, lowering.statements = lowering.statements, inside
    number = checked_number(lowering, load(counter, 0))
    body(number)
    lowering.write(scalar(number + 1), counter)
    lowering.statements = outside
    outside.append(While([], op("less", load(counter, 0), count), inside))


def row_values(rows: Buffer, which: TensorList, number: Expr) -> Value:
    """The elements of a row that was seen to exist, as they are when they are read."""
    first = to_index(number) * which.row
    return read_at(rows, which.sizes, row_major_strides(which.sizes), first)


def output_rows(lowering: Lowering, which: TensorList, taken: list[Buffer], name: str) -> RowBuffer:
    """The output buffer of a list: its rows, if no other output has them and they are the program's.

    Args:
        lowering: the program.
        which: the list.
        taken: the buffers of other outputs.
        name: of the buffer.
    """
    which = complete(lowering, which)
    rows = which.rows
    is_own_memory = isinstance(rows, RowBuffer) and rows.storage == "temporary"
    if not is_own_memory or rows in taken or which.start is not None:
        rows = lowering.new_rows(which.dtype, which.row)
        copy_rows(lowering, which, rows)
    assert isinstance(rows, RowBuffer)
    rows.storage, rows.name, rows.shape = "output", name, which.sizes
    rows.count = Buffer(f"{name}.count", dtypes.int64, 1, "count")
    lowering.write(which.length, rows.count)
    return rows


def input_list(name: str, data: Any) -> AnyList:
    """A list that comes from outside.

    Args:
        name: of its buffer.
        data: its handle data.
    """
    if isinstance(data, ListsOf):
        joined = input_list(name, data.elements)
        count = len(joined.parts)
        numbers = (TensorShape(()), dtypes.int64)
        starts = [input_list(f"{name}.starts{count + i}", numbers) for i in range(count)]
        return NestedList(joined, tuple([part for each in starts for part in each.parts]))
    shape, dtype = data
    sizes = tuple(shape.as_list())
    rows = RowBuffer(name, dtype, math.prod(sizes), "input")
    rows.count = Buffer(f"{name}.count", dtypes.int64, 1, "count")
    return TensorList(dtype, sizes, in_buffer(rows.count, ()), rows)
