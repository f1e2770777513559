"""Rules of ops that make, rearrange, join and divide arrays, and take elements out of them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from stagelight.graph.operation import Operation
from stagelight.ops.arrays.slice_specification import numpy_index
from stagelight.runtime.xla.engine import jax, jnp, lax
from stagelight.runtime.xla.lowering import Lowering
from stagelight.runtime.xla.registry import lowers, lowers_by_kernel
from stagelight.runtime.xla.values import NotLowered, is_known, known, known_sizes

lowers_by_kernel(
    "BatchToSpace", "BatchToSpaceND", "BroadcastArgs", "BroadcastGradientArgs", "BroadcastTo",
    "Concat", "ConcatOffset", "ConcatV2", "ConjugateTranspose", "DepthToSpace", "Empty",
    "ExpandDims", "Fill", "InvertPermutation", "LinSpace", "MirrorPad", "Pack",
    "ParallelConcat", "Range", "Rank", "Reshape", "Reverse", "ReverseSequence", "ReverseV2", "Roll",
    "Shape", "ShapeN", "Size", "SpaceToBatch", "SpaceToBatchND", "SpaceToDepth", "Split", "SplitV",
    "Squeeze", "Tile", "Transpose", "Unpack", "UnravelIndex",
)  # fmt: skip


def places(indices: Any, size: int) -> Any:
    """Indices of which those below 0 are out of bounds as well: XLA counts them from the end."""
    wide = jnp.asarray(indices)
    wide = wide.astype(jnp.int64 if size > np.iinfo(np.int32).max else jnp.int32)
    return jnp.where(wide < 0, size, wide)


def taken(params: Any, indices: Any, axis: int) -> Any:
    """Slices along an axis; zeros for indices out of bounds, as TensorFlow's kernels for GPUs give."""
    params = jnp.asarray(params)
    found = places(indices, params.shape[axis])
    return jnp.take(params, found, axis=axis, mode="fill", fill_value=0)


@lowers("Gather", "GatherV2")
def _gather(
    lowering: Lowering, operation: Operation, params: Any, indices: Any, axis: Any = None
) -> Any:
    along = 0 if axis is None else int(known(axis, "the axis"))
    batch = int(operation.attrs.get("batch_dims", 0))
    along += np.ndim(params) if along < 0 else 0
    batch += np.ndim(indices) if batch < 0 else 0

    def one(params: Any, indices: Any) -> Any:
        return taken(params, indices, along - batch)

    for _ in range(batch):
        one = jax.vmap(one)
    return one(jnp.asarray(params), jnp.asarray(indices))


def index_columns(indices: Any, shape: tuple[int, ...]) -> tuple[Any, ...]:
    """The columns of an array of places `[..., depth]`, as one indexes an array of a shape."""
    indices = jnp.asarray(indices)
    return tuple(places(indices[..., i], shape[i]) for i in range(indices.shape[-1]))


@lowers("GatherNd")
def _gather_nd(lowering: Lowering, operation: Operation, params: Any, indices: Any) -> Any:
    params = jnp.asarray(params)
    columns = index_columns(indices, params.shape)
    if not columns:
        return jnp.broadcast_to(params, (*indices.shape[:-1], *params.shape))
    return params.at[columns].get(mode="fill", fill_value=0)


# ---------------------------------------------------------------------------- slices

_MASKS = ("begin_mask", "end_mask", "ellipsis_mask", "new_axis_mask", "shrink_axis_mask")


def _masks(operation: Operation) -> dict[str, int]:
    return {name: operation.attrs[name] for name in _MASKS if name in operation.attrs}


