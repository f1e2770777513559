"""Strings taken apart: the ops `StringSplit` and `StringSplitV2`.

Rows of different lengths come as the three parts of a sparse matrix: the (row, column) of each
piece, the pieces, and the shape of the matrix. `tf.strings.split` makes a ragged tensor of them; it
stands there.
"""

from __future__ import annotations

from collections.abc import Callable
from types import ModuleType
from typing import Any

import numpy as np

from stagelight.core.inference import Inferred, invalid, shape_text
from stagelight.core.op_def import Trait
from stagelight.core.registry import define
from stagelight.core.tensor import Tensor
from stagelight.ops.strings.string_arrays import filled
from stagelight.types import dtypes
from stagelight.types.shapes import TensorShape


def _infer_split(text: Tensor, separator: Tensor, **_attrs: Any) -> tuple[Inferred, ...]:
    if text.shape.rank not in (1, None):
        raise invalid(f"input must be a vector, got shape: {shape_text(text.shape)}")
    if separator.shape.rank not in (0, None):
        raise invalid(f"sep must be a scalar, got shape: {shape_text(separator.shape)}")
    return (
        Inferred(TensorShape([None, 2]), dtypes.int64),
        Inferred(TensorShape([None]), dtypes.string),
        Inferred(TensorShape([2]), dtypes.int64),
    )


def _split_rows(
    text: np.ndarray, separator: np.ndarray, pieces_of: Callable[[bytes, bytes], list[bytes]]
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """The parts of the sparse matrix."""
    if text.ndim != 1:
        raise invalid(f"input must be a vector, got shape: {shape_text(text.shape)}")
    if separator.ndim:
        raise invalid(f"sep must be a scalar, got shape: {shape_text(separator.shape)}")
    rows = [pieces_of(each, separator.item()) for each in text]
    places = [(i, j) for i, row in enumerate(rows) for j in range(len(row))]
    pieces = [piece for row in rows for piece in row]
    widest = max(map(len, rows), default=0)
    return (
        np.array(places, np.int64).reshape(-1, 2),
        filled(pieces, (len(pieces),)),
        np.array([len(rows), widest], np.int64),
    )


# ---------------------------------------------------------------------------- StringSplitV2


def _split_at(text: bytes, separator: bytes, most: int) -> list[bytes]:
    """As Python's `split`, but for white space the rest stays when `most` cuts left nothing."""
    if most == 0:
        return [text]
    if separator:
        return text.split(separator, most)
    pieces = text.split(None, most)
    if most > 0:
        # TF: what remains after the last cut is a piece, even an empty one.
        if len(pieces) == most:
            pieces.append(b"")
    return pieces


def _split(
    xp: ModuleType, text: np.ndarray, separator: np.ndarray, *, maxsplit: int = -1
) -> tuple[np.ndarray, ...]:
    return _split_rows(text, separator, lambda each, sep: _split_at(each, sep, maxsplit))


define(
    "StringSplitV2",
    "input: string, sep: string",
    "indices: int64, values: string, shape: int64",
    {"maxsplit": -1},
    infer=_infer_split,
    kernel=_split,
    differentiable=False,
    traits=Trait.HOST_ONLY,
)


# ---------------------------------------------------------------------------- StringSplit


def _split_at_any(text: bytes, delimiters: bytes, skip_empty: bool) -> list[bytes]:
    """Cuts at each byte that is among the delimiters; between all bytes if there are none."""
    if not text:
        return []
    if not delimiters:
        return [bytes((byte,)) for byte in text]
    first = delimiters[:1]
    pieces = text.translate(bytes.maketrans(delimiters, first * len(delimiters))).split(first)
    return [piece for piece in pieces if piece or not skip_empty]


def _split_v1(
    xp: ModuleType, text: np.ndarray, delimiter: np.ndarray, *, skip_empty: bool = True
) -> tuple[np.ndarray, ...]:
    return _split_rows(text, delimiter, lambda each, sep: _split_at_any(each, sep, skip_empty))


define(
    "StringSplit",
    "input: string, delimiter: string",
    "indices: int64, values: string, shape: int64",
    {"skip_empty": True},
    infer=_infer_split,
    kernel=_split_v1,
    differentiable=False,
    traits=Trait.HOST_ONLY,
)
