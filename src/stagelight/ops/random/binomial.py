"""Binomial numbers in float64: sums of geometric numbers for few successes, rejection for many.

With `n * p < 10`, geometric numbers are added until they exceed `n`; else Hörmann (1993), "The
generation of binomial random variates" (his BTRS), proposes and rejects. `p > 1/2` counts failures.
A sample owns 42 blocks of the stream in the first method and 256 in the second.
"""

from __future__ import annotations

import numpy as np

from stagelight.ops.random.elementary import log1p_float64, log_float64
from stagelight.ops.random.lanes import LANES_AT_A_TIME, Lanes
from stagelight.ops.random.philox import Philox

_INVERSION_BLOCKS = 42
_REJECTION_BLOCKS = 256
_MANY_SUCCESSES = 10

# log(k!) minus Stirling's formula, for k = 0 ... 9.
_STIRLING_TAIL = np.array(
    [
        0.0810614667953272, 0.0413406959554092, 0.0276779256849983, 0.02079067210376509,
        0.0166446911898211, 0.0138761288230707, 0.0118967099458917, 0.0104112652619720,
        0.00925546218271273, 0.00833056343336287,
    ]
)  # fmt: skip


def binomial(
    source: Philox, samples: int, counts: np.ndarray, probs: np.ndarray, dtype: np.dtype
) -> np.ndarray:
    """Samples of binomial distributions.

    Args:
        source: where in the stream to begin.
        samples: how many to draw of each distribution.
        counts: numbers of trials, `[n]`, float or integer.
        probs: probabilities of success, `[n]`, the dtype of `counts`.
        dtype: of the result.

    Returns:
        `[samples, n]`. A NaN probability gives NaN, or 0 in a dtype without it.
    """
    size = samples * counts.size
    flat = np.empty(size, np.float64)
    one = probs.dtype.type(1)
    is_flipped = probs > 0.5
    failures = np.where(is_flipped, one - probs, probs)
    with np.errstate(over="ignore", invalid="ignore"):
        is_many = counts * failures >= counts.dtype.type(_MANY_SUCCESSES)

    trials = np.repeat(counts.astype(np.float64), samples)
    chance = np.repeat(failures.astype(np.float64), samples)
    many = np.repeat(is_many, samples)
    # Without randomness: never, always, and unknown probabilities, in TF's order of questions.
    is_never = np.repeat((counts <= 0) | (probs <= 0), samples)
    is_always = np.repeat(probs >= 1, samples) & ~is_never
    is_unknown = np.repeat(np.isnan(probs.astype(np.float64)), samples) & ~is_never

    # TF: of infinitely many trials infinitely many succeed; where failures are counted it is inf - inf.
    is_endless = np.isinf(trials) & ~(is_never | is_always | is_unknown)
    flat[is_endless] = np.inf

    is_random = ~(is_never | is_always | is_unknown | is_endless)
    for reserved, chosen, method in (
        (_INVERSION_BLOCKS, is_random & ~many, _sum_geometric),
        (_REJECTION_BLOCKS, is_random & many, _transformed_rejection),
    ):
        indices = np.flatnonzero(chosen)
        for start in range(0, indices.size, LANES_AT_A_TIME):
            part = indices[start : start + LANES_AT_A_TIME]
            lanes = Lanes(source, part.astype(np.uint64) * np.uint64(reserved))
            flat[part] = method(lanes, trials[part], chance[part])
    flipped = np.flatnonzero(np.repeat(is_flipped, samples))
    with np.errstate(invalid="ignore"):
        flat[flipped] = trials[flipped] - flat[flipped]
    flat[is_never] = 0.0
    flat[is_always] = trials[is_always]
    flat[is_unknown] = 0.0 if np.dtype(dtype).kind == "i" else np.nan
    with np.errstate(over="ignore", invalid="ignore"):
        return flat.reshape(counts.size, samples).T.astype(dtype, order="C")


def _sum_geometric(lanes: Lanes, trials: np.ndarray, chance: np.ndarray) -> np.ndarray:
    """How many geometric numbers fit into `trials`, `[n]`."""
    log_failure = log1p_float64(-chance)
    total = np.zeros(trials.size)
    values = np.zeros(trials.size)
    open_lanes = np.arange(trials.size)
    while open_lanes.size:
        u = lanes.uniform(open_lanes)
        with np.errstate(divide="ignore"):
            total[open_lanes] += np.ceil(log_float64(u) / log_failure[open_lanes])
        open_lanes = open_lanes[total[open_lanes] <= trials[open_lanes]]
        values[open_lanes] += 1
    return values


def _transformed_rejection(lanes: Lanes, trials: np.ndarray, chance: np.ndarray) -> np.ndarray:
    """Hörmann's BTRS for `chance <= 1/2`, `[n]`; his names for the constants."""
    values = np.empty(trials.size)
    open_lanes = np.arange(trials.size)
    while open_lanes.size:
        n, p = trials[open_lanes], chance[open_lanes]
        deviation = np.sqrt(n * p * (1 - p))
        b = 1.15 + 2.53 * deviation
        a = -0.0873 + 0.0248 * b + 0.01 * p
        u = lanes.uniform(open_lanes)
        v = lanes.uniform(open_lanes)
        u = u - 0.5
        us = 0.5 - np.abs(u)
        with np.errstate(divide="ignore"):
            k = np.floor((2 * a / us + b) * u + (n * p + 0.5))
        is_done = (us >= 0.07) & (v <= 0.92 - 4.2 / b)
        rest = np.flatnonzero(~is_done & ~((k < 0) | (k > n)))
        if rest.size:
            is_done[rest] = _below_density(
                n[rest], p[rest], deviation[rest], a[rest], b[rest], us[rest], v[rest], k[rest]
            )
        values[open_lanes[is_done]] = k[is_done]
        open_lanes = open_lanes[~is_done]
    return values


def _below_density(
    n: np.ndarray,
    p: np.ndarray,
    deviation: np.ndarray,
    a: np.ndarray,
    b: np.ndarray,
    us: np.ndarray,
    v: np.ndarray,
    k: np.ndarray,
) -> np.ndarray:
    """Whether the point lies under the density of the binomial distribution."""
    r = p / (1 - p)
    alpha = (2.83 + 5.1 / b) * deviation
    m = np.floor((n + 1) * p)
    with np.errstate(divide="ignore"):
        logarithm = log_float64(v * alpha / (a / (us * us) + b))
    bound = (
        (m + 0.5) * log_float64((m + 1) / (r * (n - m + 1)))
        + (n + 1) * log_float64((n - m + 1) / (n - k + 1))
        + (k + 0.5) * log_float64(r * (n - k + 1) / (k + 1))
        + _stirling_tail(m)
        + _stirling_tail(n - m)
        - _stirling_tail(k)
        - _stirling_tail(n - k)
    )
    return logarithm <= bound


def _stirling_tail(k: np.ndarray) -> np.ndarray:
    """log(k!) minus Stirling's formula: from a table up to 9, then by its series."""
    squared = (k + 1) * (k + 1)
    series = (1.0 / 12 - (1.0 / 360 - 1.0 / 1260 / squared) / squared) / (k + 1)
    return np.where(k <= 9, _STIRLING_TAIL[np.minimum(k, 9).astype(np.intp)], series)
