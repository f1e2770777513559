"""Elements of ragged tensors by number or by a mask: gather, gather_nd, where, boolean_mask, partitions."""

from __future__ import annotations

from typing import Any

from stagelight.core.convert import convert_to_tensor
from stagelight.core.raw import raw
from stagelight.ops.ragged.arrangement import expand_dims, tile
from stagelight.ops.ragged.broadcasting import of_lined_up
from stagelight.ops.ragged.ragged_tensor import RaggedTensor
from stagelight.ops.ragged.ragged_value import RaggedTensorValue
from stagelight.ops.ragged.row_splits import (
    numbers,
    require,
    require_same,
    splits_of_lengths,
)
from stagelight.ops.ragged.rows import (
    as_ragged_or_tensor,
    positive_axis,
    take_row,
    take_rows,
    with_ragged_rank,
)
from stagelight.public import public
from stagelight.types.dtypes import bool_, int32, int64


def gather(
    params: Any,
    indices: Any,
    validate_indices: Any = None,
    axis: Any = None,
    batch_dims: int = 0,
    name: str | None = None,
) -> Any:
    """The form of `tf.gather`."""
    params, indices = as_ragged_or_tensor(params), as_ragged_or_tensor(indices)
    rank = indices.shape.rank
    if batch_dims < 0:
        if rank is None:
            raise ValueError("batch_dims may only be negative if rank(indices) is known.")
        batch_dims += rank
    along = batch_dims if axis is None else positive_axis(axis, params.shape.rank)
    if along < batch_dims:
        raise ValueError(f"axis ({along}) must be at least batch_dims ({batch_dims}).")
    return _gathered(params, indices, along, batch_dims)


def _gathered(params: Any, indices: Any, axis: int, batch_dims: int) -> Any:
    is_ragged = isinstance(params, RaggedTensor), isinstance(indices, RaggedTensor)
    if not any(is_ragged):
        return raw.GatherV2(params, indices, axis, batch_dims=batch_dims)
    if batch_dims == 0:
        if axis == 0:
            return _by_rows(params, indices)
        if axis == 1:
            params = with_ragged_rank(params, 1, indices.row_splits.dtype if is_ragged[1] else None)
            every = raw.Fill(raw.ExpandDims(params.nrows(), 0), convert_to_tensor(0, int32))
            return _gathered(params, take_rows(expand_dims(indices, 0), every), 1, 1)
        if not is_ragged[0]:
            params = _with_uniform_rows(params, indices.row_splits.dtype)
        return params.with_values(_gathered(params.values, indices, axis - 1, 0))
    dtype = (params if is_ragged[0] else indices).row_splits.dtype
    params = with_ragged_rank(params, 1, dtype)
    if batch_dims > 1:
        indices = with_ragged_rank(indices, 1, dtype)
        return params.with_values(
            _gathered(params.values, indices.values, axis - 1, batch_dims - 1)
        )
    if axis > 1:
        of_rows = take_rows(indices, params.value_rowids())
        return params.with_values(_gathered(params.values, of_rows, axis - 1, 1))
    return _by_rows(params.values, _places(params, indices))


def _with_uniform_rows(x: Any, dtype: Any) -> RaggedTensor:
    """A tensor as a ragged one whose rows are known to be of one length."""
    shape = raw.Shape(x, out_type=dtype)
    values = raw.Reshape(x, raw.ConcatV2([shape[:1] * shape[1:2], shape[2:]], 0))
    return RaggedTensor.from_uniform_row_length(values, shape[1], shape[0], validate=False)


def _places(params: RaggedTensor, indices: Any) -> Any:
    """The places in the values of what the rows of indices count in the rows of the tensor."""
    dtype = params.row_splits.dtype
    if not isinstance(indices, RaggedTensor):
        owners = numbers(raw.Shape(indices, out_type=dtype)[0])
        return _counted(params, owners, raw.Cast(indices, DstT=dtype))
    owners, *inner = indices.nested_value_rowids()
    for rows in inner:
        owners = raw.GatherV2(owners, rows, 0)
    counts = raw.Cast(indices.flat_values, DstT=dtype)
    return indices.with_flat_values(_counted(params, owners, counts))


def _counted(params: RaggedTensor, owners: Any, counts: Any) -> Any:
    """The places in the values of what is counted in rows: all of `counts[i]` in row `owners[i]`."""
    shape = raw.Shape(counts)
    column = raw.ConcatV2([shape[:1], raw.OnesLike(shape[1:])], 0)
    owners = raw.BroadcastTo(raw.Reshape(owners, column), shape)
    lengths = raw.GatherV2(params.row_lengths(), owners, 0)
    zero = convert_to_tensor(0, counts.dtype)
    fits = raw.LogicalAnd(raw.GreaterEqual(counts, zero), raw.Less(counts, lengths))
    require(raw.All(raw.Reshape(fits, [-1]), [0]), "indices are out of the range of their rows")
    return raw.GatherV2(params.row_starts(), owners, 0) + counts


