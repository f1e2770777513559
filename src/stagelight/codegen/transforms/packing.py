"""Packing: the right matrix of a large product is copied to where register tiles read it in order.

A tile of a product reads a few columns of the right matrix, row after row. In a large matrix these rows
lie far apart, and in one that is transposed the columns do. So the columns of a tile become a *panel*, in
which they lie side by side, and a large product becomes products of blocks of rows with panels:

    for panel, row, column:        packed[panel, row, column] = right[row, panel * width + column]
    for block, panel:              out[block, panel] = left[block] @ packed[panel]

A block's rows of the left matrix stay in the second cache while the panels pass. Threads share the blocks:
no other library's threads are in a program, which wait for work where ours want to do theirs.

Goto, van de Geijn: Anatomy of high-performance matrix multiplication. ACM TOMS 34 (2008).
"""

from __future__ import annotations

import math
from dataclasses import replace
from itertools import pairwise

from stagelight.codegen.expressions import load
from stagelight.codegen.index import Index, Symbol, atom, place_of, row_major_strides, substitute
from stagelight.codegen.llvm.matrix_products import uses_blas
from stagelight.codegen.llvm.tiles import panel_width
from stagelight.codegen.loop_nest import (
    Buffer,
    Loops,
    MatMul,
    Matrix,
    Nest,
    Program,
    Statement,
    Store,
    replace_statements,
)
from stagelight.codegen.lowering.lowering import loops_over
from stagelight.codegen.target import Target

# Rows from which on copying the right matrix is little beside the product.
_LEAST_ROWS = 24
# Rows of a block. With the columns of a part of the sums they fill some of the second cache.
_MOST_BLOCK = 120
# Products that are added up before a tile makes room for others: so many rows of a panel are 32 KiB, as the
# nearest cache is, where vectors have 256 bits. Those of longer vectors are in the second cache.
_MOST_STEPS = 512
# Rows at a multiple of this distance, in bytes, collide; in a copy they are so many elements further apart.
_COLLISION = 4096
_APART = 16
# Columns from which on copying the left matrix is little beside the product.
_LEAST_COLUMNS = 64
# Elements of all panels.
_MOST_PACKED = 1 << 24


def pack(program: Program, target: Target) -> None:
    """Packs what large products read for a target, in place."""

    def packed(statement: Statement) -> list[Statement]:
        if isinstance(statement, MatMul) and _is_packed(statement, target):
            return _packed(program, statement, panel_width(statement.out.buffer.dtype, target))
        return [statement]

    replace_statements(program.body, packed)


def _is_packed(product: MatMul, target: Target) -> bool:
    """Whether a product is of those for BLAS and has rows enough."""
    if not uses_blas(product, target) or not all(
        isinstance(x, int) for x in (product.m, product.k, product.n, *_counts(product.loops))
    ):
        return False
    panels = math.prod(_counts(_loops_of(product.right, product.loops))) * product.k * product.n
    return product.m >= _LEAST_ROWS and panels <= _MOST_PACKED


def _counts(loops: Loops) -> list[Index]:
    return [count for _, count in loops]


def _loops_of(matrix: Matrix, loops: Loops) -> Loops:
    """The loops in which a matrix moves."""
    return tuple(
        (symbol, count)
        for symbol, count in loops
        if substitute(matrix.offset, {symbol: 0}) != matrix.offset
    )


def _packed(program: Program, product: MatMul, width: int) -> list[Statement]:
    """The copies and products that a product becomes, with panels of so many columns."""
    whole = product.n // width
    statements: list[Statement] = []
    if _rows_collide(product.left) and product.n >= _LEAST_COLUMNS:
        copy, left = _with_rows_apart(program, product)
        statements.append(copy)
        product = replace(product, left=left)
    for first, panels, columns in (
        (0, whole, width),
        (whole * width, 1, product.n - whole * width),
    ):
        if panels and columns:
            statements += _with_panels(program, product, first, panels, columns)
    return statements


def _rows_collide(left: Matrix) -> bool:
    """Whether rows take each other's place in the nearest cache, or do not lie in rows at all."""
    if not isinstance(left.row_step, int):
        return False
    return left.column_step != 1 or left.row_step * left.buffer.dtype.size % _COLLISION == 0


