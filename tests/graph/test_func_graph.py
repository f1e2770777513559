"""The graphs of functions: inputs, what is captured and how, and the end of a trace."""

from __future__ import annotations

import collections

import numpy as np
import pytest

import stagelight as tf
from stagelight.graph.func_graph import FuncGraph
from stagelight.graph.tracing import trace_into

X = tf.TensorSpec([], tf.float32)


def concrete(function, *args):
    return tf.function(function).get_concrete_function(*args)


def input_names(function, *args):
    return [x.name for x in concrete(function, *args).inputs]


# ---------------------------------------------------------------------------- inputs


def test_the_tensors_of_an_argument_are_named_after_the_parameter():
    """As in TensorFlow, also where the argument is a structure; the specs tell the places."""
    pair = collections.namedtuple("pair", "p q")
    assert input_names(lambda d: 1, {"a": X, "b b": X}) == ["d:0", "d_1:0"]
    assert input_names(lambda d, e: 1, (X, [X, X]), X) == ["d:0", "d_1:0", "d_2:0", "e:0"]
    assert input_names(lambda d: 1, pair(X, X)) == ["d:0", "d_1:0"]
    assert input_names(lambda *d: 1, X, X) == ["d_0:0", "d_1:0"]
    assert input_names(lambda d: 1, [tf.TensorSpec([], name="n"), X]) == ["n:0", "d:0"]
    specs = concrete(lambda d: 1, {"a": X, "b b": X}).structured_input_signature[0][0]
    assert [spec.name for spec in specs.values()] == ["d_a", "d_b b"]


def test_a_parameter_whose_name_no_operation_can_have_names_none():
    assert input_names(lambda _x, ä: 1, X, X) == ["Placeholder:0", "Placeholder_1:0"]
    assert input_names(lambda x: 1, tf.TensorSpec([], name="a b")) == ["Placeholder:0"]


def test_such_a_function_still_goes_out_as_graph_def():
    message = concrete(lambda _x: _x + 1.0, X).graph.as_graph_def()
    with tf.Graph().as_default():
        tf.graph_util.import_graph_def(message, name="")


# ---------------------------------------------------------------------------- captures


def test_eager_values_of_every_size_are_captured_and_small_ones_exported_as_constants():
    small, large = tf.constant(2.0), tf.constant(np.ones([20, 20], np.float32))
    function = concrete(lambda x: x * small + tf.reduce_sum(large), X)
    nodes = {node.name: node.op for node in function.graph.as_graph_def().node}
    assert nodes["mul/y"] == "Const"
    assert nodes["Sum/input"] == "Placeholder"
    assert [id(t) for t in function.captured_inputs] == [id(small), id(large)]


def test_what_is_used_twice_is_captured_once():
    v = tf.Variable(1.0)
    large = tf.constant(np.ones(200, np.float32))
    function = concrete(lambda: v + v + tf.reduce_sum(large) + tf.reduce_max(large))
    assert len(function.captured_inputs) == 2
    assert len({x.name for x in function.inputs}) == 2


def test_a_variable_is_captured_by_its_handle_and_named_so():
    v = tf.Variable(1.0)
    function = concrete(lambda x: x * v, X)
    assert function.captured_inputs[0] is v.handle
    assert function.inputs[1].name == "mul/ReadVariableOp/resource:0"
    assert function.variables == (v,)


def test_a_tensor_of_the_outermost_function_goes_through_all_between():
    @tf.function
    def outermost(x):
        @tf.function
        def middle():
            @tf.function
            def inner():
                return x * 2.0

            return inner() + 1.0

        return middle()

    assert float(outermost(tf.constant(3.0))) == 7.0
    graph = outermost.get_concrete_function(X).graph
    call = next(op for op in graph.operations if "Call" in op.type)
    (captured, inside) = call.attrs["f"].captures[0]
    assert captured is graph.inputs[0]
    assert inside in call.attrs["f"].inputs


def test_a_scratch_graph_captures_tensors_of_other_graphs():
    """TF: whoever makes a FuncGraph may use tensors of any graph in it, as Keras 2 does to infer shapes."""
    first, second = (tf.__internal__.FuncGraph(name) for name in ("first", "second"))
    with first.as_default():
        x = tf.constant([1.0, 2.0]) + 1.0
    with second.as_default():
        y = x * 2.0
        z = tf.cond(tf.reduce_sum(y) > 0, lambda: tf.function(lambda: x + y)(), lambda: y)
    assert (y.graph, y.shape, z.shape) == (second, [2], [2])
    assert second.external_captures == [x]


