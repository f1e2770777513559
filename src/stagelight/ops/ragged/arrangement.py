"""Ragged tensors put together and taken apart: concat, stack, tile, reverse, split, and axes of size 1."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from stagelight.boundary import guarded
from stagelight.core.convert import convert_to_tensor
from stagelight.core.inference import constant_value
from stagelight.core.raw import raw
from stagelight.ops.ragged.ragged_tensor import RaggedTensor
from stagelight.ops.ragged.row_splits import common_dtype, numbers, require, require_same
from stagelight.ops.ragged.rows import (
    as_ragged_or_tensor,
    join_rows,
    positive_axis,
    take_rows,
    with_ragged_rank,
)
from stagelight.public import public


def concat(values: Any, axis: Any, name: str | None = None) -> Any:
    """The form of `tf.concat`."""
    parts = _operands(values if isinstance(values, (list, tuple)) else [values])
    if len(parts) == 1:
        return parts[0]
    return _joined(parts, positive_axis(axis, parts[0].shape.rank), stacks=False)


@public("ragged.stack")
def stack(values: Any, axis: int = 0, name: str | None = None) -> Any:
    """Stacks tensors, ragged or not, whose sizes may differ, along a new axis.

    Args:
        values: tensors of one rank and dtype, ragged or not.
        axis: the place of the new axis.
        name: kept for TensorFlow's signature.

    Returns:
        A ragged tensor of one axis more; a vector if the values are scalars.

    Raises:
        ValueError: there are no values, their ranks differ, or there is no such axis.

    >>> tf.ragged.stack([[1, 2, 3], [4]])
    <tf.RaggedTensor [[1, 2, 3], [4]]>
    """
    parts = _operands(values if isinstance(values, (list, tuple)) else [values])
    rank = parts[0].shape.rank
    along = positive_axis(axis, None if rank is None else rank + 1)
    if rank == 1 and along == 0:
        lengths = [raw.Shape(part) for part in parts]
        return RaggedTensor.from_row_lengths(
            raw.ConcatV2(parts, 0), raw.ConcatV2(lengths, 0), validate=False
        )
    return _joined(parts, along, stacks=True)


def _operands(values: Sequence[Any]) -> list[Any]:
    if not len(values):
        raise ValueError("rt_inputs may not be empty.")
    known = next((value.dtype for value in values if isinstance(value, RaggedTensor)), None)
    parts = [as_ragged_or_tensor(value, known) for value in values]
    for part in parts:
        part.shape.assert_has_rank(parts[0].shape.rank)
    return parts


def _joined(parts: Sequence[Any], axis: int, stacks: bool) -> Any:
    """The parts one after the other along an axis, or along a new one."""
    if not any(isinstance(part, RaggedTensor) for part in parts):
        rank = parts[0].shape.rank
        if axis == rank or (axis == rank - 1):
            return raw.Pack(list(parts), axis=axis) if stacks else raw.ConcatV2(list(parts), axis)
    dtype = common_dtype(*parts)
    depth = max((part.ragged_rank for part in parts if isinstance(part, RaggedTensor)), default=1)
    parts = [with_ragged_rank(part, depth, dtype) for part in parts]
    if axis == 0:
        joined = join_rows(parts)
        if not stacks:
            return joined
        lengths = raw.Pack([part.nrows() for part in parts], axis=0)
        return RaggedTensor.from_row_lengths(joined, lengths, validate=False)
    if axis == 1:
        return _joined_along_rows(parts, stacks)
    for part in parts[1:]:
        message = "Input tensors have different row_splits."
        require_same(parts[0].row_splits, part.row_splits, message)
    return parts[0].with_values(_joined([part.values for part in parts], axis - 1, stacks))


def _joined_along_rows(parts: Sequence[Any], stacks: bool) -> RaggedTensor:
    count, rows = len(parts), parts[0].nrows()
    for i, part in enumerate(parts[1:], 1):
        what = f"Input tensors at index 0 (=x) and {i} (=y) have incompatible shapes."
        require(raw.Equal(rows, part.nrows()), what)
    order = raw.Transpose(raw.Reshape(numbers(rows * count), [count, -1]), [1, 0])
    by_row = take_rows(join_rows(parts), raw.Reshape(order, [-1]))
    if stacks:
        return RaggedTensor.from_uniform_row_length(by_row, count, rows, validate=False)
    return RaggedTensor(by_row.values, by_row.row_splits[::count])


def expand_dims(input: Any, axis: Any = None, name: str | None = None) -> Any:
    """The form of `tf.expand_dims`, which takes plain tensors as well."""
    rank = input.shape.rank
    if isinstance(input, RaggedTensor):
        along = positive_axis(axis, None if rank is None else rank + 1)
        if along == 0:
            return RaggedTensor.from_uniform_row_length(input, input.nrows(), 1, validate=False)
        if along == 1:
            return RaggedTensor.from_uniform_row_length(input, 1, input.nrows(), validate=False)
        return input.with_values(expand_dims(input.values, along - 1))
    return raw.ExpandDims(input, axis)


def squeeze(input: Any, axis: Any = None, name: str | None = None) -> Any:
    """The form of `tf.squeeze`."""
    if axis is None:
        raise ValueError("Ragged.squeeze must have an axis argument.")
    axes = [axis] if isinstance(axis, int) else list(axis)
    for each in sorted({positive_axis(each, input.shape.rank) for each in axes}, reverse=True):
        input = _squeezed(input, each)
    return input


def _squeezed(x: Any, axis: int) -> Any:
    if not isinstance(x, RaggedTensor):
        return raw.Squeeze(x, squeeze_dims=[axis])
    if axis > 1:
        return x.with_values(_squeezed(x.values, axis - 1))
    lengths = x.row_lengths(axis) if axis else x.nrows()
    one = convert_to_tensor(1, lengths.dtype)
    fits = raw.Equal(lengths, one)
    message = f"Can not squeeze dim[{axis}], expected a dimension of 1"
    require(raw.All(fits, [0]) if axis else fits, message)
    return x.values


def tile(input: Any, multiples: Any, name: str | None = None) -> Any:
    """The form of `tf.tile`."""
    times = convert_to_tensor(multiples)
    if not times.dtype.is_integer:
        raise TypeError("multiples must be integers.")
    return _tiled(input, raw.Cast(times, DstT=input.row_splits.dtype))


def _tiled(x: Any, times: Any) -> Any:
    if not isinstance(x, RaggedTensor):
        return raw.Tile(x, times)
    dtype = x.row_splits.dtype
    count: Any = x.nrows()
    one: Any = convert_to_tensor([1], dtype)
    inner = _tiled(x.values, raw.ConcatV2([one, times[2:]], 0))
    rows = x.with_values(inner)
    # Each row after itself, as often as asked, becomes one row.
    repeated = take_rows(rows, numbers(count * times[1]) // raw.Maximum(times[1], one[0]))
    wide = RaggedTensor(repeated.values, x.row_splits * times[1])
    return take_rows(wide, numbers(count * times[0]) % raw.Maximum(count, one[0]))


def reverse(tensor: Any, axis: Any, name: str | None = None) -> Any:
    """The form of `tf.reverse`."""
    known = constant_value(convert_to_tensor(axis))
    if known is None or not known.ndim:
        raise TypeError(
            "`axis` must be a list of int or a constant tensor when reversing axes in a ragged tensor"
        )
    for each in known.tolist():
        tensor = _reversed(tensor, positive_axis(each, tensor.shape.rank))
    return tensor


def _reversed(x: Any, axis: int) -> Any:
    if not isinstance(x, RaggedTensor):
        return raw.ReverseV2(x, [axis])
    one = convert_to_tensor(1, x.row_splits.dtype)
    if axis == 0:
        count: Any = x.nrows()
        return take_rows(x, count - one - numbers(count))
    if axis > 1:
        return x.with_values(_reversed(x.values, axis - 1))
    owners = x.value_rowids()
    ends = raw.GatherV2(x.row_starts() + x.row_limits() - one, owners, 0)
    places = ends - numbers(raw.Size(owners, out_type=ends.dtype))
    return x.with_values(take_rows(x.values, places))


def split(
    value: Any, num_or_size_splits: Any, axis: Any = 0, num: Any = None, name: str | None = None
) -> list[Any]:
    """The form of `tf.split`, along an axis that is not ragged."""
    along = positive_axis(axis, value.shape.rank)
    size = value.shape[along]
    if size is None:
        raise ValueError(
            f"Cannot split a ragged dimension. Got `value` with shape {value.shape} and `axis` {axis}."
        )
    sizes = constant_value(convert_to_tensor(num_or_size_splits))
    if sizes is None:
        raise ValueError("num_or_size_splits must be known for a RaggedTensor.")
    if not sizes.ndim:
        if size % int(sizes):
            raise ValueError(f"Cannot exactly split axis {axis} of size {size} into {sizes} parts.")
        lengths = [size // int(sizes)] * int(sizes)
    else:
        rest = size - sum(length for length in sizes.tolist() if length >= 0)
        lengths = [rest if length < 0 else length for length in sizes.tolist()]
    if sum(lengths) != size:
        raise ValueError(f"The sizes must add up to {size}. Received: {lengths}")
    parts, begin = [], 0
    for length in lengths:
        parts.append(value[(*[slice(None)] * along, slice(begin, begin + length))])
        begin += length
    return parts


def merge_dims(self: RaggedTensor, outer_axis: int, inner_axis: int) -> Any:
    """The axes from one to another as one axis: rows become one row.

    Args:
        outer_axis: the first axis that is merged.
        inner_axis: the last one.

    Returns:
        A ragged tensor; a tensor where no ragged axis is left.

    Raises:
        ValueError: there is no such axis, or the last comes before the first.

    >>> ragged = tf.ragged.constant([[[1], [2, 3]], [[4]]])
    >>> ragged.merge_dims(1, 2)
    <tf.RaggedTensor [[1, 2, 3], [4]]>
    """
    rank = self.shape.rank
    outer = positive_axis(outer_axis, rank, "outer_axis")
    inner = positive_axis(inner_axis, rank, "inner_axis")
    if outer > inner:
        raise ValueError(
            f"Expected outer_axis ({outer_axis}) to be less than or equal to inner_axis ({inner_axis})."
        )
    return _merged(self, outer, inner)


def _merged(x: Any, outer: int, inner: int) -> Any:
    if outer == inner:
        return x
    if not isinstance(x, RaggedTensor):
        shape = raw.Shape(x)
        rest = convert_to_tensor([-1], shape.dtype)
        return raw.Reshape(x, raw.ConcatV2([shape[:outer], rest, shape[inner + 1 :]], 0))
    if outer > 1:
        return x.with_values(_merged(x.values, outer - 1, inner - 1))
    if outer == 0:
        return _merged(x.values, 0, inner - 1)
    values = x.values
    if isinstance(values, RaggedTensor):
        splits = raw.GatherV2(values.row_splits, x.row_splits, 0)
        return _merged(RaggedTensor(values.values, splits), 1, inner - 1)
    size = raw.Shape(values, out_type=x.row_splits.dtype)[1]
    joined = RaggedTensor(_merged(values, 0, 1), x.row_splits * size)
    return _merged(joined, 1, inner - 1)


setattr(RaggedTensor, merge_dims.__name__, guarded(merge_dims))
