"""Strings taken apart into rows of pieces: `tf.strings.split` and `ngrams`."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from types import ModuleType
from typing import Any

import numpy as np

from stagelight.core.arrays import as_bytes
from stagelight.core.convert import convert_to_tensor
from stagelight.core.inference import Inferred, invalid, require_rank
from stagelight.core.op_def import Trait, attr, types
from stagelight.core.raw import raw
from stagelight.core.registry import define
from stagelight.core.tensor import Tensor
from stagelight.ops.ragged.each_string import of_each
from stagelight.ops.ragged.ragged_tensor import RaggedTensor
from stagelight.ops.strings.string_arrays import filled
from stagelight.public import public
from stagelight.types.dtypes import int32, int64, string
from stagelight.types.shapes import TensorShape


@public("strings.split")
def split(input: Any, sep: str | None = None, maxsplit: int = -1, name: str | None = None) -> Any:
    """Cuts strings into pieces, as Python's `split` does.

    Args:
        input: string tensor of any known rank, or a ragged one; one of unknown rank must be a vector.
        sep: what the strings are cut at; None or "" is white space.
        maxsplit: the greatest number of cuts; -1 for all.
        name: kept for TensorFlow's signature.

    Returns:
        A ragged tensor of one axis more than the input; for a scalar the vector of its pieces.

    Raises:
        InvalidArgumentError: a tensor of unknown rank is no vector.

    >>> tf.strings.split(["a bc", "d"]).to_list()
    [[b'a', b'bc'], [b'd']]
    """

    def rows_of(text: Tensor) -> RaggedTensor:
        indices, pieces, shape = raw.StringSplitV2(text, sep or "", maxsplit=maxsplit)
        return RaggedTensor.from_value_rowids(pieces, indices[:, 0], shape[0], validate=False)

    if not isinstance(input, RaggedTensor):
        input = convert_to_tensor(input, string, name="input")
        if input.shape.rank is None:  # TF: the op takes vectors, and says so when it runs.
            return rows_of(input)
    return of_each(input, rows_of)


# ---------------------------------------------------------------------------- n-grams


def _row_ngrams(
    row: list[bytes],
    widths: Sequence[int],
    separator: bytes,
    pads: tuple[bytes, bytes],
    pad_width: int,
    preserve: bool,
) -> list[bytes]:
    found: list[bytes] = []
    for width in widths:
        size = width - 1 if pad_width < 0 else min(pad_width, width - 1)
        padded = [pads[0]] * size + row + [pads[1]] * size
        found += [separator.join(padded[i : i + width]) for i in range(len(padded) - width + 1)]
    if preserve and not found and row:
        size = max(widths) - 1 if pad_width < 0 else pad_width
        found.append(separator.join([pads[0]] * size + row + [pads[1]] * size))
    return found


def _ngrams(
    xp: ModuleType,
    data: np.ndarray,
    data_splits: np.ndarray,
    *,
    separator: Any,
    ngram_widths: Sequence[int],
    left_pad: Any,
    right_pad: Any,
    pad_width: int,
    preserve_short_sequences: bool,
) -> tuple[np.ndarray, np.ndarray]:
    for name, array in (("data", data), ("data_splits", data_splits)):
        if array.ndim != 1:
            raise invalid(f"{name} must be of rank 1. Received shape: {list(array.shape)}")
    if len(data_splits) and (
        data_splits[0] != 0 or data_splits[-1] != len(data) or (np.diff(data_splits) < 0).any()
    ):
        raise invalid(
            f"data_splits must begin with 0, not decrease, and end with the size of data, {len(data)}. "
            f"Received: {data_splits.tolist()}"
        )
    if len(data_splits) < 2 or not len(data):  # TF: no row has runs then, padded or not.
        return filled([], (0,)), np.zeros_like(data_splits)
    pads = as_bytes(left_pad), as_bytes(right_pad)
    rows = [
        _row_ngrams(
            data[begin:end].tolist(),
            ngram_widths,
            as_bytes(separator),
            pads,
            pad_width,
            preserve_short_sequences,
        )
        for begin, end in itertools.pairwise(data_splits)
    ]
    splits = np.cumsum([0, *map(len, rows)]).astype(data_splits.dtype)
    pieces = [piece for row in rows for piece in row]
    return filled(pieces, (len(pieces),)), splits


def _infer_ngrams(data: Tensor, data_splits: Tensor, **_: Any) -> tuple[Inferred, Inferred]:
    require_rank(data, 1, "data")
    require_rank(data_splits, 1, "data_splits")
    return (
        Inferred(TensorShape([None]), string),
        Inferred(data_splits.shape, data_splits.dtype),
    )


define(
    "StringNGrams",
    "data: string, data_splits: Tsplits",
    "ngrams: string, ngrams_splits: Tsplits",
    {
        "separator": attr("string"),
        "ngram_widths": attr("list(int)"),
        "left_pad": attr("string"),
        "right_pad": attr("string"),
        "pad_width": attr("int"),
        "preserve_short_sequences": attr("bool"),
        "Tsplits": types((int32, int64), default=int64),
    },
    infer=_infer_ngrams,
    kernel=_ngrams,
    differentiable=False,
    traits=Trait.HOST_ONLY,
)


@public("strings.ngrams")
def ngrams(
    data: Any,
    ngram_width: Any,
    separator: str = " ",
    pad_values: Any = None,
    padding_width: int | None = None,
    preserve_short_sequences: bool = False,
    name: str | None = None,
) -> Any:
    """Runs of consecutive strings along the last axis, each joined into one.

    Args:
        data: string tensor of rank 1 or more, or a ragged one.
        ngram_width: the number of strings in a run, or several numbers: all runs of the first, then of the
            next.
        separator: what stands between the strings of a run.
        pad_values: a string, or two, that stand before and behind the row; None: nothing.
        padding_width: how often they do; None: one less than the run.
        preserve_short_sequences: whether a row that is too short for a run becomes one.
        name: kept for TensorFlow's signature.

    Returns:
        A tensor of the runs, `[..., number of runs]`; of a ragged tensor a ragged one.

    Raises:
        TypeError: the width is no integer.
        ValueError: a width is less than 1, or `padding_width` is, or it stands without `pad_values`.

    >>> tf.strings.ngrams(["a", "b", "c"], 2).numpy()
    array([b'a b', b'b c'], dtype=object)
    """
    widths = list(ngram_width) if isinstance(ngram_width, (list, tuple)) else [ngram_width]
    if not all(isinstance(width, int) for width in widths):
        raise TypeError(f"ngram_width must be integers. Received: {ngram_width!r}")
    if not widths or min(widths) < 1:
        raise ValueError(f"All ngram_widths must be greater than 0. Received: {ngram_width}")
    pads, pad_width = _padding(pad_values, padding_width)
    shape = None
    if not isinstance(data, RaggedTensor):
        data = convert_to_tensor(data, string, name="data")
        if not data.shape.rank:
            raise ValueError(
                f"Data must have rank>0, and a known one. Received shape: {data.shape}"
            )
        shape = raw.ConcatV2([raw.Shape(data)[:-1], [-1]], 0)
        if data.shape.rank == 1:
            data = raw.ExpandDims(data, 0)
        data = RaggedTensor.from_tensor(data, ragged_rank=data.shape.rank - 1)  # type: ignore[attr-defined]
    *outer, inner = data.nested_row_splits
    pieces, splits = raw.StringNGrams(
        data.flat_values,
        inner,
        separator=separator,
        ngram_widths=widths,
        left_pad=pads[0],
        right_pad=pads[1],
        pad_width=pad_width,
        preserve_short_sequences=preserve_short_sequences,
    )
    if shape is not None:
        return raw.Reshape(pieces, shape)
    return RaggedTensor._from_parts(pieces, [*outer, splits])


def _padding(pad_values: Any, padding_width: int | None) -> tuple[tuple[str, str], int]:
    """What stands before and behind a row, and how often; -1: once less than the run is wide.

    Raises:
        TypeError: the values are no strings.
        ValueError: the width is less than 1, or there are no values.
    """
    if padding_width is not None and padding_width < 1:
        raise ValueError(f"padding_width must be greater than 0. Received: {padding_width}")
    if pad_values is None:
        if padding_width is not None:
            raise ValueError("pad_values must be provided if padding_width is set.")
        return ("", ""), 0
    pads = tuple(pad_values) if isinstance(pad_values, (list, tuple)) else (pad_values, pad_values)
    if not all(isinstance(value, (str, bytes)) for value in pads):
        raise TypeError(
            f"pad_values must be a string, tuple of strings, or None. Received: {pad_values!r}"
        )
    return pads, -1 if padding_width is None else padding_width
