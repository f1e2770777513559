"""The same elements in another order or shape: `tf.sparse.reorder`, `reshape`, `transpose`, `expand_dims`."""

from __future__ import annotations

import math
from types import ModuleType
from typing import Any

import numpy as np

from stagelight.core.convert import convert_to_tensor
from stagelight.core.dispatch import CONTEXT
from stagelight.core.inference import Inferred, constant_value, invalid, require_rank, shape_from
from stagelight.core.op_def import types
from stagelight.core.raw import raw
from stagelight.core.registry import define
from stagelight.core.scopes import op_scope
from stagelight.core.tensor import Tensor
from stagelight.ops.debugging.assertions import assert_less_equal
from stagelight.ops.sparse.index_arrays import (
    check_parts,
    indices_of,
    infer_parts,
    known_rank,
    lexicographic,
    places,
)
from stagelight.ops.sparse.sparse_tensor import SparseTensor, as_sparse
from stagelight.public import public
from stagelight.types import dtypes
from stagelight.types.shapes import TensorShape

# ---------------------------------------------------------------------------- order


def _infer_reorder(
    input_indices: Tensor, input_values: Tensor, input_shape: Tensor
) -> tuple[Inferred, Inferred]:
    count, rank = infer_parts(input_indices, input_values, input_shape)
    return (
        Inferred(TensorShape([count, rank]), dtypes.int64),
        Inferred(TensorShape([count]), input_values.dtype),
    )


def _reorder(
    xp: ModuleType, input_indices: np.ndarray, input_values: np.ndarray, input_shape: np.ndarray
) -> tuple[np.ndarray, np.ndarray]:
    check_parts(input_indices, input_values, input_shape)
    order = lexicographic(input_indices)
    return input_indices[order], input_values[order]


def _reorder_gradient(op: Any, _: Any, dvalues: Tensor) -> list[Any]:
    indices, values, shape = op.inputs
    numbers = raw.Range(0, raw.Size(values), 1)
    order = raw.SparseReorder(indices, numbers, shape)[1]
    return [None, raw.GatherV2(dvalues, raw.InvertPermutation(order), 0), None]


define(
    "SparseReorder",
    "input_indices: int64, input_values: T, input_shape: int64",
    "output_indices: int64, output_values: T",
    {"T": types()},
    infer=_infer_reorder,
    kernel=_reorder,
    gradient=_reorder_gradient,
)


@public("sparse.reorder", "compat.v1.sparse_reorder")
def reorder(sp_input: Any, name: str | None = None) -> SparseTensor:
    """The same sparse tensor with its indices in lexicographic order.

    Raises:
        TypeError: the input is not sparse.

    >>> tf.sparse.reorder(tf.SparseTensor([[1], [0]], [5, 7], [2])).values.numpy()
    array([7, 5], dtype=int32)
    """
    sparse = as_sparse(sp_input)
    indices, values = raw.SparseReorder(
        sparse.indices, sparse.values, sparse.dense_shape, name=name
    )
    result = SparseTensor(indices, values, sparse.dense_shape)
    result.set_shape(sparse.shape)
    return result


@public("sparse.transpose", "compat.v1.sparse_transpose")
def transpose(sp_input: Any, perm: Any = None, name: str | None = None) -> SparseTensor:
    """The sparse tensor with its axes in another order: `out.shape[i] = sp_input.shape[perm[i]]`.

    Args:
        sp_input: a `tf.SparseTensor`.
        perm: the order; the axes backwards if None.
        name: the operations' name.

    Raises:
        TypeError: the input is not sparse.

    >>> tf.sparse.transpose(tf.SparseTensor([[0, 2]], [5], [2, 3])).dense_shape.numpy()
    array([3, 2])
    """
    with op_scope(name or "SparseTranspose"):
        sparse = as_sparse(sp_input)
        if perm is None:
            rank = raw.Size(sparse.dense_shape)
            perm = raw.Sub(raw.Sub(rank, 1), raw.Range(0, rank, 1))
        perm = convert_to_tensor(perm)
        shape = raw.GatherV2(sparse.dense_shape, perm, 0)
        known = constant_value(perm)
        result = SparseTensor(raw.GatherV2(sparse.indices, perm, 1), sparse.values, shape)
        if known is not None and sparse.shape.rank is not None:
            result.set_shape([sparse.shape[int(axis)] for axis in known])
        return reorder(result)


# ---------------------------------------------------------------------------- shape


