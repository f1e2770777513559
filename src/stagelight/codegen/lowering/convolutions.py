"""Convolutions and their two ways back, as sums of matrix products over strided memory.

For one row of an output image, and one place in the windows, a convolution is a matrix product: the pixels
under that place, times the filters of that place. The places are summed over (`MatMul.sums`). Nothing is
copied but what needs room around it.

The way back to the input is the same product of the output's gradient and the filters, turned round. With
strides, the pixels of the input fall into phases: those of one phase meet the same places of the windows.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from stagelight.codegen.index import (
    Extent,
    Index,
    Undecided,
    floor_quotient,
    place_of,
    row_major_strides,
)
from stagelight.codegen.loop_nest import Buffer, MatMul, Matrix
from stagelight.codegen.lowering.elementwise import compute_dtype
from stagelight.codegen.lowering.images import (
    channels_last,
    in_format,
    laid_out,
    laid_out_under,
)
from stagelight.codegen.lowering.lowering import Lowering, loops_over, reduction_loops
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
    strided,
)
from stagelight.codegen.lowering.windows_of_any_size import (
    known_sizes,
    windows_over,
    with_whole_strides,
)
from stagelight.errors import OpError
from stagelight.graph.operation import Operation
from stagelight.ops.nn.convolution import conv_windows
from stagelight.ops.nn.windows import Window, arranged, channel_of, spatial
from stagelight.types import dtypes

_FORMATS = {4: "NHWC", 5: "NDHWC"}
_CONVOLVED = frozenset(
    {dtypes.float32, dtypes.float64, dtypes.float16, dtypes.bfloat16, dtypes.int32}
)


@dataclass(frozen=True)
class Geometry:
    """The windows of a convolution, by the operation's attrs and the sizes of its image and filters."""

    windows: list[Window]
    data_format: str
    channels: int  # of the input
    per_group: int  # channels that one filter sees
    filters: int

    @property
    def groups(self) -> int:
        return self.channels // self.per_group

    @property
    def kernel(self) -> Sizes:
        return tuple(window.kernel for window in self.windows)

    @property
    def outputs(self) -> Sizes:
        return tuple(window.output for window in self.windows)


def geometry_of(operation: Operation, image: Sizes, filters: Sizes) -> Geometry:
    """The geometry of a convolution of an image and filters of these sizes."""
    attrs = dict(operation.attrs)
    data_format = str(attrs.pop("data_format", _FORMATS[len(image)]))
    windows = conv_windows(known_sizes(image), filters, data_format=data_format, **attrs)
    windows = windows_over(windows, spatial(image, data_format), attrs["padding"])
    return Geometry(windows, data_format, channel_of(image, data_format), filters[-2], filters[-1])


def _roles(operation: Operation) -> tuple[Sizes, Sizes, Sizes]:
    """The sizes of the image, of the filters and of the output."""
    name = operation.op_def.name
    result = sizes_of(operation.outputs[0])
    if "BackpropInput" in name:
        return result, sizes_of(operation.inputs[1]), sizes_of(operation.inputs[2])
    if "BackpropFilter" in name:
        return sizes_of(operation.inputs[0]), result, sizes_of(operation.inputs[2])
    return sizes_of(operation.inputs[0]), sizes_of(operation.inputs[1]), result


def _accepts(operation: Operation) -> bool:
    """Whether the sizes fit: the host says what is wrong with others."""
    return _has_ranks(operation) and _fitting(operation, *_roles(operation)) is not None


def _has_ranks(operation: Operation) -> bool:
    ranks = {len(sizes) for sizes in _roles(operation)}
    return operation.outputs[0].dtype in _CONVOLVED and len(ranks) == 1 and ranks <= set(_FORMATS)


