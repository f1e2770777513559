"""The objects that a block of staged code can reach, and what it changes in them.

A branch or a round is traced though it may not run, or run many times. What it assigns by name the
analysis of the source knows. What it changes elsewhere (an attribute in a method that it calls, a
list that it appends to, an entry of a dict, a variable of another function) shows by comparison:
before the block is traced the reachable objects are noted, afterwards the changes are taken, and
the objects put back.

Followed are lists, deques, sets, dicts, variables of closures, and objects whose classes are the user's
own; classes of libraries keep their state to themselves.
"""

from __future__ import annotations

import builtins
import sys
from collections import deque
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import lru_cache, partial
from itertools import zip_longest
from types import CellType, CodeType, FunctionType, MethodType, ModuleType, SimpleNamespace
from typing import Any

from stagelight.autograph.allow_list import is_of_a_library, runs_as_it_is
from stagelight.autograph.conversion import nonlocal_names
from stagelight.autograph.operators import replaced_lists
from stagelight.autograph.operators.replaced_lists import Replacement
from stagelight.autograph.operators.traced_frames import live_values
from stagelight.autograph.operators.traced_values import TRACED_VALUES
from stagelight.autograph.operators.variables import Holder, Undefined
from stagelight.state.variable import Variable, moment_among_variables

# The contents of a list, a deque or a set as a whole, as a key.
CONTENTS = "its contents"

_ATOMS = (int, float, complex, str, bytes, bool, type(None), type(...), type, ModuleType, CodeType)
# What has no values of the program in it, or those of somebody else.
_NO_DATA = (*_ATOMS, FunctionType, MethodType, CellType)
_MANY = 256

# Classes of libraries whose subclasses and objects are followed like the user's own.
open_classes: set[type] = {object, SimpleNamespace}


@dataclass(frozen=True)
class Place:
    """Somewhere in an object: an attribute, an entry, a variable of a closure, the contents of a list.

    Attributes:
        owner: The object.
        key: Which of its places.
        text: How messages call it.
    """

    owner: Any
    key: Any
    text: str

    @property
    def identity(self) -> tuple[int, Any]:
        """Equal for equal places."""
        return id(self.owner), self.key

    def missing(self) -> Undefined:
        """What stands for a value that the place does not have."""
        if isinstance(self.owner, dict):
            return Undefined(self.text, KeyError(self.key))
        if isinstance(self.owner, CellType):
            return Undefined(self.text.rpartition(".")[2])
        error = AttributeError(
            f"{type(self.owner).__name__!r} object has no attribute {self.key!r}"
        )
        return Undefined(self.text, error)

    def read(self) -> Any:
        """The value there."""
        owner = replaced_lists.current(self.owner)
        if self.key is CONTENTS:
            return owner.copied() if isinstance(owner, Replacement) else _state(owner)
        value = _contents(owner).get(self.key, self)
        return self.missing() if value is self else value


