"""Rows of ragged tensors taken and joined, and the same for plain tensors: what other forms are made of."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from stagelight.core.convert import convert_to_tensor
from stagelight.core.inference import constant_value
from stagelight.core.raw import raw
from stagelight.ops.ragged.conversion import from_tensor
from stagelight.ops.ragged.ragged_tensor import RaggedTensor
from stagelight.ops.ragged.ragged_value import RaggedTensorValue, as_ragged
from stagelight.ops.ragged.row_splits import positions, splits_of_lengths
from stagelight.types.dtypes import DType, int64


def as_ragged_or_tensor(value: Any, dtype: Any = None) -> Any:
    """A ragged tensor as it is, the value of one as a ragged tensor, all else as a tensor."""
    if isinstance(value, RaggedTensor):
        return value
    if isinstance(value, RaggedTensorValue):
        return as_ragged(value)
    return convert_to_tensor(value, dtype_hint=dtype)


def positive_axis(axis: Any, rank: int | None, name: str = "axis") -> int:
    """An axis counted from the first.

    Raises:
        TypeError: it is no integer.
        ValueError: it lies outside of the rank, or is negative where that is not known.
    """
    known = constant_value(convert_to_tensor(axis))
    if known is None:
        raise ValueError(f"{name} must be known at graph construction time.")
    number = known.item()
    if not isinstance(number, int):
        raise TypeError(f"{name} must be an int. Received: {axis!r}")
    if rank is None:
        if number < 0:
            raise ValueError(
                f"{name}={number} may only be negative if the rank is statically known."
            )
        return number
    if not -rank <= number < rank:
        raise ValueError(f"{name}={number} out of bounds: expected {-rank}<={name}<{rank}")
    return number % rank


def rows_at(values: Any, starts: Any, splits: Any, step: Any = None, length: Any = None) -> Any:
    """The rows that begin at `starts` in `values` and are divided as `splits` says."""
    return RaggedTensor(take_rows(values, positions(starts, splits, step)), splits, length)


def take_row(x: RaggedTensor, number: Any) -> Any:
    """One row: a tensor, or a ragged tensor of one axis less."""
    starts: Any = x.row_starts()
    limits: Any = x.row_limits()
    return x.values[starts[number] : limits[number]]


def take_rows(x: Any, ids: Any) -> Any:
    """The rows of a vector of numbers, in its order."""
    if not isinstance(x, RaggedTensor):
        return raw.GatherV2(x, ids, 0)
    splits = splits_of_lengths(raw.GatherV2(x.row_lengths(), ids, 0))
    starts = raw.GatherV2(x.row_starts(), ids, 0)
    return rows_at(x.values, starts, splits, length=x.uniform_row_length)


def join_rows(parts: Sequence[Any]) -> Any:
    """The rows of several tensors one after the other; all are plain, or have one ragged rank."""
    if not isinstance(parts[0], RaggedTensor):
        return raw.ConcatV2(list(parts), 0)
    splits: list[Any] = [parts[0].row_splits]
    for part in parts[1:]:
        splits.append(part.row_splits[1:] + splits[-1][-1])
    lengths = [part.uniform_row_length for part in parts]
    known = [None if length is None else constant_value(length) for length in lengths]
    is_uniform = known[0] is not None and all(length == known[0] for length in known)
    values = join_rows(_of_one_rank([part.values for part in parts], splits[0].dtype))
    return RaggedTensor(values, raw.ConcatV2(splits, 0), lengths[0] if is_uniform else None)


def _of_one_rank(parts: Sequence[Any], dtype: DType) -> list[Any]:
    """The parts, each with as many ragged axes as the one that has most."""
    rank = max(part.ragged_rank if isinstance(part, RaggedTensor) else 0 for part in parts)
    return [with_ragged_rank(part, rank, dtype) for part in parts]


def with_ragged_rank(x: Any, rank: int, dtype: DType | None) -> Any:
    """A tensor with at least so many ragged axes, the inner ones of which are of one length."""
    if rank == 0:
        return x
    if not isinstance(x, RaggedTensor):
        return from_tensor(x, ragged_rank=rank, row_splits_dtype=dtype or int64)
    if x.ragged_rank >= rank:
        return x
    return x.with_values(with_ragged_rank(x.values, rank - 1, dtype))
