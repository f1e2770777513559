"""Where single indices go in pseudorandom permutations, without making the permutations.

A block cipher (Simon, with the word size fitted to the range) permutes a power of two of indices;
enciphering again until the result is in range ("cycle walking") permutes the range itself. Many indices
are enciphered together, each under its own key; for a few, Python's integers are quicker. The cipher
is written once, for arrays of uint64 and for integers.

A block has 16 bits or more. In a range much smaller than that the walk is long, so there the whole
block is enciphered once, and the walks are made by doubling: a jump of a jump goes twice as far.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import lru_cache
from typing import Any

import numpy as np

_SMALLEST_BLOCK_BITS = 16
# Above this a walk takes 4 steps in the mean, or fewer.
_LARGEST_SMALL_RANGE = (1 << _SMALLEST_BLOCK_BITS - 2) - 1
# Up to so many indices, one after the other takes less time than together.
_FEW = 10
_KEY_CONSTANT = 0xFFFFFFFC
_KEY_SEQUENCE = 0x7369F885192C0EF5


def index_shuffle_each(
    indices: np.ndarray, keys: np.ndarray, max_indices: np.ndarray, rounds: int
) -> np.ndarray:
    """The positions of indices in permutations of `0 ... max_index`, each chosen by its key.

    Args:
        indices: integers of shape `[n]`, each in `[0, max_index]`.
        keys: integers of shape `[n, 3]`, of which 32 bits count.
        max_indices: the largest indices, inclusive, of shape `[n]`.
        rounds: even, at least 4.

    Returns:
        Array of the shape and dtype of `indices`.
    """
    words = keys.astype(np.uint64) & np.uint64(0xFFFFFFFF)
    starts, last = indices.astype(np.uint64), max_indices.astype(np.uint64)
    is_small = last <= _LARGEST_SMALL_RANGE
    moved = np.empty_like(starts)
    for those, move in ((is_small, _looked_up), (~is_small, _walked)):
        if those.any():
            moved[those] = move(starts[those], words[those], last[those], rounds)
    return moved.astype(indices.dtype)


# ---------------------------------------------------------------------------- walking


def _walked(starts: np.ndarray, keys: np.ndarray, last: np.ndarray, rounds: int) -> np.ndarray:
    """Each index enciphered until it is in range."""
    if starts.size <= _FEW:
        columns = zip(starts.tolist(), keys.tolist(), last.tolist(), strict=True)
        return np.array([_walked_alone(*column, rounds) for column in columns], np.uint64)
    ends, which = np.unique(last, return_inverse=True)
    bits = np.array([_word_bits(end) for end in ends.tolist()], np.uint64)[which]
    round_keys = _round_keys(list(keys.T), bits, rounds)
    moved = starts.copy()
    walking = np.arange(starts.size)
    while walking.size:
        keys_there = [key[walking] for key in round_keys]
        values = _encipher(moved[walking], keys_there, bits[walking])
        moved[walking] = values
        walking = walking[values > last[walking]]
    return moved


def _walked_alone(index: int, key: list[int], last: int, rounds: int) -> int:
    bits = _word_bits(last)
    round_keys = _round_keys(key, bits, rounds)
    while True:
        index = _encipher(index, round_keys, bits)
        if index <= last:
            return index


def _word_bits(last: int) -> int:
    """The size of the cipher's words, half of a block, for a range up to `last`."""
    # TF: the logarithm is one of doubles, which counts where `last` is large.
    bits = math.ceil(math.log2(last))
    return max(bits + bits % 2, _SMALLEST_BLOCK_BITS) // 2


def _looked_up(starts: np.ndarray, keys: np.ndarray, last: np.ndarray, rounds: int) -> np.ndarray:
    """The same for small ranges, from their whole permutations."""
    ciphers, which = np.unique(np.column_stack([keys, last]), axis=0, return_inverse=True)
    which = which.reshape(-1)
    moved = np.empty_like(starts)
    for i, (*key, end) in enumerate(ciphers.tolist()):
        chosen = which == i
        moved[chosen] = _small_permutation(tuple(key), end, rounds)[starts[chosen]]
    return moved


@lru_cache(maxsize=16)
def _small_permutation(key: tuple[int, ...], last: int, rounds: int) -> np.ndarray:
    """The permutation of a small range as a whole."""
    bits = _SMALLEST_BLOCK_BITS // 2
    round_keys = _round_keys(key, bits, rounds)
    block = np.arange(1 << _SMALLEST_BLOCK_BITS, dtype=np.uint64)
    enciphered = _encipher(block, round_keys, bits)
    jump = np.where(block > last, enciphered, block)  # Who is in range stays.
    moved = enciphered[: last + 1]
    while (moved > last).any():
        moved = jump[moved]
        jump = jump[jump]
    return moved


# ---------------------------------------------------------------------------- the cipher


# Whole numbers of 64 bits without a sign: an array of uint64, or an int.
Words = Any


def _rotated(word: Words, left: Words, bits: Words) -> Words:
    return (word << left | word >> (bits - left)) & _mask(bits)


def _mask(bits: Words) -> Words:
    return (1 << bits) - 1


def _round_keys(key: Sequence[Words], bits: Words, rounds: int) -> list[Words]:
    """The keys of the rounds, for a key of three parts and words of so many bits."""
    mask = _mask(bits)
    keys = [part & mask for part in key]
    sequence = _KEY_SEQUENCE & mask
    for _ in range(3, rounds):
        turned = _rotated(keys[-1], bits - 3, bits) ^ _rotated(keys[-1], bits - 4, bits)
        keys.append((_KEY_CONSTANT & mask) ^ (sequence & 1) ^ keys[-3] ^ turned)
        sequence = sequence >> 1
    return keys


def _encipher(values: Words, round_keys: Sequence[Words], bits: Words) -> Words:
    left, right = values >> bits & _mask(bits), values & _mask(bits)
    for key_1, key_2 in zip(round_keys[0::2], round_keys[1::2], strict=True):
        left = left ^ _mixed(right, bits) ^ key_1
        right = right ^ _mixed(left, bits) ^ key_2
    return left << bits | right


def _mixed(words: Words, bits: Words) -> Words:
    return (_rotated(words, 1, bits) & _rotated(words, 8 % bits, bits)) ^ _rotated(words, 2, bits)
