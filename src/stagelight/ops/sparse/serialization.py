"""Sparse tensors as three strings or variants: their indices, values and shape.

The form in which they are elements of datasets (variants), and in which they are stored (strings: a
`TensorProto` each). The rows of one are each a tensor of one axis less.
"""

from __future__ import annotations

from types import ModuleType
from typing import Any

import numpy as np

from stagelight.core.inference import (
    Inferred,
    invalid,
    require_rank,
    require_rank_at_least,
    shape_text,
)
from stagelight.core.op_def import Trait, types
from stagelight.core.raw import raw
from stagelight.core.registry import define, lookup
from stagelight.core.tensor import Tensor
from stagelight.formats.tensor_content import content_message
from stagelight.ops.sparse.index_arrays import check_ranks, infer_parts
from stagelight.ops.sparse.sparse_tensor import SparseTensor, as_sparse
from stagelight.public import public
from stagelight.types import dtypes
from stagelight.types.dtypes import DType, as_dtype
from stagelight.types.shapes import TensorShape

Parts = tuple[np.ndarray, np.ndarray, np.ndarray]
_FORMS = (dtypes.string, dtypes.variant)


def _infer_one(
    indices: Tensor, values: Tensor, shape: Tensor, *, out_type: DType = dtypes.string, **_: Any
) -> Inferred:
    infer_parts(indices, values, shape)
    return Inferred(TensorShape([3]), out_type)


def _infer_many(
    indices: Tensor, values: Tensor, shape: Tensor, *, out_type: DType = dtypes.string, **_: Any
) -> Inferred:
    infer_parts(indices, values, shape)
    return Inferred(TensorShape([None, 3]), out_type)


def _written(xp: ModuleType, parts: Parts, out_type: DType) -> np.ndarray:
    result = np.empty(3, object)
    for i, part in enumerate(parts):
        if out_type is dtypes.variant:
            result[i] = part
        else:
            message = content_message(part, dtypes.from_numpy(part.dtype).as_datatype_enum)
            result[i] = message.SerializeToString(deterministic=True)
    return result


def _check(indices: np.ndarray, values: np.ndarray, shape: np.ndarray) -> None:
    check_ranks(indices, values, shape)
    if indices.shape != (len(values), len(shape)):
        raise invalid(
            f"Indices {shape_text(indices.shape)}, values {shape_text(values.shape)} and shape "
            f"{shape_text(shape.shape)} do not fit together."
        )


def _serialize(
    xp: ModuleType, *parts: np.ndarray, out_type: DType = dtypes.string, **_: Any
) -> np.ndarray:
    _check(*parts)
    return _written(xp, parts, out_type)  # type: ignore[arg-type]


def _serialize_many(
    xp: ModuleType, *parts: np.ndarray, out_type: DType = dtypes.string, **_: Any
) -> np.ndarray:
    _check(*parts)
    indices, values, shape = parts
    if len(shape) < 2:
        raise invalid(f"Rank of input SparseTensor should be > 1, but saw rank: {len(shape)}")
    count = int(shape[0])
    rows = np.empty((count, 3), object)
    of_row = indices[:, 0]
    if of_row.size and not 0 <= of_row.min() <= of_row.max() < count:
        raise invalid(f"Received unexpected row in sparse value; there are {count} rows.")
    for i in range(count):
        where = of_row == i
        rows[i] = _written(xp, (indices[where, 1:], values[where], shape[1:]), out_type)
    return rows


_ATTRS = {"T": types(), "out_type": types(_FORMS, dtypes.string)}

for _name, _infer, _kernel in (
    ("SerializeSparse", _infer_one, _serialize),
    ("SerializeManySparse", _infer_many, _serialize_many),
):
    define(
        _name,
        "sparse_indices: int64, sparse_values: T, sparse_shape: int64",
        "serialized_sparse: out_type",
        _ATTRS,
        infer=_infer,
        kernel=_kernel,
        differentiable=False,
        traits=Trait.HOST_ONLY,
    )


def _read(xp: ModuleType, row: np.ndarray, number: int, dtype: DType) -> Parts:
    parse = lookup("ParseTensor").kernel
    parts = [
        item
        if isinstance(item, np.ndarray)
        else parse(xp, np.asarray(item, object), out_type=expected)
        for item, expected in zip(row, (dtypes.int64, dtype, dtypes.int64), strict=True)
    ]
    indices, values, shape = parts
    if values.dtype != dtype.numpy_dtype:
        raise invalid(
            f"Requested SparseTensor of type {dtype.name} but SparseTensor[{number}].values.dtype() "
            f"== {values.dtype}"
        )
    _check(indices, values, shape)
    return indices, values, shape


