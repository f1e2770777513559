"""Elements put together and taken apart along a new first axis: `batch`, `unbatch`."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from types import ModuleType
from typing import Any

import numpy as np

from stagelight import nest
from stagelight.core.convert import convert_to_tensor
from stagelight.core.inference import invalid
from stagelight.core.op_def import Trait
from stagelight.core.registry import define
from stagelight.core.tensor import EagerTensor
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
from stagelight.types.dtypes import int64
from stagelight.types.shapes import TensorShape
from stagelight.types.specs import TensorSpec


class _Batched(Elements):
    def __init__(self, source: Elements, size: int, drop_remainder: bool) -> None:
        if size < 1:
            raise invalid(f"`batch_size` must be greater than zero. Received: {size}")
        self._source = source
        self._size = size
        self._drop_remainder = drop_remainder

    def iterate(self, iteration: Iteration) -> Iterator[Components]:
        return self._batches(self._source.iterate(iteration))

    def _batches(self, source: Iterator[Components]) -> Iterator[Components]:
        while batch := list(itertools.islice(source, self._size)):
            if self._drop_remainder and len(batch) < self._size:
                return
            yield tuple(_stacked(parts) for parts in zip(*batch, strict=True))

    def cardinality(self) -> int:
        size = self._source.cardinality()
        if size < 0:
            return size
        return size // self._size if self._drop_remainder else -(-size // self._size)


def _stacked(parts: tuple[np.ndarray, ...]) -> np.ndarray:
    first = parts[0].shape
    for part in parts:
        if part.shape != first:
            raise invalid(
                "Cannot batch tensors with different shapes in component 0. First element had shape "
                f"{list(first)} and an element had shape {list(part.shape)}. Use padded_batch."
            )
    result = np.empty((len(parts), *first), parts[0].dtype)
    for i, part in enumerate(parts):
        result[i, ...] = part  # also where the part is an array of rank 0 that holds a string
    return result


def _batch(
    xp: ModuleType, input_dataset: Any, batch_size: Any, drop_remainder: Any, **_: Any
) -> np.ndarray:
    elements = _Batched(elements_of(input_dataset), int(batch_size), bool(drop_remainder))
    return in_variant(elements)


define(
    "BatchDatasetV2",
    "input_dataset: variant, batch_size: int64, drop_remainder: bool",
    "handle: variant",
    {**DATASET_ATTRS, "parallel_copy": False},
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
    first = int(size) if drop_remainder and isinstance(size, EagerTensor) else None
    spec = nest.map_structure(
        lambda leaf: TensorSpec(TensorShape([first]).concatenate(leaf.shape), leaf.dtype),
        self.element_spec,
    )
    inputs = [self, size, convert_to_tensor(drop_remainder)]
    return dataset_of("BatchDatasetV2", inputs, spec, kind="BatchDataset")


class _Unbatched(Elements):
    def __init__(self, source: Elements) -> None:
        self._source = source

    def iterate(self, iteration: Iteration) -> Iterator[Components]:
        source = self._source.iterate(iteration)
        return itertools.chain.from_iterable(map(_slices, source))

    def cardinality(self) -> int:
        return UNKNOWN


def _slices(element: Components) -> Iterator[Components]:
    for i in range(len(element[0])):
        yield tuple(np.asarray(component[i, ...]) for component in element)


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

    >>> [int(x) for x in tf.data.Dataset.range(3).batch(2).unbatch()]
    [0, 1, 2]
    """
    spec = nest.map_structure(
        lambda leaf: TensorSpec(leaf.shape[1:], leaf.dtype), self.element_spec
    )
    return dataset_of("UnbatchDataset", [self], spec)
