"""Elements picked by index tensors: `tf.gather`, `tf.gather_nd`.

    gather       out[i...] = params[indices[i...]]
    gather_nd    out[i...] = params[indices[i..., 0], indices[i..., 1], ...]

The gradient of a gather from the first axis is a `tf.IndexedSlices`: only the rows that were read.
Slices with bounds are in `slicing`, the opposite direction is in `scatter`, masks in `masking`.
"""

from __future__ import annotations

import math
from types import ModuleType
from typing import Any

import numpy as np

from stagelight.core.convert import convert_to_tensor
from stagelight.core.indexed_slices import IndexedSlices
from stagelight.core.inference import (
    UNKNOWN,
    Inferred,
    constant_value,
    first_known,
    invalid,
    known_dims,
    shape_text,
)
from stagelight.core.op_def import types
from stagelight.core.raw import raw
from stagelight.core.registry import define
from stagelight.core.tensor import EagerTensor, Tensor
from stagelight.public import public
from stagelight.types import dtypes
from stagelight.types.shapes import TensorShape

_GATHER_INDEX = (dtypes.int16, *dtypes.INDEX)

# ---------------------------------------------------------------------------- GatherV2


def _require_in_range(indices: np.ndarray, limit: int) -> None:
    if not indices.size or (indices.min() >= 0 and indices.max() < limit):
        return
    place = tuple(np.argwhere((indices < 0) | (indices >= limit))[0].tolist())
    where = f"indices[{','.join(map(str, place))}]" if place else "indices"
    raise invalid(f"{where} = {indices[place]} is not in [0, {limit})")


def _gather_axes(
    params: TensorShape, indices: TensorShape, axis: int | None, batch_dims: int
) -> tuple[int | None, int]:
    """The axis and the number of batch axes, counted from the front."""
    if batch_dims < 0 and indices.rank is not None:
        batch_dims += indices.rank
    if indices.rank is not None and not 0 <= batch_dims <= indices.rank:
        raise invalid(
            f"Expected batch_dims in the range [{-indices.rank}, {indices.rank}], "
            f"but got {batch_dims}"
        )
    rank = params.rank
    if rank is not None:
        if rank == 0:
            raise invalid("params must be at least 1 dimensional")
        if batch_dims >= rank:
            raise invalid(f"batch_dims ({batch_dims}) must be less than rank(params) ({rank}).")
        if axis is not None:
            if not -rank <= axis < rank:
                raise invalid(f"Expected axis in the range [{-rank}, {rank}), but got {axis}")
            axis %= rank
            if axis < batch_dims:
                raise invalid(
                    f"batch_dims ({batch_dims}) must be less than or equal to axis ({axis})."
                )
    return axis, batch_dims


def _infer_gather(
    params: Tensor, indices: Tensor, axis: Tensor, batch_dims: int = 0, **_attrs: Any
) -> Inferred:
    place = constant_value(axis)
    if place is not None and place.size != 1:
        raise invalid(f"axis must be scalar. Received shape: {shape_text(place.shape)}")
    number = None if place is None else int(place.reshape(()))
    number, batch = _gather_axes(params.shape, indices.shape, number, batch_dims)
    if params.shape.rank is None or indices.shape.rank is None:
        return Inferred(UNKNOWN, params.dtype)
    if number is None:
        rank = params.shape.rank - 1 + indices.shape.rank - batch
        return Inferred(TensorShape([None] * rank), params.dtype)
    shared = first_known(params.shape[:batch], indices.shape[:batch])
    sizes = [
        *shared,
        *params.shape[batch:number],
        *indices.shape[batch:],
        *params.shape[number + 1 :],
    ]
    return Inferred(TensorShape(sizes), params.dtype)


def _batch_misfit(params: Any, indices: Any) -> Exception:
    return invalid(
        "The leading batch_dims axes of params and indices must be equal. "
        f"Received shapes: {shape_text(params)} and {shape_text(indices)}"
    )


