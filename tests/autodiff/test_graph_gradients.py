"""`tf.gradients`: the reverse walk over a graph, with its stops and starts."""

from __future__ import annotations

import pytest

import stagelight as tf


def staged(f, *values):
    results = tf.function(f)(*[tf.constant(value) for value in values])
    return [r if r is None else r.numpy().tolist() for r in tf.nest.flatten(results)]


def test_gradients_are_a_list():
    assert staged(lambda x: tf.gradients(x * x, x), 3.0) == [6.0]


def test_targets_are_summed():
    assert staged(lambda x: tf.gradients([x * x, 2.0 * x], [x]), 3.0) == [8.0]


def test_grad_ys_weigh_the_targets():
    assert staged(lambda x: tf.gradients([x * x, x], x, grad_ys=[10.0, 1.0]), 3.0) == [61.0]


def test_stop_gradients_hold_sources_constant():
    def partial(a):
        b = 2.0 * a
        return tf.gradients(a + b, [a, b], stop_gradients=[a, b])

    def full(a):
        b = 2.0 * a
        return tf.gradients(a + b, [a, b])

    assert staged(partial, 1.0) == [1.0, 1.0]
    assert staged(full, 1.0) == [3.0, 1.0]


def test_unconnected_sources():
    assert tf.function(lambda x, y: tf.gradients(x, y))(1.0, tf.constant(2.0)) == [None]
    zero = tf.UnconnectedGradients.ZERO
    assert staged(lambda x, y: tf.gradients(x, y, unconnected_gradients=zero), 1.0, [2.0]) == [
        [0.0]
    ]


def test_second_order():
    def second(x):
        first = tf.gradients(x * x * x, x)[0]
        return tf.gradients(first, x)

    assert staged(second, 2.0) == [12.0]


def test_a_variable_is_a_source():
    v = tf.Variable(3.0)
    assert tf.function(lambda: tf.gradients(v * v, v))()[0].numpy() == 6.0
    assert tf.function(lambda: tf.gradients(v * v, [v]))()[0].numpy() == 6.0


def test_through_a_nested_staged_function():
    @tf.function
    def cube(x):
        return x**3

    assert staged(lambda x: tf.gradients(cube(x), x), 2.0) == [12.0]


def test_through_a_loop():
    def looped(x):
        y = tf.while_loop(lambda i, y: i < 3, lambda i, y: (i + 1, y * x), [0, 1.0])[1]
        return tf.gradients(y, x)

    assert staged(looped, 2.0) == [12.0]


def test_eagerly_it_is_refused():
    x = tf.constant(1.0)
    with pytest.raises(RuntimeError, match="GradientTape"):
        tf.gradients(x * x, x)


def test_a_captured_tensor_is_a_source():
    def outer(x):
        y = x * 2.0
        return tf.function(lambda: tf.gradients(y * y, y))()

    assert staged(outer, 3.0) == [12.0]


def test_two_functions_of_one_source():
    assert staged(lambda x: (tf.gradients(x * x, x), tf.gradients(x**3, x)), 2.0) == [4.0, 12.0]


@pytest.mark.parametrize("scope", ["", "outer", "outer/inner"])
def test_operations_of_gradients_are_in_the_scope_that_asks(scope):
    @tf.function
    def f(x):
        with tf.GradientTape() as tape:
            tape.watch(x)
            with tf.name_scope("forward"):
                y = tf.sin(x) * x
        if not scope:
            return tape.gradient(y, x)
        with tf.name_scope(scope):
            return tape.gradient(y, x)

    names = [op.name for op in f.get_concrete_function(tf.TensorSpec([])).graph.get_operations()]
    later = names[names.index("forward/mul") + 1 : -1]
    assert later
    assert {name.rpartition("/")[0] for name in later} == {scope}
