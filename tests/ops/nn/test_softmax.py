"""Softmax along other axes, also where the rank is not known."""

from __future__ import annotations

import numpy as np
import pytest

import stagelight as tf
from stagelight.core.raw import raw
from stagelight.graph.func_graph import FuncGraph
from stagelight.ops.nn.softmax import last_axis_swapped


@pytest.mark.parametrize("axis", [0, 1, 2, -3, -2, -1])
def test_probabilities_add_up_to_one_along_the_axis(axis):
    x = np.random.default_rng(1).normal(size=(2, 3, 4)).astype(np.float32)
    total = tf.nn.softmax(x, axis=axis).numpy().sum(axis=axis)
    np.testing.assert_allclose(total, np.ones_like(total), rtol=1e-6)
    log_total = np.exp(tf.nn.log_softmax(x, axis=axis).numpy()).sum(axis=axis)
    np.testing.assert_allclose(log_total, np.ones_like(total), rtol=1e-6)


def test_the_order_of_axes_is_a_constant_where_the_rank_is_known():
    assert last_axis_swapped(tf.zeros([2, 3, 4]), 0).tolist() == [2, 1, 0]
    assert last_axis_swapped(tf.zeros([2, 3, 4]), -2).tolist() == [0, 2, 1]


def test_another_axis_of_unknown_rank_can_be_traced():
    graph = FuncGraph("f")
    with graph.as_default():
        x = raw.Placeholder(dtype=tf.float32, shape=tf.TensorShape(None))
        assert tf.nn.softmax(x, axis=0).dtype is tf.float32


def test_integers_are_refused():
    with pytest.raises(tf.errors.InvalidArgumentError):
        tf.nn.softmax([1, 2])
