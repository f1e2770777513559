"""Dropout: random elements become zero, and the others grow so that the expected sum stays."""

from __future__ import annotations

import numbers
from collections.abc import Callable
from functools import partial
from typing import Any

from stagelight.core.convert import convert_to_tensor
from stagelight.core.dispatch import CONTEXT
from stagelight.core.raw import raw
from stagelight.core.scopes import op_scope
from stagelight.core.tensor import Tensor
from stagelight.ops.random.streams import op_seeds
from stagelight.ops.random.uniform_ops import random_uniform, stateless_uniform
from stagelight.public import public
from stagelight.types.shapes import as_shape


@public("nn.dropout")
def dropout(
    x: Any,
    rate: Any,
    noise_shape: Any = None,
    seed: int | None = None,
    name: str | None = None,
) -> Tensor:
    """Sets elements to 0 with probability `rate`, and divides the others by `1 - rate`.

    Args:
        x: floating tensor.
        rate: a number in `[0, 1)`, or a scalar tensor.
        noise_shape: integer vector that broadcasts with the shape of `x`: along axes of size 1 all
            elements are kept, or dropped, together.
        seed: an integer that, with the global seed, chooses the elements; see `tf.random.set_seed`.
        name: name of the operation.

    Returns:
        Tensor like `x`.

    Raises:
        ValueError: `rate` is not in `[0, 1)`, or `x` is not floating.

    >>> tf.random.set_seed(0)
    >>> tf.nn.dropout(tf.ones([3, 5]), rate=0.5, seed=1).numpy()
    array([[2., 0., 0., 2., 2.],
           [2., 2., 2., 2., 2.],
           [2., 0., 2., 0., 2.]], dtype=float32)
    """
    sampler = partial(random_uniform, seed=seed)
    # A rate of 0 needs no numbers, but leaves the seeds of later ops as they would be.
    return _dropped(x, rate, sampler, noise_shape, name or "dropout", lambda: op_seeds(seed))


@public("nn.experimental.stateless_dropout")
def stateless_dropout(
    x: Any,
    rate: Any,
    seed: Any,
    rng_alg: Any = None,
    noise_shape: Any = None,
    name: str | None = None,
) -> Tensor:
    """Dropout that `seed` alone decides.

    Args:
        x: floating tensor.
        rate: a number in `[0, 1)`, or a scalar tensor.
        seed: int32 or int64 tensor of shape `[2]`.
        rng_alg: the algorithm, by name, number or `tf.random.Algorithm`.
        noise_shape: as of `tf.nn.dropout`.
        name: name of the operation.

    Returns:
        Tensor like `x`.

    Raises:
        ValueError: `rate` is not in `[0, 1)`, or `x` is not floating.

    >>> tf.nn.experimental.stateless_dropout(tf.ones([2, 5]), rate=0.5, seed=[1, 0]).numpy()
    array([[2., 0., 2., 0., 0.],
           [0., 0., 2., 0., 2.]], dtype=float32)
    """
    sampler = partial(stateless_uniform, seed=seed, alg=rng_alg)
    return _dropped(x, rate, sampler, noise_shape, name or "stateless_dropout")


@public("nn.experimental.general_dropout")
def general_dropout(
    x: Any,
    rate: Any,
    uniform_sampler: Callable[..., Any],
    noise_shape: Any = None,
    name: str | None = None,
) -> Tensor:
    """Dropout with random numbers of the caller's.

    Args:
        x: floating tensor.
        rate: a number in `[0, 1)`, or a scalar tensor.
        uniform_sampler: `uniform_sampler(shape=..., dtype=...)` gives numbers in `[0, 1)`, such as
            `tf.random.Generator.uniform`.
        noise_shape: as of `tf.nn.dropout`.
        name: name of the operation.

    Returns:
        Tensor like `x`.

    Raises:
        ValueError: `rate` is not in `[0, 1)`, or `x` is not floating.

    >>> sampler = tf.random.Generator.from_seed(7).uniform
    >>> tf.nn.experimental.general_dropout(tf.ones([5]), 0.5, sampler).numpy()
    array([0., 2., 2., 2., 2.], dtype=float32)
    """
    return _dropped(x, rate, uniform_sampler, noise_shape, name or "general_dropout")


def _dropped(
    x: Any,
    rate: Any,
    uniform_sampler: Callable[..., Any],
    noise_shape: Any,
    name: str,
    skip: Callable[[], Any] | None = None,
) -> Tensor:
    """Dropout; `skip` is called where a rate of 0 makes numbers needless."""
    is_number = isinstance(rate, numbers.Real)
    with op_scope(name):
        if is_number and not 0 <= rate < 1:
            raise ValueError(
                "`rate` must be a scalar tensor or a float in the range [0, 1). "
                f"Received: rate={rate}"
            )
        x = convert_to_tensor(x, name="x")
        if not x.dtype.is_floating:
            raise ValueError(
                "`x.dtype` must be a floating point tensor as `x` will be scaled. "
                f"Received: x_dtype={x.dtype!r}"
            )
        if is_number and rate == 0:
            if skip is not None:
                skip()
            return x
        if is_number:
            scaled = raw.Mul(x, 1 / (1 - rate))
        else:
            rate = _rate_tensor(rate, x)
            scaled = raw.RealDiv(x, raw.Sub(1, rate))
        random = uniform_sampler(shape=_noise_shape(x, noise_shape), dtype=x.dtype)
        kept = raw.SelectV2(raw.GreaterEqual(random, rate), scaled, 0)
        if CONTEXT.stage is not None:
            kept.set_shape(x.shape)
        return kept


def _rate_tensor(rate: Any, x: Tensor) -> Tensor:
    if not hasattr(rate, "dtype"):
        raise ValueError(f"`rate` must be a scalar or scalar tensor. Received: rate={rate}")
    rate = convert_to_tensor(rate)
    if rate.shape.rank not in (None, 0):
        raise ValueError(f"Shape {rate.shape} must have rank 0")
    if rate.dtype is not x.dtype:
        raise ValueError(
            "`x.dtype` must be compatible with `rate.dtype`. "
            f"Received: x.dtype={x.dtype!r} and rate.dtype={rate.dtype!r}"
        )
    return rate


def _noise_shape(x: Tensor, noise_shape: Any) -> Any:
    """The shape of the random numbers; axes that it leaves open (None) are those of `x`."""
    if noise_shape is None:
        return raw.Shape(x)
    try:
        wanted = as_shape(noise_shape)
    except (TypeError, ValueError):
        return noise_shape  # a tensor
    if x.shape.rank is None or wanted.rank != x.shape.rank:
        return noise_shape
    sizes = [size if size is not None else own for size, own in zip(wanted, x.shape, strict=True)]
    if None not in sizes:
        return sizes
    own_sizes = raw.Unpack(raw.Shape(x), num=x.shape.rank)
    return [own if size is None else size for size, own in zip(sizes, own_sizes, strict=True)]
