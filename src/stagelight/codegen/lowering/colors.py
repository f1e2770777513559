"""Colours of images: hues, saturations, contrasts; those of `ops/image/colors` and `adjustments`.

A pixel is three numbers that are computed together. Halves are computed as singles.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from stagelight.codegen.expressions import Expr, cast, const, from_index, make, op, where
from stagelight.codegen.index import Undecided, place_of, row_major_strides
from stagelight.codegen.loop_nest import Check, Store
from stagelight.codegen.lowering.elementwise import compute_dtype
from stagelight.codegen.lowering.lowering import Lowering
from stagelight.codegen.lowering.reductions import reduced
from stagelight.codegen.lowering.registry import lowers
from stagelight.codegen.lowering.tensor_forms import sizes_of
from stagelight.codegen.lowering.values import (
    Indices,
    Value,
    computed,
    converted,
    in_buffer,
    require_elements,
)
from stagelight.graph.operation import Operation
from stagelight.ops.image.adjustments import HUE_PLACES
from stagelight.types import dtypes

# Makes three numbers of the three of a pixel.
_Change = Callable[[Sequence[Expr]], Sequence[Expr]]


def _changed(lowering: Lowering, x: Value, change: _Change) -> Value:
    """Images with other colours."""
    require_elements(x)
    if x.sizes[-1] != 3:
        raise Undecided(f"whether there are 3 channels in {x.sizes}")
    ready = lowering.stored(x) if x.cost > 1 else x
    wide = compute_dtype(x.dtype)
    buffer = lowering.temporary(x.dtype, x.size, is_mutable=True)
    strides = row_major_strides(x.sizes)

    def body(at: Indices) -> list[Store | Check]:
        pixel = [cast(ready.element((*at, channel)), wide) for channel in range(3)]
        return [
            Store(buffer, place_of((*at, channel), strides), cast(value, x.dtype))
            for channel, value in enumerate(change(pixel))
        ]

    lowering.nest(x.sizes[:-1], body)
    return in_buffer(buffer, x.sizes)


def _least(x: Sequence[Expr]) -> Expr:
    return op("minimum", op("minimum", x[0], x[1]), x[2])


def _greatest(x: Sequence[Expr]) -> Expr:
    return op("maximum", op("maximum", x[0], x[1]), x[2])


def _is_of_colors(operation: Operation) -> bool:
    sizes = operation.inputs[0].shape
    return bool(sizes.rank) and sizes.as_list()[-1] in (3, None)


def _has_pixels(operation: Operation) -> bool:
    return _is_of_colors(operation) and 0 not in sizes_of(operation.inputs[0])


# ---------------------------------------------------------------------------- hue, saturation, value


@lowers("RGBToHSV", accepts=_has_pixels, any_size=_is_of_colors)
def _to_hsv(lowering: Lowering, operation: Operation, x: Value) -> Value:
    return _changed(lowering, x, _hue_and_saturation)


def _hue_and_saturation(pixel: Sequence[Expr]) -> Sequence[Expr]:
    r, g, b = pixel
    kind = r.dtype
    one, zero = const(1.0, kind), const(0.0, kind)
    third, two_thirds = (_quotient(x, 6, r) for x in (2, 4))
    value = _greatest(pixel)
    span = value - _least(pixel)
    saturation = where(value > 0.0, span / where(value > 0.0, value, one), zero)
    sixth = one / (where(span > 0.0, span, one) * 6.0)
    hue = where(
        op("equal", r, value),
        sixth * (g - b),
        where(op("equal", g, value), sixth * (b - r) + third, sixth * (r - g) + two_thirds),
    )
    hue = where(span > 0.0, hue, zero)
    return where(op("less", hue, 0.0), hue + 1.0, hue), saturation, value


def _quotient(x: int, y: int, like: Expr) -> Expr:
    kind = like.dtype.numpy_dtype.type
    return const(float(kind(x) / kind(y)), like.dtype)


@lowers("HSVToRGB", accepts=_has_pixels, any_size=_is_of_colors)
def _to_rgb(lowering: Lowering, operation: Operation, x: Value) -> Value:
    return _changed(lowering, x, _red_green_and_blue)


def _red_green_and_blue(pixel: Sequence[Expr]) -> Sequence[Expr]:
    h, s, v = pixel
    wide = h * 6.0
    parts = (
        op("abs", wide - 3.0) - 1.0,
        2.0 - op("abs", wide - 2.0),
        2.0 - op("abs", wide - 4.0),
    )
    clipped = [op("minimum", op("maximum", part, 0.0), 1.0) for part in parts]
    return [((1.0 - s) + s * part) * v for part in clipped]


# ---------------------------------------------------------------------------- adjustments


@lowers("AdjustSaturation", accepts=_has_pixels, any_size=_is_of_colors)
def _adjust_saturation(lowering: Lowering, operation: Operation, x: Value, scale: Value) -> Value:
    factor = scale.element(())

    def change(pixel: Sequence[Expr]) -> Sequence[Expr]:
        one, zero = (const(number, dtypes.float32) for number in (1.0, 0.0))
        value = _greatest(pixel)
        span = value - _least(pixel)
        saturation = where(value > 0.0, span / where(value > 0.0, value, one), zero)
        saturation = op("minimum", op("maximum", saturation * factor, 0.0), 1.0)
        wanted = saturation * value
        span = where(span > 0.0, span, one)
        return [value - (value - channel) / span * wanted for channel in pixel]

    return _changed(lowering, x, change)


@lowers("AdjustHue", accepts=_has_pixels, any_size=_is_of_colors)
def _adjust_hue(lowering: Lowering, operation: Operation, x: Value, delta: Value) -> Value:
    turn = delta.element(()) * 6.0
    return _changed(lowering, x, lambda pixel: _turned(pixel, turn))


def _turned(pixel: Sequence[Expr], turn: Expr) -> Sequence[Expr]:
    """A colour turned on the circle of hues by so many sixths."""
    r, g, b = pixel
    one, zero = (const(number, dtypes.float32) for number in (1.0, 0.0))
    least, greatest = _least(pixel), _greatest(pixel)
    between = op("maximum", op("minimum", r, g), op("minimum", op("maximum", r, g), b))
    span = greatest - least
    has_hue = op("not_equal", span, 0.0)
    sixth, is_even = _sixth_of(r, g, b)
    part = (between - least) / where(has_hue, span, one)
    hue = sixth + where(is_even, part, one - part)
    hue = _on_circle(where(has_hue, hue, zero) + turn)
    # A tiny negative hue becomes 6 by rounding, which is 0 again.
    hue = where(hue >= 6.0, zero, hue)
    whole = cast(where(hue >= 0.0, hue, const(5.0, dtypes.float32)), dtypes.int32)
    # From here on with doubles, as the host does.
    long = [cast(level, dtypes.float64) for level in (least, span, greatest)]
    rest = cast(hue, dtypes.float64) - cast(whole, dtypes.float64)
    rises = op("equal", whole & 1, 0)
    levels = [long[0], long[0] + where(rises, rest, 1.0 - rest) * long[1], long[2]]
    return [_chosen(whole, [levels[row[c]] for row in HUE_PLACES.tolist()]) for c in range(3)]


def _on_circle(hue: Expr) -> Expr:
    """`hue % 6`. Near the circle, where hues are, that takes no call of a function."""
    rest = hue - op("floor", hue / 6.0) * 6.0
    near = where(op("less", rest, 0.0), rest + 6.0, rest)
    is_far = op("logical_not", op("less_equal", op("abs", hue), 12.0))
    return make("where", (is_far, op("mod", hue, 6.0), near), hue.dtype, "seldom")


def _sixth_of(r: Expr, g: Expr, b: Expr) -> tuple[Expr, Expr]:
    """In which sixth of the circle of hues a colour is, and whether that is an even one."""

    number = [const(float(x), dtypes.float32) for x in range(6)]
    is_rising = op("less", r, g)
    up = where(op("less", b, r), number[1], where(b > g, number[3], number[2]))
    down = where(op("less", b, g), number[0], where(b > r, number[4], number[5]))
    sixth = where(is_rising, up, down)
    return sixth, op("equal", cast(sixth, dtypes.int32) & 1, 0)


def _chosen(number: Expr, values: Sequence[Expr]) -> Expr:
    """The value of a number."""
    result = values[-1]
    for place, value in enumerate(values[:-1]):
        result = where(op("equal", number, place), value, result)
    return result


def _is_of_images(operation: Operation) -> bool:
    return (operation.inputs[0].shape.rank or 0) >= 3


@lowers(
    "AdjustContrastv2", any_size=_is_of_images,
    accepts=lambda operation: _is_of_images(operation) and 0 not in sizes_of(operation.inputs[0]),
)  # fmt: skip
def _adjust_contrast(lowering: Lowering, operation: Operation, x: Value, factor: Value) -> Value:
    require_elements(x)
    wide = converted(lowering.stored(x) if x.cost > 1 else x, dtypes.float32)
    *around, height, width, channels = x.sizes
    count = cast(from_index(height * width), dtypes.float64)
    rank = len(x.sizes)
    axes = [rank - 3, rank - 2]
    mean = reduced(
        lowering,
        "add",
        converted(wide, dtypes.float64),
        axes,
        (*around, channels),
        lambda total: cast(total / count, dtypes.float32),
    )
    scale = factor.element(())

    def element(at: Indices) -> Expr:
        middle = mean.element((*at[:-3], at[-1]))
        return cast(middle + scale * (wide.element(at) - middle), x.dtype)

    return computed(x.dtype, x.sizes, element, 4)
