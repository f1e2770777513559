"""Losses of classifiers and of counts: cross entropies, Poisson loss, L2 loss.

Cross entropy of softmax, for logits `x` and labels `p` along the classes, and its gradient:

    loss = -sum_i p[i] log softmax(x)[i]        d loss / dx = softmax(x) - p

Both are computed at once by the ops, so that neither overflows.
"""

from __future__ import annotations

import math
from types import ModuleType
from typing import Any

import numpy as np

from stagelight.core.convert import convert_to_tensor
from stagelight.core.inference import (
    SCALAR,
    Inferred,
    broadcast_shapes,
    first_known,
    invalid,
    require_rank,
    shape_text,
)
from stagelight.core.op_def import Trait, types
from stagelight.core.raw import raw
from stagelight.core.registry import define
from stagelight.core.scalar import in_float32
from stagelight.core.scopes import op_scope
from stagelight.core.tensor import Tensor
from stagelight.errors import InvalidArgumentError
from stagelight.ops.nn.softmax import shifted_logits
from stagelight.public import public
from stagelight.types import dtypes

# ---------------------------------------------------------------------------- dense labels


def _infer_dense(features: Tensor, labels: Tensor) -> tuple[Inferred, Inferred]:
    try:
        shape = broadcast_shapes(features.shape, labels.shape)
    except InvalidArgumentError:
        raise invalid(
            "logits and labels must be broadcastable: "
            f"logits_size={shape_text(features.shape)} labels_size={shape_text(labels.shape)}"
        ) from None
    if shape.rank not in (None, 2):
        raise invalid(
            "SoftmaxCrossEntropyWithLogits: logits and labels must be either 2-dimensional, or "
            f"broadcasted to be 2-dimensional. Received: {features.shape} and {labels.shape}"
        )
    shape = shape.with_rank(2)
    return Inferred(shape[:1], features.dtype), Inferred(shape, features.dtype)


def _dense(
    xp: ModuleType, features: np.ndarray, labels: np.ndarray
) -> tuple[np.ndarray, np.ndarray]:
    shape = np.broadcast_shapes(features.shape, labels.shape)
    if len(shape) != 2:
        raise invalid(
            "logits and labels must be either 2-dimensional, or broadcasted to be 2-dimensional. "
            f"Received: logits_size={list(features.shape)} labels_size={list(labels.shape)}"
        )
    shifted = shifted_logits(xp, xp.broadcast_to(features, shape))
    powers = xp.exp(shifted)
    total = xp.sum(powers, axis=1, keepdims=True)
    log_probabilities = shifted - xp.log(total)
    return -xp.sum(labels * log_probabilities, axis=1), powers / total - labels


def _in_float32_pair(kernel: Any) -> Any:
    """`in_float32` for a kernel of two outputs of the features' dtype."""

    def widened(xp: ModuleType, features: np.ndarray, labels: np.ndarray) -> Any:
        if features.dtype.itemsize != 2:
            return kernel(xp, features, labels)
        wide_labels = labels.astype(np.float32) if labels.dtype == features.dtype else labels
        outputs = kernel(xp, features.astype(np.float32), wide_labels)
        return tuple(output.astype(features.dtype) for output in outputs)

    return widened


def _rows(dloss: Tensor, x: Tensor) -> Tensor:
    """Each row of x times its entry of a vector."""
    return raw.Mul(raw.ExpandDims(dloss, -1), x)


def _through_softmax(logits: Tensor, dy: Tensor) -> Tensor:
    """The gradient that reaches the logits by way of the second output, softmax less labels."""
    probabilities = raw.Softmax(logits)
    along = raw.Sum(raw.Mul(dy, probabilities), -1, keep_dims=True)
    return raw.Mul(raw.Sub(dy, along), probabilities)


