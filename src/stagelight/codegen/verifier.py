"""The verifier: a program reads and writes inside of its buffers, and reads nothing that was not written.

Indices are polynomials in counters of loops and in sizes that are 1 or more: so it is proved, not tried.
Indices that are computed from data must be in a range that their expression shows, by `minimum` and
`maximum`. Rows that are made while the program runs are those for which a `Room` stands before.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from stagelight.codegen.expressions import Expr, computed, value_of
from stagelight.codegen.index import (
    Index,
    Polynomial,
    Size,
    Undecided,
    atom,
    atoms,
    coefficient,
    is_nonnegative,
)
from stagelight.codegen.loop_nest import (
    Buffer,
    Check,
    Conditional,
    CopyRows,
    Loops,
    MatMul,
    Matrix,
    Nest,
    Program,
    Room,
    RowBuffer,
    SideBySide,
    Statement,
    Store,
    Together,
    While,
    expressions_of,
    inner_lists,
    loaded,
    reads_of,
    touched_by,
    writes_of,
)
from stagelight.errors import InternalError

Range = tuple[Index, Index]

# Rows of buffers that exist.
Rooms = set[tuple[RowBuffer, Index]]

_ANYTHING: Range = (-(2**64), 2**64)


class Unsound(InternalError):
    """It is not proved of a program that it is sound."""


def verify(program: Program) -> None:
    """Raises Unsound, with the place, if a program is not sound."""
    for buffer in (*program.outputs, *program.temporaries, *program.rows):
        if not all(map(is_nonnegative, (buffer.size, *buffer.shape))):
            raise _unsound(program.name, f"{buffer} may have a negative size, {buffer.size}")
    written: set[Any] = {*program.inputs, *program.constants}
    written |= {x.count for x in program.counted if x.storage == "input"}
    _Verifier(program.name).statements(program.body, written, set())
    wanted = [*program.outputs, *program.new_values.values()]
    missing = [x for x in wanted if x not in written and x.size != 0]
    counts = [x.count for x in program.rows if x.count is not None]
    missing += [x for x in counts if x not in written]
    if missing:
        raise _unsound(program.name, f"the output {missing[0]} is never written")


def _unsound(name: str, what: str) -> Unsound:
    return Unsound(None, None, f"The compiled program {name!r} is not sound: {what}.")


class _Verifier:
    def __init__(self, name: str) -> None:
        self._name = name
        self._rooms: Rooms = set()

    def statements(self, statements: Sequence[Statement], written: set[Any], rooms: Rooms) -> None:
        """Looks at statements.

        Args:
            statements: one after the other.
            written: what was written before; what they write is added.
            rooms: the rows that were seen to exist before; those that are seen to after are left in it.
        """
        for statement in statements:
            writes = writes_of(statement)
            if inner_lists(statement):
                self._statement_with_inner(statement, written, rooms)
            else:
                for buffer in reads_of(statement) - writes - written:
                    if buffer.size == 0 and not isinstance(buffer, RowBuffer):
                        continue  # Nothing writes it, since there is nothing to write.
                    self._fail(f"{buffer} is read before it is written")
                written |= writes
                self._rooms = rooms
                if isinstance(statement, Nest):
                    self._nest(statement)
                elif isinstance(statement, MatMul):
                    self._product(statement)
                elif isinstance(statement, CopyRows):
                    self._copy(statement)
            if not isinstance(statement, SideBySide):  # Its parts have done so.
                _forget_rows(rooms, writes)
            if isinstance(statement, Room):
                rooms.add((statement.buffer, statement.row))

    def _statement_with_inner(self, statement: Statement, written: set[Any], rooms: Rooms) -> None:
        # What one branch or round writes counts: both branches write the same results.
        if isinstance(statement, Together):
            self.statements(statement.nests, written, rooms)
            if not rounds_are_apart(statement.nests):
                self._fail("nests that run together touch what other rounds write")
        elif isinstance(statement, SideBySide):
            before, rooms_before = set(written), set(rooms)
            for part in statement.parts:
                found, found_rooms = set(before), set(rooms_before)
                self.statements(part, found, found_rooms)
                written |= found
                rooms -= rooms_before - found_rooms
                rooms |= found_rooms - rooms_before
            if not are_apart(statement.parts):
                self._fail("parts that run side by side touch what another one writes")
        elif isinstance(statement, Conditional):
            self._condition(statement.condition, rooms)
            for branch in (statement.then, statement.otherwise):
                self.statements(branch, written, set(rooms))
        elif isinstance(statement, While):
            in_rounds = set(rooms)
            _forget_rows(in_rounds, writes_of(statement))
            self.statements(statement.head, written, in_rounds)
            self._condition(statement.condition, in_rounds)
            self.statements(statement.body, written, in_rounds)

    def _condition(self, condition: Expr, rooms: Rooms) -> None:
        self._rooms = rooms
        self._expression(condition, {}, {})

    def _copy(self, statement: CopyRows) -> None:
        buffer, source = statement.buffer, statement.source
        if isinstance(source, RowBuffer):
            is_good = source.row == buffer.row
        else:
            size = 0 if source is None else source.size
            is_good = isinstance(size, int) and size % buffer.row == 0
        if not is_good:
            self._fail(f"{source} has no rows as {buffer} has, of {buffer.row} elements")

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
                for expr in (item.value, *computed(item.index)):
                    self._expression(expr, ranges, memo)
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
        if isinstance(buffer, RowBuffer):
            self._require_row(buffer, index, ranges, where)
        else:
            self._require(buffer, *index_range(index, ranges), where)

    def _require_row(
        self, buffer: RowBuffer, index: Index, ranges: Mapping[Any, Range], where: Store | Expr
    ) -> None:
        """Sees that an element is in a row that exists, or in one before such a row of known number."""
        for other, row in self._rooms:
            if other is buffer:
                low, high = index_range(index - row * buffer.row, ranges)
                if isinstance(row, int):
                    low = low + row * buffer.row
                if is_nonnegative(low) and is_nonnegative(buffer.row - 1 - high):
                    return
        self._fail(f"element {index} of {buffer} is used in {where}, and it is not seen to exist")

    def _require(self, buffer: Buffer, low: Index, high: Index, where: Any) -> None:
        if not (is_nonnegative(low) and is_nonnegative(buffer.size - 1 - high)):
            self._fail(
                f"elements {low} to {high} of {buffer}, which has {buffer.size}, are used in {where}"
            )


def _forget_rows(rooms: Rooms, writes: set[Buffer]) -> None:
    """Takes out the rows whose number may be another after a statement."""
    rooms -= {room for room in rooms if not loaded(computed(room[1])).isdisjoint(writes)}


def are_apart(parts: Sequence[Sequence[Statement]]) -> bool:
    """Whether no list of statements writes what another one touches."""
    touched: set[Any] = set()
    written: set[Any] = set()
    for part in parts:
        reads, writes = touched_by(part)
        if writes & touched or reads & written:
            return False
        touched |= reads | writes
        written |= writes
    return True


def _ranges_of(loops: Loops) -> dict[Any, Range]:
    return {symbol: (0, extent - 1) for symbol, extent in loops}


def rounds_are_apart(nests: Sequence[Any]) -> bool:
    """Whether no round of the outermost loop, the same in all nests, touches what another one writes.

    That is shown where all that they touch of a buffer stands in rows, one for each round.
    """
    written = {buffer for nest in nests for buffer in writes_of(nest)}
    rows: dict[Buffer, Index] = {}
    for nest in nests:
        symbol = nest.loops[0][0]
        for buffer, index, ranges in _accesses(nest):
            if buffer not in written:
                continue
            row = coefficient(index, symbol)
            if not isinstance(row, int) or rows.setdefault(buffer, row) != row or computed(index):
                return False
            low, high = index_range(index - atom(symbol) * row, ranges)
            if not (low >= 0 and high < row):
                return False
    return True


def _accesses(nest: Nest) -> Iterator[tuple[Buffer, Index, dict[Any, Range]]]:
    """The elements that a nest reads and writes: buffer, index, and the ranges of the counters in it."""
    stores = [x for x in nest.body if isinstance(x, Store)]
    yield from ((x.buffer, x.index, _ranges_of(nest.loops)) for x in stores)
    waiting = [(x, nest.loops) for x in expressions_of(nest)]
    seen: set[tuple[Expr, Loops]] = set()
    while waiting:
        expr, loops = waiting.pop()
        if (expr, loops) in seen:
            continue
        seen.add((expr, loops))
        if expr.word == "load":
            yield (*expr.payload, _ranges_of(loops))
        elif expr.word == "reduce":
            loops = (*loops, *expr.payload.loops)
        waiting += [(x, loops) for x in expr.operands]


def index_range(index: Index, ranges: Mapping[Any, Range]) -> Range:
    """The least and the greatest value that an index can have, over all rounds of its loops."""
    if isinstance(index, int):
        return index, index
    # What a counter is multiplied with is one number, even if it is a sum of products of sizes.
    factors: dict[tuple[Any, ...], Index] = {}
    for key, factor in index.terms.items():
        counters = tuple(item for item in key if not isinstance(item, Size))
        sizes = Polynomial({tuple(item for item in key if isinstance(item, Size)): factor})
        factors[counters] = factors.get(counters, 0) + sizes
    low: Index = 0
    high: Index = 0
    for counters, total in factors.items():
        term: Range = (total, total)
        for item in counters:
            term = _times(term, _range_of(item, ranges))
        low, high = low + term[0], high + term[1]
    return low, high


def _range_of(item: Any, ranges: Mapping[Any, Range]) -> Range:
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
