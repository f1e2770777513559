"""`tf.compat.v1.metrics`: what is found rightly and wrongly: counts, precision, recall."""

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
from stagelight.compat.v1.variable_scopes import variable_scope
from stagelight.core.raw import raw
from stagelight.core.tensor import Tensor
from stagelight.ops.elementwise.cast import cast
from stagelight.types.dtypes import bool_, float32

# Name -> whether the label is positive, whether the prediction is.
_KINDS = {
    "true_positives": (True, True),
    "true_negatives": (False, False),
    "false_positives": (False, True),
    "false_negatives": (True, False),
}


def _count(kind: str, labels: Any, predictions: Any, weights: Any) -> tuple[Tensor, Tensor]:
    labels, predictions = cast(labels, bool_), cast(predictions, bool_)
    predictions, labels, weights = aligned(predictions, labels, weights)
    of_label, of_prediction = _KINDS[kind]
    hits = raw.LogicalAnd(
        labels if of_label else raw.LogicalNot(labels),
        predictions if of_prediction else raw.LogicalNot(predictions),
    )
    values = cast(hits, float32)
    count = metric_variable([], name="count")
    if weights is not None:
        values = raw.Mul(values, broadcast(weights, values))
    return count.read_value(), added(count, whole_sum(values))


def _publish(name: str) -> None:
    of_label, of_prediction = _KINDS[name]

    def rule(labels: Any, predictions: Any, weights: Any = None) -> Any:
        return _count(name, labels, predictions, weights)

    rule.__name__ = rule.__qualname__ = name
    rule.__doc__ = f"""How many labels are {of_label} where the prediction is {of_prediction}.

    >>> with tf.Graph().as_default(), tf.compat.v1.Session() as session:
    ...     value, update = tf.compat.v1.metrics.{name}([{int(of_label)}], [{int(of_prediction)}])
    ...     session.run(tf.compat.v1.local_variables_initializer())
    ...     print(session.run(update))
    1.0
    """
    metric(name)(rule)


for _name in _KINDS:
    _publish(_name)


def _counted(kind: str, labels: Any, predictions: Any, weights: Any) -> tuple[Tensor, Tensor]:
    with variable_scope(None, kind):
        return _count(kind, labels, predictions, weights)


def _part_found(other: str, labels: Any, predictions: Any, weights: Any) -> Any:
    """True positives among these and another kind: the value and the update."""
    predictions, labels, weights = aligned(cast(predictions, bool_), cast(labels, bool_), weights)
    found = _counted("true_positives", labels, predictions, weights)
    others = _counted(other, labels, predictions, weights)
    return tuple(ratio(a, raw.AddV2(a, b)) for a, b in zip(found, others, strict=True))


@metric("precision")
def precision(labels: Any, predictions: Any, weights: Any = None) -> Any:
    """`true_positives / (true_positives + false_positives)`, zero where nothing is predicted.

    >>> with tf.Graph().as_default(), tf.compat.v1.Session() as session:
    ...     value, update = tf.compat.v1.metrics.precision([0, 1, 1, 1], [1, 0, 1, 1])
    ...     session.run(tf.compat.v1.local_variables_initializer())
    ...     print(round(float(session.run(update)), 4))
    0.6667
    """
    return _part_found("false_positives", labels, predictions, weights)


@metric("recall")
def recall(labels: Any, predictions: Any, weights: Any = None) -> Any:
    """`true_positives / (true_positives + false_negatives)`, zero where no label is true.

    >>> with tf.Graph().as_default(), tf.compat.v1.Session() as session:
    ...     value, update = tf.compat.v1.metrics.recall([0, 1, 1, 1], [1, 0, 0, 1])
    ...     session.run(tf.compat.v1.local_variables_initializer())
    ...     print(round(float(session.run(update)), 4))
    0.3333
    """
    return _part_found("false_negatives", labels, predictions, weights)
