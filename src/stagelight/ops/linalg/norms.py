"""Norms: `tf.norm`, `tf.linalg.normalize`, `tf.nn.l2_normalize`."""

from __future__ import annotations

import numbers
from collections.abc import Sequence
from typing import Any

import numpy as np

from stagelight.core.convert import convert_to_tensor
from stagelight.core.raw import raw
from stagelight.core.scopes import op_scope
from stagelight.core.tensor import Tensor
from stagelight.ops.reductions.reduction_functions import reduce_max, reduce_sum
from stagelight.public import public

_MATRIX_NORMS = ("euclidean", "fro", 1, 2, np.inf)
_EUCLIDEAN = ("euclidean", "fro", 2)


def _checked_norm(ord: Any, axis: Any) -> tuple[tuple[int, ...] | None, bool]:
    """The axes, and whether the norm is one of matrices.

    Raises:
        ValueError: an order or axes for which there is no norm.
    """
    if isinstance(axis, (list, tuple)) and len(axis) == 2:
        axes = tuple(axis)
        if not all(isinstance(a, numbers.Integral) for a in axes) or axes[0] == axes[1]:
            raise ValueError(
                f"'axis' must be None, an integer, or a tuple of 2 unique integers, got {axis}"
            )
        if ord not in _MATRIX_NORMS:
            raise ValueError(
                f"'ord' must be a supported matrix norm in {list(_MATRIX_NORMS)}, got {ord}"
            )
        return axes, True
    if axis is not None and not isinstance(axis, numbers.Integral):
        raise ValueError(
            f"'axis' must be None, an integer, or a tuple of 2 unique integers, got {axis}"
        )
    is_number = isinstance(ord, numbers.Real) and not isinstance(ord, bool)
    if ord != "euclidean" and not (is_number and ord > 0):
        raise ValueError(f"'ord' must be a supported vector norm, got {ord}")
    return (None if axis is None else (int(axis),)), False


@public("norm", "linalg.norm")
def norm(
    tensor: Any,
    ord: Any = "euclidean",
    axis: Any = None,
    keepdims: bool | None = None,
    name: str | None = None,
) -> Tensor:
    """The norm of vectors or matrices: `sum(|x|^ord)^(1/ord)` for vectors.

    Args:
        tensor: floating or complex tensor.
        ord: "euclidean", a positive number or infinity. For matrices: "euclidean" and "fro" (root
            of the sum of squares), 1 (largest column sum), 2 (largest singular value) or infinity
            (largest row sum).
        axis: an integer for vectors, two for matrices; None takes the whole tensor as one vector.
        keepdims: whether reduced axes stay, with size 1.
        name: name of the operation.

    Returns:
        Tensor of that dtype without the reduced axes.

    Raises:
        ValueError: an order or axes for which there is no norm.

    >>> tf.norm([3.0, 4.0]).numpy()
    np.float32(5.0)
    """
    axes, is_matrix = _checked_norm(ord, axis)
    with op_scope(name or "norm"):
        x = convert_to_tensor(tensor)
        result = _kept_norm(x, ord, axes, is_matrix)
        if keepdims:
            return result
        return raw.Squeeze(result, squeeze_dims=list(axes or ()))


def _kept_norm(x: Tensor, ord: Any, axes: tuple[int, ...] | None, is_matrix: bool) -> Tensor:
    if is_matrix and ord == 2:
        return _largest_singular_value(x, axes)  # type: ignore[arg-type]
    if ord in _EUCLIDEAN:
        conjugate = raw.Conj(x) if x.dtype.is_complex else x
        squares = raw.Mul(x, conjugate, name="mul")
        return raw.Sqrt(reduce_sum(squares, axes, keepdims=True))
    size = raw.ComplexAbs(x, Tout=x.dtype.real_dtype) if x.dtype.is_complex else raw.Abs(x)
    if ord == 1:
        result = reduce_sum(size, None if axes is None else axes[0], keepdims=True)
        return reduce_max(result, axes[-1], keepdims=True) if is_matrix else result  # type: ignore[index]
    if ord == np.inf:
        if is_matrix:
            size = reduce_sum(size, axes[1], keepdims=True)  # type: ignore[index]
        return reduce_max(size, None if axes is None else axes[0], keepdims=True)
    total = reduce_sum(raw.Pow(size, float(ord)), axes, keepdims=True)
    return raw.Pow(total, 1.0 / float(ord))


