"""The state of a `tf.random.Generator`: its layout, its making from a seed, and its advance.

A state is an int64 vector: the counter (two entries for Philox, one for ThreeFry), then the key.
Every draw reads the state and moves the counter on by 256 blocks per number drawn, whatever the
distribution, so `skip(n)` leaves the state as `n` draws do. The variable that holds the vector, and
its locking, are the generator's.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from stagelight.ops.random.keys import Algorithm, unsupported_algorithm
from stagelight.ops.random.philox import MASK32, MASK64, MASK128, Philox

BLOCKS_PER_DRAW = 256

_SIGN = 1 << 63
_COUNTER_SIZES = {
    Algorithm.PHILOX.value: 2,
    Algorithm.THREEFRY.value: 1,
    Algorithm.AUTO_SELECT.value: 2,
}


def counter_size(alg: int) -> int:
    """How many entries of the state are the counter.

    Raises:
        ValueError: there is no such algorithm.
    """
    if alg not in _COUNTER_SIZES:
        raise ValueError(unsupported_algorithm(alg))
    return _COUNTER_SIZES[alg]


def state_size(alg: int) -> int:
    """The length of the state."""
    return counter_size(alg) + 1


def signed(number: int) -> int:
    """The int64 with the bits of an unsigned 64-bit `number`; signed numbers stay as they are."""
    return number - (1 << 64) if number >= _SIGN else number


def state_from_seed(seed: int | Sequence[int] | np.ndarray, alg: int) -> np.ndarray:
    """A state from an integer, cut into 64-bit parts, low first, or from a vector of parts.

    Parts that do not fit are dropped; missing ones are zeros, before those given.

    >>> state_from_seed(1234, Algorithm.PHILOX.value)
    array([1234,    0,    0])
    """
    size = state_size(alg)
    if isinstance(seed, int):
        parts = [seed >> (64 * part) & MASK64 for part in range(size)]
    else:
        parts = [int(part) for part in np.asarray(seed, object).reshape(-1)][:size]
    return np.array([0] * (size - len(parts)) + [signed(part) for part in parts], np.int64)


def stream_of(state: np.ndarray) -> Philox:
    """The Philox stream at `state [3]`."""
    unsigned = state.view(np.uint64)
    return Philox.from_arrays(unsigned[2:3], unsigned[:2])


def state_of(stream: Philox) -> np.ndarray:
    """The state `[3]` at a place in a Philox stream."""
    parts = (stream.counter & MASK64, stream.counter >> 64, stream.key)
    return np.array([signed(part) for part in parts], np.int64)


def skipped(state: np.ndarray, draws: int) -> np.ndarray:
    """The state `[3]` of a Philox generator after `draws` numbers were drawn."""
    low, high = state[:2].view(np.uint64).tolist()
    # TF: `draws` times 256 is taken modulo 2**64.
    blocks = draws * BLOCKS_PER_DRAW & MASK64
    if blocks >> 32 == MASK32 and (low & MASK32) + (blocks & MASK32) > MASK32:
        # TF adds in words of 32 bits and loses this carry; so a few draws can be taken back.
        blocks -= 1 << 64
    counter = ((high << 64 | low) + blocks) & MASK128
    return np.array([signed(counter & MASK64), signed(counter >> 64), int(state[2])], np.int64)


def binomial_draws(batches: int, samples: int) -> int:
    """By how many draws `StatefulRandomBinomial` moves the counter on."""
    return batches * 2 * 100 * (samples + 3) // 4
