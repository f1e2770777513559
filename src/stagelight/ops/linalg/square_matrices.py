"""Square matrices, in batches: inverse, determinant, linear systems.

`tf.linalg.inv`, `det`, `slogdet`, `logdet`, `solve``, `triangular_solve`. Least squares are in
`least_squares`, factorizations are in
`decompositions`, functions such as `expm` in `matrix_functions`. Matrices are the last two axes,
`[..., m, n]`.
"""

from __future__ import annotations

from collections.abc import Callable
from types import ModuleType
from typing import Any

import numpy as np

from stagelight.core.convert import convert_to_tensor
from stagelight.core.inference import Inferred, broadcast_shapes, invalid
from stagelight.core.op_def import Trait, types
from stagelight.core.raw import raw
from stagelight.core.registry import define
from stagelight.core.tensor import Tensor
from stagelight.ops.arrays.broadcasting import sum_to_shape_of
from stagelight.ops.linalg.elimination import with_nan_apart
from stagelight.public import public
from stagelight.types import dtypes
from stagelight.types.shapes import TensorShape

MATRIX_DTYPES = (
    dtypes.float64,
    dtypes.float32,
    dtypes.float16,
    dtypes.complex64,
    dtypes.complex128,
)

# ---------------------------------------------------------------------------- shapes and arrays


def matrix_sizes(x: Tensor, position: int = 0) -> tuple[TensorShape, int | None, int | None]:
    """The static leading shape, rows and columns.

    Raises:
        InvalidArgumentError: there are less than two axes.
    """
    rank = x.shape.rank
    if rank is None:
        return TensorShape(None), None, None
    if rank < 2:
        raise invalid(f"Input tensor {position} must have rank >= 2, got {rank}")
    rows, columns = x.shape.as_list()[-2:]
    return TensorShape(x.shape.as_list()[:-2]), rows, columns


def square_sizes(x: Tensor) -> tuple[TensorShape, int | None]:
    """The static leading shape and size of square matrices.

    Raises:
        InvalidArgumentError: they are not square.
    """
    batch, rows, columns = matrix_sizes(x)
    if rows is not None and columns is not None and rows != columns:
        raise invalid(f"Input matrix must be square. Received shape: {list(x.shape)}")
    return batch, columns if rows is None else rows


def with_matrix(batch: TensorShape, *sizes: int | None) -> TensorShape:
    """The leading shape with further axes; unknown where the leading shape is."""
    return TensorShape(None) if batch.rank is None else TensorShape([*batch.as_list(), *sizes])


def infer_like_square(input: Tensor, **_attrs: Any) -> Inferred:
    """Square matrices to square matrices."""
    batch, size = square_sizes(input)
    return Inferred(with_matrix(batch, size, size), input.dtype)


def wide(x: np.ndarray) -> np.ndarray:
    """16 bit floats as float32, which LAPACK takes."""
    return x.astype(np.float32) if x.dtype.itemsize == 2 else x


def require_square(*arrays: np.ndarray) -> None:
    """Checks matrices.

    Raises:
        InvalidArgumentError: they are not square.
    """
    for position, x in enumerate(arrays):
        if x.ndim < 2:
            raise invalid(f"Input tensor {position} must have rank >= 2, got {x.ndim}")
        if x.shape[-1] != x.shape[-2]:
            raise invalid(f"Input matrix must be square. Received shape: {list(x.shape)}")


def each_matrix(function: Callable[..., Any], *arrays: np.ndarray) -> list[list[Any]]:
    """The results of a function of single matrices for those of a batch, one list for each
    result."""
    rows = [array.reshape(-1, *array.shape[-2:]) for array in arrays]
    results = [function(*matrices) for matrices in zip(*rows, strict=True)]
    return [list(column) for column in zip(*results, strict=True)]


def adjoint_of(x: Tensor) -> Tensor:
    """The conjugate transpose of the last two axes, by ops."""
    if x.dtype.is_complex:
        x = raw.Conj(x)
    rank = x.shape.rank
    if rank is not None:
        order: Any = np.asarray([*range(rank - 2), rank - 1, rank - 2], np.int32)
    else:
        count = raw.Rank(x)
        order = raw.ConcatV2(
            [
                raw.Range(0, raw.Sub(count, 2), 1),
                raw.Reshape(raw.Sub(count, 1), np.asarray([1], np.int32)),
                raw.Reshape(raw.Sub(count, 2), np.asarray([1], np.int32)),
            ],
            0,
        )
    return raw.Transpose(x, order)


