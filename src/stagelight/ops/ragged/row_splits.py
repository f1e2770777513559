"""Row splits, vectors that say where rows begin and end, and what follows from them.

Row `i` of some values is `values[splits[i] : splits[i + 1]]`. Lengths, row ids and positions say the same in
other forms. The values themselves are not known here.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from stagelight.core.convert import convert_to_tensor
from stagelight.core.dispatch import CONTEXT
from stagelight.core.inference import constant_value, invalid
from stagelight.core.raw import raw
from stagelight.core.tensor import EagerTensor, Tensor
from stagelight.public import public
from stagelight.types.dtypes import DType, as_dtype, int32, int64


def as_partition(value: Any, name: str) -> Tensor:
    """Row splits, lengths or ids: int32 or int64, as they are or from Python numbers int64."""
    if isinstance(value, (Tensor, np.ndarray)):
        tensor = convert_to_tensor(value, name=name)
    else:
        tensor = convert_to_tensor(value, int64, name=name)
    if tensor.dtype not in (int32, int64):
        raise ValueError(f"{name} must have dtype int32 or int64. Received: {tensor.dtype.name}")
    tensor.shape.assert_has_rank(1)
    return tensor


# How each factory of ragged tensors names what does not divide values into rows.
_REQUIRED = {
    "row_splits": "must begin with zero, not decrease, and end with the number of values",
    "row_lengths": "must not be negative, and add up to the number of values",
    "row_starts": "must begin with zero, not decrease, and not exceed the number of values",
    "row_limits": "must not be negative, not decrease, and end with the number of values",
    "uniform_row_length": "must not be negative, and divide the number of values",
}


def check_splits(splits: Tensor, given: Tensor, size: Any, argument: str) -> None:
    """Checks that row splits divide values into rows: what has no value yet when the graph runs.

    Args:
        splits: the splits.
        given: what the caller gave, of which they were made.
        size: the number of values.
        argument: what the caller calls it; `from_<argument>` is the factory.

    Raises:
        InvalidArgumentError: they do not; the message names the factory and what it was given.
    """
    message = (
        f"Arguments to from_{argument} do not form a valid RaggedTensor: `{argument}` "
        f"{_REQUIRED[argument]}"
    )
    known, count = constant_value(splits), constant_value(size)
    if known is None:
        begins = raw.Equal(splits[0], 0)
        rises = raw.All(raw.LessEqual(splits[:-1], splits[1:]), [0])
        ends = raw.Equal(splits[-1], size)
        for condition in (begins, rises, ends):
            require(condition, message)
        return
    is_valid = known.size and known[0] == 0 and (np.diff(known) >= 0).all()
    if not is_valid or (count is not None and known[-1] != count):
        received = constant_value(given)
        shown = None if received is None else received.tolist()
        raise invalid(f"{message}, {'unknown' if count is None else int(count)}. Received: {shown}")


def require(condition: Any, message: str) -> None:
    """Raises InvalidArgumentError if a scalar is false: at once, in a graph when it runs."""
    if isinstance(condition, EagerTensor) and condition._array:
        return
    raw.Assert(condition, [message])


def require_number_of_rows(rowids: Any, count: Any) -> None:
    """Checks what is known of a number of rows and the row of the last value.

    Raises:
        ValueError: the number is negative, or the row is not below it.
    """
    ids, known = constant_value(rowids), constant_value(count)
    if known is None:
        return
    if known < 0:
        raise ValueError(f"Expected nrows >= 0; got {int(known)}")
    if ids is not None and ids.size and ids.reshape(-1)[-1] >= known:
        last = int(ids.reshape(-1)[-1])
        raise ValueError(
            f"Expected nrows >= value_rowids[-1] + 1; got nrows={int(known)}, value_rowids[-1]={last}"
        )


def require_row_ids(rowids: Any, count: Any) -> None:
    """Raises InvalidArgumentError if rows of values decrease or are not below a number, as `require` does."""
    if isinstance(rowids, EagerTensor) and isinstance(count, EagerTensor):
        ids, rows = rowids._array, int(count)
        if (np.diff(ids) < 0).any() or (ids.size and (ids[0] < 0 or ids[-1] >= rows)):
            raise invalid(
                "Arguments do not form a valid RaggedTensor: `value_rowids` must not decrease, and "
                f"be at least 0 and less than nrows ({rows}). Received: {ids.tolist()}"
            )
        return
    ordered = raw.LessEqual(rowids[:-1], rowids[1:])
    require(raw.All(ordered, [0]), "value_rowids must not decrease")
    within = raw.LogicalAnd(
        raw.GreaterEqual(rowids, raw.ZerosLike(rowids)), raw.Less(rowids, count)
    )
    require(raw.All(within, [0]), "value_rowids must be at least 0 and less than nrows")


def require_same(splits: Any, others: Any, message: str) -> None:
    """Raises InvalidArgumentError if two row splits are not the same.

    Raises:
        ValueError: while a graph is built, their sizes are known and differ.
    """
    if splits is not others:
        if CONTEXT.stage is not None and not splits.shape.is_compatible_with(others.shape):
            raise ValueError(f"{message} Received: row splits of {splits.shape} and {others.shape}")
        same = raw.Equal(splits, others, incompatible_shape_error=False)
        require(raw.All(same, numbers(raw.Rank(same))), message)


def assert_splits_match(nested_splits_lists: Sequence[Sequence[Any]]) -> list[Any]:
    """Operations that fail where ragged tensors have other rows than the first; none that are known to.

    Args:
        nested_splits_lists: the row splits of each tensor, the outermost first.

    Raises:
        ValueError: they have not the same number of ragged axes.
    """
    first, *others = nested_splits_lists
    if any(len(splits) != len(first) for splits in others):
        raise ValueError("Inputs must have identical ragged splits")
    pairs = [(x, y) for splits in others for x, y in zip(first, splits, strict=True)]
    for x, y in pairs:
        require_same(x, y, "Inputs must have identical ragged splits")
    return []


def numbers(count: Any) -> Any:
    """The numbers from 0 to before a scalar, in its dtype."""
    zero, one = convert_to_tensor(0, count.dtype), convert_to_tensor(1, count.dtype)
    return raw.Range(zero, count, one)


def splits_of_lengths(lengths: Any) -> Any:
    """The splits of rows of the given lengths."""
    zero = convert_to_tensor([0], lengths.dtype)
    return raw.ConcatV2([zero, raw.Cumsum(lengths, 0)], 0)


@public("ragged.row_splits_to_segment_ids")
def row_splits_to_segment_ids(splits: Any, name: str | None = None, out_type: Any = None) -> Tensor:
    """The row of each value, from where rows begin and end.

    >>> tf.ragged.row_splits_to_segment_ids([0, 3, 3, 5]).numpy()
    array([0, 0, 0, 2, 2])
    """
    splits = as_partition(splits, "splits")
    dtype = splits.dtype
    positions = numbers(splits[-1])
    ids = raw.UpperBound(raw.ExpandDims(splits, 0), raw.ExpandDims(positions, 0), out_type=dtype)
    ids = raw.Squeeze(ids, squeeze_dims=[0]) - convert_to_tensor(1, dtype)
    return ids if out_type is None else raw.Cast(ids, DstT=out_type)


@public("ragged.segment_ids_to_row_splits")
def segment_ids_to_row_splits(
    segment_ids: Any, num_segments: Any = None, out_type: Any = None, name: str | None = None
) -> Tensor:
    """Where rows begin and end, from the row of each value: `row_splits_to_segment_ids` backwards.

    Args:
        segment_ids: int32 or int64 vector that does not decrease.
        num_segments: the number of rows; None: the last one is that of the last value.
        out_type: int32 or int64; None: int64, or the dtype of the ids if they are a tensor.
        name: kept for TensorFlow's signature.

    Returns:
        An integer vector of one more than there are rows.

    Raises:
        ValueError: the ids are no vector of int32 or int64.

    >>> tf.ragged.segment_ids_to_row_splits([0, 0, 0, 2, 2]).numpy()
    array([0, 3, 3, 5])
    """
    ids = as_partition(segment_ids, "segment_ids")
    if num_segments is None:
        last = raw.Cast(ids[-1:], DstT=int64)
        count = raw.Sum(last, 0) + raw.Size(last, out_type=int64)
    else:
        count = convert_to_tensor(num_segments)
    lengths = raw.UnsortedSegmentSum(raw.OnesLike(ids), ids, count)
    splits = splits_of_lengths(lengths)
    return splits if out_type is None else raw.Cast(splits, DstT=as_dtype(out_type))


def places_in_rows(splits: Any, owners: Any) -> Any:
    """The number of each value within its row; `owners` are the rows of the values."""
    return numbers(raw.Size(owners, out_type=splits.dtype)) - raw.GatherV2(splits, owners, 0)


def positions(starts: Any, splits: Any, step: Any = None) -> Any:
    """The places of the values of new rows, among other values.

    Args:
        starts: where the first value of each row is.
        splits: the splits of the new rows.
        step: how far apart the values of a row are; None for 1.
    """
    owners = row_splits_to_segment_ids(splits)
    offsets = places_in_rows(splits, owners)
    if step is not None:
        offsets = offsets * step
    return raw.GatherV2(starts, owners, 0) + offsets


def common_dtype(*values: Any) -> DType:
    """The dtype of the row splits of the ragged tensors among values; int64 if there are none.

    Raises:
        ValueError: they differ.
    """
    found = {value.row_splits.dtype for value in values if hasattr(value, "row_splits")}
    if len(found) > 1:
        raise ValueError(
            "Input RaggedTensors have mismatched row_splits dtypes; use "
            "RaggedTensor.with_row_splits_dtype() to convert them to compatible dtypes."
        )
    return found.pop() if found else int64