def _dense_gradient(op: Any, dloss: Tensor | None, dbackprop: Tensor | None) -> list[Any]:
    logits, _ = op.inputs
    dlogits = dlabels = None
    if dloss is not None:
        dlogits = _rows(dloss, op.outputs[1])
        dlabels = raw.Neg(_rows(dloss, raw.LogSoftmax(logits)))
    if dbackprop is not None:
        through = _through_softmax(logits, dbackprop)
        dlogits = through if dlogits is None else raw.AddV2(dlogits, through)
        back = raw.Neg(dbackprop)
        dlabels = back if dlabels is None else raw.AddV2(dlabels, back)
    return [dlogits, dlabels]


define(
    "SoftmaxCrossEntropyWithLogits",
    "features: T, labels: T",
    "loss: T, backprop: T",
    {"T": types(dtypes.FLOATING)},
    infer=_infer_dense,
    kernel=_in_float32_pair(_dense),
    gradient=_dense_gradient,
    traits=Trait.NONE_GRADIENTS,
)


@public("nn.softmax_cross_entropy_with_logits")
def softmax_cross_entropy_with_logits(
    labels: Any, logits: Any, axis: int = -1, name: str | None = None
) -> Tensor:
    """`-sum(labels * log(softmax(logits)))` along an axis: each row of labels is a distribution.

    The gradient flows to both; wrap labels in `tf.stop_gradient` if it should not.

    Args:
        labels: tensor of the shape and dtype of `logits`; along `axis` its entries add up to 1.
        logits: floating tensor of shape `[..., classes]`.
        axis: the axis of the classes.
        name: name of the operation.

    Returns:
        Tensor of the dtype of `logits`, without that axis.

    Raises:
        InvalidArgumentError: the shapes do not fit.

    >>> tf.nn.softmax_cross_entropy_with_logits([[0.0, 1.0]], [[0.0, 0.0]]).numpy().round(4)
    array([0.6931], dtype=float32)
    """
    with op_scope(name or "softmax_cross_entropy_with_logits") as scope:
        logits = convert_to_tensor(logits, name="logits")
        labels = convert_to_tensor(labels, dtype_hint=logits.dtype, name="labels")
        precise = _in_single_precision(logits)
        labels = _in_dtype_of(precise, labels)
        rank = precise.shape.rank
        if axis not in (-1, None if rank is None else rank - 1):
            order = _moved_to_the_end(precise, axis)
            precise, labels = raw.Transpose(precise, order), raw.Transpose(labels, order)
        if rank == 2 and labels.shape.rank == 2:
            loss = raw.SoftmaxCrossEntropyWithLogits(precise, labels, name=scope)[0]
        else:
            rows, label_rows = _matrix(precise), _matrix(labels)
            loss = raw.SoftmaxCrossEntropyWithLogits(rows, label_rows, name=scope)[0]
            loss = raw.Reshape(loss, _without_last(raw.Shape(precise)))
        return _in_dtype_of(logits, loss)


def _in_single_precision(logits: Tensor) -> Tensor:
    narrow = logits.dtype in (dtypes.float16, dtypes.bfloat16)
    return raw.Cast(logits, DstT=dtypes.float32) if narrow else logits


def _in_dtype_of(x: Tensor, y: Tensor) -> Tensor:
    return y if y.dtype is x.dtype else raw.Cast(y, DstT=x.dtype)


def _moved_to_the_end(x: Tensor, axis: int) -> Any:
    """The order of axes that has one last and leaves the others as they stand."""
    rank = x.shape.rank
    if rank is not None:
        order = list(range(rank))
        order.append(order.pop(axis))
        return np.array(order, np.int32)
    count = raw.Rank(x)
    places = raw.Range(0, count, 1)
    position = raw.FloorMod(raw.AddV2(count, axis), count)
    others = raw.SelectV2(raw.Less(places, position), places, raw.AddV2(places, 1))
    return raw.SelectV2(raw.Equal(places, raw.Sub(count, 1)), position, others)


def _without_last(shape: Tensor) -> Tensor:
    return raw.StridedSlice(shape, [0], [-1], [1], begin_mask=1)


