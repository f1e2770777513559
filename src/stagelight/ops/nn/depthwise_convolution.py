"""Convolutions of each channel by itself: `tf.nn.depthwise_conv2d`, `tf.nn.separable_conv2d`.

out[b, i, j, c * m + q] = sum over p, r of  input[b, si * i + p, sj * j + r, c] * filter[p, r,
c, q]
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from types import ModuleType
from typing import Any

import numpy as np

from stagelight.core.convert import convert_to_tensor
from stagelight.core.inference import Inferred, invalid, shape_from
from stagelight.core.op_def import Trait, attr, types
from stagelight.core.raw import raw
from stagelight.core.registry import define
from stagelight.core.scopes import op_scope
from stagelight.core.tensor import Tensor
from stagelight.ops.nn.convolution import conv_windows, shape_of, sizes_of
from stagelight.ops.nn.convolution_functions import padding_attrs, pair_of_tensors
from stagelight.ops.nn.convolution_kernels import wide
from stagelight.ops.nn.windows import (
    Window,
    arranged,
    channel_of,
    channels_last,
    in_format,
    overlap,
    spatial,
    steps_of_all_axes,
)
from stagelight.public import public
from stagelight.types import dtypes
from stagelight.types.shapes import TensorShape

# ---------------------------------------------------------------------------- arrays


def _spans(windows: Sequence[Window], place: tuple[int, ...]) -> tuple[Any, Any]:
    """(windows, elements) that meet at one place of the filters."""
    pairs = [overlap(window, step) for window, step in zip(windows, place, strict=True)]
    return (slice(None), *(p[0] for p in pairs)), (slice(None), *(p[1] for p in pairs))


# Elements of an array that are computed at a time, one place of the filters after the other: what is
# multiplied and added stays in the second-level cache.
_BLOCK = 1 << 16


def _blocks(batch: int, elements: int) -> Iterator[slice]:
    """Slices of the batch, for images of so many elements."""
    step = max(_BLOCK // max(elements, 1), 1)
    return (slice(start, start + step) for start in range(0, batch, step))


def _along_rows(filters: np.ndarray, row: int) -> dict[tuple[int, ...], np.ndarray]:
    """Place of the filters -> its factors, repeated for each output of a row.

    NumPy then multiplies a row in one loop, where a filter's few channels would be a loop for each pixel.
    """
    places = np.ndindex(*filters.shape[:-2])
    return {place: np.repeat(filters[place][None], row, axis=0) for place in places}


def _convolved(x: np.ndarray, filters: np.ndarray, windows: Sequence[Window]) -> np.ndarray:
    """`[batch, *outputs, channels, multiplier]`"""
    shape = (x.shape[0], *(w.output for w in windows), *filters.shape[-2:])
    result = np.zeros(shape, x.dtype)
    factors = _along_rows(filters, shape[-3])
    for images in _blocks(x.shape[0], math.prod(shape[1:])):
        pixels, sums = x[images][..., None], result[images]
        products = np.empty_like(sums)
        for place, row in factors.items():
            target, source = _spans(windows, place)
            np.multiply(pixels[source], row[target[-1]], out=products[target])
            sums[target] += products[target]
    return result


def _back_to_input(
    dy: np.ndarray, filters: np.ndarray, sizes: Sequence[int], windows: Sequence[Window]
) -> np.ndarray:
    result = np.zeros((dy.shape[0], *sizes, filters.shape[-2]), dy.dtype)
    factors = _along_rows(filters, dy.shape[-3])
    for images in _blocks(dy.shape[0], math.prod(dy.shape[1:])):
        slopes, sums = dy[images], result[images]
        products = np.empty(slopes.shape[:-1], dy.dtype)
        for place, row in factors.items():
            target, source = _spans(windows, place)
            for m in range(filters.shape[-1]):
                np.multiply(slopes[target][..., m], row[target[-1]][..., m], out=products[target])
                sums[source] += products[target]
    return result


def _back_to_filters(
    x: np.ndarray, dy: np.ndarray, sizes: Sequence[int], windows: Sequence[Window]
) -> np.ndarray:
    result = np.zeros(tuple(sizes), x.dtype)
    for images in _blocks(x.shape[0], math.prod(dy.shape[1:])):
        pixels, slopes = x[images], dy[images]
        for place in np.ndindex(*sizes[:-2]):
            target, source = _spans(windows, place)
            result[place] += np.einsum("bijc,bijcm->cm", pixels[source], slopes[target])
    return result


# ---------------------------------------------------------------------------- ops


def _check_channels(channels: int | None, filter_channels: int | None) -> None:
    if None not in (channels, filter_channels) and channels != filter_channels:
        raise invalid(f"input and filter must have the same depth: {channels} vs {filter_channels}")


def _infer(input: Tensor, filter: Tensor, *, data_format: str = "NHWC", **attrs: Any) -> Inferred:
    sizes = sizes_of(input, 4, "input")
    kernel = sizes_of(filter, 4, "filter")
    _check_channels(channel_of(sizes, data_format), kernel[2])
    windows = conv_windows(sizes, kernel, data_format=data_format, **attrs)
    both = None if None in kernel[2:] else kernel[2] * kernel[3]  # type: ignore[operator]
    outputs = [window.output for window in windows]
    return Inferred(TensorShape(arranged(sizes[0], outputs, both, data_format)), input.dtype)


def _forward(
    xp: ModuleType,
    input: np.ndarray,
    filter: np.ndarray,
    *,
    data_format: str = "NHWC",
    **attrs: Any,
) -> np.ndarray:
    if input.ndim != 4 or filter.ndim != 4:
        raise ValueError("input and filter must have 4 axes")
    _check_channels(channel_of(input.shape, data_format), filter.shape[2])
    windows = conv_windows(input.shape, filter.shape, data_format=data_format, **attrs)
    result = _convolved(wide(channels_last(input, data_format)), wide(filter), windows)
    both = filter.shape[2] * filter.shape[3]
    result = result.reshape(*result.shape[:3], both).astype(input.dtype, copy=False)
    return in_format(result, data_format)


def _apart(dy: np.ndarray, channels: int, data_format: str) -> np.ndarray:
    """A gradient as `[batch, *outputs, channels, multiplier]`."""
    dy = channels_last(dy, data_format)
    multiplier = dy.shape[3] // channels if channels else 0
    return wide(dy.reshape(*dy.shape[:3], channels, multiplier))


def _input_backprop(
    xp: ModuleType,
    input_sizes: np.ndarray,
    filter: np.ndarray,
    out_backprop: np.ndarray,
    *,
    data_format: str = "NHWC",
    **attrs: Any,
) -> np.ndarray:
    sizes = input_sizes.tolist()
    if len(sizes) != 4:
        raise invalid(f"input_sizes must have 4 elements. Received: {sizes}")
    _check_channels(channel_of(sizes, data_format), filter.shape[2])
    windows = conv_windows(sizes, filter.shape, data_format=data_format, **attrs)
    _check_output(out_backprop, sizes[0], windows, filter.shape, data_format)
    dy = _apart(out_backprop, filter.shape[2], data_format)
    result = _back_to_input(dy, wide(filter), spatial(sizes, data_format), windows)
    return in_format(result.astype(filter.dtype, copy=False), data_format)


def _filter_backprop(
    xp: ModuleType,
    input: np.ndarray,
    filter_sizes: np.ndarray,
    out_backprop: np.ndarray,
    *,
    data_format: str = "NHWC",
    **attrs: Any,
) -> np.ndarray:
    sizes = filter_sizes.tolist()
    if len(sizes) != 4:
        raise invalid(f"filter_sizes must have 4 elements. Received: {sizes}")
    _check_channels(channel_of(input.shape, data_format), sizes[2])
    windows = conv_windows(input.shape, sizes, data_format=data_format, **attrs)
    _check_output(out_backprop, input.shape[0], windows, sizes, data_format)
    dy = _apart(out_backprop, sizes[2], data_format)
    result = _back_to_filters(wide(channels_last(input, data_format)), dy, sizes, windows)
    return result.astype(input.dtype, copy=False)


def _check_output(
    dy: np.ndarray,
    batch: int,
    windows: Sequence[Window],
    filters: Sequence[int],
    data_format: str,
) -> None:
    outputs = [window.output for window in windows]
    required = arranged(batch, outputs, filters[2] * filters[3], data_format)
    if list(dy.shape) != required:
        raise invalid(
            "Size of out_backprop doesn't match computed: "
            f"actual = {list(dy.shape)}, computed = {required}"
        )


def _of_sizes(position: int) -> Any:
    def infer(*inputs: Tensor, **_attrs: Any) -> Inferred:
        shape = shape_from(inputs[position])
        dtype = inputs[2].dtype
        return Inferred(TensorShape([None] * 4) if shape.rank is None else shape, dtype)

    return infer


def _attrs_of(op: Any) -> dict[str, Any]:
    return {key: value for key, value in op.attrs.items() if key != "T"}


def _gradient(op: Any, dy: Tensor) -> list[Any]:
    x, filters = op.inputs
    attrs = _attrs_of(op)
    return [
        lambda: raw.DepthwiseConv2dNativeBackpropInput(shape_of(x), filters, dy, **attrs),
        lambda: raw.DepthwiseConv2dNativeBackpropFilter(x, shape_of(filters), dy, **attrs),
    ]


def _input_gradient(op: Any, dx: Tensor) -> list[Any]:
    _, filters, dy = op.inputs
    attrs = _attrs_of(op)
    return [
        None,
        lambda: raw.DepthwiseConv2dNativeBackpropFilter(dx, shape_of(filters), dy, **attrs),
        lambda: raw.DepthwiseConv2dNative(dx, filters, **attrs),
    ]


def _filter_gradient(op: Any, dw: Tensor) -> list[Any]:
    x, _, dy = op.inputs
    attrs = _attrs_of(op)
    return [
        lambda: raw.DepthwiseConv2dNativeBackpropInput(shape_of(x), dw, dy, **attrs),
        None,
        lambda: raw.DepthwiseConv2dNative(x, dw, **attrs),
    ]


for _name, _inputs, _kernel, _inference, _rule in (
    ("DepthwiseConv2dNative", "input: T, filter: T", _forward, _infer, _gradient),
    (
        "DepthwiseConv2dNativeBackpropInput",
        "input_sizes: int32, filter: T, out_backprop: T",
        _input_backprop,
        _of_sizes(0),
        _input_gradient,
    ),
    (
        "DepthwiseConv2dNativeBackpropFilter",
        "input: T, filter_sizes: int32, out_backprop: T",
        _filter_backprop,
        _of_sizes(1),
        _filter_gradient,
    ),
):
    define(
        _name,
        _inputs,
        "output: T",
        {
            "T": types(dtypes.FLOATING),
            "strides": attr("list(int)"),
            "padding": attr("string", allowed=("SAME", "VALID", "EXPLICIT")),
            "explicit_paddings": attr("list(int)", []),
            "data_format": attr("string", "NHWC", ("NHWC", "NCHW")),
            "dilations": attr("list(int)", [1, 1, 1, 1]),
        },
        infer=_inference,
        kernel=_kernel,
        gradient=_rule,
        traits=Trait.HEAVY,
    )

# ---------------------------------------------------------------------------- public functions


@public("nn.depthwise_conv2d")
def depthwise_conv2d(
    input: Any,
    filter: Any,
    strides: Sequence[int],
    padding: Any,
    data_format: str | None = None,
    dilations: Sequence[int] | None = None,
    name: str | None = None,
) -> Tensor:
    """Slides filters over images, each over one channel.

    Args:
        input: floating tensor `[batch, height, width, channels]`, or with the channels second for
            "NCHW".
        filter: tensor `[rows, columns, channels, multiplier]` of the same dtype.
        strides: four numbers, one for each axis.
        padding: "SAME", "VALID", or a list of four pairs.
        data_format: "NHWC" or "NCHW"; None is "NHWC".
        dilations: two numbers; None is 1.
        name: name of the operation.

    Returns:
        Tensor `[batch, new_height, new_width, channels * multiplier]`, or in "NCHW".

    Raises:
        InvalidArgumentError: sizes that do not fit.

    >>> x, filters = tf.ones([1, 3, 3, 2]), tf.ones([2, 2, 2, 1])
    >>> tf.nn.depthwise_conv2d(x, filters, [1, 1, 1, 1], "VALID")[0, :, :, 0].numpy()
    array([[4., 4.],
           [4., 4.]], dtype=float32)
    """
    data_format = data_format or "NHWC"
    with op_scope(name or "depthwise") as scope:
        input, filter = pair_of_tensors(input, filter)
        return raw.DepthwiseConv2dNative(
            input,
            filter,
            strides=steps_of_all_axes(strides, 4, data_format, "strides"),
            data_format=data_format,
            dilations=steps_of_all_axes(dilations, 4, data_format, "dilations"),
            name=scope,
            **padding_attrs(padding),
        )


@public("nn.depthwise_conv2d_backprop_input")
def depthwise_conv2d_backprop_input(
    input_sizes: Any,
    filter: Any,
    out_backprop: Any,
    strides: Sequence[int],
    padding: Any,
    data_format: str = "NHWC",
    dilations: Sequence[int] = (1, 1, 1, 1),
    name: str | None = None,
) -> Tensor:
    """The gradient of `depthwise_conv2d` with respect to its input.

    Args:
        input_sizes: integer vector, the input's shape.
        filter: floating tensor `[rows, columns, channels, multiplier]`.
        out_backprop: the gradient of the output, of the same dtype.
        strides: four numbers, one for each axis.
        padding: "SAME", "VALID", or a list of four pairs.
        data_format: "NHWC" or "NCHW".
        dilations: four numbers, one for each axis.
        name: name of the operation.

    Returns:
        Tensor of the shape `input_sizes`.

    Raises:
        InvalidArgumentError: sizes that do not fit.

    >>> dy, filters = tf.ones([1, 2, 2, 1]), tf.ones([2, 2, 1, 1])
    >>> tf.nn.depthwise_conv2d_backprop_input(
    ...     [1, 3, 3, 1], filters, dy, [1, 1, 1, 1], "VALID")[0, :, :, 0].numpy()
    array([[1., 2., 1.],
           [2., 4., 2.],
           [1., 2., 1.]], dtype=float32)
    """
    filter, out_backprop = pair_of_tensors(filter, out_backprop)
    return raw.DepthwiseConv2dNativeBackpropInput(
        convert_to_tensor(input_sizes, dtypes.int32),
        filter,
        out_backprop,
        strides=list(strides),
        data_format=data_format,
        dilations=list(dilations),
        name=name,
        **padding_attrs(padding),
    )


@public("nn.depthwise_conv2d_backprop_filter")
def depthwise_conv2d_backprop_filter(
    input: Any,
    filter_sizes: Any,
    out_backprop: Any,
    strides: Sequence[int],
    padding: Any,
    data_format: str = "NHWC",
    dilations: Sequence[int] = (1, 1, 1, 1),
    name: str | None = None,
) -> Tensor:
    """The gradient of `depthwise_conv2d` with respect to its filters.

    Args:
        input: floating tensor `[batch, height, width, channels]`, or in "NCHW".
        filter_sizes: integer vector, the filters' shape.
        out_backprop: the gradient of the output, of the same dtype.
        strides: four numbers, one for each axis.
        padding: "SAME", "VALID", or a list of four pairs.
        data_format: "NHWC" or "NCHW".
        dilations: four numbers, one for each axis.
        name: name of the operation.

    Returns:
        Tensor of the shape `filter_sizes`.

    Raises:
        InvalidArgumentError: sizes that do not fit.

    >>> x, dy = tf.ones([1, 3, 3, 1]), tf.ones([1, 2, 2, 1])
    >>> tf.nn.depthwise_conv2d_backprop_filter(
    ...     x, [2, 2, 1, 1], dy, [1, 1, 1, 1], "VALID")[:, :, 0, 0].numpy()
    array([[4., 4.],
           [4., 4.]], dtype=float32)
    """
    input, out_backprop = pair_of_tensors(input, out_backprop)
    return raw.DepthwiseConv2dNativeBackpropFilter(
        input,
        convert_to_tensor(filter_sizes, dtypes.int32),
        out_backprop,
        strides=list(strides),
        data_format=data_format,
        dilations=list(dilations),
        name=name,
        **padding_attrs(padding),
    )


@public("nn.separable_conv2d")
def separable_conv2d(
    input: Any,
    depthwise_filter: Any,
    pointwise_filter: Any,
    strides: Sequence[int],
    padding: Any,
    data_format: str | None = None,
    dilations: Sequence[int] | None = None,
    name: str | None = None,
) -> Tensor:
    """`depthwise_conv2d`, whose channels a convolution of single pixels then mixes.

    Args:
        input: floating tensor `[batch, height, width, channels]`, or with the channels second for
            "NCHW".
        depthwise_filter: tensor `[rows, columns, channels, multiplier]` of the same dtype.
        pointwise_filter: tensor `[1, 1, channels * multiplier, filters]`.
        strides: four numbers, one for each axis.
        padding: "SAME", "VALID", or a list of four pairs.
        data_format: "NHWC" or "NCHW"; None is "NHWC".
        dilations: two numbers; None is 1.
        name: name of the operation.

    Returns:
        Tensor `[batch, new_height, new_width, filters]`, or in "NCHW".

    Raises:
        InvalidArgumentError: sizes that do not fit.

    >>> x = tf.ones([1, 3, 3, 2])
    >>> tf.nn.separable_conv2d(
    ...     x, tf.ones([2, 2, 2, 1]), tf.ones([1, 1, 2, 3]), [1, 1, 1, 1], "VALID").shape
    TensorShape([1, 2, 2, 3])
    """
    data_format = data_format or "NHWC"
    with op_scope(name or "separable_conv2d") as scope:
        pointwise = convert_to_tensor(pointwise_filter, name="pointwise_filter")
        filtered = depthwise_conv2d(
            input, depthwise_filter, strides, padding, data_format, dilations
        )
        return raw.Conv2D(
            filtered,
            pointwise,
            strides=[1, 1, 1, 1],
            padding="VALID",
            data_format=data_format,
            name=scope,
        )
