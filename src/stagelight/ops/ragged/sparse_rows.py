"""Ragged tensors of sparse matrices and the other way round: `RaggedTensor.from_sparse` and `to_sparse`."""

from __future__ import annotations

from typing import Any

from stagelight.core.raw import raw
from stagelight.ops.ragged.ragged_tensor import RaggedTensor
from stagelight.ops.ragged.row_splits import require
from stagelight.ops.sparse.sparse_tensor import SparseTensor
from stagelight.types.dtypes import as_dtype, int64


def from_sparse(
    st_input: SparseTensor, name: str | None = None, row_splits_dtype: Any = int64
) -> RaggedTensor:
    """The rows of a sparse matrix whose values stand at the beginning of rows, without gaps.

    Raises:
        ValueError: it is no matrix.
        InvalidArgumentError: a row has a gap or a place twice, or its values or the rows are not in order.

    >>> sparse = tf.SparseTensor([[0, 0], [0, 1], [2, 0]], [1, 2, 3], [3, 2])
    >>> tf.RaggedTensor.from_sparse(sparse)
    <tf.RaggedTensor [[1, 2], [], [3]]>
    """
    if st_input.shape.rank not in (None, 2):
        raise ValueError(f"rank(st_input) must be 2. Received: {st_input.shape}")
    _require_right_ragged(st_input.indices)
    dtype = as_dtype(row_splits_dtype)
    rows = raw.Cast(st_input.indices[:, 0], DstT=dtype)
    count = raw.Cast(st_input.dense_shape[0], DstT=dtype)
    return RaggedTensor.from_value_rowids(st_input.values, rows, count, validate=False)


def _require_right_ragged(indices: Any) -> None:
    """Checks that the columns of each row count from zero, one after the other."""
    rows, columns = indices[:, 0], indices[:, 1]
    is_new_row = raw.Greater(rows[1:], rows[:-1])
    continues = raw.LogicalAnd(
        raw.Equal(rows[1:], rows[:-1]), raw.Equal(columns[1:], raw.AddV2(columns[:-1], 1))
    )
    begins = raw.LogicalAnd(is_new_row, raw.Equal(columns[1:], 0))
    fits = raw.LogicalAnd(
        raw.All(raw.LogicalOr(begins, continues), 0), raw.All(raw.Equal(columns[:1], 0), 0)
    )
    require(
        fits,
        "SparseTensor is not right-ragged: the values of each row must stand in the columns 0, 1, 2 and so "
        "on, and the rows in their order.",
    )


def to_sparse(self: RaggedTensor, name: str | None = None) -> SparseTensor:
    """A sparse tensor with the values at their places; rows are not filled up.

    >>> tf.RaggedTensor.from_row_lengths([1, 2, 3], [2, 1]).to_sparse().indices.numpy()
    array([[0, 0],
           [0, 1],
           [1, 0]])
    """
    numbers = raw.Range(0, raw.Size(self.flat_values), 1)
    dense = self.with_flat_values(numbers).to_tensor(default_value=-1)
    indices = raw.Where(raw.GreaterEqual(dense, 0))
    return SparseTensor(indices, self.flat_values, raw.Shape(dense, out_type=int64))
