"""`tf.compat.v1.metrics` by class: `mean_iou` and `mean_per_class_accuracy`."""

from __future__ import annotations

from typing import Any

from stagelight.compat.v1.metric_variables import added, flat, metric, metric_variable, ratio
from stagelight.core.convert import convert_to_tensor
from stagelight.core.indexed_slices import IndexedSlices
from stagelight.core.raw import raw
from stagelight.core.tensor import Tensor
from stagelight.ops.elementwise.cast import cast
from stagelight.ops.reductions.confusion import confusion_matrix
from stagelight.types.dtypes import float32, float64, int64


@metric("mean_iou")
def mean_iou(labels: Any, predictions: Any, num_classes: int, weights: Any = None) -> Any:
    """The mean over classes of `tp / (tp + fp + fn)`, of those that were seen.

    Args:
        labels, predictions: numbers of classes.
        num_classes: how many classes there are.

    What adds a batch gives the confusion matrix.

    >>> with tf.Graph().as_default(), tf.compat.v1.Session() as session:
    ...     value, update = tf.compat.v1.metrics.mean_iou([0, 1, 1], [0, 1, 0], 2)
    ...     session.run(tf.compat.v1.local_variables_initializer())
    ...     print(session.run(update).tolist(), session.run(value))
    [[1.0, 0.0], [1.0, 1.0]] 0.5
    """
    labels, predictions = flat([cast(labels, int64), cast(predictions, int64)])
    if weights is not None:
        (weights,) = flat([convert_to_tensor(weights)])
    matrix = confusion_matrix(labels, predictions, num_classes, weights, float64)
    total = metric_variable([num_classes, num_classes], float64, name="total_confusion_matrix")
    return _mean_overlap(total.read_value()), added(total, matrix)


def _mean_overlap(matrix: Tensor) -> Tensor:
    rows, columns = (cast(raw.Sum(matrix, [axis]), float32) for axis in (0, 1))
    both = cast(raw.DiagPart(matrix), float32)
    either = rows + columns - both
    number = raw.Sum(cast(raw.NotEqual(either, 0.0), float32), [0])
    return ratio(raw.Sum(ratio(both, either), [0]), number)


@metric("mean_accuracy")
def mean_per_class_accuracy(
    labels: Any, predictions: Any, num_classes: int, weights: Any = None
) -> Any:
    """The mean over classes of how often the class was predicted where it was right.

    Args:
        labels, predictions: numbers of classes.
        num_classes: how many classes there are.

    What adds a batch gives the accuracy of each class.

    >>> with tf.Graph().as_default(), tf.compat.v1.Session() as session:
    ...     value, update = tf.compat.v1.metrics.mean_per_class_accuracy([0, 1, 1], [0, 1, 0], 2)
    ...     session.run(tf.compat.v1.local_variables_initializer())
    ...     print(session.run(update), session.run(value))
    [1.  0.5] 0.75
    """
    total = metric_variable([num_classes], name="total")
    count = metric_variable([num_classes], name="count")
    labels, predictions = flat([cast(labels, int64), convert_to_tensor(predictions)])
    hits = cast(raw.Equal(cast(predictions, int64), labels), float32)
    numbers = raw.OnesLike(hits)
    if weights is not None:
        (factors,) = flat([cast(convert_to_tensor(weights), float32)])
        hits, numbers = raw.Mul(hits, factors), raw.Mul(numbers, factors)
    value = raw.Mean(ratio(count.read_value(), total.read_value()), [0])
    totals, counts = (
        convert_to_tensor(variable.scatter_add(IndexedSlices(x, labels)))
        for variable, x in ((total, numbers), (count, hits))
    )
    return value, ratio(counts, totals)
