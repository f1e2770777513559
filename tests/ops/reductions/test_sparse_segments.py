"""Gradients of the gathered segment sums, dense and sparse, against the plain formula."""

import numpy as np
import pytest

import stagelight as tf

ROWS = tf.constant([0, 3, 3, 1])
IDS = tf.constant([0, 0, 0, 2])


@pytest.mark.parametrize(
    ("name", "power"), [("segment_sum", 0.0), ("segment_mean", 1.0), ("segment_sqrt_n", 0.5)]
)
@pytest.mark.parametrize("sparse", [False, True])
def test_gradient(name, power, sparse):
    x = tf.constant(np.arange(8.0).reshape(4, 2))
    weights = tf.constant([[1.0], [2.0], [3.0]], tf.float64)
    with tf.GradientTape() as tape:
        tape.watch(x)
        y = getattr(tf.sparse, name)(x, ROWS, IDS, sparse_gradient=sparse) * weights
    gradient = tape.gradient(y, x)
    assert isinstance(gradient, tf.IndexedSlices) == sparse
    share = 1 / 3**power
    expected = [share, 3.0, 0.0, 2 * share]
    np.testing.assert_allclose(tf.convert_to_tensor(gradient).numpy()[:, 0], expected)
