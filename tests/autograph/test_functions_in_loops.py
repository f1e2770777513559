"""Functions and classes that a staged loop makes in each round."""

from __future__ import annotations

import pytest

import stagelight as tf


def read_after_the_loop(x, y):
    for _ in tf.range(2):

        def add(q):
            return q + x

        y = add(y)
    return add(y)


def recursive(x, y):
    for _ in tf.range(3):

        def halved(n, q):
            if n <= 0:
                return q
            return halved(n - 1, (q + x) * 0.5)

        y = halved(tf.constant(2), y)
    return y


def recursive_in_an_endless_loop(x, y):
    count = 0
    while True:
        count += 1
        if count > 3 or y > 100.0:
            break

        def grown(n, q):
            if n <= 0:
                return q
            return grown(n - 2, q + y)  # noqa: B023 (of this round, as in Python)

        y = grown(tf.constant(2), y)
    return y


def made_on_one_way(x, y):
    for k in tf.range(3):
        if k > 0:

            def scale(q, by=2.0):
                return q * by

            y = scale(y)
        y = y + x
    return y


@pytest.mark.parametrize(
    "program", [read_after_the_loop, recursive, recursive_in_an_endless_loop, made_on_one_way]
)
def test_a_function_of_each_round_means_what_it_does_in_python(program):
    x, y = tf.constant(1.5), tf.constant(0.25)
    expected = program(x, y)
    assert tf.function(program)(x, y) == expected

    def gradients(function):
        with tf.GradientTape() as tape:
            tape.watch([x, y])
            result = function(x, y)
        return [float(g) for g in tape.gradient(result, [x, y], unconnected_gradients="zero")]

    assert gradients(tf.function(program)) == gradients(program)


def test_another_class_in_each_round_is_refused_at_once():
    @tf.function
    def f(x):
        for _ in tf.range(2):

            class Scale:
                by = 3.0

            x = x * Scale.by
        return x * Scale.by

    with pytest.raises(TypeError, match=r"'Scale' must have the same structure.*AG302"):
        f(tf.constant(1.0))


def test_functions_with_other_defaults_in_each_round_are_refused_at_once():
    @tf.function
    def f(x):
        for _ in tf.range(2):

            def scale(q, by=x * 2.0):
                return q * by

            x = scale(x)
        return scale(x)

    with pytest.raises(TypeError, match=r"'scale'.*Each iteration makes another one.*AG302"):
        f(tf.constant(1.0))
