"""Random permutations by exchanging each position with one at or after it.

Position `i` of `n` is exchanged with `i + word % (n - i)`; the last position takes no word.
"""

from __future__ import annotations

import numpy as np

from stagelight.ops.random.philox import Philox


def shuffle_blocks(size: int) -> int:
    """How many blocks of the stream the permutation of `size` positions reserves."""
    return (max(size - 1, 0) + 3) // 4


def permutation(source: Philox, size: int) -> np.ndarray:
    """The positions from which a shuffled array of `size` takes its entries, int64 `[size]`."""
    words = source.words(max(size - 1, 0))
    partners = np.arange(max(size - 1, 0)) + words % np.arange(size, 1, -1, dtype=np.uint32)
    order = list(range(size))
    for position, partner in enumerate(partners.tolist()):
        order[position], order[partner] = order[partner], order[position]
    return np.array(order, np.int64)
