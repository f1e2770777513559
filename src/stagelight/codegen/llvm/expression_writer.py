"""The values of expressions in LLVM code, within the loops around them.

An expression is computed in the outermost loop in which it does not change. In a loop over vectors values
that change from round to round are vectors, of as many lanes as the loop does rounds at once.

A reduction stands in its own loops inside. If it runs over the axis along which memory is contiguous, its
lanes are partial results, which are combined in a fixed order at the end; else the lanes are results.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from stagelight.codegen.expressions import PRIMITIVES, Expr, Reduction, value_of
from stagelight.codegen.index import Index, Polynomial, Size, Symbol, coefficient
from stagelight.codegen.llvm.bounds import rows_in, write_guard
from stagelight.codegen.llvm.code import Code, Scope, memory_type_text, size_name, type_text
from stagelight.codegen.llvm.instructions import (
    cast,
    constant_text,
    intrinsic_of_flags,
    primitive,
    splat,
)
from stagelight.codegen.llvm.memory import backwards, fetch_ahead, from_memory, gather, numbered
from stagelight.codegen.llvm.reductions import Level, find_extreme, fold, lanes_outside
from stagelight.codegen.llvm.vectors import divides
from stagelight.codegen.loop_nest import Buffer
from stagelight.codegen.vector_math import expand
from stagelight.types import dtypes

# From so many elements on it does not matter what comes after them.
_LONG_ROW = 2048


class ExpressionWriter:
    """Writes the values of expressions, and the loops in which they change, into a function."""

    def __init__(self, code: Code, addresses: Mapping[Buffer, str], failure: str) -> None:
        """
        Args:
            code: the function.
            addresses: the pointer to each buffer's first element.
            failure: the label to go to where a check fails.
        """
        self.code = code
        self._addresses = addresses
        self._failure = failure
        self._levels = [Level(code.scope, None, "", 1)]
        self._depths: dict[Any, int] = {}
        self._reductions = 0  # how many are being written, one in the other

    # ---------------------------------------------------------------------- loops

    @property
    def innermost(self) -> Level:
        """The loop that is being written."""
        return self._levels[-1]

    def blocks(
        self,
        symbol: Symbol,
        extent: Index,
        lanes: int,
        body: Callable[[], None],
        chunk: tuple[int, Callable[[], None]] | None = None,
    ) -> None:
        """A loop in blocks of lanes, and one for what is left.

        With a chunk, (count, after): `after` is written for after each so many rounds of the first loop.
        """
        if not isinstance(extent, int):
            self._blocks_of_any(symbol, extent, lanes, body, chunk)
            return
        whole = extent // lanes * lanes
        begin = 0
        if chunk is not None and whole > chunk[0] * lanes:
            length = chunk[0] * lanes
            begin = whole // length * length
            self._chunks(symbol, str(begin), length, lanes, body, chunk[1])
        self._rounds(symbol, begin, whole, lanes, body)
        if whole < extent:
            self._rounds(symbol, whole, extent, 1, body)

    def _blocks_of_any(
        self,
        symbol: Symbol,
        extent: Polynomial,
        lanes: int,
        body: Callable[[], None],
        chunk: tuple[int, Callable[[], None]] | None,
    ) -> None:
        """The same where the number of rounds is known only when the code runs."""
        end = self.scalar_index(extent)
        is_whole = divides(lanes, extent)
        whole = end if is_whole else self.code.value(f"and i64 {end}, {-lanes}")
        begin = "0"
        if chunk is not None:
            length = chunk[0] * lanes
            begin = self.code.value(f"and i64 {whole}, {-length}")
            self._chunks(symbol, begin, length, lanes, body, chunk[1])
        self._rounds(symbol, begin, whole, lanes, body)
        if not is_whole:
            self._rounds(symbol, whole, end, 1, body)

    def _rounds(
        self, symbol: Symbol, begin: int | str, end: int | str, lanes: int, body: Callable[[], None]
    ) -> None:
        """The rounds from one number to another, or from one i64 value to another."""

        rounds = end - begin if isinstance(begin, int) and isinstance(end, int) else None

        def inside(counter: str, scope: Scope) -> None:
            self._at_level(Level(scope, symbol, counter, lanes, rounds), body)

        if isinstance(begin, str) or isinstance(end, str):
            self.code.loop(str(begin), str(end), str(lanes), inside, may_be_empty=True)
        elif begin + lanes == end:
            # One round: the same straight-line code, but what is known in it does not hold after.
            inside(str(begin), self.code.scope)
        elif begin < end:
            self.code.loop(str(begin), str(end), str(lanes), inside)

    def _chunks(
        self,
        symbol: Symbol,
        end: str,
        length: int,
        lanes: int,
        body: Callable[[], None],
        after: Callable[[], None],
    ) -> None:
        def rounds(first: str) -> None:
            last = self.code.value(f"add i64 {first}, {length}")
            self._rounds(symbol, first, last, lanes, body)
            after()

        def one_chunk(first: str, scope: Scope) -> None:
            self._at_level(Level(scope, None, "", 1), lambda: rounds(first))

        self.code.loop("0", end, str(length), one_chunk, may_be_empty=True)

    def _at_level(self, level: Level, body: Callable[[], None]) -> None:
        self._levels.append(level)
        self._depths = {}
        body()
        self._levels.pop()
        self._depths = {}

    # ---------------------------------------------------------------------- expressions

    def emit(self, expr: Expr) -> tuple[str, int]:
        """Computes an expression in the outermost loop in which it is fixed: (value, lanes)."""
        depth = self._depth(expr)
        level = self._levels[depth]
        found = level.memo.get(expr)
        if found is None:
            if level is self._levels[-1] or level.scope is self.code.scope:
                found = self._compute(expr)
            else:
                inner, self._levels = self._levels, self._levels[: depth + 1]
                depths, self._depths = self._depths, {}
                with self.code.inside(level.scope):
                    found = self._compute(expr)
                self._levels, self._depths = inner, depths
            level.memo[expr] = found
        return found

    def _depth(self, expr: Expr) -> int:
        """The level at which an expression is fixed: that of the innermost symbol in it."""
        found = self._depths.get(expr)
        if found is None:
            depth = max((self._depth(x) for x in expr.operands), default=0)
            if expr.word in ("load", "index"):
                index = expr.payload if expr.word == "index" else expr.payload[1]
                depth = max(depth, self._depth_of_index(index))
            found = self._depths[expr] = depth
        return found

    def _depth_of_index(self, index: Index) -> int:
        if isinstance(index, int):
            return 0
        return max((self._depth_of_atom(x) for key in index.terms for x in key), default=0)

    def _depth_of_atom(self, item: Any) -> int:
        if isinstance(item, Expr):
            return self._depth(item)
        for depth in range(len(self._levels) - 1, 0, -1):
            if self._levels[depth].symbol is item:
                return depth
        return 0  # bound by a reduction that is not begun yet

    def _wide(self, expr: Expr, lanes: int) -> str:
        """An expression's value in that many lanes."""
        value, given = self.emit(expr)
        if given == lanes:
            return value
        key = (expr, "wide")
        level = self._levels[-1]
        found = level.memo.get(key)
        if found is None:
            found = level.memo[key] = (splat(self.code, value, expr.dtype, lanes), lanes)
        return found[0]

    def _compute(self, expr: Expr) -> tuple[str, int]:
        word = expr.word
        if word == "const":
            return constant_text(value_of(expr), expr.dtype), 1
        if word == "load":
            return self._load(*expr.payload)
        if word == "index":
            return self._index_value(expr.payload)
        if word == "reduce":
            return self._reduce(expr)
        if word == "where" and expr.payload == "seldom":
            return self._seldom(expr)
        for operand in expr.operands:
            self.emit(operand)
        lanes = max(self.emit(x)[1] for x in expr.operands)
        if word in ("cast", "bitcast"):
            operand = expr.operands[0]
            value = self._wide(operand, lanes)
            if word == "cast":
                return cast(self.code, value, operand.dtype, expr.dtype, lanes), lanes
            before, after = type_text(operand.dtype, lanes), type_text(expr.dtype, lanes)
            if before == after:
                return value, lanes
            return self.code.value(f"bitcast {before} {value} to {after}"), lanes
        if word not in PRIMITIVES:
            return self.emit(expand(word, expr.operands))
        values = [self._wide(x, lanes) for x in expr.operands]
        dtype = expr.operands[-1].dtype
        return primitive(self.code, word, values, dtype, lanes), lanes

    def _seldom(self, expr: Expr) -> tuple[str, int]:
        """A choice whose first value is computed only where some lane needs it."""
        condition, rare, usual = expr.operands
        lanes = max(self.emit(condition)[1], self.emit(usual)[1])
        flags, value = self._wide(condition, lanes), self._wide(usual, lanes)
        code, type_ = self.code, type_text(expr.dtype, lanes)
        needed = flags
        if lanes > 1:
            needed = intrinsic_of_flags(code, "or", flags, lanes)
        slot = code.slot(type_)
        code.line(f"store {type_} {value}, ptr {slot}")

        def compute() -> None:
            # What is known in here is not known after.
            around = self._levels[-1]
            inside = Level(code.scope, around.symbol, around.counter, around.lanes)
            inside.memo = dict(around.memo)
            self._levels[-1] = inside
            chosen = primitive(
                code, "where", [flags, self._wide(rare, lanes), value], expr.dtype, lanes
            )
            self._levels[-1] = around
            code.line(f"store {type_} {chosen}, ptr {slot}")

        code.when(needed, compute)
        return code.value(f"load {type_}, ptr {slot}"), lanes

    # ---------------------------------------------------------------------- memory

    def _vector_level(self, index: Index) -> tuple[Level | None, Index | None]:
        """The level in lanes on which an index depends, and its step there (None: no fixed one)."""
        for level in reversed(self._levels):
            if level.lanes > 1 and level.symbol is not None:
                computed = self._lanes_of_computed(index)
                step = coefficient(index, level.symbol)
                if computed:
                    return level, None
                return (None, 0) if step == 0 else (level, step)
        return None, 0

    def _lanes_of_computed(self, index: Index) -> bool:
        if isinstance(index, int):
            return False
        return any(
            isinstance(item, Expr) and self.emit(item)[1] > 1 for key in index.terms for item in key
        )

    def scalar_index(self, index: Index) -> str:
        """An index at the first lane, as an i64; each part of it in the loop where it is fixed."""
        if isinstance(index, int):
            return str(index)
        by_depth: dict[int, list[tuple[tuple[Any, ...], int]]] = {}
        for key, factor in index.terms.items():
            depth = max((self._depth_of_atom(item) for item in key), default=0)
            by_depth.setdefault(depth, []).append((key, factor))
        total = "0"
        below: tuple[Any, ...] = ()
        for depth in sorted(by_depth):
            terms = tuple(by_depth[depth])
            level = self._levels[depth]
            memo_key = ("index", below, terms)
            found = level.memo.get(memo_key)
            if found is None:
                with self.code.inside(level.scope):
                    value = total
                    for key, factor in terms:
                        value = self._plus(value, self._product(key, factor))
                found = level.memo[memo_key] = (value, 1)
            total, below = found[0], (*below, *terms)
        return total

    def _plus(self, a: str, b: str) -> str:
        if "0" in (a, b):
            return b if a == "0" else a
        return self.code.value(f"add i64 {a}, {b}")

    def _product(self, key: tuple[Any, ...], factor: int) -> str:
        value = ""
        for item in key:
            part = self._atom_value(item)
            value = self.code.value(f"mul i64 {value}, {part}") if value else part
        if not value:
            return str(factor)
        return value if factor == 1 else self.code.value(f"mul i64 {value}, {factor}")

    def _atom_value(self, item: Any) -> str:
        if isinstance(item, Expr):
            return self.emit(item)[0]
        if isinstance(item, Size):
            return size_name(item)
        for level in reversed(self._levels):
            if level.symbol is item:
                return level.counter
        raise LookupError(f"{item!r} is no loop around this code.")

    def _index_value(self, index: Index) -> tuple[str, int]:
        """The value of an index as data: in lanes, if the loop in lanes is in it."""
        level, _ = self._vector_level(index)
        if level is None:
            return self.scalar_index(index), 1
        lanes = level.lanes
        type_ = f"<{lanes} x i64>"
        total = ""
        for key, factor in index.terms.items():  # type: ignore[union-attr]
            value = splat(self.code, str(factor), dtypes.int64, lanes)
            for item in key:
                value = self.code.value(f"mul {type_} {value}, {self._atom_in_lanes(item, level)}")
            total = self.code.value(f"add {type_} {total}, {value}") if total else value
        return total, lanes

    def _atom_in_lanes(self, item: Any, level: Level) -> str:
        lanes = level.lanes
        if isinstance(item, Expr):
            return self._wide(item, lanes)
        if item is not level.symbol:
            return splat(self.code, self._atom_value(item), dtypes.int64, lanes)
        found = level.memo.get("lanes")
        if found is None:
            with self.code.inside(level.scope):  # Not in a loop inside: it is used after that, too.
                found = level.memo["lanes"] = (numbered(self.code, level.counter, lanes), lanes)
        return found[0]

    def _address(self, buffer: Buffer, index: str, count: int) -> str:
        """Where the element at an index is, the first of so many that are used."""
        base = self._addresses[buffer]
        self._guard(buffer, index, 1, count)
        if index == "0":
            return base
        type_ = memory_type_text(buffer.dtype)
        return self.code.value(f"getelementptr inbounds {type_}, ptr {base}, i64 {index}")

    def _guard(self, buffer: Buffer, index: str, lanes: int, count: int) -> None:
        if id(buffer) in self.code.module.guarded:  # Partial results are no buffers of the program.
            size = rows_in(self.code, self._addresses, buffer)
            size = size or self.scalar_index(buffer.size)
            write_guard(self.code, (buffer, size), (index, lanes, count), self._failure)

    def _load(self, buffer: Buffer, index: Index) -> tuple[str, int]:
        code, dtype = self.code, buffer.dtype
        level, step = self._vector_level(index)
        if level is None:
            address = self._address(buffer, self.scalar_index(index), 1)
            value = code.value(f"load {memory_type_text(dtype)}, ptr {address}, align {dtype.size}")
            return from_memory(code, value, dtype, 1), 1
        lanes = level.lanes
        type_ = memory_type_text(dtype, lanes)
        if step == 1:
            address = self._address(buffer, self.scalar_index(index), lanes)
            if self._goes_on(index) and buffer not in level.ahead:
                level.ahead.add(buffer)
                fetch_ahead(code, buffer, address, lanes)
            value = code.value(f"load {type_}, ptr {address}, align {dtype.size}")
        elif step == -1:
            address = self._address(buffer, self.scalar_index(index - (lanes - 1)), lanes)
            value = code.value(f"load {type_}, ptr {address}, align {dtype.size}")
            value = backwards(code, value, type_, lanes)
        else:
            where, _ = self._index_value(index)
            self._guard(buffer, where, lanes, 1)
            value = gather(code, self._addresses[buffer], where, dtype, lanes)
        return from_memory(code, value, dtype, lanes), lanes

    def _goes_on(self, index: Index) -> bool:
        """Whether the innermost loop reads much in order, or little that the next round follows soon."""
        around, level = self._levels[-2:]
        if self._reductions or level.symbol is None or coefficient(index, level.symbol) != 1:
            return False
        if level.rounds is None or level.rounds >= _LONG_ROW:
            return True
        step = 0 if around.symbol is None else coefficient(index, around.symbol)
        return isinstance(step, int) and level.rounds <= step < 2 * level.rounds

    # ---------------------------------------------------------------------- reductions

    def _reduce(self, expr: Expr) -> tuple[str, int]:
        reduction: Reduction = expr.payload
        lanes = lanes_outside(self._levels, expr.operands[0])
        write = find_extreme if reduction.word in ("argmax", "argmin") else fold
        self._reductions += 1
        value = write(self, reduction, expr.operands[0], lanes)
        self._reductions -= 1
        return value, lanes
