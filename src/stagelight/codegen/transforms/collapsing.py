"""Collapsing: two loops that walk through memory as one become one."""

from __future__ import annotations

from stagelight.codegen.expressions import Expr, rewrite, rewrite_index
from stagelight.codegen.index import Index, Symbol, atom, coefficient
from stagelight.codegen.loop_nest import (
    Check,
    Nest,
    Program,
    Store,
    expressions_of,
    subexpressions,
    walk,
)
from stagelight.codegen.lowering.lowering import loops_over


def collapse(program: Program) -> None:
    """Collapses the loops of all nests, in place."""
    for statement in walk(program.body):
        if isinstance(statement, Nest) and len(statement.loops) > 1:
            _collapse(statement)


def _collapse(nest: Nest) -> None:
    indices = _indices(nest)
    loops = list(nest.loops)
    gone: dict[Symbol, Index] = {}
    place = len(loops) - 2
    while place >= 0:
        (outer, count), (inner, size) = loops[place], loops[place + 1]
        if all(_continues(index, outer, inner, size) for index in indices):
            loops[place : place + 2] = [(inner, size * count)]
            gone[outer] = 0
        place -= 1
    if not gone:
        return
    # Counters go by depth, in all nests.
    new_loops, _ = loops_over(tuple(size for _, size in loops))
    names = dict(gone)
    for (old, _), (new, _) in zip(loops, new_loops, strict=True):
        names[old] = atom(new)
    nest.loops = new_loops
    memo: dict[Expr, Expr] = {}
    body: list[Store | Check] = []
    for item in nest.body:
        if isinstance(item, Check):
            body.append(Check(rewrite(item.condition, lambda _: None, names, memo)))
        else:
            index = rewrite_index(item.index, lambda _: None, names, memo)
            value = rewrite(item.value, lambda _: None, names, memo)
            body.append(Store(item.buffer, index, value, item.accumulate))
    nest.body = body


def _indices(nest: Nest) -> set[Index]:
    found: set[Index] = {item.index for item in nest.body if isinstance(item, Store)}
    for expr in subexpressions(expressions_of(nest)):
        if expr.word == "load":
            found.add(expr.payload[1])
        elif expr.word == "index":
            found.add(expr.payload)
    return found


def _continues(index: Index, outer: Symbol, inner: Symbol, size: Index) -> bool:
    """Whether a round of the outer loop goes on where the last of the inner loop ended."""
    step, whole = coefficient(index, inner), coefficient(index, outer)
    return step is not None and whole is not None and whole == step * size
