"""Control flow and mapping functions over values of every kind, however they come into a staged function.

Each construct is run over each kind of value (eager tensors small and large, variables, arrays, numbers,
ragged and sparse tensors, TensorArrays) that is captured, an argument, an attribute or a default: eager code,
the default executor and the host give the same.
"""

from __future__ import annotations

import types

import numpy as np
import pytest

import stagelight as tf
from stagelight import config

KINDS = {
    "scalar": lambda: tf.constant(3.0),
    "small": lambda: tf.constant([1.0, 2.0, 3.0]),
    "large": lambda: tf.range(300, dtype=tf.float32) / 16.0,
    "variable": lambda: tf.Variable([1.0, 2.0, 3.0]),
    "array": lambda: np.array([1.0, 2.0, 3.0], np.float32),
    "number": lambda: 2.0,
    "ragged": lambda: tf.ragged.constant([[1.0, 2.0], [3.0]]),
    "sparse": lambda: tf.sparse.from_dense([[0.0, 2.0], [3.0, 0.0]]),
}


def twice(x):
    return tf.sparse.map_values(lambda v: v * 2.0, x) if isinstance(x, tf.SparseTensor) else x * 2.0


def summed(x):
    if isinstance(x, tf.SparseTensor):
        return tf.sparse.reduce_sum(x)
    return tf.reduce_sum(x)


def as_tensor(x):
    is_composite = isinstance(x, tf.SparseTensor | tf.RaggedTensor)
    return x if is_composite else tf.convert_to_tensor(x)


def for_statement(x):
    x = as_tensor(x)
    for _ in tf.range(3):
        x = twice(x)
    return summed(x)


def while_statement(x):
    x, i = as_tensor(x), tf.constant(0)
    while i < 3:
        x = twice(x)
        i += 1
    return summed(x)


def if_statement(x):
    x = as_tensor(x)
    if summed(x) > 1.0:
        x = twice(x)
    return summed(x)


CONSTRUCTS = {
    "while_loop": lambda x: summed(
        tf.while_loop(lambda i, _: i < 3, lambda i, y: (i + 1, twice(y)), (0, x))[1]
    ),
    "while_loop of one": lambda x: summed(
        tf.while_loop(lambda y: summed(y) < 50.0, lambda y: (twice(y),), (x,))[0]
    ),
    "while_loop of maximum_iterations": lambda x: summed(
        tf.while_loop(lambda _: True, lambda y: (twice(y),), (x,), maximum_iterations=3)[0]
    ),
    "while_loop over what is captured": lambda x: tf.while_loop(
        lambda i, _: i < 3, lambda i, s: (i + 1, s + summed(x)), (0, 0.0)
    )[1],
    "cond": lambda x: summed(tf.cond(summed(x) > 1.0, lambda: twice(x), lambda: twice(twice(x)))),
    "switch_case": lambda x: summed(
        tf.switch_case(tf.constant(1), [lambda: twice(x), lambda: twice(twice(x))])
    ),
    "map_fn": lambda x: tf.map_fn(lambda i: i + summed(x), tf.range(3.0)),
    "vectorized_map": lambda x: tf.vectorized_map(lambda i: i + summed(x), tf.range(3.0)),
    "foldl": lambda x: summed(tf.foldl(lambda s, _: twice(s), tf.range(3.0), as_tensor(x))),
    "foldr": lambda x: summed(tf.foldr(lambda s, _: twice(s), tf.range(3.0), as_tensor(x))),
    "scan": lambda x: tf.scan(lambda s, i: s + i * summed(x), tf.range(3.0), 0.0),
    "for": for_statement,
    "while": while_statement,
    "if": if_statement,
    "function": lambda x: tf.function(lambda y: summed(twice(y)))(x),
    "dataset": lambda x: tf.data.Dataset.range(3).reduce(
        0.0, lambda s, i: s + tf.cast(i, tf.float32) * summed(x)
    ),
}
WAYS = ("captured", "argument", "attribute", "default")


def staged_in(way, construct, value):
    """The construct in a staged function into which the value comes in some way."""
    if way == "argument":
        return lambda: tf.function(construct)(value)
    if way == "attribute":
        holder = types.SimpleNamespace(value=value)
        return tf.function(lambda: construct(holder.value))
    if way == "default":

        def program(x=value):
            return construct(x)

        return tf.function(program)
    return tf.function(lambda: construct(value))


# The state of a fold is made of dense tensors, as in TensorFlow.
PAIRS = [
    (construct, kind)
    for construct in CONSTRUCTS
    for kind in KINDS
    if not (construct in ("foldl", "foldr") and kind in ("ragged", "sparse"))
]


@pytest.mark.parametrize(("construct", "kind"), PAIRS)
def test_values_of_every_kind_go_into_control_flow(construct, kind):
    function, value = CONSTRUCTS[construct], KINDS[kind]()
    expected = np.asarray(function(value))
    for way in WAYS:
        for executor in ("native", "host"):
            with config.changed(executor=executor):
                received = np.asarray(staged_in(way, function, value)())
            np.testing.assert_allclose(received, expected, rtol=1e-5, err_msg=f"{way}, {executor}")


@pytest.mark.parametrize("way", ["made inside", "loop variable"])
def test_tensor_arrays_go_into_control_flow(way):
    def program(n):
        array = tf.TensorArray(tf.float32, size=3, clear_after_read=False).unstack([1.0, 2.0, 3.0])
        if way == "loop variable":
            array = tf.while_loop(
                lambda i, _: i < n, lambda i, a: (i + 1, a.write(i, 5.0)), (0, array)
            )[1]
        total = tf.constant(0.0)
        for i in tf.range(n):
            total += tf.cond(i > 0, lambda: array.read(i), lambda: array.read(0) * 2.0)  # noqa: B023
        return total, tf.map_fn(lambda i: array.read(i), tf.range(3), fn_output_signature=tf.float32)

    expected = program(tf.constant(2))
    for executor in ("native", "host"):
        with config.changed(executor=executor):
            received = tf.function(program)(tf.constant(2))
        for one, other in zip(expected, received, strict=True):
            np.testing.assert_allclose(one, other)
