"""Casts beyond their values: what is kept, and what else than tensors they take."""

from __future__ import annotations

import numpy as np
import pytest

import stagelight as tf
from stagelight.core.raw import raw
from stagelight.graph.func_graph import FuncGraph


def test_a_tensor_of_the_dtype_is_returned_itself():
    x = tf.constant([1.0])
    assert tf.cast(x, tf.float32) is x
    assert tf.cast(x, "float32") is x


def test_indexed_slices_stay_slices():
    slices = tf.IndexedSlices(tf.constant([[1.5]]), tf.constant([1]), tf.constant([3, 1]))
    cast = tf.cast(slices, tf.float64)
    assert isinstance(cast, tf.IndexedSlices)
    assert cast.dtype is tf.float64
    assert cast.indices is slices.indices


def test_a_cast_shape_keeps_its_known_part():
    graph = FuncGraph("f")
    with graph.as_default():
        x = raw.Placeholder(dtype=tf.float32, shape=tf.TensorShape([None, 3]))
        shape = tf.cast(tf.cast(tf.shape(x), tf.int64), tf.int32)
        assert tf.reshape(x, shape).shape.as_list() == [None, 3]


def test_no_gradient_flows_through_integers():
    x = tf.constant(1.5)
    with tf.GradientTape() as tape:
        tape.watch(x)
        y = tf.cast(tf.cast(x, tf.int32), tf.float32)
    assert tape.gradient(y, x) is None


def test_saturation_stays_within_the_target():
    # The greatest int32 is no float32; the one below it is the greatest that may come.
    saturated = tf.saturate_cast(tf.constant([1e10, -1e10]), tf.int32)
    assert saturated.numpy().tolist() == [2147483520, -(2**31)]
    exact = tf.saturate_cast(tf.constant([1e10], tf.float64), tf.int32)
    assert exact.numpy().tolist() == [2**31 - 1]


def test_a_bitcast_there_and_back_is_the_identity():
    x = tf.constant(np.arange(6, dtype=np.float32).reshape(2, 3))
    there = tf.bitcast(x, tf.uint8)
    assert there.shape == (2, 3, 4)
    np.testing.assert_array_equal(tf.bitcast(there, tf.float32).numpy(), x.numpy())


def test_what_has_no_range_is_refused():
    with pytest.raises(TypeError, match="minimum value"):
        tf.saturate_cast([1.0], tf.bool)
    with pytest.raises(TypeError, match="no_dtype"):
        tf.cast([1.0], "no_dtype")
