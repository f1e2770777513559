"""GraphDefs go both ways: TensorFlow runs ours, we run TensorFlow's, with equal results."""

from __future__ import annotations

import importlib
import inspect
import itertools
import warnings

import numpy as np
import pytest

from tests.oracle.comparison import differences, outcome
from tests.oracle.programs import staged_graphs

PROGRAMS = [
    pytest.param(value, id=name)
    for name, value in vars(staged_graphs).items()
    if inspect.isfunction(value) and name[0] != "_"
]


def staged(program, tf):
    """The concrete function of a program, and its arguments."""
    function, arguments = program(tf)
    specs = [tf.TensorSpec(np.shape(value), _dtype(tf, value)) for value in arguments]
    return tf.function(function).get_concrete_function(*specs), arguments


def _dtype(tf, value):
    return tf.string if value.dtype == object else tf.as_dtype(value.dtype)


_numbers = itertools.count()


def name_apart(graph_def, prefix):
    """Gives functions names that TensorFlow has none of: it makes "cond_true_6" and its like itself."""
    functions = graph_def.library.function
    names = {function.signature.name for function in functions}
    for function in functions:
        function.signature.name = prefix + function.signature.name
    for node in [*graph_def.node, *(node for f in functions for node in f.node_def)]:
        if node.op in names:
            node.op = prefix + node.op
        for attr in node.attr.values():
            for called in [attr.func, *attr.list.func]:
                if called.name in names:
                    called.name = prefix + called.name


def in_tensorflow(tf, message, inputs, outputs):
    """A function that runs a GraphDef in TensorFlow."""
    graph_def = tf.compat.v1.GraphDef.FromString(message.SerializeToString())
    name_apart(graph_def, f"ours_{next(_numbers)}_")
    wrapped = tf.compat.v1.wrap_function(
        lambda: tf.graph_util.import_graph_def(graph_def, name=""), []
    )
    return wrapped.prune(
        [wrapped.graph.get_tensor_by_name(name) for name in inputs],
        [wrapped.graph.get_tensor_by_name(name) for name in outputs],
    )


def in_stagelight(message, inputs, outputs):
    """A function that runs a GraphDef in Stagelight."""
    tf = importlib.import_module("stagelight")
    func_graph = importlib.import_module("stagelight.graph.func_graph")
    tracing = importlib.import_module("stagelight.graph.tracing")
    verifier = importlib.import_module("stagelight.graph.verifier")
    calls = importlib.import_module("stagelight.control_flow.calls")
    graph = func_graph.FuncGraph("imported")
    with graph.as_default():
        tensors = tf.graph_util.import_graph_def(
            message, name="", return_elements=[*inputs, *outputs]
        )
    graph.inputs = tensors[: len(inputs)]
    tracing.finish(graph, tensors[len(inputs) :])
    verifier.verify(graph)
    return lambda *values: calls.call_graph(graph, [tf.convert_to_tensor(v) for v in values])


def compare(expected, actual):
    found = differences(expected, actual)
    assert not found, "\n".join(found)


@pytest.mark.parametrize("program", PROGRAMS)
def test_tensorflow_runs_our_graph(program, tensorflow, stagelight):
    concrete, arguments = staged(program, stagelight)
    message = concrete.graph.as_graph_def()
    captured = [tensor.numpy() for tensor in concrete.captured_inputs]
    run = in_tensorflow(
        tensorflow,
        message,
        [tensor.name for tensor in concrete.inputs],
        [tensor.name for tensor in concrete.outputs],
    )
    theirs = run(*[tensorflow.constant(value) for value in [*arguments, *captured]])
    ours = stagelight.nest.flatten(concrete(*[stagelight.constant(v) for v in arguments]))
    compare(outcome(lambda _: list(theirs), tensorflow), outcome(lambda _: ours, stagelight))


@pytest.mark.parametrize("program", PROGRAMS)
def test_we_run_the_graph_of_tensorflow(program, tensorflow, stagelight):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        concrete, arguments = staged(program, tensorflow)
    theirs = tensorflow.nest.flatten(concrete(*[tensorflow.constant(v) for v in arguments]))
    # Small values that it captured are constants in its GraphDef.
    inputs = [tensor.name for tensor in concrete.inputs if tensor.op.type == "Placeholder"]
    outputs = [tensor.name for tensor in concrete.outputs]
    message = concrete.graph.as_graph_def()
    ours = in_stagelight(message, inputs, outputs)(*arguments)
    compare(outcome(lambda _: theirs, tensorflow), outcome(lambda _: list(ours), stagelight))


@pytest.mark.parametrize("program", PROGRAMS)
def test_graph_comes_back_through_tensorflow(program, tensorflow, stagelight):
    """What TensorFlow writes of our graph is what we wrote, but for defaults that it adds."""
    concrete, _ = staged(program, stagelight)
    ours = concrete.graph.as_graph_def()
    with tensorflow.Graph().as_default() as graph:
        tensorflow.graph_util.import_graph_def(
            tensorflow.compat.v1.GraphDef.FromString(ours.SerializeToString()), name=""
        )
    theirs = {node.name: node for node in graph.as_graph_def().node}
    assert set(theirs) == {node.name for node in ours.node}
    for node in ours.node:
        other = theirs[node.name]
        assert (other.op, list(other.input)) == (node.op, list(node.input))
        for key, value in node.attr.items():
            assert other.attr[key].SerializeToString(deterministic=True) == (
                value.SerializeToString(deterministic=True)
            ), (node.name, key)
