"""Tensors made of a rule: `tf.zeros`, `tf.ones`, `tf.fill`, `tf.eye`, `tf.range`, `tf.linspace`, `tf.one_hot`."""

from __future__ import annotations

import math
from types import ModuleType
from typing import Any

import numpy as np

from stagelight.core.convert import convert_to_tensor, make_constant
from stagelight.core.dispatch import CONTEXT
from stagelight.core.inference import (
    UNKNOWN,
    Inferred,
    constant_value,
    invalid,
    known_dims,
    shape_from,
    shape_text,
)
from stagelight.core.op_def import types
from stagelight.core.raw import raw
from stagelight.core.registry import define
from stagelight.core.tensor import EagerTensor, Tensor
from stagelight.public import public
from stagelight.types import dtypes
from stagelight.types.dtypes import DType, as_dtype
from stagelight.types.shapes import TensorShape

# ---------------------------------------------------------------------------- zeros and ones like another


def _zeros_like(xp: ModuleType, x: np.ndarray) -> np.ndarray:
    if not x.dtype.hasobject:
        return xp.zeros_like(x)
    zeros = np.full(x.shape, b"", object)
    if not x.ndim and not isinstance(x[()], (bytes, str)):
        zeros[()] = x[()].zeros_like()  # A variant's object knows its zero.
    return zeros


define(
    "ZerosLike",
    "x: T",
    "y: T",
    {"T": types()},
    infer=lambda x: Inferred(x.shape, x.dtype, getattr(x, "handle_data", None)),
    kernel=_zeros_like,
    differentiable=False,
    dims=lambda op: _as_many(op, 0),
)

define(
    "OnesLike",
    "x: T",
    "y: T",
    {"T": types((*dtypes.NUMERIC, dtypes.bool_))},
    infer=lambda x: Inferred(x.shape, x.dtype),
    kernel=lambda xp, x: xp.ones_like(x),
    differentiable=False,
    dims=lambda op: _as_many(op, 1),
)


def _as_many(op: Any, value: int) -> list[int | None] | None:
    count = op.inputs[0].shape.num_elements()
    return None if count is None or op.inputs[0].shape.rank > 1 else [value] * count


def _static_shape(x: Tensor) -> Any:
    """The shape as a list where it is known while a graph is traced."""
    if CONTEXT.stage is not None and x.shape.is_fully_defined():
        return x.shape.as_list()
    return None


@public("zeros_like")
def zeros_like(input: Any, dtype: Any = None, name: str | None = None, layout: Any = None) -> Tensor:
    """Zeros in the shape of another tensor.

    Args:
        input: tensor of any dtype.
        dtype: the dtype of the zeros; None takes that of `input`.
        name: name of the operation.
        layout: only None.

    Returns:
        Tensor of zeros (False, "").

    >>> tf.zeros_like([1.5, 2.5]).numpy()
    array([0., 0.], dtype=float32)
    """
    return _like(input, dtype, name, layout, 0)


@public("ones_like")
def ones_like(input: Any, dtype: Any = None, name: str | None = None, layout: Any = None) -> Tensor:
    """Ones in the shape of another tensor.

    Args:
        input: tensor of any dtype.
        dtype: the numeric or bool dtype of the ones; None takes that of `input`.
        name: name of the operation.
        layout: only None.

    Returns:
        Tensor of ones (True).

    >>> tf.ones_like([[1.5, 2.5]]).numpy()
    array([[1., 1.]], dtype=float32)
    """
    return _like(input, dtype, name, layout, 1)


def _like(input: Any, dtype: Any, name: str | None, layout: Any, value: int) -> Tensor:
    _require_no_layout(layout)
    x = convert_to_tensor(input, name="tensor")
    dtype = x.dtype if dtype is None else as_dtype(dtype)
    shape = _static_shape(x)
    if dtype.name == "variant":
        return raw.ZerosLike(x, name=name)
    if shape is not None:
        return _filled(shape, value, dtype, name or ("ones_like" if value else "zeros_like"))
    if dtype is x.dtype:
        return (raw.OnesLike if value else raw.ZerosLike)(x, name=name)
    return raw.Fill(raw.Shape(x), _value_of(value, dtype), name=name)


def _require_no_layout(layout: Any) -> None:
    if layout is not None:
        raise NotImplementedError("layout: DTensor layouts are not supported. Leave it None.")


# ---------------------------------------------------------------------------- Fill


