"""`shuffle`: the elements in random order, in the very order that TensorFlow gives for the same seeds.

Elements stand in a ring of `buffer_size` places. Each draw takes one of them: the word of the stream,
modulo the number of elements, counts from the eldest. The eldest takes the place of what was drawn, and
the next element that of the eldest.

A dataset that is shuffled anew in each iteration draws the two seeds of each from a stream of its own.
"""

from __future__ import annotations

import secrets
import threading
from collections.abc import Iterator
from types import ModuleType
from typing import Any

import numpy as np

from stagelight.core import registry
from stagelight.core.convert import convert_to_tensor
from stagelight.core.dispatch import apply
from stagelight.core.inference import SCALAR, Inferred, invalid
from stagelight.core.op_def import Trait
from stagelight.core.registry import define
from stagelight.core.tensor import Tensor
from stagelight.data.dataset import (
    DATASET_ATTRS,
    Dataset,
    dataset_method,
    dataset_of,
    variant_scalar,
)
from stagelight.data.elements import (
    UNKNOWN,
    Components,
    Elements,
    Iteration,
    elements_of,
    in_variant,
)
from stagelight.ops.random.philox import Philox
from stagelight.ops.random.streams import op_seeds
from stagelight.ops.resource_variables import make_handle
from stagelight.types.dtypes import int64, resource

_ATTRS = {**DATASET_ATTRS, "reshuffle_each_iteration": True}
_WORDS_AT_A_TIME = 256


def _words(seeds: tuple[int, int]) -> Iterator[int]:
    """The words of the stream of two seeds."""
    stream = Philox.from_seeds(*seeds)
    while True:
        yield from stream.words(_WORDS_AT_A_TIME).tolist()
        stream = stream.skip(_WORDS_AT_A_TIME // 4)


class _SeedsOfIterations:
    """Gives the seeds of each iteration: always the first ones, or drawn from their stream."""

    def __init__(self, seeds: tuple[int, int], reshuffle_each_iteration: bool) -> None:
        if seeds == (0, 0):
            seeds = (secrets.randbits(63), secrets.randbits(63))
        self._seeds = seeds
        self._words = _words(seeds) if reshuffle_each_iteration else None
        self._lock = threading.Lock()

    def next(self) -> tuple[int, int]:
        """The seeds of the iteration that begins."""
        if self._words is None:
            return self._seeds
        with self._lock:
            return next(self._words), next(self._words)


class _Shuffled(Elements):
    """Elements drawn at random from a buffer that is filled from the source."""

    def __init__(self, source: Elements, size: int, seeds: _SeedsOfIterations) -> None:
        if size < 1 and size != UNKNOWN:
            raise invalid(
                f"buffer_size must be greater than zero or UNKNOWN_CARDINALITY. Received: {size}"
            )
        self._source = source
        self._size = size
        self._seeds = seeds

    def iterate(self, iteration: Iteration) -> Iterator[Components]:
        return self._drawn(_words(self._seeds.next()), iteration)

    def _drawn(self, words: Iterator[int], iteration: Iteration) -> Iterator[Components]:
        source = self._source.iterate(iteration)
        ring: list[Components] = []
        while self._size == UNKNOWN or len(ring) < self._size:
            try:
                ring.append(next(source))
            except StopIteration:
                yield from _emptied(ring, 0, words)
                return
        size, eldest = len(ring), 0
        while True:
            drawn = (eldest + next(words) % size) % size
            yield ring[drawn]
            ring[drawn] = ring[eldest]
            try:
                ring[eldest] = next(source)
            except StopIteration:
                break
            eldest = (eldest + 1) % size
        yield from _emptied(ring, eldest + 1, words)

    def cardinality(self) -> int:
        return self._source.cardinality()


def _emptied(ring: list[Components], eldest: int, words: Iterator[int]) -> Iterator[Components]:
    """What stands in a ring that is filled no more: all from the eldest on, then those before it."""
    rest = ring[eldest:] + ring[: max(eldest - 1, 0)]
    for start in range(len(rest)):
        drawn = start + next(words) % (len(rest) - start)
        yield rest[drawn]
        rest[drawn] = rest[start]


def _shuffle(
    xp: ModuleType,
    input_dataset: Any,
    buffer_size: Any,
    seed: Any,
    seed2: Any,
    seed_generator: Any = None,
    *,
    reshuffle_each_iteration: bool = True,
    **_: Any,
) -> np.ndarray:
    seeds = _SeedsOfIterations((int(seed), int(seed2)), reshuffle_each_iteration)
    return in_variant(_Shuffled(elements_of(input_dataset), int(buffer_size), seeds))


for _name, _more_inputs in (
    ("ShuffleDataset", ""),
    ("ShuffleDatasetV3", ", seed_generator: resource"),
):
    define(
        _name,
        f"input_dataset: variant, buffer_size: int64, seed: int64, seed2: int64{_more_inputs}",
        "handle: variant",
        _ATTRS,
        infer=variant_scalar,
        kernel=_shuffle,
        differentiable=False,
        traits=Trait.HOST_ONLY | Trait.RANDOM,
    )

define(
    "DummySeedGenerator",
    "",
    "handle: resource",
    infer=lambda: Inferred(SCALAR, resource),
    kernel=lambda xp: make_handle(None)._array,
    differentiable=False,
    traits=Trait.HOST_ONLY | Trait.RANDOM,
)


@dataset_method("shuffle")
def shuffle(
    self: Dataset,
    buffer_size: Any,
    seed: Any = None,
    reshuffle_each_iteration: bool | None = None,
    name: str | None = None,
) -> Dataset:
    """The elements in random order: each is drawn from the next `buffer_size` ones.

    Args:
        buffer_size: how many elements are drawn from at a time; the dataset's size, or
            `tf.data.UNKNOWN_CARDINALITY`, shuffles it fully.
        seed: an int64 scalar that makes the order repeatable, as `tf.random.set_seed` does too.
        reshuffle_each_iteration: whether each iteration has an order of its own; True if None.

    Raises:
        InvalidArgumentError: the buffer's size is not positive.

    >>> [int(x) for x in tf.data.Dataset.range(5).shuffle(3, seed=1)]
    [1, 3, 0, 4, 2]
    """
    inputs = [
        self,
        convert_to_tensor(buffer_size, int64),
        *_seed_tensors(seed),
        apply(registry.lookup("DummySeedGenerator"), ()),
    ]
    return dataset_of(
        "ShuffleDatasetV3",
        inputs,
        self.element_spec,
        kind="ShuffleDataset",
        reshuffle_each_iteration=reshuffle_each_iteration is not False,
    )


def _seed_tensors(seed: Any) -> list[Tensor]:
    """The two seeds of a dataset as int64 scalars, from that of the program and its own."""
    if isinstance(seed, Tensor):
        first = op_seeds(0)["seed"]  # that of the program alone
        return [convert_to_tensor(first, int64), convert_to_tensor(seed, int64)]
    return [convert_to_tensor(value, int64) for value in op_seeds(seed).values()]
