"""Patches of images: `tf.image.extract_patches`."""

from __future__ import annotations

from collections.abc import Sequence
from types import ModuleType
from typing import Any

import numpy as np

from stagelight.core.inference import Inferred, invalid, require_rank
from stagelight.core.op_def import attr, types
from stagelight.core.raw import raw
from stagelight.core.registry import define
from stagelight.core.tensor import Tensor
from stagelight.public import public
from stagelight.types import dtypes
from stagelight.types.shapes import TensorShape


def window(
    size: int | None, patch: int, stride: int, rate: int, padding: str | bytes
) -> tuple[int | None, int]:
    """The number of patches along an axis, and how much is filled in before it."""
    reach = (patch - 1) * rate + 1
    if size is None:
        return None, 0
    if padding in ("VALID", b"VALID"):
        return max(-(-(size - reach + 1) // stride), 0), 0
    count = -(-size // stride)
    return count, max((count - 1) * stride + reach - size, 0) // 2


def patch_places(
    size: int, patch: int, stride: int, rate: int, padding: str | bytes
) -> tuple[np.ndarray, tuple[int, int]]:
    """Where patches reach along an axis, `[patches, patch]`, and what is filled in before and after it."""
    count, before = window(size, patch, stride, rate, padding)
    reach = np.arange(count or 0)[:, None] * stride + np.arange(patch) * rate
    end = int(reach.max(initial=-1)) + 1
    return reach, (before, max(end - size - before, 0))


def _check(ksizes: Sequence[int], strides: Sequence[int], rates: Sequence[int]) -> None:
    for name, values in (("ksizes", ksizes), ("strides", strides), ("rates", rates)):
        if len(values) != 4 or values[0] != 1 or values[3] != 1 or min(values) < 1:
            raise invalid(f"{name} must be [1, rows, columns, 1]. Received: {list(values)}")


def _infer(images: Tensor, *, ksizes: Any, strides: Any, rates: Any, padding: Any) -> Inferred:
    shape = require_rank(images, 4, "images")
    _check(ksizes, strides, rates)
    if shape.rank is None:
        return Inferred(TensorShape([None] * 4), images.dtype)
    counts = [window(shape[i], ksizes[i], strides[i], rates[i], padding)[0] for i in (1, 2)]
    depth = None if shape[3] is None else shape[3] * ksizes[1] * ksizes[2]
    return Inferred(TensorShape([shape[0], *counts, depth]), images.dtype)


def _extract(
    xp: ModuleType, images: np.ndarray, *, ksizes: Any, strides: Any, rates: Any, padding: Any
) -> np.ndarray:
    _check(ksizes, strides, rates)
    if images.ndim != 4:
        raise invalid(f"input must be 4-dimensional. Received shape: {list(images.shape)}")
    axes = [
        patch_places(images.shape[axis], ksizes[axis], strides[axis], rates[axis], padding)
        for axis in (1, 2)
    ]
    padded = np.pad(images, ((0, 0), *(filling for _, filling in axes), (0, 0)))
    rows, columns = (reach for reach, _ in axes)
    found = padded[:, rows[:, None, :, None], columns[None, :, None, :]]
    return found.reshape(
        len(images), len(rows), len(columns), images.shape[3] * ksizes[1] * ksizes[2]
    )


def _gradient(op: Any, dy: Tensor) -> list[Any]:
    """Each element of a patch is a convolution with a single one: so the gradient is that of one."""
    images = op.inputs[0]
    _, rows, columns, _ = op.attr_value("ksizes")
    depth = None if images.shape.rank is None else images.shape[3]
    size = rows * columns
    if depth is not None:
        filters: Any = np.eye(size * depth, dtype=images.dtype.numpy_dtype)
        filters = filters.reshape(rows, columns, depth, -1)
    else:
        depth = raw.StridedSlice(raw.Shape(images), [3], [4], [1], shrink_axis_mask=1)
        numbers = raw.Range(0, raw.Mul(depth, size), 1)
        filters = raw.Cast(
            raw.Equal(raw.ExpandDims(numbers, 0), raw.ExpandDims(numbers, 1)), DstT=images.dtype
        )
        filters = raw.Reshape(filters, raw.Pack([rows, columns, depth, raw.Size(numbers)]))
    return [
        raw.Conv2DBackpropInput(
            raw.Shape(images),
            filters,
            dy,
            strides=op.attr_value("strides"),
            padding=op.attr_value("padding"),
            dilations=op.attr_value("rates"),
        )
    ]


define(
    "ExtractImagePatches",
    "images: T",
    "patches: T",
    {
        "ksizes": attr("list(int)"),
        "strides": attr("list(int)"),
        "rates": attr("list(int)"),
        "T": types((*dtypes.REAL, dtypes.complex64, dtypes.complex128, dtypes.bool_)),
        "padding": attr("string"),
    },
    infer=_infer,
    kernel=_extract,
    gradient=_gradient,
)


@public("image.extract_patches")
def extract_patches(
    images: Any, sizes: Any, strides: Any, rates: Any, padding: str, name: str | None = None
) -> Tensor:
    """The patches of images, each in one row.

    Args:
        images: tensor of shape `[batch, height, width, channels]`.
        sizes: `[1, rows, columns, 1]`, the size of a patch.
        strides: `[1, rows, columns, 1]`, how far the middles of patches lie apart.
        rates: `[1, rows, columns, 1]`, how far the pixels of a patch lie apart.
        padding: "VALID" for patches within the image, "SAME" for patches that are filled with zeros.
        name: the operation's name.

    Returns:
        Tensor of shape `[batch, patches down, patches across, rows * columns * channels]`.

    Raises:
        InvalidArgumentError: a size, stride or rate is not as said.

    >>> image = tf.reshape(tf.range(16), [1, 4, 4, 1])
    >>> tf.image.extract_patches(image, [1, 2, 2, 1], [1, 2, 2, 1], [1, 1, 1, 1], "VALID").numpy()[0, 0]
    array([[0, 1, 4, 5],
           [2, 3, 6, 7]], dtype=int32)
    """
    return raw.ExtractImagePatches(
        images,
        ksizes=list(sizes),
        strides=list(strides),
        rates=list(rates),
        padding=padding,
        name=name,
    )
