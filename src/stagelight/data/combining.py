"""Several datasets as one: `zip`, `concatenate`, `enumerate`."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Mapping
from typing import Any

import numpy as np

from stagelight import nest
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
    Gather,
    Take,
    elements_of,
    in_variant,
    the_one,
)
from stagelight.data.iteration import Iteration, Place
from stagelight.errors import OpError


def _side_by_side(sources: list[Iterator[Components]]) -> Iterator[Components]:
    """Elements of all sources. TF: where one fails, the others have gone on by an element, too."""
    while True:
        row: list[Any] = []
        error = None
        for source in sources:
            try:
                part = next(source, None)
            except OpError as found:
                error = error or found
                continue
            if part is None:
                if error is None:
                    return
                break
            row += part
        if error is not None:
            raise error
        yield row


class _Zipped(Elements):
    def __init__(self, sources: list[Elements]) -> None:
        self._sources = sources

    def batch_size(self) -> int | None:
        return the_one([source.batch_size() for source in self._sources])

    def iterate(self, iteration: Iteration) -> Iterator[Components]:
        return _side_by_side(
            [source.iterate(iteration.part(i)) for i, source in enumerate(self._sources)]
        )

    def gives_blocks(self) -> bool:
        return all(source.gives_blocks() for source in self._sources)

    def blocks(self, iteration: Iteration) -> Take:
        takes = [source.blocks(iteration.part(i)) for i, source in enumerate(self._sources)]
        place = iteration.place(left=[()] * len(takes))

        def take(count: int) -> Components:
            # Sources may give fewer elements than they are asked for: what is over stays for later.
            blocks, error = [], None
            for left, source in zip(place.left, takes, strict=True):
                try:
                    blocks.append(left if left and len(left[0]) else source(count))
                except OpError as found:
                    error = error or found
                    blocks.append(())
            if error is not None:
                place.left = [tuple([part[1:] for part in block]) for block in blocks]
                raise error
            fewest = min(count, *(len(block[0]) for block in blocks))
            place.left = [tuple([part[fewest:] for part in block]) for block in blocks]
            return tuple([part[:fewest] for block in blocks for part in block])

        return take

    def gather(self) -> Gather | None:
        gathers = [source.gather() for source in self._sources]
        if not all(gathers):
            return None
        return lambda indices: tuple(
            itertools.chain(*[gather(indices) for gather in gathers])  # type: ignore[misc]
        )

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
    if isinstance(structure, Mapping):
        specs = {key: _specs(structure[key], found) for key in sorted(structure)}
        return nest.mapping_like(structure, specs)
    if isinstance(structure, tuple):
        parts = [_specs(item, found) for item in structure]
        return type(structure)(*parts) if hasattr(structure, "_fields") else tuple(parts)
    if hasattr(type(structure), "__attrs_attrs__"):
        fields = [getattr(structure, field.name) for field in type(structure).__attrs_attrs__]
        return type(structure)(*[_specs(field, found) for field in fields])
    if isinstance(structure, list):
        raise TypeError(
            "Invalid input to `zip`. Inputs are expected to be (nested) structures of `tf.data.Dataset` "
            "objects. Python `list` is not supported and you should use `tuple` instead."
        )
    raise TypeError(
        f"Invalid input to `zip`: datasets, or tuples and dicts of them, are required. Received: "
        f"{type(structure).__name__}"
    )


class _Concatenated(Elements):
    """All that is concatenated, one by one: long chains are no deep ones."""

    def __init__(self, first: Elements, second: Elements) -> None:
        self._sources: list[Elements] = [
            source
            for each in (first, second)
            for source in (each._sources if isinstance(each, _Concatenated) else [each])
        ]

    def batch_size(self) -> int | None:
        return the_one([source.batch_size() for source in self._sources])

    def iterate(self, iteration: Iteration) -> Iterator[Components]:
        return self._one_after_the_other(iteration.place(at=0), iteration)

    def _one_after_the_other(self, place: Place, iteration: Iteration) -> Iterator[Components]:
        while place.at < len(self._sources):
            part = iteration.part(place.at)
            yield from self._sources[place.at].iterate(part)
            part.end()
            place.at += 1

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
        common = nest.map_structure(common_spec, spec, other)
    except (TypeError, ValueError) as error:
        raise TypeError(f"Incompatible dataset elements:\n  {spec} vs.   {other}") from error
    return dataset_of("ConcatenateDataset", [self, dataset], common)


def common_spec(first: Any, second: Any) -> Any:
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