def _fitting(
    operation: Operation, image: Sizes, filters: Sizes, output: Sizes | None
) -> Geometry | None:
    """The geometry of sizes that fit; None of others, or where nothing is computed."""
    if 0 in (*image, *filters):
        return None
    try:
        shape = geometry_of(operation, image, filters)
    except OpError:
        return None
    required = arranged(image[0], shape.outputs, shape.filters, shape.data_format)
    fits = (
        shape.channels % shape.per_group == 0
        and shape.filters % shape.groups == 0
        and 0 not in required
        and (output is None or list(output) == required)
    )
    return shape if fits else None


def _geometry(
    operation: Operation, image: Sizes, filters: Sizes, output: Sizes | None = None
) -> Geometry:
    """The geometry, where all but channels may have any size.

    Raises:
        Undecided: channels or filters are not known, or sizes do not fit.
    """
    data_format = str(operation.attrs.get("data_format", _FORMATS[len(image)]))
    if not all(isinstance(size, int) for size in (channel_of(image, data_format), *filters)):
        raise Undecided("the channels of an image")
    shape = _fitting(operation, image, filters, output)
    if shape is None:
        raise Undecided(f"whether {image} and {filters} fit")
    return shape


# ---------------------------------------------------------------------------- places in memory


def _in_dtype(buffer_value: Value, operation: Operation) -> Value:
    return converted(buffer_value, operation.outputs[0].dtype)


# ---------------------------------------------------------------------------- forward


@lowers("Conv2D", "Conv3D", accepts=_accepts, any_size=_has_ranks)
def _convolution(lowering: Lowering, operation: Operation, image: Value, filters: Value) -> Value:
    shape = _geometry(operation, image.sizes, filters.sizes)
    dtype = compute_dtype(image.dtype)
    x = laid_out_under(lowering, channels_last(image, shape.data_format), dtype, shape.windows)
    w = lowering.contiguous(converted(filters, dtype))
    sizes = (x.sizes[0], *shape.outputs, shape.filters)
    buffer = lowering.temporary(dtype, math.prod(sizes))
    assert x.buffer is not None and w.buffer is not None
    _, *steps, _ = x.strides
    strides = [w.stride * step for w, step in zip(shape.windows, steps, strict=True)]
    dilated = [w.dilation * step for w, step in zip(shape.windows, steps, strict=True)]
    out_steps, filter_steps = row_major_strides(sizes), row_major_strides(w.sizes)

    loops, (b, *rows, group) = loops_over((sizes[0], *shape.outputs[:-1], shape.groups))
    sums, places = reduction_loops(shape.kernel)
    per_group = shape.filters // shape.groups
    left = place_of(rows, strides[:-1], b * x.strides[0] + group * shape.per_group + x.offset)
    right = place_of(places, filter_steps[:-2], group * per_group)
    out = place_of((b, *rows), out_steps[:-2], group * per_group)
    lowering.statements.append(
        MatMul(
            loops,
            Matrix(buffer, out, shape.filters, 1),
            Matrix(x.buffer, place_of(places, dilated, left), strides[-1], 1),
            Matrix(w.buffer, right, shape.filters, 1),
            shape.outputs[-1],
            shape.per_group,
            per_group,
            sums,
        )
    )
    return _in_dtype(in_format(in_buffer(buffer, sizes), shape.data_format), operation)


# ---------------------------------------------------------------------------- back to the filters


