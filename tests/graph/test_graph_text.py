"""Graphs as text."""

from __future__ import annotations

import stagelight as tf
from stagelight.graph.graph_text import graph_text, text_beside_source
from tests.graph.traced import spec, traced


def test_text_shows_operations_types_attrs_and_results():
    def function(x):
        left, right = tf.split(x, tf.constant([2, 3], name="sizes"), axis=1, name="parts")
        with tf.control_dependencies([x]):
            total = tf.matmul(left, left, transpose_b=True, name="total")
        return tf.add(total, tf.constant(1.0, name="one"), name="sum"), right

    graph = traced(function, spec(100, None))
    assert graph_text(graph) == (
        "f(%x0: float32[100, ?])\n"
        "  %sizes: int32[2] = Const {value=[2, 3]}\n"
        "  %parts/split_dim: int32[] = Const {value=1}\n"
        "  %parts: float32[100, 2], %parts:1: float32[100, 3] = "
        "SplitV(%x0, %sizes, %parts/split_dim) {num_split=2}\n"
        "  %total: float32[100, 100] = MatMul(%parts, %parts) {transpose_b=True} after ^x0\n"
        "  %one: float32[] = Const {value=1.0}\n"
        "  %sum: float32[100, 100] = AddV2(%total, %one)\n"
        "  %Identity: float32[100, 100] = Identity(%sum)\n"
        "  %Identity_1: float32[100, 3] = Identity(%parts:1)\n"
        "  return %Identity, %Identity_1\n"
    )


def test_text_of_a_plain_graph_has_no_arguments():
    with tf.Graph().as_default() as graph:
        tf.constant([1, 2], name="pair")
    assert graph_text(graph) == "graph\n  %pair: int32[2] = Const {value=[1, 2]}\n"


def test_large_constants_are_told_by_their_size():
    with tf.Graph().as_default() as graph:
        tf.constant([0.0] * 9)
    assert "{value=<9 elements>}" in graph_text(graph)


def test_many_arguments_stand_one_a_line_beside_the_source():
    @tf.function
    def f(*many):
        return tf.add_n(many)

    text = f.graph_text(*[tf.constant(1.0)] * 9)
    assert "(\n    %many_0: float32[],\n" in text
    assert max(map(len, text.splitlines())) < 200
    (concrete,) = f._list_all_concrete_functions()
    assert "(%many_0: float32[], %many_1: float32[]," in graph_text(concrete.graph)
    assert concrete._repr_html_().count("<tr>") == len(text.splitlines())


def test_a_gradient_stands_beside_the_line_that_it_differentiates():
    @tf.function
    def f(x):
        return tf.tanh(x)  # forward

    with tf.GradientTape() as tape:
        x = tf.constant(1.0)
        tape.watch(x)
        y = f(x)
    tape.gradient(y, x)
    (concrete,) = f._list_all_concrete_functions()
    derived = [memo for key, memo in concrete.graph.derived.items() if key[0] == "linearized"]
    assert "return tf.tanh(x)  # forward" in text_beside_source(derived[0].backward.graph)
