"""The table of constructs: programs with the calls to make of them.

A module of programs begins with `CONSTRUCTS = Table()` and records each program with its calls:

    @CONSTRUCTS.add((3.0,), (-3.0,), gradient=True)
    def if_else(x):
        return x if x > 0.0 else -x

A program finds its library under the global name `tf`. So `loaded(name, library)` can run the same
text under another library.
"""

from __future__ import annotations

import importlib.util
import pathlib
from collections.abc import Callable
from dataclasses import dataclass, field
from types import ModuleType
from typing import Any

SUBJECTS = (
    "absence", "branches", "builtins", "comprehensions", "dictionaries", "elements", "exceptions",
    "functions", "generators", "lists", "loops", "objects", "text",
)  # fmt: skip


@dataclass(frozen=True)
class AsItIs:
    """An argument that is not made a tensor."""

    value: Any


@dataclass(frozen=True)
class Construct:
    """A program.

    Attributes:
        function: The program.
        calls: Tuples of arguments; each becomes a tensor unless it is `AsItIs`.
        gradient: Whether what is floating in the result is differentiated by the first argument.
        prints: Whether what it prints is compared as well.
        refused: Part of the message if staging refuses the program, with the rewrite.
        refused_without_shapes: Likewise, if the sizes of the arguments are not known.
    """

    function: Callable[..., Any]
    calls: tuple[tuple[Any, ...], ...]
    gradient: bool = False
    prints: bool = False
    refused: str | None = None
    refused_without_shapes: str | None = None

    @property
    def name(self) -> str:
        """The module's subject and the function's name."""
        return f"{self.function.__module__.rpartition('.')[2]}.{self.function.__name__}"


@dataclass
class Table:
    """The constructs of a module."""

    constructs: list[Construct] = field(default_factory=list)

    def add(self, *calls: tuple[Any, ...], **options: Any) -> Callable[..., Any]:
        """Records the program below."""

        def record(function: Callable[..., Any]) -> Callable[..., Any]:
            self.constructs.append(Construct(function, calls, **options))
            return function

        return record


def loaded(subject: str, library: ModuleType) -> list[Construct]:
    """The constructs of a module, as programs of a library."""
    path = pathlib.Path(__file__).with_name(f"{subject}.py")
    name = f"constructs_of_{library.__name__}.{subject}"
    spec = importlib.util.spec_from_file_location(name, path)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    module.tf = library  # type: ignore[attr-defined]
    return module.CONSTRUCTS.constructs


def all_constructs(library: ModuleType) -> list[Construct]:
    """The constructs of all modules, as programs of a library."""
    return [construct for subject in SUBJECTS for construct in loaded(subject, library)]
