"""Matrix products: generated tiles for small ones, BLAS for large ones.

A tile is a block of rows times a block of columns of the result, kept in registers while the loop over k
adds the products up; the right matrix is read in vectors along its rows.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from stagelight.codegen.index import Symbol
from stagelight.codegen.llvm.code import Code, type_text
from stagelight.codegen.llvm.instructions import constant_text, intrinsic, splat
from stagelight.codegen.loop_nest import Buffer, MatMul, Matrix
from stagelight.types import dtypes
from stagelight.types.dtypes import DType

# Multiplications above which BLAS is faster than a tile that does not pack its operands.
_BLAS_FROM = 160 * 160 * 160
# The same where the right matrix does not lie row after row, so that a tile cannot read vectors.
_BLAS_FROM_COLUMNS = 16 * 16 * 16

# A tile: rows, and bytes of a row.
_TILE_ROWS = 4
_TILE_BYTES = 256

BLAS_ROUTINES = {dtypes.float32: "sgemm", dtypes.float64: "dgemm"}


def uses_blas(product: MatMul) -> bool:
    """Whether a product goes to BLAS: large, and of matrices that BLAS can take as they lie."""
    m, k, n = product.m, product.k, product.n
    if product.out.buffer.dtype not in BLAS_ROUTINES or min(m, k, n) == 1:
        return False
    least = _BLAS_FROM if product.right.column_step == 1 else _BLAS_FROM_COLUMNS
    return m * k * n >= least and all(map(_has_unit_step, (product.left, product.right)))


def _has_unit_step(matrix: Matrix) -> bool:
    return matrix.row_step == 1 or matrix.column_step == 1


def write_matmul(code: Code, addresses: Mapping[Buffer, str], product: MatMul) -> None:
    """Writes a product, in loops over its batches."""
    _batches(code, product, list(product.loops), {}, addresses)


def _name(product: MatMul) -> str:
    """Products of the same sizes and distances are one function."""
    left, right, out = product.left, product.right, product.out
    parts = [product.m, product.k, product.n]
    parts += [left.row_step, left.column_step, right.row_step, right.column_step, out.row_step]
    return f"matmul_{out.buffer.dtype.name}_" + "_".join(map(str, parts))


def _batches(
    code: Code,
    product: MatMul,
    loops: list[tuple[Symbol, int]],
    counters: dict[Symbol, str],
    addresses: Mapping[Buffer, str],
) -> None:
    if not loops:
        pointers = [
            _pointer(code, addresses, matrix, counters)
            for matrix in (product.left, product.right, product.out)
        ]
        name = _name(product)
        write = _call_blas if uses_blas(product) else _tiles
        code.module.function(
            name,
            "ptr noalias %left, ptr noalias %right, ptr noalias %out",
            lambda inner: write(inner, product, "%left", "%right", "%out"),
        )
        code.line(f"call void @{name}({', '.join(f'ptr {x}' for x in pointers)})")
        return
    (symbol, extent), *rest = loops

    def body(counter: str, _scope: object) -> None:
        _batches(code, product, rest, {**counters, symbol: counter}, addresses)

    code.loop("0", str(extent), "1", body)


def _pointer(
    code: Code, addresses: Mapping[Buffer, str], matrix: Matrix, counters: dict[Symbol, str]
) -> str:
    total = "0"
    terms = {} if isinstance(matrix.offset, int) else matrix.offset.terms
    if isinstance(matrix.offset, int):
        total = str(matrix.offset)
    for key, factor in terms.items():
        value = str(factor)
        for item in key:
            value = code.value(f"mul i64 {value}, {counters[item]}")
        total = value if total == "0" else code.value(f"add i64 {total}, {value}")
    base = addresses[matrix.buffer]
    if total == "0":
        return base
    type_ = type_text(matrix.buffer.dtype)
    return code.value(f"getelementptr inbounds {type_}, ptr {base}, i64 {total}")


# ---------------------------------------------------------------------------- tiles


def _tiles(code: Code, product: MatMul, left: str, right: str, out: str) -> None:
    m, n = product.m, product.n
    dtype = product.out.buffer.dtype
    longest = _TILE_BYTES // dtype.size if product.right.column_step == 1 else 1
    column = 0
    while column < n:
        lanes = longest
        while lanes > 1 and lanes > n - column:
            lanes //= 2
        count = (n - column) // lanes if lanes == longest else 1
        _column_block(code, product, (left, right, out), column, count, lanes, m, dtype)
        column += count * lanes


def _column_block(
    code: Code,
    product: MatMul,
    pointers: tuple[str, str, str],
    column: int,
    count: int,
    lanes: int,
    m: int,
    dtype: DType,
) -> None:
    """The blocks of `lanes` columns from a column on, for all rows."""

    def of_column(first: str) -> None:
        whole = m // _TILE_ROWS * _TILE_ROWS
        if whole:
            _repeat(code, 0, whole, _TILE_ROWS, lambda row: tile(row, first, _TILE_ROWS))
        if whole < m:
            tile(str(whole), first, m - whole)

    def tile(row: str, first: str, rows: int) -> None:
        _tile(code, product, pointers, row, first, rows, lanes, dtype)

    _repeat(code, column, column + count * lanes, lanes, of_column)


def _repeat(code: Code, begin: int, end: int, step: int, body: Callable[[str], None]) -> None:
    if begin + step == end:
        body(str(begin))
    else:
        code.loop(str(begin), str(end), str(step), lambda counter, _: body(counter))


def _tile(
    code: Code,
    product: MatMul,
    pointers: tuple[str, str, str],
    row: str,
    column: str,
    rows: int,
    lanes: int,
    dtype: DType,
) -> None:
    left, right, out = pointers
    type_, one = type_text(dtype, lanes), type_text(dtype)
    a, b = product.left, product.right
    zero = splat(code, constant_text(0, dtype), dtype, lanes)
    slots = [code.slot(type_) for _ in range(rows)]
    for slot in slots:
        code.line(f"store {type_} {zero}, ptr {slot}")
    row_offset = code.value(f"mul i64 {row}, {a.row_step}")
    lefts = []
    for r in range(rows):
        offset = code.value(f"add i64 {row_offset}, {r * a.row_step}")
        lefts.append(code.value(f"getelementptr inbounds {one}, ptr {left}, i64 {offset}"))
    column_offset = code.value(f"mul i64 {column}, {b.column_step}")
    first_right = code.value(f"getelementptr inbounds {one}, ptr {right}, i64 {column_offset}")

    def step(counter: str, _scope: object) -> None:
        offset = code.value(f"mul i64 {counter}, {b.row_step}")
        address = code.value(f"getelementptr inbounds {one}, ptr {first_right}, i64 {offset}")
        values = code.value(f"load {type_}, ptr {address}, align {dtype.size}")
        along = code.value(f"mul i64 {counter}, {a.column_step}")
        for slot, first_left in zip(slots, lefts, strict=True):
            where = code.value(f"getelementptr inbounds {one}, ptr {first_left}, i64 {along}")
            factor = splat(
                code, code.value(f"load {one}, ptr {where}, align {dtype.size}"), dtype, lanes
            )
            before = code.value(f"load {type_}, ptr {slot}")
            after = _multiply_add(code, factor, values, before, dtype, type_)
            code.line(f"store {type_} {after}, ptr {slot}")

    code.loop("0", str(product.k), "1", step)
    for r, slot in enumerate(slots):
        position = code.value(f"add i64 {row}, {r}")
        offset = code.value(f"mul i64 {position}, {product.out.row_step}")
        offset = code.value(f"add i64 {offset}, {column}")
        address = code.value(f"getelementptr inbounds {one}, ptr {out}, i64 {offset}")
        value = code.value(f"load {type_}, ptr {slot}")
        code.line(f"store {type_} {value}, ptr {address}, align {dtype.size}")


def _multiply_add(code: Code, a: str, b: str, c: str, dtype: DType, type_: str) -> str:
    if dtype.is_floating:
        return intrinsic(code, "fma", type_, [a, b, c])
    return code.value(f"add {type_} {code.value(f'mul {type_} {a}, {b}')}, {c}")


# ---------------------------------------------------------------------------- BLAS


def _call_blas(code: Code, product: MatMul, left: str, right: str, out: str) -> None:
    """out = left @ right is, for the columns that BLAS thinks in, out' = right' @ left'."""
    dtype = product.out.buffer.dtype
    type_ = type_text(dtype)

    def number(value: object) -> str:
        slot = code.slot("i32")
        code.line(f"store i32 {value}, ptr {slot}")
        return slot

    def factor(value: float) -> str:
        slot = code.slot(type_)
        code.line(f"store {type_} {constant_text(value, dtype)}, ptr {slot}")
        return slot

    def letter(is_transposed: bool) -> str:
        slot = code.slot("i8")
        code.line(f"store i8 {ord('T' if is_transposed else 'N')}, ptr {slot}")
        return slot

    def described(matrix: Matrix) -> tuple[str, str]:
        if matrix.column_step == 1:
            return letter(False), number(matrix.row_step)
        return letter(True), number(matrix.column_step)

    right_letter, right_step = described(product.right)
    left_letter, left_step = described(product.left)
    name = BLAS_ROUTINES[dtype]
    code.declare(f"void @{name}({', '.join(['ptr'] * 13)})")
    arguments = [
        right_letter, left_letter, number(product.n), number(product.m), number(product.k), factor(1.0),
        right, right_step, left, left_step, factor(0.0), out, number(product.out.row_step),
    ]  # fmt: skip
    code.line(f"call void @{name}({', '.join(f'ptr {x}' for x in arguments)})")
