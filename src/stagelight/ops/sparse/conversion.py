"""Dense tensors from sparse ones and back: `tf.sparse.to_dense`, `tf.sparse.from_dense`, `eye`."""

from __future__ import annotations

from types import ModuleType
from typing import Any

import numpy as np

from stagelight.core.convert import convert_to_tensor
from stagelight.core.inference import Inferred, invalid, shape_from, shape_text
from stagelight.core.op_def import types
from stagelight.core.raw import raw
from stagelight.core.registry import define
from stagelight.core.scopes import op_scope
from stagelight.core.tensor import EagerTensor, Tensor
from stagelight.ops.sparse.index_arrays import check_bounds, check_order
from stagelight.ops.sparse.sparse_tensor import SparseTensor, as_sparse
from stagelight.public import public
from stagelight.types import dtypes
from stagelight.types.dtypes import as_dtype


def _infer_to_dense(
    sparse_indices: Tensor,
    output_shape: Tensor,
    sparse_values: Tensor,
    default_value: Tensor,
    *,
    validate_indices: bool = True,
) -> Inferred:
    return Inferred(shape_from(output_shape), sparse_values.dtype)


def _to_dense(
    xp: ModuleType,
    sparse_indices: np.ndarray,
    output_shape: np.ndarray,
    sparse_values: np.ndarray,
    default_value: np.ndarray,
    *,
    validate_indices: bool = True,
) -> np.ndarray:
    if sparse_indices.ndim > 2:
        raise invalid(
            "sparse_indices should be a scalar, vector, or matrix, got shape "
            f"{shape_text(sparse_indices.shape)}"
        )
    if output_shape.ndim != 1:
        raise invalid(f"output_shape must be rank 1, got shape {shape_text(output_shape.shape)}")
    if default_value.ndim:
        raise invalid("default_value should be a scalar.")
    rank = len(output_shape)
    rows = sparse_indices if sparse_indices.ndim == 2 else sparse_indices.reshape(-1, 1)
    if rows.shape[1] != rank:
        raise invalid(
            f"output_shape has incorrect number of elements: {rank} should be: {rows.shape[1]}"
        )
    if sparse_values.ndim > 1 or (sparse_values.ndim == 1 and len(sparse_values) != len(rows)):
        raise invalid(
            f"sparse_values has incorrect shape {shape_text(sparse_values.shape)}, should be [] or "
            f"[{len(rows)}]"
        )
    if (output_shape < 0).any():
        raise invalid(f"output_shape must not be negative. Received: {output_shape.tolist()}")
    (check_order if validate_indices else check_bounds)(rows, output_shape)
    dense = np.full(tuple(output_shape.tolist()), default_value[()], sparse_values.dtype)
    dense[tuple(rows.T)] = sparse_values
    return dense


def _to_dense_gradient(op: Any, dy: Tensor) -> list[Any]:
    indices = op.inputs[0]
    dvalues = raw.GatherNd(dy, indices)
    total = raw.Sum(dy, raw.Range(0, raw.Rank(dy), 1))
    taken = raw.Sum(dvalues, raw.Range(0, raw.Rank(dvalues), 1))
    return [None, None, dvalues, raw.Sub(total, taken)]


define(
    "SparseToDense",
    "sparse_indices: Tindices, output_shape: Tindices, sparse_values: T, default_value: T",
    "dense: T",
    {"validate_indices": True, "T": types(), "Tindices": types(dtypes.INDEX)},
    infer=_infer_to_dense,
    kernel=_to_dense,
    gradient=_to_dense_gradient,
)


