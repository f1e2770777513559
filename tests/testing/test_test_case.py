"""`tf.test.TestCase`: each assertion passes what holds and tells what does not."""

from __future__ import annotations

import contextlib
import os
import random

import numpy as np
import pytest

import stagelight as tf


class Case(tf.test.TestCase):
    def runTest(self):
        """So that the class can be made outside of a runner."""


@pytest.fixture
def case():
    return Case()


RAGGED = tf.ragged.constant([[1.0], [2.0, 3.0]])

HOLDS = [
    ("assertAllEqual", [1, 2], tf.constant([1, 2])),
    ("assertAllEqual", ["a"], tf.constant(["a"])),
    ("assertAllEqual", np.float32([np.nan, 1]), tf.constant([float("nan"), 1])),
    ("assertAllEqual", tf.ragged.constant([[1], [2, 3]]), [[1], [2, 3]]),
    ("assertNotAllEqual", [1, 2], [1, 3]),
    ("assertAllClose", [1.0], tf.constant([1.0 + 1e-7])),
    (
        "assertAllClose",
        {"a": [1.0], "b": (1.0, [2.0, 3.0])},
        {"a": tf.constant([1.0]), "b": (1.0, [2.0, 3.0])},
    ),
    ("assertAllClose", [tf.zeros([2]), tf.zeros([3])], [np.zeros(2), np.zeros(3)]),
    ("assertAllClose", RAGGED, [[1.0], [2.0, 3.0]]),
    ("assertAllClose", tf.constant([1.5], tf.bfloat16), [1.5]),
    ("assertNotAllClose", [1.0], [1.1]),
    (
        "assertAllCloseAccordingToType",
        tf.constant([1.0], tf.float16),
        tf.constant([1.0009765625], tf.float16),
    ),
    (
        "assertAllCloseAccordingToType",
        tf.constant([1.0], tf.bfloat16),
        tf.constant([1.0078125], tf.bfloat16),
    ),
    ("assertNear", 1.0, 1.05, 0.1),
    ("assertArrayNear", [1.0, 2.0], [1.05, 2.0], 0.1),
    ("assertNDArrayNear", [3.0, 4.0], [3.0, 4.05], 0.1),
    ("assertAllGreater", [3, 5], 2),
    ("assertAllLess", [3, 5], 6),
    ("assertAllGreaterEqual", [3, 5], 3),
    ("assertAllLessEqual", tf.constant([3, 5]), 5),
    ("assertAllInRange", [1, 3], 1, 3),
    ("assertAllInSet", [[1, 3]], [1, 2, 3]),
    ("assertShapeEqual", np.zeros([2, 3]), tf.ones([2, 3])),
    ("assertDTypeEqual", tf.constant([1.0]), np.float32),
    ("assertDeviceEqual", "CPU:0", "/device:CPU:0"),
    ("assertLen", [1, 2], 2),
    ("assertEmpty", []),
    ("assertNotEmpty", [1]),
    ("assertBetween", 2, 1, 3),
    ("assertStartsWith", "abc", "ab"),
    ("assertEndsWith", "abc", "bc"),
    ("assertContainsSubset", [1], {1, 2}),
    ("assertSameElements", [1, 2, 1], (2, 1)),
]

