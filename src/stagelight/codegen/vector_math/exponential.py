"""exp, expm1, log and log1p.

exp: x = n log(2) + r with |r| <= log(2) / 2; e^r is a polynomial, and 2^n is put together in the
exponent bits, as two factors: the largest n is one too many for these bits. One is enough for results up
to 1.

log: x = 2^k m with sqrt(1/2) <= m < sqrt(2); log(m) is a polynomial in f = m - 1, for float64
in s = f / (2 + f), which needs a third of the terms.
"""

from __future__ import annotations

from dataclasses import dataclass

from stagelight.codegen.expressions import Expr, bitcast, const, fma, where
from stagelight.codegen.vector_math.coefficients import EXP, EXP2M1, LOG, LOG_BY_QUOTIENT
from stagelight.codegen.vector_math.floats import (
    FLOAT32,
    INF,
    NAN,
    Format,
    at_least,
    at_most,
    bits_of,
    equal,
    format_of,
    magnitude,
    polynomial,
)

LOG2_E = 1.4426950408889634
LOG_2 = 0.6931471805599453

# log(2) as a sum of two numbers of the format.
_LOG_2_PARTS = {
    "float32": (0.693147182464599609375, -1.904654299957767e-09),
    "float64": (0.6931471805599453094172, 2.319046813846299558e-17),
}

# exp(x) is 0 below the first and infinite above the second.
EXP_RANGE = {"float32": (-104.0, 89.0), "float64": (-746.0, 710.0)}

# From where on 2^n, with the exponent bits 0, is 0, as e^x is if subnormal numbers are.
_LEAST_OF_ONE_FACTOR = {"float32": -88.0, "float64": -709.0}

# A small factor of a result is computed so many powers of 2 larger, where it is not subnormal.
LIFT = 64

# sqrt(1/2), as bits: what is subtracted so that the exponent field counts from there.
_ROOT_HALF_BITS = {"float32": 0x3F3504F3, "float64": 0x3FE6A09E667F3BCD}


@dataclass(frozen=True)
class Power:
    """e^x = 2^n e^r. `bits` has n in its low bits, plus an offset."""

    bits: Expr
    r: Expr


def reduced(x: Expr, offset: int, correction: Expr | None = None) -> Power:
    """n and r of x (plus a small correction), `offset` being added to n."""
    form = format_of(x)
    high, low = _LOG_2_PARTS[form.name]
    shifted = fma(x, LOG2_E, form.shifter + offset)
    n = shifted - (form.shifter + offset)
    r = fma(n, -low, fma(n, -high, x))
    return Power(bits_of(shifted), r if correction is None else r + correction)


def scaled_exp(x: Expr, halvings: int = 0, correction: Expr | None = None) -> Expr:
    """e^(x + correction) / 2^halvings for x in the range of exp."""
    form = format_of(x)
    power = reduced(x, 2 * form.bias - halvings, correction)
    p = polynomial(power.r, (1.0, 1.0, *EXP[form.name]))
    # The offset is two biases: the field of half of n, rounded down, and that of the rest.
    both = power.bits << form.digits
    half = (power.bits << (form.digits - 1)) & form.exponent_mask
    return p * bitcast(half, form.dtype) * bitcast(both - half, form.dtype)


def exp(x: Expr) -> Expr:
    if x.word == "negative" and x.operands[0].word in ("abs", "square"):
        return exp_of_negative(x)
    low, high = EXP_RANGE[x.dtype.name]
    return scaled_exp(at_most(at_least(x, low), high))


def exp_of_negative(x: Expr) -> Expr:
    """e^x for x <= 0, in three quarters of the time that `exp` takes; 0 where it is subnormal."""
    form = format_of(x)
    power = reduced(at_least(x, _LEAST_OF_ONE_FACTOR[form.name]), form.bias)
    p = polynomial(power.r, (1.0, 1.0, *EXP[form.name]))
    return p * bitcast(power.bits << form.digits, form.dtype)


def lifted_exp_of_negative_square(x: Expr) -> Expr:
    """e^((c - 1) x^2) as long as it is not 0, LIFT powers of 2 larger; any number for NaN.

    c is how much log(2) is too large in the format, relatively: n log(2) is taken off in one step. What x^2
    loses by rounding is part of r. 2^n is added to the exponent bits of e^r.
    """
    form = format_of(x)
    square = x * x
    shifted = fma(square, -LOG2_E, form.shifter + LIFT)
    n = shifted - (form.shifter + LIFT)
    r = fma(n, -_LOG_2_PARTS[form.name][0], -square) + fma(-x, x, square)
    p = polynomial(r, (1.0, 1.0, *EXP[form.name]))
    return bitcast(bits_of(p) + (bits_of(shifted) << form.digits), form.dtype)


def half_exp(x: Expr) -> Expr:
    """e^x / 2 for x >= 0, which overflows later than e^x."""
    return scaled_exp(at_most(x, EXP_RANGE[x.dtype.name][1] + 1.0), halvings=1)