class _SliceByData:
    """A slice such as `x[:, i]` where `i` is data: along each axis one element, or all.

    Attributes:
        starts, sizes: where it begins and how much it is, along the axes of the array.
        shape: of the result.
    """

    def __init__(self, operation: Operation, shape: Sequence[int], begin: Any) -> None:
        masks = dict.fromkeys(_MASKS, 0) | _masks(operation)
        count = begin.shape[0]
        taken = sum(not masks["new_axis_mask"] >> i & 1 for i in range(count))
        taken -= bin(masks["ellipsis_mask"]).count("1")
        self.starts: list[Any] = []
        self.sizes: list[int] = []
        self.shape: list[int] = []

        def take_all(axes: int) -> None:
            for _ in range(axes):
                size = int(shape[len(self.starts)])
                self.starts.append(np.int64(0))
                self.sizes.append(size)
                self.shape.append(size)

        for i in range(count):
            if masks["ellipsis_mask"] >> i & 1:
                take_all(len(shape) - taken)
            elif masks["new_axis_mask"] >> i & 1:
                self.shape.append(1)
            elif masks["shrink_axis_mask"] >> i & 1:
                size = shape[len(self.starts)]
                at = jnp.where(begin[i] < 0, begin[i] + size, begin[i])
                self.starts.append(at.astype(jnp.int64))
                self.sizes.append(1)
            elif masks["begin_mask"] >> i & 1 and masks["end_mask"] >> i & 1:
                take_all(1)
            else:
                raise NotLowered("the bounds of a slice depend on data")
        take_all(len(shape) - len(self.starts))

    def put(self, x: Any, value: Any) -> Any:
        """An array with another value for the slice."""
        value = jnp.broadcast_to(value, self.shape).reshape(self.sizes)
        return lax.dynamic_update_slice(x, value.astype(x.dtype), self.starts)


@lowers("StridedSlice")
def _strided_slice(
    lowering: Lowering, operation: Operation, x: Any, begin: Any, end: Any, strides: Any
) -> Any:
    x = jnp.asarray(x)
    known(strides, "how far the elements of a slice lie apart")
    if is_known(begin) and is_known(end):
        return x[numpy_index(x.shape, begin, end, strides, _masks(operation))]
    part = _SliceByData(operation, x.shape, begin)
    return lax.dynamic_slice(x, part.starts, part.sizes).reshape(part.shape)


@lowers("StridedSliceGrad")
def _strided_slice_grad(
    lowering: Lowering,
    operation: Operation,
    shape: Any,
    begin: Any,
    end: Any,
    strides: Any,
    dy: Any,
) -> Any:
    zeros = jnp.zeros(known_sizes(shape), dy.dtype)
    return with_slice(operation, zeros, begin, end, strides, dy)


@lowers("TensorStridedSliceUpdate")
def _strided_slice_update(
    lowering: Lowering, operation: Operation, x: Any, begin: Any, end: Any, strides: Any, value: Any
) -> Any:
    return with_slice(operation, jnp.asarray(x), begin, end, strides, value)


def with_slice(operation: Operation, x: Any, begin: Any, end: Any, strides: Any, value: Any) -> Any:
    """An array with another value for a slice, of which the operation's attrs have the masks."""
    known(strides, "how far the elements of a slice lie apart")
    if is_known(begin) and is_known(end):
        return x.at[numpy_index(x.shape, begin, end, strides, _masks(operation))].set(value)
    return _SliceByData(operation, x.shape, begin).put(x, value)


@lowers("Slice")
def _slice(lowering: Lowering, operation: Operation, x: Any, begin: Any, size: Any) -> Any:
    wanted = known_sizes(size, "the size of a slice")
    x = jnp.asarray(x)
    if is_known(begin):
        starts = known_sizes(begin)
        ends = [
            full if n < 0 else start + n
            for n, start, full in zip(wanted, starts, x.shape, strict=True)
        ]
        if any(end > full for end, full in zip(ends, x.shape, strict=True)):
            raise NotLowered("a slice is out of bounds")
        return lax.slice(x, starts, ends)
    if any(n < 0 for n in wanted):
        raise NotLowered("the size of a slice depends on where it begins, which is data")
    return lax.dynamic_slice(x, _starts(begin), wanted)


def _starts(begin: Any) -> list[Any]:
    """Where a slice begins along each axis: not below 0, which JAX would count from the end."""
    return list(jnp.maximum(jnp.asarray(begin), 0))


@lowers("OneHot")
def _one_hot(
    lowering: Lowering, operation: Operation, indices: Any, depth: Any, on: Any, off: Any
) -> Any:
    axis = int(operation.attrs.get("axis", -1))
    axis += np.ndim(indices) + 1 if axis < 0 else 0
    count = int(known(depth, "the depth"))
    shape = [1] * (np.ndim(indices) + 1)
    shape[axis] = count
    classes = np.arange(count).reshape(shape)
    return jnp.where(jnp.expand_dims(jnp.asarray(indices), axis) == classes, on, off)


# ---------------------------------------------------------------------------- padding, scattering


