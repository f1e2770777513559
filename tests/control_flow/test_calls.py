"""Calls of staged functions, and their gradients."""

from __future__ import annotations

import numpy as np
import pytest

import stagelight as tf
from stagelight.control_flow.calls import call_graph, effects_of
from stagelight.control_flow.linearization import linearized
from tests.control_flow.derivatives import check


def test_gradient_of_a_call() -> None:
    inner = tf.function(lambda x, y: tf.tanh(x * y) * x)
    check(lambda x, y: tf.reduce_sum(inner(x, y) * y), [0.3, -0.2], [0.5, 0.7])


def test_gradient_of_calls_within_calls() -> None:
    inner = tf.function(lambda x: tf.sin(x) * x)
    middle = tf.function(lambda x: inner(x) * inner(x * 2.0))
    check(lambda x: middle(x) + x, 0.4)


def test_gradient_with_respect_to_a_variable() -> None:
    v = tf.Variable(0.7, dtype=tf.float64)
    inner = tf.function(lambda x: tf.exp(v * x) * v)
    check(inner.python_function, 0.4, variables=[v])
    check(lambda x: inner(x) * x, 0.4, variables=[v])


def test_third_order() -> None:
    f = tf.function(lambda x: x**5)
    x = tf.constant(2.0)
    with tf.GradientTape() as third:
        third.watch(x)
        with tf.GradientTape() as second:
            second.watch(x)
            with tf.GradientTape() as first:
                first.watch(x)
                y = f(x)
            dy = first.gradient(y, x)
        ddy = second.gradient(dy, x)
    assert float(third.gradient(ddy, x)) == pytest.approx(60 * 2.0**2)


def test_persistent_tape_differentiates_its_own_gradient() -> None:
    f = tf.function(lambda x: tf.sin(x))
    x = tf.constant(0.5)
    with tf.GradientTape(persistent=True) as tape:
        tape.watch(x)
        y = f(x)
        dy = tape.gradient(y, x)
    assert float(tape.gradient(dy, x)) == pytest.approx(-np.sin(0.5), rel=1e-5)


def test_gradient_of_one_of_several_outputs() -> None:
    f = tf.function(lambda x: (tf.sin(x), tf.cos(x), tf.cast(x, tf.int32)))
    x = tf.constant(0.5)
    with tf.GradientTape(persistent=True) as tape:
        tape.watch(x)
        a, b, _ = f(x)
    assert float(tape.gradient(a, x)) == pytest.approx(np.cos(0.5), rel=1e-5)
    assert float(tape.gradient(b, x)) == pytest.approx(-np.sin(0.5), rel=1e-5)
    assert float(tape.gradient([a, b], x)) == pytest.approx(np.cos(0.5) - np.sin(0.5), rel=1e-5)


def test_slices_leave_a_call() -> None:
    table = tf.Variable(np.ones([4, 2], np.float32))
    f = tf.function(lambda i: tf.reduce_sum(tf.gather(table, i)))
    with tf.GradientTape() as tape:
        y = f(tf.constant([1, 1, 3]))
    gradient = tape.gradient(y, table)
    assert isinstance(gradient, tf.IndexedSlices)
    dense = tf.convert_to_tensor(gradient).numpy()
    np.testing.assert_array_equal(dense, [[0, 0], [2, 2], [0, 0], [1, 1]])


def test_a_random_function_runs_once() -> None:
    @tf.function
    def f(x: tf.Tensor) -> tf.Tensor:
        noise = tf.random.normal([3])
        return x * noise, noise

    x = tf.constant([1.0, 1.0, 1.0])
    with tf.GradientTape() as tape:
        tape.watch(x)
        y, noise = f(x)
    np.testing.assert_array_equal(tape.gradient(y, x).numpy(), noise.numpy())


def test_effects_happen_once_under_a_tape() -> None:
    counter = tf.Variable(0)

    @tf.function
    def f(x: tf.Tensor) -> tf.Tensor:
        counter.assign_add(1)
        return tf.sin(x) * x

    x = tf.constant(0.5)
    with tf.GradientTape() as tape:
        tape.watch(x)
        y = f(x)
    tape.gradient(y, x)
    assert counter.numpy() == 1


def test_only_what_the_gradient_needs_is_kept() -> None:
    f = tf.function(lambda x: x * 2.0 + 1.0)
    graph = f.get_concrete_function(tf.TensorSpec([], tf.float32)).graph
    assert linearized(graph, (0,)).forward is graph
    g = tf.function(lambda x: tf.exp(tf.sin(x)))
    graph = g.get_concrete_function(tf.TensorSpec([], tf.float32)).graph
    # exp's gradient needs its output, sin's its input.
    assert linearized(graph, (0,)).forward is graph


def test_the_shape_is_kept_where_only_the_shape_is_needed() -> None:
    f = tf.function(lambda x: tf.reduce_sum(tf.exp(x) + 1.0))
    graph = f.get_concrete_function(tf.TensorSpec([None], tf.float32)).graph
    forward = linearized(graph, (0,)).forward
    kinds = {x.op.type for x in forward.outputs[1:]}
    assert kinds <= {"Exp", "Shape"}


def test_inputs_that_do_not_matter_have_no_gradient() -> None:
    f = tf.function(lambda x, y: tf.stop_gradient(x) * y)
    x, y = tf.constant(2.0), tf.constant(3.0)
    with tf.GradientTape() as tape:
        tape.watch([x, y])
        z = f(x, y)
    assert tape.gradient(z, [x, y])[0] is None


def test_call_is_stateless_unless_the_graph_has_effects() -> None:
    v = tf.Variable(1.0)
    pure = tf.function(lambda x: x + 1.0)
    reader = tf.function(lambda x: x + v)

    @tf.function
    def outer(x: tf.Tensor) -> tf.Tensor:
        return pure(x) + reader(x)

    concrete = outer.get_concrete_function(tf.TensorSpec([], tf.float32))
    types = [op.type for op in concrete.graph.get_operations()]
    assert "PartitionedCall" in types and "StatefulPartitionedCall" in types
    assert not effects_of(
        pure.get_concrete_function(tf.TensorSpec([], tf.float32)).graph
    ).is_stateful


def test_call_graph_without_outputs() -> None:
    v = tf.Variable(1.0)

    @tf.function
    def f() -> None:
        v.assign_add(1.0)

    graph = f.get_concrete_function().graph
    before = v.numpy()
    call_graph(graph, graph.external_captures)
    assert v.numpy() == before + 1.0
