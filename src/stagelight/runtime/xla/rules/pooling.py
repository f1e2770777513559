"""Rules of pooling: maxima, means, maxima with their places, and the ways back."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from stagelight.graph.operation import Operation
from stagelight.ops.nn.pooling import Pool
from stagelight.ops.nn.windows import is_channels_first
from stagelight.runtime.xla.engine import jax, jnp, lax
from stagelight.runtime.xla.lowering import Lowering
from stagelight.runtime.xla.registry import lowers
from stagelight.runtime.xla.rules.convolutions import wide
from stagelight.runtime.xla.values import known_sizes
from stagelight.types import dtypes

_ATTRS = ("ksize", "strides", "padding", "explicit_paddings", "data_format")


class _Windows:
    """The windows of one pooling, over all axes, as `reduce_window` takes them."""

    def __init__(self, operation: Operation, shape: Any, **given: Any) -> None:
        rank = len(shape)
        attrs = {name: operation.attrs[name] for name in _ATTRS if name in operation.attrs}
        attrs |= given
        attrs.setdefault("data_format", "NHWC" if rank == 4 else "NDHWC")
        pool = Pool(shape, **attrs)
        spatial = list(pool.windows)
        channel = spatial.pop() if pool.over_channels else None
        is_first = is_channels_first(attrs["data_format"])

        def arranged(values: list[Any], of_channel: Any, other: Any) -> tuple[Any, ...]:
            channels = other if channel is None else of_channel
            return (other, channels, *values) if is_first else (other, *values, channels)

        self.kernel = arranged([w.kernel for w in spatial], channel and channel.kernel, 1)
        self.strides = arranged([w.stride for w in spatial], channel and channel.stride, 1)
        around = channel and (channel.before, channel.after)
        self.padding = arranged([(w.before, w.after) for w in spatial], around, (0, 0))
        self.is_first = is_first

    def reduce(self, x: Any, begin: Any, function: Callable[..., Any]) -> Any:
        return lax.reduce_window(x, begin, function, self.kernel, self.strides, self.padding)


def _lowest(dtype: np.dtype) -> Any:
    """What maxima begin with, as `reduce_window` knows it."""
    if jnp.issubdtype(dtype, jnp.floating):
        return np.asarray(-np.inf, dtype)
    return np.asarray(jnp.iinfo(dtype).min, dtype)


def _maxima(x: Any, windows: _Windows) -> Any:
    """The maximum under each window. NaN is not seen, and nothing is lower than the lowest finite value."""
    x = jnp.asarray(x)
    begin = _lowest(x.dtype)
    if x.dtype.kind != "f" and not jnp.issubdtype(x.dtype, jnp.floating):
        return windows.reduce(x, begin, lax.max)
    found = windows.reduce(jnp.where(jnp.isnan(x), begin, x), begin, lax.max)
    return jnp.maximum(found, jnp.asarray(dtypes.from_numpy(x.dtype).min, x.dtype))


def _pool_attrs(ksize: Any, strides: Any) -> dict[str, Any]:
    return {
        "ksize": known_sizes(ksize, "the size of the windows"),
        "strides": known_sizes(strides, "the strides"),
    }


@lowers("MaxPool", "MaxPool3D")
def _max_pool(lowering: Lowering, operation: Operation, x: Any) -> Any:
    return _maxima(x, _Windows(operation, x.shape))


@lowers("MaxPoolV2")
def _max_pool_v2(lowering: Lowering, operation: Operation, x: Any, ksize: Any, strides: Any) -> Any:
    return _maxima(x, _Windows(operation, x.shape, **_pool_attrs(ksize, strides)))


def _means(x: Any, windows: _Windows) -> Any:
    zero = np.zeros((), x.dtype)
    counts = windows.reduce(jnp.ones(x.shape, x.dtype), zero, lax.add)
    return windows.reduce(x, zero, lax.add) / counts


@lowers("AvgPool", "AvgPool3D")
def _average_pool(lowering: Lowering, operation: Operation, x: Any) -> Any:
    return _means(wide(x), _Windows(operation, x.shape)).astype(x.dtype)


@lowers("AvgPoolGrad", "AvgPool3DGrad")
def _average_pool_back(lowering: Lowering, operation: Operation, sizes: Any, dy: Any) -> Any:
    shape = known_sizes(sizes, "the shape of the input")
    windows = _Windows(operation, shape)
    slopes = wide(dy)
    form = jax.ShapeDtypeStruct(shape, slopes.dtype)
    back = jax.linear_transpose(lambda x: _means(x, windows), form)
    return back(slopes)[0].astype(dy.dtype)


# ---------------------------------------------------------------------------- where maxima came from


def _with_source(x: Any, windows: _Windows) -> tuple[Any, Any]:
    """The maximum under each window, and its index in the flat image; of equals the first.

    A NaN counts only where it is a window's first element.
    """
    x = jnp.asarray(x)
    image = int(np.prod(x.shape[1:]))
    if windows.is_first:
        order = np.moveaxis(np.arange(image).reshape((*x.shape[2:], x.shape[1])), -1, 0)
    else:
        order = np.arange(image).reshape(x.shape[1:])
    places = jnp.broadcast_to(jnp.asarray(order, jnp.int64), x.shape)
    outside = np.int64(image)

    def better(one: Any, other: Any) -> Any:
        (value, place), (value2, place2) = one, other
        swap = place2 < place
        first, at = jnp.where(swap, value2, value), jnp.where(swap, place2, place)
        last, at_last = jnp.where(swap, value, value2), jnp.where(swap, place, place2)
        is_last = (last > first) & (at_last != outside) | (at == outside)
        return jnp.where(is_last, last, first), jnp.where(is_last, at_last, at)

    found, source = lax.reduce_window(
        (x, places),
        (_lowest(x.dtype), outside),
        better,
        windows.kernel,
        windows.strides,
        windows.padding,
    )
    return found, source


def _offsets(shape: Any) -> Any:
    image = int(np.prod(shape[1:]))
    return np.arange(shape[0], dtype=np.int64).reshape(-1, *[1] * (len(shape) - 1)) * image


def _put(values: Any, source: Any, shape: Any, *, is_first: bool) -> Any:
    """An array of a shape with each value added at its index in the flat image, channels last."""
    last = (shape[0], *shape[2:], shape[1]) if is_first else tuple(shape)
    flat = (source + _offsets(last)).reshape(-1)
    sums = jnp.zeros(int(np.prod(last)), wide(values).dtype)
    result = sums.at[flat].add(wide(values).reshape(-1), mode="drop").reshape(last)
    result = result.astype(values.dtype)
    return jnp.moveaxis(result, -1, 1) if is_first else result


def _take(x: Any, source: Any, *, is_first: bool) -> Any:
    x = jnp.asarray(x)
    last = jnp.moveaxis(x, 1, -1) if is_first else x
    flat = source + _offsets(last.shape)
    return last.reshape(-1).at[flat].get(mode="fill", fill_value=0)


@lowers("MaxPoolGrad", "MaxPool3DGrad", "MaxPoolGradV2")
def _max_pool_back(
    lowering: Lowering, operation: Operation, x: Any, y: Any, dy: Any, *sizes: Any
) -> Any:
    windows = _Windows(operation, x.shape, **(_pool_attrs(*sizes) if sizes else {}))
    x = jnp.asarray(x)
    if not jnp.issubdtype(x.dtype, jnp.floating):
        _, source = _with_source(x, windows)
        return _put(dy, source, x.shape, is_first=windows.is_first)
    # XLA's own operation for it, which takes the first of equals, too. What it sees of a NaN is the lowest.
    seen = wide(x)
    begin = _lowest(seen.dtype)
    seen = jnp.where(jnp.isnan(seen), begin, seen)
    back = jax.vjp(lambda x: windows.reduce(x, begin, lax.max), seen)[1]
    return back(wide(dy))[0].astype(x.dtype)


@lowers("MaxPoolGradGrad", "MaxPool3DGradGrad", "MaxPoolGradGradV2")
def _max_pool_forth(
    lowering: Lowering, operation: Operation, x: Any, y: Any, dx: Any, *sizes: Any
) -> Any:
    windows = _Windows(operation, x.shape, **(_pool_attrs(*sizes) if sizes else {}))
    _, source = _with_source(x, windows)
    return _take(dx, source, is_first=windows.is_first)


def _indices(operation: Operation, argmax: Any, shape: Any) -> Any:
    """Indices into each flat image."""
    source = jnp.asarray(argmax, jnp.int64)
    return source - _offsets(shape) if operation.attrs.get("include_batch_in_index") else source


@lowers("MaxPoolWithArgmax")
def _argmax(lowering: Lowering, operation: Operation, x: Any) -> Any:
    found, source = _with_source(x, _Windows(operation, x.shape))
    if operation.attrs.get("include_batch_in_index"):
        source = source + _offsets(x.shape)
    return [found, source]


@lowers("MaxPoolGradWithArgmax")
def _argmax_back(lowering: Lowering, operation: Operation, x: Any, dy: Any, argmax: Any) -> Any:
    return _put(dy, _indices(operation, argmax, x.shape), x.shape, is_first=False)


@lowers("MaxPoolGradGradWithArgmax")
def _argmax_forth(lowering: Lowering, operation: Operation, x: Any, dx: Any, argmax: Any) -> Any:
    return _take(dx, _indices(operation, argmax, x.shape), is_first=False)