def _gather(
    xp: ModuleType,
    params: np.ndarray,
    indices: np.ndarray,
    axis: np.ndarray,
    batch_dims: int = 0,
    **_attrs: Any,
) -> np.ndarray:
    place = int(axis.reshape(()))
    if place or batch_dims or not params.ndim:
        found, batch_dims = _gather_axes(
            TensorShape(params.shape), TensorShape(indices.shape), place, batch_dims
        )
        place = found or 0
    if not batch_dims and params.shape[place]:
        # NumPy counts negative indices from the end; those out of range it refuses by itself.
        if xp is np and indices.size and indices.min() < 0:
            _require_in_range(indices, params.shape[place])
        try:
            return xp.take(params, indices, axis=place)
        except IndexError:
            _require_in_range(indices, params.shape[place])
            raise
    if xp is np:
        _require_in_range(indices, params.shape[place])
    if not batch_dims:  # Nothing is taken from nothing.
        shape = (*params.shape[:place], *indices.shape, *params.shape[place + 1 :])
        return np.empty(shape, params.dtype)
    if params.shape[:batch_dims] != indices.shape[:batch_dims]:
        raise _batch_misfit(params.shape, indices.shape)
    batch, middle = math.prod(params.shape[:batch_dims]), math.prod(params.shape[batch_dims:place])
    blocks = params.reshape(
        batch, middle, params.shape[place], math.prod(params.shape[place + 1 :])
    )
    picks = indices.reshape(batch, 1, math.prod(indices.shape[batch_dims:]))
    found = blocks[xp.arange(batch)[:, None, None], xp.arange(middle)[None, :, None], picks]
    return found.reshape(
        *params.shape[:place], *indices.shape[batch_dims:], *params.shape[place + 1 :]
    )


def _gather_gradient(op: Any, dy: Tensor) -> list[Any]:
    params, indices = op.inputs[:2]
    # Gather, without an axis, takes the first.
    axis = op.inputs[2] if len(op.inputs) > 2 else None
    place = 0 if axis is None else constant_value(axis)
    batch_dims = op.attrs.get("batch_dims", 0)
    rest = [None] * (len(op.inputs) - 1)
    if axis is None or (place is not None and int(place) == 0 and batch_dims == 0):
        shape = raw.Shape(params)
        row = raw.StridedSlice(shape, [1], [0], [1], end_mask=1)
        count = raw.Reshape(raw.Size(indices), [1])
        values = raw.Reshape(dy, raw.ConcatV2([count, row], 0))
        return [IndexedSlices(values, raw.Reshape(indices, [-1]), shape), *rest]
    return [_dense_gradient(params, indices, axis, batch_dims, dy), *rest]


def _dense_gradient(
    params: Tensor, indices: Tensor, axis: Tensor, batch_dims: int, dy: Tensor
) -> Tensor:
    """The gradient of a gather along any axis, by a sum over segments.

    With params seen as [batch, middle, size, row] and dy as [batch, middle, picks, row], the picks
    are brought to the front, `batch * size` places are summed up, and the axes are put back.
    """
    shape, picked = raw.Shape(params), raw.Shape(indices)
    axis = raw.FloorMod(raw.Cast(axis, DstT=dtypes.int32), raw.Rank(params))
    first = raw.AddV2(raw.Rank(indices), batch_dims) if batch_dims < 0 else batch_dims
    batch = _product(shape, 0, first)
    middle = _product(shape, first, axis)
    size = raw.GatherV2(shape, axis, 0)
    row = _product(shape, raw.AddV2(axis, 1), None)
    count = _product(picked, first, None)
    moved = raw.Transpose(raw.Reshape(dy, [batch, middle, count, row]), [0, 2, 1, 3])
    rows = raw.Reshape(moved, [raw.Mul(batch, count), middle, row])
    offsets = raw.ExpandDims(raw.Mul(raw.Range(0, batch, 1), size), 1)
    picks = raw.Reshape(raw.Cast(indices, DstT=dtypes.int32), [batch, count])
    places = raw.Reshape(raw.AddV2(picks, offsets), [-1])
    total = raw.UnsortedSegmentSum(rows, places, raw.Mul(batch, size))
    blocks = raw.Transpose(raw.Reshape(total, [batch, size, middle, row]), [0, 2, 1, 3])
    return raw.Reshape(blocks, shape)


def _product(sizes: Tensor, begin: Any, end: Any) -> Tensor:
    """The product of some sizes of a shape."""
    part = raw.StridedSlice(
        sizes, [begin], [0 if end is None else end], [1], end_mask=int(end is None)
    )
    return raw.Prod(part, 0)


define(
    "GatherV2",
    "params: Tparams, indices: Tindices, axis: Taxis",
    "output: Tparams",
    {
        "batch_dims": 0,
        "Tparams": types(),
        "Tindices": types(_GATHER_INDEX),
        "Taxis": types(dtypes.INDEX),
    },
    requires={"axis": "scalar"},
    infer=_infer_gather,
    kernel=_gather,
    gradient=_gather_gradient,
    dims=lambda op: _gather_dims(op),
)


