"""What `fit_vector_math.py` fits: functions, intervals, and degrees for each dtype."""

from __future__ import annotations

import struct
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from typing import Any

import mpmath as mp

mp.mp.dps = 45

Real = Any
Function = Callable[[Real], Real]


@dataclass(frozen=True)
class Fit:
    """`function` on `interval` as a polynomial, or as a quotient of two of them.

    `weight(t)` turns an error of the fit into a relative error of what is computed with it.
    `degrees` is one degree, or those of numerator and denominator.
    """

    function: Function
    interval: tuple[Real, Real]
    weight: Function
    degrees: dict[str, int | tuple[int, int]]  # "float32", "float64"


def rounded(value: Real, dtype: str) -> float:
    if dtype == "float64":
        return float(value)
    return float(struct.unpack("<f", struct.pack("<f", float(value)))[0])


def odd(function: Function, first: Real) -> Function:
    """z -> function(x) / x at x = sqrt(z); `first` is the limit at 0."""
    return lambda z: function(mp.sqrt(z)) / mp.sqrt(z) if z else mp.mpf(first)


def relative(function: Function) -> Function:
    return lambda t: 1 / abs(function(t))


def odd_rest(function: Function, third: Real, end: Real, **degrees: int | tuple[int, int]) -> Fit:
    """P(z) of function(x) = x + x z P(z), z = x^2, for 0 <= x <= end; `third` is P(0)."""

    def rest(z: Real) -> Real:
        return (odd(function, 1)(z) - 1) / z if z else mp.mpf(third)

    return Fit(rest, (0, mp.mpf(end) ** 2), lambda z: z / odd(function, 1)(z), degrees)


def odd_quotient(
    function: Function, first: Real, end: Real, **degrees: int | tuple[int, int]
) -> Fit:
    """P(z) / Q(z) of function(x) = x P(z) / Q(z), z = x^2, for 0 <= x <= end."""
    ratio = odd(function, first)
    return Fit(ratio, (0, mp.mpf(end) ** 2), relative(ratio), degrees)


def exponential() -> Fit:
    """P(r) of e^r = 1 + r + r^2 P(r) for |r| <= log(2) / 2, good for e^r - 1 too."""
    end = mp.log(2) / 2 * mp.mpf("1.001")
    return Fit(
        lambda r: (mp.expm1(r) - r) / r**2 if r else mp.mpf(0.5),
        (-end, end),
        lambda r: r * r / abs(mp.expm1(r)) if r else mp.mpf(0),
        {"float32": 4, "float64": 9},
    )


def power_of_two() -> Fit:
    """P(r) of 2^r - 1 = r P(r) for |r| <= 1/2."""

    def ratio(r: Real) -> Real:
        return mp.expm1(r * mp.log(2)) / r if r else mp.log(2)

    end = mp.mpf("0.501")
    return Fit(ratio, (-end, end), relative(ratio), {"float32": 5, "float64": 10})


def logarithm() -> Fit:
    """P(f) of log(1 + f) = f + f^2 P(f), from sqrt(1/2) to sqrt(2)."""
    return Fit(
        lambda f: (mp.log1p(f) - f) / f**2 if f else mp.mpf(-0.5),
        (mp.sqrt(0.5) - 1, mp.sqrt(2) - 1),
        lambda f: f * f / abs(mp.log1p(f)) if f else mp.mpf(0),
        {"float32": 8},
    )


def logarithm_by_quotient() -> Fit:
    """P(z) of log((1 + s) / (1 - s)) = 2 s + s z P(z), z = s^2, for |s| <= 0.1716."""
    return Fit(
        lambda z: (odd(mp.atanh, 1)(z) - 1) * 2 / z if z else mp.mpf(2) / 3,
        (0, mp.mpf("0.02945")),
        lambda z: z / 2,
        {"float64": 6},
    )


def scaled_complement(end: float, dtype: str, degrees: tuple[int, int]) -> Fit:
    """P(x) / Q(x) of exp((1 - c) x^2) erfc(x), 0 <= x <= end.

    c is how much log(2) is too large in the format, relatively: e^(-x^2) is computed with that.
    """
    excess = rounded(mp.log(2), dtype) / mp.log(2) - 1

    def function(x: Real) -> Real:
        return mp.exp((1 - excess) * x * x) * mp.erfc(x)

    return Fit(function, (0, end), relative(function), {dtype: degrees})


