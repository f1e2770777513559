"""Lists that staged code made longer or shorter than Python can know, and what stands for them now.

Python's own list keeps what it had. Names that refer to it are read through `ld`, and arguments of
calls and returned values go through here, so that converted code finds the replacement under every
name. Attributes, entries and elements that hold the list are given the replacement (`heap.py`), and
get the list back when tracing ends.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any


class Replacement:
    """The base of what can stand for a list.

    Attributes:
        origin: The list that it stands for, None if it was made as it is.
    """

    origin: list[Any] | None = None

    def copied(self) -> Any:
        """One with the same contents, which later changes leave alone."""
        raise NotImplementedError

    def assign(self, other: Any) -> None:
        """Takes over the contents of another one."""
        raise NotImplementedError

    def has_contents_of(self, other: Any) -> bool:
        """Whether nothing was changed since `other` was copied from it."""
        raise NotImplementedError

    def belongs_to(self, graph: Any) -> bool:
        """Whether its contents are tensors of a graph."""
        raise NotImplementedError


@dataclass
class _Entry:
    """A list with its replacement, and how to undo what was done for it."""

    original: list[Any]
    replacement: Replacement
    undo: list[Callable[[], None]] = field(default_factory=list)


class _PerThread(threading.local):
    def __init__(self) -> None:
        self.entries: dict[int, _Entry] = {}


_per_thread = _PerThread()


def current(value: Any) -> Any:
    """What stands for a list now; any other value as it is."""
    entries = _per_thread.entries
    if entries and type(value) is list:
        entry = entries.get(id(value))
        if entry is not None:
            return entry.replacement
    return value


def is_replaced(value: Any) -> bool:
    """Whether a value is a list that something stands for, or what stands for it."""
    return isinstance(current(value), Replacement)


def everywhere(value: Any) -> Any:
    """The value with what stands for the lists in it, in tuples too."""
    if not _per_thread.entries:
        return value
    if type(value) is tuple:
        return tuple([everywhere(item) for item in value])
    if isinstance(value, tuple) and hasattr(value, "_fields"):
        return type(value)(*[everywhere(item) for item in value])
    return current(value)


def identity(value: Any) -> Any:
    """The object that a value is to Python: the list, for what stands for one."""
    if isinstance(value, Replacement) and value.origin is not None:
        return value.origin
    return value


def replace(original: list[Any], replacement: Replacement, undo: list[Callable[[], None]]) -> None:
    """Makes a replacement stand for a list from now on."""
    replacement.origin = original
    _per_thread.entries[id(original)] = _Entry(original, replacement, undo)


def noted() -> dict[int, Any]:
    """The replacements as they are now, for `restore`."""
    return dict(_per_thread.entries)


def restore(entries: dict[int, Any]) -> None:
    """Goes back to the replacements of an earlier time."""
    _per_thread.entries = dict(entries)


def forget(graph: Any) -> None:
    """Forgets the replacements that belong to a graph, and undoes what was done for them."""
    for key, entry in list(_per_thread.entries.items()):
        if entry.replacement.belongs_to(graph):
            del _per_thread.entries[key]
            for undo in reversed(entry.undo):
                undo()