def test_a_scratch_graph_refuses_tensors_of_graphs_within():
    outer = tf.__internal__.FuncGraph("outer")
    with outer.as_default():
        with tf.__internal__.FuncGraph("inner").as_default():
            x = tf.constant(1.0) + 1.0
        with pytest.raises((TypeError, tf.errors.InvalidArgumentError), match=r"AG403|captured"):
            tf.negative(x)


def test_a_tensor_of_a_function_that_does_not_enclose_is_refused():
    kept = []
    concrete(lambda x: kept.append(x * 1.0), X)
    with pytest.raises(
        TypeError, match=r"The symbolic tensor 'mul:0' created by node 'mul' is captured"
    ):
        concrete(lambda x: x + kept[0], X)


def test_captures_do_not_wait_for_control_dependencies():
    """They are there when the function begins; a placeholder that waits could not be an input."""
    v = tf.Variable(1.0)

    def f(x):
        with tf.control_dependencies([tf.no_op()]):
            return x + v

    graph = concrete(f, X).graph
    assert [x.op.control_inputs for x in graph.inputs] == [[], []]


def test_a_function_tells_those_around_of_its_variables():
    v, w = tf.Variable(1.0), tf.Variable(2.0)

    @tf.function
    def inner():
        return v + w

    function = concrete(lambda: inner() + w)
    assert {id(x) for x in function.variables} == {id(v), id(w)}


def test_a_graph_is_shown_by_its_name():
    assert repr(FuncGraph("outer")).startswith("FuncGraph(name=outer, id=")


# ---------------------------------------------------------------------------- the end of a trace


def trace(function):
    graph = FuncGraph("f")
    return graph, trace_into(graph, function)


def test_each_result_is_an_output_of_its_own():
    def f():
        x = tf.constant(1.0)
        return {"a": x, "b": [x, None, x]}

    graph, structured = trace(f)
    assert [output.op.type for output in graph.outputs] == ["Identity"] * 3
    assert len({id(output) for output in graph.outputs}) == 3
    assert structured == {"a": graph.outputs[0], "b": [graph.outputs[1], None, graph.outputs[2]]}


def test_an_operation_among_the_results_is_none():
    graph, structured = trace(lambda: (tf.no_op(), 1))
    assert structured[0] is None
    assert len(graph.outputs) == 1


def test_composite_results_keep_their_class():
    graph, structured = trace(
        lambda: tf.IndexedSlices(tf.constant([1.0]), tf.constant([0]), tf.constant([2]))
    )
    assert isinstance(structured, tf.IndexedSlices)
    assert len(graph.outputs) == 3


def test_a_result_that_is_no_tensor_is_refused_by_name_of_its_class():
    with pytest.raises(TypeError, match="return value of type object"):
        trace(object)


def test_a_trace_that_fails_leaves_no_stage():
    with pytest.raises(KeyError):
        trace(lambda: {}["a"])
    assert tf.executing_eagerly()


def test_a_graph_is_made_inside_the_one_that_is_being_built():
    @tf.function
    def outer(x):
        with tf.__internal__.FuncGraph("scratch").as_default():
            y = x * 2.0  # Captured from the graph around.
            assert y.shape == [3]
        return x

    np.testing.assert_array_equal(outer(tf.ones([3])), np.ones(3))
    assert tf.__internal__.FuncGraph("alone").enclosing_graph is None


def test_a_tape_follows_ops_in_the_graph_that_is_entered_again():
    @tf.function
    def slope(x):
        with tf.GradientTape() as tape:
            tape.watch(x)
            with tf.compat.v1.get_default_graph().as_default():
                y = x * x
        return tape.gradient(y, x)

    assert slope(tf.constant(3.0)).numpy() == 6.0


def test_a_graph_has_the_one_around_it():
    with tf.__internal__.FuncGraph("outer").as_default() as outer:
        inner = tf.__internal__.FuncGraph("inner")
    assert inner.outer_graph is outer and not outer.outer_graph.is_function
