"""New stateless seeds from old ones: `tf.random.split` and `tf.random.fold_in`."""

from __future__ import annotations

from typing import Any

from stagelight.core.convert import convert_to_tensor
from stagelight.core.raw import raw
from stagelight.core.tensor import Tensor
from stagelight.ops.random.uniform_ops import stateless_uniform
from stagelight.public import public


@public("random.split", "random.experimental.stateless_split")
def split(seed: Any, num: Any = 2, alg: Any = "auto_select") -> Tensor:
    """Several seeds from one.

    Args:
        seed: int32 or int64 tensor of shape `[2]`.
        num: how many, a positive integer scalar.
        alg: the algorithm, by name, number or `tf.random.Algorithm`.

    Returns:
        Tensor of shape `[num, 2]`, of the dtype of `seed`.

    Raises:
        InvalidArgumentError: a seed of another shape.

    >>> tf.random.split([1, 2], num=2).numpy()
    array([[1105988140, 1738052849],
           [-335576002,  370444179]], dtype=int32)
    """
    seed = convert_to_tensor(seed)
    return stateless_uniform([num, 2], seed, None, None, seed.dtype, alg=alg)


@public("random.fold_in", "random.experimental.stateless_fold_in")
def fold_in(seed: Any, data: Any, alg: Any = "auto_select") -> Tensor:
    """A seed from a seed and a number, such as that of a step or a replica.

    Args:
        seed: int32 or int64 tensor of shape `[2]`.
        data: int32 or int64 scalar.
        alg: the algorithm, by name, number or `tf.random.Algorithm`.

    Returns:
        Tensor of shape `[2]`, of the dtype of `data`.

    Raises:
        InvalidArgumentError: a seed of another shape.

    >>> tf.random.fold_in([1, 2], 3).numpy()
    array([1105988140,          3], dtype=int32)
    """
    data = convert_to_tensor(data)
    first = stateless_uniform([], seed, None, None, data.dtype, alg=alg)
    return raw.Pack([first, data], axis=0)
