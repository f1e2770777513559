"""Unpacking, and displays with stars: `a, *b = value`, `[*xs, a]`."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from stagelight.autograph.generated_names import generated_name
from stagelight.autograph.operators.dispatch import BUILTINS, UNPACK

# A pattern says what the targets are: None, '*' for the rest, or a tuple of patterns.
Pattern = Any


@generated_name("unpack")
def unpack(value: Any, pattern: tuple[Pattern, ...]) -> Any:
    """The values for the targets of a pattern, in the pattern's form.

    Raises:
        ValueError: there are too many or too few.
    """
    overload = UNPACK.overload(value)
    if overload is None:
        is_plain = not any(pattern)
        if is_plain:
            return value  # Python takes it apart, and tells what is wrong with it.
        items = _starred(list(value), pattern)
    else:
        before = pattern.index("*") if "*" in pattern else len(pattern)
        after = len(pattern) - before - 1 if "*" in pattern else None
        items = overload(value, before, after)
    return tuple(
        unpack(item, inner) if isinstance(inner, tuple) else item
        for item, inner in zip(items, pattern, strict=True)
    )


def _starred(items: list[Any], pattern: tuple[Pattern, ...]) -> list[Any]:
    """One item for each target; the starred one gets a list."""
    count = len(pattern)
    if "*" not in pattern:
        if len(items) > count:
            raise ValueError(f"too many values to unpack (expected {count})")
        if len(items) < count:
            raise ValueError(f"not enough values to unpack (expected {count}, got {len(items)})")
        return items
    if len(items) < count - 1:
        raise ValueError(
            f"not enough values to unpack (expected at least {count - 1}, got {len(items)})"
        )
    before = pattern.index("*")
    end = len(items) - (count - before - 1)
    return [*items[:before], items[before:end], *items[end:]]


def names_of(value: Any, pattern: Pattern) -> list[Any]:
    """The values for the names in a pattern, in order."""
    if not isinstance(pattern, tuple):
        return [value]
    return [
        name
        for item, inner in zip(unpack(value, pattern), pattern, strict=True)
        for name in ([item] if not isinstance(inner, tuple) else _flat(item, inner))
    ]


def _flat(value: Any, pattern: Pattern) -> list[Any]:
    if not isinstance(pattern, tuple):
        return [value]
    return [name for item, inner in zip(value, pattern, strict=True) for name in _flat(item, inner)]


def bound(body: Callable[..., Any], pattern: Pattern, value: Any) -> Any:
    """Calls a function with the values for the names in a pattern."""
    return body(*names_of(value, pattern))


@generated_name("spread")
def spread(kind: str, *parts: tuple[bool, Any]) -> Any:
    """A list or tuple of values, and of the elements of those that are starred."""
    result: Any = []
    for is_starred, value in parts:
        if not is_starred:
            result = result + [value]  # noqa: RUF005 (the result may be no Python list)
            continue
        overload = BUILTINS["list"].overload(value)
        result = result + (list(value) if overload is None else overload(value))
    if kind == "list":
        return result
    overload = BUILTINS["tuple"].overload(result)
    return tuple(result) if overload is None else overload(result)
