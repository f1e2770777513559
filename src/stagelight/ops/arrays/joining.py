"""Several tensors into one: `tf.stack` along a new axis, `tf.concat` along one that they have."""

from __future__ import annotations

from collections.abc import Sequence
from types import ModuleType
from typing import Any

import numpy as np

from stagelight.core.convert import convert_to_tensor
from stagelight.core.inference import (
    UNKNOWN,
    Inferred,
    constant_value,
    first_known,
    invalid,
    known_dims,
    shape_text,
)
from stagelight.core.op_def import attr, types
from stagelight.core.raw import raw
from stagelight.core.registry import define
from stagelight.core.tensor import Tensor
from stagelight.public import public
from stagelight.types import dtypes
from stagelight.types.shapes import TensorShape


def _axis_in(axis: int, rank: int, what: str) -> int:
    if not -rank <= axis < rank:
        raise invalid(f"{what} must be in [{-rank}, {rank}). Received: {axis}")
    return axis % rank


# ---------------------------------------------------------------------------- Pack


def _infer_pack(*values: Tensor, axis: int = 0) -> Inferred:
    shape = first_known(*(x.shape for x in values))
    if shape.rank is None:
        return Inferred(UNKNOWN, values[0].dtype)
    sizes = shape.as_list()
    sizes.insert(_axis_in(axis, len(sizes) + 1, "Pack: axis"), len(values))
    return Inferred(TensorShape(sizes), values[0].dtype)


def _pack(xp: ModuleType, *values: np.ndarray, axis: int = 0) -> np.ndarray:
    first = values[0]
    for i, x in enumerate(values):
        if x.shape != first.shape:
            raise invalid(
                f"Shapes of all inputs must match: values[0].shape = {shape_text(first.shape)} != "
                f"values[{i}].shape = {shape_text(x.shape)}"
            )
    return xp.stack(values, _axis_in(axis, first.ndim + 1, "Pack: axis"))


def _pack_dims(op: Any) -> list[int | None] | None:
    ranks = {x.shape.rank for x in op.inputs}
    if ranks <= {0, None}:
        # What is packed to a shape is a scalar, also where its rank is not known.
        return [(known_dims(x) or [None])[0] for x in op.inputs]
    if op.attr_value("axis") != 0 or not ranks <= {1, None}:
        return None
    length = next((x.shape[0] for x in op.inputs if x.shape.rank == 1), None)
    if length is None:
        return None
    return [dim for x in op.inputs for dim in known_dims(x) or [None] * length]


define(
    "Pack",
    "values: N * T",
    "output: T",
    {"N": attr("int"), "T": types(), "axis": 0},
    infer=_infer_pack,
    kernel=_pack,
    gradient=lambda op, dy: raw.Unpack(dy, num=len(op.inputs), axis=op.attr_value("axis")),
    dims=_pack_dims,
)


@public("stack", "compat.v1.stack")
def stack(values: Any, axis: int = 0, name: str | None = "stack") -> Tensor:
    """Joins tensors of one shape along a new axis.

    Args:
        values: list of tensors of one shape and dtype.
        axis: where the new axis stands in the result, in [-rank - 1, rank].
        name: name of the operation.

    Returns:
        Tensor of one more axis, of size `len(values)`.

    Raises:
        ValueError: there is no such axis.
        InvalidArgumentError: shapes or dtypes differ.

    >>> tf.stack([tf.constant([1, 2]), tf.constant([3, 4])], axis=1).numpy()
    array([[1, 3],
           [2, 4]], dtype=int32)
    """
    if axis == 0:
        # Also takes nested lists and mixed Python numbers.
        try:
            return convert_to_tensor(values, name=name)
        except (TypeError, ValueError):
            pass
    if len(values):
        rank = convert_to_tensor(values[0]).shape.rank
        if rank is not None and not -rank - 1 <= axis <= rank:
            raise ValueError(f"Argument `axis` = {axis} not in range [{-rank - 1}, {rank + 1})")
    return raw.Pack(list(values), axis=axis, name=name)


def _parallel_concat(xp: ModuleType, *values: np.ndarray, shape: Any) -> np.ndarray:
    count, *sizes = shape
    if len(values) != count or any(value.shape != (1, *sizes) for value in values):
        raise invalid(
            f"values must be {count} tensors of shape {[1, *sizes]}. "
            f"Received shapes: {[list(value.shape) for value in values]}"
        )
    return xp.concatenate(values, 0)


