"""Whole functions as ONNX models: open axes, branches, loops, variables, names, errors."""

from __future__ import annotations

import numpy as np
import onnx
import pytest

import stagelight as tf
from tests.onnx.running import checked, differences, run


def spec(shape, dtype=tf.float32, name=None):
    return tf.TensorSpec(shape, dtype, name)


def same(function, *arrays, units=64, **options):
    """Exports, checks, runs and compares; gives the model."""
    model = checked(tf.onnx.export(function, **options))
    expected = [x.numpy() for x in tf.nest.flatten(function(*map(tf.constant, arrays)))]
    assert differences(expected, run(model, *arrays), units) == []
    return model


def operators(graph):
    return [node.op_type for node in graph.node]


class Network(tf.Module):
    """Two convolutions, pooling and a linear layer."""

    def __init__(self):
        super().__init__()
        random = np.random.default_rng(3)
        shapes = {"first": (3, 3, 1, 4), "second": (3, 3, 4, 8), "scores": (128, 10)}
        self.weights = {
            k: tf.Variable(random.normal(size=s).astype("f"), name=k) for k, s in shapes.items()
        }
        self.bias = tf.Variable([0.1, -0.2, 0.3, 0.0], name="bias")

    @tf.function(input_signature=[spec([None, 8, 8, 1], name="pictures")])
    def __call__(self, x):
        x = tf.nn.relu(tf.nn.conv2d(x, self.weights["first"], 1, "SAME") + self.bias)
        x = tf.nn.relu(tf.nn.conv2d(x, self.weights["second"], 1, "SAME"))
        x = tf.nn.max_pool2d(x, 2, 2, "VALID")
        return tf.nn.softmax(tf.reshape(x, [-1, 128]) @ self.weights["scores"])


def test_a_network_runs_with_any_batch_and_few_transpositions():
    network, random = Network(), np.random.default_rng(1)
    for batch in (1, 7):
        model = same(network, random.normal(size=(batch, 8, 8, 1)).astype("f"))
    assert operators(model.graph) == [
        "Transpose", "Conv", "Add", "Relu", "Conv", "Relu", "MaxPool", "Transpose", "Reshape", "MatMul",
        "Softmax",
    ]  # fmt: skip
    assert model.graph.input[0].name == "pictures"
    assert model.graph.input[0].type.tensor_type.shape.dim[0].dim_param == "pictures_0"
    names = {x.name.partition("_")[0] for x in model.graph.initializer}
    assert names >= {"first", "second", "scores"}


def test_axes_get_the_names_that_are_given():
    f = tf.function(
        lambda x, y: x @ y, input_signature=[spec([None, 2], name="x"), spec([2, 3], name="y")]
    )
    model = tf.onnx.export(f, axis_names={"x": ["batch"]})
    assert model.graph.input[0].type.tensor_type.shape.dim[0].dim_param == "batch"


@tf.function(input_signature=[spec([], tf.int32, "n")])
def collatz(n):
    steps = tf.constant(0)
    while n != 1:
        if n % 2 == 0:
            n = n // 2
        else:
            n = 3 * n + 1
        steps += 1
    return steps


@pytest.mark.parametrize("n", [1, 6, 27])
def test_a_loop_that_ends_by_its_values(n):
    model = same(collatz, np.int32(n))
    assert operators(model.graph).count("Loop") == 1
    body = next(node for node in model.graph.node if node.op_type == "Loop").attribute[0].g
    assert "If" in operators(body)


class Recurrent(tf.Module):
    """An LSTM over sequences of any length and number, which keeps its states in an array."""

    def __init__(self, units=5, depth=3):
        super().__init__()
        random = np.random.default_rng(5)
        self.kernel = tf.Variable(random.normal(size=(depth + units, 4 * units)).astype("f") * 0.5)
        self.units = units

    @tf.function(input_signature=[spec([None, None, 3], name="x")])
    def __call__(self, x):
        state = cell = tf.zeros([tf.shape(x)[0], self.units])
        states = tf.TensorArray(tf.float32, size=0, dynamic_size=True)
        for i in tf.range(tf.shape(x)[1]):
            gates = tf.concat([x[:, i], state], 1) @ self.kernel
            forget, take, give, new = tf.split(gates, 4, axis=1)
            cell = tf.sigmoid(forget) * cell + tf.sigmoid(take) * tf.tanh(new)
            state = tf.sigmoid(give) * tf.tanh(cell)
            states = states.write(i, state)
        # An array whose elements have no shape tells no rank.
        rows = tf.ensure_shape(states.stack(), [None, None, self.units])
        return {"states": rows, "last": state}


