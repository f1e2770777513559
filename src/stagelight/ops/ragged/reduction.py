"""Reductions of ragged tensors: sums and their like along axes, by row or across rows."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from stagelight.core.convert import convert_to_tensor
from stagelight.core.inference import constant_value
from stagelight.core.raw import raw
from stagelight.ops.ragged.arrangement import expand_dims
from stagelight.ops.ragged.conversion import from_tensor
from stagelight.ops.ragged.ragged_tensor import RaggedTensor
from stagelight.ops.ragged.row_splits import numbers, places_in_rows, require, splits_of_lengths
from stagelight.ops.ragged.rows import as_ragged_or_tensor, positive_axis
from stagelight.types.dtypes import bool_, int32

Reduction = Callable[..., Any]


def of_segments(op: Reduction, data: Any, ids: Any, count: Any) -> Any:
    """An `UnsortedSegment...` op of ragged data: rows of one segment are reduced across.

    Args:
        op: `op(data, segment_ids, num_segments)` for tensors.
        data: a tensor, or a ragged one.
        ids: the segment of each row of the data.
        count: the number of segments.
    """
    if not isinstance(data, RaggedTensor):
        return op(data, ids, count)
    if isinstance(ids, RaggedTensor):
        require(
            raw.All(raw.Equal(data.row_splits, ids.row_splits), [0]),
            "segment_ids must have the rows of data.",
        )
        return of_segments(op, data.values, ids.values, count)
    zero = convert_to_tensor(0, data.row_splits.dtype)
    lengths = raw.Maximum(raw.UnsortedSegmentMax(data.row_lengths(), ids, count), zero)
    splits = splits_of_lengths(lengths)
    owners = data.value_rowids()
    offsets = places_in_rows(data.row_splits, owners)
    places = raw.GatherV2(splits, raw.GatherV2(ids, owners, 0), 0) + offsets
    return RaggedTensor(of_segments(op, data.values, places, splits[-1]), splits)


def _along(
    op: Reduction, dense: Reduction, x: Any, axis: Any, keepdims: Any, join: dict[str, Any]
) -> Any:
    """A reduction along axes.

    Args:
        op: the op of segments.
        dense: the public function, for what is no ragged tensor.
        x: the values, ragged or not.
        axis: an axis, several, or None for all.
        keepdims: whether the axes stay, with size 1.
        join: further arguments of the public function.
    """
    if not isinstance(x, RaggedTensor):
        return dense(x, axis, keepdims=bool(keepdims), **join)
    if axis is None:
        result = dense(x.flat_values, None, keepdims=False, **join)
        return raw.Reshape(result, [1] * (x.shape.rank or 0)) if keepdims else result
    axes = _axes(axis, x.shape.rank)
    if not axes:
        return x
    for each in reversed(axes):
        x = (
            _along_one(op, dense, x, each, keepdims, join)
            if isinstance(x, RaggedTensor)
            else dense(x, each, keepdims=bool(keepdims), **join)
        )
    return x


def _axes(axis: Any, rank: int | None) -> list[int]:
    known = constant_value(convert_to_tensor(axis, int32)) if not isinstance(axis, int) else axis
    if known is None:
        raise ValueError("axis must be known at graph construction time.")
    given = [known] if isinstance(known, int) else known.reshape(-1).tolist()
    return sorted({positive_axis(each, rank) for each in given})


def _along_one(
    op: Reduction, dense: Reduction, x: Any, axis: int, keepdims: Any, join: dict[str, Any]
) -> Any:
    if axis > 1:
        values = _along(op, dense, x.values, axis - 1, keepdims, join)
        return x.with_values(values)
    if axis == 1:
        result = of_segments(op, x.values, x.value_rowids(), x.nrows())
    else:
        lengths = x.row_lengths()
        columns = raw.Maximum(raw.Max(lengths, [0]), convert_to_tensor(0, lengths.dtype))
        places = places_in_rows(x.row_splits, x.value_rowids())
        result = of_segments(op, x.values, places, columns)
    return expand_dims(result, axis) if keepdims else result


def by_segments(op: Reduction) -> Callable[[Reduction], Reduction]:
    """The form of a reduction that is an op of segments."""

    def form_of(function: Reduction) -> Reduction:
        def form(
            input_tensor: Any, axis: Any = None, keepdims: Any = False, name: str | None = None
        ) -> Any:
            return _along(op, function, input_tensor, axis, keepdims, {})

        return form

    return form_of


def of_bools(op: Reduction) -> Callable[[Reduction], Reduction]:
    """The form of a reduction of bools, by an op of segments of 0 and 1."""

    def of_integers(data: Any, ids: Any, count: Any) -> Any:
        return raw.Cast(op(raw.Cast(data, DstT=int32), ids, count), DstT=bool_)

    return by_segments(of_integers)


def mean(
    input_tensor: Any, axis: Any = None, keepdims: Any = False, name: str | None = None
) -> Any:
    """The form of `reduce_mean`: the sum through the number of values."""
    ones = input_tensor.with_flat_values(raw.OnesLike(input_tensor.flat_values))
    return _sum(input_tensor, axis, keepdims) / _sum(ones, axis, keepdims)


def _dense_sum(x: Any, axis: Any = None, keepdims: bool = False) -> Any:
    axes = numbers(raw.Rank(x)) if axis is None else axis
    return raw.Sum(x, axes, keep_dims=keepdims)


def _dense_max(x: Any, axis: Any = None, keepdims: bool = False) -> Any:
    return raw.Max(x, axis, keep_dims=keepdims)


def _sum(x: Any, axis: Any, keepdims: Any) -> Any:
    return _along(raw.UnsortedSegmentSum, _dense_sum, x, axis, keepdims, {})


def variance(
    input_tensor: Any, axis: Any = None, keepdims: Any = False, name: str | None = None
) -> Any:
    """The form of `reduce_variance`: the mean of squares less the square of the mean, at least 0."""
    if input_tensor.dtype.is_complex:
        raise ValueError("reduce_variance is not supported for RaggedTensors with complex dtypes.")
    squares = mean(raw.Square(input_tensor), axis, keepdims)
    return raw.Maximum(squares - raw.Square(mean(input_tensor, axis, keepdims)), 0)


def deviation(
    input_tensor: Any, axis: Any = None, keepdims: Any = False, name: str | None = None
) -> Any:
    """The form of `reduce_std`: the root of the variance."""
    return raw.Sqrt(variance(input_tensor, axis, keepdims))


def reduce_join(function: Reduction) -> Reduction:
    """The form of `strings.reduce_join`."""

    def form(
        inputs: Any,
        axis: Any = None,
        keepdims: Any = False,
        separator: str = "",
        name: str | None = None,
    ) -> Any:
        def op(data: Any, ids: Any, count: Any) -> Any:
            return raw.UnsortedSegmentJoin(data, ids, count, separator=separator)

        return _along(op, function, inputs, axis, keepdims, {"separator": separator})

    return form


def unsorted_segments(op: Reduction) -> Callable[[Reduction], Reduction]:
    """The form of `unsorted_segment_sum` and its like."""

    def form_of(function: Reduction) -> Reduction:
        def form(data: Any, segment_ids: Any, num_segments: Any, name: str | None = None) -> Any:
            return of_segments(op, data, as_ragged_or_tensor(segment_ids), num_segments)

        return form

    return form_of


def segment_mean(data: Any, segment_ids: Any, num_segments: Any, name: str | None = None) -> Any:
    """The form of `unsorted_segment_mean`."""
    total, count = _sums_and_counts(data, segment_ids, num_segments)
    return total / count


def segment_sqrt_n(data: Any, segment_ids: Any, num_segments: Any, name: str | None = None) -> Any:
    """The form of `unsorted_segment_sqrt_n`."""
    total, count = _sums_and_counts(data, segment_ids, num_segments)
    return total / raw.Sqrt(count)


def _sums_and_counts(data: Any, segment_ids: Any, num_segments: Any) -> tuple[Any, Any]:
    ones = data.with_flat_values(raw.OnesLike(data.flat_values))
    ids = as_ragged_or_tensor(segment_ids)
    total = of_segments(raw.UnsortedSegmentSum, data, ids, num_segments)
    return total, of_segments(raw.UnsortedSegmentSum, ones, ids, num_segments)


def softmax(logits: Any, axis: Any = None, name: str | None = None) -> Any:
    """The form of `nn.softmax`: exponentials that add up to 1 along an axis."""
    along = -1 if axis is None else axis
    greatest = _along(raw.UnsortedSegmentMax, _dense_max, logits, along, True, {})
    powers = raw.Exp(logits - greatest)
    return powers / _sum(powers, along, True)


def cumsum(function: Reduction) -> Reduction:
    """The form of `cumsum`."""

    def form(
        x: Any,
        axis: Any = 0,
        exclusive: bool = False,
        reverse: bool = False,
        name: str | None = None,
    ) -> Any:
        along = positive_axis(axis, x.shape.rank)
        if along > x.ragged_rank:
            inner = along - x.ragged_rank
            return x.with_flat_values(function(x.flat_values, inner, exclusive, reverse))
        if along == x.ragged_rank:
            return x.with_flat_values(_running_sums(x, exclusive, reverse))
        sums = function(x.to_tensor(), along, exclusive, reverse)
        return from_tensor(sums, lengths=x.nested_row_lengths())

    return form


def _running_sums(x: Any, exclusive: bool, reverse: bool) -> Any:
    """Sums along the innermost ragged axis: those over all values, less what was there before the row."""
    values = x.flat_values
    splits: Any = x.nested_row_splits[-1]
    *_, owners = x.nested_value_rowids()
    one = convert_to_tensor(1, splits.dtype)
    firsts = (
        raw.GatherV2(splits, owners + one, 0) - one if reverse else raw.GatherV2(splits, owners, 0)
    )
    sums = raw.Cumsum(values, 0, exclusive=True, reverse=reverse)
    sums = sums - raw.GatherV2(sums, firsts, 0)
    return sums if exclusive else sums + values
