"""A variable that is in a list, or that is one of the things a name may be, counts with its value."""

from __future__ import annotations

import pytest

import stagelight as tf

v = tf.Variable(1.0)


def or_a_tensor(i, x):
    y = v
    if i > 0:
        y = x
    return y


def in_a_list_that_grows(i, x):
    xs = [x]
    xs.append(v)
    if i > 0:
        xs.append(x)
    return sum(xs)


def in_a_list_that_grows_in_a_loop(i, x):
    xs = [v]
    for _ in tf.range(i):
        xs.append(x)
    return sum(xs)


def in_a_list_that_is_turned(i, x):
    xs = [x, v]
    if i > 0:
        xs = xs[::-1]
    return xs[0]


def twice_in_a_list_that_grows(i, x):
    xs = [v]
    if i > 0:
        xs.append(v)
    return tf.stack(xs) + x


@pytest.mark.parametrize(
    "program",
    [
        or_a_tensor,
        in_a_list_that_grows,
        in_a_list_that_grows_in_a_loop,
        in_a_list_that_is_turned,
        twice_in_a_list_that_grows,
    ],
)
@pytest.mark.parametrize("i", [0, 2])
def test_variables_are_values_where_ways_meet(program, i):
    i, x = tf.constant(i), tf.constant(3.0)

    def outcome(function):
        with tf.GradientTape() as tape:
            tape.watch(x)
            result = tf.convert_to_tensor(function(i, x))
        gradients = tape.gradient(result, [x, v], unconnected_gradients="zero")
        return result.numpy().tolist(), [float(g) for g in gradients]

    assert outcome(tf.function(program)) == outcome(program)


def test_variables_that_an_object_makes_in_a_loop_over_a_dataset_are_made_once():
    class Momentum:
        def __init__(self):
            self.slots = []

        def apply(self, gradients, variables):
            if not self.slots:
                self.slots = [tf.Variable(tf.zeros_like(v)) for v in variables]
            for gradient, variable, slot in zip(gradients, variables, self.slots, strict=True):
                slot.assign_add(gradient)
                variable.assign_sub(slot)

    weight = tf.Variable([2.0])
    momentum = Momentum()

    @tf.function
    def train(dataset):
        for x in dataset:
            momentum.apply([x * 1.0], [weight])

    dataset = tf.data.Dataset.from_tensor_slices([[1.0], [2.0]])
    train(dataset)
    assert weight.numpy() == [-2.0]
    train(dataset)
    assert weight.numpy() == [-12.0]
    assert len(momentum.slots) == 1
