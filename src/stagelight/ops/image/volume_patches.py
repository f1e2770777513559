"""Patches of volumes: `tf.extract_volume_patches`."""

from __future__ import annotations

import math
from collections.abc import Sequence
from types import ModuleType
from typing import Any

import numpy as np

from stagelight import errors
from stagelight.core.inference import Inferred, invalid, require_rank
from stagelight.core.op_def import attr, types
from stagelight.core.raw import raw
from stagelight.core.registry import define
from stagelight.core.tensor import Tensor
from stagelight.ops.image.patches import patch_places, window
from stagelight.public import public
from stagelight.types import dtypes
from stagelight.types.shapes import TensorShape

_SPACE = (1, 2, 3)


def _check(ksizes: Sequence[int], strides: Sequence[int]) -> None:
    for name, values in (("ksizes", ksizes), ("strides", strides)):
        if len(values) != 5:
            raise invalid(f"{name} must be 5 integers. Received: {list(values)}")
        if min(values) < 1:
            raise errors.OutOfRangeError(
                None, None, f"{name} must be positive. Received: {list(values)}"
            )
        if values[0] != 1 or values[4] != 1:
            raise errors.UnimplementedError(
                None, None, f"Only support {name} across space. Received: {list(values)}"
            )


def _infer(input: Tensor, *, ksizes: Any, strides: Any, padding: Any) -> Inferred:
    shape = require_rank(input, 5, "input")
    _check(ksizes, strides)
    counts = [window(shape[i], ksizes[i], strides[i], 1, padding)[0] for i in _SPACE]
    depth = None if shape[4] is None else shape[4] * ksizes[1] * ksizes[2] * ksizes[3]
    return Inferred(TensorShape([shape[0], *counts, depth]), input.dtype)


def _extract(
    xp: ModuleType, input: np.ndarray, *, ksizes: Any, strides: Any, padding: Any
) -> np.ndarray:
    _check(ksizes, strides)
    if input.ndim != 5:
        raise invalid(f"input must be 5-dimensional. Received shape: {list(input.shape)}")
    axes = [patch_places(input.shape[i], ksizes[i], strides[i], 1, padding) for i in _SPACE]
    padded = np.pad(input, ((0, 0), *(filling for _, filling in axes), (0, 0)))
    planes, rows, columns = (reach for reach, _ in axes)
    found = padded[
        :,
        planes[:, None, None, :, None, None],
        rows[None, :, None, None, :, None],
        columns[None, None, :, None, None, :],
    ]
    depth = input.shape[4] * ksizes[1] * ksizes[2] * ksizes[3]
    return found.reshape(len(input), len(planes), len(rows), len(columns), depth)


def _gradient(op: Any, dy: Tensor) -> list[Any]:
    """Each element of a patch is a convolution with a single one: so the gradient is that of one."""
    volumes = op.inputs[0]
    return [
        raw.Conv3DBackpropInputV2(
            raw.Shape(volumes),
            _one_hot_filters(volumes, op.attr_value("ksizes")[1:4]),
            dy,
            strides=op.attr_value("strides"),
            padding=op.attr_value("padding"),
        )
    ]


def _one_hot_filters(volumes: Tensor, sizes: Sequence[int]) -> Any:
    """`[*sizes, channels, filters]`: a filter for each element of a patch, which takes that one alone."""
    elements, kind = math.prod(sizes), volumes.dtype.numpy_dtype
    channels = volumes.shape[4] if volumes.shape.rank is not None else None
    if channels is not None:
        return np.eye(elements * channels, dtype=kind).reshape(*sizes, channels, -1)
    depth = raw.GatherV2(raw.Shape(volumes), np.int32(4), np.int32(0))
    count = raw.Mul(depth, np.int32(elements))
    identity = raw.MatrixDiag(raw.Fill(raw.Pack([count]), np.ones((), kind)))
    return raw.Reshape(identity, raw.Pack([*map(np.int32, sizes), depth, count]))


define(
    "ExtractVolumePatches",
    "input: T",
    "patches: T",
    {
        "ksizes": attr("list(int)"),
        "strides": attr("list(int)"),
        "T": types(dtypes.REAL),
        "padding": attr("string"),
    },
    infer=_infer,
    kernel=_extract,
    gradient=_gradient,
)


@public("extract_volume_patches")
def extract_volume_patches(
    input: Any, ksizes: Any, strides: Any, padding: str, name: str | None = None
) -> Tensor:
    """The patches of volumes, each in one row.

    Args:
        input: real tensor of shape `[batch, planes, rows, columns, channels]`.
        ksizes: `[1, planes, rows, columns, 1]`, the size of a patch.
        strides: `[1, planes, rows, columns, 1]`, how far the middles of patches lie apart.
        padding: "VALID" for patches within the volume, "SAME" for patches that are filled with zeros.
        name: the operation's name.

    Returns:
        Tensor `[batch, patches along each of the three axes, planes * rows * columns * channels]`.

    Raises:
        InvalidArgumentError: the rank is not 5, or there are not five sizes and strides.
        OutOfRangeError: a size or stride is not positive.
        UnimplementedError: a patch is to reach over the batch or the channels.

    >>> volume = tf.reshape(tf.range(8), [1, 2, 2, 2, 1])
    >>> tf.extract_volume_patches(volume, [1, 1, 2, 2, 1], [1, 1, 1, 1, 1], "VALID").numpy().ravel()
    array([0, 1, 2, 3, 4, 5, 6, 7], dtype=int32)
    """
    return raw.ExtractVolumePatches(
        input, ksizes=list(ksizes), strides=list(strides), padding=padding, name=name
    )
