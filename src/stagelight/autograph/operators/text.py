"""Text made of values: f-strings, `%` and `str.format`.

All three are parts: literal text, and triples of a value, a conversion (`s`, `r`, `a` or None, and for `%`
also `int` or `float`) and a format. A template that says more than that (`%(name)s`, `{a.b}`, nested formats)
has no parts; only Python can fill it.
"""

from __future__ import annotations

import re
import string
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from stagelight.autograph.generated_names import generated_name
from stagelight.autograph.operators.dispatch import TEXT

_CONVERSIONS: dict[str, Callable[[Any], Any]] = {
    "s": str, "r": repr, "a": ascii, "int": int, "float": float,
}  # fmt: skip
# What `%` makes of a value first.
_OF_PERCENT = {"s": "s", "d": "int"}


@generated_name("text")
def text(*parts: Any) -> Any:
    """An f-string.

    Args:
        parts: literal text, and triples of value, conversion (`s`, `r`, `a` or None) and format.
    """
    values = [value for part in parts if type(part) is tuple for value in (part[0], part[2])]
    overload = TEXT.overload_of_any(values)
    if overload is None:
        return joined(parts)
    return overload(lambda *given: joined(_with_values(parts, given)), values, parts)


def joined(parts: Any) -> str:
    """The text of parts."""
    return "".join([formatted_part(*part) if type(part) is tuple else part for part in parts])


def formatted_part(value: Any, conversion: str | None, spec: str) -> str:
    """The text of one value."""
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
    if isinstance(values, dict):
        return _percent_of_names(template, values)
    items = values if type(values) is tuple else (values,)
    overload = TEXT.overload_of_any(items)
    if overload is None:
        return template % values
    return overload(
        lambda *given: template % given, list(items), _parts_of_percent(template, items)
    )


def _percent_of_names(template: str, values: dict[Any, Any]) -> Any:
    overload = TEXT.overload_of_any(values.values())
    if overload is None:
        return template % values
    keys = list(values)
    return overload(
        lambda *given: template % dict(zip(keys, given, strict=True)), [*values.values()], None
    )


_PERCENT = re.compile(r"%(?:(%)|(0?\d*(?:\.\d+)?)([sdfeg]))|%")


def _parts_of_percent(template: str, values: Sequence[Any]) -> list[Any] | None:
    remaining = iter(values)
    parts: list[Any] = []
    end = 0
    for found in _PERCENT.finditer(template):
        parts.append(template[end : found.start()])
        end = found.end()
        percent_sign, size, kind = found.groups()
        if percent_sign:
            parts.append("%")
        elif kind is None or (kind == "s" and size):
            return None
        else:
            value = next(remaining, _NO_VALUE)
            spec = "" if kind == "s" else size + kind
            parts.append((value, _OF_PERCENT.get(kind, "float"), spec))
    parts.append(template[end:])
    is_complete = next(remaining, _NO_VALUE) is _NO_VALUE
    return (
        parts if is_complete and all(part[0] is not _NO_VALUE for part in parts if part) else None
    )


_NO_VALUE = object()


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
        _parts_of_format(template, args, kwargs),
    )


def _parts_of_format(
    template: str, args: Sequence[Any], kwargs: Mapping[str, Any]
) -> list[Any] | None:
    parts: list[Any] = []
    count = 0
    values: dict[str, Any] = {**{str(i): value for i, value in enumerate(args)}, **kwargs}
    try:
        fields = list(string.Formatter().parse(template))
    except ValueError:
        return None
    for literal, field, spec, conversion in fields:
        parts.append(literal)
        if field is None:
            continue
        if field == "":
            field, count = str(count), count + 1
        if field not in values or "{" in (spec or ""):
            return None
        parts.append((values[field], conversion, spec or ""))
    return parts
