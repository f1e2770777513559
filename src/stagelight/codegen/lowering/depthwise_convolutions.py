"""Convolutions of single channels: sums under windows, as in pooling, with a factor for each place.

out[b, o, c * multiplier + m] = sum over k of x[b, o * stride + k * dilation, c] * filters[k, c, m]
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from stagelight.codegen.expressions import Expr, cast, reduce
from stagelight.codegen.index import Index, Undecided
from stagelight.codegen.lowering.convolutions import Geometry, geometry_of
from stagelight.codegen.lowering.elementwise import compute_dtype
from stagelight.codegen.lowering.filling import in_middle
from stagelight.codegen.lowering.images import channels_last, in_format, laid_out, laid_out_under
from stagelight.codegen.lowering.lowering import Lowering, reduction_loops
from stagelight.codegen.lowering.pooling import spread
from stagelight.codegen.lowering.registry import lowers
from stagelight.codegen.lowering.tensor_forms import sizes_of
from stagelight.codegen.lowering.values import (
    Indices,
    Sizes,
    Value,
    computed,
    constant,
    converted,
    in_buffer,
)
from stagelight.errors import OpError
from stagelight.graph.operation import Operation
from stagelight.ops.nn.windows import Window, arranged, channel_of

# Axes of images, of filters and of slopes.
_RANK = 4

# Of a `Geometry` what is about windows holds here; each filter sees one channel.


def _accepts(image: int, filters: int, output: int) -> Any:
    """Whether the sizes fit: the host says what is wrong with others.

    Args:
        image, filters, output: the positions of the inputs of these sizes; -1 is the op's output.
    """

    def accepts(operation: Operation) -> bool:
        row = [*operation.inputs, operation.outputs[0]]
        sizes, kernel, result = (sizes_of(row[i]) for i in (image, filters, output))
        if {len(sizes), len(kernel), len(result)} != {4} or 0 in (*sizes, *kernel, *result):
            return False
        try:
            shape = geometry_of(operation, sizes, kernel)
        except OpError:
            return False
        required = arranged(sizes[0], shape.outputs, kernel[2] * kernel[3], shape.data_format)
        is_spread = image != -1 or all(window.dilation == 1 for window in shape.windows)
        return kernel[2] == shape.channels and list(result) == required and is_spread

    return accepts


def _has_ranks(*positions: int) -> Any:
    """Whether tensors at some positions, -1 for the op's output, have four axes."""

    def accepts(operation: Operation) -> bool:
        row = [*operation.inputs, operation.outputs[0]]
        return all(len(sizes_of(row[i])) == _RANK for i in positions)

    return accepts


def _geometry(
    operation: Operation, image: Sizes, filters: Sizes, output: Sizes | None = None
) -> Geometry:
    """The geometry, where all but channels may have any size.

    Raises:
        Undecided: channels or filters are not known, or sizes do not fit.
    """
    channels = channel_of(image, str(operation.attrs.get("data_format", "NHWC")))
    if not all(isinstance(size, int) and size for size in (channels, *filters)):
        raise Undecided("the channels of an image")
    shape = geometry_of(operation, image, filters)
    required = arranged(image[0], shape.outputs, filters[2] * filters[3], shape.data_format)
    fits = filters[2] == channels and all(size >= 1 for size in (*image, *required))
    if not fits or (output is not None and list(output) != required):
        raise Undecided(f"whether {image} and {filters} fit")
    return shape


def _under(at: Sequence[Index], place: Sequence[Index], windows: Sequence[Window]) -> list[Index]:
    return [
        o * window.stride + k * window.dilation
        for o, k, window in zip(at, place, windows, strict=True)
    ]


