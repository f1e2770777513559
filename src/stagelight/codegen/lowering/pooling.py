"""Maxima and means under windows, and their gradients.

The elements under a window are combined one after the other where there are few, in a reduction where there
are many. Maxima are combined by comparing: a NaN is never greater.

On the way back the pixels are seen as `[windows, stride]` along each axis, so that pixel `t * stride + r`
meets the places `r`, `r + stride`, ... of the windows `t`, `t - 1`, ... .
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from stagelight.codegen.expressions import Expr, cast, const, from_index, op, reduce, where
from stagelight.codegen.index import Index, Undecided, place_of, row_major_strides
from stagelight.codegen.loop_nest import Store
from stagelight.codegen.lowering.elementwise import compute_dtype
from stagelight.codegen.lowering.images import channels_last, in_format, laid_out, laid_out_under
from stagelight.codegen.lowering.lowering import Lowering, reduction_loops
from stagelight.codegen.lowering.registry import lowers
from stagelight.codegen.lowering.tensor_forms import sizes_of
from stagelight.codegen.lowering.values import (
    Indices,
    Sizes,
    Value,
    computed,
    converted,
    require_same_sizes,
    strided,
)
from stagelight.codegen.lowering.windows_of_any_size import (
    is_of_any_size,
    known_sizes,
    strides_over,
    windows_over,
)
from stagelight.errors import OpError
from stagelight.graph.operation import Operation
from stagelight.ops.nn.pooling import Pool, attrs_of
from stagelight.ops.nn.windows import Window, channel_of, overlap, spatial
from stagelight.types import dtypes

_FORMATS = {4: "NHWC", 5: "NDHWC"}

# Places of a window that are combined one after the other; with more there is a loop.
_FEW_PLACES = 16
# Places among which the source of a maximum is looked for.
_MOST_PLACES = 64


def _pool_of(operation: Operation, sizes: Sizes) -> Pool:
    attrs: dict[str, Any] = {"data_format": _FORMATS[len(sizes)], **attrs_of(operation)}
    pool = Pool(known_sizes(sizes), **attrs)
    pool.batch = sizes[0]
    axes = spatial(sizes, pool.data_format)
    if pool.over_channels:
        axes.append(pool.channels)
    pool.windows = windows_over(pool.windows, axes, attrs["padding"])
    return pool


def _fitting(operation: Operation, image: Sizes, outputs: Sequence[Sizes]) -> Pool | None:
    """The windows over an image where the sizes fit; None of others, or where nothing is computed.

    Args:
        operation: a pooling, or a gradient of one.
        image: the sizes of the image.
        outputs: of the tensors with an element for each window.
    """
    if len(image) not in _FORMATS:
        return None
    try:
        pool = _pool_of(operation, image)
    except OpError:
        return None
    required = tuple(pool.output_sizes())
    is_back = len(operation.inputs) > 1
    places = math.prod(window.kernel or 0 for window in pool.windows)
    fits = (
        0 not in (*image, *required)
        and all(sizes == required for sizes in outputs)
        and not (is_back and places > _MOST_PLACES)
    )
    return pool if fits else None


def _accepts(
    image: int, *outputs: int, images: tuple[int, ...] = ()
) -> Callable[[Operation], bool]:
    """Whether the sizes fit: the host says what is wrong with others.

    Args:
        image: the position of an input with the image's sizes, or -1: the output has them.
        outputs: the positions of those with the sizes of the windows.
        images: those of further inputs with the image's sizes.
    """

    def accepts(operation: Operation) -> bool:
        row = [sizes_of(x) for x in (*operation.inputs, operation.outputs[0])]
        is_same = all(row[position] == row[image] for position in images)
        return is_same and _fitting(operation, row[image], [row[i] for i in outputs]) is not None

    return accepts


def _pool(operation: Operation, image: Sizes, *outputs: Value) -> Pool:
    """The windows over an image, of which all but the channels may have any size.

    Args:
        operation, image: as for `_fitting`.
        *outputs: the tensors with an element for each window.

    Raises:
        Undecided: another size is not known, or the sizes do not fit.
    """
    data_format = str(operation.attrs.get("data_format", _FORMATS[len(image)]))
    if not isinstance(channel_of(image, data_format), int):
        raise Undecided("the channels of an image")
    pool = _fitting(operation, image, [x.sizes for x in outputs])
    if pool is None:
        raise Undecided(f"whether windows fit {image}")
    return pool


def _is_image(operation: Operation) -> bool:
    return operation.outputs[0].shape.rank in _FORMATS


def _entered(x: Value, pool: Pool) -> Value:
    """The image as the windows see it: channels last; one more axis where they span channels."""
    x = channels_last(x, pool.data_format)
    if not pool.over_channels:
        return x
    sizes = (*x.sizes, 1)
    if x.buffer is not None:
        return strided(x.buffer, sizes, (*x.strides, 1), x.offset)
    return computed(x.dtype, sizes, lambda at: x.element(at[:-1]), x.cost)


def _left(x: Value, pool: Pool) -> Value:
    """A result in the operation's format."""
    if pool.over_channels:
        inner = x
        if x.buffer is not None:
            x = strided(x.buffer, x.sizes[:-1], x.strides[:-1], x.offset)
        else:
            x = computed(x.dtype, x.sizes[:-1], lambda at: inner.element((*at, 0)), x.cost)
    return in_format(x, pool.data_format)


