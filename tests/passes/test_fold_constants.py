"""Constants are computed beforehand, and nothing else is."""

from __future__ import annotations

import numpy as np
import pytest

import stagelight as tf
from stagelight.passes.fold_constants import FOLD_CONSTANTS, FoldConstants
from tests.graph.traced import run, spec, traced
from tests.passes.checked import after, dice, shown, types, unchecked


def test_what_depends_on_constants_alone_is_computed(golden):
    def function(x):
        scale = tf.multiply(
            tf.constant(2.0, name="two"), tf.constant(3.0, name="three"), name="six"
        )
        return tf.multiply(x, tf.exp(scale, name="exp"), name="product")

    graph = traced(function, spec(2))
    golden("passes/fold_constants.txt", shown(FOLD_CONSTANTS, graph, [1.0, 2.0]))


def test_known_shape_is_a_constant():
    def function(x):
        return tf.shape(x)[0] * 2

    graph = traced(function, spec(3, 4))
    result = after(FOLD_CONSTANTS, graph, np.zeros([3, 4]))
    assert result.outputs[0].op.type == "Const"


def test_unknown_shape_stays():
    graph = traced(lambda x: tf.shape(x), spec(None, 4))
    assert "Shape" in types(after(FOLD_CONSTANTS, graph, np.zeros([3, 4])))


def test_captured_value_is_a_constant():
    big = tf.ones([20, 20])
    graph = traced(lambda x: tf.matmul(x, tf.transpose(big)), spec(2, 20))
    result = after(FOLD_CONSTANTS, graph, np.ones([2, 20]))
    assert "Transpose" not in types(result)


def test_operation_that_fails_stays():
    def function(x):
        return x + tf.gather(tf.constant([1.0]), tf.constant(7))

    graph = traced(function, spec())
    result = unchecked(FOLD_CONSTANTS, graph)
    assert "GatherV2" in types(result)
    with pytest.raises(tf.errors.InvalidArgumentError):
        run(result, 1.0)


def test_random_operation_stays():
    graph = traced(dice)
    assert "Dice" in types(unchecked(FOLD_CONSTANTS, graph))


def test_large_result_stays():
    graph = traced(lambda: tf.fill([8, 8], 1.0))
    assert types(after(FoldConstants(most_bytes=256), graph))[-1] == "Const"
    assert "Fill" in types(after(FoldConstants(most_bytes=255), graph))


def test_operation_that_waits_stays():
    def function(x):
        with tf.control_dependencies([x]):
            return tf.add(tf.constant(1.0), tf.constant(2.0))

    assert "AddV2" in types(after(FOLD_CONSTANTS, traced(function, spec()), 1.0))
