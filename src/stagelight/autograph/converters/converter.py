"""What all converters share: the conversion they are part of, and what they leave alone.

Classes, generators and `async` functions inside a function stay as they are. (Their methods are
converted when converted code calls them.)
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from stagelight.autograph.naming import Namer
from stagelight.autograph.options import ConversionOptions
from stagelight.autograph.source import FunctionSource


@dataclass
class Conversion:
    """One function on its way through the converters.

    Attributes:
        source: The function as it was written.
        options: What was asked for.
        namespace: The names that it sees from outside: globals and closure.
        namer: Gives names to what is added.
        blocks: The names of functions that were made of blocks of statements.
    """

    source: FunctionSource
    options: ConversionOptions
    namespace: Mapping[str, Any]
    namer: Namer
    blocks: set[str] = field(default_factory=set)

    def new_block(self, root: str) -> str:
        """A name for a function that is made of a block of statements."""
        name = self.namer.new(root)
        self.blocks.add(name)
        return name


class Converter:
    """Changes one kind of statement or expression all over a function.

    A subclass has methods `visit_<kind of node>`, which return the node to put in its place; for a
    statement also a list of statements, or None for nothing.

    Attributes:
        concerns: Kinds of nodes; a function that has none of them, as it was written, needs no
        visit. looks_into_expressions: Whether expressions are visited, or statements only.
    """

    concerns: tuple[type[ast.AST], ...] = ()
    looks_into_expressions = False

    def __init__(self, conversion: Conversion) -> None:
        self.conversion = conversion
        self._visitors: dict[type, Callable[[Any], Any]] = {}

    def visit(self, node: ast.AST) -> Any:
        """What takes the place of a node."""
        kind = type(node)
        if kind not in self._visitors:
            self._visitors[kind] = getattr(self, f"visit_{kind.__name__}", self.generic_visit)
        if kind is ast.FunctionDef and getattr(node, "is_generator", False):
            return node
        return self._visitors[kind](node)

    def visit_ClassDef(self, node: ast.ClassDef) -> Any:
        return node

    def visit_AsyncFunctionDef(self, node: ast.AsyncFunctionDef) -> Any:
        return node

    def visit_block(self, nodes: list[Any]) -> list[Any]:
        """Visits the statements of a block, each of which may become several."""
        visited: list[Any] = []
        for node in nodes:
            if not isinstance(node, ast.AST):
                visited.append(node)
                continue
            result = self.visit(node)
            if type(result) is list:
                visited += result
            elif result is not None:
                visited.append(result)
        return visited

    def generic_visit(self, node: ast.AST) -> Any:
        """Visits what is in a node and leaves the node itself as it is."""
        everything = self.looks_into_expressions
        for name in node._fields:
            value = getattr(node, name, None)
            if type(value) is list:
                if value and (everything or not isinstance(value[0], ast.expr)):
                    value[:] = self.visit_block(value)
            elif everything and isinstance(value, ast.AST) and value._fields:
                setattr(node, name, self.visit(value))
        if isinstance(node, ast.While | ast.For):
            self._visit_beside(node)
        return node

    def _visit_beside(self, node: Any) -> None:
        """What earlier converters keep beside a loop belongs to it."""
        if getattr(node, "test_prelude", None):
            node.test_prelude = self.visit_block(node.test_prelude)
        if self.looks_into_expressions:
            if getattr(node, "extra_test", None) is not None:
                node.extra_test = self.visit(node.extra_test)
            options = getattr(node, "loop_options", {})
            for key in options:
                options[key] = self.visit(options[key])
