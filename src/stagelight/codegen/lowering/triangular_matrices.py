"""Small matrices: Cholesky's factors, and solutions of triangular systems.

All matrices of a batch take a step together, from which on what is left of them is one row or column
smaller. What a step takes away is taken from whole rows, in vectors, though only a part of them is used
later. Matrices that are larger are left to LAPACK.
"""

from __future__ import annotations

import math
from typing import Any

from stagelight.codegen.expressions import Expr, const, from_index, load, op, to_index, where
from stagelight.codegen.index import Index, Undecided, place_of, row_major_strides
from stagelight.codegen.loop_nest import Buffer, Check, Nest, Statement, Store, While
from stagelight.codegen.lowering.elementwise import compute_dtype
from stagelight.codegen.lowering.lowering import Lowering
from stagelight.codegen.lowering.registry import lowers
from stagelight.codegen.lowering.tensor_forms import sizes_of
from stagelight.codegen.lowering.values import (
    Indices,
    Value,
    broadcast,
    broadcast_sizes,
    converted,
    in_buffer,
    require_elements,
)
from stagelight.graph.operation import Operation
from stagelight.types import dtypes

# LAPACK takes less time for matrices of more rows: it does not touch what is not used.
_MOST_ROWS = 64


class Steps:
    """Steps that are done one after the other: what is lowered inside of its `with`, so often.

    Args:
        lowering: the program.
        count: how many.

    Attributes:
        number: of the step, an expression that is the same for all elements.
        statements: of a step.
    """

    def __init__(self, lowering: Lowering, count: int) -> None:
        self._lowering = lowering
        self._count = count
        self._counter = lowering.temporary(dtypes.int64, 1, is_mutable=True)
        self._around = lowering.statements
        self.number = load(self._counter, 0)
        self.statements: list[Statement] = []

    def row(self, *, is_last_first: bool = False) -> Expr:
        """The row that a step is about."""
        return (self._count - 1) - self.number if is_last_first else self.number

    def place(self, row: Expr) -> Index:
        """A row as an index: that it is one is shown here."""
        return to_index(op("minimum", op("maximum", row, 0), self._count - 1))

    def __enter__(self) -> Steps:
        self._lowering.statements = self.statements
        return self

    def __exit__(self, *_: Any) -> None:
        self._lowering.statements = self._around
        self.statements.append(self._set(self.number + 1))
        is_left = op("less", self.number, self._count)
        self._around += [self._set(const(0, dtypes.int64)), While([], is_left, self.statements)]

    def _set(self, value: Expr) -> Nest:
        return Nest((), [Store(self._counter, 0, value)])


def is_small(operation: Operation) -> bool:
    """Whether it is one for square matrices of few rows."""
    rank = operation.inputs[0].shape.rank
    if rank is None or rank < 2:
        return False
    rows, columns = operation.inputs[0].shape.as_list()[-2:]
    return rows == columns and rows is not None and 1 <= rows <= _MOST_ROWS


def has_elements(operation: Operation) -> bool:
    """The same, and there are some."""
    return is_small(operation) and all(0 not in sizes_of(x) for x in operation.inputs)


def copied(lowering: Lowering, x: Value) -> Buffer:
    """A buffer with the elements of a tensor, which is written further."""
    buffer = lowering.temporary(x.dtype, x.size, is_mutable=True)
    lowering.write(x, buffer)
    return buffer


def rows_of(x: Value) -> int:
    """How many rows matrices have.

    Raises:
        Undecided: that is not known, or it is too many.
    """
    rows = x.sizes[-1]
    if not isinstance(rows, int) or x.sizes[-2] != rows or not 1 <= rows <= _MOST_ROWS:
        raise Undecided(f"how many rows {x.sizes} has")
    return rows