def product(a: Tensor, b: Tensor, adjoint_a: bool = False, adjoint_b: bool = False) -> Tensor:
    """The product of matrices in batches, by ops."""
    return raw.BatchMatMulV2(a, b, adj_x=adjoint_a, adj_y=adjoint_b)


def as_column(x: Tensor) -> Tensor:
    """`[...]` as `[..., 1, 1]`."""
    return raw.ExpandDims(raw.ExpandDims(x, np.int32(-1)), np.int32(-1))


# ---------------------------------------------------------------------------- inverse


def _inverse(xp: ModuleType, input: np.ndarray, *, adjoint: bool = False) -> Any:
    require_square(input)
    x = wide(input)
    if adjoint:
        x = xp.conj(xp.swapaxes(x, -1, -2))
    message = "Input is not invertible."
    try:
        if xp is np:
            return with_nan_apart(np.linalg.inv, x, message).astype(input.dtype)
        return xp.linalg.inv(x).astype(input.dtype)
    except np.linalg.LinAlgError:
        raise invalid(message) from None


def _inverse_gradient(op: Any, dy: Tensor) -> Tensor:
    y = op.output
    if op.attr_value("adjoint"):
        return raw.Neg(product(y, product(dy, y, adjoint_a=True)))
    return raw.Neg(product(y, product(dy, y, adjoint_b=True), adjoint_a=True))


define(
    "MatrixInverse",
    "input: T",
    "output: T",
    {"adjoint": False, "T": types(MATRIX_DTYPES)},
    infer=infer_like_square,
    kernel=_inverse,
    gradient=_inverse_gradient,
    traits=Trait.HEAVY,
)


@public("linalg.inv")
def inv(input: Any, adjoint: bool = False, name: str | None = None) -> Tensor:
    """The inverse of square matrices.

    Args:
        input: floating or complex tensor `[..., n, n]`.
        adjoint: whether to invert the conjugate transposes.
        name: name of the operation.

    Returns:
        Tensor like `input`.

    Raises:
        InvalidArgumentError: a matrix is singular or not square.

    >>> tf.linalg.inv([[2.0, 0.0], [0.0, 4.0]]).numpy()
    array([[0.5 , 0.  ],
           [0.  , 0.25]], dtype=float32)
    """
    return raw.MatrixInverse(convert_to_tensor(input), adjoint=adjoint, name=name)


# ---------------------------------------------------------------------------- determinants


def _infer_determinant(input: Tensor) -> Inferred:
    batch, _ = square_sizes(input)
    return Inferred(batch, input.dtype)


def _determinant(xp: ModuleType, input: np.ndarray) -> Any:
    require_square(input)
    with np.errstate(invalid="ignore"):
        values = xp.linalg.det(wide(input))
    return _nan_where_nan_is(xp, input, values).astype(input.dtype)


def _nan_where_nan_is(xp: ModuleType, matrices: np.ndarray, values: Any) -> Any:
    """A value for each matrix, NaN for those with NaN among their elements.

    LAPACK compares with NaN where it looks for a pivot, finds none, and calls the matrix singular.
    """
    is_nan = xp.isnan(matrices).any(axis=(-2, -1))
    nan = complex(np.nan, np.nan) if np.iscomplexobj(values) else np.nan
    return xp.where(is_nan, nan, values)


def _determinant_gradient(op: Any, dy: Tensor) -> Tensor:
    y = op.output
    factor = raw.Mul(dy, raw.Conj(y) if y.dtype.is_complex else y)
    return raw.Mul(as_column(factor), raw.MatrixInverse(op.inputs[0], adjoint=True))


define(
    "MatrixDeterminant",
    "input: T",
    "output: T",
    {"T": types(MATRIX_DTYPES)},
    infer=_infer_determinant,
    kernel=_determinant,
    gradient=_determinant_gradient,
)


def _log_determinant(xp: ModuleType, input: np.ndarray) -> tuple[Any, Any]:
    require_square(input)
    with np.errstate(invalid="ignore"):
        sign, log_size = xp.linalg.slogdet(wide(input))
    sign, log_size = (_nan_where_nan_is(xp, input, values) for values in (sign, log_size))
    return sign.astype(input.dtype), log_size.astype(input.dtype)


def _log_determinant_gradient(op: Any, _: Any, dy: Tensor) -> Tensor:
    # TF: the sign is constant almost everywhere; a complex one has no gradient either.
    return raw.Mul(as_column(dy), raw.MatrixInverse(op.inputs[0], adjoint=True))


