"""`ImageProjectiveTransformV3`: images seen through a projection, as rotations and zooms are."""

from __future__ import annotations

from functools import partial
from types import ModuleType
from typing import Any

import numpy as np

from stagelight.core.convert import convert_to_tensor
from stagelight.core.inference import Inferred, invalid, require_rank
from stagelight.core.op_def import attr, types
from stagelight.core.raw import raw
from stagelight.core.registry import define
from stagelight.core.tensor import Tensor
from stagelight.ops.image.resizing import resized_shape
from stagelight.types import dtypes


def _text(value: Any) -> str:
    return (value.decode() if isinstance(value, bytes) else value).upper()


def _reflected(xp: ModuleType, x: np.ndarray, size: int) -> np.ndarray:
    """Places outside, mirrored at the edge: `d c b a | a b c d | d c b a`."""
    if size <= 1:
        return xp.where((x < 0) | (x > size - 1), 0, x)
    period = 2.0 * size
    low = xp.where(x < period, period * xp.trunc(-x / period) + x, x)
    low = xp.where(low < -size, low + period, -low - 1)
    high = x - period * xp.trunc(x / period)
    high = xp.where(high >= size, period - high - 1, high)
    return xp.where(x < 0, low, xp.where(x > size - 1, high, x))


def _wrapped(xp: ModuleType, x: np.ndarray, size: int) -> np.ndarray:
    """Places outside, as if the image were repeated: `a b c d | a b c d | a b c d`."""
    if size <= 1:
        return xp.where((x < 0) | (x > size - 1), 0, x)
    low = x + size * (xp.trunc(-x / (size - 1)) + 1)
    high = x - size * xp.trunc(x / (size - 1))
    return xp.where(x < 0, low, xp.where(x > size - 1, high, x))


def _placed(xp: ModuleType, x: np.ndarray, size: int, fill_mode: str) -> np.ndarray:
    if fill_mode == "CONSTANT":
        return x
    if fill_mode == "REFLECT":
        x = _reflected(xp, x, size)
    elif fill_mode == "WRAP":
        x = _wrapped(xp, x, size)
    elif fill_mode != "NEAREST":
        raise invalid(f"Invalid mode {fill_mode!r}. Required: CONSTANT, REFLECT, WRAP or NEAREST")
    return xp.clip(x, 0, size - 1)


def _rounded(xp: ModuleType, x: np.ndarray) -> np.ndarray:
    """The nearest integers, halves away from zero."""
    return xp.trunc(x + xp.copysign(0.5, x))


def _pixels(
    xp: ModuleType, images: np.ndarray, filling: Any, y: np.ndarray, x: np.ndarray
) -> np.ndarray:
    """The pixels at `[batch, height, width]` places, the filling outside."""
    batch, height, width, _ = images.shape
    inside = (y >= 0) & (y < height) & (x >= 0) & (x < width)
    rows = xp.where(inside, y, 0).astype(np.int64)
    columns = xp.where(inside, x, 0).astype(np.int64)
    found = images[xp.arange(batch)[:, None, None], rows, columns]
    return xp.where(inside[..., None], found, filling)


