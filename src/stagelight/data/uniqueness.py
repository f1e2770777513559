"""Elements that did not come before: `unique`."""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from typing import Any

import numpy as np

from stagelight.core.inference import invalid
from stagelight.core.op_def import Trait
from stagelight.core.registry import define
from stagelight.data.blocks import Components, IteratorState, RowByRow
from stagelight.data.dataset import (
    DATASET_ATTRS,
    Dataset,
    dataset_method,
    dataset_of,
    variant_scalar,
)
from stagelight.data.elements import UNKNOWN, Transformed, elements_of, in_variant
from stagelight.data.iteration import Iteration, Place
from stagelight.data.structure import leaves_of
from stagelight.types.dtypes import int32, int64, string


class _Unique(Transformed):
    def make_iterator(self, iteration: Iteration) -> IteratorState:
        place = iteration.place(given=[])
        return RowByRow(self._firsts(self._source.rows(iteration.part()), place))

    def _firsts(self, source: Iterator[Components], place: Place) -> Iterator[Components]:
        seen = {_key(value) for value in place.given}
        for element in source:
            value = element[0]
            key = _key(value)
            if key not in seen:
                seen.add(key)
                place.given.append(value)
                yield element

    def cardinality(self) -> int:
        return UNKNOWN


def _key(value: np.ndarray) -> Hashable:
    if value.dtype.hasobject:
        return value.shape, tuple(value.reshape(-1).tolist())
    return value.shape, value.tobytes()


def _unique(xp: Any, input_dataset: Any, *, output_types: Any, **_: Any) -> np.ndarray:
    if len(output_types) != 1:
        raise invalid("UniqueDataset only supports inputs with a single component.")
    return in_variant(_Unique(elements_of(input_dataset)))


define(
    "UniqueDataset",
    "input_dataset: variant",
    "handle: variant",
    DATASET_ATTRS,
    infer=variant_scalar,
    kernel=_unique,
    differentiable=False,
    traits=Trait.HOST_ONLY,
)


@dataset_method("unique")
def unique(self: Dataset, name: str | None = None) -> Dataset:
    """The elements, each the first time it comes.

    Raises:
        TypeError: they are neither int32, int64 nor strings.
        InvalidArgumentError: an element has several parts.

    >>> [int(x) for x in tf.data.Dataset.from_tensor_slices([1, 37, 2, 37, 2, 1]).unique()]
    [1, 37, 2]
    """
    for leaf in leaves_of(self.element_spec):
        dtype = getattr(leaf, "dtype", None)
        if dtype not in (int32, int64, string):
            raise TypeError(
                f"`tf.data.Dataset.unique` does not support type {dtype!r} -- only `tf.int32`, "
                "`tf.int64`, and `tf.string` are supported."
            )
    return dataset_of("UniqueDataset", [self], self.element_spec)
