"""Equal operations become one."""

from __future__ import annotations

import numpy as np

import stagelight as tf
from stagelight.passes.merge_duplicates import MERGE_DUPLICATES
from stagelight.passes.prune import PRUNE
from tests.graph.traced import spec, traced
from tests.passes.checked import after, dice, shown, types, unchecked


def merged(function, *specs, values):
    result = after(MERGE_DUPLICATES, traced(function, *specs), *values)
    PRUNE.run(result)
    return types(result)


def test_equal_operations_become_one(golden):
    def function(x, y):
        first = tf.multiply(tf.add(x, y, name="sum"), tf.constant(2.0, name="two"), name="double")
        second = tf.multiply(
            tf.add(y, x, name="mus"), tf.constant(2.0, name="zwei"), name="zweimal"
        )
        return tf.subtract(first, second, name="nothing")

    graph = traced(function, spec(2), spec(2))
    golden("passes/merge_duplicates.txt", shown(MERGE_DUPLICATES, graph, [1.0, 2.0], [3.0, 4.0]))


def test_order_of_inputs_counts_where_it_matters():
    kept = merged(lambda x, y: (x - y) * (y - x), spec(), spec(), values=[1.0, 3.0])
    assert kept.count("Sub") == 2


def test_attrs_count():
    def function(x):
        return tf.matmul(x, x) + tf.matmul(x, x, transpose_b=True) + tf.matmul(x, x)

    x = np.arange(4.0).reshape(2, 2)
    assert merged(function, spec(2, 2), values=[x]).count("MatMul") == 2


def test_constants_that_print_alike_stay_apart():
    def function():
        return tf.constant(0.0) / 1.0, tf.constant(-0.0) / 1.0, tf.constant(0), tf.constant(False)

    assert merged(function, values=[]).count("Const") >= 5


def test_random_operations_stay_apart():
    graph = traced(lambda: dice() + dice())
    result = unchecked(MERGE_DUPLICATES, graph)
    PRUNE.run(result)
    assert types(result).count("Dice") == 2
