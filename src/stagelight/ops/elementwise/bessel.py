"""The Bessel functions of orders 0 and 1, element by element, in `tf.math.special`.

Modified ones of the first (I) and second kind (K), each also scaled by an exponential (e), and the
plain ones of the first (J) and second kind (Y).
"""

from __future__ import annotations

import math
from collections.abc import Callable
from types import ModuleType
from typing import Any

import numpy as np

from stagelight.core.elementwise import define_unary
from stagelight.core.raw import raw
from stagelight.core.scalar import in_float32, special
from stagelight.core.tensor import Tensor
from stagelight.public import public
from stagelight.types import dtypes

Gradient = Callable[[Any, Tensor], Tensor]

# ---------------------------------------------------------------------------- gradients


def _half_at_zero(x: Tensor, slope: Callable[[Tensor], Tensor]) -> Tensor:
    """slope(x), and its limit 1/2 at 0, where the formula divides by 0."""
    is_zero = raw.Equal(x, 0)
    safe = raw.SelectV2(is_zero, raw.OnesLike(x), x)
    return raw.SelectV2(is_zero, raw.Mul(raw.OnesLike(x), 0.5), slope(safe))


def _i0_gradient(op: Any, dy: Tensor) -> Tensor:
    return raw.Mul(dy, raw.BesselI1(op.inputs[0]))


def _i0e_gradient(op: Any, dy: Tensor) -> Tensor:
    (x,) = op.inputs
    return raw.Mul(dy, raw.Sub(raw.BesselI1e(x), raw.Mul(raw.Sign(x), op.output)))


def _i1_gradient(op: Any, dy: Tensor) -> Tensor:
    def slope(x: Tensor) -> Tensor:
        return raw.Sub(raw.BesselI0(x), raw.RealDiv(op.output, x))

    return raw.Mul(dy, _half_at_zero(op.inputs[0], slope))


def _i1e_gradient(op: Any, dy: Tensor) -> Tensor:
    def slope(x: Tensor) -> Tensor:
        damping = raw.AddV2(raw.Sign(x), raw.Reciprocal(x))
        return raw.Sub(raw.BesselI0e(x), raw.Mul(op.output, damping))

    return raw.Mul(dy, _half_at_zero(op.inputs[0], slope))


def _k0_gradient(op: Any, dy: Tensor) -> Tensor:
    return raw.Neg(raw.Mul(dy, raw.BesselK1(op.inputs[0])))


def _k0e_gradient(op: Any, dy: Tensor) -> Tensor:
    return raw.Mul(dy, raw.Sub(op.output, raw.BesselK1e(op.inputs[0])))


def _k1_gradient(op: Any, dy: Tensor) -> Tensor:
    (x,) = op.inputs
    slope = raw.AddV2(raw.BesselK0(x), raw.RealDiv(op.output, x))
    return raw.Neg(raw.Mul(dy, slope))


def _k1e_gradient(op: Any, dy: Tensor) -> Tensor:
    (x,) = op.inputs
    growth = raw.Mul(op.output, raw.Sub(1, raw.Reciprocal(x)))
    return raw.Mul(dy, raw.Sub(growth, raw.BesselK0e(x)))


def _j0_gradient(op: Any, dy: Tensor) -> Tensor:
    return raw.Neg(raw.Mul(dy, raw.BesselJ1(op.inputs[0])))


def _j1_gradient(op: Any, dy: Tensor) -> Tensor:
    def slope(x: Tensor) -> Tensor:
        return raw.Sub(raw.BesselJ0(x), raw.RealDiv(op.output, x))

    return raw.Mul(dy, _half_at_zero(op.inputs[0], slope))


def _y0_gradient(op: Any, dy: Tensor) -> Tensor:
    return raw.Neg(raw.Mul(dy, raw.BesselY1(op.inputs[0])))


def _y1_gradient(op: Any, dy: Tensor) -> Tensor:
    (x,) = op.inputs
    return raw.Mul(dy, raw.Sub(raw.BesselY0(x), raw.RealDiv(op.output, x)))


# ---------------------------------------------------------------------------- ops


def _define(name: str, function: str, gradient: Gradient, below_zero: float | None = None) -> None:
    """Defines an op by SciPy's function; `below_zero` is TF's own value for negative numbers."""

    def kernel(xp: ModuleType, x: np.ndarray) -> np.ndarray:
        value = getattr(special(xp), function)(x)
        return value if below_zero is None else xp.where(x < 0, below_zero, value).astype(x.dtype)

    define_unary(name, dtypes.FLOATING, kernel=in_float32(kernel), gradient=gradient)


_define("BesselI0", "i0", _i0_gradient)
_define("BesselI0e", "i0e", _i0e_gradient)
_define("BesselI1", "i1", _i1_gradient)
_define("BesselI1e", "i1e", _i1e_gradient)
_define("BesselK0", "k0", _k0_gradient, math.inf)
_define("BesselK0e", "k0e", _k0e_gradient, math.inf)
_define("BesselK1", "k1", _k1_gradient, math.inf)
_define("BesselK1e", "k1e", _k1e_gradient, math.inf)
_define("BesselJ0", "j0", _j0_gradient)
_define("BesselJ1", "j1", _j1_gradient)
_define("BesselY0", "y0", _y0_gradient, -math.inf)
_define("BesselY1", "y1", _y1_gradient, -math.inf)


@public("math.bessel_i0", "math.special.bessel_i0")
def bessel_i0(x: Any, name: str | None = None) -> Tensor:
    """The modified Bessel function of the first kind of order 0, element by element.

    Args:
        x: floating tensor.
        name: name of the operation.

    Returns:
        Tensor like `x`.

    >>> tf.math.special.bessel_i0([0.5, 1.0]).numpy().round(4)
    array([1.0635, 1.2661], dtype=float32)
    """
    return raw.BesselI0(x, name=name)


