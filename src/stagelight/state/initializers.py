"""Initializers: objects that make a tensor of a shape and dtype, for a variable to begin with.

    make = tf.random_normal_initializer(stddev=0.1)
    weights = tf.Variable(make([3, 4]))

The random ones give the same numbers at each call if they have a seed. TensorFlow 1's, which take a
dtype when they are made, are in `compat.v1`.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from stagelight.core.tensor import Tensor
from stagelight.ops.arrays.constant import constant
from stagelight.ops.arrays.creation import ones, zeros
from stagelight.ops.random.normal_ops import random_normal, stateless_normal
from stagelight.ops.random.uniform_ops import random_uniform, stateless_uniform
from stagelight.public import public
from stagelight.types import dtypes
from stagelight.types.dtypes import DType, as_dtype

_PARTITION_ARGUMENTS = ("partition_shape", "partition_offset")


class Initializer:
    """What all initializers share: the way to and from a configuration."""

    # The arguments that make an equal one, which are attributes too.
    _arguments: tuple[str, ...] = ()

    def get_config(self) -> dict[str, Any]:
        """The arguments that make an equal initializer."""
        return {name: getattr(self, name) for name in self._arguments}

    @classmethod
    def from_config(cls, config: dict[str, Any]) -> Initializer:
        """The initializer of a configuration that `get_config` gave."""
        return cls(**{name: value for name, value in config.items() if name != "dtype"})

    def _own_shape(self, shape: Any, partition: dict[str, Any], is_supported: bool = True) -> Any:
        """The shape to make: that of the part, where a part of a variable is asked for.

        Raises:
            TypeError: an unknown argument.
            ValueError: the initializer does not make parts.
        """
        for name in partition:
            if name not in _PARTITION_ARGUMENTS:
                raise TypeError(
                    f"Keyword argument should be one of {list(_PARTITION_ARGUMENTS)}. "
                    f"Received: {name}"
                )
            if not is_supported:
                raise ValueError(
                    f"{type(self).__name__} initializer doesn't support partition-related arguments"
                )
        return partition.get("partition_shape", shape)


def _numeric_or_bool(dtype: Any) -> DType:
    dtype = as_dtype(dtype)
    if not (dtype.is_bool or dtype in dtypes.NUMERIC):
        raise ValueError(f"Argument `dtype` expected to be numeric or boolean. Received {dtype!r}.")
    return dtype


def floating(dtype: Any) -> DType:
    """The dtype, which must be floating.

    Raises:
        ValueError: it is not.
    """
    dtype = as_dtype(dtype)
    if not dtype.is_floating:
        raise ValueError(f"Argument `dtype` is expected to be floating point. Received: {dtype!r}.")
    return dtype


@public("zeros_initializer")
class Zeros(Initializer):
    """Makes zeros.

    >>> tf.zeros_initializer()([2]).numpy()
    array([0., 0.], dtype=float32)
    """

    def __call__(self, shape: Any, dtype: Any = dtypes.float32, **kwargs: Any) -> Tensor:
        """Zeros of that shape, and of that numeric or bool dtype."""
        return zeros(self._own_shape(shape, kwargs), _numeric_or_bool(dtype))


@public("ones_initializer")
class Ones(Initializer):
    """Makes ones.

    >>> tf.ones_initializer()([2]).numpy()
    array([1., 1.], dtype=float32)
    """

    def __call__(self, shape: Any, dtype: Any = dtypes.float32, **kwargs: Any) -> Tensor:
        """Ones of that shape, and of that numeric or bool dtype."""
        return ones(self._own_shape(shape, kwargs), _numeric_or_bool(dtype))


def checked_value(value: Any) -> Any:
    """The value of a constant initializer.

    Raises:
        TypeError: it is no number, list, tuple or array.
    """
    if np.isscalar(value) or isinstance(value, (list, tuple, np.ndarray)):
        return value
    raise TypeError(
        f"Invalid type for initial value: {type(value).__name__}. Expected "
        "Python scalar, list or tuple of values, or numpy.ndarray."
    )


@public("constant_initializer")
class Constant(Initializer):
    """Makes tensors of a value.

    Args:
        value: a number, which fills the shape, or as many numbers as it holds.
        support_partition: whether parts of variables may be made.

    Raises:
        TypeError: `value` is no number, list, tuple or array.

    >>> tf.constant_initializer([1, 2, 3, 4])([2, 2]).numpy()
    array([[1, 2],
           [3, 4]], dtype=int32)
    """

    _arguments = ("value",)

    def __init__(self, value: Any = 0, support_partition: bool = False) -> None:
        self.value = checked_value(value)
        self.support_partition = support_partition

    def __call__(self, shape: Any, dtype: Any = None, **kwargs: Any) -> Tensor:
        """The value in that shape, in its own dtype if `dtype` is None."""
        self._own_shape(shape, kwargs, self.support_partition)
        return constant(self.value, dtype, shape)


@public("random_uniform_initializer")
class RandomUniform(Initializer):
    """Makes numbers that are equally likely everywhere in `[minval, maxval)`.

    Args:
        minval, maxval: the range, scalars.
        seed: an integer that decides the numbers; None makes others at each call.

    >>> make = tf.random_uniform_initializer(seed=3)
    >>> bool(tf.reduce_all(make([5]) == make([5])))
    True
    """

    _arguments = ("minval", "maxval", "seed")

    def __init__(self, minval: Any = -0.05, maxval: Any = 0.05, seed: int | None = None) -> None:
        self.minval = minval
        self.maxval = maxval
        self.seed = seed

    def __call__(self, shape: Any, dtype: Any = dtypes.float32, **kwargs: Any) -> Tensor:
        """Numbers of that shape, and of that floating or integer dtype."""
        dtype = as_dtype(dtype)
        if not dtype.is_floating and not dtype.is_integer:
            raise ValueError(
                f"Argument `dtype` expected to be numeric or boolean. Received {dtype!r}."
            )
        shape = self._own_shape(shape, kwargs)
        if self.seed is None:
            return random_uniform(shape, self.minval, self.maxval, dtype)
        return stateless_uniform(shape, [self.seed, 0], self.minval, self.maxval, dtype)


@public("random_normal_initializer")
class RandomNormal(Initializer):
    """Makes numbers of a normal distribution.

    Args:
        mean, stddev: its mean and standard deviation, scalars.
        seed: an integer that decides the numbers; None makes others at each call.

    >>> tf.random_normal_initializer(stddev=0.1, seed=3)([2, 3]).shape
    TensorShape([2, 3])
    """

    _arguments = ("mean", "stddev", "seed")

    def __init__(self, mean: Any = 0.0, stddev: Any = 0.05, seed: int | None = None) -> None:
        self.mean = mean
        self.stddev = stddev
        self.seed = seed

    def __call__(self, shape: Any, dtype: Any = dtypes.float32, **kwargs: Any) -> Tensor:
        """Numbers of that shape and floating dtype."""
        shape, dtype = self._own_shape(shape, kwargs), floating(dtype)
        if self.seed is None:
            return random_normal(shape, self.mean, self.stddev, dtype)
        return stateless_normal(shape, [self.seed, 0], self.mean, self.stddev, dtype)
