"""`tf.gather` and its gradient beyond the samples."""

import numpy as np
import pytest

import stagelight as tf
from tests.ops.static_shapes import inferred

X = tf.constant(np.arange(24, dtype=np.float32).reshape(2, 3, 4))


def gradient_of(function, x):
    with tf.GradientTape() as tape:
        tape.watch(x)
        y = function(x)
    return tape.gradient(y, x)


def test_the_gradient_along_the_first_axis_is_sparse():
    gradient = gradient_of(lambda x: tf.gather(x, [1, 1]), X)
    assert isinstance(gradient, tf.IndexedSlices)
    assert gradient.indices.numpy().tolist() == [1, 1]
    assert gradient.dense_shape.numpy().tolist() == [2, 3, 4]
    assert tf.convert_to_tensor(gradient).numpy()[1].min() == 2.0


def test_other_gradients_are_dense():
    for function in (
        lambda x: tf.gather(x, [1, 1], axis=1),
        lambda x: tf.gather(x, [[1], [0]], batch_dims=1),
        lambda x: tf.gather(tf.identity(x) * 1.0, [0]),
        lambda x: tf.repeat(x, [1, 2], axis=0),
        lambda x: x[tf.constant([True, False])],
    ):
        assert isinstance(gradient_of(function, X), tf.Tensor)


def test_the_gradient_where_no_shape_is_known():
    @tf.function(input_signature=[tf.TensorSpec(None), tf.TensorSpec(None, tf.int32)])
    def gradient(x, indices):
        return gradient_of(lambda x: tf.gather(x, indices, axis=-1, batch_dims=1), x)

    found = gradient(X, tf.constant([[0, 3], [1, 1]]))
    assert found.numpy()[0, 0].tolist() == [1.0, 0.0, 0.0, 1.0]
    assert found.numpy()[1, 2].tolist() == [0.0, 2.0, 0.0, 0.0]


def test_a_variable_is_read_by_rows():
    v = tf.Variable([[1.0, 2.0], [3.0, 4.0]])
    with tf.GradientTape() as tape:
        y = tf.gather(v, [1])
    assert y.numpy().tolist() == [[3.0, 4.0]]
    assert isinstance(tape.gradient(y, v), tf.IndexedSlices)


def test_an_index_out_of_range_is_named_with_its_place():
    with pytest.raises(
        tf.errors.InvalidArgumentError, match=r"indices\[0\] = 1 is not in \[0, 1\)"
    ):
        tf.gather([5.0], [1])
    with pytest.raises(tf.errors.InvalidArgumentError, match=r"indices\[1,0\] = -1 is not in"):
        tf.gather([5.0, 6.0], [[0, 1], [-1, 0]])


def test_static_shapes():
    assert inferred(lambda x: tf.gather(x, [0, 1], axis=1), [None, 3]) == [None, 2]
    assert inferred(lambda x: tf.gather(x, [[0, 1]]), [None, 3]) == [1, 2, 3]
    assert inferred(lambda x: tf.gather_nd(x, [[0, 1]]), [None, 3, 4]) == [1, 4]
    assert inferred(lambda x: tf.boolean_mask(x, [True, False]), [2, 3]) == [None, 3]
    assert inferred(lambda x: tf.gather(x, [[0, 0], [1, 1]], batch_dims=1), [None, 3, 4]) == [
        2,
        2,
        4,
    ]