def _infer_fill(dims: Tensor, value: Tensor) -> Inferred:
    if value.shape.rank:
        raise invalid(f"value must represent a scalar, got shape {shape_text(value.shape)}")
    if dims.shape.rank not in (None, 1):
        raise invalid(f"dims must represent a vector, got shape {shape_text(dims.shape)}")
    _require_sizes(known_dims(dims) or [])
    return Inferred(shape_from(dims), value.dtype)


def _require_sizes(sizes: Any) -> None:
    for size in sizes:
        if size is not None and size < 0:
            raise invalid(f"Dimension {size} must be >= 0")


def _fill(xp: ModuleType, dims: np.ndarray, value: np.ndarray) -> np.ndarray:
    if value.ndim:
        raise invalid(f"value must represent a scalar, got shape {shape_text(value.shape)}")
    if dims.ndim != 1:
        raise invalid(f"dims must represent a vector, got shape {shape_text(dims.shape)}")
    sizes = dims.tolist()
    _require_sizes(sizes)
    return xp.full(sizes, value[()], value.dtype)


def _fill_dims(op: Any) -> list[int | None] | None:
    dims, value = (constant_value(x) for x in op.inputs)
    if dims is None or value is None or dims.size != 1 or value.dtype.kind not in "iu":
        return None
    return [int(value)] * int(dims[0])


define(
    "Fill",
    "dims: index_type, value: T",
    "output: T",
    {"T": types(), "index_type": types(dtypes.INDEX, dtypes.int32)},
    infer=_infer_fill,
    kernel=_fill,
    gradient=lambda op, dy: [None, raw.Sum(dy, raw.Range(0, raw.Rank(dy), 1))],
    dims=_fill_dims,
)


@public("fill", "compat.v1.fill")
def fill(dims: Any, value: Any, name: str | None = None, layout: Any = None) -> Tensor:
    """A tensor of one value.

    Args:
        dims: integer vector, the shape.
        value: scalar of any dtype.
        name: name of the operation.
        layout: only None.

    Returns:
        Tensor of that shape and the dtype of `value`.

    Raises:
        InvalidArgumentError: a size is negative, or `value` is no scalar.

    >>> tf.fill([2, 3], 9).numpy()
    array([[9, 9, 9],
           [9, 9, 9]], dtype=int32)
    """
    _require_no_layout(layout)
    return raw.Fill(dims, value, name=name)


# ---------------------------------------------------------------------------- zeros and ones

# While a graph is traced, constants of up to so many elements are put into it whole.
_CONSTANT_LIMIT = 1000


def _value_of(value: int, dtype: DType) -> EagerTensor:
    """0 or 1 as a scalar of the dtype, "" for zero strings."""
    if dtype.name == "string":
        if value:
            raise TypeError("tf.ones needs a numeric or bool dtype. Received: string")
        array = np.empty((), object)
        array[()] = b""
        return EagerTensor(array, dtype)
    return EagerTensor(np.asarray(value, dtype.numpy_dtype), dtype)


def _filled(shape: Any, value: int, dtype: DType, name: str | None) -> Tensor:
    if isinstance(shape, (list, tuple)) and all(type(size) is int and size >= 0 for size in shape):
        scalar = _value_of(value, dtype)
        if CONTEXT.stage is None or math.prod(shape) < _CONSTANT_LIMIT:
            return make_constant(EagerTensor(np.full(shape, scalar._array, scalar._array.dtype), dtype), name)
    dims = shape if isinstance(shape, Tensor) else convert_to_tensor(shape, dtype_hint=dtypes.int32)
    if dims.dtype not in dtypes.INDEX:
        raise TypeError(f"A shape is of integers. Received: {shape!r}")
    if dims.shape.rank == 0:
        dims = raw.Reshape(dims, [1])
    return raw.Fill(dims, _value_of(value, dtype), name=name)


@public("zeros", "compat.v1.zeros")
def zeros(
    shape: Any, dtype: Any = dtypes.float32, name: str | None = None, layout: Any = None
) -> Tensor:
    """A tensor of zeros.

    Args:
        shape: list of sizes, or integer vector.
        dtype: the dtype; for strings zero is "", for bool False.
        name: name of the operation.
        layout: only None.

    Returns:
        Tensor of that shape.

    Raises:
        InvalidArgumentError: a size is negative.

    >>> tf.zeros([2, 2]).numpy()
    array([[0., 0.],
           [0., 0.]], dtype=float32)
    """
    _require_no_layout(layout)
    return _filled(shape, 0, as_dtype(dtype), name or "zeros")


