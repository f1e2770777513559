"""Images seen at places that are data: through projections, and in boxes; those of `ops/image`.

Where a place lies is computed once for a pixel, for all its channels. Places outside are data's affair: what
is read is cut to the image, and replaced after.
"""

from __future__ import annotations

import math
from typing import Any, NamedTuple

import numpy as np

from stagelight.codegen.expressions import (
    Expr,
    cast,
    const,
    from_index,
    op,
    reduce,
    to_index,
    where,
)
from stagelight.codegen.index import Extent, Index, Undecided, place_of, row_major_strides
from stagelight.codegen.loop_nest import Check, Nest, Store
from stagelight.codegen.lowering.lowering import Lowering, loops_over, reduction_loops
from stagelight.codegen.lowering.registry import lowers
from stagelight.codegen.lowering.tensor_forms import sizes_of
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
from stagelight.types import dtypes
from stagelight.types.dtypes import DType

_SINGLE = dtypes.float32


def _single(size: Extent) -> Expr:
    return from_index(size, _SINGLE)


def _cut(number: Expr, size: Extent) -> Index:
    """A number as an index of an axis: that it is one is shown here."""
    whole = cast(number, dtypes.int64)
    return to_index(op("minimum", op("maximum", whole, 0), from_index(size - 1)))


def _zero(dtype: DType = _SINGLE) -> Expr:
    return const(0.0, dtype)


# ---------------------------------------------------------------------------- projections


def _text(value: Any) -> str:
    return (value.decode() if isinstance(value, bytes) else str(value)).upper()


def _reflected(x: Expr, size: Extent) -> Expr:
    """Places outside, mirrored at the edge."""
    width = _single(size)
    period = width * 2.0
    low = where(op("less", x, period), period * op("trunc", -x / period) + x, x)
    low = where(op("less", low, -width), low + period, -low - 1.0)
    high = x - period * op("trunc", x / period)
    high = where(high >= width, period - high - 1.0, high)
    return _unless_single(x, size, low, high)


def _wrapped(x: Expr, size: Extent) -> Expr:
    """Places outside, as if the image were repeated."""
    width, last = _single(size), _single(size - 1)
    low = x + width * (op("trunc", -x / last) + 1.0)
    high = x - width * op("trunc", x / last)
    return _unless_single(x, size, low, high)


def _unless_single(x: Expr, size: Extent, low: Expr, high: Expr) -> Expr:
    last = _single(size - 1)
    placed = where(op("less", x, 0.0), low, where(x > last, high, x))
    only = where(op("less", x, 0.0) | (x > last), _zero(), x)
    return where(op("less_equal", last, 0.0), only, placed)


def _placed(x: Expr, size: Extent, mode: str) -> Expr:
    if mode == "CONSTANT":
        return x
    if mode == "REFLECT":
        x = _reflected(x, size)
    elif mode == "WRAP":
        x = _wrapped(x, size)
    return op("minimum", op("maximum", x, 0.0), _single(size - 1))


def _has_known_modes(operation: Operation) -> bool:
    attrs = operation.attrs
    return (
        operation.inputs[0].shape.rank == 4
        and operation.inputs[1].shape.rank == 2
        and operation.inputs[1].shape.as_list()[1] == 8
        and operation.inputs[3].shape.rank == 0
        and _text(attrs.get("fill_mode", "CONSTANT")) in ("CONSTANT", "REFLECT", "WRAP", "NEAREST")
        and _text(attrs["interpolation"]) in ("NEAREST", "BILINEAR")
    )


def _projects(operation: Operation) -> bool:
    images, transforms = (sizes_of(x) for x in operation.inputs[:2])
    return (
        _has_known_modes(operation)
        and 0 not in (*images, *sizes_of(operation.outputs[0]))
        and transforms[0] in (1, images[0])
    )


