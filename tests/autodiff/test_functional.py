"""The gradient functions of `contrib.eager`, as the announcement of 2017 shows them."""

from __future__ import annotations

import pytest

import stagelight as tf
import stagelight.contrib.eager as tfe


def square(x):
    return tf.multiply(x, x)


def test_gradients_function():
    grad = tfe.gradients_function(square)
    assert square(3.0).numpy() == 9.0
    assert [g.numpy() for g in grad(3.0)] == [6.0]


def test_gradients_function_twice():
    second = tfe.gradients_function(lambda x: tfe.gradients_function(square)(x)[0])
    assert [g.numpy() for g in second(3.0)] == [2.0]


def test_a_python_conditional():
    def absolute(x):
        return x if x > 0.0 else -x

    grad = tfe.gradients_function(absolute)
    assert grad(3.0)[0].numpy() == 1.0
    assert grad(-3.0)[0].numpy() == -1.0


def test_params_by_name_and_position():
    def f(a, b):
        return a * b

    assert [g.numpy() for g in tfe.gradients_function(f)(2.0, 3.0)] == [3.0, 2.0]
    assert [g.numpy() for g in tfe.gradients_function(f, params=["b"])(2.0, 3.0)] == [2.0]
    assert [g.numpy() for g in tfe.gradients_function(f, params=[0])(2.0, 3.0)] == [3.0]


def test_an_unknown_parameter_is_refused():
    with pytest.raises(ValueError, match="params"):
        tfe.gradients_function(square, params=["nothing"])


def test_value_and_gradients_function():
    value, gradients = tfe.value_and_gradients_function(square)(3.0)
    assert value.numpy() == 9.0
    assert [g.numpy() for g in gradients] == [6.0]


def test_gradients_start_from_dy():
    assert tfe.gradients_function(square)(3.0, dy=10.0)[0].numpy() == 60.0


def test_a_function_that_gives_nothing_is_refused():
    with pytest.raises(ValueError, match="None"):
        tfe.gradients_function(lambda x: None)(1.0)


def test_implicit_gradients_find_the_variables():
    v, w = tf.Variable(2.0), tf.Variable(3.0)
    pairs = tfe.implicit_gradients(lambda x: v * w * x)(10.0)
    assert [(g.numpy(), x is y) for (g, x), y in zip(pairs, (v, w), strict=True)] == [
        (30.0, True),
        (20.0, True),
    ]


def test_implicit_value_and_gradients():
    v = tf.Variable(2.0)
    value, [(gradient, variable)] = tfe.implicit_value_and_gradients(lambda: v * v)()
    assert (value.numpy(), gradient.numpy(), variable is v) == (4.0, 4.0, True)


def test_implicit_gradients_without_variables_are_refused():
    with pytest.raises(ValueError, match="variables"):
        tfe.implicit_gradients(square)(tf.constant(1.0))


def test_custom_gradient_of_the_announcement():
    @tfe.custom_gradient
    def log1pexp(x):
        e = tf.exp(x)

        def grad(dy):
            return dy * (1 - 1 / (1 + e))

        return tf.log(1 + e) if hasattr(tf, "log") else tf.math.log(1 + e), grad

    grad = tfe.gradients_function(log1pexp)
    assert grad(0.0)[0].numpy() == 0.5
    assert grad(100.0)[0].numpy() == 1.0
