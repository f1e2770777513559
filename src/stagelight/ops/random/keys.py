"""Random algorithms, and how a stateless seed of two integers becomes a key and a counter.

Philox seeds are scrambled: one block of Philox, under a fixed key, hashes the seed into the key and
the upper half of the counter, so that nearby seeds start unrelated streams. ThreeFry takes the low
halves of the two integers as its key.
"""

from __future__ import annotations

import enum
from typing import Any

import numpy as np

from stagelight.ops.random.philox import MASK32, MASK64, Philox
from stagelight.public import public

SCRAMBLE_KEY = 0x02461E293EC8F720


@public("random.Algorithm", "random.experimental.Algorithm")
class Algorithm(enum.Enum):
    """The algorithm of a random generator.

    `PHILOX` and `THREEFRY` are the counter generators of Salmon et al. (SC 2011); `AUTO_SELECT`
    takes the device's own, which is Philox everywhere but on TPUs.

    >>> tf.random.Algorithm.PHILOX.value
    1
    """

    PHILOX = 1
    THREEFRY = 2
    AUTO_SELECT = 3


def unsupported_algorithm(alg: Any) -> str:
    """The message for an algorithm that does not exist, in the terms in which it was given."""
    known: tuple[Any, ...] = tuple(Algorithm)
    if isinstance(alg, int):
        known = tuple(member.value for member in Algorithm)
    elif isinstance(alg, str):
        known = ("philox", "threefry", "auto_select")
    philox, threefry, auto_select = known
    return (
        f"Argument `alg` got unsupported value {alg}. Supported values are "
        f"{philox} for the Philox algorithm, "
        f"{threefry} for the ThreeFry algorithm, and "
        f"{auto_select} for auto-selection."
    )


def algorithm_id(alg: int | str | Algorithm) -> int:
    """The number of an algorithm given by number, name or enum member.

    Names are read without regard to case, `-` and `_`. A number is not checked here.

    Raises:
        ValueError: no algorithm has this name.
        TypeError: `alg` is none of the three.
    """
    if isinstance(alg, int):
        return alg
    if isinstance(alg, Algorithm):
        return alg.value
    if not isinstance(alg, str):
        raise TypeError(
            f"Can't convert argument `alg` (of value {alg} and type {type(alg)}) to int."
        )
    plain = alg.strip().lower().replace("-", "").replace("_", "")
    for member in Algorithm:
        if plain == member.name.lower().replace("_", ""):
            return member.value
    raise ValueError(unsupported_algorithm(alg))


def philox_of_seed(seed: np.ndarray) -> Philox:
    """The Philox stream of an integer `seed [2]`, scrambled.

    int32 and int64 seeds of equal value give the same stream: both are sign-extended.
    """
    low, high = (int(part) & MASK64 for part in seed)
    key_low, key_high, counter_2, counter_3 = Philox(SCRAMBLE_KEY, high << 64 | low).block()
    return Philox(key_high << 32 | key_low, counter_3 << 96 | counter_2 << 64)


def key_counter(seed: np.ndarray, alg: int) -> tuple[np.ndarray, np.ndarray]:
    """Key `[1]` and counter (`[2]`, ThreeFry `[1]`) of a `seed [2]`, as uint64.

    Raises:
        ValueError: there is no such algorithm.
    """
    if alg == Algorithm.THREEFRY.value:
        low, high = (int(part) & MASK32 for part in seed)
        return np.array([high << 32 | low], np.uint64), np.zeros(1, np.uint64)
    if alg not in (Algorithm.PHILOX.value, Algorithm.AUTO_SELECT.value):
        raise ValueError(unsupported_algorithm(alg))
    stream = philox_of_seed(seed)
    counter = [stream.counter & MASK64, stream.counter >> 64]
    return np.array([stream.key], np.uint64), np.array(counter, np.uint64)
