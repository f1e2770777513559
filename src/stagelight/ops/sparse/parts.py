"""Sparse tensors put together and taken apart: `tf.sparse.concat`, `split` and `slice`."""

from __future__ import annotations

from types import ModuleType
from typing import Any

import numpy as np

from stagelight.core.convert import convert_to_tensor
from stagelight.core.inference import Inferred, invalid, require_rank
from stagelight.core.op_def import attr, types
from stagelight.core.raw import raw
from stagelight.core.registry import define
from stagelight.core.scopes import op_scope
from stagelight.core.tensor import Tensor
from stagelight.ops.sparse.index_arrays import (
    check_bounds,
    check_parts,
    infer_parts,
    inferred_parts,
    lexicographic,
)
from stagelight.ops.sparse.sparse_tensor import SparseTensor, as_sparse
from stagelight.public import public
from stagelight.types import dtypes
from stagelight.types.shapes import TensorShape

# ---------------------------------------------------------------------------- concat


def _infer_concat(*inputs: Tensor, concat_dim: int) -> tuple[Inferred, Inferred, Inferred]:
    count = len(inputs) // 3
    indices, values, shapes = (inputs[i * count : (i + 1) * count] for i in range(3))
    ranks = [infer_parts(*parts)[1] for parts in zip(indices, values, shapes, strict=True)]
    rank = next((rank for rank in ranks if rank is not None), None)
    if any(other not in (None, rank) for other in ranks):
        raise invalid(f"Ranks of all input tensors must match. Received: {ranks}")
    return inferred_parts(rank, values[0].dtype)


