"""Poisson numbers in float64: Knuth's products below a rate of 10, Hörmann's rejection above.

Knuth: multiply uniforms until the product is at most `exp(-rate)`; the count before that is the
sample. Hörmann (1993), "The transformed rejection method for generating Poisson random variables":
two uniforms propose a value, cheap bounds accept or reject most, a logarithm decides the rest.
Each sample owns 256 blocks of the stream.
"""

from __future__ import annotations

import math

import numpy as np

from stagelight.ops.random.elementary import log_float64
from stagelight.ops.random.lanes import LANES_AT_A_TIME, Lanes
from stagelight.ops.random.philox import Philox

RESERVED_BLOCKS = 256
SMALL_RATE = 10.0


def poisson(source: Philox, samples: int, rate: np.ndarray, dtype: np.dtype) -> np.ndarray:
    """Samples of the Poisson distributions with the given rates.

    Args:
        source: where in the stream to begin.
        samples: how many to draw of each distribution.
        rate: `[n]`, any real dtype.
        dtype: of the result: float16, float32, float64, int32 or int64.

    Returns:
        `[samples, n]`.
    """
    dtype = np.dtype(dtype)
    highest = float(np.iinfo(dtype).max if dtype.kind == "i" else np.finfo(dtype).max)
    flat = np.empty(samples * rate.size, np.float64)
    rates = np.repeat(rate.astype(np.float64), samples)
    for start in range(0, flat.size, LANES_AT_A_TIME):
        chunk = slice(start, start + LANES_AT_A_TIME)
        distances = np.arange(start, start + flat[chunk].size, dtype=np.uint64)
        distances *= np.uint64(RESERVED_BLOCKS)
        _fill(Lanes(source, distances), rates[chunk], flat[chunk], highest)
    if dtype.kind == "i":
        flat[~np.isfinite(flat)] = 0.0  # TF: an infinite rate counts 0 where there is no infinity.
    return flat.reshape(rate.size, samples).T.astype(dtype, order="C")


def _fill(lanes: Lanes, rates: np.ndarray, values: np.ndarray, highest: float) -> None:
    """Fills `values [n]` with one sample for each of `rates [n]`."""
    is_small = rates < SMALL_RATE
    # Forty deviations above what the dtype holds no sample fits; TF searches for one forever.
    is_infinite = rates > highest + 40.0 * math.sqrt(highest) + 1600.0
    is_unknown = np.isnan(rates)
    _count_products(lanes, np.flatnonzero(is_small), rates, values)
    others = np.flatnonzero(~(is_small | is_infinite | is_unknown))
    _transformed_rejection(lanes, others, rates, values, highest)
    values[is_infinite] = np.inf
    values[is_unknown] = np.nan


def _count_products(
    lanes: Lanes, open_lanes: np.ndarray, rates: np.ndarray, values: np.ndarray
) -> None:
    """Knuth's method for the lanes given, into `values [n]`."""
    bound = np.exp(-rates)
    product = np.ones(rates.size)
    count = 0
    while open_lanes.size:
        product[open_lanes] *= lanes.uniform(open_lanes)
        is_done = product[open_lanes] <= bound[open_lanes]
        values[open_lanes[is_done]] = count
        open_lanes = open_lanes[~is_done]
        count += 1


def _transformed_rejection(
    lanes: Lanes, open_lanes: np.ndarray, rates: np.ndarray, values: np.ndarray, highest: float
) -> None:
    """Hörmann's method for the lanes given, into `values [n]`; his names for the constants."""
    while open_lanes.size:
        rate = rates[open_lanes]
        b = 0.931 + 2.53 * np.sqrt(rate)
        a = -0.059 + 0.02483 * b
        u = lanes.uniform(open_lanes) - 0.5
        v = lanes.uniform(open_lanes)
        u_shifted = 0.5 - np.abs(u)
        with np.errstate(divide="ignore"):
            k = np.floor((2 * a / u_shifted + b) * u + rate + 0.43)
        fits = ~(k > highest)
        is_done = fits & (u_shifted >= 0.07) & (v <= 0.9277 - 3.6224 / (b - 2))
        undecided = fits & ~is_done & ~((k < 0) | ((u_shifted < 0.013) & (v > u_shifted)))
        rest = np.flatnonzero(undecided)
        if rest.size:
            is_done[rest] = _below_density(
                rate[rest], a[rest], b[rest], u_shifted[rest], v[rest], k[rest]
            )
        values[open_lanes[is_done]] = k[is_done]
        open_lanes = open_lanes[~is_done]


def _below_density(
    rate: np.ndarray,
    a: np.ndarray,
    b: np.ndarray,
    u_shifted: np.ndarray,
    v: np.ndarray,
    k: np.ndarray,
) -> np.ndarray:
    """Whether the point lies under the density of the Poisson distribution."""
    inverse_alpha = 1.1239 + 1.1328 / (b - 3.4)
    log_factorial = np.fromiter(map(math.lgamma, (k + 1).tolist()), np.float64, k.size)
    with np.errstate(divide="ignore"):
        s = log_float64(v * inverse_alpha / (a / (u_shifted * u_shifted) + b))
    return s <= -rate + k * log_float64(rate) - log_factorial
