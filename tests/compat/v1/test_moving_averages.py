"""Moving averages in graphs of TensorFlow 1. Names and numbers are those that TensorFlow 2.21 gives."""

from __future__ import annotations

import numpy as np
import pytest

import stagelight as tf
from stagelight.compat.v1.moving_averages import assign_moving_average

v1 = tf.compat.v1


def test_both_names_are_one_class():
    assert tf.train.ExponentialMovingAverage is v1.train.ExponentialMovingAverage


def program(zero_debias):
    v = v1.Variable(10.0, name="v")
    v1.Variable(30.0, name="other", trainable=False)
    v1.Variable(5.0, name="w")
    x = v1.placeholder_with_default([1.0, 2.0], [2], name="x")
    averages = tf.train.ExponentialMovingAverage(0.25, zero_debias=zero_debias, name="foo")
    return v, x * v, averages


@pytest.mark.parametrize(
    ("zero_debias", "expected"),
    [
        (False, [[7.5, 15.0], [10.125, 20.25], [11.53125, 23.0625]]),
        (True, [[10.0, 20.0], [10.8, 21.6], [11.71429, 23.42857]]),
    ],
)
def test_tensors_and_variables_are_followed(zero_debias, expected):
    with tf.Graph().as_default(), v1.Session() as session:
        v, product, averages = program(zero_debias)
        step = averages.apply([v, product])
        session.run(v1.global_variables_initializer())
        found = []
        for _ in range(3):
            session.run(step)
            session.run(v.assign_add(1.0))
            found.append(session.run([averages.average(v), averages.average(product)]))
    assert np.allclose([of_v for of_v, _ in found], [10.0, 10.75, 11.6875])
    assert np.allclose([of_product for _, of_product in found], expected)


def test_names_of_averages_and_what_is_restored():
    with tf.Graph().as_default():
        v, product, averages = program(zero_debias=False)
        assert (averages.average_name(v), averages.average_name(product)) == ("v/foo", "mul/foo")
        assert averages.apply([v, product]).type == "NoOp"
        assert averages.average(product).name == "mul/foo:0"
        assert [x.name for x in v1.moving_average_variables()] == ["v:0"]
        assert sorted(averages.variables_to_restore()) == ["mul/foo", "other", "v/foo", "w/foo"]
        restored = averages.variables_to_restore([v])
        assert sorted(restored) == ["mul/foo", "other", "v/foo", "w"]
        assert restored["v/foo"] is v


def test_names_in_scopes():
    with tf.Graph().as_default():
        with v1.variable_scope("scope"):
            v, product, averages = program(zero_debias=True)
            assert averages.average_name(v) == "scope/scope/v/foo"
            averages.apply([v, product])
        assert sorted(averages.variables_to_restore([v])) == [
            "scope/other",
            "scope/scope/mul/foo",
            "scope/scope/scope/mul/foo/biased",
            "scope/scope/scope/mul/foo/local_step",
            "scope/scope/v/foo",
            "scope/w",
        ]


def test_eager_code_follows_variables_alone():
    v = tf.Variable(1.0)
    averages = v1.train.ExponentialMovingAverage(0.5)
    averages.apply([v])
    assert averages.variables_to_restore() == {averages.average_name(v): v}
    with pytest.raises(TypeError, match="does not support non-Variable tensors"):
        averages.apply([tf.constant(1.0)])
    with pytest.raises(TypeError, match="does not support non-Variable tensors"):
        tf.function(lambda x: averages.apply([x]))(tf.constant(1.0))


@pytest.mark.parametrize("is_staged", [False, True])
def test_an_average_is_moved_by_one_value(is_staged):
    average = tf.Variable([1.0, 3.0])

    def move():
        return assign_moving_average(average, [2.0, 2.0], 0.75, zero_debias=False)

    moved = (tf.function(move) if is_staged else move)()
    np.testing.assert_array_equal(moved, [1.25, 2.75])
    np.testing.assert_array_equal(average, [1.25, 2.75])


def test_an_average_that_began_at_zero_has_no_weight_of_it():
    with tf.Graph().as_default(), tf.compat.v1.Session() as session:
        with tf.compat.v1.variable_scope("a"):
            average = tf.compat.v1.get_variable("w", initializer=0.0)
            moved = assign_moving_average(average, 4.0, 0.9)
        session.run(tf.compat.v1.global_variables_initializer())
        for _ in range(3):
            np.testing.assert_allclose(session.run(moved), 4.0, rtol=1e-5)
        names = [variable.name for variable in tf.compat.v1.global_variables()]
    assert names == ["a/w:0", "a/a/w/biased:0", "a/a/w/local_step:0"]


def test_the_mean_over_replicas_moves_an_average():
    strategy = tf.distribute.MirroredStrategy(["CPU:0"])
    with strategy.scope():
        average = tf.Variable(1.0)
    strategy.run(lambda: assign_moving_average(average, 2.0, 0.5, zero_debias=False))
    assert average.numpy() == 1.5
