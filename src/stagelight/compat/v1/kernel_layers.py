"""`compat.v1.layers.Dense`, `Conv1D`, `Conv2D`, `Conv3D`: a kernel and a bias; and the same as functions.

`dense(inputs, ...)` makes a layer and calls it once. Calls that name the same scope share their variables
with `reuse`.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Sequence
from typing import Any

from stagelight.compat.v1.base_layer import Layer
from stagelight.compat.v1.image_layouts import (
    CHANNELS_LAST,
    channels_of,
    for_each_axis,
    layout_of,
)
from stagelight.compat.v1.older_initializers import Zeros
from stagelight.core.raw import raw
from stagelight.core.tensor import Tensor
from stagelight.ops.linalg.tensordot import tensordot
from stagelight.ops.nn.bias import bias_add
from stagelight.ops.nn.convolution_functions import convolution
from stagelight.public import public
from stagelight.state.variable import Variable

Activation = Callable[[Any], Any] | None


class _KernelLayer(Layer):
    """A layer with a kernel, and perhaps a bias and an activation."""

    def __init__(
        self,
        activation: Activation,
        use_bias: bool,
        for_kernel: tuple[Any, Any, Any],
        for_bias: tuple[Any, Any, Any],
        trainable: bool,
        name: str | None,
        options: dict[str, Any],
    ) -> None:
        """`for_kernel` and `for_bias` are initializer, regularizer and constraint."""
        super().__init__(trainable, name, **options)
        self.activation = activation
        self.use_bias = use_bias
        self._for_kernel = for_kernel
        self._for_bias = for_bias

    def _make_variables(self, kernel_shape: Sequence[int]) -> None:
        """Makes the kernel, whose last axis is that of the results' channels, and the bias."""
        self.kernel = self._add("kernel", kernel_shape, *self._for_kernel)
        self.bias: Variable | None = None
        if self.use_bias:
            self.bias = self._add("bias", kernel_shape[-1:], *self._for_bias)

    def _add(
        self, name: str, shape: Sequence[int], initializer: Any, regularizer: Any, constraint: Any
    ) -> Variable:
        return self.add_variable(
            name, shape, initializer=initializer, regularizer=regularizer, constraint=constraint
        )

    def _finished(self, outputs: Any, layout: str | None = None) -> Any:
        if self.bias is not None:
            outputs = bias_add(outputs, self.bias, layout, name="BiasAdd")
        return outputs if self.activation is None else self.activation(outputs)


@public("compat.v1.layers.Dense")
class Dense(_KernelLayer):
    """`activation(inputs @ kernel + bias)`, over the last axis.

    Args:
        units: the size of the result's last axis.
        activation: a function, or None.
        use_bias: whether there is a bias.
        kernel_initializer, bias_initializer: what the variables begin with; that of the scope if None.
        kernel_regularizer, bias_regularizer, activity_regularizer: functions of the variables, and of the
            result, that give losses for the regularization losses.
        kernel_constraint, bias_constraint: functions that are applied after updates.
        trainable: whether the variables are trained.
        name: the name of the layer and its scope.
        options: `dtype`, and what else `Layer` takes.

    Raises:
        ValueError: the size of the last axis of an input is not known, or differs from the first input's.

    >>> tf.compat.v1.layers.Dense(3)(tf.ones([2, 5])).shape
    TensorShape([2, 3])
    """

    def __init__(
        self,
        units: int,
        activation: Activation = None,
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
        **options: Any,
    ) -> None:
        super().__init__(
            activation,
            use_bias,
            (kernel_initializer, kernel_regularizer, kernel_constraint),
            (bias_initializer, bias_regularizer, bias_constraint),
            trainable,
            name,
            {"activity_regularizer": activity_regularizer, **options},
        )
        self.units = units

    def build(self, input_shape: Any) -> None:
        """Makes the kernel `[input size, units]` and the bias `[units]`."""
        self._make_variables([channels_of(input_shape, -1, self.name), self.units])

    def call(self, inputs: Tensor) -> Any:
        """The layer's output, of shape `[..., units]`."""
        size, rank = self.kernel.shape[0], inputs.shape.rank
        if rank and inputs.shape[-1] not in (None, size):
            raise ValueError(
                f"{self.name}: expected axis -1 of the input to have size {size}. "
                f"Received shape: {inputs.shape}"
            )
        if rank is not None and rank <= 2:
            return self._finished(raw.MatMul(inputs, self.kernel))
        last = -1 if rank is None else rank - 1
        return self._finished(tensordot(inputs, self.kernel, [[last], [0]]))


