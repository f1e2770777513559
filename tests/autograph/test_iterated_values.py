"""What Python iterates over, of every kind and of unknown sizes: staged, it gives what it gives eagerly."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import stagelight as tf
from stagelight import config

ROWS: tuple[list[list[float]], ...] = (
    [[1.0, 2.0], [3.0], [], [0.5, 0.25, 4.0]],
    [[7.0]],
    [],
    [[-1.0, 2.0], [2.0, 5.0], [3.0], [4.0], [5.0, 1.0], [6.0]],
)


def _ragged(rows: list[list[float]]) -> Any:
    return tf.RaggedTensor.from_row_lengths(
        np.float32([x for row in rows for x in row]), np.int64([len(row) for row in rows])
    )


def _vector(rows: list[list[float]]) -> Any:
    return tf.constant([float(len(row)) for row in rows], tf.float32)


def _matrix(rows: list[list[float]]) -> Any:
    return tf.constant([[float(len(row)), 2.0, -1.0] for row in rows], tf.float32, [len(rows), 3])


KINDS: dict[str, tuple[Callable[[Any], Any], Any]] = {
    "vector": (_vector, lambda: tf.TensorSpec([None], tf.float32)),
    "matrix": (_matrix, lambda: tf.TensorSpec([None, None], tf.float32)),
    "ragged": (_ragged, lambda: tf.RaggedTensorSpec([None, None], tf.float32, ragged_rank=1)),
    "ragged of known length": (
        lambda rows: _ragged((rows * 4)[:4] or [[1.0]] * 4),
        lambda: tf.RaggedTensorSpec([4, None], tf.float32, ragged_rank=1),
    ),
}


def for_statement(x):
    total = 0.0
    for row in x:
        total = total * 2.0 + tf.reduce_sum(row)
    return total


def break_and_continue(x):
    total = 0.0
    for row in x:
        if tf.reduce_sum(row) < 0.0:
            continue
        if total > 6.0:
            break
        total += tf.reduce_sum(row)
    return total


def loop_in_loop(x):
    total = 0.0
    for row in x:
        for other in x:
            total += tf.reduce_sum(row) * tf.reduce_max(other)
    return total


def enumerated(x):
    total = 0.0
    for i, row in enumerate(x):
        total += tf.cast(i, tf.float32) * tf.reduce_sum(row)
    return total


def zipped(x):
    total = 0.0
    for row, other in zip(x, x):  # noqa: B905 - of equal lengths
        total += tf.reduce_sum(row) * tf.reduce_sum(other)
    return total


def comprehension(x):
    return sum([tf.reduce_sum(row) for row in x], 0.0)


def generator(x):
    return sum((tf.reduce_sum(row) + 1.0 for row in x), 0.0)


def appended(x):
    found = []
    for row in x:
        found.append(tf.reduce_sum(row))
    return sum(found, 0.0) + tf.cast(len(found), tf.float32)


def with_tensors(x):
    total = tf.constant(0.0)
    for row in x:
        total += tf.reduce_sum(row * row)
    return total


CONSTRUCTS = (
    for_statement,
    break_and_continue,
    loop_in_loop,
    enumerated,
    zipped,
    comprehension,
    generator,
    appended,
    with_tensors,
)


@pytest.mark.parametrize("executor", ["native", "host"])
@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("construct", CONSTRUCTS, ids=lambda function: function.__name__)
def test_iteration_over_values_of_unknown_sizes_is_pythons(construct, kind, executor):
    make, spec = KINDS[kind]
    staged = tf.function(construct, input_signature=[spec()])
    with config.changed(executor=executor):
        for rows in ROWS:
            value = make(rows)
            expected, received = float(construct(value)), float(staged(value))
            assert np.isclose(received, expected, rtol=1e-5, equal_nan=True), rows