def _matrix(x: Tensor) -> Tensor:
    """All axes but the last made one."""
    size = x.shape[-1] if x.shape.rank else None
    if size is not None and size != 0:
        return raw.Reshape(x, [-1, size])
    shape = raw.Shape(x)
    rows = raw.Prod(_without_last(shape), [0])
    last = raw.StridedSlice(shape, [-1], [0], [1], shrink_axis_mask=1)
    return raw.Reshape(x, raw.Pack([rows, last]))


# ---------------------------------------------------------------------------- labels as numbers


def _infer_sparse(features: Tensor, labels: Tensor) -> tuple[Inferred, Inferred]:
    features_shape = require_rank(features, 2, "logits")
    labels_shape = require_rank(labels, 1, "labels")
    rows = first_known(features_shape[:1], labels_shape)
    shape = rows.concatenate(features_shape[1:])
    return Inferred(rows, features.dtype), Inferred(shape, features.dtype)


def _sparse(
    xp: ModuleType, features: np.ndarray, labels: np.ndarray
) -> tuple[np.ndarray, np.ndarray]:
    if features.ndim != 2 or labels.ndim != 1 or len(features) != len(labels):
        raise invalid(
            "logits must be of shape [rows, classes] and labels of shape [rows]. Received: "
            f"{list(features.shape)} and {list(labels.shape)}"
        )
    count, classes = features.shape
    if not classes:
        raise invalid(f"Must have at least one class, but got logits shape {list(features.shape)}")
    if count and (labels.min() < 0 or labels.max() >= classes):
        wrong = labels[(labels < 0) | (labels >= classes)]
        raise invalid(
            f"Received a label value of {wrong[0]} which is outside the valid range of "
            f"[0, {classes}).  Label values: {' '.join(map(str, labels.tolist()))}"
        )
    shifted = shifted_logits(xp, features)
    powers = xp.exp(shifted)
    total = xp.add.reduce(powers, axis=1, keepdims=True)
    labelled = xp.arange(0, count * classes, classes) + labels  # among all, row by row
    loss = xp.log(total[:, 0]) - shifted.reshape(-1)[labelled]
    backprop = xp.empty(features.shape, features.dtype)
    xp.divide(powers, total, out=backprop)
    backprop.reshape(-1)[labelled] -= 1
    return loss, backprop


def _sparse_gradient(op: Any, dloss: Tensor | None, dbackprop: Tensor | None) -> list[Any]:
    dlogits = None if dloss is None else _rows(dloss, op.outputs[1])
    if dbackprop is not None:
        through = _through_softmax(op.inputs[0], dbackprop)
        dlogits = through if dlogits is None else raw.AddV2(dlogits, through)
    return [dlogits, None]


define(
    "SparseSoftmaxCrossEntropyWithLogits",
    "features: T, labels: Tlabels",
    "loss: T, backprop: T",
    {"T": types(dtypes.FLOATING), "Tlabels": types(dtypes.INDEX, dtypes.int64)},
    infer=_infer_sparse,
    kernel=_in_float32_pair(_sparse),
    gradient=_sparse_gradient,
    traits=Trait.NONE_GRADIENTS,
)


