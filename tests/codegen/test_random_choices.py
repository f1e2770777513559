"""Random orders and classes of machine code are those of eager ops, and so is where streams go on."""

from __future__ import annotations

import numpy as np
import pytest

import stagelight as tf
from stagelight import config
from tests.codegen.native_runs import expect_same

raw = tf.raw_ops
SEED = np.array([5, -9], np.int32)


@pytest.mark.parametrize("size", [1, 2, 3, 7, 64, 1001])
@pytest.mark.parametrize("dtype", [np.float32, np.bool_, np.int64, np.uint8])
def test_orders_are_those_of_eager_ops(dtype, size, monkeypatch):
    def function(x, seed):
        return tf.random.experimental.stateless_shuffle(tf.identity(x), seed)

    x = np.arange(size * 3).reshape(size, 3).astype(dtype)
    expect_same(monkeypatch, function, [[x, SEED]], "StatelessShuffle")


def test_orders_of_any_size(monkeypatch):
    def function(x, seed):
        seed.set_shape([2])
        return tf.random.experimental.stateless_shuffle(x + x, seed)

    calls = [[np.arange(n * m).reshape(n, m), SEED] for n, m in ((4, 2), (9, 3), (2, 7), (1000, 2))]
    expect_same(monkeypatch, function, calls, "StatelessShuffle", is_any_size=True)


def logits_of(rows: int, classes: int, dtype: type = np.float32) -> np.ndarray:
    x = np.random.default_rng(classes).normal(size=(rows, classes)) * 3
    return x.astype(dtype)


@pytest.mark.parametrize("dtype", [np.float16, np.float32, np.float64, np.int32])
@pytest.mark.parametrize(
    ("rows", "classes", "count"), [(1, 1, 3), (3, 2, 1), (4, 9, 5), (2, 300, 999)]
)
def test_classes_are_those_of_eager_ops(rows, classes, count, dtype, monkeypatch):
    def function(logits, seed):
        return [
            tf.random.stateless_categorical(logits, count, seed, dtype)
            for dtype in (tf.int32, tf.int64)
        ]

    calls = [[logits_of(rows, classes, dtype), SEED]]
    expect_same(monkeypatch, function, calls, "StatelessMultinomial")


def test_classes_without_weight_are_not_drawn(monkeypatch):
    def function(logits, seed):
        return tf.random.stateless_categorical(logits, 200, seed)

    logits = np.array(
        [[-np.inf, 0, np.nan, 1], [np.inf, 1, 2, 3], [-np.inf] * 4, [-1e30, 1e30, 0, 0]], np.float32
    )
    expect_same(monkeypatch, function, [[logits, SEED]], "StatelessMultinomial")


def test_classes_of_any_size(monkeypatch):
    def function(logits, seed):
        seed.set_shape([2])
        return tf.random.stateless_categorical(logits * 2, 7, seed)

    calls = [[logits_of(*sizes), SEED] for sizes in ((4, 2), (9, 3), (2, 70), (1, 5))]
    expect_same(monkeypatch, function, calls, "StatelessMultinomial", is_any_size=True)


def _drawn(x):
    logits = tf.reshape(x, [2, 6])
    return [
        tf.random.shuffle(x * 2),
        tf.random.categorical(logits, 3),
        tf.random.categorical(logits, 2, tf.int32, seed=4),
        tf.random.shuffle(tf.reshape(x, [3, 4]), seed=3),
        tf.random.uniform([2]),
    ]


def _in_loop(x):
    total = tf.zeros([12])
    for _ in tf.range(5):
        total += tf.random.shuffle(x) * tf.cast(tf.random.categorical(x[None], 12)[0], tf.float32)
    return total


@pytest.mark.parametrize("draw", [_drawn, _in_loop])
def test_streams_go_on_as_those_of_the_host(draw, compiled):
    x = tf.range(12.0)
    results = []
    for executor in ("host", "native"):
        tf.random.set_seed(7)
        with config.changed(executor=executor):
            staged = tf.function(draw)
            results.append(
                [tf.nest.map_structure(lambda y: y.numpy(), staged(x)) for _ in range(4)]
            )
    tf.nest.map_structure(np.testing.assert_array_equal, *results)
    assert "While" in compiled or {"StatelessShuffle", "MultinomialAt", "RandomStreamSkip"} <= {
        *compiled
    }


def test_orders_of_nothing_and_of_one_take_nothing_of_a_stream():
    x = tf.range(12.0)

    def function():
        rows = [tf.random.shuffle(x[:count], seed=2) for count in (0, 1)]
        empty = tf.random.shuffle(tf.reshape(x[:0], [3, 0]), seed=2)
        return [*rows, empty, tf.random.shuffle(x, seed=2) + 1]

    results = []
    for executor in ("host", "native"):
        tf.random.set_seed(3)
        with config.changed(executor=executor):
            staged = tf.function(function)
            results.append([[y.numpy() for y in staged()] for _ in range(3)])
    tf.nest.map_structure(np.testing.assert_array_equal, *results)
