"""Batch normalization: the fused ops and `tf.nn.batch_normalization`.

    y = (x - mean) / sqrt(variance + epsilon) * scale + offset

The fused ops compute mean and variance of each channel while training, and take them as inputs otherwise.
Their second gradient is written out, since through mean and variance every element depends on its channel.
"""

from __future__ import annotations

from types import ModuleType
from typing import Any

import numpy as np

from stagelight.core.convert import convert_to_tensor
from stagelight.core.inference import SCALAR, Inferred, invalid
from stagelight.core.op_def import attr, types
from stagelight.core.raw import raw
from stagelight.core.registry import define
from stagelight.core.scopes import op_scope
from stagelight.core.tensor import Tensor
from stagelight.ops.nn.windows import is_channels_first
from stagelight.public import public
from stagelight.types import dtypes
from stagelight.types.shapes import TensorShape

_NARROW_AND_FLOAT = (dtypes.float16, dtypes.bfloat16, dtypes.float32)


def _channel_axis(rank: int, data_format: str) -> int:
    return 1 if is_channels_first(data_format) else rank - 1


def _per_channel(values: Any, rank: int, axis: int) -> Any:
    """`[channels]` in a shape that broadcasts with the input."""
    shape = [1] * rank
    shape[axis] = -1
    return values.reshape(shape)


def _check_rank(rank: int) -> None:
    if rank not in (4, 5):
        raise invalid(f"input must be 4 or 5-dimensional. Received {rank} axes.")


def _require_length(values: np.ndarray, channels: int, what: str) -> None:
    if values.shape != (channels,):
        sizes = f"got {values.size} and {channels}"
        raise invalid(f"{what} must have the same number of elements as the channels of x, {sizes}")


# ---------------------------------------------------------------------------- forward


def _infer_forward(extra: bool) -> Any:
    def infer(
        x: Tensor,
        scale: Tensor,
        offset: Tensor,
        mean: Tensor,
        variance: Tensor,
        *,
        data_format: str = "NHWC",
        **_attrs: Any,
    ) -> list[Inferred]:
        channels = None
        if x.shape.rank is not None:
            _check_rank(x.shape.rank)
            channels = x.shape.as_list()[_channel_axis(x.shape.rank, data_format)]
        for what, values in (("scale", scale), ("offset", offset)):
            size = values.shape.num_elements()
            if None not in (size, channels) and size != channels:
                raise invalid(
                    f"{what} must have the same number of elements as the channels of x, "
                    f"got {size} and {channels}"
                )
        one_each = Inferred(TensorShape([channels]), scale.dtype)
        rest = [Inferred(SCALAR, scale.dtype)] if extra else []
        return [Inferred(x.shape, x.dtype), *[one_each] * 4, *rest]

    return infer


def _forward(extra: bool) -> Any:
    def kernel(
        xp: ModuleType,
        x: np.ndarray,
        scale: np.ndarray,
        offset: np.ndarray,
        mean: np.ndarray,
        variance: np.ndarray,
        *,
        epsilon: float = 1e-4,
        exponential_avg_factor: float = 1.0,
        data_format: str = "NHWC",
        is_training: bool = True,
    ) -> tuple[Any, ...]:
        rank = x.ndim
        _check_rank(rank)
        axis = _channel_axis(rank, data_format)
        channels = x.shape[axis]
        _require_length(scale, channels, "scale")
        _require_length(offset, channels, "offset")
        wide = x.astype(np.float32, copy=False)
        if is_training:
            center, spread = _statistics(xp, wide, axis)
            count = x.size // max(channels, 1)
            # The running variance is that of a sample, the one that normalizes is not.
            unbiased = spread * np.float32(count / max(count - 1, 1))
            moved = _blended(center, unbiased, mean, variance, exponential_avg_factor)
            results = (*moved, center, spread)
        else:
            _require_length(mean, channels, "When is_training=false, mean")
            _require_length(variance, channels, "When is_training=false, variance")
            center, spread = mean, variance
            results = (mean, variance, mean, variance)
        factor = scale / xp.sqrt(spread + np.float32(epsilon))
        shift = offset - center * factor
        y = wide * _per_channel(factor, rank, axis)
        y += _per_channel(shift, rank, axis)
        rest = (np.zeros((), scale.dtype),) if extra else ()
        return (y.astype(x.dtype, copy=False), *(r.astype(scale.dtype) for r in results), *rest)

    return kernel


