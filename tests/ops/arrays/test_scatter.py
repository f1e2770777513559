"""Scatters: they leave their input alone, and add up as the loop does."""

import numpy as np

import stagelight as tf


def test_the_input_stays_as_it_was():
    x = tf.constant([1, 2, 3])
    tf.tensor_scatter_nd_add(x, [[0]], [5])
    tf.tensor_scatter_nd_update(x, [[0]], [5])
    assert x.numpy().tolist() == [1, 2, 3]


def test_a_transposed_input_is_updated():
    x = tf.transpose(tf.zeros([2, 3]))
    assert tf.tensor_scatter_nd_update(x, [[2, 1]], [5.0]).numpy()[2, 1] == 5.0
    assert tf.tensor_scatter_nd_add(x, [[2], [2]], tf.ones([2, 2])).numpy()[2].tolist() == [
        2.0,
        2.0,
    ]


def test_the_last_of_several_updates_stays():
    assert tf.tensor_scatter_nd_update([0, 0], [[1], [1]], [5, 6]).numpy().tolist() == [0, 6]


def test_scatters_of_many_rows_equal_the_loop():
    generator = np.random.default_rng(1)
    indices = generator.integers(0, 5, [200, 1])
    updates = generator.integers(-9, 9, [200, 3])
    expected = np.zeros([5, 3], np.int64)
    for (place,), row in zip(indices, updates, strict=True):
        expected[place] += row
    assert np.array_equal(tf.scatter_nd(indices, updates, [5, 3]).numpy(), expected)
    subtracted = tf.tensor_scatter_nd_sub(tf.zeros([5, 3], tf.int64), indices, updates)
    assert np.array_equal(subtracted.numpy(), -expected)
