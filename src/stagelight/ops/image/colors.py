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
    if not images.ndim or images.shape[-1] != 3:
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


for _name, _kernel in (("RGBToHSV", _to_hsv), ("HSVToRGB", _to_rgb)):
    define(
        _name,
        "images: T",
        "output: T",
        {"T": types(dtypes.FLOATING, default=dtypes.float32)},
        infer=_infer,
        kernel=_kernel,
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
