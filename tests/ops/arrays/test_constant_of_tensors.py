"""`tf.constant` of tensors: their dtype is kept or refused, never passed over."""

import numpy as np
import pytest

import stagelight as tf

DTYPES = [tf.int32, tf.int64, tf.float64, tf.bool, tf.string]


@pytest.mark.parametrize("dtype", DTYPES, ids=lambda dtype: dtype.name)
@pytest.mark.parametrize("shape", [None, [2]])
def test_tensors_of_another_dtype_are_refused(dtype, shape):
    x = tf.constant([1.0, 2.0])
    with pytest.raises(TypeError, match=r"Use tf\.cast"):
        tf.constant(x, dtype, shape)
    with pytest.raises(TypeError, match=r"Use tf\.cast"):
        tf.function(lambda x: tf.constant(x, dtype, shape))(x)


@pytest.mark.parametrize("dtype", DTYPES[:-1], ids=lambda dtype: dtype.name)
def test_eager_tensors_are_values_while_a_graph_is_built(dtype):
    x = tf.constant([1.0, 0.0])
    result = tf.function(lambda: tf.constant(x, dtype))()
    assert result.dtype is dtype
    np.testing.assert_array_equal(result.numpy(), np.array([1, 0], dtype.as_numpy_dtype))


def test_tensors_of_the_dtype_stay():
    x = tf.constant([1.0, 2.0])
    for value in (tf.constant(x), tf.constant(x, tf.float32), tf.function(tf.constant)(x)):
        np.testing.assert_array_equal(value.numpy(), [1.0, 2.0])


def test_an_eager_tensor_is_itself():
    """TF: so programs recognise their tensors in data structures of libraries."""
    x = tf.constant([1.0, 2.0])
    assert tf.constant(x) is x
    assert tf.constant(x, tf.float32, shape=[2]) is x
    assert tf.constant(x, shape=[2, 1]).shape == [2, 1]