def _infer_reshape(
    input_indices: Tensor, input_shape: Tensor, new_shape: Tensor
) -> tuple[Inferred, Inferred]:
    count = require_rank(input_indices, 2, "input_indices")[0]
    require_rank(input_shape, 1, "input_shape")
    require_rank(new_shape, 1, "new_shape")
    rank = known_rank(new_shape)
    return (
        Inferred(TensorShape([count, rank]), dtypes.int64),
        Inferred(TensorShape([rank]), dtypes.int64),
    )


def _reshape(
    xp: ModuleType, input_indices: np.ndarray, input_shape: np.ndarray, new_shape: np.ndarray
) -> tuple[np.ndarray, np.ndarray]:
    if input_indices.ndim != 2 or input_shape.ndim != 1 or new_shape.ndim != 1:
        raise invalid("Input indices should be a matrix, input shape and new shape vectors.")
    if input_indices.shape[1] != len(input_shape):
        raise invalid(
            f"Input tensor rank must match input shape length. Received {input_indices.shape[1]} and "
            f"{len(input_shape)}"
        )
    size = int(np.prod(input_shape, dtype=object)) if len(input_shape) else 1
    shape = _completed(new_shape, size, input_shape)
    if np.array_equal(shape, input_shape):
        return input_indices, shape
    return indices_of(places(input_indices, input_shape), shape), shape


def _completed(new_shape: np.ndarray, size: int, input_shape: np.ndarray) -> np.ndarray:
    """The new shape with its one -1 replaced."""
    unknown = np.flatnonzero(new_shape == -1)
    if len(unknown) > 1:
        raise invalid(
            "only one output dimension may be -1, not both {} and {}".format(*unknown[:2])
        )
    if (new_shape < -1).any():
        raise invalid(f"size of the new shape must be non-negative. Received: {new_shape.tolist()}")
    shape = new_shape.astype(np.int64)
    if len(unknown):
        others = int(np.prod(np.delete(shape, unknown), dtype=object)) if len(shape) > 1 else 1
        if others == 0:
            raise invalid(
                "reshape cannot infer the missing input size for an empty tensor unless all "
                "specified input sizes are non-zero"
            )
        shape[unknown[0]] = size // others
    if int(np.prod(shape, dtype=object) if len(shape) else 1) != size:
        raise invalid(
            f"Input to reshape is a tensor with {size} dense values, but the requested shape "
            f"{new_shape.tolist()} does not fit. input_shape={input_shape.tolist()}"
        )
    return shape


define(
    "SparseReshape",
    "input_indices: int64, input_shape: int64, new_shape: int64",
    "output_indices: int64, output_shape: int64",
    infer=_infer_reshape,
    kernel=_reshape,
    differentiable=False,
)


@public("sparse.reshape", "compat.v1.sparse_reshape")
def reshape(sp_input: Any, shape: Any, name: str | None = None) -> SparseTensor:
    """The sparse tensor in another shape of as many elements.

    Args:
        sp_input: a `tf.SparseTensor`.
        shape: int64 vector; one size may be -1.
        name: the operation's name.

    Raises:
        TypeError: the input is not sparse.
        ValueError, InvalidArgumentError: the number of elements differs.

    >>> tf.sparse.reshape(tf.SparseTensor([[1, 0]], [5], [2, 3]), [3, 2]).indices.numpy()
    array([[1, 1]])
    """
    sparse = as_sparse(sp_input)
    with op_scope(name or "SparseReshape"):
        shape = raw.Cast(convert_to_tensor(shape, dtype_hint=dtypes.int64), DstT=dtypes.int64)
        if CONTEXT.stage is not None:
            _check_sizes(constant_value(shape), sparse.shape.num_elements())
        indices, new_shape = raw.SparseReshape(sparse.indices, sparse.dense_shape, shape)
        result = SparseTensor(indices, sparse.values, new_shape)
        known = shape_from(shape)
        if known.rank is not None and sparse.shape.num_elements() is not None:
            result.set_shape(_inferred_shape(known, sparse.shape.num_elements() or 0))
        return result


def _check_sizes(sizes: np.ndarray | None, count: int | None) -> None:
    """While tracing: that `count` elements, if so many are known, fit what is known of the sizes."""
    if sizes is None:
        return
    if (sizes == -1).sum() > 1:
        raise ValueError(f"At most one dimension can be inferred (-1). Found: {sizes.tolist()}")
    others = math.prod(size for size in sizes.tolist() if size != -1)
    if count is not None and (count % max(others, 1) if -1 in sizes else count != others):
        raise ValueError(
            f"Cannot reshape a tensor with {count} elements to shape {sizes.tolist()} ({others} elements)."
        )


