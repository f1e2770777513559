"""Einstein sums of one or two operands: reductions, and matrix products over any axes.

The labels of two operands are those of both that the result has (batches), of one (rows, columns), and of
both that it has not, which are summed over. Labels that walk through all memory as one are one. The last of
each kind is an axis of the matrix product, the others are loops around it.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from stagelight.codegen.cost import usual
from stagelight.codegen.expressions import cast
from stagelight.codegen.index import (
    Extent,
    Index,
    Undecided,
    is_nonnegative,
    row_major_strides,
)
from stagelight.codegen.loop_nest import Buffer, MatMul, Matrix
from stagelight.codegen.lowering.elementwise import combined, compute_dtype
from stagelight.codegen.lowering.lowering import Lowering, loops_over, reduction_loops
from stagelight.codegen.lowering.products import MULTIPLIED
from stagelight.codegen.lowering.reductions import reduced
from stagelight.codegen.lowering.registry import lowers
from stagelight.codegen.lowering.tensor_forms import sizes_of
from stagelight.codegen.lowering.values import (
    Indices,
    Value,
    computed,
    converted,
    in_buffer,
    permuted,
)
from stagelight.codegen.machine.blas import BLAS_ROUTINES
from stagelight.errors import OpError
from stagelight.graph.operation import Operation
from stagelight.ops.linalg.einsum import Labels, labels_of_equation, labels_of_others


def _accepts(operation: Operation) -> bool:
    shapes = [sizes_of(x) for x in operation.inputs]
    dtype = operation.outputs[0].dtype
    if len(shapes) > 2 or compute_dtype(dtype) not in MULTIPLIED:
        return False
    rows, result, sizes = labels_of_equation(operation.attrs["equation"], shapes)
    has_diagonals = any(len(set(row)) < len(row) for row in (*rows, result))
    return not has_diagonals and 0 not in sizes.values()


def _accepts_any_size(operation: Operation) -> bool:
    dtype = operation.outputs[0].dtype
    if len(operation.inputs) > 2 or compute_dtype(dtype) not in BLAS_ROUTINES:
        return False
    shapes = [[None] * len(x.shape.as_list()) for x in operation.inputs]
    rows, result, _ = labels_of_equation(operation.attrs["equation"], shapes)
    return not any(len(set(row)) < len(row) for row in (*rows, result))


def _labels_of(operation: Operation, operands: Sequence[Value]) -> Any:
    try:
        return labels_of_equation(operation.attrs["equation"], [x.sizes for x in operands])
    except (OpError, TypeError) as error:
        raise Undecided(f"{operation.name}: {error}") from error


@lowers("Einsum", accepts=_accepts, any_size=_accepts_any_size)
def _einsum(lowering: Lowering, operation: Operation, *operands: Value) -> Value:
    labels, result, sizes = _labels_of(operation, operands)
    if not all(size >= 1 for size in sizes.values()):
        raise Undecided("sums of nothing")
    dtype = operation.outputs[0].dtype
    named = []
    for position, (x, row) in enumerate(zip(operands, labels, strict=True)):
        kept = {*result, *labels_of_others(labels, position)}
        named.append(_without(lowering, converted(x, compute_dtype(dtype)), row, kept))
    value, row = named[0]
    if len(named) == 2:
        value, row = _product(lowering, *named[0], *named[1], result, sizes)
    return converted(permuted(value, [row.index(label) for label in result]), dtype)


def _without(lowering: Lowering, x: Value, row: Labels, kept: set[Any]) -> tuple[Value, Labels]:
    """An operand summed over the labels that nobody else has."""
    axes = [axis for axis, label in enumerate(row) if label not in kept]
    if not axes:
        return x, row
    left = [label for label in row if label in kept]
    sizes = tuple(size for size, label in zip(x.sizes, row, strict=True) if label in kept)
    return reduced(lowering, "add", x, axes, sizes), left


@dataclass(frozen=True)
class _Axis:
    """One label, or several as one: how many elements, and how far apart they are in memory."""

    size: Extent
    left: Extent = 0
    right: Extent = 0
    out: Extent = 0


def _merged(axes: Sequence[_Axis]) -> list[_Axis]:
    """The axes, those that walk through memory as one joined."""
    result: list[_Axis] = []
    for axis in axes:
        if axis.size == 1:
            continue
        last = result[-1] if result else None
        if last and all(
            before == step * axis.size
            for before, step in (
                (last.left, axis.left),
                (last.right, axis.right),
                (last.out, axis.out),
            )
        ):
            axis = _Axis(last.size * axis.size, axis.left, axis.right, axis.out)
            result.pop()
        result.append(axis)
    return result


def _product(
    lowering: Lowering,
    a: Value,
    a_row: Labels,
    b: Value,
    b_row: Labels,
    result: Labels,
    sizes: dict[Any, Extent],
) -> tuple[Value, Labels]:
    """The sum of products, and the labels of its axes."""
    batch = [label for label in result if label in a_row and label in b_row]
    summed = [label for label in a_row if label not in result]
    if not summed:
        return _outer(lowering, a, a_row, b, b_row, result), result
    rows, columns = ([x for x in result if x in own and x not in batch] for own in (a_row, b_row))
    if not columns or (rows and result[-1] in rows):
        # The columns are what the result has in order.
        a, a_row, b, b_row, rows, columns = b, b_row, a, a_row, columns, rows
    left, right = lowering.stored(a), lowering.stored(b)
    if left.is_of_any_size or right.is_of_any_size:
        left, a_row = _for_blas(lowering, left, a_row, batch, rows, summed)
        right, b_row = _for_blas(lowering, right, b_row, batch, summed, columns)
    order = [*batch, *rows, *columns]
    whole = tuple(sizes[label] for label in order)
    buffer = lowering.temporary(a.dtype, math.prod(whole))
    out_steps = dict(zip(order, row_major_strides(whole), strict=True))
    steps = [_steps_of(x, row) for x, row in ((left, a_row), (right, b_row))]

    def axes(labels: Labels) -> list[_Axis]:
        return _merged(
            [
                _Axis(sizes[x], steps[0].get(x, 0), steps[1].get(x, 0), out_steps.get(x, 0))
                for x in labels
            ]
        )

    summed = sorted(summed, key=lambda label: -abs(usual(steps[0].get(label, 0))))
    _write_product(
        lowering, axes(batch), axes(rows), axes(columns), axes(summed), left, right, buffer
    )
    return in_buffer(buffer, whole), order


def _for_blas(
    lowering: Lowering, x: Value, row: Labels, batch: Labels, first: Labels, second: Labels
) -> tuple[Value, Labels]:
    """An operand as matrices that BLAS takes, one for each batch: rows after rows, or columns."""
    steps, sizes = _steps_of(x, row), dict(zip(row, x.sizes, strict=True))
    axes = [
        _merged([_Axis(sizes[i], steps[i]) for i in each if i in row]) for each in (first, second)
    ]
    if all(len(each) <= 1 for each in axes):
        (high, high_step), (low, low_step) = (
            (each[0].size, each[0].left) if each else (1, 1) for each in axes
        )
        if (high_step, low_step) in ((low, 1), (1, high)):
            return x, row
        # Longer distances do as well where it is known that they are.
        if low_step == 1 and isinstance(low, int) and is_nonnegative(high_step - low):
            return x, row
    order = [label for label in (*batch, *first, *second) if label in row]
    ready = lowering.contiguous(permuted(x, [row.index(label) for label in order]))
    assert ready.buffer is not None
    return in_buffer(ready.buffer, ready.sizes), order


def _steps_of(x: Value, row: Labels) -> dict[Any, Extent]:
    """The distance of elements along each label; axes of size 1 are repeated."""
    return {
        label: step if size != 1 else 0
        for label, step, size in zip(row, x.strides, x.sizes, strict=True)
    }


def _write_product(
    lowering: Lowering,
    batch: list[_Axis],
    rows: list[_Axis],
    columns: list[_Axis],
    summed: list[_Axis],
    left: Value,
    right: Value,
    out: Buffer,
) -> None:
    one = _Axis(1)
    m, n, k = ((axes or [one])[-1] for axes in (rows, columns, summed))
    around = [*batch, *rows[:-1], *columns[:-1]]
    loops, indices = loops_over(tuple(axis.size for axis in around))
    sums, places = reduction_loops(tuple(axis.size for axis in summed[:-1]))
    offsets: list[Index] = [left.offset, right.offset, 0]
    for axis, index in zip((*around, *summed[:-1]), (*indices, *places), strict=True):
        for which, step in enumerate((axis.left, axis.right, axis.out)):
            offsets[which] = offsets[which] + index * step
    assert left.buffer is not None and right.buffer is not None
    lowering.statements.append(
        MatMul(
            loops,
            Matrix(out, offsets[2], m.out or n.size, 1),
            Matrix(left.buffer, offsets[0], m.left or 1, k.left or 1),
            Matrix(right.buffer, offsets[1], k.right or 1, n.right or 1),
            m.size,
            k.size,
            n.size,
            sums,
        )
    )


def _outer(
    lowering: Lowering,
    a: Value,
    a_row: Labels,
    b: Value,
    b_row: Labels,
    result: Labels,
) -> Value:
    """Products that are not summed: elements times elements."""
    spread = [_spread(x, row, result) for x, row in ((a, a_row), (b, b_row))]
    return combined(lowering, spread, lambda x, y: cast(x * y, a.dtype), a.dtype, 1)


def _spread(x: Value, row: Labels, result: Labels) -> Value:
    """An operand with all axes of the result, those that it lacks of size 1."""
    own = {label: axis for axis, label in enumerate(row)}
    shape = tuple(x.sizes[own[label]] if label in own else 1 for label in result)

    def element(at: Indices) -> Any:
        places: list[Index] = [0] * len(row)
        for label, index in zip(result, at, strict=True):
            if label in own:
                places[own[label]] = index
        return x.element(tuple(places))

    return computed(x.dtype, shape, element, x.cost)
