"""What a dataset's variant tensor holds: `Elements`, which can be iterated over again and again."""

from __future__ import annotations

import abc
import itertools
from collections.abc import Callable, Iterator, Sequence
from typing import Any

import numpy as np

from stagelight.core.tensor import EagerTensor
from stagelight.data.iteration import Iteration, Place, Reached
from stagelight.errors import OpError
from stagelight.graph.func_graph import FuncGraph

INFINITE = -1
UNKNOWN = -2

# One element: its components in one flat row.
Components = Sequence[Any]

# Elements that are at hand: an iterator of each component. To take one does no more than to count it, and
# cannot fail. Who takes an element asks the first component first.
Run = Sequence[Iterator[Any]]

# Several elements: components that are stacked along a new first axis.
#
# `take(count)` gives the next elements of an iteration, no more than `count`, and none only at the end.
Take = Callable[[int], Components]
# `gather(indices)` gives the elements at a slice of step 1, or at an array of indices.
Gather = Callable[[Any], Components]


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
    """The elements of a dataset, as rows of arrays."""

    @abc.abstractmethod
    def iterate(self, iteration: Iteration) -> Iterator[Components]:
        """Begins to give the elements, as a part of an iteration of the pipeline."""

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

    def completes_at_end(self) -> bool:
        """Whether an iteration completes something, such as a cache, only where it finds the end."""
        return any(part.completes_at_end() for part in self.inputs())

    def runs(self, iteration: Iteration) -> Iterator[Run] | None:
        """Begins to give what `iterate` gives in runs; None if elements are made when they are asked for."""
        return None

    def gives_blocks(self) -> bool:
        """Whether they can be had several at a time, without effects that would come too early."""
        return self.gather() is not None

    def blocks(self, iteration: Iteration) -> Take:
        """Begins to give them several at a time, if `gives_blocks`."""
        gather = self.gather()
        if gather is None:
            raise NotImplementedError
        return _in_order(gather, self.cardinality(), iteration)

    def gather(self) -> Gather | None:
        """What gives elements by their index, at any time and in any order; None if nothing can."""
        return None

    def cardinality(self) -> int:
        """How many elements there are; `INFINITE` or `UNKNOWN` where that cannot be said."""
        return UNKNOWN

    def batch_size(self) -> int | None:
        """How many rows an element has, but the last ones perhaps; None where it is no batch."""
        return None


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
    """Elements that are there, one by one, as `rows`; they need not have one shape."""

    def __init__(self, rows: list[Components]) -> None:
        self.rows = rows

    def iterate(self, iteration: Iteration) -> Iterator[Components]:
        return self._from(iteration.place(index=0))

    def _from(self, place: Place) -> Iterator[Components]:
        for index in range(place.index, len(self.rows)):
            place.index = index + 1
            yield self.rows[index]

    def cardinality(self) -> int:
        return len(self.rows)


def _in_order(gather: Gather, size: int, iteration: Iteration) -> Take:
    place = iteration.place(index=0, rest=())

    def fetch(count: int) -> Components:
        start = place.index
        place.index = min(start + count, size)
        return (np.arange(start, place.index),)

    def all_at(work: Components) -> Components:
        indices = work[0]
        if not len(indices):
            return gather(slice(0, 0))
        return gather(slice(int(indices[0]), int(indices[-1]) + 1))

    return attempted(fetch, all_at, place)


def attempted(fetch: Take, run: Callable[[Components], Components], place: Place) -> Take:
    """Gives `run(fetch(count))`. Where that fails, all before the first element that fails comes first.

    Args:
        fetch: gives the next pieces of work, stacked.
        run: gives the elements for some pieces of work, stacked.
        place: keeps, as `rest`, the work that is left after a failure.
    """

    def take(count: int) -> Components:
        work = place.rest
        if work and len(work[0]):
            place.rest = tuple([part[count:] for part in work])
            work = tuple([part[:count] for part in work])
        else:
            work = fetch(count)
        try:
            return run(work)
        except OpError:
            return until_failure(work)

    def until_failure(work: Components) -> Components:
        done: list[Components] = []
        for i in range(len(work[0])):
            try:
                done.append(run(tuple([part[i : i + 1] for part in work])))
            except OpError:
                left = tuple([part[i + (not done) :] for part in work])
                place.rest = joined_rows([left, place.rest]) if place.rest else left
                if done:
                    break
                raise
        return joined_rows(done)

    return take


def joined_rows(blocks: list[Components]) -> Components:
    """Stacked components one after the other."""
    if len(blocks) == 1:
        return blocks[0]
    return tuple([np.concatenate(parts) for parts in zip(*blocks, strict=True)])


def run_of(block: Components, place: Place) -> Run:
    """The rows of stacked components. `place.index` goes on with them from what it is."""
    run = [_rows(component) for component in block]
    start = place.index
    place.index = Reached(run[0], range(start, start + len(block[0]) + 1))
    return run


def _rows(component: np.ndarray) -> Iterator[np.ndarray]:
    """The rows of an array as arrays; tells how many are left."""
    if component.ndim > 1 or not len(component):
        return iter(component)
    # The iterator of a vector gives NumPy's scalars, and this one arrays.
    scalars: Any = np.nditer(
        component,
        flags=["refs_ok"],
        op_flags=["readwrite" if component.flags.writeable else "readonly"],
        order="C",
    )
    return iter(list(scalars))


def rows_of(runs: Iterator[Run]) -> Iterator[Components]:
    """What `iterate` gives, of elements that come in runs."""
    return itertools.chain.from_iterable(zip(*run, strict=True) for run in runs)


# Rows that are made for someone who asks for one row after the other. They are the more, the more were
# asked for, so that who takes one waits for few.
_MOST_ROWS = 256
_MOST_BYTES = 1 << 18


def runs_by_index(gather: Gather, iteration: Iteration) -> Iterator[Run]:
    """The elements that `gather` gives, in their order, up to where it gives none."""
    return _by_index(gather, iteration.place(index=0))


def _by_index(gather: Gather, place: Place) -> Iterator[Run]:
    size, start = 1, place.index
    while len((block := gather(slice(start, start + size)))[0]):
        yield run_of(block, place)
        place.index = start = start + len(block[0])
        size = min(2 * size, _MOST_ROWS)


def runs_of_blocks(take: Take, iteration: Iteration) -> Iterator[Run]:
    """The elements of blocks one after the other."""
    return _runs(take, iteration.place(block=(), index=0))


def _runs(take: Take, place: Place) -> Iterator[Run]:
    size = 1
    while True:
        block = place.block
        if block:
            start = place.index
            yield run_of([component[start:] for component in block] if start else block, place)
            if sum(component.nbytes for component in block) < _MOST_BYTES:
                size = min(2 * size, _MOST_ROWS)
        place.block, place.index = (), 0
        place.block = block = take(size)
        if not len(block[0]):
            return


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
