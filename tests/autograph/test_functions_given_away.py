"""Functions from outside that are given to the library's control flow are converted."""

from __future__ import annotations

import functools

import numpy as np
import pytest

import stagelight as tf


def chosen(x):
    if x > 1:
        y = x * 10
    else:
        y = x - 1
    return y


def chosen_of_two(a, x):
    return chosen(x) + a


def chosen_constant():
    return chosen(tf.constant(4))


def step(i, x):
    return i + 1, chosen(x)


def chosen_with_gradient(x):
    y = chosen(x[2])
    return y, lambda dy: tf.stack([dy, dy, dy])


class Chooser:
    def choose(self, x):
        return chosen(x)


CALLS = {
    "map_fn": lambda x: tf.map_fn(chosen, x),
    "map_fn of a method": lambda x: tf.map_fn(Chooser().choose, x),
    "map_fn of a partial function": lambda x: tf.map_fn(functools.partial(chosen_of_two, 3), x),
    "foldl": lambda x: tf.foldl(chosen_of_two, x),
    "foldr": lambda x: tf.foldr(chosen_of_two, x),
    "scan": lambda x: tf.scan(chosen_of_two, x),
    "cond": lambda x: tf.cond(x[0] > 1, chosen_constant, chosen_constant),
    "cond by name": lambda x: tf.cond(x[0] > 1, true_fn=chosen_constant, false_fn=chosen_constant),
    "switch_case": lambda x: tf.switch_case(x[0] - 1, [chosen_constant, chosen_constant]),
    "case": lambda x: tf.case([(x[0] > 1, chosen_constant)], default=chosen_constant),
    "while_loop": lambda x: tf.while_loop(lambda i, _: i < 2, step, (0, x[1])),
    "critical section": lambda x: tf.CriticalSection().execute(chosen_constant),
    "custom_gradient": lambda x: tf.custom_gradient(chosen_with_gradient)(x),
    "recompute_grad": lambda x: tf.recompute_grad(chosen)(x[1]),
}


@pytest.mark.parametrize("call", CALLS)
def test_a_function_from_outside_is_converted(call):
    x = tf.constant([1, 2, 3])
    expected, received = CALLS[call](x), tf.function(CALLS[call])(x)
    for one, other in zip(tf.nest.flatten(expected), tf.nest.flatten(received), strict=True):
        assert np.asarray(one).tolist() == np.asarray(other).tolist()


def test_vectorized_map_converts_what_it_is_given():
    x = tf.constant([1, 2, 3])
    assert tf.function(lambda x: tf.vectorized_map(chosen, x))(x).numpy().tolist() == [0, 20, 30]
