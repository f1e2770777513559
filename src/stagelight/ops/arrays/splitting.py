"""One tensor into several: `tf.unstack` takes an axis apart, `tf.split` cuts it."""

from __future__ import annotations

from collections.abc import Sequence
from types import ModuleType
from typing import Any

import numpy as np

from stagelight.core.convert import convert_to_tensor
from stagelight.core.inference import (
    UNKNOWN,
    Inferred,
    constant_value,
    invalid,
    known_dims,
    shape_text,
)
from stagelight.core.op_def import attr, types
from stagelight.core.raw import raw
from stagelight.core.registry import define
from stagelight.core.tensor import Tensor
from stagelight.public import public
from stagelight.types import dtypes
from stagelight.types.dimension import Dimension
from stagelight.types.shapes import TensorShape


def _axis_in(axis: int, rank: int, what: str) -> int:
    if not -rank <= axis < rank:
        raise invalid(f"{what} must be in [{-rank}, {rank}). Received: {axis}")
    return axis % rank


# ---------------------------------------------------------------------------- Unpack


def _infer_unpack(value: Tensor, *, num: int, axis: int = 0) -> list[Inferred]:
    if value.shape.rank is None:
        return [Inferred(UNKNOWN, value.dtype)] * num
    sizes = value.shape.as_list()
    size = sizes.pop(_axis_in(axis, len(sizes), "Unpack: axis"))
    if size is not None and size != num:
        raise invalid(
            f"Input shape axis {axis} must equal {num}, got shape {shape_text(value.shape)}"
        )
    return [Inferred(TensorShape(sizes), value.dtype)] * num


def _unpack(xp: ModuleType, value: np.ndarray, *, num: int, axis: int = 0) -> list[np.ndarray]:
    axis = _axis_in(axis, value.ndim, "Unpack: axis")
    if value.shape[axis] != num:
        raise invalid(
            f"Input shape axis {axis} must equal {num}, got shape {shape_text(value.shape)}"
        )
    rows = xp.moveaxis(value, axis, 0)
    # With the ellipsis a row of a vector stays an array.
    return [rows[i, ...] for i in range(num)]


define(
    "Unpack",
    "value: T",
    "output: num * T",
    {"num": attr("int"), "T": types(), "axis": 0},
    infer=_infer_unpack,
    kernel=_unpack,
    gradient=lambda op, *dys: raw.Pack(list(dys), axis=op.attr_value("axis")),
)


@public("unstack", "compat.v1.unstack")
def unstack(
    value: Any, num: int | None = None, axis: int = 0, name: str | None = "unstack"
) -> list[Tensor]:
    """Takes a tensor apart along an axis, which the parts no longer have.

    Args:
        value: tensor of at least one axis.
        num: the size of that axis, None where the static shape tells.
        axis: the axis.
        name: name of the operation.

    Returns:
        List of `num` tensors.

    Raises:
        ValueError: there is no such axis, or its size is neither given nor known.

    >>> [x.numpy() for x in tf.unstack(tf.constant([[1, 2], [3, 4]]))]
    [array([1, 2], dtype=int32), array([3, 4], dtype=int32)]
    """
    value = convert_to_tensor(value, name="value")
    if num is None:
        shape = value.shape
        if shape.rank is not None:
            if not -shape.rank <= axis < shape.rank:
                raise ValueError(
                    f"Argument `axis` = {axis} not in range [{-shape.rank}, {shape.rank})"
                )
            num = shape[axis]
        if num is None:
            raise ValueError(f"Cannot infer argument `num` from shape {shape}. Give `num`.")
    return raw.Unpack(value, num=num, axis=axis, name=name)


# ---------------------------------------------------------------------------- Split


def _split_axis(split_dim: np.ndarray, rank: int) -> int:
    axis = int(split_dim.reshape(()))
    if not -rank <= axis < rank:
        raise invalid(f"-input rank({-rank}) <= split_dim < input rank ({rank}), but got {axis}")
    return axis % rank


def _part_size(size: int, axis: int, num_split: int) -> int:
    if size % num_split:
        raise invalid(
            "Number of ways to split should evenly divide the split dimension, but got split_dim "
            f"{axis} (size = {size}) and num_split {num_split}"
        )
    return size // num_split


def _infer_split(split_dim: Tensor, value: Tensor, *, num_split: int) -> list[Inferred]:
    place = constant_value(split_dim)
    if value.shape.rank is None:
        return [Inferred(UNKNOWN, value.dtype)] * num_split
    sizes = value.shape.as_list()
    if place is None:
        sizes = [None] * len(sizes)
    else:
        axis = _split_axis(place, len(sizes))
        size = sizes[axis]
        sizes[axis] = None if size is None else _part_size(size, axis, num_split)
    return [Inferred(TensorShape(sizes), value.dtype)] * num_split


def _split(
    xp: ModuleType, split_dim: np.ndarray, value: np.ndarray, *, num_split: int
) -> list[np.ndarray]:
    axis = _split_axis(split_dim, value.ndim)
    _part_size(value.shape[axis], axis, num_split)
    return xp.split(value, num_split, axis)


