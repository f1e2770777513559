"""`tf.tensordot`, sums of products over any axes, and `tf.linalg.matvec`, as products of
matrices."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from stagelight.core.convert import convert_to_tensor
from stagelight.core.inference import constant_value
from stagelight.core.raw import raw
from stagelight.core.scopes import op_scope
from stagelight.core.tensor import Tensor
from stagelight.ops.linalg.matmul import matmul
from stagelight.public import public
from stagelight.types import dtypes


@public("linalg.matvec")
def matvec(
    a: Any,
    b: Any,
    transpose_a: bool = False,
    adjoint_a: bool = False,
    a_is_sparse: bool = False,
    b_is_sparse: bool = False,
    name: str | None = None,
) -> Tensor:
    """Multiplies matrices by vectors: `out[..., i] = sum_k a[..., i, k] * b[..., k]`.

    Args:
        a: floating, complex, int32 or int64 tensor `[..., m, k]`.
        b: tensor `[..., k]` of the same dtype; leading axes broadcast.
        transpose_a: whether `a` is given as `[..., k, m]`.
        adjoint_a: as `transpose_a`, and its complex conjugate is taken.
        a_is_sparse: a hint that `a` holds many zeros; it changes nothing here.
        b_is_sparse: the same for `b`.
        name: name of the operation.

    Returns:
        Tensor `[..., m]`.

    Raises:
        InvalidArgumentError: the inner sizes or the dtypes differ.

    >>> tf.linalg.matvec([[1, 2], [3, 4]], [1, 1]).numpy()
    array([3, 7], dtype=int32)
    """
    with op_scope(name or "MatVec"):
        columns = raw.ExpandDims(b, np.int32(-1))
        result = matmul(a, columns, transpose_a=transpose_a, adjoint_a=adjoint_a)
        return raw.Squeeze(result, squeeze_dims=[-1])


@public("tensordot", "linalg.tensordot")
def tensordot(a: Any, b: Any, axes: Any, name: str | None = None) -> Tensor:
    """Sums products over pairs of axes, as `numpy.tensordot`.

    Args:
        a: floating, complex, int32 or int64 tensor.
        b: tensor of the same dtype.
        axes: a number `n` pairs the last n axes of `a` with the first n of `b`; two lists name
            the axes of `a` and those of `b` that are paired.
        name: name of the operation.

    Returns:
        Tensor with the other axes of `a`, then those of `b`.

    Raises:
        ValueError: axes that do not pair.
        IndexError: there is no such axis.
        InvalidArgumentError: paired axes differ in size.

    >>> tf.tensordot([[1, 2], [3, 4]], [1, 1], axes=1).numpy()
    array([3, 7], dtype=int32)
    """
    with op_scope(name or "Tensordot") as scope:
        a, b = _pair(a, b)
        count = _static_number(axes)
        has_unknown_rank = None in (a.shape.rank, b.shape.rank)
        if count is not None and has_unknown_rank:
            return _of_unknown_ranks(a, b, count, scope)
        if isinstance(axes, Tensor) and constant_value(axes) is None:
            return _of_dynamic_axes(a, b, axes, scope)
        a_axes, b_axes = _checked_axes(a, axes)
        if has_unknown_rank:
            return _of_dynamic_axes(a, b, np.asarray([a_axes, b_axes], np.int32), scope)
        a_matrix, a_free = _as_matrix(a, a_axes, summed_last=True)
        b_matrix, b_free = _as_matrix(b, b_axes, summed_last=False)
        product = matmul(a_matrix, b_matrix)
        return _in_shape(product, a_free, b_free, scope)


def _pair(a: Any, b: Any) -> tuple[Tensor, Tensor]:
    if isinstance(b, Tensor) and not isinstance(a, Tensor):
        return convert_to_tensor(a, dtype_hint=b.dtype, name="a"), b
    a = convert_to_tensor(a, name="a")
    return a, convert_to_tensor(b, dtype_hint=a.dtype, name="b")


def _static_number(axes: Any) -> int | None:
    """`axes` as a number that is not negative; None where it is none, or lists."""
    value = constant_value(axes) if isinstance(axes, Tensor) else axes
    if value is None or isinstance(value, (list, tuple)) or np.ndim(value):
        return None
    return int(value) if value >= 0 else None


def _of_unknown_ranks(a: Tensor, b: Tensor, count: int, name: str) -> Tensor:
    """The products over the last axes of `a` and the first of `b`, whose shapes are asked when it runs."""
    a_shape, b_shape = raw.Shape(a), raw.Shape(b)
    place = raw.Sub(raw.Rank(a), count)
    a_free = raw.Slice(a_shape, [0], raw.Reshape(place, [1]))
    b_free = raw.Slice(b_shape, [count], [-1])
    a_summed = raw.Prod(raw.Slice(a_shape, raw.Reshape(place, [1]), [count]), [0])
    b_summed = raw.Prod(raw.Slice(b_shape, [0], [count]), [0])
    left = raw.Reshape(a, raw.Pack([raw.Prod(a_free, [0]), a_summed]))
    right = raw.Reshape(b, raw.Pack([b_summed, raw.Prod(b_free, [0])]))
    return raw.Reshape(matmul(left, right), raw.ConcatV2([a_free, b_free], 0), name=name)


def _of_dynamic_axes(a: Tensor, b: Tensor, axes: Any, name: str) -> Tensor:
    """The products over axes `[2, n]` or `[2]`, where ranks or axes are known only when the graph runs."""
    pairs = raw.Reshape(raw.Cast(axes, DstT=dtypes.int32), np.asarray([2, -1], np.int32))
    a_axes, b_axes = raw.Unpack(pairs, num=2, axis=0)
    a_matrix, a_free = _as_dynamic_matrix(a, a_axes, summed_last=True)
    b_matrix, b_free = _as_dynamic_matrix(b, b_axes, summed_last=False)
    shape = raw.ConcatV2([a_free, b_free], np.int32(0))
    return raw.Reshape(matmul(a_matrix, b_matrix), shape, name=name)


def _as_dynamic_matrix(x: Tensor, axes: Tensor, summed_last: bool) -> tuple[Tensor, Tensor]:
    """The tensor as `[free, summed]` or `[summed, free]`, and the sizes of the free axes, as a tensor."""
    shape, rank = raw.Shape(x), raw.Rank(x)
    summed = raw.SelectV2(raw.Less(axes, np.int32(0)), raw.AddV2(axes, rank), axes)
    free, _ = raw.ListDiff(raw.Range(np.int32(0), rank, np.int32(1)), summed)
    groups = (free, summed) if summed_last else (summed, free)
    sizes = [raw.GatherV2(shape, group, np.int32(0)) for group in groups]
    moved = raw.Transpose(x, raw.ConcatV2(list(groups), np.int32(0)))
    matrix = raw.Reshape(moved, raw.Pack([raw.Prod(each, [0]) for each in sizes]))
    return matrix, sizes[0] if summed_last else sizes[1]


def _checked_axes(a: Tensor, axes: Any) -> tuple[list[int], list[int]]:
    """The axes of both that are summed.

    Raises:
        ValueError: they do not pair.
    """
    if isinstance(axes, Tensor):
        axes = np.asarray(constant_value(axes)).tolist()
    if isinstance(axes, (int, np.integer)):
        if axes < 0:
            raise ValueError(f"`axes` must be at least 0. Received: {axes}.")
        rank = len(a.shape)
        if axes > rank:
            raise ValueError(
                f"`axes` must not be larger than the number of dimensions of tensor {a}.  "
                f"Received {axes}, vs tensor dimensions {rank}."
            )
        return list(range(rank - axes, rank)), list(range(axes))
    if not isinstance(axes, (list, tuple, np.ndarray)) or len(axes) != 2:
        raise ValueError(f"`axes` must be an integer or have length 2. Received {axes}.")
    a_axes, b_axes = ([side] if np.ndim(side) == 0 else list(side) for side in axes)
    if len(a_axes) != len(b_axes):
        raise ValueError(
            f"Different number of contraction axes `a` and `b`, {len(a_axes)} != {len(b_axes)}."
        )
    return [int(axis) for axis in a_axes], [int(axis) for axis in b_axes]


# Static sizes of free axes, and the sizes as a tensor where some are unknown.
Free = tuple[list[int | None], Any]


def _as_matrix(x: Tensor, axes: Sequence[int], summed_last: bool) -> tuple[Tensor, Free]:
    """The tensor as `[free, summed]` or `[summed, free]`, and the sizes of the free axes."""
    rank = len(x.shape)
    summed = [axis % rank if -rank <= axis < rank else axis for axis in axes]
    if any(not 0 <= axis < rank for axis in summed):
        raise IndexError(f"`axes` must be in [{-rank}, {rank}). Received: {list(axes)}")
    free = [axis for axis in range(rank) if axis not in summed]
    order = [*free, *summed] if summed_last else [*summed, *free]
    sizes = x.shape.as_list()
    moved = x if order == list(range(rank)) else raw.Transpose(x, np.asarray(order, np.int32))
    groups = (free, summed) if summed_last else (summed, free)
    static = [_product([sizes[axis] for axis in group]) for group in groups]
    dynamic = None
    if any(sizes[axis] is None for axis in free):
        dynamic = raw.GatherV2(raw.Shape(x), np.asarray(free, np.int32), np.int32(0))
    if rank != 2 or len(free) != 1:
        moved = raw.Reshape(moved, _matrix_shape(x, groups, static))
    return moved, ([sizes[axis] for axis in free], dynamic)


def _product(sizes: Sequence[int | None]) -> int | None:
    result = 1
    for size in sizes:
        if size is None:
            return None
        result *= size
    return result


def _matrix_shape(x: Tensor, groups: Sequence[Sequence[int]], static: Sequence[int | None]) -> Any:
    if None not in static:
        return np.asarray(static, np.int32)
    if static.count(None) == 1 and 0 not in static:
        return np.asarray([-1 if size is None else size for size in static], np.int32)
    shape = raw.Shape(x)
    sides = []
    for group in groups:
        part = raw.GatherV2(shape, np.asarray(group, np.int32), np.int32(0))
        sides.append(raw.Prod(part, np.asarray([0], np.int32)))
    return raw.Pack(sides)


def _in_shape(product: Tensor, a_free: Free, b_free: Free, name: str) -> Tensor:
    """The product with the free axes apart again."""
    static = [*a_free[0], *b_free[0]]
    if len(a_free[0]) == 1 == len(b_free[0]):
        return product
    if None not in static:
        return raw.Reshape(product, np.asarray(static, np.int32), name=name)
    parts = [
        dynamic if dynamic is not None else np.asarray(sizes, np.int32)
        for sizes, dynamic in (a_free, b_free)
    ]
    return raw.Reshape(product, raw.ConcatV2(parts, np.int32(0)), name=name)
