"""The random functions whose arguments TensorFlow 1 had otherwise."""

from __future__ import annotations

from typing import Any

from stagelight.core.tensor import Tensor
from stagelight.ops.nn.dropout import dropout
from stagelight.ops.random.categorical_ops import random_categorical, stateless_categorical
from stagelight.ops.random.poisson_ops import random_poisson
from stagelight.ops.random.streams import op_seeds
from stagelight.public import public
from stagelight.types import dtypes


@public("compat.v1.random.get_seed", "compat.v1.get_seed")
def get_seed(op_seed: int | None) -> tuple[int | None, int | None]:
    """The two seeds that an op gets whose own seed is `op_seed`; (None, None) if there is no seed.

    Args:
        op_seed: an integer or None.

    Returns:
        The attributes `seed` and `seed2`.

    >>> tf.random.set_seed(7)
    >>> tf.compat.v1.get_seed(5)
    (7, 5)
    """
    seeds = op_seeds(op_seed)
    # Seeded ops never have two zeros.
    return (seeds["seed"], seeds["seed2"]) if any(seeds.values()) else (None, None)


@public("compat.v1.random.multinomial", "compat.v1.multinomial")
def multinomial(
    logits: Any,
    num_samples: Any,
    seed: int | None = None,
    name: str | None = None,
    output_dtype: Any = None,
) -> Tensor:
    """`tf.random.categorical` with the arguments of TensorFlow 1.

    >>> tf.compat.v1.multinomial(tf.math.log([[0.5, 0.5]]), 5).shape
    TensorShape([1, 5])
    """
    return random_categorical(logits, num_samples, output_dtype, seed, name or "multinomial")


@public("compat.v1.random.stateless_multinomial")
def stateless_multinomial(
    logits: Any,
    num_samples: Any,
    seed: Any,
    output_dtype: Any = dtypes.int64,
    name: str | None = None,
) -> Tensor:
    """`tf.random.stateless_categorical` with the arguments of TensorFlow 1.

    >>> tf.compat.v1.random.stateless_multinomial([[0.0, 0.0]], 5, seed=[7, 17]).shape
    TensorShape([1, 5])
    """
    return stateless_categorical(
        logits, num_samples, seed, output_dtype, name or "stateless_multinomial"
    )


@public("compat.v1.random.poisson", "compat.v1.random_poisson")
def random_poisson_of_rate(
    lam: Any,
    shape: Any,
    dtype: Any = dtypes.float32,
    seed: int | None = None,
    name: str | None = None,
) -> Tensor:
    """`tf.random.poisson` with the arguments of TensorFlow 1.

    >>> tf.compat.v1.random_poisson([0.5, 12.5], [5]).shape
    TensorShape([5, 2])
    """
    return random_poisson(shape, lam, dtype, seed, name)


@public("compat.v1.nn.dropout")
def dropout_with_keep_prob(
    x: Any,
    keep_prob: Any = None,
    noise_shape: Any = None,
    seed: int | None = None,
    name: str | None = None,
    rate: Any = None,
) -> Tensor:
    """`tf.nn.dropout`, where the rate may be given as `keep_prob = 1 - rate`.

    Raises:
        ValueError: neither or both of `keep_prob` and `rate` are given.

    >>> bool(tf.reduce_all(tf.compat.v1.nn.dropout(tf.ones([3]), keep_prob=1.0) == 1.0))
    True
    """
    if keep_prob is not None:
        if rate is not None:
            raise ValueError("Cannot specify both 'rate' and 'keep_prob'.")
        try:
            rate = 1.0 - keep_prob
        except TypeError:
            raise ValueError(
                f"`keep_prob` must be a floating point number or Tensor. Received: {keep_prob!r}"
            ) from None
    if rate is None:
        raise ValueError(f"`rate` must be provided. Received: rate={rate}")
    return dropout(x, rate, noise_shape, seed, name)
