"""Structures as elements of datasets have them: `tensorflow.python.data.util.nest`.

Tuples and dicts are structure, lists are not: they stand for tensors.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from stagelight import nest


class _List:
    """Holds a list, which is a leaf."""

    def __init__(self, value: list[Any]) -> None:
        self.value = value


def is_nested(structure: Any) -> bool:
    """Whether it is a tuple or a dict."""
    return nest.is_nested(structure) and not isinstance(structure, list)


def flatten(structure: Any) -> list[Any]:
    """The leaves in one row."""
    return [_opened(leaf) for leaf in nest.flatten(_closed(structure))]


def map_structure(func: Callable[..., Any], *structure: Any, check_types: bool = True) -> Any:
    """The structure with `func(leaf, ...)` in place of the leaves.

    Raises:
        ValueError, TypeError: the structures are not alike.
    """
    return nest.map_structure(
        lambda *leaves: func(*map(_opened, leaves)),
        *map(_closed, structure),
        check_types=check_types,
    )


def pack_sequence_as(structure: Any, flat_sequence: Any) -> Any:
    """The structure with these leaves.

    Raises:
        ValueError: they are more or fewer than its own.
    """
    return nest.pack_sequence_as(_closed(structure), list(flat_sequence))


def assert_same_structure(nest1: Any, nest2: Any, check_types: bool = True) -> None:
    """Refuses two structures that are not alike.

    Raises:
        ValueError, TypeError: they are not.
    """
    nest.assert_same_structure(_closed(nest1), _closed(nest2), check_types=check_types)


def _closed(structure: Any) -> Any:
    """The structure with its lists as leaves."""
    if isinstance(structure, list):
        return _List(structure)
    entries = nest.entries(structure)
    if entries is None:
        return structure
    return nest.with_children(structure, [_closed(child) for child in entries.values()])


def _opened(leaf: Any) -> Any:
    return leaf.value if isinstance(leaf, _List) else leaf