FAILS = [
    (("assertAllEqual", [1, 2], [1, 3]), r"(?s)not equal lhs = array\(\[2\]\).*rhs = array\(\[3\]\)"),
    (("assertAllEqual", [1, 2], [[1, 2]]), r"Shape mismatch: expected \(2,\), got \(1, 2\)"),
    (("assertAllEqual", tf.ragged.constant([[1], [2, 3]]), [[1, 2], [3]]), r"\[1\], \[2, 3\]"),
    (("assertNotAllEqual", [1], [1]), "equal at all elements"),
    (("assertAllClose", [1.0], [1.1]), "a is different from b"),
    (("assertAllClose", {"a": [1.0]}, {"a": [2.0]}), r"a\[a\] is different from b\[a\]"),
    (("assertAllClose", {"a": 1.0}, {"b": 1.0}), "Items in the"),
    (("assertAllClose", [(1.0, 2.0)], [(1.0, 3.0)]), r"a\[0\]\[?"),
    (("assertAllClose", RAGGED, [[1.0, 2.0], [3.0]]), "Lists differ"),
    (("assertAllClose", RAGGED, [[1.0], [2.0, 4.0]]), "a is different from b"),
    (("assertNotAllClose", [1.0], [1.0]), "close at all elements"),
    (("assertAllCloseAccordingToType", tf.constant([1.0]), tf.constant([1.001])), "different"),
    (("assertNear", 1.0, 1.2, 0.1), r"1.000000 != 1.200000 \+/- 0.100000"),
    (("assertArrayNear", [1.0], [1.2], 0.1), "1.000000 != 1.200000"),
    (("assertNDArrayNear", [1.0], [1.2], 0.1), "apart"),
    (("assertAllGreater", [1, 5], 2), "not greater than 2"),
    (("assertAllLess", [1, 5], 2), "not less than 2"),
    (("assertAllGreaterEqual", [1, 5], 2), "not greater than or equal to 2"),
    (("assertAllLessEqual", [1, 5], 2), "not less than or equal to 2"),
    (("assertAllInRange", [1, 5], 0, 3), r"(?s)1 of the 2 .* are outside the range \[0, 3\].*\[1\] : 5"),
    (("assertAllInRange", [1.0, float("nan")], 0, 3), "1 of the 2"),
    (("assertAllInRange", [1, 3], 0, 3, False, True), r"\[0, 3\)"),
    (("assertAllInSet", [1, 5], [1, 2]), r"1 unique element\(s\) are not in the set \[1, 2\]: \[5\]"),
    (("assertShapeEqual", np.zeros([2]), tf.zeros([3])), "not equal"),
    (("assertDTypeEqual", tf.zeros([2]), np.float64), "float32"),
    (("assertDeviceEqual", "CPU:0", "CPU:1"), "Devices /device:CPU:0 and /device:CPU:1 are not equal"),
    (("assertLen", [1, 2], 3), "has length of 2, expected 3"),
    (("assertEmpty", [1]), "has length of 1"),
    (("assertNotEmpty", []), "has length of 0"),
    (("assertBetween", 4, 1, 3), "4 unexpectedly not between 1 and 3"),
    (("assertStartsWith", "abc", "b"), "does not start with"),
    (("assertEndsWith", "abc", "b"), "does not end with"),
    (("assertContainsSubset", [3], {1, 2}), r"Missing elements \[3\]"),
    (("assertSameElements", [1, 2], [1]), "Items in the"),
]  # fmt: skip


@pytest.mark.parametrize("name, arguments", [(name, rest) for name, *rest in HOLDS])
def test_what_holds_passes(case, name, arguments):
    getattr(case, name)(*arguments)


@pytest.mark.parametrize("check, text", FAILS)
def test_what_does_not_hold_is_told(case, check, text):
    name, *arguments = check
    with pytest.raises(AssertionError, match=text):
        getattr(case, name)(*arguments)


def test_messages_are_compared_with_texts(case):
    graph = tf.Graph()
    with graph.as_default():
        tf.no_op(name="nothing")
    node = graph.as_graph_def().node[0]
    case.assertProtoEquals('name: "nothing" op: "NoOp"', node)
    with pytest.raises(AssertionError, match="something"):
        case.assertProtoEquals('name: "something" op: "NoOp"', node)
    with pytest.raises(NotImplementedError, match="compares exactly"):
        case.assertProtoEquals("", node, relative_tolerance=0.1)


def test_errors_are_matched_by_text_or_function(case):
    def add():
        return tf.constant([1, 2]) + tf.constant([1, 2, 3])

    with case.assertRaisesOpError("Incompatible"):
        add()
    with case.assertRaisesIncompatibleShapesError():
        add()
    with case.assertRaisesWithPredicateMatch(
        tf.errors.InvalidArgumentError, lambda e: "shapes" in str(e)
    ):
        add()
    with (
        pytest.raises(AssertionError, match="Exception of type"),
        case.assertRaisesWithPredicateMatch(tf.errors.InvalidArgumentError, "no such text"),
    ):
        add()
    with pytest.raises(AssertionError, match="OpError not raised"), case.assertRaisesOpError("a"):
        pass
    with pytest.raises(ZeroDivisionError), case.assertRaisesOpError("a"):
        1 / 0


def test_evaluate_gives_values_in_their_structure(case):
    found = case.evaluate({"a": tf.Variable(1.0), "b": [tf.constant([1, 2])]})
    assert found["a"] == 1 and found["b"][0].tolist() == [1, 2]
    assert case.evaluate(tf.ragged.constant([[1], [2, 3]])).shape == (2, None)
    assert case.evaluate([None, tf.constant(1)]) == [None, 1]
    with pytest.raises(ValueError, match="Unsupported type 'int'"):
        case.evaluate([3])