@public("nn.sparse_softmax_cross_entropy_with_logits")
def sparse_softmax_cross_entropy_with_logits(
    labels: Any, logits: Any, name: str | None = None
) -> Tensor:
    """`-log(softmax(logits))[label]`: the cross entropy where each row belongs to one class.

    Args:
        labels: int32 or int64 tensor of shape `[...]`, numbers of classes.
        logits: floating tensor of shape `[..., classes]`.
        name: name of the operation.

    Returns:
        Tensor of the dtype of `logits` and the shape of `labels`.

    Raises:
        ValueError: the shapes do not fit.
        InvalidArgumentError: a label is no number of a class.

    >>> tf.nn.sparse_softmax_cross_entropy_with_logits([1], [[0.0, 0.0]]).numpy().round(4)
    array([0.6931], dtype=float32)
    """
    with op_scope(name or "SparseSoftmaxCrossEntropyWithLogits") as scope:
        labels = convert_to_tensor(labels, name="labels")
        logits = convert_to_tensor(logits, name="logits")
        precise = _in_single_precision(logits)
        labels_rank, logits_rank = labels.shape.rank, precise.shape.rank
        if logits_rank == 0:
            raise ValueError(
                f"`logits` cannot be a scalar. Received logits={logits} with shape {logits.shape}"
            )
        if logits_rank is not None and labels_rank not in (None, logits_rank - 1):
            raise ValueError(
                "`labels.shape.rank` must equal `logits.shape.rank - 1`. Received: "
                f"labels.shape={labels.shape} of rank {labels_rank} and "
                f"logits.shape={logits.shape} of rank {logits_rank}"
            )
        if not labels.shape.is_compatible_with(precise.shape[:-1] if logits_rank else None):
            raise ValueError(
                "`labels.shape` must equal `logits.shape` except for the last dimension. Received: "
                f"labels.shape={labels.shape} and logits.shape={logits.shape}"
            )
        if logits_rank == 2:
            loss = raw.SparseSoftmaxCrossEntropyWithLogits(precise, labels, name=scope)[0]
        else:
            flat = raw.Reshape(labels, [-1])
            loss = raw.SparseSoftmaxCrossEntropyWithLogits(_matrix(precise), flat, name=scope)[0]
            loss = raw.Reshape(loss, raw.Shape(labels))
        return _in_dtype_of(logits, loss)


# ---------------------------------------------------------------------------- sigmoid cross entropy


@public("nn.sigmoid_cross_entropy_with_logits")
def sigmoid_cross_entropy_with_logits(
    labels: Any = None, logits: Any = None, name: str | None = None
) -> Tensor:
    """`-z log(sigmoid(x)) - (1 - z) log(1 - sigmoid(x))` for labels `z` and logits `x`.

    Args:
        labels: floating tensor of the shape and dtype of `logits`, between 0 and 1.
        logits: floating tensor.
        name: name of the operation.

    Returns:
        Tensor like `logits`.

    Raises:
        ValueError: an argument is missing, or the shapes differ.

    >>> tf.nn.sigmoid_cross_entropy_with_logits([0.0, 1.0], [2.0, 2.0]).numpy().round(4)
    array([2.1269, 0.1269], dtype=float32)
    """
    if labels is None or logits is None:
        raise ValueError("Both `labels` and `logits` must be provided.")
    with op_scope(name or "logistic_loss") as scope:
        logits = convert_to_tensor(logits, name="logits")
        labels = convert_to_tensor(labels, dtype_hint=logits.dtype, name="labels")
        _require_same_shape(labels, logits)
        # max(x, 0) - x * z + log(1 + exp(-|x|)), by choices whose gradients are right at 0, too.
        zeros = raw.ZerosLike(logits)
        is_positive = raw.GreaterEqual(logits, 0)
        positive = raw.SelectV2(is_positive, logits, zeros)
        negative_magnitude = raw.SelectV2(is_positive, raw.Neg(logits), logits)
        return raw.AddV2(
            raw.Sub(positive, raw.Mul(logits, labels)),
            raw.Log1p(raw.Exp(negative_magnitude)),
            name=scope,
        )


def _require_same_shape(labels: Tensor, logits: Tensor) -> None:
    if not labels.shape.is_compatible_with(logits.shape):
        raise ValueError(
            f"`logits` and `labels` must have the same shape, received ({logits.shape} vs "
            f"{labels.shape})."
        )


