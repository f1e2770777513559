"""`DynamicSlice` and `DynamicUpdateSlice` of XLA: slices whose start is clamped so that they lie within."""

from __future__ import annotations

from types import ModuleType
from typing import Any

import numpy as np

from stagelight.core.convert import convert_to_tensor
from stagelight.core.inference import Inferred, constant_value, invalid, require_rank
from stagelight.core.op_def import types
from stagelight.core.raw import raw
from stagelight.core.registry import define
from stagelight.core.tensor import Tensor
from stagelight.types import dtypes
from stagelight.types.shapes import TensorShape


def _infer(input: Tensor, update: Tensor, indices: Tensor) -> Inferred:
    require_rank(indices, 1, "indices")
    if input.shape.rank is not None and update.shape.rank is not None:
        require_rank(update, input.shape.rank, "update")
        for size, part in zip(input.shape, update.shape, strict=True):
            if size is not None and part is not None and part > size:
                raise invalid(
                    f"The update must fit into the input. Received shapes: {update.shape} and "
                    f"{input.shape}"
                )
    return Inferred(input.shape, input.dtype)


def _place(shape: tuple[int, ...], part: tuple[int, ...], indices: np.ndarray) -> Any:
    """The slices of a part that begins at the indices, moved so that it lies within."""
    if len(part) != len(shape) or indices.shape != (len(shape),):
        raise invalid(
            f"The input, of shape {list(shape)}, the slice and the indices must have one rank. Received: "
            f"a slice of shape {list(part)}, indices of shape {list(indices.shape)}"
        )
    if any(not 0 <= p <= s for p, s in zip(part, shape, strict=True)):
        raise invalid(
            f"The slice must fit into the input. Received shapes: {list(part)} and {list(shape)}"
        )
    starts = [min(max(int(i), 0), s - p) for i, s, p in zip(indices, shape, part, strict=True)]
    return tuple(slice(i, i + p) for i, p in zip(starts, part, strict=True))


def _update(
    xp: ModuleType, input: np.ndarray, update: np.ndarray, indices: np.ndarray
) -> np.ndarray:
    result = input.copy()
    result[_place(input.shape, update.shape, indices)] = update
    return result


def _gradient(op: Any, dy: Tensor) -> list[Any]:
    input, update, indices = op.inputs
    shape = raw.Shape(update, out_type=indices.dtype)
    room = raw.Shape(input, out_type=indices.dtype) - shape
    begin = raw.Minimum(raw.Maximum(indices, raw.ZerosLike(indices)), room)
    return [
        lambda: raw.XlaDynamicUpdateSlice(dy, raw.ZerosLike(update), indices),
        lambda: raw.Slice(dy, begin, shape),
        None,
    ]


define(
    "XlaDynamicUpdateSlice",
    "input: T, update: T, indices: Tindices",
    "output: T",
    {"T": types(dtypes.ALL), "Tindices": types(dtypes.INDEX)},
    infer=_infer,
    kernel=_update,
    gradient=_gradient,
)


def dynamic_update_slice(
    x: Any, updates: Any, start_indices: Any, name: str | None = None
) -> Tensor:
    """A tensor with a part of it replaced.

    Args:
        x: the tensor.
        updates: what takes the place of the part: a tensor of the same rank, of no greater sizes.
        start_indices: where the part begins: an integer vector; a start from which the part would not fit
            is moved back.
        name: the operation's name.

    Raises:
        InvalidArgumentError: the ranks differ, or the part is larger than the tensor.
    """
    return raw.XlaDynamicUpdateSlice(x, updates, convert_to_tensor(start_indices), name=name)


def _infer_slice(input: Tensor, start_indices: Tensor, size_indices: Tensor) -> Inferred:
    require_rank(start_indices, 1, "start_indices")
    require_rank(size_indices, 1, "size_indices")
    rank = input.shape.rank
    sizes = constant_value(size_indices)
    if sizes is None:
        return Inferred(TensorShape(None if rank is None else [None] * rank), input.dtype)
    return Inferred(TensorShape([int(size) for size in sizes]), input.dtype)


def _slice(
    xp: ModuleType, input: np.ndarray, start_indices: np.ndarray, size_indices: np.ndarray
) -> np.ndarray:
    part = tuple(int(size) for size in size_indices)
    return input[_place(input.shape, part, start_indices)]


def _gradient_of_slice(op: Any, dy: Tensor) -> list[Any]:
    input, start_indices, _ = op.inputs
    zeros = raw.ZerosLike(input)
    return [lambda: raw.XlaDynamicUpdateSlice(zeros, dy, start_indices), None, None]


define(
    "XlaDynamicSlice",
    "input: T, start_indices: Tindices, size_indices: Tindices",
    "output: T",
    {"T": types(dtypes.ALL), "Tindices": types(dtypes.INDEX)},
    infer=_infer_slice,
    kernel=_slice,
    gradient=_gradient_of_slice,
)


def dynamic_slice(x: Any, start_indices: Any, size_indices: Any, name: str | None = None) -> Tensor:
    """A part of a tensor, as large as `size_indices`, at `start_indices` clamped so that it lies within."""
    start_indices = convert_to_tensor(start_indices)
    sizes = convert_to_tensor(size_indices, start_indices.dtype)
    return raw.XlaDynamicSlice(convert_to_tensor(x), start_indices, sizes, name=name)
