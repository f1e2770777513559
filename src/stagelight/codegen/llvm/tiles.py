"""Products of matrices in register tiles.

A tile is a block of rows times a block of columns of the result. It stays in registers while its products
are added up: in each step one element of every row of the left matrix times some vectors of the right one.
Sizes are chosen for the registers of the processor; a last vector that is not whole is read and written
through a mask.

Where the products are summed over further loops (the rows of a convolution's windows, or the images of a
batch), the outer ones may go around all tiles, so that what the tiles share stays in the nearest cache.
Then tiles are taken up again from memory.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass

from stagelight.codegen.cost import usual
from stagelight.codegen.index import Extent, Symbol, coefficient
from stagelight.codegen.llvm.code import Code, type_text
from stagelight.codegen.llvm.instructions import (
    constant_text,
    intrinsic,
    intrinsic_suffix,
    splat,
)
from stagelight.codegen.loop_nest import MatMul
from stagelight.codegen.target import Target
from stagelight.types.dtypes import DType

# More registers than these are there, but LLVM spills when all are asked for. These are tiles of 8 rows and
# 3 vectors.
_MOST_REGISTERS = 28
_MOST_VECTORS = 8
_MOST_ROWS = 10

# Blocks of so many vectors have halves of two.
_LEAST_HALVED = 3

# Vectors that are added to at once: fewer would wait for each other (4 cycles, 2 a cycle).
_SUMS_AT_ONCE = 8

# What a block of columns of the right matrix may take of the nearest cache, in bytes.
_NEAR = 24 * 1024
# Steps below which a tile is not worth taking up again.
_LEAST_STEPS = 24
# Multiplications from which a product is long, and rounds of the innermost loop that are written one after
# the other: more take longer to compile.
_LONG = 1 << 24
# Multiplications below which half of the code counts for more than the last tenth of the speed.
_SHORT = 1 << 21
_UNROLLED = 2
_UNROLLED_LONG = 4
_UNROLLED_WHOLE = 8
# Where it is not known how many rows there are, tiles of so many rows come after those of the most.
_FEW_ROWS = 3


@dataclass(frozen=True, slots=True)
class _Sum:
    """A loop over which products are added up; steps are in elements."""

    count: Extent
    left: Extent
    right: Extent


@dataclass(frozen=True, slots=True)
class _Column:
    """A vector of columns: its first column, how many lanes it has, and how many of them count."""

    first: int
    lanes: int
    used: int


def panel_width(dtype: DType, target: Target) -> int:
    """How many columns a tile of many rows has."""
    return _most_vectors(_registers_of(target), 6) * (target.vector_bits // 8 // dtype.size)


def _registers_of(target: Target) -> int:
    """Vector registers to use."""
    return min(_MOST_REGISTERS, target.vector_registers)


def _most_vectors(registers: int, rows: int) -> int:
    """Vectors of columns of a tile of some rows, for which one register each is left."""
    return max(1, min((registers - 1) // (rows + 1), _MOST_VECTORS))


def column_blocks(n: int, vectors: int, lanes: int) -> list[tuple[int, int, int]]:
    """Blocks of columns, of so many vectors each: first columns, counts and widths.

    A tile of one vector waits for memory. Where one would be left, two blocks of about half the width come
    last.
    """
    width = vectors * lanes
    whole, rest = divmod(n, width)
    if whole and vectors >= _LEAST_HALVED and 0 < rest <= lanes:
        whole, rest = whole - 1, rest + width
    first = whole * width
    ends = [(0, whole, width)]
    if rest > width:
        half = (vectors + 2) // 2 * lanes
        ends += [(first, 1, half), (first + half, 1, rest - half)]
    else:
        ends.append((first, 1, rest))
    return [(begin, count, columns) for begin, count, columns in ends if count and columns]


def write_tiles(code: Code, product: MatMul, left: str, right: str, out: str) -> None:
    """Writes a product of matrices that begin at three pointers."""
    _Tiles(code, product).write(left, right, out)


class _Tiles:
    def __init__(self, code: Code, product: MatMul) -> None:
        target = code.module.target
        self._code = code
        self._product = product
        self._dtype: DType = product.out.buffer.dtype
        self._one = type_text(self._dtype)
        self._registers = _registers_of(target)
        whole = target.vector_bits // 8 // self._dtype.size
        self._lanes = whole if product.right.column_step == 1 else 1
        self._sums = [_sum_of(product, symbol, count) for symbol, count in product.sums]
        self._sums.append(_Sum(product.k, product.left.column_step, product.right.row_step))
        rounds = math.prod(usual(count) for _, count in (*product.loops, *product.sums))
        multiplications = rounds * usual(product.m) * usual(product.k) * product.n
        self._unrolled = _UNROLLED_LONG if multiplications >= _LONG else _UNROLLED
        self._is_short = multiplications < _SHORT
        self._vectors = self._count_vectors()
        self._around = self._count_sums_around()

    # ---------------------------------------------------------------------- loops around tiles

    def write(self, left: str, right: str, out: str) -> None:
        begun = "true" if self._product.accumulates else ""
        self._loops_around(self._sums[: self._around], left, right, out, begun)

    def _count_vectors(self) -> int:
        """How many vectors of columns a tile has."""
        return _most_vectors(self._registers, min(usual(self._product.m), 6))

    def _count_sums_around(self) -> int:
        """How many of the sums are loops around the tiles."""
        around = 0
        while around < len(self._sums) - 1:
            steps = math.prod(usual(x.count) for x in self._sums[around:])
            inner = math.prod(usual(x.count) for x in self._sums[around + 1 :])
            bytes_used = steps * self._vectors * self._lanes * self._dtype.size
            # What is inside of tiles is written out for the number of rounds.
            is_known = all(isinstance(x.count, int) for x in self._sums[around:])
            if is_known and (bytes_used <= _NEAR or inner < _LEAST_STEPS):
                break
            around += 1
        return around

    def _loops_around(self, sums: list[_Sum], left: str, right: str, out: str, begun: str) -> None:
        """Writes the sums around the tiles; `begun` is an i1, or nothing: whether tiles hold something."""
        if not sums:
            self._blocks(left, right, out, begun)
            return
        code, (first, *rest) = self._code, sums

        def body(counter: str, _scope: object) -> None:
            is_later = begun
            if begun != "true":
                is_later = code.value(f"icmp ne i64 {counter}, 0")
                if begun:
                    is_later = code.value(f"or i1 {begun}, {is_later}")
            moved = self._moved(left, counter, first.left), self._moved(right, counter, first.right)
            self._loops_around(rest, *moved, out, is_later)

        code.loop("0", code.extent(first.count), "1", body)

    def _blocks(self, left: str, right: str, out: str, begun: str) -> None:
        """All tiles: blocks of columns, in each of them blocks of rows."""

        def of_width(width: int) -> Callable[[str], None]:
            columns = self._columns(width)

            def block(counter: str) -> None:
                self._rows(
                    self._moved(left, counter, 0),
                    self._moved(right, counter, self._product.right.column_step),
                    self._moved(out, counter, 1),
                    begun,
                    columns,
                )

            return block

        for first, count, width in column_blocks(self._product.n, self._vectors, self._lanes):
            _repeat(self._code, first, first + count * width, width, of_width(width))

    def _columns(self, count: int) -> list[_Column]:
        """The vectors of a block of so many columns."""
        columns = []
        for first in range(0, count, self._lanes):
            used = min(self._lanes, count - first)
            columns.append(_Column(first, 1 << (used - 1).bit_length(), used))
        return columns

    def _rows(self, left: str, right: str, out: str, begun: str, columns: list[_Column]) -> None:
        """The tiles of a block of columns. They have the same number of rows, or about the same."""
        m, count = self._product.m, len(columns)
        most = max(1, min(_MOST_ROWS, (self._registers - 1 - count) // count))

        def of_rows(rows: int) -> Callable[[str], None]:
            def tile(row: str) -> None:
                self._tile(
                    self._moved(left, row, self._product.left.row_step),
                    right,
                    self._moved(out, row, self._product.out.row_step),
                    begun,
                    rows,
                    columns,
                )

            return tile

        if not isinstance(m, int):
            self._rows_of_any_number(self._code.extent(m), most, of_rows)
            return
        rows = _even_rows(m, most, count) if self._is_short else 0
        tiles = m // rows if rows else -(-m // most)
        rows, larger = m // tiles, m % tiles  # so many have one row more
        if larger:
            _repeat(self._code, 0, larger * (rows + 1), rows + 1, of_rows(rows + 1))
        _repeat(self._code, larger * (rows + 1), m, rows, of_rows(rows))

    def _rows_of_any_number(
        self, m: str, most: int, of_rows: Callable[[int], Callable[[str], None]]
    ) -> None:
        """Tiles of the most rows, then of fewer, then single rows: `m` is an i64."""
        code, begin = self._code, "0"
        for rows in sorted({most, min(most, _FEW_ROWS), 1}, reverse=True):
            left = m if begin == "0" else code.value(f"sub i64 {m}, {begin}")
            whole = code.value(f"mul i64 {code.value(f'sdiv i64 {left}, {rows}')}, {rows}")
            end = whole if begin == "0" else code.value(f"add i64 {begin}, {whole}")
            _repeat_if_any(code, begin, end, rows, of_rows(rows))
            begin = end

    # ---------------------------------------------------------------------- a tile

    def _tile(
        self, left: str, right: str, out: str, begun: str, rows: int, columns: list[_Column]
    ) -> None:
        code, dtype = self._code, self._dtype
        types = [type_text(dtype, column.lanes) for column in columns]
        zeros = [splat(code, constant_text(0, dtype), dtype, column.lanes) for column in columns]
        slots = [[code.slot(type_) for type_ in types] for _ in range(rows)]
        targets = [
            [self._moved(out, str(r * self._product.out.row_step + c.first), 1) for c in columns]
            for r in range(rows)
        ]

        def start() -> None:
            for row in slots:
                for slot, type_, zero in zip(row, types, zeros, strict=True):
                    code.line(f"store {type_} {zero}, ptr {slot}")

        def take_up() -> None:
            for row, addresses in zip(slots, targets, strict=True):
                for slot, address, column, type_ in zip(
                    row, addresses, columns, types, strict=True
                ):
                    code.line(f"store {type_} {self._read(address, column)}, ptr {slot}")

        if begun == "true":
            take_up()
        elif begun:
            code.choose(begun, take_up, start)
        else:
            start()
        self._add_up(self._sums[self._around :], left, right, slots, columns, types)
        for row, addresses in zip(slots, targets, strict=True):
            for slot, address, column, type_ in zip(row, addresses, columns, types, strict=True):
                self._write(code.value(f"load {type_}, ptr {slot}"), address, column)

    def _add_up(
        self,
        sums: list[_Sum],
        left: str,
        right: str,
        slots: list[list[str]],
        columns: list[_Column],
        types: list[str],
    ) -> None:
        """Adds the products of all rounds of some sums to a tile."""
        first, *rest = sums

        def several(counter: str, count: int, place: int = 0) -> None:
            starts = (
                self._moved(left, counter, first.left),
                self._moved(right, counter, first.right),
            )
            if rest:
                self._add_up(rest, *starts, slots, columns, types)
                return
            sums = [
                [
                    self._code.value(f"load {type_}, ptr {slot}")
                    for slot, type_ in zip(row, types, strict=True)
                ]
                for row in slots
            ]
            for step in range(place, place + count):
                moved = self._moved(starts[0], str(step), first.left)
                self._step(
                    moved, self._moved(starts[1], str(step), first.right), sums, columns, types
                )
            for row, values in zip(slots, sums, strict=True):
                for slot, value, type_ in zip(row, values, types, strict=True):
                    self._code.line(f"store {type_} {value}, ptr {slot}")

        if rest:
            _repeat(self._code, 0, first.count, 1, lambda counter: several(counter, 1))
        elif not isinstance(first.count, int):
            self._steps_of_any_number(first.count, several)
        elif first.count <= _UNROLLED_WHOLE:
            several("0", first.count)
        else:
            unrolled = self._unrolled
            whole = first.count // unrolled * unrolled
            _repeat(self._code, 0, whole, unrolled, lambda counter: several(counter, unrolled))
            if whole < first.count:
                several("0", first.count - whole, whole)

    def _steps_of_any_number(self, count: Extent, several: Callable[[str, int], None]) -> None:
        """Rounds of several steps, then single ones."""
        code, unrolled = self._code, self._unrolled
        total = code.extent(count)
        whole = code.value(f"and i64 {total}, {-unrolled}")
        _repeat_if_any(code, "0", whole, unrolled, lambda counter: several(counter, unrolled))
        _repeat_if_any(code, whole, total, 1, lambda counter: several(counter, 1))

    def _step(
        self,
        left: str,
        right: str,
        sums: list[list[str]],
        columns: list[_Column],
        types: list[str],
    ) -> None:
        """Adds the products of one column of the left matrix and one row of the right one, in registers."""
        code, dtype = self._code, self._dtype
        values = [
            self._read(self._moved(right, str(c.first), self._product.right.column_step), c)
            for c in columns
        ]
        for r, row in enumerate(sums):
            address = self._moved(left, str(r), self._product.left.row_step)
            element = code.value(f"load {self._one}, ptr {address}, align {dtype.size}")
            factors: dict[int, str] = {}
            for c, (value, column, type_) in enumerate(zip(values, columns, types, strict=True)):
                factor = factors.get(column.lanes)
                if factor is None:
                    factor = factors[column.lanes] = splat(code, element, dtype, column.lanes)
                row[c] = _multiply_add(code, factor, value, row[c], dtype, type_)

    # ---------------------------------------------------------------------- memory

    def _moved(self, pointer: str, count: str, step: Extent) -> str:
        """The pointer `count * step` elements on."""
        if count == "0" or step == 0:
            return pointer
        code = self._code
        if not isinstance(step, int):
            offset = code.value(f"mul i64 {count}, {code.extent(step)}")
        elif not count.startswith("%"):
            offset = str(int(count) * step)
        else:
            offset = count if step == 1 else code.value(f"mul i64 {count}, {step}")
        return code.value(f"getelementptr inbounds {self._one}, ptr {pointer}, i64 {offset}")

    def _read(self, address: str, column: _Column) -> str:
        code, size = self._code, self._dtype.size
        type_ = type_text(self._dtype, column.lanes)
        if column.used == column.lanes:
            return code.value(f"load {type_}, ptr {address}, align {size}")
        zero = splat(code, constant_text(0, self._dtype), self._dtype, column.lanes)
        flags = f"<{column.lanes} x i1>"
        name = f"@llvm.masked.load.{intrinsic_suffix(type_)}.p0"
        code.declare(f"{type_} {name}(ptr, i32, {flags}, {type_})")
        return code.value(
            f"call {type_} {name}(ptr {address}, i32 {size}, {flags} {_mask(column)}, {type_} {zero})"
        )

    def _write(self, value: str, address: str, column: _Column) -> None:
        code, size = self._code, self._dtype.size
        type_ = type_text(self._dtype, column.lanes)
        if column.used == column.lanes:
            code.line(f"store {type_} {value}, ptr {address}, align {size}")
            return
        flags = f"<{column.lanes} x i1>"
        name = f"@llvm.masked.store.{intrinsic_suffix(type_)}.p0"
        code.declare(f"void {name}({type_}, ptr, i32, {flags})")
        code.line(
            f"call void {name}({type_} {value}, ptr {address}, i32 {size}, {flags} {_mask(column)})"
        )


def _even_rows(m: int, most: int, vectors: int) -> int:
    """Of how many rows tiles may all be, and still hide the latency of their sums; 0: no such number.

    Tiles of two sizes are twice the code, and compile twice as long.
    """
    for rows in range(min(most, m), 0, -1):
        if m % rows == 0:
            return rows if rows == most or rows * vectors >= _SUMS_AT_ONCE else 0
    return 0


def _mask(column: _Column) -> str:
    flags = ("true" if lane < column.used else "false" for lane in range(column.lanes))
    return "<" + ", ".join(f"i1 {flag}" for flag in flags) + ">"


def _sum_of(product: MatMul, symbol: Symbol, count: Extent) -> _Sum:
    steps = [coefficient(matrix.offset, symbol) for matrix in (product.left, product.right)]
    return _Sum(count, *steps)


def _repeat(code: Code, begin: int, end: int, step: int, body: Callable[[str], None]) -> None:
    if begin >= end:
        return
    if begin + step == end:
        body(str(begin))
    else:
        code.loop(str(begin), str(end), str(step), lambda counter, _: body(counter))


def _repeat_if_any(
    code: Code, begin: str, end: str, step: int, body: Callable[[str], None]
) -> None:
    """As `_repeat`, between i64 values."""
    code.loop(begin, end, str(step), lambda counter, _: body(counter), may_be_empty=True)


def _multiply_add(code: Code, a: str, b: str, c: str, dtype: DType, type_: str) -> str:
    if dtype.is_floating and not code.module.target.has_fma:
        return code.value(f"fadd {type_} {code.value(f'fmul {type_} {a}, {b}')}, {c}")
    if dtype.is_floating:
        return intrinsic(code, "fma", type_, [a, b, c])
    return code.value(f"add {type_} {code.value(f'mul {type_} {a}, {b}')}, {c}")
