"""`tf.compat.v1.losses`: losses with weights, which the graph collects.

Those of classes are in `older_cross_entropies`.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from stagelight.compat.v1.graph_collections import GraphKeys, add_to_collection, get_collection
from stagelight.compat.v1.value_weights import require_broadcastable
from stagelight.core.convert import convert_to_tensor
from stagelight.core.dispatch import CONTEXT
from stagelight.core.raw import raw
from stagelight.core.scopes import op_scope
from stagelight.core.tensor import Tensor
from stagelight.ops.elementwise.cast import cast
from stagelight.public import public
from stagelight.types import dtypes


@public("compat.v1.losses.Reduction")
class Reduction:
    """How the losses of a batch become one.

    >>> tf.compat.v1.losses.Reduction.SUM
    'weighted_sum'
    """

    NONE = "none"
    SUM = "weighted_sum"
    SUM_OVER_BATCH_SIZE = "weighted_sum_over_batch_size"
    MEAN = "weighted_mean"
    SUM_BY_NONZERO_WEIGHTS = "weighted_sum_by_nonzero_weights"
    SUM_OVER_NONZERO_WEIGHTS = SUM_BY_NONZERO_WEIGHTS

    @classmethod
    def all(cls) -> tuple[str, ...]:
        """All of them."""
        return (
            cls.NONE,
            cls.SUM,
            cls.MEAN,
            cls.SUM_OVER_BATCH_SIZE,
            cls.SUM_OVER_NONZERO_WEIGHTS,
            cls.SUM_BY_NONZERO_WEIGHTS,
        )

    @classmethod
    def validate(cls, key: Any) -> None:
        """Checks that it is one of them.

        Raises:
            ValueError: it is not.
        """
        if key not in cls.all():
            raise ValueError(f"Invalid ReductionKey {key}.")


_BY_NONZERO = Reduction.SUM_BY_NONZERO_WEIGHTS


def _sum(x: Tensor, axes: Any = None, keep_dims: bool = False) -> Tensor:
    if axes is None:
        axes = raw.Range(0, raw.Rank(x), 1)
    return raw.Sum(x, axes, keep_dims=keep_dims)


def _ratio(x: Tensor, count: Tensor) -> Tensor:
    """`x / count`, zero where there is nothing to count."""
    return raw.DivNoNan(x, count, name="value")


def _present(losses: Tensor, weights: Tensor, axes: Any = None, keep_dims: bool = False) -> Tensor:
    """How many losses have a weight."""
    is_some = raw.Cast(raw.NotEqual(weights, np.float32(0)), DstT=dtypes.float32)
    return _sum(raw.Mul(is_some, raw.OnesLike(losses)), axes, keep_dims)


@public("compat.v1.losses.compute_weighted_loss")
def compute_weighted_loss(
    losses: Any,
    weights: Any = 1.0,
    scope: str | None = None,
    loss_collection: Any = GraphKeys.LOSSES,
    reduction: str = _BY_NONZERO,
) -> Tensor:
    """`sum(losses * weights)`, or another reduction of it.

    Args:
        losses: floating tensor.
        weights: a scalar, or a tensor of the losses' rank whose sizes are 1 or the losses'.
        scope: name of the scope.
        loss_collection: the collection that the result is added to; None for none.
        reduction: one of `Reduction`. By default the sum is divided by the number of
            weights that are not zero.

    Raises:
        ValueError: the weights do not fit, or there is no such reduction.

    >>> float(tf.compat.v1.losses.compute_weighted_loss([1.0, 2.0, 3.0], [1.0, 0.0, 1.0]))
    2.0
    """
    Reduction.validate(reduction)
    with op_scope(scope or "weighted_loss"):
        given = convert_to_tensor(losses)
        values, weights = cast(given, dtypes.float32), cast(weights, dtypes.float32)
        require_broadcastable(weights, values)
        loss = raw.Mul(values, weights)
        if reduction != Reduction.NONE:
            whole = _sum(loss)
            if reduction == Reduction.MEAN:
                whole = _ratio(whole, _sum(raw.Mul(raw.OnesLike(values), weights)))
            elif reduction == _BY_NONZERO:
                whole = _ratio(whole, _present(values, weights))
            elif reduction == Reduction.SUM_OVER_BATCH_SIZE:
                whole = _ratio(whole, cast(raw.Size(values), dtypes.float32))
            loss = whole
        loss = cast(loss, given.dtype)
        add_loss(loss, loss_collection)
        return loss


@public("compat.v1.losses.add_loss")
def add_loss(loss: Any, loss_collection: Any = GraphKeys.LOSSES) -> None:
    """Adds a loss to a collection of the graph; eagerly nothing is collected.

    >>> with tf.Graph().as_default():
    ...     tf.compat.v1.losses.add_loss(tf.constant(1.0))
    ...     len(tf.compat.v1.losses.get_losses())
    1
    """
    if loss_collection and CONTEXT.stage is not None:
        add_to_collection(loss_collection, loss)


@public("compat.v1.losses.get_losses")
def get_losses(scope: str | None = None, loss_collection: Any = GraphKeys.LOSSES) -> list[Any]:
    """The losses that were collected.

    >>> with tf.Graph().as_default():
    ...     tf.compat.v1.losses.get_losses()
    []
    """
    return get_collection(loss_collection, scope)


@public("compat.v1.losses.get_regularization_losses")
def get_regularization_losses(scope: str | None = None) -> list[Any]:
    """The losses of regularizers that were collected.

    >>> with tf.Graph().as_default():
    ...     tf.compat.v1.losses.get_regularization_losses()
    []
    """
    return get_collection(GraphKeys.REGULARIZATION_LOSSES, scope)


@public("compat.v1.losses.get_regularization_loss")
def get_regularization_loss(
    scope: str | None = None, name: str = "total_regularization_loss"
) -> Tensor:
    """The sum of `get_regularization_losses`.

    >>> with tf.Graph().as_default(), tf.compat.v1.Session():
    ...     print(tf.compat.v1.losses.get_regularization_loss().eval())
    0.0
    """
    losses = get_regularization_losses(scope)
    return raw.AddN(losses, name=name) if losses else convert_to_tensor(0.0)


@public("compat.v1.losses.get_total_loss")
def get_total_loss(
    add_regularization_losses: bool = True, name: str = "total_loss", scope: str | None = None
) -> Tensor:
    """The sum of the losses that were collected.

    Args:
        add_regularization_losses: whether those of regularizers are among them.
        name: the operation's name.
        scope: only losses whose name begins with it.

    Raises:
        ValueError: there are none.

    >>> with tf.Graph().as_default(), tf.compat.v1.Session():
    ...     loss = tf.compat.v1.losses.absolute_difference([1.0], [3.0])
    ...     print(tf.compat.v1.losses.get_total_loss().eval())
    2.0
    """
    losses = get_losses(scope)
    if add_regularization_losses:
        losses = losses + get_regularization_losses(scope)
    return raw.AddN(losses, name=name)


def _compared(labels: Any, predictions: Any) -> tuple[Tensor, Tensor]:
    """Both as float32.

    Raises:
        ValueError: their shapes differ.
    """
    if labels is None or predictions is None:
        raise ValueError("labels and predictions must not be None.")
    predictions, labels = (cast(x, dtypes.float32) for x in (predictions, labels))
    predictions.shape.assert_is_compatible_with(labels.shape)
    return labels, predictions


@public("compat.v1.losses.absolute_difference")
def absolute_difference(
    labels: Any,
    predictions: Any,
    weights: Any = 1.0,
    scope: str | None = None,
    loss_collection: Any = GraphKeys.LOSSES,
    reduction: str = _BY_NONZERO,
) -> Tensor:
    """`|predictions - labels|`, weighted; see `compute_weighted_loss`.

    >>> float(tf.compat.v1.losses.absolute_difference([1.0, 2.0], [3.0, 2.0]))
    1.0
    """
    with op_scope(scope or "absolute_difference") as scope:
        labels, predictions = _compared(labels, predictions)
        losses = raw.Abs(raw.Sub(predictions, labels))
        return compute_weighted_loss(losses, weights, scope, loss_collection, reduction)


@public("compat.v1.losses.cosine_distance")
def cosine_distance(
    labels: Any,
    predictions: Any,
    axis: int | None = None,
    weights: Any = 1.0,
    scope: str | None = None,
    loss_collection: Any = GraphKeys.LOSSES,
    reduction: str = _BY_NONZERO,
    dim: int | None = None,
) -> Tensor:
    """`1 - sum(predictions * labels, axis)` of vectors of length 1, weighted; see `compute_weighted_loss`.

    Raises:
        ValueError: no axis is given, or `axis` and `dim`, its older name.

    >>> float(tf.compat.v1.losses.cosine_distance([[1.0, 0.0]], [[0.0, 1.0]], axis=1))
    1.0
    """
    if axis is not None and dim is not None:
        raise ValueError("Cannot specify both 'axis' and 'dim'.")
    axis = dim if axis is None else axis
    if axis is None:
        raise ValueError("You must specify 'axis'.")
    with op_scope(scope or "cosine_distance_loss") as scope:
        labels, predictions = _compared(labels, predictions)
        products = _sum(raw.Mul(predictions, labels), np.int32(axis), keep_dims=True)
        losses = raw.Sub(np.float32(1), products)
        return compute_weighted_loss(losses, weights, scope, loss_collection, reduction)


@public("compat.v1.losses.hinge_loss")
def hinge_loss(
    labels: Any,
    logits: Any,
    weights: Any = 1.0,
    scope: str | None = None,
    loss_collection: Any = GraphKeys.LOSSES,
    reduction: str = _BY_NONZERO,
) -> Tensor:
    """`max(0, 1 - (2 * labels - 1) * logits)` for labels 0 and 1, weighted; see `compute_weighted_loss`.

    >>> float(tf.compat.v1.losses.hinge_loss([1.0, 0.0], [0.5, -2.0]))
    0.25
    """
    with op_scope(scope or "hinge_loss") as scope:
        labels, logits = _compared(labels, logits)
        signs = raw.Sub(raw.Mul(labels, np.float32(2)), np.float32(1))
        losses = raw.Relu(raw.Sub(np.float32(1), raw.Mul(signs, logits)))
        return compute_weighted_loss(losses, weights, scope, loss_collection, reduction)


@public("compat.v1.losses.huber_loss")
def huber_loss(
    labels: Any,
    predictions: Any,
    weights: Any = 1.0,
    delta: float = 1.0,
    scope: str | None = None,
    loss_collection: Any = GraphKeys.LOSSES,
    reduction: str = _BY_NONZERO,
) -> Tensor:
    """`e**2 / 2` of errors up to delta, `delta * |e| - delta**2 / 2` of others, weighted.

    >>> float(tf.compat.v1.losses.huber_loss([0.0, 0.0], [1.0, 3.0]))
    1.5
    """
    with op_scope(scope or "huber_loss") as scope:
        labels, predictions = _compared(labels, predictions)
        size = raw.Abs(raw.Sub(predictions, labels))
        bent = raw.Minimum(size, np.float32(delta))
        straight = raw.Mul(raw.Sub(size, bent), np.float32(delta))
        losses = raw.AddV2(raw.Mul(raw.Mul(bent, bent), np.float32(0.5)), straight)
        return compute_weighted_loss(losses, weights, scope, loss_collection, reduction)


@public("compat.v1.losses.log_loss")
def log_loss(
    labels: Any,
    predictions: Any,
    weights: Any = 1.0,
    epsilon: float = 1e-7,
    scope: str | None = None,
    loss_collection: Any = GraphKeys.LOSSES,
    reduction: str = _BY_NONZERO,
) -> Tensor:
    """`-labels * log(predictions) - (1 - labels) * log(1 - predictions)`, weighted.

    Epsilon is added in each log.

    >>> round(float(tf.compat.v1.losses.log_loss([1.0, 0.0], [0.5, 0.5])), 4)
    0.6931
    """
    with op_scope(scope or "log_loss") as scope:
        labels, p = _compared(labels, predictions)
        one, least = np.float32(1), np.float32(epsilon)
        losses = raw.Sub(
            raw.Neg(raw.Mul(labels, raw.Log(raw.AddV2(p, least)))),
            raw.Mul(raw.Sub(one, labels), raw.Log(raw.AddV2(raw.Sub(one, p), least))),
        )
        return compute_weighted_loss(losses, weights, scope, loss_collection, reduction)


@public("compat.v1.losses.mean_pairwise_squared_error")
def mean_pairwise_squared_error(
    labels: Any,
    predictions: Any,
    weights: Any = 1.0,
    scope: str | None = None,
    loss_collection: Any = GraphKeys.LOSSES,
) -> Tensor:
    """The mean of `((p[i] - p[j]) - (l[i] - l[j]))**2` over the pairs of each example, weighted and added.

    >>> float(tf.compat.v1.losses.mean_pairwise_squared_error([[0.0, 0.0]], [[1.0, 3.0]]))
    4.0
    """
    with op_scope(scope or "mean_pairwise_squared_error"):
        labels, predictions = _compared(labels, predictions)
        weights = cast(weights, dtypes.float32)
        errors = raw.Sub(predictions, labels)
        require_broadcastable(weights, errors)
        axes = raw.Range(1, raw.Rank(errors), 1)
        # TF: eagerly it counts the whole batch if the weight is a scalar; in graphs it does as here.
        count = _present(errors, weights, axes, keep_dims=True)
        less = raw.Maximum(raw.Sub(count, np.float32(1)), np.float32(0))
        squares = _ratio(_sum(raw.Square(errors), axes, keep_dims=True), less)
        mixed = _ratio(raw.Square(_sum(errors, axes, keep_dims=True)), raw.Mul(count, less))
        pairs = raw.Mul(raw.Sub(squares, mixed), np.float32(2))
        loss = _sum(raw.Mul(pairs, weights))
        add_loss(loss, loss_collection)
        return loss


@public("compat.v1.losses.mean_squared_error")
def mean_squared_error(
    labels: Any,
    predictions: Any,
    weights: Any = 1.0,
    scope: str | None = None,
    loss_collection: Any = GraphKeys.LOSSES,
    reduction: str = _BY_NONZERO,
) -> Tensor:
    """`(predictions - labels)**2`, weighted; see `compute_weighted_loss`.

    >>> float(tf.compat.v1.losses.mean_squared_error([1.0, 2.0], [3.0, 2.0]))
    2.0
    """
    with op_scope(scope or "mean_squared_error") as scope:
        labels, predictions = _compared(labels, predictions)
        losses = raw.SquaredDifference(predictions, labels)
        return compute_weighted_loss(losses, weights, scope, loss_collection, reduction)
