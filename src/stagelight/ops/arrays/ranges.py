"""Numbers at equal distances, `tf.range` and `tf.linspace`, and grids: `tf.meshgrid`."""

from __future__ import annotations

import math
from collections.abc import Sequence
from types import ModuleType
from typing import Any

import numpy as np

from stagelight.core.convert import convert_to_tensor
from stagelight.core.inference import (
    Inferred,
    constant_value,
    invalid,
    shape_text,
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

# ---------------------------------------------------------------------------- Range

_RANGE_DTYPES = (
    dtypes.int8, dtypes.int16, dtypes.int32, dtypes.int64,
    dtypes.uint16, dtypes.uint32, dtypes.uint64, *dtypes.FLOATING,
)  # fmt: skip


def _range_size(start: Any, limit: Any, delta: Any) -> int:
    first, last, step = start, limit, delta
    start, limit, delta = (x.item() for x in (start, limit, delta))
    if delta == 0:
        raise invalid(f"Requires delta != 0: {delta}")
    if start > limit if delta > 0 else start < limit:
        least = "<= limit when delta >" if delta > 0 else ">= limit when delta <"
        raise invalid(f"Requires start {least} 0: {start}/{limit}")
    if isinstance(start, int):
        return -((start - limit) // delta)
    # TF: computed in the range's own dtype, so that 0.1 to 1.1 by 0.1 has 10 numbers in float32.
    return math.ceil(abs(((last - first) / step).item()))


def _infer_range(start: Tensor, limit: Tensor, delta: Tensor) -> Inferred:
    for name, x in (("start", start), ("limit", limit), ("delta", delta)):
        if x.shape.rank is not None and x.shape.num_elements() not in (1, None):
            raise invalid(f"{name} must be a scalar, not shape {shape_text(x.shape)}")
    values = [constant_value(x) for x in (start, limit, delta)]
    if any(value is None for value in values):
        return Inferred(TensorShape([None]), start.dtype)
    return Inferred(TensorShape([_range_size(*values)]), start.dtype)


def _range(xp: ModuleType, start: np.ndarray, limit: np.ndarray, delta: np.ndarray) -> np.ndarray:
    for name, x in (("start", start), ("limit", limit), ("delta", delta)):
        if x.size != 1:
            raise invalid(f"{name} must be a scalar, not shape {shape_text(x.shape)}")
    size = _range_size(start, limit, delta)
    numbers = xp.arange(size)
    if start.dtype.kind in "iu":
        return (start.item() + numbers * delta.item()).astype(start.dtype)
    return (start.reshape(()) + numbers.astype(start.dtype) * delta.reshape(())).astype(start.dtype)


define(
    "Range",
    "start: Tidx, limit: Tidx, delta: Tidx",
    "output: Tidx",
    {"Tidx": types(_RANGE_DTYPES, dtypes.int32)},
    requires=dict.fromkeys(("start", "limit", "delta"), "scalar while tracing"),
    infer=_infer_range,
    kernel=_range,
    differentiable=False,
)

_HIERARCHY = (
    dtypes.int32,
    dtypes.int64,
    dtypes.float16,
    dtypes.bfloat16,
    dtypes.float32,
    dtypes.float64,
)


@public("range", "compat.v1.range")
def range_(
    start: Any, limit: Any = None, delta: Any = 1, dtype: Any = None, name: str | None = "range"
) -> Tensor:
    """Numbers at equal distances: `start, start + delta, ...` up to, without, `limit`.

    Args:
        start: scalar; with `limit` None it is the limit, and 0 the start.
        limit: scalar.
        delta: scalar, not 0.
        dtype: the dtype; None takes the widest of the arguments'.
        name: name of the operation.

    Returns:
        Vector.

    Raises:
        InvalidArgumentError: delta is 0, or leads away from the limit.

    >>> tf.range(3, 18, 3).numpy()
    array([ 3,  6,  9, 12, 15], dtype=int32)
    """
    with op_scope(name or "range") as scope:
        if limit is None:
            start, limit = 0, start
        wanted = None if dtype is None else as_dtype(dtype)
        ends = [
            x if isinstance(x, Tensor) else convert_to_tensor(x, wanted, name=what)
            for x, what in ((start, "start"), (limit, "limit"), (delta, "delta"))
        ]
        if wanted is None:
            for x in ends:
                if x.dtype not in _HIERARCHY:
                    raise TypeError(
                        "tf.range takes int32, int64 and floating numbers. "
                        f"Received dtype {x.dtype.name}"
                    )
            wanted = max((x.dtype for x in ends), key=_HIERARCHY.index)
        ends = [x if x.dtype is wanted else raw.Cast(x, DstT=wanted) for x in ends]
        return raw.Range(*ends, name=scope)


# ---------------------------------------------------------------------------- LinSpace


def _infer_linspace(start: Tensor, stop: Tensor, num: Tensor) -> Inferred:
    for what, x in (("start", start), ("stop", stop), ("num", num)):
        if x.shape.rank:
            raise invalid(f"{what} must be a scalar, not shape {shape_text(x.shape)}")
    count = constant_value(num)
    if count is not None and count <= 0:
        raise invalid(f"Requires num > 0: {int(count)}")
    return Inferred(TensorShape([None if count is None else int(count)]), start.dtype)


def _linspace(xp: ModuleType, start: np.ndarray, stop: np.ndarray, num: np.ndarray) -> np.ndarray:
    for what, x in (("start", start), ("stop", stop), ("num", num)):
        if x.ndim:
            raise invalid(f"{what} must be a scalar, not shape {shape_text(x.shape)}")
    count = int(num)
    if count <= 0:
        raise invalid(f"Requires num > 0: {count}")
    if count == 1:
        return start.reshape(1)
    step = (stop - start) / np.asarray(count - 1, start.dtype)
    values = start + xp.arange(count).astype(start.dtype) * step
    return xp.concatenate([values[:-1], stop.reshape(1)]).astype(start.dtype)


define(
    "LinSpace",
    "start: T, stop: T, num: Tidx",
    "output: T",
    {"T": types(dtypes.FLOATING), "Tidx": types(dtypes.INDEX, dtypes.int32)},
    infer=_infer_linspace,
    kernel=_linspace,
    differentiable=False,
)


@public("linspace", "compat.v1.linspace", "compat.v1.lin_space")
def linspace(start: Any, stop: Any, num: Any, name: str | None = None, axis: int = 0) -> Tensor:
    """`num` numbers at equal distances from `start` to `stop`, both included.

    Args:
        start: number or tensor; integers become float64.
        stop: the same, of a shape that broadcasts with that of `start`.
        num: how many, an integer of at least 0.
        name: name scope of the operations.
        axis: where the axis of the numbers stands in the result.

    Returns:
        Floating tensor with one more axis, of size `num`.

    Raises:
        InvalidArgumentError: `num` is negative.

    >>> tf.linspace(10.0, 12.0, 3).numpy()
    array([10., 11., 12.], dtype=float32)
    """
    with op_scope(name or "linspace"):
        start = convert_to_tensor(start, name="start")
        stop = convert_to_tensor(stop, start.dtype, name="stop")
        count = convert_to_tensor(num, dtype_hint=dtypes.int32, name="num")
        if not count.dtype.is_integer:
            raise TypeError(
                f"tf.linspace: `num` must be an integer. Received dtype {count.dtype.name}"
            )
        count = raw.Cast(count, DstT=dtypes.int32)
        if start.dtype.is_integer:
            # As dividing integers gives.
            wider = dtypes.float32 if start.dtype.size <= 2 else dtypes.float64
            start, stop = raw.Cast(start, DstT=wider), raw.Cast(stop, DstT=wider)
        shape = raw.BroadcastArgs(raw.Shape(start), raw.Shape(stop))
        first = raw.ExpandDims(raw.BroadcastTo(start, shape), axis)
        last = raw.ExpandDims(raw.BroadcastTo(stop, shape), axis)
        steps = raw.Maximum(raw.Sub(count, 1), 1)
        step = raw.RealDiv(raw.Sub(last, first), raw.Cast(steps, DstT=start.dtype))
        # A negative count is refused by Range.
        end = raw.SelectV2(raw.GreaterEqual(count, 0), steps, -1)
        numbers = raw.Cast(raw.Range(1, end, 1), DstT=start.dtype)
        rank = raw.Rank(first)
        place = raw.FloorMod(axis, rank)
        along = raw.Equal(raw.Range(0, rank, 1), place)
        inner = raw.AddV2(first, raw.Mul(step, raw.Reshape(numbers, raw.SelectV2(along, -1, 1))))
        joined = raw.ConcatV2([first, inner, last], place)
        sizes, after = raw.Shape(joined), raw.AddV2(place, 1)
        before = raw.StridedSlice(sizes, [0], raw.Reshape(place, [1]), [1])
        behind = raw.StridedSlice(sizes, raw.Reshape(after, [1]), [0], [1], end_mask=1)
        size = raw.ConcatV2([before, raw.Reshape(count, [1]), behind], 0)
        # Fewer than two numbers: `last`, and `first` too for none, are cut off.
        return raw.Slice(joined, raw.ZerosLike(sizes), size)


# ---------------------------------------------------------------------------- meshgrid


@public("meshgrid", "compat.v1.meshgrid")
def meshgrid(*args: Any, **kwargs: Any) -> list[Tensor]:
    """Coordinates of a grid: for each vector a tensor over the grid that varies along its axis.

    Args:
        *args: vectors (other shapes are flattened).
        **kwargs: `indexing`, "xy" (the default: the first two axes are swapped) or "ij"; `name`.

    Returns:
        List of tensors of shape `[len(y), len(x), len(z), ...]`, or in the order given for "ij".

    Raises:
        TypeError: an unknown keyword.
        ValueError: an unknown indexing.

    >>> x, y = tf.meshgrid([1, 2], [3, 4])
    >>> x.numpy()
    array([[1, 2],
           [1, 2]], dtype=int32)
    """
    indexing = kwargs.pop("indexing", "xy")
    name = kwargs.pop("name", None)
    if kwargs:
        raise TypeError(f"'{next(iter(kwargs))}' is an invalid keyword argument for this function")
    if indexing not in ("xy", "ij"):
        raise ValueError(
            f"Argument `indexing` parameter must be either 'xy' or 'ij', got '{indexing}'"
        )
    with op_scope(name or "meshgrid"):
        return _grid(args, swap=indexing == "xy" and len(args) > 1)


def _grid(args: Sequence[Any], swap: bool) -> list[Tensor]:
    """The coordinates, with the first two axes swapped or not."""
    count = len(args)
    shapes = [[-1 if i == j else 1 for j in range(count)] for i in range(count)]
    if swap:
        shapes[0][:2], shapes[1][:2] = [1, -1], [-1, 1]
    rows = [raw.Reshape(convert_to_tensor(x), s) for x, s in zip(args, shapes, strict=True)]
    sizes = [raw.Size(row) for row in rows]
    if swap:
        sizes[:2] = sizes[1::-1]
    shape = raw.Pack(sizes) if sizes else []
    return [raw.BroadcastTo(row, shape) for row in rows]
