"""Labels as CTC's losses want them: repetitions merged, and the different ones of each row by number."""

from __future__ import annotations

from typing import Any

from stagelight.core.convert import convert_to_tensor
from stagelight.core.raw import raw
from stagelight.core.scopes import op_scope
from stagelight.core.tensor import Tensor
from stagelight.ops.arrays.one_hot import sequence_mask
from stagelight.public import public
from stagelight.types import dtypes


@public("nn.collapse_repeated", "compat.v1.nn.collapse_repeated")
def collapse_repeated(
    labels: Any, seq_length: Any, name: str | None = None
) -> tuple[Tensor, Tensor]:
    """Merges labels that follow each other and are the same into one.

    Args:
        labels: numeric `[batch, time]`.
        seq_length: int32 or int64 `[batch]`: how many labels of each row count.
        name: the operation's name.

    Returns:
        The labels, filled up with 0 to the length of the longest row, and the new lengths.

    Raises:
        InvalidArgumentError: `labels` is no matrix, or there are not as many lengths as rows.

    >>> labels, lengths = tf.nn.collapse_repeated([[1, 1, 2, 2, 1], [3, 3, 4, 4, 4]], [5, 2])
    >>> labels.numpy().tolist(), lengths.numpy().tolist()
    ([[1, 2, 1], [3, 0, 0]], [3, 1])
    """
    with op_scope(name or "collapse_repeated_labels"):
        labels = convert_to_tensor(labels, name="labels")
        seq_length = convert_to_tensor(seq_length, name="seq_length")
        first = _columns(labels, 0, 1)
        changes = raw.NotEqual(_columns(labels, 1, 0), _columns(labels, 0, -1))
        begins = raw.ConcatV2([raw.Equal(first, first), changes], 1)
        time = raw.StridedSlice(raw.Shape(labels), [1], [2], [1], shrink_axis_mask=1)
        stays = raw.LogicalAnd(begins, sequence_mask(seq_length, time))
        lengths = raw.Sum(raw.Cast(stays, DstT=seq_length.dtype), [1])
        # The labels that stay, in one row, go to the places that rows of the new lengths have.
        left = raw.GatherNd(labels, raw.Where(stays))
        rows = raw.StridedSlice(raw.Shape(labels), [0], [1], [1])
        longest = raw.Maximum(raw.Cast(raw.Max(lengths, [0]), DstT=dtypes.int32), 0)
        shape = raw.ConcatV2([rows, raw.ExpandDims(longest, 0)], 0)
        places = raw.Where(sequence_mask(lengths, longest))
        return (
            raw.ScatterNd(places, left, raw.Cast(shape, DstT=dtypes.int64)),
            lengths,
        )


def _columns(labels: Tensor, begin: int, end: int) -> Tensor:
    """Columns of a matrix; an `end` of 0 is that of the matrix."""
    return raw.StridedSlice(
        labels, [0, begin], [0, end], [1, 1], begin_mask=1, end_mask=1 if end else 3
    )


@public("nn.ctc_unique_labels", "compat.v1.nn.ctc_unique_labels")
def ctc_unique_labels(labels: Any, name: str | None = None) -> list[Tensor]:
    """The different labels of each row, and which of them each label is: `unique` of `tf.nn.ctc_loss`.

    Args:
        labels: int `[batch, max_label_length]`.
        name: the operation's name.

    Returns:
        The labels in the order in which they first come, filled up with 0: int64, and the position of each
        label among them: int32; both of the shape of `labels`.

    Raises:
        InvalidArgumentError: `labels` is no matrix.

    >>> unique, positions = tf.nn.ctc_unique_labels([[3, 4, 4, 3]])
    >>> unique.numpy().tolist(), positions.numpy().tolist()
    ([[3, 4, 0, 0]], [[0, 1, 1, 0]])
    """
    with op_scope(name or "ctc_unique_labels"):
        labels = raw.Cast(convert_to_tensor(labels, name="labels"), DstT=dtypes.int64)
        rows, count = raw.Unpack(raw.Shape(labels, out_type=dtypes.int64), num=2, axis=0)
        same = raw.Equal(raw.ExpandDims(labels, 2), raw.ExpandDims(labels, 1))
        numbers = raw.Range(convert_to_tensor(0, dtypes.int64), count, 1)
        # The first place where the label of each place stands.
        unseen = raw.SelectV2(same, numbers, count)
        first = raw.Min(unseen, [2])
        is_new = raw.Cast(raw.Equal(first, numbers), DstT=dtypes.int32)
        rank = raw.Sub(raw.Cumsum(is_new, 1), 1)
        row = raw.BroadcastTo(
            raw.ExpandDims(raw.Range(convert_to_tensor(0, dtypes.int64), rows, 1), 1),
            raw.Shape(labels),
        )
        positions = raw.GatherNd(rank, raw.Pack([row, first], axis=2))
        places = raw.Pack([row, raw.Cast(positions, DstT=dtypes.int64)], axis=2)
        # Each label is written where all that are the same are written.
        unique = raw.TensorScatterUpdate(raw.ZerosLike(labels), places, labels)
        return [unique, positions]
