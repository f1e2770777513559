"""Boxes of images, each resized to one size: `tf.image.crop_and_resize` and its gradients.

The rows of a crop lie at equal distances between the edges of its box; a value is interpolated between
the four pixels around its place, or is that of the nearest. What lies outside of the image is a given
value.
"""

from __future__ import annotations

from functools import partial
from types import ModuleType
from typing import Any, NamedTuple

import numpy as np

from stagelight import errors
from stagelight.core.inference import (
    Inferred,
    first_known,
    invalid,
    known_dims,
    require_rank,
    shape_from,
    shape_text,
)
from stagelight.core.op_def import attr, types
from stagelight.core.raw import raw
from stagelight.core.registry import define
from stagelight.core.tensor import Tensor
from stagelight.public import public
from stagelight.types import dtypes
from stagelight.types.shapes import TensorShape

# ---------------------------------------------------------------------------- places


class _Axis(NamedTuple):
    """Where the values of crops lie along one axis, `[boxes, places]`."""

    low: np.ndarray  # The pixel before,
    high: np.ndarray  # the pixel after,
    part: np.ndarray  # and how far the place is from the one to the other.
    nearest: np.ndarray
    is_inside: np.ndarray


def _places(xp: ModuleType, begin: np.ndarray, end: np.ndarray, size: int, count: int) -> _Axis:
    last = np.float32(size - 1)
    if count > 1:
        step = (end - begin) * last / np.float32(count - 1)
        at = (begin * last)[:, None] + xp.arange(count, dtype=np.float32) * step[:, None]
    else:
        at = (0.5 * (begin + end).astype(np.float64) * last).astype(np.float32)[:, None]
    is_inside = (at >= 0) & (at <= last)
    at = xp.where(is_inside, at, 0)
    low, high = xp.floor(at).astype(np.intp), xp.ceil(at).astype(np.intp)
    # Halves go away from zero, as in C.
    nearest = xp.floor(at + np.float32(0.5)).astype(np.intp)
    return _Axis(low, high, (at - low).astype(np.float32), nearest, is_inside)


def _axes(
    xp: ModuleType, boxes: np.ndarray, height: int, width: int, rows: int, columns: int
) -> tuple[_Axis, _Axis]:
    y1, x1, y2, x2 = boxes.reshape(-1, 4).T
    return _places(xp, y1, y2, height, rows), _places(xp, x1, x2, width, columns)


def _corners(
    rows: _Axis, columns: _Axis, method: str | bytes
) -> list[tuple[np.ndarray, np.ndarray, np.ndarray]]:
    """Row, column and weight of each pixel that goes into a value, each `[boxes, rows, columns]`."""
    inside = (rows.is_inside[:, :, None] & columns.is_inside[:, None, :]).astype(np.float32)
    if method in ("nearest", b"nearest"):
        return [(rows.nearest[:, :, None], columns.nearest[:, None, :], inside)]
    down, across = rows.part[:, :, None], columns.part[:, None, :]
    return [
        (row[:, :, None], column[:, None, :], inside * by_row * by_column)
        for row, by_row in ((rows.low, 1 - down), (rows.high, down))
        for column, by_column in ((columns.low, 1 - across), (columns.high, across))
    ]


def _pixels(
    image: np.ndarray, box_ind: np.ndarray, row: np.ndarray, column: np.ndarray
) -> np.ndarray:
    """The pixels at rows `[boxes, rows]` and columns `[boxes, columns]` of the image of each box."""
    found = image[box_ind[:, None, None], row[:, :, None], column[:, None, :]]
    return found.astype(np.float32, copy=False)


# ---------------------------------------------------------------------------- checks


