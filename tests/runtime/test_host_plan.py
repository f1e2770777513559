"""Plans: their text, what they keep in memory, and what becomes of errors and warnings."""

from __future__ import annotations

import warnings
import weakref

import numpy as np
import pytest

import stagelight as tf
from stagelight.runtime.host_plan import HostPlan
from tests.graph.traced import traced

VECTOR = tf.TensorSpec([None], tf.float32)
MATRIX = tf.TensorSpec([2, 2], tf.float32)


def test_plan_of_a_straight_line(golden):
    def f(x, y):
        z = tf.tanh(x + y) @ y
        return tf.reduce_sum(z, axis=0), z[0, 0] + 1.0

    golden("runtime/straight_line.txt", HostPlan(traced(f, MATRIX, MATRIX)).source)


def test_what_nothing_needs_is_not_in_the_plan():
    def f(x):
        tf.exp(x)
        return x + 1.0

    assert "Exp" not in HostPlan(traced(f, VECTOR)).source


def test_an_array_is_dropped_after_its_last_use():
    alive = []

    def keep(x):
        x = x + 0
        alive.append(weakref.ref(x))
        return x

    def count(x):
        return np.float32(sum(reference() is not None for reference in alive))

    def f(x):
        y = tf.numpy_function(keep, [x], tf.float32)
        y.set_shape([None])
        z = tf.reduce_sum(y)
        with tf.control_dependencies([z]):
            return tf.numpy_function(count, [x], tf.float32), z

    left, total = HostPlan(traced(f, VECTOR))(np.ones(3, np.float32))
    assert (float(left), float(total)) == (0.0, 3.0)


def test_warnings_that_are_errors_do_not_stop_a_plan():
    plan = HostPlan(traced(lambda x: 1.0 / x, VECTOR))
    with np.errstate(all="raise"):
        assert np.isinf(plan(np.zeros(1, np.float32))[0]).all()
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert np.isinf(plan(np.zeros(1, np.float32))[0]).all()


def test_effects_happen_once_though_warnings_are_errors():
    v = tf.Variable(0.0)

    @tf.function
    def f(x):
        if x < 1.0:
            v.assign_add(1.0)
        return 1.0 / x

    with np.errstate(all="raise"), warnings.catch_warnings():
        warnings.simplefilter("error")
        assert float(f(tf.constant(0.0))) == float("inf")
    assert float(v) == 1.0


def test_an_error_is_told_of_the_operation_that_it_comes_from():
    def f(x, y):
        return tf.add(tf.exp(x), tf.math.log(y), name="mine")

    plan = HostPlan(traced(f, VECTOR, VECTOR))
    with pytest.raises(tf.errors.InvalidArgumentError, match="Detected at node 'mine' defined at"):
        plan(np.ones(2, np.float32), np.ones(3, np.float32))


def test_numbers_come_and_go_as_arrays():
    scalar = tf.TensorSpec([], tf.float32)
    plan = HostPlan(traced(lambda x: (x, x + 1.0, tf.exp(x), tf.shape(x)), scalar))
    results = plan(np.array(0.0, np.float32))
    assert [type(array) for array in results] == [np.ndarray] * 4
    assert [array.tolist() for array in results] == [0.0, 1.0, 1.0, []]
