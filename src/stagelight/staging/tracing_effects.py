"""What a function does in Python besides its result: seen, told in words, and undone.

For `tf.debugging.compare_modes`, which calls a function several times and leaves things as they were.
"""

from __future__ import annotations

import contextlib
import inspect
import io
import logging
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any

import numpy as np

from stagelight.autograph.allow_list import is_of_a_library
from stagelight.autograph.operators.heap import Heap, is_followed, reachable
from stagelight.core.tensor import Tensor
from stagelight.state.module import Module

# Containers whose contents are looked at here, and not followed in staged blocks.
_CONTAINERS = (bytearray, np.ndarray)

_NONE = object()
# Attributes of a class that Python itself keeps.
_OF_PYTHON = (
    "__doc__",
    "__annotations__",
    "__abstractmethods__",
    "_abc_impl",
    "__dict__",
    "__weakref__",
)


@contextlib.contextmanager
def effects_kept(
    function: Any, args: Sequence[Any], kwargs: Mapping[str, Any]
) -> Iterator[Callable[[], list[str]]]:
    """Objects that the function can reach are afterwards as before, and nothing is printed.

    What it gives says, in words, what was printed, logged and changed so far.
    """
    arguments = _named(function, args, kwargs)
    owner = getattr(function, "__self__", None)
    if owner is not None:
        arguments = {"self": owner, **arguments}
    # Modules and models keep their state to themselves in staged blocks; here it is looked at.
    states = {
        f"{name}.__dict__": vars(value)
        for name, value in arguments.items()
        if isinstance(value, Module) and not is_of_a_library(type(value).__module__)
    }
    roots = [*states.values(), *arguments.values(), function]
    names = [*states, *arguments]
    heap = Heap(roots, names=names)
    found = list(reachable(roots, names))
    containers = [
        (value, text, value.copy()) for value, text in found if isinstance(value, _CONTAINERS)
    ]
    classes = _classes_of(function, [value for value, _ in found])
    known = _global_values(function)
    output, logged = io.StringIO(), list[str]()

    def effects() -> list[str]:
        now = _global_values(function)
        return [
            *[f"{line!r} is printed" for line in output.getvalue().splitlines()],
            *[f"{line!r} is logged" for line in logged],
            *[f"{_said(place.text)} is changed" for place, _ in heap.changes(lambda value: True)],
            *[
                f"{_said(text)} is changed"
                for value, text, before in containers
                if not _is_same(value, before)
            ],
            *[f"the global name {x} is changed" for x in now if now[x] is not known.get(x)],
            *[
                f"{kind.__qualname__}.{name} is changed"
                for kind, before in classes.items()
                for name in {**before, **vars(kind)}
                if name not in _OF_PYTHON
                and vars(kind).get(name, _NONE) is not before.get(name, _NONE)
            ],
        ]

    try:
        with contextlib.redirect_stdout(output), _logged_to(logged):
            yield effects
    finally:
        heap.restore()
        for value, _, before in containers:
            _restore(value, before)
        for kind, attributes in classes.items():
            _restore_class(kind, attributes)
        getattr(function, "__globals__", {}).update(known)


def _named(function: Any, args: Sequence[Any], kwargs: Mapping[str, Any]) -> dict[str, Any]:
    """The arguments by the names of their parameters."""
    try:
        bound = inspect.signature(function).bind(*args, **kwargs)
    except (TypeError, ValueError):  # Calling it will tell what is wrong.
        return {**{f"args[{i}]": value for i, value in enumerate(args)}, **kwargs}
    return dict(bound.arguments)


def _said(text: str) -> str:
    """A place as the program says it."""
    return re.sub(r"\.__dict__\['(\w+)'\]", r".\1", text)


def _is_same(value: Any, before: Any) -> bool:
    if isinstance(value, np.ndarray):
        return bool(np.array_equal(value, before))
    return bool(value == before)


def _restore(value: Any, before: Any) -> None:
    if isinstance(value, np.ndarray):
        if value.flags.writeable:
            value[...] = before
    else:
        value[:] = before


def _classes_of(function: Any, objects: Iterable[Any]) -> dict[type, dict[str, Any]]:
    """The program's own classes that are at hand, with their attributes: of objects, and by global names."""
    named = [value for value in _global_values(function).values() if isinstance(value, type)]
    kinds = [*named, *[type(value) for value in objects if is_followed(value)]]
    return {kind: dict(vars(kind)) for kind in kinds if not is_of_a_library(kind.__module__)}


def _restore_class(kind: type, before: dict[str, Any]) -> None:
    for name in {**before, **vars(kind)}:
        if name in _OF_PYTHON or vars(kind).get(name, _NONE) is before.get(name, _NONE):
            continue
        if name in before:
            setattr(kind, name, before[name])
        else:
            delattr(kind, name)


@contextlib.contextmanager
def _logged_to(logged: list[str]) -> Iterator[None]:
    """Notes what is logged, by all loggers."""
    make = logging.getLogRecordFactory()

    def noted(*args: Any, **kwargs: Any) -> logging.LogRecord:
        record = make(*args, **kwargs)
        logged.append(record.getMessage())
        return record

    logging.setLogRecordFactory(noted)
    try:
        yield
    finally:
        logging.setLogRecordFactory(make)


def _global_values(function: Any) -> dict[str, Any]:
    """The global names that a function's own code mentions, with their values."""
    code = getattr(function, "__code__", None)
    if code is None:
        return {}
    known = function.__globals__
    return {
        name: known[name]
        for name in code.co_names
        if name in known and not isinstance(known[name], Tensor)
    }
