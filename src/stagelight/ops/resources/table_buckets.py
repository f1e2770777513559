"""How TensorFlow's dense tables lie in memory, and so in checkpoints: keys in buckets, by their hashes."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np

from stagelight.ops.strings.hashes import hash64

_FEWEST = 4
# TF: a table grows before it is fuller.
_LOAD = 0.8


def in_buckets(
    keys: np.ndarray, values: np.ndarray, empty_key: Any
) -> tuple[np.ndarray, np.ndarray]:
    """Keys and values in the places where TensorFlow looks for them, the empty key in all others.

    Returns:
        A matrix of keys, one column for each of their elements, and one of values.
    """
    count = _FEWEST
    while len(keys) > count * _LOAD:
        count *= 2
    columns = int(np.prod(keys.shape[1:], dtype=np.int64))
    rows = keys.reshape(len(keys), columns)
    hashes = map(_hash_of_vector if keys.ndim > 1 else _hash_of_scalar, rows.tolist())
    places = _places(hashes, count)
    stored_keys = np.full((count, columns), empty_key, keys.dtype)
    width = int(np.prod(values.shape[1:], dtype=np.int64))
    empty = b"" if values.dtype == object else 0
    stored_values = np.full((count, width), empty, values.dtype)
    stored_keys[places] = rows
    stored_values[places] = values.reshape(len(keys), width)
    return stored_keys, stored_values


def _hash_of_scalar(row: list[Any]) -> int:
    [key] = row
    return hash64(key) if isinstance(key, bytes) else int(key)


def _hash_of_vector(row: list[Any]) -> int:
    """TF: the hash of what came before, and of the next element."""
    result = 0
    for key in row:
        mixed = _hash_of_scalar([key]) + 0x9E3779B97F4A7800 + (result << 10) + (result >> 4)
        result ^= mixed & (2**64 - 1)
    return result


def _places(hashes: Iterable[int], count: int) -> list[int]:
    taken: dict[int, None] = {}
    for number in hashes:
        place = number % count
        steps = 0
        while place in taken:
            steps += 1
            place = (place + steps) % count
        taken[place] = None
    return list(taken)
