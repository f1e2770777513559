"""`tf.nn.conv2d` and its kin in one to three dimensions, `tf.nn.convolution` and
`tf.nn.atrous_conv2d`.

They give strides, dilations and paddings of all axes to the ops of `convolution`. One dimension is
two with one row. Transposes are in `transposed_convolution`.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from stagelight.core.convert import convert_to_tensor
from stagelight.core.raw import raw
from stagelight.core.scopes import op_scope
from stagelight.core.tensor import Tensor
from stagelight.ops.nn.windows import (
    arranged,
    is_channels_first,
    refuse_strides_with_dilations,
    spatial,
    steps_of_all_axes,
)
from stagelight.public import public


def padding_attrs(padding: Any, rank: int = 4) -> dict[str, Any]:
    """The attrs that say "SAME", "VALID", or pairs of numbers for each axis.

    Raises:
        ValueError: the list of pairs has another length.
    """
    if isinstance(padding, bytes):
        padding = padding.decode()
    if isinstance(padding, str):
        if padding == "EXPLICIT":
            raise ValueError(
                "'EXPLICIT' is not a valid value for `padding`. To use explicit padding, "
                "`padding` must be a list."
            )
        return {"padding": padding}
    if not isinstance(padding, (list, tuple)) or len(padding) != rank:
        raise ValueError(
            f"When padding is a list, it must be of size {rank}. Received: padding={padding} "
            f"of size {len(padding)}"
        )
    if any(not isinstance(pair, (list, tuple)) or len(pair) != 2 for pair in padding):
        raise ValueError(
            "When padding is a list, each element of padding must be a list or tuple of length 2. "
            f"Received: padding={padding}"
        )
    return {"padding": "EXPLICIT", "explicit_paddings": [int(n) for pair in padding for n in pair]}


def pair_of_tensors(input: Any, filters: Any) -> tuple[Tensor, Tensor]:
    """Input and filters as tensors; what is no tensor takes the other's dtype."""
    if isinstance(filters, Tensor) and not isinstance(input, Tensor):
        return convert_to_tensor(input, dtype_hint=filters.dtype, name="input"), filters
    input = convert_to_tensor(input, name="input")
    return input, convert_to_tensor(filters, dtype_hint=input.dtype, name="filter")


def with_one_batch_axis(input: Tensor, inner_rank: int, function: Any, name: str) -> Tensor:
    """`function` of the input with its leading axes merged into one, which is undone afterwards."""
    with op_scope(name):
        inner = np.asarray([-1], np.int32)
        shape = raw.Shape(input)
        count = -inner_rank
        begin, end = np.asarray([0], np.int32), np.asarray([count], np.int32)
        one = np.asarray([1], np.int32)
        batch = raw.StridedSlice(shape, begin, end, one, begin_mask=1)
        rest = raw.StridedSlice(shape, end, begin, one, end_mask=1)
        result = function(raw.Reshape(input, raw.ConcatV2([inner, rest], 0)))
        rest = raw.StridedSlice(raw.Shape(result), end, begin, one, end_mask=1)
        result = raw.Reshape(result, raw.ConcatV2([batch, rest], 0))
        if input.shape.rank is not None and not result.shape.is_fully_defined():
            result.set_shape([*input.shape.as_list()[:count], *[None] * inner_rank])
        return result