def _places(windows: Sequence[Window]) -> list[tuple[int, ...]]:
    return list(itertools.product(*(range(window.kernel or 0) for window in windows)))


def _output_sizes(x: Value, windows: Sequence[Window]) -> Sizes:
    return (x.sizes[0], *(window.output for window in windows), x.sizes[-1])


def _under(at: Indices, place: Sequence[Index], windows: Sequence[Window]) -> Indices:
    """The element of an image with room around it at one place of a window."""
    batch, *outputs, channel = at
    inside = [o * window.stride + k for o, k, window in zip(outputs, place, windows, strict=True)]
    return (batch, *inside, channel)


def under_windows(
    word: str, at: Indices, windows: Sequence[Window], element: Callable[[Indices], Expr]
) -> Expr:
    """The elements under a window combined."""
    places = _places(windows)
    if len(places) > _FEW_PLACES:
        loops, inner = reduction_loops(tuple(window.kernel or 0 for window in windows))
        return reduce(word, loops, element(_under(at, inner, windows)))
    total = element(_under(at, places[0], windows))
    for place in places[1:]:
        total = op(word, total, element(_under(at, place, windows)))
    return total


# ---------------------------------------------------------------------------- forward


@lowers("MaxPool", "MaxPool3D", accepts=_accepts(0), any_size=_is_image)
def _max_pool(lowering: Lowering, operation: Operation, image: Value) -> Value:
    pool = _pool(operation, image.sizes)
    dtype = compute_dtype(image.dtype)
    # TF: NaN is not seen, and nothing is lower than the lowest finite value.
    lowest = float(image.dtype.min) if image.dtype.is_floating else int(image.dtype.min)
    x = laid_out_under(lowering, _entered(image, pool), dtype, pool.windows, lowest)

    def seen(at: Indices) -> Expr:
        value = x.element(at)
        return where(value > lowest, value, lowest) if dtype.is_floating else value

    def element(at: Indices) -> Expr:
        return cast(under_windows("maximum", at, pool.windows, seen), image.dtype)

    places = len(_places(pool.windows))
    return _left(computed(image.dtype, _output_sizes(x, pool.windows), element, 2 * places), pool)


@lowers("AvgPool", "AvgPool3D", accepts=_accepts(0), any_size=_is_image)
def _average_pool(lowering: Lowering, operation: Operation, image: Value) -> Value:
    pool = _pool(operation, image.sizes)
    dtype = compute_dtype(image.dtype)
    x = laid_out_under(lowering, _entered(image, pool), dtype, pool.windows)
    count = _counts(lowering, pool.windows)

    def element(at: Indices) -> Expr:
        total = under_windows("add", at, pool.windows, x.element)
        return cast(total / cast(count(at), dtype), image.dtype)

    places = len(_places(pool.windows))
    return _left(computed(image.dtype, _output_sizes(x, pool.windows), element, places + 4), pool)


def _counts(lowering: Lowering, windows: Sequence[Window]) -> Callable[[Indices], Expr]:
    """How many elements of the image a window has, as a float32."""
    lines = []
    for window in windows:
        if is_of_any_size(window):
            lines.append(_counts_along(window))
            continue
        line = np.zeros(window.output or 0, np.float32)
        for place in range(window.kernel or 0):
            line[overlap(window, place)[0]] += 1
        lines.append(lowering.constant(line, dtypes.float32))

    def count(at: Indices) -> Expr:
        total = const(1, dtypes.float32)
        for line, index in zip(lines, at[1:-1], strict=True):
            total = total * line.element((index,))
        return total

    return count


