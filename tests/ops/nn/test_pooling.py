"""Pooling: which element counts among equals, padding, windows over channels."""

from __future__ import annotations

import numpy as np

import stagelight as tf


def _image(rows):
    return tf.constant(np.asarray(rows, np.float32)[None, :, :, None])


def test_first_of_equal_maxima_gets_the_gradient():
    x = _image([[1, 1], [1, 1]])
    with tf.GradientTape() as tape:
        tape.watch(x)
        y = tf.nn.max_pool2d(x, 2, 2, "SAME")
    assert tape.gradient(y, x)[0, :, :, 0].numpy().tolist() == [[1, 0], [0, 0]]
    block = tf.stack([x, x], 1)
    with tf.GradientTape() as tape:
        tape.watch(block)
        y = tf.nn.max_pool3d(block, 2, 2, "SAME")
    assert tape.gradient(y, block).numpy().reshape(-1).tolist() == [1, 0, 0, 0, 0, 0, 0, 0]


def test_padding_is_never_the_maximum_and_does_not_count_in_a_mean():
    x = _image([[-4, -2], [-8, -6]])
    assert tf.nn.max_pool2d(x, 2, 1, "SAME")[0, 1, 1, 0].numpy() == -6
    assert tf.nn.avg_pool2d(x, 2, 1, "SAME")[0, 1, 1, 0].numpy() == -6


def test_maximum_does_not_see_nan():
    x = _image([[np.nan, 1], [2, 3]])
    assert tf.nn.max_pool2d(x, 2, 1, "SAME")[0, :, :, 0].numpy().tolist() == [[3, 3], [3, 3]]


def test_windows_over_channels():
    x = tf.reshape(tf.range(12.0), [1, 1, 2, 6])
    pooled = tf.nn.max_pool2d(x, [1, 1, 1, 3], [1, 1, 1, 3], "VALID")
    assert pooled[0, 0].numpy().tolist() == [[2, 5], [8, 11]]


def test_large_windows_take_the_sum_of_their_sizes():
    x = tf.random.stateless_uniform([1, 200, 200, 4], [1, 2])
    pooled = tf.nn.avg_pool2d(x, 200, 1, "VALID")
    np.testing.assert_allclose(pooled[0, 0, 0], x.numpy().mean((0, 1, 2)), rtol=1e-4)


def test_fractional_windows_cover_the_image():
    x = tf.reshape(tf.range(35.0), [1, 7, 5, 1])
    for smooth in (False, True):
        y, rows, columns = tf.nn.fractional_max_pool(x, 1.5, pseudo_random=smooth, seed=3)
        again = tf.nn.fractional_max_pool(x, 1.5, pseudo_random=smooth, seed=3)
        assert (y.numpy() == again[0].numpy()).all()
        assert (rows[0], rows[-1], columns[0], columns[-1]) == (0, 7, 0, 5)
        assert set(np.diff(rows)) <= {1, 2}
        assert y[0, -1, -1, 0].numpy() == 34