def _deserialize(
    xp: ModuleType, serialized: np.ndarray, *, dtype: DType, **_: Any
) -> tuple[np.ndarray, ...]:
    if not serialized.ndim:
        raise invalid("Serialized sparse should have non-zero rank but received shape []")
    if serialized.shape[-1] != 3:
        raise invalid(
            f"Serialized sparse should have 3 as the last dimension {shape_text(serialized.shape)}"
        )
    outer = serialized.shape[:-1]
    rows = serialized.reshape(-1, 3)
    if not len(rows):
        raise invalid(
            "Serialized sparse should have at least 1 serialized tensor, but has a zero dimension "
            f"{shape_text(serialized.shape)}"
        )
    found = [_read(xp, row, i, dtype) for i, row in enumerate(rows)]
    if not outer:
        return found[0]
    ranks = {len(shape) for _, _, shape in found}
    if len(ranks) > 1:
        raise invalid(f"Inconsistent rank across SparseTensors: {sorted(ranks)}")
    places = np.stack(np.unravel_index(np.arange(len(rows)), outer), 1)
    indices = [
        np.concatenate([np.broadcast_to(place, (len(inner), len(outer))), inner], 1)
        for place, (inner, _, _) in zip(places, found, strict=True)
    ]
    # The shape is that which has room for all.
    inner_shape = np.max([shape for _, _, shape in found], 0)
    return (
        np.concatenate(indices).astype(np.int64),
        np.concatenate([values for _, values, _ in found]),
        np.concatenate([outer, inner_shape]).astype(np.int64),
    )


def _infer_read(serialized: Tensor, *, dtype: DType, **_: Any) -> tuple[Inferred, ...]:
    require_rank_at_least(serialized, 1, "serialized_sparse")
    if serialized.shape.rank and serialized.shape[-1] not in (3, None):
        raise invalid(
            f"Serialized sparse should have 3 as the last dimension {shape_text(serialized.shape)}"
        )
    return (
        Inferred(TensorShape([None, None]), dtypes.int64),
        Inferred(TensorShape([None]), dtype),
        Inferred(TensorShape([None]), dtypes.int64),
    )


def _infer_read_many(serialized: Tensor, *, dtype: DType, **_: Any) -> tuple[Inferred, ...]:
    require_rank(serialized, 2, "serialized_sparse")
    return _infer_read(serialized, dtype=dtype)


def _deserialize_many(
    xp: ModuleType, serialized: np.ndarray, *, dtype: DType, **_: Any
) -> tuple[np.ndarray, ...]:
    if serialized.ndim != 2:
        raise invalid(
            "Serialized sparse should have rank 2 but received shape "
            f"{shape_text(serialized.shape)}"
        )
    return _deserialize(xp, serialized, dtype=dtype)


define(
    "DeserializeSparse",
    "serialized_sparse: Tserialized",
    "sparse_indices: int64, sparse_values: dtype, sparse_shape: int64",
    {"dtype": types(), "Tserialized": types(_FORMS, dtypes.string)},
    infer=_infer_read,
    kernel=_deserialize,
    differentiable=False,
    traits=Trait.HOST_ONLY,
)
define(
    "DeserializeManySparse",
    "serialized_sparse: string",
    "sparse_indices: int64, sparse_values: dtype, sparse_shape: int64",
    {"dtype": types()},
    infer=_infer_read_many,
    kernel=_deserialize_many,
    differentiable=False,
    traits=Trait.HOST_ONLY,
)


@public("io.serialize_sparse")
def serialize_sparse(
    sp_input: Any, out_type: Any = dtypes.string, name: str | None = None
) -> Tensor:
    """A sparse tensor as three strings: its indices, values and shape.

    Args:
        sp_input: `SparseTensor`.
        out_type: string or variant.
        name: name of the operation.

    Returns:
        `out_type` vector `[3]`.

    >>> tf.io.serialize_sparse(tf.sparse.from_dense([0, 4])).shape
    TensorShape([3])
    """
    sparse = as_sparse(sp_input)
    parts = sparse.indices, sparse.values, sparse.dense_shape
    return raw.SerializeSparse(*parts, out_type=as_dtype(out_type), name=name)


@public("io.serialize_many_sparse")
def serialize_many_sparse(
    sp_input: Any, out_type: Any = dtypes.string, name: str | None = None
) -> Tensor:
    """The rows of a sparse tensor along its first axis, each as three strings.

    Args:
        sp_input: `SparseTensor` of rank 2 or more.
        out_type: string or variant.
        name: name of the operation.

    Returns:
        `out_type` matrix `[rows, 3]`.

    >>> tf.io.serialize_many_sparse(tf.sparse.from_dense([[0, 4], [5, 0]])).shape[1:]
    TensorShape([3])
    """
    sparse = as_sparse(sp_input)
    parts = sparse.indices, sparse.values, sparse.dense_shape
    return raw.SerializeManySparse(*parts, out_type=as_dtype(out_type), name=name)


@public(
    "io.deserialize_many_sparse",
    "compat.v1.deserialize_many_sparse",
    "compat.v1.io.deserialize_many_sparse",
)
def deserialize_many_sparse(
    serialized_sparse: Any, dtype: Any, rank: int | None = None, name: str | None = None
) -> SparseTensor:
    """The sparse tensor of rows that `serialize_many_sparse` or `serialize_sparse` wrote.

    Args:
        serialized_sparse: string matrix `[rows, 3]`.
        dtype: the dtype of the values.
        rank: the rank of the result, if it is known.
        name: name of the operation.

    Raises:
        InvalidArgumentError: the strings are no sparse tensors of that dtype, or there are none.

    >>> rows = tf.io.serialize_many_sparse(tf.sparse.from_dense([[0, 4], [5, 0]]))
    >>> tf.sparse.to_dense(tf.io.deserialize_many_sparse(rows, tf.int32)).numpy().tolist()
    [[0, 4], [5, 0]]
    """
    indices, values, shape = raw.DeserializeManySparse(
        serialized_sparse, dtype=as_dtype(dtype), name=name
    )
    if rank is not None:
        indices.set_shape([None, rank])
        shape.set_shape([rank])
    return SparseTensor(indices, values, shape)
