"""Templates, cut graphs and warm starts; for programs see `tests/oracle/programs/older_parts.py`."""

from __future__ import annotations

import threading

import pytest

import stagelight as tf

v1 = tf.compat.v1


def test_a_template_needs_a_name_and_a_graph_for_its_own():
    with pytest.raises(ValueError, match="name cannot be None"):
        v1.make_template(None, abs)
    with pytest.raises(ValueError, match="unique_name_"):
        v1.make_template("a", abs, unique_name_="b")


def test_gradients_by_name_are_registered_once():
    tf.no_gradient("TestOlderPartsOnce")
    with pytest.raises(KeyError, match="Registering two gradient"):
        tf.no_gradient("TestOlderPartsOnce")
    with pytest.raises(KeyError, match="Registering two gradient"):
        tf.RegisterGradient("MatMul")(lambda op, gradient: gradient)
    with pytest.raises(TypeError, match="must be a string"):
        tf.RegisterGradient(3)


def test_a_map_of_gradients_is_of_strings():
    graph = tf.Graph()
    with (
        pytest.raises(TypeError, match="strings to strings"),
        graph.gradient_override_map({"a": 1}),
    ):
        pass


def test_a_tape_follows_the_gradient_that_a_function_names():
    @tf.RegisterGradient("TestOlderPartsTape")
    def tenfold(op, gradient):
        return gradient * 10.0

    @tf.function
    def f(x):
        with tf.compat.v1.get_default_graph().gradient_override_map(
            {"Square": "TestOlderPartsTape"}
        ):
            y = tf.square(x)
        return tf.gradients(y, x)[0]

    assert float(f(tf.constant(3.0))) == 10.0


def test_nodes_that_are_not_there_are_told():
    with tf.Graph().as_default() as graph:
        tf.constant(1.0, name="x")
    with pytest.raises(AssertionError, match="y is not in graph"):
        v1.graph_util.extract_sub_graph(graph.as_graph_def(), ["y"])
    with pytest.raises(TypeError, match="must be a graph_pb2"):
        v1.graph_util.extract_sub_graph(graph, ["x"])


def test_an_iterator_waits_for_the_next_checkpoint(tmp_path):
    checkpoint = tf.train.Checkpoint(v=tf.Variable(1.0))
    first = checkpoint.save(tmp_path / "model")
    found = tf.train.checkpoints_iterator(str(tmp_path), timeout=20)
    assert next(found) == first
    thread = threading.Timer(0.2, lambda: checkpoint.save(tmp_path / "model"))
    thread.start()
    assert next(found).endswith("model-2")
    thread.join()
    asked = []
    ended = tf.train.checkpoints_iterator(
        str(tmp_path / "none"), timeout=0, timeout_fn=lambda: asked.append(1) or len(asked) > 1
    )
    assert list(ended) == []
    assert len(asked) == 2