class Heap:
    """The objects that functions can reach, as they are when it is made.

    Args:
        roots: Functions and other objects.
        set_state: Writes the variables that the analysis knows: their changes are none here.
        names: What messages call the first roots.
        attributes: Of the user's objects these are followed; all by default.
    """

    def __init__(
        self,
        roots: Iterable[Any],
        set_state: FunctionType | None = None,
        names: Sequence[str] = (),
        attributes: Collection[str] | None = None,
    ) -> None:
        self._attributes = attributes
        own = [] if set_state is None else [set_state]
        analysed = {id(cell) for function in own for cell in assigned_cells(function).values()}
        self._noted: dict[int, tuple[Any, str, Any]] = {}
        self._replaced = replaced_lists.noted()
        self._moment = moment_among_variables()
        for value, text in reachable([*roots, *own], names, attributes):
            if _has_contents(value) and id(value) not in analysed:
                self._noted[id(value)] = (value, text, _state(value))

    def __contains__(self, value: Any) -> bool:
        """Whether an object was there when the heap was noted, a list also as what stands for it."""
        ways = value, replaced_lists.current(value), replaced_lists.identity(value)
        return any(id(way) in self._noted for way in ways)

    def changes(self, can_be_staged: Callable[[Any], bool]) -> list[tuple[Place, Any]]:
        """The places that have changed, and their values now.

        An object that got something which no graph can carry, such as a new variable or a layer, is
        being built. That happens once, while tracing, as do all other changes of it: they are none
        here, and stay.
        """
        found = []
        for key, (owner, text, before) in list(self._noted.items()):
            changed = _difference(owner, text, before)
            for place, value in changed:
                if not isinstance(value, Replacement):
                    TRACED_VALUES.traced(place.identity, owner, value)
            if all(can_be_staged(value) and not self._has_new(value) for _, value in changed):
                found += changed
            else:
                self._noted[key] = (owner, text, _state(owner))
        return found

    def _has_new(self, value: Any) -> bool:
        """Whether there is a variable in a value that was made since the heap was noted."""
        seen: set[int] = set()
        waiting = [value]
        while waiting:
            item = waiting.pop()
            if isinstance(item, Variable):
                if item._number > self._moment:
                    return True
            elif id(item) not in seen and not isinstance(item, _NO_DATA):
                seen.add(id(item))
                waiting += [child for child, _ in _children(item, "")]
        return False

    def has_changed(self) -> bool:
        """Whether an object that was there has other contents than it had."""
        return any(True for _ in self.changed_owners())

    def changed_owners(self) -> Iterator[Any]:
        """The objects that were there and have other contents than they had."""
        for owner, text, before in self._noted.values():
            changed = _difference(owner, text, before)
            if any(not _is_left_out(owner, place.key, self._attributes) for place, _ in changed):
                yield owner

    def lists(self) -> list[Place]:
        """The contents of the lists and deques that have other elements than before."""
        return [
            Place(owner, CONTENTS, text)
            for owner, text, before in self._noted.values()
            if isinstance(owner, list | deque) and not _is_same(owner, before)
        ]

    def is_made_anew(self, owner: Any) -> bool:
        """Whether a list has other places than it had: what it has is told as a whole."""
        if replaced_lists.is_replaced(owner):
            return True
        _, _, before = self._noted.get(id(owner), (None, "", None))
        return isinstance(owner, list) and before is not None and len(before) != len(owner)

    def restore(self) -> None:
        """Makes all objects what they were."""
        replaced_lists.restore(self._replaced)
        for owner, _, before in self._noted.values():
            _restore(owner, before)

    def write(self, place: Place, value: Any) -> None:
        """Puts a value into a place; `Undefined` empties it."""
        owner = place.owner
        if place.key is not CONTENTS:
            _write(owner, place.key, value)
            put_back = partial(_write, owner, place.key)
            TRACED_VALUES.written(place.identity, value, place.read, put_back)
            return
        if isinstance(owner, list | deque):
            TRACED_VALUES.written(place.identity, None, lambda: None, partial(_refill, owner))
        standing = replaced_lists.current(owner)
        if isinstance(standing, Replacement):
            standing.assign(value)
        elif isinstance(value, Replacement):
            self._replace(owner, value)
        else:
            _refill(owner, value)

    def _replace(self, original: list[Any], replacement: Replacement) -> None:
        undo: list[Callable[[], None]] = []
        holders = {id(holder): holder for holder, _, _ in self._noted.values()}
        holders |= {id(x): x for x, _ in reachable(live_values()) if _has_contents(x)}
        for holder in holders.values():
            if isinstance(holder, Replacement | CellType | deque | set):
                continue
            items = enumerate(holder) if isinstance(holder, list) else _contents(holder).items()
            for key, value in list(items):
                if replaced_lists.identity(value) is original:
                    _write(holder, key, replacement)
                    undo.append(partial(_write, holder, key, original))
        replaced_lists.replace(original, replacement, undo)


# ---------------------------------------------------------------------------- what is reachable


def is_followed(value: Any) -> bool:
    """Whether an object's attributes are part of the heap."""
    return _is_open(type(value))  # type: ignore[arg-type]


@lru_cache(maxsize=4096)
def _is_open(kind: type) -> bool:
    if issubclass(kind, BaseException | type | ModuleType):
        return False
    return not any(
        base not in open_classes
        and base.__module__ not in ("abc", "typing", "collections.abc")
        and (
            base.__module__.partition(".")[0] in sys.stdlib_module_names
            or is_of_a_library(base.__module__)
        )
        for base in kind.__mro__
    )