def _inferred_shape(shape: TensorShape, size: int) -> TensorShape:
    unknown = [axis for axis, dim in enumerate(shape) if dim is None]
    if len(unknown) != 1:
        return shape
    dims = shape.as_list()
    others = int(np.prod([dim for dim in dims if dim is not None], dtype=object))
    if others:
        dims[unknown[0]] = size // others
    return TensorShape(dims)


@public("sparse.expand_dims")
def expand_dims(sp_input: Any, axis: int | None = None, name: str | None = None) -> SparseTensor:
    """The sparse tensor with an axis of size 1 more.

    Args:
        sp_input: a `tf.SparseTensor`.
        axis: where the new axis stands; at the end if None.
        name: the operations' name.

    Raises:
        ValueError: the axis is out of range.

    >>> tf.sparse.expand_dims(tf.SparseTensor([[1]], [5], [3]), 0).dense_shape.numpy()
    array([1, 3])
    """
    sparse = as_sparse(sp_input)
    rank = sparse.dense_shape.shape[0]
    axis = -1 if axis is None else axis
    with op_scope(name or "expand_dims"):
        if isinstance(rank, int):
            if not -rank - 1 <= axis <= rank:
                raise ValueError(f"`axis` should be between -rank-1 and rank, got {axis}")
            place: Any = axis if axis >= 0 else rank + axis + 1
        else:
            size = raw.Size(sparse.dense_shape)
            place = axis if axis >= 0 else raw.AddV2(size, axis + 1)
        count = raw.Size(sparse.values)
        zeros = raw.Fill(raw.Pack([count, 1]), convert_to_tensor(0, dtypes.int64))
        indices = raw.ConcatV2(
            [_columns(sparse.indices, 0, place), zeros, _columns(sparse.indices, place, None)], 1
        )
        one = convert_to_tensor([1], dtypes.int64)
        shape = raw.ConcatV2(
            [_part(sparse.dense_shape, 0, place), one, _part(sparse.dense_shape, place, None)], 0
        )
        result = SparseTensor(indices, sparse.values, shape)
        if sparse.shape.rank is not None and isinstance(place, int):
            dims = sparse.shape.as_list()
            result.set_shape([*dims[:place], 1, *dims[place:]])
        return result


def _columns(matrix: Tensor, begin: Any, end: Any) -> Tensor:
    return raw.StridedSlice(
        matrix, [0, begin], [0, 0 if end is None else end], [1, 1], begin_mask=1,
        end_mask=3 if end is None else 1,
    )  # fmt: skip


def _part(vector: Tensor, begin: Any, end: Any) -> Tensor:
    return raw.StridedSlice(
        vector, [begin], [0 if end is None else end], [1], end_mask=1 if end is None else 0
    )


@public("sparse.reset_shape", "compat.v1.sparse_reset_shape")
def reset_shape(sp_input: Any, new_shape: Any = None) -> SparseTensor:
    """The same elements in a larger shape, or in the smallest that holds them.

    Args:
        sp_input: a `tf.SparseTensor`.
        new_shape: int64 vector, nowhere less than the present shape; None for the smallest shape.

    Raises:
        TypeError: the input is not sparse.
        ValueError: the new shape has another rank, or is smaller.

    >>> tf.sparse.reset_shape(tf.SparseTensor([[1]], [5], [9])).dense_shape.numpy()
    array([2])
    """
    sparse = as_sparse(sp_input)
    if new_shape is None:
        least = raw.Maximum(raw.Max(sparse.indices, [0]), convert_to_tensor(-1, dtypes.int64))
        return SparseTensor(sparse.indices, sparse.values, raw.AddV2(least, 1))
    new_shape = raw.Cast(convert_to_tensor(new_shape, dtype_hint=dtypes.int64), DstT=dtypes.int64)
    wanted = shape_from(new_shape)
    known = sparse.shape
    if known.rank is not None and wanted.rank is not None:
        if known.rank != wanted.rank:
            raise ValueError(
                f"sp_input has rank {known.rank} but new_shape has rank {wanted.rank}."
            )
        if any(
            a is not None and b is not None and a < b for a, b in zip(wanted, known, strict=True)
        ):
            raise ValueError(
                f"Requested new_shape should have dimension sizes >= sp_input.shape. Found new_shape "
                f"({wanted}), sp_input.shape ({known})."
            )
    assert_less_equal(sparse.dense_shape, new_shape)
    result = SparseTensor(sparse.indices, sparse.values, new_shape)
    result.set_shape(wanted)
    return result
