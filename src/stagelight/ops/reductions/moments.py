"""Means, variances and counts over axes: `tf.nn.moments`, `tf.math.reduce_variance`,
`tf.math.count_nonzero`, ..."""

from __future__ import annotations

from typing import Any

import numpy as np

from stagelight.core.convert import convert_to_tensor
from stagelight.core.raw import raw
from stagelight.core.scopes import op_scope
from stagelight.core.tensor import EagerTensor, Tensor
from stagelight.ops.reductions.reduction_functions import reduce_mean, reduce_sum
from stagelight.public import public
from stagelight.types import dtypes


@public("math.reduce_variance")
def reduce_variance(
    input_tensor: Any, axis: Any = None, keepdims: bool = False, name: str | None = None
) -> Tensor:
    """The mean of `|x - mean(x)|^2` over axes.

    Args:
        input_tensor: floating or complex tensor.
        axis: the axes to reduce: None for all, an integer, several, or an integer tensor.
        keepdims: whether reduced axes stay, with size 1.
        name: name of the operation.

    Returns:
        Real tensor without the reduced axes.

    Raises:
        TypeError: an integer tensor.
        InvalidArgumentError: an axis is out of range or named twice.

    >>> tf.math.reduce_variance([1.0, 3.0]).numpy()
    np.float32(1.0)
    """
    with op_scope(name or "reduce_variance"):
        x = convert_to_tensor(input_tensor)
        if x.dtype.is_integer:
            raise TypeError(
                f"Input must be either real or complex. Received integer type {x.dtype}."
            )
        difference = raw.Sub(x, reduce_mean(x, axis, keepdims=True), name="sub")
        if x.dtype.is_complex:
            squares = raw.Real(raw.Mul(difference, raw.Conj(difference)), Tout=x.dtype.real_dtype)
        else:
            squares = raw.Square(difference)
        return reduce_mean(squares, axis, keepdims=keepdims)


@public("math.reduce_std")
def reduce_std(
    input_tensor: Any, axis: Any = None, keepdims: bool = False, name: str | None = None
) -> Tensor:
    """The square root of the variance over axes.

    Args:
        input_tensor: floating or complex tensor.
        axis: the axes to reduce: None for all, an integer, several, or an integer tensor.
        keepdims: whether reduced axes stay, with size 1.
        name: name of the operation.

    Returns:
        Real tensor without the reduced axes.

    Raises:
        TypeError: an integer tensor.
        InvalidArgumentError: an axis is out of range or named twice.

    >>> tf.math.reduce_std([1.0, 5.0]).numpy()
    np.float32(2.0)
    """
    with op_scope(name or "reduce_std"):
        return raw.Sqrt(reduce_variance(input_tensor, axis, keepdims))


@public("math.count_nonzero")
def count_nonzero(
    input: Any,
    axis: Any = None,
    keepdims: bool | None = None,
    dtype: Any = dtypes.int64,
    name: str | None = None,
) -> Tensor:
    """How many elements over axes are not zero, False or the empty string.

    Args:
        input: numeric, bool or string tensor.
        axis: the axes to reduce: None for all, an integer, several, or an integer tensor.
        keepdims: whether reduced axes stay, with size 1.
        dtype: dtype of the result.
        name: name of the operation.

    Returns:
        Tensor of `dtype` without the reduced axes.

    Raises:
        InvalidArgumentError: an axis is out of range or named twice.

    >>> tf.math.count_nonzero([[0, 1], [2, 3]], axis=1).numpy()
    array([1, 2])
    """
    with op_scope(name or "count_nonzero"):
        x = convert_to_tensor(input, name="input")
        zero = b"" if x.dtype is dtypes.string else x.dtype.numpy_dtype.type(0)
        is_nonzero = raw.NotEqual(x, convert_to_tensor(zero, x.dtype, name="zeros"))
        count = reduce_sum(raw.Cast(is_nonzero, DstT=dtypes.int64), axis, keepdims)
        wanted = dtypes.as_dtype(dtype)
        return count if wanted is dtypes.int64 else raw.Cast(count, DstT=wanted)