def _is_left_out(owner: Any, key: Any, attributes: Collection[str] | None) -> bool:
    """Whether a place is an attribute of an object of the user's that is not followed."""
    if attributes is None or key in attributes or not is_followed(owner):
        return False
    return type(owner) not in open_classes or type(owner) is SimpleNamespace


def reachable(
    roots: Iterable[Any], names: Sequence[str] = (), attributes: Collection[str] | None = None
) -> Iterator[tuple[Any, str]]:
    """Every object that can be reached, each once, with a text for it that begins with its root's name."""
    seen: set[int] = set()
    waiting: list[tuple[Any, str]] = [*zip_longest(roots, names, fillvalue="")][::-1]
    while waiting:
        value, text = waiting.pop()
        value = replaced_lists.current(value)
        if isinstance(value, _ATOMS) or id(value) in seen:
            continue
        seen.add(id(value))
        yield value, text
        waiting += reversed(list(_children(value, text, attributes)))


def _has_contents(value: Any) -> bool:
    return isinstance(value, list | deque | set | dict | CellType | Replacement) or is_followed(
        value
    )


def _children(
    value: Any, text: str, attributes: Collection[str] | None = None
) -> Iterator[tuple[Any, str]]:
    if isinstance(value, Replacement):
        return
    if isinstance(value, FunctionType):
        if not runs_as_it_is(value):
            yield from _variables_of(value)
    elif isinstance(value, MethodType):
        yield value.__func__, text
        yield value.__self__, text
    elif isinstance(value, partial):
        yield from ((part, text) for part in (value.func, *value.args, *value.keywords.values()))
    elif isinstance(value, Holder):
        yield value.held, text
    elif isinstance(value, list | deque | tuple):
        if len(value) < _MANY or not all(isinstance(item, _ATOMS) for item in value):
            yield from ((item, f"{text}[{i}]") for i, item in enumerate(value))
    elif isinstance(value, CellType):
        for item in _contents(value).values():
            yield item, text
    elif isinstance(value, dict):
        yield from ((item, f"{text}[{key!r}]") for key, item in dict.items(value))
    elif is_followed(value):
        for key, item in _contents(value).items():
            if not _is_left_out(value, key, attributes):
                yield item, f"{text}.{key}"


def _variables_of(function: FunctionType) -> Iterator[tuple[Any, str]]:
    """The variables that a function takes from outside, and the defaults of its arguments."""
    code = function.__code__
    for name, cell in zip(code.co_freevars, function.__closure__ or (), strict=True):
        yield cell, name
    for name in _global_names(code):
        if name in function.__globals__:
            yield function.__globals__[name], name
    for default in (*(function.__defaults__ or ()), *(function.__kwdefaults__ or {}).values()):
        yield default, "a default argument"


def assigned_cells(function: Any) -> dict[str, CellType]:
    """The variables of other functions that a block of converted code assigns itself, by their names."""
    code = function.__code__
    assigned = nonlocal_names(code)
    cells = zip(code.co_freevars, function.__closure__ or (), strict=True)
    return {name: cell for name, cell in cells if name in assigned}


@lru_cache(maxsize=4096)
def _global_names(code: CodeType) -> tuple[str, ...]:
    names = set(code.co_names)
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            names.update(_global_names(constant))
    return tuple(sorted(name for name in names if not hasattr(builtins, name)))


# ---------------------------------------------------------------------------- what is in objects


def attributes_of(value: Any) -> dict[str, Any]:
    """The attributes that an object itself has, in `__dict__` and slots."""
    return _contents(value)


def set_attributes(value: Any, attributes: dict[str, Any]) -> None:
    """Sets attributes, past whatever the object's class does on assignment."""
    for name, item in attributes.items():
        _write(value, name, item)


