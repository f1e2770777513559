"""Convolutions and pooling. ONNX has channels behind the batch: values are transposed to it and back.

`tidying.py` merges the transpositions of operators that follow each other.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from stagelight.onnx.exporting.converters import Application, converter, known_rank
from stagelight.onnx.exporting.writer import Inexpressible, Value, Writer
from stagelight.ops.nn.windows import axis_window


def to_channels_first(w: Writer, x: Value, layout: str) -> Value:
    """From NHWC, or its like of another rank, to NCHW."""
    rank = len(layout)
    return x if layout[1] == "C" else w.transpose(x, (0, rank - 1, *range(1, rank - 1)))


def from_channels_first(w: Writer, x: Value, layout: str) -> Value:
    """The way back."""
    rank = len(layout)
    return x if layout[1] == "C" else w.transpose(x, (0, *range(2, rank), 1))


@dataclass(frozen=True)
class Window:
    """How a window goes over the axes of space, one item an axis.

    Attributes:
        layout: "NHWC" and its like.
        axes: those of space.
        strides, dilations: the attrs'.
        padding: "VALID", "SAME" or "EXPLICIT".
        explicit: before and behind each axis, where the padding says so.
    """

    layout: str
    axes: tuple[int, ...]
    strides: tuple[int, ...]
    dilations: tuple[int, ...]
    padding: str
    explicit: tuple[tuple[int, int], ...]

    def pads(self, sizes: Sequence[int], shape: Any) -> dict[str, Any]:
        """The attrs for padding: numbers where they are known, or ONNX's word for "SAME".

        Args:
            sizes: of the window.
            shape: what is known of the input's shape.
        """
        if self.padding == "VALID":
            for axis, size, dilation in zip(self.axes, sizes, self.dilations, strict=True):
                length = shape[axis] if shape.rank is not None else None
                if length is not None and length <= (size - 1) * dilation:
                    raise Inexpressible("a window that is larger than the input")
            return {}
        if self.padding == "EXPLICIT":
            return {"pads": [p[0] for p in self.explicit] + [p[1] for p in self.explicit]}
        totals = []
        for axis, size, stride, dilation in zip(
            self.axes, sizes, self.strides, self.dilations, strict=True
        ):
            reach = (size - 1) * dilation + 1
            length = shape[axis] if shape.rank is not None else None
            if stride == 1:
                totals.append(reach - 1)
            elif length is None:
                if any(d > 1 for d in self.dilations) or any(
                    s > k for s, k in zip(self.strides, sizes, strict=True)
                ):
                    raise Inexpressible("such strides and dilations with SAME want known sizes")
                return {"auto_pad": "SAME_UPPER"}
            else:
                totals.append(max((-(-length // stride) - 1) * stride + reach - length, 0))
        before = [total // 2 for total in totals]
        return {"pads": before + [t - b for t, b in zip(totals, before, strict=True)]}


def _window(op: Application, rank: int, strides: Sequence[int] | None = None) -> Window:
    layout = op.attr("data_format") if "data_format" in op.operation.op_def.attrs else "NHWC"
    if layout not in ("NHWC", "NCHW", "NDHWC", "NCDHW"):
        raise Inexpressible(f"data_format={layout!r}")
    axes = tuple(range(2, rank)) if layout[1] == "C" else tuple(range(1, rank - 1))
    attrs = op.operation.op_def.attrs
    explicit = list(op.attr("explicit_paddings")) if "explicit_paddings" in attrs else []
    return Window(
        layout,
        axes,
        _of_space(op.attr("strides") if strides is None else strides, axes),
        _of_space(op.attr("dilations"), axes) if "dilations" in attrs else (1,) * len(axes),
        op.attr("padding"),
        tuple((explicit[2 * a], explicit[2 * a + 1]) for a in axes) if explicit else (),
    )


def _of_space(numbers: Sequence[int], axes: Sequence[int]) -> tuple[int, ...]:
    """The numbers of the axes of space; those of the others must be 1."""
    if any(number != 1 for axis, number in enumerate(numbers) if axis not in axes):
        raise Inexpressible("windows over the batch or the channels")
    return tuple(numbers[axis] for axis in axes)


def _channels(op: Application, position: int, layout: str) -> int:
    shape = op.shape(position)
    size = shape[layout.index("C")] if shape.rank else None
    if size is None:
        raise Inexpressible("the number of channels must be known")
    return int(size)


def _kernel_sizes(op: Application, position: int) -> list[int]:
    shape = op.shape(position)
    sizes = [] if shape.rank is None else [size for size in shape.as_list() if size is not None]
    if not sizes or len(sizes) < known_rank(shape):
        raise Inexpressible("the shape of the filter must be known")
    return sizes


def _filters_first(w: Writer, kernel: Value, rank: int) -> Value:
    """From [..., inputs, outputs] to [outputs, inputs, ...]."""
    return w.transpose(kernel, (rank - 1, rank - 2, *range(rank - 2)))


@converter("Conv2D", "Conv3D")
def _convolution(w: Writer, op: Application, x: Value, kernel: Value) -> Value:
    sizes = _kernel_sizes(op, 1)
    rank = len(sizes)
    window = _window(op, rank)
    groups = _channels(op, 0, window.layout) // sizes[-2] if op.shape(0).rank else 1
    found = w.op(
        "Conv",
        to_channels_first(w, x, window.layout),
        _filters_first(w, kernel, rank),
        kernel_shape=sizes[:-2],
        strides=list(window.strides),
        dilations=list(window.dilations),
        group=groups,
        **window.pads(sizes[:-2], op.shape(0)),
    )
    return from_channels_first(w, found, window.layout)


@converter("DepthwiseConv2dNative")
def _depthwise_convolution(w: Writer, op: Application, x: Value, kernel: Value) -> Value:
    """Each channel is a group of its own."""
    height, width, channels, each = sizes = _kernel_sizes(op, 1)
    window = _window(op, 4)
    filters = w.reshape(w.transpose(kernel, (2, 3, 0, 1)), (channels * each, 1, height, width))
    found = w.op(
        "Conv",
        to_channels_first(w, x, window.layout),
        filters,
        kernel_shape=sizes[:2],
        strides=list(window.strides),
        dilations=list(window.dilations),
        group=channels,
        **window.pads(sizes[:2], op.shape(0)),
    )
    return from_channels_first(w, found, window.layout)


@converter("Conv2DBackpropInput", "Conv3DBackpropInputV2")
def _transposed_convolution(
    w: Writer, op: Application, shape: Value, kernel: Value, x: Value
) -> Value:
    """The whole transposed convolution, of which the forward one's padding is cut off."""
    sizes = _kernel_sizes(op, 1)
    rank = len(sizes)
    window = _window(op, rank)
    found = w.op(
        "ConvTranspose",
        to_channels_first(w, x, window.layout),
        _filters_first(w, kernel, rank),
        kernel_shape=sizes[:-2],
        strides=list(window.strides),
        dilations=list(window.dilations),
        group=_channels(op, 2, window.layout) // sizes[-1] if op.shape(2).rank else 1,
    )
    wanted = w.int64(shape)
    if op.shape(0)[0] != rank - 2:  # TF: perhaps the sizes of space alone.
        wanted = w.op("Gather", wanted, w.ints(*window.axes), axis=0)
    before = _padding_before(w, op, window, sizes[:-2], wanted)
    ends = w.op("Add", before, wanted)
    axes = w.ints(*range(2, rank))
    # Where the last strides reached behind the input's end, nothing came back.
    lacking = w.op("Max", w.op("Sub", ends, w.shape(found, 2)), w.ints(0))
    found = w.op("Pad", found, w.concat([w.ints(*[0] * (rank + 2)), lacking], 0))
    return from_channels_first(w, w.slice(found, before, ends, axes), window.layout)


