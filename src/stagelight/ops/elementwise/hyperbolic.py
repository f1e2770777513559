"""The hyperbolic functions and their inverses, element by element."""

from __future__ import annotations

from typing import Any

from stagelight.core.elementwise import define_unary
from stagelight.core.raw import raw
from stagelight.core.scalar import words
from stagelight.core.tensor import Tensor
from stagelight.ops.elementwise.gradient_terms import conj, define_from_result
from stagelight.public import public
from stagelight.types import dtypes


def _sinh_gradient(op: Any, dy: Tensor) -> Tensor:
    return raw.Mul(dy, raw.Cosh(conj(op.inputs[0])))


define_unary("Sinh", dtypes.INEXACT, lambda x: words.sinh(x), gradient=_sinh_gradient)


@public("math.sinh", "sinh")
def sinh(x: Any, name: str | None = None) -> Tensor:
    """The hyperbolic sine `(e**x - e**-x) / 2`, element by element.

    Args:
        x: floating or complex tensor.
        name: name of the operation.

    Returns:
        Tensor like `x`.

    >>> tf.sinh([0.0, 1.0]).numpy().round(4)
    array([0.    , 1.1752], dtype=float32)
    """
    return raw.Sinh(x, name=name)


def _cosh_gradient(op: Any, dy: Tensor) -> Tensor:
    return raw.Mul(dy, raw.Sinh(conj(op.inputs[0])))


define_unary("Cosh", dtypes.INEXACT, lambda x: words.cosh(x), gradient=_cosh_gradient)


@public("math.cosh", "cosh")
def cosh(x: Any, name: str | None = None) -> Tensor:
    """The hyperbolic cosine `(e**x + e**-x) / 2`, element by element.

    Args:
        x: floating or complex tensor.
        name: name of the operation.

    Returns:
        Tensor like `x`.

    >>> tf.cosh([0.0, 1.0]).numpy().round(4)
    array([1.    , 1.5431], dtype=float32)
    """
    return raw.Cosh(x, name=name)


define_unary(
    "Tanh",
    dtypes.INEXACT,
    lambda x: words.tanh(x),
    gradient=lambda op, dy: raw.TanhGrad(conj(op.output), dy),
)
define_from_result(
    "TanhGrad",
    lambda y, dy: dy * (1 - y * y),
    slope=lambda y, dy, z: raw.Mul(raw.Mul(dy, -2), y),
    takes_conjugate=False,
)


@public("math.tanh", "nn.tanh", "tanh")
def tanh(x: Any, name: str | None = None) -> Tensor:
    """The hyperbolic tangent `sinh(x) / cosh(x)`, element by element.

    Args:
        x: floating or complex tensor.
        name: name of the operation.

    Returns:
        Tensor like `x`.

    >>> tf.tanh([0.0, 1.0]).numpy().round(4)
    array([0.    , 0.7616], dtype=float32)
    """
    return raw.Tanh(x, name=name)


def _asinh_gradient(op: Any, dy: Tensor) -> Tensor:
    return raw.RealDiv(dy, raw.Cosh(conj(op.output)))


define_unary("Asinh", dtypes.INEXACT, lambda x: words.arcsinh(x), gradient=_asinh_gradient)


@public("math.asinh", "asinh")
def asinh(x: Any, name: str | None = None) -> Tensor:
    """The number whose hyperbolic sine is `x`, element by element.

    Args:
        x: floating or complex tensor.
        name: name of the operation.

    Returns:
        Tensor like `x`.

    >>> tf.asinh([0.0, 1.0]).numpy().round(4)
    array([0.    , 0.8814], dtype=float32)
    """
    return raw.Asinh(x, name=name)


def _acosh_gradient(op: Any, dy: Tensor) -> Tensor:
    return raw.RealDiv(dy, raw.Sinh(conj(op.output)))


define_unary("Acosh", dtypes.INEXACT, lambda x: words.arccosh(x), gradient=_acosh_gradient)


@public("math.acosh", "acosh")
def acosh(x: Any, name: str | None = None) -> Tensor:
    """The number from 0 up whose hyperbolic cosine is `x`; NaN for numbers below 1.

    Args:
        x: floating or complex tensor.
        name: name of the operation.

    Returns:
        Tensor like `x`.

    >>> tf.acosh([1.0, 2.0]).numpy().round(4)
    array([0.   , 1.317], dtype=float32)
    """
    return raw.Acosh(x, name=name)


def _atanh_gradient(op: Any, dy: Tensor) -> Tensor:
    x = conj(op.inputs[0])
    return raw.Mul(dy, raw.Reciprocal(raw.Sub(1, raw.Square(x))))


define_unary("Atanh", dtypes.INEXACT, lambda x: words.arctanh(x), gradient=_atanh_gradient)


@public("math.atanh", "atanh")
def atanh(x: Any, name: str | None = None) -> Tensor:
    """The number whose hyperbolic tangent is `x`; NaN for numbers beyond `[-1, 1]`.

    Args:
        x: floating or complex tensor.
        name: name of the operation.

    Returns:
        Tensor like `x`.

    >>> tf.atanh([0.0, 0.5]).numpy().round(4)
    array([0.    , 0.5493], dtype=float32)
    """
    return raw.Atanh(x, name=name)
