"""The verifier: a program reads and writes inside of its buffers, and reads nothing that was not written.

Indices are polynomials in counters of loops and in sizes that are 1 or more: so it is proved, not tried.
Indices that are computed from data must be in a range that their expression shows, by `minimum` and
`maximum`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from stagelight.codegen.expressions import Expr, value_of
from stagelight.codegen.index import Index, Size, Undecided, atom, atoms, is_nonnegative
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

Range = tuple[Index, Index]

_ANYTHING: Range = (-(2**64), 2**64)


class Unsound(InternalError):
    """It is not proved of a program that it is sound."""


def verify(program: Program) -> None:
    """Raises Unsound, with the place, if a program is not sound."""
    for buffer in (*program.outputs, *program.temporaries):
        if not all(map(is_nonnegative, (buffer.size, *buffer.shape))):
            raise _unsound(program.name, f"{buffer} may have a negative size, {buffer.size}")
    written: set[Any] = {*program.inputs, *program.constants}
    _Verifier(program.name).statements(program.body, written)
    wanted = [*program.outputs, *program.new_values.values()]
    missing = [x for x in wanted if x not in written and x.size != 0]
    if missing:
        raise _unsound(program.name, f"the output {missing[0]} is never written")


def _unsound(name: str, what: str) -> Unsound:
    return Unsound(None, None, f"The compiled program {name!r} is not sound: {what}.")


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

    def _matrix(
        self, matrix: Matrix, rows: Index, columns: Index, ranges: Mapping[Any, Range]
    ) -> None:
        low, high = index_range(matrix.offset, ranges)
        for step, count in ((matrix.row_step, rows), (matrix.column_step, columns)):
            reach = _times((step, step), (0, count - 1))
            low, high = low + reach[0], high + reach[1]
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

    def _require(self, buffer: Buffer, low: Index, high: Index, where: Any) -> None:
        if not (is_nonnegative(low) and is_nonnegative(buffer.size - 1 - high)):
            self._fail(
                f"elements {low} to {high} of {buffer}, which has {buffer.size}, are used in {where}"
            )


def _ranges_of(loops: Loops) -> dict[Any, Range]:
    return {symbol: (0, extent - 1) for symbol, extent in loops}


def index_range(index: Index, ranges: Mapping[Any, Range]) -> Range:
    """The least and the greatest value that an index can have, over all rounds of its loops."""
    if isinstance(index, int):
        return index, index
    low: Index = 0
    high: Index = 0
    for key, factor in index.terms.items():
        term: Range = (factor, factor)
        for item in key:
            term = _times(term, _range_of(item, ranges))
        low, high = low + term[0], high + term[1]
    return low, high


def _range_of(item: Any, ranges: Mapping[Any, Range]) -> Range:
    if isinstance(item, Size):
        return atom(item), atom(item)
    return expression_range(item, ranges) if isinstance(item, Expr) else ranges[item]


def _times(a: Range, b: Range) -> Range:
    """The range of a product; where sizes are in it, one factor must not change its sign."""
    if all(isinstance(x, int) for x in (*a, *b)):
        products: list[Any] = [x * y for x in a for y in b]
        return min(products), max(products)
    if not is_nonnegative(b[0]):
        a, b = b, a
    if not is_nonnegative(b[0]):
        return _ANYTHING
    if is_nonnegative(a[0]):
        return a[0] * b[0], a[1] * b[1]
    if is_nonnegative(-a[1]):
        return a[0] * b[1], a[1] * b[0]
    if is_nonnegative(-a[0]) and is_nonnegative(a[1]):
        return a[0] * b[1], a[1] * b[1]
    return _ANYTHING


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
        if expr.word == "minimum":
            return _extreme(a, c, min, _ANYTHING[0]), _extreme(b, d, min, _known_more(b, d))
        return _extreme(a, c, max, _known_more(a, c)), _extreme(b, d, max, _ANYTHING[1])
    return expr.dtype.min, expr.dtype.max


def _extreme(a: Index, b: Index, choose: Callable[..., Index], otherwise: Index) -> Index:
    try:
        return choose(a, b)
    except Undecided:
        return otherwise


def _known_more(a: Index, b: Index) -> Index:
    """Of two bounds that both hold, the one that has sizes in it: the other is that of a dtype."""
    return b if isinstance(a, int) else a
