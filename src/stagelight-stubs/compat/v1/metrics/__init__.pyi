"""Public names of `tf.compat.v1.metrics`. Written by `scripts/public_stubs.py`."""

from stagelight.compat.v1.metric_classes import mean_iou as mean_iou
from stagelight.compat.v1.metric_classes import mean_per_class_accuracy as mean_per_class_accuracy
from stagelight.compat.v1.metric_counts import precision as precision
from stagelight.compat.v1.metric_counts import recall as recall
from stagelight.compat.v1.metric_means import accuracy as accuracy
from stagelight.compat.v1.metric_means import mean as mean
from stagelight.compat.v1.metric_means import mean_absolute_error as mean_absolute_error
from stagelight.compat.v1.metric_means import mean_cosine_distance as mean_cosine_distance
from stagelight.compat.v1.metric_means import mean_relative_error as mean_relative_error
from stagelight.compat.v1.metric_means import mean_squared_error as mean_squared_error
from stagelight.compat.v1.metric_means import mean_tensor as mean_tensor
from stagelight.compat.v1.metric_means import percentage_below as percentage_below
from stagelight.compat.v1.metric_means import root_mean_squared_error as root_mean_squared_error
from stagelight.compat.v1.metric_ranks import average_precision_at_k as _sparse_average_precision_at_k
from stagelight.compat.v1.metric_ranks import average_precision_at_k as average_precision_at_k
from stagelight.compat.v1.metric_thresholds import auc as auc
from stagelight.compat.v1.metric_thresholds import precision_at_thresholds as precision_at_thresholds
from stagelight.compat.v1.metric_thresholds import recall_at_thresholds as recall_at_thresholds
from stagelight.compat.v1.metric_thresholds import sensitivity_at_specificity as sensitivity_at_specificity
from stagelight.compat.v1.metric_thresholds import specificity_at_sensitivity as specificity_at_sensitivity
from stagelight.compat.v1.metrics import precision_at_k as _sparse_precision_at_k
from typing import Any

def false_negatives(
    labels: Any,
    predictions: Any,
    weights: Any = None,
    metrics_collections: Any = None,
    updates_collections: Any = None,
    name: Any = None,
) -> Any:
    """How many labels are True where the prediction is False.

    The other arguments are those of all metrics:

        weights: a number for each value, or what can be broadcast to them; 1 if None.
        metrics_collections, updates_collections: collections of the graph for both results.
        name: the name of the scope of its variables.

    Returns:
        The metric's value, and what adds a batch to it when it is run, which gives the value after that.

    Raises:
        RuntimeError: ops run eagerly.
        ValueError: shapes do not fit.

    >>> with tf.Graph().as_default(), tf.compat.v1.Session() as session:
    ...     value, update = tf.compat.v1.metrics.false_negatives([1], [0])
    ...     session.run(tf.compat.v1.local_variables_initializer())
    ...     print(session.run(update))
    1.0
    """
def false_negatives_at_thresholds(
    labels: Any,
    predictions: Any,
    thresholds: Any,
    weights: Any = None,
    metrics_collections: Any = None,
    updates_collections: Any = None,
    name: Any = None,
) -> Any:
    """How many false negatives there are where predictions above each threshold count as found.

    Args:
        labels: what is true, of the predictions' shape.
        predictions: numbers from 0 to 1.
        thresholds: a list of numbers from 0 to 1.

    The other arguments are those of all metrics:

        weights: a number for each value, or what can be broadcast to them; 1 if None.
        metrics_collections, updates_collections: collections of the graph for both results.
        name: the name of the scope of its variables.

    Returns:
        The metric's value, and what adds a batch to it when it is run, which gives the value after that.

    Raises:
        RuntimeError: ops run eagerly.
        ValueError: shapes do not fit.

    >>> with tf.Graph().as_default(), tf.compat.v1.Session() as session:
    ...     count = tf.compat.v1.metrics.false_negatives_at_thresholds
    ...     value, update = count([0, 1, 1], [0.2, 0.4, 0.9], [0.1, 0.5])
    ...     session.run(tf.compat.v1.local_variables_initializer())
    ...     print(session.run(update).shape)
    (2,)
    """
