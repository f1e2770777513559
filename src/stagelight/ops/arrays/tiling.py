"""Repeated elements: `tf.tile` repeats the whole tensor, `tf.repeat` each element."""

from __future__ import annotations

import math
from types import ModuleType
from typing import Any

import numpy as np

from stagelight.core.convert import convert_to_tensor
from stagelight.core.inference import Inferred, constant_value, invalid, known_dims
from stagelight.core.op_def import types
from stagelight.core.raw import raw
from stagelight.core.registry import define
from stagelight.core.scopes import op_scope
from stagelight.core.tensor import Tensor
from stagelight.public import public
from stagelight.types import dtypes
from stagelight.types.shapes import TensorShape

# ---------------------------------------------------------------------------- Tile


def _check_multiples(multiples: Any, rank: int) -> None:
    if len(multiples) != rank:
        raise invalid(
            f"Expected multiples argument to be a vector of length {rank} "
            f"but got length {len(multiples)}"
        )
    for axis, times in enumerate(multiples):
        if times is not None and times < 0:
            raise invalid(f"Expected multiples[{axis}] >= 0, but got {times}")


def _infer_tile(input: Tensor, multiples: Tensor) -> Inferred:
    times = known_dims(multiples)
    rank = input.shape.rank
    if times is None:
        return Inferred(TensorShape(None if rank is None else [None] * rank), input.dtype)
    if rank is None:
        return Inferred(TensorShape([0 if n == 0 else None for n in times]), input.dtype)
    _check_multiples(times, rank)
    sizes = [
        0 if 0 in (size, n) else None if size is None or n is None else size * n
        for size, n in zip(input.shape, times, strict=True)
    ]
    return Inferred(TensorShape(sizes), input.dtype)


def _tile(xp: ModuleType, input: np.ndarray, multiples: np.ndarray) -> np.ndarray:
    times = multiples.reshape(-1).tolist()
    _check_multiples(times, input.ndim)
    if math.prod(input.shape) and math.prod([*input.shape, *times]) >= 1 << 63:
        raise invalid(f"Encountered overflow when tiling {list(input.shape)} by {times}")
    return xp.tile(input, times)


def _tile_gradient(op: Any, dy: Tensor) -> list[Tensor | None]:
    x, multiples = op.inputs
    # Each axis is seen as (copies, size), and the copies are added up.
    pairs = raw.Reshape(raw.Pack([multiples, raw.Shape(x, out_type=multiples.dtype)], axis=1), [-1])
    copies = raw.Range(0, raw.Size(pairs), 2)
    return [raw.Reshape(raw.Sum(raw.Reshape(dy, pairs), copies), raw.Shape(x)), None]


define(
    "Tile",
    "input: T, multiples: Tmultiples",
    "output: T",
    {"T": types(), "Tmultiples": types(dtypes.INDEX, dtypes.int32)},
    requires={"multiples": "vector"},
    infer=_infer_tile,
    kernel=_tile,
    gradient=_tile_gradient,
)


@public("tile", "compat.v1.tile", "compat.v1.manip.tile")
def tile(input: Any, multiples: Any, name: str | None = None) -> Tensor:
    """Repeats a tensor as a whole, `multiples[i]` times along axis i.

    Args:
        input: tensor of any dtype.
        multiples: integer vector with one number an axis, each at least 0.
        name: name of the operation.

    Returns:
        Tensor of shape `input.shape * multiples`.

    Raises:
        InvalidArgumentError: `multiples` has another length than axes, or a negative number.

    >>> tf.tile([[1, 2]], [2, 2]).numpy()
    array([[1, 2, 1, 2],
           [1, 2, 1, 2]], dtype=int32)
    """
    return raw.Tile(input, multiples, name=name)


# ---------------------------------------------------------------------------- repeat


@public("repeat", "compat.v1.repeat")
def repeat(input: Any, repeats: Any, axis: int | None = None, name: str | None = None) -> Tensor:
    """Repeats each element along an axis: element i stands `repeats[i]` times.

    Args:
        input: tensor of any dtype.
        repeats: integer scalar, or vector with one number for each place along the axis.
        axis: the axis; None repeats the elements of the flattened tensor.
        name: name scope of the operations.

    Returns:
        Tensor whose size along the axis is the sum of the repeats.

    Raises:
        ValueError: `repeats` has another length than the axis.
        InvalidArgumentError: a number is negative.

    >>> tf.repeat(["a", "b"], [2, 1]).numpy()
    array([b'a', b'a', b'b'], dtype=object)
    """
    with op_scope(name or "Repeat"):
        data = convert_to_tensor(input, name="data")
        times = convert_to_tensor(repeats, dtype_hint=dtypes.int32, name="repeats")
        if not times.dtype.is_integer:
            raise TypeError(f"repeats must be of an integer dtype. Received: {times.dtype.name}")
        if times.dtype not in dtypes.INDEX:
            times = raw.Cast(times, DstT=dtypes.int32)
        if axis is None:
            data, axis = raw.Reshape(data, [-1]), 0
        if data.shape.rank == 0:
            data = raw.ExpandDims(data, 0)
        if times.shape.num_elements() == 1:
            return _repeat_all(data, raw.Reshape(times, []), axis)
        if times.shape.rank not in (None, 1):
            raise ValueError(f"repeats must be a scalar or a vector. Received shape: {times.shape}")
        if data.shape.rank is not None and not data.shape[
            axis : axis + 1 or None
        ].is_compatible_with(times.shape):
            raise ValueError(
                f"Dimensions {data.shape[axis]} and {times.shape[0]} are not compatible: `repeats` "
                "must have one number for each place along the axis."
            )
        size = None if data.shape.rank is None else data.shape[axis]
        if size is None or times.shape.num_elements() != size:
            # What is not known yet may still be one number for all places.
            place = raw.FloorMod(axis, raw.Rank(data))
            count = raw.GatherV2(raw.Shape(data), raw.Reshape(place, [1]), 0)
            times = raw.BroadcastTo(raw.Reshape(times, [-1]), count)
        # Place j of the result shows the first element whose run ends after j.
        ends = raw.Cumsum(raw.Maximum(times, 0), 0)
        places = raw.Range(0, raw.Sum(raw.Maximum(times, 0), 0), 1)
        sources = raw.UpperBound(raw.ExpandDims(ends, 0), raw.ExpandDims(places, 0))
        # TF: the gradient is dense, so what is gathered from is not the user's tensor itself.
        whole = raw.Reshape(data, raw.Shape(data))
        return raw.GatherV2(whole, raw.Squeeze(sources, squeeze_dims=[0]), axis)


def _repeat_all(data: Tensor, times: Tensor, axis: int) -> Tensor:
    """Every place along the axis, as many times each."""
    place = raw.FloorMod(axis, raw.Rank(data))
    spread = raw.ExpandDims(data, raw.AddV2(place, 1))
    along = raw.Equal(raw.Range(0, raw.Rank(spread), 1), raw.AddV2(place, 1))
    copies = raw.Tile(spread, raw.SelectV2(along, raw.Cast(times, DstT=dtypes.int32), 1))
    shape = raw.Shape(data)
    widened = raw.SelectV2(
        raw.Equal(raw.Range(0, raw.Rank(data), 1), place),
        raw.Mul(shape, raw.Cast(times, DstT=dtypes.int32)),
        shape,
    )
    result = raw.Reshape(copies, widened)
    known = constant_value(times)
    if data.shape.rank is not None:
        dims = data.shape.as_list()
        size = dims[axis]
        dims[axis] = None if size is None or known is None else size * int(known)
        result.set_shape(dims)
    return result
