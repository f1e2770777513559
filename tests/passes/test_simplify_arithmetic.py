"""Simplification keeps every bit: signs of zeros, NaN, infinities, shapes."""

from __future__ import annotations

import numpy as np
import pytest

import stagelight as tf
from stagelight.passes.fold_constants import FOLD_CONSTANTS
from stagelight.passes.prune import PRUNE
from stagelight.passes.simplify_arithmetic import SIMPLIFY_ARITHMETIC
from tests.graph.traced import spec, traced
from tests.passes.checked import after, shown, types

ODD = [0.0, -0.0, np.nan, np.inf, -np.inf, 1e-45, -3.5, 3.4e38]


def simplified(function, *specs, values):
    result = after(SIMPLIFY_ARITHMETIC, traced(function, *specs), *values)
    PRUNE.run(result)
    return types(result)


def test_operations_that_change_nothing_go(golden):
    def function(x):
        y = tf.multiply(tf.identity(x), tf.constant(1.0, name="one"), name="product")
        y = tf.negative(tf.negative(y, name="minus"), name="plus")
        y = tf.reshape(
            tf.reshape(y, tf.constant([6], name="flat")), tf.constant([3, 2], name="tall")
        )
        return tf.transpose(tf.transpose(y, [1, 0], name="there"), [1, 0], name="back")

    graph = traced(function, spec(2, 3))
    golden("passes/simplify_arithmetic.txt", shown(SIMPLIFY_ARITHMETIC, graph, np.ones([2, 3])))


@pytest.mark.parametrize(
    "function",
    [
        lambda x: x + tf.constant(-0.0),
        lambda x: x - tf.constant(0.0),
        lambda x: x * tf.constant(1.0),
        lambda x: tf.constant(1.0) * x,
        lambda x: x / tf.constant(1.0),
        lambda x: tf.negative(tf.negative(x)),
        lambda x: tf.add_n([x]),
        lambda x: tf.cast(x, tf.float32),
        lambda x: tf.broadcast_to(x, [8]),
        lambda x: tf.tile(x, [1]),
        lambda x: tf.stop_gradient(x),
        lambda x: tf.transpose(x),
    ],
)
def test_neutral_operation_goes(function):
    graph = traced(function, spec(8))
    result = after(SIMPLIFY_ARITHMETIC, after(FOLD_CONSTANTS, graph, ODD), ODD)
    PRUNE.run(result)
    assert types(result) == []


@pytest.mark.parametrize(
    ("function", "op"),
    [
        (lambda x: x + tf.constant(0.0), "AddV2"),  # -0.0 + 0.0 is 0.0
        (lambda x: x - tf.constant(-0.0), "Sub"),
        (lambda x: x * tf.constant(0.0), "Mul"),
        (lambda x: tf.constant(0.0) - x, "Sub"),
        (lambda x: x - x, "Sub"),
        (lambda x: x / x, "RealDiv"),
        (lambda x: x + tf.constant([[-0.0]]), "AddV2"),  # another shape
    ],
)
def test_operation_that_changes_something_stays(function, op):
    assert op in simplified(function, spec(8), values=[ODD])


@pytest.mark.parametrize(
    "function",
    [
        lambda x: x + 0,
        lambda x: 0 + x,
        lambda x: x - 0,
        lambda x: x * 1,
        lambda x: tf.bitwise.bitwise_or(x, 0),
        lambda x: tf.bitwise.invert(tf.bitwise.invert(x)),
    ],
)
def test_neutral_operation_on_integers_goes(function):
    limits = [0, 1, -1, 2**31 - 1, -(2**31)]
    assert simplified(function, spec(5, dtype=tf.int32), values=[limits]) == []


def test_logic_with_neutral_constants_goes():
    def function(x):
        return tf.logical_not(tf.logical_not(tf.logical_and(tf.logical_or(x, False), True)))

    assert simplified(function, spec(2, dtype=tf.bool), values=[[True, False]]) == []


def test_product_of_complex_numbers_stays():
    values = [complex(np.inf, 1.0), complex(-0.0, 1.0)]
    one = tf.constant(1.0 + 0.0j, tf.complex64)
    assert "Mul" in simplified(lambda x: x * one, spec(2, dtype=tf.complex64), values=[values])


def test_unknown_shape_is_kept_apart_from_a_neutral_vector():
    assert "AddV2" in simplified(
        lambda x: x + tf.constant([-0.0]), spec(None), values=[np.zeros([0])]
    )


def test_transposes_are_joined():
    def function(x):
        return tf.transpose(tf.transpose(x, [1, 2, 0]), [0, 2, 1])

    x = np.arange(24.0).reshape(2, 3, 4)
    assert simplified(function, spec(2, 3, 4), values=[x]) == ["Const", "Transpose"]


def test_reshape_that_may_fail_stays():
    def function(x):
        return tf.reshape(tf.reshape(x, [2, -1]), [-1])

    assert simplified(function, spec(None), values=[np.ones([4])]).count("Reshape") == 2


def test_identity_that_waits_stays():
    def function(x, y):
        with tf.control_dependencies([y]):
            return tf.identity(x)

    assert "Identity" in simplified(function, spec(), spec(), values=[1.0, 2.0])
