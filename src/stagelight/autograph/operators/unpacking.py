"""Unpacking, and displays with stars: `a, *b = value`, `[*xs, a]`."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from stagelight.autograph.generated_names import generated_name
from stagelight.autograph.operators.dispatch import BUILTINS, ROWS, UNPACK
from stagelight.autograph.operators.refusing import APPLIES_OPERATORS, refusal_here

# A pattern says what the targets are: None, '*' for the rest, or a tuple of patterns.
Pattern = Any


@generated_name("unpack")
def unpack(value: Any, pattern: tuple[Pattern, ...]) -> Any:
    """The values for the targets of a pattern, in the pattern's form.

    Raises:
        ValueError: there are too many or too few.
    """
    overload = UNPACK.overload(value)
    if overload is None and not any(pattern):
        return value  # Python takes it apart, and tells what is wrong with it.
    before = pattern.index("*") if "*" in pattern else len(pattern)
    after = len(pattern) - before - 1 if "*" in pattern else None
    items = (overload or taken_apart)(value, before, after)
    return tuple(
        unpack(item, inner) if isinstance(inner, tuple) else item
        for item, inner in zip(items, pattern, strict=True)
    )


def taken_apart(value: Any, before: int, after: int | None) -> list[Any]:
    """What Python makes of a value; see `dispatch.UNPACK`."""
    items = list(value)
    require_count(len(items), before, after)
    if after is None:
        return items
    end = len(items) - after
    return [*items[:before], items[before:end], *items[end:]]


def require_count(count: int, before: int, after: int | None) -> None:
    """Sees to it that there are values for all targets; see `dispatch.UNPACK`.

    Raises:
        ValueError: there are too many or too few.
    """
    wanted = before + (after or 0)
    if count < wanted:
        at_least = "" if after is None else "at least "
        raise ValueError(f"not enough values to unpack (expected {at_least}{wanted}, got {count})")
    if after is None and count > wanted:
        raise ValueError(f"too many values to unpack (expected {wanted})")


def bound(body: Callable[..., Any], pattern: tuple[Pattern, ...], value: Any) -> Any:
    """Calls a function with the values for the names in a pattern."""
    return body(*_flat(unpack(value, pattern), pattern))


def _flat(value: Any, pattern: Pattern) -> list[Any]:
    if not isinstance(pattern, tuple):
        return [value]
    return [name for item, inner in zip(value, pattern, strict=True) for name in _flat(item, inner)]


@generated_name("arguments")
def arguments(values: Any) -> tuple[Any, ...]:
    """What `*values` gives to a call.

    Raises:
        ConversionError: only the graph knows how many there are.
    """
    overload = ROWS.overload(values)
    if overload is None:
        return tuple(values)
    rows = overload(values)
    if type(rows) is list:
        return tuple(rows)
    raise refusal_here(
        "AG206",
        "a call whose number of arguments only the graph knows",
        "give the values as one argument, or say how many there are with tf.ensure_shape.",
    )


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


APPLIES_OPERATORS.update((taken_apart.__code__, arguments.__code__, spread.__code__))
