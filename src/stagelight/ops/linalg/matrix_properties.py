"""What is made of factorizations and products: `tf.linalg.trace`, `adjoint`, `logdet`,
`matrix_rank`, `pinv`."""

from __future__ import annotations

from typing import Any

import numpy as np

from stagelight.core.convert import convert_to_tensor
from stagelight.core.raw import raw
from stagelight.core.scopes import op_scope
from stagelight.core.tensor import Tensor
from stagelight.ops.linalg.decompositions import svd
from stagelight.ops.linalg.square_matrices import adjoint_of, product
from stagelight.ops.reductions.reduction_functions import reduce_max, reduce_sum
from stagelight.public import public
from stagelight.types import dtypes


@public("linalg.trace")
def trace(x: Any, name: str | None = None) -> Tensor:
    """The sum of the diagonal of matrices.

    Args:
        x: numeric tensor `[..., m, n]`.
        name: name of the operation.

    Returns:
        Tensor `[...]` of that dtype.

    Raises:
        InvalidArgumentError: `x` has less than two axes.

    >>> tf.linalg.trace([[1, 2], [3, 4]]).numpy()
    np.int32(5)
    """
    with op_scope(name or "Trace"):
        x = convert_to_tensor(x, name="x")
        diagonal = raw.MatrixDiagPartV3(x, np.int32(0), np.zeros((), x.dtype.numpy_dtype))
        return reduce_sum(diagonal, -1)


@public("linalg.adjoint")
def adjoint(matrix: Any, name: str | None = None) -> Tensor:
    """The conjugate transpose of matrices.

    Args:
        matrix: tensor `[..., m, n]`.
        name: name of the operation.

    Returns:
        Tensor `[..., n, m]`.

    >>> tf.linalg.adjoint(tf.constant([[1 + 1j, 2]])).numpy()
    array([[1.-1.j],
           [2.-0.j]])
    """
    with op_scope(name or "adjoint"):
        return adjoint_of(convert_to_tensor(matrix, name="matrix"))


@public("linalg.logdet")
def logdet(matrix: Any, name: str | None = None) -> Tensor:
    """The logarithm of the determinant of Hermitian positive definite matrices.

    Args:
        matrix: floating or complex tensor `[..., n, n]`.
        name: name of the operation.

    Returns:
        Tensor `[...]`; NaN for matrices that are not positive definite.

    Raises:
        InvalidArgumentError: the matrices are not square.

    >>> tf.linalg.logdet([[1.0, 0.0], [0.0, 1.0]]).numpy()
    np.float32(0.0)
    """
    with op_scope(name or "logdet"):
        factor = raw.Cholesky(convert_to_tensor(matrix))
        diagonal = raw.MatrixDiagPartV3(factor, np.int32(0), np.zeros((), factor.dtype.numpy_dtype))
        if diagonal.dtype.is_complex:
            diagonal = raw.Real(diagonal, Tout=diagonal.dtype.real_dtype)
        return raw.Mul(reduce_sum(raw.Log(diagonal), -1), 2)


def _rounding_bound(x: Tensor, largest: Tensor) -> Tensor:
    """Singular values below this may be zeros that rounding changed."""
    sizes = x.shape.as_list()[-2:] if x.shape.rank is not None else [None, None]
    epsilon = np.finfo(x.dtype.real_dtype.numpy_dtype).eps
    if None not in sizes:
        return raw.Mul(largest, float(epsilon * max(sizes)))  # type: ignore[type-var]
    end = raw.StridedSlice(
        raw.Shape(x),
        np.asarray([-2], np.int32),
        np.asarray([0], np.int32),
        np.asarray([1], np.int32),
        end_mask=1,
    )
    size = raw.Cast(reduce_max(end), DstT=largest.dtype)
    return raw.Mul(largest, raw.Mul(size, float(epsilon)))


@public("linalg.matrix_rank")
def matrix_rank(
    a: Any, tol: Any = None, validate_args: bool = False, name: str | None = None
) -> Tensor:
    """How many singular values of matrices are not (nearly) zero.

    Args:
        a: floating or complex tensor `[..., m, n]`.
        tol: singular values up to this count as zero; None is `eps * max(m, n) * largest`.
        validate_args: has no effect: the shape is always checked.
        name: name of the operation.

    Returns:
        int32 tensor `[...]`.

    Raises:
        InvalidArgumentError: `a` has less than two axes.

    >>> tf.linalg.matrix_rank([[1.0, 2.0], [2.0, 4.0]]).numpy()
    np.int32(1)
    """
    with op_scope(name or "matrix_rank"):
        a = convert_to_tensor(a, dtype_hint=dtypes.float32, name="a")
        values = svd(a, compute_uv=False)
        if tol is None:
            tol = _rounding_bound(a, reduce_max(values, -1, keepdims=True))
        else:
            tol = raw.ExpandDims(convert_to_tensor(tol, values.dtype), np.int32(-1))
        return reduce_sum(raw.Cast(raw.Greater(values, tol), DstT=dtypes.int32), -1)


@public("linalg.pinv")
def pinv(a: Any, rcond: Any = None, validate_args: bool = False, name: str | None = None) -> Tensor:
    """The Moore-Penrose inverse of matrices.

    Args:
        a: floating tensor `[..., m, n]`.
        rcond: singular values up to `rcond * largest` count as zero; None is
            `10 * max(m, n) * eps`.
        validate_args: has no effect: the shape is always checked.
        name: name of the operation.

    Returns:
        Tensor `[..., n, m]`.

    Raises:
        TypeError: an integer tensor.
        InvalidArgumentError: `a` has less than two axes.

    >>> tf.linalg.pinv([[2.0, 0.0], [0.0, 4.0]]).numpy()
    array([[0.5 , 0.  ],
           [0.  , 0.25]], dtype=float32)
    """
    with op_scope(name or "pinv"):
        a = convert_to_tensor(a, name="a")
        if not (a.dtype.is_floating or a.dtype.is_complex):
            raise TypeError(f"Input `a` must have `float`-like `dtype` (saw {a.dtype.name}).")
        values, left, right = svd(a, full_matrices=False, compute_uv=True)
        largest = reduce_max(values, -1, keepdims=True)
        if rcond is None:
            bound = raw.Mul(_rounding_bound(a, largest), 10.0)
        else:
            rcond = convert_to_tensor(rcond, values.dtype, name="rcond")
            bound = raw.Mul(raw.ExpandDims(rcond, np.int32(-1)), largest)
        # What counts as zero gets an infinite value, whose inverse is zero.
        values = raw.SelectV2(raw.Greater(values, bound), values, float("inf"))
        if a.dtype.is_complex:
            values = raw.Cast(values, DstT=a.dtype)
        scaled = raw.RealDiv(right, raw.ExpandDims(values, np.int32(-2)))
        return product(scaled, left, adjoint_b=True)
