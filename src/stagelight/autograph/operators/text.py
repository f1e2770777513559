"""Text made of values: f-strings, `%` and `str.format`."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from stagelight.autograph.generated_names import generated_name
from stagelight.autograph.operators.dispatch import TEXT

_CONVERSIONS: dict[str, Callable[[Any], str]] = {"s": str, "r": repr, "a": ascii}


@generated_name("text")
def text(*parts: Any) -> Any:
    """An f-string.

    Args:
        parts: literal text, and triples of value, conversion (`s`, `r`, `a` or None) and format.
    """
    values = [value for part in parts if type(part) is tuple for value in (part[0], part[2])]
    overload = TEXT.overload_of_any(values)
    if overload is None:
        return _joined(parts)
    return overload(lambda *given: _joined(_with_values(parts, given)), values)


def _joined(parts: Any) -> str:
    return "".join([_formatted(*part) if type(part) is tuple else part for part in parts])


def _formatted(value: Any, conversion: str | None, spec: str) -> str:
    if conversion is not None:
        value = _CONVERSIONS[conversion](value)
    return format(value, spec)


def _with_values(parts: Any, values: tuple[Any, ...]) -> list[Any]:
    remaining = iter(values)
    return [
        (next(remaining), part[1], str(next(remaining))) if type(part) is tuple else part
        for part in parts
    ]


@generated_name("percent")
def percent(template: str, values: Any) -> Any:
    """`template % values`."""
    items = values if type(values) is tuple else (values,)
    overload = TEXT.overload_of_any(items)
    if overload is None:
        return template % values
    return overload(lambda *given: template % given, list(items))


def formatted(template: str, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
    """`template.format(*args, **kwargs)`."""
    overload = TEXT.overload_of_any((*args, *kwargs.values()))
    if overload is None:
        return template.format(*args, **kwargs)
    count = len(args)
    return overload(
        lambda *given: template.format(
            *given[:count], **dict(zip(kwargs, given[count:], strict=True))
        ),
        [*args, *kwargs.values()],
    )
