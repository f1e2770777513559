"""The tables of programs that fail.

A program fails at the line marked `# fails`, or is refused for what stands there; `# fails: x + y` says
which expression of the line is underlined. Programs of `SINGLE` are called as they are; those of `OPERATIONS`
are run eagerly, staged with known shapes, and staged with unknown ones.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

SINGLE: dict[str, Callable[[], Any]] = {}


def single(program: Callable[[], Any]) -> Callable[[], Any]:
    """Records a program without arguments."""
    SINGLE[program.__name__] = program
    return program


@dataclass(frozen=True)
class Operation:
    """A function of tensors that an operation in it refuses."""

    function: Callable[..., Any]
    arguments: tuple[Any, ...]


OPERATIONS: dict[str, Operation] = {}


def operation(*arguments: Any) -> Callable[..., Any]:
    """Records a function with the arguments that it refuses."""

    def record(function: Callable[..., Any]) -> Callable[..., Any]:
        OPERATIONS[function.__name__] = Operation(function, arguments)
        return function

    return record