def _check_boxes(boxes: np.ndarray, box_ind: np.ndarray, batch: int) -> None:
    if not boxes.size and not box_ind.size:
        return
    if boxes.ndim != 2:
        raise invalid(f"boxes must be 2-D. Received shape: {shape_text(boxes.shape)}")
    if boxes.shape[1] != 4:
        raise invalid(f"boxes must have 4 columns. Received shape: {shape_text(boxes.shape)}")
    if box_ind.ndim != 1:
        raise invalid(f"box_ind must be 1-D. Received shape: {shape_text(box_ind.shape)}")
    if box_ind.shape[0] != boxes.shape[0]:
        raise invalid(
            f"box_ind has incompatible shape: {box_ind.shape[0]} indices, {boxes.shape[0]} boxes"
        )
    if ((box_ind < 0) | (box_ind >= batch)).any():
        raise errors.OutOfRangeError(
            None, None, f"box_ind has values outside [0, {batch}), the batch size"
        )
    if not np.isfinite(boxes).all():
        raise invalid("boxes contains at least one element that is not finite")


def _require_images(image: np.ndarray, what: str) -> None:
    if image.ndim != 4:
        raise invalid(f"{what} must be 4-D. Received shape: {shape_text(image.shape)}")
    if 0 in image.shape[1:3]:
        raise invalid(f"{what}: sizes must be positive. Received shape: {shape_text(image.shape)}")


def _count_of(boxes: Tensor, box_ind: Tensor) -> int | None:
    """The number of boxes, as far as it is known."""
    sizes = require_rank(boxes, 2, "boxes")
    if sizes[1] not in (None, 4):
        raise invalid(f"boxes must have 4 columns. Received shape: {shape_text(sizes)}")
    indices = require_rank(box_ind, 1, "box_ind")
    return first_known(TensorShape([sizes[0]]), indices)[0]


# ---------------------------------------------------------------------------- the op


def _infer(image: Tensor, boxes: Tensor, box_ind: Tensor, crop_size: Tensor, **_: Any) -> Inferred:
    depth = require_rank(image, 4, "image")[3]
    count = _count_of(boxes, box_ind)
    if not crop_size.shape.is_compatible_with([2]):
        raise invalid(f"crop_size must have two elements. Received shape: {crop_size.shape}")
    sizes = known_dims(crop_size) or [None, None]
    if any(size is not None and size <= 0 for size in sizes):
        raise invalid(f"crop_size must be positive. Received: {sizes}")
    return Inferred(TensorShape([count, *sizes, depth]), dtypes.float32)


def _crop(
    xp: ModuleType,
    image: np.ndarray,
    boxes: np.ndarray,
    box_ind: np.ndarray,
    crop_size: np.ndarray,
    *,
    method: str | bytes = "bilinear",
    extrapolation_value: float = 0.0,
) -> np.ndarray:
    _require_images(image, "image")
    if crop_size.shape != (2,):
        raise invalid(
            f"crop_size must have two elements. Received shape: {shape_text(crop_size.shape)}"
        )
    rows, columns = crop_size.tolist()
    if rows <= 0 or columns <= 0:
        raise invalid(f"crop_size must be positive. Received: {[rows, columns]}")
    batch, height, width, depth = image.shape
    if xp is np:  # Boxes that are being traced are not looked at.
        _check_boxes(boxes, box_ind, batch)
    if not box_ind.size:
        return np.zeros((0, rows, columns, depth), np.float32)
    # Places of very many pixels are not computed for crops that have no room; this touches no memory.
    np.empty((len(box_ind), rows, columns, depth), np.float32)
    down, across = _axes(xp, boxes, height, width, rows, columns)
    pixels = partial(_pixels, image, box_ind)
    if method in ("nearest", b"nearest"):
        result = pixels(down.nearest, across.nearest)
    else:
        by_column = across.part[:, None, :, None]
        top, right = pixels(down.low, across.low), pixels(down.low, across.high)
        top = top + (right - top) * by_column
        bottom, right = pixels(down.high, across.low), pixels(down.high, across.high)
        bottom = bottom + (right - bottom) * by_column
        result = top + (bottom - top) * down.part[:, :, None, None]
    inside = down.is_inside[:, :, None, None] & across.is_inside[:, None, :, None]
    return xp.where(inside, result, np.float32(extrapolation_value))


