"""Every function of `tf.experimental.numpy` takes what libraries have for variables, in place of tensors.

Such a value derives from TensorFlow's base of tensors and says by `__tf_tensor__` which tensor it is; its
`dtype` is a name.
"""

from __future__ import annotations

import inspect

import numpy as np
import pytest

import stagelight as tf

tnp = tf.experimental.numpy


class Named(tf.__internal__.types.Tensor):
    """As Keras's variables are."""

    def __init__(self, value):
        self.value = value
        self.shape = value.shape

    @property
    def dtype(self):
        return self.value.dtype.name

    def __tf_tensor__(self, dtype=None, name=None):
        return tf.convert_to_tensor(self.value, dtype)

    def __array__(self, dtype=None):
        return np.asarray(self.value)

    def __iter__(self):
        return iter(self.value)

    def __mul__(self, other):
        return self.value * other


# What takes no arrays, or gives other numbers each time.
NOT_OF_ARRAYS = {"experimental_enable_numpy_behavior", "finfo", "iinfo", "issubdtype", "promote_types"}
FUNCTIONS = sorted(
    name
    for name in dir(tnp)
    if inspect.isfunction(getattr(tnp, name)) and name not in NOT_OF_ARRAYS
)
VALUES = [
    np.array([[4.0, 1.0], [2.0, 3.0]], np.float32),
    np.array([3, 1, 2], np.int64),
    np.array([True, False]),
]


def called(function, *args):
    try:
        return function(*args)
    except (TypeError, ValueError, IndexError, NotImplementedError, tf.errors.OpError):
        return None


def same(a, b):
    if isinstance(a, list | tuple):
        return len(a) == len(b) and all(map(same, a, b))
    if isinstance(a, tf.Tensor):
        return a.dtype is b.dtype and np.array_equal(a.numpy(), b.numpy(), equal_nan=True)
    return bool(np.all(a == b))


@pytest.mark.parametrize("name", FUNCTIONS)
def test_a_function_takes_variables_of_libraries(name):
    function = getattr(tnp, name)
    for value in map(tf.constant, VALUES):
        for rest in ((), (value,), (1,)):
            expected = called(function, value, *rest)
            if expected is not None:
                assert same(expected, function(Named(value), *rest))
            expected = called(function, *rest, value)
            if expected is not None:
                assert same(expected, function(*rest, Named(value)))
