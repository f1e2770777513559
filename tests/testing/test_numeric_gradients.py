"""`tf.test.compute_gradient` finds right gradients right and wrong ones wrong."""

from __future__ import annotations

import numpy as np
import pytest

import stagelight as tf


def test_both_jacobians_of_several_arguments():
    a, b = tf.constant([[1.0, 2.0]], tf.float64), tf.constant([[3.0], [4.0]], tf.float64)
    exact, measured = tf.test.compute_gradient(tf.matmul, [a, b])
    for jacobians in (exact, measured):
        np.testing.assert_allclose(jacobians[0], [[3, 4]])
        np.testing.assert_allclose(jacobians[1], [[1, 2]])


def test_a_wrong_gradient_is_seen():
    @tf.custom_gradient
    def wrong(x):
        return x * x, lambda dy: dy

    exact, measured = tf.test.compute_gradient(wrong, [tf.constant([3.0])])
    assert exact[0] == [[1]] and measured[0] == [[6]]


def test_complex_numbers_are_their_parts():
    exact, measured = tf.test.compute_gradient(
        lambda z: z * z, [tf.constant([1 + 2j], tf.complex128)]
    )
    np.testing.assert_allclose(exact[0], [[2, -4], [4, 2]])
    np.testing.assert_allclose(measured[0], [[2, -4], [4, 2]])


def test_gradients_of_rows_become_whole():
    table = tf.constant([[1.0], [2.0], [3.0]])
    exact, measured = tf.test.compute_gradient(lambda t: tf.gather(t, [2, 0, 2]), [table])
    np.testing.assert_allclose(exact[0], measured[0])


def test_what_does_not_depend_has_zeros_and_empty_arguments_no_columns():
    exact, measured = tf.test.compute_gradient(lambda x: tf.stop_gradient(x), [tf.constant([1.0])])
    assert exact[0] == [[0]] and measured[0] == [[1]]
    exact, measured = tf.test.compute_gradient(lambda x: tf.zeros([2]), [tf.zeros([0])])
    assert exact[0].shape == measured[0].shape == (2, 0)


def test_arguments_stand_in_a_list():
    with pytest.raises(ValueError, match="`x` must be a list or tuple"):
        tf.test.compute_gradient(tf.square, tf.constant([1.0]))
