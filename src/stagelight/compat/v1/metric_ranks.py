"""`tf.compat.v1.metrics` of the k best predictions of many: recall, precision, average precision."""

from __future__ import annotations

from typing import Any

from stagelight.compat.v1.metric_variables import (
    added,
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
from stagelight.ops.sparse.sets import difference, intersection, size
from stagelight.ops.sparse.sparse_tensor import SparseTensor, SparseTensorValue
from stagelight.public import find, publish_lazily
from stagelight.types.dtypes import float64, int64


def _best(predictions: Any, k: int) -> Tensor:
    """The numbers of the k greatest predictions of each row, as int64."""
    return cast(raw.TopKV2(predictions, k)[1], int64)


def _sets_of_labels(labels: Any, found: Tensor) -> Any:
    """Labels with a last axis of those of a row, as int64."""
    if isinstance(labels, SparseTensorValue):
        labels = SparseTensor.from_value(labels)
    if isinstance(labels, SparseTensor):
        if labels.shape.rank is not None and found.shape.rank == labels.shape.rank + 1:
            shape = raw.ConcatV2([labels.dense_shape, cast([1], int64)], 0)
            indices = raw.PadV2(labels.indices, [[0, 0], [0, 1]], cast(0, int64))
            return SparseTensor(indices, cast(labels.values, int64), shape)
        return SparseTensor(labels.indices, cast(labels.values, int64), labels.dense_shape)
    labels = cast(labels, int64)
    if labels.shape.rank is not None and found.shape.rank == labels.shape.rank + 1:
        labels = raw.ExpandDims(labels, -1)
    return labels


def _of_class(ids: Any, class_id: int | None) -> Any:
    """Those ids that are the class, of each row; all if it is None."""
    if class_id is None:
        return ids
    if isinstance(ids, SparseTensor):
        shape: Any = ids.dense_shape
    else:
        shape = cast(raw.Shape(ids), int64)
    wanted = raw.Fill(raw.ConcatV2([shape[:-1], cast([1], int64)], 0), cast(class_id, int64))
    return intersection(wanted, ids)


def _number(kind: str, found: Tensor, labels: Any, class_id: int | None) -> Tensor:
    """How many of each row are found rightly (tp), wrongly (fp), or not (fn): float64."""
    found, labels = _of_class(found, class_id), _of_class(labels, class_id)
    if kind == "tp":
        return cast(size(intersection(found, labels)), float64)
    return cast(size(difference(found, labels, aminusb=kind == "fp")), float64)


_NAMES = {"tp": "true_positive", "fp": "false_positive", "fn": "false_negative"}


def _counted(kind: str, found: Tensor, labels: Any, k: Any, class_id: Any, weights: Any) -> Any:
    numbers = _number(kind, found, labels, class_id)
    if weights is not None:
        numbers = raw.Mul(numbers, broadcast(weights, numbers, float64))
    variable = metric_variable([], float64, name=_at_k(_NAMES[kind], k, class_id))
    return variable.read_value(), added(variable, whole_sum(numbers))


def _at_k(name: str, k: Any, class_id: Any = None) -> str:
    name = f"{name}_at_k" if k is None else f"{name}_at_{k}"
    return name if class_id is None else f"{name}_class{class_id}"


def _part(other: str, labels: Any, found: Tensor, k: Any, class_id: Any, weights: Any) -> Any:
    """True positives among these and another kind: the value and the update."""
    found = cast(found, int64)
    labels = _sets_of_labels(labels, found)
    hits = _counted("tp", found, labels, k, class_id, weights)
    others = _counted(other, found, labels, k, class_id, weights)
    return tuple(raw.RealDiv(a, raw.AddV2(a, b)) for a, b in zip(hits, others, strict=True))


def _publish_parts(name: str, other: str, formula: str, result: float) -> None:
    def scope(arguments: Any) -> str:
        return _at_k(name, arguments["k"], arguments["class_id"])

    def of_predictions(
        labels: Any, predictions: Any, k: int, class_id: int | None = None, weights: Any = None
    ) -> Any:
        return _part(other, labels, _best(predictions, k), k, class_id, weights)

    def of_indices(
        labels: Any,
        predictions_idx: Any,
        k: int | None = None,
        class_id: int | None = None,
        weights: Any = None,
    ) -> Any:
        return _part(other, labels, convert_to_tensor(predictions_idx), k, class_id, weights)

    arguments = """Args:
        labels: numbers of classes, `[..., labels]` or a sparse tensor, or one of each row."""
    class_text = "class_id: the class that alone counts; all if None."
    of_predictions.__name__ = f"{name}_at_k"
    of_predictions.__doc__ = f"""The {name} of the k greatest predictions of each row: `{formula}`.

    {arguments}
        predictions: `[..., classes]`, a number for each class.
        k: how many count as found.
        {class_text}

    >>> with tf.Graph().as_default(), tf.compat.v1.Session() as session:
    ...     labels, predictions = [[0, 2]], [[0.1, 0.3, 0.6]]
    ...     value, update = tf.compat.v1.metrics.{name}_at_k(tf.constant(labels, tf.int64), predictions, 1)
    ...     session.run(tf.compat.v1.local_variables_initializer())
    ...     print(session.run(update))
    {result}
    """
    metric(scope)(of_predictions)
    of_indices.__name__ = f"{name}_at_top_k"
    of_indices.__doc__ = f"""The {name} where numbers of classes are predicted: `{formula}`.

    {arguments}
        predictions_idx: `[..., k]`, numbers of classes.
        k: k, for the names of variables alone.
        {class_text}

    >>> with tf.Graph().as_default(), tf.compat.v1.Session() as session:
    ...     value, update = tf.compat.v1.metrics.{name}_at_top_k([[0, 2]], [[2]], 1)
    ...     session.run(tf.compat.v1.local_variables_initializer())
    ...     print(session.run(update))
    {result}
    """
    metric(scope)(of_indices)


_publish_parts("recall", "fn", "tp / (tp + fn)", 0.5)
_publish_parts("precision", "fp", "tp / (tp + fp)", 1.0)


@metric(lambda arguments: _at_k("average_precision", arguments["k"]))
def average_precision_at_k(labels: Any, predictions: Any, k: int, weights: Any = None) -> Any:
    """The mean over rows of the average precision of the k greatest predictions.

    `sum over i of precision_at_i * is_label_i / min(k, labels of the row)`

    Args:
        labels: numbers of classes, `[..., labels]` or a sparse tensor, or one of each row.
        predictions: `[..., classes]`, a number for each class.
        k: how many count as found.

    >>> with tf.Graph().as_default(), tf.compat.v1.Session() as session:
    ...     labels, predictions = tf.constant([[0, 2]], tf.int64), [[0.3, 0.1, 0.6]]
    ...     value, update = tf.compat.v1.metrics.average_precision_at_k(labels, predictions, 2)
    ...     session.run(tf.compat.v1.local_variables_initializer())
    ...     print(session.run(update))
    1.0
    """
    found = _best(predictions, k)
    precisions = _average_precisions(found, _sets_of_labels(labels, found), k)
    if weights is None:
        number = cast(raw.Size(precisions), float64)
    else:
        weights = broadcast(weights, precisions, float64)
        precisions, number = raw.Mul(precisions, weights), whole_sum(weights)
    # TF: a scope has taken the name "max".
    count, total = (metric_variable([], float64, name=each) for each in ("max_1", "total"))
    value = ratio(total.read_value(), count.read_value())
    return value, ratio(added(total, whole_sum(precisions)), added(count, number))


def _average_precisions(found: Any, labels: Any, k: int) -> Tensor:
    """One of each row, float64."""
    hits = raw.Pack([_number("tp", found[..., i : i + 1], labels, None) for i in range(k)], axis=-1)
    places = cast(raw.Range(1, k + 1, 1), float64)
    precisions = raw.RealDiv(raw.Cumsum(hits, -1), places)
    if isinstance(labels, SparseTensor):
        number = size(labels)
    else:
        shape: Any = raw.Shape(labels)
        number = raw.Fill(shape[:-1], shape[-1])
    relevant = cast(raw.Minimum(number, k), float64)
    return raw.RealDiv(raw.Sum(raw.Mul(precisions, hits), [-1]), relevant)


for _older, _current in (
    ("sparse_precision_at_k", "precision_at_k"),
    ("sparse_average_precision_at_k", "average_precision_at_k"),
):
    publish_lazily(f"compat.v1.metrics.{_older}", find, f"compat.v1.metrics.{_current}")
