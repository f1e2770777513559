"""What a dataset's variant tensor holds: `Elements`, which can be iterated over again and again."""

from __future__ import annotations

import abc
from collections.abc import Hashable, Iterator, Sequence
from typing import Any

import numpy as np

from stagelight.core.tensor import EagerTensor
from stagelight.ops.random.streams import IterationStreams

INFINITE = -1
UNKNOWN = -2

# One element: its components in one flat row.
Components = Sequence[Any]


class Iteration:
    """One iteration of a whole pipeline, as one of its datasets sees it.

    Rounds of a dataset that is repeated belong to one iteration. A dataset that stands in the pipeline
    at several places is a dataset of its own at each.

    Attributes:
        streams: what the random ops of the functions in the pipeline draw from.
    """

    def __init__(self) -> None:
        self.streams = IterationStreams()
        self._parts: dict[Hashable, Iteration] = {}

    def part(self, key: Hashable) -> Iteration:
        """The iteration of one of several sources; the same one each time."""
        found = self._parts.get(key)
        if found is None:
            found = self._parts[key] = Iteration()
        return found


class Elements(abc.ABC):
    """The elements of a dataset, as rows of arrays."""

    @abc.abstractmethod
    def iterate(self, iteration: Iteration) -> Iterator[Components]:
        """Begins to give the elements, as a part of an iteration of the pipeline."""

    def cardinality(self) -> int:
        """How many elements there are; `INFINITE` or `UNKNOWN` where that cannot be said."""
        return UNKNOWN


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
