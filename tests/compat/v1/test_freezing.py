"""Graphs and functions whose variables became constants compute what they computed before."""

from __future__ import annotations

import numpy as np
import pytest

import stagelight as tf
from stagelight.compat.v1 import frozen_functions
from stagelight.compat.v1.graph_optimizer import optimize_graph
from stagelight.compat.v1.session_options import ConfigProto
from stagelight.compat.v1.wrapped_functions import function_from_graph_def
from stagelight.graph.library_functions import function_def_to_graph

v1 = tf.compat.v1
_FEEDS = ([3.0, 4.0], True), ([3.0, 4.0], False), ([-1.0, 0.5], True)


def _called(x, v):
    @tf.function
    def product(a):
        return a * v

    return product(x) + product(x + 1.0)


def _called_with(x, v, w):
    @tf.function
    def product(a, b):
        return a * b

    return product(x, v) + product(x, w) + product(x, x)


# How a variable reaches what reads it: (x, p, v, w) -> a result.
WAYS = {
    "direct": lambda x, p, v, w: x * v,
    "cond": lambda x, p, v, w: tf.cond(p, lambda: x * v, lambda: x),
    "cond in cond": lambda x, p, v, w: tf.cond(
        p, lambda: tf.cond(x[0] > 0.0, lambda: x * v, lambda: w + v), lambda: x - w
    ),
    "case": lambda x, p, v, w: tf.switch_case(
        tf.cast(p, tf.int32), [lambda: x * v, lambda: x + v, lambda: w + 0.0]
    ),
    "call of a closure": lambda x, p, v, w: _called(x, v),
    "argument of a call": lambda x, p, v, w: _called_with(x, v, w),
    "call in a branch": lambda x, p, v, w: tf.cond(p, lambda: _called(x, w), lambda: x),
    "loop": lambda x, p, v, w: tf.while_loop(lambda i, a: i < 3, lambda i, a: (i + 1, a * v), (0, x))[1],
    "loop in a branch": lambda x, p, v, w: tf.cond(
        p, lambda: tf.while_loop(lambda i, a: i < 3, lambda i, a: (i + 1, a + w), (0, x))[1], lambda: v + 0.0
    ),
    "map": lambda x, p, v, w: tf.map_fn(lambda a: a * v[0], x),
    "gather": lambda x, p, v, w: x + tf.gather(v, [1, 0]),
    "gather in a branch": lambda x, p, v, w: tf.cond(p, lambda: tf.gather(v, [1, 0]), lambda: x),
    "gather_nd": lambda x, p, v, w: tf.cond(p, lambda: tf.gather_nd(v, [[1], [0]]), lambda: x),
    "shape": lambda x, p, v, w: x * tf.cast(tf.shape(v)[0], tf.float32),
}  # fmt: skip


@pytest.mark.parametrize("way", WAYS)
def test_a_frozen_graph_computes_what_the_graph_did(way):
    with tf.Graph().as_default() as graph, v1.Session() as session:
        x, p = v1.placeholder(tf.float32, [2], "x"), v1.placeholder(tf.bool, [], "p")
        v, w = (
            v1.get_variable("v", initializer=[1.0, 2.0]),
            v1.get_variable("w", initializer=[5.0, 7.0]),
        )
        result = tf.identity(WAYS[way](x, p, v, w), "y")
        session.run(v1.global_variables_initializer())
        expected = [session.run(result, {x: a, p: b}) for a, b in _FEEDS]
        frozen = v1.graph_util.convert_variables_to_constants(
            session, graph.as_graph_def(), ["y", "p"]
        )
    for nodes in (frozen.node, *[x.node_def for x in frozen.library.function]):
        assert not {node.op for node in nodes} & {"VarHandleOp", "ReadVariableOp", "ResourceGather"}
    with tf.Graph().as_default(), v1.Session() as session:
        tf.graph_util.import_graph_def(frozen, name="")
        found = [session.run("y:0", {"x:0": a, "p:0": b}) for a, b in _FEEDS]
    np.testing.assert_array_equal(found, expected)


@pytest.mark.parametrize("way", WAYS)
def test_a_frozen_function_computes_what_the_function_did(way):
    v, w = tf.Variable([1.0, 2.0]), tf.Variable([5.0, 7.0])

    @tf.function(input_signature=[tf.TensorSpec([2]), tf.TensorSpec([], tf.bool)])
    def program(x, p):
        return WAYS[way](x, p, v, w)

    concrete = program.get_concrete_function()
    frozen, graph_def = frozen_functions.convert_variables_to_constants_v2_as_graph(concrete)
    expected = [program(tf.constant(a), tf.constant(b)) for a, b in _FEEDS]
    v.assign([0.0, 0.0])
    w.assign([0.0, 0.0])
    found = [frozen(tf.constant(a), tf.constant(b))[0] for a, b in _FEEDS]
    np.testing.assert_array_equal(found, expected)
    assert [x.name for x in frozen.inputs] == ["x:0", "p:0"]
    assert frozen.captured_inputs == [] and frozen.variables == ()
    again = function_from_graph_def(graph_def, ["x:0", "p:0"], frozen.outputs[0].name)
    np.testing.assert_array_equal(
        [again(tf.constant(a), tf.constant(b)) for a, b in _FEEDS], expected
    )


