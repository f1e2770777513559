"""Python's own iterators, where staged code advances them.

An iterator over Python's values is advanced while the function is traced: once, whether a branch is taken or
not, and however often a loop runs. So one that converted code has made is refused in a branch or loop that it
was not made in, and after a loop of which only the graph knows how far it went (AG213).
"""

from __future__ import annotations

import gc
import itertools
import threading
from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator
from types import CellType, GeneratorType
from typing import Any

from stagelight.autograph.operators.dispatch import surroundings
from stagelight.autograph.operators.refusing import refusal_here
from stagelight.autograph.refusals import ConversionError

_ITERABLES: tuple[Any, ...] = ([], (), {}, {}.items(), {}.values(), set(), range(0), "", b"")
_REVERSIBLES: tuple[Any, ...] = ([], {}, range(0))


class IteratorOfPython(Iterator[Any]):
    """The base of iterators of staged code that Python advances while it traces."""


class TakenAhead(ABC):
    """The base of iterators of staged code of which more elements may be taken than Python has by then."""

    @abstractmethod
    def leave_to_graph(self) -> None:
        """Refuses from now on to give elements to others."""


# Iterators that do nothing but yield elements; files, say, are others.
_KINDS: tuple[type, ...] = (
    IteratorOfPython, GeneratorType, enumerate, filter, map, reversed, zip,
    *(type(iter(values)) for values in _ITERABLES),
    *(type(reversed(values)) for values in _REVERSIBLES),
    *(kind for kind in vars(itertools).values() if isinstance(kind, type)),
)  # fmt: skip


class _PythonIterators(threading.local):
    """The iterators that converted code has made, of the function that is traced."""

    def __init__(self) -> None:
        # By identity: the iterator, and the graph in which it is advanced.
        self._noted: dict[int, tuple[Any, Any]] = {}

    def note(self, value: Any, graph: Any = None) -> None:
        """Notes an iterator that was made just now, or in a graph before."""
        graph = surroundings.graph() if graph is None else graph
        if graph is not None and isinstance(value, _KINDS):
            self._noted.setdefault(id(value), (value, graph))

    def leave_to_graph(self, iterators: Iterable[Any]) -> None:
        """Notes that only the graph knows how far some iterators are."""
        for value in iterators:
            if isinstance(value, TakenAhead):
                value.leave_to_graph()
            elif id(value) in self._noted:
                self._noted[id(value)] = (value, None)

    def check(self, value: Any) -> None:
        """Checks an iterator that is to be advanced, and those that it takes its elements from.

        Raises:
            ConversionError: what it has left is not what Python's would have (AG213).
        """
        graph = surroundings.graph()
        if not self._noted or graph is None:
            return
        for part in with_inner(value):
            _, known = self._noted.get(id(part), (part, graph))
            if known is None:
                raise refused_iterator(
                    "an iterator over Python's values of which only the graph knows how far it is"
                )
            if known is not graph:
                raise refused_iterator("an iterator over Python's values that was made outside")

    def forget(self) -> None:
        """Forgets all: the outermost function has been traced."""
        self._noted = {}


PYTHON_ITERATORS = _PythonIterators()


def with_inner(value: Any) -> list[Any]:
    """An iterator of Python's and what it takes its elements from; nothing for other values."""
    found: dict[int, Any] = {}
    waiting = [value]
    while waiting:
        part = waiting.pop()
        if isinstance(part, _KINDS) and id(part) not in found:
            found[id(part)] = part
            waiting += gc.get_referents(part)
        elif isinstance(part, TakenAhead) and found:
            found[id(part)] = part
        elif isinstance(part, CellType | tuple) and found:
            waiting += gc.get_referents(part)
    return [*found.values()]


def refused_iterator(what: str) -> ConversionError:
    """The error for an iterator that Python cannot advance as the graph does; to be raised."""
    return refusal_here(
        "AG213",
        f"taking elements in a branch or loop of tensors, or after one, from {what}",
        "make the iterator where its elements are taken; take them from `iter(tf.constant(values))`, whose "
        "position is a tensor; or make a list of them.",
    )
