"""Pooling and batch normalization in machine code: what the kernels give, also with NaN and at the edges."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import stagelight as tf
from stagelight import config, errors
from tests.codegen.test_programs import text_of


def compare(f, *arrays, **tolerance):
    tensors = [tf.constant(array) for array in arrays]
    try:
        expected = f(*tensors)
    except errors.OpError:
        return
    with config.changed(executor="native"):
        actual = tf.function(f)(*tensors)
    for host, native in zip(expected, actual, strict=True):
        np.testing.assert_allclose(native, host, **{"rtol": 1e-5, "atol": 1e-5, **tolerance})


@st.composite
def pools(draw):
    sizes = draw(st.lists(st.integers(1, 9), min_size=2, max_size=2))
    seed = draw(st.integers(0, 99))
    # Few different numbers: there are equal maxima.
    x = np.random.RandomState(seed).randint(-3, 4, (2, *sizes, draw(st.sampled_from([1, 3, 8]))))
    x = x.astype(np.float32)
    special = draw(st.sampled_from([0.0, np.nan, -np.inf]))
    x[x == 3] = special
    return (
        x,
        draw(st.lists(st.integers(1, 5), min_size=2, max_size=2)),
        draw(st.lists(st.integers(1, 4), min_size=2, max_size=2)),
        draw(st.sampled_from(["SAME", "VALID"])),
    )


@settings(deadline=None, max_examples=50)
@given(pools())
def test_maxima_and_their_gradients_are_those_of_the_host(case):
    x, ksize, strides, padding = case

    def f(x):
        with tf.GradientTape() as tape:
            tape.watch(x)
            y = tf.nn.max_pool2d(x, ksize, strides, padding)
            weights = tf.reshape(tf.cast(tf.range(tf.size(y)) % 7, tf.float32), tf.shape(y))
            total = tf.reduce_sum(tf.where(tf.math.is_finite(y), y, 0.0) * weights)
        return y, tape.gradient(total, x)

    compare(f, x)


@settings(deadline=None, max_examples=50)
@given(pools())
def test_means_and_their_gradients_are_those_of_the_host(case):
    x, ksize, strides, padding = case

    def f(x):
        with tf.GradientTape() as tape:
            tape.watch(x)
            y = tf.nn.avg_pool2d(x, ksize, strides, padding)
            total = tf.reduce_sum(y * y)
        return y, tape.gradient(total, x)

    compare(f, np.nan_to_num(x, neginf=-1.0))


def test_the_maxima_of_a_relu_are_taken_as_it_is_computed():
    x = np.zeros((1, 4, 4, 8), np.float32)
    text = text_of(lambda x: tf.nn.max_pool2d(tf.nn.relu(x), 2, 2, "VALID") + 1.0, x)
    assert text.count("for i") == 2  # the relu has several readers and is stored


def test_many_places_are_a_loop():
    text = text_of(lambda x: tf.nn.avg_pool2d(x, 5, 1, "VALID"), np.zeros((1, 9, 9, 8), np.float32))
    assert "for r0 in 5, r1 in 5" in text


@pytest.mark.parametrize("is_training", [True, False])
@pytest.mark.parametrize("data_format", ["NHWC", "NCHW"])
def test_batch_normalization_and_its_gradient_are_those_of_the_host(is_training, data_format):
    random = np.random.RandomState(3)
    x = random.randn(3, 5, 5, 5).astype(np.float32)
    scale, offset, mean, variance = random.uniform(0.5, 2.0, (4, 5)).astype(np.float32)

    def f(x, scale, offset):
        with tf.GradientTape() as tape:
            tape.watch([x, scale, offset])
            y, *moments = tf.compat.v1.nn.fused_batch_norm(
                x, scale, offset, mean, variance, is_training=is_training, data_format=data_format,
                exponential_avg_factor=0.9,
            )  # fmt: skip
            total = tf.reduce_sum(tf.tanh(y) * y)
        return y, *moments, *tape.gradient(total, [x, scale, offset])

    compare(f, x, scale, offset, atol=2e-5, rtol=2e-5)