@pytest.mark.parametrize(("batch", "length"), [(2, 4), (1, 1), (3, 9)])
def test_a_recurrent_network_of_any_length(batch, length):
    x = np.random.default_rng(2).normal(size=(batch, length, 3)).astype("f")
    model = checked(tf.onnx.export(Recurrent()))
    expected = Recurrent()(x)
    names = [value.name for value in model.graph.output]
    assert names == ["last", "states"]
    assert differences([expected[name].numpy() for name in names], run(model, x)) == []


@tf.function(input_signature=[spec([None], name="x")])
def branches(x):
    total = tf.reduce_sum(x)
    if total > 0:
        y, z = x * total, tf.constant(1)
    else:
        y, z = tf.concat([x, x], 0), tf.constant(2)
    return y, z


@pytest.mark.parametrize("sign", [1, -1])
def test_branches_with_results_of_other_shapes(sign):
    same(branches, sign * np.ones(3, np.float32))


def test_one_of_many_branches():
    @tf.function(input_signature=[spec([], tf.int32), spec([2])])
    def f(i, x):
        return tf.switch_case(i, [lambda: x, lambda: -x, lambda: x * x])

    for i in (0, 1, 2, 7, -1):
        same(f, np.int32(i), np.array([2, 3], np.float32))


def test_a_gradient_is_a_function_like_others():
    @tf.function(input_signature=[spec([None, 2])])
    def f(x):
        with tf.GradientTape() as tape:
            tape.watch(x)
            y = tf.reduce_sum(tf.tanh(x) * tf.nn.relu(x))
        return y, tape.gradient(y, x)

    same(f, np.random.default_rng(0).normal(size=(3, 2)).astype("f"))


def test_transpositions_around_elementwise_operators_cancel():
    @tf.function(input_signature=[spec([2, 3, 4])])
    def f(x):
        return tf.transpose(tf.nn.relu(tf.transpose(x, [2, 0, 1]) + [1.0, 2.0, 3.0]), [1, 2, 0])

    model = same(f, np.random.default_rng(0).normal(size=(2, 3, 4)).astype("f"))
    assert operators(model.graph) == ["Add", "Relu"]


def test_what_is_computed_from_constants_is_a_constant():
    f = tf.function(
        lambda x: tf.reshape(x, [tf.constant(2) * 3, -1]), input_signature=[spec([None, 2])]
    )
    assert operators(same(f, np.ones((3, 2), np.float32)).graph) == ["Reshape"]


@pytest.mark.parametrize("opset", [18, 19, 20, 21, 22, 23])
def test_versions_of_the_operators(opset):
    model = same(Network(), np.ones((2, 8, 8, 1), np.float32), opset=opset)
    assert model.opset_import[0].version == opset


def test_other_versions_are_refused():
    with pytest.raises(ValueError, match="opset must be from 18 to 23"):
        tf.onnx.export(collatz, opset=11)


def test_an_operation_of_a_later_version_says_so():
    f = tf.function(lambda x: tf.strings.join([x, "!"]), input_signature=[spec([None], tf.string)])
    same(f, np.array([b"a", b"b"], object))
    with pytest.raises(tf.onnx.UnsupportedOperationsError, match="StringConcat in later opsets"):
        tf.onnx.export(f, opset=19)


def test_functions_without_a_signature_take_one():
    model = tf.onnx.export(lambda x: x + 1, input_signature=[spec([None], tf.int32, "x")])
    assert run(checked(model), np.array([1, 2], np.int32)).results[0].tolist() == [2, 3]
    with pytest.raises(TypeError, match="input_signature must be given"):
        tf.onnx.export(lambda x: x)
    with pytest.raises(TypeError, match="function must be a function"):
        tf.onnx.export(3)


