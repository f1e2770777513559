"""Tensors of one value: `tf.zeros`, `tf.ones`, `tf.fill`, `tf.zeros_like`, and `tf.eye`."""

from __future__ import annotations

import contextlib
import math
from types import ModuleType
from typing import Any

import numpy as np

from stagelight.core.convert import convert_to_tensor, make_constant
from stagelight.core.dispatch import CONTEXT
from stagelight.core.inference import (
    Inferred,
    constant_value,
    invalid,
    known_dims,
    shape_from,
    shape_text,
)
from stagelight.core.memory_errors import array_of
from stagelight.core.op_def import types
from stagelight.core.raw import raw
from stagelight.core.registry import define
from stagelight.core.scopes import op_scope
from stagelight.core.tensor import EagerTensor, Tensor
from stagelight.public import public
from stagelight.types import dtypes
from stagelight.types.dtypes import DType, as_dtype

# ---------------------------------------------------------------------------- zeros_like, ones_like


def _zeros_like(xp: ModuleType, x: np.ndarray) -> np.ndarray:
    if not x.dtype.hasobject:
        return xp.zeros_like(x)
    zeros = np.full(x.shape, b"", object)
    item: Any = x[()] if not x.ndim else b""
    if not isinstance(item, bytes):
        zeros[()] = item.zeros_like()  # A variant's object knows its zero.
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
def zeros_like(
    input: Any, dtype: Any = None, name: str | None = None, layout: Any = None
) -> Tensor:
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
    name = name or ("ones_like" if value else "zeros_like")
    if dtype is x.dtype:
        return (raw.OnesLike if value else raw.ZerosLike)(x, name=name)
    return raw.Fill(raw.Shape(x), _scalar(value, dtype), name=name)


def _require_no_layout(layout: Any) -> None:
    if layout is not None:
        raise NotImplementedError("layout: DTensor layouts are not supported. Leave it None.")


# ---------------------------------------------------------------------------- Fill


def _infer_fill(dims: Tensor, value: Tensor) -> Inferred:
    _require_sizes(known_dims(dims) or [])
    return Inferred(shape_from(dims), value.dtype)


def _require_sizes(sizes: Any) -> None:
    for size in sizes:
        if size is not None and size < 0:
            raise invalid(f"Dimension {size} must be >= 0")


def _fill(xp: ModuleType, dims: np.ndarray, value: np.ndarray) -> np.ndarray:
    if dims.ndim > 1:
        raise invalid(f"dims must represent a vector, got shape {shape_text(dims.shape)}")
    sizes = dims.reshape(-1).tolist()  # TF: eagerly a scalar is a vector of one.
    _require_sizes(sizes)
    if value.size != 1:
        raise invalid(f"value must represent a scalar, got shape {shape_text(value.shape)}")
    return xp.full(sizes, value.reshape(())[()], value.dtype)


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
    requires={"dims": "vector while tracing", "value": "scalar while tracing"},
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


def _scalar(value: int, dtype: DType) -> Any:
    """0 or 1 as an input of an op: eagerly a tensor, in a graph a value that becomes a constant of it."""
    scalar = _value_of(value, dtype)
    return scalar if CONTEXT.stage is None else scalar._array


def _filled(shape: Any, value: int, dtype: DType, name: str | None) -> Tensor:
    if isinstance(shape, (list, tuple)) and all(type(size) is int and size >= 0 for size in shape):
        scalar = _value_of(value, dtype)
        if CONTEXT.stage is None or math.prod(shape) < _CONSTANT_LIMIT:
            return make_constant(EagerTensor(array_of(scalar._array, shape), dtype), name)
    dims = shape if isinstance(shape, Tensor) else convert_to_tensor(shape, dtype_hint=dtypes.int32)
    if dims.dtype not in dtypes.INDEX:
        raise TypeError(f"A shape is of integers. Received: {shape!r}")
    if dims.shape.rank == 0:
        dims = raw.Reshape(dims, [1])
    return raw.Fill(dims, _scalar(value, dtype), name=name)


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


def _empty(xp: ModuleType, shape: np.ndarray, *, dtype: DType, init: bool = False) -> np.ndarray:
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


def _is_whole_number(value: Any) -> bool:
    """Whether Python or NumPy has an integer here, or an object that stands for a size."""
    is_array = isinstance(value, np.ndarray) and value.ndim == 0 and value.dtype.kind in "iu"
    return is_array or (hasattr(value, "__index__") and not isinstance(value, (bool, np.ndarray)))


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
        TypeError: a size that is no tensor is no integer.
        InvalidArgumentError: a size is negative, or a tensor that is no scalar.

    >>> tf.eye(2, 3).numpy()
    array([[1., 0., 0.],
           [0., 1., 0.]], dtype=float32)
    """
    dtype = as_dtype(dtype)
    if CONTEXT.stage is None and batch_shape is None and dtype in dtypes.NUMERIC:
        columns = num_rows if num_columns is None else num_columns
        if type(num_rows) is int and type(columns) is int and num_rows >= 0 and columns >= 0:
            with contextlib.suppress(MemoryError):  # The long way tells of it.
                return EagerTensor(np.eye(num_rows, columns, dtype=dtype.numpy_dtype), dtype)
    sizes = num_rows, num_rows if num_columns is None else num_columns
    if not all(isinstance(size, Tensor) or _is_whole_number(size) for size in sizes):
        raise TypeError(
            "Arguments `num_rows` and `num_columns` must be positive integer values. Received: "
            f"num_rows={sizes[0]}, num_columns={sizes[1]}"
        )
    with op_scope(name or "eye"):
        rows = convert_to_tensor(num_rows, dtype_hint=dtypes.int32, name="num_rows")
        columns = rows if num_columns is None else convert_to_tensor(num_columns, rows.dtype)
        if not rows.dtype.is_integer:  # TF: sizes are cut to integers where they are tensors.
            rows, columns = raw.Cast(rows, DstT=dtypes.int32), raw.Cast(columns, DstT=dtypes.int32)
        batch = convert_to_tensor([] if batch_shape is None else batch_shape, dtype_hint=rows.dtype)
        is_given = isinstance(batch_shape, Tensor) or batch.dtype.is_integer
        if CONTEXT.stage is None and not is_given:  # TF: a graph cuts them to integers.
            raise TypeError(f"batch_shape must have integers. Received: {batch_shape}")
        batch = batch if batch.dtype is rows.dtype else raw.Cast(batch, DstT=rows.dtype)
        shortest = raw.Minimum(rows, columns)
        diagonal = raw.Fill(
            raw.ConcatV2([batch, raw.ExpandDims(shortest, -1)], 0), _scalar(1, dtype)
        )
        if num_columns is None:
            return raw.MatrixDiagV3(diagonal, 0, -1, -1, _scalar(0, dtype))
        zeros_there = raw.Fill(
            raw.ConcatV2([batch, raw.Pack([rows, columns])], 0), _scalar(0, dtype)
        )
        return raw.MatrixSetDiagV3(zeros_there, diagonal, 0)
