"""`tf.nn.pool`: pooling whose kind is an argument, and whose windows may skip elements."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from stagelight.core.convert import convert_to_tensor
from stagelight.core.raw import raw
from stagelight.core.scopes import op_scope
from stagelight.core.tensor import Tensor
from stagelight.ops.nn.pooling_functions import MAX_POOLS, MEAN_POOLS
from stagelight.ops.nn.windows import is_channels_first, refuse_strides_with_dilations
from stagelight.public import public


@public("nn.pool")
def pool(
    input: Any,
    window_shape: Sequence[int],
    pooling_type: str,
    strides: Sequence[int] | None = None,
    padding: Any = "VALID",
    data_format: str | None = None,
    dilations: Sequence[int] | None = None,
    name: str | None = None,
) -> Tensor:
    """Pooling over an input with one, two or three spatial axes, perhaps with dilation.

    Args:
        input: real tensor `[batch, *sizes, channels]`, or with the channels second.
        window_shape: the window's size, one for each spatial axis.
        pooling_type: "MAX" or "AVG".
        strides: its steps, likewise; None is 1.
        padding: "SAME", "VALID", or a list of pairs, one for each axis.
        data_format: where the channels are; None has them last.
        dilations: steps between the elements under a window; None is 1.
        name: name of the operation.

    Returns:
        Tensor `[batch, *new_sizes, channels]`, or in `data_format`.

    Raises:
        ValueError: another type, or dilation together with strides or padding.
        InvalidArgumentError: windows that do not fit.

    >>> tf.nn.pool([[[1.0], [3.0], [2.0]]], [2], "MAX", dilations=[2]).numpy().ravel()
    array([2.], dtype=float32)
    """
    count = len(window_shape)
    strides = list(strides or [1] * count)
    dilations = list(dilations or [1] * count)
    if pooling_type not in ("MAX", "AVG") or count not in (1, 2, 3):
        raise ValueError(f"{count}-D {pooling_type} pooling is not supported.")
    is_dilated = any(step > 1 for step in dilations)
    refuse_strides_with_dilations(strides, dilations)
    if is_dilated and padding != "VALID":
        raise ValueError(
            "pooling with 'SAME' padding is not implemented for `dilation_rate` > 1. "
            f"Received: padding={padding} and dilation_rate={dilations}"
        )
    function, default_format = (MAX_POOLS if pooling_type == "MAX" else MEAN_POOLS)[count + 2]
    data_format = data_format or default_format
    with op_scope(name or f"{pooling_type.lower()}_pool"):
        x = convert_to_tensor(input, name="input")
        if not is_dilated:
            return function(x, window_shape, strides, padding, data_format)
        return _dilated(function, x, list(window_shape), dilations, data_format)


def _dilated(
    function: Callable[..., Tensor],
    x: Tensor,
    window_shape: list[int],
    dilations: list[int],
    data_format: str,
) -> Tensor:
    """Pools each of the interleaved images that a dilated window sees, as a batch."""
    last = data_format
    is_first = is_channels_first(data_format)
    count = len(dilations)
    if is_first:
        x = raw.Transpose(x, np.asarray([0, *range(2, count + 2), 1], np.int32))
        last = {1: "NWC", 2: "NHWC", 3: "NDHWC"}[count]
    block = np.asarray(dilations, np.int32)
    sizes = raw.StridedSlice(
        raw.Shape(x),
        np.asarray([1], np.int32),
        np.asarray([count + 1], np.int32),
        np.asarray([1], np.int32),
    )
    missing = raw.FloorMod(raw.Neg(sizes), block)
    pads = raw.Pack([raw.ZerosLike(missing), missing], axis=1)
    interleaved = raw.SpaceToBatchND(x, block, pads)
    pooled = function(interleaved, window_shape, 1, "VALID", last)
    result = raw.BatchToSpaceND(pooled, block, pads)
    if is_first:
        result = raw.Transpose(result, np.asarray([0, count + 1, *range(1, count + 1)], np.int32))
    return result
