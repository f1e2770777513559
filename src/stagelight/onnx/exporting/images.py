"""Pictures in other sizes.

Not by bicubic interpolation: TensorFlow takes its weights from a table of 1024 steps, which gives others
in the fourth digit, and ONNX Runtime refuses the operator once it has moved transpositions by itself.
"""

from __future__ import annotations

from typing import Any

from stagelight.onnx.exporting.converters import Application, converter
from stagelight.onnx.exporting.windows import from_channels_first, to_channels_first
from stagelight.onnx.exporting.writer import Value, Writer
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
