"""Frames around parts of images: `tf.image.draw_bounding_boxes`."""

from __future__ import annotations

from types import ModuleType
from typing import Any

import numpy as np

from stagelight.core.inference import Inferred, invalid, require_rank, shape_text
from stagelight.core.op_def import types
from stagelight.core.raw import raw
from stagelight.core.registry import define
from stagelight.core.tensor import Tensor
from stagelight.public import public
from stagelight.types import dtypes

# Yellow, blue, red, lime, purple, olive, maroon, navy, aqua, fuchsia.
_COLORS = np.array(
    [
        [1, 1, 0, 1],
        [0, 0, 1, 1],
        [1, 0, 0, 1],
        [0, 1, 0, 1],
        [0.5, 0, 0.5, 1],
        [0.5, 0.5, 0, 1],
        [0.5, 0, 0, 1],
        [0, 0, 0.5, 1],
        [0, 1, 1, 1],
        [1, 0, 1, 1],
    ],
    np.float32,
)


def _infer(images: Tensor, boxes: Tensor, *_colors: Tensor) -> Inferred:
    shape = require_rank(images, 4, "images")
    sizes = require_rank(boxes, 3, "boxes")
    if shape[3] not in (None, 1, 3, 4):
        raise invalid(f"images: channel depth should be 1, 3 or 4. Received shape: {shape}")
    if sizes[2] not in (None, 4):
        raise invalid(f"boxes: the last size must be 4. Received shape: {sizes}")
    if None not in (shape[0], sizes[0]) and shape[0] != sizes[0]:
        raise invalid("images and boxes: the batch sizes should be the same")
    return Inferred(images.shape, images.dtype)


def _draw(
    xp: ModuleType, images: np.ndarray, boxes: np.ndarray, colors: np.ndarray | None = None
) -> np.ndarray:
    if images.ndim != 4:
        raise invalid(f"The rank of the images should be 4. Received: {images.ndim}")
    if boxes.ndim != 3:
        raise invalid(f"The rank of the boxes tensor should be 3. Received: {boxes.ndim}")
    if images.shape[0] != boxes.shape[0]:
        raise invalid("images and boxes: the batch sizes should be the same")
    depth = images.shape[3]
    if depth not in (1, 3, 4):
        raise invalid(
            f"images: channel depth should be either 1 (GRY), 3 (RGB), or 4 (RGBA). Received: {depth}"
        )
    if boxes.shape[2] != 4:
        raise invalid(f"boxes: the third size must be 4. Received: {boxes.shape[2]}")
    table = _table(colors, depth)
    drawn = images.copy()
    for image, own_boxes in zip(drawn, boxes, strict=True):
        for number, box in enumerate(own_boxes):
            _draw_box(image, box, table[number % len(table)])
    return drawn


def _table(colors: np.ndarray | None, depth: int) -> np.ndarray:
    """The colours of boxes, by turns."""
    if colors is not None:
        if colors.ndim != 2:
            raise invalid(f"colors must be a 2-D matrix. Received: {shape_text(colors.shape)}")
        if colors.shape[1] < depth:
            raise invalid(
                "colors must have equal or more channels than the image provided: "
                f"{shape_text(colors.shape)}"
            )
        if colors.size:
            return colors[:, :depth]
    # A grey image gets white frames.
    return np.ones((1, 1), np.float32) if depth == 1 else _COLORS[:, :depth]


def _draw_box(image: np.ndarray, box: np.ndarray, color: np.ndarray) -> None:
    """Draws the edges that lie within the image."""
    height, width, _ = image.shape
    last = np.array([height - 1, width - 1] * 2, np.float32)
    edges = box.astype(np.float32) * last
    if not np.isfinite(edges).all():
        return
    top, left, bottom, right = (int(edge) for edge in edges)
    if top > bottom or left > right:
        return
    rows = slice(max(top, 0), min(bottom, height - 1) + 1)
    columns = slice(max(left, 0), min(right, width - 1) + 1)
    if rows.start >= rows.stop or columns.start >= columns.stop:
        return
    for row in (top, bottom):
        if 0 <= row < height:
            image[row, columns] = color
    for column in (left, right):
        if 0 <= column < width:
            image[rows, column] = color


_T = types((dtypes.float32, dtypes.float16), default=dtypes.float32)

define(
    "DrawBoundingBoxes",
    "images: T, boxes: float32",
    "output: T",
    {"T": _T},
    infer=_infer,
    kernel=_draw,
    differentiable=False,
)

define(
    "DrawBoundingBoxesV2",
    "images: T, boxes: float32, colors: float32",
    "output: T",
    {"T": _T},
    infer=_infer,
    kernel=_draw,
)


@public("image.draw_bounding_boxes")
def draw_bounding_boxes(images: Any, boxes: Any, colors: Any, name: str | None = None) -> Tensor:
    """Images with frames, one pixel wide, around boxes.

    Args:
        images: float32 or float16 tensor of shape `[batch, height, width, channels]` with 1, 3 or 4 channels.
        boxes: float32 tensor of shape `[batch, boxes, 4]`: `y1, x1, y2, x2`, where 0 is the first row or
            column and 1 the last. Boxes outside of the image, or upside down, are not drawn.
        colors: float32 tensor of shape `[colors, channels]`, used by turns; None for ten colours.
        name: name of the operation.

    Raises:
        InvalidArgumentError: other shapes.

    >>> boxes = [[[0.0, 0.0, 1.0, 1.0]]]
    >>> tf.image.draw_bounding_boxes(tf.zeros([1, 3, 3, 1]), boxes, [[1.0]]).numpy()[0, ..., 0]
    array([[1., 1., 1.],
           [1., 0., 1.],
           [1., 1., 1.]], dtype=float32)
    """
    if colors is None:
        return raw.DrawBoundingBoxes(images, boxes, name=name)
    return raw.DrawBoundingBoxesV2(images, boxes, colors, name=name)
