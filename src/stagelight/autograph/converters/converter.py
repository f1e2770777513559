"""What all converters share: the conversion they are part of, and what they leave alone.

Classes, generators and `async` functions inside a function stay as they are. (Their methods are
converted when converted code calls them.)
"""

from __future__ import annotations

import ast
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from stagelight.autograph.analysis.activity import is_generator
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


class Converter(ast.NodeTransformer):
    """Changes one kind of statement or expression all over a function."""

    def __init__(self, conversion: Conversion) -> None:
        self.conversion = conversion

    def visit(self, node: ast.AST) -> Any:
        if isinstance(node, ast.FunctionDef) and is_generator(node):
            return node
        return super().visit(node)

    def visit_ClassDef(self, node: ast.ClassDef) -> Any:
        return node

    def visit_AsyncFunctionDef(self, node: ast.AsyncFunctionDef) -> Any:
        return node

    def visit_block(self, nodes: list[ast.stmt]) -> list[ast.stmt]:
        """Visits the statements of a block, each of which may become several."""
        visited: list[ast.stmt] = []
        for node in nodes:
            result = self.visit(node)
            if isinstance(result, list):
                visited += result
            elif result is not None:
                visited.append(result)
        return visited

    def generic_visit(self, node: ast.AST) -> ast.AST:
        # What earlier converters keep beside the tree belongs to it.
        if isinstance(node, ast.For):
            if getattr(node, "extra_test", None) is not None:
                node.extra_test = self.visit(node.extra_test)  # type: ignore[attr-defined]
            options = getattr(node, "loop_options", None)
            for key in options or ():
                options[key] = self.visit(options[key])
        elif isinstance(node, ast.While):
            if getattr(node, "test_prelude", None):
                node.test_prelude = self.visit_block(node.test_prelude)  # type: ignore[attr-defined]
            options = getattr(node, "loop_options", None)
            for key in options or ():
                options[key] = self.visit(options[key])
        return super().generic_visit(node)
