"""Factorizations of matrices in batches: Cholesky, QR, singular values.

`tf.linalg.cholesky`, `qr`, `svd`. LU is in `lu`, eigenvalues are in `eigenvalues`.
"""

from __future__ import annotations

from types import ModuleType
from typing import Any

import numpy as np

from stagelight.core.convert import convert_to_tensor
from stagelight.core.inference import Inferred
from stagelight.core.op_def import Trait, types
from stagelight.core.raw import raw
from stagelight.core.registry import define
from stagelight.core.tensor import Tensor
from stagelight.ops.linalg.square_matrices import (
    MATRIX_DTYPES,
    adjoint_of,
    infer_like_square,
    matrix_sizes,
    product,
    require_square,
    wide,
    with_matrix,
)
from stagelight.public import public
from stagelight.types.shapes import TensorShape


def as_rows(values: Tensor) -> Tensor:
    """`[..., n]` as `[..., 1, n]`, to scale columns by."""
    return raw.ExpandDims(values, np.int32(-2))


def as_columns(values: Tensor) -> Tensor:
    """`[..., n]` as `[..., n, 1]`, to scale rows by."""
    return raw.ExpandDims(values, np.int32(-1))


def band(x: Tensor, lower: int, upper: int) -> Tensor:
    """The matrices with zeros outside of so many diagonals below and above the main one."""
    return raw.MatrixBandPart(x, np.int64(lower), np.int64(upper))


def half_diagonal(x: Tensor) -> Tensor:
    """The matrices with their diagonals halved."""
    return raw.Sub(x, raw.Mul(band(x, 0, 0), 0.5))


def inverse_differences(values: Tensor) -> Tensor:
    """`1 / (values[j] - values[i])` at row i and column j, zero where they are equal."""
    difference = raw.Sub(as_rows(values), as_columns(values))
    # Nearly equal values would give infinities whose products are NaN.
    inverse = raw.Mul(difference, raw.Reciprocal(raw.AddV2(raw.Square(difference), 1e-20)))
    # The diagonal is zero already, but not its derivative.
    return raw.Sub(inverse, band(inverse, 0, 0))


# ---------------------------------------------------------------------------- Cholesky


def _cholesky(xp: ModuleType, input: np.ndarray) -> Any:
    require_square(input)
    x = wide(input)
    try:
        return xp.linalg.cholesky(x).astype(input.dtype)
    except np.linalg.LinAlgError:
        # TF: NaN for the matrices that are not positive definite, no error.
        return _cholesky_or_nan(x).astype(input.dtype)


def _cholesky_or_nan(x: np.ndarray) -> np.ndarray:
    result = np.empty_like(x)
    for index in np.ndindex(x.shape[:-2]):
        try:
            result[index] = np.linalg.cholesky(x[index])
        except np.linalg.LinAlgError:
            result[index] = np.tril(np.full(x.shape[-2:], np.nan, x.dtype))
    return result


def _cholesky_gradient(op: Any, dy: Tensor) -> Tensor:
    factor = op.output
    middle = half_diagonal(band(product(factor, dy, adjoint_a=True), -1, 0))
    # factor^-H middle factor^-1, then made symmetric as TF does.
    left = raw.MatrixTriangularSolve(factor, middle, adjoint=True)
    whole = adjoint_of(raw.MatrixTriangularSolve(factor, adjoint_of(left), adjoint=True))
    return raw.Mul(raw.AddV2(whole, adjoint_of(whole)), 0.5)


define(
    "Cholesky",
    "input: T",
    "output: T",
    {"T": types(MATRIX_DTYPES)},
    infer=infer_like_square,
    kernel=_cholesky,
    gradient=_cholesky_gradient,
    traits=Trait.HEAVY,
)


