"""Colours of images: `tf.image.rgb_to_hsv`, `hsv_to_rgb`, `grayscale_to_rgb`."""

from __future__ import annotations

from types import ModuleType
from typing import Any

import numpy as np

from stagelight import errors
from stagelight.core.convert import convert_to_tensor
from stagelight.core.inference import Inferred, invalid, require_rank_at_least
from stagelight.core.op_def import types
from stagelight.core.raw import raw
from stagelight.core.registry import define
from stagelight.core.tensor import Tensor
from stagelight.public import public
from stagelight.types import dtypes


def _infer(images: Tensor) -> Inferred:
    require_rank_at_least(images, 1, "images")
    if images.shape.rank and images.shape[-1] not in (3, None):
        raise invalid(f"input must have 3 channels but input only has {images.shape[-1]} channels.")
    return Inferred(images.shape, images.dtype)


def _channels(images: np.ndarray) -> tuple[np.ndarray, ...]:
    if not images.ndim:
        raise invalid("input must be at least 1D. Received shape: []")
    if images.shape[-1] != 3:
        raise errors.FailedPreconditionError(
            None, None, f"input must have 3 channels. Received shape: {list(images.shape)}"
        )
    return images[..., 0], images[..., 1], images[..., 2]


def _to_hsv(xp: ModuleType, images: np.ndarray) -> np.ndarray:
    r, g, b = _channels(images)
    kind = images.dtype
    value = xp.maximum(xp.maximum(r, g), b)
    span = value - xp.minimum(xp.minimum(r, g), b)
    saturation = xp.where(value > 0, span / xp.where(value > 0, value, kind.type(1)), kind.type(0))
    sixth = kind.type(1) / (kind.type(6) * xp.where(span > 0, span, kind.type(1)))
    hue = xp.where(
        r == value,
        sixth * (g - b),
        xp.where(
            g == value,
            sixth * (b - r) + kind.type(2) / kind.type(6),
            sixth * (r - g) + kind.type(4) / kind.type(6),
        ),
    )
    hue = xp.where(span > 0, hue, kind.type(0))
    hue = xp.where(hue < 0, hue + kind.type(1), hue)
    return xp.stack([hue, saturation, value], axis=-1).astype(kind, copy=False)


def _to_rgb(xp: ModuleType, images: np.ndarray) -> np.ndarray:
    h, s, v = _channels(images)
    kind = images.dtype
    one, zero = kind.type(1), kind.type(0)
    wide = h * kind.type(6)
    parts = (
        xp.abs(wide - kind.type(3)) - one,
        kind.type(2) - xp.abs(wide - kind.type(2)),
        kind.type(2) - xp.abs(wide - kind.type(4)),
    )
    clipped = [xp.minimum(xp.maximum(part, zero), one) for part in parts]
    return xp.stack([((one - s) + s * part) * v for part in clipped], axis=-1).astype(
        kind, copy=False
    )


# In each row the channels whose difference is the hue's numerator, where the row's channel is the largest.
_NUMERATORS = np.array([[0, 1, -1], [-1, 0, 1], [1, -1, 0]])


def _to_hsv_gradient(op: Any, dy: Tensor) -> Tensor:
    """Of ties the first channel is the largest, and the last one the smallest; a grey's hue has no slope."""
    images = op.inputs[0]
    kind = images.dtype
    largest = raw.OneHot(raw.ArgMax(images, -1), 3, 1, 0)
    largest = raw.Cast(largest, DstT=kind)
    last = raw.ArgMin(raw.ReverseV2(images, [-1]), -1)
    smallest = raw.Cast(raw.OneHot(2 - last, 3, 1, 0), DstT=kind)
    value = raw.Sum(images * largest, -1, keep_dims=True)
    least = raw.Sum(images * smallest, -1, keep_dims=True)
    span = value - least
    channels = raw.MatMul(raw.Reshape(largest, [-1, 3]), raw.Cast(_NUMERATORS, DstT=kind))
    channels = raw.Reshape(channels, raw.Shape(images))
    numerator = raw.Sum(images * channels, -1, keep_dims=True)
    of_hue = raw.DivNoNan(channels, span) - raw.DivNoNan(numerator, span * span) * (
        largest - smallest
    )
    of_saturation = raw.DivNoNan(least, value * value) * largest - raw.DivNoNan(smallest, value)
    hue, saturation, brightness = raw.Split(-1, dy, num_split=3)
    return hue * of_hue / 6 + saturation * of_saturation + brightness * largest


define(
    "RGBToHSV",
    "images: T",
    "output: T",
    {"T": types(dtypes.FLOATING, default=dtypes.float32)},
    infer=_infer,
    kernel=_to_hsv,
    gradient=_to_hsv_gradient,
)

define(
    "HSVToRGB",
    "images: T",
    "output: T",
    {"T": types(dtypes.FLOATING, default=dtypes.float32)},
    infer=_infer,
    kernel=_to_rgb,
    differentiable=False,
)


@public("image.rgb_to_hsv")
def rgb_to_hsv(images: Any, name: str | None = None) -> Tensor:
    """Hue, saturation and value of colours given as red, green and blue.

    Args:
        images: floating tensor of shape `[..., 3]` with values from 0 to 1.
        name: the operation's name.

    Raises:
        FailedPreconditionError: the last axis has not 3 elements.

    >>> tf.image.rgb_to_hsv([[0.0, 1.0, 0.0]]).numpy().round(3)
    array([[0.333, 1.   , 1.   ]], dtype=float32)
    """
    return raw.RGBToHSV(images, name=name)


@public("image.hsv_to_rgb")
def hsv_to_rgb(images: Any, name: str | None = None) -> Tensor:
    """Red, green and blue of colours given as hue, saturation and value; see `rgb_to_hsv`.

    >>> tf.image.hsv_to_rgb([[0.0, 1.0, 0.5]]).numpy()
    array([[0.5, 0. , 0. ]], dtype=float32)
    """
    return raw.HSVToRGB(images, name=name)


@public("image.grayscale_to_rgb")
def grayscale_to_rgb(images: Any, name: str | None = None) -> Tensor:
    """Images of one channel with that channel as red, green and blue.

    Raises:
        ValueError: the last axis has more than one element.

    >>> tf.image.grayscale_to_rgb(tf.ones([2, 2, 1])).shape
    TensorShape([2, 2, 3])
    """
    images = convert_to_tensor(images)
    images.shape[-1:].assert_is_compatible_with([1])
    return raw.ConcatV2([images, images, images], -1, name=name)
