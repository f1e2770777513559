"""The formulas of the update rules, against plain NumPy; dense gradients and rows."""

from __future__ import annotations

import numpy as np
import pytest

import stagelight as tf
from stagelight.train.update_rules import (
    adam,
    adam_step_size,
    dense,
    descend,
    descend_with_momentum,
)

W = np.array([[1.0, -2.0], [3.0, 0.5], [0.0, 4.0]], np.float32)
G = np.array([[0.5, 1.0], [0.0, -2.0], [3.0, 0.25]], np.float32)
# The rows 2, 0 and 2 again of a gradient, and the same as a whole.
ROWS = [2, 0, 2]
VALUES = np.array([[1.0, 2.0], [0.5, -1.0], [3.0, 0.0]], np.float32)
WHOLE = np.array([[0.5, -1.0], [0.0, 0.0], [4.0, 2.0]], np.float32)


def slices():
    return tf.IndexedSlices(tf.constant(VALUES), tf.constant(ROWS), tf.constant([3, 2]))


def gradients():
    return [(tf.constant(G), G), (slices(), WHOLE)]


@pytest.mark.parametrize("which", [0, 1], ids=["dense", "rows"])
def test_descent(which):
    gradient, g = gradients()[which]
    w = tf.Variable(W)
    descend(w, gradient, 0.1)
    np.testing.assert_allclose(w, W - np.float32(0.1) * g, rtol=1e-6)


def test_descent_by_rows_leaves_the_others_untouched():
    """A table of embeddings may be large: its other rows are neither read nor written."""
    w = tf.Variable(np.array([[np.inf, np.nan], [1.0, 2.0]], np.float32))
    descend(w, tf.IndexedSlices(tf.constant([[1.0, 1.0]]), tf.constant([1])), 1.0)
    assert w.numpy().tolist()[1] == [0.0, 1.0]
    assert np.isinf(w.numpy()[0, 0])


@pytest.mark.parametrize("nesterov", [False, True])
@pytest.mark.parametrize("which", [0, 1], ids=["dense", "rows"])
def test_momentum(which, nesterov):
    gradient, g = gradients()[which]
    w, velocity = tf.Variable(W), tf.Variable(tf.zeros([3, 2]))
    expected, v = W.astype(np.float64), np.zeros([3, 2])
    for _ in range(3):
        descend_with_momentum(w, gradient, velocity, 0.1, 0.9, nesterov)
        v = 0.9 * v - 0.1 * g
        expected += 0.9 * v - 0.1 * g if nesterov else v
    np.testing.assert_allclose(w, expected, rtol=1e-5)
    np.testing.assert_allclose(velocity, v, rtol=1e-5)


@pytest.mark.parametrize("which", [0, 1], ids=["dense", "rows"])
def test_adam(which):
    """Rows that come twice are added before they are squared."""
    gradient, g = gradients()[which]
    w = tf.Variable(W)
    mean, square_mean = tf.Variable(tf.zeros([3, 2])), tf.Variable(tf.zeros([3, 2]))
    expected, m, v = W.astype(np.float64), np.zeros([3, 2]), np.zeros([3, 2])
    for t in range(1, 4):
        size = adam_step_size(0.1, 0.9**t, 0.999**t)
        adam(w, gradient, mean, square_mean, size, 0.9, 0.999, 1e-7)
        m = 0.9 * m + 0.1 * g
        v = 0.999 * v + 0.001 * g.astype(np.float64) ** 2
        corrected = 0.1 * np.sqrt(1 - 0.999**t) / (1 - 0.9**t)
        expected -= corrected * m / (np.sqrt(v) + 1e-7)
    np.testing.assert_allclose(w, expected, rtol=2e-4)


def test_a_rate_of_another_dtype_takes_the_variables():
    w = tf.Variable(tf.ones([2], tf.float64))
    descend(w, tf.ones([2], tf.float64), tf.constant(0.25))
    assert w.numpy().tolist() == [0.75, 0.75]
    h = tf.Variable(tf.ones([2], tf.float16))
    descend(h, tf.ones([2], tf.float16), tf.Variable(0.25))
    assert h.numpy().tolist() == [0.75, 0.75]


def test_slices_become_a_whole_tensor():
    assert dense(slices()).numpy().tolist() == WHOLE.tolist()
    assert dense([1.0, 2.0]).numpy().tolist() == [1.0, 2.0]
