"""Connectionist temporal classification: `tf.nn.ctc_loss` and its ops.

A network gives at each step logits of labels and of a blank; a path through the steps spells the labels that
are left when repetitions are merged and blanks removed. The loss is `-log` of the sum of the probabilities of
all paths that spell the given labels. It is the likelihood of a hidden Markov chain whose states are the
labels, and a blank before, between and after them (A. Graves et al., ICML 2006).

The decoders are in `ctc_decoders`.
"""

from __future__ import annotations

from types import ModuleType
from typing import Any, NamedTuple

import numpy as np

from stagelight.core.convert import convert_to_tensor
from stagelight.core.inference import Inferred, first_known, invalid, require_rank
from stagelight.core.op_def import Trait, types
from stagelight.core.raw import raw
from stagelight.core.registry import define
from stagelight.core.scopes import op_scope
from stagelight.core.tensor import Tensor
from stagelight.ops.arrays.one_hot import sequence_mask
from stagelight.ops.sparse.sparse_tensor import SparseTensor
from stagelight.public import public
from stagelight.types import dtypes
from stagelight.types.shapes import TensorShape

# ---------------------------------------------------------------------------- the chain

# TF: a path that ends in a wrong state, or begins there, has this probability instead of none. Labels that
# are too long for their steps get a large loss so, not an infinite one.
_LOG_OF_ALMOST_NOTHING = np.log(1e-307)


class _Chain(NamedTuple):
    """A batch of chains. State 0 is the start, `1..n` are the labels, `n+1..2n+1` the blanks.

    Attributes:
        emitted: the column of the logits that each label state emits, `[batch, n]`; -1 for the blank.
        stays: whether a label's state may follow itself.
        skips: whether each label may follow the one before without a blank, `[batch, n - 1]`.
        first: log probabilities to begin in a state, `[batch, states]`.
        last: log probabilities to end in one.
    """

    emitted: np.ndarray
    stays: bool
    skips: np.ndarray
    first: np.ndarray
    last: np.ndarray


def _chain(
    labels: np.ndarray, lengths: np.ndarray, merge_repeated: bool, else_probability: float
) -> _Chain:
    batch, count = labels.shape
    first = np.full((batch, 2 * count + 2), else_probability)
    first[:, 0] = 0.0
    last = np.full((batch, 2 * count + 2), else_probability)
    rows = np.arange(batch)
    last[rows, lengths] = 0.0
    last[rows, lengths + count + 1] = 0.0
    skips = labels[:, 1:] != labels[:, :-1] if merge_repeated else np.ones((batch, count - 1), bool)
    return _Chain(labels, merge_repeated, skips, first, last)


def _forward(chain: _Chain, state: np.ndarray, emission: np.ndarray) -> np.ndarray:
    """One step: what leads into each state, and what it emits."""
    count = chain.emitted.shape[1]
    labels, blanks = state[:, : count + 1], state[:, count + 1 :]
    new = np.full(state.shape, -np.inf)
    into = new[:, 1 : count + 1]
    if chain.stays:
        into[...] = labels[:, 1:]
    np.logaddexp(into, blanks[:, :-1], out=into)
    if count:
        into[:, 0] = np.logaddexp(into[:, 0], labels[:, 0])
        skipped = np.where(chain.skips, labels[:, 1:-1], -np.inf)
        into[:, 1:] = np.logaddexp(into[:, 1:], skipped)
    new[:, count + 1 :] = np.logaddexp(blanks, labels)
    return new + emission


