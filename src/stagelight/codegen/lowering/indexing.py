"""Gathers and scatters: indices that are data.

Each index is checked in a nest of its own before it is used: one that is out of range ends the program, and
the host says which. So that it can be proved that memory is never left, it is also cut to its range where it
is used.

Scatters go through their updates in order: updates of one place are added up one after the other, and of
those that replace each other the last stays.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from stagelight.codegen.expressions import Expr, cast, const, from_index, op, to_index, where
from stagelight.codegen.index import Index, Undecided, place_of, row_major_strides
from stagelight.codegen.loop_nest import Buffer, Check, Store
from stagelight.codegen.lowering.elementwise import compute_dtype
from stagelight.codegen.lowering.lowering import Lowering
from stagelight.codegen.lowering.registry import lowers
from stagelight.codegen.lowering.tensor_forms import known_array, sizes_of
from stagelight.codegen.lowering.values import (
    Indices,
    Sizes,
    Value,
    computed,
    constant,
    converted,
    in_buffer,
    require_elements,
)
from stagelight.graph.operation import Operation
from stagelight.types import dtypes


class _Rows:
    """Rows of indices, `[..., depth]`, each row of which points into as many axes."""

    def __init__(self, lowering: Lowering, indices: Value, limits: Sizes) -> None:
        """
        Args:
            lowering: the program.
            indices: the rows.
            limits: the sizes of the axes that they index.
        """
        self._lowering = lowering
        self._indices = lowering.stored(indices) if indices.cost else indices
        self._limits = limits
        self.sizes = self._indices.sizes[:-1]

    def _numbers(self, at: Indices) -> list[Expr]:
        columns = range(len(self._limits))
        return [cast(self._indices.element((*at, column)), dtypes.int64) for column in columns]

    def check(self, *, allow_negative: bool = False) -> None:
        """Ends the program where an index is out of range."""

        def body(at: Indices) -> list[Any]:
            checks: list[Any] = []
            for number, limit in zip(self._numbers(at), self._limits, strict=True):
                is_known = op("less", number, from_index(limit))
                if not allow_negative:
                    is_known = op("logical_and", number >= 0, is_known)
                checks.append(Check(is_known))
            return checks

        if self._limits:
            self._lowering.nest(self.sizes, body)

    def indices(self, at: Indices) -> list[Index]:
        """The indices of a row, each cut to its range."""
        return [
            to_index(op("minimum", op("maximum", number, 0), from_index(limit - 1)))
            for number, limit in zip(self._numbers(at), self._limits, strict=True)
        ]

    def is_negative(self, at: Indices) -> Expr:
        """Whether the first index of a row is negative."""
        return op("less", self._numbers(at)[0], 0)


def as_rows(indices: Value) -> Value:
    """Indices as rows of one."""
    sizes = (*indices.sizes, 1)
    return Value(indices.dtype, sizes, lambda at: indices.element(at[:-1]), indices.cost)


# ---------------------------------------------------------------------------- gathers


def accepts_gather(operation: Operation) -> bool:
    """Whether the axis and the batch axes fit: the host says what is wrong with others."""
    params, indices = (sizes_of(x) for x in operation.inputs[:2])
    _, batch_dims = _axes_of(operation)
    return (
        _has_axes(operation)
        and params[:batch_dims] == indices[:batch_dims]
        and 0 not in (*params, *indices)
    )


def _has_axes(operation: Operation) -> bool:
    """Whether the axis and the number of batch axes are some of tensors of such ranks."""
    params, indices = (sizes_of(x) for x in operation.inputs[:2])
    axis, batch_dims = _axes_of(operation)
    return 0 <= batch_dims <= min(axis, len(indices)) and axis < len(params)


def _axes_of(operation: Operation) -> tuple[int, int]:
    """The axis and the number of batch axes; -1 for what cannot be."""
    params, indices = (sizes_of(x) for x in operation.inputs[:2])
    axis = 0
    if len(operation.inputs) > 2:
        array = known_array(operation.inputs[2])
        if array is None:
            return -1, -1
        axis = int(array.reshape(-1)[0]) if array.size == 1 else -1 - len(params)
    batch_dims = operation.attrs.get("batch_dims", 0)
    return (
        axis + len(params) * (axis < 0),
        batch_dims + len(indices) * (batch_dims < 0),
    )


def gathered(lowering: Lowering, params: Value, indices: Value, axis: int, batch: int) -> Value:
    """The parts of a tensor, along an axis, that indices say.

    Args:
        lowering: the program.
        params: the tensor.
        indices: of its parts.
        axis: of the tensor.
        batch: how many first axes both have, in which each index is for its own part.

    Raises:
        Undecided: it depends on the sizes whether there is anything to take, or whether the batches agree.
    """
    require_elements(params)
    require_elements(indices)
    if params.sizes[:batch] != indices.sizes[:batch]:
        raise Undecided(f"whether the batches of {params.sizes} and {indices.sizes} agree")
    table = lowering.stored(params)
    rows = _Rows(lowering, as_rows(indices), table.sizes[axis : axis + 1])
    rows.check()
    count = len(indices.sizes) - batch

    def element(at: Indices) -> Expr:
        picked = rows.indices((*at[:batch], *at[axis : axis + count]))
        return table.element((*at[:axis], *picked, *at[axis + count :]))

    sizes = (*params.sizes[:axis], *indices.sizes[batch:], *params.sizes[axis + 1 :])
    return computed(params.dtype, sizes, element, 2)


@lowers("GatherV2", constants=(2,), accepts=accepts_gather, any_size=_has_axes)
def _gather_axis(
    lowering: Lowering, operation: Operation, params: Value, indices: Value, _axis: np.ndarray
) -> Value:
    return gathered(lowering, params, indices, *_axes_of(operation))


@lowers("Gather", accepts=accepts_gather, any_size=_has_axes)
def _gather_first(lowering: Lowering, operation: Operation, params: Value, indices: Value) -> Value:
    return gathered(lowering, params, indices, *_axes_of(operation))


def _refuses_bad_indices(operation: Operation) -> bool:
    return operation.attrs.get("bad_indices_policy", "") in ("", "DEFAULT", "ERROR")


def _has_work(operation: Operation) -> bool:
    sizes = [size for x in (*operation.inputs[:2], operation.outputs[0]) for size in sizes_of(x)]
    return 0 not in sizes and _refuses_bad_indices(operation)


def _depth_of(indices: Value) -> int:
    """How many axes rows of indices point into."""
    depth = indices.sizes[-1]
    if not isinstance(depth, int):
        raise Undecided("how many indices a row has")
    return depth


@lowers("GatherNd", accepts=_has_work, any_size=_refuses_bad_indices)
def _gather_nd(lowering: Lowering, operation: Operation, params: Value, indices: Value) -> Value:
    require_elements(params)
    require_elements(indices)
    depth = _depth_of(indices)
    table = lowering.stored(params)
    rows = _Rows(lowering, indices, table.sizes[:depth])
    rows.check()
    count = len(rows.sizes)

    def element(at: Indices) -> Expr:
        return table.element((*rows.indices(at[:count]), *at[count:]))

    return computed(params.dtype, (*indices.sizes[:-1], *params.sizes[depth:]), element, 2)


# ---------------------------------------------------------------------------- scatters


def _put(
    lowering: Lowering,
    buffer: Buffer,
    sizes: Sizes,
    rows: _Rows,
    updates: Value,
    word: str | None,
) -> None:
    """Puts updates into a tensor in a buffer, combined by a word with what is there, or instead of it."""
    strides = row_major_strides(sizes)
    count = len(rows.sizes)

    def body(at: Indices) -> list[Any]:
        place = place_of((*rows.indices(at[:count]), *at[count:]), strides)
        return [Store(buffer, place, updates.element(at), word)]

    lowering.nest(updates.sizes, body)


def scattered(
    lowering: Lowering, start: Value, indices: Value, updates: Value, word: str | None
) -> Value:
    """A tensor with updates at the places that rows of indices say.

    Args:
        lowering: the program.
        start: the tensor.
        indices: rows of them, `[..., depth]`.
        updates: for each row what comes there.
        word: combines what is there with the update; None: the update replaces it.

    Raises:
        Undecided: it depends on the sizes whether there is anything to put, or whether it fits.
    """
    for each in (start, indices, updates):
        require_elements(each)
    depth = _depth_of(indices)
    if updates.sizes != (*indices.sizes[:-1], *start.sizes[depth:]):
        raise Undecided(f"whether updates {updates.sizes} fit {indices.sizes} and {start.sizes}")
    dtype = compute_dtype(start.dtype) if word else start.dtype
    rows = _Rows(lowering, indices, start.sizes[:depth])
    rows.check()
    ready = lowering.stored(updates) if updates.cost > 1 else updates
    buffer = lowering.temporary(dtype, start.size, is_mutable=True)
    lowering.write(converted(start, dtype), buffer)
    _put(lowering, buffer, start.sizes, rows, converted(ready, dtype), word)
    return converted(in_buffer(buffer, start.sizes), start.dtype)


@lowers("ScatterNd", constants=(2,), accepts=_has_work, any_size=_refuses_bad_indices)
def _scatter_nd(
    lowering: Lowering, operation: Operation, indices: Value, updates: Value, shape: np.ndarray
) -> Value:
    start = constant(0, updates.dtype, tuple(shape.tolist()))
    word = "logical_or" if updates.dtype is dtypes.bool_ else "add"
    return scattered(lowering, start, indices, updates, word)


_WORDS = {
    "TensorScatterUpdate": None,
    "TensorScatterAdd": "add",
    "ScatterNdNonAliasingAdd": "add",
    "TensorScatterSub": "subtract",
    "TensorScatterMin": "minimum",
    "TensorScatterMax": "maximum",
}


def _accepts_scatter(operation: Operation) -> bool:
    return _has_work(operation) and _has_combination(operation)


def _has_combination(operation: Operation) -> bool:
    is_number = operation.outputs[0].dtype is not dtypes.bool_
    return _refuses_bad_indices(operation) and (
        is_number or operation.op_def.name == "TensorScatterUpdate"
    )


@lowers(*_WORDS, accepts=_accepts_scatter, any_size=_has_combination)
def _tensor_scatter(
    lowering: Lowering, operation: Operation, tensor: Value, indices: Value, updates: Value
) -> Value:
    return scattered(lowering, tensor, indices, updates, _WORDS[operation.op_def.name])


# ---------------------------------------------------------------------------- segments


def _accepts_segments(operation: Operation) -> bool:
    data, ids = (sizes_of(x) for x in operation.inputs[:2])
    count = known_array(operation.inputs[2])
    assert count is not None
    return (
        data[: len(ids)] == ids
        and count.size == 1
        and 0 not in (*data, *sizes_of(operation.outputs[0]))
    )


@lowers(
    "UnsortedSegmentSum", "UnsortedSegmentProd", "UnsortedSegmentMax", "UnsortedSegmentMin",
    constants=(2,), accepts=_accepts_segments, any_size=lambda _: True,
)  # fmt: skip
def _segments(
    lowering: Lowering, operation: Operation, data: Value, ids: Value, count: np.ndarray
) -> Value:
    """Rows of negative id count as what a combination starts with, in the first segment."""
    dtype = data.dtype
    word, start = {
        "UnsortedSegmentSum": ("add", 0),
        "UnsortedSegmentProd": ("multiply", 1),
        "UnsortedSegmentMax": ("maximum", dtype.min),
        "UnsortedSegmentMin": ("minimum", dtype.max),
    }[operation.op_def.name]
    if data.sizes[: len(ids.sizes)] != ids.sizes or count.size != 1:
        raise Undecided(f"whether {data.sizes} begins with {ids.sizes}")
    sizes = (*count.reshape(-1).tolist(), *data.sizes[len(ids.sizes) :])
    wide = compute_dtype(dtype)
    require_elements(data)
    if not all(size >= 1 for size in sizes):
        raise Undecided("whether there are segments")
    rows = _Rows(lowering, as_rows(ids), sizes[:1])
    rows.check(allow_negative=True)
    neutral = const(start if dtype.is_integer else float(start), wide)
    buffer = lowering.temporary(wide, math.prod(sizes), is_mutable=True)
    lowering.write(Value(wide, sizes, lambda _: neutral, 0), buffer)
    ready = converted(lowering.stored(data) if data.cost > 1 else data, wide)

    def element(at: Indices) -> Expr:
        is_out = rows.is_negative(at[: len(rows.sizes)])
        return where(is_out, neutral, ready.element(at))

    updates = computed(wide, data.sizes, element, 1)
    _put(lowering, buffer, sizes, rows, updates, word)
    return converted(in_buffer(buffer, sizes), dtype)
