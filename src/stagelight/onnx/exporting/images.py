"""Pictures in other sizes.

Bicubic interpolation is two products with constant weights: TensorFlow takes its weights from a table of 1024
steps, which gives others than ONNX's Resize in the fourth digit.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from stagelight.onnx.exporting.converters import Application, converter
from stagelight.onnx.exporting.windows import from_channels_first, to_channels_first
from stagelight.onnx.exporting.writer import Inexpressible, Value, Writer
from stagelight.ops.image.patches import patch_places
from stagelight.ops.image.resizing import bicubic_weights
from stagelight.ops.image.scaling import scaling_weights
from stagelight.types import dtypes


def _places(op: Application) -> str:
    """What ONNX calls the way from a place in the result to one in the picture."""
    if op.attr("align_corners"):
        return "align_corners"
    return "half_pixel" if op.attr("half_pixel_centers") else "asymmetric"


def _resized(w: Writer, x: Value, size: Value, **attrs: Any) -> Value:
    first = to_channels_first(w, x, "NHWC")
    sizes = w.concat([w.shape(first, 0, 2), w.int64(size)], 0)
    return from_channels_first(w, w.op("Resize", first, None, None, sizes, **attrs), "NHWC")


@converter("ResizeBilinear")
def _bilinear(w: Writer, op: Application, x: Value, size: Value) -> Value:
    x = w.cast(x, dtypes.float32)
    return _resized(w, x, size, mode="linear", coordinate_transformation_mode=_places(op))


@converter("ResizeNearestNeighbor")
def _nearest(w: Writer, op: Application, x: Value, size: Value) -> Value:
    """floor((i + 1/2) scale) is the nearest to that less a half, where halves go up."""
    places = _places(op)
    rounding = "floor" if places == "asymmetric" else "round_prefer_ceil"
    return _resized(
        w, x, size, mode="nearest", coordinate_transformation_mode=places, nearest_mode=rounding
    )


@converter("AdjustContrastv2")
def _contrast(w: Writer, op: Application, x: Value, factor: Value) -> Value:
    rank = op.rank(0)
    wide = w.cast(x, dtypes.float32)
    mean = w.op("ReduceMean", wide, w.ints(rank - 3, rank - 2), keepdims=1)
    away = w.op("Mul", w.op("Sub", wide, mean), factor)
    return w.cast(w.op("Add", mean, away), x.dtype)


def _sizes(op: Application) -> Sequence[int]:
    """The height and width of the pictures.

    Raises:
        Inexpressible: they are not known.
    """
    sizes = op.shape(0)[1:3].as_list() if op.shape(0).rank == 4 else [None]
    if None in sizes:
        raise Inexpressible("the height and width of the pictures must be known")
    return [int(size) for size in sizes if size is not None]


@converter("ScaleAndTranslate")
def _scaled(w: Writer, op: Application, x: Value, *_: Value) -> Value:
    """Two products with constant weights: of columns, then of rows."""
    height, width = (int(size) for size in op.constant(1))
    options = {name: op.attr(name) for name in ("kernel_type", "antialias")}
    rows, columns = scaling_weights(
        (1, *_sizes(op), 1), (height, width), op.constant(2), op.constant(3), **options
    )
    pictures = w.transpose(w.cast(x, dtypes.float32), (0, 3, 1, 2))
    narrow = w.op("MatMul", pictures, w.constant(np.ascontiguousarray(columns.matrix.T)))
    return w.transpose(w.op("MatMul", w.constant(rows.matrix), narrow), (0, 2, 3, 1))


@converter("ResizeBicubic")
def _bicubic(w: Writer, op: Application, x: Value, size: Value) -> Value:
    """Two products with constant weights: of columns, then of rows."""
    sizes = zip(_sizes(op), (int(each) for each in op.constant(1)), strict=True)
    options = {name: op.attr(name) for name in ("align_corners", "half_pixel_centers")}
    rows, columns = (w.constant(bicubic_weights(old, new, **options)) for old, new in sizes)
    pictures = w.transpose(w.cast(x, dtypes.float32), (0, 3, 1, 2))
    narrow = w.op("MatMul", pictures, w.transpose(columns, (1, 0)))
    return w.transpose(w.op("MatMul", rows, narrow), (0, 2, 3, 1))


@converter("ExtractImagePatches")
def _patches(w: Writer, op: Application, x: Value) -> Value:
    ksizes, strides, rates = (op.attr(name) for name in ("ksizes", "strides", "rates"))
    places, fillings = [], []
    for axis, size in enumerate(_sizes(op), start=1):
        reach, filling = patch_places(
            size, ksizes[axis], strides[axis], rates[axis], op.attr("padding")
        )
        places.append(reach)
        fillings.append(filling)
    if any(map(any, fillings)):
        (top, bottom), (left, right) = fillings
        x = w.op("Pad", x, w.ints(0, top, left, 0, 0, bottom, right, 0))
    for axis, found in enumerate(places, start=1):
        x = w.op("Gather", x, w.constant(found.reshape(-1)), axis=axis)
    (rows, height), (columns, width) = places[0].shape, places[1].shape
    batch, depth = w.shape(x, 0, 1), w.shape(x, 3, 4)
    apart = w.concat([batch, w.ints(rows, height, columns, width), depth], 0)
    moved = w.transpose(w.reshape(x, apart), (0, 1, 3, 2, 4, 5))
    joined = w.op("Mul", depth, w.ints(height * width))
    return w.reshape(moved, w.concat([batch, w.ints(rows, columns), joined], 0))
