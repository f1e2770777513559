"""Datasets made of each element: `flat_map`, one after the other, and `interleave`, in turns."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import numpy as np

from stagelight import config
from stagelight.core.convert import convert_to_tensor
from stagelight.core.inference import invalid
from stagelight.data.blocks import Components, IteratorState, RowByRow
from stagelight.data.dataset import AUTOTUNE, Dataset, DatasetSpec, dataset_method
from stagelight.data.element_function import (
    ElementFunction,
    OfFunction,
    dataset_of_function,
    define_of_function,
)
from stagelight.data.elements import UNKNOWN, Elements, Listed, elements_of
from stagelight.data.iteration import Iteration, Refetched, State
from stagelight.data.mapping import deterministic_attr
from stagelight.data.parallel_calls import made_ahead, thread_count
from stagelight.data.structure import spread
from stagelight.data.structured_function import StructuredFunction
from stagelight.errors import FailedPreconditionError
from stagelight.types.dtypes import int64


class _Inputs:
    """The elements of a source that a function makes datasets of, each with what it takes to have it again.

    An element that is a dataset itself cannot be saved. Beside it the source's state before it is kept, from
    which the source gives it again.
    """

    def __init__(self, source: Elements, iteration: Iteration) -> None:
        self._source = source
        self._part = iteration.part()
        self._rows = source.rows(self._part)
        self._are_datasets = True

    def take(self) -> tuple[Any, State | None]:
        """The next element (None at the end), and the state before it if the element cannot be saved."""
        before = self._state() if self._are_datasets else None
        row = next(self._rows, None)
        self._are_datasets = row is not None and any(map(_has_dataset, row))
        return (Refetched(row), before) if self._are_datasets else (row, None)

    def _state(self) -> State | None:
        try:
            return self._part.state()
        except FailedPreconditionError:
            return None  # Saving asks the source again, and fails.

    def again(self, row: Any, before: State | None) -> Any:
        """An element of which only the state before it was saved; others as they are."""
        if row is None and before is not None:
            return Refetched(next(self._source.rows(Iteration(before))))
        return row


def _has_dataset(component: Any) -> bool:
    if not (isinstance(component, np.ndarray) and component.dtype.hasobject):
        return False
    return any(isinstance(x, Elements) and not isinstance(x, Listed) for x in component.flat)


def _components(row: Any) -> Components:
    found: Components = row.row if isinstance(row, Refetched) else row
    return found


class _FlatMapped(OfFunction):
    def make_iterator(self, iteration: Iteration) -> IteratorState:
        return RowByRow(self._flattened(_Inputs(self._source, iteration), iteration))

    def _flattened(self, source: _Inputs, iteration: Iteration) -> Iterator[Components]:
        place = iteration.place(current=None, before=None)
        place.current = source.again(place.current, place.before)
        inner_of = self._function.begun(iteration)
        inner = iteration.part("inner")
        while True:
            if place.current is None:
                place.current, place.before = source.take()
                if place.current is None:
                    return
            row, place.current = place.current, None
            rows = elements_of(inner_of(*_components(row))[0]).rows(inner)
            place.current = row
            yield from rows
            place.current = place.before = None
            inner.end()

    def cardinality(self) -> int:
        return UNKNOWN


define_of_function("FlatMapDataset", _FlatMapped)


def _traced(dataset: Dataset, map_func: Callable[..., Any], name: str) -> StructuredFunction:
    function = StructuredFunction(map_func, spread(dataset.element_spec), name)
    if not isinstance(function.output_spec, DatasetSpec):
        raise TypeError(
            f"The `map_func` argument must return a `Dataset` object. Got {function.output_spec!r}."
        )
    return function


@dataset_method("flat_map")
def flat_map(self: Dataset, map_func: Callable[..., Any], name: str | None = None) -> Dataset:
    """The elements of the datasets `map_func(element)`, one dataset after the other.

    Raises:
        TypeError: the function gives no dataset.

    >>> dataset = tf.data.Dataset.range(3).flat_map(tf.data.Dataset.range)
    >>> [int(x) for x in dataset]
    [0, 0, 1]
    """
    function = _traced(self, map_func, "Dataset_flat_map")
    spec = function.output_spec.element_spec
    return dataset_of_function(self, "FlatMapDataset", function, spec)


class _Interleaved(OfFunction):
    """Takes `block_length` elements in turn of each of `cycle_length` datasets that are open.

    A dataset that ends makes room for the next one, in its place in the cycle.
    """

    def __init__(
        self,
        source: Elements,
        function: ElementFunction,
        cycle_length: int,
        block_length: int,
        buffer_elements: int = 0,
        prefetched_inputs: int = 0,
        parallel_calls: int | None = None,
        deterministic: str = "true",
    ) -> None:
        super().__init__(source, function)
        if cycle_length == AUTOTUNE:
            cycle_length = _usual_cycle(parallel_calls)
        elif parallel_calls is not None and parallel_calls > cycle_length > 0:
            raise invalid(
                "If `cycle_length` is set to a fixed value, `num_parallel_calls` must be either "
                "`tf.data.AUTOTUNE` or a value less than or equal to `cycle_length`. However, "
                f"`num_parallel_calls` is {parallel_calls} and `cycle_length` is {cycle_length}"
            )
        if cycle_length < 1:
            raise invalid(f"`cycle_length` must be > 0. Received: {cycle_length}")
        if block_length < 1:
            raise invalid(f"`block_length` must be > 0. Received: {block_length}")
        self._cycle_length = cycle_length
        self._block_length = block_length
        self._threads = thread_count(parallel_calls) if parallel_calls else 1

    def make_iterator(self, iteration: Iteration) -> IteratorState:
        return RowByRow(self._in_turns(_Inputs(self._source, iteration), iteration))

    def _in_turns(self, source: _Inputs, iteration: Iteration) -> Iterator[Components]:
        length = self._cycle_length
        place = iteration.place(
            inputs=[None] * length,
            before=[None] * length,
            numbers=[0] * length,
            made=0,
            at=0,
            taken=0,
            is_over=False,
        )
        place.inputs[:] = map(source.again, place.inputs, place.before)
        inner_of = self._function.begun(iteration)
        open_rows = [
            None if row is None else self._opened(inner_of, row, iteration, place.numbers[i])
            for i, row in enumerate(place.inputs)
        ]
        while True:
            at = place.at
            rows = open_rows[at]
            if rows is None:
                if not place.is_over:
                    row, before = source.take()
                    if row is None:
                        place.is_over = True
                    else:
                        place.numbers[at] = place.made
                        place.made += 1
                        open_rows[at] = self._opened(inner_of, row, iteration, place.numbers[at])
                        place.inputs[at], place.before[at] = row, before
                        continue
                if not any(open_rows):
                    return
            else:
                found = next(rows, None)
                if found is not None:
                    place.taken += 1
                    if place.taken == self._block_length:
                        place.at, place.taken = (at + 1) % length, 0
                    yield found
                    continue
                open_rows[at] = place.inputs[at] = place.before[at] = None
                iteration.drop_part(place.numbers[at])
                # TF: the turn ends with the dataset, and the next one takes its place in the next turn.
            place.at, place.taken = (at + 1) % length, 0

    def _opened(
        self,
        inner_of: Callable[..., Components],
        row: Any,
        iteration: Iteration,
        number: int,
    ) -> Iterator[Components]:
        elements = elements_of(inner_of(*_components(row))[0])
        part = iteration.part(number)
        if self._threads == 1:
            return elements.rows(part)
        return made_ahead(elements, part, self._block_length)

    def cardinality(self) -> int:
        return UNKNOWN


define_of_function(
    "InterleaveDataset", _Interleaved, more_inputs="cycle_length: int64, block_length: int64"
)
define_of_function(
    "ParallelInterleaveDatasetV4",
    _Interleaved,
    more_inputs="cycle_length: int64, block_length: int64, buffer_output_elements: int64, "
    "prefetch_input_elements: int64, num_parallel_calls: int64",
    more_attrs={"deterministic": "default"},
)


def _usual_cycle(parallel_calls: int | None) -> int:
    """The length of a cycle that is left to the pipeline: TensorFlow's, which follows the processors.

    Args:
        parallel_calls: how many datasets make elements at the same time; None in turns only, -1 if that is
            left to the pipeline, too: then two are made ahead for each in the cycle. Where TF has fewer
            processors than calls it fails.
    """
    processors = config.available_cpus()
    if parallel_calls is None:
        return processors
    return -(-processors // 3) if parallel_calls == AUTOTUNE else parallel_calls


@dataset_method("interleave")
def interleave(
    self: Dataset,
    map_func: Callable[..., Any],
    cycle_length: Any = None,
    block_length: Any = None,
    num_parallel_calls: Any = None,
    deterministic: bool | None = None,
    name: str | None = None,
) -> Dataset:
    """The elements of the datasets `map_func(element)`, of several of them in turns.

    Args:
        map_func: a function of an element that gives a dataset.
        cycle_length: of how many datasets elements are taken in turns; None or `AUTOTUNE` leave it to the
            pipeline, and so the order to the number of processors.
        block_length: how many elements are taken at each turn; 1 if None.
        num_parallel_calls: how many datasets may make elements at the same time, ahead of their turn.
        deterministic: a hint; the order is always kept.
        name: name of the operation.

    Raises:
        TypeError: the function gives no dataset.
        InvalidArgumentError: a length is not positive.

    >>> dataset = tf.data.Dataset.range(2).interleave(
    ...     lambda x: tf.data.Dataset.from_tensors(x).repeat(3), cycle_length=2, block_length=2)
    >>> [int(x) for x in dataset]
    [0, 0, 1, 1, 0, 1]
    """
    function = _traced(self, map_func, "Dataset_interleave")
    spec = function.output_spec.element_spec
    block = 1 if block_length is None else block_length
    cycle = AUTOTUNE if cycle_length is None else cycle_length
    lengths = convert_to_tensor(cycle, int64), convert_to_tensor(block, int64)
    if num_parallel_calls is None or config.current.debugs_datasets:
        return dataset_of_function(self, "InterleaveDataset", function, spec, lengths)
    more = [convert_to_tensor(x, int64) for x in (AUTOTUNE, AUTOTUNE, num_parallel_calls)]
    return dataset_of_function(
        self,
        "ParallelInterleaveDatasetV4",
        function,
        spec,
        (*lengths, *more),
        deterministic=deterministic_attr(deterministic),
    )
