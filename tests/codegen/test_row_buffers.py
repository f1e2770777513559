"""Row buffers: what the verifier asks of programs that use them, and how they print."""

from __future__ import annotations

import pytest

from stagelight.codegen.expressions import const, load, op, to_index
from stagelight.codegen.index import Symbol, atom
from stagelight.codegen.loop_nest import (
    Buffer,
    CopyRows,
    Nest,
    Program,
    Room,
    RowBuffer,
    Store,
    While,
)
from stagelight.codegen.printing import program_as_text
from stagelight.codegen.verifier import Unsound, verify
from stagelight.types import dtypes

COUNTER = Symbol("i0")


def program(*body, rows):
    number = Buffer("n", dtypes.int64, 1, is_mutable=True)
    out = Buffer("out0", dtypes.float32, 1, "output")
    text = Program("program", [], [out], [], temporaries=[number], rows=list(rows))
    text.body += [Nest((), [Store(number, 0, const(0, dtypes.int64))])]
    text.body += [step(number) if callable(step) else step for step in body]
    text.body += [Nest((), [Store(out, 0, const(0.0, dtypes.float32))])]
    return text


def written(rows, extent=3):
    """Writes elements of the row whose number stands in a buffer."""

    def step(number):
        index = to_index(load(number, 0)) * rows.row + atom(COUNTER)
        return Nest(((COUNTER, extent),), [Store(rows, index, const(1.0, dtypes.float32))])

    return step


def room(rows, *, grows=True):
    return lambda number: Room(rows, to_index(load(number, 0)), grows)


def test_a_row_that_exists_may_be_written():
    rows = RowBuffer("rows", dtypes.float32, 3)
    text = program(room(rows), written(rows), rows=[rows])
    verify(text)
    assert "rows rows: float32[?, 3]" in program_as_text(text)
    assert "make row n[0] of rows" in program_as_text(text)


def test_a_row_that_is_not_seen_to_exist_is_refused():
    rows, other = (RowBuffer(name, dtypes.float32, 3) for name in ("rows", "other"))
    with pytest.raises(Unsound, match="not seen to exist"):
        verify(program(written(rows), rows=[rows]))
    with pytest.raises(Unsound, match="not seen to exist"):
        verify(program(room(other), written(rows), rows=[rows, other]))


def test_no_element_after_the_row_is_used():
    rows = RowBuffer("rows", dtypes.float32, 3)
    with pytest.raises(Unsound, match="not seen to exist"):
        verify(program(room(rows), written(rows, extent=4), rows=[rows]))


def test_another_number_is_another_row():
    rows = RowBuffer("rows", dtypes.float32, 3)

    def next_number(number):
        return Nest((), [Store(number, 0, load(number, 0) + 1)])

    with pytest.raises(Unsound, match="not seen to exist"):
        verify(program(room(rows), next_number, written(rows), rows=[rows]))


def test_what_a_round_sees_does_not_hold_in_the_next():
    rows = RowBuffer("rows", dtypes.float32, 3)

    def loop(number):
        after = Nest((), [Store(number, 0, load(number, 0) + 1)])
        inside = [written(rows)(number), after]
        return While([], op("less", load(number, 0), 3), inside)

    with pytest.raises(Unsound, match="not seen to exist"):
        verify(program(room(rows), loop, rows=[rows]))


def test_rows_are_copied_to_rows_of_their_size():
    rows, wide = RowBuffer("rows", dtypes.float32, 3), RowBuffer("wide", dtypes.float32, 4)
    for source, is_good in ((wide, False), (None, True)):
        text = program(CopyRows(rows, source, 2), rows=[rows, wide])
        if is_good:
            verify(text)
            continue
        text.body.insert(0, CopyRows(wide, None, 1))
        with pytest.raises(Unsound, match="has no rows as"):
            verify(text)