def test_concrete_functions_and_saved_models(tmp_path):
    x = np.ones((1, 8, 8, 1), np.float32)
    network = Network()
    expected = [network(x).numpy()]
    concrete = network.__call__.get_concrete_function()
    assert differences(expected, run(tf.onnx.export(concrete), x)) == []
    tf.saved_model.save(network, tmp_path / "saved")
    model = tf.onnx.export(tmp_path / "saved", tmp_path / "model.onnx")
    assert differences(expected, run(checked(model), x)) == []
    assert onnx.load(tmp_path / "model.onnx") == model
    with pytest.raises(ValueError, match="signature must be one of"):
        tf.onnx.export(tmp_path / "saved", signature="other")


def test_all_that_cannot_be_exported_is_told_with_its_lines():
    counter = tf.Variable(0.0)

    @tf.function(input_signature=[spec([4])])
    def f(x):
        y = tf.math.lgamma(x)
        counter.assign_add(1.0)
        if tf.reduce_sum(x) > 0:
            y = tf.math.digamma(x)
        return y + tf.math.lgamma(x + 1)

    with pytest.raises(tf.onnx.UnsupportedOperationsError) as caught:
        tf.onnx.export(f)
    error = caught.value
    assert sorted(x[0] for x in error.operations) == [
        "AssignAddVariableOp",
        "Digamma",
        "Lgamma",
        "Lgamma",
    ]
    assert str(error).startswith("AG501: ONNX cannot express 4 operations of ")
    first = f.python_function.__code__.co_firstlineno
    lines = {x[0]: x[3][1] - first for x in error.operations}
    assert (lines["AssignAddVariableOp"], lines["Digamma"]) == (3, 5)
    assert all(x[3][0] == __file__ for x in error.operations)


def test_ranks_must_be_known():
    f = tf.function(lambda x: x + 1, input_signature=[spec(None, name="x")])
    with pytest.raises(ValueError, match="'x' has no known rank"):
        tf.onnx.export(f)


def test_checks_and_prints_are_left_out():
    @tf.function(input_signature=[spec([None])])
    def f(x):
        tf.debugging.assert_positive(x)
        tf.print("x:", x)
        return tf.debugging.check_numerics(x, "x") * 2

    assert operators(same(f, np.ones(2, np.float32)).graph) == ["Mul"]


def test_a_large_model_keeps_its_values_beside_it(tmp_path, monkeypatch):
    from stagelight.onnx.exporting import export

    monkeypatch.setattr(export, "MOST_BYTES_IN_A_MESSAGE", 1000)
    tf.onnx.export(Network(), tmp_path / "model.onnx")
    assert (tmp_path / "model.onnx.data").stat().st_size > 4096
    checked(onnx.load(tmp_path / "model.onnx"))


@pytest.mark.parametrize("padding", ["SAME", "VALID"])
@pytest.mark.parametrize("in_batch", [False, True])
def test_places_of_maxima_count_as_in_tensorflow(padding: str, in_batch: bool) -> None:
    """Of any number of images, with the channels behind the rows."""
    x = np.random.default_rng(3).normal(size=(3, 7, 9, 4)).astype(np.float32)

    @tf.function(input_signature=[tf.TensorSpec([None, 7, 9, 4])])
    def pooled(x):
        return tf.nn.max_pool_with_argmax(x, 3, 2, padding, include_batch_in_index=in_batch)

    results = run(tf.onnx.export(pooled), x).results
    for mine, theirs in zip(pooled(x), results, strict=True):
        np.testing.assert_array_equal(mine.numpy(), theirs)


def test_filters_of_too_many_places_are_no_sums() -> None:
    @tf.function(input_signature=[tf.TensorSpec([1, 40, 40, 1])])
    def spread(x):
        return tf.nn.dilation2d(x, tf.zeros([20, 20, 1]), [1] * 4, "SAME", "NHWC", [1] * 4)

    with pytest.raises(tf.onnx.UnsupportedOperationsError, match="256 places"):
        tf.onnx.export(spread)
