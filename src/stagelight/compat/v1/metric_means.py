"""`tf.compat.v1.metrics`: those that are a mean of something: of values, hits, errors."""

from __future__ import annotations

from typing import Any

from stagelight.compat.v1.metric_variables import (
    added,
    aligned,
    broadcast,
    metric,
    metric_variable,
    ratio,
    whole_sum,
)
from stagelight.core.convert import convert_to_tensor
from stagelight.core.raw import raw
from stagelight.core.tensor import Tensor
from stagelight.ops.elementwise.cast import cast
from stagelight.types.dtypes import float32


def _mean(values: Any, weights: Any) -> tuple[Tensor, Tensor]:
    values = cast(convert_to_tensor(values), float32)
    total, count = metric_variable([], name="total"), metric_variable([], name="count")
    if weights is None:
        number = cast(raw.Size(values), float32)
    else:
        values, _, weights = aligned(values, None, weights)
        weights = broadcast(weights, values)
        values, number = raw.Mul(values, weights), whole_sum(weights)
    value = ratio(total.read_value(), count.read_value())
    return value, ratio(added(total, whole_sum(values)), added(count, number))


@metric("mean")
def mean(values: Any, weights: Any = None) -> Any:
    """The mean of all values: `sum(values * weights) / sum(weights)`.

    >>> with tf.Graph().as_default(), tf.compat.v1.Session() as session:
    ...     value, update = tf.compat.v1.metrics.mean([1.0, 2.0, 6.0])
    ...     session.run(tf.compat.v1.local_variables_initializer())
    ...     print(session.run(update), session.run(value))
    3.0 3.0
    """
    return _mean(values, weights)


@metric("mean")
def mean_tensor(values: Any, weights: Any = None) -> Any:
    """The mean of each element over all batches; see `mean`.

    >>> with tf.Graph().as_default(), tf.compat.v1.Session() as session:
    ...     value, update = tf.compat.v1.metrics.mean_tensor([1.0, 2.0])
    ...     session.run(tf.compat.v1.local_variables_initializer())
    ...     print(session.run(update))
    [1. 2.]
    """
    values = cast(convert_to_tensor(values), float32)
    shape = values.shape
    total, count = (
        metric_variable(shape, name="total_tensor"),
        metric_variable(shape, name="count_tensor"),
    )
    number = raw.OnesLike(values)
    if weights is not None:
        values, _, weights = aligned(values, None, weights)
        weights = broadcast(weights, values)
        values, number = raw.Mul(values, weights), raw.Mul(number, weights)
    value = ratio(total.read_value(), count.read_value())
    return value, ratio(added(total, values), added(count, number))


@metric("accuracy")
def accuracy(labels: Any, predictions: Any, weights: Any = None) -> Any:
    """How often predictions are the labels: the mean of `labels == predictions`.

    >>> with tf.Graph().as_default(), tf.compat.v1.Session() as session:
    ...     value, update = tf.compat.v1.metrics.accuracy([1, 2, 3, 4], [1, 2, 0, 4])
    ...     session.run(tf.compat.v1.local_variables_initializer())
    ...     print(session.run(update))
    0.75
    """
    predictions, labels, weights = aligned(predictions, labels, weights)
    return _mean(raw.Equal(predictions, cast(labels, predictions.dtype)), weights)


@metric("mean_absolute_error")
def mean_absolute_error(labels: Any, predictions: Any, weights: Any = None) -> Any:
    """The mean of `|predictions - labels|`.

    >>> with tf.Graph().as_default(), tf.compat.v1.Session() as session:
    ...     value, update = tf.compat.v1.metrics.mean_absolute_error([1.0, 2.0], [2.0, 5.0])
    ...     session.run(tf.compat.v1.local_variables_initializer())
    ...     print(session.run(update))
    2.0
    """
    predictions, labels, weights = aligned(predictions, labels, weights)
    return _mean(raw.Abs(raw.Sub(predictions, labels)), weights)


