"""Tracing ends: loops over what only the graph can count are the graph's; those without end are refused."""

from __future__ import annotations

import itertools

import numpy as np
import pytest

import stagelight as tf
from stagelight.autograph.operators import loops
from stagelight.errors import OperatorNotAllowedInGraphError
from tests.autograph.random_runs import time_limit

LINES = tf.TensorSpec([None], tf.string)


def counted(rows):
    n = 0
    for row in rows:
        n = n * 10 + tf.size(row)
    return n


def numbered(rows):
    n = 0
    for i, row in enumerate(rows):
        n += (i + 1) * tf.size(row)
    return n


def left(rows):
    n = 0
    for row in rows:
        n += tf.size(row)
        if n > 2:
            break
    return n


def zipped(rows):
    n = 0
    for row, again in zip(rows, rows, strict=False):
        n += tf.size(row) * tf.size(again)
    return n


ITERATIONS = {
    "for": counted,
    "enumerate": numbered,
    "break": left,
    "zip": zipped,
    "comprehension": lambda rows: tf.stack([tf.size(row) for row in rows]),
    "generator": lambda rows: sum(tf.size(row) for row in rows),
    "list": lambda rows: counted(list(rows)),
    "iter": lambda rows: counted(iter(rows)),
    "next": lambda rows: next(iter(rows)),
    "star": lambda rows: (lambda first, *rest: tf.size(first) + len(rest))(rows[0], 1),
}


@pytest.mark.parametrize("iteration", ITERATIONS)
@pytest.mark.parametrize("lines", [["a b c", "d"], ["x"], ["p q", "", "r s t u"]])
def test_ragged_rows_of_unknown_number_are_iterated_over(iteration, lines):
    function = ITERATIONS[iteration]

    def f(lines):
        return function(tf.strings.split(lines))

    expected = f(tf.constant(lines))
    with time_limit(60):
        received = tf.function(f, input_signature=[LINES])(tf.constant(lines))
    assert np.asarray(received).tolist() == np.asarray(expected).tolist()


def test_python_cannot_iterate_over_unknown_rows():
    f = tf.function(lambda x: list(tf.strings.split(x)), autograph=False, input_signature=[LINES])
    with time_limit(60), pytest.raises(OperatorNotAllowedInGraphError, match="number of rows"):
        f(tf.constant(["a"]))


def total_of(values):
    total, it = 0, iter(values)
    while True:
        try:
            total += next(it)
        except StopIteration:
            break
    return total


def test_an_iterator_of_known_size_stops():
    with time_limit(60):
        assert int(tf.function(total_of)(tf.constant([3, 1]))) == 4


def test_an_iterator_of_unknown_size_that_python_is_to_stop_is_refused():
    f = tf.function(total_of, input_signature=[tf.TensorSpec([None], tf.int32)])
    with time_limit(60), pytest.raises(Exception, match="AG103"):
        f(tf.constant([3, 1]))


def while_true(x):
    while True:
        x = x + 1


def for_of_infinite_values(x):
    for i in itertools.count():
        x = x + i
    return x


def cycle(x):
    for i in itertools.cycle([1, 2]):
        x = x * i
    return x


@pytest.mark.parametrize("program", [while_true, for_of_infinite_values, cycle])
def test_a_loop_of_python_without_end_is_refused(program, monkeypatch):
    monkeypatch.setattr(loops, "_MANY_ITERATIONS", 500)
    with time_limit(60), pytest.raises(Exception, match="AG415"):
        tf.function(program)(tf.constant(1))


def test_a_long_loop_of_python_without_operations_is_not_refused(monkeypatch):
    monkeypatch.setattr(loops, "_MANY_ITERATIONS", 500)

    @tf.function
    def f(x):
        n = 0
        while n < 2000:
            n += 1
        return x + n

    assert int(f(tf.constant(1))) == 2001
