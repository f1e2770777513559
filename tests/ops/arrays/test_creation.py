"""`tf.zeros`, `tf.fill`, `tf.eye`, `tf.range`, `tf.one_hot` beyond the samples."""

import numpy as np
import pytest

import stagelight as tf
from tests.ops.static_shapes import inferred


def test_sizes_flow_through():
    assert inferred(lambda x: tf.zeros([tf.shape(x)[0], 4]), [None, 3]) == [None, 4]
    assert inferred(lambda x: tf.fill(tf.shape(x), 1.0), [None, 3]) == [None, 3]
    assert inferred(lambda x: tf.eye(tf.shape(x)[1]), [None, 3]) == [3, 3]
    assert inferred(lambda x: tf.range(tf.shape(x)[1]), [None, 3]) == [3]
    assert inferred(lambda x: tf.one_hot(tf.argmax(x, 1), 5), [None, 3]) == [None, 5]
    assert inferred(lambda x: tf.linspace(0.0, 1.0, 3), [None]) == [3]


def test_large_constants_are_made_when_a_graph_runs():
    with tf.Graph().as_default():
        assert tf.zeros([3, 3]).op.type == "Const"
        assert tf.zeros([300, 300]).op.type == "Fill"


@pytest.mark.parametrize(
    "dtype", ["float16", "bfloat16", "float64", "int8", "uint16", "bool", "complex64"]
)
def test_zeros_and_ones_have_every_dtype(dtype):
    assert tf.zeros([2], dtype).dtype == tf.as_dtype(dtype)
    assert (tf.ones([2], dtype).numpy() == 1).all()


def test_zeros_like_a_variable():
    assert tf.zeros_like(tf.Variable([1.0, 2.0])).numpy().tolist() == [0.0, 0.0]


def test_layouts_are_refused():
    with pytest.raises(NotImplementedError, match="layout"):
        tf.zeros([1], layout="rows")


def test_range_takes_the_widest_dtype():
    assert tf.range(tf.constant(1, tf.int64), 3).dtype == tf.int64
    assert tf.range(1, 3.0).dtype == tf.float32
    with pytest.raises(TypeError, match="int32, int64 and floating"):
        tf.range(tf.constant(3, tf.int8))


def test_the_size_of_a_range_is_computed_in_its_dtype():
    """TensorFlow divides in float32: 1.0 / 0.1 is 10 there, and a little more in float64."""
    assert len(tf.range(0.1, 1.1, 0.1)) == 10
    assert len(tf.range(0.1, 1.1, 0.1, dtype=tf.float64)) == 10
    ends = [tf.constant(x, tf.bfloat16) for x in (0.1, 1.1, 0.1)]
    assert len(tf.range(*ends)) == 10
    assert tf.function(lambda: tf.range(0.1, 1.1, 0.1))().shape == [10]


def test_range_of_bfloat16():
    assert tf.range(3, dtype=tf.bfloat16).numpy().astype(float).tolist() == [0.0, 1.0, 2.0]


def test_linspace_ends_exactly_at_stop():
    values = tf.linspace(np.float32(0.1), np.float32(0.7), 11).numpy()
    assert values[0] == np.float32(0.1)
    assert values[-1] == np.float32(0.7)


@pytest.mark.parametrize("dtype", [tf.float32, tf.float64, tf.int64])
def test_sizes_of_identity_matrices_are_cut_to_integers_where_they_are_tensors(dtype):
    size = tf.cast(2.7, dtype)
    assert tf.eye(size).shape == [2, 2]
    assert tf.function(tf.eye)(size).numpy().tolist() == tf.eye(2).numpy().tolist()
    assert tf.eye(size, tf.cast(3, dtype)).shape == [2, 3]
