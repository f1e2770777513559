"""Parts of numbers that are real already."""

from __future__ import annotations

import numpy as np
import pytest

import stagelight as tf


def test_a_real_tensor_is_its_own_real_part_and_conjugate():
    x = tf.constant([1.0, -2.0])
    assert tf.math.real(x) is x
    assert tf.math.conj(x) is x
    assert tf.math.imag(x).numpy().tolist() == [0.0, 0.0]


def test_the_angle_of_a_real_number_is_zero_or_pi():
    np.testing.assert_allclose(tf.math.angle([1.0, -2.0]).numpy(), [0.0, np.pi], rtol=1e-6)
    with pytest.raises(TypeError):
        tf.math.angle([1, -2])


def test_infinite_parts_stay_apart():
    z = tf.complex(float("inf"), 1.0).numpy()
    assert (z.real, z.imag) == (np.inf, 1.0)


def test_the_gradient_points_where_the_loss_grows():
    z = tf.constant(3 + 4j)
    with tf.GradientTape() as tape:
        tape.watch(z)
        size = tf.abs(z)
    np.testing.assert_allclose(tape.gradient(size, z).numpy(), 0.6 + 0.8j)


@pytest.mark.parametrize("value", [True, [1, 2], 1.5, "text"])
def test_imag_of_what_is_not_complex_is_zeros(value):
    np.testing.assert_array_equal(tf.math.imag(value), tf.zeros_like(value))
