"""The public functions of `fake_quantization`: `tf.quantization.fake_quant_with_min_max_vars`..."""

from __future__ import annotations

from typing import Any

from stagelight.core.raw import raw
from stagelight.core.tensor import Tensor
from stagelight.public import public


@public(
    "quantization.fake_quant_with_min_max_args",
    "compat.v1.fake_quant_with_min_max_args",
)
def fake_quant_with_min_max_args(
    inputs: Any,
    min: float = -6,
    max: float = 6,
    num_bits: int = 8,
    narrow_range: bool = False,
    name: str | None = None,
) -> Tensor:
    """The nearest of `2**num_bits` evenly spaced values in about [min, max], zero among them.

    Args:
        inputs: float32 tensor.
        min, max: the ends of the range; values beyond them become the ends.
        num_bits: between 2 and 16.
        narrow_range: leaves out the least value.
        name: the operation's name.

    Returns:
        float32 tensor of the shape of `inputs`. Its gradient is 1 in the range and 0 outside.

    Raises:
        InvalidArgumentError: `min` is not below `max`, or `num_bits` is not in [2, 16].

    >>> tf.quantization.fake_quant_with_min_max_args([0.3, 9.0], 0.0, 3.0, num_bits=2).numpy()
    array([0., 3.], dtype=float32)
    """
    return raw.FakeQuantWithMinMaxArgs(
        inputs,
        min=float(min),
        max=float(max),
        num_bits=num_bits,
        narrow_range=narrow_range,
        name=name,
    )


@public(
    "quantization.fake_quant_with_min_max_args_gradient",
    "compat.v1.fake_quant_with_min_max_args_gradient",
)
def fake_quant_with_min_max_args_gradient(
    gradients: Any,
    inputs: Any,
    min: float = -6,
    max: float = 6,
    num_bits: int = 8,
    narrow_range: bool = False,
    name: str | None = None,
) -> Tensor:
    """The gradient of `fake_quant_with_min_max_args`: `gradients` where the input is in the range.

    Args:
        gradients: float32 tensor, the gradients of the outputs.
        inputs: float32 tensor of the same shape.
        min, max, num_bits, narrow_range: as there.
        name: the operation's name.

    >>> tf.quantization.fake_quant_with_min_max_args_gradient([2.0, 2.0], [0.0, 7.0]).numpy()
    array([2., 0.], dtype=float32)
    """
    return raw.FakeQuantWithMinMaxArgsGradient(
        gradients,
        inputs,
        min=float(min),
        max=float(max),
        num_bits=num_bits,
        narrow_range=narrow_range,
        name=name,
    )


@public("quantization.fake_quant_with_min_max_vars", "compat.v1.fake_quant_with_min_max_vars")
def fake_quant_with_min_max_vars(
    inputs: Any,
    min: Any,
    max: Any,
    num_bits: int = 8,
    narrow_range: bool = False,
    name: str | None = None,
) -> Tensor:
    """The nearest of `2**num_bits` evenly spaced values in about [min, max], which may be trained.

    Args:
        inputs: float32 tensor.
        min, max: float32 scalars, the ends of the range. If both are 0 so are the results.
        num_bits: between 2 and 16.
        narrow_range: leaves out the least value.
        name: the operation's name.

    Returns:
        float32 tensor of the shape of `inputs`.

    Raises:
        InvalidArgumentError: an end is no scalar, or `num_bits` is not in [2, 16].

    >>> tf.quantization.fake_quant_with_min_max_vars([0.3, 9.0], 0.0, 3.0, num_bits=2).numpy()
    array([0., 3.], dtype=float32)
    """
    return raw.FakeQuantWithMinMaxVars(
        inputs, min, max, num_bits=num_bits, narrow_range=narrow_range, name=name
    )


@public(
    "quantization.fake_quant_with_min_max_vars_gradient",
    "compat.v1.fake_quant_with_min_max_vars_gradient",
)
def fake_quant_with_min_max_vars_gradient(
    gradients: Any,
    inputs: Any,
    min: Any,
    max: Any,
    num_bits: int = 8,
    narrow_range: bool = False,
    name: str | None = None,
) -> Any:
    """The gradients of `fake_quant_with_min_max_vars` for its input, `min` and `max`.

    Args:
        gradients: float32 tensor, the gradients of the outputs.
        inputs: float32 tensor of the same shape.
        min, max, num_bits, narrow_range: as there.
        name: the operation's name.

    >>> vars_gradient = tf.quantization.fake_quant_with_min_max_vars_gradient
    >>> [x.numpy().tolist() for x in vars_gradient([2.0, 3.0], [0.0, 7.0], -6.0, 6.0)]
    [[2.0, 0.0], 0.0, 3.0]
    """
    return raw.FakeQuantWithMinMaxVarsGradient(
        gradients, inputs, min, max, num_bits=num_bits, narrow_range=narrow_range, name=name
    )


@public(
    "quantization.fake_quant_with_min_max_vars_per_channel",
    "compat.v1.fake_quant_with_min_max_vars_per_channel",
)
def fake_quant_with_min_max_vars_per_channel(
    inputs: Any,
    min: Any,
    max: Any,
    num_bits: int = 8,
    narrow_range: bool = False,
    name: str | None = None,
) -> Tensor:
    """`fake_quant_with_min_max_vars` with a range for each place along the last axis.

    Args:
        inputs: float32 tensor of shape `[..., depth]`.
        min, max: float32 vectors `[depth]`.
        num_bits: between 2 and 16.
        narrow_range: leaves out the least value.
        name: the operation's name.

    Returns:
        float32 tensor of the shape of `inputs`.

    Raises:
        InvalidArgumentError: an end is not of shape `[depth]`, or `num_bits` is not in [2, 16].

    >>> quantized = tf.quantization.fake_quant_with_min_max_vars_per_channel
    >>> quantized([[0.3, 0.3]], [0.0, 0.0], [3.0, 0.3], num_bits=2).numpy()
    array([[0. , 0.3]], dtype=float32)
    """
    return raw.FakeQuantWithMinMaxVarsPerChannel(
        inputs, min, max, num_bits=num_bits, narrow_range=narrow_range, name=name
    )


@public(
    "quantization.fake_quant_with_min_max_vars_per_channel_gradient",
    "compat.v1.fake_quant_with_min_max_vars_per_channel_gradient",
)
def fake_quant_with_min_max_vars_per_channel_gradient(
    gradients: Any,
    inputs: Any,
    min: Any,
    max: Any,
    num_bits: int = 8,
    narrow_range: bool = False,
    name: str | None = None,
) -> Any:
    """The gradients of `fake_quant_with_min_max_vars_per_channel` for its input, `min` and `max`.

    Args:
        gradients: float32 tensor, the gradients of the outputs.
        inputs: float32 tensor of the same shape.
        min, max, num_bits, narrow_range: as there.
        name: the operation's name.

    >>> found = tf.quantization.fake_quant_with_min_max_vars_per_channel_gradient(
    ...     [[2.0, 3.0]], [[0.0, 7.0]], [-6.0, -6.0], [6.0, 6.0])
    >>> [x.numpy().tolist() for x in found]
    [[[2.0, 0.0]], [0.0, 0.0], [0.0, 3.0]]
    """
    return raw.FakeQuantWithMinMaxVarsPerChannelGradient(
        gradients, inputs, min, max, num_bits=num_bits, narrow_range=narrow_range, name=name
    )