@public("linalg.cholesky")
def cholesky(input: Any, name: str | None = None) -> Tensor:
    """The lower triangular `l` with `l @ l^H = input`.

    Args:
        input: floating or complex tensor `[..., n, n]`, Hermitian and positive definite; only its
            lower triangle is read.
        name: name of the operation.

    Returns:
        Tensor like `input`; NaN for matrices that are not positive definite.

    Raises:
        InvalidArgumentError: the matrices are not square.

    >>> tf.linalg.cholesky([[4.0, 2.0], [2.0, 5.0]]).numpy()
    array([[2., 0.],
           [1., 2.]], dtype=float32)
    """
    return raw.Cholesky(convert_to_tensor(input), name=name)


@public("linalg.cholesky_solve")
def cholesky_solve(chol: Any, rhs: Any, name: str | None = None) -> Tensor:
    """The `x` with `chol @ chol^H @ x = rhs`.

    Args:
        chol: lower triangular tensor `[..., n, n]`, as `tf.linalg.cholesky` gives it.
        rhs: tensor `[..., n, k]` of the same dtype.
        name: name of the operation.

    Returns:
        Tensor like `rhs`.

    Raises:
        InvalidArgumentError: shapes do not fit.

    >>> tf.linalg.cholesky_solve([[2.0, 0.0], [0.0, 1.0]], [[4.0], [1.0]]).numpy()
    array([[1.],
           [1.]], dtype=float32)
    """
    half = raw.MatrixTriangularSolve(convert_to_tensor(chol), rhs)
    return raw.MatrixTriangularSolve(convert_to_tensor(chol), half, adjoint=True, name=name)


# ---------------------------------------------------------------------------- QR


def _infer_qr(input: Tensor, *, full_matrices: bool = False) -> tuple[Inferred, Inferred]:
    batch, rows, columns = matrix_sizes(input)
    inner = None if rows is None or columns is None else min(rows, columns)
    if full_matrices:
        inner = rows
    return (
        Inferred(with_matrix(batch, rows, inner), input.dtype),
        Inferred(with_matrix(batch, inner, columns), input.dtype),
    )


def _qr(xp: ModuleType, input: np.ndarray, *, full_matrices: bool = False) -> tuple[Any, Any]:
    if input.ndim < 2:
        raise ValueError("at least two axes are required")
    q, r = xp.linalg.qr(wide(input), mode="complete" if full_matrices else "reduced")
    return q.astype(input.dtype), r.astype(input.dtype)


def _qr_gradient(op: Any, dq: Tensor, dr: Tensor) -> Tensor:
    q, r = op.outputs
    rows, columns = _known_matrix(op.inputs[0])
    if op.attr_value("full_matrices") and rows > columns:
        raise NotImplementedError(
            "QrGrad not implemented when nrows > ncols and full_matrices is true. "
            f"Received {rows} rows and {columns} columns."
        )
    if rows >= columns:
        return _tall_qr_gradient(q, r, dq, dr)
    # A wide matrix is [square part, rest]: q and the first columns of r follow from the square
    # part.
    first = _columns(r, 0, rows)
    dr_rest = _columns(dr, rows, columns)
    rest = _columns(op.inputs[0], rows, columns)
    dq = raw.AddV2(dq, product(rest, dr_rest, adjoint_b=True))
    d_first = _tall_qr_gradient(q, first, dq, _columns(dr, 0, rows))
    return raw.ConcatV2([d_first, product(q, dr_rest)], np.int32(-1))


def _known_matrix(x: Tensor) -> tuple[int, int]:
    sizes = x.shape.as_list()[-2:] if x.shape.rank is not None else [None, None]
    if None in sizes:
        raise NotImplementedError(
            f"The gradient of qr needs matrices of known static size. Received shape: {x.shape}"
        )
    return sizes[0], sizes[1]  # type: ignore[return-value]


def _columns(x: Tensor, first: int, last: int) -> Tensor:
    begin, end, step = (np.asarray([0, n], np.int32) for n in (first, last, 1))
    step = np.asarray([1, 1], np.int32)
    return raw.StridedSlice(x, begin, end, step, ellipsis_mask=1)


