"""Moving averages in graphs of TensorFlow 1. Names and numbers are those that TensorFlow 2.21 gives."""

from __future__ import annotations

import numpy as np
import pytest

import stagelight as tf

v1 = tf.compat.v1


def program(zero_debias):
    v = v1.Variable(10.0, name="v")
    v1.Variable(30.0, name="other", trainable=False)
    v1.Variable(5.0, name="w")
    x = v1.placeholder_with_default([1.0, 2.0], [2], name="x")
    averages = v1.train.ExponentialMovingAverage(0.25, zero_debias=zero_debias, name="foo")
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
