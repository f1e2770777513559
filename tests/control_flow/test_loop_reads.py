"""Variables that a loop only reads are read before it; others in each round."""

import numpy as np
import pytest

import stagelight as tf


@pytest.fixture
def v():
    return tf.Variable([[0.5, 0.1], [0.2, 0.4]])


def loops_of(function, *args):
    """The loops of a function's graph."""
    graph = function.get_concrete_function(*args).graph
    return [x for x in graph.operations if "While" in x.type]


def inner_types(loop):
    return [x.type for each in ("cond", "body") for x in loop.attrs[each].operations]


def test_a_variable_that_is_not_written_is_read_once_before(v):
    @tf.function
    def function(x):
        for _ in tf.range(3):
            x = tf.tanh(x @ v) + v
        return x

    x = tf.ones([2, 2])
    (loop,) = loops_of(function, x)
    assert "ReadVariableOp" not in inner_types(loop)
    assert tf.resource not in [t.dtype for t in loop.inputs]
    reads = [q for q in loop.graph.operations if q.type == "ReadVariableOp"]
    assert len(reads) == 1
    expected = x
    for _ in range(3):
        expected = tf.tanh(expected @ v) + v
    np.testing.assert_allclose(function(x), expected, rtol=1e-6)
    v.assign(v * 2.0)
    expected = x
    for _ in range(3):
        expected = tf.tanh(expected @ v) + v
    np.testing.assert_allclose(function(x), expected, rtol=1e-6)


def test_its_gradient_keeps_nothing_of_it(v):
    def loss(x):
        for _ in tf.range(4):
            x = tf.tanh(x @ v)
        return tf.reduce_sum(x)

    @tf.function
    def staged(x):
        with tf.GradientTape() as tape:
            result = loss(x)
        return tape.gradient(result, v)

    x = tf.ones([3, 2])
    forward, backward = loops_of(staged, x)
    assert not any(x.type == "ReadVariableOp" for x in forward.attrs["body"].operations)
    assert inner_types(forward).count("TensorListPushBack") == 2  # what tanh gives and takes
    assert inner_types(backward).count("TensorListPopBack") == 2
    with tf.GradientTape() as tape:
        y = x
        for _ in range(4):
            y = tf.tanh(y @ v)
        result = tf.reduce_sum(y)
    np.testing.assert_allclose(staged(x), tape.gradient(result, v), rtol=1e-5)


def test_a_value_that_is_assigned_after_the_loop_is_not_that_of_its_gradient(v):
    @tf.function
    def staged(x):
        with tf.GradientTape() as tape:
            for _ in tf.range(3):
                x = x @ v
            result = tf.reduce_sum(x)
        v.assign(tf.zeros([2, 2]))
        return tape.gradient(result, v)

    x, before = tf.ones([1, 2]), tf.constant(v)
    with tf.GradientTape() as tape:
        tape.watch(before)
        result = tf.reduce_sum(x @ before @ before @ before)
    np.testing.assert_allclose(staged(x), tape.gradient(result, before), rtol=1e-5)


def test_a_variable_that_is_written_is_read_in_each_round(v):
    @tf.function
    def function():
        total = tf.zeros([2, 2])
        for _ in tf.range(3):
            total += v
            v.assign_add(tf.ones([2, 2]))
        return total

    (loop,) = loops_of(function)
    assert "ReadVariableOp" in inner_types(loop)
    before = v.numpy()
    np.testing.assert_allclose(function(), 3 * before + 3.0, rtol=1e-6)


def test_the_condition_reads_what_stays_and_what_changes():
    limit, count = tf.Variable(5), tf.Variable(0)

    @tf.function
    def function():
        while count < limit:
            count.assign_add(2)
        return count + limit

    (loop,) = loops_of(function)
    handles = [t for t in loop.inputs if t.dtype is tf.resource]
    assert len(handles) == 1
    assert function() == 11
    limit.assign(9)
    assert function() == 19


def test_python_code_in_a_loop_may_write_it():
    v = tf.Variable(1.0)

    @tf.function
    def function():
        total = tf.constant(0.0)
        for _ in tf.range(3):
            total += v
            tf.py_function(lambda: v.assign_add(1.0), [], [])
        return total

    (loop,) = loops_of(function)
    assert "ReadVariableOp" in inner_types(loop)


def test_loops_in_loops_read_it_before_the_outermost(v):
    @tf.function
    def function(x):
        for _ in tf.range(2):
            for _ in tf.range(3):
                x = tf.tanh(x @ v)
        return x

    x = tf.ones([2, 2])
    (loop,) = loops_of(function, x)
    assert "ReadVariableOp" not in inner_types(loop)
    expected = x
    for _ in range(6):
        expected = tf.tanh(expected @ v)
    np.testing.assert_allclose(function(x), expected, rtol=1e-6)