def _backward(chain: _Chain, state: np.ndarray) -> np.ndarray:
    """One step back: where each state leads to."""
    count = chain.emitted.shape[1]
    labels, blanks = state[:, : count + 1], state[:, count + 1 :]
    new = np.full(state.shape, -np.inf)
    new[:, count + 1 :] = blanks
    new[:, count + 1 : -1] = np.logaddexp(new[:, count + 1 : -1], labels[:, 1:])
    new[:, : count + 1] = blanks
    if chain.stays:
        new[:, 1 : count + 1] = np.logaddexp(new[:, 1 : count + 1], labels[:, 1:])
    if count:
        new[:, 0] = np.logaddexp(new[:, 0], labels[:, 1])
        skipped = np.where(chain.skips, labels[:, 2:], -np.inf)
        new[:, 1:count] = np.logaddexp(new[:, 1:count], skipped)
    return new


def _loss_and_gradient(
    inputs: np.ndarray, chain: _Chain, steps: np.ndarray, blank: int
) -> tuple[np.ndarray, np.ndarray]:
    """`-log` of the likelihood, and its gradient: softmax less the posterior of what is emitted."""
    length, batch, _ = inputs.shape
    wide = inputs.astype(np.float64)
    wide = wide - wide.max(axis=-1, keepdims=True, initial=-np.inf)
    wide -= np.log(np.exp(wide).sum(axis=-1, keepdims=True))
    count = chain.emitted.shape[1]
    columns = np.full((batch, 2 * count + 1), blank)
    columns[:, :count] = np.where(chain.emitted < 0, blank, chain.emitted)
    rows = np.arange(batch)
    emissions = np.full((length, batch, 2 * count + 2), -np.inf)
    emissions[:, :, 1:] = wide[:, rows[:, None], columns]

    after = np.empty((length + 1, batch, 2 * count + 2))
    after[length] = chain.last
    for t in range(length - 1, -1, -1):
        running = (t < steps)[:, None]
        after[t] = np.where(running, _backward(chain, after[t + 1] + emissions[t]), chain.last)
    loss = -after[0, :, 0]

    gradient = np.exp(wide)
    state = chain.first
    for t in range(length):
        state = _forward(chain, state, emissions[t])
        both = state + after[t + 1]
        total = np.logaddexp.reduce(both, axis=1, keepdims=True)
        # Where there is no path at all the posterior is nothing.
        posterior = np.exp(both - np.where(np.isneginf(total), 0.0, total))
        np.subtract.at(gradient[t], (rows[:, None], columns), posterior[:, 1:])
        gradient[t, t >= steps] = 0.0
    return loss.astype(inputs.dtype), gradient.astype(inputs.dtype)


# ---------------------------------------------------------------------------- the ops


def _infer(
    inputs: Tensor, labels_indices: Tensor, labels_values: Tensor, sequence_length: Tensor, **_: Any
) -> tuple[Inferred, Inferred]:
    require_rank(inputs, 3, "inputs")
    require_rank(labels_indices, 2, "labels_indices")
    require_rank(labels_values, 1, "labels_values")
    steps = require_rank(sequence_length, 1, "sequence_length")
    batch = first_known(
        steps, TensorShape([None if inputs.shape.rank is None else inputs.shape[1]])
    )
    return Inferred(batch, inputs.dtype), Inferred(inputs.shape, inputs.dtype)


def check_batch(inputs: np.ndarray, sequence_length: np.ndarray, error: Any = invalid) -> None:
    """Checks logits, and how many steps of each row are used.

    Raises:
        InvalidArgumentError: the logits have not three axes; with `error` as its class, if the lengths do not
            fit them.
    """
    if inputs.ndim != 3:
        raise invalid("inputs is not a 3-Tensor")
    if sequence_length.ndim != 1:
        raise invalid("sequence_length is not a vector")
    length, batch, classes = inputs.shape
    if not classes:
        raise invalid("num_classes must be at least 1")
    if len(sequence_length) != batch:
        raise error(
            "len(sequence_length) != batch_size.  "
            f"len(sequence_length):  {len(sequence_length)} batch_size: {batch}"
        )
    for i, steps in enumerate(sequence_length.tolist()):
        if not 0 <= steps <= length:
            raise error(f"sequence_length({i}) must be between 0 and {length}. Received: {steps}")


