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


@pytest.mark.parametrize("x", [-3.0, -0.7, 0.1, 2.5])
def test_gelu_has_the_digits_of_its_dtype(x):
    inner = math.sqrt(2 / math.pi) * (x + 0.044715 * x**3)
    for approximate, exact in (
        (False, 0.5 * x * math.erfc(-x / math.sqrt(2))),
        (True, 0.5 * x * (1 + math.tanh(inner))),
    ):
        computed = tf.nn.gelu(tf.constant(x, tf.float64), approximate).numpy()
        np.testing.assert_allclose(computed, exact, rtol=1e-13)


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


@pytest.mark.parametrize("beta", [1.0, 0.5, "tensor"])
@pytest.mark.parametrize("dtype", [tf.float16, tf.float32, tf.float64])
def test_the_gradient_of_silu_does_not_overflow_before_its_end(dtype, beta):
    """By the chain rule `dy * x` comes first: loss scaling of half precision begins with a dy of 32768."""
    x = tf.constant([-10.0, -2.0, 0.5, 3.0, 10.0], dtype)
    dy = tf.fill([5], tf.constant(32768.0, dtype))
    number = tf.constant(0.5, dtype) if beta == "tensor" else beta
    with tf.GradientTape() as tape:
        tape.watch(x)
        y = tf.nn.silu(x, number)
    found = tape.gradient(y, x, dy).numpy()
    scaled = x.numpy().astype(np.float64) * float(number)
    sigmoid = 1 / (1 + np.exp(-scaled))
    expected = 32768 * sigmoid * (1 + scaled * (1 - sigmoid))
    assert np.isfinite(found).all()
    np.testing.assert_allclose(found, expected, rtol=2e-2 if dtype is tf.float16 else 1e-5)


def test_silu_has_second_derivatives_and_one_of_beta():
    def first(x, beta):
        with tf.GradientTape() as tape:
            tape.watch([x, beta])
            y = tf.nn.silu(x, beta)
        return tape.gradient(y, [x, beta])

    arguments = [tf.constant([0.3, -1.2], tf.float64), tf.constant(0.7, tf.float64)]
    for function in (tf.nn.silu, lambda x, b: first(x, b)[0], lambda x, b: first(x, b)[1]):
        theory, numbers = tf.test.compute_gradient(function, arguments)
        for a, b in zip(theory, numbers, strict=True):
            np.testing.assert_allclose(a, b, atol=1e-6)