@public("sparse.to_dense")
def to_dense(
    sp_input: Any,
    default_value: Any = None,
    validate_indices: bool = True,
    name: str | None = None,
) -> Tensor:
    """The whole tensor of a sparse one.

    Args:
        sp_input: a `tf.SparseTensor`.
        default_value: the value of all other places; zero, or the empty string, if None.
        validate_indices: whether indices that are out of order or repeated are refused.
        name: the operation's name.

    Raises:
        TypeError: the input is not sparse.
        InvalidArgumentError: an index is out of bounds, of order, or repeated.

    >>> tf.sparse.to_dense(tf.SparseTensor([[1]], [5], [3]), default_value=-1).numpy()
    array([-1,  5, -1], dtype=int32)
    """
    sparse = as_sparse(sp_input)
    if default_value is None:
        default_value = convert_to_tensor(
            b"" if sparse.dtype is dtypes.string else np.zeros((), sparse.dtype.numpy_dtype)
        )
    dense: Any = raw.SparseToDense(
        sparse.indices,
        sparse.dense_shape,
        sparse.values,
        default_value,
        validate_indices=validate_indices,
        name=name,
    )
    if not isinstance(dense, EagerTensor):
        dense.set_shape(sparse.shape)
    return dense


@public("compat.v1.sparse_to_dense")
def sparse_to_dense(
    sparse_indices: Any,
    output_shape: Any,
    sparse_values: Any,
    default_value: Any = 0,
    validate_indices: bool = True,
    name: str | None = None,
) -> Tensor:
    """A tensor of the default value with `sparse_values` at `sparse_indices`.

    Args:
        sparse_indices: int32 or int64 matrix `[n, rank]`, or vector or scalar for one axis.
        output_shape: vector of the same dtype.
        sparse_values: vector `[n]`, or one value for all.
        default_value: scalar.
        validate_indices: whether indices that are out of order or repeated are refused.
        name: the operation's name.

    Raises:
        InvalidArgumentError: an index is out of bounds, of order, or repeated.

    >>> tf.compat.v1.sparse_to_dense([1], [3], 5).numpy()
    array([0, 5, 0], dtype=int32)
    """
    return raw.SparseToDense(
        sparse_indices,
        output_shape,
        sparse_values,
        default_value,
        validate_indices=validate_indices,
        name=name,
    )


@public("sparse.from_dense")
def from_dense(tensor: Any, name: str | None = None) -> SparseTensor:
    """The sparse tensor of the elements that are not zero, or not the empty string.

    Args:
        tensor: a tensor.
        name: the operations' name.

    >>> tf.sparse.from_dense([[0, 3], [4, 0]]).values.numpy()
    array([3, 4], dtype=int32)
    """
    with op_scope(name or "dense_to_sparse"):
        tensor = convert_to_tensor(tensor)
        zero = b"" if tensor.dtype is dtypes.string else np.zeros((), tensor.dtype.numpy_dtype)
        indices = raw.Where(raw.NotEqual(tensor, zero))
        shape = raw.Shape(tensor, out_type=dtypes.int64)
        sparse = SparseTensor(indices, raw.GatherNd(tensor, indices), shape)
        sparse.set_shape(tensor.shape)
        return sparse


@public("sparse.eye")
def eye(
    num_rows: Any, num_columns: Any = None, dtype: Any = dtypes.float32, name: str | None = None
) -> SparseTensor:
    """The sparse matrix of ones on the diagonal.

    Args:
        num_rows: the number of rows.
        num_columns: the number of columns; that of rows if None.
        dtype: the dtype of the values.
        name: the operations' name.

    >>> tf.sparse.to_dense(tf.sparse.eye(2, 3)).numpy()
    array([[1., 0., 0.],
           [0., 1., 0.]], dtype=float32)
    """
    with op_scope(name or "eye"):
        rows = raw.Cast(convert_to_tensor(num_rows), DstT=dtypes.int64)
        columns = rows if num_columns is None else convert_to_tensor(num_columns)
        columns = raw.Cast(columns, DstT=dtypes.int64)
        size = raw.Minimum(rows, columns)
        places = raw.Range(
            convert_to_tensor(0, dtypes.int64), size, convert_to_tensor(1, dtypes.int64)
        )
        ones = raw.Fill(raw.Pack([size]), convert_to_tensor(1, as_dtype(dtype)))
        return SparseTensor(raw.Pack([places, places], axis=1), ones, raw.Pack([rows, columns]))
