"""Trigonometry, element by element: sine, cosine, tangent and their inverses.

Angles are in radians. The hyperbolic functions are in `hyperbolic`.
"""

from __future__ import annotations

from typing import Any

from stagelight.core.elementwise import define_unary
from stagelight.core.inference import broadcast_of_inputs
from stagelight.core.op_def import Trait, types
from stagelight.core.raw import raw
from stagelight.core.registry import define
from stagelight.core.scalar import array_kernel, words
from stagelight.core.tensor import Tensor
from stagelight.ops.elementwise.gradient_terms import conj, for_operands
from stagelight.public import public
from stagelight.types import dtypes


def _sin_gradient(op: Any, dy: Tensor) -> Tensor:
    return raw.Mul(dy, raw.Cos(conj(op.inputs[0])))


define_unary("Sin", dtypes.INEXACT, lambda x: words.sin(x), gradient=_sin_gradient)


@public("math.sin", "sin")
def sin(x: Any, name: str | None = None) -> Tensor:
    """The sine of `x`, element by element.

    Args:
        x: floating or complex tensor.
        name: name of the operation.

    Returns:
        Tensor like `x`.

    >>> tf.sin([0.0, 1.0]).numpy().round(4)
    array([0.    , 0.8415], dtype=float32)
    """
    return raw.Sin(x, name=name)


def _cos_gradient(op: Any, dy: Tensor) -> Tensor:
    return raw.Neg(raw.Mul(dy, raw.Sin(conj(op.inputs[0]))))


define_unary("Cos", dtypes.INEXACT, lambda x: words.cos(x), gradient=_cos_gradient)


@public("math.cos", "cos")
def cos(x: Any, name: str | None = None) -> Tensor:
    """The cosine of `x`, element by element.

    Args:
        x: floating or complex tensor.
        name: name of the operation.

    Returns:
        Tensor like `x`.

    >>> tf.cos([0.0, 1.0]).numpy().round(4)
    array([1.    , 0.5403], dtype=float32)
    """
    return raw.Cos(x, name=name)


def _tan_gradient(op: Any, dy: Tensor) -> Tensor:
    secant = raw.Reciprocal(raw.Cos(conj(op.inputs[0])))
    return raw.Mul(dy, raw.Square(secant))


define_unary("Tan", dtypes.INEXACT, lambda x: words.tan(x), gradient=_tan_gradient)


@public("math.tan", "tan")
def tan(x: Any, name: str | None = None) -> Tensor:
    """The tangent of `x`, element by element.

    Args:
        x: floating or complex tensor.
        name: name of the operation.

    Returns:
        Tensor like `x`.

    >>> tf.tan([0.0, 1.0]).numpy().round(4)
    array([0.    , 1.5574], dtype=float32)
    """
    return raw.Tan(x, name=name)


def _asin_gradient(op: Any, dy: Tensor) -> Tensor:
    x = conj(op.inputs[0])
    return raw.Mul(dy, raw.Reciprocal(raw.Sqrt(raw.Sub(1, raw.Square(x)))))


define_unary("Asin", dtypes.INEXACT, lambda x: words.arcsin(x), gradient=_asin_gradient)


@public("math.asin", "asin")
def asin(x: Any, name: str | None = None) -> Tensor:
    """The angle in `[-pi/2, pi/2]` whose sine is `x`; NaN for numbers beyond `[-1, 1]`.

    Args:
        x: floating or complex tensor.
        name: name of the operation.

    Returns:
        Tensor like `x`.

    >>> tf.asin([0.0, 1.0]).numpy().round(4)
    array([0.    , 1.5708], dtype=float32)
    """
    return raw.Asin(x, name=name)


def _acos_gradient(op: Any, dy: Tensor) -> Tensor:
    return raw.Neg(_asin_gradient(op, dy))


define_unary("Acos", dtypes.INEXACT, lambda x: words.arccos(x), gradient=_acos_gradient)


@public("math.acos", "acos")
def acos(x: Any, name: str | None = None) -> Tensor:
    """The angle in `[0, pi]` whose cosine is `x`; NaN for numbers beyond `[-1, 1]`.

    Args:
        x: floating or complex tensor.
        name: name of the operation.

    Returns:
        Tensor like `x`.

    >>> tf.acos([0.0, 1.0]).numpy().round(4)
    array([1.5708, 0.    ], dtype=float32)
    """
    return raw.Acos(x, name=name)


def _atan_gradient(op: Any, dy: Tensor) -> Tensor:
    x = conj(op.inputs[0])
    return raw.Mul(dy, raw.Reciprocal(raw.AddV2(raw.Square(x), 1)))


define_unary("Atan", dtypes.INEXACT, lambda x: words.arctan(x), gradient=_atan_gradient)


@public("math.atan", "atan")
def atan(x: Any, name: str | None = None) -> Tensor:
    """The angle in `[-pi/2, pi/2]` whose tangent is `x`, element by element.

    Args:
        x: floating or complex tensor.
        name: name of the operation.

    Returns:
        Tensor like `x`.

    >>> tf.atan([0.0, 1.0]).numpy().round(4)
    array([0.    , 0.7854], dtype=float32)
    """
    return raw.Atan(x, name=name)


def _atan2_rule(y: Any, x: Any) -> Any:
    return words.arctan2(y, x)


def _atan2_gradient(op: Any, dz: Tensor) -> list[Tensor | None]:
    y, x = op.inputs
    scaled = raw.RealDiv(dz, raw.AddV2(raw.Square(x), raw.Square(y)))
    return for_operands(op, raw.Mul(x, scaled), raw.Neg(raw.Mul(y, scaled)))


define(
    "Atan2",
    "y: T, x: T",
    "z: T",
    {"T": types(dtypes.FLOATING)},
    infer=broadcast_of_inputs,
    kernel=array_kernel("Atan2", _atan2_rule),
    gradient=_atan2_gradient,
    traits=Trait.ELEMENTWISE,
    scalar=_atan2_rule,
)


@public("math.atan2", "atan2")
def atan2(y: Any, x: Any, name: str | None = None) -> Tensor:
    """The angle of the point `(x, y)` from the x axis, in `[-pi, pi]`, element by element.

    Args:
        y: floating tensor.
        x: tensor of the same dtype, of a shape that broadcasts with that of `y`.
        name: name of the operation.

    Returns:
        Tensor of that dtype and the broadcast shape.

    >>> tf.atan2([1.0, 1.0], [1.0, -1.0]).numpy().round(4)
    array([0.7854, 2.3562], dtype=float32)
    """
    return raw.Atan2(y, x, name=name)
