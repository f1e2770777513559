"""`tape.explain` names the line at which the path of a gradient ends, and why."""

from __future__ import annotations

import numpy as np
import pytest

import stagelight as tf


def line_of(text):
    with open(__file__) as file:
        return next(n for n, line in enumerate(file, 1) if line.strip().endswith(text))


def explained(function, value=2.0, watch=True):
    x = tf.constant(value)
    with tf.GradientTape(persistent=True) as tape:
        if watch:
            tape.watch(x)
        y = function(x)
    explanation = tape.explain(y, x)
    assert explanation.is_connected == (tape.gradient(y, x) is not None)
    return explanation


def by_integers(x):
    whole = tf.cast(x * 3.0, tf.int32)  # cast
    return tf.cast(whole, tf.float32) * 2.0


def by_numpy(x):
    y = x * x
    return tf.constant(y.numpy() + 1.0)  # numpy


def by_array(x):
    return tf.constant(np.sin(x))  # array


def by_stop(x):
    return tf.stop_gradient(x * x) + 1.0  # stop


def by_comparison(x):
    flags = x > [1.0, 3.0]  # comparison
    return tf.where(flags, 1.0, 2.0)


def by_position(x):
    return tf.cast(tf.argmax([x, 1.0]), tf.float32)  # position


@pytest.mark.parametrize(
    ("function", "cause", "operation"),
    [
        (by_integers, "integer cast", "Cast"),
        (by_numpy, ".numpy()", None),
        (by_array, ".numpy()", None),
        (by_stop, "stop_gradient", "StopGradient"),
        (by_comparison, "integer result", "Greater"),
        (by_position, "integer result", "ArgMax"),
    ],
)
def test_end_of_the_path_is_named(function, cause, operation):
    explanation = explained(function)
    (end,) = explanation.breaks
    assert (end.cause, end.operation, end.filename) == (cause, operation, __file__)
    assert end.lineno == line_of("# " + function.__name__.removeprefix("by_").replace(
        "integers", "cast"
    ))  # fmt: skip
    assert f"{__file__}:{end.lineno}" in str(explanation)
    assert end.advice in str(explanation)


def test_connected_target_is_said_to_be():
    explanation = explained(lambda x: tf.tanh(x) * tf.stop_gradient(x))
    assert explanation.is_connected
    assert str(explanation) == "the target depends on the source"


@pytest.mark.parametrize(
    ("function", "watch", "value", "cause"),
    [
        (lambda x: x * 2.0, False, 1.0, "unwatched"),
        (lambda x: x * 2, True, 1, "unwatched"),
        (lambda x: tf.constant(1.0), True, 1.0, "not used"),
    ],
)
def test_what_never_was_on_the_tape_is_named(function, watch, value, cause):
    assert [end.cause for end in explained(function, value, watch).breaks] == [cause]


def test_variables_are_sources():
    v = tf.Variable(2.0)
    w = tf.Variable(2.0, trainable=False)
    with tf.GradientTape(persistent=True) as tape:
        y = tf.round(v) + w
    (end,) = tape.explain(y, v).breaks
    assert tape.gradient(y, v) is None
    assert (end.cause, end.operation) == ("non-differentiable op", "Round")
    assert tape.explain(y, w).breaks[0].cause == "unwatched"


def test_used_tape_says_so():
    x = tf.constant(1.0)
    with tf.GradientTape() as tape:
        tape.watch(x)
        y = x * 2.0
    tape.gradient(y, x)
    with pytest.raises(RuntimeError, match="persistent=True"):
        tape.explain(y, x)
