"""ThreeFry 2x32-20: the other counter generator, in the arrangement that XLA gives its words.

TensorFlow's CPU kernels refuse this algorithm; only compiled code runs it. There, 64-bit numbers
are the hashes of consecutive counters. For 32-bit numbers half as many counters are hashed, and the
two words of each hash lie next to one another along the first even dimension (the largest one, if
all are odd).

The generator is that of Salmon et al., "Parallel random numbers: as easy as 1, 2, 3" (SC 2011).
"""

from __future__ import annotations

import math

import numpy as np

from stagelight.ops.random.philox import MASK32, MASK64

_ROTATIONS = ((13, 15, 26, 6), (17, 29, 16, 24))
_PARITY = 0x1BD11BDA
_INJECTIONS = 5  # of the key; four rounds come before each


def hash_pairs(key: int, low: np.ndarray, high: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """The two uint32 words, each `[n]`, that hash the counters `(low, high)`, uint32 `[n]`."""
    key_low, key_high = key & MASK32, key >> 32 & MASK32
    keys = (key_low, key_high, key_low ^ key_high ^ _PARITY)
    word_0 = low + np.uint32(keys[0])
    word_1 = high + np.uint32(keys[1])
    for injection in range(1, _INJECTIONS + 1):
        for rotation in _ROTATIONS[(injection - 1) % 2]:
            word_0 += word_1
            word_1 = word_1 << np.uint32(rotation) | word_1 >> np.uint32(32 - rotation)
            word_1 ^= word_0
        word_0 += np.uint32(keys[injection % 3])
        word_1 += np.uint32((keys[(injection + 1) % 3] + injection) & MASK32)
    return word_0, word_1


def words64(key: int, counter: int, shape: tuple[int, ...]) -> np.ndarray:
    """Random uint64 of the given shape."""
    low, high = hash_pairs(key, *_counters(counter, math.prod(shape)))
    return (low.astype(np.uint64) | high.astype(np.uint64) << np.uint64(32)).reshape(shape)


def words32(key: int, counter: int, shape: tuple[int, ...]) -> np.ndarray:
    """Random uint32 of the given shape."""
    if not shape:
        return words32(key, counter, (1,)).reshape(())
    axis = _pairing_axis(shape)
    half = (*shape[:axis], -(-shape[axis] // 2), *shape[axis + 1 :])
    pair = hash_pairs(key, *_counters(counter, math.prod(half)))
    words = np.stack([word.reshape(half) for word in pair], axis=axis + 1)
    words = words.reshape(*shape[:axis], -1, *shape[axis + 1 :])
    return np.ascontiguousarray(words.take(range(shape[axis]), axis=axis))


def _pairing_axis(shape: tuple[int, ...]) -> int:
    for axis, size in enumerate(shape):
        if size % 2 == 0:
            return axis
    return shape.index(max(shape))


def _counters(counter: int, count: int) -> tuple[np.ndarray, np.ndarray]:
    """The low and high words of `count` consecutive 64-bit counters."""
    counters = np.arange(count, dtype=np.uint64) + np.uint64(counter & MASK64)
    return counters.astype(np.uint32), (counters >> np.uint64(32)).astype(np.uint32)
