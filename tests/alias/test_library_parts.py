"""Small parts of TensorFlow that libraries use: lists, structures of elements, counters, seeds."""

from __future__ import annotations

import collections

import numpy as np
import pytest

import stagelight as tf
from stagelight.alias import dataset_structures, tensor_lists
from stagelight.alias.monitoring import BoolGauge, Counter, StringGauge
from stagelight.alias.trackables import TrackableReference, no_automatic_dependency_tracking_scope
from stagelight.compat.v1.derived_seeds import gen_new_seed

ROWS = np.arange(6, dtype=np.float32).reshape(3, 2)


@pytest.mark.parametrize("shape", [[2], [None], None, tf.TensorShape([2]), tf.constant([2])])
def test_a_list_of_rows(shape):
    rows = tensor_lists.tensor_list_from_tensor(ROWS, shape)
    np.testing.assert_array_equal(tensor_lists.tensor_list_stack(rows, tf.float32), ROWS)
    chosen = tensor_lists.tensor_list_gather(rows, [2, 0], tf.float32, element_shape=[2])
    np.testing.assert_array_equal(chosen, ROWS[[2, 0]])
    changed = tensor_lists.tensor_list_set_item(rows, 1, [8.0, 9.0])
    item = tensor_lists.tensor_list_get_item(changed, 1, tf.float32)
    np.testing.assert_array_equal(item, [8, 9])
    rest, last = tensor_lists.tensor_list_pop_back(changed, tf.float32)
    np.testing.assert_array_equal(last, ROWS[2])
    assert int(tf.raw_ops.TensorListLength(input_handle=rest)) == 2


def test_lists_are_made_of_nothing_and_of_parts():
    empty = tensor_lists.empty_tensor_list([2], tf.float32, max_num_elements=1)
    one = tf.raw_ops.TensorListPushBack(input_handle=empty, tensor=[1.0, 2.0])
    with pytest.raises(tf.errors.InvalidArgumentError):
        tf.raw_ops.TensorListPushBack(input_handle=one, tensor=[1.0, 2.0])
    reserved = tensor_lists.tensor_list_reserve([2], 2, tf.float32)
    np.testing.assert_array_equal(
        tensor_lists.tensor_list_stack(reserved, tf.float32), np.zeros([2, 2])
    )
    parts = tensor_lists.tensor_list_split(ROWS, [None, 2], [1, 2])
    joined = tensor_lists.tensor_list_concat(parts, tf.float32, element_shape=[None, 2])
    np.testing.assert_array_equal(joined, ROWS)
    spread = tensor_lists.tensor_list_scatter(ROWS[:2], [2, 0], element_shape=[2])
    np.testing.assert_array_equal(
        tensor_lists.tensor_list_stack(spread, tf.float32), [ROWS[1], [0, 0], ROWS[0]]
    )
    into = tensor_lists.tensor_list_scatter(ROWS[:1], [1], input_handle=spread)
    np.testing.assert_array_equal(tensor_lists.tensor_list_get_item(into, 1, tf.float32), ROWS[0])


def test_lists_are_leaves_of_elements():
    Pair = collections.namedtuple("Pair", ["a", "b"])
    element = {"x": [1, 2], "y": Pair(3, ([4], 5))}
    assert dataset_structures.flatten(element) == [[1, 2], 3, [4], 5]
    assert dataset_structures.map_structure(str, element) == {
        "x": "[1, 2]",
        "y": Pair("3", ("[4]", "5")),
    }
    assert dataset_structures.pack_sequence_as(element, "abcd") == {
        "x": "a",
        "y": Pair("b", ("c", "d")),
    }
    assert dataset_structures.is_nested((1,)) and not dataset_structures.is_nested([1])
    dataset_structures.assert_same_structure(element, {"x": 0, "y": Pair(0, (0, 0))})
    with pytest.raises(ValueError, match="structure"):
        dataset_structures.assert_same_structure(element, {"x": 0, "y": Pair(0, 0)})


def test_counters_have_a_cell_for_each_label():
    steps = Counter("/steps", "Steps", "kind")
    steps.get_cell("train").increase_by(2)
    steps.get_cell("train").increase_by(1)
    assert steps.get_cell("train").value() == 3
    assert steps.get_cell("test").value() == 0
    used = BoolGauge("/used", "Whether it is used")
    assert used.get_cell().value() is False
    used.get_cell().set(True)
    assert used.get_cell().value() is True
    assert StringGauge("/name", "").get_cell().value() == ""
    with pytest.raises(ValueError, match="1 labels"):
        steps.get_cell()


def test_seeds_follow_from_seeds():
    # Of TensorFlow 2.21.
    assert gen_new_seed(1, "a") == 1873417531
    assert gen_new_seed(12345, "hello") == 330652267
    assert gen_new_seed(None, "a") is None


def test_attributes_can_be_kept_from_what_is_saved():
    holder = tf.__internal__.tracking.AutoTrackable()
    with no_automatic_dependency_tracking_scope(holder):
        holder.kept = tf.Variable(1.0)
    holder.saved = tf.Variable(2.0)
    assert list(holder._trackable_children()) == ["saved"]
    assert TrackableReference("saved", holder.saved).name == "saved"
