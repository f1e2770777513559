"""What does not change in a loop is computed before it."""

from __future__ import annotations

import re

import numpy as np
import pytest

import stagelight as tf
from stagelight.graph.effects import called_graphs
from stagelight.graph.verifier import verify
from stagelight.passes.hoist_invariants import HOIST_INVARIANTS
from stagelight.passes.inline_calls import INLINE_CALLS
from stagelight.passes.pipeline import optimize
from tests.graph.traced import run, spec, traced
from tests.passes.checked import after, shown, types


def loop_of(graph):
    return next(op for op in graph.operations if op.type.endswith("While"))


def simplified(function, *specs):
    """The graph with simplified bodies, in which invariants are seen."""
    graph = traced(function, *specs)
    for operation in graph.operations:
        for key, value in operation.attrs.items():
            if key in ("cond", "body"):
                operation.attrs[key] = optimize(value)
    return graph


def test_invariant_stands_before_the_loop(golden):
    def function(x, w):
        def body(i, y):
            square = tf.matmul(w, w, name="square")
            return tf.add(i, tf.constant(1, name="one"), name="next"), tf.add(y, square, name="sum")

        def cond(i, y):
            return tf.less(i, tf.constant(3, name="three"), name="more")

        return tf.while_loop(cond, body, [tf.constant(0, name="zero"), x], name="loop")[1]

    graph = simplified(function, spec(2, 2), spec(2, 2))
    w = np.arange(4.0).reshape(2, 2)
    text = shown(HOIST_INVARIANTS, graph, np.ones([2, 2]), w)
    golden("passes/hoist_invariants.txt", re.sub(r"cond_\d+___", "cond_0___", text))


def test_invariant_of_the_condition_is_hoisted():
    def function(x, limit):
        return tf.while_loop(lambda y: tf.reduce_sum(y) < limit * 2.0, lambda y: (y + 1.0,), [x])

    graph = simplified(function, spec(2), spec())
    result = after(HOIST_INVARIANTS, graph, [0.0, 0.0], 5.0)
    assert "Mul" in types(result)
    assert "Mul" not in types(loop_of(result).attrs["cond"])


def test_chain_of_invariants_is_hoisted_as_one_variable():
    def function(x, w):
        return tf.while_loop(
            lambda i, y: i < 3, lambda i, y: (i + 1, y + tf.exp(tf.sin(w) * 2.0)), [0, x]
        )[1]

    graph = simplified(function, spec(), spec())
    result = after(HOIST_INVARIANTS, graph, 1.0, 2.0)
    assert len(loop_of(result).inputs) == len(loop_of(graph).inputs) + 1
    assert not {"Sin", "Exp", "Mul"} & set(types(loop_of(result).attrs["body"]))


def test_what_may_fail_stays_in_a_loop_that_may_run_no_round():
    def function(n, x, i):
        def body(k, total):
            return k + 1, total + tf.gather(x, i) + 7 // i

        return tf.while_loop(lambda k, total: k < n, body, [0, tf.constant(0)])[1]

    number = spec(dtype=tf.int32)
    graph = simplified(function, number, spec(2, dtype=tf.int32), number)
    result = after(HOIST_INVARIANTS, graph, 0, [1, 2], 0)
    assert "FloorDiv" in types(loop_of(result).attrs["body"])
    assert "GatherV2" in types(loop_of(result).attrs["body"])
    np.testing.assert_array_equal(run(result, 0, [1, 2], 99)[0], 0)
    with pytest.raises(tf.errors.InvalidArgumentError):
        run(result, 1, [1, 2], 99)


def test_what_depends_on_the_round_stays():
    def function(x):
        return tf.while_loop(lambda i, y: i < 3.0, lambda i, y: (i + 1.0, y * tf.sin(i)), [0.0, x])

    graph = simplified(function, spec())
    result = after(HOIST_INVARIANTS, graph, 1.0)
    assert "Sin" in types(loop_of(result).attrs["body"])
    assert result.operations[-1].name == graph.operations[-1].name


def test_graph_of_the_loop_is_shared_and_stays_as_it_is():
    def function(x, w):
        return tf.while_loop(lambda i, y: i < 3, lambda i, y: (i + 1, y + tf.sin(w)), [0, x])[1]

    graph = simplified(function, spec(), spec())
    body = loop_of(graph).attrs["body"]
    before = types(body)
    after(HOIST_INVARIANTS, graph, 1.0, 2.0)
    assert types(body) == before


def test_pipeline_hoists_out_of_nested_loops():
    def function(x, w):
        def outer(i, y):
            inner = tf.while_loop(
                lambda j, z: j < 2, lambda j, z: (j + 1, z + tf.matmul(w, w)), [0, y]
            )
            return i + 1, inner[1]

        return tf.while_loop(lambda i, y: i < 3, outer, [0, x])[1]

    graph = traced(function, spec(2, 2), spec(2, 2))
    result = optimize(graph)
    verify(result)
    assert "MatMul" in types(result)
    assert not any("MatMul" in types(inner) for inner in called_graphs(loop_of(result)))
    x, w = np.ones([2, 2]), np.arange(4.0).reshape(2, 2)
    np.testing.assert_array_equal(run(result, x, w)[0], run(graph, x, w)[0])


def test_inlined_loops_are_loops():
    @tf.function(autograph=False)
    def called(x):
        return tf.while_loop(lambda i, y: i < 3, lambda i, y: (i + 1, y * 2.0), [0, x])[1]

    result = after(INLINE_CALLS, traced(lambda x: called(x) + 1.0, spec()), 1.0)
    assert any(name.endswith("While") for name in types(result))
