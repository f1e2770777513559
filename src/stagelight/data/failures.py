"""`ignore_errors`: elements whose making fails are left out."""

from __future__ import annotations

from collections.abc import Iterator
from types import ModuleType
from typing import Any

import numpy as np

from stagelight.core.op_def import Trait
from stagelight.core.registry import define
from stagelight.data.blocks import Components, IteratorState, RowByRow
from stagelight.data.dataset import (
    ELEMENT_ATTRS,
    Dataset,
    dataset_method,
    dataset_of,
    variant_scalar,
)
from stagelight.data.elements import UNKNOWN, Elements, Transformed, elements_of, in_variant
from stagelight.data.iteration import Iteration
from stagelight.errors import OpError
from stagelight.logs import get_logger


class _WithoutErrors(Transformed):
    gives_source_elements = True

    def __init__(self, source: Elements, log_warning: bool) -> None:
        super().__init__(source)
        self._log_warning = log_warning

    def make_iterator(self, iteration: Iteration) -> IteratorState:
        return RowByRow(self._without(self._source.rows(iteration.part()), iteration))

    def _without(self, source: Iterator[Components], iteration: Iteration) -> Iterator[Components]:
        while True:
            try:
                element = next(source, None)
            except OpError as error:
                if self._log_warning:
                    get_logger().warning("Error raised with error message %s", error)
                # The error has ended the source's generators; they go on from their places.
                iteration.part().resume()
                source = self._source.rows(iteration.part())
                continue
            if element is None:
                return
            yield element

    def cardinality(self) -> int:
        size = self._source.cardinality()
        return size if size < 0 else UNKNOWN


def _ignore_errors(
    xp: ModuleType, input_dataset: Any, log_warning: bool = False, **_: Any
) -> np.ndarray:
    return in_variant(_WithoutErrors(elements_of(input_dataset), log_warning))


define(
    "IgnoreErrorsDataset",
    "input_dataset: variant",
    "handle: variant",
    {
        **ELEMENT_ATTRS,
        "log_warning": False,
    },
    infer=variant_scalar,
    kernel=_ignore_errors,
    differentiable=False,
    traits=Trait.HOST_ONLY,
)


@dataset_method("ignore_errors")
def ignore_errors(self: Dataset, log_warning: bool = False, name: str | None = None) -> Dataset:
    """The elements that can be made; those whose making fails are left out.

    Args:
        log_warning: whether each error is logged as a warning.
        name: name of the operation.

    >>> dataset = tf.data.Dataset.from_tensor_slices([1.0, 0.0, 4.0])
    >>> dataset = dataset.map(lambda x: tf.debugging.check_numerics(1 / x, "not finite"))
    >>> [float(x) for x in dataset.ignore_errors()]
    [1.0, 0.25]
    """
    return dataset_of("IgnoreErrorsDataset", [self], self.element_spec, log_warning=log_warning)