@public("math.bessel_i0e", "math.special.bessel_i0e")
def bessel_i0e(x: Any, name: str | None = None) -> Tensor:
    """`exp(-|x|) * bessel_i0(x)`, element by element.

    Args:
        x: floating tensor.
        name: name of the operation.

    Returns:
        Tensor like `x`.

    >>> tf.math.special.bessel_i0e([0.5, 1.0]).numpy().round(4)
    array([0.645 , 0.4658], dtype=float32)
    """
    return raw.BesselI0e(x, name=name)


@public("math.bessel_i1", "math.special.bessel_i1")
def bessel_i1(x: Any, name: str | None = None) -> Tensor:
    """The modified Bessel function of the first kind of order 1, element by element.

    Args:
        x: floating tensor.
        name: name of the operation.

    Returns:
        Tensor like `x`.

    >>> tf.math.special.bessel_i1([0.5, 1.0]).numpy().round(4)
    array([0.2579, 0.5652], dtype=float32)
    """
    return raw.BesselI1(x, name=name)


@public("math.bessel_i1e", "math.special.bessel_i1e")
def bessel_i1e(x: Any, name: str | None = None) -> Tensor:
    """`exp(-|x|) * bessel_i1(x)`, element by element.

    Args:
        x: floating tensor.
        name: name of the operation.

    Returns:
        Tensor like `x`.

    >>> tf.math.special.bessel_i1e([0.5, 1.0]).numpy().round(4)
    array([0.1564, 0.2079], dtype=float32)
    """
    return raw.BesselI1e(x, name=name)


@public("math.special.bessel_k0")
def bessel_k0(x: Any, name: str | None = None) -> Tensor:
    """The modified Bessel function of the second kind of order 0, element by element.

    Args:
        x: floating tensor, above 0.
        name: name of the operation.

    Returns:
        Tensor like `x`.

    >>> tf.math.special.bessel_k0([0.5, 1.0]).numpy().round(4)
    array([0.9244, 0.421 ], dtype=float32)
    """
    return raw.BesselK0(x, name=name)


@public("math.special.bessel_k0e")
def bessel_k0e(x: Any, name: str | None = None) -> Tensor:
    """`exp(x) * bessel_k0(x)`, element by element.

    Args:
        x: floating tensor, above 0.
        name: name of the operation.

    Returns:
        Tensor like `x`.

    >>> tf.math.special.bessel_k0e([0.5, 1.0]).numpy().round(4)
    array([1.5241, 1.1445], dtype=float32)
    """
    return raw.BesselK0e(x, name=name)


@public("math.special.bessel_k1")
def bessel_k1(x: Any, name: str | None = None) -> Tensor:
    """The modified Bessel function of the second kind of order 1, element by element.

    Args:
        x: floating tensor, above 0.
        name: name of the operation.

    Returns:
        Tensor like `x`.

    >>> tf.math.special.bessel_k1([0.5, 1.0]).numpy().round(4)
    array([1.6564, 0.6019], dtype=float32)
    """
    return raw.BesselK1(x, name=name)


@public("math.special.bessel_k1e")
def bessel_k1e(x: Any, name: str | None = None) -> Tensor:
    """`exp(x) * bessel_k1(x)`, element by element.

    Args:
        x: floating tensor, above 0.
        name: name of the operation.

    Returns:
        Tensor like `x`.

    >>> tf.math.special.bessel_k1e([0.5, 1.0]).numpy().round(4)
    array([2.731 , 1.6362], dtype=float32)
    """
    return raw.BesselK1e(x, name=name)


@public("math.special.bessel_j0")
def bessel_j0(x: Any, name: str | None = None) -> Tensor:
    """The Bessel function of the first kind of order 0, element by element.

    Args:
        x: floating tensor.
        name: name of the operation.

    Returns:
        Tensor like `x`.

    >>> tf.math.special.bessel_j0([0.5, 1.0]).numpy().round(4)
    array([0.9385, 0.7652], dtype=float32)
    """
    return raw.BesselJ0(x, name=name)


@public("math.special.bessel_j1")
def bessel_j1(x: Any, name: str | None = None) -> Tensor:
    """The Bessel function of the first kind of order 1, element by element.

    Args:
        x: floating tensor.
        name: name of the operation.

    Returns:
        Tensor like `x`.

    >>> tf.math.special.bessel_j1([0.5, 1.0]).numpy().round(4)
    array([0.2423, 0.4401], dtype=float32)
    """
    return raw.BesselJ1(x, name=name)


@public("math.special.bessel_y0")
def bessel_y0(x: Any, name: str | None = None) -> Tensor:
    """The Bessel function of the second kind of order 0, element by element.

    Args:
        x: floating tensor, above 0.
        name: name of the operation.

    Returns:
        Tensor like `x`.

    >>> tf.math.special.bessel_y0([0.5, 1.0]).numpy().round(4)
    array([-0.4445,  0.0883], dtype=float32)
    """
    return raw.BesselY0(x, name=name)


@public("math.special.bessel_y1")
def bessel_y1(x: Any, name: str | None = None) -> Tensor:
    """The Bessel function of the second kind of order 1, element by element.

    Args:
        x: floating tensor, above 0.
        name: name of the operation.

    Returns:
        Tensor like `x`.

    >>> tf.math.special.bessel_y1([0.5, 1.0]).numpy().round(4)
    array([-1.4715, -0.7812], dtype=float32)
    """
    return raw.BesselY1(x, name=name)
