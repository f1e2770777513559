"""Elements in another order along axes: `tf.reverse`, `tf.reverse_sequence`, `tf.roll`."""

from __future__ import annotations

from collections.abc import Sequence
from types import ModuleType
from typing import Any

import numpy as np

from stagelight.core.inference import Inferred, constant_value, invalid, shape_text
from stagelight.core.op_def import attr, types
from stagelight.core.raw import raw
from stagelight.core.registry import define
from stagelight.core.tensor import Tensor
from stagelight.public import public
from stagelight.types import dtypes
from stagelight.types.shapes import TensorShape

# ---------------------------------------------------------------------------- ReverseV2

_REVERSIBLE = (*dtypes.NUMERIC, dtypes.bool_, dtypes.string)


def _reversed_axes(axes: Sequence[int], rank: int) -> list[int]:
    found: list[int] = []
    if not rank:
        return found  # TF: of a scalar no axis is looked at.
    for i, axis in enumerate(axes):
        if not -rank <= axis < rank:
            raise invalid(f"'axis'[{i}] = {axis} is out of valid range [{-rank}, {rank - 1}]")
        if axis % rank in found:
            raise invalid(f"axis {axis % rank} specified more than once.")
        found.append(axis % rank)
    return found


def _infer_reverse(tensor: Tensor, axis: Tensor) -> Inferred:
    axes = constant_value(axis)
    if axis.shape.rank not in (None, 1):
        raise invalid(f"'axis' must be a vector. Received shape: {shape_text(axis.shape)}")
    if tensor.shape.rank == 0 and axes is not None and axes.size:
        raise invalid(f"'axis'[0] = {int(axes[0])} is out of valid range [0, -1]")
    if axes is not None and tensor.shape.rank is not None:
        _reversed_axes(axes.tolist(), tensor.shape.rank)
    return Inferred(tensor.shape, tensor.dtype)


def _reverse(xp: ModuleType, tensor: np.ndarray, axis: np.ndarray) -> np.ndarray:
    if axis.ndim != 1:
        raise invalid(f"'axis' must be a vector. Received shape: {shape_text(axis.shape)}")
    return _flipped(xp, tensor, tuple(_reversed_axes(axis.tolist(), tensor.ndim)))


def _flipped(xp: ModuleType, tensor: np.ndarray, axes: tuple[int, ...]) -> np.ndarray:
    """A view of the tensor; of none of its axes NumPy's would be a copy where there are none."""
    return xp.flip(tensor, axes) if axes else tensor


define(
    "ReverseV2",
    "tensor: T, axis: Tidx",
    "output: T",
    {"Tidx": types(dtypes.INDEX, dtypes.int32), "T": types(_REVERSIBLE)},
    infer=_infer_reverse,
    kernel=_reverse,
    gradient=lambda op, dy: [raw.ReverseV2(dy, op.inputs[1]), None],
)


def _infer_reverse_marked(tensor: Tensor, dims: Tensor) -> Inferred:
    if tensor.shape.rank is None and dims.shape.rank == 1 and dims.shape[0] is not None:
        return Inferred(TensorShape([None] * dims.shape[0]), tensor.dtype)
    return Inferred(tensor.shape, tensor.dtype)


def _reverse_marked(xp: ModuleType, tensor: np.ndarray, dims: np.ndarray) -> np.ndarray:
    if dims.shape != (tensor.ndim,):
        raise invalid(
            f"dims must have one flag for each of {tensor.ndim} axes. "
            f"Received shape: {shape_text(dims.shape)}"
        )
    return _flipped(xp, tensor, tuple(np.flatnonzero(dims).tolist()))


define(
    "Reverse",
    "tensor: T, dims: bool",
    "output: T",
    {"T": types(_REVERSIBLE)},
    infer=_infer_reverse_marked,
    kernel=_reverse_marked,
    gradient=lambda op, dy: [raw.Reverse(dy, op.inputs[1]), None],
)


