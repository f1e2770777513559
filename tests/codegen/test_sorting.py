"""Elements in order: machine code gives what the host gives, bit for bit."""

from __future__ import annotations

import numpy as np
import pytest

import stagelight as tf
from tests.codegen.native_runs import expect_same

REAL = [
    np.float16, np.float32, np.float64, np.int8, np.int16, np.int32, np.int64, np.uint8, np.uint16,
    np.uint32, np.uint64,
]  # fmt: skip
# Of so many elements, so many: none is left out, one, found one by one, merged.
COUNTS = [(1, 1), (7, 1), (7, 3), (33, 33), (70, 70), (128, 80), (100, 33)]


def rows_of(size: int, dtype: type) -> np.ndarray:
    """Rows with equal elements, both zeros, infinities and NaNs."""
    kind = np.dtype(dtype)
    x = np.random.default_rng(size).integers(0, 12, size=(2, 3, size))
    x = (x - (0 if kind.kind == "u" else 6)).astype(dtype)
    if kind.kind == "f":
        x[0, 0, 0], x[0, 0, -1], x[0, 1, size // 2] = np.nan, -np.nan, np.inf
        x[1, 1, -1], x[0, 2, 0], x[1, 0, size // 3] = -np.inf, -0.0, -np.inf
    else:
        x[0, 0, 0], x[1, 1, -1] = np.iinfo(dtype).max, np.iinfo(dtype).min
    return x


@pytest.mark.parametrize(("size", "count"), COUNTS)
@pytest.mark.parametrize("dtype", REAL)
def test_the_greatest_of_rows(dtype, size, count, monkeypatch):
    def function(x):
        return tf.math.top_k(tf.identity(x[:, ::-1]), count, index_type=tf.int64)

    expect_same(monkeypatch, function, [[rows_of(size, dtype)]], "TopKV2")


@pytest.mark.parametrize("direction", ["ASCENDING", "DESCENDING"])
@pytest.mark.parametrize("axis", [0, 1, -1])
def test_sorting_along_an_axis(axis, direction, monkeypatch):
    def function(x):
        return tf.sort(x, axis, direction), tf.argsort(x, axis, direction)

    for size in (5, 120):
        expect_same(monkeypatch, function, [[rows_of(size, np.float32)]], "TopKV2")


@pytest.mark.parametrize("dtype", [np.float32, np.int64])
def test_one_program_for_rows_of_any_size(dtype, monkeypatch):
    def function(x):
        values, places = tf.math.top_k(x, 2)
        return values, places, tf.sort(x), tf.argsort(x, 1)

    calls = [[rows_of(size, dtype)[:rows]] for size, rows in ((5, 2), (40, 1), (2, 2), (121, 2))]
    expect_same(monkeypatch, function, calls, "TopKV2", is_any_size=True)


def test_gradients_of_the_greatest(monkeypatch):
    def function(x):
        with tf.GradientTape() as tape:
            tape.watch(x)
            total = tf.reduce_sum(tf.math.top_k(x, 3).values ** 2)
        return tape.gradient(total, x)

    x = np.random.default_rng(0).normal(size=(4, 9)).astype(np.float32)
    expect_same(monkeypatch, function, [[x]], "TopKV2", ulps=2)


@pytest.mark.parametrize("is_any_size", [False, True])
def test_whether_classes_are_among_the_best(is_any_size, monkeypatch):
    def function(targets, predictions, k):
        return tf.math.in_top_k(targets, predictions, k), tf.math.in_top_k(targets, predictions, 2)

    calls = []
    for rows, classes in ((6, 5), (9, 70), (7, 2)):
        x = np.random.default_rng(rows).integers(0, 4, size=(rows, classes)).astype(np.float32)
        x[0, 0], x[1, -1] = np.nan, np.inf
        targets = np.arange(rows, dtype=np.int32) % (classes + 1) - 1
        calls.append([targets, x, np.int32(3)])
    for some in [calls] if is_any_size else [[call] for call in calls]:
        expect_same(monkeypatch, function, some, "InTopKV2", is_any_size=is_any_size)