def test_each_test_begins_with_the_same_seeds():
    found = []

    class Draws(tf.test.TestCase):
        def test_draws(self):
            found.append((random.random(), np.random.rand(), tf.random.uniform([]).numpy()))

    for _ in range(2):
        assert Draws("test_draws").run().wasSuccessful()
    assert found[0] == found[1]


def test_the_folder_of_a_test_is_removed_after_it():
    found = []

    class Writes(tf.test.TestCase):
        def test_writes(self):
            found.append(self.get_temp_dir())
            assert os.path.isdir(self.get_temp_dir()) and found[0] == self.get_temp_dir()

    assert Writes("test_writes").run().wasSuccessful()
    assert not os.path.exists(found[0])


class Graphs(tf.test.TestCase):
    def test_values_of_a_graph(self):
        with tf.Graph().as_default(), self.cached_session() as session:
            x = tf.constant([1.0, 2.0])
            self.assertAllEqual(session.run(2 * x), [2.0, 4.0])
            self.assertAllClose(3 * x, [3.0, 6.0])
            self.assertAllEqual(self.evaluate({"y": x})["y"], [1.0, 2.0])
            self.assertAllGreater(x, 0.5)
            with self.cached_session() as again:
                self.assertIs(again, session)

    def test_variables_live_in_the_session_of_the_test(self):
        with tf.Graph().as_default(), self.session():
            v = tf.compat.v1.get_variable("v", initializer=1.0)
            self.evaluate(tf.compat.v1.global_variables_initializer())
            self.evaluate(tf.compat.v1.assign_add(v, 2.0))
            self.assertAllEqual(self.evaluate(v), 3.0)

    def test_eager_code_has_nothing_to_run(self):
        with self.cached_session() as session:
            self.assertEqual(session.run(tf.constant(3)), 3)
        with self.session() as none, self.assertRaisesRegex(AttributeError, "nothing to run"):
            none.run(tf.constant(3))

    def test_errors_of_threads_fail(self):
        def wrong():
            raise ValueError("told by the thread")

        thread = self.checkedThread(wrong)
        thread.start()
        with self.assertRaisesRegex(AssertionError, "told by the thread"):
            thread.join()

    def test_writes_to_a_stream_are_taken(self):
        path = os.path.join(self.get_temp_dir(), "text")
        with open(path, "w") as stream, self.captureWritesToStream(stream) as captured:
            print("hello", file=stream, flush=True)
        self.assertEqual(captured.contents(), "hello\n")


def test_what_is_of_a_graph_is_compared_by_its_value(case):
    with tf.Graph().as_default():
        variable = tf.Variable([1.0, 2.0])
        ragged = tf.ragged.constant([[1.0], [2.0, 3.0]])
        with case.cached_session() as session:
            session.run(variable.initializer)
            case.assertAllClose(variable, [1.0, 2.0])
            case.assertAllEqual({"a": variable}["a"], tf.identity(variable))
            case.assertAllEqual(ragged, [[1.0], [2.0, 3.0]])
            case.assertAllClose(ragged, RAGGED)
            with pytest.raises(AssertionError):
                case.assertAllEqual(ragged, [[1.0, 2.0], [3.0]])
    case.doCleanups()


def test_evaluate_gives_values_of_composites(case):
    sparse = tf.SparseTensor([[1]], [2.0], [3])
    for graph in (None, tf.Graph()):
        with graph.as_default() if graph else contextlib.nullcontext():
            found = case.evaluate([tf.identity(RAGGED), sparse] if graph is None else [*made()])
        assert isinstance(found[0], tf.compat.v1.ragged.RaggedTensorValue)
        assert found[0].to_list() == [[1.0], [2.0, 3.0]]
        assert isinstance(found[1], tf.compat.v1.SparseTensorValue)
        assert found[1].values.tolist() == [2.0]
    case.doCleanups()


def made():
    return tf.ragged.constant([[1.0], [2.0, 3.0]]), tf.SparseTensor([[1]], [2.0], [3])


def test_the_cached_session_is_that_of_its_first_graph(case):
    """A loop of graphs, as in TensorFlow's own tests: all of them run in the first one."""
    sessions = []
    for number in range(2):
        with tf.Graph().as_default(), case.cached_session() as session:
            assert case.evaluate(tf.constant(number)) == number
            sessions.append(session)
    assert sessions[0] is sessions[1]
    case.doCleanups()


def test_functions_are_called_for_what_they_give():
    case = tf.test.TestCase()
    assert case.evaluate(lambda: {"a": tf.constant(1)}) == {"a": 1}
    assert case.evaluate([tf.constant(2), lambda: lambda: tf.constant(3)]) == [2, 3]
