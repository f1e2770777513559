"""Images turned over and round: `tf.image.flip_left_right`, `rot90`, `transpose` and their kin.

Rows and columns are counted from the back, so that one image and a batch, or an unknown rank, are one case.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np

from stagelight.core.convert import convert_to_tensor
from stagelight.core.inference import constant_value
from stagelight.core.raw import raw
from stagelight.core.scopes import op_scope
from stagelight.core.tensor import Tensor
from stagelight.ops.image.image_shapes import as_images, require_batch_or_image
from stagelight.ops.random.uniform_ops import random_uniform, stateless_uniform
from stagelight.public import public
from stagelight.types.dtypes import int32

_ROWS, _COLUMNS = -3, -2


def _as_images(image: Any) -> Tensor:
    image = as_images(image)
    require_batch_or_image(image)
    return image


@public("image.flip_left_right")
def flip_left_right(image: Any) -> Tensor:
    """Images with their columns in reverse order.

    Args:
        image: tensor of shape `[batch, height, width, channels]` or `[height, width, channels]`.

    Raises:
        ValueError: another rank, or an empty image.

    >>> tf.image.flip_left_right([[[1], [2], [3]]]).numpy().ravel()
    array([3, 2, 1], dtype=int32)
    """
    with op_scope("flip_left_right"):
        return _flipped(_as_images(image), _COLUMNS)


@public("image.flip_up_down")
def flip_up_down(image: Any) -> Tensor:
    """Images with their rows in reverse order; see `flip_left_right`.

    >>> tf.image.flip_up_down([[[1]], [[2]]]).numpy().ravel()
    array([2, 1], dtype=int32)
    """
    with op_scope("flip_up_down"):
        return _flipped(_as_images(image), _ROWS)


def _flipped(images: Tensor, axis: int) -> Tensor:
    return raw.ReverseV2(images, convert_to_tensor([axis], int32))


@public("image.random_flip_left_right")
def random_flip_left_right(image: Any, seed: int | None = None) -> Tensor:
    """Flips each image with probability 1/2.

    Args:
        image: tensor of shape `[batch, height, width, channels]` or `[height, width, channels]`.
        seed: an integer that, with the global seed, decides; see `tf.random.set_seed`.

    Raises:
        ValueError: another rank, or an empty image.

    >>> tf.image.random_flip_left_right([[[1], [2], [3]]]).shape
    TensorShape([1, 3, 1])
    """
    with op_scope("random_flip_left_right"):
        return _flipped_by_chance(image, _COLUMNS, partial(random_uniform, seed=seed))


@public("image.random_flip_up_down")
def random_flip_up_down(image: Any, seed: int | None = None) -> Tensor:
    """Flips each image upside down with probability 1/2; see `random_flip_left_right`.

    >>> tf.image.random_flip_up_down([[[1]], [[2]]]).shape
    TensorShape([2, 1, 1])
    """
    with op_scope("random_flip_up_down"):
        return _flipped_by_chance(image, _ROWS, partial(random_uniform, seed=seed))


@public("image.stateless_random_flip_left_right")
def stateless_random_flip_left_right(image: Any, seed: Any) -> Tensor:
    """Flips each image with probability 1/2; `seed`, two integers, alone decides.

    Raises:
        ValueError: another rank than 3 or 4, or an empty image.

    >>> tf.image.stateless_random_flip_left_right([[[1], [2], [3]]], seed=(2, 3)).numpy().ravel()
    array([3, 2, 1], dtype=int32)
    """
    with op_scope("stateless_random_flip_left_right"):
        return _flipped_by_chance(image, _COLUMNS, partial(stateless_uniform, seed=seed))


@public("image.stateless_random_flip_up_down")
def stateless_random_flip_up_down(image: Any, seed: Any) -> Tensor:
    """Flips each image upside down with probability 1/2; see `stateless_random_flip_left_right`.

    >>> tf.image.stateless_random_flip_up_down([[[1]], [[2]]], seed=(2, 3)).numpy().ravel()
    array([2, 1], dtype=int32)
    """
    with op_scope("stateless_random_flip_up_down"):
        return _flipped_by_chance(image, _ROWS, partial(stateless_uniform, seed=seed))


def _flipped_by_chance(image: Any, axis: int, draw: Callable[..., Tensor]) -> Tensor:
    images = _as_images(image)
    half = convert_to_tensor(0.5)
    if images.shape.rank == 3:
        is_flipped = raw.Less(draw(shape=[], minval=0, maxval=1.0), half)
        return raw.SelectV2(is_flipped, _flipped(images, axis), images)
    # TF: of a batch those with the greater numbers are flipped, of one image with the lesser.
    batch = raw.Shape(images)[:-3]
    chance = draw(shape=batch, minval=0, maxval=1.0)
    is_flipped = raw.Greater(chance, half)
    if images.shape.rank is None:
        is_one = raw.Equal(raw.Rank(images), convert_to_tensor(3, int32))
        is_flipped = raw.SelectV2(is_one, raw.Less(chance, half), is_flipped)
    ones = convert_to_tensor(np.ones(3, np.int32))
    is_flipped = raw.Reshape(is_flipped, raw.ConcatV2([batch, ones], 0))
    result = raw.SelectV2(is_flipped, _flipped(images, axis), images)
    result.set_shape(images.shape)
    return result


@public("image.transpose", "compat.v1.image.transpose_image")
def transpose(image: Any, name: str | None = None) -> Tensor:
    """Images whose rows are the columns, and the other way round.

    Args:
        image: tensor of shape `[batch, height, width, channels]` or `[height, width, channels]`.
        name: name of the scope.

    Raises:
        ValueError: another rank, or an empty image.

    >>> tf.image.transpose([[[1], [2], [3]]]).shape
    TensorShape([3, 1, 1])
    """
    with op_scope(name or "transpose"):
        return _transposed(_as_images(image))


def _transposed(images: Tensor, is_wanted: Tensor | None = None) -> Tensor:
    """The images with rows and columns exchanged, if that is wanted."""
    rank = images.shape.rank
    if rank is None:
        axes = raw.Range(0, raw.Rank(images), 1)
        end = convert_to_tensor(np.array([-2, -3, -1], np.int32)) + raw.Rank(images)
        exchanged = raw.ConcatV2([axes[:-3], end], 0)
    else:
        order = list(range(rank))
        axes = convert_to_tensor(order, int32)
        exchanged = convert_to_tensor([*order[:-3], rank - 2, rank - 3, rank - 1], int32)
    if is_wanted is not None:
        exchanged = raw.SelectV2(is_wanted, exchanged, axes)
    return raw.Transpose(images, exchanged)


@public("image.rot90")
def rot90(image: Any, k: Any = 1, name: str | None = None) -> Tensor:
    """Images turned counter-clockwise by 90 degrees, `k` times.

    Args:
        image: tensor of shape `[batch, height, width, channels]` or `[height, width, channels]`.
        k: an integer, or a scalar tensor.
        name: name of the scope.

    Raises:
        ValueError: another rank, or an empty image.

    >>> tf.image.rot90([[[1], [2]], [[3], [4]]]).numpy()[..., 0]
    array([[2, 4],
           [1, 3]], dtype=int32)
    """
    with op_scope(name or "rot90"):
        images = _as_images(image)
        turns = convert_to_tensor(k, int32, name="k")
        turns.shape.assert_has_rank(0)
        known = constant_value(turns)
        if known is not None:
            return _turned(images, int(known) % 4)
        turns = raw.FloorMod(turns, convert_to_tensor(4, int32))
        is_odd = raw.Equal(raw.FloorMod(turns, convert_to_tensor(2, int32)), 1)
        result = _transposed(images, is_odd)
        rows_are_reversed = (turns > 0) & (turns < 3)
        result = raw.SelectV2(rows_are_reversed, _flipped(result, _ROWS), result)
        return raw.SelectV2(turns > 1, _flipped(result, _COLUMNS), result)


def _turned(images: Tensor, turns: int) -> Tensor:
    if turns == 0:
        return raw.Identity(images)
    if turns == 2:
        return raw.ReverseV2(images, convert_to_tensor([_ROWS, _COLUMNS], int32))
    return _flipped(_transposed(images), _ROWS if turns == 1 else _COLUMNS)