@lowers("ImageProjectiveTransformV3", constants=(2,), accepts=_projects, any_size=_has_known_modes)
def _projected(
    lowering: Lowering,
    operation: Operation,
    images: Value,
    transforms: Value,
    size: np.ndarray,
    fill: Value,
) -> Value:
    require_elements(images)
    batch, height, width, channels = images.sizes
    is_shared = transforms.sizes[0] == 1
    if not is_shared and transforms.sizes[0] != batch:
        raise Undecided(f"whether there are {batch} projections")
    new = size.tolist()
    if not all(n >= 1 for n in new):
        raise Undecided("whether a size is positive")
    image = lowering.stored(images)
    given = lowering.stored(transforms)
    mode = _text(operation.attrs.get("fill_mode", "CONSTANT"))
    is_nearest = _text(operation.attrs["interpolation"]) == "NEAREST"
    filling = cast(fill.element(()), images.dtype)
    # Products of whole numbers and parts are doubles, as in NumPy.
    is_long = images.dtype in (dtypes.float64, dtypes.int32, dtypes.int64)
    wide = dtypes.float64 if is_long else _SINGLE

    def pixel(at: Indices, y: Expr, x: Expr) -> Expr:
        inside = (y >= 0.0) & op("less", y, _single(height))
        inside = inside & (x >= 0.0) & op("less", x, _single(width))
        row, column = (where(inside, place, _zero()) for place in (y, x))
        found = image.element((at[0], _cut(row, height), _cut(column, width), at[3]))
        return where(inside, found, filling)

    def element(at: Indices) -> Expr:
        row = 0 if is_shared else at[0]
        a0, a1, a2, b0, b1, b2, c0, c1 = (given.element((row, i)) for i in range(8))
        y, x = (from_index(i, _SINGLE) for i in at[1:3])
        projection = c0 * x + c1 * y + 1.0
        is_nowhere = op("equal", projection, 0.0)
        projection = where(is_nowhere, const(1.0, _SINGLE), projection)
        from_x = _placed((a0 * x + a1 * y + a2) / projection, width, mode)
        from_y = _placed((b0 * x + b1 * y + b2) / projection, height, mode)
        if is_nearest:
            found = pixel(at, _rounded(from_y), _rounded(from_x))
        else:
            found = cast(interpolated(at, from_y, from_x), images.dtype)
        return where(is_nowhere, filling, found)

    def interpolated(at: Indices, y: Expr, x: Expr) -> Expr:
        low_y, low_x = op("floor", y), op("floor", x)
        part_y, part_x = (cast(part, wide) for part in (y - low_y, x - low_x))
        rows = [
            [cast(pixel(at, by_row, by_column), wide) for by_column in (low_x, low_x + 1.0)]
            for by_row in (low_y, low_y + 1.0)
        ]
        # 1 - part is a single, whatever is multiplied.
        rest_y, rest_x = (cast(1.0 - part, wide) for part in (y - low_y, x - low_x))
        top, bottom = (rest_x * left + part_x * right for left, right in rows)
        return rest_y * top + part_y * bottom

    return lowering.stored(computed(images.dtype, (batch, *new, channels), element, 100))


def _rounded(x: Expr) -> Expr:
    """The nearest integers, halves away from zero."""
    return op("trunc", x + op("copysign", const(0.5, _SINGLE), x))


# ---------------------------------------------------------------------------- boxes


class _Place(NamedTuple):
    """Where a value of a crop lies along one axis."""

    low: Expr  # The pixel before,
    high: Expr  # the pixel after,
    part: Expr  # and how far the place is from the one to the other.
    nearest: Expr
    is_inside: Expr


