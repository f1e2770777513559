"""How many elements there are: `cardinality`, and `assert_cardinality`, which says and checks it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from types import ModuleType
from typing import Any

import numpy as np

from stagelight import errors
from stagelight.core.convert import convert_to_tensor
from stagelight.core.inference import SCALAR, Inferred
from stagelight.core.op_def import Trait, attr
from stagelight.core.raw import raw
from stagelight.core.registry import define
from stagelight.core.tensor import EagerTensor, Tensor
from stagelight.data.blocks import Components, IteratorState, RowByRow
from stagelight.data.dataset import (
    ELEMENT_ATTRS,
    Dataset,
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
from stagelight.nest import map_structure
from stagelight.ops.arrays.creation import zeros
from stagelight.public import public
from stagelight.types.dtypes import int64


def _cardinality(xp: ModuleType, input_dataset: Any, **_: Any) -> np.ndarray:
    return np.asarray(elements_of(input_dataset).cardinality(), np.int64)


define(
    "DatasetCardinality",
    "input_dataset: variant",
    "cardinality: int64",
    {"cardinality_options": attr("string", "")},
    infer=lambda input_dataset, **_: Inferred(SCALAR, int64),
    kernel=_cardinality,
    differentiable=False,
    traits=Trait.HOST_ONLY,
)


@public("data.experimental.cardinality")
def cardinality(dataset: Dataset) -> Tensor:
    """The number of elements, an int64 scalar; -1 if infinite, -2 if unknown.

    >>> int(tf.data.experimental.cardinality(tf.data.Dataset.range(3)))
    3
    """
    return dataset.cardinality()


class _Asserted(Transformed):
    gives_source_elements = True

    def __init__(self, source: Elements, count: int) -> None:
        super().__init__(source)
        self._count = count

    def make_iterator(self, iteration: Iteration) -> IteratorState:
        place = iteration.place(given=0)
        return RowByRow(self._checked(self._source.rows(iteration.part()), place))

    def _checked(self, source: Iterator[Components], place: Place) -> Iterator[Components]:
        for element in source:
            if place.given == self._count:
                raise self._failure("at least", self._count + 1)
            place.given += 1
            yield element
        if self._count != UNKNOWN and place.given != self._count:
            raise self._failure("only", place.given)

    def _failure(self, how: str, received: int) -> errors.OpError:
        expected = (
            "an infinite number of elements" if self._count == INFINITE else _elements(self._count)
        )
        contained = f"contained {how} {_elements(received)}"
        return errors.FailedPreconditionError(
            None, None, f"Input dataset was expected to contain {expected} but {contained}."
        )

    def cardinality(self) -> int:
        return self._count


def _elements(count: int) -> str:
    return f"{count} element" if count == 1 else f"{count} elements"


def _assert(xp: ModuleType, input_dataset: Any, cardinality: Any, **_: Any) -> np.ndarray:
    return in_variant(_Asserted(elements_of(input_dataset), int(cardinality)))


define(
    "AssertCardinalityDataset",
    "input_dataset: variant, cardinality: int64",
    "handle: variant",
    ELEMENT_ATTRS,
    infer=variant_scalar,
    kernel=_assert,
    differentiable=False,
    traits=Trait.HOST_ONLY,
)


@public("data.experimental.assert_cardinality")
def assert_cardinality(expected_cardinality: Any) -> Callable[[Dataset], Dataset]:
    """For `Dataset.apply`: says how many elements there are, and fails when there are not.

    Args:
        expected_cardinality: int64 scalar.

    Raises:
        FailedPreconditionError: while iterating, when there are fewer or more elements.

    >>> dataset = tf.data.Dataset.range(8).filter(lambda x: x < 3)
    >>> len(dataset.apply(tf.data.experimental.assert_cardinality(3)))
    3
    """

    def asserted(dataset: Dataset) -> Dataset:
        count = convert_to_tensor(expected_cardinality, int64)
        return dataset_of("AssertCardinalityDataset", [dataset, count], dataset.element_spec)

    return asserted


@public("data.experimental.pad_to_cardinality")
def pad_to_cardinality(cardinality: Any, mask_key: str = "valid") -> Callable[[Dataset], Dataset]:
    """For `Dataset.apply`: elements of zeros behind those that are there, as many as are missing.

    Args:
        cardinality: how many elements there are then.
        mask_key: the key under which an element says whether it was there.

    Raises:
        ValueError: elements are no dicts, or their number is not known or greater.

    >>> dataset = tf.data.Dataset.from_tensor_slices({"a": [1, 2]})
    >>> padded = dataset.apply(tf.data.experimental.pad_to_cardinality(3))
    >>> [(int(x["a"]), bool(x["valid"])) for x in padded]
    [(1, True), (2, True), (0, False)]
    """

    def padded(dataset: Any) -> Dataset:
        spec = dataset.element_spec
        if not isinstance(spec, dict):
            raise ValueError("`pad_to_cardinality` requires its input dataset to be a dictionary.")
        count = dataset.cardinality()
        if isinstance(count, EagerTensor):
            if int(count) < 0:
                raise ValueError(
                    "The dataset passed into `pad_to_cardinality` must have a known cardinalty, but has "
                    f"cardinality {int(count)}"
                )
            if int(count) > cardinality:
                raise ValueError(
                    "The dataset passed into `pad_to_cardinality` must have a cardinalty less than the "
                    f"target cardinality ({cardinality}), but has cardinality {int(count)}"
                )
        nothing = map_structure(lambda leaf: zeros(leaf.shape.as_list(), leaf.dtype), spec)
        filler: Any = Dataset.from_tensors({**nothing, mask_key: False})  # type: ignore[attr-defined]
        missing = raw.Sub(convert_to_tensor(cardinality, int64), count)
        marked = dataset.map(lambda element: {**element, mask_key: True})
        result: Dataset = marked.concatenate(filler.repeat(missing))
        return result

    return padded
