"""tanh, expit, sinh, cosh and their inverses."""

from __future__ import annotations

from stagelight.codegen.expressions import Expr, const, where
from stagelight.codegen.vector_math.coefficients import SINH
from stagelight.codegen.vector_math.exponential import (
    LOG_2,
    exp_of_negative,
    half_exp,
    half_expm1_of_double,
    log1p,
)
from stagelight.codegen.vector_math.floats import (
    NAN,
    at_most,
    copysign,
    format_of,
    magnitude,
    polynomial,
    sqrt,
)


def tanh(x: Expr) -> Expr:
    """h / (h + 1) with the sign of x, h = (e^2|x| - 1) / 2."""
    # From there on h + 1 is h.
    h = half_expm1_of_double(at_most(magnitude(x), 0.45 * format_of(x).digits))
    return copysign(h / (h + 1.0), x)


def expit(x: Expr) -> Expr:
    """1 / (1 + e^-x), or e^x / (1 + e^x) for negative x: the exponential is at most 1."""
    e = exp_of_negative(-magnitude(x))
    one = const(1.0, x.dtype)
    return where(x < 0.0, e, one) / (1.0 + e)


def sinh(x: Expr) -> Expr:
    a = magnitude(x)
    z = x * x
    half = half_exp(a)
    small = x * polynomial(z, (1.0, *SINH[x.dtype.name]))
    return where(a < 1.0, small, copysign(half - 0.25 / half, x))


def cosh(x: Expr) -> Expr:
    half = half_exp(magnitude(x))
    return half + 0.25 / half


def arcsinh(x: Expr) -> Expr:
    """log(1 + a + a^2 / (1 + sqrt(1 + a^2))), a = |x|; log(2 a) where a^2 is too large."""
    a = magnitude(x)
    end = 2.0 ** (format_of(x).digits + 5)
    z = a * a
    v = where(a < end, a + z / (1.0 + sqrt(1.0 + z)), a)
    extra = where(a < end, const(0.0, x.dtype), LOG_2)
    return copysign(log1p(v) + extra, x)


def arccosh(x: Expr) -> Expr:
    """log(1 + t + sqrt(t (t + 2))), t = x - 1; log(2 x) where t^2 is too large."""
    t = x - 1.0
    end = 2.0 ** (format_of(x).digits + 5)
    v = where(x < end, t + sqrt(t * (t + 2.0)), t)
    result = log1p(v) + where(x < end, const(0.0, x.dtype), LOG_2)
    return where(x < 1.0, NAN, result)


def arctanh(x: Expr) -> Expr:
    """log(1 + 2 a / (1 - a)) / 2, a = |x|."""
    a = magnitude(x)
    return copysign(0.5 * log1p(2.0 * a / (1.0 - a)), x)
