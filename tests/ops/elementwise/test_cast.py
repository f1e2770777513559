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


@pytest.mark.parametrize("source", ["float16", "bfloat16", "float32", "float64"])
@pytest.mark.parametrize("target", ["uint8", "int8", "uint16", "int16", "uint32", "int32"])
def test_what_is_beyond_the_bounds_of_an_integer_is_at_them(source, target):
    least, most = np.iinfo(target).min, np.iinfo(target).max
    x = tf.constant([np.inf, -np.inf, 3.0], source)
    highest, lowest, exact = (int(value) for value in tf.saturate_cast(x, target))
    # The bound itself, or the number of the floating dtype that is next to it within.
    assert most * 0.99 - 1 <= highest <= most or highest == int(x.dtype.max)
    assert least <= lowest <= least * 0.99 + 1 or lowest == int(x.dtype.min)
    assert exact == 3
    staged = tf.function(lambda x: tf.saturate_cast(x, target))(tf.repeat(x, 20))
    np.testing.assert_array_equal(staged, np.repeat([highest, lowest, exact], 20))