def _gradient(op: Any, dy: Tensor) -> list[Any]:
    """With respect to boxes it is that of bilinear crops, also where the nearest pixel was taken."""
    image, boxes, box_ind, _ = op.inputs

    def of_image() -> Tensor:
        return raw.CropAndResizeGradImage(
            dy, boxes, box_ind, raw.Shape(image), T=image.dtype, method=op.attr_value("method")
        )

    return [
        of_image if image.dtype.is_floating else None,
        lambda: raw.CropAndResizeGradBoxes(dy, image, boxes, box_ind),
        None,
        None,
    ]


_METHOD = attr("string", "bilinear", ("bilinear", "nearest"))
_IMAGE_TYPES = types(
    (
        dtypes.uint8,
        dtypes.uint16,
        dtypes.int8,
        dtypes.int16,
        dtypes.int32,
        dtypes.int64,
        dtypes.float16,
        dtypes.float32,
        dtypes.float64,
    )
)

define(
    "CropAndResize",
    "image: T, boxes: float32, box_ind: int32, crop_size: int32",
    "crops: float32",
    {"T": _IMAGE_TYPES, "method": _METHOD, "extrapolation_value": 0.0},
    infer=_infer,
    kernel=_crop,
    gradient=_gradient,
)

# ---------------------------------------------------------------------------- gradients


def _check_grads(grads: np.ndarray, boxes: np.ndarray, box_ind: np.ndarray, batch: int) -> None:
    _require_images(grads, "grads")
    _check_boxes(boxes, box_ind, batch)
    if grads.shape[0] != box_ind.size:
        raise invalid("boxes and grads have incompatible shape")


def _infer_of_image(
    grads: Tensor, boxes: Tensor, box_ind: Tensor, image_size: Tensor, *, T: Any, **_: Any
) -> Inferred:
    require_rank(grads, 4, "grads")
    _count_of(boxes, box_ind)
    if not image_size.shape.is_compatible_with([4]):
        raise invalid(f"image_size must have 4 elements. Received shape: {image_size.shape}")
    shape = shape_from(image_size)
    return Inferred(TensorShape([None] * 4) if shape.rank is None else shape, T)


def _of_image(
    xp: ModuleType,
    grads: np.ndarray,
    boxes: np.ndarray,
    box_ind: np.ndarray,
    image_size: np.ndarray,
    *,
    T: Any,
    method: str | bytes = "bilinear",
) -> np.ndarray:
    if image_size.shape != (4,):
        raise invalid(
            f"image_size must have 4 elements. Received shape: {shape_text(image_size.shape)}"
        )
    batch, height, width, depth = image_size.tolist()
    if height <= 0 or width <= 0:
        raise invalid("image_size: image dimensions must be positive")
    _check_grads(grads, boxes, box_ind, batch)
    if grads.shape[3] != depth:
        raise invalid("image_size and grads are incompatible")
    result = np.zeros((batch, height, width, depth), np.float32)
    if box_ind.size:
        down, across = _axes(xp, boxes, height, width, *grads.shape[1:3])
        index = box_ind[:, None, None]
        for row, column, weight in _corners(down, across, method):
            np.add.at(result, (index, row, column), weight[..., None] * grads)
    return result.astype(T.numpy_dtype, copy=False)


define(
    "CropAndResizeGradImage",
    "grads: float32, boxes: float32, box_ind: int32, image_size: int32",
    "output: T",
    {"T": types((dtypes.float32, dtypes.float16, dtypes.float64)), "method": _METHOD},
    infer=_infer_of_image,
    kernel=_of_image,
)


def _infer_of_boxes(
    grads: Tensor, image: Tensor, boxes: Tensor, box_ind: Tensor, **_: Any
) -> Inferred:
    require_rank(grads, 4, "grads")
    require_rank(image, 4, "image")
    return Inferred(TensorShape([_count_of(boxes, box_ind), 4]), dtypes.float32)


