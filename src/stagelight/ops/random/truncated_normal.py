"""Normals between -2 and 2, by drawing again what falls outside.

The output is cut into groups (four values; two in float64), and each group has a stretch of 1024
words (512) of its own, so that how often one group rejects does not move the next. Within its
stretch a group keeps taking Box-Muller pairs until it is full.
"""

from __future__ import annotations

import numpy as np

from stagelight.ops.random.long_draws import draw_long
from stagelight.ops.random.normal import HALF_FLOATS, box_muller_float32, box_muller_float64
from stagelight.ops.random.philox import Philox

LIMIT = 2.0
RESERVED_WORDS_PER_VALUE = 256
_GROUPS_AT_A_TIME = 4096


def truncated_normal(source: Philox, shape: tuple[int, ...], dtype: np.dtype) -> np.ndarray:
    """Standard normals whose magnitude is below 2.

    Args:
        source: where in the stream to begin.
        shape: the shape of the result.
        dtype: float16, bfloat16, float32 or float64.
    """
    dtype = np.dtype(dtype)
    if dtype != np.float64 and dtype != np.float32 and dtype not in HALF_FLOATS:
        raise TypeError(
            "truncated_normal needs dtype float16, bfloat16, float32 or float64, "
            f"but received {dtype}."
        )
    drawn = draw_long("StatelessTruncatedNormalV2", source, shape, dtype)
    if drawn is not None:
        return drawn
    group = 2 if dtype == np.float64 else 4
    size = int(np.prod(shape, dtype=np.int64))
    groups = -(-size // group)
    computed = np.dtype(np.float64) if dtype == np.float64 else np.dtype(np.float32)
    values = np.empty((groups, group), computed)
    for start in range(0, groups, _GROUPS_AT_A_TIME):
        chunk = values[start : start + _GROUPS_AT_A_TIME]
        _fill_groups(source.skip(start * group * RESERVED_WORDS_PER_VALUE // 4), chunk)
    return values.reshape(-1)[:size].astype(dtype, copy=False).reshape(shape)


def _fill_groups(source: Philox, values: np.ndarray) -> None:
    """Fills `values [groups, group]`; every round gives each unfilled group one more block."""
    groups, group = values.shape
    stretch = group * RESERVED_WORDS_PER_VALUE // 4
    places = np.arange(groups, dtype=np.uint64) * np.uint64(stretch)
    unfilled = np.arange(groups)
    filled = np.zeros(groups, np.intp)
    while unfilled.size:
        candidates = _normals_of_blocks(source.blocks_at(places), values.dtype)
        places += np.uint64(1)
        accepted = np.abs(candidates) < LIMIT
        # The position each accepted candidate takes; those beyond the group's end are not used.
        positions = filled[:, None] + np.cumsum(accepted, axis=1) - 1
        used = accepted & (positions < group)
        rows, columns = np.nonzero(used)
        values[unfilled[rows], positions[rows, columns]] = candidates[rows, columns]
        filled += used.sum(axis=1)
        missing = filled < group
        unfilled, filled, places = unfilled[missing], filled[missing], places[missing]


def _normals_of_blocks(blocks: np.ndarray, dtype: np.dtype) -> np.ndarray:
    """The normals of uint32 blocks `[n, 4]` in stream order: `[n, 4]`, or `[n, 2]` in float64."""
    if dtype == np.float64:
        return np.stack(box_muller_float64(blocks), axis=1)
    sines, cosines = box_muller_float32(blocks.reshape(-1, 2))
    return np.stack((sines, cosines), axis=1).reshape(-1, 4)
