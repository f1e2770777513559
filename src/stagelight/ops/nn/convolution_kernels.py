"""Convolutions of arrays with any number of spatial axes, and their two transposes.

Arrays have the channels last, `[batch, *sizes, channels]`, filters are `[*kernel, channels /
groups, filters]`. The elements under a block of windows are copied into rows of a matrix, which
BLAS multiplies by the filters; the blocks keep that matrix as small as a cache. What is small in 16
bits is summed in float32.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np

from stagelight.ops.nn.windows import Window, at_offset, inside, padded, patches
from stagelight.types import dtypes

_NARROW_FLOATS = frozenset(dtype.numpy_dtype for dtype in (dtypes.float16, dtypes.bfloat16))

# Elements of the matrix of a block.
_BLOCK = 1 << 18
# With fewer channels, copying one channel at one offset for all windows beats copying window by
# window.
_FEW_CHANNELS = 3

Windows = Sequence[Window]


def wide(x: np.ndarray) -> np.ndarray:
    """The array in the dtype that sums are made in."""
    return x.astype(np.float32) if x.dtype in _NARROW_FLOATS else x


def convolve(x: np.ndarray, filters: np.ndarray, windows: Windows) -> np.ndarray:
    """`out[b, o, f] = sum_{k, c} x[b, o * stride + k * dilation - before, c] * filters[k, c,
    f]`."""
    result = _by_groups(_convolve, wide(x), wide(filters), windows)
    return result.astype(x.dtype, copy=False)


def _by_groups(function: Any, x: np.ndarray, filters: np.ndarray, windows: Windows) -> np.ndarray:
    groups = x.shape[-1] // filters.shape[-2]
    if groups == 1:
        return function(x, filters, windows)
    pairs = zip(np.split(x, groups, -1), np.split(filters, groups, -1), strict=True)
    return np.concatenate([function(*pair, windows) for pair in pairs], -1)


def _convolve(x: np.ndarray, filters: np.ndarray, windows: Windows) -> np.ndarray:
    count = filters.shape[-1]
    result = np.empty((x.shape[0], *(w.output for w in windows), count), x.dtype)
    if not result.size:
        return result
    matrix = filters.reshape(-1, count)
    for block, rows in _rows(x, windows):
        part = result[block]
        part[...] = (rows @ matrix).reshape(part.shape)
    return result


def _rows(x: np.ndarray, windows: Windows) -> Iterator[tuple[Any, np.ndarray]]:
    """(block of windows, their elements as rows `[windows, kernel * channels]`)."""
    channels = x.shape[-1]
    if all(w.kernel == w.stride == 1 and not w.before and not w.after for w in windows):
        yield (slice(None),), x.reshape(-1, channels)
        return
    x = padded(x, windows)
    view = patches(x, windows)
    rank = len(windows)
    outputs = view.shape[1 : 1 + rank]
    inner = int(np.prod(view.shape[1 + rank :]))
    for block in _blocks(x.shape[0], outputs, inner):
        part = view[block]
        if channels < _FEW_CHANNELS:
            # Rows that lie column by column: BLAS takes either order.
            columns = np.empty((inner, *part.shape[: 1 + rank]), x.dtype)
            np.copyto(
                columns.reshape(*part.shape[1 + rank :], *part.shape[: 1 + rank]),
                np.moveaxis(part, range(1 + rank), range(-1 - rank, 0)),
            )
            yield block, columns.reshape(inner, -1).T
        else:
            yield block, part.reshape(-1, inner)


def _blocks(batch: int, outputs: Sequence[int], inner: int) -> Iterator[Any]:
    """Slices of the batch and the first spatial axis that cover all windows."""
    image = int(np.prod(outputs)) * inner
    if 0 in outputs or not batch:
        return
    if image <= _BLOCK:
        step = max(_BLOCK // max(image, 1), 1)
        for first in range(0, batch, step):
            yield (slice(first, first + step),)
        return
    step = max(_BLOCK * outputs[0] // image, 1)
    for item in range(batch):
        for first in range(0, outputs[0], step):
            yield slice(item, item + 1), slice(first, first + step)


def convolve_back_to_filters(
    x: np.ndarray, dy: np.ndarray, kernel: Sequence[int], channels: int, windows: Windows
) -> np.ndarray:
    """The gradient of the filters, `[*kernel, channels, filters]`."""
    dtype = x.dtype
    x, dy = wide(x), wide(dy)
    groups = x.shape[-1] // channels
    parts = [
        _back_to_filters(part_x, part_dy, windows)
        for part_x, part_dy in zip(np.split(x, groups, -1), np.split(dy, groups, -1), strict=True)
    ]
    total = np.concatenate(parts, -1) if groups > 1 else parts[0]
    return total.reshape(*kernel, channels, dy.shape[-1]).astype(dtype, copy=False)


def _back_to_filters(x: np.ndarray, dy: np.ndarray, windows: Windows) -> np.ndarray:
    inner = x.shape[-1] * int(np.prod([w.kernel for w in windows]))  # type: ignore[arg-type]
    total = np.zeros((inner, dy.shape[-1]), x.dtype)
    if not dy.size:
        return total
    for block, rows in _rows(x, windows):
        total += rows.T @ dy[block].reshape(-1, dy.shape[-1])
    return total


def convolve_back_to_input(
    dy: np.ndarray, filters: np.ndarray, channels: int, windows: Windows
) -> np.ndarray:
    """The gradient of the input, `[batch, *sizes, channels]`."""
    dtype = dy.dtype
    dy, filters = wide(dy), wide(filters)
    groups = channels // filters.shape[-2]
    parts = [
        _back_to_input(part_dy, part_filters, windows)
        for part_dy, part_filters in zip(
            np.split(dy, groups, -1), np.split(filters, groups, -1), strict=True
        )
    ]
    result = np.concatenate(parts, -1) if groups > 1 else parts[0]
    return result.astype(dtype, copy=False)


def _back_to_input(dy: np.ndarray, filters: np.ndarray, windows: Windows) -> np.ndarray:
    if not dy.size:
        sizes = [w.size for w in windows]
        return np.zeros((dy.shape[0], *sizes, filters.shape[-2]), dy.dtype)
    backward = [_reversed_window(w) for w in windows]
    if all(w.stride == 1 for w in windows) and all(w.before >= 0 <= w.after for w in backward):
        axes = tuple(range(len(windows)))
        return _convolve(dy, np.flip(filters, axes).swapaxes(-1, -2), backward)
    sizes = [w.size + w.before + w.after for w in windows]  # type: ignore[operator]
    result = np.zeros((dy.shape[0], *sizes, filters.shape[-2]), dy.dtype)
    for offset in np.ndindex(*filters.shape[:-2]):
        result[at_offset(windows, offset)] += dy @ filters[offset].T
    return result[inside(windows)]


def _reversed_window(window: Window) -> Window:
    """The window, of stride 1, that leads from the output back to the input."""
    reach = (window.kernel - 1) * window.dilation  # type: ignore[operator]
    return Window(
        window.output,
        window.kernel,
        1,
        window.dilation,
        reach - window.before,
        reach - window.after,
        window.size,
    )
