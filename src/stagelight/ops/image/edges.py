"""Edges in images: `tf.image.sobel_edges`, `image_gradients`."""

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


@public("image.image_gradients")
def image_gradients(image: Any) -> tuple[Tensor, Tensor]:
    """How much each pixel's neighbour differs: the one below, and the one to the right.

    Args:
        image: numeric tensor of shape `[batch, height, width, channels]`.

    Returns:
        `(dy, dx)`, tensors of the same shape; in the last row, or column, they are 0.

    Raises:
        ValueError: another rank.

    >>> dy, dx = tf.image.image_gradients(tf.reshape(tf.range(4), [1, 2, 2, 1]))
    >>> dy.numpy().ravel(), dx.numpy().ravel()
    (array([2, 2, 0, 0], dtype=int32), array([1, 0, 1, 0], dtype=int32))
    """
    image = convert_to_tensor(image)
    if image.shape.rank != 4:
        raise ValueError(
            f"image_gradients expects a 4D tensor [batch_size, h, w, d], not {image.shape}."
        )
    down = raw.Pad(image[:, 1:] - image[:, :-1], [[0, 0], [0, 1], [0, 0], [0, 0]])
    across = raw.Pad(image[:, :, 1:] - image[:, :, :-1], [[0, 0], [0, 0], [0, 1], [0, 0]])
    return raw.Reshape(down, raw.Shape(image)), raw.Reshape(across, raw.Shape(image))
