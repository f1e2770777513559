"""`tf.compat.v1.image.resize`: pixels are points there, not squares."""

from __future__ import annotations

from typing import Any

from stagelight.core.raw import raw
from stagelight.core.scopes import op_scope
from stagelight.core.tensor import Tensor
from stagelight.ops.image.resizing_functions import with_size
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

    def resized(batch: Tensor, new: Tensor) -> Tensor:
        if method not in _OPS:
            raise ValueError(f"Resize method is not implemented: {method!r}")
        return getattr(raw, _OPS[method])(batch, new, align_corners=align_corners)

    with op_scope(name or "resize"):
        return with_size(images, size, preserve_aspect_ratio, resized)
