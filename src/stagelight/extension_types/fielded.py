"""Objects whose attributes are fields: extension types, and their specs.

A constructor sets the fields, the program's own too; when it has ended they are converted, checked, and
set for good.
"""

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable
from typing import Any, ClassVar

from stagelight.extension_types.fields import MISSING, Field


class Fielded:
    """The base of what has fields.

    Attributes:
        _abstract_name: The public class that it is made from, for messages.
    """

    _abstract_name: ClassVar[str]

    @classmethod
    def _fields(cls) -> tuple[Field, ...]:
        """The fields, in the order in which they were annotated."""
        raise NotImplementedError

    @staticmethod
    def _convert(value: Any, annotation: Any, path: str) -> Any:
        """What is held for a value.

        Raises:
            TypeError: the annotation does not allow it.
        """
        raise NotImplementedError

    def _finish(self) -> None:
        """Called when the fields are set."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        given = inspect.signature(type(self)).bind(*args, **kwargs)
        self.__dict__.update(given.arguments)

    @classmethod
    def _of_fields(cls, fields: dict[str, Any]) -> Any:
        """An object of fields that are right, made without its constructor."""
        made = cls.__new__(cls)
        made.__dict__.update(fields)
        return made

    @property
    def _held(self) -> dict[str, Any]:
        """The fields with what they are."""
        return {field.name: self.__dict__[field.name] for field in self._fields()}

    def __setattr__(self, name: str, value: Any) -> None:
        if _CONSTRUCTING not in self.__dict__ or all(name != x.name for x in self._fields()):
            raise self._no_mutation(name)
        self.__dict__[name] = value

    def __delattr__(self, name: str) -> None:
        raise self._no_mutation(name)

    def _no_mutation(self, name: str) -> AttributeError:
        return AttributeError(
            f"Cannot mutate attribute `{name}` outside the custom constructor of {self._abstract_name}."
        )


# An attribute that is there while a constructor runs.
_CONSTRUCTING = "_is_being_constructed"


def constructor(own: Callable[..., None]) -> Callable[..., None]:
    """A constructor after which the fields are converted and checked.

    Those of base classes run inside of it.
    """

    @functools.wraps(own)
    def construct(self: Any, *args: Any, **kwargs: Any) -> None:
        if _CONSTRUCTING in self.__dict__:
            return own(self, *args, **kwargs)
        self.__dict__[_CONSTRUCTING] = True
        try:
            own(self, *args, **kwargs)
        finally:
            del self.__dict__[_CONSTRUCTING]
        missing = []
        for field in self._fields():
            value = self.__dict__.get(field.name, field.default)
            if value is MISSING:
                missing.append(field.name)
                continue
            self.__dict__[field.name] = self._convert(value, field.annotation, field.name)
        if missing:
            raise ValueError(f"Missing required fields: {set(missing)}")
        self._finish()
        return None

    return construct
