"""The seeds of random datasets: the streams of words behind `shuffle`, `random` and their like.

A dataset that is random anew in each iteration draws the two seeds of each from a stream of its own.
"""

from __future__ import annotations

import secrets
import threading
from typing import Any

import numpy as np

from stagelight.core import registry
from stagelight.core.convert import convert_to_tensor
from stagelight.core.dispatch import apply
from stagelight.core.inference import SCALAR, Inferred
from stagelight.core.op_def import Trait
from stagelight.core.registry import define
from stagelight.core.tensor import Tensor
from stagelight.data.iteration import Place
from stagelight.fork_safety import renewed_in_child
from stagelight.ops.random.philox import Philox
from stagelight.ops.random.streams import op_seeds
from stagelight.ops.resources.resource_variables import make_handle
from stagelight.types.dtypes import int64, resource

_WORDS_AT_A_TIME = 1024
_WORDS_PER_BLOCK = 4


class Words:
    """The words of the stream of two seeds, from one of them on."""

    def __init__(self, seeds: tuple[int, int], drawn: int = 0) -> None:
        blocks, rest = divmod(drawn, _WORDS_PER_BLOCK)
        self._stream = Philox.from_seeds(*seeds).skip(blocks)
        self._ready: list[int] = []
        for _ in range(rest):
            next(self)

    def __iter__(self) -> Words:
        return self

    def __next__(self) -> int:
        self._make_ready()
        return self._ready.pop()

    def several(self, most: int) -> np.ndarray:
        """The next words, no more than so many: those that are ready, or as many as are made at a time."""
        self._make_ready()
        taken = self._ready[-most:][::-1]
        del self._ready[-most:]
        return np.array(taken, np.int64)

    def _make_ready(self) -> None:
        if not self._ready:
            self._ready = self._stream.words(_WORDS_AT_A_TIME).tolist()[::-1]
            self._stream = self._stream.skip(_WORDS_AT_A_TIME // _WORDS_PER_BLOCK)


class SeedsOfIterations:
    """Gives the seeds of each iteration: always the first ones, or drawn from their stream."""

    def __init__(self, seeds: tuple[int, int], anew_in_each: bool) -> None:
        if seeds == (0, 0):
            seeds = (secrets.randbits(63), secrets.randbits(63))
        self._seeds = seeds
        self._words = Words(seeds) if anew_in_each else None
        self._drawn = 0
        self._lock = renewed_in_child(threading.Lock())

    def begin(self, place: Place) -> tuple[int, int]:
        """The seeds of an iteration, new ones or those that its place has.

        TF: an iteration that goes on from a kept place takes the stream of seeds back to it, so that the
        rounds that follow have the seeds that they had.
        """
        with self._lock:
            if place.seeds is None:
                place.seeds = self._next()
                place.seeds_drawn = self._drawn
            elif self._words is not None and self._drawn != place.seeds_drawn:
                self._drawn = place.seeds_drawn
                self._words = Words(self._seeds, self._drawn)
        seeds: tuple[int, int] = tuple(place.seeds)
        return seeds

    def pass_over(self) -> None:
        """Draws the seeds of an iteration that does not begin."""
        with self._lock:
            self._next()

    def _next(self) -> tuple[int, int]:
        if self._words is None:
            return self._seeds
        self._drawn += 2
        return next(self._words), next(self._words)


define(
    "DummySeedGenerator",
    "",
    "handle: resource",
    infer=lambda: Inferred(SCALAR, resource),
    kernel=lambda xp: make_handle(None)._array,
    differentiable=False,
    traits=Trait.HOST_ONLY | Trait.RANDOM,
)


def new_seed_generator() -> Tensor:
    """The resource that ops on random datasets take; the seeds themselves are with their elements."""
    handle: Tensor = apply(registry.lookup("DummySeedGenerator"), ())
    return handle


def seed_tensors(seed: Any) -> list[Tensor]:
    """The two seeds of a dataset as int64 scalars, from that of the program and its own."""
    if isinstance(seed, Tensor):
        first = op_seeds(0)["seed"]  # that of the program alone
        return [convert_to_tensor(first, int64), convert_to_tensor(seed, int64)]
    return [convert_to_tensor(value, int64) for value in op_seeds(seed).values()]
