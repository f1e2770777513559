"""`tf.compat.v1.losses`: cross entropies with weights; see `older_losses`."""

from __future__ import annotations

from typing import Any

import numpy as np

from stagelight.compat.v1.graph_collections import GraphKeys
from stagelight.compat.v1.older_losses import Reduction, compute_weighted_loss
from stagelight.core.convert import convert_to_tensor
from stagelight.core.raw import raw
from stagelight.core.scopes import op_scope
from stagelight.core.tensor import Tensor
from stagelight.ops.nn.losses import (
    sigmoid_cross_entropy_with_logits,
    softmax_cross_entropy_with_logits,
    sparse_softmax_cross_entropy_with_logits,
)
from stagelight.public import public

_BY_NONZERO = Reduction.SUM_BY_NONZERO_WEIGHTS


def _smoothed(labels: Tensor, smoothing: Any, even: Any) -> Tensor:
    """Labels moved towards `even` by a part."""
    share = convert_to_tensor(smoothing, labels.dtype)
    kept = raw.Mul(labels, raw.Sub(np.asarray(1, labels.dtype.numpy_dtype), share))
    return raw.AddV2(kept, raw.Mul(share, even))


@public("compat.v1.losses.sigmoid_cross_entropy")
def sigmoid_cross_entropy(
    multi_class_labels: Any,
    logits: Any,
    weights: Any = 1.0,
    label_smoothing: Any = 0,
    scope: str | None = None,
    loss_collection: Any = GraphKeys.LOSSES,
    reduction: str = _BY_NONZERO,
) -> Tensor:
    """`tf.nn.sigmoid_cross_entropy_with_logits`, weighted; labels may be moved towards a half.

    >>> round(float(tf.compat.v1.losses.sigmoid_cross_entropy([[1.0]], [[0.0]])), 4)
    0.6931
    """
    with op_scope(scope or "sigmoid_cross_entropy_loss") as scope:
        logits = convert_to_tensor(logits)
        labels = raw.Cast(convert_to_tensor(multi_class_labels), DstT=logits.dtype)
        logits.shape.assert_is_compatible_with(labels.shape)
        if isinstance(label_smoothing, Tensor) or label_smoothing > 0:
            labels = _smoothed(labels, label_smoothing, np.asarray(0.5, labels.dtype.numpy_dtype))
        losses = sigmoid_cross_entropy_with_logits(labels, logits)
        return compute_weighted_loss(losses, weights, scope, loss_collection, reduction)


@public("compat.v1.losses.softmax_cross_entropy")
def softmax_cross_entropy(
    onehot_labels: Any,
    logits: Any,
    weights: Any = 1.0,
    label_smoothing: Any = 0,
    scope: str | None = None,
    loss_collection: Any = GraphKeys.LOSSES,
    reduction: str = _BY_NONZERO,
) -> Tensor:
    """`tf.nn.softmax_cross_entropy_with_logits`, weighted; labels may be moved towards all classes alike.

    >>> round(float(tf.compat.v1.losses.softmax_cross_entropy([[1.0, 0.0]], [[0.0, 0.0]])), 4)
    0.6931
    """
    with op_scope(scope or "softmax_cross_entropy_loss") as scope:
        logits = convert_to_tensor(logits)
        labels = raw.Cast(convert_to_tensor(onehot_labels), DstT=logits.dtype)
        logits.shape.assert_is_compatible_with(labels.shape)
        if isinstance(label_smoothing, Tensor) or label_smoothing > 0:
            classes = raw.StridedSlice(raw.Shape(labels), [1], [2], [1], shrink_axis_mask=1)
            labels = _smoothed(
                labels, label_smoothing, raw.Reciprocal(raw.Cast(classes, DstT=labels.dtype))
            )
        losses = softmax_cross_entropy_with_logits(raw.StopGradient(labels), logits)
        return compute_weighted_loss(losses, weights, scope, loss_collection, reduction)


@public("compat.v1.losses.sparse_softmax_cross_entropy")
def sparse_softmax_cross_entropy(
    labels: Any,
    logits: Any,
    weights: Any = 1.0,
    scope: str | None = None,
    loss_collection: Any = GraphKeys.LOSSES,
    reduction: str = _BY_NONZERO,
) -> Tensor:
    """`tf.nn.sparse_softmax_cross_entropy_with_logits`, weighted.

    Args:
        labels: integer tensor `[batch]` or `[batch, 1]`: the classes.
        logits: floating tensor `[batch, classes]`.
        weights, scope, loss_collection, reduction: see `compute_weighted_loss`; weights may be `[batch, 1]`.

    >>> round(float(tf.compat.v1.losses.sparse_softmax_cross_entropy([1], [[0.0, 0.0]])), 4)
    0.6931
    """
    with op_scope(scope or "sparse_softmax_cross_entropy_loss") as scope:
        labels, logits = convert_to_tensor(labels), convert_to_tensor(logits)
        if None not in (labels.shape.rank, logits.shape.rank):
            if labels.shape.rank == logits.shape.rank:
                labels = raw.Squeeze(labels, squeeze_dims=[-1])
        losses = sparse_softmax_cross_entropy_with_logits(labels, logits)
        weights = convert_to_tensor(weights)
        if weights.shape.rank and weights.shape.rank == (losses.shape.rank or 0) + 1:
            weights = raw.Squeeze(weights, squeeze_dims=[-1])
        return compute_weighted_loss(losses, weights, scope, loss_collection, reduction)
