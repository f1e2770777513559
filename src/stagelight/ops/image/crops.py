"""Parts of images, and images within larger ones: `tf.image.central_crop`, `pad_to_bounding_box`, ...

Pixels stay as they are. Boxes that are resized to one size are in `box_crops.py`.
"""

from __future__ import annotations

from typing import Any

from stagelight.core.convert import convert_to_tensor
from stagelight.core.inference import constant_value
from stagelight.core.raw import raw
from stagelight.core.scopes import op_scope
from stagelight.core.tensor import Tensor
from stagelight.ops.debugging.assert_operation import assert_true
from stagelight.ops.image.image_shapes import (
    as_static,
    require,
    require_images,
    sizes_of,
    with_batch,
)
from stagelight.ops.random.uniform_ops import random_uniform, stateless_uniform
from stagelight.public import public
from stagelight.types.dtypes import float64, int32


@public("image.central_crop")
def central_crop(image: Any, central_fraction: Any) -> Tensor:
    """The middle of images: the same part of the rows and of the columns.

    Of `n` rows `int((n - n * central_fraction) / 2)` go at each end.

    Args:
        image: tensor of shape `[batch, height, width, channels]` or `[height, width, channels]`.
        central_fraction: a number in (0, 1], or a scalar tensor.

    Raises:
        ValueError: the fraction is not in (0, 1], the rank is another one, or an image is empty.

    >>> tf.image.central_crop(tf.reshape(tf.range(16), [4, 4, 1]), 0.5).numpy()[..., 0]
    array([[ 5,  6],
           [ 9, 10]], dtype=int32)
    """
    with op_scope("central_crop"):
        images = convert_to_tensor(image, name="image")
        fraction = _known(central_fraction)
        if not isinstance(fraction, Tensor) and fraction == 1.0:
            return images
        require((fraction > 0.0) & (fraction <= 1.0), "central_fraction must be within (0, 1]")
        require_images(images)
        rank = images.shape.rank
        if rank not in (3, 4):
            raise ValueError(
                f"`image` should either be a Tensor with rank = 3 or rank = 4. Had rank = {rank}."
            )
        *batch, height, width, channels = sizes_of(images)
        top, left = _margin(height, fraction), _margin(width, fraction)
        begin = convert_to_tensor([*[0] * len(batch), top, left, 0], int32)
        size = [*batch, height - top * 2, width - left * 2, channels]
        result = raw.Slice(images, begin, convert_to_tensor(size, int32))
        result.set_shape(as_static(size))
        return result


def _known(number: Any) -> Any:
    """The number itself of a tensor whose value follows from constants."""
    value = constant_value(number) if isinstance(number, Tensor) else None
    return number if value is None else float(value)


def _margin(size: Any, fraction: Any) -> Any:
    """What goes at each end of an axis."""
    if not isinstance(size, Tensor) and not isinstance(fraction, Tensor):
        return int((size - size * fraction) / 2)
    size = raw.Cast(size, DstT=float64)
    if isinstance(fraction, Tensor):
        fraction = raw.Cast(fraction, DstT=float64)
    return raw.Cast((size - size * fraction) / 2, DstT=int32)


@public("image.crop_to_bounding_box")
def crop_to_bounding_box(
    image: Any, offset_height: Any, offset_width: Any, target_height: Any, target_width: Any
) -> Tensor:
    """The part of images that begins at an offset and has a size.

    Args:
        image: tensor of shape `[batch, height, width, channels]` or `[height, width, channels]`.
        offset_height, offset_width: the first row and column, integers or scalar tensors.
        target_height, target_width: the size.

    Raises:
        ValueError: the part is not within the images, another rank, or an empty image.
        InvalidArgumentError: the same of sizes and offsets that are tensors.

    >>> image = tf.reshape(tf.range(9), [3, 3, 1])
    >>> tf.image.crop_to_bounding_box(image, 1, 0, 2, 2).numpy()[..., 0]
    array([[3, 4],
           [6, 7]], dtype=int32)
    """

    def cropped(images: Tensor) -> Tensor:
        require_images(images)
        batch, height, width, channels = sizes_of(images)
        require(offset_width >= 0, "offset_width must be >= 0.")
        require(offset_height >= 0, "offset_height must be >= 0.")
        require(target_width > 0, "target_width must be > 0.")
        require(target_height > 0, "target_height must be > 0.")
        require(width >= target_width + offset_width, "width must be >= target + offset.")
        require(height >= target_height + offset_height, "height must be >= target + offset.")
        begin = convert_to_tensor([0, offset_height, offset_width, 0], int32)
        size = [batch, target_height, target_width, channels]
        result = raw.Slice(images, begin, convert_to_tensor(size, int32))
        result.set_shape(as_static(size))
        return result

    with op_scope("crop_to_bounding_box"):
        return with_batch(image, cropped)


