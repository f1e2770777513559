"""Parts of TensorFlow's inner modules that libraries import."""

from __future__ import annotations

import types
import unittest

import numpy as np
import pytest

import stagelight as tf
from stagelight.alias import (
    control_flow,
    documented_names,
    eager_context,
    graph_names,
    identity_collections,
    label_shapes,
    local_devices,
    tensor_values,
    test_modes,
    vocabulary_tables,
    whole_files,
)


def test_collections_compare_by_identity():
    one, equal = [1], [1]
    kept = identity_collections.ObjectIdentitySet([one])
    assert one in kept
    assert equal not in kept
    kept.update([equal, one])
    assert len(kept) == 2
    assert [x is equal for x in kept.difference([one])] == [True]
    assert len(kept.intersection([one])) == 1

    v = tf.Variable(1.0)
    names = identity_collections.ObjectIdentityDictionary([(v, "v")])
    assert names[v] == "v"
    assert tf.Variable(1.0) not in names
    del names[v]
    assert not names


def test_weak_collections_forget():
    tensor = tf.Variable(1.0)
    names = identity_collections.ObjectIdentityWeakKeyDictionary([(tensor, 1)])
    kept = identity_collections.ObjectIdentityWeakSet([tensor])
    assert (len(names), len(kept)) == (1, 1)
    del tensor
    assert (len(list(names)), len(list(kept))) == (0, 0)


def test_undocumented_names_are_removed_and_come_back(monkeypatch):
    module = types.ModuleType("documented", "Says something.\n\n@@kept\n@@not_there\n")
    module.kept, module.other, module.allowed, module._private = 1, 2, 3, 4
    monkeypatch.setitem(documented_names.sys.modules, "documented", module)
    assert documented_names.make_all("documented") == ["kept"]
    documented_names.remove_undocumented("documented", ["allowed"])
    assert sorted(x for x in vars(module) if not x.startswith("__")) == [
        "_private",
        "allowed",
        "kept",
    ]
    documented_names.reveal_undocumented("documented.other")
    assert module.other == 2
    with pytest.raises(LookupError, match="not a hidden symbol"):
        documented_names.reveal_undocumented("documented.kept")


def _run(kind):
    result = unittest.TestResult()
    unittest.defaultTestLoader.loadTestsFromTestCase(kind).run(result)
    return result


def test_tests_run_in_a_graph_and_eagerly():
    seen = []

    @test_modes.run_all_in_graph_and_eager_modes
    class Both(tf.test.TestCase):
        def test_sum(self):
            seen.append(tf.executing_eagerly())
            self.assertEqual(self.evaluate(tf.constant(1) + 1), 2)

    assert _run(Both).wasSuccessful()
    assert seen == [False, True]
    with pytest.raises(ValueError, match="only supports test methods"):
        test_modes.run_in_graph_and_eager_modes(Both)


def test_tests_of_one_mode():
    seen = []

    class Modes(tf.test.TestCase):
        @test_modes.deprecated_graph_mode_only
        def test_graph(self):
            seen.append(tf.executing_eagerly())

        @test_modes.run_v1_only("reason")
        def test_old(self):
            raise AssertionError

        @test_modes.run_v2_only
        def test_new(self):
            seen.append("new")

    result = _run(Modes)
    assert result.wasSuccessful()
    assert (seen, [reason for _, reason in result.skipped if "session" not in reason]) == (
        [False, "new"],
        ["reason"],
    )


@pytest.mark.parametrize(
    ("labels", "predictions", "difference", "shapes"),
    [
        ([2, 1], [2], 0, [(2,), (2,)]),
        ([2], [2, 1], 0, [(2,), (2,)]),
        ([2], [2, 3], 1, [(2,), (2, 3)]),
        ([2, 1], [2, 3], 1, [(2,), (2, 3)]),
        ([2, 3], [2, 3], 0, [(2, 3), (2, 3)]),
    ],
)
@pytest.mark.parametrize("is_known", [True, False])
def test_squeezable_axes_are_removed(labels, predictions, difference, shapes, is_known):
    def remove(labels, predictions):
        return label_shapes.remove_squeezable_dimensions(labels, predictions, difference)

    if not is_known:
        open_spec = tf.TensorSpec(None)
        remove = tf.function(remove, input_signature=[open_spec, open_spec])
    results = remove(tf.zeros(labels), tf.zeros(predictions))
    assert [tuple(x.shape) for x in results] == shapes