@public("nn.conv2d")
def conv2d(
    input: Any,
    filters: Any,
    strides: Any,
    padding: Any,
    data_format: str = "NHWC",
    dilations: Any = None,
    name: str | None = None,
) -> Tensor:
    """Slides filters over images.

    `out[b, i, j, f] = sum_{p, q, c} input[b, si * i + p, sj * j + q, c] * filters[p, q, c, f]`

    Args:
        input: floating or int32 tensor `[..., height, width, channels]` with at least one batch
            axis, or `[batch, channels, height, width]` for "NCHW".
        filters: tensor `[rows, columns, channels / groups, filters]` of the same dtype.
        strides: a number, two, or one for each axis.
        padding: "SAME" (as many windows as strides fit), "VALID" (no padding), or a list of four
            pairs, one for each axis of `data_format`.
        data_format: "NHWC" or "NCHW".
        dilations: steps between the elements under a window, given as `strides`; None is 1.
        name: name of the operation.

    Returns:
        Tensor `[..., new_height, new_width, filters]`, or in "NCHW".

    Raises:
        InvalidArgumentError: sizes that do not fit, or windows larger than the input.
        ValueError: wrong numbers of strides, dilations or paddings.

    >>> x = tf.reshape(tf.range(9.0), [1, 3, 3, 1])
    >>> tf.nn.conv2d(x, tf.ones([2, 2, 1, 1]), strides=1, padding="VALID")[0, :, :, 0].numpy()
    array([[ 8., 12.],
           [20., 24.]], dtype=float32)
    """
    data_format = data_format or "NHWC"
    input, filters = pair_of_tensors(input, filters)
    attrs = {
        "strides": steps_of_all_axes(strides, 4, data_format, "strides"),
        "dilations": steps_of_all_axes(dilations, 4, data_format, "dilations"),
        "data_format": data_format,
        **padding_attrs(padding),
    }
    if input.shape.rank is None or input.shape.rank <= 4:
        return raw.Conv2D(input, filters, **attrs, name=name)
    return with_one_batch_axis(
        input, 3, lambda x: raw.Conv2D(x, filters, **attrs), name or "Conv2D"
    )


@public("nn.conv1d")
def conv1d(
    input: Any,
    filters: Any,
    stride: Any,
    padding: Any,
    data_format: str = "NWC",
    dilations: Any = None,
    name: str | None = None,
) -> Tensor:
    """Slides filters over sequences.

    `out[b, i, f] = sum_{p, c} input[b, stride * i + p, c] * filters[p, c, f]`

    Args:
        input: floating tensor `[..., width, channels]` with at least one batch axis, or
            `[..., channels, width]` for "NCW".
        filters: tensor `[columns, channels / groups, filters]` of the same dtype.
        stride: a number, or one for each axis.
        padding: "SAME" or "VALID".
        data_format: "NWC" or "NCW".
        dilations: as `stride`; None is 1.
        name: name of the operation.

    Returns:
        Tensor `[..., new_width, filters]`, or in "NCW".

    Raises:
        InvalidArgumentError: sizes that do not fit, or windows larger than the input.
        ValueError: an unknown `data_format`, or wrong numbers of strides or dilations.

    >>> x = tf.reshape(tf.range(4.0), [1, 4, 1])
    >>> tf.nn.conv1d(x, tf.ones([2, 1, 1]), stride=1, padding="VALID")[0, :, 0].numpy()
    array([1., 3., 5.], dtype=float32)
    """
    data_format = data_format or "NWC"
    if data_format not in ("NWC", "NCW", "NHWC", "NCHW"):
        raise ValueError(
            f'`data_format` must be "NWC" or "NCW". Received: data_format={data_format}'
        )
    flat_format, image_format = (
        ("NCW", "NCHW") if is_channels_first(data_format) else ("NWC", "NHWC")
    )
    first = steps_of_all_axes(stride, 3, flat_format, "stride")
    second = steps_of_all_axes(dilations, 3, flat_format, "dilations")
    if not isinstance(padding, str):
        raise TypeError(f"Expected string for argument 'padding' not {padding}.")
    with op_scope(name or "conv1d") as scope:
        input, filters = pair_of_tensors(input, filters)
        row = -2 if image_format == "NCHW" else -3
        result = conv2d(
            raw.ExpandDims(input, np.int32(row)),
            raw.ExpandDims(filters, np.int32(0)),
            arranged(1, [1, *spatial(first, flat_format)], 1, image_format),
            padding,
            image_format,
            arranged(1, [1, *spatial(second, flat_format)], 1, image_format),
            "Conv2D",
        )
        return raw.Squeeze(result, squeeze_dims=[row], name=scope)


