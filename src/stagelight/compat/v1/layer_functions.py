"""`compat.v1.layers.flatten`, `dropout` and pools: layers as functions, which have no variables."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from stagelight.compat.v1.image_layouts import CHANNELS_FIRST, for_each_axis, layout_of
from stagelight.compat.v1.variable_scopes import variable_scope
from stagelight.control_flow.conditionals import smart_cond
from stagelight.core.convert import convert_to_tensor
from stagelight.graph.scopes import name_scope
from stagelight.ops.arrays.identity import identity
from stagelight.ops.arrays.reshaping import reshape, transpose
from stagelight.ops.arrays.shape import shape as shape_of
from stagelight.ops.nn import dropout as dropping
from stagelight.ops.nn.pooling_functions import avg_pool2d, max_pool2d
from stagelight.public import public
from stagelight.types.shapes import TensorShape


@contextmanager
def layer_scope(name: str | None, kind: str, reuse: Any, inputs: Any) -> Iterator[Any]:
    """The scope of a layer; gives its input as a tensor."""
    with variable_scope(name, default_name=kind, values=[inputs], reuse=reuse):
        yield convert_to_tensor(inputs)


@public("compat.v1.layers.max_pooling2d")
def max_pooling2d(
    inputs: Any,
    pool_size: Any,
    strides: Any,
    padding: str = "valid",
    data_format: str = "channels_last",
    name: str | None = None,
) -> Any:
    """The largest element of each window.

    Args:
        inputs: tensor `[batch, height, width, channels]`; the channels second for "channels_first".
        pool_size, strides: a number, or two.
        padding: "valid" or "same".
        data_format: "channels_last" or "channels_first".
        name: the operation's name.

    >>> tf.compat.v1.layers.max_pooling2d(tf.ones([1, 8, 8, 3]), 2, 2).shape
    TensorShape([1, 4, 4, 3])
    """
    layout, sizes = (
        layout_of(2, data_format),
        (for_each_axis(pool_size, 2), for_each_axis(strides, 2)),
    )
    with name_scope(name or "max_pooling2d"):
        return max_pool2d(inputs, *sizes, padding.upper(), layout, "MaxPool")


@public("compat.v1.layers.average_pooling2d")
def average_pooling2d(
    inputs: Any,
    pool_size: Any,
    strides: Any,
    padding: str = "valid",
    data_format: str = "channels_last",
    name: str | None = None,
) -> Any:
    """The mean of each window; arguments as for `max_pooling2d`.

    >>> tf.compat.v1.layers.average_pooling2d(tf.ones([1, 8, 8, 3]), 2, 2).shape
    TensorShape([1, 4, 4, 3])
    """
    layout, sizes = (
        layout_of(2, data_format),
        (for_each_axis(pool_size, 2), for_each_axis(strides, 2)),
    )
    with name_scope(name or "average_pooling2d"):
        return avg_pool2d(inputs, *sizes, padding.upper(), layout, "AvgPool")


@public("compat.v1.layers.flatten")
def flatten(inputs: Any, name: str | None = None, data_format: str = "channels_last") -> Any:
    """Each example's elements as one row.

    Args:
        inputs: tensor `[batch, ...]`.
        name: the scope's name.
        data_format: "channels_first" where the channels stand second: they become the last axis before.

    >>> tf.compat.v1.layers.flatten(tf.ones([5, 2, 3])).shape
    TensorShape([5, 6])
    """
    with layer_scope(name, "flatten", None, inputs) as x:
        rank = x.shape.rank
        if data_format == CHANNELS_FIRST and rank is not None and rank > 1:
            x = transpose(x, [0, *range(2, rank), 1])
        size = x.shape[1:].num_elements() if rank else None
        if rank == 1:
            size = 1
        rows = reshape(x, [-1, size] if size is not None else [shape_of(x)[0], -1])
        rows.set_shape(TensorShape([x.shape[0] if rank else None, size]))
        return rows


@public("compat.v1.layers.dropout")
def dropout(
    inputs: Any,
    rate: Any = 0.5,
    noise_shape: Any = None,
    seed: int | None = None,
    training: Any = False,
    name: str | None = None,
) -> Any:
    """Drops elements in training: sets them to 0, and scales the others by `1 / (1 - rate)`.

    Args:
        inputs: floating tensor.
        rate: the part that is dropped.
        noise_shape: the shape of the choice; see `tf.nn.dropout`.
        seed: a seed.
        training: whether elements are dropped: a bool, or a bool tensor.
        name: the scope's name.

    >>> tf.compat.v1.layers.dropout([1.0, 2.0]).numpy()
    array([1., 2.], dtype=float32)
    """
    with layer_scope(name, "dropout", None, inputs) as x:
        return smart_cond(
            training,
            lambda: dropping.dropout(x, rate, noise_shape, seed),
            lambda: identity(x),
        )