def _with_rows_apart(program: Program, product: MatMul) -> tuple[Statement, Matrix]:
    """Copies the left matrix to rows that do not collide."""
    left = product.left
    batches = _loops_of(left, product.loops)
    sizes = (*_counts(batches), product.m, product.k)
    step = product.k + _APART
    strides = (*(x * step for x in row_major_strides((*_counts(batches), product.m))), 1)
    buffer = Buffer(
        f"rows{len(program.temporaries)}", left.buffer.dtype, math.prod(sizes[:-1]) * step
    )
    program.temporaries.append(buffer)
    loops, (*batch, row, column) = loops_over(sizes)
    of_batch = dict(zip((symbol for symbol, _ in batches), batch, strict=True))
    start = substitute(left.offset, of_batch)
    element = load(left.buffer, start + row * left.row_step + column * left.column_step)
    copy = Nest(loops, [Store(buffer, place_of((*batch, row, column), strides), element)])
    offset = place_of([atom(symbol) for symbol, _ in batches], strides[: len(batches)])
    return copy, Matrix(buffer, offset, step, 1)


def _with_panels(
    program: Program, product: MatMul, first: int, panels: int, columns: int
) -> list[Statement]:
    """Copies some columns of the right matrix into panels, and multiplies with these."""
    right, k = product.right, product.k
    batches = _loops_of(right, product.loops)
    sizes = (*_counts(batches), panels, k, columns)
    strides = row_major_strides(sizes)
    buffer = Buffer(f"panels{len(program.temporaries)}", right.buffer.dtype, math.prod(sizes))
    program.temporaries.append(buffer)
    loops, (*batch, panel, row, column) = loops_over(sizes)
    of_batch = dict(zip((symbol for symbol, _ in batches), batch, strict=True))
    start = substitute(right.offset, of_batch)
    element = load(
        right.buffer,
        start + row * right.row_step + (panel * columns + column + first) * right.column_step,
    )
    copy = Nest(loops, [Store(buffer, place_of((*batch, panel, row, column), strides), element)])
    own = {symbol: stride for (symbol, _), stride in zip(batches, strides, strict=False)}
    return [copy, *_products(product, buffer, own, first, panels, columns)]


def _products(
    product: MatMul,
    buffer: Buffer,
    batch_strides: dict[Symbol, Index],
    first: int,
    panels: int,
    columns: int,
) -> list[Statement]:
    """Products of blocks of rows with panels, and of the rows that are left; for each part of the sums."""
    k, size = product.k, _block_of(product)
    blocks, left = divmod(product.m, size)
    parts = -(-k // _MOST_STEPS)
    ends = [k * part // parts for part in range(parts + 1)]
    found: list[Statement] = []
    for begin, end in pairwise(ends):
        for start, count, rows in ((0, blocks, size), (blocks * size, 1, left)):
            if not rows or not count:
                continue
            loops, (*batch, block, panel) = loops_over((*_counts(product.loops), count, panels))
            names = dict(zip((symbol for symbol, _ in product.loops), batch, strict=True))
            row = block * rows + start
            offset = panel * (k * columns) + begin * columns
            for symbol, stride in batch_strides.items():
                offset = offset + names[symbol] * stride
            out, of_left = product.out, product.left
            out = _moved(out, names, row * out.row_step + panel * columns + first)
            of_left = _moved(of_left, names, row * of_left.row_step + begin * of_left.column_step)
            panel_matrix = Matrix(buffer, offset, columns, 1)
            found.append(
                MatMul(loops, out, of_left, panel_matrix, rows, end - begin, columns, (), begin > 0)
            )
    return found


def _moved(matrix: Matrix, names: dict[Symbol, Index], distance: Index) -> Matrix:
    """A matrix at a distance, its batches by other names."""
    return replace(matrix, offset=substitute(matrix.offset, names) + distance)


def _block_of(product: MatMul) -> int:
    """How many rows a block has: as many in each if that can be."""
    m = product.m
    if m <= _MOST_BLOCK:
        return m
    equal = [size for size in range(_MOST_BLOCK // 2, _MOST_BLOCK + 1) if m % size == 0]
    return equal[-1] if equal else _MOST_BLOCK