def _tall_qr_gradient(q: Tensor, r: Tensor, dq: Tensor, dr: Tensor) -> Tensor:
    middle = raw.Sub(product(r, dr, adjoint_b=True), product(dq, q, adjoint_a=True))
    lower = band(middle, -1, 0)
    mirrored = raw.AddV2(raw.Sub(lower, band(middle, 0, 0)), adjoint_of(lower))
    if q.dtype.is_complex:
        # The diagonal of q^H dq is imaginary, which a factor with a real diagonal of r must absorb.
        diagonal = band(middle, 0, 0)
        mirrored = raw.AddV2(mirrored, raw.Mul(raw.Sub(diagonal, raw.Conj(diagonal)), 0.5))
    left = raw.AddV2(dq, product(q, mirrored))
    # left r^-H
    return adjoint_of(raw.MatrixTriangularSolve(r, adjoint_of(left), lower=False))


define(
    "Qr",
    "input: T",
    "q: T, r: T",
    {"full_matrices": False, "T": types(MATRIX_DTYPES)},
    infer=_infer_qr,
    kernel=_qr,
    gradient=_qr_gradient,
    traits=Trait.HEAVY,
)


@public("linalg.qr")
def qr(input: Any, full_matrices: bool = False, name: str | None = None) -> tuple[Tensor, Tensor]:
    """Orthogonal `q` and upper triangular `r` with `q @ r = input`.

    Args:
        input: floating or complex tensor `[..., m, n]`.
        full_matrices: whether `q` is `[..., m, m]`, else `[..., m, min(m, n)]`.
        name: name of the operation.

    Returns:
        `(q, r)`.

    Raises:
        InvalidArgumentError: `input` has less than two axes.

    >>> q, r = tf.linalg.qr([[3.0, 1.0], [4.0, 2.0]])
    >>> tf.matmul(q, r).shape
    TensorShape([2, 2])
    """
    return raw.Qr(convert_to_tensor(input), full_matrices=full_matrices, name=name)


# ---------------------------------------------------------------------------- singular values


def _infer_svd(
    input: Tensor, *, compute_uv: bool = True, full_matrices: bool = False
) -> tuple[Inferred, Inferred, Inferred]:
    batch, rows, columns = matrix_sizes(input)
    inner = None if rows is None or columns is None else min(rows, columns)
    values = Inferred(with_matrix(batch, inner), input.dtype)
    if not compute_uv:
        nothing = Inferred(TensorShape([0]), input.dtype)
        return values, nothing, nothing
    left, right = (rows, columns) if full_matrices else (inner, inner)
    return (
        values,
        Inferred(with_matrix(batch, rows, left), input.dtype),
        Inferred(with_matrix(batch, columns, right), input.dtype),
    )


def _svd(
    xp: ModuleType, input: np.ndarray, *, compute_uv: bool = True, full_matrices: bool = False
) -> tuple[Any, Any, Any]:
    if input.ndim < 2:
        raise ValueError("at least two axes are required")
    x = wide(input)
    finite = np.isfinite(x).all(axis=(-2, -1))
    if finite.all():
        results = _singular_values(x, compute_uv, full_matrices)
    else:
        # LAPACK refuses what TF fills with NaN, one matrix for itself.
        zeros = np.zeros((), x.dtype)
        results = _singular_values(
            np.where(finite[..., None, None], x, zeros), compute_uv, full_matrices
        )
        for values in results if compute_uv else results[:1]:
            values[~finite] = np.nan
    s, u, v = (values.astype(input.dtype) for values in results)
    return s, u, v


