"""Losses, rates and steps of TensorFlow 1 refuse what makes no sense. Their numbers are in tests/oracle."""

from __future__ import annotations

import logging

import pytest

import stagelight as tf

v1 = tf.compat.v1


def test_weights_must_fit():
    for weights in ([1.0, 2.0], [[1.0, 2.0]], [[[1.0]]]):
        with pytest.raises(ValueError, match="can not be broadcast"):
            v1.losses.compute_weighted_loss([[1.0, 2.0, 3.0]], weights)
    with pytest.raises(ValueError, match="Invalid ReductionKey"):
        v1.losses.compute_weighted_loss([1.0], reduction="other")


def test_shapes_of_labels_and_predictions_must_agree():
    for loss in (v1.losses.mean_squared_error, v1.losses.sigmoid_cross_entropy):
        with pytest.raises(ValueError, match="incompatible"):
            loss([[1.0, 2.0]], [[1.0, 2.0, 3.0]])
    with pytest.raises(ValueError, match="None"):
        v1.losses.log_loss(None, [1.0])
    for axes in ({}, {"axis": 1, "dim": 1}):
        with pytest.raises(ValueError, match="axis"):
            v1.losses.cosine_distance([[1.0]], [[1.0]], **axes)


def test_losses_flow_back():
    x = tf.Variable([[0.5, 2.0]])
    with tf.GradientTape() as tape:
        loss = v1.losses.mean_squared_error([[0.0, 0.0]], x, [[1.0, 0.0]])
    assert tape.gradient(loss, x).numpy().tolist() == [[1.0, 0.0]]


def test_rates_need_a_step_and_one_value_more_than_boundaries():
    with pytest.raises(ValueError, match="global_step is required for cosine_decay"):
        v1.train.cosine_decay(0.1, None, 10)
    with pytest.raises(ValueError, match="1 less"):
        v1.train.piecewise_constant(1, [1, 2], [0.1, 0.2])


def test_there_is_one_global_step():
    with tf.Graph().as_default():
        step = v1.train.create_global_step()
        assert v1.train.get_global_step() is step
        assert step.dtype == tf.int64 and not step.trainable
        with pytest.raises(ValueError, match="already exists"):
            v1.train.create_global_step()
    with pytest.raises(TypeError, match="integer"):
        v1.train.assert_global_step(tf.Variable(1.0))
    with pytest.raises(TypeError, match="scalar"):
        v1.train.assert_global_step(tf.Variable([1]))


def test_a_graph_has_methods_for_its_collections():
    graph = tf.Graph()
    graph.add_to_collections(["a", "b"], 1)
    graph.add_to_collection("a", 2)
    assert graph.get_collection("a") == [1, 2]
    assert graph.get_all_collection_keys() == ["a", "b"]
    graph.clear_collection("a")
    assert graph.get_collection_ref("a") == []
    assert graph.get_all_collection_keys() == ["b"]


def test_lines_are_logged_so_often(caplog):
    v1.logging.set_verbosity(v1.logging.INFO)
    try:
        with caplog.at_level(logging.INFO, "stagelight"):
            for turn in range(5):
                v1.logging.log_every_n(v1.logging.INFO, "every %d", 2, turn)
                v1.logging.log_first_n(v1.logging.INFO, "first %d", 1, turn)
                v1.logging.debug("not at all")
    finally:
        v1.logging.set_verbosity(0)
    texts = [record.getMessage() for record in caplog.records]
    assert texts == ["every 0", "first 0", "every 2", "every 4"]