@public("nn.conv3d")
def conv3d(
    input: Any,
    filters: Any,
    strides: Any,
    padding: Any,
    data_format: str = "NDHWC",
    dilations: Any = None,
    name: str | None = None,
) -> Tensor:
    """Slides filters over volumes.

    Args:
        input: floating tensor `[..., depth, height, width, channels]` with at least one batch axis, or
            `[batch, channels, depth, height, width]` for "NCDHW".
        filters: tensor `[planes, rows, columns, channels / groups, filters]` of the same dtype.
        strides: five numbers, one for each axis.
        padding: "SAME" or "VALID".
        data_format: "NDHWC" or "NCDHW".
        dilations: as `strides`; None is 1.
        name: name of the operation.

    Returns:
        Tensor `[batch, new_depth, new_height, new_width, filters]`, or in "NCDHW".

    Raises:
        InvalidArgumentError: sizes that do not fit, or windows larger than the input.

    >>> x = tf.ones([1, 2, 2, 2, 1])
    >>> tf.nn.conv3d(x, tf.ones([2, 2, 2, 1, 1]), [1] * 5, "VALID").numpy().ravel()
    array([8.], dtype=float32)
    """
    data_format = data_format or "NDHWC"
    input, filters = pair_of_tensors(input, filters)
    attrs = {
        "strides": steps_of_all_axes(strides, 5, data_format, "strides"),
        "padding": padding,
        "data_format": data_format,
        "dilations": steps_of_all_axes(dilations, 5, data_format, "dilations"),
    }
    if input.shape.rank is None or input.shape.rank <= 5:
        return raw.Conv3D(input, filters, **attrs, name=name)
    return with_one_batch_axis(
        input, 4, lambda x: raw.Conv3D(x, filters, **attrs), name or "Conv3D"
    )


_FUNCTIONS = {1: (conv1d, "NWC"), 2: (conv2d, "NHWC"), 3: (conv3d, "NDHWC")}


@public("nn.convolution")
def convolution(
    input: Any,
    filters: Any,
    strides: Any = None,
    padding: Any = "VALID",
    data_format: str | None = None,
    dilations: Any = None,
    name: str | None = None,
) -> Tensor:
    """Slides filters over an input with one, two or three spatial axes.

    Args:
        input: floating tensor `[batch, *sizes, channels]`, or with the channels second where
            `data_format` starts with "NC".
        filters: tensor `[*kernel, channels / groups, filters]` of the same dtype.
        strides: a number or one for each spatial axis; None is 1.
        padding: "SAME" or "VALID", or pairs for each axis.
        data_format: "NWC", "NCW", "NHWC", "NCHW", "NDHWC" or "NCDHW"; None has the channels last.
        dilations: as `strides`.
        name: name of the operation.

    Returns:
        Tensor `[batch, *new_sizes, filters]`, or in `data_format`.

    Raises:
        ValueError: the number of spatial axes is not 1, 2 or 3, or strides go with dilations.
        InvalidArgumentError: sizes that do not fit, or windows larger than the input.

    >>> tf.nn.convolution(tf.ones([1, 4, 1]), tf.ones([2, 1, 1]), dilations=2).shape
    TensorShape([1, 2, 1])
    """
    input, filters = pair_of_tensors(input, filters)
    count = (
        filters.shape.rank - 2 if filters.shape.rank is not None else (input.shape.rank or 0) - 2
    )
    if count not in _FUNCTIONS:
        raise ValueError(
            "`num_spatial_dims` must be 1, 2, or 3. "
            f"Received: num_spatial_dims={count}, of filters of shape {filters.shape}."
        )
    function, default_format = _FUNCTIONS[count]
    data_format = data_format or default_format
    steps, skips = (
        spatial(steps_of_all_axes(value, count + 2, data_format, what), data_format)
        for value, what in ((strides, "strides"), (dilations, "dilations"))
    )
    refuse_strides_with_dilations(steps, skips)
    return function(
        input,
        filters,
        1 if strides is None else strides,
        padding,
        data_format,
        dilations,
        name or "convolution",
    )


@public("nn.atrous_conv2d")
def atrous_conv2d(
    value: Any, filters: Any, rate: int, padding: str, name: str | None = None
) -> Tensor:
    """`conv2d` with stride 1 and the given dilation.

    Args:
        value: floating tensor `[batch, height, width, channels]`.
        filters: tensor `[rows, columns, channels, filters]` of the same dtype.
        rate: the dilation of both spatial axes, positive.
        padding: "SAME" or "VALID".
        name: name of the operation.

    Returns:
        Tensor `[batch, new_height, new_width, filters]`.

    Raises:
        InvalidArgumentError: sizes that do not fit, or windows larger than the input.

    >>> tf.nn.atrous_conv2d(tf.ones([1, 4, 4, 1]), tf.ones([2, 2, 1, 1]), 2, "VALID").shape
    TensorShape([1, 2, 2, 1])
    """
    return convolution(
        value, filters, padding=padding, dilations=[rate, rate], name=name or "convolution"
    )
