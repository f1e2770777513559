"""Activations: NaN, dtypes, and the digits of gelu."""

from __future__ import annotations

import math

import numpy as np
import pytest

import stagelight as tf

ALL = (
    tf.nn.relu,
    tf.nn.relu6,
    tf.nn.leaky_relu,
    tf.nn.elu,
    tf.nn.selu,
    tf.nn.gelu,
    tf.nn.silu,
    tf.nn.softplus,
    tf.nn.softsign,
    tf.sigmoid,
    tf.math.log_sigmoid,
)


@pytest.mark.parametrize("function", ALL)
@pytest.mark.parametrize("dtype", ["float16", "bfloat16", "float32", "float64"])
def test_the_dtype_is_kept_and_so_is_that_of_the_gradient(function, dtype):
    x = tf.cast(tf.constant([-1.5, 0.5]), dtype)
    with tf.GradientTape() as tape:
        tape.watch(x)
        y = function(x)
    assert y.dtype is x.dtype
    assert y._array.dtype == x._array.dtype
    assert tape.gradient(y, x).dtype is x.dtype


@pytest.mark.parametrize("function", ALL)
def test_nan_stays_nan(function):
    assert np.isnan(function(tf.constant(float("nan"))).numpy())


def test_gelu_keeps_its_digits_far_below_zero():
    x = -10.0
    exact = 0.5 * x * math.erfc(-x / math.sqrt(2))
    computed = tf.nn.gelu(tf.constant(x, tf.float64)).numpy()
    np.testing.assert_allclose(computed, exact, rtol=1e-12)


def test_a_slope_must_be_a_number():
    with pytest.raises(TypeError, match="alpha"):
        tf.nn.leaky_relu(tf.constant([1.0]), alpha=tf.constant(0.5))
    assert tf.nn.leaky_relu([-1.0], alpha=np.float32(0.5)).numpy().tolist() == [-0.5]


def test_the_gradient_of_relu_at_zero_is_zero():
    x = tf.constant([0.0, -0.0, 6.0])
    for function, expected in ((tf.nn.relu, [0, 0, 1]), (tf.nn.relu6, [0, 0, 0])):
        with tf.GradientTape() as tape:
            tape.watch(x)
            y = function(x)
        assert tape.gradient(y, x).numpy().tolist() == expected
