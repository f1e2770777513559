"""`tf.Graph`: names, what may stand in it, looking up, and control dependencies."""

from __future__ import annotations

import pytest

import stagelight as tf
from stagelight.core.dispatch import pushed
from stagelight.formats import schema


def names(graph):
    return [operation.name for operation in graph.get_operations()]


@pytest.fixture
def graph():
    with tf.Graph().as_default() as graph:
        yield graph


# ---------------------------------------------------------------------------- names


def test_names_are_made_unique_without_regard_to_case(graph):
    """TensorFlow's files of summaries and checkpoints fold case."""
    for name in ("a", "A", "a", "a_1"):
        tf.constant(1, name=name)
    assert names(graph) == ["a", "A_1", "a_2", "a_1_1"]


def test_a_name_may_be_asked_for_without_taking_it(graph):
    tf.constant(1, name="a")
    assert graph.unique_name("a", mark_as_used=False) == "a_1"
    assert graph.unique_name("a") == "a_1"
    assert graph.unique_name("a") == "a_2"


@pytest.mark.parametrize("name", ["a b", "_a", "/a", "a:0", "ä", "a?"])
def test_a_name_that_graph_def_does_not_allow_is_refused(graph, name):
    """A GraphDef with it would be refused by every reader."""
    with pytest.raises(ValueError, match="not a valid name"):
        tf.constant(1, name=name)
    with pytest.raises(ValueError, match="not a valid name"), tf.name_scope(name):
        pass
    assert names(graph) == []
    assert graph.name_stack == ""


@pytest.mark.parametrize("name", ["a/b", "A.1", "0", "a-b", "a>b"])
def test_names_that_graph_def_allows_are_kept(graph, name):
    assert tf.constant(1, name=name).op.name == name


def test_inside_a_scope_a_name_may_begin_with_an_underscore(graph):
    with tf.name_scope("scope"):
        assert tf.constant(1, name="_a").op.name == "scope/_a"


# ---------------------------------------------------------------------------- looking up


def test_tensors_and_operations_are_found_by_name(graph):
    parts = tf.split(tf.constant([1, 2]), 2, name="parts")
    assert graph.get_operation_by_name("parts") is parts[0].op
    assert graph.get_tensor_by_name("parts:1") is parts[1]
    assert graph.as_graph_element("parts") is parts[0].op
    assert graph.as_graph_element("parts:1") is parts[1]
    assert graph.as_graph_element(parts[1]) is parts[1]


@pytest.mark.parametrize(("call", "error", "message"), [
    (lambda g: g.get_operation_by_name("b"), KeyError, "'b' refers to an Operation not in"),
    (lambda g: g.get_operation_by_name("a:0"), ValueError, "name of a tensor"),
    (lambda g: g.get_operation_by_name(3), TypeError, "strings"),
    (lambda g: g.get_tensor_by_name("a"), ValueError, "looks like an operation's"),
    (lambda g: g.get_tensor_by_name("b:0"), KeyError, "no operation 'b'"),
    (lambda g: g.get_tensor_by_name("a:1"), KeyError, "'a' has 1 outputs"),
    (lambda g: g.as_graph_element("a", allow_operation=False), ValueError, "an operation's"),
    (lambda g: g.as_graph_element("a:0", allow_tensor=False), ValueError, "name of a tensor"),
    (lambda g: g.as_graph_element(5), TypeError, "int into a Tensor or an Operation"),
    (lambda g: g.as_graph_element(g.get_operation_by_name("a"), allow_operation=False),
     TypeError, "Operation into a Tensor"),
])  # fmt: skip
def test_what_is_not_there_or_of_the_other_kind_is_refused(graph, call, error, message):
    tf.constant(1, name="a")
    with pytest.raises(error, match=message):
        call(graph)


def test_a_variable_stands_for_its_value(graph):
    v = tf.Variable(1.0, name="v")
    assert graph.as_graph_element(v).dtype == tf.float32


def test_consumers_are_those_of_one_output(graph):
    one, other = tf.split(tf.constant([1, 2]), 2)
    total = one + one
    assert one.consumers() == [total.op]
    assert other.consumers() == []


# ---------------------------------------------------------------------------- what may stand in it


def test_inputs_that_do_not_fit_are_told_with_the_node(graph):
    with pytest.raises(
        ValueError, match=r"\{\{node product\}\} = MatMul\(ones, ones_1\).*\[1,2\], \[1,2\]"
    ):
        tf.matmul(tf.ones([1, 2]), tf.ones([1, 2]), name="product")


def test_a_tensor_of_another_graph_is_refused(graph):
    with tf.Graph().as_default():
        other = tf.constant(1.0)
    with pytest.raises(ValueError, match="same graph"):
        tf.negative(other)


