"""Ops that give images another size by interpolation between pixels.

Each axis is resized by a matrix `[new size, old size]` of weights, so the gradient is the product with the
transposed matrices.
"""

from __future__ import annotations

import functools
from collections.abc import Callable
from types import ModuleType
from typing import Any, NamedTuple, TypeVar

import numpy as np

from stagelight.core.inference import Inferred, invalid, known_dims, require_rank
from stagelight.core.op_def import types
from stagelight.core.raw import raw
from stagelight.core.registry import define
from stagelight.core.tensor import Tensor
from stagelight.types import dtypes
from stagelight.types.dtypes import DType, float32
from stagelight.types.shapes import TensorShape

IMAGE_DTYPES = (
    dtypes.int8,
    dtypes.uint8,
    dtypes.int16,
    dtypes.uint16,
    dtypes.int32,
    dtypes.int64,
    dtypes.float16,
    dtypes.float32,
    dtypes.float64,
    dtypes.bfloat16,
)

_T = TypeVar("_T")

Weights = Callable[[int, int], np.ndarray]


def resized_shape(images: Tensor, size: Tensor) -> TensorShape:
    """The shape `[batch, height, width, channels]` of images in another size."""
    shape = require_rank(images, 4, "images")
    require_rank(size, 1, "size")
    dims = known_dims(size)
    if dims is None:
        dims = [None, None]
    if len(dims) != 2:
        raise invalid(f"size must have two elements. Received: {dims}")
    return TensorShape([shape[0] if shape.rank else None, *dims, shape[3] if shape.rank else None])


def infer_gradient(grads: Tensor, original_image: Tensor, *_: Tensor, **__: Any) -> Inferred:
    """What the gradient of a resizing is: an image like the one that was resized."""
    require_rank(grads, 4, "grads")
    require_rank(original_image, 4, "original_image")
    return Inferred(original_image.shape, original_image.dtype)


def checked_sizes(images: np.ndarray, size: np.ndarray) -> tuple[int, int]:
    """The new height and width.

    Raises:
        InvalidArgumentError: they are not positive, or the images are no images.
        MemoryError: there is no room for the images.
    """
    if images.ndim != 4:
        raise invalid(f"input must be 4-dimensional. Received shape: {list(images.shape)}")
    if size.shape != (2,):
        raise invalid(f"shape_t must have two elements. Received shape: {list(size.shape)}")
    height, width = int(size[0]), int(size[1])
    if height <= 0 or width <= 0:
        raise invalid("output dimensions must be positive")
    if images.shape[1] == 0 or images.shape[2] == 0:
        raise invalid("input image must be of non-zero size")
    if images.shape[3] == 0:
        raise invalid("image must have at least one channel")
    # Weights for very many pixels are not made for images that have no room; this touches no memory.
    np.empty((images.shape[0], height, width, images.shape[3]), images.dtype)
    return height, width


def interpolated(
    images: np.ndarray,
    rows: np.ndarray,
    columns: np.ndarray,
    reach: tuple[np.ndarray, np.ndarray] | None = None,
) -> np.ndarray:
    """Images with each axis multiplied by its matrix.

    Args:
        images: `[batch, height, width, channels]`.
        rows: the weights `[new height, height]`.
        columns: the weights `[new width, width]`.
        reach: which weights of rows and columns are factors; those that are not 0 if None. A factor of 0
            makes NaN of an infinite pixel or NaN.
    """
    x = images.astype(rows.dtype, copy=False)
    if np.isfinite(x).all():
        return _interpolate_finite(x, rows, columns)
    row_reach, column_reach = (rows != 0, columns != 0) if reach is None else reach
    x = _multiplied_sparsely(columns, column_reach, x)  # [width, batch, height, c]
    x = _multiplied_sparsely(rows, row_reach, x)  # [height, width, batch, c]
    return np.ascontiguousarray(x.transpose(2, 0, 1, 3))


def _interpolate_finite(x: np.ndarray, rows: np.ndarray, columns: np.ndarray) -> np.ndarray:
    """As `interpolated`, of images in the dtype of the weights that are known to be finite."""
    x = _multiplied(rows, _multiplied(columns, x))
    return np.ascontiguousarray(x.transpose(2, 0, 1, 3))


def _multiplied(matrix: np.ndarray, x: np.ndarray) -> np.ndarray:
    return np.tensordot(matrix, x, (1, 2))


