"""Several datasets as one: `zip`, `concatenate`, `enumerate`."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import numpy as np

from stagelight import nest
from stagelight.core.op_def import Trait, attr
from stagelight.core.registry import define
from stagelight.data.blocks import (
    Block,
    Columns,
    Components,
    Cursor,
    Gather,
    IteratorState,
    RowByRow,
    blocks_of,
    rows_of,
    stacked_rows,
)
from stagelight.data.dataset import (
    DATASET_ATTRS,
    Dataset,
    dataset_method,
    dataset_of,
    dataset_source,
    variant_scalar,
)
from stagelight.data.elements import INFINITE, UNKNOWN, Elements, elements_of, in_variant, the_one
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


class _ZipState(IteratorState):
    """Rows of all sources. These may give fewer than they are asked for: what is over is in `place.left`."""

    def __init__(self, sources: list[IteratorState], place: Place) -> None:
        self._sources = sources
        self._place = place

    @property
    def read_ahead(self) -> int:  # type: ignore[override]
        """The least of the sources."""
        return min(source.read_ahead for source in self._sources)

    def next_block(self, max_rows: int) -> Block:
        """As many rows as all sources have at hand. TF: where one fails, the others go on by a row, too."""
        blocks: list[Columns | None] = []
        fewest, error = max_rows, None
        for left, source in zip(self._place.left, self._sources, strict=True):
            try:
                block = Columns(left) if left and len(left[0]) else source.next_block(fewest)
            except OpError as found:
                error = error or found
                blocks.append(None)
                continue
            if not block:
                fewest = 0
                break
            blocks.append(block if isinstance(block, Columns) else Columns(stacked_rows(block)))
            fewest = min(fewest, len(block))
        self._keep(blocks, fewest if error is None else 1)
        if error is not None:
            raise error
        return _side_by_side_columns(blocks, fewest) if fewest else []

    def _keep(self, blocks: list[Columns | None], used: int) -> None:
        left = list(self._place.left)
        for i, block in enumerate(blocks):
            left[i] = () if block is None or len(block) <= used else block[used:].arrays
        self._place.left = left


def _side_by_side_columns(blocks: Sequence[Columns | None], count: int) -> Columns:
    """The first rows of blocks that are at least as long."""
    arrays: list[Any] = []
    cursors: tuple[Cursor, ...] | None = ()
    for block in blocks:
        if block is None:
            raise ValueError("a row without a part has failed")
        if len(block) > count:
            block, cursors = block[:count], None
        cursors = None if cursors is None or block.cursors is None else cursors + block.cursors
        arrays += block.arrays
    return Columns(tuple(arrays), cursors)


class _Zipped(Elements):
    def __init__(self, sources: list[Elements]) -> None:
        self._sources = sources

    def begun_first(self) -> list[Elements]:
        return self._sources

    def batch_size(self) -> int | None:
        return the_one([source.batch_size() for source in self._sources])

    def make_iterator(self, iteration: Iteration) -> IteratorState:
        place = iteration.place(left=[()] * len(self._sources), is_new=True)
        parts = [iteration.part(i) for i in range(len(self._sources))]
        states = [
            source.make_iterator(part) for source, part in zip(self._sources, parts, strict=True)
        ]
        pairs = zip(states, parts, strict=True)
        if any(state.read_ahead == 1 for state in states):
            return RowByRow(_side_by_side([rows_of(state, part) for state, part in pairs]))
        return _ZipState([blocks_of(state, part) for state, part in pairs], place)

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
    {"N": attr("int"), **DATASET_ATTRS},
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


class _ConcatenateState(IteratorState):
    """The rows of one source after the other; `place.at` is the number of the one that is read."""

    def __init__(self, sources: list[Elements], iteration: Iteration) -> None:
        self._elements = sources
        self._iteration = iteration
        self._place = iteration.place(at=0)
        self._source = self._begun()

    @property
    def read_ahead(self) -> int:  # type: ignore[override]
        """That of the source that is read."""
        return self._source.read_ahead

    def _begun(self) -> IteratorState:
        at = self._place.at
        if at == len(self._elements):
            return RowByRow(iter(()))
        return self._elements[at].begin(self._iteration.part(at))

    def next_block(self, max_rows: int) -> Block:
        """Rows of one source."""
        place = self._place
        while not (block := self._source.next_block(max_rows)):
            if place.at == len(self._elements):
                return []
            self._iteration.part(place.at).end()
            place.at += 1
            self._source = self._begun()
        return block


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

    def make_iterator(self, iteration: Iteration) -> IteratorState:
        return _ConcatenateState(self._sources, iteration)

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
