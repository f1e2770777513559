"""`tensorflow.python.framework.tensor_util` and `tensorflow.python.util.variable_utils`."""

from __future__ import annotations

import stagelight as tf
from stagelight.alias import tensor_values


def test_shapes_in_tensors_are_known_as_far_as_they_are_constants():
    assert tensor_values.constant_value_as_shape(tf.constant([2, -1])).as_list() == [2, None]

    @tf.function(input_signature=[tf.TensorSpec([], tf.int32), tf.TensorSpec([3], tf.int32)])
    def shapes(size, sizes):
        known.append(tensor_values.constant_value_as_shape(tf.stack([size, 4])).as_list())
        known.append(tensor_values.constant_value_as_shape(sizes).as_list())
        return size

    known = []
    shapes(1, [1, 2, 3])
    assert known == [[None, 4], [None, None, None]]


def test_variables_give_their_values():
    found = tensor_values.convert_variables_to_tensors({"v": tf.Variable([1.0]), "n": 3})
    assert found["v"].numpy().tolist() == [1.0] and found["n"] == 3
    assert not isinstance(found["v"], tf.Variable)
