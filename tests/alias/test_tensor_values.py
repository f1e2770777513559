"""`tensorflow.python.framework.tensor_util` and `tensorflow.python.util.variable_utils`."""

from __future__ import annotations

import pytest

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


def test_parts_of_variables_and_of_subclasses_that_compute_their_values():
    class Computed(tf.Variable):
        """A parameter without a handle, as zfit has them."""

        def __init__(self, value):
            self._computed = value

        def value(self):
            return self._computed

    v = tf.Variable([1.0, 2.0])
    tensor_values.slice_helper_of_variables(v, 1).assign(5.0)
    assert v.numpy().tolist() == [1.0, 5.0]
    computed = Computed(tf.constant([3.0, 4.0]))
    assert float(tensor_values.slice_helper_of_variables(computed, 1)) == 4.0
    with pytest.raises(TypeError, match="integers, slices"):
        tensor_values.slice_helper_of_variables(computed, "name")
    assert (computed * 2.0).numpy().tolist() == [6.0, 8.0]
    assert bool(Computed(tf.constant(2.0))) and not Computed(tf.constant(0.0))
