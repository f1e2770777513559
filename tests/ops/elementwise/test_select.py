"""Choices: gradients at ties, branches not taken, and the shapes of the older op."""

from __future__ import annotations

import numpy as np
import pytest

import stagelight as tf
from stagelight import config
from stagelight.core.raw import raw


def test_no_gradient_flows_to_what_was_not_taken():
    x, y = tf.constant([1.0, 2.0]), tf.constant([3.0])
    with tf.GradientTape() as tape:
        tape.watch([x, y])
        z = tf.where([True, False], x, y)
    dx, dy = tape.gradient(z, [x, y])
    assert dx.numpy().tolist() == [1.0, 0.0]
    assert dy.numpy().tolist() == [1.0]


def test_a_safe_argument_keeps_nan_out_of_the_gradient():
    x = tf.constant([0.0, 4.0])
    with tf.GradientTape() as tape:
        tape.watch(x)
        safe = tf.where(x > 0, x, 1.0)
        y = tf.where(x > 0, tf.sqrt(safe), 0.0)
    assert tape.gradient(y, x).numpy().tolist() == [0.0, 0.25]


@pytest.mark.parametrize("function", [tf.maximum, tf.minimum])
def test_at_ties_the_gradient_goes_to_the_first(function):
    x, y = tf.constant(2.0), tf.constant(2.0)
    with tf.GradientTape() as tape:
        tape.watch([x, y])
        z = function(x, y)
    assert [float(d) for d in tape.gradient(z, [x, y])] == [1.0, 0.0]


def test_the_older_op_chooses_rows_by_a_vector():
    t, e = np.ones((2, 3), np.float32), np.zeros((2, 3), np.float32)
    chosen = raw.Select(np.array([True, False]), t, e)
    assert chosen.numpy().tolist() == [[1, 1, 1], [0, 0, 0]]


@pytest.mark.parametrize("condition", [np.ones(3, bool), np.ones((1, 3), bool)])
def test_the_older_op_does_not_broadcast(condition):
    t, e = np.ones((2, 3), np.float32), np.zeros((2, 3), np.float32)
    with pytest.raises(tf.errors.InvalidArgumentError):
        raw.Select(condition, t, e)
    with pytest.raises(tf.errors.InvalidArgumentError):
        raw.Select(True, t, e[0])


@pytest.mark.parametrize("function", [tf.maximum, tf.minimum])
@pytest.mark.parametrize("dtype", ["float32", "float64"])
@pytest.mark.parametrize("executor", ["eager", "host", "native"])
def test_zeros_of_both_signs_are_chosen_from_alike(function, dtype, executor):
    """The rest of an array that fills no vector has the sign of those before it."""
    run = function if executor == "eager" else tf.function(lambda x, y: function(x, y))
    named = {} if executor == "eager" else {"executor": executor, "tiered_compilation": False}
    signs = set()
    with config.changed(**named):
        for size in (1, 3, 8, 17, 1000):
            for x_shape, y_shape in (((size,), (size,)), ((size,), ()), ((), (size,))):
                x, y = np.zeros(x_shape, dtype), -np.zeros(y_shape, dtype)
                signs.update(np.signbit(run(tf.constant(x), tf.constant(y))).tolist())
    assert len(signs) == 1
