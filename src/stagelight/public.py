"""The one table from public names to objects.

A definition says where users find it: `@public("math.tanh", "tanh")` makes the function below it
`tf.math.tanh` and `tf.tanh`. A module that is imported when one of its names is asked for has them
announced by `homes`. This module only records; `stagelight.namespaces` turns the table into
modules. `compat.v1.*` names are recorded here like any other.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, TypeVar

from stagelight.boundary import guarded
from stagelight.homes import Homes

T = TypeVar("T")

_table: dict[str, Any] = {}

# Where the names come from that need not be recorded yet.
homes = Homes()


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
    if name in _table and not is_same_definition(_table[name], value):
        raise ValueError(f"The public name {name!r} is taken by {_table[name]!r}.")
    _table[name] = guarded(value)
    for action in _expecting.pop(name, ()):
        action(value)
    for watch in _watching:
        watch(name, value)


def is_same_definition(first: Any, second: Any) -> bool:
    """Whether two objects are one, or made by one definition: of a module that is imported again.

    Python forgets a module whose import was interrupted, by Ctrl-C for instance; what it recorded is here.
    """
    if first is second:
        return True
    if not hasattr(first, "__qualname__"):
        return is_same_definition(type(first), type(second)) and repr(first) == repr(second)
    return all(
        getattr(first, name, None) == getattr(second, name, None)
        for name in ("__module__", "__qualname__")
    )


_expecting: dict[str, list[Callable[[Any], None]]] = {}


def when_published(name: str, action: Callable[[Any], None]) -> None:
    """Calls the action with the object of a public name: now, or as soon as it is recorded."""
    if name in _table:
        action(_table[name])
    else:
        _expecting.setdefault(name, []).append(action)


_watching: list[Callable[[str, Any], None]] = []


def when_any_is_published(action: Callable[[str, Any], None]) -> None:
    """Calls the action with the name and the object of each public name: of those to come as well."""
    for name, value in recorded().items():
        action(name, value)
    _watching.append(action)


def find(name: str) -> Any:
    """The object of a public name; imports the module that records it.

    Raises:
        LookupError: there is no such name.
    """
    if name not in _table or homes.is_pending(name):
        homes.load(name)
    return _table[name]


_listeners: list[Callable[[], None]] = []


def on_completion(listener: Callable[[], None]) -> None:
    """Calls the listener when a package that is imported on use has recorded all its names."""
    _listeners.append(listener)


def names_are_complete() -> None:
    """Says that a package that is imported on use has recorded all its names: its last line."""
    for listener in _listeners:
        listener()


def replace(objects: Mapping[str, Any]) -> None:
    """Puts other objects under names that are recorded, for users; the package's own calls do not change."""
    _table.update({name: guarded(value) for name, value in objects.items()})
    names_are_complete()


def recorded() -> dict[str, Any]:
    """A copy of the table as it is now: dotted name -> object."""
    return dict(_table)


def public_table() -> dict[str, Any]:
    """A copy of the table: all names but those that are built on `compat`, where that is not imported yet."""
    homes.load_all()
    return dict(_table)
