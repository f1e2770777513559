"""Conditionals, loops, tensor lists and their gradients as parts of one program."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import stagelight as tf
from stagelight import config
from tests.xla.runs import host_operations


def compared(function: Any, *arguments: Any, reasons: tuple[str, ...] = ()) -> None:
    """Runs a function by XLA and on the host, and sees that the results and what is cut out are as said."""
    staged = tf.function(function)
    found = tf.nest.flatten(staged(*arguments))
    with config.changed(executor="host"):
        expected = tf.nest.flatten(tf.function(function)(*arguments))
    for one, other in zip(found, expected, strict=True):
        assert one.dtype == other.dtype
        np.testing.assert_allclose(one.numpy(), other.numpy(), rtol=2e-5, atol=1e-6)
    assert tuple(host_operations(staged.get_concrete_function(*arguments)).values()) == reasons


X = tf.constant([[0.5, -1.0], [2.0, 0.25]])


def gradient(function: Any) -> Any:
    def of(*arguments: Any) -> Any:
        with tf.GradientTape() as tape:
            tape.watch(arguments)
            results = function(*arguments)
        return results, tape.gradient(
            results, [x for x in arguments if x.dtype.is_floating], unconnected_gradients="zero"
        )

    return of


def choice(x, n):
    return tf.cond(n > 1, lambda: tf.tanh(x) * 2.0, lambda: x * x)


def choice_of_many(x, n):
    return tf.switch_case(n, [lambda: x * 2.0, lambda: tf.exp(x), lambda: tf.reduce_sum(x) + x])


def counted(x, n):
    for i in tf.range(4):
        x = tf.tanh(x) * tf.cast(i + n, tf.float32)
    return x


def rows_of_loop(x, n):
    rows = tf.TensorArray(tf.float32, 3)
    for i in tf.range(3):
        x = tf.matmul(x, x) * 0.5
        rows = rows.write(i, x)
    return rows.stack()


def nested(x, n):
    for i in tf.range(3):
        if tf.reduce_sum(x) > 0.0:
            for _ in tf.range(2):
                x = x * 0.5 + tf.cast(i, tf.float32)
        else:
            x = x - 1.0
    return x


def scan(x, n):
    return tf.scan(lambda a, row: tf.tanh(a + row), x)


FUNCTIONS = [choice, choice_of_many, counted, rows_of_loop, nested, scan]


@pytest.mark.parametrize("n", [0, 1, 2])
@pytest.mark.parametrize("function", FUNCTIONS)
def test_results(function, n):
    compared(function, X, tf.constant(n))


@pytest.mark.parametrize("function", FUNCTIONS)
def test_gradients(function):
    compared(gradient(function), X, tf.constant(2))


def test_a_loop_whose_rounds_data_tells():
    def run(x, n):
        while tf.reduce_sum(x) < 100.0:
            x = x * 1.5 + tf.cast(n, tf.float32)
        return x

    compared(run, X, tf.constant(1))


def test_the_gradient_of_such_a_loop_is_left_to_the_host_with_the_reason():
    @gradient
    def run(x, n):
        while tf.reduce_max(x) < 8.0:
            x = tf.sinh(x) * 1.5
        return x

    compared(run, X, tf.constant(3), reasons=("data tells how long a list becomes",))


def test_rounds_that_an_argument_tells_are_known_by_its_value():
    @gradient
    def run(x, n):
        i = 0
        while i < n:
            x = tf.tanh(x) * 1.5
            i += 1
        return x

    for n in (3, 1, 4):
        compared(run, X, tf.constant(n))


def test_variables_of_branches_and_rounds():
    def program():
        v, w = tf.Variable(1.0), tf.Variable([1.0, 2.0])

        @tf.function
        def run(x, n):
            if n > 1:
                v.assign_add(tf.reduce_sum(x))
            else:
                w.assign(x[0])
            for i in tf.range(3):
                w.assign_add([1.0, v])
                if i > 0:
                    v.assign(v * 2.0)
            return v * 1.0, w + 0.0

        results = [run(X, tf.constant(n)) for n in (0, 2, 1)]
        return [x.numpy() for x in tf.nest.flatten(results)], v.numpy(), w.numpy(), run

    *found, run = program()
    with config.changed(executor="host"):
        *expected, _ = program()
    for one, other in zip(tf.nest.flatten(found), tf.nest.flatten(expected), strict=True):
        np.testing.assert_allclose(one, other, rtol=1e-6)
    assert host_operations(run.get_concrete_function(X, tf.constant(1))) == {}


def test_lists_that_leave_a_program_lead_back_into_one():
    """A tape outside of the function: forward and backward are two graphs with lists between them."""
    staged = tf.function(rows_of_loop)
    with tf.GradientTape() as tape:
        tape.watch(X)
        result = staged(X, tf.constant(0))
    found = tape.gradient(result, X)
    with config.changed(executor="host"), tf.GradientTape() as tape:
        tape.watch(X)
        result = tf.function(rows_of_loop)(X, tf.constant(0))
    np.testing.assert_allclose(found, tape.gradient(result, X), rtol=1e-5)


def test_reads_past_the_end_of_a_list_are_the_hosts_error():
    @tf.function
    def run(x, i):
        rows = tf.TensorArray(tf.float32, 2, dynamic_size=False, clear_after_read=False)
        return rows.unstack(x).read(i) * 2.0

    for i in (1, 0):
        np.testing.assert_array_equal(run(X, tf.constant(i)), X[i] * 2.0)
        with pytest.raises(tf.errors.OpError):
            run(X, tf.constant(i + 5))


def test_a_function_that_calls_itself_is_the_hosts():
    @tf.function(input_signature=[tf.TensorSpec([], tf.int32)])
    def factorial(n):
        if n < 2:
            return 1
        return n * factorial(n - 1)

    assert int(factorial(tf.constant(5))) == 120