def false_positives(
    labels: Any,
    predictions: Any,
    weights: Any = None,
    metrics_collections: Any = None,
    updates_collections: Any = None,
    name: Any = None,
) -> Any:
    """How many labels are False where the prediction is True.

    The other arguments are those of all metrics:

        weights: a number for each value, or what can be broadcast to them; 1 if None.
        metrics_collections, updates_collections: collections of the graph for both results.
        name: the name of the scope of its variables.

    Returns:
        The metric's value, and what adds a batch to it when it is run, which gives the value after that.

    Raises:
        RuntimeError: ops run eagerly.
        ValueError: shapes do not fit.

    >>> with tf.Graph().as_default(), tf.compat.v1.Session() as session:
    ...     value, update = tf.compat.v1.metrics.false_positives([0], [1])
    ...     session.run(tf.compat.v1.local_variables_initializer())
    ...     print(session.run(update))
    1.0
    """
def false_positives_at_thresholds(
    labels: Any,
    predictions: Any,
    thresholds: Any,
    weights: Any = None,
    metrics_collections: Any = None,
    updates_collections: Any = None,
    name: Any = None,
) -> Any:
    """How many false positives there are where predictions above each threshold count as found.

    Args:
        labels: what is true, of the predictions' shape.
        predictions: numbers from 0 to 1.
        thresholds: a list of numbers from 0 to 1.

    The other arguments are those of all metrics:

        weights: a number for each value, or what can be broadcast to them; 1 if None.
        metrics_collections, updates_collections: collections of the graph for both results.
        name: the name of the scope of its variables.

    Returns:
        The metric's value, and what adds a batch to it when it is run, which gives the value after that.

    Raises:
        RuntimeError: ops run eagerly.
        ValueError: shapes do not fit.

    >>> with tf.Graph().as_default(), tf.compat.v1.Session() as session:
    ...     count = tf.compat.v1.metrics.false_positives_at_thresholds
    ...     value, update = count([0, 1, 1], [0.2, 0.4, 0.9], [0.1, 0.5])
    ...     session.run(tf.compat.v1.local_variables_initializer())
    ...     print(session.run(update).shape)
    (2,)
    """
def precision_at_k(
    labels: Any,
    predictions: Any,
    k: int,
    class_id: int | None = None,
    weights: Any = None,
    metrics_collections: Any = None,
    updates_collections: Any = None,
    name: Any = None,
) -> Any:
    """The precision of the k greatest predictions of each row: `tp / (tp + fp)`.

    Args:
        labels: numbers of classes, `[..., labels]` or a sparse tensor, or one of each row.
        predictions: `[..., classes]`, a number for each class.
        k: how many count as found.
        class_id: the class that alone counts; all if None.

    The other arguments are those of all metrics:

        weights: a number for each value, or what can be broadcast to them; 1 if None.
        metrics_collections, updates_collections: collections of the graph for both results.
        name: the name of the scope of its variables.

    Returns:
        The metric's value, and what adds a batch to it when it is run, which gives the value after that.

    Raises:
        RuntimeError: ops run eagerly.
        ValueError: shapes do not fit.

    >>> with tf.Graph().as_default(), tf.compat.v1.Session() as session:
    ...     labels, predictions = [[0, 2]], [[0.1, 0.3, 0.6]]
    ...     value, update = tf.compat.v1.metrics.precision_at_k(tf.constant(labels, tf.int64), predictions, 1)
    ...     session.run(tf.compat.v1.local_variables_initializer())
    ...     print(session.run(update))
    1.0
    """
