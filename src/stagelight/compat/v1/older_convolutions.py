"""The gradients of convolutions by function, as TensorFlow 1 had them, and `depthwise_conv2d_native`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from stagelight.core.raw import raw
from stagelight.core.tensor import Tensor
from stagelight.public import public

_ONES = (1, 1, 1, 1)


def _padded(padding: Any) -> dict[str, Any]:
    """The attrs of a padding: its name, or what is added to both ends of each axis."""
    if isinstance(padding, str):
        return {"padding": padding}
    return {"padding": "EXPLICIT", "explicit_paddings": [x for pair in padding for x in pair]}


@public("compat.v1.nn.conv2d_backprop_filter")
def conv2d_backprop_filter(
    input: Any,
    filter_sizes: Any,
    out_backprop: Any,
    strides: Sequence[int],
    padding: Any,
    use_cudnn_on_gpu: bool = True,
    data_format: str = "NHWC",
    dilations: Sequence[int] = _ONES,
    name: str | None = None,
) -> Tensor:
    """The gradient of `conv2d` for its filter.

    Args:
        input: the images, as for `conv2d`.
        filter_sizes: the filter's shape, int32 `[4]`.
        out_backprop: the gradient of the result.
        strides, padding, data_format, dilations, name: as for `conv2d`.
        use_cudnn_on_gpu: accepted for compatibility.

    >>> images, gradient = tf.ones([1, 3, 3, 1]), tf.ones([1, 2, 2, 1])
    >>> tf.compat.v1.nn.conv2d_backprop_filter(
    ...     images, [2, 2, 1, 1], gradient, [1, 1, 1, 1], "VALID").numpy().ravel().tolist()
    [4.0, 4.0, 4.0, 4.0]
    """
    return raw.Conv2DBackpropFilter(
        input,
        filter_sizes,
        out_backprop,
        strides=list(strides),
        data_format=data_format,
        dilations=list(dilations),
        name=name,
        **_padded(padding),
    )


@public("compat.v1.nn.conv2d_backprop_input")
def conv2d_backprop_input(
    input_sizes: Any,
    filter: Any = None,
    out_backprop: Any = None,
    strides: Any = None,
    padding: Any = None,
    use_cudnn_on_gpu: bool = True,
    data_format: str = "NHWC",
    dilations: Sequence[int] = _ONES,
    name: str | None = None,
    filters: Any = None,
) -> Tensor:
    """The gradient of `conv2d` for its images.

    Args:
        input_sizes: the shape of the images, int32 `[4]`.
        filter, filters: the filter, under either name.
        out_backprop: the gradient of the result.
        strides, padding, data_format, dilations, name: as for `conv2d`.
        use_cudnn_on_gpu: accepted for compatibility.

    Raises:
        ValueError: the filter is given by both names.

    >>> kernel, gradient = tf.ones([2, 2, 1, 1]), tf.ones([1, 2, 2, 1])
    >>> tf.compat.v1.nn.conv2d_backprop_input(
    ...     [1, 3, 3, 1], kernel, gradient, [1, 1, 1, 1], "VALID").numpy().ravel().tolist()
    [1.0, 2.0, 1.0, 2.0, 4.0, 2.0, 1.0, 2.0, 1.0]
    """
    if filter is not None and filters is not None:
        raise ValueError("Cannot specify both 'filter' and 'filters'.")
    return raw.Conv2DBackpropInput(
        input_sizes,
        filters if filter is None else filter,
        out_backprop,
        strides=list(strides),
        data_format=data_format,
        dilations=list(dilations),
        name=name,
        **_padded(padding),
    )


@public("compat.v1.nn.conv3d_backprop_filter", "compat.v1.nn.conv3d_backprop_filter_v2")
def conv3d_backprop_filter(
    input: Any,
    filter_sizes: Any,
    out_backprop: Any,
    strides: Sequence[int],
    padding: str,
    data_format: str = "NDHWC",
    dilations: Sequence[int] = (1, *_ONES),
    name: str | None = None,
) -> Tensor:
    """The gradient of `conv3d` for its filter; see `conv2d_backprop_filter`.

    >>> volumes, gradient = tf.ones([1, 2, 2, 2, 1]), tf.ones([1, 1, 1, 1, 1])
    >>> tf.compat.v1.nn.conv3d_backprop_filter(
    ...     volumes, [2, 2, 2, 1, 1], gradient, [1, 1, 1, 1, 1], "VALID").shape
    TensorShape([2, 2, 2, 1, 1])
    """
    return raw.Conv3DBackpropFilterV2(
        input,
        filter_sizes,
        out_backprop,
        strides=list(strides),
        padding=padding,
        data_format=data_format,
        dilations=list(dilations),
        name=name,
    )


@public("compat.v1.nn.depthwise_conv2d_native")
def depthwise_conv2d_native(
    input: Any,
    filter: Any,
    strides: Sequence[int],
    padding: Any,
    data_format: str = "NHWC",
    dilations: Sequence[int] = _ONES,
    name: str | None = None,
) -> Tensor:
    """`depthwise_conv2d` as one operation.

    Args:
        input, filter, strides, padding, data_format, name: as for `tf.nn.depthwise_conv2d`.
        dilations: one for each axis.

    >>> tf.compat.v1.nn.depthwise_conv2d_native(
    ...     tf.ones([1, 3, 3, 2]), tf.ones([2, 2, 2, 1]), [1, 1, 1, 1], "VALID").shape
    TensorShape([1, 2, 2, 2])
    """
    return raw.DepthwiseConv2dNative(
        input,
        filter,
        strides=list(strides),
        data_format=data_format,
        dilations=list(dilations),
        name=name,
        **_padded(padding),
    )
