"""Least squares: `tf.linalg.lstsq` and the op `MatrixSolveLs`, in batches."""

from __future__ import annotations

from types import ModuleType
from typing import Any

import numpy as np

from stagelight.core.convert import convert_to_tensor
from stagelight.core.inference import Inferred, broadcast_shapes, invalid
from stagelight.core.op_def import Trait, types
from stagelight.core.raw import raw
from stagelight.core.registry import define
from stagelight.core.tensor import Tensor
from stagelight.ops.linalg.square_matrices import (
    MATRIX_DTYPES,
    adjoint_of,
    check_rows,
    each_matrix,
    matrix_sizes,
    product,
    wide,
    with_matrix,
)
from stagelight.public import public


def _infer_least_squares(
    matrix: Tensor, rhs: Tensor, l2_regularizer: Tensor, **_attrs: Any
) -> Inferred:
    if l2_regularizer.shape.rank not in (None, 0):
        raise invalid("l2_regularizer must be scalar")
    batch, rows, columns = matrix_sizes(matrix)
    other, rhs_rows, count = matrix_sizes(rhs, 1)
    check_rows(rows, rhs_rows, matrix.shape, rhs.shape)
    return Inferred(with_matrix(broadcast_shapes(batch, other), columns, count), matrix.dtype)


def _shortest_solution(matrix: np.ndarray, rhs: np.ndarray) -> np.ndarray:
    """The minimum-norm least-squares solution, by the singular value decomposition.

    TF: where the matrix has an infinity or NaN it is 0. LAPACK would not end with an infinity.
    """
    if not np.isfinite(matrix).all():
        return np.zeros((matrix.shape[1], rhs.shape[1]), matrix.dtype)
    return np.linalg.lstsq(matrix, rhs, rcond=None)[0]


def _least_squares(
    xp: ModuleType,
    matrix: np.ndarray,
    rhs: np.ndarray,
    l2_regularizer: np.ndarray,
    *,
    fast: bool = True,
) -> Any:
    if matrix.ndim < 2 or matrix.ndim != rhs.ndim or matrix.shape[:-1] != rhs.shape[:-1]:
        raise ValueError("matrix and rhs must have the same leading axes and rows")
    if float(l2_regularizer) < 0:
        raise invalid("l2_regularizer must be >= 0.")
    a, b = wide(matrix), wide(rhs)
    rows, columns = a.shape[-2:]
    if not fast:
        if not a.size or not b.size:
            return np.zeros((*a.shape[:-2], columns, b.shape[-1]), matrix.dtype)
        solutions = each_matrix(lambda m, r: (_shortest_solution(m, r),), a, b)[0]
        shape = (*a.shape[:-2], columns, b.shape[-1])
        return np.stack(solutions).reshape(shape).astype(matrix.dtype)
    adjoint = xp.conj(xp.swapaxes(a, -1, -2))
    is_tall = rows >= columns
    gram = adjoint @ a if is_tall else a @ adjoint
    gram = gram + l2_regularizer.astype(a.dtype) * xp.eye(min(rows, columns), dtype=a.dtype)
    _require_full_rank(gram, matrix.dtype)
    if is_tall:
        return xp.linalg.solve(gram, adjoint @ b).astype(matrix.dtype)
    return (adjoint @ xp.linalg.solve(gram, b)).astype(matrix.dtype)


def _require_full_rank(gram: np.ndarray, dtype: np.dtype[Any]) -> None:
    """Sees that the matrices are positive definite beyond rounding; those with NaN are solved, with NaN.

    Cholesky's pivots are what is left of the diagonal; where nothing is left but rounding, rows depend on
    each other.

    Raises:
        InvalidArgumentError: one of them is not.
    """
    size = gram.shape[-1]
    if not gram.size:
        return
    finite = gram.reshape(-1, size, size)[np.isfinite(gram).all((-2, -1)).reshape(-1)]
    rounding = size * np.finfo(dtype).eps
    try:
        factors = np.linalg.cholesky(finite)
    except np.linalg.LinAlgError:
        is_deficient = True
    else:
        left = np.abs(np.einsum("...ii->...i", factors)) ** 2
        is_deficient = bool((left <= rounding * np.abs(np.einsum("...ii->...i", finite))).any())
    if is_deficient:
        raise invalid(
            "Input matrix was rank deficient or ill-conditioned. "
            "Try setting fast=False or provide a larger l2_regularizer > 0."
        )


def _least_squares_gradient(op: Any, dx: Tensor) -> list[Any]:
    if not op.attr_value("fast"):
        raise ValueError("Gradient not defined for fast=False")
    matrix, rhs, regularizer = op.inputs
    rows, columns = matrix.shape.as_list()[-2:] if matrix.shape.rank else (None, None)
    if rows is None or columns is None:
        return _gradient_of_unknown_sizes(matrix, rhs, regularizer, op.output, dx)
    is_tall = rows >= columns
    factor = _gram_factor(matrix, regularizer, is_tall, min(rows, columns))
    if is_tall:
        x, z = op.output, _solved(factor, dx)
        xz = product(x, z, adjoint_b=True)
        d_matrix = raw.Sub(
            product(rhs, z, adjoint_b=True), product(matrix, raw.AddV2(xz, adjoint_of(xz)))
        )
        return [d_matrix, product(matrix, z), None]
    d_rhs = _solved(factor, product(matrix, dx))
    inner = _solved(factor, rhs)
    first = raw.Neg(product(d_rhs, product(inner, matrix, adjoint_a=True)))
    rest = raw.Sub(dx, product(matrix, d_rhs, adjoint_a=True))
    return [raw.AddV2(first, product(inner, rest, adjoint_b=True)), d_rhs, None]


