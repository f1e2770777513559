"""Numbers as elements: `range`, `counter`, `random`."""

from __future__ import annotations

from collections.abc import Iterator
from types import ModuleType
from typing import Any

import numpy as np

from stagelight.core.convert import convert_to_tensor
from stagelight.core.inference import invalid
from stagelight.core.op_def import Trait
from stagelight.core.raw import raw
from stagelight.core.registry import define
from stagelight.core.tensor import Tensor
from stagelight.data.blocks import Components, Gather, InOrder, IteratorState, RowByRow
from stagelight.data.dataset import (
    DATASET_ATTRS,
    Dataset,
    dataset_of,
    dataset_source,
    variant_scalar,
)
from stagelight.data.elements import INFINITE, Elements, RandomAccess, in_variant
from stagelight.data.iteration import Iteration, Place
from stagelight.data.iteration_seeds import (
    SeedsOfIterations,
    Words,
    new_seed_generator,
    seed_tensors,
)
from stagelight.public import public
from stagelight.types.dtypes import as_dtype, int64
from stagelight.types.specs import TensorSpec


class _Range(RandomAccess):
    def __init__(self, numbers: range, dtype: np.dtype[Any]) -> None:
        self._numbers = numbers
        self._dtype = dtype

    def make_iterator(self, iteration: Iteration) -> IteratorState:
        return InOrder(self.gather(), _length(self._numbers), iteration)

    def gather(self) -> Gather:
        numbers, dtype = self._numbers, self._dtype
        first, step = numbers.start, numbers.step

        def rows(indices: Any) -> Components:
            if isinstance(indices, slice):
                start = indices.start or 0
                indices = np.arange(start, start + len(numbers[indices]))
            # Products that are no int64 come back to one with the sum.
            return ((first + step * indices).astype(dtype, copy=False),)

        return rows

    def cardinality(self) -> int:
        return len(self._numbers)