def test_conditionals_and_loops_of_a_frozen_function_stay_functions():
    v = tf.Variable(2.0)

    @tf.function(input_signature=[tf.TensorSpec([]), tf.TensorSpec([], tf.bool)])
    def program(x, p):
        y = tf.cond(p, lambda: x * v, lambda: x)
        return tf.while_loop(lambda a: a < 9.0, lambda a: [a + v], [y])[0]

    concrete = program.get_concrete_function()
    frozen = frozen_functions.convert_variables_to_constants_v2(concrete, lower_control_flow=True)
    ops = {node.op.removeprefix("Stateless") for node in frozen.graph.as_graph_def().node}
    assert {"If", "While"} <= ops
    assert not ops & {"Switch", "Merge", "Enter"}


def test_bodies_of_loops_of_a_frozen_function_take_variables_by_identities():
    """As in TensorFlow, where the body reads the variable: patterns of converters have an Identity there."""
    w, b = tf.Variable([[0.5, 0.0], [0.0, 0.25]]), tf.Variable([1.0, 2.0])

    @tf.function(input_signature=[tf.TensorSpec([1, 2])])
    def program(x):
        def inner(i, y):
            return i + 1, y @ w + b

        def outer(i, y):
            return i + 1, tf.while_loop(lambda j, y: j < 2, inner, [0, y])[1] * b

        return tf.while_loop(lambda i, y: i < 3, outer, [0, x])[1]

    x = tf.constant([[1.0, 2.0]])
    frozen, graph_def = frozen_functions.convert_variables_to_constants_v2_as_graph(
        program.get_concrete_function()
    )
    bodies = {f.signature.name: f for f in graph_def.library.function if "body" in f.signature.name}
    assert len(bodies) == 2
    for body in bodies.values():
        made_by = {node.name: node.op for node in body.node_def}
        arguments = {argument.name for argument in body.signature.input_arg}
        for node in body.node_def:
            if node.op in ("MatMul", "Add", "AddV2", "Mul") and "add" not in node.name.lower():
                weights = node.input[1]
                assert weights not in arguments
                assert made_by[weights.split(":")[0]] == "Identity"
    np.testing.assert_array_equal(frozen(x)[0], program(x))


def test_what_writes_to_a_variable_cannot_be_frozen():
    v = tf.Variable(1.0)
    concrete = tf.function(lambda x: v.assign_add(x)).get_concrete_function(tf.TensorSpec([]))
    with pytest.raises(
        ValueError, match=r"AssignAddVariableOp.*incompatible with expected resource"
    ):
        frozen_functions.convert_variables_to_constants_v2(concrete)
    with tf.Graph().as_default() as graph, v1.Session() as session:
        v = v1.get_variable("v", initializer=1.0)
        with tf.control_dependencies([v.assign_add(1.0)]):
            tf.identity(v.read_value(), "y")
        session.run(v1.global_variables_initializer())
        with pytest.raises(ValueError, match="AssignAddVariableOp"):
            v1.graph_util.convert_variables_to_constants(session, graph.as_graph_def(), ["y"])


def test_tables_and_variables_that_are_left_out_stay_captured():
    table = tf.lookup.StaticHashTable(tf.lookup.KeyValueTensorInitializer(["a"], [1.0]), -1.0)
    large, v = tf.ones([1000]), tf.Variable(2.0, name="v")
    function = tf.function(lambda key: table.lookup(key) * v * large)
    concrete = function.get_concrete_function(tf.TensorSpec([], tf.string))
    frozen = frozen_functions.convert_variables_to_constants_v2(concrete)
    assert float(frozen(tf.constant("a"))[0][0]) == 2.0
    assert [x.dtype for x in frozen.captured_inputs] == [tf.resource]
    data = frozen_functions.FunctionConverter(concrete, variable_names_denylist=["v"])
    assert len(data.captures) == 2 and not data.values


