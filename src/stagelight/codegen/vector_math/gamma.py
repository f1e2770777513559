"""gammaln and digamma; float32 goes through float64.

For positive arguments there are rational functions about the zeros, and from 8 (from 2) on
Stirling's series in 1 / x^2, fitted. Negative arguments are reflected at 0:

    gamma(-a) = -pi / (a sin(pi a) gamma(a))        digamma(-a) = digamma(a) + 1 / a + pi cot(pi a)

Near the zeros of gammaln between the negative poles the error is small beside the terms of the
difference, not beside the result.
"""

from __future__ import annotations

from collections.abc import Callable

from stagelight.codegen.expressions import Expr, cast, const, fma, where
from stagelight.codegen.vector_math.coefficients import (
    DIGAMMA_FROM_2,
    DIGAMMA_FROM_2_BELOW,
    DIGAMMA_NEAR_ROOT,
    DIGAMMA_NEAR_ROOT_BELOW,
    LOG_GAMMA_FROM_3,
    LOG_GAMMA_FROM_3_BELOW,
    LOG_GAMMA_NEAR_1,
    LOG_GAMMA_NEAR_1_BELOW,
    LOG_GAMMA_NEAR_2,
    LOG_GAMMA_NEAR_2_BELOW,
    STIRLING,
    Table,
)
from stagelight.codegen.vector_math.exponential import log
from stagelight.codegen.vector_math.floats import (
    FLOAT64,
    INF,
    NAN,
    bits_of,
    copysign,
    equal,
    has_sign,
    magnitude,
    polynomial,
    rint,
)
from stagelight.codegen.vector_math.trigonometry import sin_of_remainder, tan_quotient
from stagelight.types import dtypes

_PI = 3.141592653589793

# log(2 pi) / 2 - 1/2
_STIRLING_CONSTANT = 0.4189385332046727

# The zero of digamma, less 1, as a sum of two numbers.
_ROOT_HIGH, _ROOT_LOW = 0.46163214496836236, -1.5522348162858677e-17


def _in_float64(rule: Callable[[Expr], Expr]) -> Callable[[Expr], Expr]:
    def widened(x: Expr) -> Expr:
        return cast(rule(cast(x, dtypes.float64)), x.dtype)

    return widened


def _quotient(u: Expr, above: Table, below: Table) -> tuple[Expr, Expr]:
    return polynomial(u, above["float64"]), polynomial(u, below["float64"])


def _choice(condition: Expr, a: tuple[Expr, Expr], b: tuple[Expr, Expr]) -> tuple[Expr, Expr]:
    """One of two quotients, not divided yet."""
    return where(condition, a[0], b[0]), where(condition, a[1], b[1])


def _from_whole(a: Expr) -> Expr:
    """a less the nearest whole number."""
    return a - rint(a)


@_in_float64
def gammaln(x: Expr) -> Expr:
    """log |gamma(x)|; infinite at 0, -1, -2, ... and at both infinities."""
    a = magnitude(x)
    log_a = log(a)
    is_small = a < 0.5
    # gamma(x) = gamma(1 + x) / x near 0, also for negative x.
    above, below = _small_gammaln(where(is_small, x, a - 1.0), a)
    small = above / below + 0.0  # no -0.0 at 1
    inverse = 1.0 / a
    rest = fma(inverse, polynomial(inverse * inverse, STIRLING["float64"]), _STIRLING_CONSTANT)
    result = where(a < 8.0, small, fma(a - 0.5, log_a - 1.0, rest))
    sine = magnitude(sin_of_remainder(_PI * _from_whole(a)))
    reflected = where(equal(sine, 0.0), INF, log(_PI / (a * sine)) - result)
    result = where(is_small, small - log_a, where(x < 0.0, reflected, result))
    return where(equal(a, INF), INF, result)


def _small_gammaln(u: Expr, a: Expr) -> tuple[Expr, Expr]:
    """log(gamma(a)) as a quotient for a < 8; for a < 3/2 it is log(gamma(1 + u))."""
    above, below = _quotient(u + 0.5, LOG_GAMMA_NEAR_1, LOG_GAMMA_NEAR_1_BELOW)
    near_1 = u * above, below
    above, below = _quotient(a - 1.5, LOG_GAMMA_NEAR_2, LOG_GAMMA_NEAR_2_BELOW)
    near_2 = (a - 2.0) * above, below
    rest = _quotient(a - 3.0, LOG_GAMMA_FROM_3, LOG_GAMMA_FROM_3_BELOW)
    return _choice(a < 1.5, near_1, _choice(a < 3.0, near_2, rest))


@_in_float64
def digamma(x: Expr) -> Expr:
    """The derivative of log(gamma(x)): NaN at -1, -2, ..., infinite at 0 with the sign of -x."""
    a = magnitude(x)
    is_small, is_negative = a < 1.0, has_sign(x)
    inverse = 1.0 / a
    # digamma(1 + a) where a < 1.
    u = where(is_small, a, a - 1.0)
    above, below = _quotient(u, DIGAMMA_NEAR_ROOT, DIGAMMA_NEAR_ROOT_BELOW)
    near = ((u - _ROOT_HIGH) - _ROOT_LOW) * above / below
    z = inverse * inverse
    above, below = _quotient(z, DIGAMMA_FROM_2, DIGAMMA_FROM_2_BELOW)
    far = log(a) - fma(0.5, inverse, z * above / below)
    result = where(a < 2.0, near, far)
    zero = const(0.0, a.dtype)
    result = result + where(
        is_negative, where(is_small, zero, inverse), where(is_small, -inverse, zero)
    )
    result = where(is_negative, result + _pi_cotangent(_from_whole(a)), result)
    return where(equal(a, 0.0), copysign(const(INF, a.dtype), -x), result)


def _pi_cotangent(d: Expr) -> Expr:
    """pi cot(pi d), |d| <= 1/2; NaN at 0."""
    shifter = FLOAT64.shifter
    shifted = d + d + shifter
    r = _PI * fma(shifted - shifter, -0.5, d)
    above, below = tan_quotient(r, bits_of(shifted))
    return where(equal(d, 0.0), NAN, _PI * below / above)
