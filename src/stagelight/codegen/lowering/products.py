"""Products of matrices."""

from __future__ import annotations

import math

from stagelight.codegen.index import Index, row_major_strides
from stagelight.codegen.loop_nest import MatMul, Matrix
from stagelight.codegen.lowering.lowering import Lowering, loops_over, lowers, sizes_of
from stagelight.codegen.lowering.values import Value, in_buffer
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


@lowers("MatMul", accepts=_has_work)
def _matmul(lowering: Lowering, operation: Operation, a: Value, b: Value) -> Value:
    attrs = operation.attrs
    return _product(
        lowering, operation, a, b, bool(attrs.get("transpose_a")), bool(attrs.get("transpose_b"))
    )


@lowers("BatchMatMul", "BatchMatMulV2", "BatchMatMulV3", accepts=_has_work)
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
    sizes = sizes_of(operation.outputs[0])
    buffer = lowering.temporary(operation.outputs[0].dtype, math.prod(sizes))
    loops, indices = loops_over(sizes[:-2])
    left, m, k = _matrix(lowering.stored(a), indices, is_a_transposed)
    right, _, n = _matrix(lowering.stored(b), indices, is_b_transposed)
    offset: Index = 0
    strides = row_major_strides(sizes)
    for index, stride in zip(indices, strides, strict=False):
        offset = offset + index * stride
    out = Matrix(buffer, offset, n, 1)
    lowering.statements.append(MatMul(loops, out, left, right, m, k, n))
    return in_buffer(buffer, sizes)


def _matrix(x: Value, batch: tuple[Index, ...], is_transposed: bool) -> tuple[Matrix, int, int]:
    """The matrix of a batch, and its sizes."""
    assert x.buffer is not None
    offset: Index = x.offset
    count = len(x.sizes) - 2
    own = batch[len(batch) - count :]
    for size, stride, index in zip(x.sizes, x.strides, own, strict=False):
        if size != 1:
            offset = offset + index * stride
    (rows, columns), (row_step, column_step) = x.sizes[-2:], x.strides[-2:]
    if is_transposed:
        rows, columns, row_step, column_step = columns, rows, column_step, row_step
    return Matrix(x.buffer, offset, row_step, column_step), rows, columns
