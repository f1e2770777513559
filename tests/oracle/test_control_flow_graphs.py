"""TensorFlow runs the graphs of control flow and of its gradients as Stagelight exports them."""

from __future__ import annotations

from collections.abc import Callable
from types import ModuleType
from typing import Any

import numpy as np
import pytest

Function = Callable[[Any, Any], Any]


def loop(tf, x):
    return tf.while_loop(lambda i, y: i < 3, lambda i, y: (i + 1, tf.sin(y) * x), (0, x))[1]


def conditional(tf, x):
    return tf.cond(x > 0, lambda: tf.exp(tf.sin(x)), lambda: x * x)


def switch(tf, x):
    return tf.switch_case(
        tf.cast(x > 0, tf.int32), [lambda: tf.exp(tf.sin(x)), lambda: x * x, lambda: x]
    )


def loops_in_loops(tf, x):
    def inner(y):
        return tf.while_loop(lambda j, z: j < 2, lambda j, z: (j + 1, tf.sin(z) * x), (0, y))[1]

    return tf.while_loop(lambda i, y: i < 2, lambda i, y: (i + 1, inner(y)), (0, x))[1]


def conditionals_in_loops(tf, x):
    def step(y):
        return tf.cond(y > 0.5, lambda: tf.exp(y) * x, lambda: tf.sin(y))

    return tf.while_loop(lambda i, y: i < 2, lambda i, y: (i + 1, step(y)), (0, x))[1]


def calls(tf, x):
    inner = tf.function(lambda x: tf.exp(tf.sin(x)) * x)
    return inner(x) * inner(x * 2.0)


def array_of_results(tf, x):
    array = tf.while_loop(
        lambda i, a: i < 3,
        lambda i, a: (i + 1, a.write(i, tf.sin(x * tf.cast(i, tf.float32)))),
        (0, tf.TensorArray(tf.float32, size=3)),
    )[1]
    return tf.reduce_sum(array.stack() ** 2)


def recurrent_network(tf, x):
    inputs = tf.TensorArray(tf.float32, size=3, clear_after_read=False).unstack(
        tf.stack([x, x * 2.0, x * 3.0])
    )
    outputs = tf.TensorArray(tf.float32, size=0, dynamic_size=True)

    def step(t, h, outputs):
        h = tf.tanh(h + inputs.read(t))
        return t + 1, h, outputs.write(t, h * h)

    _, h, outputs = tf.while_loop(lambda t, *_: t < 3, step, (0, x, outputs))
    return tf.reduce_sum(outputs.stack() ** 2) + tf.reduce_sum(h)


def scanned(tf, x):
    rows = tf.stack([x, x * 2.0, x * 3.0])
    return tf.reduce_sum(tf.scan(lambda a, row: a * row + tf.sin(row), rows) ** 2)


FUNCTIONS = (
    loop, conditional, switch, loops_in_loops, conditionals_in_loops, calls, array_of_results,
    recurrent_network, scanned,
)  # fmt: skip


def with_gradients(tf: ModuleType, function: Function) -> Callable[[Any], Any]:
    def values(x: Any) -> Any:
        with tf.GradientTape() as outer:
            outer.watch(x)
            with tf.GradientTape() as inner:
                inner.watch(x)
                y = function(tf, x)
            first = inner.gradient(y, x)
        return y, first, outer.gradient(first, x)

    return values


@pytest.mark.parametrize("x", [0.7, -0.3])
@pytest.mark.parametrize("function", FUNCTIONS, ids=lambda f: f.__name__)
def test_tensorflow_runs_the_graph(function, x, tensorflow, stagelight):
    staged = stagelight.function(with_gradients(stagelight, function), autograph=False)
    concrete = staged.get_concrete_function(stagelight.TensorSpec([], stagelight.float32))
    ours = [float(value) for value in staged(stagelight.constant(x))]
    data = concrete.graph.as_graph_def().SerializeToString()
    graph = tensorflow.Graph()
    with graph.as_default():
        message = tensorflow.compat.v1.GraphDef.FromString(data)
        tensorflow.import_graph_def(message, name="")
    with tensorflow.compat.v1.Session(graph=graph) as session:
        theirs = session.run(
            [tensor.name for tensor in concrete.graph.outputs],
            {concrete.graph.inputs[0].name: np.float32(x)},
        )
    np.testing.assert_allclose(theirs, ours, rtol=1e-5)


@pytest.mark.parametrize("x", [0.7, -0.3])
@pytest.mark.parametrize("function", FUNCTIONS, ids=lambda f: f.__name__)
def test_gradients_are_tensorflows(function, x, tensorflow, stagelight):
    results = [
        [
            float(value)
            for value in tf.function(with_gradients(tf, function), autograph=False)(tf.constant(x))
        ]
        for tf in (tensorflow, stagelight)
    ]
    np.testing.assert_allclose(*results, rtol=1e-4)
