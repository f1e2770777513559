"""`tape.explain` names the line at which the path of a gradient ends, and why."""

from __future__ import annotations

from functools import partial

import numpy as np
import pytest

import stagelight as tf
from tests import marked_lines

line_of = partial(marked_lines.line_of, __file__)


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
        (by_comparison, "boolean result", "Greater"),
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
        (lambda x: x * 2, True, 1, "integer source"),
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


def round_deep_inside(x):
    return tf.round(x)  # rounded


@tf.function
def staged_round(x):
    return tf.round(x * 2.0)  # staged


@tf.function
def staged_loop(x):
    total = tf.zeros([])
    for _ in tf.range(3):
        y = tf.cast(x, tf.int32)  # in the loop
        total += tf.cast(y, tf.float32)
    return total


@tf.function
def carried(x):
    y, z, total = x, tf.zeros([]), 0
    for _ in tf.range(3):
        total += tf.cast(z, tf.int32)  # carried
        z = y * 2.0
        y = y + 1.0
    return tf.cast(total, tf.float32)


@tf.function
def staged_branch(x):
    return tf.stop_gradient(x) if x > 1.0 else tf.sign(tf.floor(x))  # both ways


@tf.function
def nested(x):
    return staged_round(x * 3.0) + 1.0


@tf.function
def unused(x):
    return tf.constant(2.0)


@tf.custom_gradient
def silent(x):
    return x * 2.0, lambda dy: None


def by_assignment(x):
    v = tf.Variable(0.0)
    v.assign(x * 2.0)  # assigned
    return v + 1.0


@pytest.mark.parametrize(
    ("function", "causes", "line"),
    [
        (round_deep_inside, {"non-differentiable op"}, "# rounded"),
        (staged_round, {"non-differentiable op"}, "# staged"),
        (nested, {"non-differentiable op"}, "# staged"),
        (staged_loop, {"integer cast"}, "# in the loop"),
        (carried, {"integer cast"}, "# carried"),
        (
            staged_branch,
            {"boolean result", "stop_gradient", "non-differentiable op"},
            "# both ways",
        ),
        (by_assignment, {"assignment"}, "# assigned"),
        (lambda x: silent(x), {"custom gradient"}, None),
        (lambda x: unused(x), {"not used"}, None),
        (lambda x: tf.ones_like(x), {"shape only"}, None),
        (lambda x: tf.strings.as_string(x), {"text result"}, None),
        (lambda x: tf.random.categorical([[x, 1.0]], 1), {"random draw"}, None),
        (lambda x: tf.constant(int(x)), {".numpy()"}, None),
        (lambda x: tf.constant(complex(x)), {".numpy()"}, None),
        (lambda x: tf.constant(np.from_dlpack(x)), {".numpy()"}, None),
    ],
)
def test_the_line_is_found_wherever_it_is(function, causes, line):
    explanation = explained(function)
    assert {end.cause for end in explanation.breaks} == causes
    assert all(end.filename == __file__ for end in explanation.breaks)
    if line is not None:
        assert explanation.breaks[0].lineno == line_of(line)
    assert "Received" not in str(explanation)


def test_a_branch_that_gives_integers_besides_is_looked_into():
    def both(x):
        _, whole = tf.cond(
            tf.constant(True),
            lambda: (x * 2.0, tf.cast(x, tf.int32)),
            lambda: (x, 0),
        )
        return tf.cast(whole, tf.float32)

    @tf.function
    def f(x):
        return tf.cond(x > 0.0, lambda: (x * 2.0, whole(x)), lambda: (x, 0))

    def whole(x):
        return tf.cast(x, tf.int32)  # in a branch

    assert [end.cause for end in explained(both).breaks] == ["integer cast"]
    explanation = explained(lambda x: tf.cast(f(x)[1], tf.float32))
    assert {end.cause for end in explanation.breaks} == {"boolean result", "integer cast"}
    assert line_of("# in a branch") in {end.lineno for end in explanation.breaks}


def test_variables_say_why_they_are_not_followed():
    v, whole = tf.Variable(2.0), tf.Variable(2)
    with tf.GradientTape(persistent=True) as tape:
        with tape.stop_recording():
            y = v * 2.0
        z = whole * 2
    assert [end.cause for end in tape.explain(y, v).breaks] == ["not read"]
    assert [end.cause for end in tape.explain(z, whole).breaks] == ["integer source"]
    with tf.GradientTape(persistent=True, watch_accessed_variables=False) as tape:
        y = v * 2.0
    assert [end.cause for end in tape.explain(y, v).breaks] == ["unwatched"]


def test_several_sources_are_explained_at_once():
    v, w = tf.Variable(2.0), tf.Variable(3.0)
    with tf.GradientTape(persistent=True) as tape:
        y = v * tf.stop_gradient(w)
    found = tape.explain(y, {"v": v, "w": [w]})
    assert [each.is_connected for each in found] == [True, False]
    assert str(found).startswith("source 0: the target depends on the source\nsource 1: the path")
    rows = tf.ragged.constant([[1.0], [2.0, 3.0]])
    with tf.GradientTape(persistent=True) as tape:
        tape.watch(rows)
        y = tf.reduce_sum(rows)
    assert tape.explain(y, rows).is_connected


def test_used_tape_says_so():
    x = tf.constant(1.0)
    with tf.GradientTape() as tape:
        tape.watch(x)
        y = x * 2.0
    tape.gradient(y, x)
    with pytest.raises(RuntimeError, match="persistent=True"):
        tape.explain(y, x)
