"""Sums and maxima along axes of sparse tensors: `tf.sparse.reduce_sum`, `tf.sparse.reduce_max`.

Only elements that are there count: a group without any gives zero.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from types import ModuleType
from typing import Any

import numpy as np

from stagelight.core.convert import convert_to_tensor
from stagelight.core.inference import UNKNOWN, Inferred, constant_value, invalid, shape_from
from stagelight.core.op_def import types
from stagelight.core.raw import raw
from stagelight.core.registry import define
from stagelight.core.tensor import Tensor
from stagelight.ops.sparse.index_arrays import (
    check_bounds,
    check_parts,
    indices_of,
    infer_parts,
    inferred_parts,
    normalized_axes,
    places,
)
from stagelight.ops.sparse.sparse_tensor import SparseTensor, as_sparse
from stagelight.public import public
from stagelight.types import dtypes
from stagelight.types.shapes import TensorShape


def _infer_dense(
    input_indices: Tensor,
    input_values: Tensor,
    input_shape: Tensor,
    reduction_axes: Tensor,
    *,
    keep_dims: bool = False,
) -> Inferred:
    infer_parts(input_indices, input_values, input_shape)
    shape, axes = shape_from(input_shape), constant_value(reduction_axes)
    if shape.rank is None or axes is None:
        return Inferred(UNKNOWN, input_values.dtype)
    reduced = normalized_axes(axes, shape.rank)
    kept = [
        1 if axis in reduced else dim
        for axis, dim in enumerate(shape)
        if keep_dims or axis not in reduced
    ]
    return Inferred(TensorShape(kept), input_values.dtype)


def _infer_sparse(
    input_indices: Tensor,
    input_values: Tensor,
    input_shape: Tensor,
    reduction_axes: Tensor,
    *,
    keep_dims: bool = False,
) -> tuple[Inferred, Inferred, Inferred]:
    _, rank = infer_parts(input_indices, input_values, input_shape)
    axes = constant_value(reduction_axes)
    if rank is not None and not keep_dims:
        rank = None if axes is None else rank - len(set(normalized_axes(axes, rank)))
    return inferred_parts(rank, input_values.dtype)


def _grouped(
    reduce: Callable[..., Any],
    indices: np.ndarray,
    values: np.ndarray,
    shape: np.ndarray,
    axes: np.ndarray,
    keep_dims: bool,
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """The places of the groups that have elements, their results, and the shape that is left."""
    check_parts(indices, values, shape)
    check_bounds(indices, shape)
    if math.prod(shape.tolist()) > np.iinfo(np.int64).max:
        raise invalid(f"A tensor of shape {shape.tolist()} has more elements than int64 counts.")
    reduced = normalized_axes(axes, len(shape))
    kept = [axis for axis in range(len(shape)) if axis not in reduced]
    groups, which = np.unique(places(indices[:, kept], shape[kept]), return_inverse=True)
    results = reduce(values, which.reshape(-1), len(groups))
    left = shape[kept]
    if keep_dims:
        left = shape.copy()
        left[reduced] = 1
    return groups, results, left


def _sums(values: np.ndarray, which: np.ndarray, count: int) -> np.ndarray:
    result = np.zeros(count, values.dtype)
    np.add.at(result, which, values)
    return result


def _maxima(values: np.ndarray, which: np.ndarray, count: int) -> np.ndarray:
    result = np.zeros(count, values.dtype)
    result[which] = values  # some element of each group
    np.maximum.at(result, which, values)
    return result


def _dense_kernel(reduce: Callable[..., Any]) -> Callable[..., Any]:
    def kernel(
        xp: ModuleType,
        input_indices: np.ndarray,
        input_values: np.ndarray,
        input_shape: np.ndarray,
        reduction_axes: np.ndarray,
        *,
        keep_dims: bool = False,
    ) -> np.ndarray:
        groups, results, shape = _grouped(
            reduce, input_indices, input_values, input_shape, reduction_axes, keep_dims
        )
        dense = np.zeros(int(np.prod(shape)), input_values.dtype)
        dense[groups] = results
        return dense.reshape(tuple(shape.tolist()))

    return kernel


def _sparse_kernel(reduce: Callable[..., Any]) -> Callable[..., Any]:
    def kernel(
        xp: ModuleType,
        input_indices: np.ndarray,
        input_values: np.ndarray,
        input_shape: np.ndarray,
        reduction_axes: np.ndarray,
        *,
        keep_dims: bool = False,
    ) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        groups, results, shape = _grouped(
            reduce, input_indices, input_values, input_shape, reduction_axes, keep_dims
        )
        return indices_of(groups, shape), results, shape

    return kernel


def _sum_gradient(op: Any, dy: Tensor) -> list[Any]:
    """Each value gets the gradient of its group."""
    indices, _, shape, axes = op.inputs
    rank = raw.Size(shape)
    counted = raw.Reshape(raw.FloorMod(raw.AddV2(axes, rank), rank), [-1])
    ones = raw.OnesLike(counted)
    merged = raw.DynamicStitch(
        [raw.Range(0, rank, 1), counted], [raw.Cast(shape, DstT=dtypes.int32), ones]
    )
    kept_shape = raw.Cast(merged, DstT=dtypes.int64)
    kept = raw.Reshape(dy, kept_shape)
    scale = raw.FloorDiv(shape, raw.Maximum(kept_shape, np.int64(1)))
    return [None, raw.GatherNd(kept, raw.FloorDiv(indices, scale)), None, None]


for _name, _reduce, _allowed, _rules in (
    ("Sum", _sums, dtypes.NUMERIC, {"gradient": _sum_gradient}),
    ("Max", _maxima, dtypes.REAL, {}),
):
    define(
        f"SparseReduce{_name}",
        "input_indices: int64, input_values: T, input_shape: int64, reduction_axes: int32",
        "output: T",
        {"keep_dims": False, "T": types(_allowed)},
        infer=_infer_dense,
        kernel=_dense_kernel(_reduce),
        **_rules,
    )
    define(
        f"SparseReduce{_name}Sparse",
        "input_indices: int64, input_values: T, input_shape: int64, reduction_axes: int32",
        "output_indices: int64, output_values: T, output_shape: int64",
        {"keep_dims": False, "T": types(_allowed)},
        infer=_infer_sparse,
        kernel=_sparse_kernel(_reduce),
    )


def _reduced(
    word: str,
    sp_input: Any,
    axis: Any,
    keepdims: bool | None,
    output_is_sparse: bool,
    name: str | None,
) -> Any:
    sparse = as_sparse(sp_input)
    axes = raw.Range(0, raw.Size(sparse.dense_shape), 1) if axis is None else axis
    axes = raw.Cast(convert_to_tensor(axes, dtype_hint=dtypes.int32), DstT=dtypes.int32)
    op = getattr(raw, f"SparseReduce{word}{'Sparse' if output_is_sparse else ''}")
    result = op(
        sparse.indices,
        sparse.values,
        sparse.dense_shape,
        axes,
        keep_dims=bool(keepdims),
        name=name,
    )
    return SparseTensor(*result) if output_is_sparse else result


@public("sparse.reduce_sum")
def reduce_sum(
    sp_input: Any,
    axis: Any = None,
    keepdims: bool | None = None,
    output_is_sparse: bool = False,
    name: str | None = None,
) -> Any:
    """The sums of the elements along axes.

    Args:
        sp_input: a `tf.SparseTensor`.
        axis: an axis or several; all if None.
        keepdims: whether they stay, with size 1.
        output_is_sparse: whether the result is sparse.
        name: the operation's name.

    Raises:
        TypeError: the input is not sparse.
        InvalidArgumentError: an axis is out of range.

    >>> tf.sparse.reduce_sum(tf.SparseTensor([[0, 1], [1, 1]], [1, 2], [2, 3]), axis=0).numpy()
    array([0, 3, 0], dtype=int32)
    """
    return _reduced("Sum", sp_input, axis, keepdims, output_is_sparse, name)


@public("sparse.reduce_max")
def reduce_max(
    sp_input: Any,
    axis: Any = None,
    keepdims: bool | None = None,
    output_is_sparse: bool = False,
    name: str | None = None,
) -> Any:
    """The greatest of the elements along axes; zero where there is none.

    Args:
        sp_input: a `tf.SparseTensor`.
        axis: an axis or several; all if None.
        keepdims: whether they stay, with size 1.
        output_is_sparse: whether the result is sparse.
        name: the operation's name.

    Raises:
        TypeError: the input is not sparse.
        InvalidArgumentError: an axis is out of range.

    >>> tf.sparse.reduce_max(tf.SparseTensor([[0, 1], [1, 1]], [-1, -2], [2, 3]), axis=0).numpy()
    array([ 0, -1,  0], dtype=int32)
    """
    return _reduced("Max", sp_input, axis, keepdims, output_is_sparse, name)