def _multiplied_sparsely(matrix: np.ndarray, is_factor: np.ndarray, x: np.ndarray) -> np.ndarray:
    """The same of the weights that are factors: NaN times 0 would be NaN, far from where it was."""
    taps = np.argsort(~is_factor, axis=1, kind="stable")[:, : is_factor.sum(1).max(initial=1)]
    columns = np.moveaxis(x, 2, 0)
    total = np.zeros((len(matrix), *columns.shape[1:]), x.dtype)
    for tap in taps.T:
        weights, counts = (
            np.take_along_axis(part, tap[:, None], 1)[:, :, None, None]
            for part in (matrix, is_factor)
        )
        total += np.where(counts, weights * columns[tap], 0)
    return total


def _places(old: int, new: int, align_corners: bool, half_pixel_centers: bool) -> np.ndarray:
    """Where in the old image each new pixel lies."""
    if align_corners and new > 1:
        scale = np.float32(old - 1) / np.float32(new - 1)
    else:
        scale = np.float32(old) / np.float32(new)
    numbers = np.arange(new, dtype=np.float32)
    if half_pixel_centers:
        return (numbers + np.float32(0.5)) * scale - np.float32(0.5)
    return numbers * scale


def _scattered(old: int, columns: np.ndarray, weights: np.ndarray) -> np.ndarray:
    """The matrix that has `weights[i, k]` at `[i, columns[i, k]]`, added up."""
    matrix = np.zeros((len(columns), old), weights.dtype)
    np.add.at(matrix, (np.arange(len(columns))[:, None], columns), weights)
    return matrix


class Taps(NamedTuple):
    """The old pixels that count for each new one along an axis, a pixel at the edge perhaps twice.

    Attributes:
        pixels: `[new, count]`, int64.
        weights: `[new, count]`, float32.
    """

    pixels: np.ndarray
    weights: np.ndarray


def _linear_taps(old: int, new: int, align_corners: bool, half_pixel_centers: bool) -> Taps:
    places = _places(old, new, align_corners, half_pixel_centers)
    below = np.floor(places)
    part = (places - below).astype(np.float32)
    pixels = np.stack([np.maximum(below, 0), np.minimum(np.ceil(places), old - 1)], 1)
    return Taps(pixels.astype(np.int64), np.stack([1 - part, part], 1))


@functools.lru_cache(maxsize=64)
def _linear_weights(
    old: int, new: int, align_corners: bool, half_pixel_centers: bool
) -> np.ndarray:
    return _scattered(old, *_linear_taps(old, new, align_corners, half_pixel_centers))


# TF: the cubic weights are those of 1024 places between two pixels.
CUBIC_STEPS = 1024


def _cubic_taps(old: int, new: int, align_corners: bool, half_pixel_centers: bool) -> Taps:
    places = _places(old, new, align_corners, half_pixel_centers)
    below = np.floor(places)
    part = np.rint((places - below) * CUBIC_STEPS) / CUBIC_STEPS
    a = -0.5 if half_pixel_centers else -0.75

    def near(x: np.ndarray) -> np.ndarray:
        return ((a + 2) * x - (a + 3)) * x * x + 1

    def far(x: np.ndarray) -> np.ndarray:
        return ((a * x - 5 * a) * x + 8 * a) * x - 4 * a

    weights = np.stack([far(part + 1), near(part), near(1 - part), far(2 - part)], 1)
    columns = below[:, None].astype(np.int64) + np.arange(-1, 3)
    if half_pixel_centers:  # Pixels outside do not count.
        weights = np.where((columns >= 0) & (columns < old), weights, 0)
        weights /= weights.sum(1, keepdims=True)
    return Taps(np.clip(columns, 0, old - 1), weights.astype(np.float32))


@functools.lru_cache(maxsize=64)
def bicubic_weights(
    old: int, new: int, align_corners: bool, half_pixel_centers: bool
) -> np.ndarray:
    """The weights `[new, old]` of old pixels in new ones, along one axis."""
    return _scattered(old, *_cubic_taps(old, new, align_corners, half_pixel_centers))


# How an op with taps places pixels. Its images are multiplied by matrices where all pixels are finite; an
# infinite one has to be a factor of each tap, also of those with a weight of 0.
_TAPS = {"ResizeBilinear": _linear_taps, "ResizeBicubic": _cubic_taps}


def axis_taps(name: str, old: int, new: int, align_corners: bool, half_pixel_centers: bool) -> Taps:
    """The taps of an op along an axis."""
    return _TAPS[name](old, new, align_corners, half_pixel_centers)


def _along(axis: int, weights: np.ndarray) -> np.ndarray:
    """Weights of the pixels along an axis of images, to be broadcast."""
    return weights.reshape([-1 if i == axis else 1 for i in range(4)])


