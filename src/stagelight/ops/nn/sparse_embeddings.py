"""`tf.nn.embedding_lookup_sparse`: rows of a table, of which each row of ids combines some.

A row of ids is a row of a sparse matrix, or of a ragged tensor. Each id is looked up once, however often it
stands there.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from stagelight.core.convert import convert_to_tensor
from stagelight.core.raw import raw
from stagelight.core.scopes import op_scope
from stagelight.core.tensor import Tensor
from stagelight.ops.nn.embeddings import lookup_rows
from stagelight.ops.ragged.ragged_tensor import RaggedTensor
from stagelight.ops.ragged.sparse_rows import to_sparse
from stagelight.ops.sparse.elements import retain
from stagelight.ops.sparse.empty_rows import fill_empty_rows
from stagelight.ops.sparse.sparse_tensor import SparseTensor
from stagelight.public import public
from stagelight.types import dtypes

_COMBINERS = ("mean", "sqrtn", "sum")
_HALVES = (dtypes.float16, dtypes.bfloat16)


@public("nn.embedding_lookup_sparse")
def embedding_lookup_sparse(
    params: Any,
    sp_ids: Any,
    sp_weights: Any,
    combiner: str | None = None,
    max_norm: float | None = None,
    name: str | None = None,
    allow_fast_lookup: bool = False,
) -> Tensor:
    """Combines, for each row of ids, the rows of an embedding table that it names.

    With the rows `e` of the table and their weights `w`, a result is `sum(w * e)` for "sum",
    `sum(w * e) / sum(w)` for "mean" and `sum(w * e) / sqrt(sum(w ** 2))` for "sqrtn"; 0 where the divisor is
    0, and for rows without ids. After the last row that has ids there are no more.

    Args:
        params: tensor or variable `[n, ...]`, or a list of its parts, as for `tf.nn.embedding_lookup`.
        sp_ids: int32 or int64 `tf.SparseTensor` `[rows, ...]`, in order; or a `tf.RaggedTensor`.
        sp_weights: floating, with the ids' places; None for weights of 1.
        combiner: "mean", "sqrtn" or "sum"; None is "mean".
        max_norm: rows of the table of a larger l2 norm are scaled down to it.
        name: the operation's name.
        allow_fast_lookup: without effect.

    Returns:
        Tensor `[rows, *params.shape[1:]]` of the table's dtype. The gradient of a variable is
        `tf.IndexedSlices`.

    Raises:
        TypeError: ids or weights are not sparse, or the one sparse and the other ragged.
        ValueError: there is no such combiner, no table, or there are not as many weights as ids.
        InvalidArgumentError: an id is out of range.

    >>> table = tf.constant([[1.0, 2.0], [3.0, 4.0], [5.0, 6.0]])
    >>> ids = tf.SparseTensor([[0, 0], [0, 1], [1, 0]], tf.constant([0, 2, 1]), [2, 2])
    >>> tf.nn.embedding_lookup_sparse(table, ids, None, combiner="sum").numpy()
    array([[6., 8.],
           [3., 4.]], dtype=float32)
    """
    return combined_rows(params, sp_ids, sp_weights, "div", combiner, max_norm, name)


@public("compat.v1.nn.embedding_lookup_sparse")
def older_embedding_lookup_sparse(
    params: Any,
    sp_ids: Any,
    sp_weights: Any,
    partition_strategy: str = "mod",
    name: str | None = None,
    combiner: str | None = None,
    max_norm: float | None = None,
    allow_fast_lookup: bool = False,
) -> Tensor:
    """`tf.nn.embedding_lookup_sparse`, where a table in parts may be dealt out row by row.

    Args:
        params, sp_ids, sp_weights, name, combiner, max_norm, allow_fast_lookup: as there.
        partition_strategy: "mod" if row `i` is in part `i % parts`, "div" as there.

    Raises:
        TypeError, ValueError, InvalidArgumentError: as there.

    >>> even, odd = tf.constant([[0.0], [2.0]]), tf.constant([[1.0], [3.0]])
    >>> ids = tf.SparseTensor([[0, 0], [0, 1]], tf.constant([1, 2]), [1, 2])
    >>> tf.compat.v1.nn.embedding_lookup_sparse([even, odd], ids, None, combiner="sum").numpy().tolist()
    [[3.0]]
    """
    return combined_rows(params, sp_ids, sp_weights, partition_strategy, combiner, max_norm, name)


@public("nn.safe_embedding_lookup_sparse")
def safe_embedding_lookup_sparse(
    embedding_weights: Any,
    sparse_ids: Any,
    sparse_weights: Any = None,
    combiner: str = "mean",
    default_id: int | None = None,
    max_norm: float | None = None,
    name: str | None = None,
    allow_fast_lookup: bool = False,
) -> Tensor:
    """`tf.nn.embedding_lookup_sparse` that leaves out ids below 0, and gives a result for each row.

    Weights that are not above 0 are left out with their ids, but for "sum". A row that has nothing left
    gives the row of `default_id`, or zeros. Of ids of a higher rank the last axis is what is combined.

    Args:
        embedding_weights: the table, or a list of its parts.
        sparse_ids: int32 or int64 `tf.SparseTensor` `[d0, ..., dn]`, or a `tf.RaggedTensor` `[d0, (d1)]`.
        sparse_weights: floating, with the ids' places; None for weights of 1.
        combiner: "mean", "sqrtn" or "sum".
        default_id: what rows without ids are given.
        max_norm: rows of the table of a larger l2 norm are scaled down to it.
        name: the operation's name.
        allow_fast_lookup: without effect.

    Returns:
        Tensor `[d0, ..., dn-1, *embedding_weights.shape[1:]]`.

    Raises:
        TypeError: as for `tf.nn.embedding_lookup_sparse`.
        ValueError: there is no such combiner or no table, or its dtype is not that of the weights.
        InvalidArgumentError: an id is beyond the table.

    >>> table = tf.constant([[1.0, 2.0], [3.0, 4.0]])
    >>> ids = tf.SparseTensor([[0, 0], [2, 0], [2, 1]], tf.constant([1, -1, 0]), [3, 2])
    >>> tf.nn.safe_embedding_lookup_sparse(table, ids).numpy().tolist()
    [[3.0, 4.0], [0.0, 0.0], [1.0, 2.0]]
    """
    return safely_combined_rows(
        embedding_weights, sparse_ids, sparse_weights, combiner, default_id, "div", max_norm, name
    )


@public("compat.v1.nn.safe_embedding_lookup_sparse")
def older_safe_embedding_lookup_sparse(
    embedding_weights: Any,
    sparse_ids: Any,
    sparse_weights: Any = None,
    combiner: str = "mean",
    default_id: int | None = None,
    name: str | None = None,
    partition_strategy: str = "div",
    max_norm: float | None = None,
    allow_fast_lookup: bool = False,
) -> Tensor:
    """`tf.nn.safe_embedding_lookup_sparse`, where a table in parts may be dealt out row by row.

    Args:
        embedding_weights, sparse_ids, sparse_weights, combiner, default_id, name, max_norm,
            allow_fast_lookup: as there.
        partition_strategy: "mod" if row `i` is in part `i % parts`, "div" as there.

    Raises:
        TypeError, ValueError, InvalidArgumentError: as there.

    >>> even, odd = tf.constant([[0.0], [2.0]]), tf.constant([[1.0], [3.0]])
    >>> ids = tf.SparseTensor([[1, 0]], tf.constant([1]), [2, 1])
    >>> lookup = tf.compat.v1.nn.safe_embedding_lookup_sparse
    >>> lookup([even, odd], ids, partition_strategy="mod").numpy().tolist()
    [[0.0], [1.0]]
    """
    return safely_combined_rows(
        embedding_weights,
        sparse_ids,
        sparse_weights,
        combiner,
        default_id,
        partition_strategy,
        max_norm,
        name,
    )


def combined_rows(
    params: Any,
    sp_ids: Any,
    sp_weights: Any,
    partition_strategy: str,
    combiner: str | None,
    max_norm: float | None,
    name: str | None,
) -> Tensor:
    """The rows of a table or of its parts, combined for each row of ids."""
    combiner = "mean" if combiner is None else combiner
    if combiner not in _COMBINERS:
        raise ValueError(f"combiner must be one of 'mean', 'sqrtn' or 'sum', got {combiner}")
    sp_ids, sp_weights = _as_sparse(sp_ids, sp_weights)
    with op_scope(name or "embedding_lookup_sparse"):
        row_of = raw.StridedSlice(
            sp_ids.indices, [0, 0], [0, 1], [1, 1], begin_mask=1, end_mask=1, shrink_axis_mask=2
        )
        ids, places = raw.Unique(sp_ids.values)
        rows = lookup_rows(params, ids, partition_strategy, max_norm)
        if sp_weights is None:
            combine = {
                "mean": raw.SparseSegmentMean,
                "sqrtn": raw.SparseSegmentSqrtN,
                "sum": raw.SparseSegmentSum,
            }[combiner]
            return combine(rows, places, row_of)
        return _weighted(raw.GatherV2(rows, places, 0), sp_weights.values, row_of, combiner)


def _as_sparse(ids: Any, weights: Any) -> tuple[SparseTensor, SparseTensor | None]:
    """Ids and weights as sparse tensors with the same places."""
    kinds = (SparseTensor, RaggedTensor)
    if not isinstance(ids, kinds):
        raise TypeError(f"sp_ids must be SparseTensor, got {type(ids)}")
    if weights is not None and not isinstance(weights, kinds):
        raise TypeError(f"sp_weights must be either None or SparseTensor, got {type(weights)}")
    if weights is not None and type(ids) is not type(weights):
        raise TypeError(
            "sp_ids must be of the same type as sp_weights, received "
            f"{type(ids).__name__} for sp_ids and {type(weights).__name__} for sp_weights."
        )
    places = to_sparse(ids) if isinstance(ids, RaggedTensor) else ids
    beside = to_sparse(weights) if isinstance(weights, RaggedTensor) else weights
    if beside is not None:
        places.values.shape.assert_is_compatible_with(beside.values.shape)
    return places, beside


def _weighted(rows: Tensor, weights: Tensor, row_of: Tensor, combiner: str) -> Tensor:
    dtype = rows.dtype
    if dtype in _HALVES:
        rows = raw.Cast(rows, DstT=dtypes.float32)
    if weights.dtype is not rows.dtype:
        weights = raw.Cast(weights, DstT=rows.dtype)
    ones = raw.Fill(raw.ExpandDims(raw.Sub(raw.Rank(rows), 1), 0), 1)
    weights = raw.Reshape(weights, raw.ConcatV2([raw.Shape(weights), ones], 0))
    result = raw.SegmentSum(raw.Mul(rows, weights), row_of)
    if combiner == "mean":
        result = raw.DivNoNan(result, raw.SegmentSum(weights, row_of))
    elif combiner == "sqrtn":
        squares = raw.SegmentSum(raw.Square(weights), row_of)
        result = raw.DivNoNan(result, raw.Sqrt(squares))
    return raw.Cast(result, DstT=dtype) if dtype in _HALVES else result


def safely_combined_rows(
    tables: Any,
    ids: Any,
    weights: Any,
    combiner: str,
    default_id: int | None,
    partition_strategy: str,
    max_norm: float | None,
    name: str | None,
) -> Tensor:
    """The rows of a table or of its parts, combined for each row of ids that are looked through before."""
    if tables is None or (isinstance(tables, (list, tuple)) and not tables):
        raise ValueError(f"Missing embedding_weights {tables}.")
    parts = list(tables) if isinstance(tables, (list, tuple)) else [tables]
    ids, weights = _as_sparse(ids, weights)
    if weights is not None:
        parts = [_of_dtype(table, weights) for table in parts]
    with op_scope(name or "embedding_lookup"):
        outer = raw.StridedSlice(ids.dense_shape, [0], [-1], [1], begin_mask=1)
        ids, weights = _valid(_as_matrix(ids, outer), weights, combiner)
        ids, is_empty = fill_empty_rows(ids, default_id or 0)
        if weights is not None:
            weights, _ = fill_empty_rows(weights, 1.0)
        rows = combined_rows(parts, ids, weights, partition_strategy, combiner, max_norm, None)
        if default_id is None:
            ones = raw.Fill(raw.ExpandDims(raw.Sub(raw.Rank(rows), 1), 0), 1)
            is_empty = raw.Reshape(is_empty, raw.ConcatV2([raw.Shape(is_empty), ones], 0))
            rows = raw.SelectV2(is_empty, raw.ZerosLike(rows), rows)
        inner = raw.StridedSlice(raw.Shape(rows), [1], [0], [1], end_mask=1)
        return raw.Reshape(rows, raw.ConcatV2([raw.Cast(outer, DstT=dtypes.int32), inner], 0))


def _of_dtype(table: Any, weights: SparseTensor) -> Any:
    is_so = getattr(table, "dtype", None) == weights.dtype
    return table if is_so else convert_to_tensor(table, weights.dtype)


def _as_matrix(ids: SparseTensor, outer: Tensor) -> SparseTensor:
    """Ids of any rank as those of rows: all axes but the last are one."""
    last = raw.StridedSlice(ids.dense_shape, [-1], [0], [1], end_mask=1)
    count = raw.ExpandDims(raw.Prod(outer, [0]), 0)
    indices, shape = raw.SparseReshape(ids.indices, ids.dense_shape, raw.ConcatV2([count, last], 0))
    return SparseTensor(indices, ids.values, shape)


def _valid(
    ids: SparseTensor, weights: SparseTensor | None, combiner: str
) -> tuple[SparseTensor, SparseTensor | None]:
    """Ids that are not below 0, with weights that are above 0, where these divide."""
    is_valid = raw.GreaterEqual(ids.values, 0)
    if weights is None:
        return retain(ids, is_valid), None
    if combiner != "sum":
        is_valid = raw.LogicalAnd(is_valid, raw.Greater(weights.values, 0))
    beside: Sequence[Any] = (ids.indices, weights.values, ids.dense_shape)
    return retain(ids, is_valid), retain(SparseTensor(*beside), is_valid)
