"""`tf.stack`, `tf.concat`, `tf.split`, `tf.unstack` beyond the samples."""

import pytest

import stagelight as tf
from tests.ops.static_shapes import inferred


def test_known_sizes_are_joined():
    assert inferred(lambda x, y: tf.concat([x, y], 1), [None, 3], [2, 4]) == [2, 7]
    assert inferred(lambda x, y: tf.concat([x, y], 0), [None, 3], [2, None]) == [None, 3]
    assert inferred(lambda x, y: tf.stack([x, y], 1), [None, 3], [2, None]) == [2, 2, 3]
    assert inferred(lambda x: tf.split(x, 2, 1)[0], [None, 6]) == [None, 3]
    assert inferred(lambda x: tf.split(x, [2, -1], 1)[1], [None, 6]) == [None, 4]
    assert inferred(lambda x: tf.unstack(x, axis=1)[0], [None, 2]) == [None]


def test_a_tensor_is_stacked_row_by_row():
    assert tf.stack(tf.constant([[1, 2], [3, 4]]), axis=1).numpy().tolist() == [[1, 3], [2, 4]]


def test_variables_and_tensors_mix():
    x = tf.Variable([1.0])
    assert tf.concat([x, [2.0]], 0).numpy().tolist() == [1.0, 2.0]
    assert tf.stack([x, [2.0]]).numpy().tolist() == [[1.0], [2.0]]


def test_other_dtypes_are_refused_by_name():
    with pytest.raises(tf.errors.InvalidArgumentError, match="was expected to be a float tensor"):
        tf.stack([tf.constant(1.0), tf.constant(1)])


def test_the_size_to_unstack_must_be_known():
    with pytest.raises(ValueError, match="Cannot infer argument `num`"):
        inferred(lambda x: tf.unstack(x)[0], [None])


def test_gradients_of_concat_with_unknown_sizes():
    @tf.function(input_signature=[tf.TensorSpec([None, None]), tf.TensorSpec([None, None])])
    def gradients(x, y):
        with tf.GradientTape() as tape:
            tape.watch([x, y])
            z = tf.concat([x, y], -1)
            total = tf.reduce_sum(z * z)
        return tape.gradient(total, [x, y])

    dx, dy = gradients(tf.ones([2, 3]), tf.ones([2, 1]))
    assert dx.shape == [2, 3]
    assert dy.numpy().tolist() == [[2.0], [2.0]]
