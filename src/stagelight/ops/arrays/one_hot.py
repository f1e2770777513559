"""Marked places along a new axis: `tf.one_hot` marks one, `tf.sequence_mask` the first ones."""

from __future__ import annotations

from types import ModuleType
from typing import Any

import numpy as np

from stagelight.core.convert import convert_to_tensor
from stagelight.core.inference import (
    UNKNOWN,
    Inferred,
    constant_value,
    invalid,
)
from stagelight.core.op_def import types
from stagelight.core.raw import raw
from stagelight.core.registry import define
from stagelight.core.scopes import op_scope
from stagelight.core.tensor import Tensor
from stagelight.public import public
from stagelight.types import dtypes
from stagelight.types.dtypes import as_dtype
from stagelight.types.shapes import TensorShape

# ---------------------------------------------------------------------------- OneHot


def _one_hot_axis(axis: int, rank: int) -> int:
    if not -1 <= axis <= rank:
        raise invalid(f"Expected axis to be -1 or between [0, {rank + 1}).  But received: {axis}")
    return rank if axis == -1 else axis


def _one_hot_depth(depth: np.ndarray) -> int:
    if depth < 0:
        raise invalid(f"depth must be non-negative, got: {int(depth)}")
    return int(depth)


def _infer_one_hot(
    indices: Tensor, depth: Tensor, on_value: Tensor, off_value: Tensor, axis: int = -1
) -> Inferred:
    size = constant_value(depth)
    count = None if size is None else _one_hot_depth(size)
    if indices.shape.rank is None:
        return Inferred(UNKNOWN, on_value.dtype)
    sizes = indices.shape.as_list()
    sizes.insert(_one_hot_axis(axis, len(sizes)), count)
    return Inferred(TensorShape(sizes), on_value.dtype)


def _one_hot(
    xp: ModuleType,
    indices: np.ndarray,
    depth: np.ndarray,
    on_value: np.ndarray,
    off_value: np.ndarray,
    axis: int = -1,
) -> np.ndarray:
    place = _one_hot_axis(axis, indices.ndim)
    count = _one_hot_depth(depth)
    shape = (*indices.shape[:place], count, *indices.shape[place:])
    result = xp.full(shape, off_value, on_value.dtype)
    if result.size:
        is_within = (indices >= 0) & (indices < count)
        places = xp.where(is_within, indices, 0).astype(np.intp)
        values = xp.where(is_within, on_value, off_value)
        np.put_along_axis(
            result, xp.expand_dims(places, place), xp.expand_dims(values, place), place
        )
    return result


define(
    "OneHot",
    "indices: TI, depth: int32, on_value: T, off_value: T",
    "output: T",
    {
        "axis": -1,
        "T": types(),
        "TI": types((dtypes.uint8, dtypes.int8, *dtypes.INDEX), dtypes.int64),
    },
    requires={"depth": "scalar", "on_value": "scalar", "off_value": "scalar"},
    infer=_infer_one_hot,
    kernel=_one_hot,
    differentiable=False,
)


@public("one_hot", "compat.v1.one_hot")
def one_hot(
    indices: Any,
    depth: Any,
    on_value: Any = None,
    off_value: Any = None,
    axis: int | None = None,
    dtype: Any = None,
    name: str | None = None,
) -> Tensor:
    """`on_value` at the place that each index says, `off_value` elsewhere along a new axis.

    Args:
        indices: integer tensor; an index out of range gives a row without `on_value`.
        depth: scalar, the size of the new axis.
        on_value: scalar, 1 by default.
        off_value: scalar, 0 by default.
        axis: where the new axis stands in the result; last by default.
        dtype: the dtype, by default that of the values, else float32.
        name: name of the operation.

    Returns:
        Tensor with one more axis, of size `depth`.

    Raises:
        TypeError: the values' dtypes do not agree with each other or `dtype`.
        InvalidArgumentError: `depth` is negative or there is no such axis.

    >>> tf.one_hot([0, 2], 3).numpy()
    array([[1., 0., 0.],
           [0., 0., 1.]], dtype=float32)
    """
    with op_scope(name or "one_hot") as scope:
        wanted = None if dtype is None else as_dtype(dtype)
        on = None if on_value is None else convert_to_tensor(on_value, dtype_hint=wanted)
        off = None if off_value is None else convert_to_tensor(off_value, dtype_hint=wanted)
        for what, value in (("on_value", on), ("off_value", off)):
            if value is not None and wanted is not None and value.dtype is not wanted:
                raise TypeError(
                    f"dtype {value.dtype!r} of {what} does not match dtype parameter {wanted!r}"
                )
        if on is not None and off is not None and on.dtype is not off.dtype:
            raise TypeError(
                f"dtype {on.dtype!r} of on_value does not match dtype {off.dtype!r} of off_value"
            )
        given = next((value for value in (on, off) if value is not None), None)
        wanted = wanted or (dtypes.float32 if given is None else given.dtype)
        on = convert_to_tensor(1, wanted) if on is None else on
        off = convert_to_tensor(0, wanted) if off is None else off
        return raw.OneHot(indices, depth, on, off, axis=-1 if axis is None else axis, name=scope)


# ---------------------------------------------------------------------------- sequence_mask


@public("sequence_mask", "compat.v1.sequence_mask")
def sequence_mask(
    lengths: Any, maxlen: Any = None, dtype: Any = dtypes.bool_, name: str | None = None
) -> Tensor:
    """Which places lie within sequences of given lengths: `mask[i..., j] = (j < lengths[i...])`.

    Args:
        lengths: integer tensor.
        maxlen: scalar, the size of the last axis; None takes the greatest length.
        dtype: the dtype of the mask.
        name: name scope of the operations.

    Returns:
        Tensor of shape `lengths.shape + [maxlen]`.

    Raises:
        ValueError: `maxlen` is no scalar.

    >>> tf.sequence_mask([1, 3]).numpy()
    array([[ True, False, False],
           [ True,  True,  True]])
    """
    with op_scope(name or "SequenceMask"):
        lengths = convert_to_tensor(lengths, name="lengths")
        if maxlen is None:
            longest = raw.Max(lengths, raw.Range(0, raw.Rank(lengths), 1))
            limit = raw.Maximum(raw.ZerosLike(longest), longest)
        else:
            limit = convert_to_tensor(maxlen)
        if limit.shape.rank not in (None, 0):
            raise ValueError(
                f"Argument `maxlen` must be scalar: it limits a range. Received: {maxlen!r}"
            )
        numbers = raw.Range(raw.ZerosLike(limit), limit, raw.OnesLike(limit))
        rows = raw.ExpandDims(raw.Cast(lengths, DstT=limit.dtype), -1)
        mask = raw.Less(numbers, rows)
        dtype = as_dtype(dtype)
        return mask if dtype is dtypes.bool_ else raw.Cast(mask, DstT=dtype)