class _Boxes:
    """Boxes of images.

    Args:
        lowering: the program; it ends where an image is none, or a box is not finite.
        boxes: float32 `[boxes, 4]`.
        which: the images that they are of.
        sizes: of the images.
        crop: the height and width of crops.
    """

    def __init__(
        self, lowering: Lowering, boxes: Value, which: Value, sizes: Any, crop: tuple[Any, Any]
    ) -> None:
        if boxes.sizes != (which.sizes[0], 4) or not all(isinstance(n, int) for n in crop):
            raise Undecided(f"how many boxes there are, and how large crops are: {crop}")
        self.boxes = lowering.stored(boxes)
        self.which = lowering.stored(which)
        self.batch, *self._sizes = sizes[:3]
        self._crop = crop

        def checks(at: Indices) -> list[Any]:
            image = self.which.element(at)
            is_image = (image >= 0) & op("less", image, from_index(self.batch, image.dtype))
            ends = [op("isfinite", self.boxes.element((*at, i))) for i in range(4)]
            return [Check(is_image), *map(Check, ends)]

        lowering.nest(which.sizes, checks)

    def image(self, box: Index) -> Index:
        return _cut(self.which.element((box,)), self.batch)

    def row(self, box: Index, number: Index) -> _Place:
        return self._place(box, number, 0)

    def column(self, box: Index, number: Index) -> _Place:
        return self._place(box, number, 1)

    def _place(self, box: Index, number: Index, axis: int) -> _Place:
        begin, end = (self.boxes.element((box, axis + i)) for i in (0, 2))
        last, count = _single(self._sizes[axis] - 1), self._crop[axis]
        if count > 1:
            step = (end - begin) * last / float(count - 1)
            at = begin * last + from_index(number, _SINGLE) * step
        else:
            middle = cast(begin + end, dtypes.float64) * 0.5
            at = cast(middle * cast(last, dtypes.float64), _SINGLE)
        is_inside = (at >= 0.0) & op("less_equal", at, last)
        at = where(is_inside, at, _zero())
        low = op("floor", at)
        return _Place(low, op("ceil", at), at - low, op("floor", at + 0.5), is_inside)

    def pixel(self, image: Value, box: Index, at: tuple[Expr, Expr, Index]) -> Expr:
        row, column, channel = at
        height, width = self._sizes
        where_ = (self.image(box), _cut(row, height), _cut(column, width), channel)
        return cast(image.element(where_), _SINGLE)


def _fits(operation: Operation) -> bool:
    """Whether there are boxes, each of an image, and gradients are those of such crops."""
    if any(0 in sizes_of(x) for x in (*operation.inputs, *operation.outputs)):
        return False
    first = 2 if operation.op_def.name == "CropAndResizeGradBoxes" else 1
    boxes, which = (sizes_of(x) for x in operation.inputs[first : first + 2])
    if len(which) != 1 or boxes != (which[0], 4):
        return False
    if operation.op_def.name == "CropAndResize":
        return True
    crops = sizes_of(operation.inputs[0])
    of = sizes_of(operation.inputs[1] if first == 2 else operation.outputs[0])
    return len(crops) == len(of) == 4 and crops[0] == boxes[0] and crops[3] == of[3]


def _is_of_images(operation: Operation) -> bool:
    return operation.inputs[0].shape.rank == 4


def _is_nearest(operation: Operation) -> bool:
    return operation.attrs.get("method", "bilinear") in ("nearest", b"nearest")


@lowers("CropAndResize", constants=(3,), accepts=_fits, any_size=_is_of_images)
def _crop(
    lowering: Lowering,
    operation: Operation,
    image: Value,
    boxes: Value,
    which: Value,
    crop_size: np.ndarray,
) -> Value:
    require_elements(image)
    require_elements(boxes)
    rows, columns = crop_size.tolist()
    ready = lowering.stored(image)
    given = _Boxes(lowering, boxes, which, image.sizes, (rows, columns))
    outside = const(float(np.float32(operation.attrs.get("extrapolation_value", 0.0))), _SINGLE)

    def element(at: Indices) -> Expr:
        box, row, column, channel = at
        down, across = given.row(box, row), given.column(box, column)

        def pixel(y: Expr, x: Expr) -> Expr:
            return given.pixel(ready, box, (y, x, channel))

        def between(y: Expr) -> Expr:
            left = pixel(y, across.low)
            return left + (pixel(y, across.high) - left) * across.part

        if _is_nearest(operation):
            found = pixel(down.nearest, across.nearest)
        else:
            top = between(down.low)
            found = top + (between(down.high) - top) * down.part
        return where(down.is_inside & across.is_inside, found, outside)

    sizes = (boxes.sizes[0], rows, columns, image.sizes[3])
    return lowering.stored(computed(_SINGLE, sizes, element, 100))


