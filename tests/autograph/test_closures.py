"""Closures over what staged blocks assign see what Python's closures see.

`random_closures.py` has the random programs of this kind; here are those whose blocks are alive only
because of a closure.
"""

from __future__ import annotations

import functools
import types

import numpy as np
import pytest

import stagelight as tf
from stagelight.errors import InaccessibleTensorError

DATA = tf.data.Dataset.range(3)


def sum_that_begins_in_the_outer_loop(n, x, w):
    for e in tf.range(n):
        s = tf.constant(0)
        for t in tf.range(4):
            u = e + t
            s = s + tf.cond(u < 1, lambda: u * 2, lambda: u)  # noqa: B023
        w.assign_add(s)
    return w + 0


def lambda_over_the_target_of_two_loops(n, x, w):
    for i in tf.range(2):
        x -= x * tf.cast(i, x.dtype)
    for i in tf.range(n):
        g = lambda: i  # noqa: B023, E731, F841
    return x


def branch_that_is_alive_for_a_closure(n, x, w):
    s = 0
    for i in tf.range(n):  # noqa: B007 (the next block assigns it too)
        s += 1
    if n > 0:
        i = 0
        i += tf.cond(n > 1, lambda: i, lambda: 1)
    return s


def function_of_a_dataset_in_an_iterator_loop(n, x, w):
    k = 0
    if n > 0:
        for i in iter(DATA):
            k += 1
            it = iter(DATA.map(lambda e: e + i))  # noqa: B023
            w.assign_add(tf.cast(next(it), tf.int32))
            if k > 2:
                break
    return k, w + 0


def targets_of_two_dtypes(n, x, w):
    for i in tf.range(2):
        w.assign_add(i)
    for i in DATA:
        w.assign_add(tf.cast(tf.cond(i > 1, lambda: i, lambda: i * 2), tf.int32))  # noqa: B023
    return w + 0


def closure_over_a_closure(n, x, w):
    for _, i in enumerate(DATA):
        g = lambda a: a  # noqa: E731
        h = lambda a: g(i)  # noqa: B023, E731, F841
    return n


def partial_that_outlives_its_loop(n, x, w):
    g = None
    for i in tf.range(n):
        g = functools.partial(lambda a: a * 10 + i, 2)  # noqa: B023
    return g()


def function_in_a_list_that_sees_a_later_branch(n, x, w):
    a = n
    kept = [lambda: a * 2]
    if n > 1:
        a = n + 5
    return kept[0]()


def function_in_an_attribute_that_outlives_its_loop(n, x, w):
    box = types.SimpleNamespace(f=lambda: tf.constant(0))
    for i in tf.range(n):
        box.f = lambda: i * 3  # noqa: B023
    return box.f()


def variable_of_another_function(n, x, w):
    z = tf.constant(1)

    def bump():
        nonlocal z
        z = z * 2

    def count():
        k = 0
        for _ in tf.range(n):
            k += z
            bump()
        return k

    return count(), z


def branch_that_always_fails_beside_effects(n, x, w):
    read = lambda: q  # noqa: E731
    for _ in tf.range(n):
        w.assign_add(1)
        if n < 0:
            w.assign_add(read())
    result = w + 0
    q = 1
    return result


PROGRAMS = [
    branch_that_always_fails_beside_effects,
    sum_that_begins_in_the_outer_loop,
    lambda_over_the_target_of_two_loops,
    branch_that_is_alive_for_a_closure,
    function_of_a_dataset_in_an_iterator_loop,
    targets_of_two_dtypes,
    closure_over_a_closure,
    partial_that_outlives_its_loop,
    function_in_a_list_that_sees_a_later_branch,
    function_in_an_attribute_that_outlives_its_loop,
    variable_of_another_function,
]


@pytest.mark.parametrize("program", PROGRAMS, ids=lambda program: program.__name__)
def test_a_closure_sees_what_pythons_sees(program):
    def call(function):
        w.assign(0)
        result = function(tf.constant(3), tf.constant(1.5), w)
        return [np.asarray(leaf).tolist() for leaf in tf.nest.flatten(result)], int(w)

    w = tf.Variable(0)
    assert call(tf.function(program)) == call(program)


def test_a_value_that_the_graph_does_not_carry_is_refused_by_name():
    @tf.function
    def f(n):
        kept = []
        kept.append(lambda: u)
        u = 1
        if n > 1:
            u = "text"
        return kept[0]()

    with pytest.raises(InaccessibleTensorError, match=r"A function reads `u`.*AG403"):
        f(tf.constant(3))