def _padding_before(
    w: Writer, op: Application, window: Window, sizes: Sequence[int], wanted: Value
) -> Value:
    """How much the forward convolution pads before each axis of space, as a vector."""
    if window.padding == "VALID":
        return w.ints(*[0] * len(sizes))
    if window.padding == "EXPLICIT":
        return w.ints(*[before for before, _ in window.explicit])
    strides = np.asarray(window.strides)
    reach = (np.asarray(sizes) - 1) * np.asarray(window.dilations) + 1
    if wanted.array is not None:
        strided = -(-wanted.array // strides)
        return w.ints(*(np.maximum((strided - 1) * strides + reach - wanted.array, 0) // 2))
    strided = w.op("Div", w.op("Add", wanted, w.ints(*(strides - 1))), w.ints(*strides))
    last = w.op("Mul", w.op("Sub", strided, w.ints(1)), w.ints(*strides))
    total = w.op("Sub", w.op("Add", last, w.ints(*reach)), wanted)
    return w.op("Div", w.op("Max", total, w.ints(0)), w.ints(2))


# Pooling.


@converter("MaxPool", "MaxPool3D", "MaxPoolV2", "AvgPool", "AvgPool3D")
def _pool(w: Writer, op: Application, x: Value, *rest: Value) -> Value:
    ksize, strides = (
        (op.constant(1), op.constant(2)) if rest else (op.attr("ksize"), op.attr("strides"))
    )
    rank = len(ksize)
    window = _window(op, rank, [int(x) for x in strides])
    sizes = _of_space([int(x) for x in ksize], window.axes)
    attrs = window.pads(sizes, op.shape(0))
    found = w.op(
        "MaxPool" if op.type.startswith("Max") else "AveragePool",
        to_channels_first(w, x, window.layout),
        kernel_shape=list(sizes),
        strides=list(window.strides),
        **attrs,
    )
    return from_channels_first(w, found, window.layout)


@converter("MaxPoolWithArgmax")
def _pool_with_places(w: Writer, op: Application, x: Value) -> tuple[Value, Value]:
    """ONNX counts places with the channels before the rows, and through the whole batch."""
    ksize = op.attr("ksize")
    window = _window(op, len(ksize))
    sizes = _of_space([int(x) for x in ksize], window.axes)
    found, places = w.outputs(
        "MaxPool",
        to_channels_first(w, x, window.layout),
        count=2,
        kernel_shape=list(sizes),
        strides=list(window.strides),
        **window.pads(sizes, op.shape(0)),
    )
    channels = w.shape(x, 3, 4)
    plane = w.op("Mul", w.shape(x, 1, 2), w.shape(x, 2, 3))
    image = w.op("Mul", plane, channels)
    channel = w.op("Mod", w.op("Div", places, plane), channels)
    index = w.op("Add", w.op("Mul", w.op("Mod", places, plane), channels), channel)
    if op.attr("include_batch_in_index"):
        index = w.op("Add", index, w.op("Mul", w.op("Div", places, image), image))
    index = from_channels_first(w, index, window.layout)
    return from_channels_first(w, found, window.layout), w.cast(index, op.output_dtype(1))


# Each place of a morphological filter is a sum of its own.
_MOST_PLACES = 256


@converter("Dilation2D")
def _dilation(w: Writer, op: Application, x: Value, kernel: Value) -> Value:
    """The greatest of the sums of the filter's places with what lies under them."""
    sizes, shape = _kernel_sizes(op, 1)[:2], op.shape(0)
    if shape.rank is None or None in shape.as_list()[1:3]:
        raise Inexpressible("the sizes of the image must be known")
    if math.prod(sizes) > _MOST_PLACES:
        raise Inexpressible(f"a filter of more than {_MOST_PLACES} places")
    windows = [
        axis_window(length, size, stride, rate, op.attr("padding"))
        for length, size, stride, rate in zip(
            shape.as_list()[1:3], sizes, op.attr("strides")[1:3], op.attr("rates")[1:3], strict=True
        )
    ]
    pads = [0, *(z.before for z in windows), 0, 0, *(z.after for z in windows), 0]
    if any(pads):
        x = w.op("Pad", x, w.ints(*pads), w.number(-math.inf, x))
    axes, steps = w.ints(1, 2), w.ints(*(z.stride for z in windows))
    sums = []
    for place in np.ndindex(*sizes):
        begin = [i * z.dilation for i, z in zip(place, windows, strict=True)]
        ends = [b + (z.output - 1) * z.stride + 1 for b, z in zip(begin, windows, strict=True)]  # type: ignore[operator]
        under = w.slice(x, w.ints(*begin), w.ints(*ends), axes, steps)
        row = w.op("Gather", kernel, w.constant(np.int64(place[0])), axis=0)
        sums.append(w.op("Add", under, w.op("Gather", row, w.constant(np.int64(place[1])), axis=0)))
    return w.op("Max", *sums)
