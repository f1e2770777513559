"""sin, cos and tan.

x = n pi + r (for tan x = n pi / 2 + r). Usual arguments are reduced with pi as a sum of three numbers
and `fma` (Cody and Waite): x - n pi_1 is exact. Larger ones are reduced in `large_arguments.py`.
"""

from __future__ import annotations

from stagelight.codegen.expressions import Expr, bitcast, cast, const, fma, op, where
from stagelight.codegen.vector_math.coefficients import SIN, TAN, TAN_BELOW
from stagelight.codegen.vector_math.floats import (
    at_least,
    at_most,
    bits_of,
    copysign,
    format_of,
    magnitude,
    polynomial,
    seldom,
)
from stagelight.codegen.vector_math.large_arguments import large_remainder

# pi as a sum of three numbers of the format, all positive: so x - 0 pi is -0.0 for -0.0.
_PI_PARTS = {
    "float32": (3.141592502593994, 1.5099578831723193e-07, 1.078060505991553e-14),
    "float64": (3.141592653589793, 1.224646799147353e-16, 2.1657133478438278e-32),
}
_INVERSE_PI = 0.3183098861837907

# The quotient is right, and the parts are long enough, below these.
_USUAL = {"float32": 2.0**17, "float64": 2.0**30}


def _minus_parts(x: Expr, n: Expr, unit: float) -> Expr:
    """x - n unit pi; the unit is a power of 2."""
    for part in _PI_PARTS[x.dtype.name]:
        x = fma(n, -unit * part, x)
    return x


def _negated_if_odd(x: Expr, n: Expr) -> Expr:
    """x with its sign changed where the lowest bit of n is set."""
    form = format_of(x)
    return bitcast(bits_of(x) ^ (cast(n, form.integer) << (form.bits - 1)), form.dtype)


def sin_of_remainder(r: Expr) -> Expr:
    """r + r (z P(z)), z = r^2, for |r| <= pi / 2. Adding 0.0 keeps sin(-0.0) = -0.0."""
    z = r * r
    y = fma(fma(z, polynomial(z, SIN[r.dtype.name]), 0.0), r, r)
    return at_most(at_least(y, -1.0), 1.0)


def _is_large(x: Expr) -> Expr:
    return magnitude(x) >= _USUAL[x.dtype.name]


def sin(x: Expr) -> Expr:
    """sin(n pi + r) = sin(r) or, for an odd n, sin(-r)."""
    form = format_of(x)
    shifted = fma(x, _INVERSE_PI, form.shifter)
    r = _minus_parts(x, shifted - form.shifter, 1.0)
    usual = _negated_if_odd(r, bits_of(shifted))
    large_r, large_n = large_remainder(x, 1)
    large = _negated_if_odd(large_r, large_n) * copysign(const(1.0, x.dtype), x)
    return sin_of_remainder(seldom(_is_large(x), large, usual))


def cos(x: Expr) -> Expr:
    """cos((n + 1/2) pi + r) = sin(-r) or, for an odd n, sin(r)."""
    form = format_of(x)
    shifter = form.shifter + 1.0
    shifted = fma(x, _INVERSE_PI, -0.5) + shifter
    r = _minus_parts(x, (shifted - shifter) + 0.5, 1.0)
    usual = _negated_if_odd(r, bits_of(shifted))
    large = _negated_if_odd(*large_remainder(x, 1, is_shifted=True))
    return sin_of_remainder(seldom(_is_large(x), large, usual))


def tan_quotient(r: Expr, n: Expr) -> tuple[Expr, Expr]:
    """Numerator and denominator of tan(r), or of -1 / tan(r) for an odd n; |r| <= pi / 4."""
    z = r * r
    above = r * polynomial(z, TAN[r.dtype.name])
    below = polynomial(z, TAN_BELOW[r.dtype.name])
    is_odd = op("not_equal", n & 1, 0)
    return where(is_odd, -below, above), where(is_odd, above, below)


def _tan_of_remainder(r: Expr, n: Expr) -> Expr:
    above, below = tan_quotient(r, n)
    return above / below


def tan(x: Expr) -> Expr:
    form = format_of(x)
    shifted = fma(x, 2.0 * _INVERSE_PI, form.shifter)
    r = _minus_parts(x, shifted - form.shifter, 0.5)
    usual = _tan_of_remainder(r, bits_of(shifted))
    large = _tan_of_remainder(*large_remainder(x, 2)) * copysign(const(1.0, x.dtype), x)
    return seldom(_is_large(x), large, usual)
