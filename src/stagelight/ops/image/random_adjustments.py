"""Light and colour changed by chance: `tf.image.random_brightness`, `stateless_random_hue`, ...

Each draws one number for all images that it gets, and is then the function of `adjustments`.
"""

from __future__ import annotations

from typing import Any

from stagelight.core.tensor import Tensor
from stagelight.ops.image.adjustments import (
    adjust_brightness,
    adjust_contrast,
    adjust_hue,
    adjust_saturation,
)
from stagelight.ops.random.uniform_ops import random_uniform, stateless_uniform
from stagelight.public import public


def _check_delta(max_delta: Any) -> None:
    if max_delta < 0:
        raise ValueError("max_delta must be non-negative.")


def _check_turn(max_delta: Any) -> None:
    if max_delta > 0.5:
        raise ValueError("max_delta must be <= 0.5.")
    _check_delta(max_delta)


def _check_range(lower: Any, upper: Any) -> None:
    if upper <= lower:
        raise ValueError("upper must be > lower.")
    if lower < 0:
        raise ValueError("lower must be non-negative.")


@public("image.random_brightness")
def random_brightness(image: Any, max_delta: float, seed: int | None = None) -> Tensor:
    """`adjust_brightness` by a number from `[-max_delta, max_delta)`.

    Args:
        image: numeric tensor of any shape.
        max_delta: a number that is not negative.
        seed: an integer that, with the global seed, chooses the number; see `tf.random.set_seed`.

    Raises:
        ValueError: `max_delta` is negative.

    >>> tf.image.random_brightness([[[0.5]]], 0.0).numpy().ravel()
    array([0.5], dtype=float32)
    """
    _check_delta(max_delta)
    return adjust_brightness(image, random_uniform([], -max_delta, max_delta, seed=seed))


@public("image.stateless_random_brightness")
def stateless_random_brightness(image: Any, max_delta: float, seed: Any) -> Tensor:
    """`random_brightness` by a number that `seed`, two integers, alone chooses.

    Raises:
        ValueError: `max_delta` is negative.

    >>> tf.image.stateless_random_brightness([[[0.5]]], 0.0, seed=(1, 2)).numpy().ravel()
    array([0.5], dtype=float32)
    """
    _check_delta(max_delta)
    return adjust_brightness(image, stateless_uniform([], seed, -max_delta, max_delta))


@public("image.random_contrast")
def random_contrast(image: Any, lower: float, upper: float, seed: int | None = None) -> Tensor:
    """`adjust_contrast` by a factor from `[lower, upper)`.

    Args:
        image: numeric tensor of shape `[..., height, width, channels]`.
        lower, upper: the range of factors; not negative.
        seed: an integer that, with the global seed, chooses the factor; see `tf.random.set_seed`.

    Raises:
        ValueError: `upper <= lower`, or `lower` is negative.

    >>> tf.image.random_contrast(tf.ones([2, 2, 1]), 0.5, 2.0).numpy().ravel()
    array([1., 1., 1., 1.], dtype=float32)
    """
    _check_range(lower, upper)
    return adjust_contrast(image, random_uniform([], lower, upper, seed=seed))


@public("image.stateless_random_contrast")
def stateless_random_contrast(image: Any, lower: float, upper: float, seed: Any) -> Tensor:
    """`random_contrast` by a factor that `seed`, two integers, alone chooses.

    Raises:
        ValueError: `upper <= lower`, or `lower` is negative.

    >>> tf.image.stateless_random_contrast(tf.ones([1, 2, 1]), 0.5, 2.0, seed=(1, 2)).numpy().ravel()
    array([1., 1.], dtype=float32)
    """
    _check_range(lower, upper)
    return adjust_contrast(image, stateless_uniform([], seed, lower, upper))


@public("image.random_hue")
def random_hue(image: Any, max_delta: float, seed: int | None = None) -> Tensor:
    """`adjust_hue` by a part of the circle from `[-max_delta, max_delta)`.

    Args:
        image: numeric tensor of shape `[..., height, width, 3]`.
        max_delta: a number from 0 to 0.5.
        seed: an integer that, with the global seed, chooses the part; see `tf.random.set_seed`.

    Raises:
        ValueError: `max_delta` is not in [0, 0.5].

    >>> tf.image.random_hue(tf.ones([1, 1, 3]), 0.3).numpy().ravel()
    array([1., 1., 1.], dtype=float32)
    """
    _check_turn(max_delta)
    return adjust_hue(image, random_uniform([], -max_delta, max_delta, seed=seed))


@public("image.stateless_random_hue")
def stateless_random_hue(image: Any, max_delta: float, seed: Any) -> Tensor:
    """`random_hue` by a part of the circle that `seed`, two integers, alone chooses.

    Raises:
        ValueError: `max_delta` is not in [0, 0.5].

    >>> tf.image.stateless_random_hue(tf.ones([1, 1, 3]), 0.3, seed=(1, 2)).numpy().ravel()
    array([1., 1., 1.], dtype=float32)
    """
    _check_turn(max_delta)
    return adjust_hue(image, stateless_uniform([], seed, -max_delta, max_delta))


@public("image.random_saturation")
def random_saturation(image: Any, lower: float, upper: float, seed: int | None = None) -> Tensor:
    """`adjust_saturation` by a factor from `[lower, upper)`.

    Args:
        image: numeric tensor of shape `[..., height, width, 3]`.
        lower, upper: the range of factors; not negative.
        seed: an integer that, with the global seed, chooses the factor; see `tf.random.set_seed`.

    Raises:
        ValueError: `upper <= lower`, or `lower` is negative.

    >>> tf.image.random_saturation(tf.ones([1, 1, 3]), 0.5, 2.0).numpy().ravel()
    array([1., 1., 1.], dtype=float32)
    """
    _check_range(lower, upper)
    return adjust_saturation(image, random_uniform([], lower, upper, seed=seed))


@public("image.stateless_random_saturation")
def stateless_random_saturation(image: Any, lower: float, upper: float, seed: Any = None) -> Tensor:
    """`random_saturation` by a factor that `seed`, two integers, alone chooses.

    Raises:
        ValueError: `upper <= lower`, or `lower` is negative.

    >>> tf.image.stateless_random_saturation(tf.ones([1, 1, 3]), 0.5, 2.0, seed=(1, 2)).numpy().ravel()
    array([1., 1., 1.], dtype=float32)
    """
    _check_range(lower, upper)
    return adjust_saturation(image, stateless_uniform([], seed, lower, upper))
