"""Activation functions of neural networks that bend at zero: relu and its kin, and gelu.

`sigmoid` holds the smooth ones made from the logistic function, `softmax` those over an axis,
`hyperbolic` the hyperbolic tangent.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from types import ModuleType
from typing import Any

import numpy as np

from stagelight.core.convert import convert_to_tensor
from stagelight.core.inference import same_as_both, same_as_input
from stagelight.core.op_def import Trait, types
from stagelight.core.raw import raw
from stagelight.core.registry import define
from stagelight.core.scalar import array_kernel, in_float32, words
from stagelight.core.scopes import op_scope
from stagelight.core.tensor import Tensor
from stagelight.public import public
from stagelight.types import dtypes
from stagelight.types.dtypes import DType


def _define_activation(
    name: str, allowed: Sequence[DType], rule: Callable[..., Any], gradient: Callable[..., Any]
) -> None:
    """Defines `activations = f(features)`."""
    define(
        name,
        "features: T",
        "activations: T",
        {"T": types(allowed)},
        infer=same_as_input,
        kernel=array_kernel(name, rule),
        gradient=gradient,
        traits=Trait.ELEMENTWISE,
        scalar=rule,
    )


def _define_gradient_op(
    name: str,
    allowed: Sequence[DType],
    rule: Callable[..., Any],
    gradient: Callable[..., Any],
    second: str = "features",
    kernel: Callable[..., Any] | None = None,
) -> None:
    """Defines `backprops = f(gradients, features)`; a kernel is given where it is quicker."""
    define(
        name,
        f"gradients: T, {second}: T",
        "backprops: T",
        {"T": types(allowed)},
        infer=same_as_both,
        requires={"gradients": f"shape of {second}"},
        kernel=kernel or array_kernel(name, rule),
        gradient=gradient,
        traits=Trait.ELEMENTWISE,
        scalar=rule,
    )


# ---------------------------------------------------------------------------- relu

_define_activation(
    "Relu",
    dtypes.REAL,
    lambda features: words.maximum(features, 0),
    lambda op, dy: raw.ReluGrad(dy, op.output),
)
# TF: a factor of zero or one, so that no gradient without end becomes zero.
_define_gradient_op(
    "ReluGrad",
    dtypes.REAL,
    lambda gradients, features: words.where(features > 0, gradients, gradients * 0),
    lambda op, dz: [raw.ReluGrad(dz, op.inputs[1]), lambda: raw.ZerosLike(dz)],
    kernel=in_float32(lambda xp, gradients, features: gradients * (features > 0)),
)


@public("nn.relu")
def relu(features: Any, name: str | None = None) -> Tensor:
    """`max(features, 0)`, element by element.

    Args:
        features: real tensor.
        name: name of the operation.

    Returns:
        Tensor like `features`.

    >>> tf.nn.relu([-2.0, 3.0]).numpy()
    array([0., 3.], dtype=float32)
    """
    return raw.Relu(features, name=name)


_define_activation(
    "Relu6",
    dtypes.REAL,
    lambda features: words.minimum(words.maximum(features, 0), 6),
    lambda op, dy: raw.Relu6Grad(dy, op.output),
)
_define_gradient_op(
    "Relu6Grad",
    dtypes.REAL,
    lambda gradients, features: words.where(
        words.logical_and(features > 0, features < 6), gradients, 0
    ),
    lambda op, dz: [raw.Relu6Grad(dz, op.inputs[1]), raw.ZerosLike(dz)],
)


@public("nn.relu6")
def relu6(features: Any, name: str | None = None) -> Tensor:
    """`min(max(features, 0), 6)`, element by element.

    Args:
        features: real tensor.
        name: name of the operation.

    Returns:
        Tensor like `features`.

    >>> tf.nn.relu6([-2.0, 3.0, 8.0]).numpy()
    array([0., 3., 6.], dtype=float32)
    """
    return raw.Relu6(features, name=name)


_SLOPE = float(np.float32(0.2))  # Attrs are single precision.


def _leaky_relu(xp: ModuleType, features: np.ndarray, *, alpha: float = _SLOPE) -> np.ndarray:
    if not 0 < abs(alpha) < np.inf:
        return xp.where(features > 0, features, features * alpha)
    # The greater of both, or for a slope above 1 the lesser, which takes less time.
    choose = xp.maximum if alpha <= 1 else xp.minimum
    return choose(features, features * alpha)


def _leaky_relu_grad(
    xp: ModuleType, gradients: np.ndarray, features: np.ndarray, *, alpha: float = _SLOPE
) -> np.ndarray:
    return xp.where(features > 0, gradients, gradients * alpha)


def _leaky_relu_gradient(op: Any, dy: Tensor) -> Tensor:
    return raw.LeakyReluGrad(dy, op.inputs[0], alpha=op.attr_value("alpha"))


def _leaky_relu_grad_gradient(op: Any, dz: Tensor) -> list[Tensor]:
    of_gradients = raw.LeakyReluGrad(dz, op.inputs[1], alpha=op.attr_value("alpha"))
    return [of_gradients, raw.ZerosLike(dz)]


define(
    "LeakyRelu",
    "features: T",
    "activations: T",
    {"T": types(dtypes.FLOATING, dtypes.float32), "alpha": _SLOPE},
    infer=same_as_input,
    kernel=in_float32(_leaky_relu),
    gradient=_leaky_relu_gradient,
    traits=Trait.ELEMENTWISE,
)
define(
    "LeakyReluGrad",
    "gradients: T, features: T",
    "backprops: T",
    {"T": types(dtypes.FLOATING, dtypes.float32), "alpha": _SLOPE},
    infer=same_as_both,
    requires={"gradients": "shape of features"},
    kernel=in_float32(_leaky_relu_grad),
    gradient=_leaky_relu_grad_gradient,
    traits=Trait.ELEMENTWISE,
)


@public("nn.leaky_relu")
def leaky_relu(features: Any, alpha: Any = 0.2, name: str | None = None) -> Tensor:
    """`features` where it is positive, else `alpha * features`, element by element.

    Args:
        features: real tensor; integers become float32.
        alpha: the slope below zero, a number.
        name: name of the operation.

    Returns:
        Floating tensor of the shape of `features`.

    Raises:
        TypeError: `alpha` is no number.

    >>> tf.nn.leaky_relu([-2.0, 3.0]).numpy()
    array([-0.4,  3. ], dtype=float32)
    """
    features = convert_to_tensor(features, name="features")
    if features.dtype.is_integer:
        features = raw.Cast(features, DstT=dtypes.float32)
    if isinstance(alpha, (np.ndarray, np.generic)):
        alpha = alpha.item()
    if not isinstance(alpha, (int, float)):
        raise TypeError(f"Expected float for argument 'alpha' not {alpha!r}.")
    return raw.LeakyRelu(features, alpha=float(alpha), name=name)


# ---------------------------------------------------------------------------- elu, selu

_define_activation(
    "Elu",
    dtypes.FLOATING,
    lambda features: words.where(features < 0, words.expm1(features), features),
    lambda op, dy: raw.EluGrad(dy, op.output),
)
_define_gradient_op(
    "EluGrad",
    dtypes.FLOATING,
    lambda gradients, outputs: words.where(outputs < 0, gradients * (outputs + 1), gradients),
    lambda op, dz: [
        raw.EluGrad(dz, op.inputs[1]),
        _where_negative(op.inputs[1], raw.Mul(dz, op.inputs[0])),
    ],
    second="outputs",
)


def _where_negative(x: Tensor, y: Tensor) -> Tensor:
    """y where x is negative, else 0."""
    return raw.SelectV2(raw.Less(x, 0), y, raw.ZerosLike(y))


@public("nn.elu")
def elu(features: Any, name: str | None = None) -> Tensor:
    """`features` where it is positive, else `exp(features) - 1`, element by element.

    Args:
        features: floating tensor.
        name: name of the operation.

    Returns:
        Tensor like `features`.

    >>> tf.nn.elu([-1.0, 2.0]).numpy().round(4)
    array([-0.6321,  2.    ], dtype=float32)
    """
    return raw.Elu(features, name=name)


_SELU_SCALE = 1.0507009873554804934193349852946
_SELU_SCALE_BELOW_ZERO = 1.7580993408473768599402175208123

_define_activation(
    "Selu",
    dtypes.FLOATING,
    lambda features: words.where(
        features < 0, words.expm1(features) * _SELU_SCALE_BELOW_ZERO, features * _SELU_SCALE
    ),
    lambda op, dy: raw.SeluGrad(dy, op.output),
)
_define_gradient_op(
    "SeluGrad",
    dtypes.FLOATING,
    lambda gradients, outputs: words.where(
        outputs < 0, gradients * (outputs + _SELU_SCALE_BELOW_ZERO), gradients * _SELU_SCALE
    ),
    lambda op, dz: [
        raw.SeluGrad(dz, op.inputs[1]),
        _where_negative(op.inputs[1], raw.Mul(dz, op.inputs[0])),
    ],
    second="outputs",
)


@public("nn.selu")
def selu(features: Any, name: str | None = None) -> Tensor:
    """`scale * features` where it is positive, else `scale * alpha * (exp(features) - 1)`.

    With `scale = 1.0507` and `alpha = 1.6733` activations keep mean 0 and variance 1 from layer to
    layer.

    Args:
        features: floating tensor.
        name: name of the operation.

    Returns:
        Tensor like `features`.

    >>> tf.nn.selu([-1.0, 2.0]).numpy().round(4)
    array([-1.1113,  2.1014], dtype=float32)
    """
    return raw.Selu(features, name=name)


# ---------------------------------------------------------------------------- made of other ops


@public("nn.gelu")
def gelu(features: Any, approximate: bool = False, name: str | None = None) -> Tensor:
    """`features * P(X <= features)` for a standard normal `X`, element by element.

        exact:        0.5 x (1 + erf(x / sqrt(2)))
        approximate:  0.5 x (1 + tanh(sqrt(2 / pi) (x + 0.044715 x**3)))

    Args:
        features: floating tensor.
        approximate: whether to use the quicker form.
        name: name of the operation.

    Returns:
        Tensor like `features`.

    Raises:
        ValueError: `features` is not floating.

    >>> tf.nn.gelu([-1.0, 0.0, 2.0]).numpy().round(4)
    array([-0.1587,  0.    ,  1.9545], dtype=float32)
    """
    with op_scope(name or "Gelu") as scope:
        x = convert_to_tensor(features, name="features")
        if not x.dtype.is_floating:
            raise ValueError(
                "`features.dtype` must be a floating point tensor. "
                f"Received: features.dtype={x.dtype!r}"
            )
        half = raw.Mul(x, 0.5)
        if not approximate:
            # 1 + erf(y) would lose the digits of a small erfc(-y).
            return raw.Mul(half, raw.Erfc(raw.Mul(x, -math.sqrt(0.5))), name=scope)
        cubed = raw.Mul(raw.Mul(x, raw.Mul(x, x)), 0.044715)
        inner = raw.Tanh(raw.Mul(raw.AddV2(x, cubed), math.sqrt(2 / math.pi)))
        return raw.Mul(half, raw.AddV2(inner, 1), name=scope)


@public("nn.crelu")
def crelu(features: Any, axis: Any = -1, name: str | None = None) -> Tensor:
    """`relu` of `features` and of `-features`, joined along an axis.

    Args:
        features: real tensor with at least one axis.
        axis: the axis, which becomes twice as long.
        name: name of the operation.

    Returns:
        Tensor of the dtype of `features`.

    >>> tf.nn.crelu([-1.0, 2.0]).numpy()
    array([0., 2., 1., 0.], dtype=float32)
    """
    with op_scope(name or "CRelu") as scope:
        features = convert_to_tensor(features, name="features")
        return raw.Relu(raw.ConcatV2([features, raw.Neg(features)], axis), name=scope)
