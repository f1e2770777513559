"""The softmax of the elements of each row that are there: `tf.sparse.softmax`."""

from __future__ import annotations

from types import ModuleType
from typing import Any

import numpy as np

from stagelight.core.inference import Inferred, invalid
from stagelight.core.op_def import types
from stagelight.core.raw import raw
from stagelight.core.registry import define
from stagelight.core.tensor import Tensor
from stagelight.ops.sparse.index_arrays import check_bounds, check_parts, infer_parts, places
from stagelight.ops.sparse.sparse_tensor import SparseTensor, as_sparse
from stagelight.public import public
from stagelight.types import dtypes
from stagelight.types.shapes import TensorShape


def _infer(sp_indices: Tensor, sp_values: Tensor, sp_shape: Tensor) -> Inferred:
    count, rank = infer_parts(sp_indices, sp_values, sp_shape)
    if rank is not None and rank < 2:
        raise invalid(f"Input should have rank >= 2, but received shape of rank {rank}")
    return Inferred(TensorShape([count]), sp_values.dtype)


def _softmax(
    xp: ModuleType, sp_indices: np.ndarray, sp_values: np.ndarray, sp_shape: np.ndarray
) -> np.ndarray:
    check_parts(sp_indices, sp_values, sp_shape)
    check_bounds(sp_indices, sp_shape)
    if len(sp_shape) < 2:
        raise invalid(f"Input should have rank >= 2, but received shape: {sp_shape.tolist()}")
    rows, which = np.unique(places(sp_indices[:, :-1], sp_shape[:-1]), return_inverse=True)
    which = which.reshape(-1)
    greatest = np.full(len(rows), -np.inf, sp_values.dtype)
    np.maximum.at(greatest, which, sp_values)
    powers = np.exp(sp_values - greatest[which])
    sums = np.zeros(len(rows), sp_values.dtype)
    np.add.at(sums, which, powers)
    return powers / sums[which]


def _softmax_gradient(op: Any, dy: Tensor) -> list[Any]:
    """`dx = (dy - sum(dy * y)) * y` with the sum over the row."""
    indices, _, shape = op.inputs
    y = op.outputs[0]
    rank = raw.Size(shape)
    last = raw.Reshape(raw.Sub(rank, 1), [1])
    sums = raw.SparseReduceSum(indices, raw.Mul(dy, y), shape, last, keep_dims=True)
    row = raw.StridedSlice(indices, [0, 0], [0, -1], [1, 1], begin_mask=3, end_mask=1)
    flat = raw.Squeeze(sums, squeeze_dims=[-1])
    return [None, raw.Mul(raw.Sub(dy, raw.GatherNd(flat, row)), y), None]


define(
    "SparseSoftmax",
    "sp_indices: int64, sp_values: T, sp_shape: int64",
    "output: T",
    {"T": types((dtypes.float16, dtypes.float32, dtypes.float64))},
    infer=_infer,
    kernel=_softmax,
    gradient=_softmax_gradient,
)


@public("sparse.softmax", "compat.v1.sparse_softmax")
def softmax(sp_input: Any, name: str | None = None) -> SparseTensor:
    """The softmax along the last axis, over the elements that are there.

    Args:
        sp_input: a floating `tf.SparseTensor` of at least two axes.
        name: the operation's name.

    Raises:
        InvalidArgumentError: it has fewer axes.

    >>> tf.sparse.softmax(tf.SparseTensor([[0, 0], [0, 2]], [1.0, 1.0], [1, 3])).values.numpy()
    array([0.5, 0.5], dtype=float32)
    """
    sparse = as_sparse(sp_input)
    values = raw.SparseSoftmax(sparse.indices, sparse.values, sparse.dense_shape, name=name)
    result = SparseTensor(sparse.indices, values, sparse.dense_shape)
    result.set_shape(sparse.shape)
    return result