def logarithm_of_complement(end: float, dtype: str, degree: int) -> Fit:
    """P(x) of erf(x) = 1 - 2^(-x P(x)), 0 <= x <= end."""
    return Fit(
        lambda x: -mp.log(mp.erfc(x), 2) / x if x else 2 / mp.sqrt(mp.pi) / mp.log(2),
        (0, end),
        lambda x: mp.log(2) * (x * mp.erfc(x) / mp.erf(x) if x else mp.sqrt(mp.pi) / 2),
        {dtype: degree},
    )


def short_logarithm() -> Fit:
    """P(f) of log2(1 + f) = f P(f), good enough for powers of float32."""
    ratio = lambda f: mp.log1p(f) / f / mp.log(2) if f else 1 / mp.log(2)  # noqa: E731
    return Fit(ratio, (mp.sqrt(0.5) - 1, mp.sqrt(2) - 1), relative(ratio), {"float64": 12})


def short_power_of_two() -> Fit:
    """P(r) = 2^r for |r| <= 1/2, good enough for powers of float32."""
    end = mp.mpf("0.501")
    return Fit(lambda r: mp.mpf(2) ** r, (-end, end), lambda r: mp.mpf(2) ** -r, {"float64": 6})


def rest_of_arctanh() -> Fit:
    """P(z) of arctanh(s) = s + s z (1/3 + z P(z)), z = s^2, |s| <= 0.1716."""
    return Fit(
        lambda z: (odd(mp.atanh, 1)(z) - 1 - z / 3) / z**2 if z else mp.mpf(1) / 5,
        (0, mp.mpf("0.02945")),
        lambda z: z * z,
        {"float64": 6},
    )


def inverse_of_erf() -> Fit:
    """P(t) / Q(t) of erfinv(x) = x (c + z P(t) / Q(t)), for |x| <= 0.85.

    z = x^2, c = sqrt(pi) / 2; t = 0.7225 - z, whose powers do not cancel each other.
    """
    end, limit = mp.mpf("0.7225"), mp.sqrt(mp.pi) / 2
    ratio = odd(mp.erfinv, limit)

    def rest(t: Real) -> Real:
        z = end - t
        return (ratio(z) - limit) / z if z > mp.mpf("1e-15") else limit**3 / 3

    degrees: dict[str, int | tuple[int, int]] = {"float32": (3, 3), "float64": (7, 7)}
    return Fit(rest, (0, end), lambda t: (end - t) / ratio(end - t), degrees)


@cache
def normal_tail(t: Real) -> Real:
    """y of erfc(y) / 2 = exp(-t^2), by Newton's iteration."""
    y = t * mp.mpf("0.95")
    while True:
        value = mp.erfc(y)
        slope = 2 / mp.sqrt(mp.pi) * mp.exp(-y * y) / value
        step = (mp.log(value / 2) + t * t) / slope
        y += step
        if abs(step) < y * mp.mpf(10) ** -40:
            return y


def inverse_tail(begin: float, end: float, **degrees: int | tuple[int, int]) -> Fit:
    """P(u) / Q(u) = t - erfinv(1 - 2 exp(-t^2)), t = begin + u, up to t = end."""
    start = mp.mpf(begin)
    return Fit(
        lambda u: start + u - normal_tail(start + u),
        (0, mp.mpf(end) - start),
        lambda u: 1 / normal_tail(start + u),
        degrees,
    )


def log_gamma_near(zero: int, end: float, degrees: tuple[int, int]) -> Fit:
    """P(v) / Q(v) of log(gamma(x)) = (x - zero) P(v) / Q(v), v = x - (zero - 1/2); zero is 1 or 2.

    Powers of v, which is not negative, do not cancel each other.
    """
    half, limit = mp.mpf(0.5), mp.digamma(zero)

    def ratio(v: Real) -> Real:
        u = v - half
        return mp.loggamma(zero + u) / u if u else limit

    return Fit(ratio, (0, end + half), relative(ratio), {"float64": degrees})


