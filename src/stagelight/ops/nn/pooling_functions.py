"""`tf.nn.max_pool` and `tf.nn.avg_pool` in one to three dimensions, `tf.nn.max_pool_with_argmax`.

They give windows and strides of all axes to the ops of `pooling`. One dimension is two with one
row.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from stagelight.core.convert import convert_to_tensor
from stagelight.core.raw import raw
from stagelight.core.scopes import op_scope
from stagelight.core.tensor import Tensor
from stagelight.ops.nn.windows import (
    arranged,
    channel_of,
    is_channels_first,
    spatial,
    steps_of_all_axes,
)
from stagelight.public import public
from stagelight.types import dtypes


def _paddings(padding: Any, rank: int) -> dict[str, Any]:
    if isinstance(padding, str):
        if padding == "EXPLICIT":
            raise ValueError(
                "'EXPLICIT' is not a valid value for `padding`. To use explicit padding, "
                "`padding` must be a list."
            )
        return {"padding": padding}
    if len(padding) != rank or any(len(pair) != 2 for pair in padding):
        raise ValueError(
            f"When padding is a list, it must be of {rank} pairs. Received: padding={padding}"
        )
    return {"padding": "EXPLICIT", "explicit_paddings": [int(n) for pair in padding for n in pair]}


def _pool(
    op: str,
    input: Any,
    ksize: Any,
    strides: Any,
    padding: Any,
    data_format: str,
    name: str | None,
) -> Tensor:
    """Pooling by a raw op of two or three dimensions."""
    rank = len(data_format)
    if op.startswith("Avg") and not isinstance(padding, str):
        raise TypeError(f"Expected string for argument 'padding' not {padding}.")
    return getattr(raw, op)(
        convert_to_tensor(input, name="input"),
        ksize=steps_of_all_axes(ksize, rank, data_format, "ksize"),
        strides=steps_of_all_axes(strides, rank, data_format, "strides"),
        data_format=data_format,
        name=name,
        **_paddings(padding, rank),
    )


def _pool_1d(
    op: str,
    input: Any,
    ksize: Any,
    strides: Any,
    padding: Any,
    data_format: str,
    name: str,
) -> Tensor:
    """Pooling of sequences, as images of one row."""
    flat = "NCW" if is_channels_first(data_format) else "NWC"
    image = "NCHW" if flat == "NCW" else "NHWC"
    row = 2 if flat == "NCW" else 1

    def with_row(values: Sequence[Any], one: Any) -> list[Any]:
        return arranged(values[0], [one, *spatial(values, flat)], channel_of(values, flat), image)

    if not isinstance(padding, str):
        padding = with_row([tuple(pair) for pair in padding], (0, 0))
    with op_scope(name) as scope:
        images = raw.ExpandDims(convert_to_tensor(input, name="input"), np.int32(row))
        pooled = _pool(
            op,
            images,
            with_row(steps_of_all_axes(ksize, 3, flat, "ksize"), 1),
            with_row(steps_of_all_axes(strides, 3, flat, "strides"), 1),
            padding,
            image,
            None,
        )
        return raw.Squeeze(pooled, squeeze_dims=[row], name=scope)


@public("nn.max_pool1d")
def max_pool1d(
    input: Any,
    ksize: Any,
    strides: Any,
    padding: Any,
    data_format: str = "NWC",
    name: str | None = None,
) -> Tensor:
    """The maximum under each window that slides over sequences.

    Args:
        input: real tensor `[batch, width, channels]`, or `[batch, channels, width]` for "NCW".
        ksize: the window's size, a number or one for each axis.
        strides: its steps, likewise.
        padding: "SAME", "VALID", or a list of three pairs.
        data_format: "NWC" or "NCW".
        name: name of the operation.

    Returns:
        Tensor `[batch, new_width, channels]`, or in "NCW".

    Raises:
        InvalidArgumentError: windows that do not fit.

    >>> tf.nn.max_pool1d([[[1.0], [3.0], [2.0]]], 2, 1, "VALID")[0, :, 0].numpy()
    array([3., 3.], dtype=float32)
    """
    return _pool_1d("MaxPool", input, ksize, strides, padding, data_format, name or "MaxPool1d")


@public("nn.max_pool2d")
def max_pool2d(
    input: Any,
    ksize: Any,
    strides: Any,
    padding: Any,
    data_format: str = "NHWC",
    name: str | None = None,
) -> Tensor:
    """The maximum under each window that slides over images.

    Args:
        input: real tensor `[batch, height, width, channels]`, or with the channels second for
            "NCHW".
        ksize: the window's size: a number, two, or one for each axis.
        strides: its steps, likewise.
        padding: "SAME", "VALID", or a list of four pairs.
        data_format: "NHWC" or "NCHW".
        name: name of the operation.

    Returns:
        Tensor `[batch, new_height, new_width, channels]`, or in "NCHW".

    Raises:
        InvalidArgumentError: windows that do not fit.

    >>> x = tf.reshape(tf.range(9.0), [1, 3, 3, 1])
    >>> tf.nn.max_pool2d(x, 2, 1, "VALID")[0, :, :, 0].numpy()
    array([[4., 5.],
           [7., 8.]], dtype=float32)
    """
    return _pool(
        "MaxPool", input, ksize, strides, padding, data_format or "NHWC", name or "MaxPool2d"
    )


@public("nn.max_pool3d")
def max_pool3d(
    input: Any,
    ksize: Any,
    strides: Any,
    padding: str,
    data_format: str = "NDHWC",
    name: str | None = None,
) -> Tensor:
    """The maximum under each window that slides over volumes.

    Args:
        input: floating tensor `[batch, depth, height, width, channels]`, or in "NCDHW".
        ksize: the window's size: a number, three, or one for each axis.
        strides: its steps, likewise.
        padding: "SAME" or "VALID".
        data_format: "NDHWC" or "NCDHW".
        name: name of the operation.

    Returns:
        Tensor `[batch, new_depth, new_height, new_width, channels]`, or in "NCDHW".

    Raises:
        InvalidArgumentError: windows that do not fit.

    >>> tf.nn.max_pool3d(tf.ones([1, 4, 4, 4, 1]), 2, 2, "VALID").shape
    TensorShape([1, 2, 2, 2, 1])
    """
    return _pool(
        "MaxPool3D", input, ksize, strides, padding, data_format or "NDHWC", name or "MaxPool3D"
    )


@public("nn.avg_pool1d")
def avg_pool1d(
    input: Any,
    ksize: Any,
    strides: Any,
    padding: str,
    data_format: str = "NWC",
    name: str | None = None,
) -> Tensor:
    """The mean under each window that slides over sequences; padding does not count.

    Args:
        input: floating tensor `[batch, width, channels]`, or `[batch, channels, width]` for "NCW".
        ksize: the window's size, a number or one for each axis.
        strides: its steps, likewise.
        padding: "SAME" or "VALID".
        data_format: "NWC" or "NCW".
        name: name of the operation.

    Returns:
        Tensor `[batch, new_width, channels]`, or in "NCW".

    Raises:
        InvalidArgumentError: windows that do not fit.

    >>> tf.nn.avg_pool1d([[[1.0], [3.0], [2.0]]], 2, 1, "VALID")[0, :, 0].numpy()
    array([2. , 2.5], dtype=float32)
    """
    return _pool_1d("AvgPool", input, ksize, strides, padding, data_format, name or "AvgPool1D")


@public("nn.avg_pool2d")
def avg_pool2d(
    input: Any,
    ksize: Any,
    strides: Any,
    padding: str,
    data_format: str = "NHWC",
    name: str | None = None,
) -> Tensor:
    """The mean under each window that slides over images; padding does not count.

    Args:
        input: floating tensor `[batch, height, width, channels]`, or with the channels second for
            "NCHW".
        ksize: the window's size: a number, two, or one for each axis.
        strides: its steps, likewise.
        padding: "SAME" or "VALID".
        data_format: "NHWC" or "NCHW".
        name: name of the operation.

    Returns:
        Tensor `[batch, new_height, new_width, channels]`, or in "NCHW".

    Raises:
        InvalidArgumentError: windows that do not fit.

    >>> x = tf.reshape(tf.range(9.0), [1, 3, 3, 1])
    >>> tf.nn.avg_pool2d(x, 2, 1, "VALID")[0, :, :, 0].numpy()
    array([[2., 3.],
           [5., 6.]], dtype=float32)
    """
    return _pool(
        "AvgPool", input, ksize, strides, padding, data_format or "NHWC", name or "AvgPool2D"
    )


@public("nn.avg_pool3d")
def avg_pool3d(
    input: Any,
    ksize: Any,
    strides: Any,
    padding: str,
    data_format: str = "NDHWC",
    name: str | None = None,
) -> Tensor:
    """The mean under each window that slides over volumes; padding does not count.

    Args:
        input: floating tensor `[batch, depth, height, width, channels]`, or in "NCDHW".
        ksize: the window's size: a number, three, or one for each axis.
        strides: its steps, likewise.
        padding: "SAME" or "VALID".
        data_format: "NDHWC" or "NCDHW".
        name: name of the operation.

    Returns:
        Tensor `[batch, new_depth, new_height, new_width, channels]`, or in "NCDHW".

    Raises:
        InvalidArgumentError: windows that do not fit.

    >>> tf.nn.avg_pool3d(tf.ones([1, 4, 4, 4, 1]), 2, 2, "VALID").shape
    TensorShape([1, 2, 2, 2, 1])
    """
    return _pool(
        "AvgPool3D", input, ksize, strides, padding, data_format or "NDHWC", name or "AvgPool3D"
    )


MAX_POOLS: dict[int, tuple[Callable[..., Tensor], str]] = {
    3: (max_pool1d, "NWC"),
    4: (max_pool2d, "NHWC"),
    5: (max_pool3d, "NDHWC"),
}
MEAN_POOLS: dict[int, tuple[Callable[..., Tensor], str]] = {
    3: (avg_pool1d, "NWC"),
    4: (avg_pool2d, "NHWC"),
    5: (avg_pool3d, "NDHWC"),
}


def _by_rank(
    functions: dict[int, tuple[Callable[..., Tensor], str]],
    input: Any,
    ksize: Any,
    strides: Any,
    padding: Any,
    data_format: str | None,
    name: str | None,
) -> Tensor:
    x = convert_to_tensor(input, name="input")
    rank = x.shape.rank or (len(data_format) if data_format else 0)
    if rank not in functions:
        raise ValueError(
            f"`input.shape.rank` must be 3, 4 or 5. Received: input.shape={x.shape} of rank "
            f"{x.shape.rank}"
        )
    function, default_format = functions[rank]
    return function(x, ksize, strides, padding, data_format or default_format, name)


@public("nn.max_pool")
def max_pool(
    input: Any,
    ksize: Any,
    strides: Any,
    padding: Any,
    data_format: str | None = None,
    name: str | None = None,
) -> Tensor:
    """The maximum under each window, over an input with one, two or three spatial axes.

    Args:
        input: real tensor `[batch, *sizes, channels]`, or with the channels second.
        ksize: the window's size: a number, one for each spatial axis, or one for each axis.
        strides: its steps, likewise.
        padding: "SAME", "VALID", or a list of pairs, one for each axis.
        data_format: where the channels are; None has them last.
        name: name of the operation.

    Returns:
        Tensor `[batch, *new_sizes, channels]`, or in `data_format`.

    Raises:
        ValueError: an input of another rank.
        InvalidArgumentError: windows that do not fit.

    >>> tf.nn.max_pool([[[1.0], [3.0], [2.0]]], 2, 1, "VALID")[0, :, 0].numpy()
    array([3., 3.], dtype=float32)
    """
    return _by_rank(MAX_POOLS, input, ksize, strides, padding, data_format, name)


@public("nn.avg_pool")
def avg_pool(
    input: Any,
    ksize: Any,
    strides: Any,
    padding: str,
    data_format: str | None = None,
    name: str | None = None,
) -> Tensor:
    """The mean under each window, over an input with one, two or three spatial axes.

    Args:
        input: floating tensor `[batch, *sizes, channels]`, or with the channels second.
        ksize: the window's size: a number, one for each spatial axis, or one for each axis.
        strides: its steps, likewise.
        padding: "SAME" or "VALID"; padding does not count.
        data_format: where the channels are; None has them last.
        name: name of the operation.

    Returns:
        Tensor `[batch, *new_sizes, channels]`, or in `data_format`.

    Raises:
        ValueError: an input of another rank.
        InvalidArgumentError: windows that do not fit.

    >>> tf.nn.avg_pool([[[1.0], [3.0], [2.0]]], 2, 1, "VALID")[0, :, 0].numpy()
    array([2. , 2.5], dtype=float32)
    """
    return _by_rank(MEAN_POOLS, input, ksize, strides, padding, data_format, name)


@public("nn.max_pool_with_argmax")
def max_pool_with_argmax(
    input: Any,
    ksize: Any,
    strides: Any,
    padding: str,
    data_format: str = "NHWC",
    output_dtype: Any = dtypes.int64,
    include_batch_in_index: bool = False,
    name: str | None = None,
) -> tuple[Tensor, Tensor]:
    """The maximum under each window, and where it is.

    Args:
        input: real tensor `[batch, height, width, channels]`.
        ksize: the window's size: a number, two, or one for each axis.
        strides: its steps, likewise.
        padding: "SAME" or "VALID".
        data_format: "NHWC".
        output_dtype: dtype of the places, int32 or int64.
        include_batch_in_index: whether places count from the first image, not from their own.
        name: name of the operation.

    Returns:
        The maxima `[batch, new_height, new_width, channels]`, and of each the index
        `(row * width + column) * channels + channel` in its image.

    Raises:
        ValueError: another `data_format`.
        InvalidArgumentError: windows that do not fit.

    >>> x = tf.reshape(tf.range(9.0), [1, 3, 3, 1])
    >>> tf.nn.max_pool_with_argmax(x, 2, 1, "VALID")[1].numpy().ravel()
    array([4, 5, 7, 8])
    """
    if data_format != "NHWC":
        raise ValueError(
            "`data_format` values other  than 'NHWC' are not supported. "
            f"Received: data_format={data_format}"
        )
    return raw.MaxPoolWithArgmax(
        convert_to_tensor(input, name="input"),
        ksize=steps_of_all_axes(ksize, 4, "NHWC", "ksize"),
        strides=steps_of_all_axes(strides, 4, "NHWC", "strides"),
        padding=padding,
        Targmax=output_dtype,
        include_batch_in_index=include_batch_in_index,
        name=name,
    )
