"""The one table from public names to objects.

A definition says where users find it: `@public("math.tanh", "tanh")` makes the function below it
`tf.math.tanh` and `tf.tanh`. A module that is imported when one of its names is asked for has them
announced by `homes`. This module only records; `stagelight.namespaces` turns the table into
modules. `compat.v1.*` names are recorded here like any other. An object that is made from that of another
name is made on first use (`publish_lazily`), and a method that a class gets from a module above its own is
imported on first use (`publish_method`).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any, TypeVar

from stagelight.boundary import guarded, implementation_of, is_entry_point
from stagelight.homes import Homes

T = TypeVar("T")

_table: dict[str, Any] = {}

# The first name of each public function, by what its entry point calls.
_names: dict[Callable[..., Any], str] = {}

# Where the names come from that need not be recorded yet.
homes = Homes()

# Names whose objects are made on first use: what makes each, and its arguments.
_factories: dict[str, tuple[Callable[..., Any], tuple[Any, ...]]] = {}

# The methods of classes that other modules define, as "Class.method", and where they come from.
_methods: set[str] = set()
method_homes = Homes()


def public(*names: str) -> Callable[[T], T]:
    """Records the decorated object under each dotted name, relative to the package root.

    The definition that follows is bound to what users call: a function's entry point (see `boundary`).

    Raises:
        ValueError: a name is already taken by another object.
    """

    def record(definition: T) -> T:
        entry = guarded(definition)
        for name in names:
            publish(name, entry)
        return entry

    return record


def publish(name: str, value: Any) -> None:
    """Records a value that cannot be decorated, such as the dtype constant `tf.float32`."""
    if name in _factories:
        raise ValueError(f"The public name {name!r} is taken: its object is made on first use.")
    _record(name, value)


def publish_lazily(name: str, make: Callable[..., T], *arguments: Any) -> None:
    """Records a name whose object is `make(*arguments)`, which is called when it is first asked for.

    Raises:
        ValueError: the name is already taken.
    """
    if name in _factories:
        other, others = _factories[name]
        is_taken = not is_same_definition(make, other) or arguments != others
    else:
        is_taken = name in _table
    if is_taken:
        raise ValueError(f"The public name {name!r} is taken.")
    _factories[name] = make, arguments


def _record(name: str, value: Any) -> None:
    if name in _table and not is_same_definition(_table[name], value):
        raise ValueError(f"The public name {name!r} is taken by {_table[name]!r}.")
    _table[name] = value = guarded(value)
    if is_entry_point(value):
        _names.setdefault(implementation_of(value), name)
    for action in _expecting.get(name, ()):
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


def name_of(implementation: Callable[..., Any]) -> str | None:
    """The name that a public function was recorded by first; None for others."""
    return _names.get(implementation)


_expecting: dict[str, list[Callable[[Any], None]]] = {}


def when_published(name: str, action: Callable[[Any], None]) -> None:
    """Calls the action with the object of a public name: now if it is recorded, and when it will be.

    That is more than once where a module is imported again, as its first import was interrupted.
    """
    if name in _table:
        action(_table[name])
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
    if name not in _table and name in _factories:
        make, arguments = _factories[name]
        _record(name, make(*arguments))
    return _table[name]


def publish_method(kind: type, name: str, method: Any, public_name: str | None = None) -> None:
    """Gives a public class a method, or a property, that a module above its own defines.

    The index says which module that is: until it is imported, a `MethodOnUse` is in its place.

    Args:
        kind: the class.
        name: the method's name.
        method: the method, or property.
        public_name: under which name the class is public; None: its own.
    """
    setattr(kind, name, guarded(method))
    _methods.add(f"{public_name or kind.__name__}.{name}")


class MethodOnUse:
    """Descriptor in the place of a method whose module is imported when the method is first asked for."""

    def __init__(self, name: str) -> None:
        self._name = name

    def __get__(self, instance: Any, owner: type) -> Any:
        method_homes.load(self._name)
        return getattr(owner if instance is None else instance, self._name.rpartition(".")[2])


def expect_methods(index: Mapping[str, str]) -> None:
    """Says which modules give public classes which methods: module -> "Class.method", separated by spaces."""
    method_homes.expect(index)
    for name in method_homes:
        kind, _, method = name.rpartition(".")
        when_published(kind, partial(_find_method_on_use, name=name, method=method))


def _find_method_on_use(kind: type, name: str, method: str) -> None:
    if method_homes.is_pending(name):
        setattr(kind, method, MethodOnUse(name))


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
    """A copy of the table with all names: imports every module that has one."""
    homes.load_all()
    for name in list(_factories):
        find(name)
    return dict(_table)
