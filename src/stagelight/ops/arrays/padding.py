"""Borders around a tensor: `tf.pad` with a constant, or with the tensor's own mirror image."""

from __future__ import annotations

from types import ModuleType
from typing import Any

import numpy as np

from stagelight.core.convert import convert_to_tensor
from stagelight.core.inference import (
    UNKNOWN,
    Inferred,
    constant_value,
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


def _check_paddings(paddings: np.ndarray, shape: Any) -> list[tuple[int, int]]:
    if paddings.ndim != 2 or paddings.shape[1] != 2:
        raise invalid(
            "paddings must be a matrix with 2 columns. "
            f"Received shape: {shape_text(paddings.shape)}"
        )
    if len(paddings) != len(shape):
        raise invalid(
            "The first dimension of paddings must be the rank of inputs"
            f"{shape_text(paddings.shape)} {shape_text(shape)}"
        )
    pairs = [(int(before), int(after)) for before, after in paddings]
    for before, after in pairs:
        if before < 0 or after < 0:
            raise invalid(f"Paddings must be non-negative: {before} {after}")
    return pairs


def _infer_pad(input: Tensor, paddings: Tensor, *_rest: Tensor, **attrs: Any) -> Inferred:
    pairs, rank = constant_value(paddings), input.shape.rank
    if rank is None:
        rows = paddings.shape[0] if paddings.shape.rank == 2 else None
        return Inferred(UNKNOWN if rows is None else TensorShape([None] * rows), input.dtype)
    if pairs is None:
        return Inferred(_padded_by(input.shape, known_dims(paddings)), input.dtype)
    checked = _check_paddings(pairs, input.shape)
    if attrs.get("mode"):
        _check_mirror(checked, input.shape, attrs["mode"])
    sizes = [
        None if size is None else before + size + after
        for (before, after), size in zip(checked, input.shape, strict=True)
    ]
    return Inferred(TensorShape(sizes), input.dtype)


def _padded_by(shape: TensorShape, flat: list[int | None] | None) -> TensorShape:
    """The padded shape where only some of the paddings are known."""
    sizes: list[int | None] = [None] * len(shape)
    if flat is not None and len(flat) == 2 * len(shape):
        for axis, size in enumerate(shape):
            before, after = flat[2 * axis : 2 * axis + 2]
            if size is not None and before is not None and after is not None:
                sizes[axis] = before + size + after
    return TensorShape(sizes)


def _pad(
    xp: ModuleType, input: np.ndarray, paddings: np.ndarray, constant_values: Any = None
) -> np.ndarray:
    pairs = _check_paddings(paddings, input.shape)
    if constant_values is None:
        constant = b"" if input.dtype.hasobject else 0
    else:
        constant = constant_values[()]
    sizes = [before + n + after for (before, after), n in zip(pairs, input.shape, strict=True)]
    out = np.full(sizes, constant, input.dtype)
    out[_middle(pairs, input.shape)] = input
    return out


def _middle(pairs: list[tuple[int, int]], shape: tuple[int, ...]) -> tuple[Any, ...]:
    return (*(slice(b, b + n) for (b, _), n in zip(pairs, shape, strict=True)), ...)


def _pad_gradient(op: Any, dy: Tensor) -> list[Tensor | None]:
    x, paddings = op.inputs[:2]
    begin = raw.StridedSlice(
        paddings, [0, 0], [0, 1], [1, 1], begin_mask=1, end_mask=1, shrink_axis_mask=2
    )
    dx = raw.Slice(dy, begin, raw.Shape(x, out_type=paddings.dtype))
    return [dx, *[None] * (len(op.inputs) - 1)]


for _name, _inputs, _requires in (
    ("Pad", "input: T, paddings: Tpaddings", {}),
    (
        "PadV2",
        "input: T, paddings: Tpaddings, constant_values: T",
        {"constant_values": "scalar"},
    ),
):
    define(
        _name,
        _inputs,
        "output: T",
        {"T": types(), "Tpaddings": types(dtypes.INDEX, dtypes.int32)},
        requires=_requires,
        infer=_infer_pad,
        kernel=_pad,
        gradient=_pad_gradient,
    )

# ---------------------------------------------------------------------------- MirrorPad

_MODES = ("REFLECT", "SYMMETRIC")


def _check_mirror(pairs: list[tuple[int, int]], shape: Any, mode: str) -> None:
    for (before, after), size in zip(pairs, shape, strict=True):
        if size is None:
            continue
        if mode == "REFLECT" and max(before, after) >= size and (before or after):
            raise invalid(
                "paddings must be less than the dimension size: "
                f"{before}, {after} not less than {size}"
            )
        if mode == "SYMMETRIC" and max(before, after) > size:
            raise invalid(
                "paddings must be no greater than the dimension size: "
                f"{before}, {after} greater than {size}"
            )


def _mirror_pad(
    xp: ModuleType, input: np.ndarray, paddings: np.ndarray, *, mode: str
) -> np.ndarray:
    pairs = _check_paddings(paddings, input.shape)
    _check_mirror(pairs, input.shape, mode)
    if not pairs:
        return input
    return xp.pad(input, pairs, mode="reflect" if mode == "REFLECT" else "symmetric")


def _infer_mirror_grad(input: Tensor, paddings: Tensor, *, mode: str) -> Inferred:
    pairs = constant_value(paddings)
    if input.shape.rank is None or pairs is None:
        rank = input.shape.rank
        if rank is None and paddings.shape.rank == 2:
            rank = paddings.shape[0]
        return Inferred(UNKNOWN if rank is None else TensorShape([None] * rank), input.dtype)
    checked = _check_paddings(pairs, input.shape)
    sizes = [
        None if size is None else size - before - after
        for (before, after), size in zip(checked, input.shape, strict=True)
    ]
    return Inferred(TensorShape(sizes), input.dtype)


def _mirror_pad_grad(
    xp: ModuleType, input: np.ndarray, paddings: np.ndarray, *, mode: str
) -> np.ndarray:
    """Folds the borders back onto the places that they mirror, axis by axis."""
    offset = 1 if mode == "REFLECT" else 0
    for axis, (before, after) in enumerate(_check_paddings(paddings, input.shape)):
        rows = np.moveaxis(input, axis, 0)
        size = len(rows) - before - after
        core = np.array(rows[before : before + size])
        if before:
            core[offset : offset + before] += rows[:before][::-1]
        if after:
            core[size - offset - after : size - offset] += rows[before + size :][::-1]
        input = np.moveaxis(core, 0, axis)
    return input


define(
    "MirrorPad",
    "input: T, paddings: Tpaddings",
    "output: T",
    {
        "T": types(),
        "Tpaddings": types(dtypes.INDEX, dtypes.int32),
        "mode": attr("string", allowed=_MODES),
    },
    infer=_infer_pad,
    kernel=_mirror_pad,
    gradient=lambda op, dy: [raw.MirrorPadGrad(dy, op.inputs[1], mode=op.attr_value("mode")), None],
)

define(
    "MirrorPadGrad",
    "input: T, paddings: Tpaddings",
    "output: T",
    {
        "T": types(),
        "Tpaddings": types(dtypes.INDEX, dtypes.int32),
        "mode": attr("string", allowed=_MODES),
    },
    infer=_infer_mirror_grad,
    kernel=_mirror_pad_grad,
    gradient=lambda op, dy: [raw.MirrorPad(dy, op.inputs[1], mode=op.attr_value("mode")), None],
)


@public("pad")
def pad(
    tensor: Any,
    paddings: Any,
    mode: str = "CONSTANT",
    constant_values: Any = 0,
    name: str | None = None,
) -> Tensor:
    """Puts borders around a tensor: `paddings[i]` is how many places before and after along axis i.

    Args:
        tensor: tensor of any dtype.
        paddings: integer matrix of shape `[rank, 2]`, not negative.
        mode: "CONSTANT"; "REFLECT" mirrors without the edge, "SYMMETRIC" with it (case does not
            matter).
        constant_values: scalar of the tensor's dtype, the value of constant borders.
        name: name of the operation.

    Returns:
        Tensor of size `paddings[i, 0] + tensor.shape[i] + paddings[i, 1]` along each axis i.

    Raises:
        ValueError: an unknown mode.
        InvalidArgumentError: the paddings do not fit the tensor.

    >>> tf.pad([1, 2, 3], [[1, 2]]).numpy()
    array([0, 1, 2, 3, 0, 0], dtype=int32)
    """
    tensor = convert_to_tensor(tensor, name="tensor")
    kind = mode.upper() if isinstance(mode, str) else mode
    if kind == "CONSTANT":
        # TF: a constant that is a tensor always takes PadV2, even where it is 0.
        # Quantized numbers are records, which NumPy does not compare with 0.
        is_record = isinstance(constant_values, (np.void, np.ndarray)) and (
            constant_values.dtype.names is not None
        )
        if isinstance(constant_values, Tensor) or is_record or constant_values != 0:
            return raw.PadV2(tensor, paddings, constant_values, name=name)
        return raw.Pad(tensor, paddings, name=name)
    if kind not in _MODES:
        raise ValueError(
            'Value of argument `mode` expected to be one of "CONSTANT", "REFLECT", or "SYMMETRIC". '
            f"Received `mode` = {mode}"
        )
    return raw.MirrorPad(tensor, paddings, mode=kind, name=name)
