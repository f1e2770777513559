"""Linear systems and inverses of small matrices, by elimination with the largest element of a column.

All systems of a batch take a step together, see `triangular_matrices`. A step exchanges two rows, and then
takes multiples of one row from all others, so that an identity is left of the matrix.
"""

from __future__ import annotations

import math
from typing import Any

from stagelight.codegen.expressions import Expr, const, from_index, load, op, reduce, where
from stagelight.codegen.index import Undecided, place_of, row_major_strides
from stagelight.codegen.loop_nest import Check, Store
from stagelight.codegen.lowering.elementwise import compute_dtype
from stagelight.codegen.lowering.lowering import Lowering, reduction_loops
from stagelight.codegen.lowering.registry import lowers
from stagelight.codegen.lowering.tensor_forms import sizes_of
from stagelight.codegen.lowering.triangular_matrices import (
    Steps,
    copied,
    has_elements,
    is_small,
    rows_of,
)
from stagelight.codegen.lowering.values import (
    Indices,
    Value,
    computed,
    converted,
    in_buffer,
    require_elements,
)
from stagelight.graph.operation import Operation
from stagelight.types import dtypes


def _solved(lowering: Lowering, matrix: Value, rhs: Value) -> Value:
    """The `x` with `matrix @ x = rhs`, of one dtype. A matrix that is singular ends the program."""
    rows, kind = rows_of(matrix), matrix.dtype
    sizes = rhs.sizes
    batch, columns = sizes[:-2], sizes[-1]
    left, right = copied(lowering, matrix), copied(lowering, rhs)
    parts = (
        (left, row_major_strides(matrix.sizes), rows),
        (right, row_major_strides(sizes), columns),
    )
    own = row_major_strides((*batch, rows))
    of_matrix = row_major_strides(matrix.sizes)
    count = math.prod(batch)
    pivots = lowering.temporary(dtypes.int64, count, is_mutable=True)
    factors = lowering.temporary(kind, count * rows, is_mutable=True)
    along, (candidate,) = reduction_loops((rows,))

    def check_first(at: Indices) -> list[Any]:
        first = load(left, place_of((*at, 0, 0), of_matrix))
        return [Check(op("equal", first, first))]  # No element is known to be larger than NaN.

    lowering.nest(batch, check_first)
    with Steps(lowering, rows) as steps:
        step, now = steps.number, steps.place(steps.number)

        def find(at: Indices) -> list[Any]:
            size = op("abs", load(left, place_of((*at, candidate, now), of_matrix)))
            is_left = from_index(candidate) >= step
            # No element is known to be larger than NaN, and NaN is not known to be larger than any.
            is_first = op("equal", from_index(candidate), step)
            unknown = where(is_first, const(math.inf, kind), const(-1.0, kind))
            size = where(op("equal", size, size), size, unknown)
            size = where(is_left, size, const(-1.0, kind))
            found = reduce("argmax", along, size) if along else const(0, dtypes.int64)
            return [Store(pivots, place_of(at, row_major_strides(batch)), found)]

        def pivot(around: Any) -> Any:
            return steps.place(load(pivots, place_of(around, row_major_strides(batch))))

        def exchange(part: Any) -> Any:
            buffer, strides, _ = part

            def body(at: Indices) -> list[Any]:
                *around, place = at
                here = place_of((*around, now, place), strides)
                there = place_of((*around, pivot(around), place), strides)
                return [
                    Store(buffer, here, load(buffer, there)),
                    Store(buffer, there, load(buffer, here)),
                ]

            return body

        def of_factors(at: Indices) -> list[Any]:
            *around, row = at
            divisor = load(left, place_of((*around, now, now), of_matrix))
            value = load(left, place_of((*around, row, now), of_matrix))
            # Of the row itself so much is taken that its quotient is left.
            value = where(op("equal", from_index(row), step), value - 1.0, value)
            is_regular = op("not_equal", divisor, 0.0)
            return [Check(is_regular), Store(factors, place_of(at, own), value / divisor)]

        def take(part: Any, row_of: Any) -> Any:
            buffer, strides, _ = part

            def body(at: Indices) -> list[Any]:
                *around, row, place = at
                factor = load(factors, place_of((*around, row), own))
                taken = factor * row_of(around, place)
                return [Store(buffer, place_of(at, strides), taken, "subtract")]

            return body

        lowering.nest(batch, find)
        for part in parts:
            lowering.nest((*batch, part[2]), exchange(part))
        lowering.nest((*batch, rows), of_factors)
        for part in parts:
            kept = _row(lowering, part, batch, now, kind)
            lowering.nest((*batch, rows, part[2]), take(part, kept))
    return in_buffer(right, sizes)


def _row(lowering: Lowering, part: Any, batch: Any, now: Any, kind: Any) -> Any:
    """A copy of the row of a step, since that row changes with the others."""
    buffer, strides, width = part
    copy = lowering.temporary(kind, math.prod((*batch, width)), is_mutable=True)
    own = row_major_strides((*batch, width))

    def body(at: Indices) -> list[Any]:
        value = load(buffer, place_of((*at[:-1], now, at[-1]), strides))
        return [Store(copy, place_of(at, own), value)]

    lowering.nest((*batch, width), body)
    return lambda around, place: load(copy, place_of((*around, place), own))


def _adjoint(operation: Operation, x: Value) -> Value:
    """The matrices, or their transposes, in the dtype in which they are computed."""
    if operation.attrs.get("adjoint", False):
        given = x
        sizes = (*x.sizes[:-2], x.sizes[-1], x.sizes[-2])
        x = computed(
            x.dtype, sizes, lambda at: given.element((*at[:-2], at[-1], at[-2])), given.cost
        )
    return converted(x, compute_dtype(x.dtype))


@lowers("MatrixInverse", accepts=has_elements, any_size=is_small)
def _inverse(lowering: Lowering, operation: Operation, x: Value) -> Value:
    require_elements(x)
    matrix = _adjoint(operation, lowering.stored(x))

    def identity(at: Indices) -> Expr:
        is_diagonal = op("equal", from_index(at[-2]), from_index(at[-1]))
        return where(is_diagonal, const(1.0, matrix.dtype), const(0.0, matrix.dtype))

    rhs = computed(matrix.dtype, x.sizes, identity, 2)
    return converted(_solved(lowering, matrix, rhs), x.dtype)


def _fits(operation: Operation) -> bool:
    if not has_elements(operation):
        return False
    matrix, rhs = (sizes_of(x) for x in operation.inputs)
    return len(matrix) == len(rhs) and matrix[:-1] == rhs[:-1]


@lowers("MatrixSolve", accepts=_fits, any_size=is_small)
def _solve(lowering: Lowering, operation: Operation, matrix: Value, rhs: Value) -> Value:
    require_elements(matrix)
    require_elements(rhs)
    if len(matrix.sizes) != len(rhs.sizes) or matrix.sizes[:-1] != rhs.sizes[:-1]:
        raise Undecided(f"whether {rhs.sizes} has the rows of {matrix.sizes}")
    rows_of(matrix)
    given = _adjoint(operation, lowering.stored(matrix))
    result = _solved(lowering, given, converted(rhs, compute_dtype(rhs.dtype)))
    return converted(result, rhs.dtype)
