"""Scopes of names and devices, and the ways out of a graph."""

from __future__ import annotations

import threading

import pytest

import stagelight as tf


@pytest.fixture
def graph():
    with tf.Graph().as_default() as graph:
        yield graph


# ---------------------------------------------------------------------------- names


def test_scopes_nest_and_are_made_unique(graph):
    with tf.name_scope("a") as outer:
        with tf.name_scope("b") as inner:
            pass
        with tf.name_scope("b") as again:
            x = tf.constant(1, name="x")
    with tf.name_scope("a") as other:
        pass
    assert (outer, inner, again, other) == ("a/", "a/b/", "a/b_1/", "a_1/")
    assert x.op.name == "a/b_1/x"


def test_a_scope_with_a_slash_is_entered_again(graph):
    with tf.name_scope("a") as scope:
        tf.constant(1, name="x")
    with tf.name_scope("elsewhere"), tf.name_scope(scope) as again:
        assert again == "a/"
        assert tf.constant(1, name="x").op.name == "a/x_1"


def test_an_empty_scope_is_the_root(graph):
    with tf.name_scope("a"), tf.name_scope("") as root:
        assert root == ""
        assert tf.constant(1, name="x").op.name == "x"


def test_one_object_may_be_entered_within_itself(graph):
    """`@tf.Module.with_name_scope` holds one for all calls, also for those that call each other."""
    scope = tf.name_scope("a")
    with scope as outer, scope as inner:
        pass
    assert (outer, inner) == ("a/", "a/a/")
    assert tf.constant(1, name="x").op.name == "x"


def test_scopes_name_eager_variables_and_are_not_made_unique():
    for _ in range(2):
        with tf.name_scope("a"), tf.name_scope("b"):
            assert tf.Variable(1.0, name="v").name == "a/b/v:0"
    with tf.name_scope("a") as scope, tf.name_scope("c"), tf.name_scope(scope):
        assert tf.Variable(1.0, name="v").name == "a/v:0"


def test_a_variable_made_in_a_function_is_named_after_the_scopes_there():
    made = []

    @tf.function
    def f():
        with tf.name_scope("a"):
            if not made:
                made.append(tf.Variable(1.0, name="v"))
        return made[0] + 1.0

    f()
    assert made[0].name == "a/v:0"


@pytest.mark.parametrize("name", [3, None])
def test_a_scope_is_named_by_a_string(name):
    with pytest.raises(ValueError, match="must be a string"):
        tf.name_scope(name)


def test_scopes_end_with_an_error(graph):
    with pytest.raises(KeyError), tf.name_scope("a"), tf.device("/cpu:1"):
        raise KeyError
    x = tf.constant(1, name="x")
    assert (x.op.name, x.op.device) == ("x", "")


# ---------------------------------------------------------------------------- devices


def test_devices_are_merged_part_by_part(graph):
    with tf.device("/job:worker/gpu:0"):
        outer = tf.constant(1)
        with tf.device("/cpu:1"):
            inner = tf.constant(1)
        with tf.device(tf.DeviceSpec(job="ps")):
            job = tf.constant(1)
        with tf.device(None):
            none = tf.constant(1)
    outside = tf.constant(1)
    assert [t.device for t in (outer, inner, job, none, outside)] == [
        "/job:worker/device:GPU:0",
        "/job:worker/device:CPU:1",
        "/job:ps/device:GPU:0",
        "",
        "",
    ]


def test_an_eager_op_runs_on_the_cpu_whatever_the_scope_says():
    with tf.device("/gpu:7"):
        x = tf.constant(1.0) + 1.0
    assert x.device.endswith("CPU:0")


def test_a_malformed_device_is_refused_and_changes_nothing(graph):
    with pytest.raises(ValueError, match="nonsense"), tf.device("nonsense"):
        pass
    assert tf.constant(1).device == ""


# ---------------------------------------------------------------------------- ways out


def test_where_ops_go():
    seen = []

    def note():
        seen.append((tf.executing_eagerly(), tf.inside_function()))

    @tf.function
    def f():
        note()
        with tf.init_scope():
            note()
        note()

    note()
    f()
    with tf.Graph().as_default():
        note()
    assert seen == [(True, False), (False, True), (True, False), (False, True), (False, False)]


def test_init_scope_in_a_function_of_a_graph_leads_to_the_graph(graph):
    made = []

    @tf.function
    def f(x):
        with tf.control_dependencies([x]), tf.init_scope():
            made.append(tf.constant(1.0, name="outside"))
        return x + made[0]

    f(tf.constant(1.0, name="argument"))
    assert made[0].graph is graph
    assert made[0].op.control_inputs == []


def test_init_scope_leaves_tapes():
    x = tf.constant(3.0)
    with tf.GradientTape() as tape:
        tape.watch(x)
        with tf.init_scope():
            y = x * x
        z = y * x
    assert float(tape.gradient(z, x)) == 9.0


def test_a_graph_is_the_default_of_its_thread_alone(graph):
    seen = []
    thread = threading.Thread(target=lambda: seen.append(tf.executing_eagerly()))
    thread.start()
    thread.join()
    assert seen == [True]


def test_eager_control_dependencies_call_the_functions_among_them():
    called = []
    with tf.control_dependencies([tf.constant(1), lambda: called.append(1)]):
        assert called == [1]
    with tf.control_dependencies(None):
        pass


def test_eager_mode_leaves_whatever_graph_is_being_built(graph):
    with tf.__internal__.eager_context.eager_mode():
        assert tf.constant(1).numpy() == 1
    assert not tf.executing_eagerly()