def log_gamma_from_3() -> Fit:
    """P(u) / Q(u) = log(gamma(3 + u)) for 0 <= u <= 5."""
    function = lambda u: mp.loggamma(3 + u)  # noqa: E731
    return Fit(function, (0, 5), relative(function), {"float64": (7, 7)})


def stirling() -> Fit:
    """P(z) of log(gamma(x)) = (x - 1/2) log(x) - x + log(2 pi) / 2 + P(z) / x, z = 1 / x^2, x >= 8."""

    def rest(z: Real) -> Real:
        if z < mp.mpf("1e-12"):
            return mp.mpf(1) / 12 - z / 360
        x = 1 / mp.sqrt(z)
        return x * (mp.loggamma(x) - (x - 0.5) * mp.log(x) + x - mp.log(2 * mp.pi) / 2)

    return Fit(rest, (0, mp.mpf(1) / 64), lambda z: mp.mpf(1) / 64, {"float64": 5})


def digamma_near_root() -> Fit:
    """P(u) / Q(u) of digamma(1 + u) = (1 + u - root) P(u) / Q(u), 0 <= u <= 1."""
    root = mp.findroot(mp.digamma, 1.4616)

    def ratio(u: Real) -> Real:
        x = 1 + u
        return mp.digamma(x) / (x - root) if x != root else mp.polygamma(1, root)

    return Fit(ratio, (0, 1), relative(ratio), {"float64": (6, 6)})


def digamma_from_2() -> Fit:
    """P(z) / Q(z) of digamma(x) = log(x) - 1 / (2 x) - z P(z) / Q(z), z = 1 / x^2, x >= 2."""

    def rest(z: Real) -> Real:
        if z < mp.mpf("1e-12"):
            return mp.mpf(1) / 12 - z / 120
        x = 1 / mp.sqrt(z)
        return (mp.log(x) - 1 / (2 * x) - mp.digamma(x)) / z

    def weight(z: Real) -> Real:
        return z / mp.digamma(1 / mp.sqrt(z)) if z else mp.mpf(0)

    return Fit(rest, (0, mp.mpf(1) / 4), weight, {"float64": (5, 5)})


FITS: dict[str, list[Fit]] = {
    "EXP": [exponential()],
    "EXP2M1": [power_of_two()],
    "LOG": [logarithm()],
    "LOG_BY_QUOTIENT": [logarithm_by_quotient()],
    "SIN": [odd_rest(mp.sin, mp.mpf(-1) / 6, mp.pi / 2 * 1.002, float32=3, float64=7)],
    "TAN": [odd_quotient(mp.tan, 1, mp.pi / 4 * 1.002, float32=(1, 2), float64=(3, 3))],
    "ARCTAN": [odd_rest(mp.atan, mp.mpf(-1) / 3, 1, float32=7, float64=19)],
    "ARCSIN": [odd_rest(mp.asin, mp.mpf(1) / 6, 0.5, float32=4, float64=11)],
    "SINH": [odd_rest(mp.sinh, mp.mpf(1) / 6, 1, float32=3, float64=6)],
    "ERF": [
        logarithm_of_complement(3.95, "float32", 7),
        logarithm_of_complement(6.0, "float64", 23),
    ],
    "ERFC": [
        scaled_complement(10.1, "float32", (4, 5)),
        scaled_complement(27.3, "float64", (10, 11)),
    ],
    "LOG2_SHORT": [short_logarithm()],
    "EXP2_SHORT": [short_power_of_two()],
    "ATANH_REST": [rest_of_arctanh()],
    "ERFINV": [inverse_of_erf()],
    "ERFINV_TAIL": [
        inverse_tail(1.58, 10.3, float32=(4, 3)),
        inverse_tail(1.58, 5, float64=(7, 7)),
    ],
    "ERFINV_FAR_TAIL": [inverse_tail(5, 27.5, float64=(7, 7))],
    "LOG_GAMMA_NEAR_1": [log_gamma_near(1, 0.5, (8, 7))],
    "LOG_GAMMA_NEAR_2": [log_gamma_near(2, 1, (7, 6))],
    "LOG_GAMMA_FROM_3": [log_gamma_from_3()],
    "STIRLING": [stirling()],
    "DIGAMMA_NEAR_ROOT": [digamma_near_root()],
    "DIGAMMA_FROM_2": [digamma_from_2()],
}
