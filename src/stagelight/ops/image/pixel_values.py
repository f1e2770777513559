"""What numbers stand for black and white: `tf.image.convert_image_dtype`, `per_image_standardization`."""

from __future__ import annotations

from typing import Any

from stagelight.core.convert import convert_to_tensor
from stagelight.core.raw import raw
from stagelight.core.scopes import op_scope
from stagelight.core.tensor import Tensor
from stagelight.ops.elementwise.cast import cast, saturate_cast
from stagelight.ops.image.image_shapes import as_images
from stagelight.public import public
from stagelight.types.dtypes import as_dtype, float32


@public("image.convert_image_dtype")
def convert_image_dtype(
    image: Any, dtype: Any, saturate: bool = False, name: str | None = None
) -> Tensor:
    """Images in another dtype, with values that mean the same.

    White is 1 in floating dtypes, and the greatest number in integer ones.

    Args:
        image: floating or integer tensor of any shape.
        dtype: a floating or integer dtype.
        saturate: whether values beyond the range of `dtype` become its ends.
        name: name of the operation.

    Raises:
        AttributeError: a dtype is neither floating nor integer.

    >>> tf.image.convert_image_dtype([0.0, 0.5, 1.0], tf.uint8).numpy()
    array([  0, 127, 255], dtype=uint8)
    """
    image = convert_to_tensor(image, name="image")
    dtype = as_dtype(dtype)
    if not dtype.is_floating and not dtype.is_integer:
        raise AttributeError("dtype must be either floating point or integer")
    source = image.dtype
    if not source.is_floating and not source.is_integer:
        raise AttributeError("image dtype must be either floating point or integer")
    if dtype == source:
        return raw.Identity(image, name=name)
    converted = saturate_cast if saturate else cast
    with op_scope(name or "convert_image") as scope:
        if source.is_floating and dtype.is_floating:
            return cast(image, dtype, name=scope)
        if source.is_floating:
            return converted(image * (dtype.max + 0.5), dtype, name=scope)
        if dtype.is_floating:
            return raw.Mul(cast(image, dtype), 1.0 / source.max, name=scope)
        if source.max > dtype.max:
            scale = (source.max + 1) // (dtype.max + 1)
            return converted(raw.FloorDiv(image, scale), dtype, name=scope)
        scale = (dtype.max + 1) // (source.max + 1)
        return raw.Mul(converted(image, dtype), scale, name=scope)


@public("image.per_image_standardization")
def per_image_standardization(image: Any) -> Tensor:
    """Each image less its mean, divided by its deviation: `(x - mean) / max(deviation, 1 / sqrt(n))`.

    `n` is the number of an image's values; the bound keeps images of one colour finite.

    Args:
        image: tensor of shape `[..., height, width, channels]`.

    Returns:
        float32 tensor of the same shape.

    Raises:
        ValueError: there are less than three axes, or an image is empty.

    >>> tf.image.per_image_standardization([[[1.0], [3.0]]]).numpy().ravel()
    array([-1.,  1.], dtype=float32)
    """
    with op_scope("per_image_standardization") as scope:
        image = cast(as_images(image), float32)
        axes = [-1, -2, -3]
        count = raw.Prod(raw.Shape(image)[-3:], [0])
        least = raw.Rsqrt(cast(count, float32))
        centred = image - raw.Mean(image, axes, keep_dims=True)
        deviation = raw.Sqrt(raw.Mean(raw.Square(centred), axes, keep_dims=True))
        return raw.RealDiv(centred, raw.Maximum(deviation, least), name=scope)
