"""Parts of tensors in programs for any size: what sizes do not say is seen to when a program is called."""

from __future__ import annotations

import warnings

import numpy as np
import pytest

import stagelight as tf
from tests.codegen.native_runs import expect_same

CALLS = [
    [np.arange(rows * columns, dtype=np.float32).reshape(rows, columns)]
    for rows, columns in ((6, 4), (9, 8), (12, 12), (3, 4))
]


@pytest.mark.parametrize(
    "part",
    [
        lambda x: x[2],
        lambda x: x[:, 3],
        lambda x: x[-3],
        lambda x: x[1, -4],
        lambda x: x[2][1:] + x[0, 3],
        lambda x: x[..., 2, tf.newaxis],
    ],
)
def test_elements_of_an_axis_that_may_be_shorter(part, monkeypatch):
    def function(x):
        with tf.GradientTape() as tape:
            tape.watch(x)
            y = part(x) * 2
            total = tf.reduce_sum(y * y)
        return y, tape.gradient(total, x)

    names = "StridedSlice", "StridedSliceGrad"
    expect_same(monkeypatch, function, CALLS, *names, is_any_size=True)


def test_an_element_that_is_not_there_is_an_error():
    @tf.function(input_signature=[tf.TensorSpec([None])])
    def function(x):
        return x[3] * 2

    for size in (5, 7, 4):
        assert function(tf.ones([size])) == 2
    with pytest.raises(tf.errors.InvalidArgumentError, match="out of bounds"):
        function(tf.ones([3]))


@pytest.mark.parametrize(("count", "axis"), [(2, 1), (3, 0), (4, -1), (1, 0)])
def test_equal_parts(count, axis, monkeypatch):
    def function(x):
        with tf.GradientTape() as tape:
            tape.watch(x)
            parts = tf.split(x, count, axis)
            joined = tf.concat([part * (i + 2.0) for i, part in enumerate(parts)], axis)
            total = tf.reduce_sum(joined * x)
        return parts[-1] + 1, joined, tape.gradient(total, x)

    expect_same(monkeypatch, function, CALLS, "Split", is_any_size=True)


def test_what_leaves_something_over_is_an_error():
    @tf.function(input_signature=[tf.TensorSpec([None])])
    def function(x):
        first, second = tf.split(x * 2, 2)
        return tf.concat([second, first], 0)

    for size in (4, 6, 2):
        assert function(tf.ones([size])).shape == [size]
    with pytest.raises(tf.errors.InvalidArgumentError):
        function(tf.ones([5]))


def test_what_is_checked_in_a_branch_does_not_hold_outside():
    """Both branches give as much as there is; without the check that is not known."""

    @tf.function(input_signature=[tf.TensorSpec([None]), tf.TensorSpec([], tf.bool)])
    def function(x, halves):
        if halves:
            first, second = tf.split(x, 2)
            y = first - second
        else:
            y = x[:1]
        return tf.concat([x[: tf.size(x) // 2], x[: tf.size(x) // 2]], 0), y * 2

    for size in (4, 6, 7, 9, 12):
        x = np.arange(size, dtype=np.float32)
        joined, _ = function(x, False)
        half = x[: size // 2]
        np.testing.assert_array_equal(joined, np.concatenate([half, half]))


def test_a_constant_may_be_cut_to_a_size_that_is_not_known():
    """Positions of a model: a program for any size up to the constant's, the host beyond."""
    table = tf.constant(np.arange(40.0), tf.float32)

    def function(x):
        return tf.reduce_sum(table[: tf.shape(x)[1]] * 2.0) + x

    staged = tf.function(function, input_signature=[tf.TensorSpec([None, None])])
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        for size in (3, 5, 40, 60, 7, 41):
            x = tf.ones([2, size])
            np.testing.assert_allclose(staged(x), function(x), rtol=1e-6)
