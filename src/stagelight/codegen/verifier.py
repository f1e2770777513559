"""The verifier: a program reads and writes inside of its buffers, and reads nothing that was not written.

Sizes are known, and indices are polynomials in counters of known loops: so it is proved, not tried.
Indices that are computed from data must be in a range that their expression shows, by `minimum` and
`maximum`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from stagelight.codegen.expressions import Expr, value_of
from stagelight.codegen.index import Index, atoms
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
    expressions_of,
    inner_lists,
    reads_of,
    writes_of,
)
from stagelight.errors import InternalError

Range = tuple[int, int]


def verify(program: Program) -> None:
    """Raises InternalError, with the place, if a program is not sound."""
    written: set[Any] = {*program.inputs, *program.constants}
    _Verifier(program.name).statements(program.body, written)
    wanted = [*program.outputs, *program.new_values.values()]
    missing = [buffer for buffer in wanted if buffer not in written and buffer.size]
    if missing:
        raise _unsound(program.name, f"the output {missing[0]} is never written")


def _unsound(name: str, what: str) -> InternalError:
    return InternalError(None, None, f"The compiled program {name!r} is not sound: {what}.")


class _Verifier:
    def __init__(self, name: str) -> None:
        self._name = name

    def statements(self, statements: Sequence[Statement], written: set[Any]) -> None:
        for statement in statements:
            inner = inner_lists(statement)
            if inner:
                # What one branch or round writes counts: both branches write the same results.
                for each in inner:
                    self.statements(each, written)
            else:
                for buffer in reads_of(statement) - writes_of(statement) - written:
                    self._fail(f"{buffer} is read before it is written")
                written |= writes_of(statement)
            if isinstance(statement, Nest):
                self._nest(statement)
            elif isinstance(statement, MatMul):
                self._product(statement)
            else:
                for expr in expressions_of(statement):
                    self._expression(expr, {}, {})

    def _fail(self, what: str) -> None:
        raise _unsound(self._name, what)

    def _nest(self, nest: Nest) -> None:
        if any(extent == 0 for _, extent in nest.loops):
            return
        ranges = _ranges_of(nest.loops)
        memo: dict[Expr, None] = {}
        for item in nest.body:
            if isinstance(item, Check):
                self._expression(item.condition, ranges, memo)
            else:
                self._expression(item.value, ranges, memo)
                self._access(item.buffer, item.index, ranges, item)

    def _product(self, product: MatMul) -> None:
        around = _ranges_of(product.loops)
        ranges = {**around, **_ranges_of(product.sums)}
        m, k, n = product.m, product.k, product.n
        self._matrix(product.left, m, k, ranges)
        self._matrix(product.right, k, n, ranges)
        if not atoms(product.out.offset).isdisjoint(symbol for symbol, _ in product.sums):
            self._fail(f"{product.out} moves while products are added up in it")
        self._matrix(product.out, m, n, around)

    def _matrix(self, matrix: Matrix, rows: int, columns: int, ranges: Mapping[Any, Range]) -> None:
        low, high = index_range(matrix.offset, ranges)
        for step, count in ((matrix.row_step, rows), (matrix.column_step, columns)):
            reach = step * (count - 1)
            low, high = low + min(0, reach), high + max(0, reach)
        self._require(matrix.buffer, low, high, matrix)

    def _expression(self, expr: Expr, ranges: Mapping[Any, Range], memo: dict[Expr, None]) -> None:
        if expr in memo:
            return
        memo[expr] = None
        if expr.word == "reduce":
            loops = expr.payload.loops
            if any(extent == 0 for _, extent in loops):
                return
            ranges, memo = {**ranges, **_ranges_of(loops)}, {}
        if expr.word == "load":
            buffer, index = expr.payload
            self._access(buffer, index, ranges, expr)
        for operand in expr.operands:
            self._expression(operand, ranges, memo)

    def _access(
        self, buffer: Buffer, index: Index, ranges: Mapping[Any, Range], where: Store | Expr
    ) -> None:
        self._require(buffer, *index_range(index, ranges), where)

    def _require(self, buffer: Buffer, low: int, high: int, where: Any) -> None:
        if low < 0 or high >= buffer.size:
            self._fail(
                f"elements {low} to {high} of {buffer}, which has {buffer.size}, are used in {where}"
            )


def _ranges_of(loops: Loops) -> dict[Any, Range]:
    return {symbol: (0, extent - 1) for symbol, extent in loops}


def index_range(index: Index, ranges: Mapping[Any, Range]) -> Range:
    """The least and the greatest value that an index can have."""
    if isinstance(index, int):
        return index, index
    low = high = 0
    for key, factor in index.terms.items():
        term = (factor, factor)
        for item in key:
            term = _times(
                term, expression_range(item, ranges) if isinstance(item, Expr) else ranges[item]
            )
        low, high = low + term[0], high + term[1]
    return low, high


def _times(a: Range, b: Range) -> Range:
    products = [x * y for x in a for y in b]
    return min(products), max(products)


def expression_range(expr: Expr, ranges: Mapping[Any, Range]) -> Range:
    """The least and the greatest value of an integer expression, as far as its form shows."""
    if expr.word == "const":
        return value_of(expr), value_of(expr)
    if expr.word == "index":
        return index_range(expr.payload, ranges)
    if expr.word == "cast" and expr.operands[0].dtype.is_integer:
        return expression_range(expr.operands[0], ranges)
    if expr.word in ("minimum", "maximum"):
        (a, b), (c, d) = (expression_range(x, ranges) for x in expr.operands)
        return (min(a, c), min(b, d)) if expr.word == "minimum" else (max(a, c), max(b, d))
    return expr.dtype.min, expr.dtype.max
