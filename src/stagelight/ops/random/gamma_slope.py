"""How a gamma sample moves with the shape parameter of its distribution, in float64.

A sample x of shape a keeps its place among all others, so `P(a, x)` stays as a changes, and

    dx/da = -(dP/da) / (dP/dx),    dP/dx = x**(a - 1) * exp(-x) / gamma(a)

`P` is its density times a series for small x, and `1 - P` its density times a continued fraction
for large x. Both are differentiated term by term; the density cancels, so that nothing overflows or
vanishes in the tails.
"""

from __future__ import annotations

import numpy as np

_MOST_TERMS = 5000
_PRECISION = 1e-15
_FRACTION_PRECISION = 1e-11  # rounding keeps its convergents apart by more than the last places

_Pair = tuple[np.ndarray, ...]  # of a numerator and a denominator


def sample_slope(alpha: np.ndarray, sample: np.ndarray) -> np.ndarray:
    """The derivative of samples `[n]` with respect to their shape parameters `alpha [n]`.

    It is 0 at 0, and NaN for a negative sample or a parameter that is not positive.
    """
    # Imported late, as all of scipy.
    from scipy.special import digamma

    slopes = np.full(sample.shape, np.nan)
    slopes[(sample == 0) & (alpha > 0)] = 0.0
    is_inside = (alpha > 0) & (sample > 0) & np.isfinite(alpha) & np.isfinite(sample)
    is_small = (sample <= 1) | (sample <= alpha)
    small, large = is_inside & is_small, is_inside & ~is_small
    for chosen, slope in ((small, _by_series), (large, _by_fraction)):
        if chosen.any():
            slopes[chosen] = slope(alpha[chosen], sample[chosen], digamma)
    return slopes


def _by_series(a: np.ndarray, x: np.ndarray, digamma: np.ufunc) -> np.ndarray:
    """`P = x**a exp(-x) / gamma(a + 1) * sum of x**n / ((a + 1) ... (a + n))`."""
    term, total = np.ones(a.size), np.ones(a.size)
    term_slope, total_slope = np.zeros(a.size), np.zeros(a.size)
    order = a.copy()
    for _ in range(_MOST_TERMS):
        order += 1
        # Of term * x / order, before term is what it was.
        term_slope = (term_slope - term / order) * x / order
        term = term * x / order
        total += term
        total_slope += term_slope
        if np.all(np.abs(term_slope) <= _PRECISION * np.abs(total_slope)):
            break
    return -(x / a) * (total * (np.log(x) - digamma(a + 1)) + total_slope)


def _by_fraction(a: np.ndarray, x: np.ndarray, digamma: np.ufunc) -> np.ndarray:
    """`1 - P = x**a exp(-x) / gamma(a) * 1 / (x + 1 - a - (1 - a) / (x + 3 - a - ...))`.

    The convergents are built from the front, as quotients; with each of numerator and denominator
    goes its derivative with respect to a.
    """
    partial = x + 1 - a
    zeros, ones = np.zeros(a.size), np.ones(a.size)
    before: _Pair = (zeros, ones)
    before_slope: _Pair = (zeros, zeros)
    now: _Pair = (ones, partial)
    now_slope: _Pair = (zeros, -ones)
    factor_of_value = np.log(x) - digamma(a)
    value, slope = _quotient(now, now_slope)
    for n in range(1, _MOST_TERMS):
        partial = partial + 2
        factor = n * (a - n)
        following = tuple(
            partial * here + factor * back for here, back in zip(now, before, strict=True)
        )
        following_slope = tuple(
            partial * here_slope - here + factor * back_slope + n * back
            for here, here_slope, back, back_slope in zip(
                now, now_slope, before, before_slope, strict=True
            )
        )
        scale = 1 / np.abs(following[1])
        before, before_slope = _scaled(now, scale), _scaled(now_slope, scale)
        now, now_slope = _scaled(following, scale), _scaled(following_slope, scale)
        last = slope
        value, slope = _quotient(now, now_slope)
        if np.all(np.abs(slope - last) <= _FRACTION_PRECISION * np.abs(value * factor_of_value)):
            break
    return x * (value * factor_of_value + slope)


def _scaled(pair: _Pair, scale: np.ndarray) -> _Pair:
    return tuple(part * scale for part in pair)


def _quotient(pair: _Pair, slopes: _Pair) -> tuple[np.ndarray, np.ndarray]:
    """Numerator over denominator, and its derivative."""
    value = pair[0] / pair[1]
    return value, (slopes[0] - value * slopes[1]) / pair[1]
