"""One element of a dataset: `get_single_element`, `tf.data.experimental.at`."""

from __future__ import annotations

import itertools
from types import ModuleType
from typing import Any

from stagelight import errors
from stagelight.core.convert import convert_to_tensor
from stagelight.core.dispatch import apply
from stagelight.core.inference import as_described, invalid
from stagelight.core.op_def import Trait
from stagelight.core.registry import define, lookup
from stagelight.data.blocks import Components
from stagelight.data.dataset import DATASET_ATTRS, ELEMENT_ATTRS, Dataset, dataset_method
from stagelight.data.elements import elements_of
from stagelight.data.iteration import Iteration
from stagelight.data.structure import packed, types_and_shapes
from stagelight.public import public
from stagelight.types.dtypes import int64


def _only(xp: ModuleType, dataset: Any, **_: Any) -> Components:
    rows = list(itertools.islice(elements_of(dataset).rows(Iteration()), 2))
    if len(rows) != 1:
        raise invalid("Dataset had more than one element." if rows else "Dataset was empty.")
    return rows[0]


define(
    "DatasetToSingleElement",
    "dataset: variant",
    "components: output_types",
    DATASET_ATTRS,
    infer=as_described,
    kernel=_only,
    differentiable=False,
    traits=Trait.HOST_ONLY | Trait.SIDE_EFFECT | Trait.ITERATES,
)


@dataset_method("get_single_element")
def get_single_element(self: Dataset, name: str | None = None) -> Any:
    """The element of a dataset that has one.

    Raises:
        InvalidArgumentError: it has none, or several.

    >>> int(tf.data.Dataset.range(4).batch(4).map(tf.reduce_sum).get_single_element())
    6
    """
    attrs = types_and_shapes(self.element_spec)
    row = apply(lookup("DatasetToSingleElement"), (self._variant_tensor,), attrs, name)
    return packed(self.element_spec, row)


@public("data.experimental.get_single_element")
def get_single_element_of(dataset: Dataset) -> Any:
    """The older form of `Dataset.get_single_element`.

    >>> int(tf.data.experimental.get_single_element(tf.data.Dataset.range(1)))
    0
    """
    return dataset.get_single_element()  # type: ignore[attr-defined]


def _at(xp: ModuleType, dataset: Any, index: Any, **_: Any) -> Components:
    elements, number = elements_of(dataset), int(index)
    size = elements.cardinality()
    gather = elements.gather()
    if number < 0 or (gather is not None and number >= size):
        raise errors.OutOfRangeError(None, None, f"Index out of range [0, {size}): {number}")
    if gather is not None:
        return tuple([part[0, ...] for part in gather(slice(number, number + 1))])
    for row in itertools.islice(elements.rows(Iteration()), number, None):
        return row
    raise errors.OutOfRangeError(None, None, f"Index out of range: {number}")


define(
    "GetElementAtIndex",
    "dataset: variant, index: int64",
    "components: output_types",
    ELEMENT_ATTRS,
    infer=as_described,
    kernel=_at,
    differentiable=False,
    traits=Trait.HOST_ONLY | Trait.RANDOM | Trait.ITERATES,
)


@public("data.experimental.at")
def at(dataset: Dataset, index: Any) -> Any:
    """The element of a dataset at an index; at once where the pipeline allows it.

    Raises:
        OutOfRangeError: there is none.

    >>> int(tf.data.experimental.at(tf.data.Dataset.range(10).map(lambda x: x * x), 4))
    16
    """
    attrs = types_and_shapes(dataset.element_spec)
    inputs = (dataset._variant_tensor, convert_to_tensor(index, int64))
    return packed(dataset.element_spec, apply(lookup("GetElementAtIndex"), inputs, attrs))
