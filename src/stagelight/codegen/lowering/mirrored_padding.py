"""Tensors with their own mirror image around them, and the gradient, which folds it back; axis by axis."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy as np

from stagelight.codegen.expressions import Expr
from stagelight.codegen.index import (
    Extent,
    Index,
    Undecided,
    is_at_least,
    place_of,
    row_major_strides,
)
from stagelight.codegen.loop_nest import Store
from stagelight.codegen.lowering.lowering import Lowering
from stagelight.codegen.lowering.registry import lowers
from stagelight.codegen.lowering.tensor_forms import known_array, sizes_of
from stagelight.codegen.lowering.values import Indices, Value, computed, in_buffer, require_elements
from stagelight.graph.operation import Operation
from stagelight.types import dtypes


def _edge(operation: Operation) -> int:
    """1 where the edge itself is not mirrored."""
    return int(operation.attrs["mode"] in ("REFLECT", b"REFLECT"))


def _pairs(paddings: np.ndarray) -> list[list[int]]:
    pairs: list[list[Any]] = paddings.tolist()
    if not all(isinstance(amount, int) for pair in pairs for amount in pair):
        raise Undecided("how much there is around a tensor")
    return pairs


def _has_elements(operation: Operation) -> bool:
    return all(0 not in sizes_of(x) for x in (operation.inputs[0], operation.outputs[0]))


def _along(x: Value, axis: int, length: Extent, place: Callable[[Index], Index]) -> Value:
    """A part of a tensor along an axis, of some length: where each element of it is from."""

    def element(at: Indices) -> Expr:
        return x.element((*at[:axis], place(at[axis]), *at[axis + 1 :]))

    return computed(x.dtype, (*x.sizes[:axis], length, *x.sizes[axis + 1 :]), element, x.cost)


@lowers("MirrorPad", constants=(1,), accepts=_has_elements, any_size=lambda _: True)
def _mirror_pad(lowering: Lowering, operation: Operation, x: Value, paddings: np.ndarray) -> Value:
    require_elements(x)
    edge = _edge(operation)
    for axis, (before, after) in enumerate(_pairs(paddings)):
        if not before and not after:
            continue
        size = x.sizes[axis]
        if not is_at_least(size - (max(before, after) + edge), 0):
            raise Undecided(f"whether {size} elements can be mirrored so far")
        x = _padded(lowering, lowering.stored(x), axis, (before, after), edge)
    return x


def _padded(lowering: Lowering, x: Value, axis: int, pair: tuple[int, int], edge: int) -> Value:
    before, after = pair
    size = x.sizes[axis]
    sizes = (*x.sizes[:axis], before + size + after, *x.sizes[axis + 1 :])
    strides = row_major_strides(sizes)
    buffer = lowering.temporary(x.dtype, math.prod(sizes), is_mutable=True)
    parts = [
        (0, _along(x, axis, before, lambda i: before - 1 + edge - i)),
        (before, x),
        (before + size, _along(x, axis, after, lambda i: size - 1 - edge - i)),
    ]
    for begin, part in parts:
        if 0 not in part.sizes:
            lowering.write_part(part, buffer, strides, begin * strides[axis])
    return in_buffer(buffer, sizes)


def _folds(operation: Operation) -> bool:
    if not _has_elements(operation) or operation.inputs[0].dtype is dtypes.bool_:
        return False
    paddings = known_array(operation.inputs[1])
    assert paddings is not None
    return all(
        not any(pair) or size >= max(pair) + _edge(operation)
        for size, pair in zip(sizes_of(operation.outputs[0]), paddings.tolist(), strict=True)
    )


@lowers(
    "MirrorPadGrad", constants=(1,), accepts=_folds,
    any_size=lambda operation: operation.inputs[0].dtype is not dtypes.bool_,
)  # fmt: skip
def _mirror_pad_gradient(
    lowering: Lowering, operation: Operation, dy: Value, paddings: np.ndarray
) -> Value:
    require_elements(dy)
    edge = _edge(operation)
    for axis, (before, after) in enumerate(_pairs(paddings)):
        if not before and not after:
            continue
        size = dy.sizes[axis] - before - after
        if not is_at_least(size - (max(before, after) + edge), 0):
            raise Undecided(f"whether {size} elements were mirrored so far")
        dy = _folded(lowering, lowering.stored(dy), axis, (before, after), edge)
    return dy


def _folded(lowering: Lowering, dy: Value, axis: int, pair: tuple[int, int], edge: int) -> Value:
    before, after = pair
    size = dy.sizes[axis] - before - after
    sizes = (*dy.sizes[:axis], size, *dy.sizes[axis + 1 :])
    strides = row_major_strides(sizes)
    buffer = lowering.temporary(dy.dtype, math.prod(sizes), is_mutable=True)
    lowering.write(_along(dy, axis, size, lambda i: before + i), buffer)
    last = before + size + after - 1
    for begin, part in (
        (edge, _along(dy, axis, before, lambda i: before - 1 - i)),
        (size - edge - after, _along(dy, axis, after, lambda i: last - i)),
    ):
        _add(lowering, part, buffer, strides, begin * strides[axis])
    return in_buffer(buffer, sizes)


def _add(lowering: Lowering, part: Value, buffer: Any, strides: Any, offset: Index) -> None:
    """Adds a tensor to a part of a buffer."""
    if 0 in part.sizes:
        return
    lowering.nest(
        part.sizes,
        lambda at: [Store(buffer, place_of(at, strides, offset), part.element(at), "add")],
    )