@lowers("CropAndResizeGradImage", constants=(3,), accepts=_fits, any_size=_is_of_images)
def _gradient_of_image(
    lowering: Lowering,
    operation: Operation,
    dy: Value,
    boxes: Value,
    which: Value,
    image_size: np.ndarray,
) -> Value:
    """Parts of one pixel are added up in the order of boxes."""
    require_elements(dy)
    sizes = tuple(image_size.tolist())
    if dy.sizes[0] != boxes.sizes[0] or dy.sizes[3] != sizes[3]:
        raise Undecided(f"whether {dy.sizes} are crops of {sizes}")
    ready = lowering.stored(dy)
    given = _Boxes(lowering, boxes, which, sizes, dy.sizes[1:3])
    buffer = lowering.temporary(_SINGLE, math.prod(sizes), is_mutable=True)
    lowering.write(constant(0, _SINGLE, sizes), buffer)
    strides = row_major_strides(sizes)
    one = const(1.0, _SINGLE)

    def corners(down: _Place, across: _Place) -> list[tuple[Expr, Expr, Expr]]:
        inside = cast(down.is_inside & across.is_inside, _SINGLE)
        if _is_nearest(operation):
            return [(down.nearest, across.nearest, inside)]
        return [
            (row, column, inside * by_row * by_column)
            for row, by_row in ((down.low, one - down.part), (down.high, down.part))
            for column, by_column in ((across.low, one - across.part), (across.high, across.part))
        ]

    def add(number: int) -> None:
        def body(at: Indices) -> list[Any]:
            box, row, column, channel = at
            places = corners(given.row(box, row), given.column(box, column))
            y, x, weight = places[number]
            to = given.image(box), _cut(y, sizes[1]), _cut(x, sizes[2]), channel
            return [Store(buffer, place_of(to, strides), weight * ready.element(at), "add")]

        lowering.nest(dy.sizes, body)

    for number in range(1 if _is_nearest(operation) else 4):
        add(number)
    return converted(in_buffer(buffer, sizes), operation.outputs[0].dtype)


@lowers("CropAndResizeGradBoxes", accepts=_fits, any_size=_is_of_images)
def _gradient_of_boxes(
    lowering: Lowering, operation: Operation, dy: Value, image: Value, boxes: Value, which: Value
) -> Value:
    require_elements(dy)
    require_elements(image)
    count, rows, columns, channels = dy.sizes
    if count != boxes.sizes[0] or channels != image.sizes[3]:
        raise Undecided(f"whether {dy.sizes} are crops of {image.sizes}")
    ready, pixels = lowering.stored(dy), lowering.stored(image)
    given = _Boxes(lowering, boxes, which, image.sizes, (rows, columns))
    inner, along = reduction_loops((rows, columns, channels))

    def slopes(box: Index) -> tuple[Expr, Expr]:
        """How the place of a value changes it, down and across."""
        row, column, channel = along
        down, across = given.row(box, row), given.column(box, column)
        (top_left, top_right), (bottom_left, bottom_right) = (
            [given.pixel(pixels, box, (y, x, channel)) for x in (across.low, across.high)]
            for y in (down.low, down.high)
        )
        inside = down.is_inside & across.is_inside
        change = where(inside, ready.element((box, row, column, channel)), _zero())
        y = (1.0 - across.part) * (bottom_left - top_left)
        y = y + across.part * (bottom_right - top_right)
        x = (1.0 - down.part) * (top_right - top_left)
        x = x + down.part * (bottom_right - bottom_left)
        return y * change, x * change

    buffer = lowering.temporary(_SINGLE, count * 4, is_mutable=True)
    loops, (box,) = loops_over((count,))
    for place in range(4):
        axis = place % 2
        weight = _weight_of_edge(image.sizes[1 + axis], dy.sizes[1 + axis], along[axis], place < 2)
        total = reduce("add", inner, slopes(box)[axis] * weight)
        lowering.statements.append(Nest(loops, [Store(buffer, box * 4 + place, total)]))
    return in_buffer(buffer, (count, 4))


def _weight_of_edge(size: Extent, count: int, number: Index, is_first: bool) -> Expr:
    """How far a place of a crop moves with the first, or the last, edge of the box."""
    last = _single(size - 1)
    if count == 1:
        return last * 0.5
    of_last = from_index(number, _SINGLE) * (last / float(count - 1))
    return last - of_last if is_first else of_last