def expm1(x: Expr) -> Expr:
    """2^n (e^r - 1) + (2^n - 1), all halved until the end, since 2^n may be too large by one."""
    form = format_of(x)
    high = EXP_RANGE[form.name][1]
    power = reduced(at_most(_at_least_minus_one(x), high), form.bias - 1)
    p, scale = _terms_of_expm1(power, form)
    grown = fma(scale, p, scale - 0.5)
    return where(magnitude(x) < form.tiny, x, grown + grown)


def half_expm1_of_double(x: Expr) -> Expr:
    """(e^2x - 1) / 2 for x >= 0, as long as e^2x does not overflow.

    With x = n log(2) / 2 + r it is 2^n (e^2r - 1) / 2 + (2^n - 1) / 2. log(2) is rounded to the format:
    what it lacks, times n, moves h / (h + 1), which is tanh, by a fifth of a unit at most.
    """
    form = format_of(x)
    shifter = form.shifter + form.bias
    shifted = fma(x, 2.0 * LOG2_E, shifter)
    r = fma(shifted - shifter, -0.5 * _LOG_2_PARTS[form.name][0], x)
    doubled = [c * 2.0 ** (k + 1) for k, c in enumerate(EXP[form.name])]
    p = fma(r * r, polynomial(r, doubled), r)
    scale = bitcast(bits_of(shifted) << form.digits, form.dtype)
    return fma(scale, p, fma(scale, 0.5, -0.5))


def exp2m1_of_negative(x: Expr) -> Expr:
    """2^x - 1 for x <= 0, as long as 2^x is normal."""
    form = format_of(x)
    shifter = form.shifter + form.bias
    shifted = x + shifter
    r = x - (shifted - shifter)
    scale = bitcast(bits_of(shifted) << form.digits, form.dtype)
    return fma(scale, r * polynomial(r, EXP2M1[form.name]), scale - 1.0)


def _at_least_minus_one(x: Expr) -> Expr:
    """x, but not below where e^x - 1 has become -1."""
    return at_least(x, -0.75 * format_of(x).digits - 2.0)


def _terms_of_expm1(power: Power, form: Format) -> tuple[Expr, Expr]:
    """e^r - 1, and 2^n with the offset in its exponent."""
    p = power.r * polynomial(power.r, (1.0, *EXP[form.name]))
    return p, bitcast(power.bits << form.digits, form.dtype)


def _exponent(x: Expr) -> tuple[Expr, Expr]:
    """k plus the bias, and the bits of m, of x = 2^k m; x is positive and normal."""
    form = format_of(x)
    start = _ROOT_HALF_BITS[form.name]
    shifted = bits_of(x) + ((form.bias << form.digits) - start)
    # A logical shift: AVX2 has no other for 64 bits.
    k = bitcast(bitcast(shifted, form.unsigned) >> form.digits, form.integer)
    return k, (shifted & form.fraction_mask) + start


def _unbiased(k: Expr, form: Format) -> Expr:
    """The exponent as a float: k in the low bits of 2^digits is 2^digits + k."""
    whole = bitcast(k | ((form.bias + form.digits) << form.digits), form.dtype)
    return whole - (2.0**form.digits + form.bias)


def exponent_and_fraction(x: Expr) -> tuple[Expr, Expr]:
    """k and f of x = 2^k (1 + f), 1 + f from sqrt(1/2) to sqrt(2); x is positive and normal."""
    form = format_of(x)
    k, m = _exponent(x)
    return _unbiased(k, form), bitcast(m, form.dtype) - 1.0


def log_of_factor(f: Expr) -> Expr:
    """log(1 + f) for 1 + f from sqrt(1/2) to sqrt(2)."""
    form = format_of(f)
    if form is FLOAT32:
        return fma(f * f, polynomial(f, LOG["float32"]), f)
    s = f / (f + 2.0)
    z = s * s
    half_square = 0.5 * f * f
    rest = z * polynomial(z, LOG_BY_QUOTIENT["float64"])
    return f + fma(s, half_square + rest, -half_square)


def _ends(x: Expr, pole: float, result: Expr) -> Expr:
    """The logarithm's values outside (pole, infinity)."""
    outside = where(equal(x, pole), const(-INF, x.dtype), NAN)
    return where(x > pole, where(x < INF, result, x), outside)


def log(x: Expr) -> Expr:
    k, f = exponent_and_fraction(x)
    return _ends(x, 0.0, fma(k, LOG_2, log_of_factor(f)))


def log1p(x: Expr) -> Expr:
    """log(2^k (1 + f)) with k that of 1 + x; f = x / 2^k + (1 / 2^k - 1) is rounded only once."""
    form = format_of(x)
    k, _ = _exponent(1.0 + x)
    # Four times 1 / 2^k, which itself may be subnormal.
    inverse = bitcast((2 * form.bias + 2 - k) << form.digits, form.dtype)
    f = fma(0.25 * x, inverse, fma(inverse, 0.25, -1.0))
    exponent = _unbiased(k, form)
    result = fma(exponent, LOG_2, log_of_factor(f))
    return where(magnitude(x) < form.tiny, x, _ends(x, -1.0, result))