@public("nn.weighted_cross_entropy_with_logits")
def weighted_cross_entropy_with_logits(
    labels: Any, logits: Any, pos_weight: Any, name: str | None = None
) -> Tensor:
    """`-w z log(sigmoid(x)) - (1 - z) log(1 - sigmoid(x))` for labels `z`, logits `x`, weight `w`.

    A weight above 1 makes missed positives dearer (recall), one below 1 false positives
    (precision).

    Args:
        labels: floating tensor of the shape and dtype of `logits`, between 0 and 1.
        logits: floating tensor.
        pos_weight: number or tensor that broadcasts with them.
        name: name of the operation.

    Returns:
        Tensor like `logits`.

    Raises:
        ValueError: the shapes differ.

    >>> tf.nn.weighted_cross_entropy_with_logits([0.0, 1.0], [2.0, 2.0], 3.0).numpy().round(4)
    array([2.1269, 0.3808], dtype=float32)
    """
    with op_scope(name or "logistic_loss") as scope:
        logits = convert_to_tensor(logits, name="logits")
        labels = convert_to_tensor(labels, dtype_hint=logits.dtype, name="labels")
        _require_same_shape(labels, logits)
        # (1 - z) x + (1 + (w - 1) z) (log(1 + exp(-|x|)) + max(-x, 0))
        weight = raw.AddV2(raw.Mul(labels, raw.Sub(pos_weight, raw.OnesLike(logits))), 1)
        soft = raw.AddV2(raw.Log1p(raw.Exp(raw.Neg(raw.Abs(logits)))), raw.Relu(raw.Neg(logits)))
        return raw.AddV2(raw.Mul(raw.Sub(1, labels), logits), raw.Mul(weight, soft), name=scope)


# ---------------------------------------------------------------------------- others


@public("nn.log_poisson_loss")
def log_poisson_loss(
    targets: Any, log_input: Any, compute_full_loss: bool = False, name: str | None = None
) -> Tensor:
    """`exp(c) - z c`: minus the log-likelihood of counts `z` under Poisson rates `exp(c)`.

    Args:
        targets: floating tensor of the shape and dtype of `log_input`.
        log_input: floating tensor, the logarithm of the rates.
        compute_full_loss: whether to add Stirling's `z log(z) - z + 0.5 log(2 pi z)` where `z > 1`,
            which does not depend on the rates.
        name: name of the operation.

    Returns:
        Tensor like `log_input`.

    Raises:
        ValueError: the shapes differ.

    >>> tf.nn.log_poisson_loss([2.0], [0.0]).numpy()
    array([1.], dtype=float32)
    """
    with op_scope(name or "log_poisson_loss") as scope:
        log_input = convert_to_tensor(log_input, name="log_input")
        targets = convert_to_tensor(targets, dtype_hint=log_input.dtype, name="targets")
        if not targets.shape.is_compatible_with(log_input.shape):
            raise ValueError(
                "`log_input` and `targets` must have the same shape, received "
                f"({log_input.shape} vs {targets.shape})."
            )
        loss = raw.Sub(raw.Exp(log_input), raw.Mul(log_input, targets))
        if compute_full_loss:
            stirling = raw.AddV2(
                raw.Sub(raw.Mul(targets, raw.Log(targets)), targets),
                raw.Mul(raw.Log(raw.Mul(targets, 2 * math.pi)), 0.5),
            )
            small = raw.LogicalAnd(raw.GreaterEqual(targets, 0), raw.LessEqual(targets, 1))
            loss = raw.AddV2(loss, raw.SelectV2(small, raw.ZerosLike(targets), stirling))
        return loss if name is None else raw.Identity(loss, name=scope)


def _l2_loss(xp: ModuleType, t: np.ndarray) -> np.ndarray:
    return xp.sum(xp.square(t)) / 2


define(
    "L2Loss",
    "t: T",
    "output: T",
    {"T": types(dtypes.FLOATING)},
    infer=lambda t: Inferred(SCALAR, t.dtype),
    kernel=in_float32(_l2_loss),
    gradient=lambda op, dy: raw.Mul(op.inputs[0], dy),
)


@public("nn.l2_loss")
def l2_loss(t: Any, name: str | None = None) -> Tensor:
    """`sum(t ** 2) / 2` over all elements.

    Args:
        t: floating tensor.
        name: name of the operation.

    Returns:
        Scalar tensor of its dtype.

    >>> tf.nn.l2_loss([3.0, 4.0]).numpy()
    np.float32(12.5)
    """
    return raw.L2Loss(t, name=name)
