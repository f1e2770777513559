"""What a dataset's variant tensor holds: `Elements`, which can be iterated over again and again."""

from __future__ import annotations

import abc
from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np

from stagelight.core.tensor import EagerTensor
from stagelight.types.dtypes import variant

INFINITE = -1
UNKNOWN = -2

# One element: its components in one flat row.
Components = Sequence[Any]


class Elements(abc.ABC):
    """The elements of a dataset, as rows of arrays."""

    @abc.abstractmethod
    def __iter__(self) -> Iterator[Components]:
        """Begins a new iteration."""

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


def variant_tensor(elements: Elements) -> EagerTensor:
    """The elements as an eager tensor."""
    return EagerTensor(in_variant(elements), variant)
