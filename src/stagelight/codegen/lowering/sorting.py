"""Elements in order: the greatest of rows, sorted rows, and whether a class is among the best.

Elements are compared by keys, unsigned integers that are in the order of the elements; NaNs are the greatest,
and zeros are one. Where an element has at most 32 bits its number in the row stands in the lower half of the
key: so all keys of a row differ, and of equal elements the first comes first.

A few elements are found one after the other, each as the greatest of those below the one before, in vectors.
Else rows are sorted by merging runs that become longer, whatever their length is.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from stagelight.codegen.expressions import (
    Expr,
    bitcast,
    cast,
    const,
    from_index,
    load,
    op,
    reduce,
    to_index,
    where,
)
from stagelight.codegen.index import (
    Extent,
    Index,
    Undecided,
    is_at_least,
    place_of,
    row_major_strides,
)
from stagelight.codegen.loop_nest import Nest, Statement, Store, While
from stagelight.codegen.lowering.lowering import Lowering, loops_over, reduction_loops
from stagelight.codegen.lowering.registry import lowers
from stagelight.codegen.lowering.tensor_forms import sizes_of
from stagelight.codegen.lowering.values import (
    Indices,
    Value,
    computed,
    in_buffer,
    require_elements,
)
from stagelight.graph.operation import Operation
from stagelight.types import dtypes
from stagelight.types.dtypes import DType

# So many of a row are found one after the other: times the passes of sorting it, or of rows of any size.
_FEW = 8
_FEW_OF_ANY = 64

_LOWER_HALF = (1 << 32) - 1


def _is_narrow(dtype: DType) -> bool:
    return dtype.size <= 4


def ordered_key(x: Expr) -> Expr:
    """An unsigned integer, of 32 bits or for longer elements of 64, in the order of the elements."""
    if x.dtype.is_floating:
        return _key_of_float(x)
    wide = dtypes.uint32 if _is_narrow(x.dtype) else dtypes.uint64
    if x.dtype.is_unsigned:
        return cast(x, wide)
    signed = dtypes.int32 if wide is dtypes.uint32 else dtypes.int64
    return bitcast(cast(x, signed), wide) ^ (1 << (8 * wide.size - 1))


def _key_of_float(x: Expr) -> Expr:
    x = cast(x, dtypes.float32) if x.dtype.size < 4 else x
    kind = dtypes.uint32 if x.dtype.size == 4 else dtypes.uint64
    sign = 1 << (8 * kind.size - 1)
    bits = where(op("equal", x, 0.0), const(0, kind), bitcast(x, kind))
    is_negative = op("not_equal", bits & sign, 0)
    key = where(is_negative, op("invert", bits), bits | sign)
    return where(op("isnan", x), const(2 * sign - 1, kind), key)


def _joined_key(x: Value, at: Indices) -> Expr:
    """The key of an element of at most 32 bits, with its number: the first of equals is the greatest."""
    number = const(_LOWER_HALF, dtypes.uint64) - cast(from_index(at[-1]), dtypes.uint64)
    return (cast(ordered_key(x.element(at)), dtypes.uint64) << 32) | number


def _number_in(key: Expr) -> Expr:
    """The number of an element in its row."""
    return cast(const(_LOWER_HALF, dtypes.uint64) - (key & _LOWER_HALF), dtypes.int64)


# ---------------------------------------------------------------------------- one after the other


def _greatest(lowering: Lowering, x: Value, count: int) -> Value:
    """The numbers of the greatest elements of each row of `x [rows, n]`, int64 `[rows, count]`."""
    rows, size = x.sizes
    keys = lowering.stored(computed(dtypes.uint64, x.sizes, lambda at: _joined_key(x, at), 8))
    found = lowering.temporary(dtypes.uint64, rows * count, is_mutable=True)
    along, (number,) = reduction_loops((size,))

    def greatest(row: Index, limit: Expr | None) -> Expr:
        key = keys.element((row, number))
        if limit is not None:
            key = where(op("less", key, limit), key, const(0, dtypes.uint64))
        return reduce("maximum", along, key)

    loops, (row,) = loops_over((rows,))
    first = greatest(row, None)
    lowering.statements.append(Nest(loops, [Store(found, row * count, first)]))
    if count > 1:
        loops, (step, row) = loops_over((count - 1, rows))
        place = row * count + step
        next_ = greatest(row, load(found, place))
        lowering.statements.append(Nest(loops, [Store(found, place + 1, next_)]))
    kept = in_buffer(found, (rows, count))
    return computed(dtypes.int64, kept.sizes, lambda at: _number_in(kept.element(at)), 3)


# ---------------------------------------------------------------------------- merging


class _Merging:
    """Sorts rows, the least key first.

    The row that is sorted stands in one half of a buffer, and is merged into the other half, by turns.

    Args:
        lowering: the program.
        size: of a row.
        has_numbers: whether numbers of elements are moved with their keys.
    """

    def __init__(self, lowering: Lowering, size: Extent, *, has_numbers: bool) -> None:
        self._lowering = lowering
        self._size = size
        kinds = [dtypes.uint64, dtypes.int64][: 1 + has_numbers]
        self._moved = [lowering.temporary(kind, 2 * size, is_mutable=True) for kind in kinds]
        names = ("row", "width", "source", "begin", "middle", "end", "left", "right")
        self._state = {x: lowering.temporary(dtypes.int64, 1, is_mutable=True) for x in names}

    def _now(self, name: str) -> Expr:
        return load(self._state[name], 0)

    def _set(self, **values: Any) -> Nest:
        stores = []
        for name, value in values.items():
            expr = value if isinstance(value, Expr) else from_index(value)
            stores.append(Store(self._state[name], 0, expr))
        return Nest((), [*stores])

    def _place(self, number: Expr) -> Index:
        """Of an element in the buffer: that it is in it is shown here."""
        last = from_index(2 * self._size - 1)
        return to_index(op("minimum", op("maximum", number, 0), last))

    def _merge(self) -> list[Statement]:
        """Two runs become one, in the other half."""
        size = from_index(self._size)
        source, left, right = map(self._now, ("source", "left", "right"))
        middle, end = self._now("middle"), self._now("end")
        ours, theirs = (self._place(source + x) for x in (left, right))
        keys = self._moved[0]
        is_ours = op("less_equal", load(keys, ours), load(keys, theirs)) | (right >= end)
        is_ours = is_ours & op("less", left, middle)
        place = self._place(size - source + left + right - middle)
        stores = [
            Store(x, place, where(is_ours, load(x, ours), load(x, theirs))) for x in self._moved
        ]
        taken = cast(is_ours, dtypes.int64)
        steps = [
            Store(self._state["left"], 0, left + taken),
            Store(self._state["right"], 0, right + (const(1, dtypes.int64) - taken)),
        ]
        is_open = op("less", left, middle) | op("less", right, end)
        return [While([], is_open, [Nest((), [*stores, *steps])])]

    def _pass(self) -> list[Statement]:
        """All pairs of runs of some width."""
        size = from_index(self._size)
        begin, width = self._now("begin"), self._now("width")
        middle = op("minimum", begin + width, size)
        end = op("minimum", begin + width + width, size)
        runs = self._set(middle=middle, end=end, left=begin, right=middle)
        pair = [runs, *self._merge(), self._set(begin=self._now("end"))]
        return [
            self._set(begin=0),
            While([], op("less", begin, size), pair),
            self._set(width=width + width, source=size - self._now("source")),
        ]

    def sort(self, x: Value, count: Extent) -> Value:
        """The numbers of the greatest elements of rows `[rows, n]`, int64 `[rows, count]`."""
        rows = x.sizes[0]
        found = self._lowering.temporary(dtypes.int64, rows * count, is_mutable=True)
        row = to_index(op("minimum", op("maximum", self._now("row"), 0), from_index(rows - 1)))
        loops, (number,) = loops_over((self._size,))
        values = self._unsorted(x, (row, number))
        filled = [Store(to, number, value) for to, value in zip(self._moved, values, strict=True)]
        firsts, (place,) = loops_over((count,))
        kept = load(self._moved[-1], self._place(self._now("source") + from_index(place)))
        if len(self._moved) == 1:
            kept = _number_in(op("invert", kept))
        one_row: list[Statement] = [
            Nest(loops, [*filled]),
            self._set(width=1, source=0),
            While([], op("less", self._now("width"), from_index(self._size)), self._pass()),
            Nest(firsts, [Store(found, row * count + place, kept)]),
            self._set(row=self._now("row") + 1),
        ]
        is_left = op("less", self._now("row"), from_index(rows))
        self._lowering.statements += [self._set(row=0), While([], is_left, one_row)]
        return in_buffer(found, (rows, count))

    def _unsorted(self, x: Value, at: Indices) -> list[Expr]:
        """What is moved of an element: its key, from the greatest on, and its number."""
        if len(self._moved) == 1:
            return [op("invert", _joined_key(x, at))]
        return [op("invert", ordered_key(x.element(at))), from_index(at[-1])]


# ---------------------------------------------------------------------------- the ops


def _as_rows(lowering: Lowering, x: Value) -> Value:
    """`[rows, n]` of a tensor."""
    ready = lowering.contiguous(x)
    assert ready.buffer is not None
    return in_buffer(ready.buffer, (math.prod(x.sizes[:-1]), x.sizes[-1]))


def _has_rows(operation: Operation) -> bool:
    return bool(operation.inputs[0].shape.rank)


def _has_elements(operation: Operation) -> bool:
    return _has_rows(operation) and all(
        0 not in sizes_of(x) for x in (operation.inputs[0], operation.outputs[0])
    )


@lowers("TopKV2", constants=(1,), accepts=_has_elements, any_size=_has_rows)
def _top_k(lowering: Lowering, operation: Operation, x: Value, k: np.ndarray) -> Any:
    return _first_of_rows(lowering, operation, x, k.item())


@lowers("TopK", accepts=_has_elements, any_size=_has_rows)
def _older_top_k(lowering: Lowering, operation: Operation, x: Value) -> Any:
    return _first_of_rows(lowering, operation, x, operation.attrs["k"])


def _first_of_rows(
    lowering: Lowering, operation: Operation, x: Value, count: Extent
) -> tuple[Value, Value]:
    """The greatest elements of each row, and their numbers."""
    require_elements(x)
    size = x.sizes[-1]
    if not count >= 1 or not is_at_least(size - count, 0):
        raise Undecided(f"whether there are {count} of {size}")
    rows = _as_rows(lowering, x)
    if _is_narrow(x.dtype) and _are_few(count, size):
        numbers = _greatest(lowering, rows, count)
    else:
        merging = _Merging(lowering, x.sizes[-1], has_numbers=not _is_narrow(x.dtype))
        numbers = merging.sort(rows, count)
    numbers = lowering.stored(numbers)
    sizes = (*x.sizes[:-1], count)
    assert numbers.buffer is not None
    found = in_buffer(numbers.buffer, sizes)
    last = from_index(x.sizes[-1] - 1)
    strides = row_major_strides(sizes[:-1])

    def value(at: Indices) -> Expr:
        number = op("minimum", op("maximum", found.element(at), 0), last)
        return rows.element((place_of(at[:-1], strides), to_index(number)))

    target = operation.outputs[1].dtype
    return (
        computed(x.dtype, sizes, value, 3),
        computed(target, sizes, lambda at: cast(found.element(at), target), 1),
    )


def _are_few(count: Extent, size: Extent) -> bool:
    """Whether it takes less time to look through a row for each than to sort the row."""
    if not isinstance(count, int):
        return False
    return count <= (_FEW * size.bit_length() if isinstance(size, int) else _FEW_OF_ANY)


def _has_classes(operation: Operation) -> bool:
    predictions, targets = operation.inputs[:2]
    return _is_of_classes(operation) and (
        0 not in sizes_of(predictions) and sizes_of(predictions)[:1] == sizes_of(targets)
    )


def _is_of_classes(operation: Operation) -> bool:
    ranks = [x.shape.rank for x in operation.inputs]
    return ranks in ([2, 1], [2, 1, 0])


@lowers("InTopK", "InTopKV2", accepts=_has_classes, any_size=_is_of_classes)
def _in_top_k(
    lowering: Lowering, operation: Operation, predictions: Value, targets: Value, *k: Value
) -> Value:
    """Ties count; there is no place among the first for a row with an infinity or NaN."""
    require_elements(predictions)
    rows, classes = predictions.sizes
    if targets.sizes != (rows,):
        raise Undecided(f"whether {targets.sizes} is {(rows,)}")
    ready = lowering.stored(predictions)
    wanted = lowering.stored(targets) if targets.cost else targets
    loops, (along,) = reduction_loops((classes,))

    def element(at: Indices) -> Expr:
        target = cast(wanted.element(at), dtypes.int64)
        is_class = (target >= 0) & op("less", target, from_index(classes))
        place = to_index(op("minimum", op("maximum", target, 0), from_index(classes - 1)))
        own = ready.element((at[0], place))
        each = ready.element((at[0], along))
        is_finite = reduce("logical_and", loops, op("isfinite", each))
        is_better = cast(op("greater", each, own), dtypes.int32)
        better = cast(reduce("add", loops, is_better), dtypes.int64)
        most = cast(k[0].element(()), dtypes.int64) if k else int(operation.attrs["k"])
        return is_class & is_finite & op("less", better, most)

    return lowering.stored(computed(dtypes.bool_, (rows,), element, 100))
