"""Edges in images: `tf.image.sobel_edges`."""

from __future__ import annotations

from typing import Any

import numpy as np

from stagelight.core.convert import convert_to_tensor
from stagelight.core.raw import raw
from stagelight.core.tensor import Tensor
from stagelight.public import public

_ROWS = np.array([[-1, -2, -1], [0, 0, 0], [1, 2, 1]], np.float32)


@public("image.sobel_edges")
def sobel_edges(image: Any) -> Tensor:
    """How fast images change along rows and columns: Sobel's filters.

    Args:
        image: floating tensor of shape `[batch, height, width, channels]`.

    Returns:
        Tensor of shape `[batch, height, width, channels, 2]`: changes from row to row, and from column to
        column.

    >>> tf.image.sobel_edges(tf.reshape(tf.range(9.0), [1, 3, 3, 1])).numpy()[0, 1, 1, 0]
    array([24.,  8.], dtype=float32)
    """
    image = convert_to_tensor(image)
    filters = convert_to_tensor(np.stack([_ROWS, _ROWS.T], -1)[:, :, None], image.dtype)
    shape = raw.Shape(image)
    depth = shape[3]
    one = convert_to_tensor(1, shape.dtype)
    multiples = raw.Pack([one, one, depth, one], axis=0)
    padded = raw.MirrorPad(image, [[0, 0], [1, 1], [1, 1], [0, 0]], mode="REFLECT")
    found = raw.DepthwiseConv2dNative(
        padded, raw.Tile(filters, multiples), strides=[1, 1, 1, 1], padding="VALID"
    )
    two = convert_to_tensor([2], shape.dtype)
    result = raw.Reshape(found, raw.ConcatV2([shape, two], 0))
    result.set_shape(image.shape.concatenate([2]))
    return result
