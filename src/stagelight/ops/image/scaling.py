"""`ScaleAndTranslate`: images resized by a kernel that grows where they become smaller (antialiasing)."""

from __future__ import annotations

from types import ModuleType
from typing import Any, NamedTuple

import numpy as np

from stagelight.core.inference import Inferred, invalid
from stagelight.core.op_def import types
from stagelight.core.raw import raw
from stagelight.core.registry import define
from stagelight.ops.image.resizing import (
    IMAGE_DTYPES,
    checked_sizes,
    infer_gradient,
    interpolated,
    resized_shape,
)
from stagelight.types.dtypes import float32


def _lanczos(radius: int) -> Any:
    def weight(x: np.ndarray) -> np.ndarray:
        return np.where(x <= radius, np.sinc(x) * np.sinc(x / radius), 0)

    return weight


def _cubic(x: np.ndarray, inner: tuple[float, ...], outer: tuple[float, ...]) -> np.ndarray:
    return np.where(x >= 2, 0, np.where(x >= 1, np.polyval(outer, x), np.polyval(inner, x)))


# Name -> the radius, and the weight of a distance.
_KERNELS: dict[str, tuple[float, Any]] = {
    "box": (1.0, lambda x: np.where(x < 0.5, 1.0, np.where(x == 0.5, 0.5, 0.0))),
    "triangle": (1.0, lambda x: np.maximum(1 - x, 0)),
    "gaussian": (1.5, lambda x: np.where(x >= 1.5, 0, np.exp(-x * x / (2 * 0.5**2)))),
    "lanczos1": (1.0, _lanczos(1)),
    "lanczos3": (3.0, _lanczos(3)),
    "lanczos5": (5.0, _lanczos(5)),
    "keyscubic": (2.0, lambda x: _cubic(x, (1.5, -2.5, 0, 1), (-0.5, 2.5, -4, 2))),
    "mitchellcubic": (
        2.0,
        lambda x: _cubic(x, (7 / 6, -2, 0, 8 / 9), (-7 / 18, 2, -10 / 3, 16 / 9)),
    ),
}


class AxisWeights(NamedTuple):
    """How much each old pixel counts for each new one along an axis.

    Attributes:
        matrix: the weights `[new, old]`.
        reach: which old pixels are factors, some of them with a weight of 0: NaN times 0 is NaN.
    """

    matrix: np.ndarray
    reach: np.ndarray


def _weights(
    old: int, new: int, scale: float, translation: float, kernel_type: str, antialias: bool
) -> AxisWeights:
    radius, weight = _KERNELS[kernel_type]
    # TF: places are single precision, which decides what lies at a kernel's edge.
    single = np.float32
    inverse = single(1) / single(scale)
    spread = max(inverse, single(1)) if antialias else single(1)
    middles = (np.arange(new, dtype=single)[:, None] + single(0.5)) * inverse
    middles = middles - inverse * single(translation)
    distances = np.arange(old, dtype=single)[None] + single(0.5) - middles
    distances = np.abs(distances * (single(1) / spread)).astype(np.float64)
    weights = np.where(distances <= radius, weight(distances), 0.0)
    totals = weights.sum(1, keepdims=True)
    weights = np.divide(weights, totals, out=np.zeros_like(weights), where=np.abs(totals) > 1e-35)
    # TF: pixels whose middle lies outside of the image are empty.
    is_outside = (middles < 0) | (middles > old)
    weights = np.where(is_outside, 0.0, weights).astype(np.float32)
    return AxisWeights(weights, _reach(middles, is_outside, old, single(radius) * spread))


def _reach(middles: np.ndarray, is_outside: np.ndarray, old: int, radius: np.float32) -> np.ndarray:
    """The span of old pixels of each new one. TF: all spans of an axis have room for the longest."""
    starts = np.clip(np.ceil(middles - radius - np.float32(0.5)), 0, old - 1)
    starts = np.where(is_outside, 0, starts)
    pixels = np.arange(old)[None]
    return (pixels >= starts) & (pixels < starts + 2 * np.ceil(radius) + 1)


def scaling_weights(
    old: tuple[int, ...],
    sizes: tuple[int, int],
    scale: np.ndarray,
    translation: np.ndarray,
    kernel_type: str = "lanczos3",
    antialias: bool = True,
) -> list[AxisWeights]:
    """For rows and columns, the weights of the old ones in the new ones.

    Raises:
        InvalidArgumentError: the kernel is not known, or a scale is not positive.
    """
    if kernel_type not in _KERNELS:
        raise invalid(f"Unrecognized kernel type: {kernel_type}. Known: {sorted(_KERNELS)}")
    if scale.shape != (2,) or translation.shape != (2,):
        raise invalid("scale and translation must have two elements")
    if (scale <= 0).any():
        raise invalid("scale must be positive")
    return [
        _weights(
            old[axis + 1],
            sizes[axis],
            float(scale[axis]),
            float(translation[axis]),
            kernel_type,
            antialias,
        )
        for axis in range(2)
    ]


def _scale(
    xp: ModuleType,
    images: np.ndarray,
    size: np.ndarray,
    scale: np.ndarray,
    translation: np.ndarray,
    **options: Any,
) -> np.ndarray:
    sizes = checked_sizes(images, size)
    rows, columns = scaling_weights(images.shape, sizes, scale, translation, **options)
    return interpolated(images, rows.matrix, columns.matrix, (rows.reach, columns.reach))


def _options(op: Any) -> dict[str, Any]:
    return {name: op.attr_value(name) for name in ("kernel_type", "antialias")}


define(
    "ScaleAndTranslate",
    "images: T, size: int32, scale: float, translation: float",
    "resized_images: float",
    {"T": types(IMAGE_DTYPES), "kernel_type": "lanczos3", "antialias": True},
    infer=lambda images, size, scale, translation, **_: Inferred(
        resized_shape(images, size), float32
    ),
    kernel=_scale,
    gradient=lambda op, dy: [
        raw.ScaleAndTranslateGrad(dy, op.inputs[0], *op.inputs[2:], **_options(op))
        if op.inputs[0].dtype is float32
        else None,
        None,
        None,
        None,
    ],
)


def _scale_gradient(
    xp: ModuleType,
    grads: np.ndarray,
    original_image: np.ndarray,
    scale: np.ndarray,
    translation: np.ndarray,
    **options: Any,
) -> np.ndarray:
    sizes = (grads.shape[1], grads.shape[2])
    rows, columns = scaling_weights(original_image.shape, sizes, scale, translation, **options)
    return interpolated(grads, rows.matrix.T, columns.matrix.T)


define(
    "ScaleAndTranslateGrad",
    "grads: T, original_image: T, scale: float, translation: float",
    "output: T",
    {"T": types((float32,)), "kernel_type": "lanczos3", "antialias": True},
    infer=infer_gradient,
    kernel=_scale_gradient,
    gradient=lambda op, dy: [
        raw.ScaleAndTranslate(dy, raw.Shape(op.inputs[0])[1:3], *op.inputs[2:], **_options(op)),
        None,
        None,
        None,
    ],
)