def test_an_optimized_graph_computes_what_is_fetched():
    with tf.Graph().as_default() as graph, v1.Session() as session:
        x = v1.placeholder(tf.float32, [2], "x")
        two = tf.constant(1.0) + tf.constant(1.0)
        y = tf.multiply(_called(x, [2.0, 3.0]), two, name="y")
        tf.add(two, 1.0, name="z")
        tf.sqrt(x, name="unused")
        expected = session.run(y, {x: [1.0, 2.0]})
        message = v1.train.export_meta_graph(graph_def=graph.as_graph_def())
    message.collection_def["train_op"].node_list.value.extend(["x:0", "y:0", "z:0"])
    config = ConfigProto()
    config.graph_options.rewrite_options.optimizers[:] = ["constfold", "function"]
    optimized = optimize_graph(config, message)
    names = {node.name: node.op for node in optimized.node}
    assert names["z"] == "Const" and names["y"] == "Mul"
    assert "unused" not in names and "PartitionedCall" not in names.values()
    with tf.Graph().as_default(), v1.Session() as session:
        tf.graph_util.import_graph_def(optimized, name="")
        np.testing.assert_array_equal(session.run("y:0", {"x:0": [1.0, 2.0]}), expected)
        assert session.run("z:0") == 3.0
    del message.collection_def["train_op"].node_list.value[:]
    with pytest.raises(ValueError, match="train_op"):
        optimize_graph(config, message)


@pytest.mark.parametrize("default", ["computed", "constant"])
def test_an_optimized_graph_keeps_placeholders_with_their_defaults(default):
    with tf.Graph().as_default() as graph:
        x = v1.placeholder(tf.float32, [2], "x")
        value = x + x if default == "computed" else tf.constant([1.0, 2.0]) * 3.0
        z = v1.placeholder_with_default(value, [2], "z")
        tf.identity(z * 10.0 + x, name="y")
        message = v1.train.export_meta_graph(graph_def=graph.as_graph_def())
    message.collection_def["train_op"].node_list.value.extend(["x:0", "z:0", "y:0"])
    optimized = optimize_graph(ConfigProto(), message)
    assert {node.name: node.op for node in optimized.node}["z"] == "PlaceholderWithDefault"
    with tf.Graph().as_default(), v1.Session() as session:
        tf.graph_util.import_graph_def(optimized, name="")
        for feeds in ({}, {"z:0": [5.0, 6.0]}):
            feeds = {"x:0": [1.0, 2.0], **feeds}
            with v1.Session(graph=graph) as original:
                expected = original.run("y:0", feeds)
            np.testing.assert_array_equal(session.run("y:0", feeds), expected)


def test_functions_of_a_graph_are_messages_and_become_graphs_again():
    with tf.Graph().as_default() as graph:
        x, p = v1.placeholder(tf.float32, [2]), v1.placeholder(tf.bool, [])
        tf.cond(p, lambda: tf.cond(x[0] > 0.0, lambda: x, lambda: -x), lambda: x * 2.0)
    functions = graph._functions
    assert len(functions) == 4
    graphs = {name: function_def_to_graph(f.definition) for name, f in functions.items()}
    outer = [
        g for g in graphs.values() if any(op.type == "StatelessIf" for op in g.get_operations())
    ]
    assert len(outer) == 1
    conditional = next(op for op in graph.get_operations() if op.type == "StatelessIf")
    assert conditional.get_attr("then_branch").name == outer[0].name
    name = conditional.get_attr("else_branch").name
    shaped = function_def_to_graph(functions[name].definition, input_shapes=[[None]])
    assert shaped.inputs[0].shape.as_list() == [None]
    with pytest.raises(ValueError, match="input_shapes"):
        function_def_to_graph(functions[name].definition, input_shapes=[[], []])


def test_attrs_have_the_form_that_tensorflow_gives_them():
    with tf.Graph().as_default() as graph:
        x = v1.placeholder(tf.float32, [2])
        tf.concat([x, x], 0)
        tf.nn.conv2d(tf.zeros([1, 3, 3, 1]), tf.ones([1, 1, 1, 1]), 1, "SAME")
    by_type = {op.type: op for op in graph.get_operations()}
    assert by_type["ConcatV2"].get_attr("T") is tf.float32
    assert by_type["ConcatV2"].get_attr("N") == 2
    assert by_type["Conv2D"].get_attr("padding") == b"SAME"
    assert by_type["Conv2D"].get_attr("strides") == [1, 1, 1, 1]
    assert [d.size for d in by_type["Placeholder"].get_attr("shape").dim] == [2]
    assert by_type["Const"].get_attr("value").dtype == tf.float32.as_datatype_enum
    attrs = {
        name: by_type["Conv2D"].get_attr(name) for name in ("strides", "padding", "data_format")
    }
    y = tf.raw_ops.Conv2D(input=tf.ones([1, 2, 2, 1]), filter=tf.ones([1, 1, 1, 1]), **attrs)
    np.testing.assert_array_equal(y, tf.ones([1, 2, 2, 1]))