@public("ones", "compat.v1.ones")
def ones(
    shape: Any, dtype: Any = dtypes.float32, name: str | None = None, layout: Any = None
) -> Tensor:
    """A tensor of ones.

    Args:
        shape: list of sizes, or integer vector.
        dtype: a numeric dtype or bool.
        name: name of the operation.
        layout: only None.

    Returns:
        Tensor of that shape.

    Raises:
        InvalidArgumentError: a size is negative.

    >>> tf.ones([2], tf.int32).numpy()
    array([1, 1], dtype=int32)
    """
    _require_no_layout(layout)
    return _filled(shape, 1, as_dtype(dtype), name or "ones")


def _empty(
    xp: ModuleType, shape: np.ndarray, *, dtype: DType, init: bool = False
) -> np.ndarray:
    sizes = shape.tolist()
    _require_sizes(sizes)
    # Whatever `init` says: unset memory would make results depend on chance.
    return np.full(sizes, _value_of(0, dtype)._array, dtype.numpy_dtype)


define(
    "Empty",
    "shape: int32",
    "output: dtype",
    {"dtype": types(), "init": False},
    infer=lambda shape, *, dtype, init=False: Inferred(shape_from(shape), dtype),
    kernel=_empty,
    differentiable=False,
)


@public("eye", "linalg.eye", "compat.v1.eye", "compat.v1.linalg.eye")
def eye(
    num_rows: Any,
    num_columns: Any = None,
    batch_shape: Any = None,
    dtype: Any = dtypes.float32,
    name: str | None = None,
) -> Tensor:
    """Identity matrices: ones on the main diagonal, zeros elsewhere.

    Args:
        num_rows: the number of rows, at least 0.
        num_columns: the number of columns; None takes that of rows.
        batch_shape: list of sizes or integer vector of the leading axes.
        dtype: the dtype.
        name: name of the operation.

    Returns:
        Tensor of shape `batch_shape + [num_rows, num_columns]`.

    Raises:
        InvalidArgumentError: a size is negative.

    >>> tf.eye(2, 3).numpy()
    array([[1., 0., 0.],
           [0., 1., 0.]], dtype=float32)
    """
    dtype = as_dtype(dtype)
    rows = convert_to_tensor(num_rows, dtype_hint=dtypes.int32, name="num_rows")
    columns = rows if num_columns is None else convert_to_tensor(num_columns, rows.dtype)
    batch = convert_to_tensor([] if batch_shape is None else batch_shape, dtype_hint=rows.dtype)
    batch = batch if batch.dtype is rows.dtype else raw.Cast(batch, DstT=rows.dtype)
    shortest = raw.Minimum(rows, columns)
    diagonal = raw.Fill(raw.ConcatV2([batch, raw.Reshape(shortest, [1])], 0), _value_of(1, dtype))
    if num_columns is None:
        return raw.MatrixDiagV3(diagonal, 0, -1, -1, _value_of(0, dtype), name=name)
    zeros_there = raw.Fill(
        raw.ConcatV2([batch, raw.Pack([rows, columns])], 0), _value_of(0, dtype)
    )
    return raw.MatrixSetDiagV3(zeros_there, diagonal, 0, name=name)


# ---------------------------------------------------------------------------- Range

_RANGE_DTYPES = (
    dtypes.int8, dtypes.int16, dtypes.int32, dtypes.int64,
    dtypes.uint16, dtypes.uint32, dtypes.uint64, *dtypes.FLOATING,
)  # fmt: skip


def _range_size(start: Any, limit: Any, delta: Any) -> int:
    start, limit, delta = (x.item() for x in (start, limit, delta))
    if delta == 0:
        raise invalid(f"Requires delta != 0: {delta}")
    if start > limit if delta > 0 else start < limit:
        least = "<= limit when delta >" if delta > 0 else ">= limit when delta <"
        raise invalid(f"Requires start {least} 0: {start}/{limit}")
    if isinstance(start, int):
        return -((start - limit) // delta)
    return math.ceil(abs((limit - start) / delta))


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
    infer=_infer_range,
    kernel=_range,
    differentiable=False,
)

