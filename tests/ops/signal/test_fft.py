"""Fourier transforms whose lengths are not those of their arguments."""

from __future__ import annotations

import numpy as np
import pytest

import stagelight as tf

_DRAW = np.random.default_rng(0)


def _slopes(loss, x, step=1e-6):
    """The derivative by each part of the elements, in the form of TensorFlow's gradients."""
    found = np.zeros_like(x)
    for place in np.ndindex(*x.shape):
        for part in (1.0, 1.0j) if x.dtype.kind == "c" else (1.0,):
            change = np.zeros_like(x)
            change[place] = part * step
            found[place] += part * (loss(x + change) - loss(x - change)).numpy() / (2 * step)
    return found


@pytest.mark.parametrize("size", [2, 3, 4, 5, 6])
@pytest.mark.parametrize("length", [3, 4, 5, 6])
@pytest.mark.parametrize("name", ["rfft", "irfft", "rfft2d", "irfft2d"])
def test_gradients_of_transforms_that_cut_or_pad(name, length, size):
    x = _DRAW.normal(size=(3, size))
    if name.startswith("i"):
        x = x + 1j * _DRAW.normal(size=x.shape)
    lengths = [2, length] if name.endswith("2d") else [length]

    def loss(x):
        y = getattr(tf.signal, name)(tf.constant(x), lengths)
        weights = np.arange(1.0, 1.0 + y.shape[-1])  # No two elements count alike.
        return tf.reduce_sum(tf.math.real(y * tf.math.conj(y)) * weights)

    with tf.GradientTape() as tape:
        watched = tf.constant(x)
        tape.watch(watched)
        y = loss(watched)
    np.testing.assert_allclose(tape.gradient(y, watched), _slopes(loss, x), rtol=1e-6, atol=1e-6)