def _gather_dims(op: Any) -> list[int | None] | None:
    dims = known_dims(op.inputs[0]) if op.inputs[0].shape.rank == 1 else None
    picks = constant_value(op.inputs[1])
    if dims is None or picks is None or any(not 0 <= i < len(dims) for i in picks.flat):
        return None
    return [dims[i] for i in picks.flat]


define(
    "Gather",
    "params: Tparams, indices: Tindices",
    "output: Tparams",
    {"validate_indices": True, "Tparams": types(), "Tindices": types(dtypes.INDEX)},
    infer=lambda params, indices, **_attrs: _infer_gather(
        params, indices, EagerTensor(np.asarray(0, np.int32), dtypes.int32)
    ),
    kernel=lambda xp, params, indices, **_attrs: _gather(xp, params, indices, np.asarray(0)),
    gradient=_gather_gradient,
)


@public("gather")
def gather(
    params: Any,
    indices: Any,
    validate_indices: bool | None = None,
    axis: Any = None,
    batch_dims: int = 0,
    name: str | None = None,
) -> Tensor:
    """Places of `params` along an axis, picked by index.

    For `axis` 0: `out[i, ...] = params[indices[i], ...]`. With `batch_dims` the first axes of both
    are gone through together.

    Args:
        params: tensor of any dtype, of at least `axis + 1` axes.
        indices: int16, int32 or int64 tensor, each in [0, params.shape[axis]).
        validate_indices: no longer has an effect; indices are always checked.
        axis: the axis; None means `batch_dims`.
        batch_dims: how many first axes params and indices share; negative counts from the last of
            indices.
        name: name of the operation.

    Returns:
        Tensor of shape `params.shape[:axis] + indices.shape[batch_dims:] + params.shape[axis +
        1:]`.

    Raises:
        InvalidArgumentError: an index is out of range, or axis or batch_dims do not fit.

    >>> tf.gather([10, 20, 30], [2, 0]).numpy()
    array([30, 10], dtype=int32)
    """
    if axis is None:
        axis = batch_dims  # TF: as it was given, so -1 is the last axis of params, not of indices.
    if isinstance(axis, int) and axis == 0:
        read_rows = getattr(params, "sparse_read", None)
        # TF: along the first axis there are no batch axes, whatever is asked for.
        return (
            read_rows(indices, name=name)
            if read_rows
            else raw.GatherV2(params, indices, axis, name=name)
        )
    return raw.GatherV2(params, indices, axis, batch_dims=batch_dims, name=name)


@public("compat.v1.batch_gather")
def batch_gather(params: Any, indices: Any, name: str | None = None) -> Tensor:
    """`tf.gather` along the last axis of `indices`, all axes before it shared.

    Args:
        params: tensor.
        indices: integer tensor whose first axes, all but the last, are those of `params`.
        name: name of the operation.

    Returns:
        Tensor of shape `indices.shape + params.shape[indices.rank:]`.

    Raises:
        ValueError: the rank of `indices` is not known.

    >>> tf.compat.v1.batch_gather([[1, 2], [3, 4]], [[1], [0]]).numpy()
    array([[2],
           [3]], dtype=int32)
    """
    indices = convert_to_tensor(indices)
    if indices.shape.rank is None:
        raise ValueError("batch_gather does not allow indices with unknown shape.")
    return gather(params, indices, batch_dims=indices.shape.rank - 1, name=name)


# ---------------------------------------------------------------------------- GatherNd


def index_depth(indices: np.ndarray, shape: tuple[int, ...], what: str) -> int:
    """How many axes a row of indices indexes."""
    if not indices.ndim:
        raise invalid("indices must be at least a vector")
    depth = indices.shape[-1]
    if depth > len(shape):
        raise invalid(
            f"index innermost dimension length must be <= {what} rank; "
            f"saw: {depth} vs. {len(shape)}"
        )
    return depth


def flat_places(indices: np.ndarray, sizes: tuple[int, ...], shape: Any, what: str) -> np.ndarray:
    """Each row of indices as one number: its place in the axes that it indexes, row by row."""
    rows = indices.reshape(-1, len(sizes)).astype(np.int64) if sizes else None
    if rows is None:
        return np.zeros(math.prod(indices.shape[:-1]), np.int64)
    bad = ((rows < 0) | (rows >= np.asarray(sizes))).any(axis=1)
    if bad.any():
        first = int(np.argmax(bad))
        place = np.unravel_index(first, indices.shape[:-1])
        where = ", ".join(str(int(i)) for i in place)
        raise invalid(
            f"indices[{where}] = [{', '.join(map(str, rows[first].tolist()))}] does not index into "
            f"{what} {shape_text(shape)}"
        )
    strides = np.cumprod((1, *sizes[:0:-1]), dtype=np.int64)[::-1]
    return rows @ strides