def _counts_along(window: Window) -> Value:
    """How many elements of an axis of any size each window has, as float32."""

    def element(at: Indices) -> Expr:
        begin = at[0] * window.stride - window.before
        end = op("minimum", from_index(begin + (window.kernel or 0)), from_index(window.size or 0))
        return cast(end - op("maximum", from_index(begin), 0), dtypes.float32)

    return computed(dtypes.float32, (window.output,), element)


# ---------------------------------------------------------------------------- sources of maxima


def _is_inside(at: Indices, place: Sequence[int], windows: Sequence[Window]) -> Expr:
    """Whether a place of a window lies in the image, not in the room around it."""
    known = const(True, dtypes.bool_)
    for index, k, window in zip(at[1:-1], place, windows, strict=True):
        where_ = from_index(index * window.stride + k)
        if window.before != 0:
            known = op("logical_and", known, where_ >= from_index(window.before))
        if window.after != 0:
            end = from_index(window.before + (window.size or 0))
            known = op("logical_and", known, op("less", where_, end))
    return known


def _first_greatest(
    x: Value, at: Indices, windows: Sequence[Window], label: Callable[[int], Expr], none: Expr
) -> Expr:
    """The label of the first place of a window's maximum; a NaN counts where it comes first."""
    has_room = any((window.before, window.after) != (0, 0) for window in windows)
    dtype = compute_dtype(x.dtype)
    best, found = const(0, dtype), none
    is_found = const(False, dtypes.bool_)
    for position, place in enumerate(_places(windows)):
        candidate = cast(x.element(_under(at, place, windows)), dtype)
        better = candidate > best
        if has_room:
            is_inside = _is_inside(at, place, windows)
            better = op("logical_or", better, op("logical_not", is_found))
            better = op("logical_and", is_inside, better)
            is_found = op("logical_or", is_found, is_inside)
        if position == 0 and not has_room:
            best, found = candidate, label(0)
        else:
            best = where(better, candidate, best)
            found = where(better, label(position), found)
    return found


@lowers(
    "MaxPoolGradGrad", "MaxPool3DGradGrad", accepts=_accepts(0, 1, images=(2,)), any_size=_is_image
)
def _max_pool_forth(
    lowering: Lowering, operation: Operation, image: Value, output: Value, slopes: Value
) -> Value:
    """The elements of the third input where the first has its maxima."""
    require_same_sizes(image, slopes)
    pool = _pool(operation, image.sizes, output)
    windows = pool.windows
    x = laid_out_under(lowering, _entered(image, pool), image.dtype, windows)
    dx = laid_out_under(lowering, _entered(slopes, pool), slopes.dtype, windows)
    places = _places(windows)

    def element(at: Indices) -> Expr:
        def label(position: int) -> Expr:
            return dx.element(_under(at, places[position], windows))

        return _first_greatest(x, at, windows, label, const(0, slopes.dtype))

    result = computed(slopes.dtype, _output_sizes(x, windows), element, 6 * len(places))
    return _left(lowering.stored(result), pool)


# ---------------------------------------------------------------------------- back


