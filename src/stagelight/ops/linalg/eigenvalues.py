"""Eigenvalues and eigenvectors: `tf.linalg.eigh`, `eigvalsh` of Hermitian matrices, `eig`,
`eigvals` of others."""

from __future__ import annotations

from types import ModuleType
from typing import Any

import numpy as np

from stagelight.core.convert import convert_to_tensor
from stagelight.core.inference import Inferred, invalid
from stagelight.core.op_def import Trait, types
from stagelight.core.raw import raw
from stagelight.core.registry import define
from stagelight.core.tensor import Tensor
from stagelight.ops.linalg.decompositions import (
    as_columns,
    as_rows,
    band,
    half_diagonal,
    inverse_differences,
)
from stagelight.ops.linalg.square_matrices import (
    MATRIX_DTYPES,
    adjoint_of,
    product,
    require_square,
    square_sizes,
    wide,
    with_matrix,
)
from stagelight.public import public
from stagelight.types import dtypes
from stagelight.types.dtypes import DType
from stagelight.types.shapes import TensorShape

# ---------------------------------------------------------------------------- Hermitian matrices


def _infer_eigh(input: Tensor, *, compute_v: bool = True) -> tuple[Inferred, Inferred]:
    batch, size = square_sizes(input)
    vectors = with_matrix(batch, size, size) if compute_v else TensorShape([0])
    return Inferred(with_matrix(batch, size), input.dtype), Inferred(vectors, input.dtype)


def _eigh(xp: ModuleType, input: np.ndarray, *, compute_v: bool = True) -> tuple[Any, Any]:
    require_square(input)
    x = wide(input)
    # LAPACK takes what no iteration can end on, and gives numbers for it.
    if not np.isfinite(x).all() and (np.isnan(np.tril(x)).any() or np.isinf(np.tril(x, -1)).any()):
        raise invalid("Self-adjoint eigen decomposition was not successful.")
    try:
        if not compute_v:
            return xp.linalg.eigvalsh(x).astype(input.dtype), np.zeros(0, input.dtype)
        e, v = xp.linalg.eigh(x)
    except np.linalg.LinAlgError:
        raise invalid("Self-adjoint eigen decomposition was not successful.") from None
    return e.astype(input.dtype), v.astype(input.dtype)


def _eigh_gradient(op: Any, de: Tensor, dv: Tensor) -> Tensor:
    if op.attr_value("compute_v"):
        e, v = op.outputs
        inner = raw.Mul(inverse_differences(e), product(v, dv, adjoint_a=True))
        whole = raw.AddV2(
            product(raw.Mul(v, as_rows(de)), v, adjoint_b=True),
            product(product(v, inner), v, adjoint_b=True),
        )
    else:
        _, v = raw.SelfAdjointEigV2(op.inputs[0])
        whole = product(raw.Mul(v, as_rows(de)), v, adjoint_b=True)
    # Only the lower triangle is read, so it gets the upper one's part, too.
    return half_diagonal(band(raw.AddV2(whole, adjoint_of(whole)), -1, 0))


define(
    "SelfAdjointEigV2",
    "input: T",
    "e: T, v: T",
    {"compute_v": True, "T": types(MATRIX_DTYPES)},
    infer=_infer_eigh,
    kernel=_eigh,
    gradient=_eigh_gradient,
    traits=Trait.HEAVY,
)


@public("linalg.eigh")
def eigh(tensor: Any, name: str | None = None) -> tuple[Tensor, Tensor]:
    """Eigenvalues and eigenvectors of Hermitian matrices.

    Args:
        tensor: floating or complex tensor `[..., n, n]`; only the lower triangle is read.
        name: name of the operation.

    Returns:
        `(e, v)`: the eigenvalues `[..., n]`, lowest first, and the eigenvectors, columns
        of `[..., n, n]`.

    Raises:
        InvalidArgumentError: the matrices are not square, or have NaN among their elements.

    >>> e, v = tf.linalg.eigh([[3.0, 0.0], [0.0, 2.0]])
    >>> e.numpy()
    array([2., 3.], dtype=float32)
    """
    e, v = raw.SelfAdjointEigV2(convert_to_tensor(tensor), compute_v=True, name=name)
    return e, v