class _Convolution(_KernelLayer):
    """`activation(convolution of inputs and kernel + bias)` over some axes.

    Args:
        filters: the number of channels of the result.
        kernel_size, strides, dilation_rate: a number, or one for each of the axes.
        padding: "valid" or "same".
        data_format: "channels_last" for inputs `[batch, *sizes, channels]`, or "channels_first".
        activation, use_bias, kernel_initializer, bias_initializer, kernel_regularizer, bias_regularizer,
            activity_regularizer, kernel_constraint, bias_constraint, trainable, name, options: as for
            `Dense`.

    Raises:
        ValueError: the number of channels is not known, or an argument does not fit.
    """

    axes: int

    def __init__(
        self,
        filters: int,
        kernel_size: Any,
        strides: Any = 1,
        padding: str = "valid",
        data_format: str = "channels_last",
        dilation_rate: Any = 1,
        activation: Activation = None,
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
        **options: Any,
    ) -> None:
        super().__init__(
            activation,
            use_bias,
            (kernel_initializer, kernel_regularizer, kernel_constraint),
            (bias_initializer, bias_regularizer, bias_constraint),
            trainable,
            name,
            {"activity_regularizer": activity_regularizer, **options},
        )
        self.filters = filters
        self.kernel_size = tuple(for_each_axis(kernel_size, self.axes))
        self.strides = tuple(for_each_axis(strides, self.axes))
        self.padding = padding
        self.data_format = data_format
        self.dilation_rate = tuple(for_each_axis(dilation_rate, self.axes))
        self._layout = layout_of(self.axes, data_format)

    def build(self, input_shape: Any) -> None:
        """Makes the kernel `[*kernel_size, channels, filters]` and the bias `[filters]`."""
        axis = -1 if self.data_format == CHANNELS_LAST else 1
        channels = channels_of(input_shape, axis, self.name)
        self._make_variables([*self.kernel_size, channels, self.filters])

    def call(self, inputs: Tensor) -> Any:
        """The layer's output, with `filters` channels."""
        outputs = convolution(
            inputs,
            self.kernel,
            strides=self.strides,
            padding=self.padding.upper(),
            data_format=self._layout,
            dilations=self.dilation_rate,
            name=None if self.axes == 1 else f"Conv{self.axes}D",
        )
        # `bias_add` wants to know where the channels are, not how many axes there are.
        return self._finished(outputs, "NHWC" if self._layout.endswith("C") else "NCHW")


@public("compat.v1.layers.Conv1D")
class Conv1D(_Convolution):
    """Convolution over sequences `[batch, length, channels]`; arguments as for `Conv2D`.

    >>> tf.compat.v1.layers.Conv1D(4, 3)(tf.ones([1, 8, 3])).shape
    TensorShape([1, 6, 4])
    """

    axes = 1


@public("compat.v1.layers.Conv2D")
class Conv2D(_Convolution):
    __doc__ = f"""{inspect.getdoc(_Convolution)}

    >>> tf.compat.v1.layers.Conv2D(4, 3)(tf.ones([1, 8, 8, 3])).shape
    TensorShape([1, 6, 6, 4])
    """

    axes = 2


@public("compat.v1.layers.Conv3D")
class Conv3D(_Convolution):
    """Convolution over volumes `[batch, depth, height, width, channels]`; arguments as for `Conv2D`.

    >>> tf.compat.v1.layers.Conv3D(4, 3)(tf.ones([1, 8, 8, 8, 3])).shape
    TensorShape([1, 6, 6, 6, 4])
    """

    axes = 3


def _as_function(kind: type[Layer], example: str) -> Callable[..., Any]:
    """The function of the inputs, what a layer is made of, and `reuse`, that makes one and calls it."""
    made_of = inspect.signature(kind)
    first = inspect.Parameter("inputs", inspect.Parameter.POSITIONAL_OR_KEYWORD)
    last = inspect.Parameter("reuse", inspect.Parameter.POSITIONAL_OR_KEYWORD, default=None)
    own = [x for x in made_of.parameters.values() if x.kind is not inspect.Parameter.VAR_KEYWORD]
    signature = inspect.Signature([first, *own, last])

    def layer(*args: Any, **kwargs: Any) -> Any:
        given = signature.bind(*args, **kwargs).arguments
        inputs, reuse = given.pop("inputs"), given.pop("reuse", None)
        return kind(**given, _reuse=reuse)(inputs)

    name = kind.__name__.lower()
    layer.__name__ = layer.__qualname__ = name
    layer.__signature__ = signature  # type: ignore[attr-defined]
    layer.__doc__ = f"""`{kind.__name__}(...)(inputs)`, with variables in a scope of that name.

    Args:
        inputs: floating tensor.
        reuse: whether the variables are there already: True, or `tf.compat.v1.AUTO_REUSE`.
        {", ".join(x.name for x in own)}: as for `{kind.__name__}`.

    Raises:
        ValueError: as for `{kind.__name__}`; or a variable exists and is not to be shared, or the reverse.

    >>> with tf.Graph().as_default():
    ...     y = tf.compat.v1.layers.{name}({example}, name="out")
    ...     y.shape[-1], [v.name for v in tf.compat.v1.global_variables()]
    (4, ['out/kernel:0', 'out/bias:0'])
    """
    return layer


for _kind, _example in (
    (Dense, "tf.ones([2, 3]), 4"),
    (Conv1D, "tf.ones([1, 8, 3]), 4, 3"),
    (Conv2D, "tf.ones([1, 8, 8, 3]), 4, 3"),
    (Conv3D, "tf.ones([1, 8, 8, 8, 3]), 4, 3"),
):
    public(f"compat.v1.layers.{_kind.__name__.lower()}")(_as_function(_kind, _example))
