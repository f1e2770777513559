"""Variables of loops that nothing needs are dropped."""

from __future__ import annotations

import numpy as np

import stagelight as tf
from stagelight.passes.drop_loop_variables import DROP_LOOP_VARIABLES
from tests.graph.traced import spec, traced
from tests.passes.checked import after


def loop_of(graph):
    return next(op for op in graph.operations if op.type.endswith("While"))


def test_what_only_feeds_itself_goes():
    def function(x):
        return tf.while_loop(
            lambda i, y, z: i < 3, lambda i, y, z: (i + 1, tf.sin(y), z * y), [0, x, x]
        )[1]

    result = after(DROP_LOOP_VARIABLES, traced(function, spec(2)), np.ones(2))
    body = loop_of(result).attrs["body"]
    assert len(loop_of(result).outputs) == len(body.inputs)
    assert "Mul" not in [op.type for op in body.operations]
    assert "Sin" in [op.type for op in body.operations]


def test_what_the_condition_or_a_needed_variable_takes_stays():
    def function(x):
        return tf.while_loop(
            lambda i, y, z: tf.reduce_sum(z) < 9.0,
            lambda i, y, z: (i + 1, y + z, z * 2.0),
            [0, x, x],
        )[1]

    result = after(DROP_LOOP_VARIABLES, traced(function, spec(2)), np.ones(2))
    types = [op.type for op in loop_of(result).attrs["body"].operations]
    assert "Mul" in types and "AddV2" in types


def test_effects_keep_what_they_take():
    v = tf.Variable(0.0)

    @tf.function
    def f(x):
        for _ in tf.range(3):
            x = x * 2.0
            v.assign_add(x)
        return tf.constant(1)

    f(tf.constant(1.0))
    assert v.numpy() == 14.0


def test_unused_gradients_are_not_summed():
    @tf.function
    def f(x, w):
        with tf.GradientTape() as tape:
            tape.watch([x, w])
            y = x
            for _ in tf.range(3):
                y = tf.sin(y * w)
        return tape.gradient(y, x)

    graph = f.get_concrete_function(tf.constant(1.0), tf.constant(2.0)).graph
    loops = [op for op in graph.operations if op.type.endswith("While")]
    count = len(loops[-1].outputs)
    DROP_LOOP_VARIABLES.run(graph)
    assert len(loops[-1].outputs) < count
