"""`continue` becomes a flag that is false again at the beginning of each round."""

from __future__ import annotations

import ast

from stagelight.autograph.converters.converter import Conversion
from stagelight.autograph.converters.jumps import JumpConverter
from stagelight.autograph.templates import statements


class ContinueStatements(JumpConverter):
    """Lowers `continue`; it ends at the loop."""

    concerns = (ast.While, ast.For)

    jump = "break` or `continue"

    def __init__(self, conversion: Conversion) -> None:
        super().__init__(conversion)
        self.flags: list[str] = []

    def flag(self) -> str:
        return self.flags[-1]

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.FunctionDef:
        around, self.flags = self.flags, []
        node.body, _ = self.block(node.body)
        self.flags = around
        return node

    def statement(self, node: ast.stmt) -> tuple[list[ast.stmt], bool]:
        if isinstance(node, ast.Continue):
            return statements("flag = True", at=node, flag=self.flag()), True
        if isinstance(node, ast.While | ast.For):
            self.flags.append(self.conversion.namer.new("continue_"))
            node.body, is_used = self.block(node.body)
            flag = self.flags.pop()
            if is_used:
                node.body[:0] = statements("flag = False", at=node.body[0], flag=flag)
            return [node], False
        return super().statement(node)
