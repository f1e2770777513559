"""Elements put together and taken apart along a first axis: `batch`, `unbatch`, `rebatch`."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from types import ModuleType
from typing import Any

import numpy as np

from stagelight import config
from stagelight.core.convert import convert_to_tensor
from stagelight.core.inference import constant_value, invalid
from stagelight.core.op_def import Trait
from stagelight.core.registry import define
from stagelight.data.blocks import (
    AT_HAND,
    Block,
    Columns,
    Components,
    IteratorState,
    RowByRow,
    blocks_of,
    joined_arrays,
    rows_of,
    stacked_blocks,
    stacked_rows,
)
from stagelight.data.dataset import (
    DATASET_ATTRS,
    ELEMENT_ATTRS,
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
    with_rows,
)
from stagelight.data.iteration import Iteration, Place
from stagelight.data.mapping import deterministic_attr
from stagelight.data.structure import (
    batched_spec,
    first_axes,
    flat_dtype,
    leaves_of,
    row_components_of,
    unbatched_spec,
)
from stagelight.types.dtypes import int64, variant


class Batches(Transformed):
    """Batches of `size` elements; a subclass says by `_stacked` what one is made of."""

    def __init__(self, source: Elements, size: int, drop_remainder: bool = False) -> None:
        if size < 1:
            raise invalid("Batch size must be greater than zero.")
        super().__init__(source)
        self._size = size
        self._drop_remainder = drop_remainder

    def make_iterator(self, iteration: Iteration) -> IteratorState:
        return RowByRow(self._batches(self._source.rows(iteration.part())))

    def batch_size(self) -> int | None:
        return self._size

    def _batches(self, source: Iterator[Components]) -> Iterator[Components]:
        while batch := list(itertools.islice(source, self._size)):
            if self._drop_remainder and len(batch) < self._size:
                return
            yield self._stacked(batch)

    def _stacked(self, batch: list[Components]) -> Components:
        raise NotImplementedError

    def cardinality(self) -> int:
        size = self._source.cardinality()
        if size < 0:
            return size
        return size // self._size if self._drop_remainder else -(-size // self._size)


class _Batched(Batches):
    """Batches of elements of one shape."""

    def make_iterator(self, iteration: Iteration) -> IteratorState:
        part = iteration.part()
        state = self._source.make_iterator(part)
        if state.read_ahead == 1:
            return RowByRow(self._batches(rows_of(state, part)))
        return RowByRow(self._of_blocks(blocks_of(state, part)))

    def _of_blocks(self, source: IteratorState) -> Iterator[Components]:
        size, next_block = self._size, source.next_block
        while True:
            block = next_block(size)
            if isinstance(block, Columns) and len(block) == size:
                batch = block.arrays
            else:
                blocks, missing = [block], size - len(block)
                while block and missing and (block := next_block(missing)):
                    blocks.append(block)
                    missing -= len(block)
                if missing and (missing == size or self._drop_remainder):
                    return
                batch = stacked_blocks(blocks)
                del blocks
            del block  # Its memory serves the next one.
            yield batch

    def _stacked(self, batch: list[Components]) -> Components:
        return stacked_rows(batch)


def _batch(xp: ModuleType, input_dataset: Any, batch_size: Any, *more: Any, **_: Any) -> np.ndarray:
    elements = _Batched(elements_of(input_dataset), int(batch_size), bool(more[-1]))
    return in_variant(elements)


for _name, _more_inputs, _more_attrs in (
    ("BatchDatasetV2", "", {}),
    # Rows of one batch are copied in one go: there is nothing to be done in parallel.
    ("ParallelBatchDataset", " num_parallel_calls: int64,", {"deterministic": "default"}),
):
    define(
        _name,
        f"input_dataset: variant, batch_size: int64,{_more_inputs} drop_remainder: bool",
        "handle: variant",
        {"parallel_copy": False, **_more_attrs, **DATASET_ATTRS},
        infer=variant_scalar,
        kernel=_batch,
        differentiable=False,
        traits=Trait.HOST_ONLY,
    )


@dataset_method("batch")
def batch(
    self: Dataset,
    batch_size: Any,
    drop_remainder: bool = False,
    num_parallel_calls: Any = None,
    deterministic: bool | None = None,
    name: str | None = None,
) -> Dataset:
    """Elements of `batch_size` consecutive elements, stacked along a new first axis.

    Args:
        batch_size: how many.
        drop_remainder: whether a last, smaller batch is left out.
        num_parallel_calls, deterministic: hints.

    Raises:
        InvalidArgumentError: the size is not positive, or elements of a batch differ in shape.

    >>> [x.numpy().tolist() for x in tf.data.Dataset.range(3).batch(2)]
    [[0, 1], [2]]
    """
    size = convert_to_tensor(batch_size, int64)
    keeps_size = constant_value(convert_to_tensor(drop_remainder))
    spec = batched_spec(self.element_spec, batch_dim(size) if keeps_size else None)
    if num_parallel_calls is None or config.current.debugs_datasets:
        inputs = [self, size, convert_to_tensor(drop_remainder)]
        return dataset_of("BatchDatasetV2", inputs, spec)
    parallel_calls = convert_to_tensor(num_parallel_calls, int64)
    return dataset_of(
        "ParallelBatchDataset",
        [self, size, parallel_calls, convert_to_tensor(drop_remainder)],
        spec,
        deterministic=deterministic_attr(deterministic),
    )


def batch_dim(size: Any) -> int | None:
    """The size of all batches, if it is known and they are all full."""
    value = constant_value(size)
    return None if value is None else int(value)


class _UnbatchState(IteratorState):
    """The rows of batches; `place.batch` is the one that is at hand, read up to `place.index`."""

    read_ahead = AT_HAND

    def __init__(self, batches: Iterator[Components], place: Place) -> None:
        self._batches = batches
        self._place = place

    def next_block(self, max_rows: int) -> Block:
        """Rows of one batch."""
        place = self._place
        while True:
            if place.batch and place.index < (size := self._size()):
                start = place.index
                place.index = stop = min(start + max_rows, size)
                arrays = tuple([part[start:stop] for part in place.batch])
                return Columns(arrays, ((place, "index", range(start, stop + 1)),))
            place.batch, place.index = (), 0
            batch = next(self._batches, None)
            if batch is None:
                return []
            place.batch = with_rows(batch)

    def _size(self) -> int:
        batch = self._place.batch
        sizes = {len(component) if component.ndim else -1 for component in batch}
        if len(sizes) > 1:
            self._place.batch = ()
            raise invalid(
                "Input element must have the same batch size in each component. Component 0 "
                f"had size {len(batch[0])} but another one had size {max(sizes)}."
            )
        return sizes.pop()


class _Unbatched(Transformed):
    def make_iterator(self, iteration: Iteration) -> IteratorState:
        place = iteration.place(batch=(), index=0)
        return _UnbatchState(self._source.rows(iteration.part()), place)

    def cardinality(self) -> int:
        size = self._source.cardinality()
        return size if size in (0, INFINITE) else UNKNOWN


define(
    "UnbatchDataset",
    "input_dataset: variant",
    "handle: variant",
    DATASET_ATTRS,
    infer=variant_scalar,
    kernel=lambda xp, input_dataset, **_: in_variant(_Unbatched(elements_of(input_dataset))),
    differentiable=False,
    traits=Trait.HOST_ONLY,
)


@dataset_method("unbatch")
def unbatch(self: Dataset, name: str | None = None) -> Dataset:
    """The slices of the elements along their first axis.

    Raises:
        ValueError: there are scalars among the elements, or first axes whose known sizes differ.
        InvalidArgumentError: while iterating, the parts of an element differ in the size of their first axis.

    >>> [int(x) for x in tf.data.Dataset.range(3).batch(2).unbatch()]
    [0, 1, 2]
    """
    spec, sizes = unbatched_spec(self.element_spec), first_axes(self.element_spec)
    if len(sizes) > 1:
        raise ValueError(
            "`unbatch()` is only supported for datasets of elements whose components have a matching "
            f"leading dimension. Encountered both {sizes[0]} and {sizes[1]}."
        )
    return dataset_of("UnbatchDataset", [_with_rows_apart(self)], spec)


def _with_rows_apart(dataset: Dataset) -> Dataset:
    """A dataset of the same elements, where ragged and sparse tensors are vectors of encoded rows."""
    if all(flat_dtype(leaf) is not variant for leaf in leaves_of(dataset.element_spec)):
        return dataset
    rows: Dataset = dataset.map(  # type: ignore[attr-defined]
        lambda *element: tuple(row_components_of(element))
    )
    return rows


class _Rebatched(Transformed):
    """Batches of other sizes, which come in turns."""

    def __init__(self, source: Elements, sizes: list[int], drop_remainder: bool) -> None:
        super().__init__(source)
        if any(size < 1 for size in sizes):
            raise invalid(f"All batch sizes must be positive. Received: {sizes}")
        self._sizes = sizes
        self._drop_remainder = drop_remainder

    def make_iterator(self, iteration: Iteration) -> IteratorState:
        place = iteration.place(turn=0, left=())
        return RowByRow(self._batches(self._source.rows(iteration.part()), place))

    def _batches(self, source: Iterator[Components], place: Place) -> Iterator[Components]:
        while True:
            size = self._sizes[place.turn]
            blocks = [place.left] if place.left and len(place.left[0]) else []
            place.left = ()
            count = sum(len(block[0]) for block in blocks)
            while count < size:
                block = next(source, None)
                if block is None:
                    break
                blocks.append(block)
                count += len(block[0])
            if not count or (self._drop_remainder and count < size):
                return
            rows = joined_arrays(blocks)
            place.left = tuple([component[size:] for component in rows])
            place.turn = (place.turn + 1) % len(self._sizes)
            yield tuple([component[:size] for component in rows])

    def cardinality(self) -> int:
        return UNKNOWN


def _rebatch(
    xp: ModuleType, input_dataset: Any, batch_sizes: Any, drop_remainder: Any, **_: Any
) -> np.ndarray:
    sizes = np.asarray(batch_sizes).reshape(-1).tolist()
    return in_variant(_Rebatched(elements_of(input_dataset), sizes, bool(drop_remainder)))


define(
    "RebatchDatasetV2",
    "input_dataset: variant, batch_sizes: int64, drop_remainder: bool",
    "handle: variant",
    ELEMENT_ATTRS,
    infer=variant_scalar,
    kernel=_rebatch,
    differentiable=False,
    traits=Trait.HOST_ONLY,
)


@dataset_method("rebatch")
def rebatch(
    self: Dataset, batch_size: Any, drop_remainder: bool = False, name: str | None = None
) -> Dataset:
    """The rows of batches in batches of another size.

    Args:
        batch_size: int64 scalar, or a vector of sizes that are taken in turns.
        drop_remainder: whether a last, smaller batch is left out.
        name: name of the operation.

    Raises:
        ValueError: the elements are scalars.

    >>> [x.numpy().tolist() for x in tf.data.Dataset.range(6).batch(2).rebatch(3)]
    [[0, 1, 2], [3, 4, 5]]
    """
    if any(
        getattr(leaf, "shape", None) is not None and leaf.shape.rank == 0
        for leaf in leaves_of(self.element_spec)
    ):
        raise ValueError(
            "Invalid `batch_sizes`. Expected dataset with rank of >= 1 but found a dataset with scalar "
            "elements. Fix the issue by adding the `batch` transformation to the dataset."
        )
    sizes = convert_to_tensor(batch_size, int64)
    known = constant_value(sizes)
    first = None
    if known is not None and constant_value(convert_to_tensor(drop_remainder)):
        distinct = set(np.asarray(known).reshape(-1).tolist())
        first = distinct.pop() if len(distinct) == 1 else None
    spec = batched_spec(unbatched_spec(self.element_spec), first)
    inputs = [self, sizes, convert_to_tensor(drop_remainder)]
    return dataset_of("RebatchDatasetV2", inputs, spec)
