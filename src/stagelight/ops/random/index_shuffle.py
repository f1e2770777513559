"""Where one index goes in a pseudorandom permutation, without making the permutation.

A block cipher (Simon, with the word size fitted to the range) permutes a power of two of indices;
enciphering again until the result is in range ("cycle walking") permutes the range itself.
"""

from __future__ import annotations

import math

import numpy as np

_SMALLEST_BLOCK_BITS = 16
_KEY_CONSTANT = 0xFFFFFFFC
_KEY_SEQUENCE = 0x7369F885192C0EF5


def index_shuffle(index: int, key: tuple[int, int, int], max_index: int, rounds: int) -> int:
    """The position of `index` in a permutation of `0 ... max_index` chosen by `key`.

    Args:
        index: in `[0, max_index]`.
        key: three integers, of which 32 bits count.
        max_index: the largest index, inclusive.
        rounds: even, at least 4.
    """
    if max_index == 0:
        return 0
    bits = math.ceil(math.log2(max_index))
    word_bits = max(bits + bits % 2, _SMALLEST_BLOCK_BITS) // 2
    round_keys = _round_keys(key, word_bits, rounds)
    while True:
        index = _encipher(index, round_keys, word_bits)
        if index <= max_index:
            return index


def index_shuffle_each(
    indices: np.ndarray, keys: np.ndarray, max_indices: np.ndarray, rounds: int
) -> np.ndarray:
    """`index_shuffle` of each of `indices [n]`, with `keys [n, 3]` and `max_indices [n]`."""
    columns = zip(indices.tolist(), keys.tolist(), max_indices.tolist(), strict=True)
    return np.array(
        [index_shuffle(index, tuple(key), last, rounds) for index, key, last in columns],
        indices.dtype,
    )


def _rotated(word: int, left: int, bits: int) -> int:
    return (word << left | word >> (bits - left)) & ((1 << bits) - 1)


def _round_keys(key: tuple[int, int, int], bits: int, rounds: int) -> list[int]:
    mask = (1 << bits) - 1
    keys = [part & 0xFFFFFFFF & mask for part in key]
    sequence = _KEY_SEQUENCE & mask
    for round_index in range(3, rounds):
        last = keys[-1]
        turned = _rotated(last, bits - 3, bits) ^ _rotated(last, bits - 4, bits)
        keys.append((_KEY_CONSTANT & mask) ^ (sequence & 1) ^ keys[round_index - 3] ^ turned)
        sequence >>= 1
    return keys


def _encipher(value: int, round_keys: list[int], bits: int) -> int:
    mask = (1 << bits) - 1
    left, right = value >> bits & mask, value & mask
    for key_1, key_2 in zip(round_keys[0::2], round_keys[1::2], strict=True):
        left ^= _mixed(right, bits) ^ key_1
        right ^= _mixed(left, bits) ^ key_2
    return left << bits | right


def _mixed(word: int, bits: int) -> int:
    return (_rotated(word, 1, bits) & _rotated(word, 8 % bits, bits)) ^ _rotated(word, 2, bits)
