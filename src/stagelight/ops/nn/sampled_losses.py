"""Losses over many classes of which only some are looked at: `tf.nn.sampled_softmax_loss`, `nce_loss`."""

from __future__ import annotations

from types import ModuleType
from typing import Any, NamedTuple

import numpy as np

from stagelight.core.convert import convert_to_tensor
from stagelight.core.inference import Inferred, invalid, require_rank
from stagelight.core.op_def import Trait, attr
from stagelight.core.raw import raw
from stagelight.core.registry import define
from stagelight.core.scopes import op_scope
from stagelight.core.tensor import Tensor
from stagelight.ops.nn.embeddings import lookup_rows
from stagelight.ops.nn.losses import (
    sigmoid_cross_entropy_with_logits,
    softmax_cross_entropy_with_logits,
)
from stagelight.ops.random.candidate_samplers import log_uniform_candidate_sampler
from stagelight.ops.random.streams import op_seeds
from stagelight.public import public
from stagelight.types import dtypes
from stagelight.types.shapes import TensorShape

_LEAST = np.finfo(np.float32).min


def _infer_hits(
    true_classes: Tensor, sampled_candidates: Tensor, *, num_true: int, **_: Any
) -> tuple[Inferred, ...]:
    shape = require_rank(true_classes, 2, "true_classes")
    require_rank(sampled_candidates, 1, "sampled_candidates")
    if shape[1] not in (None, num_true):
        raise invalid(f"true_classes must have num_true = {num_true} columns. Received: {shape}")
    size = TensorShape([None])
    return tuple(Inferred(size, t) for t in (dtypes.int32, dtypes.int64, dtypes.float32))