@public("reverse", "compat.v1.reverse", "compat.v1.reverse_v2", "compat.v1.manip.reverse")
def reverse(tensor: Any, axis: Any, name: str | None = None) -> Tensor:
    """The elements in reverse order along the given axes.

    Args:
        tensor: numeric, bool or string tensor.
        axis: integer vector of axes, each at most once.
        name: name of the operation.

    Returns:
        Tensor like `tensor`.

    Raises:
        InvalidArgumentError: there is no such axis, or one stands twice.

    >>> tf.reverse([1, 2, 3], [0]).numpy()
    array([3, 2, 1], dtype=int32)
    """
    return raw.ReverseV2(tensor, axis, name=name)


# ---------------------------------------------------------------------------- ReverseSequence


def _check_axes(rank: int, seq_dim: int, batch_dim: int) -> None:
    if seq_dim == batch_dim:
        raise invalid(f"batch_dim == seq_dim == {seq_dim}")
    for what, axis in (("seq_dim", seq_dim), ("batch_dim", batch_dim)):
        if not 0 <= axis < rank:
            raise invalid(f"{what} must be < input rank: {axis} vs. {rank}")


def _infer_reverse_sequence(
    input: Tensor, seq_lengths: Tensor, *, seq_dim: int, batch_dim: int = 0
) -> Inferred:
    if seq_lengths.shape.rank not in (None, 1):
        raise invalid(f"seq_lens input must be 1-dim, not {seq_lengths.shape.rank}")
    if input.shape.rank is not None:
        _check_axes(input.shape.rank, seq_dim, batch_dim)
        if seq_lengths.shape.rank == 1 and not seq_lengths.shape.is_compatible_with(
            input.shape[batch_dim : batch_dim + 1]
        ):
            raise _length_error(seq_lengths.shape[0], input.shape[batch_dim], batch_dim)
        if seq_lengths.shape.rank == 1:
            sizes = input.shape.as_list()
            sizes[batch_dim] = (
                sizes[batch_dim] if seq_lengths.shape[0] is None else seq_lengths.shape[0]
            )
            return Inferred(TensorShape(sizes), input.dtype)
    return Inferred(input.shape, input.dtype)


def _length_error(received: Any, required: Any, batch_dim: int) -> Exception:
    return invalid(f"Length of seq_lens != input.dims({batch_dim}): ({received} vs. {required})")


def _reverse_sequence(
    xp: ModuleType, input: np.ndarray, seq_lengths: np.ndarray, *, seq_dim: int, batch_dim: int = 0
) -> np.ndarray:
    if seq_lengths.ndim != 1:
        raise invalid(f"seq_lens input must be 1-dim, not {seq_lengths.ndim}")
    _check_axes(input.ndim, seq_dim, batch_dim)
    size = input.shape[seq_dim]
    if len(seq_lengths) != input.shape[batch_dim]:
        raise _length_error(len(seq_lengths), input.shape[batch_dim], batch_dim)
    for i, length in enumerate(seq_lengths.tolist()):
        if length < 0:
            raise invalid(f"seq_lens({i}) < 0")
        if length > size:
            raise invalid(f"seq_lens({i}) > input.dims({seq_dim})")
    places = xp.arange(size)[None, :]
    lengths = seq_lengths[:, None]
    sources = xp.where(places < lengths, lengths - 1 - places, places)
    shape = [1] * input.ndim
    shape[batch_dim], shape[seq_dim] = len(seq_lengths), size
    sources = (sources if batch_dim < seq_dim else sources.T).reshape(shape)
    return xp.take_along_axis(input, xp.broadcast_to(sources, input.shape), seq_dim)


define(
    "ReverseSequence",
    "input: T, seq_lengths: Tlen",
    "output: T",
    {
        "seq_dim": attr("int"),
        "batch_dim": 0,
        "T": types(),
        "Tlen": types(dtypes.INDEX, dtypes.int64),
    },
    infer=_infer_reverse_sequence,
    kernel=_reverse_sequence,
    gradient=lambda op, dy: [
        raw.ReverseSequence(
            dy, op.inputs[1], seq_dim=op.attr_value("seq_dim"), batch_dim=op.attr_value("batch_dim")
        ),
        None,
    ],
)


