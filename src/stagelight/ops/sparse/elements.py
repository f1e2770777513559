"""Some of a sparse tensor's elements, and functions of them: `tf.sparse.retain`, `map_values` and kin."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from stagelight import nest
from stagelight.core.convert import convert_to_tensor
from stagelight.core.indexed_slices import IndexedSlices
from stagelight.core.raw import raw
from stagelight.core.scopes import op_scope
from stagelight.core.tensor import Tensor
from stagelight.ops.sparse.sparse_tensor import SparseTensor, as_sparse
from stagelight.public import public
from stagelight.types import dtypes


@public("sparse.retain", "compat.v1.sparse_retain")
def retain(sp_input: Any, to_retain: Any) -> SparseTensor:
    """The sparse tensor with some of its elements.

    Args:
        sp_input: a `tf.SparseTensor` of `n` elements.
        to_retain: bool vector `[n]`.

    Raises:
        TypeError: the input is not sparse.

    >>> tf.sparse.retain(tf.SparseTensor([[0], [2]], [5, 7], [3]), [False, True]).values.numpy()
    array([7], dtype=int32)
    """
    sparse = as_sparse(sp_input)
    to_retain = convert_to_tensor(to_retain)
    if to_retain.shape.rank is not None:
        to_retain.shape.with_rank(1)[0:1].assert_is_compatible_with(sparse.values.shape[0:1])
    places = raw.Reshape(raw.Where(to_retain), [-1])
    result = SparseTensor(
        raw.GatherV2(sparse.indices, places, 0),
        raw.GatherV2(sparse.values, places, 0),
        sparse.dense_shape,
    )
    result.set_shape(sparse.shape)
    return result


@public("sparse.mask", "compat.v1.sparse_mask")
def mask(a: IndexedSlices, mask_indices: Any, name: str | None = None) -> IndexedSlices:
    """`tf.IndexedSlices` without the rows at some indices.

    Args:
        a: the slices.
        mask_indices: the indices to leave out.
        name: the operations' name.

    >>> slices = tf.IndexedSlices(tf.constant([1.0, 2.0]), tf.constant([3, 5]))
    >>> tf.sparse.mask(slices, [3]).indices.numpy()
    array([5], dtype=int32)
    """
    with op_scope(name or "sparse_mask"):
        kept, places = raw.ListDiff(a.indices, mask_indices)
        return IndexedSlices(raw.GatherV2(a.values, places, 0), kept, a.dense_shape)


@public("sparse.map_values")
def map_values(op: Callable[..., Any], *args: Any, **kwargs: Any) -> SparseTensor:
    """`op` applied to the values of sparse tensors, which keep their places.

    Args:
        op: a function of tensors that gives one as long as the values.
        *args, **kwargs: its arguments; sparse ones, with equal indices, give their values.

    Raises:
        ValueError: no argument is sparse, or the result is not as long.

    >>> tf.sparse.map_values(tf.add, tf.SparseTensor([[1]], [5], [3]), 10).values.numpy()
    array([15], dtype=int32)
    """
    found = [x for x in nest.flatten((args, kwargs)) if isinstance(x, SparseTensor)]
    if not found:
        raise ValueError("No SparseTensor in argument list of map_values")
    first = found[0]
    values_args, values_kwargs = nest.map_structure(
        lambda x: x.values if isinstance(x, SparseTensor) else x, (args, kwargs)
    )
    for other in found[1:]:
        _require_same_places(first, other)
    values = convert_to_tensor(op(*values_args, **values_kwargs))
    values.shape.with_rank_at_least(1)
    if not values.shape[0:1].is_compatible_with(first.values.shape[0:1]):
        raise ValueError(
            f"map_values: the result must have one value for each element, {first.values.shape[0]}. "
            f"Received shape: {values.shape}"
        )
    result = SparseTensor(first.indices, values, first.dense_shape)
    result.set_shape(first.shape)
    return result


def _require_same_places(a: SparseTensor, b: SparseTensor) -> None:
    for one, other in ((a.indices, b.indices), (a.dense_shape, b.dense_shape)):
        if one is other:
            continue
        if not one.shape.is_compatible_with(other.shape):
            raise ValueError("map_values: all sparse arguments must have the same indices.")
        same = raw.All(raw.Equal(one, other), raw.Range(0, raw.Rank(one), 1))
        raw.Assert(same, ["map_values: all sparse arguments must have the same indices."])


@public("sparse.to_indicator", "compat.v1.sparse_to_indicator")
def to_indicator(sp_input: Any, vocab_size: Any, name: str | None = None) -> Tensor:
    """A dense bool tensor that is true at the ids that a sparse tensor holds.

    The last axis of the input goes: `out[d0, ..., dn, id]` is true if `id` is among
    `sp_input[d0, ..., dn, :]`.

    Args:
        sp_input: a `tf.SparseTensor` of int32 or int64 ids.
        vocab_size: how many ids there are.
        name: the operations' name.

    Raises:
        InvalidArgumentError: an id is out of range, or stands twice in a row.

    >>> tf.sparse.to_indicator(tf.SparseTensor([[0, 0]], [2], [1, 1]), 3).numpy()
    array([[False, False,  True]])
    """
    sparse = as_sparse(sp_input)
    with op_scope(name or "SparseToIndicator"):
        ids = raw.ExpandDims(raw.Cast(sparse.values, DstT=dtypes.int64), 1)
        before = raw.StridedSlice(sparse.indices, [0, 0], [0, -1], [1, 1], begin_mask=3, end_mask=1)
        outer = raw.StridedSlice(sparse.dense_shape, [0], [-1], [1], begin_mask=1)
        size = raw.Reshape(raw.Cast(convert_to_tensor(vocab_size), DstT=dtypes.int64), [1])
        shape = raw.ConcatV2([outer, size], 0)
        trues = raw.Fill(raw.Shape(sparse.values), True)
        indices, values = raw.SparseReorder(raw.ConcatV2([before, ids], 1), trues, shape)
        return raw.SparseToDense(indices, shape, values, False)
