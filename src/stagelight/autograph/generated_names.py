"""The namespace `ag__` that converted code sees.

An operator says on its definition what converted code calls it, `@generated_name("if_stmt")`. So
compiler, which binds `ag__`, need not import the operators, and they may import the compiler.
"""

from __future__ import annotations

import types
from collections.abc import Callable
from typing import Any, TypeVar

from stagelight.public import is_same_definition

T = TypeVar("T")

namespace = types.SimpleNamespace()


def generated_name(name: str) -> Callable[[T], T]:
    """Makes the decorated object `ag__.<name>` in converted code."""

    def record(definition: T) -> T:
        previous: Any = getattr(namespace, name, definition)
        if not is_same_definition(previous, definition):
            raise ValueError(f"ag__.{name} is taken by {previous!r}.")
        setattr(namespace, name, definition)
        return definition

    return record
