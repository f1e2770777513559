"""Which elements come, and in what order: `take`, `skip`, `repeat`, `zip`, `prefetch`..."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator
from types import ModuleType
from typing import Any

import numpy as np

from stagelight import nest
from stagelight.core.convert import convert_to_tensor
from stagelight.core.op_def import Trait, attr
from stagelight.core.registry import define
from stagelight.data.dataset import (
    DATASET_ATTRS,
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
    Iteration,
    elements_of,
    in_variant,
)
from stagelight.types.dtypes import int64


class _Counted(Elements):
    """A dataset with a number that says how much of it comes."""

    def __init__(self, source: Elements, count: int) -> None:
        self._source = source
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
        source = self._source.iterate(iteration)
        return source if self._count < 0 else itertools.islice(source, self._count)

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
        return itertools.islice(self._source.iterate(iteration), self._count, None)

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
    def iterate(self, iteration: Iteration) -> Iterator[Components]:
        return self._for_ever(iteration) if self._count < 0 else self._rounds(iteration)

    def _for_ever(self, iteration: Iteration) -> Iterator[Components]:
        is_empty = False
        while not is_empty:  # For ever nothing is nothing.
            is_empty = True
            for element in self._source.iterate(iteration):
                is_empty = False
                yield element

    def _rounds(self, iteration: Iteration) -> Iterator[Components]:
        for _ in range(self._count):
            yield from self._source.iterate(iteration)

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
        return self._source.iterate(iteration)

    def cardinality(self) -> int:
        return self._source.cardinality()


_define_counted(
    "PrefetchDataset",
    "buffer_size",
    _Prefetched,
    {"slack_period": 0, "legacy_autotune": True, "buffer_size_min": 0},
)


@dataset_method("prefetch")
def prefetch(self: Dataset, buffer_size: Any, name: str | None = None) -> Dataset:
    """The same elements; `buffer_size` is how many may be prepared ahead.

    >>> [int(x) for x in tf.data.Dataset.range(2).prefetch(tf.data.AUTOTUNE)]
    [0, 1]
    """
    return _counted(self, "PrefetchDataset", buffer_size)


# ---------------------------------------------------------------------------- several datasets


class _Zipped(Elements):
    def __init__(self, sources: list[Elements]) -> None:
        self._sources = sources

    def iterate(self, iteration: Iteration) -> Iterator[Components]:
        rows = [source.iterate(iteration.part(i)) for i, source in enumerate(self._sources)]
        return (tuple(itertools.chain(*parts)) for parts in zip(*rows, strict=False))

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
    {**DATASET_ATTRS, "N": attr("int")},
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
    return dataset_of("ZipDataset", found, spec)


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

    def iterate(self, iteration: Iteration) -> Iterator[Components]:
        first = self._sources[0].iterate(iteration.part(0))
        return self._one_after_the_other(first, iteration)

    def _one_after_the_other(
        self, first: Iterator[Components], iteration: Iteration
    ) -> Iterator[Components]:
        yield from first
        yield from self._sources[1].iterate(iteration.part(1))

    def cardinality(self) -> int:
        sizes = [source.cardinality() for source in self._sources]
        if INFINITE in sizes:
            return INFINITE
        return UNKNOWN if UNKNOWN in sizes else sum(sizes)


define(
    "ConcatenateDataset",
    "input_dataset: variant, another_dataset: variant",
    "handle: variant",
    DATASET_ATTRS,
    infer=variant_scalar,
    kernel=lambda xp, a, b, **_: in_variant(_Concatenated(elements_of(a), elements_of(b))),
    differentiable=False,
    traits=Trait.HOST_ONLY,
)


@dataset_method("concatenate")
def concatenate(self: Dataset, dataset: Dataset, name: str | None = None) -> Dataset:
    """The elements of this dataset, then those of another.

    Raises:
        TypeError: the elements have different structures or dtypes.

    >>> [int(x) for x in tf.data.Dataset.range(2).concatenate(tf.data.Dataset.range(1))]
    [0, 1, 0]
    """
    spec, other = self.element_spec, dataset.element_spec
    try:
        common = nest.map_structure(_common, spec, other)
    except (TypeError, ValueError) as error:
        raise TypeError(f"Incompatible dataset elements:\n  {spec} vs.   {other}") from error
    return dataset_of("ConcatenateDataset", [self, dataset], common)


def _common(first: Any, second: Any) -> Any:
    """The spec of all that either describes.

    Raises:
        TypeError: there is none.
    """
    found = first.most_specific_common_supertype([second])
    if found is None:
        raise TypeError(f"No common type of {first} and {second}")
    return found


@dataset_method("enumerate")
def enumerate_(self: Dataset, start: int = 0, name: str | None = None) -> Dataset:
    """The elements with their numbers: `(number, element)`.

    >>> [(int(i), int(x)) for i, x in tf.data.Dataset.range(5, 7).enumerate()]
    [(0, 5), (1, 6)]
    """
    numbers = Dataset.range(start, np.iinfo(np.int64).max)  # type: ignore[attr-defined]
    return zip_((numbers, self))
