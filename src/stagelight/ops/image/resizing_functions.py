"""`tf.image.resize` and `tf.image.resize_with_pad`."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from stagelight.core.convert import convert_to_tensor
from stagelight.core.inference import constant_value
from stagelight.core.raw import raw
from stagelight.core.scopes import op_scope
from stagelight.core.tensor import Tensor
from stagelight.public import public
from stagelight.types.dtypes import float32, int32


@public("image.ResizeMethod")
class ResizeMethod:
    """The methods of `tf.image.resize`."""

    BILINEAR = "bilinear"
    NEAREST_NEIGHBOR = "nearest"
    BICUBIC = "bicubic"
    AREA = "area"
    LANCZOS3 = "lanczos3"
    LANCZOS5 = "lanczos5"
    GAUSSIAN = "gaussian"
    MITCHELLCUBIC = "mitchellcubic"


# Method -> the kernel of `ScaleAndTranslate`; the first two have ops of their own without antialiasing.
_KERNELS = {
    "bilinear": "triangle",
    "bicubic": "keyscubic",
    "lanczos3": "lanczos3",
    "lanczos5": "lanczos5",
    "gaussian": "gaussian",
    "mitchellcubic": "mitchellcubic",
}


@public("image.resize")
def resize(
    images: Any,
    size: Any,
    method: str = ResizeMethod.BILINEAR,
    preserve_aspect_ratio: bool = False,
    antialias: bool = False,
    name: str | None = None,
) -> Tensor:
    """Gives images another size.

    Args:
        images: tensor of shape `[batch, height, width, channels]` or `[height, width, channels]`.
        size: the new height and width, two integers.
        method: a `tf.image.ResizeMethod`: "bilinear", "nearest", "bicubic", "area", "lanczos3", "lanczos5",
            "gaussian" or "mitchellcubic".
        preserve_aspect_ratio: whether to take the greatest size within `size` of the images' own shape.
        antialias: whether pixels that come together are averaged where images become smaller.
        name: name of the scope.

    Returns:
        float32 images; of the dtype of `images` if the method is "nearest".

    Raises:
        ValueError: the rank is neither 3 nor 4, `size` is not two integers, or there is no such method.

    >>> tf.image.resize([[[1.0], [3.0]]], [1, 4]).numpy().ravel()
    array([1. , 1.5, 2.5, 3. ], dtype=float32)
    """
    with op_scope(name or "resize"):
        return with_size(
            images, size, preserve_aspect_ratio, lambda x, new: _resized(x, new, method, antialias)
        )


def with_size(
    images: Any,
    size: Any,
    preserve_aspect_ratio: bool,
    function: Callable[[Tensor, Tensor], Tensor],
    keep_same_size: bool = False,
) -> Tensor:
    """Images in a batch or one, by a function of a batch and the new size.

    Args:
        images, size, preserve_aspect_ratio: as for `resize`.
        function: what resizes a batch.
        keep_same_size: whether images that have the new size already are returned as they are.

    Raises:
        ValueError: the rank is neither 3 nor 4, or `size` is not two integers.
    """

    def of_batch(batch: Tensor) -> Tensor:
        new = _as_size(size)
        if preserve_aspect_ratio:
            new = _within(batch, new)
        known = constant_value(new) if keep_same_size else None
        if known is not None and list(batch.shape[1:3]) == known.tolist():
            return batch
        return function(batch, new)

    return _with_batch(images, of_batch)


def _with_batch(images: Any, function: Callable[[Tensor], Tensor]) -> Tensor:
    """A function of a batch of images, applied to one too."""
    images = convert_to_tensor(images, name="images")
    rank = images.shape.rank
    if rank is None:
        raise ValueError("'images' contains no shape.")
    if rank not in (3, 4):
        raise ValueError(
            f"'images' must have either 3 or 4 dimensions. Received shape: {images.shape}"
        )
    if rank == 4:
        return function(images)
    return raw.Squeeze(function(raw.ExpandDims(images, 0)), squeeze_dims=[0])


def _resized(images: Tensor, size: Tensor, method: str, antialias: bool) -> Tensor:
    if method == "nearest":
        return raw.ResizeNearestNeighbor(images, size, half_pixel_centers=True)
    if method == "area":
        return raw.ResizeArea(images, size)
    if method not in _KERNELS:
        raise ValueError(f"Resize method is not implemented: {method!r}")
    if method == "bilinear" and not antialias:
        return raw.ResizeBilinear(images, size, half_pixel_centers=True)
    if method == "bicubic" and not antialias:
        return raw.ResizeBicubic(images, size, half_pixel_centers=True)
    return raw.ScaleAndTranslate(
        images,
        size,
        raw.Cast(size, DstT=float32) / _size_of(images),
        convert_to_tensor(np.zeros(2, np.float32)),
        kernel_type=_KERNELS[method],
        antialias=antialias,
    )


def _as_size(size: Any) -> Tensor:
    try:
        tensor = convert_to_tensor(size, int32, name="size")
    except (TypeError, ValueError):
        raise ValueError("'size' must be a 1-D int32 Tensor") from None
    if not tensor.shape.is_compatible_with([2]):
        raise ValueError("'size' must be a 1-D Tensor of 2 elements: new_height, new_width")
    return tensor


def _within(images: Tensor, size: Tensor) -> Tensor:
    """The greatest size within `size` that has the images' proportions."""
    return raw.Cast(raw.Round(_exact_size_within(images, size)), DstT=int32)


