"""Rows dealt out into parts and put together again: `tf.dynamic_partition`, `tf.dynamic_stitch`."""

from __future__ import annotations

from collections.abc import Sequence
from types import ModuleType
from typing import Any

import numpy as np

from stagelight.core.inference import (
    UNKNOWN,
    Inferred,
    constant_value,
    first_known,
    invalid,
    shape_text,
)
from stagelight.core.op_def import attr, types
from stagelight.core.raw import raw
from stagelight.core.registry import define
from stagelight.core.tensor import Tensor
from stagelight.public import public
from stagelight.types.shapes import TensorShape

# ---------------------------------------------------------------------------- DynamicPartition


def _prefix_error(data: Any, partitions: Any) -> Exception:
    return invalid(
        f"data.shape must start with partitions.shape, got data.shape = {shape_text(data)}, "
        f"partitions.shape = {shape_text(partitions)}"
    )


def _infer_partition(data: Tensor, partitions: Tensor, *, num_partitions: int) -> list[Inferred]:
    if data.shape.rank is None or partitions.shape.rank is None:
        return [Inferred(UNKNOWN, data.dtype)] * num_partitions
    rank = partitions.shape.rank
    if data.shape.rank < rank or not data.shape[:rank].is_compatible_with(partitions.shape):
        raise _prefix_error(data.shape, partitions.shape)
    shape = TensorShape([None]).concatenate(data.shape[rank:])
    return [Inferred(shape, data.dtype)] * num_partitions


def _partition(
    xp: ModuleType, data: np.ndarray, partitions: np.ndarray, *, num_partitions: int
) -> list[np.ndarray]:
    if data.shape[: partitions.ndim] != partitions.shape:
        raise _prefix_error(data.shape, partitions.shape)
    bad = (partitions < 0) | (partitions >= num_partitions)
    if bad.any():
        place = tuple(np.argwhere(bad)[0].tolist())
        where = f"[{','.join(map(str, place))}]" if place else ""
        raise invalid(f"partitions{where} = {partitions[place]} is not in [0, {num_partitions})")
    return [data[partitions == number] for number in range(num_partitions)]


def _partition_gradient(op: Any, *dys: Tensor) -> list[Tensor | None]:
    data, partitions = op.inputs
    count = op.attr_value("num_partitions")
    prefix = raw.Shape(partitions)
    numbers = raw.Reshape(raw.Range(0, raw.Prod(prefix, 0), 1), prefix)
    parts = raw.DynamicPartition(numbers, partitions, num_partitions=count)
    whole = raw.DynamicStitch(parts, list(dys))
    return [raw.Reshape(whole, raw.Shape(data)), None]


define(
    "DynamicPartition",
    "data: T, partitions: int32",
    "outputs: num_partitions * T",
    {"num_partitions": attr("int"), "T": types()},
    infer=_infer_partition,
    kernel=_partition,
    gradient=_partition_gradient,
)


@public("dynamic_partition", "compat.v1.dynamic_partition")
def dynamic_partition(
    data: Any, partitions: Any, num_partitions: int, name: str | None = None
) -> list[Tensor]:
    """Deals rows out: part p has the rows `data[i...]` with `partitions[i...] = p`, in order.

    Args:
        data: tensor of shape `partitions.shape + rest`.
        partitions: int32 tensor, each in [0, num_partitions).
        num_partitions: how many parts there are, at least 1.
        name: name of the operation.

    Returns:
        List of tensors of shape `[rows of that part] + rest`.

    Raises:
        InvalidArgumentError: a number is out of range, or the shapes do not fit.

    >>> [x.numpy() for x in tf.dynamic_partition([10, 20, 30], [1, 0, 1], 2)]
    [array([20], dtype=int32), array([10, 30], dtype=int32)]
    """
    return raw.DynamicPartition(data, partitions, num_partitions=num_partitions, name=name)


# ---------------------------------------------------------------------------- DynamicStitch


def _pairs(inputs: Sequence[Any]) -> tuple[Sequence[Any], Sequence[Any]]:
    half = len(inputs) // 2
    return inputs[:half], inputs[half:]


def _stitch_error(number: int, data: Any, indices: Any) -> Exception:
    return invalid(
        f"data[{number}].shape = {shape_text(data)} does not start with "
        f"indices[{number}].shape = {shape_text(indices)}"
    )


def _infer_stitch(*inputs: Tensor) -> Inferred:
    indices, data = _pairs(inputs)
    rest = UNKNOWN
    for number, (places, rows) in enumerate(zip(indices, data, strict=True)):
        rank = places.shape.rank
        if rank is None or rows.shape.rank is None:
            continue
        if rows.shape.rank < rank or not rows.shape[:rank].is_compatible_with(places.shape):
            raise _stitch_error(number, rows.shape, places.shape)
        rest = first_known(rest, rows.shape[rank:])
    known = [constant_value(places) for places in indices]
    count = None
    if not any(places is None for places in known):
        count = 1 + max(
            (int(places.max()) for places in known if places is not None and places.size),
            default=-1,
        )
    return Inferred(TensorShape([count]).concatenate(rest), data[0].dtype)


def _stitch(xp: ModuleType, *inputs: np.ndarray) -> np.ndarray:
    indices, data = _pairs(inputs)
    rest = data[0].shape[indices[0].ndim :]
    count = 1 + max((int(places.max()) for places in indices if places.size), default=-1)
    first = data[0]
    merged = np.full((count, *rest), b"" if first.dtype.hasobject else 0, first.dtype)
    for number, (places, rows) in enumerate(zip(indices, data, strict=True)):
        if rows.shape[: places.ndim] != places.shape:
            raise _stitch_error(number, rows.shape, places.shape)
        if rows.shape[places.ndim :] != rest:
            raise invalid(
                f"Need data[0].shape[{indices[0].ndim}:] = data[{number}].shape[{places.ndim}:], "
                f"got data[0].shape = {shape_text(first.shape)}, data[{number}].shape = "
                f"{shape_text(rows.shape)}"
            )
        if places.size and places.min() < 0:
            raise invalid(f"indices[{number}] has the negative index {places.min()}")
        merged[places.reshape(-1)] = rows.reshape(places.size, *rest)
    return merged


def _stitch_gradient(op: Any, dy: Tensor) -> list[Tensor | None]:
    indices, _ = _pairs(op.inputs)
    return [*[None] * len(indices), *(raw.GatherV2(dy, places, 0) for places in indices)]


for _name in ("DynamicStitch", "ParallelDynamicStitch"):
    define(
        _name,
        "indices: N * int32, data: N * T",
        "merged: T",
        {"N": attr("int"), "T": types()},
        infer=_infer_stitch,
        kernel=_stitch,
        gradient=_stitch_gradient,
    )


@public("dynamic_stitch", "compat.v1.dynamic_stitch")
def dynamic_stitch(indices: Sequence[Any], data: Sequence[Any], name: str | None = None) -> Tensor:
    """Puts rows together: `merged[indices[m][i...]] = data[m][i...]`; the last for a place wins.

    Args:
        indices: list of int32 tensors.
        data: list of as many tensors, each of shape `indices[m].shape + rest`.
        name: name of the operation.

    Returns:
        Tensor of shape `[greatest index + 1] + rest`; 0 in places that no index names.

    Raises:
        InvalidArgumentError: the shapes do not fit, or an index is negative.

    >>> tf.dynamic_stitch([[1], [0, 2]], [[20], [10, 30]]).numpy()
    array([10, 20, 30], dtype=int32)
    """
    return raw.DynamicStitch(indices, data, name=name)