def _by_rows(params: Any, indices: Any) -> Any:
    """Rows by number, in the shape of the numbers."""
    if isinstance(indices, RaggedTensor):
        return indices.with_values(_by_rows(params, indices.values))
    if not isinstance(params, RaggedTensor):
        return raw.GatherV2(params, indices, 0)
    rank = indices.shape.rank
    if rank is None:
        raise ValueError("rank(indices) must be known statically")
    if rank == 0:
        return take_row(params, indices)
    found = take_rows(params, raw.Reshape(indices, [-1]))
    # TF: the rows that were gathered are not known to be of one length, even if all were.
    found = RaggedTensor._from_parts(found.flat_values, found.nested_row_splits)
    shape = raw.Shape(indices, out_type=params.row_splits.dtype)
    for axis in reversed(range(1, rank)):
        count = raw.Prod(shape[:axis], [0])
        found = RaggedTensor.from_uniform_row_length(found, shape[axis], count, validate=False)
    return found


def gather_nd(
    params: Any,
    indices: Any,
    batch_dims: int = 0,
    name: str | None = None,
    bad_indices_policy: str = "",
) -> Any:
    """The form of `tf.gather_nd`."""
    if not isinstance(batch_dims, int) or batch_dims != 0:
        raise ValueError("batch_dims != 0 is not supported for ragged gather yet.")
    params, indices = as_ragged_or_tensor(params), as_ragged_or_tensor(indices)
    if isinstance(indices, RaggedTensor):
        if indices.flat_values.shape.rank == 1:
            raise ValueError("The innermost dimension of indices may not be ragged")
        found = gather_nd(params, indices.flat_values)
        return indices.with_flat_values(found)
    depth = indices.shape[-1]
    if depth is None:
        raise ValueError("the size of the innermost axis of indices must be known")
    if not isinstance(params, RaggedTensor):
        return raw.GatherNd(params, indices)
    if depth == 0:
        return _whole_for_each(params, indices)
    rows = indices[..., 0]
    if depth == 1:
        return _by_rows(params, rows)
    dtype = params.row_splits.dtype
    shape = raw.Shape(rows)
    columns = raw.Reshape(raw.Cast(indices[..., 1], DstT=dtype), [-1])
    places = raw.Reshape(_counted(params, raw.Reshape(rows, [-1]), columns), shape)
    rest = raw.Cast(indices[..., 2:], DstT=dtype)
    return gather_nd(params.values, raw.ConcatV2([raw.ExpandDims(places, -1), rest], -1))


def _whole_for_each(params: RaggedTensor, indices: Any) -> Any:
    """The whole tensor for each of the indices, which name no place in it."""
    found: Any = params
    for _ in range(indices.shape.rank - 1):
        found = expand_dims(found, 0)
    ones = raw.Fill([params.shape.rank], raw.Cast(1, DstT=int64))
    return tile(found, raw.ConcatV2([raw.Shape(indices, out_type=int64)[:-1], ones], 0))


def where(condition: Any, x: Any = None, y: Any = None, name: str | None = None) -> Any:
    """The form of `tf.where`."""
    if (x is None) != (y is None):
        raise ValueError("x and y must both be non-None or both be None.")
    if x is None:
        return raw.Where(condition.to_tensor(False))
    known = next((v.dtype for v in (x, y) if isinstance(v, RaggedTensor)), None)
    operands = as_ragged_or_tensor(condition), as_ragged_or_tensor(x, known)
    return of_lined_up(raw.SelectV2, *operands, as_ragged_or_tensor(y, operands[1].dtype))


@public("ragged.boolean_mask")
def boolean_mask(data: Any, mask: Any, name: str | None = None) -> Any:
    """The values for which a mask is true, in their rows.

    Args:
        data: a tensor, ragged or not, of at least the rank of the mask.
        mask: bool tensor, ragged or not; its shape is that of the first axes of `data`.
        name: kept for TensorFlow's signature.

    Returns:
        A ragged tensor of the rank of `data`; a tensor if the mask is a vector and the data are not ragged.

    Raises:
        ValueError: the mask is a scalar, of unknown rank, of another dtype, or of another shape than the
            first axes of the data.

    >>> tf.ragged.boolean_mask([[1, 2, 3], [4, 5, 6]], [[True, False, True], [False, False, True]])
    <tf.RaggedTensor [[1, 3], [6]]>
    """
    data = as_ragged_or_tensor(data)
    if isinstance(mask, (RaggedTensor, RaggedTensorValue)):
        mask = as_ragged_or_tensor(mask)
    else:
        mask = convert_to_tensor(mask, bool_, name="mask")
    if mask.dtype is not bool_:
        raise ValueError(
            f"Tensor conversion requested dtype bool for RaggedTensor with dtype {mask.dtype.name}: "
            f"{mask!r}"
        )
    if mask.shape.rank is None:
        raise ValueError("mask.shape.ndims must be known statically.")
    if mask.shape.rank == 0:
        raise ValueError("mask cannot be scalar.")
    return _masked(data, mask)


