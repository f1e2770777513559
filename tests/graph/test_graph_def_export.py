"""Graphs as GraphDef messages. What TensorFlow makes of them is tested with the oracle."""

from __future__ import annotations

import numpy as np
import pytest

import stagelight as tf
from stagelight.core.raw import raw
from stagelight.graph.graph_def_export import function_def
from tests.graph.traced import spec, traced


def nodes(graph, **options):
    return {node.name: node for node in graph.as_graph_def(**options).node}


def test_nodes_have_op_inputs_device_and_all_attrs():
    with tf.Graph().as_default() as graph:
        x = tf.constant([[1.0, 2.0]], name="x")
        left, right = tf.split(x, 2, axis=1, name="parts")
        with tf.device("/cpu:0"), tf.control_dependencies([x, left]):
            tf.matmul(right, right, transpose_a=True, name="product")
    product = nodes(graph)["product"]
    assert product.op == "MatMul"
    assert list(product.input) == ["parts:1", "parts:1", "^x"]
    assert product.device.lower().endswith("cpu:0")
    assert product.attr["T"].type == 1
    assert product.attr["transpose_a"].b is True
    assert product.attr["transpose_b"].b is False
    assert "transpose_b" in product.attr


def test_constants_hold_their_values():
    with tf.Graph().as_default() as graph:
        tf.constant([1.5, 2.5], name="floats")
        tf.constant([b"a", b"\xff"], name="strings")
    found = nodes(graph)
    content = found["floats"].attr["value"].tensor.tensor_content
    assert np.frombuffer(content, np.float32).tolist() == [1.5, 2.5]
    assert list(found["strings"].attr["value"].tensor.string_val) == [b"a", b"\xff"]


def test_equal_graphs_give_equal_messages():
    def build():
        with tf.Graph().as_default() as graph:
            tf.concat([tf.zeros([2]), tf.ones([2])], axis=0)
        return graph.as_graph_def()

    assert build() == build()
    assert str(build()) == str(build())


def test_from_version_leaves_out_the_first_operations():
    with tf.Graph().as_default() as graph:
        tf.constant(1, name="a")
        tf.constant(2, name="b")
    assert list(nodes(graph, from_version=1)) == ["b"]


def test_add_shapes_tells_the_shapes_of_outputs():
    graph = traced(lambda x: tf.split(x, 2), spec(4, None))
    shapes = nodes(graph, add_shapes=True)["split"].attr["_output_shapes"].list.shape
    assert [[dim.size for dim in shape.dim] for shape in shapes] == [[2, -1], [2, -1]]
    assert "_output_shapes" not in nodes(graph)["split"].attr


def test_graph_without_functions_has_no_library():
    assert not tf.Graph().as_graph_def().HasField("library")


def test_versions_are_told():
    versions = tf.Graph().as_graph_def().versions
    assert versions.producer > 1000
    assert versions.min_consumer == 12


def test_called_functions_stand_in_the_library_sorted_by_name():
    @tf.function(autograph=False)
    def inner(x):
        return -x

    @tf.function(autograph=False)
    def outer(x):
        return inner(x) * 2.0

    graph = outer.get_concrete_function(spec(2)).graph
    with tf.Graph().as_default() as plain:
        outer(tf.constant([1.0, 2.0]))
    names = [function.signature.name for function in plain.as_graph_def().library.function]
    assert names == sorted(names)
    assert len(names) == 2
    assert len(graph.as_graph_def().library.function) == 1


def test_two_functions_of_one_name_get_two_names():
    with tf.Graph().as_default() as graph:
        for sign in (1.0, -1.0):
            called = traced(lambda x, sign=sign: x * sign, spec(), name="scaled")
            raw.PartitionedCall(args=[tf.constant(1.0)], f=called, Tout=[tf.float32])
    message = graph.as_graph_def()
    assert [f.signature.name for f in message.library.function] == ["scaled", "scaled_1"]
    calls = [node.attr["f"].func.name for node in message.node if node.op == "PartitionedCall"]
    assert calls == ["scaled", "scaled_1"]


def test_function_names_its_arguments_and_results_as_tensorflow_does():
    graph = traced(lambda x: (tf.identity(x, name="Some/Thing-9"), x * 2.0, x), spec(2), name="f")
    graph.inputs[0].op.name = "_Big.Name"
    message = function_def(graph)
    assert [argument.name for argument in message.signature.input_arg] == ["big_name"]
    results = [result.name for result in message.signature.output_arg]
    assert results == ["identity", "identity_1", "identity_2"]
    assert message.ret["identity_2"].endswith(":output:0")
    assert message.attr["_construction_context"].s == b"kEagerRuntime"
    assert message.arg_attr[0].attr["_output_shapes"].list.shape[0].dim[0].size == 2


def test_function_body_counts_outputs_within_their_argument():
    def function(x):
        left, right = tf.split(x, 2)
        return left - right

    body = {node.name: node for node in function_def(traced(function, spec(4))).node_def}
    assert list(body["sub"].input) == ["split:output:0", "split:output:1"]


def test_result_that_is_an_argument_takes_the_name():
    graph = traced(lambda x: x, spec(2))
    graph.outputs = list(graph.inputs)
    message = function_def(graph)
    assert message.signature.output_arg[0].name == "x0"
    assert message.signature.input_arg[0].name == "x0_0"
    assert message.ret["x0"] == "x0_0"


def test_effects_are_control_outputs():
    def function(x):
        tf.debugging.assert_positive(x)
        return x

    message = function_def(traced(function, spec()))
    assert message.signature.is_stateful
    assert list(message.signature.control_output)
    assert set(message.control_ret) == set(message.signature.control_output)


def test_value_that_the_format_cannot_hold_is_an_error():
    graph = traced(lambda x: -x, spec())
    graph.get_operation_by_name("Neg").attrs["_thing"] = object()
    with pytest.raises(ValueError, match=r"Operation 'Neg' .*Attr '_thing'.*object"):
        graph.as_graph_def()