def _gather_axis(x: np.ndarray, axis: int, taps: Taps, is_linear: bool) -> np.ndarray:
    """An axis of images resized, tap by tap."""
    values = [np.take(x, pixels, axis) for pixels in taps.pixels.T]
    if is_linear:  # TF: not as a weighted sum, which is another number for infinite pixels.
        first, second = values
        return first + (second - first) * _along(axis, taps.weights[:, 1])
    terms = zip(values, taps.weights.T, strict=True)
    return sum(value * _along(axis, weights) for value, weights in terms)


def _scatter_axis(dy: np.ndarray, axis: int, taps: Taps, old: int) -> np.ndarray:
    """The gradient of an axis: each new pixel gives its part to the old ones, tap by tap."""
    result = np.zeros((*dy.shape[:axis], old, *dy.shape[axis + 1 :]), dy.dtype)
    for pixels, weights in zip(taps.pixels.T, taps.weights.T, strict=True):
        places: Any = (*[slice(None)] * axis, pixels)
        np.add.at(result, places, dy * _along(axis, weights))
    return result


@functools.lru_cache(maxsize=64)
def area_weights(old: int, new: int, align_corners: bool, half_pixel_centers: bool) -> np.ndarray:
    """The weights `[new, old]` of old pixels in new ones, along one axis."""
    scale = (old - 1) / (new - 1) if align_corners and new > 1 else old / new
    begin = np.arange(new)[:, None] * scale
    pixel = np.arange(old)[None]
    # The last pixel goes on beyond the edge, which aligned corners reach.
    end = np.where(pixel == old - 1, np.inf, pixel + 1)
    covered = np.minimum(begin + scale, end) - np.maximum(begin, pixel)
    return (np.maximum(covered, 0) / scale).astype(np.float32)


def _options(op: Any) -> dict[str, bool]:
    """How the op places pixels, for its gradient."""
    return {name: op.attr_value(name) for name in ("align_corners", "half_pixel_centers")}


def _resized_by_taps(
    name: str, x: np.ndarray, sizes: tuple[int, int], options: dict[str, bool]
) -> np.ndarray:
    """Images in float32, of which some pixels are not finite, resized tap by tap."""
    is_linear = name == "ResizeBilinear"
    if is_linear and x.shape[1:3] == sizes:
        return x.copy()  # TF: images of the same size are not looked at.
    rows, columns = _pair(_TAPS[name], x.shape, *sizes, options)
    return _gather_axis(_gather_axis(x, 2, columns, is_linear), 1, rows, is_linear)


def _define_interpolation(
    name: str, weights_of: Callable[..., np.ndarray], differentiable: tuple[DType, ...] = ()
) -> None:
    def kernel(xp: ModuleType, images: np.ndarray, size: np.ndarray, **options: bool) -> np.ndarray:
        sizes = checked_sizes(images, size)
        x = images.astype(np.float32, copy=False)
        if name not in _TAPS:
            return interpolated(x, *_pair(weights_of, x.shape, *sizes, options))
        if np.isfinite(x).all():
            return _interpolate_finite(x, *_pair(weights_of, x.shape, *sizes, options))
        return _resized_by_taps(name, x, sizes, options)

    def gradient(op: Any, dy: Tensor) -> list[Any]:
        images = op.inputs[0]
        if images.dtype not in differentiable:
            return [None, None]
        return [getattr(raw, f"{name}Grad")(dy, images, **_options(op)), None]

    options = {"align_corners": False}
    if name != "ResizeArea":
        options["half_pixel_centers"] = False
    define(
        name,
        "images: T, size: int32",
        "resized_images: float",
        {"T": types(IMAGE_DTYPES), **options},
        infer=lambda images, size, **_: Inferred(resized_shape(images, size), float32),
        kernel=kernel,
        gradient=gradient if differentiable else None,
    )


def _pair(
    of_axis: Callable[..., _T],
    old: tuple[int, ...],
    height: int,
    width: int,
    options: dict[str, bool],
) -> tuple[_T, _T]:
    """What a function of an axis gives for rows and columns."""
    flags = options.get("align_corners", False), options.get("half_pixel_centers", False)
    return of_axis(old[1], height, *flags), of_axis(old[2], width, *flags)


