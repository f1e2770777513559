"""`tf.compat.v1.image.resize` and its like: pixels are points there, not squares."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from stagelight.core.raw import raw
from stagelight.core.scopes import op_scope
from stagelight.core.tensor import Tensor
from stagelight.ops.image.box_samples import given_limits
from stagelight.ops.image.patches import extract_patches
from stagelight.ops.image.resizing_functions import pad_around, with_size
from stagelight.public import public


@public("compat.v1.image.ResizeMethod")
class ResizeMethodV1:
    """The methods of `tf.compat.v1.image.resize`."""

    BILINEAR = 0
    NEAREST_NEIGHBOR = 1
    BICUBIC = 2
    AREA = 3


# The ops, by number and by name.
_OPS = {
    ResizeMethodV1.BILINEAR: "ResizeBilinear",
    ResizeMethodV1.NEAREST_NEIGHBOR: "ResizeNearestNeighbor",
    ResizeMethodV1.BICUBIC: "ResizeBicubic",
    ResizeMethodV1.AREA: "ResizeArea",
    "bilinear": "ResizeBilinear",
    "nearest": "ResizeNearestNeighbor",
    "bicubic": "ResizeBicubic",
    "area": "ResizeArea",
}


@public("compat.v1.image.resize", "compat.v1.image.resize_images")
def resize(
    images: Any,
    size: Any,
    method: Any = ResizeMethodV1.BILINEAR,
    align_corners: bool = False,
    preserve_aspect_ratio: bool = False,
    name: str | None = None,
) -> Tensor:
    """`tf.image.resize` as TensorFlow 1 has it.

    Args:
        images: tensor of shape `[batch, height, width, channels]` or `[height, width, channels]`.
        size: the new height and width.
        method: a `ResizeMethod`, or its name.
        align_corners: whether the corner pixels of both stand on each other.
        preserve_aspect_ratio: see `tf.image.resize`.
        name: name of the scope.

    Raises:
        ValueError: the rank is neither 3 nor 4, `size` is not two integers, or there is no such method.

    >>> tf.compat.v1.image.resize([[[1.0], [3.0]]], [1, 4]).numpy().ravel()
    array([1., 2., 3., 3.], dtype=float32)
    """

    with op_scope(name or "resize"):
        resized = _resizing(method, align_corners)
        return with_size(images, size, preserve_aspect_ratio, resized, keep_same_size=True)


def _resizing(method: Any, align_corners: bool) -> Callable[[Tensor, Tensor], Tensor]:
    """The function that gives images another size."""

    def resized(batch: Tensor, new: Tensor) -> Tensor:
        if method not in _OPS:
            raise ValueError(f"Resize method is not implemented: {method!r}")
        return getattr(raw, _OPS[method])(batch, new, align_corners=align_corners)

    return resized


@public("compat.v1.image.resize_image_with_pad")
def resize_image_with_pad(
    image: Any,
    target_height: int,
    target_width: int,
    method: Any = ResizeMethodV1.BILINEAR,
    align_corners: bool = False,
) -> Tensor:
    """`tf.image.resize_with_pad` as TensorFlow 1 has it.

    Args:
        image: tensor of shape `[batch, height, width, channels]` or `[height, width, channels]`.
        target_height, target_width: the size.
        method: a `ResizeMethod`, or its name.
        align_corners: whether the corner pixels of both stand on each other.

    Raises:
        ValueError: the rank is neither 3 nor 4, or there is no such method.

    >>> tf.compat.v1.image.resize_image_with_pad(tf.ones([2, 2, 1]), 2, 4).numpy()[0].ravel()
    array([0., 1., 1., 0.], dtype=float32)
    """
    return pad_around(image, target_height, target_width, _resizing(method, align_corners))


@public("compat.v1.image.resize_area")
def resize_area(
    images: Any, size: Any, align_corners: bool = False, name: str | None = None
) -> Tensor:
    """A batch of images in another size; a new pixel is the mean of the area that it covers.

    Args:
        images: tensor of shape `[batch, height, width, channels]`.
        size: the new height and width.
        align_corners: whether the corner pixels of both stand on each other.
        name: name of the operation.

    Raises:
        InvalidArgumentError: the rank is not 4, or `size` is not two positive integers.

    >>> tf.compat.v1.image.resize_area([[[[1.0], [3.0]]]], [1, 1]).numpy().ravel()
    array([2.], dtype=float32)
    """
    return raw.ResizeArea(images, size, align_corners=align_corners, name=name)


@public("compat.v1.image.resize_bicubic")
def resize_bicubic(
    images: Any,
    size: Any,
    align_corners: bool = False,
    name: str | None = None,
    half_pixel_centers: bool = False,
) -> Tensor:
    """A batch of images in another size, by cubic interpolation of pixels; see `resize_bilinear`.

    >>> tf.compat.v1.image.resize_bicubic([[[[1.0], [3.0]]]], [1, 4]).numpy().ravel().round(2)
    array([1.  , 2.  , 3.  , 3.19], dtype=float32)
    """
    return raw.ResizeBicubic(
        images,
        size,
        align_corners=align_corners,
        half_pixel_centers=half_pixel_centers,
        name=name,
    )


@public("compat.v1.image.resize_bilinear")
def resize_bilinear(
    images: Any,
    size: Any,
    align_corners: bool = False,
    name: str | None = None,
    half_pixel_centers: bool = False,
) -> Tensor:
    """A batch of images in another size, by linear interpolation of pixels.

    Args:
        images: tensor of shape `[batch, height, width, channels]`.
        size: the new height and width.
        align_corners: whether the corner pixels of both stand on each other.
        name: name of the operation.
        half_pixel_centers: whether pixels are squares, whose colour is that of their centre.

    Raises:
        InvalidArgumentError: the rank is not 4, or `size` is not two positive integers.

    >>> tf.compat.v1.image.resize_bilinear([[[[1.0], [3.0]]]], [1, 4]).numpy().ravel()
    array([1., 2., 3., 3.], dtype=float32)
    """
    return raw.ResizeBilinear(
        images,
        size,
        align_corners=align_corners,
        half_pixel_centers=half_pixel_centers,
        name=name,
    )


@public("compat.v1.image.resize_nearest_neighbor")
def resize_nearest_neighbor(
    images: Any,
    size: Any,
    align_corners: bool = False,
    name: str | None = None,
    half_pixel_centers: bool = False,
) -> Tensor:
    """A batch of images in another size; a new pixel is the nearest one. See `resize_bilinear`.

    >>> tf.compat.v1.image.resize_nearest_neighbor([[[[1.0], [3.0]]]], [1, 4]).numpy().ravel()
    array([1., 1., 3., 3.], dtype=float32)
    """
    return raw.ResizeNearestNeighbor(
        images,
        size,
        align_corners=align_corners,
        half_pixel_centers=half_pixel_centers,
        name=name,
    )


@public("compat.v1.extract_image_patches", "compat.v1.image.extract_image_patches")
def extract_image_patches(
    images: Any,
    ksizes: Any = None,
    strides: Any = None,
    rates: Any = None,
    padding: Any = None,
    name: str | None = None,
    sizes: Any = None,
) -> Tensor:
    """`tf.image.extract_patches`, whose `sizes` may be called `ksizes`.

    Raises:
        ValueError: both or neither of them are given.

    >>> tf.compat.v1.extract_image_patches([[[[1.0]]]], [1, 1, 1, 1], [1] * 4, [1] * 4, "VALID").shape
    TensorShape([1, 1, 1, 1])
    """
    if (ksizes is None) == (sizes is None):
        raise ValueError("Give exactly one of `sizes` and `ksizes`.")
    return extract_patches(images, sizes or ksizes, strides, rates, padding, name)


@public("compat.v1.image.sample_distorted_bounding_box")
def sample_distorted_bounding_box(
    image_size: Any,
    bounding_boxes: Any,
    seed: int | None = None,
    seed2: int | None = None,
    min_object_covered: Any = 0.1,
    aspect_ratio_range: Any = None,
    area_range: Any = None,
    max_attempts: int | None = None,
    use_image_if_no_bounding_boxes: bool | None = None,
    name: str | None = None,
) -> tuple[Tensor, Tensor, Tensor]:
    """`tf.image.sample_distorted_bounding_box` by the op's own two seeds; 0 for another part in each run.

    >>> boxes = [[[0.0, 0.0, 1.0, 1.0]]]
    >>> part = tf.compat.v1.image.sample_distorted_bounding_box([8, 8, 3], boxes, seed=3)
    >>> tf.slice(tf.zeros([8, 8, 3]), part[0], part[1]).shape.rank
    3
    """
    return raw.SampleDistortedBoundingBoxV2(
        image_size,
        bounding_boxes,
        min_object_covered,
        seed=seed or 0,
        seed2=seed2 or 0,
        name=name,
        **given_limits(
            aspect_ratio_range, area_range, max_attempts, use_image_if_no_bounding_boxes
        ),
    )
