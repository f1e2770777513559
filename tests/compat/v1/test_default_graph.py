"""The global graph, turning eager execution off and on, and placeholders."""

from __future__ import annotations

import subprocess
import sys
import threading

import pytest

import stagelight as tf

v1 = tf.compat.v1


@pytest.fixture
def without_eager():
    """Ops go to the global graph, which is empty at first."""
    v1.reset_default_graph()
    v1.disable_eager_execution()
    yield
    v1.reset_default_graph()
    v1.enable_eager_execution()


def test_the_default_graph_is_the_one_that_ops_go_to():
    outside = v1.get_default_graph()
    with tf.Graph().as_default() as graph:
        assert v1.get_default_graph() is graph
        assert tf.constant(1).graph is graph
    assert v1.get_default_graph() is outside


def test_ops_go_to_the_global_graph_where_eager_execution_is_off(without_eager):
    x = tf.constant(2.0, name="x")
    assert not tf.executing_eagerly()
    assert x.graph is v1.get_default_graph()
    with v1.Session() as session:
        assert session.run(x * 3.0) == 6.0


def test_a_reset_makes_the_global_graph_empty(without_eager):
    x = tf.constant(2.0, name="x")
    v1.reset_default_graph()
    assert tf.constant(3.0, name="x").name == "x:0"
    assert x.graph is not v1.get_default_graph()
    with v1.Session() as session, pytest.raises(ValueError, match="not an element"):
        session.run(x)


def test_a_graph_in_use_cannot_be_reset():
    with tf.Graph().as_default(), pytest.raises(AssertionError, match="nested graphs"):
        v1.reset_default_graph()


def test_eager_execution_cannot_be_turned_on_amid_a_graph(without_eager):
    tf.constant(1.0)
    with pytest.raises(ValueError, match="program startup"):
        v1.enable_eager_execution()
    with tf.Graph().as_default(), pytest.raises(ValueError, match="program startup"):
        v1.enable_eager_execution()


def test_turning_on_what_is_on_does_nothing():
    v1.enable_eager_execution()
    v1.enable_v2_behavior()
    assert tf.executing_eagerly()


def test_functions_are_staged_where_eager_execution_is_off(without_eager):
    seen = []

    @tf.function
    def f(x):
        seen.append((tf.inside_function(), v1.executing_eagerly_outside_functions()))
        return x * 2.0

    y = f(tf.constant(3.0))
    assert seen[-1] == (True, False)
    with v1.Session() as session:
        assert session.run(y) == 6.0


def test_outside_of_functions_ops_run_at_once_if_nobody_turned_it_off():
    seen = []
    tf.function(lambda: seen.append(v1.executing_eagerly_outside_functions()))()
    with tf.Graph().as_default():
        seen.append(v1.executing_eagerly_outside_functions())
    assert seen == [True, False]


def test_other_threads_are_asked_for_themselves(without_eager):
    seen = []
    thread = threading.Thread(target=lambda: seen.append(tf.executing_eagerly()))
    thread.start()
    thread.join()
    assert seen == [True]


@pytest.mark.slow
def test_a_program_of_version_1_runs():
    """`import ... as tf`, as such a program begins."""
    program = """
import stagelight.compat.v1 as tf
tf.disable_eager_execution()
x = tf.placeholder(tf.float32, shape=[None], name="x")
w = tf.get_variable("w", shape=[], initializer=tf.zeros_initializer())
loss = tf.reduce_mean(tf.square(w * x - 3.0 * x))
train = tf.train.GradientDescentOptimizer(0.1).minimize(loss)
with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    for _ in range(50):
        sess.run(train, feed_dict={x: [1.0, 2.0]})
    print("%.3f" % sess.run(w))
"""
    result = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=False
    )
    assert (result.stdout, result.stderr) == ("3.000\n", "")


# ---------------------------------------------------------------------------- placeholders


def test_placeholders_belong_to_graphs():
    with pytest.raises(RuntimeError, match="not compatible with eager"):
        v1.placeholder(tf.float32)
    with tf.Graph().as_default() as graph:
        x = v1.placeholder("int64", [None, 3], name="x")
        unknown = v1.placeholder(tf.float32)
        assert (x.name, x.dtype, x.shape.as_list()) == ("x:0", tf.int64, [None, 3])
        assert unknown.shape.rank is None
        node = graph.as_graph_def().node[0]
    assert node.op == "Placeholder"
    assert [dim.size for dim in node.attr["shape"].shape.dim] == [-1, 3]


def test_a_placeholder_with_a_default_is_no_constant():
    """Its shape and value may be others in a run."""
    with tf.Graph().as_default():
        x = v1.placeholder_with_default([2, 3], [None])
        assert x.shape.as_list() == [None]
        assert tf.zeros(x).shape.rank is None
    assert v1.placeholder_with_default([1.0], [None]).numpy().tolist() == [1.0]


def test_gradients_flow_through_a_placeholder_with_a_default():
    with tf.Graph().as_default():
        x = tf.constant([1.0, 2.0])
        y = v1.placeholder_with_default(x, [None])
        (slope,) = v1.gradients(y * y, [x])
        with v1.Session() as session:
            assert session.run(slope).tolist() == [2.0, 4.0]
            assert session.run(slope, {y: [5.0, 5.0]}).tolist() == [10.0, 10.0]


def test_a_function_places_operations():
    """The devices are those that TensorFlow 2.21 gives."""
    with tf.Graph().as_default() as graph:
        with v1.device("/task:1"), v1.device(lambda op: "/job:ps" if op.type == "Const" else ""):
            a = tf.constant(1.0)
            with tf.device("/cpu:1"):
                b = tf.identity(a)
            with graph.device(lambda op: f"/job:{'x' if op.device else 'worker'}/gpu:0"):
                c = tf.identity(a)
            with graph.device(None):
                d = tf.identity(a)
        e = tf.identity(a)
    assert a.device == "/job:ps/task:1"
    assert b.device == "/task:1"
    assert c.device == "/task:1"
    assert (d.device, e.device) == ("", "")


def test_a_function_gives_a_device():
    refused = pytest.raises(TypeError, match=r"A device is a name or a tf\.DeviceSpec")
    with tf.Graph().as_default(), v1.device(lambda op: None), refused:
        tf.constant(1)


def test_a_function_sees_the_device_of_the_scopes_inside():
    with tf.Graph().as_default(), v1.device(lambda op: op.device or "/cpu:0"):
        with tf.device("/gpu:1"):
            a = tf.constant(1)
        b = tf.constant(1)
    assert (a.device, b.device) == ("/device:GPU:1", "/device:CPU:0")


def test_functions_place_nothing_in_eager_code():
    with pytest.raises(RuntimeError, match="does not support functions"):
        v1.device(lambda op: "/cpu:0").__enter__()
    with tf.Graph().as_default(), pytest.raises(RuntimeError, match="does not support functions"):
        tf.device(lambda op: "/cpu:0").__enter__()


def test_a_graph_tells_its_scope_version_and_collections():
    with tf.Graph().as_default() as graph:
        with graph.name_scope("a"), graph.name_scope("b"):
            assert graph.get_name_scope() == "a/b"
            x = tf.constant(1)
        graph.add_to_collection("things", x)
        assert (graph.get_name_scope(), graph.version, graph.building_function) == ("", 1, False)
        assert graph.collections == ["things"]
        with tf.device("/cpu:1"):
            y = tf.constant(2)
        with graph.colocate_with(y.op):
            assert tf.constant(3).device == "/device:CPU:1"
            with graph.colocate_with(None):
                assert tf.constant(3).device == ""
