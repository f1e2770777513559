"""Values of replicas made one: sums, means, and values joined along an axis."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from stagelight import nest
from stagelight.core.convert import convert_to_tensor
from stagelight.core.indexed_slices import IndexedSlices
from stagelight.core.raw import raw
from stagelight.core.tensor import Tensor
from stagelight.distribute.values import DistributedValues, Mirrored, ReduceOp
from stagelight.ops.reductions.reduction_functions import reduce_sum
from stagelight.types import dtypes


def copied(value: Any) -> Any:
    """The same tensor or slices as another object, which is that of one replica."""
    return nest.map_structure(raw.Identity, value, expand_composites=True)


def reduced(reduction: ReduceOp, value: Any) -> Any:
    """The sum or mean of a distributed value's parts: `sum_i part_i`, over their number for a mean.

    The mean of integers is of dtype float64, as that of a division. Slices are joined.

    Args:
        reduction: SUM or MEAN.
        value: distributed tensors or `tf.IndexedSlices`. The mean of any other value is the value.

    Raises:
        ValueError: the sum of what is no distributed value, or of one that replicas have alike.
    """
    if isinstance(value, Mirrored) or not isinstance(value, DistributedValues):
        if reduction is ReduceOp.MEAN or (isinstance(value, (int, float)) and value == 0):
            return value._values[0] if isinstance(value, Mirrored) else value
        raise ValueError(
            f"A non-DistributedValues value {value!s} cannot be reduced with the given reduce op {reduction}."
        )
    parts = value.values
    if isinstance(parts[0], IndexedSlices):
        return _reduced_slices(reduction, parts)
    return _reduced_tensors(reduction, [convert_to_tensor(part) for part in parts])


def _reduced_tensors(reduction: ReduceOp, parts: Sequence[Tensor]) -> Tensor:
    total: Tensor = parts[0] if len(parts) == 1 else raw.AddN(list(parts))
    return total if reduction is ReduceOp.SUM else divided(total, len(parts))


def divided(total: Tensor, count: Any) -> Tensor:
    """A quotient; that of integers is of dtype float64."""
    dtype = dtypes.float64 if total.dtype.is_integer else total.dtype
    numerator = raw.Cast(total, DstT=dtype)
    return raw.RealDiv(numerator, raw.Cast(convert_to_tensor(count), DstT=dtype))


def _reduced_slices(reduction: ReduceOp, parts: Sequence[Any]) -> IndexedSlices:
    values = raw.ConcatV2([convert_to_tensor(part.values) for part in parts], 0)
    if reduction is ReduceOp.MEAN:
        values = divided(values, len(parts))
    indices = raw.ConcatV2([convert_to_tensor(part.indices) for part in parts], 0)
    return IndexedSlices(values, indices, parts[0].dense_shape)


def reduced_with_axis(reduction: ReduceOp, parts: Sequence[Any], axis: Any) -> Tensor:
    """The sum or mean of all parts along an axis, in which their sizes may differ.

    Args:
        reduction: SUM or MEAN.
        parts: tensors.
        axis: an axis, or several.
    """
    tensors = [convert_to_tensor(part) for part in parts]
    total = _reduced_tensors(ReduceOp.SUM, [reduce_sum(tensor, axis=axis) for tensor in tensors])
    if reduction is ReduceOp.SUM:
        return total
    ones = [raw.OnesLike(raw.Cast(tensor, DstT=dtypes.int64)) for tensor in tensors]
    counts = [reduce_sum(one, axis=axis) for one in ones]
    return divided(total, _reduced_tensors(ReduceOp.SUM, counts))


def gathered(value: Any, axis: int) -> Any:
    """The parts of a distributed value, joined along an axis; other values are themselves.

    Raises:
        InvalidArgumentError: the parts are scalars, or their other sizes differ.
    """
    if not isinstance(value, DistributedValues):
        return value
    return raw.ConcatV2([convert_to_tensor(part) for part in value.values], axis)
