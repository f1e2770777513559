"""Sorting beyond the samples: extreme integers, unknown ranks."""

import numpy as np
import pytest

import stagelight as tf


@pytest.mark.parametrize("dtype", ["int8", "uint8", "int64", "uint64"])
def test_extreme_integers_are_sorted(dtype):
    info = np.iinfo(dtype)
    values = tf.constant(np.array([3, info.max, info.min, 0], dtype))
    assert tf.sort(values).numpy().tolist() == sorted([3, info.max, info.min, 0])
    assert tf.argsort(values, direction="DESCENDING").numpy()[0] == 1


def test_sorting_along_an_axis_of_unknown_rank():
    @tf.function(input_signature=[tf.TensorSpec(None)])
    def run(x):
        return tf.sort(x, axis=0), tf.argsort(x, axis=0)

    ordered, places = run(tf.constant([[3.0, 1.0], [2.0, 4.0]]))
    assert ordered.numpy().tolist() == [[2.0, 1.0], [3.0, 4.0]]
    assert places.numpy().tolist() == [[1, 0], [0, 1]]


def test_of_equals_the_first_comes_first():
    assert tf.math.top_k([2, 3, 3, 2], 4).indices.numpy().tolist() == [1, 2, 0, 3]
    assert tf.argsort([2, 3, 3, 2]).numpy().tolist() == [0, 3, 1, 2]


def test_gradients_reach_the_elements_that_were_picked():
    x = tf.constant([[1.0, 3.0, 2.0]])
    with tf.GradientTape() as tape:
        tape.watch(x)
        y = tf.math.top_k(x, 2).values * [[1.0, 10.0]]
    assert tape.gradient(y, x).numpy().tolist() == [[0.0, 1.0, 10.0]]
