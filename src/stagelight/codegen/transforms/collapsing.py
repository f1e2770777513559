"""Collapsing: two loops that walk through memory as one become one, in nests, reductions and products."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from stagelight.codegen.expressions import Expr, computed, reduce, rewrite, rewrite_index
from stagelight.codegen.index import Index, Symbol, atom, coefficient, substitute
from stagelight.codegen.loop_nest import (
    Check,
    Loops,
    MatMul,
    Matrix,
    Nest,
    Program,
    Store,
    carries,
    expressions_of,
    indices_in,
    subexpressions,
    walk,
)
from stagelight.codegen.lowering.lowering import loops_over, reduction_loops


def collapse(program: Program) -> None:
    """Collapses the loops of all nests, in place."""
    for statement in walk(program.body):
        if isinstance(statement, Nest):
            memo: dict[Expr, Expr] = {}
            if any(x.word == "reduce" for x in subexpressions(expressions_of(statement))):
                statement.body = _rewritten(statement.body, _collapsed_reduction, {}, memo)
            if len(statement.loops) > 1 and not carries(statement):
                _collapse(statement)
        elif isinstance(statement, MatMul):
            _collapse_sums(statement)
            _collapse_rows(statement)


def _rewritten(
    body: Sequence[Store | Check],
    change: Callable[[Expr], Expr | None],
    symbols: dict[Symbol, Index],
    memo: dict[Expr, Expr],
) -> list[Store | Check]:
    result: list[Store | Check] = []
    for item in body:
        if isinstance(item, Check):
            result.append(Check(rewrite(item.condition, change, symbols, memo)))
        else:
            index = rewrite_index(item.index, change, symbols, memo)
            value = rewrite(item.value, change, symbols, memo)
            result.append(Store(item.buffer, index, value, item.accumulate))
    return result


def _collapse(nest: Nest) -> None:
    stores = {item.index for item in nest.body if isinstance(item, Store)}
    places = [x for index in stores for x in computed(index)]
    indices = stores.union(indices_in([*expressions_of(nest), *places]))
    shorter, gone = _collapsed(nest.loops, indices)
    if not gone:
        return
    # Counters go by depth, in all nests.
    nest.loops, _ = loops_over(tuple(size for _, size in shorter))
    names = gone | {old: atom(new) for (old, _), (new, _) in zip(shorter, nest.loops, strict=True)}
    nest.body = _rewritten(nest.body, lambda _: None, names, {})


def _collapsed_reduction(expr: Expr) -> Expr | None:
    if expr.word != "reduce" or len(expr.payload.loops) < 2:
        return None
    shorter, gone = _collapsed(expr.payload.loops, set(indices_in(expr.operands)))
    if not gone:
        return None
    loops, _ = reduction_loops(tuple(size for _, size in shorter))
    names = gone | {old: atom(new) for (old, _), (new, _) in zip(shorter, loops, strict=True)}
    body = rewrite(expr.operands[0], lambda _: None, names, {})
    return reduce(expr.payload.word, loops, body)


def _collapsed(
    loops: Loops, indices: set[Index]
) -> tuple[list[tuple[Symbol, Index]], dict[Symbol, Index]]:
    """The loops that are left, and what stands for the counters that are gone."""
    left = list(loops)
    gone: dict[Symbol, Index] = {}
    for place in range(len(left) - 2, -1, -1):
        (outer, count), (inner, size) = left[place], left[place + 1]
        if all(_continues(index, outer, inner, size) for index in indices):
            left[place : place + 2] = [(inner, size * count)]
            gone[outer] = 0
    return left, gone


def _continues(index: Index, outer: Symbol, inner: Symbol, size: Index) -> bool:
    """Whether a round of the outer loop goes on where the last of the inner loop ended."""
    step, whole = coefficient(index, inner), coefficient(index, outer)
    return step is not None and whole is not None and whole == step * size


# ---------------------------------------------------------------------------- products


def _collapse_sums(product: MatMul) -> None:
    """The last sum goes on where a product's own ends: it becomes a longer product."""
    while product.sums:
        symbol, count = product.sums[-1]
        left, right, k = product.left, product.right, product.k
        if not (
            _goes_on(left, symbol, left.column_step * k)
            and _goes_on(right, symbol, right.row_step * k)
        ):
            return
        product.left, product.right = _without(left, symbol), _without(right, symbol)
        product.k, product.sums = k * count, product.sums[:-1]


def _collapse_rows(product: MatMul) -> None:
    """The rows of the last batch go on where those of the one before end: they become more rows."""
    while product.loops:
        symbol, count = product.loops[-1]
        left, out, m = product.left, product.out, product.m
        if not (
            _goes_on(left, symbol, left.row_step * m)
            and _goes_on(out, symbol, out.row_step * m)
            and _goes_on(product.right, symbol, 0)
        ):
            return
        product.left, product.out = _without(left, symbol), _without(out, symbol)
        product.m, product.loops = m * count, product.loops[:-1]


def _goes_on(matrix: Matrix, symbol: Symbol, step: int) -> bool:
    return coefficient(matrix.offset, symbol) == step


def _without(matrix: Matrix, symbol: Symbol) -> Matrix:
    return replace(matrix, offset=substitute(matrix.offset, {symbol: 0}))