@lowers(
    "Conv2DBackpropFilter", "Conv3DBackpropFilterV2",
    constants=(1,), accepts=_accepts, any_size=_has_ranks,
)  # fmt: skip
def _back_to_filters(
    lowering: Lowering, operation: Operation, image: Value, filter_sizes: np.ndarray, dy: Value
) -> Value:
    sizes = tuple(filter_sizes.tolist())
    shape = _geometry(operation, image.sizes, sizes, dy.sizes)
    dtype = compute_dtype(image.dtype)
    x = laid_out_under(lowering, channels_last(image, shape.data_format), dtype, shape.windows)
    slopes = laid_out(lowering, channels_last(dy, shape.data_format), dtype)
    buffer = lowering.temporary(dtype, math.prod(sizes))
    assert x.buffer is not None and slopes.buffer is not None
    _, *steps, _ = x.strides
    strides = [w.stride * step for w, step in zip(shape.windows, steps, strict=True)]
    dilated = [w.dilation * step for w, step in zip(shape.windows, steps, strict=True)]
    filter_steps = row_major_strides(sizes)

    loops, (group, *places) = loops_over((shape.groups, *shape.kernel))
    sums, (b, *rows) = reduction_loops((x.sizes[0], *shape.outputs[:-1]))
    per_group = shape.filters // shape.groups
    left = place_of(places, dilated, b * x.strides[0] + group * shape.per_group + x.offset)
    right = place_of((b, *rows), slopes.strides[:-2], group * per_group + slopes.offset)
    lowering.statements.append(
        MatMul(
            loops,
            Matrix(
                buffer, place_of(places, filter_steps[:-2], group * per_group), shape.filters, 1
            ),
            Matrix(x.buffer, place_of(rows, strides[:-1], left), 1, strides[-1]),
            Matrix(slopes.buffer, right, slopes.strides[-2], 1),
            shape.per_group,
            shape.outputs[-1],
            per_group,
            sums,
        )
    )
    return _in_dtype(in_buffer(buffer, sizes), operation)


# ---------------------------------------------------------------------------- back to the input


@dataclass(frozen=True)
class Phase:
    """The pixels along an axis that meet the same places of the windows.

    These are the pixels `first`, `first + stride`, ..., `count` of them, and the places `place`,
    `place + place_step`, ..., `places` of them. Pixel number t and place number i meet in the output
    number `meeting + t - i * meeting_step`.
    """

    first: int
    count: Extent
    place: int
    place_step: int
    places: int
    meeting: int
    meeting_step: int

    @property
    def reach(self) -> tuple[int, Extent]:
        """The least and the greatest output."""
        return self.meeting - (self.places - 1) * self.meeting_step, self.meeting + self.count - 1


# Each phase of a gradient is a product of matrices of its own.
_MOST_PHASES = 1024


def phases_of(window: Window) -> list[Phase]:
    """The phases of an axis, one for each remainder by the stride; some meet no place at all."""
    size, kernel = window.size, window.kernel
    assert size is not None and kernel is not None
    step = window.stride // math.gcd(window.stride, window.dilation)
    found = []
    for first in range(min(window.stride, size)):
        rest = (first + window.before) % window.stride
        places = [k for k in range(kernel) if k * window.dilation % window.stride == rest]
        place = places[0] if places else 0
        meeting = (first + window.before - place * window.dilation) // window.stride
        count = floor_quotient(size - first + (window.stride - 1), window.stride)
        moved = step * window.dilation // window.stride
        found.append(Phase(first, count, place, step, len(places), meeting, moved))
    return found


def room_for(window: Window, phases: Sequence[Phase]) -> tuple[int, Extent]:
    """How far the phases reach over the output, before and after it."""
    reaches = [phase.reach for phase in phases if phase.places]
    least = min((reach[0] for reach in reaches), default=0)
    most = max((reach[1] for reach in reaches), default=0)
    return max(0, -least), max(0, most - (window.output or 0) + 1)


def _accepts_phases(operation: Operation) -> bool:
    """Whether the sizes fit, and the phases are not so many that their program would be long."""
    image, filters, output = _roles(operation)
    shape = _fitting(operation, image, filters, output) if _has_ranks(operation) else None
    return shape is not None and math.prod(x.stride for x in shape.windows) <= _MOST_PHASES


