"""What libraries mark as old with `tensorflow.python.util.deprecation`: a warning at the first use."""

from __future__ import annotations

import functools
import inspect
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from stagelight import logs

Decorator = Callable[[Any], Any]


class _State(threading.local):
    is_silent = False


_state = _State()
_told: set[tuple[str, ...]] = set()


@contextmanager
def silence() -> Iterator[None]:
    """Nothing is told inside."""
    before, _state.is_silent = _state.is_silent, True
    try:
        yield
    finally:
        _state.is_silent = before


def _tell(subject: str, what: str, instructions: str | None, date: str | None) -> None:
    if _state.is_silent or (subject, what) in _told:
        return
    _told.add((subject, what))
    until = f"after {date}" if date else "in a future version"
    logs.get_logger().warning(
        "%s: %s is deprecated and will be removed %s. %s", subject, what, until, instructions or ""
    )


def _around(function: Any, before: Callable[[tuple[Any, ...], dict[str, Any]], None]) -> Any:
    @functools.wraps(function)
    def wrapper(*args: Any, **kwargs: Any) -> Any:
        before(args, kwargs)
        return function(*args, **kwargs)

    return wrapper


def deprecated(date: str | None, instructions: str, warn_once: bool = True) -> Decorator:
    """Marks a function, a class or a property.

    Args:
        date: when it goes, or None.
        instructions: what to use instead.
        warn_once: taken for TensorFlow's sake: each place is told of once.
    """

    def decorator(marked: Any) -> Any:
        if isinstance(marked, property):
            getter = decorator(marked.fget)
            return property(getter, marked.fset, marked.fdel, marked.__doc__)
        name = marked.__qualname__
        if inspect.isclass(marked):
            made = _around(
                marked.__init__, lambda args, kwargs: _tell(name, "the class", instructions, date)
            )
            setattr(marked, "__init__", made)  # noqa: B010
            return marked
        return _around(marked, lambda args, kwargs: _tell(name, "the function", instructions, date))

    return decorator


def deprecated_args(
    date: str | None, instructions: str, *names: Any, warn_once: bool = True, **values: Any
) -> Decorator:
    """Marks arguments of a function, by name or as a pair of name and the value that is no use of it."""
    defaults = {**{n[0]: n[1] for n in names if isinstance(n, tuple)}, **values}
    plain = [n for n in names if isinstance(n, str)]

    def decorator(function: Any) -> Any:
        signature = inspect.signature(function)

        def check(args: tuple[Any, ...], kwargs: dict[str, Any]) -> None:
            given = signature.bind_partial(*args, **kwargs).arguments
            for name in (*plain, *defaults):
                if name in given and (name in plain or given[name] is not defaults[name]):
                    _tell(function.__qualname__, f"the argument {name}", instructions, date)

        return _around(function, check)

    return decorator


def deprecated_arg_values(
    date: str | None, instructions: str, warn_once: bool = True, **values: Any
) -> Decorator:
    """Marks values of arguments: `deprecated_arg_values(date, text, axis=None)`."""

    def decorator(function: Any) -> Any:
        signature = inspect.signature(function)

        def check(args: tuple[Any, ...], kwargs: dict[str, Any]) -> None:
            given = signature.bind_partial(*args, **kwargs).arguments
            for name, value in values.items():
                if name in given and given[name] is value:
                    _tell(function.__qualname__, f"{name}={value!r}", instructions, date)

        return _around(function, check)

    return decorator


def deprecated_alias(
    deprecated_name: str, name: str, func_or_class: Any, warn_once: bool = True
) -> Any:
    """A function or class under its old name."""

    def tell(args: tuple[Any, ...], kwargs: dict[str, Any]) -> None:
        _tell(deprecated_name, "the name", f"Please use {name} instead.", None)

    if not inspect.isclass(func_or_class):
        return _around(func_or_class, tell)
    made = _around(func_or_class.__init__, tell)
    return type(func_or_class.__name__, (func_or_class,), {"__init__": made})


def deprecated_endpoints(*names: str) -> Decorator:
    """Marks public names of a function: nothing is to be done when it is called."""
    return lambda marked: marked


def deprecated_argument_lookup(new_name: str, new: Any, old_name: str, old: Any) -> Any:
    """The value of an argument that has two names.

    Raises:
        ValueError: both are given.
    """
    if old is None:
        return new
    if new is not None:
        raise ValueError(f"Cannot specify both '{old_name}' and '{new_name}'.")
    return old
