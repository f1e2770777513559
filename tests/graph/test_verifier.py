"""The verifier refuses graphs that are not legal, and says where."""

from __future__ import annotations

import pytest

import stagelight as tf
from stagelight.graph.cloning import clone_graph
from stagelight.graph.verifier import verify
from tests.graph.traced import spec, traced


@pytest.fixture
def graph():
    return traced(lambda x: tf.matmul(x, x) + tf.constant(1.0), spec(2, 2))


def named(graph, name):
    return graph.get_operation_by_name(name)


def refused(graph, match):
    with pytest.raises(tf.errors.InternalError, match=match):
        verify(graph, after="a pass")


def test_traced_graph_is_legal(graph):
    verify(graph)


def test_input_of_another_graph_is_refused(graph):
    other, _ = clone_graph(graph)
    named(graph, "add").inputs[0] = named(other, "MatMul").outputs[0]
    refused(graph, "after a pass: operation 'add' takes 'MatMul:0', which is not made before it")


def test_input_made_later_is_refused(graph):
    graph.operations.reverse()
    refused(graph, "which is not made before it")


def test_two_operations_of_one_name_are_refused(graph):
    named(graph, "add").name = "MatMul"
    refused(graph, "two operations have the name 'MatMul'")


def test_control_input_that_is_gone_is_refused(graph):
    other, _ = clone_graph(graph)
    named(graph, "add").control_inputs = [named(other, "MatMul")]
    refused(graph, "'add' waits for 'MatMul', which does not stand before it")


def test_unknown_attr_is_refused(graph):
    named(graph, "MatMul").attrs["speed"] = 3
    refused(graph, "'MatMul' has the attr 'speed', unknown to MatMul")


def test_missing_attr_is_refused(graph):
    del named(graph, "Const").attrs["value"]
    refused(graph, "'Const' misses the attr 'value' of Const")


def test_shape_that_inference_contradicts_is_refused(graph):
    named(graph, "MatMul").outputs[0]._shape = tf.TensorShape([3, 3])
    refused(graph, "output 0 is float32.*but its op gives")


def test_inputs_that_the_op_does_not_accept_are_refused(graph):
    wrong = traced(lambda x: x + tf.constant(0.0), spec(2, 2))
    wrong.get_operation_by_name("add").inputs[1].op.outputs[0]._shape = tf.TensorShape([3])
    named(wrong, "x0").outputs[0]._shape = tf.TensorShape([2, 4])
    refused(wrong, "does not accept its inputs|but its op gives")


def test_output_that_is_gone_is_refused(graph):
    graph.replace_operations(lambda op: op.name != "Identity")
    refused(graph, "output 'Identity:0' is not in the graph")
