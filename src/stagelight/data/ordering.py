"""Which elements come, and in what order: `take`, `skip`, `repeat`, `shuffle`, `zip`, `prefetch`..."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator
from types import ModuleType
from typing import Any

import numpy as np

from stagelight.core.convert import convert_to_tensor
from stagelight.core.inference import invalid
from stagelight.core.op_def import Trait, attr
from stagelight.core.registry import define
from stagelight.data.dataset import (
    Dataset,
    dataset_method,
    dataset_of,
    dataset_source,
    variant_scalar,
)
from stagelight.data.elements import (
    INFINITE,
    UNKNOWN,
    Components,
    Elements,
    elements_of,
    in_variant,
)
from stagelight.types.dtypes import int64

_ATTRS = {"output_types": attr("list(type)"), "output_shapes": attr("list(shape)")}


class _Counted(Elements):
    """A dataset with a number that says how much of it comes."""

    def __init__(self, source: Elements, count: int) -> None:
        self._source = source
        self._count = count


def _define_counted(
    name: str, argument: str, elements: Callable[[Elements, int], Elements]
) -> None:
    def kernel(xp: ModuleType, input_dataset: Any, count: Any, **_: Any) -> np.ndarray:
        return in_variant(elements(elements_of(input_dataset), int(count)))

    define(
        name,
        f"input_dataset: variant, {argument}: int64",
        "handle: variant",
        _ATTRS,
        infer=variant_scalar,
        kernel=kernel,
        differentiable=False,
        traits=Trait.HOST_ONLY,
    )


def _counted(dataset: Dataset, op_name: str, count: Any) -> Dataset:
    inputs = [dataset._variant_tensor, convert_to_tensor(count, int64)]
    return dataset_of(op_name, inputs, dataset.element_spec)


class _Taken(_Counted):
    def __iter__(self) -> Iterator[Components]:
        return (
            iter(self._source) if self._count < 0 else itertools.islice(self._source, self._count)
        )

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
    def __iter__(self) -> Iterator[Components]:
        if self._count < 0:
            return iter(())
        return itertools.islice(self._source, self._count, None)

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


class _Repeated(_Counted):
    def __iter__(self) -> Iterator[Components]:
        rounds = itertools.count() if self._count < 0 else range(self._count)
        for _ in rounds:
            is_empty = True
            for element in self._source:
                is_empty = False
                yield element
            if is_empty:
                return  # For ever nothing is nothing.

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
    def __iter__(self) -> Iterator[Components]:
        return iter(self._source)

    def cardinality(self) -> int:
        return self._source.cardinality()


_define_counted("PrefetchDataset", "buffer_size", _Prefetched)


@dataset_method("prefetch")
def prefetch(self: Dataset, buffer_size: Any, name: str | None = None) -> Dataset:
    """The same elements; `buffer_size` is how many may be prepared ahead.

    >>> [int(x) for x in tf.data.Dataset.range(2).prefetch(tf.data.AUTOTUNE)]
    [0, 1]
    """
    return _counted(self, "PrefetchDataset", buffer_size)


# ---------------------------------------------------------------------------- shuffle


class _Shuffled(Elements):
    """Elements drawn at random from a buffer that is filled from the source."""

    def __init__(
        self, source: Elements, size: int, seeds: tuple[int, int], reshuffle_each_iteration: bool
    ) -> None:
        if size < 1:
            raise invalid(f"`buffer_size` of shuffle must be greater than 0. Received: {size}")
        self._source = source
        self._size = size
        entropy = [seed & 0xFFFFFFFFFFFFFFFF for seed in seeds] if any(seeds) else None
        self._seeds = np.random.SeedSequence(entropy)
        self._reshuffle = reshuffle_each_iteration
        self._rounds = itertools.count()

    def __iter__(self) -> Iterator[Components]:
        number = next(self._rounds) if self._reshuffle else 0
        random = np.random.Generator(np.random.Philox(self._seeds.generate_state(2) + number))
        source = iter(self._source)
        buffer = list(itertools.islice(source, self._size))
        for element in source:
            i = int(random.integers(len(buffer)))
            yield buffer[i]
            buffer[i] = element
        while buffer:
            i = int(random.integers(len(buffer)))
            buffer[i], buffer[-1] = buffer[-1], buffer[i]
            yield buffer.pop()

    def cardinality(self) -> int:
        return self._source.cardinality()


def _shuffle(
    xp: ModuleType,
    input_dataset: Any,
    buffer_size: Any,
    seed: Any,
    seed2: Any,
    *,
    reshuffle_each_iteration: bool = True,
    **_: Any,
) -> np.ndarray:
    elements = _Shuffled(
        elements_of(input_dataset),
        int(buffer_size),
        (int(seed), int(seed2)),
        reshuffle_each_iteration,
    )
    return in_variant(elements)


define(
    "ShuffleDataset",
    "input_dataset: variant, buffer_size: int64, seed: int64, seed2: int64",
    "handle: variant",
    {**_ATTRS, "reshuffle_each_iteration": True},
    infer=variant_scalar,
    kernel=_shuffle,
    differentiable=False,
    traits=Trait.HOST_ONLY | Trait.RANDOM,
)


@dataset_method("shuffle")
def shuffle(
    self: Dataset,
    buffer_size: Any,
    seed: int | None = None,
    reshuffle_each_iteration: bool | None = None,
    name: str | None = None,
) -> Dataset:
    """The elements in random order: each is drawn from the next `buffer_size` ones.

    Args:
        buffer_size: how many elements are drawn from at a time; the dataset's size shuffles it fully.
        seed: makes the order repeatable; drawn anew if None.
        reshuffle_each_iteration: whether each iteration has an order of its own; True if None.

    Raises:
        InvalidArgumentError: the buffer's size is not positive.

    >>> sorted(int(x) for x in tf.data.Dataset.range(4).shuffle(4))
    [0, 1, 2, 3]
    """
    inputs = [
        self._variant_tensor,
        *(convert_to_tensor(v, int64) for v in (buffer_size, seed or 0, 0)),
    ]
    reshuffle = reshuffle_each_iteration is not False
    return dataset_of(
        "ShuffleDataset", inputs, self.element_spec, reshuffle_each_iteration=reshuffle
    )


# ---------------------------------------------------------------------------- several datasets


class _Zipped(Elements):
    def __init__(self, sources: list[Elements]) -> None:
        self._sources = sources

    def __iter__(self) -> Iterator[Components]:
        for elements in zip(*self._sources, strict=False):
            yield tuple(itertools.chain.from_iterable(elements))

    def cardinality(self) -> int:
        sizes = [source.cardinality() for source in self._sources]
        finite = [size for size in sizes if size != INFINITE]
        if UNKNOWN in sizes:
            return UNKNOWN
        return min(finite) if finite else INFINITE


define(
    "ZipDataset",
    "input_datasets: N * variant",
    "handle: variant",
    {**_ATTRS, "N": attr("int")},
    infer=variant_scalar,
    kernel=lambda xp, *datasets, **_: in_variant(_Zipped([elements_of(d) for d in datasets])),
    differentiable=False,
    traits=Trait.HOST_ONLY,
)


@dataset_source("zip")
def zip_(*args: Any, datasets: Any = None, name: str | None = None) -> Dataset:
    """The elements of several datasets side by side, as long as all have some.

    Args:
        *args: datasets, or one structure of datasets.
        datasets: the older way to give the structure.

    >>> dataset = tf.data.Dataset.zip(tf.data.Dataset.range(2), tf.data.Dataset.range(5, 9))
    >>> [(int(a), int(b)) for a, b in dataset]
    [(0, 5), (1, 6)]
    """
    structure = datasets if datasets is not None else args[0] if len(args) == 1 else args
    found: list[Dataset] = []
    spec = _specs(structure, found)
    return dataset_of("ZipDataset", [d._variant_tensor for d in found], spec)


def _specs(structure: Any, found: list[Dataset]) -> Any:
    if isinstance(structure, Dataset):
        found.append(structure)
        return structure.element_spec
    if isinstance(structure, dict):
        return {key: _specs(structure[key], found) for key in sorted(structure)}
    if isinstance(structure, tuple):
        return tuple(_specs(item, found) for item in structure)
    raise TypeError(
        f"Invalid input to `zip`: datasets, or tuples and dicts of them, are required. Received: "
        f"{type(structure).__name__}"
    )


class _Concatenated(Elements):
    def __init__(self, first: Elements, second: Elements) -> None:
        self._sources = (first, second)

    def __iter__(self) -> Iterator[Components]:
        return itertools.chain.from_iterable(self._sources)

    def cardinality(self) -> int:
        sizes = [source.cardinality() for source in self._sources]
        if INFINITE in sizes:
            return INFINITE
        return UNKNOWN if UNKNOWN in sizes else sum(sizes)


define(
    "ConcatenateDataset",
    "input_dataset: variant, another_dataset: variant",
    "handle: variant",
    _ATTRS,
    infer=variant_scalar,
    kernel=lambda xp, a, b, **_: in_variant(_Concatenated(elements_of(a), elements_of(b))),
    differentiable=False,
    traits=Trait.HOST_ONLY,
)


@dataset_method("concatenate")
def concatenate(self: Dataset, dataset: Dataset, name: str | None = None) -> Dataset:
    """The elements of this dataset, then those of another.

    >>> [int(x) for x in tf.data.Dataset.range(2).concatenate(tf.data.Dataset.range(1))]
    [0, 1, 0]
    """
    inputs = [self._variant_tensor, dataset._variant_tensor]
    return dataset_of("ConcatenateDataset", inputs, self.element_spec)


@dataset_method("enumerate")
def enumerate_(self: Dataset, start: int = 0, name: str | None = None) -> Dataset:
    """The elements with their numbers: `(number, element)`.

    >>> [(int(i), int(x)) for i, x in tf.data.Dataset.range(5, 7).enumerate()]
    [(0, 5), (1, 6)]
    """
    numbers = Dataset.range(start, np.iinfo(np.int64).max)  # type: ignore[attr-defined]
    return zip_((numbers, self))
