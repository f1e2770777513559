"""Gamma numbers by the method of Marsaglia and Tsang (2000), "A simple method for generating gamma
variables", in float64.

For shape `a >= 1`: `d = a - 1/3`, `c = 1 / (3 * sqrt(d))`, `v = (1 + c * normal)**3`; a uniform
decides whether `d * v` is taken. For `a < 1` a sample of `a + 1` is multiplied by
`uniform ** (1 / a)`; `a == 1` is the exponential distribution. Each sample owns 256 blocks.
"""

from __future__ import annotations

import numpy as np

from stagelight.ops.random.elementary import log1p_float64, log_float64, power_float64
from stagelight.ops.random.lanes import LANES_AT_A_TIME, Lanes
from stagelight.ops.random.philox import Philox

RESERVED_BLOCKS = 256


def gamma(source: Philox, samples: int, alpha: np.ndarray) -> np.ndarray:
    """Samples of the gamma distributions with shape parameters `alpha` and scale 1.

    Args:
        source: where in the stream to begin.
        samples: how many to draw of each distribution.
        alpha: floating `[n]`; also the dtype of the result.

    Returns:
        `[samples, n]`.
    """
    flat = np.empty(samples * alpha.size, np.float64)
    shapes = np.repeat(alpha.astype(np.float64), samples)
    for start in range(0, flat.size, LANES_AT_A_TIME):
        chunk = slice(start, start + LANES_AT_A_TIME)
        distances = np.arange(start, start + flat[chunk].size, dtype=np.uint64)
        distances *= np.uint64(RESERVED_BLOCKS)
        _fill(Lanes(source, distances), shapes[chunk], flat[chunk])
    return _narrowed(flat, alpha.dtype).reshape(alpha.size, samples).T.copy()


def _narrowed(values: np.ndarray, dtype: np.dtype) -> np.ndarray:
    """Float64 `values` in a narrower dtype, through float32, with subnormals flushed to zero.

    Both are what TensorFlow's threads do: small shape parameters give subnormal samples.
    """
    wide = np.dtype(np.float64) if dtype == np.float64 else np.dtype(np.float32)
    with np.errstate(over="ignore", under="ignore"):
        narrowed = values.astype(wide)
    narrowed[np.abs(narrowed) < np.finfo(wide).tiny] = 0.0
    with np.errstate(over="ignore", under="ignore"):
        return narrowed.astype(dtype, copy=False)


def _fill(lanes: Lanes, alpha: np.ndarray, values: np.ndarray) -> None:
    """Fills `values [n]` with one sample for each of `alpha [n]`."""
    is_exponential = alpha == 1.0
    exponential = np.flatnonzero(is_exponential)
    if exponential.size:
        values[exponential] = -log1p_float64(-lanes.uniform(exponential))

    is_below_one = alpha < 1.0
    d = alpha + np.where(is_below_one, 2.0 / 3, -1.0 / 3)
    with np.errstate(invalid="ignore", divide="ignore"):
        c = 1.0 / 3 / np.sqrt(d)
    open_lanes = np.flatnonzero(~is_exponential)
    while open_lanes.size:
        x = lanes.normal(open_lanes)
        v = 1 + c[open_lanes] * x
        # TF: NaN passes here and is never accepted below; answer NaN instead of looping.
        is_lost = np.isnan(v)
        values[open_lanes[is_lost]] = np.nan
        is_positive = v > 0
        trying, x, v = open_lanes[is_positive], x[is_positive], v[is_positive]
        v = v * v * v
        is_accepted = _accepts(lanes.uniform(trying), x, v, d[trying])
        accepted = trying[is_accepted]
        sample = d[accepted] * v[is_accepted]
        boosted = is_below_one[accepted]
        if boosted.any():
            scaled = accepted[boosted]
            with np.errstate(divide="ignore"):
                exponent = 1 / alpha[scaled]
            sample[boosted] *= power_float64(lanes.uniform(scaled), exponent)
        values[accepted] = sample
        stays_open = ~is_lost
        stays_open[np.flatnonzero(is_positive)[is_accepted]] = False
        open_lanes = open_lanes[stays_open]


def _accepts(u: np.ndarray, x: np.ndarray, v: np.ndarray, d: np.ndarray) -> np.ndarray:
    """Whether the uniform `u` accepts; a bound first, which spares most logarithms."""
    accepts = u < 1 - 0.0331 * (x * x) * (x * x)
    rest = np.flatnonzero(~accepts)
    if rest.size:
        u, x, v, d = u[rest], x[rest], v[rest], d[rest]
        with np.errstate(divide="ignore", invalid="ignore"):
            accepts[rest] = log_float64(u) < 0.5 * x * x + d * (1 - v + log_float64(v))
    return accepts
