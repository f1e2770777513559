"""Random permutations by exchanging each position with one at or after it.

Position `i` of `n` is exchanged with `i + word % (n - i)`; the last position takes no word.

Of many positions it is found without exchanging. What stands at a position when its turn comes is what the
last exchange with it has brought there, which is what stood at that exchange's own position at its turn;
so, going from exchange to exchange, at the beginning. A sort by partners tells which exchange is the last
before another, and the ways to the beginning are made shorter by half at a time, all together.
"""

from __future__ import annotations

import numpy as np

from stagelight.ops.random.philox import Philox

# Positions from which on sorting takes less time than exchanging.
_MANY = 512


def shuffle_blocks(size: int) -> int:
    """How many blocks of the stream the permutation of `size` positions reserves."""
    return (max(size - 1, 0) + 3) // 4


def permutation(source: Philox, size: int) -> np.ndarray:
    """The positions from which a shuffled array of `size` takes its entries, int64 `[size]`."""
    words = source.words(max(size - 1, 0))
    partners = np.arange(max(size - 1, 0)) + words % np.arange(size, 1, -1, dtype=np.uint32)
    return _exchanged(partners, size) if size < _MANY else _followed(partners)


def _exchanged(partners: np.ndarray, size: int) -> np.ndarray:
    """The order that exchanges lead to: each position's with the partner of its number."""
    order = list(range(size))
    for position, partner in enumerate(partners.tolist()):
        order[position], order[partner] = order[partner], order[position]
    return np.array(order, np.int64)


def _followed(partners: np.ndarray) -> np.ndarray:
    """The same order, from where the exchanges come."""
    turns = np.arange(len(partners) + 1)
    order = np.append(partners, turns[-1])
    moving = np.flatnonzero(order != turns)
    keys = order[moving].astype(np.uint64) << np.uint64(32)
    keys |= moving.astype(np.uint64)
    keys.sort()
    of_partner = (keys >> np.uint64(32)).astype(np.int64)
    turn = (keys & np.uint64(0xFFFFFFFF)).astype(np.int64)
    goes_on = of_partner[1:] == of_partner[:-1]

    # The position whose first content stands at each position when its turn comes.
    begun = turns.copy()
    ends = np.flatnonzero(np.append(~goes_on, len(turn) > 0))
    begun[of_partner[ends]] = turn[ends]
    while not np.array_equal(earlier := begun[begun], begun):
        begun = earlier

    still = np.flatnonzero(order == turns)
    order[still] = begun[still]
    later = np.flatnonzero(goes_on)
    order[turn[later + 1]] = begun[turn[later]]
    return order
