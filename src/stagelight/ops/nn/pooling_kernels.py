"""Pooling of arrays with any number of spatial axes: maxima, means, and the ways back.

Arrays have the channels last, `[batch, *sizes, channels]`. Padding is no element: it is never the
maximum and does not count in a mean. Maxima and sums are taken along one axis after the other,
which costs the sum of the window's sizes, not their product. Where a maximum came from is kept as
an index into the flat image.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from stagelight.ops.nn.windows import Window, overlap, places_in_reach
from stagelight.types import dtypes

_NARROW_FLOATS = frozenset(dtype.numpy_dtype for dtype in (dtypes.float16, dtypes.bfloat16))

Windows = Sequence[Window]


def _along(axis: int, span: slice) -> tuple[slice, ...]:
    return (*[slice(None)] * axis, span)


def max_pool(x: np.ndarray, windows: Windows) -> np.ndarray:
    """The maximum under each window."""
    lowest = dtypes.from_numpy(x.dtype).min
    for axis, window in enumerate(windows, start=1):
        # TF: NaN is not seen, and nothing is lower than the lowest finite value.
        result = _empty(x, axis, window, lowest)
        for place in places_in_reach(window):
            target, source = overlap(window, place)
            part = result[_along(axis, target)]
            np.fmax(part, x[_along(axis, source)], out=part)
        x = result
    return x


def _empty(x: np.ndarray, axis: int, window: Window, value: Any) -> np.ndarray:
    shape = list(x.shape)
    shape[axis] = window.output
    return np.full(shape, value, x.dtype)


def average_pool(x: np.ndarray, windows: Windows) -> np.ndarray:
    """The mean under each window."""
    dtype = x.dtype
    total = x.astype(np.float32) if dtype in _NARROW_FLOATS else x
    for axis, window in enumerate(windows, start=1):
        result = _empty(total, axis, window, 0)
        for place in places_in_reach(window):
            target, source = overlap(window, place)
            result[_along(axis, target)] += total[_along(axis, source)]
        total = result
    return (total / _counts(windows, total.dtype)).astype(dtype, copy=False)


def _counts(windows: Windows, dtype: Any) -> np.ndarray:
    """How many elements each window has, in a shape that broadcasts with the output."""
    counts = np.ones((1,) * (len(windows) + 2), dtype)
    for axis, window in enumerate(windows, start=1):
        starts = np.arange(window.output or 0) * window.stride - window.before
        first = -(np.minimum(starts, 0) // window.dilation)
        end = -((starts - (window.size or 0)) // window.dilation)
        line = np.maximum(np.minimum(end, window.kernel or 0) - first, 0).astype(dtype)
        shape = [1] * counts.ndim
        shape[axis] = -1
        counts = counts * line.reshape(shape)
    return counts


def average_pool_back(dy: np.ndarray, windows: Windows) -> np.ndarray:
    """The gradient of the input of `average_pool`."""
    dtype = dy.dtype
    share = dy.astype(np.float32) if dtype in _NARROW_FLOATS else dy
    share = share / _counts(windows, share.dtype)
    # Whether there is room is asked first: the way there may be long.
    np.empty((dy.shape[0], *(w.size or 0 for w in windows), dy.shape[-1]), share.dtype)
    for axis, window in enumerate(windows, start=1):
        shape = list(share.shape)
        shape[axis] = window.size
        result = np.zeros(shape, share.dtype)
        for place in places_in_reach(window):
            target, source = overlap(window, place)
            result[_along(axis, source)] += share[_along(axis, target)]
        share = result
    return share.astype(dtype, copy=False)


def max_pool_with_source(x: np.ndarray, windows: Windows) -> tuple[np.ndarray, np.ndarray]:
    """The maximum under each window, and its index in the flat image `[*sizes, channels]`.

    Of equal maxima the first counts; a NaN counts only where it is a window's first element.
    """
    shape = (x.shape[0], *(w.output for w in windows), x.shape[-1])
    best = np.zeros(shape, x.dtype)
    source_index = np.full(shape, -1, np.int64)
    positions = _positions(x.shape)
    for place in np.ndindex(*(w.kernel for w in windows)):  # type: ignore[arg-type]
        spans = [overlap(window, step) for window, step in zip(windows, place, strict=True)]
        target = (slice(None), *(span[0] for span in spans))
        source = (slice(None), *(span[1] for span in spans))
        candidate = x[source]
        is_better = (candidate > best[target]) | (source_index[target] < 0)
        np.copyto(best[target], candidate, where=is_better)
        np.copyto(source_index[target], positions[source], where=is_better)
    return best, source_index


def _positions(shape: Sequence[int]) -> np.ndarray:
    """The index of each element in its flat image, `[1, *sizes, channels]` repeated for the
    batch."""
    flat = np.arange(int(np.prod(shape[1:])), dtype=np.int64).reshape(1, *shape[1:])
    return np.broadcast_to(flat, shape)


def put_at_source(values: np.ndarray, source_index: np.ndarray, shape: Sequence[int]) -> np.ndarray:
    """An array of the given shape with each value added at its index in the flat image."""
    image = int(np.prod(shape[1:]))
    batch = np.arange(shape[0], dtype=np.int64).reshape(-1, *[1] * (values.ndim - 1))
    flat = (source_index + batch * image).reshape(-1)
    if values.dtype == np.float64:
        total = np.bincount(flat, values.reshape(-1), minlength=shape[0] * image)
        return total.astype(np.float64, copy=False).reshape(shape)
    wide = np.float32 if values.dtype in _NARROW_FLOATS else values.dtype
    result = np.zeros(shape[0] * image, wide)
    np.add.at(result, flat, values.reshape(-1).astype(wide, copy=False))
    return result.astype(values.dtype, copy=False).reshape(shape)


def take_at_source(x: np.ndarray, source_index: np.ndarray) -> np.ndarray:
    """The elements of a batch of images at indices into each flat image."""
    if not source_index.size:
        return np.zeros(source_index.shape, x.dtype)
    rows = x.reshape(x.shape[0], -1)
    flat = source_index.reshape(x.shape[0], -1)
    return np.take_along_axis(rows, flat, 1).reshape(source_index.shape)
