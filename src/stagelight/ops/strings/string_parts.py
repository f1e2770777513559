"""Strings and their parts: `tf.strings.length`, `tf.strings.substr`, `tf.strings.strip`.

Positions and lengths are of bytes, or of characters in UTF-8. A character is a byte with the
continuation bytes behind it, so that text which is no UTF-8 has parts too.
"""

from __future__ import annotations

from types import ModuleType
from typing import Any

import numpy as np

from stagelight.core.inference import (
    UNKNOWN,
    Inferred,
    broadcast_shapes,
    invalid,
    same_as_input,
    shape_text,
)
from stagelight.core.op_def import Trait, attr, types
from stagelight.core.raw import raw
from stagelight.core.registry import define
from stagelight.core.tensor import Tensor
from stagelight.ops.strings.string_arrays import filled, mapped
from stagelight.public import public
from stagelight.types import dtypes

_UNIT = attr("string", "BYTE", ("BYTE", "UTF8_CHAR"))


def _is_continuation(byte: int) -> bool:
    return byte & 0xC0 == 0x80


# ---------------------------------------------------------------------------- StringLength


def _infer_length(text: Tensor, *, unit: str = "BYTE") -> Inferred:
    return Inferred(text.shape, dtypes.int32)


def _count_characters(text: bytes) -> int:
    return sum(not _is_continuation(byte) for byte in text)


def _length(xp: ModuleType, text: np.ndarray, *, unit: str = "BYTE") -> np.ndarray:
    return mapped(len if unit == "BYTE" else _count_characters, text, np.int32)


define(
    "StringLength",
    "input: string",
    "output: int32",
    {"unit": _UNIT},
    infer=_infer_length,
    kernel=_length,
    differentiable=False,
    traits=Trait.HOST_ONLY,
)


@public("strings.length")
def length(input: Any, unit: str = "BYTE", name: str | None = None) -> Tensor:
    """The length of each string.

    Args:
        input: string tensor.
        unit: "BYTE" counts bytes, "UTF8_CHAR" characters in UTF-8.
        name: name of the operation.

    Returns:
        int32 tensor of the same shape.

    Raises:
        ValueError: another unit.

    >>> tf.strings.length(["Hi", "\\u6771\\u4eac"], unit="UTF8_CHAR").numpy()
    array([2, 2], dtype=int32)
    """
    return raw.StringLength(input, unit=unit, name=name)


# ---------------------------------------------------------------------------- StringStrip


def _strip(xp: ModuleType, text: np.ndarray) -> np.ndarray:
    return mapped(bytes.strip, text)


define(
    "StringStrip",
    "input: string",
    "output: string",
    infer=same_as_input,
    kernel=_strip,
    differentiable=False,
    traits=Trait.HOST_ONLY,
)


@public("strings.strip", "compat.v1.string_strip")
def strip(input: Any, name: str | None = None) -> Tensor:
    """Each string without the white space (of ASCII) at its ends.

    Args:
        input: string tensor.
        name: name of the operation.

    Returns:
        string tensor of the same shape.

    >>> tf.strings.strip(["  a b\\n", "c"]).numpy()
    array([b'a b', b'c'], dtype=object)
    """
    return raw.StringStrip(input, name=name)


# ---------------------------------------------------------------------------- Substr


def _infer_substr(text: Tensor, pos: Tensor, len: Tensor, *, unit: str = "BYTE") -> Inferred:
    if pos.shape.rank is not None and len.shape.rank is not None:
        if not pos.shape.is_compatible_with(len.shape):
            raise invalid(
                "pos and len should have the same shape, got: "
                f"{shape_text(pos.shape)} vs. {shape_text(len.shape)}"
            )
    if pos.shape.rank is None or text.shape.rank is None:
        return Inferred(UNKNOWN, dtypes.string)
    return Inferred(broadcast_shapes(text.shape, pos.shape), dtypes.string)


def _part_of_bytes(text: bytes, start: int, size: int) -> bytes | None:
    """The part, None if it begins outside of the text."""
    if not -len(text) <= start <= len(text):
        return None
    start %= len(text) + (start >= 0)
    # TF: a negative length is that of all the rest.
    return text[start:] if size < 0 else text[start : start + size]


def _part_of_characters(text: bytes, start: int, size: int) -> bytes | None:
    """The part, counted in characters; None if it begins outside of the text."""
    borders = [i for i, byte in enumerate(text) if not _is_continuation(byte)]
    count = len(borders)
    borders.append(len(text))
    if not -count <= start <= count:
        return None
    start %= count + (start >= 0)
    return text[borders[start] : borders[min(start + max(size, 0), count)]]


def _substr(
    xp: ModuleType, text: np.ndarray, pos: np.ndarray, size: np.ndarray, *, unit: str = "BYTE"
) -> np.ndarray:
    if pos.shape != size.shape:
        raise invalid(
            "pos and len should have the same shape, got: "
            f"{shape_text(pos.shape)} vs. {shape_text(size.shape)}"
        )
    try:
        text, pos, size = np.broadcast_arrays(text, pos, size)
    except ValueError:
        shapes = f"{shape_text(text.shape)} vs. {shape_text(pos.shape)}"
        raise invalid(f"Incompatible shapes: {shapes}") from None
    part_of = _part_of_bytes if unit == "BYTE" else _part_of_characters
    parts = []
    rows = zip(text.flat, pos.reshape(-1).tolist(), size.reshape(-1).tolist(), strict=True)
    for index, (each, start, count) in enumerate(rows):
        part = part_of(each, start, count)
        if part is None:
            shown = f" b'{each.decode(errors='replace')}'" if unit == "BYTE" else ""
            raise invalid(f"pos {start} out of range for string{shown} at index {index}")
        parts.append(part)
    return filled(parts, text.shape)


define(
    "Substr",
    "input: string, pos: T, len: T",
    "output: string",
    {"T": types(dtypes.INDEX), "unit": _UNIT},
    infer=_infer_substr,
    kernel=_substr,
    differentiable=False,
    traits=Trait.HOST_ONLY,
)


@public("strings.substr")
def substr(input: Any, pos: Any, len: Any, unit: str = "BYTE", name: str | None = None) -> Tensor:
    """The part of each string that begins at `pos` and has the length `len`, or less at its end.

    Args:
        input: string tensor.
        pos: int32 or int64 tensor of a shape that broadcasts with that of `input`; negative
            positions count from the end.
        len: tensor of the shape and dtype of `pos`.
        unit: "BYTE" counts bytes, "UTF8_CHAR" characters in UTF-8.
        name: name of the operation.

    Returns:
        string tensor of the broadcast shape.

    Raises:
        InvalidArgumentError: a part begins outside of its string, or shapes do not fit.

    >>> tf.strings.substr(["Hello", "World"], 1, 3).numpy()
    array([b'ell', b'orl'], dtype=object)
    """
    return raw.Substr(input, pos, len, unit=unit, name=name)
