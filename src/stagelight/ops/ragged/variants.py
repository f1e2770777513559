"""Ragged tensors as variants, the form in which they are elements of datasets.

A variant holds the flat values and the row splits of one tensor. `RaggedTensorToVariant` makes one of the
whole tensor, or one of each row; `RaggedTensorFromVariant` puts an array of variants together again, its
axes becoming the outer ones.
"""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from types import ModuleType
from typing import Any, NamedTuple

import numpy as np

from stagelight.core.inference import UNKNOWN, Inferred, invalid
from stagelight.core.op_def import Trait, attr, types
from stagelight.core.registry import define
from stagelight.core.tensor import Tensor
from stagelight.types.dtypes import DType, int32, int64, variant
from stagelight.types.shapes import TensorShape


class EncodedRagged(NamedTuple):
    """What a variant holds."""

    splits: tuple[np.ndarray, ...]
    values: np.ndarray


def _boxed(items: Sequence[EncodedRagged]) -> np.ndarray:
    boxes = np.empty(len(items), object)
    for i, item in enumerate(items):
        boxes[i] = item
    return boxes


def _rows(splits: tuple[np.ndarray, ...], values: np.ndarray) -> list[EncodedRagged]:
    """The rows along the outer axis, each of one ragged axis less."""
    if not splits:
        return [EncodedRagged((), row) for row in values]
    outer, *inner = splits
    rows = []
    for begin, end in itertools.pairwise(outer):
        first, last = int(begin), int(end)
        parts = []
        for split in inner:
            part = split[first : last + 1]
            first, last = int(part[0]), int(part[-1])
            parts.append(part - first)
        rows.append(EncodedRagged(tuple(parts), values[first:last]))
    return rows


def _to_variant(xp: ModuleType, *parts: np.ndarray, batched_input: bool, **_: Any) -> np.ndarray:
    *splits, values = parts
    if batched_input:
        return _boxed(_rows(tuple(splits), values))
    return _boxed([EncodedRagged(tuple(splits), values)]).reshape(())


def _infer_to_variant(*parts: Tensor, batched_input: bool, **_: Any) -> Inferred:
    if not batched_input:
        return Inferred(TensorShape(()), variant)
    count = parts[0].shape[0] if parts[0].shape.rank else None
    if count is not None and len(parts) > 1:
        count -= 1
    return Inferred(TensorShape([count]), variant)


define(
    "RaggedTensorToVariant",
    "rt_nested_splits: RAGGED_RANK * Tsplits, rt_dense_values: Tvalues",
    "encoded_ragged: variant",
    {
        "RAGGED_RANK": attr("int"),
        "Tvalues": types(),
        "Tsplits": types((int32, int64), int64),
        "batched_input": attr("bool"),
    },
    infer=_infer_to_variant,
    kernel=_to_variant,
    differentiable=False,
    traits=Trait.HOST_ONLY,
)


def _stacked(items: Sequence[EncodedRagged], dtype: Any, splits_dtype: Any) -> EncodedRagged:
    """Tensors as the rows of one with one ragged axis more."""
    lengths = [len(item.splits[0]) - 1 if item.splits else len(item.values) for item in items]
    outer = np.concatenate([[0], np.cumsum(lengths)]).astype(splits_dtype)
    inner = []
    for axis in range(len(items[0].splits) if items else 0):
        moved, offset = [np.zeros(1, splits_dtype)], 0
        for item in items:
            moved.append(item.splits[axis][1:] + offset)
            offset += int(item.splits[axis][-1])
        inner.append(np.concatenate(moved).astype(splits_dtype))
    values = [item.values for item in items]
    joined = np.concatenate(values) if values else np.zeros(0, dtype)
    return EncodedRagged((outer, *inner), joined)


def _from_variant(
    xp: ModuleType,
    encoded: np.ndarray,
    *,
    input_ragged_rank: int,
    output_ragged_rank: int,
    Tvalues: DType,
    Tsplits: DType = int64,
) -> tuple[np.ndarray, ...]:
    inner = output_ragged_rank - encoded.ndim if input_ragged_rank == -1 else input_ragged_rank
    if inner < 0 or inner + encoded.ndim != output_ragged_rank:
        raise invalid(
            f"output_ragged_rank must be input_ragged_rank + encoded_ragged.dims. Found "
            f"{output_ragged_rank}, {input_ragged_rank}, {encoded.ndim}."
        )
    for item in encoded.reshape(-1):
        if not isinstance(item, EncodedRagged) or len(item.splits) != inner:
            raise invalid(f"Encoded input should have {inner} ragged axes. Received: {item!r}")
    dtype, splits_dtype = Tvalues.numpy_dtype, Tsplits.numpy_dtype
    whole = _joined(encoded, inner, dtype, splits_dtype)
    return (*(split.astype(splits_dtype, copy=False) for split in whole.splits), whole.values)


def _joined(encoded: np.ndarray, inner: int, dtype: Any, splits_dtype: Any) -> EncodedRagged:
    if not encoded.ndim:
        item: Any = encoded[()]
        return EncodedRagged(*item)
    items = [_joined(np.asarray(row), inner, dtype, splits_dtype) for row in _parts(encoded)]
    if items:
        return _stacked(items, dtype, splits_dtype)
    empty = np.zeros(1, splits_dtype)
    return EncodedRagged((empty,) * (encoded.ndim + inner), np.zeros(0, dtype))


def _parts(encoded: np.ndarray) -> list[np.ndarray]:
    return [encoded[i, ...] for i in range(len(encoded))]


def _infer_from_variant(
    encoded: Tensor, *, output_ragged_rank: int, Tvalues: DType, Tsplits: DType = int64, **_: Any
) -> tuple[Inferred, ...]:
    splits = [Inferred(TensorShape([None]), Tsplits)] * output_ragged_rank
    return (*splits, Inferred(UNKNOWN, Tvalues))


define(
    "RaggedTensorFromVariant",
    "encoded_ragged: variant",
    "output_nested_splits: output_ragged_rank * Tsplits, output_dense_values: Tvalues",
    {
        "input_ragged_rank": attr("int"),
        "output_ragged_rank": attr("int"),
        "Tvalues": types(),
        "Tsplits": types((int32, int64), int64),
    },
    infer=_infer_from_variant,
    kernel=_from_variant,
    differentiable=False,
    traits=Trait.HOST_ONLY,
)
