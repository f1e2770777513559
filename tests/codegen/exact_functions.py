"""The functions of the scalar vocabulary to 40 digits, in decimal arithmetic.

Each takes a float (nextafter and the like have no need of it) and gives a Decimal; special values are
left to the tests.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from decimal import Context, Decimal, localcontext
from fractions import Fraction
from functools import cache

import scipy.special

Real = Decimal
DIGITS = 45


def _with_digits(digits: int) -> Callable[[Callable[..., Real]], Callable[..., Real]]:
    """Lets a function compute with that many digits, and gives its result with DIGITS."""

    def decorate(function: Callable[..., Real]) -> Callable[..., Real]:
        def precise(*x: float | Real) -> Real:
            with localcontext(Context(prec=digits, Emin=-99999, Emax=99999)):
                result = function(*map(Decimal, x))
            with localcontext(Context(prec=DIGITS, Emin=-99999, Emax=99999)):
                return +result

        return precise

    return decorate


def _series(first: Real, ratio: Callable[[int], Real]) -> Real:
    """first + first ratio(1) + first ratio(1) ratio(2) + ..."""
    total, term, n = first, first, 1
    while True:
        term *= ratio(n)
        if total + term == total:
            return total
        total += term
        n += 1


@cache
def _pi(digits: int) -> Real:
    with localcontext(Context(prec=digits + 5)):
        return 4 * (4 * _arctan_series(1 / Decimal(5)) - _arctan_series(1 / Decimal(239)))


def _arctan_series(x: Real) -> Real:
    total, power, n, square = x, x, 1, -x * x
    while True:
        power *= square
        n += 2
        if total + power / n == total:
            return total
        total += power / n


def _remainder(x: Real) -> tuple[Real, int]:
    """x = n pi / 2 + r."""
    half = _pi(400) / 2
    n = int((x / half).to_integral_value())
    return x - n * half, n


def _sin_series(r: Real) -> Real:
    return _series(r, lambda n: -r * r / (2 * n * (2 * n + 1))) if r else r


def _cos_series(r: Real) -> Real:
    return _series(Decimal(1), lambda n: -r * r / (2 * n * (2 * n - 1)))


def _sin(x: Real) -> Real:
    r, n = _remainder(x)
    result = _cos_series(r) if n % 2 else _sin_series(r)
    return -result if n % 4 >= 2 else result


def _cos(x: Real) -> Real:
    r, n = _remainder(x)
    result = _sin_series(r) if n % 2 else _cos_series(r)
    return -result if n % 4 in (1, 2) else result


sin = _with_digits(400)(_sin)
cos = _with_digits(400)(_cos)
tan = _with_digits(400)(lambda x: _sin(x) / _cos(x))


def _expm1(x: Real) -> Real:
    if abs(x) > Decimal("0.5"):
        return x.exp() - 1
    return _series(x, lambda n: x / (n + 1)) if x else x


def _log1p(x: Real) -> Real:
    if abs(x) > Decimal("0.01"):
        return (1 + x).ln()
    s = x / (2 + x)
    total, power, n = s, s, 1
    while power:
        power *= s * s
        n += 2
        if total + power / n == total:
            break
        total += power / n
    return 2 * total


exp = _with_digits(60)(lambda x: x.exp())
expm1 = _with_digits(60)(_expm1)
log = _with_digits(60)(lambda x: x.ln())
log1p = _with_digits(60)(_log1p)
expit = _with_digits(60)(lambda x: 1 / (1 + (-x).exp()) if x > 0 else x.exp() / (1 + x.exp()))


def _sinh(x: Real) -> Real:
    t = _expm1(abs(x))
    return ((t + t / (t + 1)) / 2).copy_sign(x)


sinh = _with_digits(60)(_sinh)
cosh = _with_digits(60)(lambda x: (x.exp() + (-x).exp()) / 2)


def _tanh(x: Real) -> Real:
    t = _expm1(-2 * abs(x))
    return (-t / (t + 2)).copy_sign(x)


tanh = _with_digits(60)(_tanh)


def _arcsinh(x: Real) -> Real:
    a = abs(x)
    return _log1p(a + a * a / (1 + (1 + a * a).sqrt())).copy_sign(x)


arcsinh = _with_digits(60)(_arcsinh)
arccosh = _with_digits(60)(lambda x: _log1p(x - 1 + ((x - 1) * (x + 1)).sqrt()))
arctanh = _with_digits(60)(lambda x: _log1p(2 * x / (1 - x)) / 2)


def _erf_series(x: Real) -> Real:
    if not x:
        return x
    total, power, n = x, x, 0
    while True:
        n += 1
        power *= -x * x / n
        if total + power / (2 * n + 1) == total:
            return 2 * total / _pi(400).sqrt()
        total += power / (2 * n + 1)


# The series has terms of e^(x^2), and 1 - erf(x) is as small as e^(-x^2).
erf = _with_digits(90)(lambda x: _erf_series(x) if abs(x) < 7 else Decimal(1).copy_sign(x))


def _erfc(x: Real) -> Real:
    if x < 0:
        return 2 - _erfc(-x)
    if x < 6:
        return 1 - _erf_series(x)
    # A continued fraction, from its 200th term backwards.
    tail = x
    for n in range(200, 0, -1):
        tail = x + Decimal(n) / 2 / tail
    return (-x * x).exp() / (_pi(400).sqrt() * tail)


erfc = _with_digits(100)(_erfc)


def _arctan(x: Real) -> Real:
    doublings = 0
    while abs(x) > Decimal("0.05"):
        x /= 1 + (1 + x * x).sqrt()
        doublings += 1
    return _arctan_series(x) * 2**doublings if x else x


def _arctan2(y: Real, x: Real) -> Real:
    if abs(y) > abs(x):
        angle = (_pi(400) / 2).copy_sign(y) - _arctan(x / y)
    else:
        angle = _arctan(y / x)
        if x < 0:
            angle += _pi(400).copy_sign(y)
    return angle


arctan = _with_digits(60)(_arctan)
arctan2 = _with_digits(60)(_arctan2)
arcsin = _with_digits(60)(lambda x: _arctan2(x, ((1 - x) * (1 + x)).sqrt()))
arccos = _with_digits(60)(lambda x: 2 * _arctan2((1 - x).sqrt(), (1 + x).sqrt()))
power = _with_digits(80)(lambda x, y: (y * x.ln()).exp())


def _inverse_of_erfc(q: Real) -> Real:
    """y of erfc(y) = q, by Newton's iteration."""
    y = Decimal(float(scipy.special.erfcinv(float(q))))
    for _ in range(5):
        slope = -2 * (-y * y).exp() / _pi(400).sqrt()
        y -= (_erfc(y) - q) / slope
    return y


