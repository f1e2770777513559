"""Arrays as messages and back: `tf.make_tensor_proto`, `tf.make_ndarray`."""

from __future__ import annotations

import numpy as np
import pytest

import stagelight as tf


@pytest.mark.parametrize(
    "value",
    [
        np.arange(6, dtype=np.int32).reshape(2, 3),
        np.float32(1.5),
        np.array([True, False]),
        np.array([b"a", b"bc"], object),
        np.zeros((2, 0), np.float64),
    ],
)
def test_an_array_goes_into_a_message_and_comes_back(value):
    back = tf.make_ndarray(tf.make_tensor_proto(value))
    assert back.shape == value.shape and back.dtype == value.dtype
    np.testing.assert_array_equal(back, value)


def test_a_shape_repeats_the_last_number():
    message = tf.make_tensor_proto([1.0, 2.0], shape=[2, 2])
    assert tf.make_ndarray(message).tolist() == [[1, 2], [2, 2]]
    one = tf.make_tensor_proto(3, shape=[2], allow_broadcast=True)
    assert tf.make_ndarray(one).tolist() == [3, 3]


def test_what_does_not_fit_is_refused():
    with pytest.raises(TypeError, match=r"Expected Tensor's shape: \(3,\), but got \(2,\)"):
        tf.make_tensor_proto([1, 2], shape=[3], verify_shape=True)
    with pytest.raises(TypeError, match="Expected Tensor's shape"):
        tf.make_tensor_proto([1, 2], shape=[3], allow_broadcast=True)
    with pytest.raises(ValueError, match="Takes at most 2, but got 3"):
        tf.make_tensor_proto([1, 2, 3], shape=[2])
    with pytest.raises(ValueError, match="not both allowed"):
        tf.make_tensor_proto(1, verify_shape=True, allow_broadcast=True)


def test_tensors_of_graphs_have_no_value_to_be_written():
    symbolic = []

    @tf.function
    def staged(x):
        symbolic.append(tf.is_symbolic_tensor(x))
        return tf.make_tensor_proto(x)

    with pytest.raises(TypeError, match="has none before its graph runs"):
        staged(tf.constant(1))
    assert symbolic == [True]
    assert not tf.is_symbolic_tensor(tf.constant(1)) and not tf.is_symbolic_tensor(tf.Variable(1))
