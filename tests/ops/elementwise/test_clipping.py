"""Clipping of slices, of lists with gaps, and at a norm of zero or infinity."""

from __future__ import annotations

import numpy as np
import pytest

import stagelight as tf


def _slices():
    return tf.IndexedSlices(tf.constant([[3.0, 4.0]]), tf.constant([1]), tf.constant([3, 2]))


@pytest.mark.parametrize(
    "clip",
    [
        lambda t: tf.clip_by_value(t, -1.0, 1.0),
        lambda t: tf.clip_by_norm(t, 1.0),
        lambda t: tf.clip_by_global_norm([t], 1.0)[0][0],
    ],
)
def test_slices_stay_slices(clip):
    clipped = clip(_slices())
    assert isinstance(clipped, tf.IndexedSlices)
    assert np.abs(clipped.values.numpy()).max() <= 1.0


def test_missing_gradients_stay_missing():
    clipped, norm = tf.clip_by_global_norm([tf.constant([3.0]), None, tf.constant([4.0])], 1.0)
    assert clipped[1] is None
    assert float(norm) == 5.0
    np.testing.assert_allclose([t.numpy()[0] for t in (clipped[0], clipped[2])], [0.6, 0.8])


def test_a_norm_below_the_limit_changes_nothing():
    (clipped,), _ = tf.clip_by_global_norm([tf.constant([0.3, 0.4])], 1.0)
    np.testing.assert_allclose(clipped.numpy(), [0.3, 0.4], rtol=1e-6)


def test_an_infinite_norm_makes_all_nan():
    clipped, norm = tf.clip_by_global_norm([tf.constant([1.0, np.inf]), tf.constant([1.0])], 1.0)
    assert np.isinf(norm.numpy())
    assert all(np.isnan(t.numpy()).all() for t in clipped)


def test_an_empty_list_has_norm_zero():
    clipped, norm = tf.clip_by_global_norm([], 1.0)
    assert clipped == []
    assert float(norm) == 0.0


def test_the_gradient_of_a_clipped_zero_is_finite():
    x = tf.zeros([3])
    with tf.GradientTape() as tape:
        tape.watch(x)
        y = tf.clip_by_norm(x, 1.0)
    assert np.isfinite(tape.gradient(y, x).numpy()).all()


def test_clipping_by_value_keeps_the_shape():
    with pytest.raises(ValueError, match="clip_value_max"):
        tf.clip_by_value(tf.constant(1.0), 0.0, [1.0, 2.0])