def _erfinv(x: Real) -> Real:
    if abs(x) > Decimal("0.5"):
        return _inverse_of_erfc(1 - abs(x)).copy_sign(x)
    y = x * _pi(400).sqrt() / 2
    for _ in range(7):
        y -= (_erf_series(y) - x) / (2 * (-y * y).exp() / _pi(400).sqrt())
    return y


erfinv = _with_digits(100)(_erfinv)


def _ndtri(p: Real) -> Real:
    y = _erfinv(2 * p - 1) if p > Decimal("0.25") else -_inverse_of_erfc(2 * p)
    return y * Decimal(2).sqrt()


ndtri = _with_digits(100)(_ndtri)


@cache
def _bernoulli(n: int) -> Fraction:
    """B_2n."""
    if n == 0:
        return Fraction(1)
    even = sum(math.comb(2 * n + 1, 2 * k) * _bernoulli(k) for k in range(n))
    return -(even - Fraction(2 * n + 1, 2)) / (2 * n + 1)


def _decimal(x: Fraction) -> Real:
    return Decimal(x.numerator) / Decimal(x.denominator)


def _gammaln(x: Real) -> Real:
    """Stirling's series, from 40 on."""
    product = Decimal(1)
    while x < 40:
        product *= x
        x += 1
    series = sum(
        _decimal(_bernoulli(k)) / (2 * k * (2 * k - 1)) / x ** (2 * k - 1) for k in range(1, 31)
    )
    return (x - Decimal("0.5")) * x.ln() - x + (2 * _pi(400)).ln() / 2 + series - abs(product).ln()


def _digamma(x: Real) -> Real:
    shift = Decimal(0)
    while x < 40:
        shift += 1 / x
        x += 1
    series = sum(_decimal(_bernoulli(k)) / (2 * k) / x ** (2 * k) for k in range(1, 31))
    return x.ln() - 1 / (2 * x) - series - shift


gammaln = _with_digits(90)(_gammaln)
digamma = _with_digits(90)(_digamma)