def _rows_of_labels(indices: np.ndarray, values: np.ndarray, batch: int) -> list[list[int]]:
    if indices.ndim != 2 or values.ndim != 1 or len(indices) != len(values):
        raise invalid(
            "labels_indices must be a matrix, and labels_values a vector with a value for each of its rows. "
            f"Received shapes: {list(indices.shape)} and {list(values.shape)}"
        )
    rows: list[list[int]] = [[] for _ in range(batch)]
    for row, label in zip(indices[:, 0].tolist(), values.tolist(), strict=True):
        if not 0 <= row < batch:
            raise invalid(f"label SparseTensor is not valid: row {row} of a batch of {batch}")
        rows[row].append(label)
    return rows


def _padded(rows: list[list[int]]) -> tuple[np.ndarray, np.ndarray]:
    lengths = np.array([len(row) for row in rows], np.int64)
    labels = np.full((len(rows), lengths.max(initial=0)), -1)
    for row, own in zip(labels, rows, strict=True):
        row[: len(own)] = own
    return labels, lengths


def _until_null(row: list[int], number: int, classes: int) -> list[int]:
    """The labels before the first that is no class: TensorFlow takes that as the end."""
    if any(label < 0 for label in row):
        raise invalid(f"All labels must be nonnegative integers, batch: {number} labels: {row}")
    end = next((i for i, label in enumerate(row) if label >= classes - 1), len(row))
    if any(label < classes - 1 for label in row[end:]):
        raise invalid(
            "Saw a non-null label (index >= num_classes - 1) following a null label, "
            f"batch: {number} num_classes: {classes} labels: {row}"
        )
    return row[:end]


def _ctc_loss(
    xp: ModuleType,
    inputs: np.ndarray,
    labels_indices: np.ndarray,
    labels_values: np.ndarray,
    sequence_length: np.ndarray,
    preprocess_collapse_repeated: bool = False,
    ctc_merge_repeated: bool = True,
    ignore_longer_outputs_than_inputs: bool = False,
) -> tuple[np.ndarray, np.ndarray]:
    check_batch(inputs, sequence_length)
    _, batch, classes = inputs.shape
    rows = _rows_of_labels(labels_indices, labels_values, batch)
    ignored = np.zeros(batch, bool)
    for i, row in enumerate(rows):
        if not row:
            raise invalid(f"Labels length is zero in batch {i}")
        labels = _until_null(row, i, classes)
        if preprocess_collapse_repeated:
            labels = [x for j, x in enumerate(labels) if not j or x != labels[j - 1]]
        if len(labels) > sequence_length[i]:
            if not ignore_longer_outputs_than_inputs:
                raise invalid(
                    "Not enough time for target transition sequence (required: "
                    f"{len(labels)}, available: {sequence_length[i]}). "
                    "ignore_longer_outputs_than_inputs=True leaves such rows out."
                )
            ignored[i], labels = True, []
        rows[i] = labels
    chain = _chain(*_padded(rows), ctc_merge_repeated, -np.inf)
    loss, gradient = _loss_and_gradient(inputs, chain, sequence_length, classes - 1)
    ignored |= sequence_length == 0
    loss[ignored] = 0
    gradient[:, ignored] = 0
    return loss, gradient


def _ctc_loss_v2(
    xp: ModuleType,
    inputs: np.ndarray,
    labels_indices: np.ndarray,
    labels_values: np.ndarray,
    sequence_length: np.ndarray,
    preprocess_collapse_repeated: bool = False,
    ctc_merge_repeated: bool = True,
    ignore_longer_outputs_than_inputs: bool = False,
) -> tuple[np.ndarray, np.ndarray]:
    """The blank is class 0, and negative labels at the end of a row fill it up."""
    check_batch(inputs, sequence_length)
    rows = _rows_of_labels(labels_indices, labels_values, inputs.shape[1])
    if (labels_values >= inputs.shape[2]).any():
        raise invalid(
            f"Labels must be less than num_classes ({inputs.shape[2]}). Received: {labels_values.max()}"
        )
    labels, _ = _padded(rows)
    lengths = np.array([sum(label >= 0 for label in row) for row in rows], np.int64)
    chain = _chain(labels, lengths, ctc_merge_repeated, _LOG_OF_ALMOST_NOTHING)
    # Two labels that fill up are equal, as two blanks are.
    return _loss_and_gradient(inputs, chain, sequence_length, 0)


