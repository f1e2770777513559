"""Splitting: what threads could not share becomes parts.

A long reduction with few results becomes partial results, which are combined afterwards; memory is then
read in order, too. A long matrix product becomes products of some rows, or of some columns. Into how many
parts something is split follows from its sizes alone: the result is the same, bit for bit, whatever the
number of threads.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import replace

from stagelight.codegen.cost import LONG_LOOP, cost_of_product
from stagelight.codegen.expressions import Expr, load, op, reduce, rewrite
from stagelight.codegen.index import Index, Symbol, atom, place_of, row_major_strides
from stagelight.codegen.llvm.matrix_products import uses_blas
from stagelight.codegen.llvm.reductions import PARTIAL_WORDS
from stagelight.codegen.llvm.shared_reductions import ENOUGH_RESULTS
from stagelight.codegen.llvm.vectors import vector_loop
from stagelight.codegen.loop_nest import (
    Buffer,
    Check,
    Loops,
    MatMul,
    Matrix,
    Nest,
    Program,
    Statement,
    Store,
    Together,
    reductions_of,
    replace_statements,
)
from stagelight.codegen.lowering.lowering import loops_over, reduction_loops
from stagelight.codegen.lowering.values import Indices
from stagelight.codegen.target import Target

# Elements of a part where each part is one long row, and the fewest parts.
_PART = 1 << 15
_LEAST_PARTS = 4
# Rows of a part where neighbouring results are computed side by side: as many places of memory are read
# in turns. And the elements from which that pays: less stays in the caches.
_ROWS = 32
_LEAST_ACROSS = 1 << 20
# Where a row is as long as this, so many rows at a time are added to the part, from one end to the other:
# memory is read in few long runs. Of short rows all are added up at each place.
_LONG_ROW = 1 << 10
_ROWS_AT_ONCE = 8


# Rows and columns of a part of a matrix product: multiples of the sizes of most tiles.
_PRODUCT_ROWS = 48
_PRODUCT_COLUMNS = 64


def split(program: Program, target: Target) -> None:
    """Splits long reductions and matrix products, in place."""

    def parts(statement: Statement) -> list[Statement]:
        if isinstance(statement, Nest):
            return _split_nest(program, statement)
        if isinstance(statement, MatMul):
            return _split_product(statement, target)
        return [statement]

    replace_statements(program.body, parts)


def _split_nest(program: Program, nest: Nest) -> list[Statement]:
    reductions = reductions_of(nest)
    if not reductions or any(isinstance(item, Check) for item in nest.body):
        return [nest]
    loops: Loops = reductions[0].payload.loops
    if any(x.payload.loops != loops or x.payload.word not in PARTIAL_WORDS for x in reductions):
        return [nest]
    length = _part_length(nest, loops)
    if length is None:
        return [nest]
    return _parts(program, nest, reductions, loops, length)


def _part_length(nest: Nest, loops: Loops) -> int | None:
    """How many rounds of the outermost loop of the reductions one part takes; None: it is not split."""
    extent, inner = loops[0][1], math.prod(count for _, count in loops[1:])
    results = math.prod(count for _, count in nest.loops)
    if results == 0:
        return None
    if _adds_rows(nest, loops):
        length = _ROWS
        is_long = results * extent >= _LEAST_ACROSS
    else:
        length = max(_PART // inner, 1)
        is_long = results < ENOUGH_RESULTS
    return length if is_long and extent >= _LEAST_PARTS * length else None


def _adds_rows(nest: Nest, loops: Loops) -> bool:
    """Whether one loop reduces the rows of a matrix: neighbouring results are computed side by side."""
    return len(loops) == 1 and bool(nest.loops) and vector_loop(nest) is nest.loops[-1][0]


def _parts(
    program: Program, nest: Nest, reductions: list[Expr], loops: Loops, length: int
) -> list[Statement]:
    (symbol, extent), rest = loops[0], loops[1:]
    count, left = divmod(extent, length)
    sizes = tuple(size for _, size in nest.loops)
    inner_sizes = tuple(size for _, size in rest)
    strides = row_major_strides((count, *sizes))
    parts = {expr: _buffer_of_parts(program, expr, count * math.prod(sizes)) for expr in reductions}

    def terms(expr: Expr, names: Mapping[Symbol, Index], first: Index, rounds: int) -> Expr:
        """So many rounds of a reduction combined, from the first on."""
        own_loops, (round_, *inner) = reduction_loops((rounds, *inner_sizes))
        inside = dict(zip([s for s, _ in rest], inner, strict=True))
        body = _renamed(expr.operands[0], {**names, **inside, symbol: first + round_})
        return reduce(expr.payload.word, own_loops, body)

    def rounds_of_parts(
        indices: Indices, rounds: int, first: Index | None = None
    ) -> list[Store | Check]:
        """Stores of so many rounds of each part: of the first ones, or of others besides what is there."""
        part, *own = indices
        names = dict(zip([s for s, _ in nest.loops], own, strict=True))
        where, begin = place_of(indices, strides), part * length + (0 if first is None else first)
        return [
            Store(
                buffer,
                where,
                terms(x, names, begin, rounds),
                None if first is None else x.payload.word,
            )
            for x, buffer in parts.items()
        ]

    part_loops, indices = loops_over((count, *sizes))
    if sizes and sizes[-1] >= _LONG_ROW and _adds_rows(nest, loops):
        step_loops, (part, step, *own) = loops_over((count, length // _ROWS_AT_ONCE - 1, *sizes))
        later = rounds_of_parts((part, *own), _ROWS_AT_ONCE, (step + 1) * _ROWS_AT_ONCE)
        begun = Nest(part_loops, rounds_of_parts(indices, _ROWS_AT_ONCE))
        of_parts: Statement = Together([begun, Nest(step_loops, later)])
    else:
        of_parts = Nest(part_loops, rounds_of_parts(indices, length))

    # The nest of the results: it combines the parts, and what is left of the rounds.
    over_parts, (of_part,) = reduction_loops((count,))
    at_result = [atom(s) for s, _ in nest.loops]
    combined: dict[Expr, Expr] = {}
    for expr, buffer in parts.items():
        word = expr.payload.word
        total = reduce(word, over_parts, load(buffer, place_of((of_part, *at_result), strides)))
        combined[expr] = op(word, total, terms(expr, {}, count * length, left)) if left else total
    memo: dict[Expr, Expr] = {}
    body_of_results: list[Store | Check] = [
        Store(x.buffer, x.index, rewrite(x.value, combined.get, {}, memo), x.accumulate)
        for x in nest.body
        if isinstance(x, Store)
    ]
    return [of_parts, Nest(nest.loops, body_of_results)]


def _buffer_of_parts(program: Program, expr: Expr, size: int) -> Buffer:
    buffer = Buffer(f"part{len(program.temporaries)}", expr.operands[0].dtype, size)
    program.temporaries.append(buffer)
    return buffer


def _renamed(expr: Expr, names: Mapping[Symbol, Index]) -> Expr:
    return rewrite(expr, lambda _: None, names, {})


# ---------------------------------------------------------------------------- matrix products


def _split_product(product: MatMul, target: Target) -> list[Statement]:
    """Products of some rows or columns each, and of what is left of them."""
    is_short = cost_of_product(product) < 2 * LONG_LOOP
    if is_short or uses_blas(product, target) or any(count > 1 for _, count in product.loops):
        return [product]
    if product.m >= 4 * _PRODUCT_ROWS or product.m >= product.n:
        size, whole, is_of_rows = _PRODUCT_ROWS, product.m, True
    else:
        size, whole, is_of_rows = _PRODUCT_COLUMNS, product.n, False
    count, left = divmod(whole, size)
    if count < 2:
        return [product]
    loops, (place,) = loops_over((count,))
    parts: list[Statement] = [_part_of_product(product, loops, place * size, size, is_of_rows)]
    if left:
        parts.append(_part_of_product(product, (), count * size, left, is_of_rows))
    return parts


def _part_of_product(
    product: MatMul, loops: Loops, first: Index, size: int, is_of_rows: bool
) -> MatMul:
    left, right, out = product.left, product.right, product.out
    if is_of_rows:
        left = _moved(left, first * left.row_step)
        out = _moved(out, first * out.row_step)
        return replace(product, loops=loops, left=left, out=out, m=size)
    right = _moved(right, first * right.column_step)
    out = _moved(out, first * out.column_step)
    return replace(product, loops=loops, right=right, out=out, n=size)


def _moved(matrix: Matrix, distance: Index) -> Matrix:
    return replace(matrix, offset=matrix.offset + distance)