def _define_gradient(
    name: str, weights_of: Callable[..., np.ndarray], allowed: tuple[DType, ...]
) -> None:
    def kernel(
        xp: ModuleType, grads: np.ndarray, original_image: np.ndarray, **options: bool
    ) -> np.ndarray:
        if grads.ndim != 4 or original_image.ndim != 4:
            raise invalid("grads and original_image must be 4-dimensional")
        height, width = grads.shape[1:3]
        old = original_image.shape
        # What is added up for images of doubles are doubles; the weights are single everywhere.
        kind = np.float64 if original_image.dtype == np.float64 else np.float32
        dy = grads.astype(kind, copy=False)
        if np.isfinite(dy).all():
            weights = _pair(weights_of, old, height, width, options)
            rows, columns = (each.T.astype(kind, copy=False) for each in weights)
            result = _interpolate_finite(dy, rows, columns)
        else:
            row_taps, column_taps = _pair(_TAPS[name], old, height, width, options)
            across = _scatter_axis(dy, 2, column_taps, old[2])
            result = _scatter_axis(across, 1, row_taps, old[1])
        return result.astype(original_image.dtype, copy=False)

    def gradient(op: Any, dy: Tensor) -> list[Any]:
        size = raw.Shape(op.inputs[0])[1:3]
        return [getattr(raw, name)(dy, size, **_options(op)), None]

    define(
        f"{name}Grad",
        "grads: float, original_image: T",
        "output: T",
        {"T": types(allowed), "align_corners": False, "half_pixel_centers": False},
        infer=infer_gradient,
        kernel=kernel,
        gradient=gradient,
    )


for _name, _weights, _differentiable in (
    (
        "ResizeBilinear",
        _linear_weights,
        (float32, dtypes.bfloat16, dtypes.float16, dtypes.float64),
    ),
    # TF: in half precision a bicubic resizing has no gradient.
    ("ResizeBicubic", bicubic_weights, (float32, dtypes.float64)),
):
    _define_interpolation(_name, _weights, _differentiable)
    _define_gradient(_name, _weights, _differentiable)
_define_interpolation("ResizeArea", area_weights)


# ---------------------------------------------------------------------------- the nearest pixel


def nearest_pixels(old: int, new: int, align_corners: bool, half_pixel_centers: bool) -> np.ndarray:
    """The old pixel that each new one shows."""
    if half_pixel_centers:
        numbers = np.arange(new, dtype=np.float32) + np.float32(0.5)
        places = np.floor(numbers * (np.float32(old) / np.float32(new)))
    else:
        places = _places(old, new, align_corners, False)
        places = np.floor(places + 0.5) if align_corners else np.floor(places)
    return np.clip(places.astype(np.int64), 0, old - 1)


def _resize_nearest(
    xp: ModuleType, images: np.ndarray, size: np.ndarray, **options: bool
) -> np.ndarray:
    height, width = checked_sizes(images, size)
    rows, columns = _pair(nearest_pixels, images.shape, height, width, options)
    return np.take(np.take(images, rows, 1), columns, 2)


define(
    "ResizeNearestNeighbor",
    "images: T, size: int32",
    "resized_images: T",
    {"T": types(IMAGE_DTYPES), "align_corners": False, "half_pixel_centers": False},
    infer=lambda images, size, **_: Inferred(resized_shape(images, size), images.dtype),
    kernel=_resize_nearest,
    gradient=lambda op, dy: [
        raw.ResizeNearestNeighborGrad(dy, raw.Shape(op.inputs[0])[1:3], **_options(op)),
        None,
    ],
)


def _nearest_gradient(
    xp: ModuleType, grads: np.ndarray, size: np.ndarray, **options: bool
) -> np.ndarray:
    height, width = checked_sizes(grads, size)
    batch, _, _, depth = grads.shape
    old = (batch, height, width, depth)
    rows, columns = _pair(nearest_pixels, old, grads.shape[1], grads.shape[2], options)
    result = np.zeros(old, grads.dtype)
    places: Any = (slice(None), rows[:, None], columns[None, :])
    np.add.at(result, places, grads)
    return result


define(
    "ResizeNearestNeighborGrad",
    "grads: T, size: int32",
    "output: T",
    {
        "T": types(
            (
                dtypes.uint8,
                dtypes.int8,
                dtypes.int32,
                dtypes.float16,
                float32,
                dtypes.float64,
                dtypes.bfloat16,
            )
        ),
        "align_corners": False,
        "half_pixel_centers": False,
    },
    infer=lambda grads, size, **_: Inferred(resized_shape(grads, size), grads.dtype),
    kernel=_nearest_gradient,
    gradient=lambda op, dy: [
        raw.ResizeNearestNeighbor(dy, raw.Shape(op.inputs[0])[1:3], **_options(op)),
        None,
    ],
)
