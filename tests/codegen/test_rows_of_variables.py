"""Rows of variables, read and updated in machine code, are what the host makes of them."""

from __future__ import annotations

import numpy as np
import pytest

import stagelight as tf
from stagelight import config

raw = tf.raw_ops
RANDOM = np.random.default_rng(0)


def values(dtype, *sizes):
    if dtype is tf.bool:
        return RANDOM.integers(0, 2, sizes).astype(bool)
    if dtype.is_floating:
        return RANDOM.uniform(0.5, 2.0, sizes).astype(dtype.as_numpy_dtype)
    return RANDOM.integers(1, 9, sizes).astype(dtype.as_numpy_dtype)


def on_both(function, start, *arguments):
    """What a function of a variable gives, and leaves in it, on the host and natively."""
    found = []
    for executor in ("host", "native"):
        variable = tf.Variable(start)
        with config.changed(executor=executor):
            staged = tf.function(lambda *args, v=variable: function(v, *args))
            results = [np.asarray(staged(*map(tf.constant, arguments))) for _ in range(2)]
        found.append([*results, variable.numpy()])
    return found


WORDS = ["Update", "Add", "Sub", "Mul", "Div", "Min", "Max"]


@pytest.mark.parametrize(
    "dtype", [tf.float32, tf.float64, tf.int32, tf.int64], ids=lambda d: d.name
)
@pytest.mark.parametrize("word", WORDS)
@pytest.mark.parametrize("sizes", [(4,), (), (2, 3)], ids=str)
def test_rows_are_updated(dtype, word, sizes, compiled):
    op = getattr(raw, f"ResourceScatter{word}")

    def update(v, rows, updates):
        op(resource=v.handle, indices=rows, updates=updates * 1)
        return v.read_value() + 1

    rows = RANDOM.integers(0, 5, sizes).astype(np.int32)
    host, there = on_both(update, values(dtype, 5, 3), rows, values(dtype, *sizes, 3))
    for expected, actual in zip(host, there, strict=True):
        np.testing.assert_array_equal(actual, expected)
    is_left = word == "Div" and not dtype.is_floating
    assert (f"ResourceScatter{word}" in compiled) is not is_left


@pytest.mark.parametrize("word", ["Update", "Add", "Sub", "Min", "Max"])
@pytest.mark.parametrize("depth", [1, 2])
def test_points_are_updated(word, depth, compiled):
    op = getattr(raw, f"ResourceScatterNd{word}")

    def update(v, points, updates):
        op(ref=v.handle, indices=points, updates=updates * 1.0)
        return v.read_value() + 1.0

    points = RANDOM.integers(0, 3, (6, depth)).astype(np.int64)
    start = values(tf.float32, 3, 4, 2)
    updates = values(tf.float32, 6, *start.shape[depth:])
    host, there = on_both(update, start, points, updates)
    for expected, actual in zip(host, there, strict=True):
        np.testing.assert_array_equal(actual, expected)
    assert f"ResourceScatterNd{word}" in compiled


def test_one_update_for_all_rows():
    def update(v, rows, change):
        raw.ResourceScatterAdd(resource=v.handle, indices=rows, updates=change * 2.0)
        return v.read_value() * 2.0

    rows = np.array([1, 3, 1], np.int32)
    host, there = on_both(update, values(tf.float32, 4, 3), rows, np.float32(0.5))
    for expected, actual in zip(host, there, strict=True):
        np.testing.assert_array_equal(actual, expected)


def test_a_step_of_an_embedding_is_one_region(compiled):
    def step(v, words):
        with tf.GradientTape() as tape:
            rows = tf.gather(v, words)
            loss = tf.reduce_sum(rows * rows)
        slices = tape.gradient(loss, v)
        v.scatter_sub(tf.IndexedSlices(slices.values * 0.1, slices.indices))
        return loss

    words = np.array([[1, 2, 2], [0, 5, 1]], np.int64)
    host, there = on_both(step, values(tf.float32, 7, 4), words)
    for expected, actual in zip(host, there, strict=True):
        np.testing.assert_allclose(actual, expected, rtol=1e-6)
    assert compiled.count("ResourceScatterSub") == 1
    assert compiled.count("ResourceGather") == 1


@pytest.mark.parametrize("row", [4, -1])
def test_rows_out_of_range_change_nothing(row):
    v = tf.Variable(values(tf.float32, 4, 3))
    before = v.numpy()

    @tf.function
    def update(rows):
        v.assign_add(v * 0.0)
        raw.ResourceScatterAdd(resource=v.handle, indices=rows, updates=tf.ones([2, 3]) * 2.0)
        return v + 1.0

    with config.changed(executor="native"):
        with pytest.raises(tf.errors.InvalidArgumentError, match=rf"= {row} is not in \[0, 4\)"):
            update(tf.constant([1, row]))
        np.testing.assert_array_equal(v, before)
        update(tf.constant([1, 2]))
        assert not np.array_equal(v, before)
