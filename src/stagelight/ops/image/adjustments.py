"""Light and colour made stronger or weaker: `tf.image.adjust_brightness`, `adjust_hue`, ...

The ops work on floating images; what is of another dtype is converted, and back. As in TensorFlow they have
no gradient.
"""

from __future__ import annotations

from types import ModuleType
from typing import Any

import numpy as np

from stagelight.core.convert import convert_to_tensor
from stagelight.core.dispatch import CONTEXT
from stagelight.core.inference import (
    Inferred,
    first_known,
    invalid,
    require_rank,
    require_rank_at_least,
    shape_text,
)
from stagelight.core.op_def import types
from stagelight.core.raw import raw
from stagelight.core.registry import define
from stagelight.core.scopes import op_scope
from stagelight.core.tensor import Tensor
from stagelight.ops.elementwise.cast import cast
from stagelight.ops.image.image_shapes import require
from stagelight.ops.image.pixel_values import convert_image_dtype
from stagelight.public import public
from stagelight.types import dtypes
from stagelight.types.shapes import TensorShape

_FLOATS = (dtypes.float16, dtypes.float32)

# ---------------------------------------------------------------------------- contrast


def _infer(images: Tensor, factor: Tensor) -> Inferred:
    require_rank_at_least(images, 3, "images")
    require_rank(factor, 0, "the second argument")
    return Inferred(images.shape, images.dtype)


def _check(images: np.ndarray, factor: np.ndarray, what: str) -> None:
    if images.ndim < 3:
        raise invalid(f"input must be at least 3-D, got shape{shape_text(images.shape)}")
    if factor.ndim:
        raise invalid(f"{what} must be scalar: {shape_text(factor.shape)}")


def _adjust_contrast(xp: ModuleType, images: np.ndarray, contrast_factor: np.ndarray) -> np.ndarray:
    _check(images, contrast_factor, "contrast_factor")
    if not images.size:
        return images
    wide = images.astype(np.float32, copy=False)
    # Added up in doubles, so that the order is of no account.
    mean = wide.mean((-3, -2), keepdims=True, dtype=np.float64).astype(np.float32)
    return (mean + contrast_factor * (wide - mean)).astype(images.dtype, copy=False)


define(
    "AdjustContrastv2",
    "images: T, contrast_factor: float32",
    "output: T",
    {"T": types(_FLOATS, default=dtypes.float32)},
    infer=_infer,
    kernel=_adjust_contrast,
)


@public("image.adjust_contrast")
def adjust_contrast(images: Any, contrast_factor: Any) -> Tensor:
    """Images whose channels lie further from their mean: `(x - mean) * contrast_factor + mean`.

    Args:
        images: numeric tensor of shape `[..., height, width, channels]`.
        contrast_factor: a number, or a scalar tensor.

    Returns:
        Images of the same dtype; integers stay within its range.

    Raises:
        InvalidArgumentError: there are less than three axes, or the factor is no scalar.

    >>> tf.image.adjust_contrast([[[1.0], [2.0], [3.0]]], 2.0).numpy().ravel()
    array([0., 2., 4.], dtype=float32)
    """
    with op_scope("adjust_contrast") as scope:
        images = convert_to_tensor(images, name="images")
        result = raw.AdjustContrastv2(_as_float(images), contrast_factor, name=scope)
        return convert_image_dtype(result, images.dtype, saturate=True)


def _as_float(images: Tensor) -> Tensor:
    return images if images.dtype in _FLOATS else convert_image_dtype(images, dtypes.float32)


# ---------------------------------------------------------------------------- hue and saturation


def _infer_colours(images: Tensor, factor: Tensor) -> Inferred:
    inferred = _infer(images, factor)
    last = images.shape[-1] if images.shape.rank else None
    if last not in (None, 3):
        raise invalid(f"input must have 3 channels but instead has {last} channels.")
    if images.shape.rank is None:
        return inferred
    return Inferred(
        first_known(images.shape, TensorShape([*[None] * (images.shape.rank - 1), 3])),
        images.dtype,
    )


def _channels(images: np.ndarray, factor: np.ndarray, what: str) -> tuple[np.ndarray, ...]:
    _check(images, factor, what)
    if images.shape[-1] != 3:
        raise invalid(f"input must have 3 channels but instead has {images.shape[-1]} channels.")
    wide = images.astype(np.float32, copy=False)
    return wide[..., 0], wide[..., 1], wide[..., 2]


_ONE, _SIX = np.float32(1), np.float32(6)
# Of each sixth of the circle of hues: which of (least, middle, greatest) red, green and blue are.
HUE_PLACES = np.array([[2, 1, 0], [1, 2, 0], [0, 2, 1], [0, 1, 2], [1, 0, 2], [2, 0, 1]])


def _adjust_hue(xp: ModuleType, images: np.ndarray, delta: np.ndarray) -> np.ndarray:
    r, g, b = _channels(images, delta, "delta")
    least = xp.minimum(xp.minimum(r, g), b)
    greatest = xp.maximum(xp.maximum(r, g), b)
    # The sum less the ends would round.
    middle = xp.maximum(xp.minimum(r, g), xp.minimum(xp.maximum(r, g), b))
    span = greatest - least
    sixth = xp.where(
        r < g,
        xp.where(b < r, 1, xp.where(b > g, 3, 2)),
        xp.where(b < g, 0, xp.where(b > r, 4, 5)),
    )
    has_hue = span != 0
    part = (middle - least) / xp.where(has_hue, span, _ONE)
    hue = sixth.astype(np.float32) + xp.where(sixth % 2 == 0, part, _ONE - part)
    hue = xp.where(has_hue, hue, np.float32(0)) + delta * _SIX
    hue = xp.mod(hue, _SIX)
    # A tiny negative hue becomes 6 by rounding, which is 0 again.
    hue = xp.where(hue >= _SIX, np.float32(0), hue)
    # What is not a number has no place on the circle; TensorFlow takes the last one.
    sixth = xp.where(hue >= 0, hue, np.float32(5)).astype(np.int32)
    part = hue - sixth
    middle = least + xp.where(sixth % 2 == 0, part, _ONE - part) * span
    levels = xp.stack([least, middle, greatest], -1)
    result: np.ndarray = xp.take_along_axis(levels, xp.asarray(HUE_PLACES)[sixth], -1)
    return result.astype(images.dtype, copy=False)