define(
    "Split",
    "split_dim: int32, value: T",
    "output: num_split * T",
    {"num_split": attr("int"), "T": types()},
    requires={"split_dim": "scalar"},
    infer=_infer_split,
    kernel=_split,
    gradient=lambda op, *dys: [None, raw.ConcatV2(list(dys), op.inputs[0])],
    renamed={"axis": "split_dim"},
)


def _part_sizes(size_splits: Sequence[Any], size: Any) -> list[int]:
    """The sizes with -1 replaced, checked against the size of the axis."""
    sizes = list(size_splits)
    if sizes.count(-1) > 1:
        raise invalid("There can only be one -1 in the input.")
    if any(part < -1 for part in sizes):
        raise invalid(
            f"Split size at index {next(i for i, p in enumerate(sizes) if p < -1)} "
            f"must be >= 0. Got: {min(sizes)}"
        )
    given = sum(part for part in sizes if part >= 0)
    if given > size or (-1 not in sizes and given != size):
        raise invalid(
            "Determined shape must either match input shape along split_dim exactly if fully "
            "specified, or be less than the size of the input along split_dim if not fully "
            f"specified. Got: {given}, and the size is {size}"
        )
    return [size - given if part == -1 else part for part in sizes]


def _infer_split_v(
    value: Tensor, size_splits: Tensor, split_dim: Tensor, *, num_split: int
) -> list[Inferred]:
    if value.shape.rank is None:
        return [Inferred(UNKNOWN, value.dtype)] * num_split
    place, rank = constant_value(split_dim), value.shape.rank
    if place is None:
        return [Inferred(TensorShape([None] * rank), value.dtype)] * num_split
    axis = _split_axis(place, rank)
    sizes = value.shape.as_list()
    parts: Sequence[int | None] = known_dims(size_splits) or [None] * num_split
    if None not in parts and sizes[axis] is not None:
        parts = _part_sizes(parts, sizes[axis])
    return [
        Inferred(
            TensorShape([*sizes[:axis], None if part == -1 else part, *sizes[axis + 1 :]]),
            value.dtype,
        )
        for part in parts
    ]


def _split_v(
    xp: ModuleType,
    value: np.ndarray,
    size_splits: np.ndarray,
    split_dim: np.ndarray,
    *,
    num_split: int,
) -> list[np.ndarray]:
    axis = _split_axis(split_dim, value.ndim)
    if size_splits.shape != (num_split,):
        raise invalid(
            f"size_splits must be a vector of num_split={num_split} sizes. "
            f"Received shape: {shape_text(size_splits.shape)}"
        )
    sizes = _part_sizes(size_splits.tolist(), value.shape[axis])
    return xp.split(value, np.cumsum(sizes)[:-1], axis)


define(
    "SplitV",
    "value: T, size_splits: Tlen, split_dim: int32",
    "output: num_split * T",
    {
        "num_split": attr("int"),
        "T": types(),
        "Tlen": types((dtypes.int8, *dtypes.INDEX), dtypes.int64),
    },
    requires={"split_dim": "scalar while tracing"},
    infer=_infer_split_v,
    kernel=_split_v,
    gradient=lambda op, *dys: [raw.ConcatV2(list(dys), op.inputs[2]), None, None],
    renamed={"axis": "split_dim"},
)


@public("split", "compat.v1.split")
def split(
    value: Any,
    num_or_size_splits: Any,
    axis: Any = 0,
    num: int | None = None,
    name: str | None = "split",
) -> list[Tensor]:
    """Takes a tensor apart along an axis, which the parts keep.

    Args:
        value: tensor of at least one axis.
        num_or_size_splits: how many equal parts (an int), or the parts' sizes (integer vector); one
            size may be -1, then it takes what is left.
        axis: the axis.
        num: the number of sizes, where their vector's static shape does not tell.
        name: name of the operation.

    Returns:
        List of tensors.

    Raises:
        InvalidArgumentError: the parts do not fit the axis.
        ValueError: the number of parts is neither given nor known.

    >>> [x.numpy() for x in tf.split([1, 2, 3, 4, 5], [2, -1])]
    [array([1, 2], dtype=int32), array([3, 4, 5], dtype=int32)]
    """
    if isinstance(num_or_size_splits, (int, np.integer, Dimension)):
        return raw.Split(axis, value, num_split=int(num_or_size_splits), name=name)
    sizes = convert_to_tensor(num_or_size_splits, dtype_hint=dtypes.int32)
    if sizes.shape.rank == 0:
        raise ValueError(
            "Rank-0 tensors are not supported as the num_or_size_splits argument to split. "
            f"Received: {num_or_size_splits!r}. Use a Python int for equal parts."
        )
    if num is None and sizes.shape.rank is not None:
        num = sizes.shape[0]
    if num is None:
        raise ValueError(f"Cannot infer argument `num` from shape {sizes.shape}. Give `num`.")
    return raw.SplitV(value, sizes, axis, num_split=num, name=name)
