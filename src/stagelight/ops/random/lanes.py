"""Many streams drawn from in step: the source of rejection sampling, value by value.

Gamma, Poisson and binomial samples each own a stretch of the stream and take float64 draws from it
until one is accepted. A `Lanes` holds one such stream per sample ("lane") and serves whole arrays
of lanes at once. A block gives two draws, and TensorFlow hands out the second one first.

Uniforms and normals have separate buffers but share the lane's place in the stream.
"""

from __future__ import annotations

import numpy as np

from stagelight.ops.random.normal import box_muller_float64
from stagelight.ops.random.philox import Philox
from stagelight.ops.random.uniform import unit_float64

LANES_AT_A_TIME = 16384


class Lanes:
    """The streams that begin `distances [n]` blocks after `source`.

    Methods take `lanes`, the indices of the lanes that draw; each lane at most once a call.
    """

    def __init__(self, source: Philox, distances: np.ndarray) -> None:
        self._source = source
        self._places = distances.astype(np.uint64)
        self._uniforms = _Buffer(distances.size)
        self._normals = _Buffer(distances.size)

    def uniform(self, lanes: np.ndarray) -> np.ndarray:
        """The next float64 in `[0, 1)` of each lane in `lanes [m]`."""
        empty = lanes[self._uniforms.left[lanes] == 0]
        if empty.size:
            blocks = self._next_blocks(empty)
            first = unit_float64(blocks[:, 0], blocks[:, 1])
            second = unit_float64(blocks[:, 2], blocks[:, 3])
            self._uniforms.refill(empty, first, second)
        return self._uniforms.take(lanes)

    def normal(self, lanes: np.ndarray) -> np.ndarray:
        """The next float64 normal of each lane in `lanes [m]`."""
        empty = lanes[self._normals.left[lanes] == 0]
        if empty.size:
            self._normals.refill(empty, *box_muller_float64(self._next_blocks(empty)))
        return self._normals.take(lanes)

    def _next_blocks(self, lanes: np.ndarray) -> np.ndarray:
        blocks = self._source.blocks_at(self._places[lanes])
        self._places[lanes] += np.uint64(1)
        return blocks


class _Buffer:
    """Up to two draws per lane, handed out last first."""

    def __init__(self, size: int) -> None:
        self.left = np.zeros(size, np.int8)
        self._draws = np.empty((size, 2), np.float64)

    def refill(self, lanes: np.ndarray, first: np.ndarray, second: np.ndarray) -> None:
        self._draws[lanes, 0] = first
        self._draws[lanes, 1] = second
        self.left[lanes] = 2

    def take(self, lanes: np.ndarray) -> np.ndarray:
        self.left[lanes] -= 1
        return self._draws[lanes, self.left[lanes]]