define(
    "LogMatrixDeterminant",
    "input: T",
    "sign: T, log_abs_determinant: T",
    {"T": types(MATRIX_DTYPES)},
    infer=lambda input: (_infer_determinant(input), _infer_determinant(input)),
    kernel=_log_determinant,
    gradient=_log_determinant_gradient,
)


@public("linalg.det")
def det(input: Any, name: str | None = None) -> Tensor:
    """The determinant of square matrices.

    Args:
        input: floating or complex tensor `[..., n, n]`.
        name: name of the operation.

    Returns:
        Tensor `[...]` of that dtype.

    Raises:
        InvalidArgumentError: the matrices are not square.

    >>> tf.linalg.det([[2.0, 0.0], [0.0, 4.0]]).numpy()
    np.float32(8.0)
    """
    return raw.MatrixDeterminant(convert_to_tensor(input), name=name)


@public("linalg.slogdet")
def slogdet(input: Any, name: str | None = None) -> tuple[Tensor, Tensor]:
    """Sign and logarithm of the absolute determinant of square matrices.

    Args:
        input: floating or complex tensor `[..., n, n]`.
        name: name of the operation.

    Returns:
        `(sign, log_abs_determinant)`, tensors `[...]` of that dtype: zero and -inf for a
        singular matrix.

    Raises:
        InvalidArgumentError: the matrices are not square.

    >>> sign, log_size = tf.linalg.slogdet([[-2.0, 0.0], [0.0, 4.0]])
    >>> sign.numpy()
    np.float32(-1.0)
    """
    return raw.LogMatrixDeterminant(convert_to_tensor(input), name=name)


# ---------------------------------------------------------------------------- linear systems


def _infer_solve(matrix: Tensor, rhs: Tensor, **_attrs: Any) -> Inferred:
    if None not in (matrix.shape.rank, rhs.shape.rank) and matrix.shape.rank != rhs.shape.rank:
        raise invalid(
            "All input tensors must have the same rank. "
            f"Received shapes: {list(matrix.shape)} and {list(rhs.shape)}"
        )
    batch, size = square_sizes(matrix)
    other, rows, columns = matrix_sizes(rhs, 1)
    check_rows(size, rows, matrix.shape, rhs.shape)
    return Inferred(with_matrix(broadcast_shapes(batch, other), size, columns), matrix.dtype)


def check_rows(size: Any, rows: Any, matrix: Any, rhs: Any) -> None:
    """Checks that `rhs` has as many rows as the matrices need.

    Raises:
        InvalidArgumentError: it has not.
    """
    if size is not None and rows is not None and size != rows:
        raise invalid(
            "Input matrix and rhs are incompatible. "
            f"Received shapes: {list(matrix)} and {list(rhs)}"
        )


def _solve(xp: ModuleType, matrix: np.ndarray, rhs: np.ndarray, *, adjoint: bool = False) -> Any:
    require_square(matrix)
    if matrix.ndim != rhs.ndim or matrix.shape[:-2] != rhs.shape[:-2]:
        raise ValueError("matrix and rhs must have the same leading axes")
    check_rows(matrix.shape[-1], rhs.shape[-2], matrix.shape, rhs.shape)
    a = wide(xp.conj(xp.swapaxes(matrix, -1, -2)) if adjoint else matrix)
    message = "Input matrix is not invertible."
    try:
        if xp is np:
            solved = with_nan_apart(lambda x: np.linalg.solve(x, wide(rhs)), a, message)
        else:
            solved = xp.linalg.solve(a, wide(rhs))
        return solved.astype(matrix.dtype)
    except np.linalg.LinAlgError:
        raise invalid(message) from None


def _solve_gradient(op: Any, dx: Tensor) -> list[Tensor]:
    matrix, x = op.inputs[0], op.output
    adjoint = op.attr_value("adjoint")
    d_rhs = raw.MatrixSolve(matrix, dx, adjoint=not adjoint)
    d_matrix = product(x, d_rhs, adjoint_b=True) if adjoint else product(d_rhs, x, adjoint_b=True)
    return [raw.Neg(d_matrix), d_rhs]


define(
    "MatrixSolve",
    "matrix: T, rhs: T",
    "output: T",
    {"adjoint": False, "T": types(MATRIX_DTYPES)},
    infer=_infer_solve,
    kernel=_solve,
    gradient=_solve_gradient,
    traits=Trait.HEAVY,
)


