"""Ragged tensors as text: `[[1, 2], [3]]`, in `tf.print` and `tf.strings.format`."""

from __future__ import annotations

from typing import Any

from stagelight.core.convert import convert_to_tensor
from stagelight.core.raw import raw
from stagelight.ops.ragged.arrangement import concat
from stagelight.ops.ragged.ragged_tensor import RaggedTensor
from stagelight.ops.ragged.row_splits import splits_of_lengths
from stagelight.ops.ragged.rows import rows_at, with_ragged_rank
from stagelight.types.dtypes import string


def _as_text(self: RaggedTensor, summarize: int) -> Any:
    """The text as a scalar, with so many elements of both ends of each axis; all if -1."""
    rank = self.shape.rank
    if rank is None:
        raise ValueError("ragged_to_string requires that rt.shape.rank is not None")
    whole = with_ragged_rank(self, rank - 1, self.row_splits.dtype)
    texts = whole.flat_values
    if texts.dtype is string:
        texts = raw.StringJoin(["'", texts, "'"])
    else:
        texts = raw.AsString(texts)
    count = raw.ExpandDims(whole.nrows(), 0)
    for splits in (*reversed(whole.nested_row_splits), splits_of_lengths(count)):
        rows = RaggedTensor(texts, splits)
        if summarize != -1:
            rows = _shortened(rows, summarize)
        joined = raw.UnsortedSegmentJoin(
            rows.values, rows.value_rowids(), rows.nrows(), separator=", "
        )
        texts = raw.StringJoin(["[", joined, "]"])
    return texts[0]


def _shortened(rows: RaggedTensor, ends: int) -> Any:
    """Rows of texts, of which long ones have dots in place of what is between their ends."""
    lengths: Any = rows.row_lengths()
    zero = convert_to_tensor(0, lengths.dtype)
    count: Any = convert_to_tensor(ends, lengths.dtype)
    is_long = raw.Cast(raw.Greater(lengths, count + count), DstT=lengths.dtype)
    dots = raw.Fill(raw.ExpandDims(raw.Sum(is_long, [0]), 0), "...")
    last = raw.Minimum(raw.Maximum(lengths - count, zero), count)
    tail = rows_at(rows.values, rows.row_limits() - last, splits_of_lengths(last))
    middle = RaggedTensor(dots, splits_of_lengths(is_long))
    return concat([rows[:, :ends], middle, tail], 1)  # type: ignore[index]


setattr(RaggedTensor, _as_text.__name__, _as_text)