def _length(numbers: range) -> int:
    """How many there are; Python's `len` takes no more than an int64."""
    return max(0, -((numbers.start - numbers.stop) // numbers.step))


def _range(
    xp: ModuleType, start: Any, stop: Any, step: Any, *, output_types: Any, **_: Any
) -> np.ndarray:
    if step == 0:
        raise invalid("`step` of Dataset.range must be a non-zero integer. Received: 0")
    numbers = range(int(start), int(stop), int(step))
    return in_variant(_Range(numbers, output_types[0].numpy_dtype))


define(
    "RangeDataset",
    "start: int64, stop: int64, step: int64",
    "handle: variant",
    {**DATASET_ATTRS, "replicate_on_split": False},
    infer=variant_scalar,
    kernel=_range,
    differentiable=False,
    traits=Trait.HOST_ONLY,
)


@dataset_source("range")
def range_(*args: Any, output_type: Any = int64, name: str | None = None) -> Dataset:
    """The integers of Python's `range(*args)`, as scalars.

    Args:
        *args: stop; or start, stop; or start, stop, step.
        output_type: their dtype.

    Raises:
        ValueError: another number of arguments.

    >>> [int(x) for x in tf.data.Dataset.range(1, 6, 2)]
    [1, 3, 5]
    """
    if not 1 <= len(args) <= 3:
        raise ValueError(
            f"Invalid `args`. The length of `args` should be between 1 and 3 but was {len(args)}."
        )
    start, stop, step = {1: (0, *args, 1), 2: (*args, 1), 3: args}[len(args)]
    inputs = [
        convert_to_tensor(value, int64)
        if not isinstance(value, Tensor)
        else raw.Cast(value, DstT=int64)
        for value in (start, stop, step)
    ]
    return dataset_of("RangeDataset", inputs, TensorSpec([], as_dtype(output_type)))


@dataset_source("counter")
def counter(start: Any = 0, step: Any = 1, dtype: Any = int64, name: str | None = None) -> Dataset:
    """The numbers `start`, `start + step`, ... without an end.

    Args:
        start: the first one.
        step: how much each is above the one before.
        dtype: their dtype.
        name: name of the operation.

    >>> [int(x) for x in tf.data.Dataset.counter(5, 2).take(3)]
    [5, 7, 9]
    """
    first = convert_to_tensor(start, as_dtype(dtype))
    further = convert_to_tensor(step, as_dtype(dtype))
    ones: Any = Dataset.from_tensors(0).repeat(None)  # type: ignore[attr-defined]
    dataset: Dataset = ones.scan(first, lambda state, _: (state + further, state))
    return dataset


@public("data.experimental.Counter")
def counter_function(start: Any = 0, step: Any = 1, dtype: Any = int64) -> Dataset:
    """The older name of `Dataset.counter`.

    >>> [int(x) for x in tf.data.experimental.Counter(2).take(2)]
    [2, 3]
    """
    return counter(start, step, dtype)


# ---------------------------------------------------------------------------- random numbers


class _Random(Elements):
    """Numbers below 2**32, without an end."""

    def __init__(self, seeds: SeedsOfIterations) -> None:
        self._seeds = seeds

    def make_iterator(self, iteration: Iteration) -> IteratorState:
        place = iteration.place(seeds=None, seeds_drawn=0, drawn=0)
        return RowByRow(self._drawn(Words(self._seeds.begin(place), place.drawn), place))

    def _drawn(self, words: Words, place: Place) -> Iterator[Components]:
        while True:
            word = next(words)
            place.drawn += 1
            yield (np.asarray(word, np.int64),)

    def pass_over(self) -> None:
        self._seeds.pass_over()

    def cardinality(self) -> int:
        return INFINITE


def _random(
    xp: ModuleType,
    seed: Any,
    seed2: Any,
    seed_generator: Any = None,
    *,
    rerandomize_each_iteration: bool = False,
    **_: Any,
) -> np.ndarray:
    return in_variant(
        _Random(SeedsOfIterations((int(seed), int(seed2)), rerandomize_each_iteration))
    )


for _name, _more_inputs, _more_attrs in (
    ("RandomDataset", "", {}),
    ("RandomDatasetV2", ", seed_generator: resource", {"rerandomize_each_iteration": False}),
):
    define(
        _name,
        f"seed: int64, seed2: int64{_more_inputs}",
        "handle: variant",
        {**_more_attrs, **DATASET_ATTRS},
        infer=variant_scalar,
        kernel=_random,
        differentiable=False,
        traits=Trait.HOST_ONLY | Trait.RANDOM,
    )


@dataset_source("random")
def random_(
    seed: Any = None, rerandomize_each_iteration: bool | None = None, name: str | None = None
) -> Dataset:
    """Random integers below 2**32, int64 scalars, without an end: the numbers that TensorFlow gives.

    Args:
        seed: int64 scalar that makes them repeatable, as `tf.random.set_seed` does too.
        rerandomize_each_iteration: whether each iteration has numbers of its own; False if None.
        name: name of the operation.

    >>> [int(x) for x in tf.data.Dataset.random(seed=4).take(2)]
    [3128586565, 2023892699]
    """
    return dataset_of(
        "RandomDatasetV2",
        [*seed_tensors(seed), new_seed_generator()],
        TensorSpec([], int64),
        rerandomize_each_iteration=bool(rerandomize_each_iteration),
    )


@public("data.experimental.RandomDataset")
class RandomDataset(Dataset):
    """The older name of `Dataset.random`.

    >>> tf.data.experimental.RandomDataset(seed=4).element_spec
    TensorSpec(shape=(), dtype=tf.int64, name=None)
    """

    def __init__(self, seed: Any = None, rerandomize_each_iteration: bool | None = None) -> None:
        """Makes one; see `Dataset.random`."""
        self._become(random_(seed, rerandomize_each_iteration), "RandomDatasetV2")
