"""Shapes of labels, predictions and weights: `confusion_matrix`, `weights_broadcast_ops`, `metrics_impl`."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import stagelight as tf
from stagelight.compat.v1.metric_variables import aligned
from stagelight.compat.v1.value_weights import require_broadcastable


def remove_squeezable_dimensions(
    labels: Any, predictions: Any, expected_rank_diff: int = 0, name: str | None = None
) -> tuple[Any, Any]:
    """Labels and predictions without a last axis of one element by which their ranks differ from what is
    expected.

    Args:
        labels, predictions: tensors.
        expected_rank_diff: how many axes more than the labels the predictions have.
        name: the name of the scope.
    """
    with tf.name_scope(name or "remove_squeezable_dimensions"):
        predictions, labels = tf.convert_to_tensor(predictions), tf.convert_to_tensor(labels)
        ranks = labels.shape.rank, predictions.shape.rank
        if None not in ranks:
            difference = ranks[1] - ranks[0]
            if difference == expected_rank_diff + 1 and predictions.shape[-1] in (1, None):
                predictions = tf.squeeze(predictions, [-1])
            elif difference == expected_rank_diff - 1 and labels.shape[-1] in (1, None):
                labels = tf.squeeze(labels, [-1])
            return labels, predictions
        difference = tf.rank(predictions) - tf.rank(labels)
        if predictions.shape.rank is None or predictions.shape[-1:].is_compatible_with([1]):
            predictions = _squeezed_if(difference == expected_rank_diff + 1, predictions)
        if labels.shape.rank is None or labels.shape[-1:].is_compatible_with([1]):
            labels = _squeezed_if(difference == expected_rank_diff - 1, labels)
        return labels, predictions


def _squeezed_if(condition: Any, x: Any) -> Any:
    return tf.cond(condition, lambda: tf.squeeze(x, [-1]), lambda: x)


def remove_squeezable_dimensions_of_three(
    predictions: Any, labels: Any, weights: Any
) -> tuple[Any, Any, Any]:
    """Predictions, labels and weights of one rank, each without or with a last axis of one element."""
    return aligned(predictions, labels, weights)


def assert_broadcastable(weights: Any, values: Any) -> Any:
    """An operation that fails where weights do not have the rank of the values, or sizes that are 1 or
    theirs.

    Raises:
        ValueError: they are known not to fit.
    """
    weights, values = tf.convert_to_tensor(weights), tf.convert_to_tensor(values)
    require_broadcastable(weights, values)
    if weights.shape.rank == 0 or (
        weights.shape.is_fully_defined() and values.shape.is_fully_defined()
    ):
        return tf.no_op("static_checks_determined_all_ok")
    sizes, wanted = tf.shape(weights), tf.shape(values)
    fits = tf.cond(
        tf.equal(tf.rank(weights), tf.rank(values)),
        lambda: tf.reduce_all((sizes == 1) | (sizes == wanted)),
        lambda: tf.equal(tf.rank(weights), 0),
    )
    message = "weights can not be broadcast to values. weights.shape= , values.shape= "
    return tf.debugging.Assert(fits, [message, sizes, wanted])


def aggregate_variable(v: Any, collections: Any) -> Any:
    """The value of a metric's variable; with replicas, what its class aggregates."""
    return aggregate_metric(lambda: tf.identity(v), collections)


def aggregate_metric(value: Callable[[], Any], collections: Any) -> Any:
    """The value of a metric, which is put into collections of the graph."""
    result = value()
    for collection in collections or ():
        tf.compat.v1.add_to_collection(collection, result)
    return result