def _contents(owner: Any) -> dict[Any, Any]:
    """The places of an object by their keys; not of what has contents as a whole."""
    if isinstance(owner, CellType):
        try:
            return {None: owner.cell_contents}
        except ValueError:  # it has no value yet
            return {}
    if isinstance(owner, dict):
        return dict(dict.items(owner))
    contents = dict(getattr(owner, "__dict__", ()))
    for name in _slots(type(owner)):  # type: ignore[arg-type]
        with suppress(AttributeError):  # it may have no value
            contents[name] = object.__getattribute__(owner, name)
    return contents


@lru_cache(maxsize=4096)
def _slots(kind: type) -> tuple[str, ...]:
    found: list[str] = []
    for base in kind.__mro__:
        names = base.__dict__.get("__slots__", ())
        for name in (names,) if isinstance(names, str) else names:
            mangled = name.startswith("__") and not name.endswith("__")
            found.append(f"_{base.__name__.lstrip('_')}{name}" if mangled else name)
    return tuple(name for name in found if name not in ("__dict__", "__weakref__"))


def _state(owner: Any) -> Any:
    """The contents of an object, for comparison."""
    if isinstance(owner, Replacement):
        return owner.copied()
    if isinstance(owner, list | deque):
        return list(owner)
    return set(owner) if isinstance(owner, set) else _contents(owner)


def _difference(owner: Any, text: str, before: Any) -> list[tuple[Place, Any]]:
    if isinstance(owner, Replacement):
        if owner.has_contents_of(before):
            return []
        return [(Place(owner, CONTENTS, text), owner.copied())]
    if isinstance(owner, list | deque):
        standing = replaced_lists.current(owner)
        if standing is owner and _is_same(owner, before):
            return []
        place = Place(owner, CONTENTS, text)
        return [(place, place.read())]
    if isinstance(owner, set):
        return [] if owner == before else [(Place(owner, CONTENTS, text), set(owner))]
    now = _contents(owner)
    found = []
    for key in {**before, **now}:
        if key not in before or key not in now or not _is_same([before[key]], [now[key]]):
            separator = f"[{key!r}]" if isinstance(owner, dict) else f".{key}"
            place = Place(owner, key, text if isinstance(owner, CellType) else text + separator)
            found.append((place, now.get(key, place.missing())))
    return found


def _is_same(first: Sequence[Any], second: Sequence[Any]) -> bool:
    """Whether two sequences hold the same objects."""
    if len(first) != len(second):
        return False
    identity = replaced_lists.identity
    return all(a is b or identity(a) is identity(b) for a, b in zip(first, second, strict=True))


def _restore(owner: Any, before: Any) -> None:
    if isinstance(owner, Replacement):
        if not owner.has_contents_of(before):
            owner.assign(before)
    elif isinstance(owner, list | deque):
        if len(owner) != len(before) or any(a is not b for a, b in zip(owner, before, strict=True)):
            _refill(owner, before)
    elif isinstance(owner, set):
        if owner != before:
            _refill(owner, before)
    else:
        now = _contents(owner)
        if isinstance(owner, dict) and list(now) != list(before):
            dict.clear(owner)
            dict.update(owner, before)
            return
        for key in {**now, **before}:
            if key not in before:
                _write(owner, key, Undefined(str(key)))
            elif key not in now or now[key] is not before[key]:
                _write(owner, key, before[key])


def _refill(owner: list[Any] | deque[Any] | set[Any], items: Iterable[Any]) -> None:
    """Gives a list, a deque or a set other elements."""
    if isinstance(owner, list):
        owner[:] = items
        return
    owner.clear()
    (owner.update if isinstance(owner, set) else owner.extend)(items)


def _write(owner: Any, key: Any, value: Any) -> None:
    """Puts a value into a place of an object, past whatever its class does on assignment."""
    is_missing = type(value) is Undefined
    if isinstance(owner, CellType):
        if is_missing:
            del owner.cell_contents
        else:
            owner.cell_contents = value
    elif isinstance(owner, list):
        owner[key] = value
    elif key in _slots(type(owner)):  # type: ignore[arg-type]
        if is_missing:
            object.__delattr__(owner, key)
        else:
            object.__setattr__(owner, key, value)
    else:
        entries = owner if isinstance(owner, dict) else owner.__dict__
        if is_missing:
            dict.pop(entries, key, None)
        else:
            dict.__setitem__(entries, key, value)
