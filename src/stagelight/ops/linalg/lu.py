"""LU factorizations: `tf.linalg.lu` and what is made of it.

`lu[..., :, :]` holds the unit lower factor (without its diagonal of ones) and the upper one; `p`
says from which row of the input each of their rows came: `input[p] = l @ u`.
"""

from __future__ import annotations

from types import ModuleType
from typing import Any

import numpy as np

from stagelight.core.convert import convert_to_tensor
from stagelight.core.inference import Inferred, invalid
from stagelight.core.op_def import Trait, types
from stagelight.core.raw import raw
from stagelight.core.registry import define
from stagelight.core.scopes import op_scope
from stagelight.core.tensor import Tensor
from stagelight.ops.linalg.elimination import eliminate
from stagelight.ops.linalg.square_matrices import (
    MATRIX_DTYPES,
    adjoint_of,
    each_matrix,
    product,
    require_square,
    square_sizes,
    wide,
    with_matrix,
)
from stagelight.public import public
from stagelight.types import dtypes
from stagelight.types.dtypes import DType


def _infer_lu(input: Tensor, *, output_idx_type: DType = dtypes.int32) -> tuple[Inferred, Inferred]:
    batch, size = square_sizes(input)
    return (
        Inferred(with_matrix(batch, size, size), input.dtype),
        Inferred(with_matrix(batch, size), output_idx_type),
    )


