"""Einstein summation of more than two tensors, and in the words of the public function."""

from __future__ import annotations

import numpy as np

import stagelight as tf


def test_pairs_are_chosen_by_their_work():
    shapes = [(100, 100), (100, 100), (100, 1)]
    specs = [tf.TensorSpec(shape, tf.float32) for shape in shapes]
    function = tf.function(lambda a, b, c: tf.einsum("ij,jk,kl->il", a, b, c, optimize="optimal"))
    graph = function.get_concrete_function(*specs).graph
    equations = [op.get_attr("equation").decode() for op in graph.get_operations() if op.type == "Einsum"]
    assert len(equations) == 2
    assert {"jk", "kl"} <= set(equations[0].partition("->")[0].split(","))


def test_more_letters_than_a_name_has():
    x = np.random.default_rng(3).normal(size=(2,) * 6)
    np.testing.assert_allclose(
        tf.einsum("abcdef,fedcba->", x, x).numpy(), np.einsum("abcdef,fedcba->", x, x)
    )


def test_output_in_order_of_the_alphabet():
    x = np.arange(6.0).reshape(2, 3)
    assert (tf.einsum("ba", x).numpy() == x.T).all()
