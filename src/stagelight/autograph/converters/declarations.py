"""Declarations: `global` and `nonlocal` go to the beginning of the function, annotations of locals
away.

Blocks become functions later, and declare what they assign themselves; a declaration inside a block
would hold for that block alone, and an annotated name must not be declared at all. Python does not
evaluate the annotations of local names.
"""

from __future__ import annotations

import ast
from typing import Any

from stagelight.autograph.converters.converter import Conversion, Converter
from stagelight.autograph.templates import located


class Declarations(Converter):
    """Gathers declarations at the top of each function."""

    concerns = (ast.Global, ast.Nonlocal, ast.AnnAssign)

    def __init__(self, conversion: Conversion) -> None:
        super().__init__(conversion)
        self.found: list[list[ast.stmt]] = []

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.FunctionDef:
        self.found.append([])
        node.body = self.visit_block(node.body)
        declarations = self.found.pop()
        after_docstring = 1 if ast.get_docstring(node, clean=False) is not None else 0
        node.body[after_docstring:after_docstring] = declarations
        return node

    def visit_Global(self, node: ast.Global) -> ast.stmt | None:
        self.found[-1].append(node)
        return None

    def visit_Nonlocal(self, node: ast.Nonlocal) -> ast.stmt | None:
        self.found[-1].append(node)
        return None

    def visit_AnnAssign(self, node: ast.AnnAssign) -> Any:
        if node.value is not None:
            return located(ast.Assign([node.target], node.value), node)
        return None

    def generic_visit(self, node: ast.AST) -> ast.AST:
        super().generic_visit(node)
        for part in (node, *getattr(node, "handlers", ()), *getattr(node, "cases", ())):
            if getattr(part, "body", True) == []:
                part.body = [located(ast.Pass(), node)]
        return node
