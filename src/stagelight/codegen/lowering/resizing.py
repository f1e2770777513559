"""Images in another size, by interpolation between pixels: those of `ops/image/resizing`.

Along each axis a new pixel is a weighted sum of a few old ones. Which these are, and their weights, are
computed once for each axis, in tables; then the rows of images are added up, and then the columns. Gradients
go the other way: each new pixel gives its part to the old ones.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any, Protocol

import numpy as np

from stagelight.codegen.expressions import (
    Expr,
    cast,
    const,
    from_index,
    load,
    op,
    reduce,
    to_index,
    where,
)
from stagelight.codegen.index import Extent, Index, Undecided, place_of, row_major_strides
from stagelight.codegen.loop_nest import Buffer, Store
from stagelight.codegen.lowering.lowering import Lowering, reduction_loops
from stagelight.codegen.lowering.registry import lowers
from stagelight.codegen.lowering.values import (
    Indices,
    Value,
    computed,
    constant,
    converted,
    in_buffer,
    require_elements,
)
from stagelight.graph.operation import Operation
from stagelight.ops.image.resizing import CUBIC_STEPS
from stagelight.types import dtypes
from stagelight.types.dtypes import DType

# More old pixels than this for a new one are added up in a loop.
_MOST_WRITTEN_OUT = 4

# Of the places of a new pixel: old pixels, whatever their number is, and their weights.
_Taps = list[tuple[Expr, Expr]]
# Gives them for the number of a new pixel, of the sizes of the axis before and after.
_Rule = Callable[["_Axis", Expr], _Taps]


class _Axis:
    """One axis that is resized.

    Attributes:
        old, new: its sizes.
        align_corners, half_pixel_centers: how pixels are placed.
    """

    def __init__(self, operation: Operation, old: Extent, new: Extent) -> None:
        self.old = old
        self.new = new
        self.align_corners = bool(operation.attrs.get("align_corners", False))
        self.half_pixel_centers = bool(operation.attrs.get("half_pixel_centers", False))

    def place(self, number: Expr) -> Expr:
        """Where in the old image a new pixel lies, a float32."""
        scale = self._scale()
        if self.half_pixel_centers:
            return (number + 0.5) * scale - 0.5
        return number * scale

    def _scale(self) -> Expr:
        whole = _single(self.old) / _single(self.new)
        if not self.align_corners or self.new == 1:
            return whole
        between = _single(self.old - 1) / _single(self.new - 1)
        if isinstance(self.new, int):
            return between
        return where(op("greater", from_index(self.new), 1), between, whole)

    def nearest(self, number: Expr) -> Expr:
        """The old pixel that a new one shows."""
        if self.half_pixel_centers:
            return op("floor", (number + 0.5) * (_single(self.old) / _single(self.new)))
        place = self.place(number)
        return op("floor", place + 0.5 if self.align_corners else place)


def _single(size: Extent) -> Expr:
    return from_index(size, dtypes.float32)


# ---------------------------------------------------------------------------- weights


def _linear(axis: _Axis, number: Expr) -> _Taps:
    place = axis.place(number)
    below = op("floor", place)
    part = place - below
    return [(below, 1.0 - part), (op("ceil", place), part)]


def _cubic(axis: _Axis, number: Expr) -> _Taps:
    place = axis.place(number)
    below = op("floor", place)
    part = op("rint", (place - below) * float(CUBIC_STEPS)) / float(CUBIC_STEPS)
    a = -0.5 if axis.half_pixel_centers else -0.75

    def near(x: Expr) -> Expr:
        return (x * (a + 2) - (a + 3)) * x * x + 1.0

    def far(x: Expr) -> Expr:
        return ((x * a - 5 * a) * x + 8 * a) * x - 4 * a

    weights = [far(part + 1.0), near(part), near(1.0 - part), far(2.0 - part)]
    pixels = [below + float(step) for step in (-1, 0, 1, 2)]
    if axis.half_pixel_centers:  # Pixels outside do not count.
        zero = const(0.0, dtypes.float32)
        weights = [
            where((pixel >= 0.0) & (pixel < _single(axis.old)), weight, zero)
            for pixel, weight in zip(pixels, weights, strict=True)
        ]
        total = weights[0] + weights[1] + weights[2] + weights[3]
        weights = [weight / total for weight in weights]
    return list(zip(pixels, weights, strict=True))


def _covered(axis: _Axis, number: Expr) -> _Taps:
    """The pixels that a new one lies over, each by how much."""
    old, new = axis.old, axis.new
    scale = (old - 1) / (new - 1) if axis.align_corners and new > 1 else old / new
    begin = cast(number, dtypes.float64) * scale
    first = op("floor", begin)
    last = const(float(old - 1), dtypes.float64)
    taps = []
    for step in range(min(math.ceil(scale) + 1, old)):
        # The last pixel goes on beyond the edge, which aligned corners reach.
        pixel = op("minimum", first, last) + float(step)
        end = where(pixel >= last, const(math.inf, dtypes.float64), pixel + 1.0)
        covered = op("minimum", begin + scale, end) - op("maximum", begin, pixel)
        covered = op("maximum", covered, 0.0) / scale
        weight = where(pixel > last, const(0.0, dtypes.float64), covered)
        taps.append((cast(pixel, dtypes.float32), cast(weight, dtypes.float32)))
    return taps


class Taps(Protocol):
    """The old pixels of each new one along an axis, and their weights, as `_Table` has them."""

    old: Extent
    new: Extent
    count: int
    is_linear: bool

    def pixel(self, number: Index, step: Index) -> Index: ...
    def weight(self, number: Index, step: Index) -> Expr: ...
    def is_factor(self, number: Index, step: Index) -> Expr | None: ...


class _Table:
    """The old pixels of each new one along an axis, and their weights.

    Attributes:
        old, new: the sizes of the axis.
        count: the number of taps.
        is_linear: whether the weights of two pixels add up to 1.

    Args:
        lowering: the program.
        axis: of images.
        rule: gives them.
    """

    def __init__(self, lowering: Lowering, axis: _Axis, rule: _Rule) -> None:
        self.old, self.new = axis.old, axis.new
        self._has_unused_taps = rule is _covered
        self.is_linear = rule is _linear
        self.count = len(rule(axis, const(0.0, dtypes.float32)))
        size = self.new * self.count
        is_mutable = self.count > 1
        self._pixels = lowering.temporary(dtypes.int64, size, is_mutable=is_mutable)
        self._weights = lowering.temporary(dtypes.float32, size, is_mutable=is_mutable)
        last = from_index(self.old - 1)

        def body(at: Indices) -> list[Any]:
            stores = []
            taps = rule(axis, from_index(at[0], dtypes.float32))
            for step, (pixel, weight) in enumerate(taps):
                place = at[0] + step * self.new
                number = op("minimum", op("maximum", cast(pixel, dtypes.int64), 0), last)
                stores.append(Store(self._pixels, place, number))
                stores.append(Store(self._weights, place, weight))
            return stores

        lowering.nest((self.new,), body)

    def pixel(self, number: Index, step: Index) -> Index:
        """The old pixel; that it is one is shown where it is used."""
        found = load(self._pixels, number + step * self.new)
        last = from_index(self.old - 1)
        return to_index(op("minimum", op("maximum", found, 0), last))

    def weight(self, number: Index, step: Index) -> Expr:
        return load(self._weights, number + step * self.new)

    def is_factor(self, number: Index, step: Index) -> Expr | None:
        """Whether the old pixel counts: of one that is not covered not even NaN does. None: it does."""
        return op("not_equal", self.weight(number, step), 0.0) if self._has_unused_taps else None


# ---------------------------------------------------------------------------- sums


def interpolate_axis(lowering: Lowering, x: Value, along: int, table: Taps) -> Value:
    """Images `[batch, height, width, channels]` with an axis resized."""
    sizes = (*x.sizes[:along], table.new, *x.sizes[along + 1 :])

    def pixel_of(at: Indices, step: Index) -> Expr:
        pixel = table.pixel(at[along], step)
        return cast(x.element((*at[:along], pixel, *at[along + 1 :])), dtypes.float32)

    def term(at: Indices, step: Index) -> Expr:
        product = pixel_of(at, step) * table.weight(at[along], step)
        is_factor = table.is_factor(at[along], step)
        return product if is_factor is None else where(is_factor, product, 0.0)

    def element(at: Indices) -> Expr:
        if table.count > _MOST_WRITTEN_OUT:
            loops, (step,) = reduction_loops((table.count,))
            return reduce("add", loops, term(at, step))
        if table.is_linear:  # As TensorFlow does: of infinite pixels a sum would be another number.
            first, second = pixel_of(at, 0), pixel_of(at, 1)
            return first + (second - first) * table.weight(at[along], 1)
        total = term(at, 0)
        for step in range(1, table.count):
            total = total + term(at, step)
        return total

    return lowering.stored(computed(dtypes.float32, sizes, element, 4 * table.count))


def scatter_axis(lowering: Lowering, dy: Value, along: int, table: Taps) -> Value:
    """The parts of new pixels along an axis, added up at the old ones in the dtype of the former."""
    sizes = (*dy.sizes[:along], table.old, *dy.sizes[along + 1 :])
    strides = row_major_strides(sizes)
    buffer = _zeros(lowering, dy.dtype, sizes)

    def write_tap(step: Any, at: Indices) -> list[Any]:
        pixel = table.pixel(at[along], step)
        place = place_of((*at[:along], pixel, *at[along + 1 :]), strides)
        value = dy.element(tuple(at)) * cast(table.weight(at[along], step), dy.dtype)
        is_factor = table.is_factor(at[along], step)
        if is_factor is not None:
            value = where(is_factor, value, const(0.0, dy.dtype))
        return [Store(buffer, place, value, "add")]

    if table.count > _MOST_WRITTEN_OUT:
        lowering.nest((table.count, *dy.sizes), lambda indices: write_tap(indices[0], indices[1:]))
    else:
        for step in range(table.count):
            lowering.nest(dy.sizes, partial(write_tap, step))
    return in_buffer(buffer, sizes)


def _zeros(lowering: Lowering, dtype: DType, sizes: Any) -> Buffer:
    buffer = lowering.temporary(dtype, math.prod(sizes), is_mutable=True)
    lowering.write(constant(0, dtype, sizes), buffer)
    return buffer


def _has_pixels(operation: Operation) -> bool:
    """Whether images come in and go out of which no size is known to be 0: those are refused."""
    return all(
        x.shape.rank == 4 and 0 not in x.shape.as_list()
        for x in (operation.inputs[0], operation.outputs[0])
    )


def _tables(
    lowering: Lowering, operation: Operation, old: Sequence[Any], new: Sequence[Any], rule: _Rule
) -> list[_Table]:
    """For rows and columns."""
    return [
        _Table(lowering, _Axis(operation, *sizes), rule) for sizes in zip(old, new, strict=True)
    ]


_RULES: dict[str, _Rule] = {"ResizeBilinear": _linear, "ResizeBicubic": _cubic}


@lowers("ResizeArea", constants=(1,), accepts=_has_pixels, any_size=True)
@lowers(*_RULES, constants=(1,), accepts=_has_pixels, any_size=True)
def _resized(lowering: Lowering, operation: Operation, x: Value, size: np.ndarray) -> Value:
    require_elements(x)
    new = size.tolist()
    rule = _RULES.get(operation.op_def.name, _covered)
    if rule is _covered and not all(isinstance(n, int) for n in (*x.sizes[1:3], *new)):
        raise Undecided("how many pixels a new one lies over")
    if rule is _linear and list(x.sizes[1:3]) == new:
        return converted(x, dtypes.float32)  # TF: images of the same size are not looked at.
    rows, columns = _tables(lowering, operation, x.sizes[1:3], new, rule)
    ready = lowering.stored(x) if x.cost else x
    return interpolate_axis(lowering, interpolate_axis(lowering, ready, 1, rows), 2, columns)


@lowers(
    "ResizeBilinearGrad", "ResizeBicubicGrad", accepts=_has_pixels, any_size=True
)  # fmt: skip
def _resized_gradient(lowering: Lowering, operation: Operation, dy: Value, x: Value) -> Value:
    require_elements(dy)
    require_elements(x)
    rule = _RULES[operation.op_def.name.removesuffix("Grad")]
    rows, columns = _tables(lowering, operation, x.sizes[1:3], dy.sizes[1:3], rule)
    wide = dtypes.float64 if x.dtype is dtypes.float64 else dtypes.float32
    ready = converted(lowering.stored(dy) if dy.cost else dy, wide)
    across = scatter_axis(lowering, ready, 2, columns)
    return converted(scatter_axis(lowering, across, 1, rows), x.dtype)


# ---------------------------------------------------------------------------- the nearest pixel


def _nearest(axis: _Axis, number: Expr) -> _Taps:
    return [(axis.nearest(number), const(1.0, dtypes.float32))]


@lowers("ResizeNearestNeighbor", constants=(1,), accepts=_has_pixels, any_size=True)
def _resized_to_nearest(
    lowering: Lowering, operation: Operation, x: Value, size: np.ndarray
) -> Value:
    require_elements(x)
    new = size.tolist()
    rows, columns = _tables(lowering, operation, x.sizes[1:3], new, _nearest)
    ready = lowering.stored(x)

    def element(at: Indices) -> Expr:
        batch, row, column, channel = at
        return ready.element((batch, rows.pixel(row, 0), columns.pixel(column, 0), channel))

    return computed(x.dtype, (x.sizes[0], *new, x.sizes[3]), element, 2)


@lowers("ResizeNearestNeighborGrad", constants=(1,), accepts=_has_pixels, any_size=True)
def _nearest_gradient(
    lowering: Lowering, operation: Operation, dy: Value, size: np.ndarray
) -> Value:
    require_elements(dy)
    old = size.tolist()
    rows, columns = _tables(lowering, operation, old, dy.sizes[1:3], _nearest)
    sizes = (dy.sizes[0], *old, dy.sizes[3])
    strides = row_major_strides(sizes)
    buffer = _zeros(lowering, dy.dtype, sizes)

    def body(at: Indices) -> list[Any]:
        batch, row, column, channel = at
        to = batch, rows.pixel(row, 0), columns.pixel(column, 0), channel
        return [Store(buffer, place_of(to, strides), dy.element(at), "add")]

    lowering.nest(dy.sizes, body)
    return in_buffer(buffer, sizes)