def spread(
    lowering: Lowering,
    sizes: Sizes,
    windows: Sequence[Window],
    share: Callable[[Indices, Sequence[Index]], Expr],
    room: Callable[[list[tuple[int, int]]], None],
) -> Value:
    """The image in which each pixel is the sum of its shares in the windows that it is in.

    Args:
        lowering: the program.
        sizes: of the image, channels last.
        windows: over its spatial axes.
        share: the share at the indices of a window, moved by `room`, and at a place, which may lie behind
            the window's last.
        room: is told first how many windows there have to be before and after those of the output.
    """
    # Pixel t * stride + r meets place r + i * stride of window t - i.
    counts = [strides_over(window) for window in windows]
    meetings = [-(-(window.kernel or 0) // window.stride) for window in windows]
    room(
        [
            (meeting - 1, max(0, count - (window.output or 0)))
            for meeting, count, window in zip(meetings, counts, windows, strict=True)
        ]
    )
    strides = [window.stride for window in windows]
    whole = (sizes[0], *(c * s for c, s in zip(counts, strides, strict=True)), sizes[-1])
    parts = [n for pair in zip(counts, strides, strict=True) for n in pair]
    steps = row_major_strides(whole)

    def total(at: Indices) -> Expr:
        batch, *inner, channel = at
        rounds, rests = inner[::2], inner[1::2]
        terms = []
        for met in itertools.product(*(range(meeting) for meeting in meetings)):
            window_at = [
                t - i + (meeting - 1) for t, i, meeting in zip(rounds, met, meetings, strict=True)
            ]
            place = [r + i * s for r, i, s in zip(rests, met, strides, strict=True)]
            terms.append(share((batch, *window_at, channel), place))
        result = terms[0]
        for term in terms[1:]:
            result = result + term
        return result

    nest_sizes = (sizes[0], *parts, sizes[-1])
    dtype = total((0,) * len(nest_sizes)).dtype
    buffer = lowering.temporary(dtype, math.prod(whole))

    def body(at: Indices) -> list[Any]:
        batch, *inner, channel = at
        index: Index = batch * steps[0] + channel
        for t, r, stride, step in zip(inner[::2], inner[1::2], strides, steps[1:-1], strict=True):
            index = index + (t * stride + r) * step
        return [Store(buffer, index, total(at))]

    lowering.nest(nest_sizes, body)
    offset = place_of([window.before for window in windows], steps[1:-1])
    return strided(buffer, sizes, steps, offset)


@lowers("MaxPoolGrad", "MaxPool3DGrad", accepts=_accepts(0, 1, 2), any_size=_is_image)
def _max_pool_back(
    lowering: Lowering, operation: Operation, image: Value, output: Value, slopes: Value
) -> Value:
    """Each window gives its gradient to the pixel that was its maximum."""
    pool = _pool(operation, image.sizes, output, slopes)
    windows = pool.windows
    entered = _entered(image, pool)
    x = laid_out_under(lowering, entered, image.dtype, windows)

    def label(position: int) -> Expr:
        return const(position, dtypes.int32)

    def source(at: Indices) -> Expr:
        return _first_greatest(x, at, windows, label, const(-1, dtypes.int32))

    outputs = _output_sizes(x, windows)
    sources = computed(dtypes.int32, outputs, source, 200)
    dy = _entered(slopes, pool)
    ready: list[Value] = []

    def room(pads: list[tuple[int, int]]) -> None:
        ready.append(laid_out(lowering, sources, dtypes.int32, pads, -1))
        ready.append(laid_out(lowering, dy, compute_dtype(dy.dtype), pads))

    def share(at: Indices, place: Sequence[Index]) -> Expr:
        number: Index = 0
        for window, index in zip(windows, place, strict=True):
            number = number * (window.kernel or 0) + index
        is_source = op("equal", ready[0].element(at), from_index(number, dtypes.int32))
        for window, index in zip(windows, place, strict=True):
            if (window.kernel or 0) % window.stride:
                is_source = op("logical_and", is_source, _is_place(index, window))
        return where(is_source, ready[1].element(at), const(0, ready[1].dtype))

    result = spread(lowering, entered.sizes, windows, share, room)
    return _left(converted(result, slopes.dtype), pool)


def _is_place(index: Index, window: Window) -> Expr:
    return op("less", from_index(index), window.kernel or 0)


@lowers("AvgPoolGrad", "AvgPool3DGrad", constants=(0,), accepts=_accepts(-1, 1), any_size=_is_image)
def _average_pool_back(
    lowering: Lowering, operation: Operation, image_sizes: np.ndarray, slopes: Value
) -> Value:
    """Each window shares its gradient out evenly."""
    pool = _pool(operation, tuple(image_sizes.tolist()), slopes)
    windows = pool.windows
    dtype = compute_dtype(slopes.dtype)
    dy = _entered(slopes, pool)
    dy = lowering.stored(dy) if dy.cost else dy
    count = _counts(lowering, windows)
    shares = computed(
        dtype, dy.sizes, lambda at: cast(dy.element(at), dtype) / cast(count(at), dtype), 100
    )
    ready: list[Value] = []

    def room(pads: list[tuple[int, int]]) -> None:
        ready.append(laid_out(lowering, shares, dtype, pads))

    def share(at: Indices, place: Sequence[Index]) -> Expr:
        value = ready[0].element(at)
        for window, index in zip(windows, place, strict=True):
            if (window.kernel or 0) % window.stride:
                value = where(_is_place(index, window), value, const(0, dtype))
        return value

    sizes = (dy.sizes[0], *(window.size for window in windows), dy.sizes[-1])
    return _left(converted(spread(lowering, sizes, windows, share, room), slopes.dtype), pool)
