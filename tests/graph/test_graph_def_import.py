"""GraphDef messages as operations: what comes back, and what is refused."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest

import stagelight as tf
from stagelight.core.raw import raw
from stagelight.formats import schema
from stagelight.graph.function_library import FunctionLibrary
from stagelight.graph.graph_def_export import function_def
from stagelight.graph.verifier import verify
from tests.graph.traced import run, spec, traced


def simple() -> schema.GraphDef:
    with tf.Graph().as_default() as graph:
        x = raw.Placeholder(dtype=tf.float32, shape=[2], name="x")
        tf.add(tf.multiply(x, tf.constant(2.0, name="two"), name="double"), x, name="sum")
    return graph.as_graph_def()


def imported(message, **options):
    with tf.Graph().as_default() as graph:
        result = tf.graph_util.import_graph_def(message, **options)
    verify(graph)
    return graph, result


def names(graph):
    return [operation.name for operation in graph.get_operations()]


# ---------------------------------------------------------------------------- what comes back


def test_graph_comes_back_as_it_was():
    message = simple()
    graph, _ = imported(message, name="")
    assert graph.as_graph_def() == message


def test_names_get_a_prefix_of_their_own():
    message = simple()
    with tf.Graph().as_default() as graph:
        tf.graph_util.import_graph_def(message)
        tf.graph_util.import_graph_def(message)
        tf.graph_util.import_graph_def(message, name="mine")
        with tf.name_scope("outer"):
            tf.graph_util.import_graph_def(message, name="inner")
    for prefix in ("import", "import_1", "mine", "outer/inner"):
        assert f"{prefix}/sum" in names(graph)
    with graph.as_default():
        assert tf.constant(1.0, name="mine/two").op.name == "mine/two_1"


def test_elements_are_returned():
    _, (operation, tensor) = imported(simple(), return_elements=["sum", "double:0"])
    assert operation.name == "import/sum"
    assert tensor.name == "import/double:0"
    assert tensor.shape == [2]


def test_inputs_can_be_mapped():
    with tf.Graph().as_default():
        mine = tf.constant([1.0, 2.0], name="mine")
        (total,) = tf.graph_util.import_graph_def(
            simple(), input_map={"x:0": mine}, return_elements=["sum"]
        )
    assert total.inputs[1] is mine


def test_nodes_may_come_in_any_order():
    message = simple()
    shuffled = schema.GraphDef(node=reversed(message.node), versions=message.versions)
    graph, _ = imported(shuffled, name="")
    assert names(graph).index("double") < names(graph).index("sum")


def test_control_inputs_and_devices_come_back():
    with tf.Graph().as_default() as graph:
        first = tf.constant(1.0, name="first")
        with tf.device("/cpu:0"), tf.control_dependencies([first]):
            tf.constant(2.0, name="second")
    again, _ = imported(graph.as_graph_def(), name="")
    second = again.get_operation_by_name("second")
    assert [control.name for control in second.control_inputs] == ["first"]
    assert second.device == graph.get_operation_by_name("second").device


def test_functions_come_back():
    @tf.function(autograph=False)
    def inner(x):
        return x * 2.0

    graph = traced(lambda x: inner(x) + inner(-x), spec(2))
    again = traced(
        lambda x: tf.graph_util.import_graph_def(
            graph.as_graph_def(), {"x0": x}, ["Identity:0"], name="again"
        ),
        spec(2),
    )
    np.testing.assert_array_equal(run(again, [1.0, 2.0])[0], run(graph, [1.0, 2.0])[0])


def function_from_def(message):
    functions = FunctionLibrary(None)
    functions.add(message)
    return functions.graph(message.signature.name)


def test_function_graph_comes_back_from_its_message():
    def function(x):
        left, right = tf.split(x, 2)
        return left - right, x

    graph = traced(function, spec(4), name="difference")
    again = function_from_def(function_def(graph))
    verify(again)
    assert again.name == "difference"
    assert function_def(again) == function_def(function_from_def(function_def(again)))
    for expected, actual in zip(run(graph, range(4)), run(again, range(4)), strict=True):
        np.testing.assert_array_equal(expected, actual)


def test_node_whose_op_is_a_function_is_a_call():
    double = traced(lambda x: x * 2.0, spec(2), name="double")
    message = simple()
    message.library.function.add().CopyFrom(function_def(double))
    message.node.add(name="again", op="double", input=["sum"])
    message.node.add(name="end", op="Neg", input=["again"]).attr["T"].type = 1
    graph, _ = imported(message)
    assert graph.get_operation_by_name("import/again").type == "StatefulPartitionedCall"


def test_default_attrs_may_be_missing():
    with tf.Graph().as_default() as graph:
        tf.matmul(tf.ones([2, 2]), tf.ones([2, 2]), name="product")
    message = graph.as_graph_def()
    (product,) = [node for node in message.node if node.name == "product"]
    del product.attr["transpose_a"]
    graph, _ = imported(message)
    assert graph.get_operation_by_name("import/product").get_attr("transpose_a") is False


def test_attr_of_another_version_may_have_its_default():
    message = simple()
    message.node[-1].attr["new_attr"].f = 0.5
    ops = schema.OpList()
    attr = ops.op.add(name="AddV2").attr.add(name="new_attr", type="float")
    attr.default_value.f = 0.5
    imported(message, producer_op_list=ops)


# ---------------------------------------------------------------------------- what is refused


def _node(message, name):
    return next(node for node in message.node if node.name == name)


def unknown_input(m):
    _node(m, "sum").input[0] = "nowhere"


def output_that_is_not_there(m):
    _node(m, "sum").input[0] = "double:1"


def output_number_out_of_bounds(m):
    _node(m, "sum").input[0] = "double:99999999999999999999"


def malformed_input(m):
    _node(m, "sum").input[0] = "a:b:c:d"


def empty_input(m):
    _node(m, "sum").input[0] = ""


def unknown_control_input(m):
    _node(m, "sum").input.append("^nowhere")


def cycle(m):
    _node(m, "double").input[0] = "sum"


def control_cycle(m):
    _node(m, "two").input.append("^two")


def duplicate_name(m):
    m.node.add().CopyFrom(_node(m, "two"))


def empty_name(m):
    _node(m, "two").name = ""


def malformed_name(m):
    m.node.add(name="a b", op="NoOp")


def missing_attr(m):
    del _node(m, "sum").attr["T"]


def wrong_dtype(m):
    _node(m, "sum").attr["T"].type = 3


def dtype_that_is_not_allowed(m):
    _node(m, "sum").attr["T"].type = 10


def dtype_that_is_not_there(m):
    _node(m, "sum").attr["T"].type = 999


def attr_of_another_kind(m):
    _node(m, "sum").attr["T"].i = 1


def attr_without_value(m):
    _node(m, "sum").attr["T"].Clear()


def unknown_attr(m):
    _node(m, "sum").attr["speed"].i = 3


def too_few_inputs(m):
    del _node(m, "sum").input[1]


def too_many_inputs(m):
    _node(m, "sum").input.append("two")


def shapes_that_do_not_fit(m):
    _node(m, "two").attr["value"].tensor.tensor_shape.dim.add(size=3)


def value_of_another_size(m):
    _node(m, "two").attr["value"].tensor.tensor_content = b"12345"


def value_too_large(m):
    for _ in range(4):
        _node(m, "two").attr["value"].tensor.tensor_shape.dim.add(size=2**40)


def value_of_another_dtype(m):
    _node(m, "two").attr["value"].tensor.dtype = 3


def negative_shape(m):
    _node(m, "x").attr["shape"].shape.dim[0].size = -7


def malformed_device(m):
    _node(m, "sum").device = "nonsense"


def unknown_function(m):
    node = m.node.add(name="call", op="PartitionedCall", input=["x"])
    node.attr["f"].func.name = "nowhere"
    node.attr["Tin"].list.type.append(1)
    node.attr["Tout"].list.type.append(1)


def function_that_calls_itself(m):
    unknown_function(m)
    m.library.function.add().signature.name = "nowhere"
    inner = m.library.function[0].node_def.add(name="call", op="PartitionedCall")
    inner.attr["f"].func.name = "nowhere"
    inner.attr["Tin"].list.SetInParent()
    inner.attr["Tout"].list.SetInParent()


def function_with_a_broken_body(m):
    unknown_function(m)
    m.library.function.add().signature.name = "nowhere"
    m.library.function[0].node_def.add(name="a", op="Neg", input=["b"])


def function_without_its_result(m):
    unknown_function(m)
    m.library.function.add().signature.name = "nowhere"
    m.library.function[0].signature.output_arg.add(name="y", type=1)


def function_defined_twice(m):
    m.library.function.add().signature.name = "f"
    m.library.function.add().signature.name = "f"


def function_of_other_results(m):
    unknown_function(m)
    m.library.function.add().signature.name = "nowhere"
    m.library.function[0].signature.input_arg.add(name="x", type=1)


BROKEN: list[Callable] = [
    unknown_input,
    output_that_is_not_there,
    output_number_out_of_bounds,
    malformed_input,
    empty_input,
    unknown_control_input,
    cycle,
    control_cycle,
    duplicate_name,
    empty_name,
    malformed_name,
    missing_attr,
    wrong_dtype,
    dtype_that_is_not_allowed,
    dtype_that_is_not_there,
    attr_of_another_kind,
    attr_without_value,
    unknown_attr,
    too_few_inputs,
    too_many_inputs,
    shapes_that_do_not_fit,
    value_of_another_size,
    value_too_large,
    value_of_another_dtype,
    negative_shape,
    malformed_device,
    unknown_function,
    function_that_calls_itself,
    function_with_a_broken_body,
    function_without_its_result,
    function_defined_twice,
    function_of_other_results,
]


@pytest.mark.parametrize("spoil", BROKEN, ids=lambda spoil: spoil.__name__)
def test_broken_graph_is_refused_and_leaves_nothing(spoil):
    message = simple()
    spoil(message)
    with tf.Graph().as_default() as graph:
        kept = tf.constant(1.0, name="kept")
        with pytest.raises(ValueError, match=r"(Node|Function|cycle|name)"):
            tf.graph_util.import_graph_def(message, name="")
        assert graph.get_operations() == [kept.op]
        assert tf.constant(2.0, name="two").op.name == "two"


def test_all_unknown_ops_are_told():
    message = simple()
    message.node.add(name="a", op="FlyToTheMoon")
    message.node.add(name="b", op="AndBack")
    with pytest.raises(NotImplementedError, match=r"AndBack, FlyToTheMoon"):
        imported(message)


def test_unknown_ops_in_functions_are_told_too():
    message = simple()
    unknown_function(message)
    message.library.function.add().signature.name = "nowhere"
    message.library.function[0].node_def.add(name="a", op="FlyToTheMoon")
    message.node.add(name="b", op="AndBack")
    with pytest.raises(NotImplementedError, match=r"AndBack, FlyToTheMoon"):
        imported(message)


def test_control_flow_of_tensorflow_1_in_functions_is_refused_with_advice():
    message = simple()
    unknown_function(message)
    message.library.function.add().signature.name = "nowhere"
    message.library.function[0].node_def.add(name="a", op="Switch", input=["x", "x"])
    with pytest.raises(NotImplementedError, match=r"Switch.*functional control flow"):
        imported(message)


def test_name_that_is_taken_is_refused():
    with tf.Graph().as_default():
        tf.constant(1.0, name="two")
        with pytest.raises(ValueError, match=r"'two' already exists"):
            tf.graph_util.import_graph_def(simple(), name="")


def test_mapped_input_that_is_not_there_is_refused():
    with tf.Graph().as_default(), pytest.raises(ValueError, match=r"nowhere:0"):
        tf.graph_util.import_graph_def(simple(), input_map={"nowhere": tf.constant(1.0)})


def test_element_that_is_not_there_is_refused():
    with pytest.raises(ValueError, match=r"'nowhere'"):
        imported(simple(), return_elements=["nowhere"])


@pytest.mark.parametrize("thing", [None, 3, "node {}", b"", schema.NodeDef()])
def test_what_is_no_graph_def_is_refused(thing):
    with pytest.raises(TypeError, match=r"must be a GraphDef proto"):
        imported(thing)


def test_import_needs_a_graph():
    with pytest.raises(RuntimeError, match=r"as_default"):
        tf.graph_util.import_graph_def(simple())


def test_long_chain_is_imported():
    message = schema.GraphDef()
    node = message.node.add(name="n0", op="Placeholder")
    node.attr["dtype"].type = 1
    for i in range(3000):
        message.node.add(name=f"n{i + 1}", op="Neg", input=[f"n{i}"]).attr["T"].type = 1
    shuffled = schema.GraphDef(node=reversed(message.node))
    graph, _ = imported(shuffled)
    assert len(graph.get_operations()) == 3001


def test_deep_functions_are_refused_not_crashed_on():
    message = schema.GraphDef()
    for i in range(5000):
        function = message.library.function.add()
        function.signature.name = f"f{i}"
        function.node_def.add(name="call", op=f"f{i + 1}")
    message.library.function.add().signature.name = "f5000"
    message.node.add(name="call", op="f0")
    with tf.Graph().as_default(), pytest.raises(ValueError, match=r"Function"):
        tf.graph_util.import_graph_def(message)


def test_library_makes_each_function_once():
    library = schema.FunctionDefLibrary(
        function=[function_def(traced(lambda x: -x, spec(), name="f"))]
    )
    functions = FunctionLibrary(library)
    assert functions.graph("f") is functions.graph("f")
    assert list(functions) == ["f"]


def test_functions_that_call_the_next_twice_are_read_and_written_once_each():
    message = schema.GraphDef()
    for i in range(40):
        function = message.library.function.add()
        function.signature.name = f"f{i}"
        function.signature.input_arg.add(name="x", type=1)
        function.signature.output_arg.add(name="y", type=1)
        function.ret["y"] = "second:output:0" if i else "second:activations:0"
        for name, given in (
            ("first", "x"),
            ("second", function.ret["y"].replace("second", "first")),
        ):
            node = function.node_def.add(name=name, input=[given])
            _become_call(node, f"f{i - 1}") if i else _become_relu(node)
    message.node.add(name="x", op="Placeholder").attr["dtype"].type = 1
    _become_call(message.node.add(name="y", input=["x"]), "f39")
    graph, _ = imported(message)
    functions = graph.as_graph_def().library.function
    assert len(functions) == 40
    assert not any(function.signature.is_stateful for function in functions)


def _become_call(node, name):
    node.op = "PartitionedCall"
    node.attr["f"].func.name = name
    node.attr["Tin"].list.type.append(1)
    node.attr["Tout"].list.type.append(1)


def _become_relu(node):
    node.op = "Relu"
    node.attr["T"].type = 1


def test_lists_that_are_alike_belong_to_each_node_alone():
    graph = tf.Graph()
    with graph.as_default():
        x = tf.zeros([1, 8, 8, 3])
        for _ in range(2):
            x = tf.nn.max_pool2d(x, 2, 1, "SAME")
    with tf.Graph().as_default() as imported:
        tf.graph_util.import_graph_def(graph.as_graph_def(), name="")
    first, second = (op for op in imported.get_operations() if op.type == "MaxPool")
    assert first.attrs["ksize"] == second.attrs["ksize"] == [1, 2, 2, 1]
    assert first.attrs["ksize"] is not second.attrs["ksize"]