@public("math.zero_fraction", "nn.zero_fraction")
def zero_fraction(value: Any, name: str | None = None) -> Tensor:
    """The share of elements that are zero.

    Args:
        value: numeric tensor.
        name: name of the operation.

    Returns:
        float32 scalar; NaN for an empty tensor.

    >>> tf.nn.zero_fraction([0, 0, 1, 3]).numpy()
    np.float32(0.5)
    """
    with op_scope(name or "zero_fraction"):
        x = convert_to_tensor(value, name="value")
        size = raw.Size(x, out_type=dtypes.int64)
        zeros = raw.Cast(raw.Sub(size, count_nonzero(x)), DstT=dtypes.float32)
        return raw.RealDiv(zeros, raw.Cast(size, DstT=dtypes.float32), name="fraction")


def _static_axes(axes: Any) -> Any:
    """Axes as Python numbers where they are known, else as they are."""
    if isinstance(axes, EagerTensor):
        return axes._array.tolist()
    return axes


def _without_axes(x: Tensor, axes: Any, shape: Tensor) -> Tensor:
    """`x` without the axes that a reduction kept."""
    if axes is None:
        return raw.Squeeze(x)
    if isinstance(axes, Tensor):
        return raw.Reshape(x, shape)
    dims = [axes] if isinstance(axes, (int, np.integer)) else [int(axis) for axis in axes]
    return raw.Squeeze(x, squeeze_dims=dims) if dims else x


@public("nn.moments")
def moments(
    x: Any, axes: Any, shift: Any = None, keepdims: bool = False, name: str | None = None
) -> tuple[Tensor, Tensor]:
    """Mean and variance over axes.

    Args:
        x: numeric tensor; 16 bit floats are computed in float32.
        axes: integers, the axes to reduce.
        shift: not used.
        keepdims: whether reduced axes stay, with size 1.
        name: name of the operation.

    Returns:
        `(mean, variance)`, tensors of that dtype without the reduced axes.

    Raises:
        InvalidArgumentError: an axis is out of range or named twice.

    >>> mean, variance = tf.nn.moments(tf.constant([1.0, 3.0]), [0])
    >>> mean.numpy(), variance.numpy()
    (np.float32(2.0), np.float32(1.0))
    """
    with op_scope(name or "moments"):
        x = convert_to_tensor(x, name="x")
        axes = _static_axes(axes)
        is_narrow = x.dtype in (dtypes.float16, dtypes.bfloat16)
        y = raw.Cast(x, DstT=dtypes.float32) if is_narrow else x
        mean = reduce_mean(y, axes, keepdims=True, name="mean")
        squares = raw.SquaredDifference(y, raw.StopGradient(mean))
        variance = reduce_mean(squares, axes, keepdims=True, name="variance")
        if not keepdims:
            shape = raw.Shape(reduce_mean(y, axes)) if isinstance(axes, Tensor) else None
            mean = _without_axes(mean, axes, shape)  # type: ignore[arg-type]
            variance = _without_axes(variance, axes, shape)  # type: ignore[arg-type]
        if is_narrow:
            mean, variance = raw.Cast(mean, DstT=x.dtype), raw.Cast(variance, DstT=x.dtype)
        return mean, variance


@public("nn.sufficient_statistics")
def sufficient_statistics(
    x: Any, axes: Any, shift: Any = None, keepdims: bool = False, name: str | None = None
) -> tuple[Tensor, Tensor, Tensor, Tensor | None]:
    """Count, sum and sum of squares over axes, from which `normalize_moments` makes mean and
    variance.

    Args:
        x: floating tensor.
        axes: integers, the axes to reduce.
        shift: what to subtract from `x` first, near its mean; None is nothing.
        keepdims: whether reduced axes stay, with size 1.
        name: name of the operation.

    Returns:
        `(count, sum, sum_of_squares, shift)`; `shift` is None where none was given.

    Raises:
        InvalidArgumentError: an axis is out of range or named twice.

    >>> count, total, squares, _ = tf.nn.sufficient_statistics(tf.constant([1.0, 3.0]), [0])
    >>> count.numpy(), total.numpy(), squares.numpy()
    (np.float32(2.0), np.float32(4.0), np.float32(10.0))
    """
    with op_scope(name or "sufficient_statistics"):
        x = convert_to_tensor(x, name="x")
        axes = np.unique(np.asarray(_static_axes(axes), np.int32).reshape(-1))
        sizes = raw.GatherV2(raw.Shape(x), axes, np.int32(0))
        count = raw.Cast(raw.Prod(sizes, np.asarray([0], np.int32)), DstT=x.dtype)
        if shift is None:
            values, squares = x, raw.Square(x)
        else:
            shift = convert_to_tensor(shift, x.dtype, name="shift")
            values, squares = raw.Sub(x, shift), raw.SquaredDifference(x, shift)
        return (
            count,
            reduce_sum(values, axes, keepdims, name="mean_ss"),
            reduce_sum(squares, axes, keepdims, name="var_ss"),
            shift,
        )