@public("linalg.eigvalsh")
def eigvalsh(tensor: Any, name: str | None = None) -> Tensor:
    """Eigenvalues of Hermitian matrices.

    Args:
        tensor: floating or complex tensor `[..., n, n]`; only the lower triangle is read.
        name: name of the operation.

    Returns:
        Tensor `[..., n]`, the lowest first.

    Raises:
        InvalidArgumentError: the matrices are not square, or have NaN among their elements.

    >>> tf.linalg.eigvalsh([[3.0, 0.0], [0.0, 2.0]]).numpy()
    array([2., 3.], dtype=float32)
    """
    e, _ = raw.SelfAdjointEigV2(convert_to_tensor(tensor), compute_v=False, name=name)
    return e


# ---------------------------------------------------------------------------- general matrices


def _infer_eig(input: Tensor, *, Tout: DType, compute_v: bool = True) -> tuple[Inferred, Inferred]:
    batch, size = square_sizes(input)
    vectors = with_matrix(batch, size, size) if compute_v else TensorShape([0])
    return Inferred(with_matrix(batch, size), Tout), Inferred(vectors, Tout)


def _eig(
    xp: ModuleType, input: np.ndarray, *, Tout: DType, compute_v: bool = True
) -> tuple[Any, Any]:
    require_square(input)
    dtype = Tout.numpy_dtype
    if not compute_v:
        return xp.linalg.eigvals(input).astype(dtype), np.zeros(0, dtype)
    e, v = xp.linalg.eig(input)
    return e.astype(dtype), v.astype(dtype)


def _eig_gradient(op: Any, de: Tensor, dv: Tensor) -> Tensor:
    x = op.inputs[0]
    if op.attr_value("compute_v"):
        e, v = op.outputs
        difference = raw.Sub(as_rows(e), as_columns(e))
        identity = band(raw.OnesLike(v), 0, 0)
        inverse = raw.Sub(raw.Reciprocal(raw.AddV2(difference, identity)), identity)
        vt_dv = product(v, dv, adjoint_a=True)
        along = raw.Cast(raw.Real(band(vt_dv, 0, 0), Tout=e.dtype.real_dtype), DstT=e.dtype)
        beside = raw.Sub(vt_dv, product(product(v, v, adjoint_a=True), along))
        middle = raw.AddV2(raw.Mul(as_columns(de), identity), raw.Mul(raw.Conj(inverse), beside))
        middle = product(middle, v, adjoint_b=True)
    else:
        _, v = raw.Eig(x, Tout=op.attr_value("Tout"))
        middle = raw.Mul(as_columns(de), adjoint_of(v))
    return raw.Cast(raw.MatrixSolve(adjoint_of(v), middle), DstT=x.dtype)


define(
    "Eig",
    "input: T",
    "e: Tout, v: Tout",
    {
        "compute_v": True,
        "T": types((*dtypes.COMPLEX, dtypes.float32, dtypes.float64)),
        "Tout": types(dtypes.COMPLEX),
    },
    infer=_infer_eig,
    kernel=_eig,
    gradient=_eig_gradient,
    traits=Trait.HEAVY,
)


def _complex_dtype(x: Tensor) -> DType:
    wide_dtypes = (dtypes.float64, dtypes.complex128)
    return dtypes.complex128 if x.dtype in wide_dtypes else dtypes.complex64


@public("linalg.eig", "eig")
def eig(tensor: Any, name: str | None = None) -> tuple[Tensor, Tensor]:
    """Eigenvalues and eigenvectors of square matrices.

    Args:
        tensor: floating or complex tensor `[..., n, n]`.
        name: name of the operation.

    Returns:
        `(e, v)`, complex: the eigenvalues `[..., n]` in no order, and the eigenvectors, columns of
        `[..., n, n]`.

    Raises:
        InvalidArgumentError: the matrices are not square.

    >>> e, v = tf.linalg.eig(tf.constant([[0.0, 1.0], [-1.0, 0.0]]))
    >>> e.dtype
    tf.complex64
    """
    x = convert_to_tensor(tensor)
    e, v = raw.Eig(x, Tout=_complex_dtype(x), compute_v=True, name=name)
    return e, v


@public("linalg.eigvals", "eigvals")
def eigvals(tensor: Any, name: str | None = None) -> Tensor:
    """Eigenvalues of square matrices.

    Args:
        tensor: floating or complex tensor `[..., n, n]`.
        name: name of the operation.

    Returns:
        Complex tensor `[..., n]`, in no order.

    Raises:
        InvalidArgumentError: the matrices are not square.

    >>> tf.linalg.eigvals(tf.constant([[2.0, 0.0], [0.0, 2.0]])).numpy()
    array([2.+0.j, 2.+0.j], dtype=complex64)
    """
    x = convert_to_tensor(tensor)
    e, _ = raw.Eig(x, Tout=_complex_dtype(x), compute_v=False, name=name)
    return e
