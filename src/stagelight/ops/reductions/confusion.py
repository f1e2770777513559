"""`tf.math.confusion_matrix`: how often each class was taken for each other."""

from __future__ import annotations

from typing import Any

from stagelight.core.convert import convert_to_tensor
from stagelight.core.raw import raw
from stagelight.core.scopes import op_scope
from stagelight.core.tensor import Tensor
from stagelight.ops.debugging.assertions import assert_less, assert_non_negative
from stagelight.ops.reductions.reduction_functions import reduce_max
from stagelight.public import public
from stagelight.types.dtypes import as_dtype, int32, int64


@public("math.confusion_matrix")
def confusion_matrix(
    labels: Any,
    predictions: Any,
    num_classes: Any = None,
    weights: Any = None,
    dtype: Any = int32,
    name: str | None = None,
) -> Tensor:
    """The matrix whose element `[i, j]` counts how often class `i` was predicted as class `j`.

    Args:
        labels: vector of the classes, numbers from 0.
        predictions: vector of the predicted classes. An axis of size 1 that one of the two has more is left
            out.
        num_classes: the size of the matrix; None: one more than the greatest class.
        weights: what each prediction counts, of the shape of `predictions`; None: 1.
        dtype: the dtype of the result.
        name: name of the operation.

    Returns:
        A matrix `[num_classes, num_classes]`.

    Raises:
        InvalidArgumentError: a class is negative, or not less than `num_classes`.
        ValueError: the weights have another shape.

    >>> tf.math.confusion_matrix([1, 2, 2], [1, 2, 1]).numpy()
    array([[0, 0, 0],
           [0, 1, 0],
           [0, 1, 1]], dtype=int32)
    """
    with op_scope(name or "confusion_matrix"):
        classes, predicted = _of_one_rank(convert_to_tensor(labels), convert_to_tensor(predictions))
        classes = raw.Cast(classes, DstT=int64)
        predicted = raw.Cast(predicted, DstT=int64)
        assert_non_negative(classes, message="`labels` contains negative values")
        assert_non_negative(predicted, message="`predictions` contains negative values")
        if num_classes is None:
            greatest: Any = raw.Maximum(reduce_max(predicted), reduce_max(classes))
            count = greatest + convert_to_tensor(1, int64)
        else:
            count = raw.Cast(convert_to_tensor(num_classes), DstT=int64)
            assert_less(classes, count, message="`labels` out of bound")
            assert_less(predicted, count, message="`predictions` out of bound")
        kind = as_dtype(dtype)
        if weights is None:
            values = raw.Cast(raw.OnesLike(predicted), DstT=kind)
        else:
            values = raw.Cast(convert_to_tensor(weights), DstT=kind)
            predicted.shape.assert_is_compatible_with(values.shape)
        places = raw.Pack([classes, predicted], axis=1)
        return raw.ScatterNd(places, values, raw.Pack([count, count], axis=0))


def _of_one_rank(labels: Any, predictions: Any) -> tuple[Any, Any]:
    """Both without a last axis of size 1 that only one of them has."""
    ranks = labels.shape.rank, predictions.shape.rank
    if None in ranks:
        return labels, predictions
    if ranks[1] - ranks[0] == 1 and predictions.shape[-1] in (1, None):
        return labels, raw.Squeeze(predictions, squeeze_dims=[-1])
    if ranks[0] - ranks[1] == 1 and labels.shape[-1] in (1, None):
        return raw.Squeeze(labels, squeeze_dims=[-1]), predictions
    return labels, predictions
