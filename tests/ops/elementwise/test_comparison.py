"""Comparisons whose shapes may not fit."""

from __future__ import annotations

import numpy as np

import stagelight as tf
from stagelight.core.raw import raw
from stagelight.graph.func_graph import FuncGraph


def _placeholder(*shape):
    return raw.Placeholder(dtype=tf.float32, shape=tf.TensorShape(shape))


def test_lenient_equality_infers_a_shape_only_where_it_is_certain():
    graph = FuncGraph("f")
    with graph.as_default():
        known = raw.Equal(_placeholder(2), _placeholder(3), incompatible_shape_error=False)
        fitting = raw.Equal(_placeholder(2), _placeholder(1), incompatible_shape_error=False)
        unknown = raw.Equal(_placeholder(None), _placeholder(3), incompatible_shape_error=False)
    assert known.shape.as_list() == []
    assert fitting.shape.as_list() == [2]
    assert unknown.shape.rank is None


def test_strings_are_compared_byte_by_byte():
    assert tf.equal(["a", "ä"], ["a", "a"]).numpy().tolist() == [True, False]


def test_nan_compares_false_but_for_not_equal():
    nan = np.float32("nan")
    for function in (tf.less, tf.less_equal, tf.greater, tf.greater_equal, tf.equal):
        assert not function(nan, nan).numpy()
    assert tf.not_equal(nan, nan).numpy()
