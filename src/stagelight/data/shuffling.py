"""`shuffle`: the elements in random order, in the very order that TensorFlow gives for the same seeds.

Elements stand in a ring of `buffer_size` places. Each draw takes one of them: the word of the stream,
modulo the number of elements, counts from the eldest. The eldest takes the place of what was drawn, and
the next element that of the eldest.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator
from types import ModuleType
from typing import Any, TypeVar

import numpy as np

from stagelight.core.convert import convert_to_tensor
from stagelight.core.inference import invalid
from stagelight.core.op_def import Trait
from stagelight.core.registry import define
from stagelight.data.blocks import Block, Columns, Computed, IteratorState, RowByRow
from stagelight.data.dataset import (
    DATASET_ATTRS,
    Dataset,
    dataset_method,
    dataset_of,
    variant_scalar,
)
from stagelight.data.elements import UNKNOWN, Elements, Transformed, elements_of, in_variant
from stagelight.data.iteration import Iteration, Place
from stagelight.data.iteration_seeds import (
    SeedsOfIterations,
    Words,
    new_seed_generator,
    seed_tensors,
)
from stagelight.types.dtypes import int64

_ATTRS = {"reshuffle_each_iteration": True, **DATASET_ATTRS}

Item = TypeVar("Item")


class _Shuffled(Transformed):
    """Elements drawn at random from a buffer that is filled from the source."""

    gives_source_elements = True
    is_one_with_repeat = True

    def __init__(self, source: Elements, size: int, seeds: SeedsOfIterations) -> None:
        super().__init__(source)
        if size < 1 and size != UNKNOWN:
            raise invalid(
                f"buffer_size must be greater than zero or UNKNOWN_CARDINALITY. Received: {size}"
            )
        self._size = size
        self._seeds = seeds

    def make_iterator(self, iteration: Iteration) -> IteratorState:
        gather: Any = self._source.gather()
        if gather is None:
            order = self._order(lambda _: self._source.rows(iteration.part()), iteration)
            return RowByRow(order)
        # Elements that can be had by their index stay where they are: the indices are shuffled.
        size = self._source.cardinality()
        indices = self._order(lambda taken: iter(range(taken, size)), iteration.part("order"))

        def fetch(max_rows: int) -> Block:
            drawn = np.fromiter(itertools.islice(indices, max_rows), np.int64)
            return Columns((drawn,)) if len(drawn) else []

        return Computed(fetch, gather, iteration.place(rest=()))

    def pass_over(self) -> None:
        # TF: its source begins with the first element.
        self._seeds.pass_over()

    def _order(
        self, begin: Callable[[int], Iterator[Item]], iteration: Iteration
    ) -> Iterator[Item]:
        place = iteration.place(
            seeds=None,
            seeds_drawn=0,
            drawn=0,
            taken=0,
            ring=[],
            eldest=0,
            has_gap=False,
            rest=None,
            emptied=0,
        )
        words = Words(self._seeds.begin(place), place.drawn)
        # Now, not with the first element: a source that is random takes its seeds with the iteration. So does
        # one that has no more: the seeds of its next round follow from its place.
        source = begin(place.taken)
        return self._drawn(source, words, place)

    def _drawn(self, source: Iterator[Item], words: Words, place: Place) -> Iterator[Item]:
        """Draws items of the source; `place.ring` has those that may be drawn.

        `place.rest` has, instead, what is left to draw when the source has no more, and before it as
        many as were drawn since.
        """
        ring: list[Item] = place.ring
        if place.rest is None:
            missing = None if self._size == UNKNOWN else self._size - len(ring)
            before = len(ring)
            try:
                ring.extend(itertools.islice(source, missing))
            finally:
                place.taken += len(ring) - before
            if missing is None or len(ring) - before < missing:
                place.rest = ring
        size = len(ring)
        while place.rest is None:
            eldest = place.eldest
            if place.has_gap:  # What was drawn last is followed by the next item of the source.
                item = next(source, None)
                if item is None:
                    place.rest, place.ring = ring[eldest + 1 :] + ring[:eldest], []
                    break
                ring[eldest] = item
                place.taken += 1
                place.eldest = eldest = (eldest + 1) % size
            drawn = (eldest + next(words) % size) % size
            result, ring[drawn] = ring[drawn], ring[eldest]
            place.drawn += 1
            place.has_gap = True
            yield result
        rest = place.rest
        count = len(rest)
        while place.emptied < count:
            several = words.several(count - place.emptied)
            starts = place.emptied + np.arange(len(several))
            all_drawn = starts + several % (count - starts)
            for start, drawn in zip(starts.tolist(), all_drawn.tolist(), strict=True):
                place.drawn += 1
                place.emptied = start + 1
                result, rest[drawn] = rest[drawn], rest[start]
                yield result


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
    seeds = SeedsOfIterations((int(seed), int(seed2)), reshuffle_each_iteration)
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
        *seed_tensors(seed),
        new_seed_generator(),
    ]
    return dataset_of(
        "ShuffleDatasetV3",
        inputs,
        self.element_spec,
        reshuffle_each_iteration=reshuffle_each_iteration is not False,
    )
