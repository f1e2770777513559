"""Running sums of exponentials: derivatives where nothing has been added up yet."""

from __future__ import annotations

import numpy as np
import pytest

import stagelight as tf


@pytest.mark.parametrize("reverse", [False, True])
@pytest.mark.parametrize("staged", [False, True])
def test_what_no_sum_has_in_it_has_derivatives_that_are_zero(reverse, staged):
    x, direction = (
        tf.constant([0.5, -1.0, 2.0, 0.25], tf.float64),
        tf.constant([1.0, 2.0, -1.0, 0.5], tf.float64),
    )

    def gradient():
        with tf.GradientTape() as tape:
            tape.watch(x)
            sums = tf.math.cumulative_logsumexp(x, exclusive=True, reverse=reverse)
            loss = tf.reduce_sum((sums[:-1] if reverse else sums[1:]) ** 2)
        return tape.gradient(loss, x)

    def both():
        with tf.autodiff.ForwardAccumulator(x, direction) as accumulator:
            forward = accumulator.jvp(gradient())
        with tf.GradientTape() as tape:
            tape.watch(x)
            first = gradient()
        return forward, tape.gradient(first, x, direction)

    forward, backward = tf.function(both)() if staged else both()
    assert forward.numpy()[0 if reverse else -1] == 0
    np.testing.assert_allclose(forward, backward, rtol=1e-12)