@lowers("Pad", "PadV2")
def _pad(
    lowering: Lowering, operation: Operation, x: Any, paddings: Any, constant: Any = None
) -> Any:
    x = jnp.asarray(x)
    around = known(paddings, "the padding").reshape(-1, 2).tolist()
    value = np.zeros((), x.dtype) if constant is None else constant
    return lax.pad(x, jnp.asarray(value, x.dtype), [(*map(int, pair), 0) for pair in around])


@lowers("MirrorPadGrad")
def _mirror_pad_back(lowering: Lowering, operation: Operation, dy: Any, paddings: Any) -> Any:
    around = known(paddings, "the padding")
    sizes = [size - int(sum(pair)) for size, pair in zip(dy.shape, around, strict=True)]
    mode = "reflect" if operation.attrs["mode"] == "REFLECT" else "symmetric"

    def pad(x: Any) -> Any:
        return jnp.pad(x, [tuple(map(int, pair)) for pair in around], mode=mode)

    return jax.linear_transpose(pad, jax.ShapeDtypeStruct(tuple(sizes), dy.dtype))(dy)[0]


@lowers("ScatterNd")
def _scatter_nd(
    lowering: Lowering, operation: Operation, indices: Any, updates: Any, shape: Any
) -> Any:
    zeros = jnp.zeros(known_sizes(shape), updates.dtype)
    if zeros.dtype == bool:
        raise NotLowered("it scatters truth values")
    return zeros.at[index_columns(indices, zeros.shape)].add(updates, mode="drop")


# How elements at a place are changed, by the last word of an op's name.
SCATTERS = {
    "Add": lambda at, updates: at.add(updates, mode="drop"),
    "Sub": lambda at, updates: at.subtract(updates, mode="drop"),
    "Mul": lambda at, updates: at.multiply(updates, mode="drop"),
    "Div": lambda at, updates: at.divide(updates, mode="drop"),
    "Min": lambda at, updates: at.min(updates, mode="drop"),
    "Max": lambda at, updates: at.max(updates, mode="drop"),
    "Update": lambda at, updates: at.set(updates, mode="drop"),
}


@lowers(
    "TensorScatterUpdate", "TensorScatterAdd", "TensorScatterSub", "TensorScatterMin", "TensorScatterMax",
    "ScatterNdNonAliasingAdd",
)  # fmt: skip
def _tensor_scatter(
    lowering: Lowering, operation: Operation, x: Any, indices: Any, updates: Any
) -> Any:
    x = jnp.asarray(x)
    kind = next(word for word in SCATTERS if operation.type.endswith(word))
    return SCATTERS[kind](x.at[index_columns(indices, x.shape)], updates)


# ---------------------------------------------------------------------------- order


@lowers("TopK", "TopKV2")
def _top_k(lowering: Lowering, operation: Operation, x: Any, k: Any = None) -> Any:
    count = int(operation.attrs["k"] if k is None else known(k, "how many are taken"))
    return lax.top_k(jnp.asarray(x), count)


@lowers("NthElement")
def _nth(lowering: Lowering, operation: Operation, x: Any, n: Any) -> Any:
    ordered = jnp.sort(jnp.asarray(x), axis=-1)
    place = jnp.asarray(n)
    place = x.shape[-1] - 1 - place if operation.attrs.get("reverse") else place
    return jnp.take(ordered, place, axis=-1)


@lowers("XlaDynamicSlice")
def _clamped_slice(lowering: Lowering, operation: Operation, x: Any, begin: Any, size: Any) -> Any:
    x = jnp.asarray(x)
    return lax.dynamic_slice(x, _starts(begin), known_sizes(size, "the size of a slice"))


@lowers("XlaDynamicUpdateSlice")
def _clamped_update(
    lowering: Lowering, operation: Operation, x: Any, value: Any, begin: Any
) -> Any:
    x = jnp.asarray(x)
    return lax.dynamic_update_slice(x, jnp.asarray(value), _starts(begin))


@lowers("LowerBound", "UpperBound")
def _searchsorted(lowering: Lowering, operation: Operation, rows: Any, values: Any) -> Any:
    side = "left" if operation.type == "LowerBound" else "right"
    return jax.vmap(lambda row, value: jnp.searchsorted(row, value, side=side))(
        jnp.asarray(rows), jnp.asarray(values)
    )