def precision_at_top_k(
    labels: Any,
    predictions_idx: Any,
    k: int | None = None,
    class_id: int | None = None,
    weights: Any = None,
    metrics_collections: Any = None,
    updates_collections: Any = None,
    name: Any = None,
) -> Any:
    """The precision where numbers of classes are predicted: `tp / (tp + fp)`.

    Args:
        labels: numbers of classes, `[..., labels]` or a sparse tensor, or one of each row.
        predictions_idx: `[..., k]`, numbers of classes.
        k: k, for the names of variables alone.
        class_id: the class that alone counts; all if None.

    The other arguments are those of all metrics:

        weights: a number for each value, or what can be broadcast to them; 1 if None.
        metrics_collections, updates_collections: collections of the graph for both results.
        name: the name of the scope of its variables.

    Returns:
        The metric's value, and what adds a batch to it when it is run, which gives the value after that.

    Raises:
        RuntimeError: ops run eagerly.
        ValueError: shapes do not fit.

    >>> with tf.Graph().as_default(), tf.compat.v1.Session() as session:
    ...     value, update = tf.compat.v1.metrics.precision_at_top_k([[0, 2]], [[2]], 1)
    ...     session.run(tf.compat.v1.local_variables_initializer())
    ...     print(session.run(update))
    1.0
    """
def recall_at_k(
    labels: Any,
    predictions: Any,
    k: int,
    class_id: int | None = None,
    weights: Any = None,
    metrics_collections: Any = None,
    updates_collections: Any = None,
    name: Any = None,
) -> Any:
    """The recall of the k greatest predictions of each row: `tp / (tp + fn)`.

    Args:
        labels: numbers of classes, `[..., labels]` or a sparse tensor, or one of each row.
        predictions: `[..., classes]`, a number for each class.
        k: how many count as found.
        class_id: the class that alone counts; all if None.

    The other arguments are those of all metrics:

        weights: a number for each value, or what can be broadcast to them; 1 if None.
        metrics_collections, updates_collections: collections of the graph for both results.
        name: the name of the scope of its variables.

    Returns:
        The metric's value, and what adds a batch to it when it is run, which gives the value after that.

    Raises:
        RuntimeError: ops run eagerly.
        ValueError: shapes do not fit.

    >>> with tf.Graph().as_default(), tf.compat.v1.Session() as session:
    ...     labels, predictions = [[0, 2]], [[0.1, 0.3, 0.6]]
    ...     value, update = tf.compat.v1.metrics.recall_at_k(tf.constant(labels, tf.int64), predictions, 1)
    ...     session.run(tf.compat.v1.local_variables_initializer())
    ...     print(session.run(update))
    0.5
    """
def recall_at_top_k(
    labels: Any,
    predictions_idx: Any,
    k: int | None = None,
    class_id: int | None = None,
    weights: Any = None,
    metrics_collections: Any = None,
    updates_collections: Any = None,
    name: Any = None,
) -> Any:
    """The recall where numbers of classes are predicted: `tp / (tp + fn)`.

    Args:
        labels: numbers of classes, `[..., labels]` or a sparse tensor, or one of each row.
        predictions_idx: `[..., k]`, numbers of classes.
        k: k, for the names of variables alone.
        class_id: the class that alone counts; all if None.

    The other arguments are those of all metrics:

        weights: a number for each value, or what can be broadcast to them; 1 if None.
        metrics_collections, updates_collections: collections of the graph for both results.
        name: the name of the scope of its variables.

    Returns:
        The metric's value, and what adds a batch to it when it is run, which gives the value after that.

    Raises:
        RuntimeError: ops run eagerly.
        ValueError: shapes do not fit.

    >>> with tf.Graph().as_default(), tf.compat.v1.Session() as session:
    ...     value, update = tf.compat.v1.metrics.recall_at_top_k([[0, 2]], [[2]], 1)
    ...     session.run(tf.compat.v1.local_variables_initializer())
    ...     print(session.run(update))
    0.5
    """
