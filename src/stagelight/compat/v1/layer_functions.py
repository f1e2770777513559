"""`compat.v1.layers.dense` and its like: layers as functions, whose variables belong to the variable scope.

A layer opens a scope of its name, in which `get_variable` makes its variables or, with `reuse`, finds them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from stagelight.compat.v1.graph_collections import GraphKeys, add_to_collection
from stagelight.compat.v1.older_initializers import Zeros
from stagelight.compat.v1.variable_scopes import get_variable, variable_scope
from stagelight.control_flow.conditionals import smart_cond
from stagelight.core.convert import convert_to_tensor
from stagelight.core.dispatch import CONTEXT
from stagelight.core.raw import raw
from stagelight.graph.scopes import name_scope
from stagelight.ops import dropout as dropping
from stagelight.ops.bias import bias_add
from stagelight.ops.convolution_functions import convolution
from stagelight.ops.identity import identity
from stagelight.ops.pooling_functions import avg_pool2d, max_pool2d
from stagelight.ops.reshaping import reshape, transpose
from stagelight.ops.shape import shape as shape_of
from stagelight.ops.tensordot import tensordot
from stagelight.public import public
from stagelight.types.shapes import TensorShape

_CHANNELS = ("channels_last", "channels_first")


class _Kernel:
    """What layers with a kernel and a bias are told of them, and how they make them."""

    def __init__(self, dtype: Any, trainable: bool, told: dict[str, Any]) -> None:
        self._dtype = dtype
        self._trainable = trainable
        self._told = told

    def variable(self, name: str, shape: Sequence[int]) -> Any:
        """The kernel or the bias."""
        return get_variable(
            name,
            shape,
            self._dtype,
            initializer=self._told[f"{name}_initializer"],
            regularizer=self._told[f"{name}_regularizer"],
            constraint=self._told[f"{name}_constraint"],
            trainable=self._trainable,
        )


@contextmanager
def layer_scope(name: str | None, kind: str, reuse: Any, inputs: Any) -> Iterator[Any]:
    """The scope of a layer; gives its input as a tensor."""
    with variable_scope(name, default_name=kind, values=[inputs], reuse=reuse):
        yield convert_to_tensor(inputs)


def _finished(outputs: Any, activation: Any, activity_regularizer: Any) -> Any:
    """The outputs, activated; a loss of them goes to the regularization losses."""
    if activation is not None:
        outputs = activation(outputs)
    if activity_regularizer is not None:
        loss = activity_regularizer(outputs)
        if CONTEXT.stage is not None and loss is not None:
            add_to_collection(GraphKeys.REGULARIZATION_LOSSES, loss)
    return outputs


def channels_of(inputs: Any, axis: int, kind: str) -> int:
    size = inputs.shape[axis]
    if size is None:
        raise ValueError(
            f"{kind}: the size of axis {axis} of the inputs should be defined. Received shape "
            f"{inputs.shape}. Set it with `set_shape`."
        )
    return int(size)


@public("compat.v1.layers.dense")
def dense(
    inputs: Any,
    units: int,
    activation: Callable[[Any], Any] | None = None,
    use_bias: bool = True,
    kernel_initializer: Any = None,
    bias_initializer: Any = Zeros(),  # noqa: B008 - has no state
    kernel_regularizer: Any = None,
    bias_regularizer: Any = None,
    activity_regularizer: Any = None,
    kernel_constraint: Any = None,
    bias_constraint: Any = None,
    trainable: bool = True,
    name: str | None = None,
    reuse: Any = None,
) -> Any:
    """`activation(inputs @ kernel + bias)`, over the last axis.

    Args:
        inputs: floating tensor `[..., size]`.
        units: the size of the result's last axis.
        activation: a function, or None.
        use_bias: whether there is a bias.
        kernel_initializer, bias_initializer: what the variables begin with; that of the scope if None.
        kernel_regularizer, bias_regularizer, activity_regularizer: functions of the variables, and of the
            result, that give losses for the regularization losses.
        kernel_constraint, bias_constraint: functions that are applied after updates.
        trainable: whether the variables are trained.
        name: the scope's name.
        reuse: whether the variables are there already.

    Raises:
        ValueError: the size of the last axis is not known, or a variable exists, or does not.

    >>> with tf.Graph().as_default():
    ...     y = tf.compat.v1.layers.dense(tf.ones([2, 3]), 4, name="out")
    ...     y.shape, [v.name for v in tf.compat.v1.global_variables()]
    (TensorShape([2, 4]), ['out/kernel:0', 'out/bias:0'])
    """
    told = {
        "kernel_initializer": kernel_initializer,
        "kernel_regularizer": kernel_regularizer,
        "kernel_constraint": kernel_constraint,
        "bias_initializer": bias_initializer,
        "bias_regularizer": bias_regularizer,
        "bias_constraint": bias_constraint,
    }
    with layer_scope(name, "dense", reuse, inputs) as x:
        own = _Kernel(x.dtype, trainable, told)
        kernel = own.variable("kernel", [channels_of(x, -1, "dense"), units])
        if x.shape.rank is None or x.shape.rank > 2:
            outputs = tensordot(
                x, kernel, [[-1 if x.shape.rank is None else x.shape.rank - 1], [0]]
            )
        else:
            outputs = raw.MatMul(x, kernel)
        if use_bias:
            outputs = bias_add(outputs, own.variable("bias", [units]), name="BiasAdd")
        return _finished(outputs, activation, activity_regularizer)


def _convolved(
    axes: int,
    inputs: Any,
    filters: int,
    kernel_size: Any,
    strides: Any,
    padding: str,
    data_format: str,
    dilation_rate: Any,
    activation: Any,
    use_bias: bool,
    told: dict[str, Any],
    activity_regularizer: Any,
    trainable: bool,
    name: str | None,
    reuse: Any,
) -> Any:
    kind = f"conv{axes}d"
    layout = _layout(axes, data_format)
    with layer_scope(name, kind, reuse, inputs) as x:
        own = _Kernel(x.dtype, trainable, told)
        channels = channels_of(x, -1 if data_format == _CHANNELS[0] else 1, kind)
        kernel = own.variable("kernel", [*_each(kernel_size, axes), channels, filters])
        outputs = convolution(
            x,
            kernel,
            strides=_each(strides, axes),
            padding=padding.upper(),
            data_format=layout,
            dilations=_each(dilation_rate, axes),
            name=None if axes == 1 else f"Conv{axes}D",
        )
        if use_bias:
            bias = own.variable("bias", [filters])
            outputs = bias_add(
                outputs, bias, layout if axes == 2 else _plain(layout), name="BiasAdd"
            )
        return _finished(outputs, activation, activity_regularizer)


def _plain(layout: str) -> str:
    """The layout as `bias_add` takes it: where the channels are."""
    return "NHWC" if layout.endswith("C") else "NCHW"


def _layout(axes: int, data_format: str) -> str:
    if data_format not in _CHANNELS:
        raise ValueError(f"`data_format` must be one of {_CHANNELS}. Received: {data_format!r}")
    sizes = "DHW"[-axes:]
    return f"N{sizes}C" if data_format == _CHANNELS[0] else f"NC{sizes}"


def _each(value: Any, axes: int) -> list[int]:
    """One number for each axis."""
    numbers = [value] * axes if isinstance(value, int) else list(value)
    if len(numbers) != axes:
        raise ValueError(f"There must be one number, or {axes}. Received: {value}")
    return numbers


def _publish_convolution(axes: int, ones: tuple[int, ...]) -> None:
    one: Any = ones if axes > 1 else 1

    def convolve(
        inputs: Any,
        filters: int,
        kernel_size: Any,
        strides: Any = one,
        padding: str = "valid",
        data_format: str = "channels_last",
        dilation_rate: Any = one,
        activation: Callable[[Any], Any] | None = None,
        use_bias: bool = True,
        kernel_initializer: Any = None,
        bias_initializer: Any = Zeros(),  # noqa: B008 - has no state
        kernel_regularizer: Any = None,
        bias_regularizer: Any = None,
        activity_regularizer: Any = None,
        kernel_constraint: Any = None,
        bias_constraint: Any = None,
        trainable: bool = True,
        name: str | None = None,
        reuse: Any = None,
    ) -> Any:
        told = {
            "kernel_initializer": kernel_initializer,
            "kernel_regularizer": kernel_regularizer,
            "kernel_constraint": kernel_constraint,
            "bias_initializer": bias_initializer,
            "bias_regularizer": bias_regularizer,
            "bias_constraint": bias_constraint,
        }
        return _convolved(
            axes,
            inputs,
            filters,
            kernel_size,
            strides,
            padding,
            data_format,
            dilation_rate,
            activation,
            use_bias,
            told,
            activity_regularizer,
            trainable,
            name,
            reuse,
        )

    sizes = ", ".join(["8"] * axes)
    convolve.__name__ = convolve.__qualname__ = f"conv{axes}d"
    convolve.__doc__ = f"""`activation(convolution of inputs and kernel + bias)` over {axes} axes.

    Args:
        inputs: floating tensor `[batch, *sizes, channels]`; the channels second for "channels_first".
        filters: the number of channels of the result.
        kernel_size, strides, dilation_rate: a number, or one for each of the {axes} axes.
        padding: "valid" or "same".
        data_format: "channels_last" or "channels_first".
        activation, use_bias, kernel_initializer, bias_initializer, kernel_regularizer, bias_regularizer,
            activity_regularizer, kernel_constraint, bias_constraint, trainable, name, reuse: as for `dense`.

    Raises:
        ValueError: the number of channels is not known, or an argument does not fit.

    >>> with tf.Graph().as_default():
    ...     tf.compat.v1.layers.conv{axes}d(tf.ones([1, {sizes}, 3]), 4, 3, padding="same").shape[-1]
    4
    """
    public(f"compat.v1.layers.conv{axes}d")(convolve)


for _axes in (1, 2, 3):
    _publish_convolution(_axes, (1,) * _axes)


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
    layout, sizes = _layout(2, data_format), (_each(pool_size, 2), _each(strides, 2))
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
    layout, sizes = _layout(2, data_format), (_each(pool_size, 2), _each(strides, 2))
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
        if data_format == _CHANNELS[1] and rank is not None and rank > 1:
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
