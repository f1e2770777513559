"""What libraries of TensorFlow 1 note on operations, leave to defaults, and share between tests."""

from __future__ import annotations

import unittest
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest

import stagelight as tf
from stagelight.compat.v1.metric_thresholds import confusion_matrix_at_thresholds

v1 = tf.compat.v1


def test_operations_know_what_follows_them_and_take_attributes():
    with tf.Graph().as_default():
        first = tf.no_op(name="first")
        with tf.control_dependencies([first]):
            second = tf.no_op(name="second")
    assert first._control_outputs == [second] and second._control_outputs == []
    first._unconditional_update = True
    assert first._unconditional_update


def test_none_is_the_default_of_an_attr_while_a_graph_is_built():
    with tf.Graph().as_default(), v1.Session() as session:
        x = tf.ones([2, 3])
        product = tf.raw_ops.MatMul(a=x, b=x, transpose_a=None, transpose_b=True)
        assert session.run(product).tolist() == [[3.0, 3.0], [3.0, 3.0]]
    with pytest.raises(TypeError, match="Expected"):
        tf.raw_ops.MatMul(a=tf.ones([2, 3]), b=tf.ones([2, 3]), transpose_a=None, transpose_b=True)


def test_tests_of_graph_programs_begin_with_an_empty_graph():
    class Twice(tf.test.TestCase):
        def _make(self):
            v1.get_variable("v", [])
            self.assertLen(v1.global_variables(), 1)

        test_first = test_second = _make

    def run():
        v1.disable_eager_execution()
        result = unittest.TestResult()
        unittest.defaultTestLoader.loadTestsFromTestCase(Twice).run(result)
        return result

    with ThreadPoolExecutor(1) as thread:
        result = thread.submit(run).result()
    assert result.testsRun == 3 and result.wasSuccessful(), result.errors


def test_a_graph_around_a_test_is_left_alone():
    class Inside(tf.test.TestCase):
        def test_graph(self):
            self.assertLen(v1.get_default_graph().get_operations(), 1)

    with tf.Graph().as_default():
        tf.constant(1.0)
        result = unittest.TestResult()
        Inside("test_graph").run(result)
    assert result.wasSuccessful(), result.errors + result.failures


def test_a_confusion_matrix_at_thresholds():
    labels, predictions = np.array([0, 1, 1, 0]), np.array([0.1, 0.9, 0.4, 0.6], np.float32)
    with tf.Graph().as_default(), v1.Session() as session:
        values, updates = confusion_matrix_at_thresholds(labels, predictions, [0.5, 0.95])
        session.run(v1.local_variables_initializer())
        session.run(updates)
        found = {kind: value.tolist() for kind, value in session.run(values).items()}
        assert found == {"tp": [1, 0], "fn": [1, 2], "tn": [1, 2], "fp": [1, 0]}
        assert list(
            confusion_matrix_at_thresholds(labels, predictions, [0.5], includes=["fp"])[0]
        ) == ["fp"]
        with pytest.raises(ValueError, match="Invalid key: x"):
            confusion_matrix_at_thresholds(labels, predictions, [0.5], includes=["x"])


def test_labels_of_rank_metrics_may_be_a_sparse_value():
    predictions = np.array([[0.1, 0.9, 0.5]], np.float32)
    sparse = v1.SparseTensorValue(np.array([[0, 0]]), np.array([1]), np.array([1, 1]))
    with tf.Graph().as_default(), v1.Session() as session:
        _, update = v1.metrics.precision_at_k(sparse, predictions, 1)
        session.run(v1.local_variables_initializer())
        assert session.run(update) == 1.0
