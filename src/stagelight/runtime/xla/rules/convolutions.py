"""Rules of convolutions, of those of single channels, and of morphology; each transpose is JAX's own."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from stagelight.graph.operation import Operation
from stagelight.ops.nn.convolution import conv_windows
from stagelight.ops.nn.windows import at_offset, channel_of, is_channels_first, windows_of
from stagelight.runtime.xla.engine import jax, jnp, lax
from stagelight.runtime.xla.lowering import Lowering
from stagelight.runtime.xla.registry import lowers
from stagelight.runtime.xla.values import NotLowered, known_sizes
from stagelight.types import dtypes

_ATTRS = ("strides", "padding", "explicit_paddings", "dilations", "data_format")


def wide(x: Any) -> Any:
    """An array in the dtype that sums are made in: what is small in 16 bits is summed in float32."""
    x = jnp.asarray(x)
    return x.astype(jnp.float32) if x.dtype.itemsize == 2 else x


class _Convolution:
    """The geometry of one convolution.

    Args:
        operation: says its attrs.
        sizes, kernel: the shapes of input and filters.
        by_channel: whether each channel is convolved by itself.
    """

    def __init__(
        self, operation: Operation, sizes: Sequence[int], kernel: Sequence[int], *, by_channel: bool
    ) -> None:
        rank = len(sizes)
        attrs = {name: operation.attrs[name] for name in _ATTRS if name in operation.attrs}
        attrs.setdefault("data_format", "NHWC" if rank == 4 else "NDHWC")
        self._windows = conv_windows(sizes, kernel, **attrs)
        channels = channel_of(sizes, attrs["data_format"])
        self._groups = channels if by_channel else max(1, channels // max(1, kernel[-2]))
        self._by_channel = by_channel
        self._kernel = tuple(kernel)
        axes = "DHW"[3 - (rank - 2) :]
        image = f"NC{axes}" if is_channels_first(attrs["data_format"]) else f"N{axes}C"
        self._dimensions = image, f"{axes}IO", image

    def __call__(self, x: Any, filters: Any) -> Any:
        if self._by_channel:
            filters = filters.reshape((*self._kernel[:-2], 1, self._kernel[-2] * self._kernel[-1]))
        return lax.conv_general_dilated(
            x,
            filters,
            [w.stride for w in self._windows],
            [(w.before, w.after) for w in self._windows],
            rhs_dilation=[w.dilation for w in self._windows],
            dimension_numbers=self._dimensions,
            feature_group_count=self._groups,
        )


def _is_by_channel(operation: Operation) -> bool:
    return operation.type.startswith("Depthwise")


def _transposed(function: Callable[..., Any], shape: Sequence[int], dy: Any) -> Any:
    """The transpose of a linear function of arrays of a shape."""
    back = jax.linear_transpose(function, jax.ShapeDtypeStruct(tuple(shape), dy.dtype))
    return back(dy)[0]


@lowers("Conv2D", "Conv3D", "DepthwiseConv2dNative")
def _convolve(lowering: Lowering, operation: Operation, x: Any, filters: Any) -> Any:
    by_channel = _is_by_channel(operation)
    convolve = _Convolution(operation, x.shape, filters.shape, by_channel=by_channel)
    return convolve(wide(x), wide(filters)).astype(x.dtype)


@lowers(
    "Conv2DBackpropInput", "Conv3DBackpropInputV2", "DepthwiseConv2dNativeBackpropInput"
)  # fmt: skip
def _back_to_input(
    lowering: Lowering, operation: Operation, sizes: Any, filters: Any, dy: Any
) -> Any:
    shape = known_sizes(sizes, "the shape of the input")
    if len(shape) == dy.ndim - 2:
        shape = (dy.shape[0], *shape, filters.shape[-2])
    by_channel = _is_by_channel(operation)
    convolve = _Convolution(operation, shape, filters.shape, by_channel=by_channel)
    wide_filters = wide(filters)
    return _transposed(lambda x: convolve(x, wide_filters), shape, wide(dy)).astype(dy.dtype)


@lowers(
    "Conv2DBackpropFilter", "Conv3DBackpropFilterV2", "DepthwiseConv2dNativeBackpropFilter"
)  # fmt: skip
def _back_to_filters(lowering: Lowering, operation: Operation, x: Any, sizes: Any, dy: Any) -> Any:
    kernel = known_sizes(sizes, "the shape of the filters")
    by_channel = _is_by_channel(operation)
    convolve = _Convolution(operation, x.shape, kernel, by_channel=by_channel)
    wide_x = wide(x)
    return _transposed(lambda f: convolve(wide_x, f), kernel, wide(dy)).astype(dy.dtype)


# ---------------------------------------------------------------------------- morphology


def _dilate(operation: Operation, x: Any, filters: Any) -> Any:
    """The greatest sum of a pixel and the filter's number under each window; of equals the first."""
    if not jnp.issubdtype(x.dtype, jnp.floating):
        raise NotLowered("it dilates images of integers")
    attrs = operation.attrs
    strides, rates, padding = (attrs[name] for name in ("strides", "rates", "padding"))
    windows = windows_of(x.shape[1:3], filters.shape[:2], strides[1:3], rates[1:3], padding)
    around = [(0, 0, 0), *((w.before, w.after, 0) for w in windows), (0, 0, 0)]
    padded = lax.pad(x, jnp.asarray(-jnp.inf, x.dtype), around)
    lowest = dtypes.from_numpy(np.dtype(x.dtype)).min
    shape = (x.shape[0], *(w.output for w in windows), x.shape[-1])
    best = jnp.full(shape, lowest, x.dtype)
    for place in np.ndindex(*filters.shape[:2]):
        candidate = padded[at_offset(windows, place)] + filters[place]
        best = jnp.where(candidate > best, candidate, best)
    return best


@lowers("Dilation2D")
def _dilation(lowering: Lowering, operation: Operation, x: Any, filters: Any) -> Any:
    return _dilate(operation, jnp.asarray(x), jnp.asarray(filters))


@lowers("Dilation2DBackpropInput")
def _dilation_to_input(
    lowering: Lowering, operation: Operation, x: Any, filters: Any, dy: Any
) -> Any:
    filters = jnp.asarray(filters)
    return jax.vjp(lambda x: _dilate(operation, x, filters), jnp.asarray(x))[1](jnp.asarray(dy))[0]


@lowers("Dilation2DBackpropFilter")
def _dilation_to_filters(
    lowering: Lowering, operation: Operation, x: Any, filters: Any, dy: Any
) -> Any:
    x = jnp.asarray(x)
    return jax.vjp(lambda f: _dilate(operation, x, f), jnp.asarray(filters))[1](jnp.asarray(dy))[0]
