"""Products of matrices."""

from __future__ import annotations

import math
from typing import Any

from stagelight.codegen.expressions import Expr, reduce
from stagelight.codegen.index import Index, Undecided, place_of, row_major_strides
from stagelight.codegen.loop_nest import MatMul, Matrix
from stagelight.codegen.lowering.lowering import Lowering, loops_over, reduction_loops
from stagelight.codegen.lowering.registry import lowers
from stagelight.codegen.lowering.tensor_forms import sizes_of
from stagelight.codegen.lowering.values import (
    Indices,
    Sizes,
    Value,
    broadcast,
    broadcast_sizes,
    computed,
    in_buffer,
)
from stagelight.codegen.machine.blas import BLAS_ROUTINES
from stagelight.graph.operation import Operation
from stagelight.types import dtypes

# Dtypes that matrix products are made of.
MULTIPLIED = frozenset(
    {dtypes.float32, dtypes.float64, dtypes.int32, dtypes.int64, dtypes.uint32, dtypes.uint64}
)


def _has_work(operation: Operation) -> bool:
    dtypes_used = {x.dtype for x in (*operation.inputs, *operation.outputs)}
    sizes = [size for x in operation.inputs for size in sizes_of(x)]
    return len(dtypes_used) == 1 and dtypes_used <= MULTIPLIED and 0 not in sizes


@lowers("MatMul", accepts=_has_work, any_size=True)
def _matmul(lowering: Lowering, operation: Operation, a: Value, b: Value) -> Value:
    attrs = operation.attrs
    return _product(
        lowering, operation, a, b, bool(attrs.get("transpose_a")), bool(attrs.get("transpose_b"))
    )


@lowers("BatchMatMul", "BatchMatMulV2", "BatchMatMulV3", accepts=_has_work, any_size=True)
def _batch_matmul(lowering: Lowering, operation: Operation, a: Value, b: Value) -> Value:
    attrs = operation.attrs
    return _product(lowering, operation, a, b, bool(attrs.get("adj_x")), bool(attrs.get("adj_y")))


def _product(
    lowering: Lowering,
    operation: Operation,
    a: Value,
    b: Value,
    is_a_transposed: bool,
    is_b_transposed: bool,
) -> Value:
    m, k = _rows_and_columns(a, is_a_transposed)
    depth, n = _rows_and_columns(b, is_b_transposed)
    sizes = (*broadcast_sizes(a.sizes[:-2], b.sizes[:-2]), m, n)
    if a.is_of_any_size or b.is_of_any_size:
        if k != depth or not (m >= 1 and k >= 1 and n >= 1):
            raise Undecided(f"whether {k} is {depth}, and not 0")
        if operation.outputs[0].dtype not in BLAS_ROUTINES:
            return _sum_of_products(lowering, (a, b), sizes, is_a_transposed, is_b_transposed)
        a, b = (_for_blas(lowering, x) for x in (a, b))
    buffer = lowering.temporary(operation.outputs[0].dtype, math.prod(sizes))
    loops, indices = loops_over(sizes[:-2])
    left = _matrix(lowering.stored(a), indices, is_a_transposed)
    right = _matrix(lowering.stored(b), indices, is_b_transposed)
    out = Matrix(buffer, place_of(indices, row_major_strides(sizes)[:-2]), n, 1)
    lowering.statements.append(MatMul(loops, out, left, right, m, k, n))
    return in_buffer(buffer, sizes)


def _rows_and_columns(x: Value, is_transposed: bool) -> tuple[Any, Any]:
    rows, columns = x.sizes[-2:]
    return (columns, rows) if is_transposed else (rows, columns)


def _for_blas(lowering: Lowering, x: Value) -> Value:
    """The tensor in a form that BLAS takes, whatever the sizes are."""
    stored = lowering.stored(x)
    rows, columns = stored.sizes[-2:]
    steps = stored.strides[-2:]
    if steps in ((columns, 1), (1, rows)):
        return stored
    ready = lowering.contiguous(stored)
    assert ready.buffer is not None
    return in_buffer(ready.buffer, ready.sizes)  # Axes of size 1 have their distances, too.


def _sum_of_products(
    lowering: Lowering,
    factors: tuple[Value, Value],
    sizes: Sizes,
    is_a_transposed: bool,
    is_b_transposed: bool,
) -> Value:
    """The product without tiles: these need sizes that are known."""
    a, b = (lowering.stored(x) for x in factors)
    loops, (along,) = reduction_loops((_rows_and_columns(a, is_a_transposed)[1],))
    batch = len(sizes) - 2
    lefts, rights = (broadcast(x, (*sizes[:batch], *x.sizes[-2:])) for x in (a, b))

    def element(at: Indices) -> Expr:
        *around, row, column = at
        left = (along, row) if is_a_transposed else (row, along)
        right = (column, along) if is_b_transposed else (along, column)
        product = lefts.element((*around, *left)) * rights.element((*around, *right))
        return reduce("add", loops, product)

    return lowering.stored(computed(a.dtype, sizes, element, 100))


def _matrix(x: Value, batch: tuple[Index, ...], is_transposed: bool) -> Matrix:
    """The matrix of a batch."""
    assert x.buffer is not None
    offset: Index = x.offset
    count = len(x.sizes) - 2
    own = batch[len(batch) - count :]
    for size, stride, index in zip(x.sizes, x.strides, own, strict=False):
        if size != 1:
            offset = offset + index * stride
    row_step, column_step = x.strides[-2:]
    if is_transposed:
        row_step, column_step = column_step, row_step
    return Matrix(x.buffer, offset, row_step, column_step)
