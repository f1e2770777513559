"""Strings put together: `tf.strings.join`, `reduce_join`, `unsorted_segment_join`."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from types import ModuleType
from typing import Any

import numpy as np

from stagelight import errors
from stagelight.core.arrays import as_bytes
from stagelight.core.budget import has_budget, require_room
from stagelight.core.convert import convert_to_tensor
from stagelight.core.inference import (
    SCALAR,
    UNKNOWN,
    Inferred,
    constant_value,
    first_known,
    invalid,
    shape_text,
)
from stagelight.core.op_def import Trait, attr, types
from stagelight.core.raw import raw
from stagelight.core.registry import define
from stagelight.core.tensor import Tensor
from stagelight.ops.strings.string_arrays import filled
from stagelight.public import public
from stagelight.types import dtypes
from stagelight.types.shapes import TensorShape

# ---------------------------------------------------------------------------- StringJoin


def _infer_join(*inputs: Tensor, separator: str = "") -> Inferred:
    with_axes = [x.shape for x in inputs if x.shape.rank != 0]
    if not with_axes:
        return Inferred(SCALAR, dtypes.string)
    if any(shape.rank is None for shape in with_axes):
        # It may turn out to be without axes.
        known = [shape for shape in with_axes if shape.rank is not None]
        return Inferred(first_known(*known) if known else UNKNOWN, dtypes.string)
    return Inferred(first_known(*with_axes), dtypes.string)


def _join(xp: ModuleType, *arrays: np.ndarray, separator: str = "") -> np.ndarray:
    shape: tuple[int, ...] = ()
    for array in arrays:
        if array.ndim and shape and array.shape != shape:
            raise invalid(
                f"Input shapes do not match: {shape_text(shape)} vs. {shape_text(array.shape)}"
            )
        shape = array.shape if array.ndim else shape
    if not arrays:
        return filled([b""], ())
    rows = zip(*(np.broadcast_to(array, shape).flat for array in arrays), strict=True)
    return filled(_joined(separator, rows), shape)


def _joined(separator: str, rows: Iterable[Iterable[bytes]]) -> Iterator[bytes]:
    """The parts of each row in one; where memory is limited, each is asked for before it is made."""
    between = as_bytes(separator)
    if not has_budget():
        yield from map(between.join, rows)
        return
    made = 0
    for row in rows:
        parts = list(row)
        made += sum(map(len, parts)) + len(between) * max(len(parts) - 1, 0)
        require_room(made)
        yield between.join(parts)


define(
    "StringJoin",
    "inputs: N * string",
    "output: string",
    {"N": attr("int"), "separator": ""},
    infer=_infer_join,
    kernel=_join,
    differentiable=False,
    traits=Trait.HOST_ONLY,
)


@public("strings.join", "compat.v1.string_join")
def join(inputs: Sequence[Any], separator: str = "", name: str | None = None) -> Tensor:
    """Joins the strings in the same place of each tensor.

    Args:
        inputs: string tensors of one shape; those without axes stand in every place.
        separator: what stands between them.
        name: name of the operation.

    Returns:
        string tensor of that shape.

    Raises:
        InvalidArgumentError: the shapes differ.

    >>> tf.strings.join([["a", "b"], "c"], separator="-").numpy()
    array([b'a-c', b'b-c'], dtype=object)
    """
    return raw.StringJoin(list(inputs), separator=separator, name=name)


# ---------------------------------------------------------------------------- ReduceJoin


def _reduced_axes(axes: Sequence[int], rank: int) -> list[int]:
    """The axes counted from the front, in the order given."""
    found: list[int] = []
    for axis in axes:
        if not -rank <= axis < rank:
            raise errors.OutOfRangeError(
                None,
                None,
                f"Invalid reduction dimension {axis} for input with {rank} dimension(s)",
            )
        if axis % rank in found:
            raise invalid(f"Duplicate reduction dimension {axis % rank}")
        found.append(axis % rank)
    return found


def _infer_reduce_join(
    text: Tensor, axes: Tensor, *, keep_dims: bool = False, separator: str = ""
) -> Inferred:
    known = constant_value(axes)
    rank = text.shape.rank
    if rank is None:
        return Inferred(UNKNOWN, dtypes.string)
    if known is None:
        return Inferred(TensorShape([None] * rank) if keep_dims else UNKNOWN, dtypes.string)
    try:
        reduced = _reduced_axes(known.reshape(-1).tolist(), rank)
    except errors.OutOfRangeError as error:
        raise invalid(error.message) from None
    sizes = text.shape.as_list()
    kept = [
        1 if axis in reduced else size
        for axis, size in enumerate(sizes)
        if keep_dims or axis not in reduced
    ]
    return Inferred(TensorShape(kept), dtypes.string)


def _reduce_join(
    xp: ModuleType,
    text: np.ndarray,
    axes: np.ndarray,
    *,
    keep_dims: bool = False,
    separator: str = "",
) -> np.ndarray:
    reduced = _reduced_axes(axes.reshape(-1).tolist(), text.ndim)
    kept = [axis for axis in range(text.ndim) if axis not in reduced]
    # TF: the first of the axes given varies fastest.
    rows = text.transpose([*kept, *reversed(reduced)])
    shape = rows.shape[: len(kept)]
    joined = _joined(separator, (rows[(*place, ...)].flat for place in np.ndindex(shape)))
    if keep_dims:
        shape = tuple(1 if i in reduced else size for i, size in enumerate(text.shape))
    return filled(joined, shape)


define(
    "ReduceJoin",
    "inputs: string, reduction_indices: int32",
    "output: string",
    {"keep_dims": False, "separator": ""},
    infer=_infer_reduce_join,
    kernel=_reduce_join,
    differentiable=False,
    traits=Trait.HOST_ONLY,
)


@public("strings.reduce_join")
def reduce_join(
    inputs: Any,
    axis: Any = None,
    keepdims: bool = False,
    separator: str = "",
    name: str | None = None,
) -> Tensor:
    """Joins the strings along axes.

    Args:
        inputs: string tensor.
        axis: an axis or list of axes, of which the first varies fastest; None is all of them, in
            the order of memory.
        keepdims: whether the axes stay, with size 1.
        separator: what stands between the strings.
        name: name of the operation.

    Returns:
        string tensor without those axes.

    Raises:
        OutOfRangeError: there is no such axis (ValueError while tracing).
        InvalidArgumentError: an axis comes twice.

    >>> tf.strings.reduce_join([["a", "b"], ["c", "d"]], axis=0, separator="+").numpy()
    array([b'a+c', b'b+d'], dtype=object)
    """
    # TF: a tensor of another dtype is refused by the op.
    inputs = convert_to_tensor(inputs, dtype_hint=dtypes.string, name="inputs")
    if axis is None:
        axes = raw.Range(raw.Sub(raw.Rank(inputs), 1), -1, -1)
    else:
        axes = convert_to_tensor(axis, dtype_hint=dtypes.int32, name="reduction_indices")
    return raw.ReduceJoin(inputs, axes, keep_dims=keepdims, separator=separator, name=name)


# ---------------------------------------------------------------------------- UnsortedSegmentJoin


def _infer_segment_join(
    text: Tensor, segments: Tensor, count: Tensor, *, separator: str = ""
) -> Inferred:
    rank = segments.shape.rank
    if text.shape.rank is None or rank is None:
        return Inferred(UNKNOWN, dtypes.string)
    first_known(text.shape[:rank], segments.shape)
    known = constant_value(count)
    size = None if known is None else int(known)
    return Inferred(TensorShape([size, *text.shape.as_list()[rank:]]), dtypes.string)


def _segment_join(
    xp: ModuleType,
    text: np.ndarray,
    segments: np.ndarray,
    count: np.ndarray,
    *,
    separator: str = "",
) -> np.ndarray:
    if text.shape[: segments.ndim] != segments.shape:
        raise invalid(
            f"segment_ids of shape {shape_text(segments.shape)} must begin the shape of inputs. "
            f"Received inputs of shape {shape_text(text.shape)}"
        )
    number = int(count)
    if number < 0:
        raise invalid(f"num_segments must not be negative. Received: {number}")
    if segments.size and (segments.min() < 0 or segments.max() >= number):
        raise invalid(
            "segment_ids are not allowed to exceed num_segments or to have negative values."
        )
    inner = text.shape[segments.ndim :]
    groups: list[list[np.ndarray]] = [[] for _ in range(number)]
    for segment, row in zip(
        segments.reshape(-1).tolist(), text.reshape(segments.size, *inner), strict=True
    ):
        groups[segment].append(np.asarray(row, object))
    joined = np.empty((number, *inner), object)
    for segment, rows in enumerate(groups):
        joined[segment, ...] = _joined_after_empty_ones(rows, separator)
    return joined


def _joined_after_empty_ones(rows: list[np.ndarray], separator: str) -> np.ndarray:
    """TF: no separator stands behind the empty strings with which a segment begins."""
    joined = np.full(rows[0].shape if rows else (), b"", object)
    between = separator.encode()
    for row in rows:
        joined = np.where(joined == b"", row, joined + between + row)
    return joined


define(
    "UnsortedSegmentJoin",
    "inputs: string, segment_ids: Tindices, num_segments: Tnumsegments",
    "output: string",
    {
        "Tindices": types(dtypes.INDEX),
        "Tnumsegments": types(dtypes.INDEX, dtypes.int32),
        "separator": "",
    },
    infer=_infer_segment_join,
    kernel=_segment_join,
    differentiable=False,
    traits=Trait.HOST_ONLY,
)


@public("strings.unsorted_segment_join")
def unsorted_segment_join(
    inputs: Any,
    segment_ids: Any,
    num_segments: Any,
    separator: str = "",
    name: str | None = None,
) -> Tensor:
    """Joins the strings of each segment, in their order.

    Args:
        inputs: string tensor.
        segment_ids: int32 or int64 tensor whose shape begins that of `inputs`: which segment each
            part belongs to.
        num_segments: the number of segments.
        separator: what stands between the strings.
        name: name of the operation.

    Returns:
        string tensor with `num_segments` rows; "" for a segment without strings. Of empty strings with which
        a segment begins nothing is left, not even a separator.

    Raises:
        InvalidArgumentError: a segment is not in [0, num_segments), or shapes do not fit.

    >>> tf.strings.unsorted_segment_join(["a", "b", "c"], [1, 0, 1], 2, separator=":").numpy()
    array([b'b', b'a:c'], dtype=object)
    """
    return raw.UnsortedSegmentJoin(
        inputs, segment_ids, num_segments, separator=separator, name=name
    )
