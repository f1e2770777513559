"""Which elements come, and how often: `take`, `skip`, `shard`, `repeat`; when they are made: `prefetch`."""

from __future__ import annotations

from collections.abc import Callable
from types import ModuleType
from typing import Any

import numpy as np

from stagelight import config
from stagelight.core.convert import convert_to_tensor
from stagelight.core.inference import invalid
from stagelight.core.op_def import Trait
from stagelight.core.registry import define
from stagelight.data.blocks import (
    Block,
    Components,
    Gather,
    InOrder,
    IteratorState,
    OfSource,
    RowByRow,
    follow,
)
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
    Elements,
    Transformed,
    elements_of,
    in_variant,
)
from stagelight.data.iteration import Iteration, Place
from stagelight.data.parallel_calls import made_ahead
from stagelight.errors import OpError
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
        {**(attrs or {}), **DATASET_ATTRS},
        infer=variant_scalar,
        kernel=kernel,
        differentiable=False,
        traits=Trait.HOST_ONLY,
    )


def _counted(dataset: Dataset, op_name: str, count: Any) -> Dataset:
    inputs = [dataset, convert_to_tensor(count, int64)]
    return dataset_of(op_name, inputs, dataset.element_spec)


class _TakeState(OfSource):
    """The next `place.left` rows of a source."""

    def next_block(self, max_rows: int) -> Block:
        """Rows of the source."""
        place = self._place
        left = place.left
        if left <= 0:
            return []
        block = self._source.next_block(max_rows if max_rows < left else left)
        place.left = now_left = left - len(block)
        if isinstance(block, list):
            return block
        return follow(block, place, "left", range(left, now_left - 1, -1))


class _Taken(_Counted):
    def make_iterator(self, iteration: Iteration) -> IteratorState:
        source = self._source.begin(iteration.part())
        return source if self._count < 0 else _TakeState(source, iteration.place(left=self._count))

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


# How many rows are asked for at a time that nobody gets: they may be large.
_MOST_PASSED_OVER = 16


class _SkipState(OfSource):
    """The rows of a source behind the next `place.left` ones."""

    def next_block(self, max_rows: int) -> Block:
        """Rows of the source."""
        place = self._place
        while place.left:
            try:
                skipped = self._source.next_block(min(place.left, _MOST_PASSED_OVER))
            except OpError:
                place.left -= 1
                raise
            if not skipped:
                return []
            place.left -= len(skipped)
        return self._source.next_block(max_rows)


def _jumps(source: Elements, iteration: Iteration, attribute: str) -> bool:
    """Whether rows that nobody gets are not even pulled: nothing would run for them, and none could fail.

    An iteration that was saved goes on as it was: states that pull them have the attribute in their place.
    """
    if iteration.was_saved_with("index"):
        return True
    runs_functions = next(source.pipeline_functions(), None) is not None
    return not runs_functions and not iteration.was_saved_with(attribute)


class _Skipped(_Counted):
    def make_iterator(self, iteration: Iteration) -> IteratorState:
        if self._count < 0:
            return RowByRow(iter(()))
        gather = self.gather()
        if gather is not None and _jumps(self._source, iteration, "left"):
            return InOrder(gather, self.cardinality(), iteration)
        source = self._source.begin(iteration.part())
        return _SkipState(source, iteration.place(left=self._count))

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


class _ShardState(OfSource):
    """Every `shards`-th row of a source; `place.number` is the number of the next one that it gives."""

    def __init__(
        self, source: IteratorState, place: Place, shards: int, index: int, least: int
    ) -> None:
        super().__init__(source, place)
        self._shards = shards
        self._index = index
        self._least = least

    def next_block(self, max_rows: int) -> Block:
        """Some of the source's rows, which is asked for no row behind them."""
        place, shards = self._place, self._shards
        while True:
            number = place.number
            before = (self._index - number) % shards
            wanted = before + 1 + (max_rows - 1) * shards
            block = self._source.next_block(min(wanted, _MOST_PASSED_OVER))
            if not block:
                break
            count = len(block)
            place.number = number + count
            if before < count:
                return block[before::shards] if count > 1 else block
        if place.number < self._least:
            raise invalid(f"Too few elements ({place.number}) for {shards} shards.")
        return []


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

    def make_iterator(self, iteration: Iteration) -> IteratorState:
        gather = self.gather()
        if gather is not None and _jumps(self._source, iteration, "number"):
            return InOrder(gather, self.cardinality(), iteration)
        source = self._source.begin(iteration.part())
        least = self._shards if self._require_non_empty else 0
        place = iteration.place(number=0)
        return _ShardState(source, place, self._shards, self._index, least)

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
    {"require_non_empty": False, **DATASET_ATTRS},
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


class _RepeatState(IteratorState):
    """The rows of a source, begun anew `count` times; each time when its first row is requested."""

    def __init__(self, elements: Elements, count: int, iteration: Iteration) -> None:
        self._elements = elements
        self._count = count
        self._iteration = iteration
        self._place = iteration.place(round=0, is_empty=True)
        self._source = self._begun()

    @property
    def read_ahead(self) -> int:  # type: ignore[override]
        """That of the source."""
        return self._source.read_ahead

    def _begun(self) -> IteratorState:
        if self._place.round == self._count:
            return RowByRow(iter(()))
        return self._elements.begin(self._iteration.part())

    def next_block(self, max_rows: int) -> Block:
        """Rows of this round, or of the next one."""
        place = self._place
        while not (block := self._source.next_block(max_rows)):
            # For ever nothing is nothing.
            if place.round == self._count or (self._count < 0 and place.is_empty):
                return []
            place.round, place.is_empty = place.round + 1, True
            # TF: behind the last round one more begins, but where `shuffle` and `repeat` are made one.
            if place.round == self._count > 1 and not self._elements.is_one_with_repeat:
                self._elements.pass_over()
            self._source = self._begun()
        place.is_empty = False
        return block


class _Repeated(_Counted):
    def make_iterator(self, iteration: Iteration) -> IteratorState:
        return _RepeatState(self._source, self._count, iteration)

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
    def make_iterator(self, iteration: Iteration) -> IteratorState:
        if self._count == 0:
            return self._source.begin(iteration.part())
        size = _USUAL_BUFFER if self._count < 0 else self._count
        return RowByRow(made_ahead(self._source, iteration, size))


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
