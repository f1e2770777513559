"""Windows that slide over the spatial axes of an image: the geometry that convolution and pooling
share.

Arrays are seen with the channels last, `[batch, *sizes, channels]`; `channels_last` and `in_format`
go there and back. A `Window` says, for one spatial axis, where the windows lie and how much padding
they need:

    size of the output, SAME:   ceil(size / stride)
                        VALID:  ceil((size - reach + 1) / stride),  reach = (kernel - 1) * dilation
                            + 1
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from stagelight.core.inference import invalid


class Window(NamedTuple):
    """The windows along one axis; sizes are None where they are not known yet."""

    size: int | None
    kernel: int | None
    stride: int
    dilation: int
    before: int  # padding
    after: int
    output: int | None


def axis_window(
    size: int | None,
    kernel: int | None,
    stride: int,
    dilation: int,
    padding: str,
    explicit: tuple[int, int] = (0, 0),
) -> Window:
    """The windows along an axis of the given size.

    Raises:
        InvalidArgumentError: the windows are larger than the padded axis.
    """
    if padding == "SAME":
        if size is None:
            return Window(size, kernel, stride, dilation, 0, 0, None)
        output = -(-size // stride)
        if kernel is None:
            return Window(size, kernel, stride, dilation, 0, 0, output)
        reach = (kernel - 1) * dilation + 1
        missing = max((output - 1) * stride + reach - size, 0)
        return Window(size, kernel, stride, dilation, missing // 2, missing - missing // 2, output)
    before, after = explicit if padding == "EXPLICIT" else (0, 0)
    if size is None or kernel is None:
        return Window(size, kernel, stride, dilation, before, after, None)
    reach = (kernel - 1) * dilation + 1
    room = size + before + after - reach + stride
    # TF divides as C does: less than one stride too little room is no window, not an error.
    if room <= -stride:
        raise invalid(
            f"Computed output size would be negative: {-(-room // stride)} "
            f"[input_size: {size + before + after}, effective_filter_size: {reach}, "
            f"stride: {stride}]. Use padding='SAME' or a larger input."
        )
    return Window(size, kernel, stride, dilation, before, after, max(room // stride, 0))


def windows_of(
    sizes: Sequence[int | None],
    kernel: Sequence[int | None],
    strides: Sequence[int],
    dilations: Sequence[int],
    padding: str,
    explicit: Sequence[tuple[int, int]] = (),
) -> list[Window]:
    """The windows along all spatial axes."""
    explicit = explicit or [(0, 0)] * len(sizes)
    return [
        axis_window(size, length, stride, dilation, padding, pads)
        for size, length, stride, dilation, pads in zip(
            sizes, kernel, strides, dilations, explicit, strict=True
        )
    ]


# ---------------------------------------------------------------------------- data formats


def is_channels_first(data_format: Any) -> bool:
    """Whether the channels are the second axis: "NCHW", "NCDHW", "NCW"."""
    return str(data_format).startswith("NC") and len(str(data_format)) > 2


def spatial(values: Sequence[Any], data_format: str) -> list[Any]:
    """The items of the spatial axes, of a list with an item for each axis."""
    return list(values[2:] if is_channels_first(data_format) else values[1:-1])


def channel_of(values: Sequence[Any], data_format: str) -> Any:
    """The item of the channels, of a list with an item for each axis."""
    return values[1] if is_channels_first(data_format) else values[-1]


def arranged(batch: Any, sizes: Sequence[Any], channels: Any, data_format: str) -> list[Any]:
    """One list with an item for each axis, in the format's order."""
    if is_channels_first(data_format):
        return [batch, channels, *sizes]
    return [batch, *sizes, channels]


def channels_last(x: np.ndarray, data_format: str) -> np.ndarray:
    """A view with the channels as the last axis."""
    return np.moveaxis(x, 1, -1) if is_channels_first(data_format) else x


def in_format(x: np.ndarray, data_format: str) -> np.ndarray:
    """An array with channels last, in the given format."""
    if is_channels_first(data_format):
        return np.ascontiguousarray(np.moveaxis(x, -1, 1))
    return x


