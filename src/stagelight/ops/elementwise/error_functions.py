"""The error function, its complement, and their inverses; quantiles of the normal distribution.

erf(x) = 2 / sqrt(pi) * integral from 0 to x of exp(-t**2) dt        erfc(x) = 1 - erf(x)
"""

from __future__ import annotations

import math
from typing import Any

from stagelight.core.convert import convert_to_tensor
from stagelight.core.elementwise import define_unary
from stagelight.core.raw import raw
from stagelight.core.scalar import words
from stagelight.core.scopes import op_scope
from stagelight.core.tensor import Tensor
from stagelight.public import public
from stagelight.types import dtypes


def _erf_gradient(op: Any, dy: Tensor) -> Tensor:
    bell = raw.Exp(raw.Neg(raw.Square(op.inputs[0])))
    return raw.Mul(raw.Mul(dy, 2 / math.sqrt(math.pi)), bell)


define_unary("Erf", dtypes.FLOATING, lambda x: words.erf(x), gradient=_erf_gradient)
define_unary(
    "Erfc",
    dtypes.FLOATING,
    lambda x: words.erfc(x),
    gradient=lambda op, dy: raw.Neg(_erf_gradient(op, dy)),
)


def _erfinv_gradient(op: Any, dy: Tensor) -> Tensor:
    growth = raw.Exp(raw.Square(op.output))
    return raw.Mul(raw.Mul(dy, math.sqrt(math.pi) / 2), growth)


def _ndtri_gradient(op: Any, dy: Tensor) -> Tensor:
    growth = raw.Exp(raw.Mul(raw.Square(op.output), 0.5))
    return raw.Mul(raw.Mul(dy, math.sqrt(2 * math.pi)), growth)


define_unary("Erfinv", dtypes.FLOATING, lambda x: words.erfinv(x), gradient=_erfinv_gradient)
define_unary("Ndtri", dtypes.FLOATING, lambda x: words.ndtri(x), gradient=_ndtri_gradient)


@public("math.erf", "compat.v1.erf")
def erf(x: Any, name: str | None = None) -> Tensor:
    """The error function `2 / sqrt(pi) * integral(exp(-t**2), 0, x)`, element by element.

    Args:
        x: floating tensor.
        name: name of the operation.

    Returns:
        Tensor like `x`, between -1 and 1.

    >>> tf.math.erf([0.0, 1.0]).numpy().round(4)
    array([0.    , 0.8427], dtype=float32)
    """
    return raw.Erf(x, name=name)


@public("math.erfc", "compat.v1.erfc")
def erfc(x: Any, name: str | None = None) -> Tensor:
    """`1 - erf(x)`, element by element, exact for large `x`.

    Args:
        x: floating tensor.
        name: name of the operation.

    Returns:
        Tensor like `x`, between 0 and 2.

    >>> tf.math.erfc([0.0, 1.0]).numpy().round(4)
    array([1.    , 0.1573], dtype=float32)
    """
    return raw.Erfc(x, name=name)


@public("math.erfinv")
def erfinv(x: Any, name: str | None = None) -> Tensor:
    """The number whose `erf` is `x`; infinite at -1 and 1, NaN beyond.

    Args:
        x: floating tensor.
        name: name of the operation.

    Returns:
        Tensor like `x`.

    >>> tf.math.erfinv([0.0, 0.5]).numpy().round(4)
    array([0.    , 0.4769], dtype=float32)
    """
    return raw.Erfinv(x, name=name)


@public("math.erfcinv")
def erfcinv(x: Any, name: str | None = None) -> Tensor:
    """The number whose `erfc` is `x`, for `x` between 0 and 2.

    Args:
        x: floating tensor.
        name: name of the operation.

    Returns:
        Tensor like `x`.

    >>> tf.math.erfcinv([1.0, 0.5]).numpy().round(4)
    array([-0.    ,  0.4769], dtype=float32)
    """
    with op_scope(name or "erfcinv") as scope:
        x = convert_to_tensor(x, name="start")
        return raw.Mul(raw.Neg(raw.Ndtri(raw.Mul(x, 0.5))), math.sqrt(0.5), name=scope)


@public("math.ndtri")
def ndtri(x: Any, name: str | None = None) -> Tensor:
    """The quantile function of the standard normal distribution, element by element.

    Args:
        x: floating tensor; infinite results at 0 and 1, NaN beyond.
        name: name of the operation.

    Returns:
        Tensor like `x`.

    >>> tf.math.ndtri([0.5, 0.975]).numpy().round(4)
    array([0.  , 1.96], dtype=float32)
    """
    return raw.Ndtri(x, name=name)
