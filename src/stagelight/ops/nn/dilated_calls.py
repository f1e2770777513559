"""Dilated forms of any operation over windows: `tf.nn.with_space_to_batch`."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from stagelight.core.convert import convert_to_tensor
from stagelight.core.inference import constant_value
from stagelight.core.raw import raw
from stagelight.core.tensor import Tensor
from stagelight.ops.arrays.space_batch import required_space_to_batch_paddings
from stagelight.public import public
from stagelight.types import dtypes


def _spatial_axes(spatial_dims: Any, count: int, data_format: str | None) -> list[int]:
    if spatial_dims is None:
        first = 2 if data_format is not None and data_format.startswith("NC") else 1
        return list(range(first, first + count))
    axes = sorted(int(axis) for axis in spatial_dims)
    if axes != [int(axis) for axis in spatial_dims]:
        raise ValueError(
            f"`spatial_dims` must be a monotonically increasing sequence. Received: {spatial_dims}"
        )
    if len(axes) != count or axes[0] < 1:
        raise ValueError(
            f"`spatial_dims` must be {count} positive integers, one for each rate. Received: {axes}"
        )
    return axes


def _least_paddings(padding: str, rates: np.ndarray, filter_shape: Any) -> Any:
    if padding == "VALID":
        return np.zeros((len(rates), 2), np.int32)
    if padding != "SAME":
        raise ValueError(f'`padding` must be "SAME" or "VALID". Received: {padding!r}')
    if filter_shape is None:
        raise ValueError("`filter_shape` must be specified for `padding='SAME'`.")
    filters = convert_to_tensor(filter_shape, dtypes.int32, name="filter_shape")
    known = constant_value(filters)
    windows: Any = filters if known is None else known
    extra = raw.Mul(raw.Sub(windows[: len(rates)], 1), rates)
    before = raw.FloorDiv(extra, 2)
    return raw.Pack([before, raw.Sub(extra, before)], axis=1)


@public("nn.with_space_to_batch")
def with_space_to_batch(
    input: Any,
    dilation_rate: Any,
    padding: str,
    op: Callable[..., Any],
    filter_shape: Any = None,
    spatial_dims: Any = None,
    data_format: str | None = None,
) -> Any:
    """Calls `op` as if the places of its windows lay `dilation_rate` apart.

    Every `rate`-th place of the input goes to an image of its own in the batch (`tf.space_to_batch`); `op`
    is called, without padding, and its result brought back.

    Args:
        input: tensor of at least two axes.
        dilation_rate: known positive int32 vector, the rate along each spatial axis.
        padding: "VALID", or "SAME" for a result of the input's sizes.
        op: `op(input, num_spatial_dims, padding) -> tensor`; it must not change the batch or move more than
            one place at a time.
        filter_shape: int32 vector, the sizes of windows; "SAME" needs it.
        spatial_dims: the spatial axes, in order; by default those after the batch, or after the channels.
        data_format: whether the channels come first ("NC...").

    Returns:
        What `op` returns; where all rates are 1 it is called directly.

    Raises:
        ValueError: rates, axes or `padding` are not as said.

    >>> def sums(x, num_spatial_dims, padding):
    ...     return tf.nn.conv1d(x, tf.ones([2, 1, 1]), 1, padding)
    >>> x = tf.reshape(tf.range(5.0), [1, 5, 1])
    >>> tf.nn.with_space_to_batch(x, [2], "VALID", sums).numpy().ravel()
    array([2., 4., 6.], dtype=float32)
    """
    x = convert_to_tensor(input, name="input")
    rates = constant_value(convert_to_tensor(dilation_rate, dtypes.int32, name="dilation_rate"))
    if rates is None or rates.ndim != 1 or not len(rates):
        raise ValueError(f"`dilation_rate` must be a known vector. Received: {dilation_rate}")
    if (rates < 1).any():
        raise ValueError(f"`dilation_rate` must be positive. Received: {rates.tolist()}")
    axes = _spatial_axes(spatial_dims, len(rates), data_format)
    if x.shape.rank is not None and x.shape.rank <= axes[-1]:
        raise ValueError(
            f"`input` must have a rank of at least {axes[-1] + 1}. Received shape: {x.shape}"
        )
    if (rates == 1).all():
        return op(x, len(rates), padding)
    sizes = raw.GatherV2(raw.Shape(x), np.asarray(axes, np.int32), np.int32(0))
    least = _least_paddings(padding, rates, filter_shape)
    paddings, crops = required_space_to_batch_paddings(sizes, rates, least)
    blocks = np.ones(axes[-1], np.int32)
    blocks[[axis - 1 for axis in axes]] = rates
    dilated = raw.SpaceToBatchND(x, blocks, _over_all(paddings, axes))
    result = convert_to_tensor(op(dilated, len(rates), "VALID"))
    return raw.BatchToSpaceND(result, blocks, _over_all(crops, axes))


def _over_all(pairs: Tensor, axes: list[int]) -> Tensor:
    """Pairs for all axes from the second on, zeros where there are none."""
    places = np.asarray([[axis - 1] for axis in axes], np.int32)
    return raw.ScatterNd(places, pairs, np.asarray([axes[-1], 2], np.int32))
