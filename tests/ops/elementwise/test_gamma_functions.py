"""The incomplete gamma function's derivative with respect to its order, against differences."""

from __future__ import annotations

import numpy as np
import pytest

import stagelight as tf


@pytest.mark.parametrize("a", [0.1, 0.9, 3.0, 20.0, 150.0])
@pytest.mark.parametrize("ratio", [0.01, 0.3, 1.0, 2.0, 4.0])
def test_the_gradient_with_respect_to_the_order(a, ratio):
    order = tf.constant(a, tf.float64)
    x = tf.constant(a * ratio, tf.float64)
    with tf.GradientTape() as tape:
        tape.watch(order)
        y = tf.math.igamma(order, x)
    step = 1e-4 * a
    # Four points: the error is of the step's fourth power.
    f = [float(tf.math.igamma(order + k * step, x)) for k in (-2, -1, 1, 2)]
    difference = (f[0] - 8 * f[1] + 8 * f[2] - f[3]) / (12 * step)
    np.testing.assert_allclose(float(tape.gradient(y, order)), difference, rtol=1e-5, atol=1e-10)


def test_both_incomplete_functions_add_up_to_one():
    a, x = tf.constant([0.5, 2.0, 30.0]), tf.constant([0.1, 2.0, 25.0])
    total = tf.math.igamma(a, x) + tf.math.igammac(a, x)
    np.testing.assert_allclose(total.numpy(), 1.0, rtol=1e-6)


def test_lgamma_of_infinities_is_infinite():
    assert tf.math.lgamma([np.inf, -np.inf]).numpy().tolist() == [np.inf, np.inf]


def test_lbeta_of_nothing():
    assert tf.math.lbeta(tf.zeros([2, 0])).numpy().tolist() == [-np.inf, -np.inf]