def _transform(
    xp: ModuleType,
    images: np.ndarray,
    transforms: np.ndarray,
    output_shape: np.ndarray,
    fill_value: np.ndarray,
    *,
    interpolation: Any,
    fill_mode: Any = "CONSTANT",
) -> np.ndarray:
    if images.ndim != 4:
        raise invalid(f"Input images must have rank 4. Received shape: {list(images.shape)}")
    if fill_value.ndim:
        raise invalid(f"fill_value must be a scalar. Received shape: {list(fill_value.shape)}")
    batch, height, width, _ = images.shape
    if transforms.ndim != 2 or transforms.shape[0] not in (1, batch) or transforms.shape[1] != 8:
        raise invalid(
            "Input transform should be num_images x 8 or 1 x 8. Received shape: "
            f"{list(transforms.shape)}"
        )
    if output_shape.shape != (2,) or (output_shape <= 0).any():
        raise invalid(f"output_shape must be two positive sizes. Received: {output_shape}")
    a0, a1, a2, b0, b1, b2, c0, c1 = (
        xp.broadcast_to(transforms, (batch, 8)).astype(np.float32).T[:, :, None, None]
    )
    sizes = (xp.arange(size, dtype=np.float32) for size in output_shape.tolist())
    y, x = (places[None] for places in xp.meshgrid(*sizes, indexing="ij"))
    projection = c0 * x + c1 * y + np.float32(1)
    is_nowhere = projection == 0
    projection = xp.where(is_nowhere, np.float32(1), projection)
    mode = _text(fill_mode)
    from_x = _placed(xp, (a0 * x + a1 * y + a2) / projection, width, mode)
    from_y = _placed(xp, (b0 * x + b1 * y + b2) / projection, height, mode)
    filling = fill_value.astype(images.dtype)
    pixels = partial(_pixels, xp, images, filling)
    kind = _text(interpolation)
    if kind == "NEAREST":
        found = pixels(_rounded(xp, from_y), _rounded(xp, from_x))
    elif kind == "BILINEAR":
        low_y, low_x = xp.floor(from_y), xp.floor(from_x)
        part_y, part_x = (from_y - low_y)[..., None], (from_x - low_x)[..., None]
        top = (1 - part_x) * pixels(low_y, low_x) + part_x * pixels(low_y, low_x + 1)
        bottom = (1 - part_x) * pixels(low_y + 1, low_x) + part_x * pixels(low_y + 1, low_x + 1)
        found = (1 - part_y) * top + part_y * bottom
    else:
        raise invalid(f"Invalid interpolation {kind!r}. Required: NEAREST or BILINEAR")
    return xp.where(is_nowhere[..., None], filling, found).astype(images.dtype)


def _infer(
    images: Tensor, transforms: Tensor, output_shape: Tensor, fill_value: Tensor, **_: Any
) -> Inferred:
    shape = require_rank(transforms, 2, "transforms")
    if shape.rank and shape[1] not in (8, None):
        raise invalid(f"transforms must have shape [n, 8]. Received: {shape}")
    require_rank(fill_value, 0, "fill_value")
    return Inferred(resized_shape(images, output_shape), images.dtype)


def _gradient(op: Any, dy: Tensor) -> list[Any]:
    """TF: the gradient seen through the inverse projection."""
    images, transforms, _, _ = op.inputs
    rows = raw.Shape(transforms)[:1]
    ones = raw.Fill(raw.ConcatV2([rows, [1]], 0), convert_to_tensor(1.0, transforms.dtype))
    matrices = raw.Reshape(raw.ConcatV2([transforms, ones], 1), raw.ConcatV2([rows, [3, 3]], 0))
    flat = raw.Reshape(raw.MatrixInverse(matrices), raw.ConcatV2([rows, [9]], 0))
    inverse = flat[:, :8] / flat[:, 8:]
    size = raw.Shape(images)[1:3]
    return [
        raw.ImageProjectiveTransformV3(
            dy,
            inverse,
            size,
            convert_to_tensor(0.0, dtypes.float32),
            interpolation=op.attr_value("interpolation"),
            fill_mode=op.attr_value("fill_mode"),
        ),
        None,
        None,
        None,
    ]


define(
    "ImageProjectiveTransformV3",
    "images: dtype, transforms: float, output_shape: int32, fill_value: float",
    "transformed_images: dtype",
    {
        "dtype": types(
            (
                dtypes.uint8,
                dtypes.int32,
                dtypes.int64,
                dtypes.float16,
                dtypes.bfloat16,
                dtypes.float32,
                dtypes.float64,
            )
        ),
        "interpolation": attr("string"),
        "fill_mode": "CONSTANT",
    },
    infer=_infer,
    kernel=_transform,
    gradient=_gradient,
)