def _of_boxes(
    xp: ModuleType,
    grads: np.ndarray,
    image: np.ndarray,
    boxes: np.ndarray,
    box_ind: np.ndarray,
    *,
    method: str | bytes = "bilinear",
) -> np.ndarray:
    _require_images(image, "image")
    _check_grads(grads, boxes, box_ind, image.shape[0])
    if image.shape[3] != grads.shape[3]:
        raise invalid("image and grads differ in depth")
    if not box_ind.size:
        return np.zeros((0, 4), np.float32)
    _, height, width, _ = image.shape
    rows, columns = grads.shape[1:3]
    down, across = _axes(xp, boxes, height, width, rows, columns)
    pixels = partial(_pixels, image, box_ind)
    corners = [[pixels(row, column) for column in across[:2]] for row in down[:2]]
    (top_left, top_right), (bottom_left, bottom_right) = corners
    by_row, by_column = down.part[:, :, None, None], across.part[:, None, :, None]
    inside = down.is_inside[:, :, None, None] & across.is_inside[:, None, :, None]
    grads = np.where(inside, grads, np.float32(0))
    slope_y = (1 - by_column) * (bottom_left - top_left) + by_column * (bottom_right - top_right)
    slope_x = (1 - by_row) * (top_right - top_left) + by_row * (bottom_right - bottom_left)
    of_rows = (slope_y * grads).sum((2, 3))
    of_columns = (slope_x * grads).sum((1, 3))
    y1, y2 = _by_edges(of_rows, height, rows)
    x1, x2 = _by_edges(of_columns, width, columns)
    return np.stack([y1, x1, y2, x2], 1).astype(np.float32, copy=False)


def _by_edges(slopes: np.ndarray, size: int, count: int) -> tuple[np.ndarray, np.ndarray]:
    """What the first and the last edge change, from what each place does."""
    if count == 1:
        half = slopes[:, 0] * np.float32(0.5 * (size - 1))
        return half, half
    of_last = np.arange(count, dtype=np.float32) * np.float32((size - 1) / (count - 1))
    return (slopes * (size - 1 - of_last)).sum(1), (slopes * of_last).sum(1)


define(
    "CropAndResizeGradBoxes",
    "grads: float32, image: T, boxes: float32, box_ind: int32",
    "output: float32",
    {"T": _IMAGE_TYPES, "method": attr("string", "bilinear", ("bilinear",))},
    infer=_infer_of_boxes,
    kernel=_of_boxes,
)


@public("image.crop_and_resize")
def crop_and_resize(
    image: Any,
    boxes: Any,
    box_indices: Any,
    crop_size: Any,
    method: str = "bilinear",
    extrapolation_value: float = 0.0,
    name: str | None = None,
) -> Tensor:
    """Boxes of images, each resized to one size.

    Args:
        image: numeric tensor of shape `[batch, height, width, channels]`.
        boxes: float32 tensor of shape `[boxes, 4]`: `y1, x1, y2, x2`, where 0 is the first row or column and
            1 the last. Where an end is less than the begin the crop is flipped.
        box_indices: int32 tensor of shape `[boxes]`: the image that a box is of.
        crop_size: the size of a crop, two integers.
        method: "bilinear" or "nearest".
        extrapolation_value: the value of what lies outside of the image.
        name: name of the operation.

    Returns:
        float32 tensor of shape `[boxes, crop_height, crop_width, channels]`.

    Raises:
        InvalidArgumentError: other shapes, or a size that is not positive.
        OutOfRangeError: an index of an image that there is not.

    >>> image = tf.reshape(tf.range(9.0), [1, 3, 3, 1])
    >>> tf.image.crop_and_resize(image, [[0.0, 0.5, 1.0, 1.0]], [0], [3, 2]).numpy()[0, ..., 0]
    array([[1., 2.],
           [4., 5.],
           [7., 8.]], dtype=float32)
    """
    return raw.CropAndResize(
        image,
        boxes,
        box_indices,
        crop_size,
        method=method,
        extrapolation_value=extrapolation_value,
        name=name,
    )
