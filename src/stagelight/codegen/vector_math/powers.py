"""power, of floats and, for constant exponents, of integers.

float32 computes x^y = 2^(y log2(x)) in float64. float64 computes e^(y log(x)), with the logarithm and the
product as sums of two numbers, since an error of the exponent is one of e^it, times the exponent.
"""

from __future__ import annotations

from stagelight.codegen.expressions import Expr, bitcast, cast, const, fma, op, value_of, where
from stagelight.codegen.vector_math.coefficients import ATANH_REST, EXP2_SHORT, LOG2_SHORT
from stagelight.codegen.vector_math.exponential import (
    EXP_RANGE,
    exponent_and_fraction,
    scaled_exp,
)
from stagelight.codegen.vector_math.floats import (
    FLOAT32,
    FLOAT64,
    INF,
    NAN,
    at_least,
    at_most,
    bits_of,
    both,
    either,
    equal,
    exact_product,
    format_of,
    has_sign,
    magnitude,
    polynomial,
    rint,
    sqrt,
    unsplit,
)
from stagelight.types import dtypes

# 1/3 and log(2) as sums of two numbers.
_THIRD = (0.3333333333333333, 1.850371707708594e-17)
_LOG_2 = (0.6931471805599453, 2.3190468138462996e-17)

# Larger exponents have the same results. 0 times one of these is 0, not NaN: (-1)^inf is 1.
_HUGE = {"float32": 1e30, "float64": 1e300}

# Powers with these exponents are products, within the same bound of error.
_FACTORS = range(-4, 9)


def power(x: Expr, y: Expr) -> Expr:
    """x to the power of y.

    Raises:
        NotImplementedError: integers to a power that is not constant, or negative.
    """
    if x.dtype.is_integer:
        if y.word != "const" or value_of(y) < 0:
            raise NotImplementedError(
                "Powers of integers are expanded for constant exponents >= 0."
            )
        return _product(x, value_of(y))
    if y.word == "const":
        exponent = value_of(y)
        if exponent in (0.5, -0.5):
            # sqrt, but infinite for -inf, and 0.0 for -0.0.
            root = where(equal(x, -INF), INF, sqrt(x) + 0.0)
            return root if exponent > 0 else 1.0 / root
        if exponent in _FACTORS:
            return _product(x, exponent) if exponent >= 0 else _product(1.0 / x, -exponent)
    return _general_power(x, y)


def _product(x: Expr, exponent: int | float) -> Expr:
    """x^n by squaring."""
    total: Expr | None = None
    rest = int(exponent)
    while rest:
        if rest & 1:
            total = x if total is None else total * x
        rest >>= 1
        if rest:
            x = x * x
    return const(1, x.dtype) if total is None else total


def _general_power(x: Expr, y: Expr) -> Expr:
    a = magnitude(x)
    bounded = at_most(at_least(y, -_HUGE[x.dtype.name]), _HUGE[x.dtype.name])
    result = (_power_in_float64 if format_of(x) is FLOAT32 else _power_of_float64)(a, bounded)
    is_whole = equal(rint(y), y)
    half = 0.5 * y
    is_odd = both(is_whole, op("not_equal", rint(half), half))
    result = where(both(is_odd, has_sign(x)), -result, result)
    is_undefined = both(both(x < 0.0, x > -INF), op("logical_not", is_whole))
    result = where(is_undefined, NAN, result)
    return where(either(equal(x, 1.0), equal(y, 0.0)), 1.0, result)


def _log_ends(a: Expr, log: Expr) -> Expr:
    """A logarithm of a >= 0, with its values at 0 and infinity."""
    return where(equal(a, 0.0), -INF, where(a < INF, log, a))


def _power_in_float64(a: Expr, y: Expr) -> Expr:
    """a^y of float32, a >= 0; numbers that are subnormal in float32 are normal here."""
    a, y = cast(a, dtypes.float64), cast(y, dtypes.float64)
    k, f = exponent_and_fraction(a)
    exponent = y * _log_ends(a, fma(f, polynomial(f, LOG2_SHORT["float64"]), k))
    exponent = at_most(at_least(exponent, -160.0), 160.0)
    shifter = FLOAT64.shifter + FLOAT64.bias
    shifted = exponent + shifter
    r = exponent - (shifted - shifter)
    scale = bitcast(bits_of(shifted) << FLOAT64.digits, dtypes.float64)
    return cast(polynomial(r, EXP2_SHORT["float64"]) * scale, dtypes.float32)


def _power_of_float64(a: Expr, y: Expr) -> Expr:
    """a^y, a >= 0."""
    high, low = _log_of_float64(a)
    exponent, lost = exact_product(y, _log_ends(a, high))
    lost = fma(y, low, lost)
    # Where the exponent is far outside, so may be what was lost, or NaN.
    correction = where(magnitude(exponent) < 1000.0, lost, 0.0)
    lowest, highest = EXP_RANGE["float64"]
    return scaled_exp(at_most(at_least(exponent, lowest), highest), correction=correction)


def _log_of_float64(a: Expr) -> tuple[Expr, Expr]:
    """log(a) as a sum of two numbers, with a relative error of about 2^-64.

    log(1 + f) = 2 s + 2 s z c, s = f / (2 + f), z = s^2, c = 1/3 + z P(z); the parts of s, z, c and of
    the products are kept in pairs.
    """
    k, f = exponent_and_fraction(a)
    sum_high = f + 2.0
    sum_low = f - (sum_high - 2.0)
    inverse = 1.0 / sum_high
    s_high = f * inverse
    s_low = fma(-s_high, sum_low, fma(-s_high, sum_high, f)) * inverse
    z_high, z_lost = exact_product(s_high, s_high)
    z_low = fma(s_high + s_high, s_low, z_lost)
    rest = z_high * polynomial(z_high, ATANH_REST["float64"])
    c_high = rest + _THIRD[0]
    c_low = (rest - (c_high - _THIRD[0])) + _THIRD[1]
    w_high, w_lost = exact_product(z_high, c_high)
    w_low = fma(z_high, c_low, fma(z_low, c_high, w_lost))
    t_high, t_lost = exact_product(s_high, w_high)
    t_low = fma(s_high, w_low, fma(s_low, w_high, t_lost))
    high, low = exact_product(k, const(_LOG_2[0], a.dtype))
    low = fma(k, _LOG_2[1], low)
    for part_high, part_low in ((s_high, s_low), (t_high, t_low)):
        high, lost = unsplit(high, 2.0 * part_high)
        low = low + (lost + 2.0 * part_low)
    return unsplit(high, low)