@public("nn.normalize_moments")
def normalize_moments(
    counts: Any, mean_ss: Any, variance_ss: Any, shift: Any, name: str | None = None
) -> tuple[Tensor, Tensor]:
    """Mean and variance of what `sufficient_statistics` gives.

    Args:
        counts: floating scalar, how many elements were summed.
        mean_ss: their sum, perhaps shifted.
        variance_ss: the sum of their squares, perhaps shifted.
        shift: the shift, or None.
        name: name of the operation.

    Returns:
        `(mean, variance)`, tensors like `mean_ss`.

    >>> mean, variance = tf.nn.normalize_moments(2.0, 4.0, 10.0, None)
    >>> mean.numpy(), variance.numpy()
    (np.float32(2.0), np.float32(1.0))
    """
    with op_scope(name or "normalize"):
        divisor = raw.Reciprocal(convert_to_tensor(counts), name="divisor")
        shifted = raw.Mul(mean_ss, divisor)
        mean = shifted if shift is None else raw.AddV2(shifted, shift, name="mean")
        variance = raw.Sub(raw.Mul(variance_ss, divisor), raw.Square(shifted), name="variance")
        return mean, variance


@public("nn.weighted_moments")
def weighted_moments(
    x: Any, axes: Any, frequency_weights: Any, keepdims: bool = False, name: str | None = None
) -> tuple[Tensor, Tensor]:
    """Mean and variance over axes, where each element counts by its weight.

    Args:
        x: floating tensor.
        axes: integers, the axes to reduce.
        frequency_weights: tensor whose shape broadcasts with that of `x`.
        keepdims: whether reduced axes stay, with size 1.
        name: name of the operation.

    Returns:
        `(mean, variance)`, tensors of that dtype without the reduced axes.

    Raises:
        InvalidArgumentError: an axis is out of range or named twice.

    >>> mean, variance = tf.nn.weighted_moments([1.0, 4.0], [0], [2.0, 1.0])
    >>> mean.numpy(), variance.numpy()
    (np.float32(2.0), np.float32(2.0))
    """
    with op_scope(name or "weighted_moments"):
        x = convert_to_tensor(x, name="x")
        weights = convert_to_tensor(frequency_weights, name="frequency_weights")
        is_narrow = x.dtype in (dtypes.float16, dtypes.bfloat16)
        y = raw.Cast(x, DstT=dtypes.float32) if is_narrow else x
        if weights.dtype is not y.dtype:
            weights = raw.Cast(weights, DstT=y.dtype)
        axes = _static_axes(axes)
        total = reduce_sum(raw.Mul(weights, y), axes, keepdims=True)
        # Weights that broadcast count once for each element they meet.
        weight = reduce_sum(raw.AddV2(weights, raw.ZerosLike(y)), axes, keepdims=True)
        mean = raw.RealDiv(total, weight)
        squares = raw.Mul(weights, raw.SquaredDifference(y, mean))
        variance = raw.RealDiv(reduce_sum(squares, axes, keepdims=True), weight)
        if not keepdims:
            shape = raw.Shape(reduce_sum(y, axes)) if isinstance(axes, Tensor) else None
            mean = _without_axes(mean, axes, shape)  # type: ignore[arg-type]
            variance = _without_axes(variance, axes, shape)  # type: ignore[arg-type]
        if is_narrow:
            mean, variance = raw.Cast(mean, DstT=x.dtype), raw.Cast(variance, DstT=x.dtype)
        return mean, variance
