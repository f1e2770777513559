"""Second derivatives in graphs are those of nested tapes."""

from __future__ import annotations

import numpy as np
import pytest

import stagelight as tf


def _function(x, y):
    return tf.reduce_sum(tf.sin(x) * x[0]) * tf.reduce_sum(y**3)


def _by_tapes(x, y):
    with tf.GradientTape() as outer:
        outer.watch(x)
        with tf.GradientTape() as inner:
            inner.watch(x)
            value = _function(x, y)
        slope = inner.gradient(value, x)
    return outer.jacobian(slope, x)


@pytest.mark.parametrize("shape", [[3, 2], [None, None]])
def test_hessians_are_those_of_nested_tapes(shape):
    x, y = tf.constant(np.arange(6.0).reshape(3, 2)), tf.constant([1.0, 2.0], tf.float64)
    specs = [tf.TensorSpec(shape, tf.float64), tf.TensorSpec([2], tf.float64)]
    found = tf.function(lambda x, y: tf.hessians(_function(x, y), [x, y]), specs)(x, y)
    assert [g.shape for g in found] == [(3, 2, 3, 2), (2, 2)]
    np.testing.assert_allclose(found[0], _by_tapes(x, y))


def test_hessians_of_variables_and_sums():
    v = tf.Variable([1.0, 2.0])

    @tf.function
    def bend():
        return tf.hessians([v**3, v[0] * v], v)

    np.testing.assert_allclose(bend()[0], [[8.0, 1.0], [1.0, 12.0]])


def test_hessians_of_rows_that_cannot_be_computed_at_once():
    @tf.function
    def bend(x):
        return tf.hessians(tf.reduce_sum(tf.linalg.expm(x)), x)[0]

    x = tf.constant([[0.1, 0.2], [0.3, 0.4]], tf.float64)
    with tf.GradientTape() as outer:
        outer.watch(x)
        with tf.GradientTape() as inner:
            inner.watch(x)
            value = tf.reduce_sum(tf.linalg.expm(x))
        slope = inner.gradient(value, x)
    np.testing.assert_allclose(bend(x), outer.jacobian(slope, x))


def test_hessians_that_are_zero_everywhere_are_refused():
    with pytest.raises(ValueError, match="second derivatives"):
        tf.function(lambda x: tf.hessians(3.0 * x, x))(tf.constant(1.0))
    with pytest.raises(ValueError, match="second derivatives"):
        tf.function(lambda x: tf.hessians(tf.constant(1.0), x))(tf.constant(1.0))


def test_hessians_need_a_graph():
    with pytest.raises(RuntimeError, match="eager"):
        tf.hessians(1.0, 2.0)
