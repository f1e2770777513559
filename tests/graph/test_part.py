"""Parts of graphs: what leads from some tensors to others runs, and nothing else."""

from __future__ import annotations

import numpy as np
import pytest

import stagelight as tf
from stagelight.graph.part import part_of
from stagelight.runtime.host_plan import HostPlan


@pytest.fixture
def graph():
    with tf.Graph().as_default() as graph:
        yield graph


def run(graph, inputs, outputs, values=(), operations=()):
    arrays = [np.asarray(value, np.float32) for value in values]
    return [float(x) for x in HostPlan(part_of(graph, inputs, outputs, operations))(*arrays)]


def test_a_tensor_that_is_brought_is_not_computed(graph):
    bad = tf.reshape(tf.constant([1.0, 2.0]), tf.compat.v1.placeholder(tf.int32, [1]))
    x = bad * 2.0
    assert run(graph, [x], [x + 1.0], [5.0]) == [6.0]


def test_what_nothing_needs_does_not_run(graph):
    never = tf.compat.v1.placeholder(tf.float32, [])
    x = tf.constant(1.0)
    never + x
    assert run(graph, [], [x + 1.0]) == [2.0]


def test_a_tensor_may_be_brought_and_fetched(graph):
    x = tf.compat.v1.placeholder(tf.float32, [])
    assert run(graph, [x], [x, x + 1.0], [3.0]) == [3.0, 4.0]


@pytest.mark.parametrize(("brought", "expected"), [(0, 12.0), (1, 11.0)])
def test_other_outputs_of_an_operation_are_computed_though_one_is_brought(graph, brought, expected):
    parts = tf.split(tf.constant([1.0, 2.0]), 2)
    total = tf.reduce_sum(parts)
    assert run(graph, [parts[brought]], [total], [[10.0]]) == [expected]


def test_operations_are_run_for_what_they_do(graph):
    called = []
    call = tf.numpy_function(lambda: called.append(1) or np.float32(1), [], tf.float32)
    assert run(graph, [], [], operations=[call.op]) == []
    assert called == [1]


def test_what_is_waited_for_runs_first_though_no_value_of_it_is_needed(graph):
    called = []
    call = tf.numpy_function(lambda: called.append(1) or np.float32(1), [], tf.float32)
    with tf.control_dependencies([call]):
        x = tf.constant(2.0)
    assert run(graph, [], [x]) == [2.0]
    assert called == [1]