def _infer_gather_nd(params: Tensor, indices: Tensor, **_attrs: Any) -> Inferred:
    if indices.shape.rank == 0:
        raise invalid("indices must be at least a vector")
    if params.shape.rank is None or indices.shape.rank is None or indices.shape[-1] is None:
        return Inferred(UNKNOWN, params.dtype)
    depth = indices.shape[-1]
    if depth > params.shape.rank:
        raise invalid(
            "index innermost dimension length must be <= params rank; "
            f"saw: {depth} vs. {params.shape.rank}"
        )
    return Inferred(indices.shape[:-1].concatenate(params.shape[depth:]), params.dtype)


def _gather_nd(
    xp: ModuleType, params: np.ndarray, indices: np.ndarray, bad_indices_policy: str = ""
) -> np.ndarray:
    depth = index_depth(indices, params.shape, "params")
    places = flat_places(indices, params.shape[:depth], params.shape, "param shape")
    rows = params.reshape(math.prod(params.shape[:depth]), math.prod(params.shape[depth:]))
    return rows[places].reshape((*indices.shape[:-1], *params.shape[depth:]))


def _gather_nd_gradient(op: Any, dy: Tensor) -> list[Any]:
    params, indices = op.inputs
    if indices.dtype not in dtypes.INDEX:
        indices = raw.Cast(indices, DstT=dtypes.int32)
    shape = raw.Shape(params, out_type=indices.dtype)
    if indices.shape.rank == 2 and indices.shape[-1] == 1:
        return [IndexedSlices(dy, raw.Squeeze(indices, squeeze_dims=[-1]), shape), None]
    return [raw.ScatterNd(indices, dy, shape), None]


define(
    "GatherNd",
    "params: Tparams, indices: Tindices",
    "output: Tparams",
    {"Tparams": types(), "Tindices": types(_GATHER_INDEX), "bad_indices_policy": ""},
    infer=_infer_gather_nd,
    kernel=_gather_nd,
    gradient=_gather_nd_gradient,
)


@public("gather_nd")
def gather_nd(
    params: Any,
    indices: Any,
    batch_dims: int = 0,
    name: str | None = None,
    bad_indices_policy: str = "",
) -> Tensor:
    """Parts of `params` picked by rows of indices: `out[i] = params[tuple(indices[i])]`.

    Args:
        params: tensor of any dtype.
        indices: int16, int32 or int64 tensor; its last axis, of size k, indexes the first k axes of
            params after the batch axes.
        batch_dims: how many first axes params and indices share.
        name: name of the operation.
        bad_indices_policy: only "" (and "ERROR"): an index out of range is an error.

    Returns:
        Tensor of shape `indices.shape[:-1] + params.shape[batch_dims + k:]`.

    Raises:
        InvalidArgumentError: an index is out of range, or k is more than the rank.

    >>> tf.gather_nd([[1, 2], [3, 4]], [[0, 0], [1, 1]]).numpy()
    array([1, 4], dtype=int32)
    """
    if not batch_dims:
        if hasattr(params, "gather_nd"):
            return params.gather_nd(indices, name=name)
        return raw.GatherNd(params, indices, name=name, bad_indices_policy=bad_indices_policy)
    params, indices = convert_to_tensor(params), convert_to_tensor(indices)
    rank = indices.shape.rank
    if rank is None or params.shape.rank is None:
        raise ValueError("tf.gather_nd with batch_dims needs params and indices of known rank.")
    if not 0 <= batch_dims < min(rank, params.shape.rank):
        raise ValueError(
            f"batch_dims = {batch_dims} must be less than the ranks of params "
            f"({params.shape.rank}) and indices ({rank})."
        )
    return raw.GatherNd(params, _with_batch_places(indices, batch_dims, rank), name=name)


def _with_batch_places(indices: Tensor, batch_dims: int, rank: int) -> Tensor:
    """Indices whose rows start with their own place along the batch axes."""
    shape = raw.Shape(indices)
    prefix = raw.StridedSlice(shape, [0], [-1], [1])
    columns = []
    for axis in range(batch_dims):
        count = raw.StridedSlice(shape, [axis], [axis + 1], [1], shrink_axis_mask=1)
        numbers = raw.Cast(raw.Range(0, count, 1), DstT=indices.dtype)
        placed = raw.Reshape(numbers, [-1 if i == axis else 1 for i in range(rank - 1)])
        columns.append(raw.ExpandDims(raw.BroadcastTo(placed, prefix), -1))
    return raw.ConcatV2([*columns, indices], -1)
