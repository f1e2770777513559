"""Matrix products: register tiles (`tiles`), or BLAS for what is large and not packed (`packing`)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from stagelight.codegen.cost import cost_of_product
from stagelight.codegen.index import Extent, Index, Size, Symbol, coefficient, is_nonnegative
from stagelight.codegen.llvm.code import Code, size_name, type_text
from stagelight.codegen.llvm.instructions import constant_text
from stagelight.codegen.llvm.shared_loops import rounds_to_share, write_shared_loop
from stagelight.codegen.llvm.tiles import panel_width, write_tiles
from stagelight.codegen.loop_nest import Buffer, MatMul, Matrix
from stagelight.codegen.machine.blas import BLAS_ROUTINES
from stagelight.codegen.target import Target

# Multiplications above which BLAS is faster than a tile that does not pack its operands.
_BLAS_FROM = 160 * 160 * 160
# The same where the right matrix does not lie row after row, so that a tile cannot read vectors.
_BLAS_FROM_COLUMNS = 16 * 16 * 16


def uses_blas(product: MatMul, target: Target) -> bool:
    """Whether a product is one for BLAS: large or of unknown size, of matrices that it takes as they lie."""
    m, k, n = product.m, product.k, product.n
    if not suits_blas(product):
        return False
    if not has_known_sizes(product):
        return True
    if min(m, k, n) == 1 or (
        product.right.column_step == 1 and n <= panel_width(product.out.buffer.dtype, target)
    ):
        return False
    least = _BLAS_FROM if product.right.column_step == 1 else _BLAS_FROM_COLUMNS
    return m * k * n >= least


def suits_blas(product: MatMul) -> bool:
    """Whether BLAS can compute a product, whatever the sizes are that are not known.

    It adds up no sums. Rows of a matrix may not lie upon each other, as those of a convolution's patches do.
    """
    m, k, n = product.m, product.k, product.n
    return (
        product.out.buffer.dtype in BLAS_ROUTINES
        and not product.sums
        and not product.accumulates
        and (_lies_in_rows(product.left, k) or _lies_in_columns(product.left, m))
        and (_lies_in_rows(product.right, n) or _lies_in_columns(product.right, k))
    )


def has_known_sizes(product: MatMul) -> bool:
    """Whether one function can be made for all of its matrices."""
    matrices = (product.left, product.right, product.out)
    sizes = [product.m, product.k, product.n, *(x.row_step for x in matrices)]
    return all(isinstance(x, int) for x in (*sizes, *(x.column_step for x in matrices)))


def suits_tiles(product: MatMul) -> bool:
    """Whether tiles can be made, however many rows there are and products to add up."""
    matrices = (product.left, product.right, product.out)
    steps = [product.n, *(x.row_step for x in matrices), *(x.column_step for x in matrices)]
    return all(isinstance(x, int) for x in steps)


def _lies_in_rows(matrix: Matrix, columns: Extent) -> bool:
    """Whether row follows row, not backwards, nor one upon the other."""
    return matrix.column_step == 1 and is_nonnegative(matrix.row_step - columns)


def _lies_in_columns(matrix: Matrix, rows: Extent) -> bool:
    return matrix.row_step == 1 and is_nonnegative(matrix.column_step - rows)


def write_matmul(code: Code, addresses: Mapping[Buffer, str], product: MatMul) -> None:
    """Writes a product, in loops over its batches; threads share the outermost of a long one."""
    begin = {symbol: "0" for symbol, _ in product.sums}
    loops = list(product.loops)
    rounds = None
    if loops and not uses_blas(product, code.module.target):
        one_round = replace(product, loops=product.loops[1:])
        rounds = rounds_to_share(code, loops[0][1], cost_of_product(one_round))
    if rounds is None:
        _batches(code, product, loops, begin, addresses)
        return
    (symbol, _), *rest = loops

    def write(inner: Code, own: Mapping[Buffer, str], first: str, end: str) -> None:
        def body(counter: str, _scope: object) -> None:
            _batches(inner, product, rest, {**begin, symbol: counter}, own)

        inner.loop(first, end, "1", body)

    used = [matrix.buffer for matrix in (product.left, product.right, product.out)]
    write_shared_loop(code, addresses, used, rounds, write)


def _has_unknown_sums(product: MatMul) -> bool:
    matrices = (product.left, product.right)
    return not all(
        isinstance(x, int)
        for symbol, count in product.sums
        for x in (count, *(coefficient(matrix.offset, symbol) for matrix in matrices))
    )


def _name(product: MatMul) -> str:
    """Products of the same sizes and distances are one function."""
    left, right, out = product.left, product.right, product.out
    parts: list[Any] = [product.m, product.k, product.n]
    parts += [left.row_step, left.column_step, right.row_step, right.column_step, out.row_step]
    if product.accumulates:
        parts.append("more")
    for symbol, count in product.sums:
        parts += [count, coefficient(left.offset, symbol), coefficient(right.offset, symbol)]
    return f"matmul_{out.buffer.dtype.name}_" + "_".join(map(str, parts)).replace("-", "n")


def _batches(
    code: Code,
    product: MatMul,
    loops: list[tuple[Symbol, Index]],
    counters: dict[Symbol, str],
    addresses: Mapping[Buffer, str],
) -> None:
    if not loops:
        pointers = [
            _pointer(code, addresses, matrix, counters)
            for matrix in (product.left, product.right, product.out)
        ]
        if not has_known_sizes(product) and uses_blas(product, code.module.target):
            _call_blas(code, product, *pointers)
            return
        if not has_known_sizes(product) or _has_unknown_sums(product):
            write_tiles(code, product, *pointers)  # Other functions do not know the sizes.
            return
        name = _name(product)
        write = _call_blas if uses_blas(product, code.module.target) else write_tiles
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

    code.loop("0", code.extent(extent), "1", body, may_be_empty=not isinstance(extent, int))


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
            part = size_name(item) if isinstance(item, Size) else counters[item]
            value = code.value(f"mul i64 {value}, {part}")
        total = value if total == "0" else code.value(f"add i64 {total}, {value}")
    base = addresses[matrix.buffer]
    if total == "0":
        return base
    type_ = type_text(matrix.buffer.dtype)
    return code.value(f"getelementptr inbounds {type_}, ptr {base}, i64 {total}")


# ---------------------------------------------------------------------------- BLAS


def _call_blas(code: Code, product: MatMul, left: str, right: str, out: str) -> None:
    """out = left @ right is, for the columns that BLAS thinks in, out' = right' @ left'."""
    dtype = product.out.buffer.dtype
    type_ = type_text(dtype)

    def number(value: Index) -> str:
        slot = code.slot("i32")
        text = str(value)
        if not isinstance(value, int):
            text = code.value(f"trunc i64 {code.extent(value)} to i32")
        code.line(f"store i32 {text}, ptr {slot}")
        return slot

    def factor(value: float) -> str:
        slot = code.slot(type_)
        code.line(f"store {type_} {constant_text(value, dtype)}, ptr {slot}")
        return slot

    def letter(is_transposed: bool) -> str:
        slot = code.slot("i8")
        code.line(f"store i8 {ord('T' if is_transposed else 'N')}, ptr {slot}")
        return slot

    def described(matrix: Matrix, columns: Extent) -> tuple[str, str]:
        if _lies_in_rows(matrix, columns):
            return letter(False), number(matrix.row_step)
        return letter(True), number(matrix.column_step)

    right_letter, right_step = described(product.right, product.n)
    left_letter, left_step = described(product.left, product.k)
    name = BLAS_ROUTINES[dtype]
    code.declare(f"void @{name}({', '.join(['ptr'] * 13)})")
    arguments = [
        right_letter, left_letter, number(product.n), number(product.m), number(product.k), factor(1.0),
        right, right_step, left, left_step, factor(0.0), out, number(product.out.row_step),
    ]  # fmt: skip
    code.line(f"call void @{name}({', '.join(f'ptr {x}' for x in arguments)})")
