"""Shapes as tensors: `tf.shape`, `tf.shape_n`, `tf.rank`, `tf.size`.

While a graph is traced a shape that is fully known becomes a constant, and the known part of any
other stays known to the ops that compute with it (the `dims` rules).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from stagelight.core.convert import convert_to_tensor, register_conversion
from stagelight.core.dispatch import CONTEXT
from stagelight.core.inference import SCALAR, Inferred
from stagelight.core.op_def import attr, types
from stagelight.core.raw import raw
from stagelight.core.registry import define
from stagelight.core.tensor import Tensor
from stagelight.public import public
from stagelight.types import dtypes
from stagelight.types.dimension import Dimension
from stagelight.types.dtypes import DType, as_dtype
from stagelight.types.shapes import TensorShape

# ---------------------------------------------------------------------------- Shape


def _vector_for(x: Tensor, out_type: DType) -> Inferred:
    return Inferred(TensorShape([x.shape.rank]), out_type)


def _shape_array(x: np.ndarray, out_type: DType) -> np.ndarray:
    return np.array(x.shape, out_type.numpy_dtype)


def _shape_dims(op: Any) -> list[int | None] | None:
    shape = op.inputs[0].shape
    return None if shape.rank is None else shape.as_list()


define(
    "Shape",
    "input: T",
    "output: out_type",
    {"T": types(), "out_type": types(dtypes.INDEX, dtypes.int32)},
    infer=lambda input, out_type=dtypes.int32: _vector_for(input, out_type),
    kernel=lambda xp, input, out_type=dtypes.int32: _shape_array(input, out_type),
    differentiable=False,
    dims=_shape_dims,
)


@public("shape")
def shape(input: Any, out_type: Any = None, name: str | None = None) -> Tensor:
    """The shape of a tensor, as a tensor.

    Args:
        input: tensor of any dtype, or an object with a `dense_shape`, such as `tf.SparseTensor`.
        out_type: int32 (the default) or int64.
        name: name of the operation.

    Returns:
        Integer vector with one size an axis.

    >>> tf.shape([[1, 2, 3], [4, 5, 6]]).numpy()
    array([2, 3], dtype=int32)
    """
    out_type = _index_dtype(out_type)
    sizes = _dense_shape(input)
    if sizes is not None:
        return raw.Cast(sizes, DstT=out_type, name=name)
    x = convert_to_tensor(input, name="input")
    if CONTEXT.stage is not None and x.shape.is_fully_defined():
        return convert_to_tensor(x.shape.as_list(), out_type, name=name or "Shape")
    return raw.Shape(x, out_type=out_type, name=name)


def _index_dtype(out_type: Any) -> DType:
    return dtypes.int32 if out_type is None else as_dtype(out_type)


def _dense_shape(value: Any) -> Tensor | None:
    """The shape that a sparse object carries."""
    return None if isinstance(value, Tensor) else getattr(value, "dense_shape", None)


define(
    "ShapeN",
    "input: N * T",
    "output: N * out_type",
    {"N": attr("int"), "T": types(), "out_type": types(dtypes.INDEX, dtypes.int32)},
    infer=lambda *inputs, out_type=dtypes.int32: [_vector_for(x, out_type) for x in inputs],
    kernel=lambda xp, *inputs, out_type=dtypes.int32: [_shape_array(x, out_type) for x in inputs],
    differentiable=False,
)


@public("shape_n", "compat.v1.shape_n")
def shape_n(
    input: Sequence[Any], out_type: Any = dtypes.int32, name: str | None = None
) -> list[Tensor]:
    """The shapes of several tensors of one dtype.

    Args:
        input: list of tensors.
        out_type: int32 or int64.
        name: name of the operation.

    Returns:
        List of integer vectors.

    >>> [s.numpy() for s in tf.shape_n([tf.zeros([2]), tf.zeros([3, 1])])]
    [array([2], dtype=int32), array([3, 1], dtype=int32)]
    """
    return raw.ShapeN(input, out_type=as_dtype(out_type), name=name)


# ---------------------------------------------------------------------------- Rank and Size

define(
    "Rank",
    "input: T",
    "output: int32",
    {"T": types()},
    infer=lambda input: Inferred(SCALAR, dtypes.int32),
    kernel=lambda xp, input: np.asarray(input.ndim, np.int32),
    differentiable=False,
    dims=lambda op: None if op.inputs[0].shape.rank is None else [op.inputs[0].shape.rank],
)


@public("rank", "compat.v1.rank")
def rank(input: Any, name: str | None = None) -> Tensor:
    """The number of axes of a tensor.

    Args:
        input: tensor of any dtype.
        name: name of the operation.

    Returns:
        int32 scalar.

    >>> tf.rank([[1, 2], [3, 4]]).numpy()
    np.int32(2)
    """
    sizes = _dense_shape(input)
    if sizes is not None:
        return raw.Size(sizes, name=name)
    x = convert_to_tensor(input, name="input")
    if CONTEXT.stage is not None and x.shape.rank is not None:
        return convert_to_tensor(x.shape.rank, dtypes.int32, name=name or "Rank")
    return raw.Rank(x, name=name)


def _size_dims(op: Any) -> list[int | None] | None:
    count = op.inputs[0].shape.num_elements()
    return None if count is None else [count]


define(
    "Size",
    "input: T",
    "output: out_type",
    {"T": types(), "out_type": types(dtypes.INDEX, dtypes.int32)},
    infer=lambda input, out_type=dtypes.int32: Inferred(SCALAR, out_type),
    kernel=lambda xp, input, out_type=dtypes.int32: np.asarray(input.size, out_type.numpy_dtype),
    differentiable=False,
    dims=_size_dims,
)


@public("size")
def size(input: Any, out_type: Any = None, name: str | None = None) -> Tensor:
    """The number of elements of a tensor.

    Args:
        input: tensor of any dtype.
        out_type: int32 (the default) or int64.
        name: name of the operation.

    Returns:
        Integer scalar.

    >>> tf.size([[1, 2, 3], [4, 5, 6]]).numpy()
    np.int32(6)
    """
    out_type = _index_dtype(out_type)
    sizes = _dense_shape(input)
    if sizes is not None:
        return raw.Prod(raw.Cast(sizes, DstT=out_type), 0, name=name)
    x = convert_to_tensor(input, name="input")
    if CONTEXT.stage is not None and x.shape.is_fully_defined():
        return convert_to_tensor(x.shape.num_elements(), out_type, name=name or "Size")
    return raw.Size(x, out_type=out_type, name=name)


# ---------------------------------------------------------------------------- conversion

_INT32_MAX = np.iinfo(np.int32).max


def _shape_to_tensor(value: TensorShape, dtype: DType | None, name: str | None) -> Tensor:
    if not value.is_fully_defined():
        raise ValueError(f"Cannot convert a partially known TensorShape {value} to a Tensor.")
    sizes = np.array(value.as_list(), np.int64)
    if dtype is None:
        dtype = dtypes.int64 if (sizes > _INT32_MAX).any() else dtypes.int32
    if dtype not in dtypes.INDEX:
        raise TypeError(f"Cannot convert a TensorShape to dtype {dtype.name}. Use int32 or int64.")
    return convert_to_tensor(sizes.astype(dtype.numpy_dtype), dtype, name=name)


def _dimension_to_tensor(value: Dimension, dtype: DType | None, name: str | None) -> Tensor:
    if value.value is None:
        raise ValueError("Cannot convert unknown Dimension to a Tensor.")
    return convert_to_tensor(value.value, dtype or dtypes.int32, name=name)


register_conversion(TensorShape, _shape_to_tensor)
register_conversion(Dimension, _dimension_to_tensor)