def test_weights_must_fit():
    label_shapes.assert_broadcastable(tf.ones([2, 1]), tf.ones([2, 3]))
    with pytest.raises(ValueError, match="can not be broadcast"):
        label_shapes.assert_broadcastable(tf.ones([2]), tf.ones([2, 3]))
    check = tf.function(
        label_shapes.assert_broadcastable, input_signature=[tf.TensorSpec(None)] * 2
    )
    check(tf.ones([]), tf.ones([2, 3]))
    with pytest.raises(tf.errors.InvalidArgumentError):
        check(tf.ones([3]), tf.ones([2, 3]))


def test_tables_of_vocabularies(tmp_path):
    table = vocabulary_tables.index_table_from_tensor(["a", "b"])
    np.testing.assert_array_equal(table.lookup(tf.constant(["b", "x"])), [1, -1])
    buckets = vocabulary_tables.index_table_from_tensor(["a", "b"], num_oov_buckets=1)
    np.testing.assert_array_equal(buckets.lookup(tf.constant(["b", "x"])), [1, 2])
    back = vocabulary_tables.index_to_string_table_from_tensor(["a", "b"])
    np.testing.assert_array_equal(back.lookup(tf.constant([1, 5], tf.int64)), [b"b", b"UNK"])
    path = str(tmp_path / "words")
    whole_files.write_string_to_file(path, "a\nb\n")
    assert whole_files.read_file_to_string(path, binary_mode=True) == b"a\nb\n"
    from_file = vocabulary_tables.index_table_from_file(path)
    np.testing.assert_array_equal(from_file.lookup(tf.constant(["b", "x"])), [1, -1])
    words = vocabulary_tables.index_to_string_table_from_file(path)
    np.testing.assert_array_equal(words.lookup(tf.constant([0], tf.int64)), [b"a"])
    for wrong in (
        lambda: vocabulary_tables.index_table_from_tensor(None),
        lambda: vocabulary_tables.index_table_from_tensor(["a"], num_oov_buckets=-1),
        lambda: vocabulary_tables.index_table_from_file(path, vocab_size=0),
    ):
        with pytest.raises(ValueError, match="must be"):
            wrong()


def test_names_and_graphs():
    assert graph_names.uid() < graph_names.uid()
    assert graph_names.strip_name_scope("^a/b/c", "a/b/") == "^c"
    assert graph_names.numpy_text(tf.constant(1.5)) == "1.5"
    with tf.Graph().as_default() as graph:
        x = tf.constant(1)
    assert graph_names._get_graph_from_inputs([x, 2]) is graph
    with tf.Graph().as_default():
        other = tf.constant(1)
    with pytest.raises(ValueError, match="different graphs"):
        graph_names._get_graph_from_inputs([x, other])


def test_conditions_that_are_known():
    assert control_flow.smart_constant_value(tf.constant(True)) is True
    assert control_flow.smart_case([(tf.constant(False), lambda: 1), (True, lambda: 2)]) == 2
    with pytest.raises(TypeError, match="pred"):
        control_flow.smart_constant_value("x")
    ran = []
    with tf.Graph().as_default(), tf.compat.v1.Session() as session:
        first = tf.py_function(lambda: ran.append(1), [], [])
        result = control_flow.with_dependencies([first], tf.constant(3))
        assert session.run(result) == 3
    assert ran == [1]


def test_values_and_devices():
    tf.random.set_seed(5)
    assert eager_context.global_seed() == 5
    tf.random.set_seed(None)
    assert [d.device_type for d in local_devices.list_local_devices()] == ["CPU"]
    np.testing.assert_array_equal(tensor_values.shape_internal(tf.zeros([2, 3])), [2, 3])
    v = tf.Variable([1.0, 2.0])
    tensor_values.slice_helper_of_variables(v, 0).assign(5.0)
    np.testing.assert_array_equal(v, [5.0, 2.0])