def _gradient(op: Any, dloss: Tensor, _: Any) -> list[Any]:
    known = raw.PreventGradient(
        op.outputs[1],
        message="Currently there is no way to take the second derivative of ctc_loss.",
    )
    return [raw.ExpandDims(raw.ExpandDims(dloss, 0), -1) * known, None, None, None]


for _name, _input, _attrs, _kernel in (
    ("CTCLoss", "T", {"T": types((dtypes.float32, dtypes.float64), dtypes.float32)}, _ctc_loss),
    ("CTCLossV2", "float32", {}, _ctc_loss_v2),
):
    define(
        _name,
        f"inputs: {_input}, labels_indices: int64, labels_values: int32, sequence_length: int32",
        f"loss: {_input}, gradient: {_input}",
        {
            "preprocess_collapse_repeated": False,
            "ctc_merge_repeated": True,
            "ignore_longer_outputs_than_inputs": False,
            **_attrs,
        },
        infer=_infer,
        kernel=_kernel,
        gradient=_gradient,
        traits=Trait.HOST_ONLY | Trait.HEAVY,
    )


# ---------------------------------------------------------------------------- public


@public("nn.ctc_loss", "compat.v1.nn.ctc_loss_v2")
def ctc_loss(
    labels: Any,
    logits: Any,
    label_length: Any,
    logit_length: Any,
    logits_time_major: bool = True,
    unique: Any = None,
    blank_index: int | None = None,
    name: str | None = None,
) -> Tensor:
    """`-log` of the probability that logits, step by step, spell labels.

    Args:
        labels: integer tensor of shape `[batch, labels]`, filled up at the end, or a `tf.SparseTensor`.
        logits: floating tensor of shape `[steps, batch, classes]`.
        label_length: how many labels of each row are used; None for sparse labels.
        logit_length: how many steps of each row are used.
        logits_time_major: False for logits of shape `[batch, steps, classes]`.
        unique: kept for TensorFlow's signature, where it makes the loss faster on TPUs.
        blank_index: the class that is the blank; negative ones count from the end. 0 if None.
        name: name of the operations.

    Returns:
        The loss of each row. Dense labels for which there are not enough steps get one of about 707.

    Raises:
        ValueError: labels are sparse and `blank_index` is None.
        InvalidArgumentError: sparse labels are longer than their steps, or lengths do not fit.

    >>> logits = tf.math.log([[[0.5, 0.25, 0.25]], [[0.5, 0.25, 0.25]]])
    >>> tf.exp(-tf.nn.ctc_loss([[1]], logits, [1], [2])).numpy().round(4)  # 1 1, 0 1, 1 0
    array([0.3125], dtype=float32)
    """
    if isinstance(labels, SparseTensor):
        if blank_index is None:
            raise ValueError(
                "Argument `blank_index` must be provided when `labels` is a `SparseTensor`."
            )
        logits = convert_to_tensor(logits, name="logits")
        blank = _blank(logits, blank_index)
        before, own, after = (
            logits[:, :, :blank],
            logits[:, :, blank : blank + 1],
            logits[:, :, blank + 1 :],
        )
        values = raw.SelectV2(labels.values < blank, labels.values, raw.Sub(labels.values, 1))
        moved = SparseTensor(labels.indices, values, labels.dense_shape)
        return older_ctc_loss(
            moved,
            raw.ConcatV2([before, after, own], 2),
            logit_length,
            time_major=logits_time_major,
        )
    with op_scope(name or "ctc_loss_dense"):
        logits = convert_to_tensor(logits, name="logits")
        labels = raw.Cast(convert_to_tensor(labels, name="labels"), DstT=dtypes.int32)
        kind = logits.dtype
        if kind in (dtypes.float16, dtypes.bfloat16):
            logits = raw.Cast(logits, DstT=dtypes.float32)
        if not logits_time_major:
            logits = raw.Transpose(logits, [1, 0, 2])
        if blank_index:
            blank = _blank(logits, blank_index)
            logits = raw.ConcatV2(
                [logits[:, :, blank : blank + 1], logits[:, :, :blank], logits[:, :, blank + 1 :]],
                2,
            )
            labels = raw.SelectV2(labels < blank, labels + 1, labels)
        width = raw.Shape(labels)[1]
        used = sequence_mask(label_length, width)
        values = raw.Reshape(raw.SelectV2(used, labels, -1), [-1])
        indices = raw.Where(raw.OnesLike(used))
        steps = raw.Cast(convert_to_tensor(logit_length), DstT=dtypes.int32)
        loss, _ = raw.CTCLossV2(logits, indices, values, steps)
        return loss if loss.dtype is kind else raw.Cast(loss, DstT=kind)


