# ruff: noqa: PLW0603 -- what is changed is what it is about
"""`compare_modes` finds the line at which eager and staged values part, and what only tracing does."""

from __future__ import annotations

import random

import stagelight as tf

TOTAL = 0


def line_of(text):
    with open(__file__) as file:
        return next(n for n, line in enumerate(file, 1) if line.strip().endswith(text))


def test_equal_values_agree():
    def f(x, n):
        for _ in tf.range(n):
            x = tf.tanh(x) if x > 0.5 else x * 2.0
        return {"x": x}

    result = tf.debugging.compare_modes(f, tf.constant(0.3), tf.constant(7))
    assert result.agrees
    assert result.tracing_only == ()
    assert str(result) == "all values agree"


def test_first_operation_that_differs_is_named():
    numbers = random.Random(1)

    def f(x):
        y = x * 2.0
        z = y + numbers.random()  # differs
        return tf.exp(z)

    difference = tf.debugging.compare_modes(f, tf.constant(0.3)).difference
    assert difference.operation == "AddV2"
    assert (difference.filename, difference.lineno) == (__file__, line_of("# differs"))
    assert difference.eager != difference.staged


def test_effects_of_tracing_are_named_and_undone():
    seen, box = [], {}

    def f(x):
        global TOTAL
        TOTAL += 1
        print("hello")
        seen.append(1)
        box["x"] = 1
        return x

    result = tf.debugging.compare_modes(f, tf.constant(1))
    assert set(result.tracing_only) == {
        "'hello' is printed", "seen is changed", "box['x'] is changed",
        "the global name TOTAL is changed",
    }  # fmt: skip
    assert (seen, box, TOTAL) == ([], {}, 0)


def test_variables_have_their_values_again():
    v = tf.Variable(1.0)

    @tf.function
    def f(x):
        v.assign_add(x)
        return v * 2.0

    assert tf.debugging.compare_modes(f, tf.constant(3.0)).agrees
    assert v.numpy() == 1.0


def test_step_through_runs_the_trace():
    v = tf.Variable(1.0)

    @tf.function
    def f(x, n):
        for i in tf.range(n):
            if x > 2.0:
                v.assign_add(x)
            x += tf.cast(i, tf.float32)
        return x, v.read_value()

    with tf.debugging.step_through():
        stepped = f(tf.constant(1.0), tf.constant(4))
    assert not tf.config.functions_run_eagerly()
    v.assign(1.0)
    assert [x.numpy() for x in stepped] == [x.numpy() for x in f(tf.constant(1.0), tf.constant(4))]