def _singular_values(
    x: np.ndarray, compute_uv: bool, full_matrices: bool
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    if not compute_uv:
        nothing = np.zeros(0, x.dtype)
        return np.linalg.svd(x, compute_uv=False), nothing, nothing
    u, s, vh = np.linalg.svd(x, full_matrices=full_matrices)
    return s, u, np.conj(np.swapaxes(vh, -1, -2))


def _svd_gradient(op: Any, ds: Tensor, du: Tensor, dv: Tensor) -> Tensor:
    x = op.inputs[0]
    if not op.attr_value("compute_uv"):
        _, u, v = raw.Svd(x)
        return product(raw.Mul(u, as_rows(raw.Cast(ds, DstT=x.dtype))), v, adjoint_b=True)
    s, u, v = op.outputs
    rows, columns = x.shape.as_list()[-2:] if x.shape.rank is not None else (None, None)
    if op.attr_value("full_matrices") and (rows is None or rows != columns):
        raise NotImplementedError(
            "The gradient of svd with full_matrices=True needs square matrices. "
            f"Received {rows} rows and {columns} columns. Use full_matrices=False."
        )
    squares = raw.Square(s)
    inverse = inverse_differences(squares)
    ut_du, vt_dv = product(u, du, adjoint_a=True), product(v, dv, adjoint_a=True)
    left, right = raw.Mul(inverse, ut_du), raw.Mul(inverse, vt_dv)
    left, right = raw.AddV2(left, adjoint_of(left)), raw.AddV2(right, adjoint_of(right))
    rows_of_s, columns_of_s = as_columns(s), as_rows(s)
    middle = raw.AddV2(raw.Mul(left, columns_of_s), raw.Mul(rows_of_s, right))
    identity = band(raw.OnesLike(middle), 0, 0)
    middle = raw.AddV2(middle, raw.Mul(as_columns(ds), identity))
    if x.dtype.is_complex:
        # The phase that u and v share is free; its part of the gradients must cancel.
        phase = band(ut_du, 0, 0)
        shift = raw.Mul(raw.RealDiv(raw.Sub(phase, raw.Conj(phase)), columns_of_s), 0.5)
        middle = raw.AddV2(middle, shift)
    result = product(product(u, middle), v, adjoint_b=True)
    # What u or v do not span; nothing where they are square.
    if rows is None or columns is None or rows > columns:
        beside = raw.Sub(du, product(u, ut_du))
        result = raw.AddV2(result, product(raw.RealDiv(beside, columns_of_s), v, adjoint_b=True))
    if rows is None or columns is None or columns > rows:
        beside = raw.Sub(dv, product(v, vt_dv))
        result = raw.AddV2(result, product(raw.RealDiv(u, columns_of_s), beside, adjoint_b=True))
    return result


define(
    "Svd",
    "input: T",
    "s: T, u: T, v: T",
    {"compute_uv": True, "full_matrices": False, "T": types(MATRIX_DTYPES)},
    infer=_infer_svd,
    kernel=_svd,
    gradient=_svd_gradient,
    traits=Trait.HEAVY,
)


@public("linalg.svd")
def svd(
    tensor: Any, full_matrices: bool = False, compute_uv: bool = True, name: str | None = None
) -> Any:
    """Singular values `s` and orthogonal `u`, `v` with `u @ diag(s) @ v^H = tensor`.

    Args:
        tensor: floating or complex tensor `[..., m, n]`.
        full_matrices: whether `u` and `v` are square.
        compute_uv: whether to return `u` and `v`.
        name: name of the operation.

    Returns:
        `(s, u, v)`, or `s` alone: `s` is real, `[..., min(m, n)]`, the largest first.

    Raises:
        InvalidArgumentError: `tensor` has less than two axes.

    >>> tf.linalg.svd([[3.0, 0.0], [0.0, 4.0]], compute_uv=False).numpy()
    array([4., 3.], dtype=float32)
    """
    x = convert_to_tensor(tensor, name="tensor")
    s, u, v = raw.Svd(x, compute_uv=compute_uv, full_matrices=full_matrices, name=name)
    s = raw.Real(s, Tout=x.dtype.real_dtype) if x.dtype.is_complex else s
    return (s, u, v) if compute_uv else s