def _masked(data: Any, mask: Any) -> Any:
    if mask.shape.rank == 1:
        data.shape[:1].assert_is_compatible_with(mask.shape)
        return take_rows(data, raw.Squeeze(raw.Where(mask), squeeze_dims=[1]))
    if not isinstance(data, RaggedTensor) and not isinstance(mask, RaggedTensor):
        data.shape[: mask.shape.rank].assert_is_compatible_with(mask.shape)
    dtype = next((x.row_splits.dtype for x in (data, mask) if isinstance(x, RaggedTensor)), None)
    data, mask = with_ragged_rank(data, 1, dtype), with_ragged_rank(mask, 1, dtype)
    require_same(data.row_splits, mask.row_splits, "data and mask must have the same rows.")
    values = _masked(data.values, mask.values)
    if mask.values.shape.rank > 1:
        return data.with_values(values)
    kept = raw.Cast(mask.values, DstT=data.row_splits.dtype)
    lengths = raw.UnsortedSegmentSum(kept, mask.value_rowids(), mask.nrows())
    return RaggedTensor(values, splits_of_lengths(lengths))


@public("ragged.stack_dynamic_partitions")
def stack_dynamic_partitions(
    data: Any, partitions: Any, num_partitions: Any, name: str | None = None
) -> RaggedTensor:
    """Rows of the data of one partition each, in their order.

    Args:
        data: a tensor, ragged or not.
        partitions: int32 or int64 tensor, ragged or not, whose shape is that of the first axes of `data`.
        num_partitions: the number of partitions.
        name: kept for TensorFlow's signature.

    Returns:
        A ragged tensor of `num_partitions` rows.

    Raises:
        InvalidArgumentError: a partition is not at least 0 and less than the number of them.

    >>> tf.ragged.stack_dynamic_partitions(["a", "b", "c", "d"], [2, 0, 2, 1], 3).to_list()
    [[b'b'], [b'd'], [b'a', b'c']]
    """
    data, partitions = as_ragged_or_tensor(data), as_ragged_or_tensor(partitions)
    kind = next(
        (x.row_splits.dtype for x in (data, partitions) if isinstance(x, RaggedTensor)),
        partitions.dtype,
    )
    rank = partitions.shape.rank
    if rank is None:
        raise ValueError("partitions must have known rank.")
    if rank == 0:
        data, partitions = expand_dims(data, 0), raw.ExpandDims(partitions, 0)
    while partitions.shape.rank > 1:
        data, partitions = with_ragged_rank(data, 1, None), with_ragged_rank(partitions, 1, None)
        require(
            raw.All(raw.Equal(data.row_splits, partitions.row_splits), [0]),
            "data and partitions must have the same rows",
        )
        data, partitions = data.values, partitions.values
    count = raw.Cast(convert_to_tensor(num_partitions), DstT=partitions.dtype)
    zero = convert_to_tensor(0, partitions.dtype)
    fits = raw.LogicalAnd(raw.GreaterEqual(partitions, zero), raw.Less(partitions, count))
    require(raw.All(fits, [0]), "partitions must be less than num_partitions, and not negative")
    ones = raw.Cast(raw.OnesLike(partitions), DstT=kind)
    lengths = raw.UnsortedSegmentSum(ones, partitions, count)
    order = _order_of(partitions)
    return RaggedTensor.from_row_lengths(take_rows(data, order), lengths, validate=False)


def _order_of(keys: Any) -> Any:
    """The places of keys in ascending order, equal ones as they come."""
    _, order = raw.TopKV2(-keys, raw.Size(keys), sorted=True)
    return order


def dynamic_partition(
    data: Any, partitions: Any, num_partitions: int, name: str | None = None
) -> list[Any]:
    """The form of `tf.dynamic_partition`."""
    if not isinstance(num_partitions, int) or num_partitions < 0:
        raise TypeError("num_partitions must be a Python integer.")
    stacked: Any = stack_dynamic_partitions(data, partitions, num_partitions)
    return [stacked[i] for i in range(num_partitions)]