sparse_average_precision_at_k = _sparse_average_precision_at_k
sparse_precision_at_k = _sparse_precision_at_k
def true_negatives(
    labels: Any,
    predictions: Any,
    weights: Any = None,
    metrics_collections: Any = None,
    updates_collections: Any = None,
    name: Any = None,
) -> Any:
    """How many labels are False where the prediction is False.

    The other arguments are those of all metrics:

        weights: a number for each value, or what can be broadcast to them; 1 if None.
        metrics_collections, updates_collections: collections of the graph for both results.
        name: the name of the scope of its variables.

    Returns:
        The metric's value, and what adds a batch to it when it is run, which gives the value after that.

    Raises:
        RuntimeError: ops run eagerly.
        ValueError: shapes do not fit.

    >>> with tf.Graph().as_default(), tf.compat.v1.Session() as session:
    ...     value, update = tf.compat.v1.metrics.true_negatives([0], [0])
    ...     session.run(tf.compat.v1.local_variables_initializer())
    ...     print(session.run(update))
    1.0
    """
def true_negatives_at_thresholds(
    labels: Any,
    predictions: Any,
    thresholds: Any,
    weights: Any = None,
    metrics_collections: Any = None,
    updates_collections: Any = None,
    name: Any = None,
) -> Any:
    """How many true negatives there are where predictions above each threshold count as found.

    Args:
        labels: what is true, of the predictions' shape.
        predictions: numbers from 0 to 1.
        thresholds: a list of numbers from 0 to 1.

    The other arguments are those of all metrics:

        weights: a number for each value, or what can be broadcast to them; 1 if None.
        metrics_collections, updates_collections: collections of the graph for both results.
        name: the name of the scope of its variables.

    Returns:
        The metric's value, and what adds a batch to it when it is run, which gives the value after that.

    Raises:
        RuntimeError: ops run eagerly.
        ValueError: shapes do not fit.

    >>> with tf.Graph().as_default(), tf.compat.v1.Session() as session:
    ...     count = tf.compat.v1.metrics.true_negatives_at_thresholds
    ...     value, update = count([0, 1, 1], [0.2, 0.4, 0.9], [0.1, 0.5])
    ...     session.run(tf.compat.v1.local_variables_initializer())
    ...     print(session.run(update).shape)
    (2,)
    """
def true_positives(
    labels: Any,
    predictions: Any,
    weights: Any = None,
    metrics_collections: Any = None,
    updates_collections: Any = None,
    name: Any = None,
) -> Any:
    """How many labels are True where the prediction is True.

    The other arguments are those of all metrics:

        weights: a number for each value, or what can be broadcast to them; 1 if None.
        metrics_collections, updates_collections: collections of the graph for both results.
        name: the name of the scope of its variables.

    Returns:
        The metric's value, and what adds a batch to it when it is run, which gives the value after that.

    Raises:
        RuntimeError: ops run eagerly.
        ValueError: shapes do not fit.

    >>> with tf.Graph().as_default(), tf.compat.v1.Session() as session:
    ...     value, update = tf.compat.v1.metrics.true_positives([1], [1])
    ...     session.run(tf.compat.v1.local_variables_initializer())
    ...     print(session.run(update))
    1.0
    """
def true_positives_at_thresholds(
    labels: Any,
    predictions: Any,
    thresholds: Any,
    weights: Any = None,
    metrics_collections: Any = None,
    updates_collections: Any = None,
    name: Any = None,
) -> Any:
    """How many true positives there are where predictions above each threshold count as found.

    Args:
        labels: what is true, of the predictions' shape.
        predictions: numbers from 0 to 1.
        thresholds: a list of numbers from 0 to 1.

    The other arguments are those of all metrics:

        weights: a number for each value, or what can be broadcast to them; 1 if None.
        metrics_collections, updates_collections: collections of the graph for both results.
        name: the name of the scope of its variables.

    Returns:
        The metric's value, and what adds a batch to it when it is run, which gives the value after that.

    Raises:
        RuntimeError: ops run eagerly.
        ValueError: shapes do not fit.

    >>> with tf.Graph().as_default(), tf.compat.v1.Session() as session:
    ...     count = tf.compat.v1.metrics.true_positives_at_thresholds
    ...     value, update = count([0, 1, 1], [0.2, 0.4, 0.9], [0.1, 0.5])
    ...     session.run(tf.compat.v1.local_variables_initializer())
    ...     print(session.run(update).shape)
    (2,)
    """
