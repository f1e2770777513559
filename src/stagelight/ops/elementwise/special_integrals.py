"""Integrals that have no closed form: Dawson's, Fresnel's, Spence's and the exponential integral.

In `tf.math.special`; `error_functions`, `gamma_functions` and `bessel` hold the other special
functions.
"""

from __future__ import annotations

import math
from types import ModuleType
from typing import Any

import numpy as np

from stagelight.core.elementwise import define_unary
from stagelight.core.raw import raw
from stagelight.core.scalar import in_float32, special, words
from stagelight.core.tensor import Tensor
from stagelight.public import public
from stagelight.types import dtypes


def _dawsn_gradient(op: Any, dy: Tensor) -> Tensor:
    (x,) = op.inputs
    return raw.Mul(dy, raw.Sub(1, raw.Mul(raw.Mul(x, op.output), 2)))


def _expint(xp: ModuleType, x: np.ndarray) -> np.ndarray:
    # TF: no value below 0.
    return xp.where(x < 0, np.nan, special(xp).expi(x)).astype(x.dtype)


def _expint_gradient(op: Any, dy: Tensor) -> Tensor:
    (x,) = op.inputs
    return raw.Mul(dy, raw.RealDiv(raw.Exp(x), x))


def _quarter_turns(op: Any) -> Tensor:
    return raw.Mul(raw.Square(op.inputs[0]), math.pi / 2)


def _fresnel_cos_gradient(op: Any, dy: Tensor) -> Tensor:
    return raw.Mul(dy, raw.Cos(_quarter_turns(op)))


def _fresnel_sin_gradient(op: Any, dy: Tensor) -> Tensor:
    return raw.Mul(dy, raw.Sin(_quarter_turns(op)))


def _spence_gradient(op: Any, dy: Tensor) -> Tensor:
    (x,) = op.inputs
    is_one = raw.Equal(x, 1)
    safe = raw.SelectV2(is_one, raw.Mul(raw.OnesLike(x), 2), x)
    slope = raw.RealDiv(raw.Log(safe), raw.Sub(1, safe))
    return raw.Mul(dy, raw.SelectV2(is_one, raw.Neg(raw.OnesLike(x)), slope))


define_unary(
    "Dawsn",
    dtypes.FLOATING,
    kernel=in_float32(lambda xp, x: special(xp).dawsn(x)),
    gradient=_dawsn_gradient,
)
define_unary("Expint", dtypes.FLOATING, kernel=in_float32(_expint), gradient=_expint_gradient)
define_unary(
    "FresnelCos",
    dtypes.FLOATING,
    kernel=in_float32(lambda xp, x: special(xp).fresnel(x)[1]),
    gradient=_fresnel_cos_gradient,
)
define_unary(
    "FresnelSin",
    dtypes.FLOATING,
    kernel=in_float32(lambda xp, x: special(xp).fresnel(x)[0]),
    gradient=_fresnel_sin_gradient,
)
define_unary("Spence", dtypes.FLOATING, lambda x: words.spence(x), gradient=_spence_gradient)


@public("math.special.dawsn")
def dawsn(x: Any, name: str | None = None) -> Tensor:
    """Dawson's integral `exp(-x**2) * integral(exp(t**2), 0, x)`, element by element.

    Args:
        x: floating tensor.
        name: name of the operation.

    Returns:
        Tensor like `x`.

    >>> tf.math.special.dawsn([0.5, 2.0]).numpy().round(4)
    array([0.4244, 0.3013], dtype=float32)
    """
    return raw.Dawsn(x, name=name)


@public("math.special.expint")
def expint(x: Any, name: str | None = None) -> Tensor:
    """The exponential integral `Ei(x) = integral(exp(t) / t, -inf, x)`, element by element.

    Args:
        x: floating tensor, above 0.
        name: name of the operation.

    Returns:
        Tensor like `x`.

    >>> tf.math.special.expint([0.5, 2.0]).numpy().round(4)
    array([0.4542, 4.9542], dtype=float32)
    """
    return raw.Expint(x, name=name)


@public("math.special.fresnel_cos")
def fresnel_cos(x: Any, name: str | None = None) -> Tensor:
    """The Fresnel integral `C(x) = integral(cos(pi t**2 / 2), 0, x)`, element by element.

    Args:
        x: floating tensor.
        name: name of the operation.

    Returns:
        Tensor like `x`.

    >>> tf.math.special.fresnel_cos([0.5, 2.0]).numpy().round(4)
    array([0.4923, 0.4883], dtype=float32)
    """
    return raw.FresnelCos(x, name=name)


@public("math.special.fresnel_sin")
def fresnel_sin(x: Any, name: str | None = None) -> Tensor:
    """The Fresnel integral `S(x) = integral(sin(pi t**2 / 2), 0, x)`, element by element.

    Args:
        x: floating tensor.
        name: name of the operation.

    Returns:
        Tensor like `x`.

    >>> tf.math.special.fresnel_sin([0.5, 2.0]).numpy().round(4)
    array([0.0647, 0.3434], dtype=float32)
    """
    return raw.FresnelSin(x, name=name)


@public("math.special.spence")
def spence(x: Any, name: str | None = None) -> Tensor:
    """Spence's integral `-integral(log(t) / (t - 1), 1, x)`, element by element.

    Args:
        x: floating tensor, from 0 up.
        name: name of the operation.

    Returns:
        Tensor like `x`.

    >>> tf.math.special.spence([0.5, 2.0]).numpy().round(4)
    array([ 0.5822, -0.8225], dtype=float32)
    """
    return raw.Spence(x, name=name)
