"""The logistic function and what is made of it: sigmoid, log_sigmoid, softplus, silu, and softsign.

sigmoid(x) = 1 / (1 + exp(-x))        softplus(x) = log(1 + exp(x)) = -log(sigmoid(-x))
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from stagelight.core.convert import convert_to_tensor
from stagelight.core.elementwise import define_unary
from stagelight.core.inference import same_as_both, same_as_input
from stagelight.core.op_def import Trait, types
from stagelight.core.raw import raw
from stagelight.core.registry import define
from stagelight.core.scalar import array_kernel, words
from stagelight.core.scopes import op_scope
from stagelight.core.tensor import Tensor
from stagelight.ops.elementwise.gradient_terms import conj, define_from_result
from stagelight.public import public
from stagelight.types import dtypes

# ---------------------------------------------------------------------------- sigmoid


define_unary(
    "Sigmoid",
    dtypes.INEXACT,
    lambda x: 1 / (1 + words.exp(-x)),
    gradient=lambda op, dy: raw.SigmoidGrad(conj(op.output), dy),
)
define_from_result(
    "SigmoidGrad",
    lambda y, dy: dy * y * (1 - y),
    slope=lambda y, dy, z: raw.Mul(dy, raw.Sub(1, raw.Mul(y, 2))),
    takes_conjugate=False,
)


@public("math.sigmoid", "nn.sigmoid", "sigmoid")
def sigmoid(x: Any, name: str | None = None) -> Tensor:
    """`1 / (1 + exp(-x))`, element by element.

    Args:
        x: floating or complex tensor.
        name: name of the operation.

    Returns:
        Tensor like `x`.

    >>> tf.sigmoid([0.0, 2.0]).numpy().round(4)
    array([0.5   , 0.8808], dtype=float32)
    """
    return raw.Sigmoid(x, name=name)


@public("math.log_sigmoid", "compat.v1.log_sigmoid")
def log_sigmoid(x: Any, name: str | None = None) -> Tensor:
    """`log(sigmoid(x)) = -softplus(-x)`, element by element, exact for large negative `x`.

    Args:
        x: floating tensor.
        name: name of the operation.

    Returns:
        Tensor like `x`.

    >>> tf.math.log_sigmoid([0.0, -100.0]).numpy().round(4)
    array([  -0.6931, -100.    ], dtype=float32)
    """
    with op_scope(name or "LogSigmoid") as scope:
        return raw.Neg(raw.Softplus(raw.Neg(convert_to_tensor(x, name="x"))), name=scope)


# ---------------------------------------------------------------------------- softplus, softsign


def _define_activation(name: str, rule: Callable[..., Any], gradient: Callable[..., Any]) -> None:
    """Defines `activations = f(features)`."""
    define(
        name,
        "features: T",
        "activations: T",
        {"T": types(dtypes.FLOATING)},
        infer=same_as_input,
        kernel=array_kernel(name, rule),
        gradient=gradient,
        traits=Trait.ELEMENTWISE,
        scalar=rule,
    )


def _define_gradient_op(name: str, rule: Callable[..., Any], gradient: Callable[..., Any]) -> None:
    """Defines `backprops = f(gradients, features)`."""
    define(
        name,
        "gradients: T, features: T",
        "backprops: T",
        {"T": types(dtypes.FLOATING)},
        infer=same_as_both,
        requires={"gradients": "shape of features"},
        kernel=array_kernel(name, rule),
        gradient=gradient,
        traits=Trait.ELEMENTWISE,
        scalar=rule,
    )


def _softplus_grad_gradient(op: Any, dz: Tensor) -> list[Tensor]:
    dy, x = op.inputs
    slope = raw.Sigmoid(x)
    bend = raw.Mul(slope, raw.Sub(1, slope))
    return [raw.SoftplusGrad(dz, x), raw.Mul(raw.Mul(dz, dy), bend)]


_define_activation(
    "Softplus",
    lambda features: words.maximum(features, 0) + words.log1p(words.exp(-words.abs(features))),
    lambda op, dy: raw.SoftplusGrad(dy, op.inputs[0]),
)
_define_gradient_op(
    "SoftplusGrad",
    lambda gradients, features: gradients / (1 + words.exp(-features)),
    _softplus_grad_gradient,
)


@public("math.softplus", "nn.softplus")
def softplus(features: Any, name: str | None = None) -> Tensor:
    """`log(1 + exp(features))`, element by element, without overflow.

    Args:
        features: floating tensor.
        name: name of the operation.

    Returns:
        Tensor like `features`.

    >>> tf.nn.softplus([0.0, 1000.0]).numpy().round(4)
    array([6.931e-01, 1.000e+03], dtype=float32)
    """
    return raw.Softplus(features, name=name)


def _softsign_grad_gradient(op: Any, dz: Tensor) -> list[Tensor]:
    _, x = op.inputs
    slope_change = raw.RealDiv(raw.Mul(raw.Sign(x), -2), raw.AddV2(raw.Abs(x), 1))
    return [raw.SoftsignGrad(dz, x), raw.Mul(raw.Mul(dz, op.output), slope_change)]


_define_activation(
    "Softsign",
    lambda features: features / (1 + words.abs(features)),
    lambda op, dy: raw.SoftsignGrad(dy, op.inputs[0]),
)
_define_gradient_op(
    "SoftsignGrad",
    lambda gradients, features: gradients / words.square(1 + words.abs(features)),
    _softsign_grad_gradient,
)


@public("math.softsign", "nn.softsign")
def softsign(features: Any, name: str | None = None) -> Tensor:
    """`features / (1 + abs(features))`, element by element.

    Args:
        features: floating tensor.
        name: name of the operation.

    Returns:
        Tensor like `features`.

    >>> tf.nn.softsign([-1.0, 3.0]).numpy()
    array([-0.5 ,  0.75], dtype=float32)
    """
    return raw.Softsign(features, name=name)