_HIERARCHY = (dtypes.int32, dtypes.int64, dtypes.float16, dtypes.bfloat16, dtypes.float32, dtypes.float64)


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
                    f"tf.range takes int32, int64 and floating numbers. Received dtype {x.dtype.name}"
                )
        wanted = max((x.dtype for x in ends), key=_HIERARCHY.index)
    ends = [x if x.dtype is wanted else raw.Cast(x, DstT=wanted) for x in ends]
    return raw.Range(*ends, name=name)


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
    start = convert_to_tensor(start, name="start")
    stop = convert_to_tensor(stop, start.dtype, name="stop")
    count = convert_to_tensor(num, dtype_hint=dtypes.int32, name="num")
    if not count.dtype.is_integer:
        raise TypeError(f"tf.linspace: `num` must be an integer. Received dtype {count.dtype.name}")
    count = raw.Cast(count, DstT=dtypes.int32)
    if start.dtype.is_integer:
        start, stop = raw.Cast(start, DstT=dtypes.float64), raw.Cast(stop, DstT=dtypes.float64)
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
    begin = raw.ZerosLike(raw.Shape(joined))
    size = raw.SelectV2(along, count, raw.Shape(joined))
    return raw.Slice(joined, begin, size, name=name)


# ---------------------------------------------------------------------------- OneHot


def _one_hot_axis(axis: int, rank: int) -> int:
    if not -1 <= axis <= rank:
        raise invalid(
            f"Expected axis to be -1 or between [0, {rank + 1}).  But received: {axis}"
        )
    return rank if axis == -1 else axis


def _one_hot_depth(depth: np.ndarray) -> int:
    if depth.size != 1:
        raise invalid(f"depth must be a scalar, but got: {shape_text(depth.shape)}")
    if depth < 0:
        raise invalid(f"depth must be non-negative, got: {int(depth.reshape(()))}")
    return int(depth.reshape(()))


def _infer_one_hot(
    indices: Tensor, depth: Tensor, on_value: Tensor, off_value: Tensor, axis: int = -1
) -> Inferred:
    for what, x in (("on_value", on_value), ("off_value", off_value)):
        if x.shape.rank:
            raise invalid(f"{what} must be a scalar, but got: {shape_text(x.shape)}")
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
    numbers = xp.arange(_one_hot_depth(depth)).reshape(-1, *[1] * (indices.ndim - place))
    hit = xp.expand_dims(indices, place) == numbers
    return xp.where(hit, on_value.reshape(()), off_value.reshape(())).astype(on_value.dtype)


define(
    "OneHot",
    "indices: TI, depth: int32, on_value: T, off_value: T",
    "output: T",
    {
        "axis": -1,
        "T": types(),
        "TI": types((dtypes.uint8, dtypes.int8, *dtypes.INDEX), dtypes.int64),
    },
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
    return raw.OneHot(indices, depth, on, off, axis=-1 if axis is None else axis, name=name)


# ---------------------------------------------------------------------------- made of several


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
    lengths = convert_to_tensor(lengths, name="lengths")
    if maxlen is None:
        longest = raw.Max(lengths, raw.Range(0, raw.Rank(lengths), 1))
        limit = raw.Maximum(raw.ZerosLike(longest), longest)
    else:
        limit = convert_to_tensor(maxlen)
    if limit.shape.rank not in (None, 0):
        raise ValueError(f"Argument `maxlen` must be scalar. Received: {maxlen!r}")
    numbers = raw.Range(raw.ZerosLike(limit), limit, raw.OnesLike(limit))
    rows = raw.ExpandDims(raw.Cast(lengths, DstT=limit.dtype), -1)
    mask = raw.Less(numbers, rows, name=name)
    dtype = as_dtype(dtype)
    return mask if dtype is dtypes.bool_ else raw.Cast(mask, DstT=dtype)


@public("meshgrid", "compat.v1.meshgrid")
def meshgrid(*args: Any, **kwargs: Any) -> list[Tensor]:
    """Coordinates of a grid: for each vector, a tensor over the whole grid that varies along its axis.

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
    kwargs.pop("name", None)
    if kwargs:
        raise TypeError(f"'{next(iter(kwargs))}' is an invalid keyword argument for this function")
    if indexing not in ("xy", "ij"):
        raise ValueError(
            f"Argument `indexing` parameter must be either 'xy' or 'ij', got '{indexing}'"
        )
    count = len(args)
    shapes = [[-1 if i == j else 1 for j in range(count)] for i in range(count)]
    if indexing == "xy" and count > 1:
        shapes[0][:2], shapes[1][:2] = [1, -1], [-1, 1]
    rows = [raw.Reshape(convert_to_tensor(x), s) for x, s in zip(args, shapes, strict=True)]
    sizes = [raw.Size(row) for row in rows]
    if indexing == "xy" and count > 1:
        sizes[:2] = sizes[1::-1]
    shape = raw.Pack(sizes) if sizes else []
    return [raw.BroadcastTo(row, shape) for row in rows]
