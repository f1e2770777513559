"""What TensorFlow 1's conversions leave as it is, and what they refuse, as in TensorFlow 2.21."""

from __future__ import annotations

import numpy as np
import pytest

import stagelight as tf

v1 = tf.compat.v1
SPARSE = tf.sparse.from_dense([[1, 0]])
SLICES = tf.IndexedSlices(tf.constant([1.0]), tf.constant([0]))
RAGGED = tf.ragged.constant([[1]])


@pytest.mark.parametrize(
    "convert",
    [
        v1.convert_to_tensor_or_sparse_tensor,
        v1.convert_to_tensor_or_indexed_slices,
    ],
)
def test_what_is_dense_becomes_a_tensor(convert):
    np.testing.assert_array_equal(convert([1, 2], tf.float32), tf.constant([1.0, 2.0]))
    assert convert(tf.Variable(2.0)).numpy() == 2.0
    assert convert(SPARSE) is SPARSE
    with tf.Graph().as_default():
        assert convert(3, name="three").name == "three:0"
    with pytest.raises(ValueError):
        convert(tf.constant(1), tf.float32)


def test_sparse_tensors_stay_sparse():
    convert = v1.convert_to_tensor_or_sparse_tensor
    value = convert(v1.SparseTensorValue([[0, 0]], [1], [1, 2]))
    np.testing.assert_array_equal(tf.sparse.to_dense(value), [[1, 0]])
    with pytest.raises(RuntimeError, match="Requested: float32,  Actual: int32"):
        convert(SPARSE, tf.float32)
    for other in (SLICES, RAGGED):
        with pytest.raises((TypeError, ValueError)):
            convert(other, tf.string)


def test_composites_stay_as_they_are():
    convert = v1.convert_to_tensor_or_indexed_slices
    assert all(convert(x) is x for x in (SLICES, SPARSE, RAGGED))
    assert convert(SLICES, tf.float32) is SLICES
    for value, dtype in ((SLICES, tf.int32), (SPARSE, tf.float32), (RAGGED, tf.float32)):
        with pytest.raises(ValueError, match="Incompatible tensor conversion"):
            convert(value, dtype)
