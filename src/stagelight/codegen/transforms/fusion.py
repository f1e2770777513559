"""Fusion: nests over the same loops become one, and what they hand over stays in registers.

A nest joins an earlier one if every element that it reads of what that one writes is the element of its
own round, and if nothing between the two stands in the way. Buffers that nobody reads any more are not
written.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from stagelight.codegen.expressions import Expr, computed, rewrite, rewrite_index
from stagelight.codegen.index import Index
from stagelight.codegen.loop_nest import (
    Buffer,
    Check,
    Nest,
    Program,
    Statement,
    Store,
    carries,
    expressions_of,
    inner_lists,
    may_repeat,
    reads_of,
    subexpressions,
    writes_of,
)

# How far back a nest looks for one to join, and how deep an expression may get by it.
_REACH = 32
_HIGHEST = 100


def fuse(program: Program) -> None:
    """Fuses nests and drops what is not read, in place."""
    _fuse_list(program.body)
    _drop_unread(program)


def _fuse_list(statements: list[Statement]) -> None:
    result: list[Statement] = []
    touched: list[tuple[set[Buffer], set[Buffer]]] = []  # what each reads and writes
    for statement in statements:
        for inner in inner_lists(statement):
            _fuse_list(inner)
        reads, writes = reads_of(statement), writes_of(statement)
        place = None
        if isinstance(statement, Nest):
            place = _place_to_join(result, touched, statement, reads, writes)
        if place is None:
            result.append(statement)
            touched.append((reads, writes))
        else:
            target = result[place]
            assert isinstance(target, Nest)
            _join(target, statement)  # type: ignore[arg-type]
            touched[place] = (reads_of(target), writes_of(target))
    statements[:] = result


def _place_to_join(
    earlier: Sequence[Statement],
    touched: Sequence[tuple[set[Buffer], set[Buffer]]],
    nest: Nest,
    reads: set[Buffer],
    writes: set[Buffer],
) -> int | None:
    for place in range(len(earlier) - 1, max(-1, len(earlier) - 1 - _REACH), -1):
        other = earlier[place]
        other_reads, other_writes = touched[place]
        if isinstance(other, Nest) and _can_join(
            other, nest, reads | writes | other_reads | other_writes
        ):
            return place
        if other_writes & (reads | writes) or other_reads & writes:
            return None
    return None


def _can_join(first: Nest, second: Nest, buffers: set[Buffer]) -> bool:
    if first.loops != second.loops:
        return False
    first_stores, second_stores = _stores(first), _stores(second)
    if any(may_repeat(store) for store in (*first_stores, *second_stores)):
        return False
    if carries(first) or carries(second):
        return False
    written = {store.buffer: store for store in first_stores}
    if len(written) != len(first_stores):
        return False
    if any(store.buffer in written for store in second_stores):
        return False
    if not _reads_own_rounds(second, written, allow_mutable=False):
        return False
    rewritten = {store.buffer: store for store in second_stores}
    if not _reads_own_rounds(first, rewritten, allow_mutable=True):
        return False
    return _height(first, second) <= _HIGHEST


def _stores(nest: Nest) -> list[Store]:
    return [item for item in nest.body if isinstance(item, Store)]


def _height(first: Nest, second: Nest) -> int:
    heights = [max((x.height for x in expressions_of(nest)), default=0) for nest in (first, second)]
    reads = {x.payload[0] for x in subexpressions(expressions_of(second)) if x.word == "load"}
    return sum(heights) if any(s.buffer in reads for s in _stores(first)) else max(heights)


def _reads_own_rounds(nest: Nest, written: dict[Buffer, Store], *, allow_mutable: bool) -> bool:
    """Whether a nest reads of some stores' buffers only what the store writes in the same round."""
    inside_reductions: set[Expr] = set()
    roots = [*expressions_of(nest), *(x for s in _stores(nest) for x in computed(s.index))]
    for expr in subexpressions(roots):
        if expr.word == "reduce":
            inside_reductions.update(subexpressions(expr.operands))
    for expr in subexpressions(roots):
        if expr.word == "load":
            buffer, index = expr.payload
            store = written.get(buffer)
            if store is not None and (
                store.index != index
                or expr in inside_reductions
                or (buffer.is_mutable and not allow_mutable)
            ):
                return False
    return True


def _join(first: Nest, second: Nest) -> None:
    """Appends the body of the second, which takes the first's values from where they were computed."""
    values = {(store.buffer, store.index): store.value for store in _stores(first)}
    memo: dict[Expr, Expr] = {}

    def handed_over(expr: Expr) -> Expr | None:
        return values.get(expr.payload) if expr.word == "load" else None

    for item in second.body:
        if isinstance(item, Check):
            first.body.append(Check(rewrite(item.condition, handed_over, {}, memo)))
        else:
            index: Index = rewrite_index(item.index, handed_over, {}, memo)
            value = rewrite(item.value, handed_over, {}, memo)
            first.body.append(Store(item.buffer, index, value, item.accumulate))


def _drop_unread(program: Program) -> None:
    """Removes stores to temporaries that nothing reads, and the temporaries."""
    while True:
        read: set[Any] = set()
        for statement in program.body:
            read |= reads_of(statement)
        dead = {buffer for buffer in program.temporaries if buffer not in read}
        if not dead:
            return
        program.temporaries = [buffer for buffer in program.temporaries if buffer not in dead]
        _drop(program.body, dead)


def _drop(statements: list[Statement], dead: set[Buffer]) -> None:
    for statement in statements:
        if isinstance(statement, Nest):
            statement.body = [
                x for x in statement.body if isinstance(x, Check) or x.buffer not in dead
            ]
        for inner in inner_lists(statement):
            _drop(inner, dead)
    statements[:] = [
        x
        for x in statements
        if not (isinstance(x, Nest) and not x.body) and not (writes_of(x) and writes_of(x) <= dead)
    ]
