"""`compat.v1.layers`: Dense and Conv2D as objects that make their variables at their first input."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Sequence
from typing import Any

from stagelight.compat.v1.older_initializers import GlorotUniform
from stagelight.core.convert import convert_to_tensor
from stagelight.core.raw import raw
from stagelight.core.tensor import Tensor
from stagelight.public import public
from stagelight.state.trackable import AutoTrackable
from stagelight.state.variable import Variable

_numbers = itertools.count()


@public("compat.v1.layers.Layer")
class Layer(AutoTrackable):
    """The base of layers: `build(shape)` makes variables once, `call(inputs)` computes.

    Args:
        trainable: whether its variables are.
        name: its name.
    """

    def __init__(self, trainable: bool = True, name: str | None = None, **options: Any) -> None:
        self.trainable = trainable
        self.name = name or f"{type(self).__name__.lower()}_{next(_numbers)}"
        self.built = False
        self._variables: list[Variable] = []

    def add_variable(
        self, name: str, shape: Sequence[int], initializer: Callable[..., Any], dtype: Any
    ) -> Variable:
        """Makes a variable of this layer."""
        variable = Variable(
            lambda: initializer(shape, dtype=dtype),
            trainable=self.trainable,
            name=f"{self.name}/{name}",
        )
        self._variables.append(variable)
        return variable

    def build(self, input_shape: Any) -> None:
        """Makes the variables; called with the shape of the first input."""

    def call(self, inputs: Any) -> Any:
        """Computes the layer's output."""
        raise NotImplementedError

    def __call__(self, inputs: Any, *args: Any, **kwargs: Any) -> Any:
        inputs = convert_to_tensor(inputs)
        if not self.built:
            self.build(inputs.shape)
            self.built = True
        return self.call(inputs, *args, **kwargs)

    @property
    def variables(self) -> list[Any]:
        """The layer's variables."""
        return list(self._variables)

    weights = variables

    @property
    def trainable_variables(self) -> list[Any]:
        """Those that are trainable."""
        return [v for v in self.variables if v.trainable]


@public("compat.v1.layers.Dense")
class Dense(Layer):
    """`activation(x @ kernel + bias)` over the last axis.

    Args:
        units: the size of the output's last axis.
        activation: a function, or None.
        use_bias: whether there is a bias.
        kernel_initializer: glorot uniform if None.
        bias_initializer: zeros if None.

    Raises:
        ValueError: the last axis of an input is unknown, or differs from the first input's.

    >>> tf.compat.v1.layers.Dense(3)(tf.ones([2, 5])).shape
    TensorShape([2, 3])
    """

    def __init__(
        self,
        units: int,
        activation: Callable[[Any], Any] | None = None,
        use_bias: bool = True,
        kernel_initializer: Callable[..., Any] | None = None,
        bias_initializer: Callable[..., Any] | None = None,
        trainable: bool = True,
        name: str | None = None,
        **options: Any,
    ) -> None:
        super().__init__(trainable, name)
        self.units = units
        self.activation = activation
        self.use_bias = use_bias
        self._kernel_initializer = kernel_initializer or GlorotUniform()
        self._bias_initializer = bias_initializer or _zeros

    def build(self, input_shape: Any) -> None:
        """Makes the kernel `[input size, units]` and the bias `[units]`."""
        size = input_shape[-1]
        if size is None:
            raise ValueError(
                "The last dimension of the inputs to `Dense` should be defined. Found `None`."
            )
        self.kernel = self.add_variable(
            "kernel", [size, self.units], self._kernel_initializer, "float32"
        )
        if self.use_bias:
            self.bias = self.add_variable("bias", [self.units], self._bias_initializer, "float32")

    def call(self, inputs: Tensor) -> Tensor:
        """The layer's output, of shape `[..., units]`."""
        if inputs.shape[-1] != self.kernel.shape[0]:
            raise ValueError(
                f"{self.name}: expected axis -1 of the input to have size {self.kernel.shape[0]}. "
                f"Received shape: {inputs.shape}"
            )
        kernel = self.kernel.read_value()
        if inputs.shape.rank == 2:
            outputs = raw.MatMul(inputs, kernel)
        else:
            outputs = raw.BatchMatMulV2(inputs, kernel)
        if self.use_bias:
            outputs = raw.BiasAdd(outputs, self.bias.read_value())
        return outputs if self.activation is None else self.activation(outputs)


@public("compat.v1.layers.Conv2D")
class Conv2D(Layer):
    """Convolution over images `[batch, height, width, channels]`.

    Args:
        filters: the number of output channels.
        kernel_size: one size, or (height, width).
        strides: one step, or (vertical, horizontal).
        padding: "valid" or "same".
        activation: a function, or None.
        use_bias: whether there is a bias.

    >>> tf.compat.v1.layers.Conv2D(4, 3)(tf.ones([1, 8, 8, 3])).shape
    TensorShape([1, 6, 6, 4])
    """

    def __init__(
        self,
        filters: int,
        kernel_size: int | Sequence[int],
        strides: int | Sequence[int] = (1, 1),
        padding: str = "valid",
        activation: Callable[[Any], Any] | None = None,
        use_bias: bool = True,
        trainable: bool = True,
        name: str | None = None,
        **options: Any,
    ) -> None:
        super().__init__(trainable, name)
        self.filters = filters
        self.kernel_size = _pair(kernel_size)
        self.strides = _pair(strides)
        self.padding = padding
        self.activation = activation
        self.use_bias = use_bias

    def build(self, input_shape: Any) -> None:
        """Makes the kernel `[height, width, channels, filters]` and the bias `[filters]`."""
        shape = [*self.kernel_size, input_shape[-1], self.filters]
        self.kernel = self.add_variable("kernel", shape, GlorotUniform(), "float32")
        if self.use_bias:
            self.bias = self.add_variable("bias", [self.filters], _zeros, "float32")

    def call(self, inputs: Tensor) -> Tensor:
        """The layer's output, `[batch, new height, new width, filters]`."""
        outputs = raw.Conv2D(
            inputs,
            self.kernel.read_value(),
            strides=[1, *self.strides, 1],
            padding=self.padding.upper(),
        )
        if self.use_bias:
            outputs = raw.BiasAdd(outputs, self.bias.read_value())
        return outputs if self.activation is None else self.activation(outputs)


def _pair(value: int | Sequence[int]) -> tuple[int, ...]:
    return (value, value) if isinstance(value, int) else tuple(value)


def _zeros(shape: Sequence[int], dtype: Any) -> Tensor:
    return raw.Fill(list(shape), convert_to_tensor(0, dtype))
