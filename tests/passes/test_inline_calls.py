"""Calls are replaced by what they run."""

from __future__ import annotations

import pytest

import stagelight as tf
from stagelight.passes.inline_calls import INLINE_CALLS, InlineCalls
from tests.graph.traced import spec, traced
from tests.passes.checked import after, shown, types, unchecked


def test_called_operations_stand_in_place_of_the_call(golden):
    @tf.function(autograph=False)
    def double(x):
        return tf.multiply(x, tf.constant(2.0, name="two"), name="double")

    def function(x):
        return tf.add(double(x), double(double(x)), name="sum")

    graph = traced(function, spec(2))
    golden("passes/inline_calls.txt", shown(INLINE_CALLS, graph, [1.0, 2.0]))


def test_calls_within_calls_are_inlined():
    @tf.function(autograph=False)
    def inner(x):
        return -x

    @tf.function(autograph=False)
    def outer(x):
        return inner(x) + inner(x)

    result = after(INLINE_CALLS, traced(lambda x: outer(x), spec()), 1.0)
    assert types(result).count("Neg") == 2
    assert not any("Call" in name for name in types(result))


def test_call_that_would_make_the_graph_too_large_stays():
    @tf.function(autograph=False)
    def inner(x):
        return -x

    result = after(InlineCalls(most_operations=4), traced(lambda x: inner(x), spec()), 1.0)
    assert "PartitionedCall" in types(result)


def test_what_waited_for_the_call_waits_for_its_effects():
    @tf.function(autograph=False)
    def check(x):
        tf.debugging.assert_positive(x)
        return x

    def function(x):
        with tf.control_dependencies([check(x)]):
            return tf.identity(x)

    result = unchecked(INLINE_CALLS, traced(function, spec()))
    assert not any("Call" in name for name in types(result))
    assert result.control_outputs
    waits = {op.name for op in result.get_operation_by_name("Identity").control_inputs}
    assert {op.name for op in result.control_outputs} <= waits


def test_failing_call_fails_with_the_line_of_the_called_function():
    @tf.function(autograph=False)
    def pick(x):
        return tf.gather(x, 5)  # the line

    @tf.function(autograph=False)
    def function(x):
        return pick(x)

    with pytest.raises(tf.errors.InvalidArgumentError, match=r"in pick"):
        function(tf.zeros([2]))


def doubled(times, innermost):
    """A function that calls another twice, which does so too, and so on."""
    functions = [tf.function(innermost, autograph=False)]
    for _ in range(times):
        before = functions[-1]
        functions.append(
            tf.function(lambda x, f=before: f(x) * 0.5 + f(x + 1.0), autograph=False)
        )
    return functions[-1]


def test_graphs_that_are_called_again_and_again_stay_calls_from_some_size_on():
    graph = doubled(40, tf.sin).get_concrete_function(spec()).graph
    step = InlineCalls(most_copies=100)
    result = unchecked(step, graph)
    assert types(result).count("Sin") in range(10, 50)
    assert "PartitionedCall" in types(result)


def test_each_effect_waits_for_those_right_before_it_alone():
    def shown_sum(x):
        tf.print(x)
        return x + 1.0

    graph = doubled(5, shown_sum).get_concrete_function(spec()).graph
    result = unchecked(INLINE_CALLS, graph)
    prints = [op for op in result.operations if op.type == "PrintV2"]
    assert len(prints) == 32
    assert {x.name for x in prints} <= {x.name for x in result.control_outputs}
    order = {op.name: place for place, op in enumerate(prints)}
    for op, before in zip(prints[1:], prints, strict=False):
        waits = reached(op)
        assert order[before.name] in {order.get(name) for name in waits}
        assert len(op.control_inputs) <= 12  # two for each level


def reached(op):
    """The names of all that an operation waits for."""
    found, waiting = set(), [op]
    while waiting:
        current = waiting.pop()
        for other in (*current.control_inputs, *(x.op for x in current.inputs)):
            if other.name not in found:
                found.add(other.name)
                waiting.append(other)
    return found