@public("reverse_sequence")
def reverse_sequence(
    input: Any,
    seq_lengths: Any,
    seq_axis: int | None = None,
    batch_axis: int | None = None,
    name: str | None = None,
) -> Tensor:
    """Reverses the first `seq_lengths[i]` places of sequence i and leaves the rest.

    Args:
        input: tensor of any dtype.
        seq_lengths: int32 or int64 vector, one length for each place along the batch axis.
        seq_axis: the axis along which sequences run.
        batch_axis: the axis along which they are numbered, 0 by default.
        name: name of the operation.

    Returns:
        Tensor like `input`.

    Raises:
        InvalidArgumentError: a length is negative or more than the axis, or the axes do not fit.

    >>> tf.reverse_sequence([[1, 2, 3], [4, 5, 6]], [2, 3], seq_axis=1).numpy()
    array([[2, 1, 3],
           [6, 5, 4]], dtype=int32)
    """
    if seq_axis is None:
        raise ValueError("tf.reverse_sequence: `seq_axis` must be given.")
    return raw.ReverseSequence(
        input, seq_lengths, seq_dim=seq_axis, batch_dim=batch_axis or 0, name=name
    )


# ---------------------------------------------------------------------------- Roll


def _roll(xp: ModuleType, input: np.ndarray, shift: np.ndarray, axis: np.ndarray) -> np.ndarray:
    if not input.ndim:
        raise invalid("input must be 1-D or higher")
    if shift.ndim > 1 or axis.ndim > 1:
        raise invalid("shift and axis must be scalars or vectors")
    if shift.shape != axis.shape:
        raise invalid(
            "shift and axis must have the same size. "
            f"Received shapes: {shape_text(shift.shape)} and {shape_text(axis.shape)}"
        )
    axes = axis.reshape(-1).tolist()
    _require_axes(axes, input.ndim)
    return xp.roll(input, shift.reshape(-1).tolist(), axes)


def _require_axes(axes: Sequence[int], rank: int) -> None:
    for place in axes:
        if not -rank <= place < rank:
            raise invalid(f"axis {place} is out of range")


def _infer_roll(input: Tensor, shift: Tensor, axis: Tensor) -> Inferred:
    if input.shape.rank == 0:
        raise invalid("input must be 1-D or higher")
    if not shift.shape.is_compatible_with(axis.shape):
        raise invalid(
            "shift and axis must have the same size. "
            f"Received shapes: {shape_text(shift.shape)} and {shape_text(axis.shape)}"
        )
    places = constant_value(axis)
    if input.shape.rank is not None and places is not None:
        _require_axes(places.reshape(-1).tolist(), input.shape.rank)
    return Inferred(input.shape, input.dtype)


define(
    "Roll",
    "input: T, shift: Tshift, axis: Taxis",
    "output: T",
    {"T": types(), "Tshift": types(dtypes.INDEX), "Taxis": types(dtypes.INDEX)},
    infer=_infer_roll,
    kernel=_roll,
    gradient=lambda op, dy: [raw.Roll(dy, raw.Neg(op.inputs[1]), op.inputs[2]), None, None],
)


@public("roll", "compat.v1.roll", "compat.v1.manip.roll")
def roll(input: Any, shift: Any, axis: Any, name: str | None = None) -> Tensor:
    """Shifts elements along axes; those that leave at one end come in at the other.

    Args:
        input: tensor of at least one axis.
        shift: integer, or one for each axis: by how many places, negative toward the front.
        axis: the axis, or as many as shifts; several shifts of one axis add up.
        name: name of the operation.

    Returns:
        Tensor like `input`.

    Raises:
        InvalidArgumentError: there is no such axis, or the numbers of shifts and axes differ.

    >>> tf.roll([0, 1, 2, 3, 4], 2, 0).numpy()
    array([3, 4, 0, 1, 2], dtype=int32)
    """
    return raw.Roll(input, shift, axis, name=name)
