"""`tf.experimental.numpy.random`: NumPy's random numbers, from the streams of `tf.random`."""

from __future__ import annotations

from typing import Any

import numpy as np

from stagelight.core.tensor import Tensor
from stagelight.numpy_style.promotion import as_array, default_float, result_type
from stagelight.numpy_style.shapes import isscalar
from stagelight.ops.arrays.broadcasting import broadcast_dynamic_shape
from stagelight.ops.arrays.shape import shape as shape_of
from stagelight.ops.random import normal_ops, poisson_ops, uniform_ops
from stagelight.ops.random.streams import set_seed
from stagelight.public import public
from stagelight.types import dtypes


def _sizes(size: Any) -> Any:
    if size is None:
        return ()
    return (size,) if isscalar(size) else size


@public("experimental.numpy.random.seed")
def seed(s: Any) -> None:
    """Sets the seed of the program, as `tf.random.set_seed`.

    Args:
        s: an integer.

    Raises:
        ValueError: it is no integer.

    >>> tf.experimental.numpy.random.seed(7)
    """
    try:
        number = int(s)
    except (TypeError, ValueError) as error:
        raise ValueError(
            f"Argument `s` got an invalid value {s}. Only integers are supported."
        ) from error
    set_seed(number)


@public("experimental.numpy.random.standard_normal")
def standard_normal(size: Any = None) -> Tensor:
    """Numbers of the normal distribution with mean 0 and deviation 1, float64.

    Args:
        size: the shape, a number for a vector, None for a single number.

    >>> tf.experimental.numpy.random.standard_normal((2, 3)).shape
    TensorShape([2, 3])
    """
    return normal_ops.random_normal(_sizes(size), dtype=default_float())


@public("experimental.numpy.random.randn")
def randn(*args: int) -> Tensor:
    """As `standard_normal`, with the sizes as arguments.

    >>> tf.experimental.numpy.random.randn(2, 3).shape
    TensorShape([2, 3])
    """
    return standard_normal(args)


@public("experimental.numpy.random.uniform")
def uniform(low: Any = 0.0, high: Any = 1.0, size: Any = None) -> Tensor:
    """Numbers between two limits, the upper one left out, float64.

    Args:
        low, high: the limits, which broadcast.
        size: the shape; by default that of the limits.

    >>> tf.experimental.numpy.random.uniform(0, [1, 2]).shape
    TensorShape([2])
    """
    dtype = default_float()
    first, last = as_array(low, dtype), as_array(high, dtype)
    sizes = (
        broadcast_dynamic_shape(shape_of(first), shape_of(last)) if size is None else _sizes(size)
    )
    return uniform_ops.random_uniform(sizes, first, last, dtype)


@public("experimental.numpy.random.random")
def random(size: Any = None) -> Tensor:
    """Numbers in [0, 1), float64.

    Args:
        size: the shape, None for a single number.

    >>> tf.experimental.numpy.random.random((2,)).shape
    TensorShape([2])
    """
    return uniform(0.0, 1.0, size)


@public("experimental.numpy.random.rand")
def rand(*size: int) -> Tensor:
    """As `random`, with the sizes as arguments.

    >>> tf.experimental.numpy.random.rand(2, 3).shape
    TensorShape([2, 3])
    """
    return random(size)


@public("experimental.numpy.random.randint")
def randint(low: Any, high: Any = None, size: Any = None, dtype: Any = np.int64) -> Tensor:
    """Integers in `[low, high)`, or in `[0, low)` without `high`.

    Args:
        low, high: the limits.
        size: the shape, a number for a vector, None for a single number.
        dtype: int32 or int64.

    Raises:
        ValueError: `dtype` is another one.

    >>> tf.experimental.numpy.random.randint(5, size=3).dtype
    tf.int64
    """
    first, last = (0, int(low)) if high is None else (int(low), high)
    wanted = result_type(dtype)
    if wanted not in (dtypes.int32, dtypes.int64):
        raise ValueError(
            f"Argument `dtype` got an invalid value {dtype}. Only those convertible to int32 and int64 are "
            "supported."
        )
    return uniform_ops.random_uniform(_sizes(size), first, last, wanted)


@public("experimental.numpy.random.poisson")
def poisson(lam: Any = 1.0, size: Any = None) -> Tensor:
    """Numbers of events where `lam` are expected, int64.

    Args:
        lam: a number or array, whose axes come after those of the size.
        size: the shape, a number for a vector, None for a single number.

    >>> tf.experimental.numpy.random.poisson(2.0, 3).dtype
    tf.int64
    """
    return poisson_ops.random_poisson(_sizes(size), lam, dtype=dtypes.int64)
