"""Colours as sums of red, green and blue: `tf.image.rgb_to_grayscale`, `rgb_to_yiq`, `rgb_to_yuv`.

Hues and saturations are no sums: `rgb_to_hsv` is in `colors.py`.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from stagelight.core.convert import convert_to_tensor
from stagelight.core.raw import raw
from stagelight.core.scopes import op_scope
from stagelight.core.tensor import Tensor
from stagelight.ops.image.pixel_values import convert_image_dtype
from stagelight.ops.linalg.tensordot import tensordot
from stagelight.public import public
from stagelight.types.dtypes import float32

# In each column: how much of red, green and blue. The numbers are TensorFlow's, to their last digit.
_TO_YIQ = np.array(
    [
        [0.299, 0.59590059, 0.2115],
        [0.587, -0.27455667, -0.52273617],
        [0.114, -0.32134392, 0.31119955],
    ]
)
_FROM_YIQ = np.array(
    [[1, 1, 1], [0.95598634, -0.27201283, -1.10674021], [0.6208248, -0.64720424, 1.70423049]]
)
_TO_YUV = np.array(
    [
        [0.299, -0.14714119, 0.61497538],
        [0.587, -0.28886916, -0.51496512],
        [0.114, 0.43601035, -0.10001026],
    ]
)
_FROM_YUV = np.array([[1, 1, 1], [0, -0.394642334, 2.03206185], [1.13988303, -0.58062185, 0]])
_GREY = np.array([0.2989, 0.587, 0.114], np.float32)


@public("image.rgb_to_grayscale")
def rgb_to_grayscale(images: Any, name: str | None = None) -> Tensor:
    """How light colours are: `0.2989 * red + 0.587 * green + 0.114 * blue`.

    Args:
        images: numeric tensor of shape `[..., 3]`.
        name: name of the scope.

    Returns:
        Tensor of shape `[..., 1]`, of the same dtype.

    Raises:
        InvalidArgumentError: the last axis has not 3 elements.

    >>> tf.image.rgb_to_grayscale(tf.constant([[0, 255, 0]], tf.uint8)).numpy()
    array([[149]], dtype=uint8)
    """
    with op_scope(name or "rgb_to_grayscale") as scope:
        images = convert_to_tensor(images, name="images")
        light = tensordot(convert_image_dtype(images, float32), _GREY, [-1, -1])
        return convert_image_dtype(raw.ExpandDims(light, -1), images.dtype, name=scope)


def _mixed(images: Any, parts: np.ndarray) -> Tensor:
    images = convert_to_tensor(images, name="images")
    if not images.dtype.is_floating:
        raise TypeError(f"Colours must be floating. Received: {images.dtype.name}")
    return tensordot(images, parts.astype(images.dtype.numpy_dtype), [[-1], [0]])


@public("image.rgb_to_yiq")
def rgb_to_yiq(images: Any) -> Tensor:
    """Colours as the YIQ of television: how light, and two differences of colours.

    Args:
        images: floating tensor of shape `[..., 3]` with values from 0 to 1.

    Raises:
        TypeError: the images are not floating.
        InvalidArgumentError: the last axis has not 3 elements.

    >>> tf.image.rgb_to_yiq([[1.0, 0.0, 0.0]]).numpy().round(3)
    array([[0.299, 0.596, 0.212]], dtype=float32)
    """
    return _mixed(images, _TO_YIQ)


@public("image.yiq_to_rgb")
def yiq_to_rgb(images: Any) -> Tensor:
    """Red, green and blue of colours given as YIQ; see `rgb_to_yiq`.

    >>> tf.image.yiq_to_rgb([[0.5, 0.0, 0.0]]).numpy()
    array([[0.5, 0.5, 0.5]], dtype=float32)
    """
    return _mixed(images, _FROM_YIQ)


@public("image.rgb_to_yuv")
def rgb_to_yuv(images: Any) -> Tensor:
    """Colours as YUV: how light, and how far blue and red are from that.

    Args:
        images: floating tensor of shape `[..., 3]` with values from 0 to 1.

    Raises:
        TypeError: the images are not floating.
        InvalidArgumentError: the last axis has not 3 elements.

    >>> tf.image.rgb_to_yuv([[1.0, 0.0, 0.0]]).numpy().round(3)
    array([[ 0.299, -0.147,  0.615]], dtype=float32)
    """
    return _mixed(images, _TO_YUV)


@public("image.yuv_to_rgb")
def yuv_to_rgb(images: Any) -> Tensor:
    """Red, green and blue of colours given as YUV; see `rgb_to_yuv`.

    >>> tf.image.yuv_to_rgb([[0.5, 0.0, 0.0]]).numpy()
    array([[0.5, 0.5, 0.5]], dtype=float32)
    """
    return _mixed(images, _FROM_YUV)