def _squared_errors(labels: Any, predictions: Any, weights: Any) -> tuple[Tensor, Tensor]:
    predictions, labels, weights = aligned(predictions, labels, weights)
    return _mean(raw.SquaredDifference(labels, predictions), weights)


@metric("mean_squared_error")
def mean_squared_error(labels: Any, predictions: Any, weights: Any = None) -> Any:
    """The mean of `(predictions - labels) ** 2`.

    >>> with tf.Graph().as_default(), tf.compat.v1.Session() as session:
    ...     value, update = tf.compat.v1.metrics.mean_squared_error([1.0, 2.0], [2.0, 5.0])
    ...     session.run(tf.compat.v1.local_variables_initializer())
    ...     print(session.run(update))
    5.0
    """
    return _squared_errors(labels, predictions, weights)


@metric("root_mean_squared_error")
def root_mean_squared_error(labels: Any, predictions: Any, weights: Any = None) -> Any:
    """The root of the mean of `(predictions - labels) ** 2`.

    >>> with tf.Graph().as_default(), tf.compat.v1.Session() as session:
    ...     value, update = tf.compat.v1.metrics.root_mean_squared_error([1.0, 2.0], [3.0, 4.0])
    ...     session.run(tf.compat.v1.local_variables_initializer())
    ...     print(session.run(update))
    2.0
    """
    value, update = _squared_errors(labels, predictions, weights)
    return raw.Sqrt(value), raw.Sqrt(update)


@metric("mean_relative_error")
def mean_relative_error(labels: Any, predictions: Any, normalizer: Any, weights: Any = None) -> Any:
    """The mean of `|labels - predictions| / normalizer`, zero where the normalizer is.

    >>> with tf.Graph().as_default(), tf.compat.v1.Session() as session:
    ...     value, update = tf.compat.v1.metrics.mean_relative_error([1.0, 2.0], [2.0, 5.0], [1.0, 2.0])
    ...     session.run(tf.compat.v1.local_variables_initializer())
    ...     print(session.run(update))
    1.25
    """
    predictions, labels, weights = aligned(predictions, labels, weights)
    predictions, normalizer, _ = aligned(predictions, normalizer)
    errors = raw.RealDiv(raw.Abs(raw.Sub(labels, predictions)), normalizer)
    is_nothing = raw.Equal(normalizer, cast(0.0, normalizer.dtype))
    return _mean(raw.SelectV2(is_nothing, raw.ZerosLike(errors), errors), weights)


@metric("mean_cosine_distance")
def mean_cosine_distance(labels: Any, predictions: Any, dim: Any, weights: Any = None) -> Any:
    """`1 - mean(sum(labels * predictions))`, summed over the axis `dim`, for vectors of length one.

    >>> with tf.Graph().as_default(), tf.compat.v1.Session() as session:
    ...     value, update = tf.compat.v1.metrics.mean_cosine_distance([[1.0, 0.0]], [[0.0, 1.0]], 1)
    ...     session.run(tf.compat.v1.local_variables_initializer())
    ...     print(session.run(update))
    1.0
    """
    predictions, labels, weights = aligned(predictions, labels, weights)
    products = raw.Sum(raw.Mul(predictions, labels), [dim], keep_dims=True)
    value, update = _mean(products, weights)
    return raw.Sub(1.0, value), raw.Sub(1.0, update)


@metric("percentage_below_threshold")
def percentage_below(values: Any, threshold: Any, weights: Any = None) -> Any:
    """The part of the values that are less than the threshold.

    >>> with tf.Graph().as_default(), tf.compat.v1.Session() as session:
    ...     value, update = tf.compat.v1.metrics.percentage_below([1.0, 2.0, 3.0, 4.0], 3.0)
    ...     session.run(tf.compat.v1.local_variables_initializer())
    ...     print(session.run(update))
    0.5
    """
    return _mean(raw.Less(values, threshold), weights)