def _statistics(xp: ModuleType, x: Any, axis: int) -> tuple[Any, Any]:
    """Mean and variance of each channel."""
    others = tuple(i for i in range(x.ndim) if i != axis)
    center = xp.mean(x, axis=others)
    difference = x - _per_channel(center, x.ndim, axis)
    difference *= difference
    return center, xp.mean(difference, axis=others)


def _blended(center: Any, spread: Any, mean: Any, variance: Any, factor: float) -> tuple[Any, Any]:
    """What becomes of the running mean and variance: the given ones move by the factor."""
    if factor == 1.0:
        return center, spread
    old, new = np.float32(1 - factor), np.float32(factor)
    return old * mean + new * center, old * variance + new * spread


# ---------------------------------------------------------------------------- backward


def _infer_backward(y_backprop: Tensor, x: Tensor, scale: Tensor, *_: Any, **attrs: Any) -> Any:
    one_each = Inferred(scale.shape, scale.dtype)
    nothing = Inferred(TensorShape([0]), scale.dtype)
    return [Inferred(x.shape, x.dtype), one_each, one_each, nothing, nothing]


def _backward(
    xp: ModuleType,
    y_backprop: np.ndarray,
    x: np.ndarray,
    scale: np.ndarray,
    mean: np.ndarray,
    variance: np.ndarray,
    *_reserved: np.ndarray,
    epsilon: float = 1e-4,
    data_format: str = "NHWC",
    is_training: bool = True,
) -> tuple[Any, ...]:
    rank = x.ndim
    _check_rank(rank)
    if y_backprop.shape != x.shape:
        raise invalid(
            f"x and y_backprop must have the same shape, but x has shape {x.shape} and "
            f"y_backprop has shape {y_backprop.shape}"
        )
    axis = _channel_axis(rank, data_format)
    for what, values in (("scale", scale), ("mean", mean), ("variance", variance)):
        _require_length(values, x.shape[axis], what)
    others = tuple(i for i in range(rank) if i != axis)
    dy = y_backprop.astype(np.float32, copy=False)
    inverse = 1 / xp.sqrt(variance + np.float32(epsilon))
    centered = x.astype(np.float32, copy=False) - _per_channel(mean, rank, axis)
    d_offset = xp.sum(dy, axis=others)
    d_scale = xp.sum(dy * centered, axis=others) * inverse
    dx = dy
    if is_training:
        count = max(x.size // max(x.shape[axis], 1), 1)
        along = _per_channel(d_scale * inverse / count, rank, axis)
        dx = dy - _per_channel(d_offset / count, rank, axis)
        centered *= along
        dx -= centered
    dx = dx * _per_channel(scale * inverse, rank, axis)
    nothing = np.zeros(0, scale.dtype)
    return (
        dx.astype(x.dtype, copy=False),
        d_scale.astype(scale.dtype),
        d_offset.astype(scale.dtype),
        nothing,
        nothing,
    )


def _backward_attrs(op: Any) -> dict[str, Any]:
    return {key: op.attr_value(key) for key in ("epsilon", "data_format", "is_training")}


def _forward_gradient(backward: str) -> Any:
    def gradient(op: Any, dy: Tensor, *_: Any) -> list[Any]:
        x, scale, _offset, mean, variance = op.inputs
        if op.attr_value("is_training"):
            mean, variance = op.outputs[3], op.outputs[4]
        reserved = [op.outputs[5]] if backward == "FusedBatchNormGradV3" else []
        dx, d_scale, d_offset, *_rest = getattr(raw, backward)(
            dy, x, scale, mean, variance, *reserved, **_backward_attrs(op)
        )
        return [dx, d_scale, d_offset, None, None]

    return gradient


class _Channels:
    """Sums and factors of channels, by ops, for one layout."""

    def __init__(self, data_format: str) -> None:
        rank = len(data_format)
        axis = _channel_axis(rank, data_format)
        self._others = np.asarray([i for i in range(rank) if i != axis], np.int32)
        shape = [1] * rank
        shape[axis] = -1
        self._shape = np.asarray(shape, np.int32)

    def sum(self, x: Tensor) -> Tensor:
        """The sum of each channel."""
        return raw.Sum(x, self._others)

    def mean(self, x: Tensor) -> Tensor:
        """The mean of each channel, in a shape that broadcasts."""
        return raw.Mean(x, self._others, keep_dims=True)

    def spread(self, values: Tensor) -> Tensor:
        """`[channels]` in a shape that broadcasts."""
        return raw.Reshape(values, self._shape)


def _backward_gradient(op: Any, a: Tensor, b: Tensor, c: Tensor, *_: Any) -> list[Any]:
    """a, b, c are the gradients of x_backprop, scale_backprop and offset_backprop."""
    dy, x, scale = op.inputs[:3]
    channels = _Channels(op.attr_value("data_format"))
    dtype = x.dtype
    dy, x, a = (raw.Cast(t, DstT=dtypes.float32) for t in (dy, x, a))
    gamma, b, c = (channels.spread(values) for values in (scale, b, c))
    if op.attr_value("is_training"):
        center = channels.mean(x)
        variance = channels.mean(raw.SquaredDifference(x, center))
    else:
        center, variance = (channels.spread(values) for values in op.inputs[3:5])
    inverse = raw.Rsqrt(raw.AddV2(variance, float(op.attr_value("epsilon"))))
    unit = raw.Mul(raw.Sub(x, center), inverse)
    factor = raw.Mul(gamma, inverse)
    if op.attr_value("is_training"):
        result = _second_while_training(channels, dy, a, b, c, unit, factor, inverse)
    else:
        d_dy = raw.AddN([raw.Mul(a, factor), raw.Mul(b, unit), _like(c, unit)])
        d_x = raw.Mul(raw.Mul(b, inverse), dy)
        result = d_dy, d_x, channels.sum(raw.Mul(raw.Mul(a, dy), inverse))
    d_dy, d_x, d_scale = result
    rest: list[Any] = [None] * (len(op.inputs) - 3)
    return [raw.Cast(d_dy, DstT=dtype), raw.Cast(d_x, DstT=dtype), d_scale, *rest]


def _like(values: Tensor, x: Tensor) -> Tensor:
    return raw.AddV2(values, raw.ZerosLike(x))


def _second_while_training(
    channels: _Channels,
    dy: Tensor,
    a: Tensor,
    b: Tensor,
    c: Tensor,
    unit: Tensor,
    factor: Tensor,
    inverse: Tensor,
) -> tuple[Tensor, Tensor, Tensor]:
    """With `P(t) = t - mean(t) - unit * mean(t * unit)`, dx = factor * P(dy), and P is its own
    transpose."""

    def along(t: Tensor) -> Tensor:
        return channels.mean(raw.Mul(t, unit))

    def projected(t: Tensor) -> Tensor:
        return raw.Sub(raw.Sub(t, channels.mean(t)), raw.Mul(unit, along(t)))

    a_projected, dy_projected = projected(a), projected(dy)
    a_along, dy_along = along(a), along(dy)
    d_dy = raw.AddN([raw.Mul(factor, a_projected), raw.Mul(b, unit), _like(c, unit)])
    product = raw.Mul(a, dy_projected)
    turned = raw.AddN(
        [
            raw.Mul(unit, channels.mean(product)),
            raw.Mul(a_projected, dy_along),
            raw.Mul(dy_projected, a_along),
        ]
    )
    d_x = raw.Sub(
        raw.Mul(raw.Mul(b, inverse), dy_projected), raw.Mul(raw.Mul(factor, inverse), turned)
    )
    d_scale = channels.sum(raw.Mul(product, inverse))
    return d_dy, d_x, d_scale


_FORMATS = ("NHWC", "NCHW")
for _suffix, _formats, _types in (
    ("", _FORMATS, {"T": types((dtypes.float32,))}),
    ("V2", _FORMATS, {"T": types(_NARROW_AND_FLOAT), "U": types((dtypes.float32,))}),
    (
        "V3",
        (*_FORMATS, "NDHWC", "NCDHW"),
        {"T": types(_NARROW_AND_FLOAT), "U": types((dtypes.bfloat16, dtypes.float32))},
    ),
):
    _u = "U" if _suffix else "T"
    _scale = "float32" if _suffix else "T"
    _is_third = _suffix == "V3"
    _layout = {"epsilon": 0.0001, "data_format": attr("string", "NHWC", _formats)}
    define(
        f"FusedBatchNorm{_suffix}",
        f"x: T, scale: {_u}, offset: {_u}, mean: {_u}, variance: {_u}",
        f"y: T, batch_mean: {_u}, batch_variance: {_u}, "
        f"reserve_space_1: {_u}, reserve_space_2: {_u}"
        + (f", reserve_space_3: {_u}" if _is_third else ""),
        {
            **_types,
            "epsilon": _layout["epsilon"],
            "exponential_avg_factor": 1.0,
            "data_format": _layout["data_format"],
            "is_training": True,
        },
        requires=dict.fromkeys(("scale", "offset", "mean", "variance"), "vector"),
        infer=_infer_forward(_is_third),
        kernel=_forward(_is_third),
        gradient=_forward_gradient(f"FusedBatchNormGrad{_suffix}"),
    )
    _backward_types = {**_types, "U": types((dtypes.float32,))} if _suffix else _types
    _first = 4 if _is_third else 3
    define(
        f"FusedBatchNormGrad{_suffix}",
        f"y_backprop: T, x: T, scale: {_scale}, reserve_space_1: {_u}, reserve_space_2: {_u}"
        + (f", reserve_space_3: {_u}" if _is_third else ""),
        f"x_backprop: T, scale_backprop: {_u}, offset_backprop: {_u}, "
        f"reserve_space_{_first}: {_u}, reserve_space_{_first + 1}: {_u}",
        {**_backward_types, **_layout, "is_training": True},
        infer=_infer_backward,
        kernel=_backward,
        gradient=_backward_gradient,
    )

# ---------------------------------------------------------------------------- public functions


@public("nn.batch_normalization")
def batch_normalization(
    x: Any,
    mean: Any,
    variance: Any,
    offset: Any,
    scale: Any,
    variance_epsilon: Any,
    name: str | None = None,
) -> Tensor:
    """`(x - mean) / sqrt(variance + variance_epsilon) * scale + offset`.

    Args:
        x: floating tensor.
        mean: tensor whose shape broadcasts with that of `x`.
        variance: likewise.
        offset: likewise; None is 0.
        scale: likewise; None is 1.
        variance_epsilon: small number that keeps from dividing by zero.
        name: name of the operation.

    Returns:
        Tensor like `x`.

    Raises:
        InvalidArgumentError: shapes that do not broadcast.

    >>> x = tf.constant([1.0, 3.0])
    >>> tf.nn.batch_normalization(x, 2.0, 1.0, None, None, 0.0).numpy()
    array([-1.,  1.], dtype=float32)
    """
    with op_scope(name or "batchnorm"):
        variance = convert_to_tensor(variance)
        factor = raw.Rsqrt(raw.AddV2(variance, variance_epsilon))
        if scale is not None:
            factor = raw.Mul(factor, scale)
        x = convert_to_tensor(x)
        moved = raw.Mul(mean, factor)
        shift = raw.Neg(moved) if offset is None else raw.Sub(offset, moved)
        if factor.dtype is not x.dtype:
            factor, shift = raw.Cast(factor, DstT=x.dtype), raw.Cast(shift, DstT=x.dtype)
        return raw.AddV2(raw.Mul(x, factor, name="mul_1"), shift, name="add_1")


@public("nn.batch_norm_with_global_normalization")
def batch_norm_with_global_normalization(
    input: Any,
    mean: Any,
    variance: Any,
    beta: Any,
    gamma: Any,
    variance_epsilon: Any,
    scale_after_normalization: bool,
    name: str | None = None,
) -> Tensor:
    """`batch_normalization` with other names.

    Args:
        input: floating tensor `[batch, height, width, channels]`.
        mean: tensor `[channels]`.
        variance: tensor `[channels]`.
        beta: what is added, `[channels]`.
        gamma: the factor, `[channels]`.
        variance_epsilon: small number that keeps from dividing by zero.
        scale_after_normalization: whether to multiply by `gamma`.
        name: name of the operation.

    Returns:
        Tensor like `input`.

    Raises:
        InvalidArgumentError: shapes that do not broadcast.

    >>> x, one = tf.ones([1, 1, 1, 1]), tf.ones([1])
    >>> y = tf.nn.batch_norm_with_global_normalization(x, one, one, one, one, 0.0, False)
    >>> y.numpy().ravel()
    array([1.], dtype=float32)
    """
    scale = gamma if scale_after_normalization else None
    return batch_normalization(input, mean, variance, beta, scale, variance_epsilon, name)


@public("compat.v1.nn.fused_batch_norm")
def fused_batch_norm(
    x: Any,
    scale: Any,
    offset: Any,
    mean: Any = None,
    variance: Any = None,
    epsilon: float = 0.001,
    data_format: str = "NHWC",
    is_training: bool = True,
    name: str | None = None,
    exponential_avg_factor: float = 1.0,
) -> tuple[Tensor, Tensor, Tensor]:
    """Batch normalization of images or volumes, with one mean and variance for each channel.

    Args:
        x: floating tensor `[batch, height, width, channels]`, or in `data_format`.
        scale: float32 tensor `[channels]`.
        offset: float32 tensor `[channels]`.
        mean: the running mean `[channels]`; needed where `is_training` is False or the factor is
            not 1.
        variance: the running variance, likewise.
        epsilon: small number that keeps from dividing by zero.
        data_format: "NHWC", "NCHW", "NDHWC" or "NCDHW".
        is_training: whether to use the batch's own mean and variance.
        name: name of the operation.
        exponential_avg_factor: how far the running mean and variance move to the batch's.

    Returns:
        `(y, mean, variance)`: the result and the new running mean and variance.

    Raises:
        ValueError: no mean or variance where they are needed.
        InvalidArgumentError: sizes that do not fit.

    >>> x = tf.reshape(tf.constant([1.0, 3.0]), [2, 1, 1, 1])
    >>> y, mean, variance = tf.compat.v1.nn.fused_batch_norm(x, [1.0], [0.0])
    >>> mean.numpy(), variance.numpy()
    (array([2.], dtype=float32), array([2.], dtype=float32))
    """
    if (not is_training or exponential_avg_factor != 1.0) and (mean is None or variance is None):
        raise ValueError(
            "Both `mean` and `variance` must be a 1D tensor when `is_training` is False or "
            f"`exponential_avg_factor` != 1.0. Received: mean={mean!r}, variance={variance!r}"
        )
    nothing = np.zeros(0, np.float32)
    y, new_mean, new_variance, *_ = raw.FusedBatchNormV3(
        convert_to_tensor(x, name="input"),
        scale,
        offset,
        nothing if mean is None else mean,
        nothing if variance is None else variance,
        # TF: cuDNN, which also runs these ops there, bears no smaller one.
        epsilon=max(epsilon, 1.001e-5),
        exponential_avg_factor=exponential_avg_factor,
        data_format=data_format,
        is_training=is_training,
        name=name,
    )
    return y, new_mean, new_variance
