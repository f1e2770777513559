"""erf, erfc, and the inverses erfinv and ndtri.

erfc(x) for x >= 0 is exp(-x^2) / (1 + 2 x) times a polynomial in (x - m) / (x + m), which covers the
whole half line.
"""

from __future__ import annotations

from stagelight.codegen.expressions import Expr, fma, where
from stagelight.codegen.vector_math.coefficients import ERF, ERF_NEAR_0, ERFC
from stagelight.codegen.vector_math.exponential import exp2m1_of_negative, exp_of_negative
from stagelight.codegen.vector_math.floats import (
    at_most,
    copysign,
    magnitude,
    polynomial,
)

# m, and where erfc has become 0.
_ERFC_RANGE = {"float32": (2.0, 10.5), "float64": (5.0, 27.5)}

# Where erf has become 1.
_ERF_END = {"float32": 3.95, "float64": 6.0}


def _erfc_of_positive(a: Expr) -> Expr:
    middle, end = _ERFC_RANGE[a.dtype.name]
    a = at_most(a, end)
    square = a * a
    e = exp_of_negative(-square, correction=-fma(a, a, -square))
    p = polynomial((a - middle) / (a + middle), ERFC[a.dtype.name])
    return e * p / fma(a, 2.0, 1.0)


def erfc(x: Expr) -> Expr:
    """1 - x P(x^2) near 0, where the other way loses the last digits."""
    a = magnitude(x)
    y = _erfc_of_positive(a)
    near = 1.0 - x * polynomial(x * x, ERF_NEAR_0[x.dtype.name])
    return where(a < 0.5, near, where(x < 0.0, 2.0 - y, y))


def erf(x: Expr) -> Expr:
    """1 - 2^(-a P(a)) with the sign of x, a = |x|."""
    a = at_most(magnitude(x), _ERF_END[x.dtype.name])
    y = -a * polynomial(a, ERF[x.dtype.name])
    return copysign(exp2m1_of_negative(y), x)