@public("linalg.solve")
def solve(matrix: Any, rhs: Any, adjoint: bool = False, name: str | None = None) -> Tensor:
    """The `x` with `matrix @ x = rhs`.

    Args:
        matrix: floating or complex tensor `[..., n, n]`.
        rhs: tensor `[..., n, k]` of the same dtype and leading axes.
        adjoint: whether to take the conjugate transposes of `matrix`.
        name: name of the operation.

    Returns:
        Tensor like `rhs`.

    Raises:
        InvalidArgumentError: a matrix is singular, or shapes do not fit.

    >>> tf.linalg.solve([[2.0, 0.0], [0.0, 4.0]], [[2.0], [2.0]]).numpy()
    array([[1. ],
           [0.5]], dtype=float32)
    """
    return raw.MatrixSolve(convert_to_tensor(matrix), rhs, adjoint=adjoint, name=name)


# ---------------------------------------------------------------------------- triangular systems


def _infer_triangular(matrix: Tensor, rhs: Tensor, **_attrs: Any) -> Inferred:
    batch, size = square_sizes(matrix)
    other, rows, columns = matrix_sizes(rhs, 1)
    check_rows(size, rows, matrix.shape, rhs.shape)
    rows = rows if size is None else size
    return Inferred(with_matrix(broadcast_shapes(batch, other), rows, columns), matrix.dtype)


def _triangular(
    xp: ModuleType,
    matrix: np.ndarray,
    rhs: np.ndarray,
    *,
    lower: bool = True,
    adjoint: bool = False,
) -> Any:
    require_square(matrix)
    if rhs.ndim < 2:
        raise invalid(f"Input tensor 1 must have rank >= 2, got {rhs.ndim}")
    check_rows(matrix.shape[-1], rhs.shape[-2], matrix.shape, rhs.shape)
    batch = np.broadcast_shapes(matrix.shape[:-2], rhs.shape[:-2])
    a = xp.broadcast_to(wide(matrix), (*batch, *matrix.shape[-2:]))
    b = xp.broadcast_to(wide(rhs), (*batch, *rhs.shape[-2:]))
    if not b.size:
        return np.zeros(b.shape, rhs.dtype)
    import scipy.linalg.blas

    trsm = scipy.linalg.blas.get_blas_funcs("trsm", (a, b))

    def one(matrix: np.ndarray, rhs: np.ndarray) -> tuple[np.ndarray]:
        return (trsm(1.0, matrix, rhs, lower=lower, trans_a=2 if adjoint else 0),)

    (solutions,) = each_matrix(one, a, b)
    return np.stack(solutions).reshape(b.shape).astype(rhs.dtype)


def _triangular_gradient(op: Any, dx: Tensor) -> list[Tensor]:
    matrix, x = op.inputs[0], op.output
    adjoint, lower = op.attr_value("adjoint"), op.attr_value("lower")
    d_rhs = raw.MatrixTriangularSolve(matrix, dx, lower=lower, adjoint=not adjoint)
    d_matrix = product(x, d_rhs, adjoint_b=True) if adjoint else product(d_rhs, x, adjoint_b=True)
    band = (-1, 0) if lower else (0, -1)
    d_matrix = raw.MatrixBandPart(raw.Neg(d_matrix), np.int64(band[0]), np.int64(band[1]))
    return [sum_to_shape_of(d_matrix, matrix), sum_to_shape_of(d_rhs, op.inputs[1])]


define(
    "MatrixTriangularSolve",
    "matrix: T, rhs: T",
    "output: T",
    {"lower": True, "adjoint": False, "T": types((dtypes.bfloat16, *MATRIX_DTYPES))},
    infer=_infer_triangular,
    kernel=_triangular,
    gradient=_triangular_gradient,
    traits=Trait.HEAVY,
)


@public("linalg.triangular_solve")
def triangular_solve(
    matrix: Any, rhs: Any, lower: bool = True, adjoint: bool = False, name: str | None = None
) -> Tensor:
    """The `x` with `matrix @ x = rhs`, of triangular matrices; their other triangle is not read.

    Args:
        matrix: floating or complex tensor `[..., n, n]`.
        rhs: tensor `[..., n, k]` of the same dtype; leading axes broadcast.
        lower: whether the matrices are lower triangular, else upper.
        adjoint: whether to take the conjugate transposes of `matrix`.
        name: name of the operation.

    Returns:
        Tensor `[..., n, k]`; infinite or NaN where a matrix is singular.

    Raises:
        InvalidArgumentError: shapes do not fit.

    >>> tf.linalg.triangular_solve([[2.0, 0.0], [1.0, 4.0]], [[2.0], [5.0]]).numpy()
    array([[1.],
           [1.]], dtype=float32)
    """
    matrix = convert_to_tensor(matrix)
    return raw.MatrixTriangularSolve(matrix, rhs, lower=lower, adjoint=adjoint, name=name)