@public("image.pad_to_bounding_box")
def pad_to_bounding_box(
    image: Any, offset_height: Any, offset_width: Any, target_height: Any, target_width: Any
) -> Tensor:
    """Images within larger ones that are zero.

    Args:
        image: tensor of shape `[batch, height, width, channels]` or `[height, width, channels]`.
        offset_height, offset_width: how many rows and columns of zeros come before, integers or scalar
            tensors.
        target_height, target_width: the size of the result.

    Raises:
        ValueError: the images are not within the result, another rank, or an empty image.
        InvalidArgumentError: the same of sizes and offsets that are tensors.

    >>> tf.image.pad_to_bounding_box([[[1]]], 0, 1, 2, 3).numpy()[..., 0]
    array([[0, 1, 0],
           [0, 0, 0]], dtype=int32)
    """

    def padded(images: Tensor) -> Tensor:
        batch, height, width, channels = sizes_of(images)
        below = target_height - offset_height - height
        right = target_width - offset_width - width
        require_images(images)
        require(offset_height >= 0, "offset_height must be >= 0")
        require(offset_width >= 0, "offset_width must be >= 0")
        require(right >= 0, "width must be <= target - offset")
        require(below >= 0, "height must be <= target - offset")
        paddings = convert_to_tensor([0, 0, offset_height, below, offset_width, right, 0, 0], int32)
        result = raw.Pad(images, raw.Reshape(paddings, [4, 2]))
        result.set_shape(as_static([batch, target_height, target_width, channels]))
        return result

    with op_scope("pad_to_bounding_box"):
        return with_batch(image, padded)


@public("image.resize_with_crop_or_pad", "compat.v1.image.resize_image_with_crop_or_pad")
def resize_with_crop_or_pad(image: Any, target_height: Any, target_width: Any) -> Tensor:
    """Images of a size: the middle of what is larger, in the middle of zeros where it is smaller.

    Args:
        image: tensor of shape `[batch, height, width, channels]` or `[height, width, channels]`.
        target_height, target_width: the size, integers or scalar tensors.

    Raises:
        ValueError: the size is not positive, another rank, or an empty image.
        InvalidArgumentError: the same of sizes that are tensors.

    >>> tf.image.resize_with_crop_or_pad([[[1]], [[2]], [[3]]], 1, 3).numpy()[..., 0]
    array([[0, 2, 0]], dtype=int32)
    """

    def resized(images: Tensor) -> Tensor:
        require_images(images)
        require(target_width > 0, "target_width must be > 0.")
        require(target_height > 0, "target_height must be > 0.")
        _, height, width, _ = sizes_of(images)
        rows, columns = target_height - height, target_width - width
        images = crop_to_bounding_box(
            images,
            _greater(-rows // 2, 0),
            _greater(-columns // 2, 0),
            _lesser(target_height, height),
            _lesser(target_width, width),
        )
        return pad_to_bounding_box(
            images,
            _greater(rows // 2, 0),
            _greater(columns // 2, 0),
            target_height,
            target_width,
        )

    with op_scope("resize_image_with_crop_or_pad"):
        return with_batch(image, resized)


def _greater(x: Any, y: Any) -> Any:
    if isinstance(x, Tensor) or isinstance(y, Tensor):
        return raw.Maximum(x, y)
    return max(x, y)


def _lesser(x: Any, y: Any) -> Any:
    if isinstance(x, Tensor) or isinstance(y, Tensor):
        return raw.Minimum(x, y)
    return min(x, y)


@public("image.random_crop", "compat.v1.random_crop")
def random_crop(value: Any, size: Any, seed: int | None = None, name: str | None = None) -> Tensor:
    """A part of a tensor, of a size, at an offset by chance.

    Args:
        value: tensor of any rank.
        size: its size, an integer for each axis of `value`.
        seed: an integer that, with the global seed, chooses the offset; see `tf.random.set_seed`.
        name: name of the operation.

    Raises:
        InvalidArgumentError: `size` is greater than the tensor.

    >>> tf.image.random_crop(tf.zeros([5, 6, 3]), [2, 2, 3]).shape
    TensorShape([2, 2, 3])
    """
    with op_scope(name or "random_crop") as scope:
        return _random_part(
            value,
            size,
            lambda shape: random_uniform(shape, maxval=int32.max, dtype=int32, seed=seed),
            scope,
        )


@public("image.stateless_random_crop")
def stateless_random_crop(value: Any, size: Any, seed: Any, name: str | None = None) -> Tensor:
    """A part of a tensor, of a size, at an offset by chance; `seed`, two integers, alone decides.

    Raises:
        InvalidArgumentError: `size` is greater than the tensor.

    >>> tf.image.stateless_random_crop(tf.range(10), [3], seed=(1, 2)).numpy()
    array([4, 5, 6], dtype=int32)
    """
    with op_scope(name or "random_crop") as scope:
        return _random_part(
            value,
            size,
            lambda shape: stateless_uniform(shape, seed, minval=0, maxval=int32.max, dtype=int32),
            scope,
        )


def _random_part(value: Any, size: Any, draw: Any, scope: str) -> Tensor:
    value = convert_to_tensor(value, name="value")
    size = convert_to_tensor(size, int32, name="size")
    shape = raw.Shape(value)
    fits = raw.All(shape >= size, [0])
    assert_true(fits, ["Need value.shape >= size, got ", shape, size], summarize=1000)
    offset = draw(raw.Shape(shape)) % (shape - size + 1)
    return raw.Slice(value, offset, size, name=scope)
