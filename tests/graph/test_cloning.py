"""Copies of graphs."""

from __future__ import annotations

import numpy as np

import stagelight as tf
from stagelight.graph.cloning import clone_graph
from stagelight.graph.graph_text import graph_text
from stagelight.graph.verifier import verify
from tests.graph.traced import run, spec, traced


def test_clone_is_the_same_graph_with_operations_of_its_own():
    big = tf.ones([200, 2])
    graph = traced(lambda x: tf.matmul(x, big) * 2.0, spec(None, 200))
    clone, tensors = clone_graph(graph)
    verify(clone)
    assert graph_text(clone) == graph_text(graph)
    assert not {id(op) for op in clone.operations} & {id(op) for op in graph.operations}
    assert [tensors[id(t)] for t in graph.outputs] == clone.outputs
    assert clone.external_captures[0] is big
    x = np.ones([3, 200])
    np.testing.assert_array_equal(run(clone, x)[0], run(graph, x)[0])


def test_change_of_a_clone_leaves_the_original():
    graph = traced(lambda x: -x, spec(2))
    before = graph_text(graph)
    clone, _ = clone_graph(graph)
    clone.get_operation_by_name("Neg").attrs["_note"] = True
    clone.get_operation_by_name("Neg").inputs.clear()
    clone.replace_operations(lambda op: False)
    assert graph_text(graph) == before


def test_clone_gives_new_operations_names_that_are_free():
    graph = traced(lambda x: -x, spec(2))
    clone, _ = clone_graph(graph)
    assert clone.unique_name("Neg") == "Neg_1"
