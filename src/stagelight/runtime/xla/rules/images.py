"""Rules of images: other sizes, colours, projections."""

from __future__ import annotations

from typing import Any

import numpy as np

from stagelight.core import registry
from stagelight.graph.operation import Operation
from stagelight.ops.image.resizing import area_weights, axis_taps, nearest_pixels
from stagelight.runtime.xla.engine import jax, jnp
from stagelight.runtime.xla.lowering import Lowering
from stagelight.runtime.xla.registry import lowers, lowers_by_kernel
from stagelight.runtime.xla.values import known_sizes

lowers_by_kernel(
    "AdjustContrastv2", "AdjustHue", "AdjustSaturation", "CropAndResize", "HSVToRGB",
    "ImageProjectiveTransformV3", "RGBToHSV",
)  # fmt: skip


@lowers("CropAndResizeGradImage")
def _crops_back(
    lowering: Lowering, operation: Operation, dy: Any, boxes: Any, box_ind: Any, image_size: Any
) -> Any:
    sizes = known_sizes(image_size, "the shape of the images")
    crop = registry.lookup("CropAndResize").kernel
    size = np.asarray(dy.shape[1:3], np.int32)
    method = operation.attrs.get("method", "bilinear")
    boxes, box_ind = jnp.asarray(boxes), jnp.asarray(box_ind)
    back = jax.linear_transpose(
        lambda x: crop(lowering.array_module, x, boxes, box_ind, size, method=method),
        jax.ShapeDtypeStruct(sizes, jnp.float32),
    )
    return back(jnp.asarray(dy))[0]


def _options(operation: Operation) -> tuple[bool, bool]:
    return tuple(  # type: ignore[return-value]
        bool(operation.attrs.get(name)) for name in ("align_corners", "half_pixel_centers")
    )


def _along(axis: int, weights: np.ndarray) -> np.ndarray:
    return weights.reshape([-1 if i == axis else 1 for i in range(4)])


def _resized(operation: Operation, x: Any, sizes: tuple[int, int], kind: str) -> Any:
    """Images in another size, each axis tap by tap."""
    if kind == "ResizeBilinear" and x.shape[1:3] == sizes:
        return x
    for axis, size in ((2, sizes[1]), (1, sizes[0])):
        taps = axis_taps(kind, x.shape[axis], size, *_options(operation))
        weights = taps.weights.astype(x.dtype)
        values = [jnp.take(x, pixels, axis) for pixels in taps.pixels.T]
        if kind == "ResizeBilinear":
            first, second = values
            x = first + (second - first) * _along(axis, weights[:, 1])
        else:
            pairs = zip(values, weights.T, strict=True)
            x = sum(value * _along(axis, weight) for value, weight in pairs)
    return x


@lowers("ResizeBilinear", "ResizeBicubic")
def _resize(lowering: Lowering, operation: Operation, images: Any, size: Any) -> Any:
    height, width = known_sizes(size, "the size of images")
    x = jnp.asarray(images).astype(jnp.float32)
    return _resized(operation, x, (height, width), operation.type)


@lowers("ResizeArea")
def _resize_area(lowering: Lowering, operation: Operation, images: Any, size: Any) -> Any:
    """Pixel by pixel that counts, and not as a product: what is infinite elsewhere would make NaN."""
    x = jnp.asarray(images).astype(jnp.float32)
    for axis, new in zip((2, 1), reversed(known_sizes(size, "the size of images")), strict=True):
        weights = area_weights(x.shape[axis], new, *_options(operation))
        order = np.argsort(weights == 0, axis=1, kind="stable")
        most = int((weights != 0).sum(1).max(initial=1))
        total = jnp.zeros((), x.dtype)
        for pixels in order[:, :most].T:
            factors = _along(axis, weights[np.arange(len(pixels)), pixels])
            total = total + jnp.where(factors != 0, jnp.take(x, pixels, axis) * factors, 0)
        x = total
    return x


@lowers("ResizeBilinearGrad", "ResizeBicubicGrad")
def _resize_back(lowering: Lowering, operation: Operation, dy: Any, images: Any) -> Any:
    kind = jnp.float64 if images.dtype == np.float64 else jnp.float32
    sizes = tuple(dy.shape[1:3])
    name = operation.type.removesuffix("Grad")
    form = jax.ShapeDtypeStruct(images.shape, kind)
    back = jax.linear_transpose(lambda x: _resized(operation, x, sizes, name), form)
    return back(jnp.asarray(dy, kind))[0].astype(images.dtype)


@lowers("ResizeNearestNeighbor")
def _nearest(lowering: Lowering, operation: Operation, images: Any, size: Any) -> Any:
    height, width = known_sizes(size, "the size of images")
    options = _options(operation)
    rows = nearest_pixels(images.shape[1], height, *options)
    columns = nearest_pixels(images.shape[2], width, *options)
    return jnp.take(jnp.take(jnp.asarray(images), rows, 1), columns, 2)


@lowers("ResizeNearestNeighborGrad")
def _nearest_back(lowering: Lowering, operation: Operation, dy: Any, size: Any) -> Any:
    height, width = known_sizes(size, "the size of images")
    options = _options(operation)
    rows = nearest_pixels(height, dy.shape[1], *options)
    columns = nearest_pixels(width, dy.shape[2], *options)
    zeros = jnp.zeros((dy.shape[0], height, width, dy.shape[3]), dy.dtype)
    return zeros.at[:, rows[:, None], columns[None, :]].add(dy)
