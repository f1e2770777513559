"""What nothing needs goes."""

from __future__ import annotations

import stagelight as tf
from stagelight.passes.prune import PRUNE
from tests.graph.traced import spec, traced
from tests.passes.checked import after, shown, types, unchecked


def test_unneeded_operations_go_and_inputs_stay(golden):
    def function(x, unused):
        tf.exp(x, name="unneeded")
        with tf.control_dependencies([tf.negative(x, name="waited_for")]):
            return tf.square(x, name="square")

    graph = traced(function, spec(), spec())
    golden("passes/prune.txt", shown(PRUNE, graph, 2.0, 1.0))


def test_operation_that_would_fail_goes_if_nothing_needs_it():
    def function(x):
        tf.gather(x, 7)
        return -x

    assert types(after(PRUNE, traced(function, spec(2)), [1.0, 2.0])) == ["Neg", "Identity"]


def test_effects_stay():
    def function(x):
        tf.debugging.assert_positive(x)
        return x

    graph = traced(function, spec())
    assert len(unchecked(PRUNE, graph).control_outputs) == len(graph.control_outputs) >= 1