@lowers("Cholesky", accepts=has_elements, any_size=is_small)
def _cholesky(lowering: Lowering, operation: Operation, x: Value) -> Value:
    """What is not positive definite ends the program: the host knows what is NaN then."""
    require_elements(x)
    rows = rows_of(x)
    wide = converted(x, compute_dtype(x.dtype))
    left = copied(lowering, wide)
    sizes = x.sizes
    batch = sizes[:-2]
    strides = row_major_strides(sizes)
    result = lowering.temporary(wide.dtype, x.size, is_mutable=True)
    column = lowering.temporary(wide.dtype, math.prod(batch) * rows, is_mutable=True)
    own = row_major_strides((*batch, rows))
    with Steps(lowering, rows) as steps:
        step, now = steps.number, steps.place(steps.number)

        def of_column(at: Indices) -> list[Any]:
            *around, row = at
            pivot = load(left, place_of((*around, now, now), strides))
            root = op("sqrt", pivot)
            value = load(left, place_of((*around, row, now), strides)) / root
            number = from_index(row)
            value = where(op("equal", number, step), root, value)
            value = where(op("less", number, step), const(0.0, wide.dtype), value)
            return [
                Check(pivot > 0.0),
                Store(column, place_of(at, own), value),
                Store(result, place_of((*around, row, now), strides), value),
            ]

        def taken(at: Indices) -> list[Any]:
            *around, row, place = at
            one, other = (load(column, place_of((*around, i), own)) for i in (row, place))
            return [Store(left, place_of(at, strides), one * other, "subtract")]

        lowering.nest((*batch, rows), of_column)
        lowering.nest(sizes, taken)
    return converted(in_buffer(result, sizes), x.dtype)


@lowers(
    "MatrixTriangularSolve", any_size=is_small,
    accepts=lambda operation: has_elements(operation) and _fits(operation),
)  # fmt: skip
def _triangular_solve(lowering: Lowering, operation: Operation, matrix: Value, rhs: Value) -> Value:
    require_elements(matrix)
    require_elements(rhs)
    rows = rows_of(matrix)
    if len(rhs.sizes) < 2 or rhs.sizes[-2] != rows:
        raise Undecided(f"whether {rhs.sizes} has {rows} rows")
    kind = compute_dtype(matrix.dtype)
    batch = broadcast_sizes(matrix.sizes[:-2], rhs.sizes[:-2])
    sizes = (*batch, *rhs.sizes[-2:])
    a = broadcast(converted(lowering.stored(matrix), kind), (*batch, rows, rows))
    left = copied(lowering, broadcast(converted(rhs, kind), sizes))
    strides = row_major_strides(sizes)
    solved = lowering.temporary(kind, math.prod((*batch, sizes[-1])), is_mutable=True)
    own = row_major_strides((*batch, sizes[-1]))
    is_adjoint = bool(operation.attrs.get("adjoint", False))
    is_lower = bool(operation.attrs.get("lower", True))
    is_last_first = is_lower == is_adjoint

    def factor(around: Any, row: Index, column: Index) -> Expr:
        return a.element((*around, column, row) if is_adjoint else (*around, row, column))

    with Steps(lowering, rows) as steps:
        number = steps.row(is_last_first=is_last_first)
        now = steps.place(number)

        def of_row(at: Indices) -> list[Any]:
            *around, place = at
            where_ = place_of((*around, now, place), strides)
            value = load(left, where_) / factor(around, now, now)
            return [Store(solved, place_of(at, own), value), Store(left, where_, value)]

        def taken(at: Indices) -> list[Any]:
            *around, row, place = at
            is_open = op("less" if is_last_first else "greater", from_index(row), number)
            part = factor(around, row, now) * load(solved, place_of((*around, place), own))
            part = where(is_open, part, const(0.0, kind))
            return [Store(left, place_of(at, strides), part, "subtract")]

        lowering.nest((*batch, sizes[-1]), of_row)
        lowering.nest(sizes, taken)
    return converted(in_buffer(left, sizes), rhs.dtype)


def _fits(operation: Operation) -> bool:
    matrix, rhs = (sizes_of(x) for x in operation.inputs)
    return len(rhs) >= 2 and rhs[-2] == matrix[-1]
