"""How TensorFlow's dense tables lie in memory, and so in checkpoints: keys in buckets, by their hashes."""

from __future__ import annotations

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
        A matrix of one column, and one of a row for each key.
    """
    count = _FEWEST
    while len(keys) > count * _LOAD:
        count *= 2
    places = _places(keys.tolist(), count)
    stored_keys = np.full((count, 1), empty_key, keys.dtype)
    width = int(np.prod(values.shape[1:], dtype=np.int64))
    empty = b"" if values.dtype == object else 0
    stored_values = np.full((count, width), empty, values.dtype)
    stored_keys[places, 0] = keys
    stored_values[places] = values.reshape(len(keys), width)
    return stored_keys, stored_values


def _places(keys: list[Any], count: int) -> list[int]:
    taken: dict[int, None] = {}
    for key in keys:
        place = (hash64(key) if isinstance(key, bytes) else int(key)) % count
        steps = 0
        while place in taken:
            steps += 1
            place = (place + steps) % count
        taken[place] = None
    return list(taken)
