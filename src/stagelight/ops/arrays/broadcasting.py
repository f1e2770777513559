"""Broadcasting: `tf.broadcast_to`, shapes of broadcasts, and its reverse for gradients."""

from __future__ import annotations

from types import ModuleType
from typing import Any

import numpy as np

from stagelight.core.convert import convert_to_tensor, int32_constant
from stagelight.core.inference import (
    Inferred,
    broadcast_shapes,
    constant_value,
    invalid,
    shape_from,
)
from stagelight.core.op_def import types
from stagelight.core.raw import raw
from stagelight.core.registry import define
from stagelight.core.tensor import EagerTensor, Tensor
from stagelight.public import public
from stagelight.types import dtypes
from stagelight.types.shapes import TensorShape


def sum_to_shape_of(dy: Tensor, x: Tensor) -> Tensor:
    """The gradient of a broadcast: dy summed over the axes along which x was repeated."""
    if type(dy) is EagerTensor and type(x) is EagerTensor and dy._array.shape == x._array.shape:
        return dy
    if dy.shape.is_fully_defined() and x.shape.is_fully_defined():
        axes = _repeated_axes(dy.shape.as_list(), x.shape.as_list())
        if not axes and dy.shape.rank == x.shape.rank:
            return dy
        total = raw.Sum(dy, int32_constant(axes))
        if total.shape == x.shape:
            return total
        return raw.Reshape(total, int32_constant(x.shape.as_list()))
    shape = raw.Shape(x)
    axes, _ = raw.BroadcastGradientArgs(shape, raw.Shape(dy))
    return raw.Reshape(raw.Sum(dy, axes), shape)


def _repeated_axes(result: list[Any], source: list[Any]) -> list[int]:
    missing = len(result) - len(source)
    return [
        axis
        for axis, size in enumerate(result)
        if axis < missing or (source[axis - missing] == 1 and size != 1)
    ]


# ---------------------------------------------------------------------------- BroadcastTo


def _infer_broadcast_to(input: Tensor, shape: Tensor) -> Inferred:
    target = shape_from(shape)
    if target.rank is not None and input.shape.rank is not None:
        if input.shape.rank > target.rank:
            raise invalid(
                f"Rank of input ({input.shape.rank}) must be no greater than rank of output shape "
                f"({target.rank})."
            )
        broadcast_shapes(input.shape, target)
    return Inferred(target, input.dtype)


def _broadcast_to(xp: ModuleType, input: np.ndarray, shape: np.ndarray) -> np.ndarray:
    return xp.broadcast_to(input, tuple(shape.tolist()))


def _broadcast_to_gradient(op: Any, dy: Tensor) -> list[Tensor | None]:
    return [sum_to_shape_of(dy, op.inputs[0]), None]


define(
    "BroadcastTo",
    "input: T, shape: Tidx",
    "output: T",
    {"T": types(), "Tidx": types(dtypes.INDEX, dtypes.int32)},
    requires={"shape": "vector"},
    infer=_infer_broadcast_to,
    kernel=_broadcast_to,
    gradient=_broadcast_to_gradient,
)


@public("broadcast_to")
def broadcast_to(input: Any, shape: Any, name: str | None = None) -> Tensor:
    """Repeats a tensor along axes of size 1 and new leading axes until it has the given shape.

    Args:
        input: tensor of any dtype.
        shape: integer vector; every axis of `input`, counted from the last, is 1 or equal to it.
        name: name of the operation.

    Returns:
        Tensor of that shape.

    Raises:
        InvalidArgumentError: the shapes do not fit.

    >>> tf.broadcast_to(tf.constant([1, 2]), [2, 2]).numpy()
    array([[1, 2],
           [1, 2]], dtype=int32)
    """
    return raw.BroadcastTo(convert_to_tensor(input), shape, name=name)


# ---------------------------------------------------------------------------- shapes


def _infer_gradient_args(s0: Tensor, s1: Tensor) -> tuple[Inferred, Inferred]:
    shapes = [constant_value(x) for x in (s0, s1)]
    if shapes[0] is not None and shapes[1] is not None:
        try:
            axes = _broadcast_gradient_args(np, shapes[0], shapes[1])
        except ValueError:
            pass  # The kernel will say that they do not fit.
        else:
            first, second = (Inferred(TensorShape(x.shape), s0.dtype) for x in axes)
            return first, second
    unknown = Inferred(TensorShape([None]), s0.dtype)
    return unknown, unknown


def _broadcast_gradient_args(
    xp: ModuleType, s0: np.ndarray, s1: np.ndarray
) -> tuple[np.ndarray, np.ndarray]:
    try:
        result = list(np.broadcast_shapes(tuple(s0.tolist()), tuple(s1.tolist())))
    except ValueError:
        raise invalid(f"Incompatible shapes: {s0.tolist()} vs. {s1.tolist()}") from None
    return tuple(  # type: ignore[return-value]
        np.asarray(_repeated_axes(result, source.tolist()), source.dtype) for source in (s0, s1)
    )


define(
    "BroadcastGradientArgs",
    "s0: T, s1: T",
    "r0: T, r1: T",
    {"T": types(dtypes.INDEX, dtypes.int32)},
    infer=_infer_gradient_args,
    kernel=_broadcast_gradient_args,
    differentiable=False,
)


def _infer_broadcast_args(s0: Tensor, s1: Tensor) -> Inferred:
    sizes = [tensor.shape.num_elements() for tensor in (s0, s1)]
    known = [size for size in sizes if size is not None]
    return Inferred(TensorShape([max(known) if len(known) == 2 else None]), s0.dtype)


def _broadcast_args(xp: ModuleType, s0: np.ndarray, s1: np.ndarray) -> np.ndarray:
    try:
        result = np.broadcast_shapes(tuple(s0.tolist()), tuple(s1.tolist()))
    except ValueError:
        raise invalid(f"Incompatible shapes: {s0.tolist()} vs. {s1.tolist()}") from None
    return np.asarray(result, s0.dtype)


define(
    "BroadcastArgs",
    "s0: T, s1: T",
    "r0: T",
    {"T": types(dtypes.INDEX, dtypes.int32)},
    infer=_infer_broadcast_args,
    kernel=_broadcast_args,
    differentiable=False,
    dims=lambda op: _known_broadcast(op),
)


def _known_broadcast(op: Any) -> list[int | None] | None:
    values = [constant_value(x) for x in op.inputs]
    if any(value is None for value in values):
        return None
    return list(np.broadcast_shapes(*(tuple(v.tolist()) for v in values if v is not None)))


@public("broadcast_dynamic_shape")
def broadcast_dynamic_shape(shape_x: Any, shape_y: Any) -> Tensor:
    """The shape, as a tensor, to which two shapes broadcast.

    Args:
        shape_x: integer vector.
        shape_y: integer vector of the same dtype.

    Returns:
        Integer vector.

    Raises:
        InvalidArgumentError: the shapes do not broadcast.

    >>> tf.broadcast_dynamic_shape(tf.constant([1, 2]), tf.constant([3, 1])).numpy()
    array([3, 2], dtype=int32)
    """
    return raw.BroadcastArgs(shape_x, shape_y)