def _largest_singular_value(x: Tensor, axes: Sequence[int]) -> Tensor:
    rank = x.shape.rank
    if rank is None:
        raise ValueError("The 2-norm of matrices needs a tensor of known rank.")
    axes = [axis % rank for axis in axes]
    others = [axis for axis in range(rank) if axis not in axes]
    order = [*others, *axes]
    values, _, _ = raw.Svd(raw.Transpose(x, np.asarray(order, np.int32)), compute_uv=False)
    if x.dtype.is_complex:
        values = raw.Real(values, Tout=x.dtype.real_dtype)
    largest = raw.ExpandDims(reduce_max(values, -1, keepdims=True), np.int32(-1))
    return raw.Transpose(largest, np.argsort(order).astype(np.int32))


@public("linalg.normalize")
def normalize(
    tensor: Any, ord: Any = "euclidean", axis: Any = None, name: str | None = None
) -> tuple[Tensor, Tensor]:
    """The tensor divided by its norm, and the norm.

    Args:
        tensor: floating or complex tensor.
        ord: as in `tf.norm`.
        axis: as in `tf.norm`.
        name: name of the operation.

    Returns:
        `(normalized, norm)`, where the norm keeps its axes with size 1.

    Raises:
        ValueError: an order or axes for which there is no norm.

    >>> unit, size = tf.linalg.normalize([3.0, 4.0])
    >>> unit.numpy()
    array([0.6, 0.8], dtype=float32)
    """
    with op_scope(name or "normalize"):
        x = convert_to_tensor(tensor)
        size = norm(x, ord, axis, keepdims=True)
        if size.dtype is not x.dtype:
            size = raw.Cast(size, DstT=x.dtype)
        return raw.RealDiv(x, size), size


@public("math.l2_normalize", "linalg.l2_normalize", "nn.l2_normalize")
def l2_normalize(
    x: Any, axis: Any = None, epsilon: float = 1e-12, name: str | None = None, dim: Any = None
) -> Tensor:
    """`x / sqrt(max(sum(|x|^2), epsilon))` over axes.

    Args:
        x: floating or complex tensor.
        axis: the axes of each vector: None for all, an integer or several.
        epsilon: the least square of a norm to divide by.
        name: name of the operation.
        dim: an old name of `axis`.

    Returns:
        Tensor like `x`.

    Raises:
        ValueError: both `axis` and `dim`.

    >>> tf.nn.l2_normalize([3.0, 4.0]).numpy()
    array([0.6, 0.8], dtype=float32)
    """
    if dim is not None:
        if axis is not None:
            raise ValueError("Cannot specify both 'axis' and 'dim'.")
        axis = dim
    with op_scope(name or "l2_normalize") as scope:
        x = convert_to_tensor(x, name="x")
        if not x.dtype.is_complex:
            total = reduce_sum(raw.Square(x), axis, keepdims=True)
            return raw.Mul(x, raw.Rsqrt(raw.Maximum(total, epsilon)), name=scope)
        real_dtype = x.dtype.real_dtype
        real, imag = raw.Real(x, Tout=real_dtype), raw.Imag(x, Tout=real_dtype)
        total = reduce_sum(raw.AddV2(raw.Square(real), raw.Square(imag)), axis, keepdims=True)
        inverse = raw.Rsqrt(raw.Maximum(total, epsilon))
        return raw.Complex(raw.Mul(real, inverse), raw.Mul(imag, inverse), Tout=x.dtype, name=scope)