def _exact_size_within(images: Tensor, size: Tensor) -> Tensor:
    old = _size_of(images)
    return old * raw.Min(raw.Cast(size, DstT=float32) / old, 0)


def _size_of(images: Tensor) -> Tensor:
    """The height and width as floating numbers."""
    return raw.Cast(raw.Shape(images)[1:3], DstT=float32)


@public("image.resize_with_pad")
def resize_with_pad(
    image: Any,
    target_height: int,
    target_width: int,
    method: str = ResizeMethod.BILINEAR,
    antialias: bool = False,
) -> Tensor:
    """Resizes images within a size without changing their proportions, and fills the rest with zeros.

    Args:
        image: tensor of shape `[batch, height, width, channels]` or `[height, width, channels]`.
        target_height, target_width: the size.
        method, antialias: as for `tf.image.resize`.

    Returns:
        Images of the size, in the middle of it.

    Raises:
        ValueError: the rank is neither 3 nor 4.

    >>> tf.image.resize_with_pad(tf.ones([2, 2, 1]), 2, 4).numpy()[0].ravel()
    array([0., 1., 1., 0.], dtype=float32)
    """

    return pad_around(
        image,
        target_height,
        target_width,
        lambda images, size: _resized(images, size, method, antialias),
    )


def pad_around(
    image: Any,
    target_height: int,
    target_width: int,
    resize: Callable[[Tensor, Tensor], Tensor],
) -> Tensor:
    """Images that `resize` brings within a size without changing their proportions, with zeros around."""

    def padded(images: Tensor) -> Tensor:
        target = convert_to_tensor([target_height, target_width], int32)
        exact = _exact_size_within(images, target)
        # TF: sizes are cut off here, not rounded.
        inner = raw.Cast(raw.Floor(exact), DstT=int32)
        missing = raw.Maximum(target - inner, convert_to_tensor(0, int32))
        room = raw.Maximum(raw.Cast(target, DstT=float32) - exact, convert_to_tensor(0.0))
        before = raw.Cast(raw.Floor(room / convert_to_tensor(2.0)), DstT=int32)
        resized = with_size(images, inner, False, resize)
        zero = convert_to_tensor(np.zeros(1, np.int32))
        begin = raw.ConcatV2([zero, before, zero], 0)
        end = raw.ConcatV2([zero, missing - before, zero], 0)
        result = raw.Pad(resized, raw.Pack([begin, end], axis=1))
        result.set_shape([images.shape[0], target_height, target_width, images.shape[3]])
        return result

    return _with_batch(image, padded)
