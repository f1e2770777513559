"""bfloat16 has no instructions of its own: constants, choices, tests and sums of it are compiled even so."""

from __future__ import annotations

import numpy as np
import pytest

import stagelight as tf
from stagelight import config

pytestmark = pytest.mark.filterwarnings("error")


def _slopes(function):
    def both(x):
        with tf.GradientTape() as tape:
            tape.watch(x)
            y = function(x)
        return y, tape.gradient(y, x)

    return both


FUNCTIONS = {
    "constants": lambda x: tf.where(x > 0, tf.ones_like(x), tf.constant(-2.5, x.dtype)),
    "the least and the greatest": lambda x: tf.stack(
        [tf.fill([3], tf.constant(v, x.dtype)) for v in (np.inf, -np.inf, 1e-40, -0.0)]
    ),
    "the slope of a copy": _slopes(lambda x: tf.tile(x, [1, 3])),
    "the slope of a maximum": _slopes(lambda x: tf.reduce_max(x, 1)),
    "the slope of pooling": _slopes(
        lambda x: tf.nn.max_pool2d(tf.reshape(x, [1, 4, 5, 8]), 2, 2, "SAME")
    ),
    "the slope of pooling and relu": _slopes(
        lambda x: tf.nn.relu(tf.nn.max_pool2d(tf.reshape(x, [1, 4, 20, 2]), 3, 2, "VALID"))
    ),
    "the slope of a triangular system": _slopes(
        lambda x: tf.linalg.band_part(tf.reshape(x, [10, 4, 4]), -1, 0)
    ),
    "bounds": lambda x: tf.clip_by_value(x, x[:, :1], x[:, 1:2]),
    "the slope of a leaky relu": _slopes(lambda x: tf.nn.leaky_relu(x, 0.25)),
    "the slope of a mirror": _slopes(lambda x: tf.pad(x, [[1, 1], [2, 0]], "REFLECT")),
    "the slope of enlarging": _slopes(
        lambda x: tf.image.resize(tf.reshape(x, [1, 4, 10, 4]), [8, 20], "nearest")
    ),
    "the slope of a depthwise convolution": _slopes(
        lambda x: tf.nn.depthwise_conv2d(
            tf.reshape(x, [1, 4, 10, 4]), tf.ones([2, 2, 4, 1], x.dtype), [1, 1, 1, 1], "VALID"
        )
    ),
}


@pytest.mark.parametrize("dtype", [tf.bfloat16, tf.float16], ids=lambda dtype: dtype.name)
@pytest.mark.parametrize("name", FUNCTIONS)
def test_narrow_floats_give_what_the_host_gives(name, dtype):
    function = FUNCTIONS[name]
    x = tf.cast(np.random.default_rng(0).normal(size=(4, 40)), dtype)
    with config.changed(executor="host"):
        expected = tf.function(function)(x)
    with config.changed(executor="native", compilation_cache=None):
        found = tf.function(function)(x)
    for host, native in zip(tf.nest.flatten(expected), tf.nest.flatten(found), strict=True):
        assert native.dtype == dtype
        np.testing.assert_array_equal(native.numpy(), host.numpy())
