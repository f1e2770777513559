"""Rows of `tf.io.RaggedFeature`: values of a feature, divided as other features say."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from stagelight.core.convert import convert_to_tensor
from stagelight.core.raw import raw
from stagelight.core.tensor import Tensor
from stagelight.ops.parsing.features import RaggedFeature
from stagelight.ops.ragged.ragged_tensor import RaggedTensor
from stagelight.types.dtypes import DType, int64


def with_partitions(feature: Any, parsed: Mapping[str, Any], key: str, is_one: bool) -> Any:
    """The values of a feature, divided by its partitions, the innermost first.

    Rows of one length that hold no ragged ones are axes of a dense tensor.

    Args:
        feature: a `RaggedFeature`.
        parsed: what was parsed for each key: a ragged matrix, or a vector for one example.
        key: the feature's own.
        is_one: whether it is one example.
    """
    values = parsed[feature.value_key or key]
    dtype = feature.row_splits_dtype
    if is_one:
        # One example is a batch of one, whose axis is taken away in the end.
        values = _as_batch(values, dtype)
    splits, rows = values.row_splits, values.values
    for partition in reversed(feature.partitions):
        if isinstance(partition, RaggedFeature.UniformRowLength):
            length = convert_to_tensor(partition.length, dtype)
            if isinstance(rows, RaggedTensor):
                rows = RaggedTensor.from_uniform_row_length(rows, length, validate=feature.validate)
            else:
                shape = [-1, partition.length, *rows.shape[1:].as_list()]
                rows = raw.Reshape(rows, convert_to_tensor(shape, int64))
            splits = raw.FloorDiv(splits, length)
            continue
        given = parsed[partition.key]
        given = _as_batch(given, dtype) if is_one else given
        if isinstance(partition, RaggedFeature.ValueRowIds):
            ids, count, splits = _row_ids_of_all(given, dtype)
            rows = RaggedTensor.from_value_rowids(rows, ids, count, validate=feature.validate)
            continue
        lengths, splits = _LENGTHS[type(partition).__name__](given, splits, dtype)
        rows = RaggedTensor.from_row_splits(
            rows, _splits(lengths, dtype), validate=feature.validate
        )
    return rows if is_one else RaggedTensor.from_row_splits(rows, splits, validate=feature.validate)


def _as_batch(values: Tensor, dtype: DType) -> RaggedTensor:
    ends = raw.Pack([_number(0, dtype), raw.Size(values, out_type=dtype)], axis=0)
    return RaggedTensor.from_row_splits(values, ends, validate=False)


def _number(value: int, dtype: DType) -> Tensor:
    return convert_to_tensor(value, dtype)


def _numbers(count: Any, dtype: DType) -> Any:
    return raw.Range(_number(0, dtype), count, _number(1, dtype))


def _splits(lengths: Any, dtype: DType) -> Any:
    zero = convert_to_tensor([0], dtype)
    return raw.ConcatV2([zero, raw.Cumsum(raw.Cast(lengths, DstT=dtype), 0)], 0)


# Each gives, for a partition of the rows of a batch, the lengths of all parts, and where those of an example
# begin and end.


def _of_lengths(given: Any, splits: Any, dtype: DType) -> tuple[Any, Any]:
    return given.values, given.row_splits


def _row_ids(given: Any) -> Any:
    """The example of each value."""
    count = raw.Size(given.values, out_type=given.row_splits.dtype)
    values = _numbers(count, given.row_splits.dtype)
    found = raw.UpperBound(
        raw.ExpandDims(given.row_splits, 0),
        raw.ExpandDims(values, 0),
        out_type=given.row_splits.dtype,
    )
    return raw.Sub(raw.Squeeze(found, squeeze_dims=[0]), _number(1, given.row_splits.dtype))


def _of_limits(given: Any, splits: Any, dtype: DType) -> tuple[Any, Any]:
    return _differences(given, given.values), given.row_splits


def _differences(given: Any, limits: Any) -> Any:
    """Each limit less the one before it in the same example."""
    zero = convert_to_tensor([0], int64)
    before = raw.ConcatV2([zero, raw.StridedSlice(limits, [0], [-1], [1], begin_mask=1)], 0)
    before = raw.StridedSlice(before, [0], raw.Shape(limits), [1], begin_mask=1)
    ids = _row_ids(given)
    numbers = _numbers(raw.Size(limits, out_type=ids.dtype), ids.dtype)
    is_first = raw.Equal(numbers, raw.GatherV2(given.row_splits, ids, 0))
    return raw.Sub(limits, raw.SelectV2(is_first, raw.ZerosLike(before), before))


def _of_starts(given: Any, splits: Any, dtype: DType) -> tuple[Any, Any]:
    """Each limit is the next start; the last one of an example the number of its values."""
    starts, ids = given.values, _row_ids(given)
    counts = raw.Cast(raw.Sub(_after_first(splits), _before_last(splits)), DstT=int64)
    of_example = raw.GatherV2(counts, ids, 0)
    after = raw.ConcatV2([_after_first(starts), convert_to_tensor([0], int64)], 0)
    after = raw.StridedSlice(after, [0], raw.Shape(starts), [1], begin_mask=1)
    numbers = _numbers(raw.Size(starts, out_type=ids.dtype), ids.dtype)
    one = _number(1, ids.dtype)
    last = raw.Sub(raw.GatherV2(_after_first(given.row_splits), ids, 0), one)
    limits = raw.SelectV2(raw.Equal(numbers, last), of_example, after)
    return raw.Sub(limits, starts), given.row_splits


def _of_splits(given: Any, splits: Any, dtype: DType) -> tuple[Any, Any]:
    """The limits are the splits of an example without the first."""
    differences, ids = _differences(given, given.values), _row_ids(given)
    numbers = _numbers(raw.Size(differences, out_type=ids.dtype), ids.dtype)
    kept = raw.Where(raw.NotEqual(numbers, raw.GatherV2(given.row_splits, ids, 0)))
    lengths = raw.GatherV2(differences, raw.Squeeze(kept, squeeze_dims=[1]), 0)
    counts = raw.Sub(_after_first(given.row_splits), _before_last(given.row_splits))
    fewer = raw.Maximum(raw.Sub(counts, _number(1, counts.dtype)), _number(0, counts.dtype))
    return lengths, _splits(fewer, dtype)


def _row_ids_of_all(given: Any, dtype: DType) -> tuple[Any, Any, Any]:
    """The row of each value among those of all examples, their number, and where those of an example are.

    What is given is the row of each value in its example.
    """
    ids = _row_ids(given)
    examples = raw.Size(_before_last(given.row_splits))
    one = convert_to_tensor(1, int64)
    # An example has as many rows as its last value says.
    highest = raw.UnsortedSegmentMax(raw.AddV2(given.values, one), ids, examples)
    rows = raw.Maximum(highest, convert_to_tensor(0, int64))
    outer = _splits(rows, dtype)
    first = raw.GatherV2(_before_last(outer), ids, 0)
    all_rows = raw.Cast(raw.GatherV2(outer, examples, 0), DstT=dtype)
    return raw.AddV2(first, raw.Cast(given.values, DstT=dtype)), all_rows, outer


def _after_first(vector: Any) -> Any:
    return raw.StridedSlice(vector, [1], [0], [1], end_mask=1)


def _before_last(vector: Any) -> Any:
    return raw.StridedSlice(vector, [0], [-1], [1], begin_mask=1)


_LENGTHS = {
    "RowLengths": _of_lengths,
    "RowLimits": _of_limits,
    "RowStarts": _of_starts,
    "RowSplits": _of_splits,
}