def explicit_pairs(explicit_paddings: Sequence[int], data_format: str) -> list[tuple[int, int]]:
    """The paddings of the spatial axes, of the attr's flat list with two numbers an axis."""
    pairs = list(zip(explicit_paddings[::2], explicit_paddings[1::2], strict=True))
    return spatial(pairs, data_format)


def steps_of_all_axes(value: Any, rank: int, data_format: str, what: str) -> list[int]:
    """Strides, dilations or window sizes of all axes, of one number, one for each spatial axis, or
    all.

    None is 1.

    Raises:
        ValueError: another number of them.
    """
    if value is None:
        value = 1
    count = rank - 2
    values = [int(item) for item in np.atleast_1d(np.asarray(value))]
    if len(values) == rank:
        return values
    if len(values) not in (1, count):
        raise ValueError(
            f"{what} should be of length 1, {count} or {rank}. "
            f"Received: {what}={value} of length {len(values)}"
        )
    return arranged(1, values * count if len(values) == 1 else values, 1, data_format)


# ---------------------------------------------------------------------------- arrays


def padded(x: np.ndarray, windows: Sequence[Window], value: Any = 0) -> np.ndarray:
    """`x` with room around it for windows that reach over its edges."""
    if not any(window.before or window.after for window in windows):
        return x
    sizes = [w.size + w.before + w.after for w in windows]  # type: ignore[operator]
    result = np.full((x.shape[0], *sizes, x.shape[-1]), value, x.dtype)
    result[inside(windows)] = x
    return result


def inside(windows: Sequence[Window]) -> tuple[slice, ...]:
    """Where the unpadded array lies in the padded one."""
    spans = (slice(w.before, w.before + w.size) for w in windows)  # type: ignore[operator]
    return (slice(None), *spans)


def at_offset(windows: Sequence[Window], offset: Sequence[int]) -> tuple[slice, ...]:
    """The elements of the padded array that all windows have at one place of theirs."""
    spans = []
    for window, place in zip(windows, offset, strict=True):
        start = place * window.dilation
        spans.append(
            slice(start, start + (window.output - 1) * window.stride + 1, window.stride)
            if window.output
            else slice(0, 0)
        )
    return (slice(None), *spans)


def places_in_reach(window: Window) -> range:
    """The places of the windows that meet an element at all. A window may be far larger than its axis."""
    assert window.kernel is not None and window.size is not None and window.output is not None
    first = window.before - (window.output - 1) * window.stride
    last = window.before + window.size - 1
    return range(
        max(0, -(-first // window.dilation)), min(window.kernel, last // window.dilation + 1)
    )


def overlap(window: Window, place: int) -> tuple[slice, slice]:
    """(windows, elements) of an unpadded axis that meet at one place of the windows."""
    shift = place * window.dilation - window.before
    first = max(-(shift // window.stride), 0)
    last = min((window.size - 1 - shift) // window.stride, window.output - 1)  # type: ignore[operator]
    if last < first:
        return slice(0, 0), slice(0, 0)
    start = first * window.stride + shift
    stop = last * window.stride + shift + 1
    return slice(first, last + 1), slice(start, stop, window.stride)


def patches(x: np.ndarray, windows: Sequence[Window]) -> np.ndarray:
    """A view `[batch, *outputs, *kernel, channels]` of a padded array: each window's elements."""
    batch, *steps, channel = x.strides
    shape = (
        x.shape[0],
        *(w.output for w in windows),
        *(w.kernel for w in windows),
        x.shape[-1],
    )
    strides = (
        batch,
        *(step * w.stride for step, w in zip(steps, windows, strict=True)),
        *(step * w.dilation for step, w in zip(steps, windows, strict=True)),
        channel,
    )
    return np.lib.stride_tricks.as_strided(x, shape, strides, writeable=False)


def refuse_strides_with_dilations(strides: Sequence[int], dilations: Sequence[int]) -> None:
    """Refuses windows that both move on by several elements and skip some, as TensorFlow does.

    Raises:
        ValueError: there are such.
    """
    if max(strides, default=1) > 1 and max(dilations, default=1) > 1:
        raise ValueError(
            "`strides > 1` not supported in conjunction with `dilation_rate > 1`. "
            f"Received: strides={list(strides)} and dilation_rate={list(dilations)}"
        )
