"""The lowerability analysis: levels, reasons, and what is known through loops and calls."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

import stagelight as tf
import stagelight.codegen.lowering.rules
from stagelight.codegen.lowering.lowerability import (
    GraphLowerability,
    Level,
    host_operations,
    lowerability_of,
)
from stagelight.core.registry import lookup
from stagelight.graph.func_graph import FuncGraph
from stagelight.passes.pipeline import optimize
from tests.ops.sample_groups import GROUPS
from tests.ops.sample_runs import staged, tensors_of

OPEN = tf.TensorSpec([None, 3])
STATIC = tf.TensorSpec([4, 3])


def analysis_of(function: Callable[..., Any], *specs: Any) -> GraphLowerability:
    graph = tf.function(function).get_concrete_function(*specs).graph
    return lowerability_of(optimize(graph))


def levels(analysis: GraphLowerability) -> dict[str, tuple[str, bool, str]]:
    """By type of operation its level, whether it is resolved, and the reason."""
    found = {}
    for operation, each in analysis.found.items():
        found[operation.type] = each.level.name, each.is_resolved, each.reason
    return found


def test_open_sizes_are_a_promise():
    assert levels(analysis_of(tf.exp, OPEN)) == {"Exp": ("SYMBOLIC", False, "")}
    assert levels(analysis_of(tf.exp, STATIC)) == {"Exp": ("SYMBOLIC", True, "")}


def test_what_follows_from_shapes_is_known():
    analysis = analysis_of(lambda x: tf.reshape(x, [tf.shape(x)[0] * 3]), OPEN)
    assert {level for level, _, _ in levels(analysis).values()} == {"SYMBOLIC"}
    (reshape,) = (x for x in analysis.graph.operations if x.type == "Reshape")
    assert id(reshape.inputs[1]) in analysis.known
    assert id(reshape.inputs[0]) not in analysis.known


def test_what_follows_from_elements_is_not_known():
    analysis = analysis_of(
        lambda x, n: tf.reshape(x, tf.stack([n, -1])), OPEN, tf.TensorSpec([], tf.int32)
    )
    level, _, reason = levels(analysis)["Reshape"]
    assert level == "HOST"
    assert reason.endswith("does not follow from shapes and constants")


REASONS = {
    "text": (lambda x: tf.strings.as_string(x), "AsString", "its result is text"),
    "python": (lambda x: tf.py_function(abs, [x], tf.float32), "EagerPyFunc", "it calls Python"),
    "dtype": (lambda x: tf.cast(x, tf.complex64), "Cast", "is of dtype complex64"),
    "no rule": (lambda x: tf.linalg.svd(x, compute_uv=False), "Svd", "no lowering takes Svd"),
    "values": (lambda x: tf.unique(x[:, 0]).y, "Unique", "no lowering takes Unique"),
}


@pytest.mark.parametrize("name", REASONS)
@pytest.mark.parametrize("spec", [OPEN, STATIC], ids=["open", "static"])
def test_the_host_has_a_reason(name: str, spec: Any) -> None:
    function, op, expected = REASONS[name]
    analysis = analysis_of(function, spec)
    level, is_resolved, reason = levels(analysis)[op]
    assert (level, is_resolved) == ("HOST", False)
    assert expected in reason
    assert [(x.type, why) for x, why in host_operations(analysis.graph) if x.type == op] == [
        (op, reason)
    ]


def test_the_reason_of_a_loop_is_the_operation_inside():
    def loop(x):
        for _ in tf.range(3):
            x = x + tf.linalg.svd(x, compute_uv=False)[0]
        return x

    analysis = analysis_of(loop, STATIC)
    assert analysis.obstacle() == analysis.program_obstacle() == "no lowering takes Svd"
    assert ("Svd", "no lowering takes Svd") in [
        (x.type, why) for x, why in host_operations(analysis.graph)
    ]
    assert "StatelessWhile" not in {x.type for x, _ in host_operations(analysis.graph)}


def looped(rows: Callable[..., Any]) -> Callable[..., Any]:
    """A loop that carries a number of rows, which each iteration changes by a function."""

    def loop(x):
        n, y = tf.shape(x)[0], x
        for _ in tf.range(3):
            y = tf.reshape(tf.exp(y), [n, 3])
            n = rows(n, y)
        return y

    return loop


def test_a_loop_variable_is_known_if_it_is_in_every_iteration():
    kept = analysis_of(looped(lambda n, y: n), OPEN)
    assert not kept.program_obstacle()
    read = analysis_of(looped(lambda n, y: n + tf.cast(y[0, 0], tf.int32)), OPEN)
    assert "does not follow from shapes and constants" in read.program_obstacle()


def test_a_function_that_calls_itself_is_not_inlined():
    graph = FuncGraph("endless", None)
    x = graph.add_input(tf.float32, tf.TensorShape([2]), "x")
    called = graph.add(lookup("PartitionedCall"), [x], {"f": graph, "Tout": [tf.float32]}, "call")
    graph.outputs = [x]
    assert lowerability_of(graph).found[called].level is Level.HOST
    assert "calls itself" in lowerability_of(graph).program_obstacle()


@pytest.mark.parametrize("group", [pytest.param(x, id=str(x)) for x in GROUPS])
def test_no_rule_asks_for_a_rank_that_is_not_known(group):
    """Of samples whose arguments have any shape: the analysis is told so, and gives a level."""
    for _, sample in group.samples:
        if not sample.staged or not sample.arrays:
            continue
        specs = [tf.TensorSpec(None, x.dtype) for x in tensors_of(sample.arrays)]
        try:
            graph = staged(sample.call, specs).get_concrete_function().graph
        except (TypeError, ValueError):
            continue  # The public function needs ranks.
        lowerability_of(optimize(graph))


@pytest.mark.parametrize("extreme", [tf.argmax, tf.argmin])
def test_places_of_extremes_are_found_in_tensors_of_any_rank(extreme):
    function = tf.function(lambda x: extreme(x, -1), input_signature=[tf.TensorSpec(None)])
    for x in ([1.0, 3.0, 2.0], [[1.0, 2.0], [4.0, 3.0]]):
        assert function(tf.constant(x)).numpy().tolist() == extreme(x, -1).numpy().tolist()


def test_the_analysis_is_kept_with_the_graph():
    graph = optimize(tf.function(tf.exp).get_concrete_function(OPEN).graph)
    assert lowerability_of(graph) is lowerability_of(graph)
    assert lowerability_of(graph, [True]) is not lowerability_of(graph)
    assert lowerability_of(graph, [True]).known >= lowerability_of(graph).known


def test_levels_are_ordered():
    assert Level.HOST < Level.STATIC < Level.SYMBOLIC
