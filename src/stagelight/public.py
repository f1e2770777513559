"""The one table from public names to objects.

A definition says where users find it: `@public("math.tanh", "tanh")` makes the function below it
`tf.math.tanh` and `tf.tanh`. A module that is imported when one of its names is asked for has them
announced by `expect`. This module only records; `stagelight.namespaces` turns the table into
modules. `compat.v1.*` names are recorded here like any other.
"""

from __future__ import annotations

import importlib
from collections.abc import Callable, Mapping
from typing import Any, TypeVar

T = TypeVar("T")

_table: dict[str, Any] = {}
_homes: dict[str, str] = {}
_PACKAGE = __name__.partition(".")[0]


def public(*names: str) -> Callable[[T], T]:
    """Records the decorated object under each dotted name, relative to the package root.

    Raises:
        ValueError: a name is already taken by another object.
    """

    def record(definition: T) -> T:
        for name in names:
            publish(name, definition)
        return definition

    return record


def publish(name: str, value: Any) -> None:
    """Records a value that cannot be decorated, such as the dtype constant `tf.float32`."""
    if name in _table and _table[name] is not value:
        raise ValueError(f"The public name {name!r} is taken by {_table[name]!r}.")
    _table[name] = value


def expect(index: Mapping[str, str]) -> None:
    """Says which modules of the package record which names when they are imported.

    Args:
        index: module -> its names, by blanks.
    """
    _homes.update({name: module for module, names in index.items() for name in names.split()})


def expected_names() -> list[str]:
    """The names that modules record which need not be imported yet."""
    return list(_homes)


def find(name: str) -> Any:
    """The object of a public name; imports the module that records it.

    Raises:
        LookupError: there is no such name.
    """
    if name not in _table and name in _homes:
        importlib.import_module(f"{_PACKAGE}.{_homes[name]}")
    return _table[name]


_listeners: list[Callable[[], None]] = []


def on_completion(listener: Callable[[], None]) -> None:
    """Calls the listener when a package that is imported on use has recorded all its names."""
    _listeners.append(listener)


def names_are_complete() -> None:
    """Says that a package that is imported on use has recorded all its names: its last line."""
    for listener in _listeners:
        listener()


def recorded() -> dict[str, Any]:
    """A copy of the table as it is now: dotted name -> object."""
    return dict(_table)


def public_table() -> dict[str, Any]:
    """A copy of the table with all that is expected: dotted name -> object."""
    for module in set(_homes.values()):
        importlib.import_module(f"{_PACKAGE}.{module}")
    return dict(_table)
