"""Names for what the conversion adds: `get_state`, `get_state_1`, never one that the user has."""

from __future__ import annotations

import ast
from collections.abc import Iterable


class Namer:
    """Gives out each name once, and none that the function mentions.

    Attributes:
        given: The names that were given out.
    """

    def __init__(self, reserved: Iterable[str]) -> None:
        self._taken = set(reserved)
        self.given: set[str] = set()

    def new(self, root: str) -> str:
        """`root`, or `root_1`, `root_2` and so on, whichever is free."""
        stem, _, last = root.rpartition("_")
        number = 0
        if stem and last.isdigit():
            root, number = stem, int(last)
        name = root
        while name in self._taken:
            number += 1
            name = f"{root}_{number}"
        self._taken.add(name)
        self.given.add(name)
        return name


def names_in(node: ast.AST) -> set[str]:
    """Every identifier in a tree, attributes aside."""
    names = {"ag__"}
    for part in ast.walk(node):
        if isinstance(part, ast.Name):
            names.add(part.id)
        elif isinstance(part, ast.arg):
            names.add(part.arg)
        elif isinstance(part, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            names.add(part.name)
        elif isinstance(part, ast.alias):
            names.add((part.asname or part.name).split(".")[0])
        elif isinstance(part, ast.ExceptHandler | ast.MatchAs | ast.MatchStar):
            names.add(part.name or "_")
        elif isinstance(part, ast.MatchMapping):
            names.add(part.rest or "_")
        elif isinstance(part, ast.Global | ast.Nonlocal):
            names.update(part.names)
    return names