def _adjust_saturation(xp: ModuleType, images: np.ndarray, scale: np.ndarray) -> np.ndarray:
    channels = _channels(images, scale, "scale")
    value = xp.maximum(xp.maximum(channels[0], channels[1]), channels[2])
    least = xp.minimum(xp.minimum(channels[0], channels[1]), channels[2])
    span = value - least
    saturation = xp.where(value > 0, span / xp.where(value > 0, value, _ONE), np.float32(0))
    saturation = xp.minimum(xp.maximum(saturation * scale, np.float32(0)), _ONE)
    # The hue stays: how far a channel lies below the greatest one, as a part of the span, stays too.
    wanted = saturation * value
    span = xp.where(span > 0, span, _ONE)
    scaled = [value - (value - channel) / span * wanted for channel in channels]
    return xp.stack(scaled, -1).astype(images.dtype, copy=False)


for _name, _argument, _kernel in (
    ("AdjustHue", "delta", _adjust_hue),
    ("AdjustSaturation", "scale", _adjust_saturation),
):
    define(
        _name,
        f"images: T, {_argument}: float32",
        "output: T",
        {"T": types(_FLOATS, default=dtypes.float32)},
        requires={_argument: "scalar"},
        infer=_infer_colours,
        kernel=_kernel,
    )


@public("image.adjust_hue")
def adjust_hue(image: Any, delta: Any, name: str | None = None) -> Tensor:
    """Images whose colours are turned on the circle of hues.

    Args:
        image: numeric tensor of shape `[..., height, width, 3]`.
        delta: which part of the circle, from -1 to 1; a number, or a scalar tensor.
        name: name of the scope.

    Returns:
        Images of the same dtype.

    Raises:
        ValueError: `delta` is not in [-1, 1]; in a graph it is not looked at.
        InvalidArgumentError: the images have not 3 channels.

    >>> tf.image.adjust_hue([[[1.0, 0.0, 0.0]]], 0.5).numpy()
    array([[[0., 1., 1.]]], dtype=float32)
    """
    with op_scope(name or "adjust_hue"):
        if CONTEXT.stage is None and not -1 <= delta <= 1:
            raise ValueError("delta must be in the interval [-1, 1]")
        image = convert_to_tensor(image, name="image")
        return convert_image_dtype(raw.AdjustHue(_as_float(image), delta), image.dtype)


@public("image.adjust_saturation")
def adjust_saturation(image: Any, saturation_factor: Any, name: str | None = None) -> Tensor:
    """Images whose colours are more vivid, or greyer: the saturation times a factor, from 0 to 1.

    Args:
        image: numeric tensor of shape `[..., height, width, 3]`.
        saturation_factor: a number, or a scalar tensor.
        name: name of the scope.

    Returns:
        Images of the same dtype.

    Raises:
        InvalidArgumentError: the images have not 3 channels.

    >>> tf.image.adjust_saturation([[[1.0, 0.5, 0.0]]], 0.5).numpy()
    array([[[1.  , 0.75, 0.5 ]]], dtype=float32)
    """
    with op_scope(name or "adjust_saturation"):
        image = convert_to_tensor(image, name="image")
        adjusted = raw.AdjustSaturation(_as_float(image), saturation_factor)
        return convert_image_dtype(adjusted, image.dtype)


# ---------------------------------------------------------------------------- brightness and gamma


@public("image.adjust_brightness")
def adjust_brightness(image: Any, delta: Any) -> Tensor:
    """Images with `delta` added to all values, where white is 1.

    Args:
        image: numeric tensor of any shape.
        delta: a number, or a scalar tensor.

    Returns:
        Images of the same dtype; integers stay within its range.

    >>> tf.image.adjust_brightness(tf.constant([100, 200], tf.uint8), 0.5).numpy()
    array([227, 255], dtype=uint8)
    """
    with op_scope("adjust_brightness") as scope:
        image = convert_to_tensor(image, name="image")
        light = _as_float(image)
        adjusted = raw.AddV2(light, cast(delta, light.dtype), name=scope)
        return convert_image_dtype(adjusted, image.dtype, saturate=True)


@public("image.adjust_gamma")
def adjust_gamma(image: Any, gamma: Any = 1, gain: Any = 1) -> Tensor:
    """Images with `gain * x ** gamma` for each value `x`, where white is 1.

    Args:
        image: numeric tensor of any shape.
        gamma: a number that is not negative, or a scalar tensor; above 1 the result is darker.
        gain: a factor.

    Returns:
        Images of the same dtype; integers stay within its range.

    Raises:
        ValueError: `gamma` is negative.
        InvalidArgumentError: `gamma` is a tensor that is negative.

    >>> tf.image.adjust_gamma([0.5, 1.0], 2.0, gain=3.0).numpy()
    array([0.75, 3.  ], dtype=float32)
    """
    with op_scope("adjust_gamma"):
        image = convert_to_tensor(image, name="image")
        require(gamma >= 0, "Gamma should be a non-negative real number.")
        adjusted = gain * _as_float(image) ** gamma
        return convert_image_dtype(adjusted, image.dtype, saturate=True)
