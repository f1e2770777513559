"""Normals with a mean, a deviation and bounds of their own, by one of three rejection methods.

Where the bounds leave most of the bell, normals are drawn and those outside rejected; between near
bounds uniforms are rejected under the bell; in the far tail shifted exponentials are. The batches
(one set of parameters each) share one stream: the next begins with the block after the last one's.
TensorFlow splits large requests over threads, each with its own place in the stream, so that its
numbers then depend on the machine; these are the numbers of one thread.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from stagelight.errors import InternalError, InvalidArgumentError
from stagelight.ops.random.elementary import log_float32, log_float64
from stagelight.ops.random.normal import normal
from stagelight.ops.random.philox import Philox
from stagelight.ops.random.uniform import uniform

MAX_ITERATIONS = 1000  # rejections in a row after which the parameters are held to be hopeless
_DEVIATIONS_FOR_NORMALS = 1.3

BATCH = 100  # how requests with one set of parameters are cut

# A method turns its place in the stream and a number of rounds into proposals and their acceptance.
_Method = Callable[[Philox, int], tuple[np.ndarray, np.ndarray]]


def bounded_normal(
    source: Philox,
    samples: np.ndarray,
    means: np.ndarray,
    deviations: np.ndarray,
    minvals: np.ndarray,
    maxvals: np.ndarray,
) -> np.ndarray:
    """Samples of truncated normal distributions, batch after batch.

    Args:
        source: where in the stream to begin.
        samples: how many to draw for each batch, integer `[batches]`.
        means, deviations, minvals, maxvals: the parameters of each batch, `[batches]`, all of
            float16, float32 or float64.

    Returns:
        `[sum(samples)]`, in the dtype of the parameters.

    Raises:
        InvalidArgumentError: a deviation is not positive, a lower bound is not below the upper one,
            or both bounds are infinite.
        InternalError: 1000 proposals in a row were rejected.
    """
    values = np.empty(int(np.sum(samples)), means.dtype)
    start = 0
    with np.errstate(all="ignore"):
        parameters = zip(samples.tolist(), means, deviations, minvals, maxvals, strict=True)
        for count, mean, deviation, minval, maxval in parameters:
            _check(deviation, minval, maxval)
            if (np.isinf(minval) and minval < 0) or maxval < mean:
                # Mirrored, so that a single bound is a lower one and two are positive.
                minval, maxval, deviation = maxval, minval, -deviation
            bounds = _Bounds((minval - mean) / deviation, (maxval - mean) / deviation)
            standard, blocks = _draw(source, count, *bounds.choose())
            values[start : start + count] = standard * deviation + mean
            source = source.skip(blocks)
            start += count
    return values


def even_batches(size: int) -> np.ndarray:
    """The batches in which `ParameterizedTruncatedNormal` draws with scalar parameters."""
    samples = np.full(-(-size // BATCH), BATCH)
    if size % BATCH:
        samples[-1] = size % BATCH
    return samples


def reserved_blocks(batches: int, samples: int) -> int:
    """How many blocks of its stream `ParameterizedTruncatedNormal` reserves for full batches."""
    return batches * 2 * MAX_ITERATIONS * (samples + 3) // 4


def _check(deviation: np.floating, minval: np.floating, maxval: np.floating) -> None:
    if deviation > 0 and minval < maxval and (np.isfinite(minval) or np.isfinite(maxval)):
        return
    raise InvalidArgumentError(
        None,
        None,
        "Invalid parameters: a truncated normal needs stddev > 0, minval < maxval, and one of "
        f"the bounds finite. Received stddev={deviation}, minval={minval}, maxval={maxval}.",
    )


def _draw(
    source: Philox, count: int, method: _Method, blocks_per_round: int
) -> tuple[np.ndarray, int]:
    """The first `count` accepted proposals, and how many blocks were read for them."""
    found: list[np.ndarray] = []
    missing, used_blocks, rejected_before = count, 0, 0
    while missing > 0:
        rounds = missing // 2 + 4
        proposals, accepted = method(source.skip(used_blocks), rounds)
        positions = np.flatnonzero(accepted)[:missing]
        ends = np.append(positions, proposals.size) if positions.size < missing else positions
        gaps = np.diff(ends, prepend=-1) - 1
        gaps[0] += rejected_before
        if gaps.max() >= MAX_ITERATIONS:
            raise InternalError(
                None,
                None,
                f"TruncatedNormal: {MAX_ITERATIONS} proposals in a row fell outside the bounds. "
                "Move the bounds closer to the mean, or further apart.",
            )
        rejected_before = int(gaps[-1])
        found.append(proposals[positions])
        missing -= positions.size
        if missing:
            used_blocks += rounds * blocks_per_round
        else:
            proposals_per_round = proposals.size // rounds
            used_blocks += (int(positions[-1]) // proposals_per_round + 1) * blocks_per_round
    return np.concatenate(found) if found else np.empty(0), used_blocks


@dataclass(frozen=True)
class _Bounds:
    """Bounds in units of the standard normal; numbers of the dtype in which all is computed."""

    low: np.floating
    high: np.floating

    def choose(self) -> tuple[_Method, int]:
        """The method for these bounds, and how many blocks one round of it reads."""
        low, high, number = self.low, self.high, self.low.dtype.type
        inside = number(_DEVIATIONS_FOR_NORMALS)
        root = np.sqrt(low * low + number(4))
        cutoff = number(2) * np.exp(number(0.5) + low * (low - root) / number(4)) / (low + root)
        if (low < -inside and high >= 0) or (high > inside and low <= 0):
            return self._normals, 1
        if high - low < cutoff:
            return self._uniforms, 2
        return self._exponentials, 1

    def _normals(self, source: Philox, rounds: int) -> tuple[np.ndarray, np.ndarray]:
        proposals = normal(source, (rounds * self._per_block,), self.low.dtype)
        return proposals, (proposals >= self.low) & (proposals <= self.high)

    def _uniforms(self, source: Philox, rounds: int) -> tuple[np.ndarray, np.ndarray]:
        number = self.low.dtype.type
        draws = uniform(source, (rounds, 2, self._per_block), self.low.dtype)
        proposals = draws[:, 0] * (self.high - self.low) + self.low
        top = number(0) if self.low < 0 else self.low * self.low
        accepted = draws[:, 1] <= _exp((top - proposals * proposals) / number(2))
        return proposals.reshape(-1), accepted.reshape(-1)

    def _exponentials(self, source: Philox, rounds: int) -> tuple[np.ndarray, np.ndarray]:
        number = self.low.dtype.type
        low = self.low
        rate = (low + np.sqrt(low * low + number(4))) / number(2)
        draws = uniform(source, (rounds * self._per_block // 2, 2), low.dtype)
        proposals = -_log(draws[:, 0].copy()) / rate + low
        x = rate - proposals if low < rate else low - rate
        accepted = (draws[:, 1] <= _exp(-x * x / number(2))) & (proposals < self.high)
        return proposals, accepted

    @property
    def _per_block(self) -> int:
        return 2 if self.low.dtype == np.float64 else 4


def _exp(values: np.ndarray) -> np.ndarray:
    return np.exp(values.astype(np.float64)).astype(values.dtype)


def _log(values: np.ndarray) -> np.ndarray:
    """Logarithm of draws in `[0, 1)`, rounded the way the C library rounds it."""
    logarithms = np.full(values.size, -np.inf, values.dtype)
    positive = values > 0
    if values.dtype == np.float64:
        logarithms[positive] = log_float64(values[positive])
    else:
        logarithms[positive] = log_float32(values[positive].astype(np.float32))
    return logarithms
