"""Which elements come, and how often: `take`, `skip`, `shard`, `repeat`; when they are made: `prefetch`."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from types import ModuleType
from typing import Any

import numpy as np

from stagelight import config
from stagelight.core.convert import convert_to_tensor
from stagelight.core.inference import invalid
from stagelight.core.op_def import Trait
from stagelight.core.registry import define
from stagelight.data.dataset import (
    AUTOTUNE,
    DATASET_ATTRS,
    Dataset,
    dataset_method,
    dataset_of,
    variant_scalar,
)
from stagelight.data.elements import (
    INFINITE,
    UNKNOWN,
    Components,
    Elements,
    Gather,
    Take,
    Transformed,
    elements_of,
    in_variant,
)
from stagelight.data.iteration import Iteration, Place
from stagelight.data.parallel_calls import made_ahead
from stagelight.public import publish
from stagelight.types.dtypes import int64


class _Counted(Transformed):
    """A dataset with a number that says how much of it comes."""

    gives_source_elements = True

    def __init__(self, source: Elements, count: int) -> None:
        super().__init__(source)
        self._count = count


def _define_counted(
    name: str,
    argument: str,
    elements: Callable[[Elements, int], Elements],
    attrs: dict[str, Any] | None = None,
) -> None:
    def kernel(xp: ModuleType, input_dataset: Any, count: Any, **_: Any) -> np.ndarray:
        return in_variant(elements(elements_of(input_dataset), int(count)))

    define(
        name,
        f"input_dataset: variant, {argument}: int64",
        "handle: variant",
        {**DATASET_ATTRS, **(attrs or {})},
        infer=variant_scalar,
        kernel=kernel,
        differentiable=False,
        traits=Trait.HOST_ONLY,
    )


def _counted(dataset: Dataset, op_name: str, count: Any) -> Dataset:
    inputs = [dataset, convert_to_tensor(count, int64)]
    return dataset_of(op_name, inputs, dataset.element_spec)


class _Taken(_Counted):
    def iterate(self, iteration: Iteration) -> Iterator[Components]:
        source = self._source.iterate(iteration.part())
        return source if self._count < 0 else self._some(source, iteration.place(left=self._count))

    def _some(self, source: Iterator[Components], place: Place) -> Iterator[Components]:
        while place.left > 0:
            element = next(source, None)
            if element is None:
                return
            place.left -= 1
            yield element

    def gives_blocks(self) -> bool:
        return self._source.gives_blocks()

    def blocks(self, iteration: Iteration) -> Take:
        source = self._source.blocks(iteration.part())
        if self._count < 0:
            return source
        place = iteration.place(left=self._count)

        def some(count: int) -> Components:
            block = source(min(count, place.left))
            place.left -= len(block[0])
            return block

        return some

    def gather(self) -> Gather | None:
        return self._source.gather()

    def cardinality(self) -> int:
        size = self._source.cardinality()
        if self._count < 0 or size == UNKNOWN:
            return size
        return self._count if size == INFINITE else min(size, self._count)


_define_counted("TakeDataset", "count", _Taken)


@dataset_method("take")
def take(self: Dataset, count: Any, name: str | None = None) -> Dataset:
    """The first `count` elements; all of them if it is -1.

    >>> [int(x) for x in tf.data.Dataset.range(5).take(2)]
    [0, 1]
    """
    return _counted(self, "TakeDataset", count)


class _Skipped(_Counted):
    def iterate(self, iteration: Iteration) -> Iterator[Components]:
        if self._count < 0:
            return iter(())
        source = self._source.iterate(iteration.part())
        return self._rest(source, iteration.place(left=self._count))

    def _rest(self, source: Iterator[Components], place: Place) -> Iterator[Components]:
        while place.left:
            place.left -= 1
            if next(source, None) is None:
                return
        yield from source

    def gather(self) -> Gather | None:
        gather = self._source.gather()
        return None if gather is None or self._count < 0 else _with_offset(gather, self._count)

    def cardinality(self) -> int:
        size = self._source.cardinality()
        if size < 0:
            return size
        return 0 if self._count < 0 else max(size - self._count, 0)


_define_counted("SkipDataset", "count", _Skipped)


@dataset_method("skip")
def skip(self: Dataset, count: Any, name: str | None = None) -> Dataset:
    """All but the first `count` elements; none if it is -1.

    >>> [int(x) for x in tf.data.Dataset.range(4).skip(2)]
    [2, 3]
    """
    return _counted(self, "SkipDataset", count)


def _with_offset(gather: Gather, first: int, step: int = 1) -> Gather:
    """The elements at `first + step * index`."""

    def moved(indices: Any) -> Components:
        if isinstance(indices, slice):
            if step == 1:
                return gather(slice(first + indices.start, first + indices.stop))
            indices = np.arange(indices.start, indices.stop)
        return gather(first + step * indices)

    return moved


class _Sharded(Transformed):
    gives_source_elements = True

    def __init__(self, source: Elements, shards: int, index: int, require_non_empty: bool) -> None:
        super().__init__(source)
        if shards < 1:
            raise invalid(
                f"Number of shards must be greater than zero (currently num_shards = {shards})."
            )
        if not 0 <= index < shards:
            raise invalid(
                f"Index must be between 0 and {shards - 1} (currently index = {index}, num_shards = "
                f"{shards})."
            )
        self._shards = shards
        self._index = index
        self._require_non_empty = require_non_empty

    def iterate(self, iteration: Iteration) -> Iterator[Components]:
        place = iteration.place(number=0)
        return self._every(self._source.iterate(iteration.part()), place)

    def _every(self, source: Iterator[Components], place: Place) -> Iterator[Components]:
        for element in source:
            number = place.number
            place.number += 1
            if number % self._shards == self._index:
                yield element
        if self._require_non_empty and place.number < self._shards:
            raise invalid(f"Too few elements ({place.number}) for {self._shards} shards.")

    def gather(self) -> Gather | None:
        gather = None if self._require_non_empty else self._source.gather()
        return None if gather is None else _with_offset(gather, self._index, self._shards)

    def cardinality(self) -> int:
        size = self._source.cardinality()
        return size if size < 0 else max(0, (size - self._index - 1) // self._shards + 1)


def _shard(
    xp: ModuleType,
    input_dataset: Any,
    num_shards: Any,
    index: Any,
    require_non_empty: bool = False,
    **_: Any,
) -> np.ndarray:
    source = elements_of(input_dataset)
    return in_variant(_Sharded(source, int(num_shards), int(index), require_non_empty))


define(
    "ShardDataset",
    "input_dataset: variant, num_shards: int64, index: int64",
    "handle: variant",
    {**DATASET_ATTRS, "require_non_empty": False},
    infer=variant_scalar,
    kernel=_shard,
    differentiable=False,
    traits=Trait.HOST_ONLY,
)


# The number of shards that whoever distributes a pipeline puts in its place.
publish("data.experimental.SHARD_HINT", -1)


@dataset_method("shard")
def shard(self: Dataset, num_shards: Any, index: Any, name: str | None = None) -> Dataset:
    """Every `num_shards`-th element, from the one at `index` on.

    Raises:
        InvalidArgumentError: `num_shards` is not positive, or `index` is not below it.

    >>> [int(x) for x in tf.data.Dataset.range(5).shard(2, 1)]
    [1, 3]
    """
    inputs = [self, convert_to_tensor(num_shards, int64), convert_to_tensor(index, int64)]
    return dataset_of("ShardDataset", inputs, self.element_spec)


class _Repeated(_Counted):
    def iterate(self, iteration: Iteration) -> Iterator[Components]:
        place = iteration.place(round=0, is_empty=True)
        return self._rounds(self._round(place, iteration), place, iteration)

    def _round(self, place: Place, iteration: Iteration) -> Iterator[Components] | None:
        if place.round == self._count:
            return None
        return self._source.iterate(iteration.part())

    def _rounds(
        self, rows: Iterator[Components] | None, place: Place, iteration: Iteration
    ) -> Iterator[Components]:
        while rows is not None:
            for element in rows:
                place.is_empty = False
                yield element
            if self._count < 0 and place.is_empty:
                return  # For ever nothing is nothing.
            place.round, place.is_empty = place.round + 1, True
            rows = self._round(place, iteration)

    def gives_blocks(self) -> bool:
        return self._count != 0 and self._source.gives_blocks()

    def blocks(self, iteration: Iteration) -> Take:
        place = iteration.place(round=0, is_empty=True)
        takes = [self._source.blocks(iteration.part())]

        def take(count: int) -> Components:
            while True:
                block = takes[0](count)
                if not count:
                    return block  # Whoever wants none has not come to the end of a round.
                if len(block[0]):
                    place.is_empty = False
                    return block
                is_last = place.round + 1 == self._count
                if is_last or (self._count < 0 and place.is_empty):
                    return block
                takes[0] = self._source.blocks(iteration.part())
                place.round, place.is_empty = place.round + 1, True

        return take

    def cardinality(self) -> int:
        size = self._source.cardinality()
        if self._count == 0 or size == 0:
            return 0
        if self._count < 0:
            return INFINITE
        return size if size < 0 else size * self._count


_define_counted("RepeatDataset", "count", _Repeated)


@dataset_method("repeat")
def repeat(self: Dataset, count: Any = None, name: str | None = None) -> Dataset:
    """The dataset `count` times over; for ever if it is None or -1.

    >>> [int(x) for x in tf.data.Dataset.range(2).repeat(2)]
    [0, 1, 0, 1]
    """
    return _counted(self, "RepeatDataset", -1 if count is None else count)


class _Prefetched(_Counted):
    def iterate(self, iteration: Iteration) -> Iterator[Components]:
        if self._count == 0:
            return self._source.iterate(iteration.part())
        return made_ahead(
            self._source, iteration, _USUAL_BUFFER if self._count < 0 else self._count
        )


# How many elements are made ahead where that is left to the pipeline.
_USUAL_BUFFER = 8


def _prefetched(source: Elements, size: int) -> Elements:
    if size < AUTOTUNE:
        raise invalid(f"buffer_size must be >= 0 or AUTOTUNE. Received: {size}")
    return _Prefetched(source, size)


_define_counted(
    "PrefetchDataset",
    "buffer_size",
    _prefetched,
    {"slack_period": 0, "legacy_autotune": True, "buffer_size_min": 0},
)


@dataset_method("prefetch")
def prefetch(self: Dataset, buffer_size: Any, name: str | None = None) -> Dataset:
    """The same elements, made in a thread before they are asked for where they take long to make.

    Args:
        buffer_size: how many may be made ahead; `tf.data.AUTOTUNE` or None leave it to the pipeline.
        name: name of the operation.

    Raises:
        InvalidArgumentError: the size is negative.

    >>> [int(x) for x in tf.data.Dataset.range(2).prefetch(tf.data.AUTOTUNE)]
    [0, 1]
    """
    if config.current.debugs_datasets:
        buffer_size = 0  # All runs in the thread that asks.
    return _counted(self, "PrefetchDataset", AUTOTUNE if buffer_size is None else buffer_size)
