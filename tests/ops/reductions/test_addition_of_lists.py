"""Sums of lists: what counts as a list, and what is checked before."""

from __future__ import annotations

import pytest

import stagelight as tf


def test_the_rows_of_a_tensor_are_a_list():
    assert float(tf.add_n(tf.constant([1.0, 2.0]))) == 3.0


def test_slices_are_added_as_the_tensors_they_stand_for():
    slices = tf.IndexedSlices(tf.constant([[1.0]]), tf.constant([1]), tf.constant([2, 1]))
    assert tf.add_n([slices, tf.ones([2, 1])]).numpy().tolist() == [[1.0], [2.0]]


def test_a_single_tensor_is_returned_itself():
    x = tf.constant([1.0])
    assert tf.add_n([x]) is x
    assert tf.math.accumulate_n([x]) is x


def test_accumulation_checks_shape_and_dtype_before():
    x = tf.constant([1.0, 2.0])
    assert tf.math.accumulate_n([x, x], shape=[2], tensor_dtype=tf.float32).shape == (2,)
    with pytest.raises(ValueError, match="compatible"):
        tf.math.accumulate_n([x, x], shape=[3])
    with pytest.raises(TypeError, match="tensor_dtype"):
        tf.math.accumulate_n([x, x], tensor_dtype=tf.int32)
    with pytest.raises(ValueError, match="same dtype"):
        tf.math.accumulate_n([x, tf.constant([1, 2])])
