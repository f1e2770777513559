"""`ForwardAccumulator`: tangents agree with numbers, and with the transposed walk."""

from __future__ import annotations

import weakref

import numpy as np
import pytest

import stagelight as tf


def _of_python(x):
    return tf.ensure_shape(tf.py_function(lambda x: x * x, [x], x.dtype), x.shape)


FUNCTIONS = {
    "product": lambda x: x * tf.sin(x),
    "matmul": lambda x: tf.matmul(x, x, transpose_b=True),
    "reduction": lambda x: tf.reduce_logsumexp(x, axis=1),
    "softmax": tf.nn.softmax,
    "gather": lambda x: tf.gather(x, [1, 1, 0]) ** 2,
    "slices": lambda x: x[:, ::-1] * x[0],
    "concat": lambda x: tf.concat([x, x * x], 0),
    "where": lambda x: tf.where(x > 0.5, x * x, -x),
    "norm": lambda x: tf.norm(x),
    "sort": lambda x: tf.sort(x, axis=1) * x,
    "cumsum": lambda x: tf.cumsum(x, axis=1) ** 2,
    "conditional": lambda x: tf.cond(tf.reduce_sum(x) > 0.0, lambda: x * x, lambda: x),
    "loop": lambda x: tf.while_loop(lambda i, y: i < 3, lambda i, y: (i + 1, y * x), [0, x])[1],
    "map": lambda x: tf.map_fn(lambda row: row * tf.reduce_sum(row), x),
    "determinant": lambda x: tf.linalg.det(x),
    "custom": tf.custom_gradient(lambda x: (x * x, lambda dy: dy * 2.0 * x)),
    "python": lambda x: _of_python(x) * x,
    "python in a loop": lambda x: tf.while_loop(
        lambda i, y: i < 2, lambda i, y: (i + 1, _of_python(y)), [0, x]
    )[1],
    "python in a branch": lambda x: tf.cond(
        tf.reduce_sum(x) > 0.0, lambda: _of_python(x), lambda: x
    ),
}
X = np.array([[0.3, 1.2], [0.9, 0.4]])
DIRECTION = np.array([[1.0, -0.5], [0.25, 2.0]])


def jvp(f, x=X, direction=DIRECTION):
    x = tf.constant(x)
    with tf.autodiff.ForwardAccumulator(x, tf.constant(direction)) as accumulator:
        y = f(x)
    return accumulator.jvp(y)


def numeric(f, step=1e-6):
    high, low = f(tf.constant(X + step * DIRECTION)), f(tf.constant(X - step * DIRECTION))
    return (high.numpy() - low.numpy()) / (2 * step)


@pytest.mark.parametrize("f", FUNCTIONS.values(), ids=FUNCTIONS)
def test_tangents_agree_with_differences(f):
    assert np.allclose(jvp(f).numpy(), numeric(f), rtol=1e-6, atol=1e-8)


@pytest.mark.parametrize("f", FUNCTIONS.values(), ids=FUNCTIONS)
def test_tangents_through_a_staged_function_are_the_same(f):
    assert np.allclose(jvp(tf.function(lambda x: f(x))).numpy(), jvp(f).numpy(), rtol=1e-12)


@pytest.mark.parametrize("f", FUNCTIONS.values(), ids=FUNCTIONS)
def test_tangents_inside_a_staged_function_are_the_same(f):
    inside = tf.function(lambda x, direction: jvp_of_tensors(f, x, direction))
    received = inside(tf.constant(X), tf.constant(DIRECTION))
    assert np.allclose(received.numpy(), jvp(f).numpy(), rtol=1e-12)


def jvp_of_tensors(f, x, direction):
    with tf.autodiff.ForwardAccumulator(x, direction) as accumulator:
        y = f(x)
    return accumulator.jvp(y)


def test_a_variable_is_a_primal():
    v = tf.Variable([1.0, 2.0])
    with tf.autodiff.ForwardAccumulator(v, tf.constant([1.0, 10.0])) as accumulator:
        y = v * v
    assert accumulator.jvp(y).numpy().tolist() == [2.0, 40.0]


def test_several_primals():
    x, y = tf.constant(2.0), tf.constant(3.0)
    with tf.autodiff.ForwardAccumulator([x, y], [tf.constant(1.0), tf.constant(10.0)]) as acc:
        z = x * y
    assert acc.jvp(z).numpy() == 23.0


