"""SiLU (swish), with TensorFlow's own formula for its gradient.

By the chain rule the gradient would multiply `dy * x` first, which overflows in float16 where the gradient
does not: loss scaling begins with 32768.

Elfwing, Uchibe, Doya: Sigmoid-weighted linear units. Neural Networks 107 (2018).
Ramachandran, Zoph, Le: Searching for activation functions. arXiv:1710.05941.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from stagelight.autodiff.custom_gradient import custom_gradient
from stagelight.core.convert import convert_to_tensor
from stagelight.core.raw import raw
from stagelight.core.tensor import Tensor
from stagelight.ops.arrays.broadcasting import sum_to_shape_of
from stagelight.public import public


@public("nn.silu", "nn.swish")
def silu(features: Any, beta: Any = 1.0) -> Tensor:
    """SiLU, or swish: `features * sigmoid(beta * features)`, element by element.

    Args:
        features: floating tensor.
        beta: a number, or a tensor that broadcasts with `features`.

    Returns:
        Tensor like `features`.

    >>> tf.nn.silu([-1.0, 0.0, 2.0]).numpy().round(4)
    array([-0.2689,  0.    ,  1.7616], dtype=float32)
    """
    features = convert_to_tensor(features, name="features")
    dtype = features.dtype
    if isinstance(beta, (int, float)) and dtype.is_floating:
        number = beta
        of_number: Tensor = custom_gradient(lambda x: _silu(x, number))(features)
        return of_number
    beta = convert_to_tensor(beta, dtype_hint=dtype, name="beta")
    result: Tensor = _silu_of_both(
        features, beta if beta.dtype is dtype else raw.Cast(beta, DstT=dtype)
    )
    return result


def _silu(x: Tensor, beta: Any) -> tuple[Tensor, Callable[[Tensor], Tensor]]:
    """SiLU and its gradient, `dy * (s + beta * x * s * (1 - s))` where `s` is the sigmoid."""

    def gradient(dy: Tensor) -> Tensor:
        scaled = raw.Mul(x, beta)
        sigmoid = raw.Sigmoid(scaled)
        slope = raw.Mul(sigmoid, raw.AddV2(raw.Mul(scaled, raw.Sub(1, sigmoid)), 1))
        return sum_to_shape_of(raw.Mul(dy, slope), x)

    return raw.Mul(x, raw.Sigmoid(raw.Mul(x, beta))), gradient


@custom_gradient
def _silu_of_both(x: Tensor, beta: Tensor) -> Any:
    result, gradient_of_x = _silu(x, beta)

    def gradient(dy: Tensor) -> tuple[Tensor, Tensor]:
        sigmoid = raw.Sigmoid(raw.Mul(x, beta))
        slope = raw.Mul(raw.Mul(raw.Square(x), sigmoid), raw.Sub(1, sigmoid))
        return gradient_of_x(dy), sum_to_shape_of(raw.Mul(dy, slope), beta)

    return result, gradient
