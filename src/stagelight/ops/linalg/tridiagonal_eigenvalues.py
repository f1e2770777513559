"""Eigenvalues of Hermitian matrices with three diagonals: `tf.linalg.eigh_tridiagonal`."""

from __future__ import annotations

from typing import Any

import numpy as np

from stagelight.core.convert import convert_to_tensor
from stagelight.core.inference import constant_value, invalid
from stagelight.core.raw import raw
from stagelight.core.scopes import op_scope
from stagelight.core.tensor import Tensor
from stagelight.ops.linalg.square_matrices import MATRIX_DTYPES
from stagelight.public import public


def _matrix(alpha: Tensor, beta: Tensor) -> Tensor:
    """The lower triangle, which is all that the decomposition reads; above it is zero."""
    size, other = alpha.shape[-1], beta.shape[-1]
    if None not in (size, other) and other != size - 1:
        raise invalid(
            "Expected one element less beside the diagonal than on it. "
            f"Received: alpha {alpha.shape}, beta {beta.shape}"
        )
    rank = alpha.shape.rank
    if rank is None:
        raise ValueError("eigh_tridiagonal needs `alpha` of known rank.")
    zero = np.zeros((), alpha.dtype.numpy_dtype)
    pads = np.zeros((rank + 1, 2), np.int32)
    pads[-2, 0] = pads[-1, 1] = 1
    below = raw.Conj(beta) if beta.dtype.is_complex else beta
    return raw.AddV2(_diagonal(alpha, zero), raw.PadV2(_diagonal(below, zero), pads, zero))


def _diagonal(x: Tensor, zero: np.ndarray) -> Tensor:
    return raw.MatrixDiagV3(x, np.int32(0), np.int32(-1), np.int32(-1), zero)


def _range(select_range: Any, select: str) -> tuple[Any, Any]:
    if select_range is None or len(select_range) != 2:
        raise ValueError(
            f'select="{select}" needs select_range, two numbers. Received: {select_range!r}'
        )
    return select_range[0], select_range[1]


def _by_index(e: Tensor, select_range: Any) -> Any:
    first, last = _range(select_range, "i")
    size = e.shape[-1]
    if first > last:
        raise ValueError(f"Got empty index range in select_range: {list(select_range)}")
    if first < 0 or (size is not None and last >= size):
        raise invalid(f"select_range must lie in [0, {size}). Received: {list(select_range)}")
    return raw.Range(np.int32(first), np.int32(last + 1), np.int32(1))


def _by_value(e: Tensor, select_range: Any) -> Any:
    low, high = (convert_to_tensor(limit, e.dtype) for limit in _range(select_range, "v"))
    limits = constant_value(low), constant_value(high)
    if None not in limits and not limits[0] < limits[1]:  # type: ignore[operator]
        raise invalid(f"Got empty interval in select_range. Received: {limits[0]} and {limits[1]}")
    if e.shape.rank != 1:
        raise ValueError('select="v" needs a single matrix: how many are found may differ.')
    is_inside = raw.LogicalAnd(raw.Greater(e, low), raw.LessEqual(e, high))
    return raw.Squeeze(raw.Where(is_inside), squeeze_dims=[1])


@public("linalg.eigh_tridiagonal")
def eigh_tridiagonal(
    alpha: Any,
    beta: Any,
    eigvals_only: bool = True,
    select: str = "a",
    select_range: Any = None,
    tol: Any = None,
    name: str | None = None,
) -> Any:
    """Eigenvalues, and eigenvectors, of Hermitian matrices with three diagonals.

    Args:
        alpha: floating or complex tensor `[..., n]`, the diagonal, of which the real part is read.
        beta: tensor `[..., n - 1]` of the same dtype: what stands above the diagonal; its
            conjugate stands below.
        eigvals_only: whether eigenvalues alone are wanted.
        select: "a" for all, "v" for those in the interval `(low, high]` of `select_range`, "i" for those
            with the indices `first` to `last` of `select_range`.
        select_range: two numbers, see `select`.
        tol: accepted for compatibility: the eigenvalues are as exact as the dtype allows.
        name: name of the operation.

    Returns:
        The eigenvalues `[..., count]`, real and lowest first; or they and the eigenvectors, columns of
        `[..., n, count]`.

    Raises:
        ValueError: the dtypes differ or are not floating, or `select` or `select_range` is wrong.
        InvalidArgumentError: the sizes do not fit, or the interval is empty.

    >>> tf.linalg.eigh_tridiagonal([2.0, 3.0], [0.0]).numpy()
    array([2., 3.], dtype=float32)
    """
    if select not in ("a", "i", "v"):
        raise ValueError(f"'select' must have a value in {{'a', 'i', 'v'}}. Received: {select!r}")
    with op_scope(name or "eigh_tridiagonal"):
        alpha, beta = convert_to_tensor(alpha, name="alpha"), convert_to_tensor(beta, name="beta")
        if alpha.dtype != beta.dtype:
            raise ValueError(
                "'alpha' and 'beta' must have the same type. "
                f"Received: {alpha.dtype.name} and {beta.dtype.name}"
            )
        if alpha.dtype not in MATRIX_DTYPES:
            raise ValueError(f"alpha must be floating or complex. Received: {alpha.dtype.name}")
        wants_vectors = not eigvals_only
        e, v = raw.SelfAdjointEigV2(_matrix(alpha, beta), compute_v=wants_vectors)
        if e.dtype.is_complex:
            e = raw.Real(e, Tout=e.dtype.real_dtype)
        if select != "a":
            chosen = (_by_index if select == "i" else _by_value)(e, select_range)
            e = raw.GatherV2(e, chosen, np.int32(-1))
            v = raw.GatherV2(v, chosen, np.int32(-1)) if wants_vectors else v
        return (e, v) if wants_vectors else e