def _lu(
    xp: ModuleType, input: np.ndarray, *, output_idx_type: DType = dtypes.int32
) -> tuple[np.ndarray, np.ndarray]:
    require_square(input)
    order = output_idx_type.numpy_dtype
    if not input.size:
        return input, np.zeros(input.shape[:-1], order)
    import scipy.linalg.lapack

    x = wide(input)
    getrf = scipy.linalg.lapack.get_lapack_funcs("getrf", (x,))

    def one(matrix: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        if np.isnan(matrix).any():
            return eliminate(matrix, "Input is not invertible.")
        factors, pivots, info = getrf(matrix)
        if info > 0:
            raise invalid("Input is not invertible.")
        rows = np.arange(len(matrix))
        for row, other in enumerate(pivots):
            rows[row], rows[other] = rows[other], rows[row]
        return factors, rows

    factors, rows = each_matrix(one, x)
    return (
        np.stack(factors).reshape(input.shape).astype(input.dtype),
        np.stack(rows).reshape(input.shape[:-1]).astype(order),
    )


def _band(x: Tensor, lower: int, upper: int) -> Tensor:
    return raw.MatrixBandPart(x, np.int64(lower), np.int64(upper))


def _lower_and_upper(factors: Tensor) -> tuple[Tensor, Tensor]:
    """The unit lower and the upper triangular factor."""
    lower = _band(factors, -1, 0)
    diagonal = _band(factors, 0, 0)
    ones = _band(raw.OnesLike(factors), 0, 0)
    return raw.AddV2(raw.Sub(lower, diagonal), ones), _band(factors, 0, -1)


def _places(p: Tensor) -> Any:
    """0, 1, ..., one for each row that `p` orders."""
    size = p.shape.as_list()[-1] if p.shape.rank is not None else None
    if size is not None:
        return np.arange(size, dtype=np.int32)
    count = raw.GatherV2(raw.Shape(p), raw.Sub(raw.Rank(p), 1), np.int32(0))
    return raw.Range(0, count, 1)


def _as_matrices(p: Tensor, dtype: DType) -> Tensor:
    """The permutations as matrices: `out[..., i, j]` is one where `p[..., i]` is j."""
    order = raw.ExpandDims(raw.Cast(p, DstT=dtypes.int32), np.int32(-1))
    return raw.Cast(raw.Equal(order, _places(p)), DstT=dtype)


def _lu_gradient(op: Any, d_factors: Tensor, _: Any) -> Tensor:
    factors, p = op.outputs
    lower, upper = _lower_and_upper(factors)
    of_lower = raw.Sub(_band(d_factors, -1, 0), _band(d_factors, 0, 0))
    of_upper = _band(d_factors, 0, -1)
    left = product(lower, of_lower, adjoint_a=True)
    right = product(of_upper, upper, adjoint_b=True)
    middle = raw.AddV2(raw.Sub(_band(left, -1, 0), _band(left, 0, 0)), _band(right, 0, -1))
    # l^-H middle u^-H, with the rows back in the input's order.
    half = raw.MatrixTriangularSolve(lower, middle, adjoint=True)
    whole = adjoint_of(raw.MatrixTriangularSolve(upper, adjoint_of(half), lower=False))
    return product(_as_matrices(p, whole.dtype), whole, adjoint_a=True)


define(
    "Lu",
    "input: T",
    "lu: T, p: output_idx_type",
    {"T": types(MATRIX_DTYPES), "output_idx_type": types(dtypes.INDEX, dtypes.int32)},
    infer=_infer_lu,
    kernel=_lu,
    gradient=_lu_gradient,
    traits=Trait.HEAVY,
)


@public("linalg.lu")
def lu(
    input: Any, output_idx_type: Any = dtypes.int32, name: str | None = None
) -> tuple[Tensor, Tensor]:
    """Triangular factors of square matrices, with their rows exchanged.

    Args:
        input: floating or complex tensor `[..., n, n]`, invertible.
        output_idx_type: dtype of the permutation, int32 or int64.
        name: name of the operation.

    Returns:
        `(lu, p)`: both factors in one tensor like `input`, and the rows `[..., n]`: `input[p] = l @
            u`.

    Raises:
        InvalidArgumentError: a matrix is singular or not square.

    >>> lu, p = tf.linalg.lu([[1.0, 2.0], [2.0, 2.0]])
    >>> p.numpy()
    array([1, 0], dtype=int32)
    """
    return raw.Lu(convert_to_tensor(input), output_idx_type=output_idx_type, name=name)


@public("linalg.lu_solve")
def lu_solve(
    lower_upper: Any, perm: Any, rhs: Any, validate_args: bool = False, name: str | None = None
) -> Tensor:
    """The `x` with `a @ x = rhs`, of `lower_upper, perm = tf.linalg.lu(a)`.

    Args:
        lower_upper: the factors `[..., n, n]`.
        perm: the rows `[..., n]`.
        rhs: tensor `[..., n, k]` of the same dtype.
        validate_args: has no effect: the shapes are always checked.
        name: name of the operation.

    Returns:
        Tensor `[..., n, k]`.

    Raises:
        InvalidArgumentError: shapes do not fit.

    >>> factors = tf.linalg.lu([[1.0, 2.0], [2.0, 2.0]])
    >>> tf.linalg.lu_solve(*factors, [[3.0], [4.0]]).numpy()
    array([[1.],
           [1.]], dtype=float32)
    """
    with op_scope(name or "lu_solve"):
        factors = convert_to_tensor(lower_upper, name="lower_upper")
        perm = convert_to_tensor(perm, dtypes.int32, name="perm")
        rhs = convert_to_tensor(rhs, factors.dtype, name="rhs")
        lower, upper = _lower_and_upper(factors)
        half = raw.MatrixTriangularSolve(lower, product(_as_matrices(perm, rhs.dtype), rhs))
        return raw.MatrixTriangularSolve(upper, half, lower=False)


@public("linalg.lu_matrix_inverse")
def lu_matrix_inverse(
    lower_upper: Any, perm: Any, validate_args: bool = False, name: str | None = None
) -> Tensor:
    """The inverse of `a`, of `lower_upper, perm = tf.linalg.lu(a)`.

    Args:
        lower_upper: the factors `[..., n, n]`.
        perm: the rows `[..., n]`.
        validate_args: has no effect: the shapes are always checked.
        name: name of the operation.

    Returns:
        Tensor `[..., n, n]`.

    Raises:
        InvalidArgumentError: shapes do not fit.

    >>> factors = tf.linalg.lu([[2.0, 0.0], [0.0, 4.0]])
    >>> tf.linalg.lu_matrix_inverse(*factors).numpy()
    array([[0.5 , 0.  ],
           [0.  , 0.25]], dtype=float32)
    """
    with op_scope(name or "lu_matrix_inverse"):
        factors = convert_to_tensor(lower_upper, name="lower_upper")
        identity = _band(raw.OnesLike(factors), 0, 0)
        return lu_solve(factors, perm, identity)


@public("linalg.lu_reconstruct")
def lu_reconstruct(
    lower_upper: Any, perm: Any, validate_args: bool = False, name: str | None = None
) -> Tensor:
    """The `a` of `lower_upper, perm = tf.linalg.lu(a)`.

    Args:
        lower_upper: the factors `[..., n, n]`.
        perm: the rows `[..., n]`.
        validate_args: has no effect: the shapes are always checked.
        name: name of the operation.

    Returns:
        Tensor `[..., n, n]`.

    Raises:
        InvalidArgumentError: shapes do not fit.

    >>> factors = tf.linalg.lu([[1.0, 2.0], [2.0, 2.0]])
    >>> tf.linalg.lu_reconstruct(*factors).numpy()
    array([[1., 2.],
           [2., 2.]], dtype=float32)
    """
    with op_scope(name or "lu_reconstruct"):
        factors = convert_to_tensor(lower_upper, name="lower_upper")
        perm = convert_to_tensor(perm, dtypes.int32, name="perm")
        matrices = product(*_lower_and_upper(factors))
        return product(_as_matrices(perm, matrices.dtype), matrices, adjoint_a=True)
