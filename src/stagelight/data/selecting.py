"""Elements chosen by a function of them: `filter`, `take_while`."""

from __future__ import annotations

import itertools
from collections.abc import Callable
from typing import Any

from stagelight.data.blocks import IteratorState, RowByRow
from stagelight.data.dataset import Dataset, dataset_method
from stagelight.data.element_function import OfFunction, dataset_of_function, define_of_function
from stagelight.data.elements import UNKNOWN
from stagelight.data.iteration import Iteration
from stagelight.data.structure import spread
from stagelight.data.structured_function import StructuredFunction
from stagelight.types.dtypes import bool_
from stagelight.types.specs import TensorSpec


class _Filtered(OfFunction):
    gives_source_elements = True

    def make_iterator(self, iteration: Iteration) -> IteratorState:
        is_wanted = self._function.begun(iteration)
        source = self._source.rows(iteration.part())
        return RowByRow(filter(lambda element: is_wanted(*element)[0], source))

    def cardinality(self) -> int:
        return UNKNOWN


define_of_function("FilterDataset", _Filtered, "predicate")


def _predicate(dataset: Dataset, function: Callable[..., Any], name: str) -> StructuredFunction:
    predicate = StructuredFunction(function, spread(dataset.element_spec), name)
    spec = predicate.output_spec
    fits = isinstance(spec, TensorSpec) and spec.dtype is bool_
    if not fits or not spec.shape.is_compatible_with(()):
        raise ValueError(
            f"Invalid `predicate`. `predicate` must return a `tf.bool` scalar tensor, but its return "
            f"type is {spec}."
        )
    return predicate


@dataset_method("filter")
def filter_(self: Dataset, predicate: Callable[..., Any], name: str | None = None) -> Dataset:
    """The elements for which `predicate(element)` is true.

    Raises:
        ValueError: the predicate gives no bool scalar.

    >>> [int(x) for x in tf.data.Dataset.range(5).filter(lambda x: x > 2)]
    [3, 4]
    """
    function = _predicate(self, predicate, "Dataset_filter")
    return dataset_of_function(
        self, "FilterDataset", function, self.element_spec, attr_name="predicate"
    )


class _TakenWhile(OfFunction):
    gives_source_elements = True

    def make_iterator(self, iteration: Iteration) -> IteratorState:
        holds = self._function.begun(iteration)
        source = self._source.rows(iteration.part())
        return RowByRow(itertools.takewhile(lambda element: holds(*element)[0], source))

    def cardinality(self) -> int:
        return UNKNOWN


define_of_function("TakeWhileDataset", _TakenWhile, "predicate")


@dataset_method("take_while")
def take_while(self: Dataset, predicate: Callable[..., Any], name: str | None = None) -> Dataset:
    """The elements up to the first one for which `predicate(element)` is false.

    >>> [int(x) for x in tf.data.Dataset.range(9).take_while(lambda x: x < 2)]
    [0, 1]
    """
    function = _predicate(self, predicate, "Dataset_take_while")
    return dataset_of_function(
        self, "TakeWhileDataset", function, self.element_spec, attr_name="predicate"
    )
