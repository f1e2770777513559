"""arcsin, arccos, arctan and arctan2."""

from __future__ import annotations

from stagelight.codegen.expressions import Expr, const, where
from stagelight.codegen.vector_math.coefficients import ARCSIN, ARCTAN
from stagelight.codegen.vector_math.floats import (
    copysign,
    equal,
    has_sign,
    magnitude,
    polynomial,
    sqrt,
)

PI = 3.141592653589793


def _arctan_to_one(t: Expr) -> Expr:
    """arctan(t) for |t| <= 1."""
    return t * polynomial(t * t, (1.0, *ARCTAN[t.dtype.name]))


def arctan(x: Expr) -> Expr:
    """arctan(a), or pi / 2 - arctan(1 / a) for a > 1, with the sign of x; a = |x|."""
    a = magnitude(x)
    is_large = a > 1.0
    one = const(1.0, x.dtype)
    y = _arctan_to_one(where(is_large, -1.0, a) / where(is_large, a, one))
    return copysign(where(is_large, 0.5 * PI + y, y), x)


def arctan2(y: Expr, x: Expr) -> Expr:
    """The angle of (x, y): that of the smaller over the larger side, moved to its octant."""
    a, b = magnitude(y), magnitude(x)
    is_steep = a > b
    short, long = where(is_steep, b, a), where(is_steep, a, b)
    # 0 / 0 and inf / inf.
    alike = where(equal(long, 0.0), long, const(1.0, x.dtype))
    angle = _arctan_to_one(where(equal(short, long), alike, short / long))
    angle = where(is_steep, 0.5 * PI - angle, angle)
    return copysign(where(has_sign(x), PI - angle, angle), y)


def _arcsin_parts(a: Expr) -> tuple[Expr, Expr]:
    """(a > 1/2, arcsin(a)), or where that holds arcsin(sqrt((1 - a) / 2)), half of arccos(a)."""
    is_large = a > 0.5
    z = where(is_large, 0.5 - 0.5 * a, a * a)
    s = where(is_large, sqrt(z), a)
    return is_large, s * polynomial(z, (1.0, *ARCSIN[a.dtype.name]))


def arcsin(x: Expr) -> Expr:
    is_large, y = _arcsin_parts(magnitude(x))
    return copysign(where(is_large, 0.5 * PI - (y + y), y), x)


def arccos(x: Expr) -> Expr:
    is_large, y = _arcsin_parts(magnitude(x))
    large = where(x < 0.0, PI - (y + y), y + y)
    return where(is_large, large, 0.5 * PI - copysign(y, x))