define(
    "ParallelConcat",
    "values: N * T",
    "output: T",
    {"N": attr("int"), "T": types(), "shape": attr("shape")},
    infer=lambda *values, shape: Inferred(TensorShape(shape), values[0].dtype),
    kernel=_parallel_concat,
    gradient=lambda op, dy: raw.Split(0, dy, num_split=len(op.inputs)),
)


@public("parallel_stack", "compat.v1.parallel_stack")
def parallel_stack(values: Sequence[Any], name: str | None = "parallel_stack") -> Tensor:
    """Joins tensors of one known shape along a new first axis.

    Args:
        values: list of tensors of one fully known shape and one dtype.
        name: name of the operation.

    Returns:
        Tensor of shape `[len(values), ...]`.

    Raises:
        ValueError: a shape differs or is not fully known.

    >>> tf.parallel_stack([tf.constant([1, 2]), tf.constant([3, 4])]).numpy()
    array([[1, 2],
           [3, 4]], dtype=int32)
    """
    first = convert_to_tensor(values[0])
    rows = [raw.ExpandDims(convert_to_tensor(x, first.dtype), 0) for x in values]
    shapes = {row.shape for row in rows}
    if len(shapes) > 1 or not rows[0].shape.is_fully_defined():
        raise ValueError(
            "All tensors of `values` must have the same, fully known shape. "
            f"Received shapes: {[row.shape[1:] for row in rows]}"
        )
    shape = TensorShape([len(rows)]).concatenate(first.shape)
    return raw.ParallelConcat(rows, shape=shape, name=name)


# ---------------------------------------------------------------------------- ConcatV2


def _infer_concat(values: Sequence[Tensor], axis: Tensor) -> Inferred:
    if not values:
        raise invalid("ConcatV2 joins at least one tensor. Received: an empty list")
    dtype = values[0].dtype
    ranks = {len(x.shape) for x in values if x.shape.rank is not None}
    if len(ranks) > 1:
        texts = " and ".join(shape_text(x.shape) for x in values)
        raise invalid(f"ConcatOp : Ranks of all input tensors must match. Received shapes: {texts}")
    if axis.shape.rank is not None and axis.shape.num_elements() not in (1, None):
        raise invalid(f"Concat axis must be a scalar. Received shape: {shape_text(axis.shape)}")
    if not ranks:
        return Inferred(UNKNOWN, dtype)
    rank = ranks.pop()
    if rank == 0:
        raise invalid("ConcatOp : Can't concatenate scalars (use tf.stack instead)")
    place = constant_value(axis)
    if place is None:
        return Inferred(TensorShape([None] * rank), dtype)
    concat = _concat_axis(place, rank)
    total: int | None = 0
    merged: list[int | None] = [None] * rank
    for number, x in enumerate(values):
        sizes = x.shape.as_list() if x.shape.rank is not None else [None] * rank
        size = sizes[concat]
        total = None if total is None or size is None else total + size
        for i, size in enumerate(sizes):
            if i != concat and merged[i] is not None and size not in (None, merged[i]):
                raise invalid(_concat_mismatch(i, values[0].shape, number, x.shape))
            merged[i] = size if merged[i] is None else merged[i]
    merged[concat] = total
    return Inferred(TensorShape(merged), dtype)


def _concat_axis(axis: np.ndarray, rank: int) -> int:
    place = int(axis.reshape(()))
    if not -rank <= place < rank:
        raise invalid(
            f"ConcatOp : Expected concatenating dimensions in the range [{-rank}, {rank}), "
            f"but got {place}"
        )
    return place % rank


def _concat_mismatch(i: int, first: Any, number: int, other: Any) -> str:
    return (
        f"ConcatOp : Dimension {i} in both shapes must be equal: "
        f"shape[0] = {shape_text(first)} vs. shape[{number}] = {shape_text(other)}"
    )


def _concat(xp: ModuleType, *inputs: np.ndarray) -> np.ndarray:
    *values, axis = inputs
    if not values[0].ndim:
        raise invalid("ConcatOp : Can't concatenate scalars (use tf.stack instead)")
    place = _concat_axis(axis, values[0].ndim)
    try:
        return xp.concatenate(values, place)
    except ValueError:
        _check_shapes(values, place)
        raise


def _check_shapes(values: Sequence[np.ndarray], axis: int) -> None:
    first = values[0].shape
    for number, x in enumerate(values):
        if x.ndim != len(first):
            raise invalid(
                "ConcatOp : Ranks of all input tensors should match: "
                f"shape[0] = {shape_text(first)} vs. shape[{number}] = {shape_text(x.shape)}"
            )
        for i, (size, other) in enumerate(zip(first, x.shape, strict=True)):
            if i != axis and size != other:
                raise invalid(_concat_mismatch(i, first, number, x.shape))


