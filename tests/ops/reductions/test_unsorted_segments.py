"""Unsorted segments beyond the samples: zeros in products, dense slices, unknown shapes."""

import numpy as np
import pytest

import stagelight as tf
from stagelight import config
from tests.ops.static_shapes import inferred


def test_the_gradient_of_a_product_with_zeros():
    x = tf.constant([2.0, 0.0, 3.0, 0.0, 0.0, 5.0])
    with tf.GradientTape() as tape:
        tape.watch(x)
        y = tf.math.unsorted_segment_prod(x, [0, 0, 0, 1, 1, 2], 3)
    assert tape.gradient(y, x).numpy().tolist() == [0.0, 6.0, 0.0, 0.0, 0.0, 1.0]


def test_rows_that_share_the_extreme_share_the_gradient():
    x = tf.constant([2.0, 2.0, 1.0])
    with tf.GradientTape() as tape:
        tape.watch(x)
        y = tf.math.unsorted_segment_max(x, [0, 0, 0], 1)
    assert tape.gradient(y, x).numpy().tolist() == [0.5, 0.5, 0.0]


def test_indexed_slices_add_up_when_made_dense():
    slices = tf.IndexedSlices(tf.ones([3, 2]), tf.constant([1, 1, 3]), tf.constant([4, 2]))
    assert tf.convert_to_tensor(slices).numpy()[:, 0].tolist() == [0.0, 2.0, 0.0, 1.0]


def test_static_shapes():
    ids = np.array([0, 1], np.int32)
    assert inferred(lambda x: tf.math.unsorted_segment_sum(x, ids, 4), [None, 3]) == [4, 3]
    assert inferred(lambda x: tf.math.segment_sum(x, ids), [None, 3]) == [2, 3]


def test_gradients_where_no_shape_is_known():
    @tf.function(input_signature=[tf.TensorSpec(None), tf.TensorSpec(None, tf.int32)])
    def gradients(x, ids):
        with tf.GradientTape(persistent=True) as tape:
            tape.watch(x)
            largest = tf.math.unsorted_segment_max(x, ids, 2)
            mean = tf.math.unsorted_segment_mean(x, ids, 2)
        return tape.gradient(largest, x), tape.gradient(mean, x)

    largest, mean = gradients(tf.constant([[1.0, 5.0], [2.0, 3.0]]), tf.constant([0, 0]))
    assert largest.numpy().tolist() == [[0.0, 1.0], [1.0, 0.0]]
    assert mean.numpy().tolist() == [[0.5, 0.5], [0.5, 0.5]]


@pytest.mark.parametrize("name", ["sum", "prod", "max", "min"])
@pytest.mark.parametrize("tiered", [False, True])
def test_ids_of_rows_without_elements_are_not_looked_at(name, tiered):
    """Such as in the gradient of `tf.gather` of rows without elements."""
    function = getattr(tf.math, f"unsorted_segment_{name}")
    for rows, ids in ((tf.zeros([4, 0]), [10, 3, -1, 2]), (tf.zeros([2, 0, 1]), [7, 7])):
        for count in (0, 3):
            staged = tf.function(lambda rows, count=count, ids=ids: function(rows, ids, count) + 1)
            with config.changed(tiered_compilation=tiered, executor="native"):
                for call in (lambda x, c=count, i=ids: function(x, i, c), staged):
                    assert call(rows).shape == [count, *rows.shape[1:]]