@lowers("DepthwiseConv2dNative", accepts=_accepts(0, 1, -1), any_size=_has_ranks(0, 1))
def _forward(lowering: Lowering, operation: Operation, image: Value, filters: Value) -> Value:
    shape = _geometry(operation, image.sizes, filters.sizes)
    dtype = compute_dtype(image.dtype)
    x = laid_out_under(lowering, channels_last(image, shape.data_format), dtype, shape.windows)
    w = lowering.contiguous(converted(filters, dtype))
    channels, multiplier = w.sizes[2:]

    def element(at: Indices) -> Expr:
        batch, *o, c, m = at
        loops, places = reduction_loops(shape.kernel)
        pixel = x.element((batch, *_under(o, places, shape.windows), c))
        product = pixel * w.element((*places, c, m))
        return reduce("add", loops, product)

    result = computed(dtype, (x.sizes[0], *shape.outputs, channels, multiplier), element, 200)
    stored = lowering.contiguous(result)
    assert stored.buffer is not None
    joined = in_buffer(stored.buffer, (x.sizes[0], *shape.outputs, channels * multiplier))
    return converted(in_format(joined, shape.data_format), image.dtype)


@lowers(
    "DepthwiseConv2dNativeBackpropFilter",
    constants=(1,), accepts=_accepts(0, -1, 2), any_size=_has_ranks(0, 2),
)  # fmt: skip
def _back_to_filters(
    lowering: Lowering, operation: Operation, image: Value, filter_sizes: Any, slopes: Value
) -> Value:
    sizes = tuple(filter_sizes.tolist())
    shape = _geometry(operation, image.sizes, sizes, slopes.sizes)
    dtype = compute_dtype(image.dtype)
    x = laid_out_under(lowering, channels_last(image, shape.data_format), dtype, shape.windows)
    dy = laid_out(lowering, channels_last(slopes, shape.data_format), dtype)

    # The sum over each image first, while it is in the cache for all places of the filters.
    def of_image(batch: Index, at: Indices) -> Expr:
        *places, c, m = at
        loops, o = reduction_loops(dy.sizes[1:-1])
        pixel = x.element((batch, *_under(o, places, shape.windows), c))
        product = pixel * dy.element((batch, *o, c * sizes[3] + m))
        return reduce("add", loops, product)

    if dy.sizes[0] == 1:  # Threads share the places.
        total = computed(dtype, sizes, lambda at: of_image(0, at), 200)
        return converted(lowering.stored(total), image.dtype)
    parts = computed(dtype, (dy.sizes[0], *sizes), lambda at: of_image(at[0], at[1:]), 200)
    stored = lowering.stored(parts)

    def element(at: Indices) -> Expr:
        loops, (batch,) = reduction_loops(dy.sizes[:1])
        return reduce("add", loops, stored.element((batch, *at)))

    return converted(lowering.stored(computed(dtype, sizes, element, 100)), image.dtype)


@lowers(
    "DepthwiseConv2dNativeBackpropInput",
    constants=(0,), accepts=_accepts(-1, 1, 2), any_size=_has_ranks(1, 2),
)  # fmt: skip
def _back_to_input(
    lowering: Lowering, operation: Operation, image_sizes: Any, filters: Value, slopes: Value
) -> Value:
    given = tuple(image_sizes.tolist())
    image = given if len(given) == _RANK else sizes_of(operation.outputs[0])
    shape = _geometry(operation, image, filters.sizes, slopes.sizes)
    if any(window.dilation != 1 for window in shape.windows):
        raise Undecided("windows with gaps")
    dtype = compute_dtype(filters.dtype)
    dy = channels_last(slopes, shape.data_format)
    channels, multiplier = filters.sizes[2:]
    # Places behind a window's last, up to a multiple of the stride, have no weight.
    missing = [(0, -(window.kernel or 0) % window.stride) for window in shape.windows]
    w = in_middle(
        lowering, converted(filters, dtype), [*missing, (0, 0), (0, 0)], constant(0, dtype)
    )
    ready: list[Value] = []

    def room(pads: list[tuple[int, int]]) -> None:
        ready.append(laid_out(lowering, dy, dtype, pads))

    def share(at: Indices, place: Sequence[Index]) -> Expr:
        *o, c = at
        total = None
        for m in range(multiplier):
            term = ready[0].element((*o, c * multiplier + m)) * w.element((*place, c, m))
            total = term if total is None else total + term
        assert total is not None
        return cast(total, dtype)

    sizes = (dy.sizes[0], *(window.size for window in shape.windows), channels)
    result = spread(lowering, sizes, shape.windows, share, room)
    return converted(in_format(result, shape.data_format), filters.dtype)