def _concat_gradient(op: Any, dy: Tensor) -> list[Tensor | None]:
    *values, axis = op.inputs
    return [*_parts_of(dy, values, axis), None]


def _parts_of(dy: Tensor, values: Sequence[Tensor], axis: Tensor) -> Sequence[Tensor]:
    if len(values) == 1:
        return [dy]
    place = constant_value(axis)
    if place is not None and all(x.shape.rank is not None for x in values):
        sizes = [x.shape[int(place)] for x in values]
        if None not in sizes:
            return raw.SplitV(dy, np.asarray(sizes, np.int32), int(place), num_split=len(values))
    place = raw.FloorMod(raw.Cast(axis, DstT=dtypes.int32), raw.Rank(dy))
    sizes = raw.Pack([raw.GatherV2(raw.Shape(x), place, 0) for x in values])
    return raw.SplitV(dy, sizes, place, num_split=len(values))


def _concat_dims(op: Any) -> list[int | None] | None:
    *values, _ = op.inputs
    joined: list[int | None] = []
    for x in values:
        dims = known_dims(x) if x.shape.rank in (1, None) else None
        if dims is None:
            return None
        joined.extend(dims)
    return joined


define(
    "ConcatV2",
    "values: N * T, axis: Tidx",
    "output: T",
    {"N": attr("int"), "T": types(), "Tidx": types(dtypes.INDEX, dtypes.int32)},
    requires={"axis": "scalar while tracing"},
    infer=lambda *inputs: _infer_concat(inputs[:-1], inputs[-1]),
    kernel=_concat,
    gradient=_concat_gradient,
    dims=_concat_dims,
)

define(
    "Concat",
    "concat_dim: int32, values: N * T",
    "output: T",
    {"N": attr("int"), "T": types()},
    requires={"concat_dim": "scalar while tracing"},
    infer=lambda *inputs: _infer_concat(inputs[1:], inputs[0]),
    kernel=lambda xp, *inputs: _concat(xp, *inputs[1:], inputs[0]),
    gradient=lambda op, dy: [None, *_parts_of(dy, op.inputs[1:], op.inputs[0])],
)


@public("concat", "compat.v1.concat")
def concat(values: Any, axis: Any, name: str | None = "concat") -> Tensor:
    """Joins tensors along an axis that they have.

    Args:
        values: list of tensors of one dtype, whose shapes agree in all other axes.
        axis: the axis, in [-rank, rank).
        name: name of the operation.

    Returns:
        Tensor whose size along the axis is the sum of theirs.

    Raises:
        InvalidArgumentError: shapes, dtypes or the axis do not fit.

    >>> tf.concat([[[1, 2]], [[3, 4]]], 0).numpy()
    array([[1, 2],
           [3, 4]], dtype=int32)
    """
    if not isinstance(values, (list, tuple)):
        values = [values]
    if len(values) == 1:
        # TF: one tensor is passed on, the axis is only checked to be a scalar.
        convert_to_tensor(axis, dtypes.int32).shape.assert_has_rank(0)
        return raw.Identity(values[0], name=name)
    return raw.ConcatV2(values, axis, name=name)


def _concat_offset(xp: ModuleType, concat_dim: np.ndarray, *shapes: np.ndarray) -> list[np.ndarray]:
    place = _concat_axis(concat_dim, shapes[0].size)
    offset, offsets = 0, []
    for number, shape in enumerate(shapes):
        if np.delete(shape, place).tolist() != np.delete(shapes[0], place).tolist():
            raise invalid(
                f"All dimensions except {place} must match. Input {number} has shape "
                f"{shape.tolist()} and doesn't match input 0 with shape {shapes[0].tolist()}."
            )
        row = np.zeros_like(shape)
        row[place] = offset
        offset += int(shape[place])
        offsets.append(row)
    return offsets


define(
    "ConcatOffset",
    "concat_dim: int32, shape: N * shape_type",
    "offset: N * shape_type",
    {"N": attr("int"), "shape_type": types(dtypes.INDEX, dtypes.int32)},
    requires={"concat_dim": "scalar"},
    infer=lambda concat_dim, *shapes: [Inferred(x.shape, x.dtype) for x in shapes],
    kernel=_concat_offset,
    differentiable=False,
)
