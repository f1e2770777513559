"""Text made of values: f-strings, `%` and `str.format`.

All three are parts: literal text, and triples of a value, a conversion (`s`, `r`, `a` or None, and for `%`
also `int` or `float`) and a format. A template that says more than that (`%(name)s`, `{a.b}`, nested formats)
has no parts; only Python can fill it.

Methods of `str`, and the builtins that write or read texts, come here too (`call_of_text`).
"""

from __future__ import annotations

import operator
import re
import string
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from types import FunctionType, MethodDescriptorType, MethodWrapperType, WrapperDescriptorType
from typing import Any

from stagelight.autograph.allow_list import is_of_a_library
from stagelight.autograph.generated_names import generated_name
from stagelight.autograph.operators.dispatch import (
    BUILTINS,
    TEXT,
    TEXT_ARGUMENT,
    TEXT_METHOD,
    Implementation,
)
from stagelight.autograph.operators.refusing import APPLIES_OPERATORS

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
    overload = _overload_of(values)
    if overload is None:
        return joined(parts)
    return overload(lambda *given: joined(_with_values(parts, given)), values, parts)


def elements_within(value: Any, around: tuple[int, ...] = ()) -> Iterator[Any]:
    """A value, or what is in it if it is one of Python's containers.

    Args:
        value: the value.
        around: the ids of the containers that it is in: a container may contain itself.
    """
    if not is_container(value):
        yield value
    elif id(value) not in around:
        around = (*around, id(value))
        if is_written_by_program(value):
            elements = vars(value).values()
        else:
            elements = dict.values(value) if isinstance(value, dict) else value
        for element in elements:
            yield from elements_within(element, around)


def is_container(value: Any) -> bool:
    """Whether the text of a value is made of those of its elements."""
    if isinstance(value, list | dict) or type(value) is tuple or _is_named_tuple(value):
        return True
    return is_written_by_program(value)


def is_written_by_program(value: Any) -> bool:
    """Whether a value is an object whose class says in Python what its text is, as dataclasses do."""
    kind = type(value)
    if isinstance(value, str | list | dict | tuple) or not hasattr(value, "__dict__"):
        return False
    writers = (kind.__str__, kind.__repr__, kind.__format__)
    is_written = any(type(writer) is FunctionType for writer in writers)
    return is_written and not is_of_a_library(kind.__module__)


def _is_named_tuple(value: Any) -> bool:
    return isinstance(value, tuple) and hasattr(value, "_fields")


def _overload_of(values: Any) -> Implementation | None:
    """The implementation of a text of values; see `dispatch.TEXT`."""
    return TEXT.overload_of_any(element for value in values for element in elements_within(value))


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
def percent(template: Any, values: Any) -> Any:
    """`template % values`."""
    if not isinstance(template, str):
        return template % values
    if TEXT.overload(template) is not None:
        return call_of_text(template.__mod__, (values,), {})
    if isinstance(values, dict):
        return _percent_of_names(template, values)
    items = values if type(values) is tuple else (values,)
    overload = _overload_of(items)
    if overload is None:
        return template % values
    return overload(
        lambda *given: template % given, list(items), _parts_of_percent(template, items)
    )


@generated_name("change_percent")
def change_percent(template: Any, values: Any) -> Any:
    """What `template %= values` assigns."""
    if isinstance(template, str):
        return percent(template, values)
    return operator.imod(template, values)


def _percent_of_names(template: str, values: dict[Any, Any]) -> Any:
    overload = _overload_of(values.values())
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


# What writes a text of one value: its conversion.
_WRITES: dict[Any, str] = {str: "s", repr: "r", ascii: "a"}
# How a method of a class is called without an object of it, and how a special method of an object.
_OF_CLASS = (MethodDescriptorType, WrapperDescriptorType)
METHODS_OF_TEXT = (*_OF_CLASS, MethodWrapperType)


def call_of_text(function: Any, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
    """The call of a method of `str`, or of a builtin function that takes a text or writes one.

    Returns:
        Its result; `NotImplemented` where no text of tensors takes part.
    """
    owner: Any = getattr(function, "__self__", None)
    if type(function) in _OF_CLASS and function.__objclass__ is str and args:
        owner, *others = args
        args = tuple(others)
    if isinstance(owner, str) and hasattr(str, function.__name__):
        return _call_of_method(function.__name__, owner, args, kwargs)
    if function in _WRITES and len(args) == 1 and not kwargs:
        if _overload_of(args) is not None:
            return text((args[0], _WRITES[function], ""))
    elif function is format and args and not kwargs:
        if _overload_of(args) is not None:
            return text((args[0], None, args[1] if len(args) > 1 else ""))
    overload = TEXT_ARGUMENT.overload_of_any((*args, *kwargs.values()))
    return NotImplemented if overload is None else overload(function, args, kwargs)


def _call_of_method(name: str, owner: str, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
    if name == "format" and TEXT.overload(owner) is None:
        return formatted(owner, args, kwargs)
    if name == "format_map" and TEXT.overload(owner) is None and isinstance(args[0], dict):
        return formatted(owner, (), args[0])
    if name == "__mod__" and TEXT.overload(owner) is None:
        return percent(owner, *args)
    if name == "join" and len(args) == 1:
        args = (_listed(args[0]),)
        if TEXT_METHOD.overload_of_any((owner, *elements_within(args[0]))) is None:
            return owner.join(*args)
    taken = (element for value in (*args, *kwargs.values()) for element in elements_within(value))
    overload = TEXT_METHOD.overload_of_any((owner, *taken))
    return NotImplemented if overload is None else overload(name, owner, args, kwargs)


def _listed(values: Any) -> Any:
    """The texts that `join` gets as a list, which can be looked into before they are joined."""
    if TEXT.overload(values) is not None:
        return values
    overload = BUILTINS["list"].overload(values)
    if overload is not None:
        return overload(values)
    is_read_once = isinstance(values, Iterable) and not isinstance(values, str | list | tuple)
    return list(values) if is_read_once else values


def formatted(template: str, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
    """`template.format(*args, **kwargs)`."""
    parts = _parts_of_format(template, args, kwargs)
    values = [part[0] for part in parts or () if type(part) is tuple]
    overload = _overload_of((*args, *kwargs.values(), *values))
    if overload is None:
        return template.format(*args, **kwargs)
    count = len(args)
    return overload(
        lambda *given: template.format(
            *given[:count], **dict(zip(kwargs, given[count:], strict=True))
        ),
        [*args, *kwargs.values()],
        parts,
    )


def _parts_of_format(
    template: str, args: Sequence[Any], kwargs: Mapping[str, Any]
) -> list[Any] | None:
    parts: list[Any] = []
    count = 0
    try:
        fields = list(string.Formatter().parse(template))
    except ValueError:
        return None
    for literal, field, spec, conversion in fields:
        parts.append(literal)
        if field is None:
            continue
        if field == "" or field[0] in ".[":
            field, count = f"{count}{field}", count + 1
        if "{" in (spec or ""):
            return None
        try:
            value, _ = string.Formatter().get_field(field, args, kwargs)
        except (LookupError, AttributeError):
            return None
        parts.append((value, conversion, spec or ""))
    return parts


APPLIES_OPERATORS.add(percent.__code__)
