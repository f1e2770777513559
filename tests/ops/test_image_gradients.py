"""Gradients of resizing: the weights of the pixels, the other way."""

from __future__ import annotations

import numpy as np
import pytest

import stagelight as tf


@pytest.mark.parametrize("method", ["bilinear", "bicubic", "lanczos3", "gaussian", "mitchellcubic"])
def test_the_gradient_is_the_transposed_resizing(method):
    random = np.random.default_rng(0)
    x = tf.constant(random.standard_normal((1, 5, 6, 2)), tf.float32)
    dy = tf.constant(random.standard_normal((1, 3, 9, 2)), tf.float32)
    with tf.GradientTape() as tape:
        tape.watch(x)
        y = tf.image.resize(x, [3, 9], method, antialias=True)
    dx = tape.gradient(y, x, dy)
    # Resizing is linear: <dy, resize(x)> = <dx, x>.
    np.testing.assert_allclose(tf.reduce_sum(dy * y), tf.reduce_sum(dx * x), rtol=1e-4)


@pytest.mark.parametrize("dtype", [tf.float16, tf.bfloat16])
def test_bicubic_resizing_has_no_gradient_in_half_precision(dtype):
    x = tf.ones([1, 4, 4, 1], dtype)
    with tf.GradientTape() as tape:
        tape.watch(x)
        y = tf.image.resize(x, [3, 3], "bicubic")
    assert tape.gradient(y, x) is None
