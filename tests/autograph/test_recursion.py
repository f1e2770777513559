"""Recursion that only the graph can end: what is known of shapes holds in all calls."""

from __future__ import annotations

import random
import sys

import numpy as np
import pytest

import stagelight as tf


def quicksort(x):
    if tf.size(x) <= 1:
        return x
    first, rest = x[:1], x[1:]
    smaller = quicksort(tf.boolean_mask(rest, rest < first))
    return tf.concat([smaller, first, quicksort(tf.boolean_mask(rest, rest >= first))], 0)


def reversed_lengths(x):
    # What it returns first has a size that no other call has.
    if tf.size(x) == 0:
        return tf.zeros([0], tf.int32)
    rest = reversed_lengths(x[1:])
    return tf.concat([rest, x[:1] * 10 + len(rest)], 0)


def halves(x):
    if tf.shape(x)[0] <= 1:
        return tf.reduce_sum(x)
    middle = tf.shape(x)[0] // 2
    return halves(x[:middle]) - halves(x[middle:])


def in_more_dimensions(x):
    if tf.rank(x) > 4:
        return tf.reshape(x, [-1]) * tf.rank(x)
    return in_more_dimensions(x[tf.newaxis])


@pytest.mark.parametrize("spec", [None, [tf.TensorSpec([None], tf.int32)]])
@pytest.mark.parametrize("program", [quicksort, reversed_lengths, halves, in_more_dimensions])
def test_recursion_keeps_what_is_known_of_shapes(program, spec):
    def call(x):
        return program(x)

    staged = tf.function(call, input_signature=spec)
    rng = random.Random(5)
    for size in (0, 1, 2, 5, 5, 9):
        x = tf.constant([rng.randint(-5, 5) for _ in range(size)], tf.int32, [size])
        np.testing.assert_array_equal(staged(x), program(x))


def test_a_recursive_function_with_a_signature_knows_its_ranks():
    @tf.function(input_signature=[tf.TensorSpec([None], tf.int32)])
    def sort(x):
        if tf.size(x) <= 1:
            return x
        rest = x[1:]
        smaller = sort(tf.boolean_mask(rest, rest < x[0]))
        return tf.concat([smaller, x[:1], sort(tf.boolean_mask(rest, rest >= x[0]))], 0)

    assert sort(tf.constant([3, 1, 2, 0, 3])).numpy().tolist() == [0, 1, 2, 3, 3]


def scaled(n, x):
    if n <= 0:
        return x
    y = scaled(n - 1, x * 1.001)
    for _ in tf.range(2):
        if y > 0.0:
            y = y + 0.0
    return y


def test_recursion_is_as_deep_as_pythons():
    limit = sys.getrecursionlimit()
    staged = tf.function(lambda n, x: scaled(n, x))
    outcomes = []
    for function in (scaled, staged):
        x = tf.constant(2.0)
        with tf.GradientTape() as tape:
            tape.watch(x)
            y = function(tf.constant(800), x)
        outcomes.append([float(y), float(tape.gradient(y, x))])
    np.testing.assert_allclose(outcomes[1], outcomes[0], rtol=1e-5)
    assert sys.getrecursionlimit() == limit


def test_recursion_without_end_is_pythons_error():
    limit = sys.getrecursionlimit()

    def endless(n):
        if n < 0:
            return n
        return endless(n + 1) + 1

    staged = tf.function(lambda n: endless(n))
    for _ in range(2):
        with pytest.raises(RecursionError):
            staged(tf.constant(1))
    assert int(staged(tf.constant(-3))) == -3
    assert sys.getrecursionlimit() == limit