def _concat(
    xp: ModuleType, *arrays: np.ndarray, concat_dim: int
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    count = len(arrays) // 3
    parts = list(zip(arrays[:count], arrays[count : 2 * count], arrays[2 * count :], strict=True))
    for part in parts:
        check_parts(*part)
    first = parts[0][2]
    rank = len(first)
    if not -rank <= concat_dim < rank:
        raise invalid(f"Concat dimension must be in range [{-rank}, {rank}), got {concat_dim}")
    axis = concat_dim % rank
    moved, offset = [], 0
    for number, (indices, _, shape) in enumerate(parts):
        if len(shape) != rank:
            raise invalid(
                f"Ranks of all input tensors must match: expected {rank} but got {len(shape)} at "
                f"position {number}"
            )
        others = np.delete(np.stack([shape, first]), axis, axis=1)
        if (others[0] != others[1]).any():
            raise invalid(
                f"Input shapes must match but for the axis {axis}: got {first.tolist()} and "
                f"{shape.tolist()} at position {number}"
            )
        own = indices.copy()
        own[:, axis] += offset
        offset += int(shape[axis])
        moved.append(own)
    indices = np.concatenate(moved)
    order = lexicographic(indices)
    shape = first.copy()
    shape[axis] = offset
    return indices[order], np.concatenate([values for _, values, _ in parts])[order], shape


define(
    "SparseConcat",
    "indices: N * int64, values: N * T, shapes: N * int64",
    "output_indices: int64, output_values: T, output_shape: int64",
    {"concat_dim": attr("int"), "N": attr("int"), "T": types()},
    infer=_infer_concat,
    kernel=_concat,
    differentiable=False,
)


@public("sparse.concat")
def concat(
    axis: int, sp_inputs: Any, expand_nonconcat_dims: bool = False, name: str | None = None
) -> SparseTensor:
    """Sparse tensors one after the other along an axis.

    Args:
        axis: the axis.
        sp_inputs: sparse tensors of one dtype, and of one shape but for the axis.
        expand_nonconcat_dims: whether other axes may differ, and become as long as the longest.
        name: the operation's name.

    Raises:
        TypeError: an input is not sparse.
        InvalidArgumentError: the shapes do not fit.

    >>> one = tf.SparseTensor([[1]], [5], [3])
    >>> tf.sparse.concat(0, [one, one]).indices.numpy().tolist()
    [[1], [4]]
    """
    if not isinstance(sp_inputs, (list, tuple)):
        sp_inputs = [sp_inputs]
    sparse = [as_sparse(x) for x in sp_inputs]
    if len(sparse) == 1:
        return sparse[0]
    with op_scope(name or "SparseConcat"):
        shapes = [x.dense_shape for x in sparse]
        if expand_nonconcat_dims:
            shapes = _expanded(shapes, axis)
        parts = raw.SparseConcat(
            [x.indices for x in sparse], [x.values for x in sparse], shapes, concat_dim=axis
        )
        result = SparseTensor(*parts)
        known = _shape_of_concat([x.shape for x in sparse], axis, expand_nonconcat_dims)
        if known is not None:
            result.set_shape(known)
        return result


def _expanded(shapes: list[Tensor], axis: int) -> list[Tensor]:
    """The shapes with all axes but one as long as the longest of them."""
    longest = raw.Max(raw.Pack(shapes), [0])
    rank = raw.Size(shapes[0])
    place = raw.FloorMod(raw.AddV2(rank, axis), rank)
    is_axis = raw.Equal(raw.Range(0, rank, 1), place)
    return [raw.SelectV2(is_axis, shape, longest) for shape in shapes]


def _shape_of_concat(shapes: list[TensorShape], axis: int, expands: bool) -> list[Any] | None:
    if any(shape.rank is None for shape in shapes):
        return None
    columns = list(zip(*(shape.as_list() for shape in shapes), strict=True))
    place = axis % len(columns)
    dims: list[Any] = []
    for number, column in enumerate(columns):
        known = [dim for dim in column if dim is not None]
        if number == place:
            dims.append(sum(known) if len(known) == len(column) else None)
        elif expands:
            dims.append(max(known) if len(known) == len(column) else None)
        else:
            dims.append(known[0] if known else None)
    return dims


@public("compat.v1.sparse_concat", "compat.v1.sparse.concat")
def older_concat(
    axis: int,
    sp_inputs: Any,
    name: str | None = None,
    expand_nonconcat_dim: bool = False,
    concat_dim: int | None = None,
    expand_nonconcat_dims: bool | None = None,
) -> SparseTensor:
    """`tf.sparse.concat` with the arguments of TensorFlow 1.

    >>> one = tf.SparseTensor([[1]], [5], [3])
    >>> tf.compat.v1.sparse_concat(0, [one, one]).indices.numpy().tolist()
    [[1], [4]]
    """
    expands = expand_nonconcat_dim if expand_nonconcat_dims is None else expand_nonconcat_dims
    return concat(axis if concat_dim is None else concat_dim, sp_inputs, expands, name)


# ---------------------------------------------------------------------------- split


def _infer_split(
    split_dim: Tensor, indices: Tensor, values: Tensor, shape: Tensor, *, num_split: int
) -> list[Inferred]:
    _, rank = infer_parts(indices, values, shape)
    parts = inferred_parts(rank, values.dtype)
    return [part for part in parts for _ in range(num_split)]


def _split(
    xp: ModuleType,
    split_dim: np.ndarray,
    indices: np.ndarray,
    values: np.ndarray,
    shape: np.ndarray,
    *,
    num_split: int,
) -> tuple[np.ndarray, ...]:
    check_parts(indices, values, shape)
    check_bounds(indices, shape)
    if split_dim.ndim and split_dim.size != 1:
        raise invalid("axis must be a scalar.")
    rank, axis = len(shape), int(split_dim.reshape(-1)[0])
    if not -rank <= axis < rank:
        raise invalid(f"Input axis should be in range [{-rank}, {rank}), got {axis}")
    axis %= rank
    size = int(shape[axis])
    if not 1 <= num_split <= size:
        raise invalid(
            f"Input num_split should be between 1 and the splitting dimension size ({size}), got "
            f"{num_split}"
        )
    # TF: the first `size % num_split` parts are one longer.
    sizes = [size // num_split + (i < size % num_split) for i in range(num_split)]
    found, begin = [], 0
    for length in sizes:
        inside = (indices[:, axis] >= begin) & (indices[:, axis] < begin + length)
        own, own_shape = indices[inside].copy(), shape.copy()
        own[:, axis] -= begin
        own_shape[axis] = length
        found.append((own, values[inside], own_shape))
        begin += length
    return tuple(part[i] for i in range(3) for part in found)


define(
    "SparseSplit",
    "split_dim: int64, indices: int64, values: T, shape: int64",
    "output_indices: num_split * int64, output_values: num_split * T, output_shape: num_split * int64",
    {"num_split": attr("int"), "T": types()},
    infer=_infer_split,
    kernel=_split,
)


@public("sparse.split")
def split(
    sp_input: Any = None, num_split: Any = None, axis: Any = None, name: str | None = None
) -> list[SparseTensor]:
    """A sparse tensor cut into parts along an axis; the first parts are longer if need be.

    Args:
        sp_input: a `tf.SparseTensor`.
        num_split: how many parts.
        axis: the axis.
        name: the operation's name.

    Raises:
        ValueError: an argument is missing.
        InvalidArgumentError: the axis is out of range, or shorter than `num_split`.

    >>> [x.values.numpy().tolist() for x in
    ...  tf.sparse.split(tf.SparseTensor([[0], [2]], [5, 7], [3]), num_split=2, axis=0)]
    [[5], [7]]
    """
    for what, value in (("num_split", num_split), ("axis", axis)):
        if value is None:
            raise ValueError(f"{what} is required")
    sparse = as_sparse(sp_input)
    outputs = raw.SparseSplit(
        convert_to_tensor(axis, dtypes.int64),
        sparse.indices,
        sparse.values,
        sparse.dense_shape,
        num_split=num_split,
        name=name,
    )
    count = len(outputs) // 3
    return [SparseTensor(*(outputs[i * count + n] for i in range(3))) for n in range(count)]


# ---------------------------------------------------------------------------- slice


def _infer_slice(
    indices: Tensor, values: Tensor, shape: Tensor, start: Tensor, size: Tensor
) -> tuple[Inferred, Inferred, Inferred]:
    _, rank = infer_parts(indices, values, shape)
    require_rank(start, 1, "start")
    require_rank(size, 1, "size")
    return inferred_parts(rank, values.dtype)


def _slice(
    xp: ModuleType,
    indices: np.ndarray,
    values: np.ndarray,
    shape: np.ndarray,
    start: np.ndarray,
    size: np.ndarray,
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    check_parts(indices, values, shape)
    if not len(start) == len(size) == len(shape):
        raise invalid(
            f"Expected start and size to be vectors of {len(shape)}, got {start.shape}, {size.shape}"
        )
    if (start < 0).any() or (size < 0).any():
        raise invalid("start and size must not be negative.")
    end = np.minimum(start + size, shape)
    inside = ((indices >= start) & (indices < end)).all(axis=1)
    return indices[inside] - start, values[inside], np.maximum(end - start, 0)


def _slice_gradient(op: Any, _: Any, dvalues: Tensor, __: Any) -> list[Any]:
    indices, _, _, start, _ = op.inputs
    return [None, raw.SparseSliceGrad(dvalues, indices, start, op.outputs[0]), None, None, None]


define(
    "SparseSlice",
    "indices: int64, values: T, shape: int64, start: int64, size: int64",
    "output_indices: int64, output_values: T, output_shape: int64",
    {"T": types()},
    infer=_infer_slice,
    kernel=_slice,
    gradient=_slice_gradient,
)


def _slice_grad(
    xp: ModuleType,
    backprop_val_grad: np.ndarray,
    input_indices: np.ndarray,
    input_start: np.ndarray,
    output_indices: np.ndarray,
) -> np.ndarray:
    if backprop_val_grad.ndim != 1 or input_indices.ndim != 2 or output_indices.ndim != 2:
        raise invalid("Gradients should be a vector, indices matrices.")
    if len(backprop_val_grad) != len(output_indices):
        raise invalid(
            "# elements of backprop_val_grad and # rows of output_indices should match: got "
            f"{len(backprop_val_grad)} and {len(output_indices)}"
        )
    if not input_indices.shape[1] == output_indices.shape[1] == len(input_start):
        raise invalid("The input and output indices should have the same ndims as input_start.")
    found = {tuple(row): i for i, row in enumerate((output_indices + input_start).tolist())}
    rows = [found.get(tuple(row)) for row in input_indices.tolist()]
    zero = backprop_val_grad.dtype.type(0)
    values = [zero if row is None else backprop_val_grad[row] for row in rows]
    return np.array(values, backprop_val_grad.dtype)


def _infer_slice_grad(
    backprop_val_grad: Tensor, input_indices: Tensor, input_start: Tensor, output_indices: Tensor
) -> Inferred:
    count = require_rank(input_indices, 2, "input_indices")[0]
    require_rank(output_indices, 2, "output_indices")
    require_rank(input_start, 1, "input_start")
    require_rank(backprop_val_grad, 1, "backprop_val_grad")
    return Inferred(TensorShape([count]), backprop_val_grad.dtype)


def _slice_grad_gradient(op: Any, dy: Tensor) -> list[Any]:
    """What was put to its places is picked from them again."""
    grad, input_indices, start, output_indices = op.inputs
    numbers = raw.Range(1, raw.AddV2(raw.Size(grad), 1), 1)
    places = raw.SparseSliceGrad(numbers, input_indices, start, output_indices)
    total = raw.UnsortedSegmentSum(dy, raw.Sub(places, 1), raw.Size(grad))
    return [total, None, None, None]


define(
    "SparseSliceGrad",
    "backprop_val_grad: T, input_indices: int64, input_start: int64, output_indices: int64",
    "val_grad: T",
    {"T": types(dtypes.NUMERIC)},
    infer=_infer_slice_grad,
    kernel=_slice_grad,
    gradient=_slice_grad_gradient,
)


@public("sparse.slice", "compat.v1.sparse_slice")
def slice_(sp_input: Any, start: Any, size: Any, name: str | None = None) -> SparseTensor:
    """The part of a sparse tensor from `start` on, of at most `size`.

    Args:
        sp_input: a `tf.SparseTensor`.
        start: int64 vector, where the part begins.
        size: int64 vector, how large it is.
        name: the operation's name.

    Raises:
        InvalidArgumentError: the vectors do not fit the rank.

    >>> tf.sparse.slice(tf.SparseTensor([[0], [2]], [5, 7], [3]), [1], [2]).indices.numpy()
    array([[1]])
    """
    sparse = as_sparse(sp_input)
    start = convert_to_tensor(start, dtypes.int64)
    size = convert_to_tensor(size, dtypes.int64)
    parts = raw.SparseSlice(
        sparse.indices, sparse.values, sparse.dense_shape, start, size, name=name
    )
    return SparseTensor(*parts)
