"""Images as JPEG files of lower quality give them back: `tf.image.adjust_jpeg_quality` and its kin.

An image is written and read again; `jpeg.py` has the op that writes, `files.py` the one that reads.
"""

from __future__ import annotations

from typing import Any

from stagelight.core.convert import convert_to_tensor
from stagelight.core.raw import raw
from stagelight.core.tensor import Tensor
from stagelight.ops.image.files import decode_jpeg
from stagelight.ops.image.pixel_values import convert_image_dtype
from stagelight.ops.random.uniform_ops import random_uniform, stateless_uniform
from stagelight.public import public
from stagelight.types.dtypes import int32, uint8


@public("image.adjust_jpeg_quality")
def adjust_jpeg_quality(
    image: Any, jpeg_quality: Any, dct_method: str = "", name: str | None = None
) -> Tensor:
    """An image as it comes back from a JPEG file of some quality.

    Args:
        image: numeric tensor of shape `[height, width, channels]`, 1 or 3 channels. Floats are in `[0, 1]`.
        jpeg_quality: integer scalar from 0 to 100.
        dct_method: how the file is decoded, see `tf.io.decode_jpeg`.
        name: name of the operation that converts the pixels back.

    Returns:
        Tensor of the image's dtype and shape.

    Raises:
        InvalidArgumentError: another quality, rank or number of channels.

    >>> tf.image.adjust_jpeg_quality(tf.zeros([8, 8, 1]), 50).shape
    TensorShape([8, 8, 1])

    Source: TensorFlow's `tf.image.adjust_jpeg_quality`.
    """
    image = convert_to_tensor(image, name="image")
    pixels = convert_image_dtype(image, uint8, saturate=True)
    quality = convert_to_tensor(jpeg_quality, int32, name="jpeg_quality")
    file = raw.EncodeJpegVariableQuality(pixels, quality)
    changed = decode_jpeg(file, channels=image.shape[-1] or 0, dct_method=dct_method)
    return convert_image_dtype(changed, image.dtype, saturate=True, name=name)


@public("image.random_jpeg_quality")
def random_jpeg_quality(
    image: Any, min_jpeg_quality: int, max_jpeg_quality: int, seed: int | None = None
) -> Tensor:
    """`adjust_jpeg_quality` with a quality from `[min_jpeg_quality, max_jpeg_quality)`.

    Args:
        image: as for `adjust_jpeg_quality`.
        min_jpeg_quality, max_jpeg_quality: the range, within 0 to 100.
        seed: an integer that, with the global seed, chooses the quality; see `tf.random.set_seed`.

    Raises:
        ValueError: the range is empty or leaves 0 to 100.

    >>> tf.image.random_jpeg_quality(tf.zeros([8, 8, 1]), 20, 80).shape
    TensorShape([8, 8, 1])
    """
    _check_range(min_jpeg_quality, max_jpeg_quality)
    quality = random_uniform([], min_jpeg_quality, max_jpeg_quality, int32, seed=seed)
    return adjust_jpeg_quality(image, quality)


@public("image.stateless_random_jpeg_quality")
def stateless_random_jpeg_quality(
    image: Any, min_jpeg_quality: int, max_jpeg_quality: int, seed: Any
) -> Tensor:
    """`random_jpeg_quality` with a quality that `seed`, two integers, alone chooses.

    Raises:
        ValueError: the range is empty or leaves 0 to 100.

    >>> tf.image.stateless_random_jpeg_quality(tf.zeros([8, 8, 1]), 20, 80, seed=(1, 2)).shape
    TensorShape([8, 8, 1])
    """
    _check_range(min_jpeg_quality, max_jpeg_quality)
    quality = stateless_uniform([], seed, min_jpeg_quality, max_jpeg_quality, int32)
    return adjust_jpeg_quality(image, quality)


def _check_range(lowest: int, highest: int) -> None:
    received = f"Received: min_jpeg_quality={lowest}, max_jpeg_quality={highest}"
    if not (0 <= lowest <= 100 and 0 <= highest <= 100):
        raise ValueError(f"jpeg encoding range must be between 0 and 100. {received}")
    if lowest >= highest:
        raise ValueError(f"`min_jpeg_quality` must be less than `max_jpeg_quality`. {received}")
