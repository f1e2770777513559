"""Transposed convolutions: `tf.nn.conv2d_transpose` and its kin, the gradients of convolutions as
functions.

Each input element adds its multiple of the filters to the output; the output's shape is given,
since several shapes have the same convolution.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from stagelight.core.convert import convert_to_tensor
from stagelight.core.raw import raw
from stagelight.core.scopes import op_scope
from stagelight.core.tensor import Tensor
from stagelight.ops.nn.convolution_functions import padding_attrs, pair_of_tensors
from stagelight.ops.nn.windows import (
    arranged,
    channel_of,
    is_channels_first,
    spatial,
    steps_of_all_axes,
)
from stagelight.public import public
from stagelight.types import dtypes


@public("nn.conv2d_transpose")
def conv2d_transpose(
    input: Any,
    filters: Any,
    output_shape: Any,
    strides: Any,
    padding: Any = "SAME",
    data_format: str = "NHWC",
    dilations: Any = None,
    name: str | None = None,
) -> Tensor:
    """The transpose of `conv2d`: what that convolution's gradient does to `input`.

    Args:
        input: floating tensor `[batch, height, width, channels]`, or with the channels second for
            "NCHW".
        filters: tensor `[rows, columns, output_channels, channels]` of the same dtype.
        output_shape: integer vector, the shape of the result.
        strides: a number, two, or one for each axis.
        padding: "SAME", "VALID", or a list of four pairs.
        data_format: "NHWC" or "NCHW".
        dilations: as `strides`; None is 1.
        name: name of the operation.

    Returns:
        Tensor of the shape `output_shape`.

    Raises:
        InvalidArgumentError: a convolution of that shape does not have the input's.

    >>> x = tf.ones([1, 2, 2, 1])
    >>> tf.nn.conv2d_transpose(x, tf.ones([2, 2, 1, 1]), [1, 4, 4, 1], strides=2).shape
    TensorShape([1, 4, 4, 1])
    """
    data_format = data_format or "NHWC"
    with op_scope(name or "conv2d_transpose") as scope:
        input, filters = pair_of_tensors(input, filters)
        return raw.Conv2DBackpropInput(
            convert_to_tensor(output_shape, dtypes.int32, name="output_shape"),
            filters,
            input,
            strides=steps_of_all_axes(strides, 4, data_format, "strides"),
            dilations=steps_of_all_axes(dilations, 4, data_format, "dilations"),
            data_format=data_format,
            name=scope,
            **padding_attrs(padding),
        )


@public("nn.conv1d_transpose")
def conv1d_transpose(
    input: Any,
    filters: Any,
    output_shape: Any,
    strides: Any,
    padding: Any = "SAME",
    data_format: str = "NWC",
    dilations: Any = None,
    name: str | None = None,
) -> Tensor:
    """The transpose of `conv1d`.

    Args:
        input: floating tensor `[batch, width, channels]`, or `[batch, channels, width]` for "NCW".
        filters: tensor `[columns, output_channels, channels]` of the same dtype.
        output_shape: integer vector, the shape of the result.
        strides: a number, or one for each axis.
        padding: "SAME" or "VALID".
        data_format: "NWC" or "NCW".
        dilations: as `strides`; None is 1.
        name: name of the operation.

    Returns:
        Tensor of the shape `output_shape`.

    Raises:
        InvalidArgumentError: a convolution of that shape does not have the input's.

    >>> tf.nn.conv1d_transpose(tf.ones([1, 2, 1]), tf.ones([2, 1, 1]), [1, 4, 1], 2).shape
    TensorShape([1, 4, 1])
    """
    flat = "NCW" if is_channels_first(data_format) else "NWC"
    image = "NCHW" if flat == "NCW" else "NHWC"
    row = 2 if flat == "NCW" else 1

    def with_row(values: list[int]) -> list[int]:
        return arranged(values[0], [1, *spatial(values, flat)], channel_of(values, flat), image)

    with op_scope(name or "conv1d_transpose") as scope:
        input, filters = pair_of_tensors(input, filters)
        shape = convert_to_tensor(output_shape, dtypes.int32, name="output_shape")
        cut = [np.asarray([place], np.int32) for place in (0, row, 3, 1)]
        first = raw.StridedSlice(shape, cut[0], cut[1], cut[3])
        rest = raw.StridedSlice(shape, cut[1], cut[2], cut[3])
        result = conv2d_transpose(
            raw.ExpandDims(input, np.int32(row)),
            raw.ExpandDims(filters, np.int32(0)),
            raw.ConcatV2([first, np.asarray([1], np.int32), rest], np.int32(0)),
            with_row(steps_of_all_axes(strides, 3, flat, "strides")),
            padding,
            image,
            with_row(steps_of_all_axes(dilations, 3, flat, "dilations")),
        )
        return raw.Squeeze(result, squeeze_dims=[row], name=scope)


@public("nn.conv3d_transpose")
def conv3d_transpose(
    input: Any,
    filters: Any,
    output_shape: Any,
    strides: Any,
    padding: str = "SAME",
    data_format: str = "NDHWC",
    dilations: Any = None,
    name: str | None = None,
) -> Tensor:
    """The transpose of `conv3d`.

    Args:
        input: floating tensor `[batch, depth, height, width, channels]`, or in "NCDHW".
        filters: tensor `[planes, rows, columns, output_channels, channels]` of the same dtype.
        output_shape: integer vector, the shape of the result.
        strides: a number, three, or one for each axis.
        padding: "SAME" or "VALID".
        data_format: "NDHWC" or "NCDHW".
        dilations: as `strides`; None is 1.
        name: name of the operation.

    Returns:
        Tensor of the shape `output_shape`.

    Raises:
        InvalidArgumentError: a convolution of that shape does not have the input's.

    >>> x = tf.ones([1, 2, 2, 2, 1])
    >>> tf.nn.conv3d_transpose(x, tf.ones([2, 2, 2, 1, 1]), [1, 4, 4, 4, 1], strides=2).shape
    TensorShape([1, 4, 4, 4, 1])
    """
    data_format = data_format or "NDHWC"
    with op_scope(name or "conv3d_transpose") as scope:
        input, filters = pair_of_tensors(input, filters)
        return raw.Conv3DBackpropInputV2(
            output_shape,
            filters,
            input,
            strides=steps_of_all_axes(strides, 5, data_format, "strides"),
            dilations=steps_of_all_axes(dilations, 5, data_format, "dilations"),
            padding=padding,
            data_format=data_format,
            name=scope,
        )


_FUNCTIONS = {
    1: (conv1d_transpose, "NWC"),
    2: (conv2d_transpose, "NHWC"),
    3: (conv3d_transpose, "NDHWC"),
}


@public("nn.conv_transpose")
def conv_transpose(
    input: Any,
    filters: Any,
    output_shape: Any,
    strides: Any,
    padding: str = "SAME",
    data_format: str | None = None,
    dilations: Any = None,
    name: str | None = None,
) -> Tensor:
    """The transpose of `convolution`, for one, two or three spatial axes.

    Args:
        input: floating tensor `[batch, *sizes, channels]`, or with the channels second.
        filters: tensor `[*kernel, output_channels, channels]` of the same dtype.
        output_shape: integer vector, the shape of the result.
        strides: a number or one for each spatial axis.
        padding: "SAME" or "VALID".
        data_format: where the channels are; None has them last.
        dilations: as `strides`; None is 1.
        name: name of the operation.

    Returns:
        Tensor of the shape `output_shape`.

    Raises:
        ValueError: the number of spatial axes is not 1, 2 or 3.
        InvalidArgumentError: a convolution of that shape does not have the input's.

    >>> tf.nn.conv_transpose(tf.ones([1, 2, 1]), tf.ones([2, 1, 1]), [1, 4, 1], 2).shape
    TensorShape([1, 4, 1])
    """
    shape = convert_to_tensor(output_shape, name="output_shape")
    count = (shape.shape.num_elements() or 0) - 2
    if count not in _FUNCTIONS:
        raise ValueError(
            "`output_shape` must be of length 3, 4 or 5. "
            f"Received: output_shape={output_shape} of length {count + 2}"
        )
    function, default_format = _FUNCTIONS[count]
    return function(
        input, filters, shape, strides, padding, data_format or default_format, dilations, name
    )


@public("nn.atrous_conv2d_transpose")
def atrous_conv2d_transpose(
    value: Any, filters: Any, output_shape: Any, rate: int, padding: str, name: str | None = None
) -> Tensor:
    """The transpose of `atrous_conv2d`.

    Args:
        value: floating tensor `[batch, height, width, channels]`.
        filters: tensor `[rows, columns, output_channels, channels]` of the same dtype.
        output_shape: integer vector, the shape of the result.
        rate: the dilation of both spatial axes, positive.
        padding: "SAME" or "VALID".
        name: name of the operation.

    Returns:
        Tensor of the shape `output_shape`.

    Raises:
        ValueError: a `rate` that is not positive.
        InvalidArgumentError: a convolution of that shape does not have the input's.

    >>> x, filters = tf.ones([1, 4, 4, 1]), tf.ones([2, 2, 1, 1])
    >>> tf.nn.atrous_conv2d_transpose(x, filters, [1, 4, 4, 1], rate=2, padding="SAME").shape
    TensorShape([1, 4, 4, 1])
    """
    if rate < 1:
        raise ValueError(f"`rate` cannot be less than one. Received: rate={rate}")
    return conv2d_transpose(
        value,
        filters,
        output_shape,
        strides=1,
        padding=padding,
        dilations=rate,
        name=name or "atrous_conv2d_transpose",
    )
