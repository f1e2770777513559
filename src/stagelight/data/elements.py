"""What a dataset's variant tensor holds: `Elements`, which can be iterated over again and again."""

from __future__ import annotations

import abc
from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np

from stagelight.core.tensor import EagerTensor
from stagelight.data.blocks import (
    Components,
    Gather,
    InOrder,
    IteratorState,
    RowByRow,
    blocks_of,
    rows_of,
)
from stagelight.data.iteration import Iteration, Place
from stagelight.graph.func_graph import FuncGraph

INFINITE = -1
UNKNOWN = -2


# A function that runs when a pipeline is iterated over, and the values of its captures. None: Python code.
PipelineFunction = tuple[FuncGraph | None, Sequence[Any]]


def functions_behind(value: Any) -> Iterator[PipelineFunction]:
    """The functions that a part of a pipeline leads to: elements, a function, or several of them."""
    if hasattr(value, "pipeline_functions"):
        yield from value.pipeline_functions()
    elif isinstance(value, (list, tuple)) or (
        isinstance(value, np.ndarray) and value.dtype.hasobject
    ):
        parts = value.flat if isinstance(value, np.ndarray) else value
        # Either all lead on or none does, but for the components of one element.
        if isinstance(value, tuple) or next(functions_behind(next(iter(parts), None)), None):
            for part in parts:
                yield from functions_behind(part)


class Elements(abc.ABC):
    """The elements of a dataset: the kernel that makes their rows; see `blocks`."""

    # Whether `repeat` behind it begins no round that it does not read; see `pass_over`.
    is_one_with_repeat = False

    @abc.abstractmethod
    def make_iterator(self, iteration: Iteration) -> IteratorState:
        """Begins to make the rows, as a part of an iteration of the pipeline."""

    def gather(self) -> Gather | None:
        """What gives rows by their index, at any time and in any order; None if nothing can."""
        return None

    def begin(self, iteration: Iteration) -> IteratorState:
        """The rows in blocks, from where the iteration was saved."""
        return blocks_of(self.make_iterator(iteration), iteration)

    def rows(self, iteration: Iteration) -> Iterator[Components]:
        """The rows one after the other, from where the iteration was saved."""
        return rows_of(self.make_iterator(iteration), iteration)

    def pipeline_functions(self) -> Iterator[PipelineFunction]:
        """The functions that iterating may run, those of the sources too; see `graph.effect_analysis`."""
        # Whatever attribute they are kept in: a subclass cannot forget to name one.
        for value in vars(self).values():
            yield from functions_behind(value)

    def structure(self) -> list[Any]:
        """The kind of dataset that this is, and the structures of its inputs: what a saved iterator fits.

        Parameters and functions do not count, as in TensorFlow.
        """
        return [type(self).__name__.lstrip("_"), *(part.structure() for part in self.inputs())]

    def inputs(self) -> list[Elements]:
        """The elements that these are made of."""
        found: list[Elements] = []
        for value in vars(self).values():
            parts = value if isinstance(value, (list, tuple)) else (value,)
            found += [part for part in parts if isinstance(part, Elements)]
        return found

    def begun_first(self) -> list[Elements]:
        """The inputs of which an iteration begins one before it gives an element."""
        return self.inputs()[:1]

    def pass_over(self) -> None:
        """Passes over an iteration, of which nothing is left but the seeds that it would have had."""
        for part in self.begun_first():
            part.pass_over()

    def completes_at_end(self) -> bool:
        """Whether an iteration completes something, such as a cache, only where it finds the end."""
        return any(part.completes_at_end() for part in self.inputs())

    def cardinality(self) -> int:
        """How many elements there are; `INFINITE` or `UNKNOWN` where that cannot be said."""
        return UNKNOWN

    def batch_size(self) -> int | None:
        """How many rows an element has, but the last ones perhaps; None where it is no batch."""
        return None


class RandomAccess(Elements):
    """Elements that can be had by their index."""

    @abc.abstractmethod
    def gather(self) -> Gather:
        """What gives rows by their index."""

    def make_iterator(self, iteration: Iteration) -> IteratorState:
        return InOrder(self.gather(), self.cardinality(), iteration)


class Transformed(Elements):
    """Elements made of those of one source; as many of them, unless a subclass says otherwise."""

    # Whether the elements are the source's own, or some of them.
    gives_source_elements = False

    def __init__(self, source: Elements) -> None:
        self._source = source

    def batch_size(self) -> int | None:
        return self._source.batch_size() if self.gives_source_elements else None

    def cardinality(self) -> int:
        return self._source.cardinality()


def with_rows(components: Components) -> Components:
    """Components that are to be taken apart into rows. A scalar variant is the same for each row: None is."""
    sizes = [len(component) for component in components if component.ndim]
    if not sizes or len(sizes) == len(components):
        return components
    return tuple(
        [np.broadcast_to(each, sizes[0]) if _is_variant(each) else each for each in components]
    )


def _is_variant(component: Any) -> bool:
    is_object = component.ndim == 0 and component.dtype == object
    return is_object and not isinstance(component.item(), (bytes, str))


def the_one(sizes: Sequence[int | None]) -> int | None:
    """The size that all are; None where they differ."""
    return sizes[0] if len(set(sizes)) == 1 else None


class Listed(Elements):
    """Elements that are there, one by one, as `items`: rows, which need not have one shape."""

    def __init__(self, rows: list[Components]) -> None:
        self.items = rows

    def make_iterator(self, iteration: Iteration) -> IteratorState:
        return RowByRow(self._from(iteration.place(index=0)))

    def _from(self, place: Place) -> Iterator[Components]:
        for index in range(place.index, len(self.items)):
            place.index = index + 1
            yield self.items[index]

    def cardinality(self) -> int:
        return len(self.items)


def in_variant(elements: Elements) -> np.ndarray:
    """The value of a variant tensor that holds the elements."""
    array = np.empty((), object)
    array[()] = elements
    return array


def elements_of(value: Any) -> Elements:
    """The elements that a variant tensor, or its array, holds."""
    array: Any = value._array if isinstance(value, EagerTensor) else value
    elements: Elements = array[()]
    return elements