def _hits(
    xp: ModuleType,
    true_classes: np.ndarray,
    sampled_candidates: np.ndarray,
    *,
    num_true: int,
    **_: Any,
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    if true_classes.ndim != 2 or true_classes.shape[1] != num_true:
        raise invalid(
            "true_candidates must be a batch_size * num_true matrix. Received shape: "
            f"{list(true_classes.shape)} with num_true={num_true}"
        )
    if sampled_candidates.ndim != 1:
        raise invalid(
            "sampled_candidates must be a vector, which is typically an output of a sampler"
        )
    place = {int(candidate): i for i, candidate in enumerate(sampled_candidates)}
    found = [
        (row, place[true]) for row, trues in enumerate(true_classes.tolist()) for true in trues
        if true in place
    ]  # fmt: skip
    rows, ids = (list(column) for column in zip(*found, strict=True)) if found else ([], [])
    weights = np.full(len(found), _LEAST, np.float32)
    return np.array(rows, np.int32), np.array(ids, np.int64), weights


define(
    "ComputeAccidentalHits",
    "true_classes: int64, sampled_candidates: int64",
    "indices: int32, ids: int64, weights: float32",
    {"num_true": attr("int"), "seed": 0, "seed2": 0},
    infer=_infer_hits,
    kernel=_hits,
    differentiable=False,
    traits=Trait.HOST_ONLY,
)


@public("nn.compute_accidental_hits")
def compute_accidental_hits(
    true_classes: Any,
    sampled_candidates: Any,
    num_true: int,
    seed: int | None = None,
    name: str | None = None,
) -> Any:
    """Where a sampled class is one of the true ones.

    Args:
        true_classes: int64 matrix `[batch, num_true]`.
        sampled_candidates: int64 vector of the drawn classes.
        num_true: how many true classes each example has.
        seed: without effect.
        name: the operation's name.

    Returns:
        The tuple (indices, ids, weights): for each hit the example, the place among the drawn classes,
        and the least float32.

    Raises:
        InvalidArgumentError: the shapes do not fit.

    >>> hits = tf.nn.compute_accidental_hits([[3, 7]], [5, 7], 2)
    >>> hits.indices.numpy().tolist(), hits.ids.numpy().tolist()
    ([0], [1])
    """
    return raw.ComputeAccidentalHits(
        true_classes, sampled_candidates, num_true=num_true, name=name, **op_seeds(seed)
    )


class _Logits(NamedTuple):
    """The logits of true and sampled classes side by side, and their labels."""

    logits: Tensor
    labels: Tensor


def _sampled_logits(
    weights: Any,
    biases: Any,
    labels: Any,
    inputs: Any,
    num_sampled: int,
    num_classes: int,
    num_true: int,
    sampled_values: Any,
    remove_accidental_hits: bool,
    partition_strategy: str,
    seed: int | None,
) -> _Logits:
    labels = raw.Cast(convert_to_tensor(labels), DstT=dtypes.int64)
    inputs = convert_to_tensor(inputs)
    if sampled_values is None:
        sampled_values = log_uniform_candidate_sampler(
            labels, num_true, num_sampled, True, num_classes, seed
        )
    sampled, true_count, sampled_count = (raw.StopGradient(value) for value in sampled_values)
    sampled = raw.Cast(sampled, DstT=dtypes.int64)
    flat = raw.Reshape(labels, [-1])
    ids = raw.ConcatV2([flat, sampled], 0)
    count = raw.Size(flat)
    true_w, sampled_w = _halves(lookup_rows(weights, ids, partition_strategy), count, inputs)
    true_b, sampled_b = _halves(lookup_rows(biases, ids, partition_strategy), count, inputs)
    depth = raw.StridedSlice(raw.Shape(true_w), [1], [2], [1])
    rows = raw.Reshape(true_w, raw.ConcatV2([[-1, num_true], depth], 0))
    true_logits = raw.Sum(raw.Mul(raw.ExpandDims(inputs, 1), rows), 2)
    true_logits = raw.AddV2(true_logits, raw.Reshape(true_b, [-1, num_true]))
    sampled_logits = raw.MatMul(inputs, sampled_w, transpose_b=True)
    sampled_logits = raw.AddV2(sampled_logits, sampled_b)
    if remove_accidental_hits:
        sampled_logits = raw.AddV2(
            sampled_logits, _weights_of_hits(labels, sampled, num_true, sampled_logits)
        )
    true_logits = raw.Sub(true_logits, _log_of(true_count, true_logits))
    sampled_logits = raw.Sub(sampled_logits, _log_of(sampled_count, sampled_logits))
    shares = raw.RealDiv(raw.OnesLike(true_logits), float(num_true))
    return _Logits(
        raw.ConcatV2([true_logits, sampled_logits], 1),
        raw.ConcatV2([shares, raw.ZerosLike(sampled_logits)], 1),
    )


def _halves(rows: Tensor, count: Tensor, like: Tensor) -> tuple[Tensor, Tensor]:
    """The rows of the true classes and those of the sampled ones."""
    if rows.dtype is not like.dtype:
        rows = raw.Cast(rows, DstT=like.dtype)
    first = raw.StridedSlice(rows, [0], raw.Pack([count]), [1], begin_mask=1)
    return first, raw.StridedSlice(rows, raw.Pack([count]), [0], [1], end_mask=1)


def _log_of(expected_count: Tensor, like: Tensor) -> Tensor:
    return raw.Log(raw.Cast(expected_count, DstT=like.dtype))


def _weights_of_hits(labels: Tensor, sampled: Tensor, num_true: int, logits: Tensor) -> Tensor:
    """The least number where a sampled class is a true one, zero elsewhere."""
    hits = compute_accidental_hits(labels, sampled, num_true)
    places = raw.Pack([raw.Cast(hits.indices, DstT=dtypes.int64), hits.ids], axis=1)
    shape = raw.Shape(logits, out_type=dtypes.int64)
    zeros = raw.Fill(shape, np.float32(0))
    weights = raw.TensorScatterUpdate(zeros, places, hits.weights)
    return raw.Cast(weights, DstT=logits.dtype)


@public("nn.sampled_softmax_loss")
def sampled_softmax_loss(
    weights: Any,
    biases: Any,
    labels: Any,
    inputs: Any,
    num_sampled: int,
    num_classes: int,
    num_true: int = 1,
    sampled_values: Any = None,
    remove_accidental_hits: bool = True,
    seed: int | None = None,
    name: str | None = "sampled_softmax_loss",
) -> Tensor:
    """The softmax cross entropy over the true classes and some that are drawn, for training.

    The logits `inputs . weights + biases` are lessened by the logarithm of how often a class is expected
    among the drawn ones.

    Args:
        weights: the table `[num_classes, depth]`, or a list of its parts.
        biases: vector `[num_classes]`.
        labels: integer matrix `[batch, num_true]` of true classes.
        inputs: floating matrix `[batch, depth]`.
        num_sampled: how many classes are drawn for the batch.
        num_classes: how many there are.
        num_true: how many true classes each example has.
        sampled_values: what a candidate sampler gave; drawn by `log_uniform_candidate_sampler` if None.
        remove_accidental_hits: whether drawn classes that are true are left out.
        seed: the seed of the draw.
        name: the operations' name.

    Returns:
        The losses, of shape `[batch]`.

    Raises:
        InvalidArgumentError: a label is out of range.

    >>> w, b = tf.zeros([4, 2]), tf.zeros([4])
    >>> loss = tf.nn.sampled_softmax_loss(w, b, [[0]], tf.ones([1, 2]), num_sampled=3, num_classes=4)
    >>> loss.shape
    TensorShape([1])
    """
    with op_scope(name or "sampled_softmax_loss"):
        found = _sampled_logits(
            weights,
            biases,
            labels,
            inputs,
            num_sampled,
            num_classes,
            num_true,
            sampled_values,
            remove_accidental_hits,
            "div",
            seed,
        )
        return softmax_cross_entropy_with_logits(raw.StopGradient(found.labels), found.logits)


@public("nn.nce_loss")
def nce_loss(
    weights: Any,
    biases: Any,
    labels: Any,
    inputs: Any,
    num_sampled: int,
    num_classes: int,
    num_true: int = 1,
    sampled_values: Any = None,
    remove_accidental_hits: bool = False,
    name: str | None = "nce_loss",
) -> Tensor:
    """Noise-contrastive estimation: the logistic losses of the true classes and of some that are drawn.

    Args:
        weights, biases, labels, inputs, num_sampled, num_classes, num_true, sampled_values, name: as for
            `tf.nn.sampled_softmax_loss`.
        remove_accidental_hits: whether drawn classes that are true are left out.

    Returns:
        The losses, of shape `[batch]`.

    Raises:
        InvalidArgumentError: a label is out of range.

    >>> w, b = tf.zeros([4, 2]), tf.zeros([4])
    >>> tf.nn.nce_loss(w, b, [[0]], tf.ones([1, 2]), num_sampled=3, num_classes=4).shape
    TensorShape([1])
    """
    with op_scope(name or "nce_loss"):
        found = _sampled_logits(
            weights,
            biases,
            labels,
            inputs,
            num_sampled,
            num_classes,
            num_true,
            sampled_values,
            remove_accidental_hits,
            "div",
            None,
        )
        losses = sigmoid_cross_entropy_with_logits(found.labels, found.logits)
        return raw.Sum(losses, 1)