def test_the_primal_has_its_own_tangent():
    x = tf.constant(2.0)
    with tf.autodiff.ForwardAccumulator(x, tf.constant(5.0)) as accumulator:
        pass
    assert accumulator.jvp(x).numpy() == 5.0


def test_nested_accumulators_give_second_derivatives():
    x = tf.constant(2.0)
    with tf.autodiff.ForwardAccumulator(x, tf.constant(1.0)) as outer:
        with tf.autodiff.ForwardAccumulator(x, tf.constant(1.0)) as inner:
            y = x**3
        first = inner.jvp(y)
    assert outer.jvp(first).numpy() == 12.0
    assert inner.jvp(outer.jvp(y)) is None or inner.jvp(outer.jvp(y)).numpy() == 12.0


def test_forward_over_reverse_gives_the_hessian_times_a_vector():
    x = tf.constant([1.0, 2.0])
    with tf.autodiff.ForwardAccumulator(x, tf.constant([1.0, 0.0])) as accumulator:
        with tf.GradientTape() as tape:
            tape.watch(x)
            y = tf.reduce_sum(x**3) + x[0] * x[1]
        gradient = tape.gradient(y, x)
    assert accumulator.jvp(gradient).numpy().tolist() == [6.0, 1.0]


def test_reverse_over_forward_gives_the_same():
    x = tf.constant([1.0, 2.0])
    with tf.GradientTape() as tape:
        tape.watch(x)
        with tf.autodiff.ForwardAccumulator(x, tf.constant([1.0, 0.0])) as accumulator:
            y = tf.reduce_sum(x**3) + x[0] * x[1]
        tangent = accumulator.jvp(y)
    assert tape.gradient(tangent, x).numpy().tolist() == [6.0, 1.0]


def test_unconnected_tangents():
    x, y = tf.constant(1.0), tf.constant([2.0, 3.0])
    with tf.autodiff.ForwardAccumulator(x, tf.constant(1.0)) as accumulator:
        z = y * 2.0
    assert accumulator.jvp(z) is None
    zero = accumulator.jvp(z, unconnected_gradients=tf.UnconnectedGradients.ZERO)
    assert zero.numpy().tolist() == [0.0, 0.0]


def test_shapes_of_tangents_must_agree():
    with pytest.raises(ValueError):
        tf.autodiff.ForwardAccumulator(tf.constant([1.0, 2.0]), tf.constant([1.0]))


def test_a_primal_twice_is_refused():
    x = tf.constant(1.0)
    with pytest.raises(ValueError):
        tf.autodiff.ForwardAccumulator([x, x], [tf.constant(1.0), tf.constant(1.0)])


def test_ops_outside_are_not_followed():
    x = tf.constant(1.0)
    with tf.autodiff.ForwardAccumulator(x, tf.constant(1.0)) as accumulator:
        y = x * 2.0
    assert accumulator.jvp(y * 2.0) is None


def test_entering_twice_is_refused():
    accumulator = tf.autodiff.ForwardAccumulator(tf.constant(1.0), tf.constant(1.0))
    with accumulator, pytest.raises(ValueError), accumulator:
        pass


def test_an_inner_accumulator_does_not_see_the_tangents_of_an_outer_one():
    x = tf.constant(1.1)
    one = tf.constant(1.0)
    accumulator = tf.autodiff.ForwardAccumulator
    with accumulator(x, one) as outer, accumulator(x, one) as inner:
        y = x**3.5
    np.testing.assert_allclose(outer.jvp(inner.jvp(y)), 3.5 * 2.5 * 1.1**1.5, rtol=1e-5)
    assert inner.jvp(outer.jvp(y)) is None


def test_what_nobody_else_keeps_is_forgotten_with_its_tangent():
    x, tangent = tf.ones([3]), tf.ones([3])
    gone = weakref.ref(x), weakref.ref(tangent)
    with tf.autodiff.ForwardAccumulator(x, tangent) as accumulator:
        y = x * 2.0
        del x, tangent
        assert [reference() for reference in gone] == [None, None]
    np.testing.assert_array_equal(accumulator.jvp(y), [2.0, 2.0, 2.0])


def test_a_function_that_returns_a_handle_has_tangents_of_the_rest():
    v, x = tf.Variable([[1.0]]), tf.constant(1.0)
    f = tf.function(lambda a: (a * 3.0, v.handle))
    with tf.autodiff.ForwardAccumulator(x, tf.constant(2.0)) as accumulator:
        y, _ = f(x)
    assert accumulator.jvp(y).numpy() == 6.0
