"""Philox 4x32-10: the counter generator behind TensorFlow's random ops.

A `Philox` is a place in a stream: a 64-bit key and a 128-bit counter. Block `i` of the stream is a
hash of `counter + i` under the key and yields four 32-bit words, so any part of a stream is reached
without computing what comes before it. `fill` writes consecutive words, `blocks_at` the blocks at
given distances, which lets rejection sampling run in many streams at once.

The generator is that of Salmon et al., "Parallel random numbers: as easy as 1, 2, 3" (SC 2011).
What words mean (a uniform float, two normals) is the business of the distributions.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

WORDS_PER_BLOCK = 4

MASK32 = 0xFFFFFFFF
MASK64 = 0xFFFFFFFFFFFFFFFF
MASK128 = (1 << 128) - 1

ROUNDS = 10
MULTIPLIERS = _MULTIPLIER_0, _MULTIPLIER_1 = 0xD2511F53, 0xCD9E8D57
KEY_STEPS = _KEY_STEP_0, _KEY_STEP_1 = 0x9E3779B9, 0xBB67AE85

# Blocks computed at a time: the eight work arrays of a chunk stay in the second-level cache.
_CHUNK_BLOCKS = 4096
# Below this, the calls into NumPy cost more than the arithmetic does in plain Python.
_FEW_BLOCKS = 20

_LOW = np.uint64(MASK32)
_HALF = np.uint64(32)
_ARRAY_MULTIPLIER_0 = np.uint64(_MULTIPLIER_0)
_ARRAY_MULTIPLIER_1 = np.uint64(_MULTIPLIER_1)


@dataclass(frozen=True, slots=True)
class Philox:
    """A place in a Philox stream. Immutable: `skip` gives another place."""

    key: int
    counter: int

    @classmethod
    def from_seeds(cls, seed: int, seed2: int) -> Philox:
        """The stream of a stateful kernel with these `seed` and `seed2` attributes."""
        return cls(seed & MASK64, (seed2 & MASK64) << 64)

    @classmethod
    def from_arrays(cls, key: np.ndarray, counter: np.ndarray) -> Philox:
        """The stream of the integer arrays `key [1]` and `counter [2]`, low half first."""
        low, high = (int(part) & MASK64 for part in counter[:2])
        return cls(int(key[0]) & MASK64, high << 64 | low)

    def arrays(self) -> tuple[np.ndarray, np.ndarray]:
        """The arrays that `from_arrays` takes."""
        counter = np.array([self.counter & MASK64, self.counter >> 64], np.uint64)
        return np.array([self.key], np.uint64), counter

    def skip(self, blocks: int) -> Philox:
        """The place `blocks` blocks (of four words) further on."""
        return Philox(self.key, (self.counter + blocks) & MASK128)

    def block(self) -> tuple[int, int, int, int]:
        """The four words at this place, as Python integers."""
        return _hash_block(self.key, self.counter)

    def words(self, count: int) -> np.ndarray:
        """The next `count` words, uint32 `[count]`."""
        words = np.empty(count, np.uint32)
        self.fill(words)
        return words

    def fill(self, words: np.ndarray) -> None:
        """Overwrites the contiguous uint32 array `words [n]` with the next `n` words."""
        whole_blocks, rest = divmod(words.size, WORDS_PER_BLOCK)
        if whole_blocks < _FEW_BLOCKS:
            _fill_few(self.key, self.counter, words)
            return
        end = whole_blocks * WORDS_PER_BLOCK
        _fill_blocks(self.key, self.counter, words[:end].reshape(whole_blocks, WORDS_PER_BLOCK))
        if rest:
            words[end:] = self.skip(whole_blocks).block()[:rest]

    def blocks_at(self, distances: np.ndarray) -> np.ndarray:
        """The blocks `distances [n]` (uint64) further on, as uint32 `[n, 4]`."""
        if distances.size < _FEW_BLOCKS:
            places = [(self.counter + distance) & MASK128 for distance in distances.tolist()]
            rows = [_hash_block(self.key, place) for place in places]
            return np.array(rows, np.uint32).reshape(-1, WORDS_PER_BLOCK)
        blocks = np.empty((distances.size, WORDS_PER_BLOCK), np.uint32)
        low, high = self.counter & MASK64, self.counter >> 64
        for start in range(0, distances.size, _CHUNK_BLOCKS):
            chunk = slice(start, start + _CHUNK_BLOCKS)
            low_half = distances[chunk].astype(np.uint64) + np.uint64(low)
            high_half = np.full(low_half.size, high, np.uint64)
            high_half += low_half < np.uint64(low)  # the carry
            lanes = [low_half & _LOW, low_half >> _HALF, high_half & _LOW, high_half >> _HALF]
            _hash_lanes(self.key, lanes, blocks[chunk])
        return blocks


def _hash_block(key: int, counter: int) -> tuple[int, int, int, int]:
    """One block in Python integers."""
    key_0, key_1 = key & MASK32, key >> 32
    word_0, word_1 = counter & MASK32, counter >> 32 & MASK32
    word_2, word_3 = counter >> 64 & MASK32, counter >> 96
    for _ in range(ROUNDS):
        product_0 = _MULTIPLIER_0 * word_0
        product_1 = _MULTIPLIER_1 * word_2
        word_0 = (product_1 >> 32) ^ word_1 ^ key_0
        word_2 = (product_0 >> 32) ^ word_3 ^ key_1
        word_1 = product_1 & MASK32
        word_3 = product_0 & MASK32
        key_0 = (key_0 + _KEY_STEP_0) & MASK32
        key_1 = (key_1 + _KEY_STEP_1) & MASK32
    return word_0, word_1, word_2, word_3


def _fill_few(key: int, counter: int, words: np.ndarray) -> None:
    """`fill` for a handful of words."""
    values: list[int] = []
    while len(values) < words.size:
        values.extend(_hash_block(key, counter))
        counter = (counter + 1) & MASK128
    words[:] = values[: words.size]


def _fill_blocks(key: int, counter: int, blocks: np.ndarray) -> None:
    """Writes consecutive blocks into uint32 `blocks [n, 4]`."""
    done, total = 0, blocks.shape[0]
    while done < total:
        low = counter & MASK32
        # A chunk ends where the lowest counter word would wrap: within it the others are constant.
        size = min(_CHUNK_BLOCKS, total - done, MASK32 + 1 - low)
        lanes = [np.arange(low, low + size, dtype=np.uint64)]
        for shift in (32, 64, 96):
            lanes.append(np.full(size, counter >> shift & MASK32, np.uint64))
        _hash_lanes(key, lanes, blocks[done : done + size])
        counter = (counter + size) & MASK128
        done += size


def _hash_lanes(key: int, lanes: list[np.ndarray], blocks: np.ndarray) -> None:
    """Hashes the four uint64 counter words `lanes` in place into uint32 `blocks [n, 4]`.

    Words 1 and 3 keep the high half of their product between rounds: only their low half is ever
    read, so two maskings a round are saved.
    """
    word_0, word_1, word_2, word_3 = lanes
    product_0 = np.empty_like(word_0)
    product_1 = np.empty_like(word_0)
    key_0, key_1 = key & MASK32, key >> 32
    for _ in range(ROUNDS):
        np.multiply(word_0, _ARRAY_MULTIPLIER_0, out=product_0)
        np.multiply(word_2, _ARRAY_MULTIPLIER_1, out=product_1)
        np.right_shift(product_1, _HALF, out=word_0)
        word_0 ^= word_1
        word_0 ^= np.uint64(key_0)
        word_0 &= _LOW
        np.right_shift(product_0, _HALF, out=word_2)
        word_2 ^= word_3
        word_2 ^= np.uint64(key_1)
        word_2 &= _LOW
        word_1, product_1 = product_1, word_1
        word_3, product_0 = product_0, word_3
        key_0 = (key_0 + _KEY_STEP_0) & MASK32
        key_1 = (key_1 + _KEY_STEP_1) & MASK32
    for column, word in enumerate((word_0, word_1, word_2, word_3)):
        np.copyto(blocks[:, column], word, casting="unsafe")