def _blank(logits: Tensor, index: int) -> Any:
    """The class of the blank, counted from the first."""
    if index >= 0:
        return index
    classes = None if logits.shape.rank is None else logits.shape[2]
    return index + (raw.Shape(logits)[2] if classes is None else classes)


@public("compat.v1.nn.ctc_loss")
def older_ctc_loss(
    labels: Any,
    inputs: Any = None,
    sequence_length: Any = None,
    preprocess_collapse_repeated: bool = False,
    ctc_merge_repeated: bool = True,
    ignore_longer_outputs_than_inputs: bool = False,
    time_major: bool = True,
    logits: Any = None,
) -> Tensor:
    """`tf.nn.ctc_loss` of sparse labels; the last class is the blank.

    Args:
        labels: int32 `tf.SparseTensor` of shape `[batch, labels]`.
        inputs: floating tensor of shape `[steps, batch, classes]`.
        sequence_length: how many steps of each row are used.
        preprocess_collapse_repeated: merges labels that repeat.
        ctc_merge_repeated: False for paths in which each step that is no blank is a label of its own.
        ignore_longer_outputs_than_inputs: gives rows whose labels are too long the loss 0.
        time_major: False for logits of shape `[batch, steps, classes]`.
        logits: another name of `inputs`.

    Raises:
        InvalidArgumentError: a row has no labels, or more than steps.

    >>> labels = tf.SparseTensor([[0, 0]], [0], [1, 1])
    >>> tf.exp(-tf.compat.v1.nn.ctc_loss(labels, tf.zeros([2, 1, 2]), [2])).numpy()
    array([0.75], dtype=float32)
    """
    if not isinstance(labels, SparseTensor):
        raise TypeError(
            f"Expected argument `labels` to be a SparseTensor. Received labels={labels!r}"
        )
    inputs = convert_to_tensor(logits if inputs is None else inputs, name="logits")
    if not time_major:
        inputs = raw.Transpose(inputs, [1, 0, 2])
    kind = inputs.dtype
    if kind in (dtypes.float16, dtypes.bfloat16):
        inputs = raw.Cast(inputs, DstT=dtypes.float32)
    loss, _ = raw.CTCLoss(
        inputs,
        labels.indices,
        raw.Cast(labels.values, DstT=dtypes.int32),
        raw.Cast(convert_to_tensor(sequence_length), DstT=dtypes.int32),
        preprocess_collapse_repeated=preprocess_collapse_repeated,
        ctc_merge_repeated=ctc_merge_repeated,
        ignore_longer_outputs_than_inputs=ignore_longer_outputs_than_inputs,
    )
    return loss if loss.dtype is kind else raw.Cast(loss, DstT=kind)