@lowers(
    "Conv2DBackpropInput", "Conv3DBackpropInputV2",
    constants=(0,), accepts=_accepts_phases, any_size=_has_ranks,
)  # fmt: skip
def _back_to_input(
    lowering: Lowering, operation: Operation, image_sizes: np.ndarray, filters: Value, dy: Value
) -> Value:
    # Of an image whose sizes alone are given the batch is that of the gradient.
    given = tuple(image_sizes.tolist())
    result = given if len(given) == len(dy.sizes) else sizes_of(operation.outputs[0])
    shape = _geometry(operation, result, filters.sizes, dy.sizes)
    dtype = compute_dtype(filters.dtype)
    windows = [with_whole_strides(window) for window in shape.windows]
    axes = [phases_of(window) for window in windows]
    pads = [room_for(window, phases) for window, phases in zip(windows, axes, strict=True)]
    slopes = laid_out(lowering, channels_last(dy, shape.data_format), dtype, pads)
    turned = lowering.contiguous(_turned(converted(filters, dtype)))
    source, matrix = slopes.buffer, turned.buffer
    assert source is not None and matrix is not None
    sizes = (result[0], *(window.size for window in windows), shape.channels)
    several = math.prod(len(phases) for phases in axes) > 1
    buffer = lowering.temporary(dtype, math.prod(sizes), is_mutable=several)
    steps, slope_steps = row_major_strides(sizes), slopes.strides
    filter_steps = row_major_strides(turned.sizes)
    per_group = shape.filters // shape.groups

    def one(phases: tuple[Phase, ...]) -> None:
        counts, places = tuple(p.count for p in phases), tuple(p.places for p in phases)
        moved = [w.stride * step for w, step in zip(shape.windows, steps[1:-1], strict=True)]
        start = sum(p.first * step for p, step in zip(phases, steps[1:-1], strict=True))
        if 0 in places:
            zeros = constant(0, dtype, (sizes[0], *counts, sizes[-1]))
            lowering.write_part(zeros, buffer, (steps[0], *moved, 1), start)
            return
        loops, (b, *rows, group) = loops_over((sizes[0], *counts[:-1], shape.groups))
        sums, taken = reduction_loops(places)
        left: Index = slopes.offset + b * slope_steps[0] + group * per_group
        right: Index = group * per_group * shape.per_group
        for axis, phase in enumerate(phases):
            # The filters are turned round: their places are taken from the last to the first.
            last = phase.place + (phase.places - 1) * phase.place_step
            behind = pads[axis][0] + phase.meeting - (phase.places - 1) * phase.meeting_step
            left = left + (taken[axis] * phase.meeting_step + behind) * slope_steps[axis + 1]
            turned_first = shape.kernel[axis] - 1 - last
            right = right + (taken[axis] * phase.place_step + turned_first) * filter_steps[axis]
        out = place_of(rows, moved[:-1], b * steps[0] + group * shape.per_group + start)
        lowering.statements.append(
            MatMul(
                loops,
                Matrix(buffer, out, moved[-1], 1),
                Matrix(source, place_of(rows, slope_steps[1:-2], left), slope_steps[-2], 1),
                Matrix(matrix, right, shape.per_group, 1),
                counts[-1],
                per_group,
                shape.per_group,
                sums,
            )
        )

    for phases in itertools.product(*axes):
        one(phases)
    return _in_dtype(in_format(_inside(buffer, shape.windows, sizes), shape.data_format), operation)


def _inside(buffer: Buffer, windows: Sequence[Window], sizes: Sizes) -> Value:
    """An image in a buffer of these sizes, which may have room around it for the windows."""
    own = (sizes[0], *(window.size for window in windows), sizes[-1])
    if own == sizes:
        return in_buffer(buffer, sizes)
    steps = row_major_strides(sizes)
    befores = [
        0 if window.size == size else window.before
        for window, size in zip(windows, sizes[1:-1], strict=True)
    ]
    return strided(buffer, own, steps, place_of(befores, steps[1:-1]))


def _turned(filters: Value) -> Value:
    """`[*kernel, filters, channels]` of filters, each of them from its last place to its first."""
    *kernel, channels, count = filters.sizes

    def element(indices: Indices) -> Any:
        *places, f, c = indices
        turned = [size - 1 - place for size, place in zip(kernel, places, strict=True)]
        return filters.element((*turned, c, f))

    return computed(filters.dtype, (*kernel, count, channels), element, filters.cost)