def _gradient_of_unknown_sizes(
    matrix: Tensor, rhs: Tensor, regularizer: Tensor, x: Tensor, dx: Tensor
) -> list[Any]:
    """The gradient of tall and wide matrices alike: which it is is known when it runs.

    With `B` the taller of `A` and `A^H`, `K = B^H B + regularizer` and `P` what solves, `x = P b`:

        db = P^H dx        dA = u v^H - db x^H
        tall:  P = (B K^-1)^H    u = b - A x      v = K^-1 dx
        wide:  P = B K^-1        u = K^-1 b       v = dx - A^H db
    """
    rows, columns = (
        raw.StridedSlice(
            raw.Shape(matrix), [i], [i + 1], [1], shrink_axis_mask=1, end_mask=int(i == -1)
        )
        for i in (-2, -1)
    )
    is_tall = raw.GreaterEqual(rows, columns)
    taller = _turned_unless(is_tall, matrix)
    gram = product(taller, taller, adjoint_a=True)
    size = raw.Range(0, raw.Minimum(rows, columns), 1)
    identity = raw.Cast(raw.Equal(size, raw.ExpandDims(size, 1)), DstT=matrix.dtype)
    weight = raw.Cast(regularizer, DstT=matrix.dtype)
    factor = raw.Cholesky(raw.AddV2(gram, raw.Mul(weight, identity)))
    # K^-1 B^H is P of tall matrices, and its adjoint that of wide ones.
    solver = _turned_unless(is_tall, _solved(factor, adjoint_of(taller)))
    d_rhs = product(solver, dx, adjoint_a=True)
    inner = _solved(factor, _one_of(is_tall, dx, columns, rhs, rows))
    u = _one_of(is_tall, raw.Sub(rhs, product(matrix, x)), rows, inner, rows)
    rest = raw.Sub(dx, product(matrix, d_rhs, adjoint_a=True))
    v = _one_of(is_tall, inner, columns, rest, columns)
    d_matrix = raw.Sub(product(u, v, adjoint_b=True), product(d_rhs, x, adjoint_b=True))
    return [d_matrix, d_rhs, None]


def _turned_unless(condition: Tensor, x: Tensor) -> Tensor:
    """The matrix, or its adjoint."""
    rank = raw.Rank(x)
    numbers = raw.Range(0, rank, 1)
    last = raw.GreaterEqual(numbers, raw.Sub(rank, 2))
    swapped = raw.SelectV2(last, raw.Sub(raw.Sub(raw.Mul(rank, 2), 3), numbers), numbers)
    if x.dtype.is_complex:
        x = raw.SelectV2(condition, x, raw.Conj(x))
    return raw.Transpose(x, raw.SelectV2(condition, numbers, swapped))


def _one_of(condition: Tensor, x: Tensor, x_rows: Tensor, y: Tensor, y_rows: Tensor) -> Tensor:
    """One of two matrices of different numbers of rows, for which gradients of both flow."""
    both = raw.ConcatV2([x, y], -2)
    first = raw.SelectV2(condition, 0, raw.GatherV2(raw.Shape(x), raw.Sub(raw.Rank(x), 2), 0))
    count = raw.SelectV2(condition, x_rows, y_rows)
    return raw.GatherV2(both, raw.Range(first, raw.AddV2(first, count), 1), raw.Sub(raw.Rank(x), 2))


def _gram_factor(matrix: Tensor, regularizer: Tensor, is_tall: bool, size: int) -> Tensor:
    gram = product(matrix, matrix, adjoint_a=is_tall, adjoint_b=not is_tall)
    weight = raw.Cast(regularizer, DstT=matrix.dtype)
    identity = np.eye(size, dtype=matrix.dtype.numpy_dtype)
    return raw.Cholesky(raw.AddV2(gram, raw.Mul(weight, identity)))


def _solved(factor: Tensor, rhs: Tensor) -> Tensor:
    """`(factor factor^H)^-1 rhs` for a lower triangular factor."""
    half = raw.MatrixTriangularSolve(factor, rhs)
    return raw.MatrixTriangularSolve(factor, half, adjoint=True)


define(
    "MatrixSolveLs",
    "matrix: T, rhs: T, l2_regularizer: float64",
    "output: T",
    {"T": types(MATRIX_DTYPES), "fast": True},
    infer=_infer_least_squares,
    kernel=_least_squares,
    gradient=_least_squares_gradient,
    traits=Trait.HEAVY,
)


@public("linalg.lstsq")
def lstsq(
    matrix: Any,
    rhs: Any,
    l2_regularizer: Any = 0.0,
    fast: bool = True,
    name: str | None = None,
) -> Tensor:
    """The `x` that minimises `|matrix @ x - rhs|^2 + l2_regularizer * |x|^2`.

    Args:
        matrix: floating or complex tensor `[..., m, n]` of full rank.
        rhs: tensor `[..., m, k]` of the same dtype and leading axes.
        l2_regularizer: number, not negative; used where `fast` is true.
        fast: whether to solve the normal equations, else by an orthogonal factorization, which is
            slower, bears matrices of low rank and has no gradient.
        name: name of the operation.

    Returns:
        Tensor `[..., n, k]`; the shortest `x` where there are many.

    Raises:
        InvalidArgumentError: shapes do not fit.

    >>> tf.linalg.lstsq([[1.0], [1.0]], [[1.0], [3.0]]).numpy()
    array([[2.]], dtype=float32)
    """
    return raw.MatrixSolveLs(convert_to_tensor(matrix), rhs, l2_regularizer, fast=fast, name=name)