def test_an_eager_tensor_becomes_a_constant_named_after_its_argument(graph):
    """It is there before the graph runs: what waits for others does not make it wait."""
    with pushed(stage=None):
        eager = tf.constant(2.0)
    x = tf.constant(1.0, name="x")
    with tf.control_dependencies([tf.no_op(name="first")]):
        tf.raw_ops.Mul(x=x, y=eager, name="product")
        tf.raw_ops.Pack(values=[x, eager], name="row")
    assert names(graph) == ["x", "first", "product/y", "product", "row/values_1", "row"]
    assert graph.get_operation_by_name("product/y").control_inputs == []
    assert len(graph.get_operation_by_name("product").control_inputs) == 1


def test_a_finalized_graph_takes_nothing_more(graph):
    tf.constant(1)
    graph.finalize()
    assert graph.finalized
    with pytest.raises(RuntimeError, match="finalized"):
        tf.constant(2)
    assert len(names(graph)) == 1


def test_graphs_in_graphs_come_back_to_the_one_around(graph):
    with tf.Graph().as_default() as inner:
        tf.constant(1, name="inner")
    tf.constant(1, name="outer")
    assert (names(graph), names(inner)) == (["outer"], ["inner"])


def test_a_failed_addition_leaves_no_operation_and_its_names_free(graph):
    with pytest.raises(RuntimeError), graph.all_or_nothing():
        tf.constant(1, name="a")
        raise RuntimeError
    assert names(graph) == []
    assert tf.constant(1, name="a").op.name == "a"


# ---------------------------------------------------------------------------- control dependencies


def test_operations_wait_for_those_of_all_scopes_around(graph):
    a, b = tf.constant(1, name="a"), tf.constant(2, name="b")
    with tf.control_dependencies([a]):
        with tf.control_dependencies([b, a]):
            both = tf.constant(3)
        one = tf.constant(4)
        with tf.control_dependencies(None):
            none = tf.constant(5)
            with tf.control_dependencies([b]):
                other = tf.constant(6)
        again = tf.constant(7)
    waits = [[c.name for c in t.op.control_inputs] for t in (both, one, none, other, again)]
    assert waits == [["a", "b"], ["a"], [], ["b"], ["a"]]


def test_an_input_need_not_be_waited_for(graph):
    a = tf.constant(1)
    with tf.control_dependencies([a]):
        assert tf.negative(a).op.control_inputs == []


def test_dependencies_end_with_an_error(graph):
    a = tf.constant(1)
    with pytest.raises(KeyError), tf.control_dependencies([a]):
        raise KeyError
    assert tf.constant(2).op.control_inputs == []


def test_what_is_no_operation_of_the_graph_cannot_be_waited_for(graph):
    with tf.Graph().as_default():
        other = tf.constant(1)
    with pytest.raises(TypeError, match="Control input"), tf.control_dependencies([object()]):
        pass
    for item in (other, other.op):
        refused = pytest.raises(ValueError, match=r"from (this|the same) graph")
        with refused, tf.control_dependencies([item]):
            pass


def test_waiting_operations_survive_graph_def(graph):
    a = tf.constant(1, name="a")
    with tf.control_dependencies([a]):
        tf.constant(2, name="b")
    message = schema.GraphDef.FromString(graph.as_graph_def().SerializeToString())
    with tf.Graph().as_default() as again:
        tf.graph_util.import_graph_def(message, name="")
    assert [c.name for c in again.get_operation_by_name("b").control_inputs] == ["a"]


# ---------------------------------------------------------------------------- operations


def test_an_operation_tells_its_attrs_given_or_by_default(graph):
    product = tf.matmul(tf.ones([2, 3]), tf.ones([2, 3]), transpose_a=True).op
    assert product.get_attr("transpose_a") is True
    assert product.get_attr("transpose_b") is False
    with pytest.raises(ValueError, match="no attr named 'nope'"):
        product.get_attr("nope")


def test_operations_are_keys_and_print_themselves(graph):
    operation = tf.constant(1, name="a").op
    assert {operation: 1}[operation] == 1
    assert repr(operation) == "<tf.Operation 'a' type=Const>"
    assert operation.values() == (operation.output,)


def test_operations_of_a_graph_are_placed_on_a_device():
    graph = tf.Graph()
    with graph.as_default(), graph.device("/cpu:0"):
        placed = tf.constant(1)
        with graph.device(None):
            free = tf.constant(2)
    assert placed.op.device == "/device:CPU:0"
    assert free.op.device == ""


def test_control_outputs_are_the_other_side_of_control_inputs(graph):
    first, second = tf.constant(1).op, tf.constant(2).op
    with tf.control_dependencies([first]):
        waiting = [tf.constant(3).op, tf.constant(4).op]
    assert first._control_outputs == waiting
    assert second._control_outputs == []


def test_libraries_set_attributes_on_operations(graph):
    operation = tf.constant(1).op
    operation._unconditional_update = True  # Keras 2 does, in graphs of TensorFlow 1.
    assert graph.get_operations()[0]._unconditional_update is True
