"""`break`, and the `else` of loops.

    while test:               break_ = False
        ...                   while not break_ and test:
        break                     ...
    else:                         break_ = True; continue
        rest                  if not break_:
                                  rest

A `for` keeps the condition `not break_` beside it, as its extra test.
"""

from __future__ import annotations

import ast

from stagelight.autograph.converters.converter import Conversion, Converter
from stagelight.autograph.converters.jumps import negated
from stagelight.autograph.templates import statements


class BreakStatements(Converter):
    """Turns `break` into a flag that the loop's condition asks."""

    concerns = (ast.While, ast.For)

    def __init__(self, conversion: Conversion) -> None:
        super().__init__(conversion)
        self.loops: list[list[str]] = []  # of each loop around: its flag, once it is used

    def visit_Break(self, node: ast.Break) -> list[ast.stmt]:
        flag, *used = self.loops[-1]
        if not used:
            self.loops[-1].append("used")
        return statements("flag = True\ncontinue", at=node, flag=flag)

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.FunctionDef:
        around, self.loops = self.loops, []
        node.body = self.visit_block(node.body)
        self.loops = around
        return node

    def visit_While(self, node: ast.While) -> list[ast.stmt]:
        return self.loop(node)

    def visit_For(self, node: ast.For) -> list[ast.stmt]:
        return self.loop(node)

    def loop(self, node: ast.While | ast.For) -> list[ast.stmt]:
        flag = self.conversion.namer.new("break_")
        self.loops.append([flag])
        node.body = self.visit_block(node.body)
        is_used = len(self.loops.pop()) > 1
        orelse, node.orelse = self.visit_block(node.orelse), []
        if not is_used:
            return [node, *orelse]
        if isinstance(node, ast.While):
            node.test = negated(flag, node.test, at=node)
        else:
            node.extra_test = negated(flag, None, at=node)  # type: ignore[attr-defined]
        before = statements("flag = False", at=node, flag=flag)
        if orelse:
            orelse = statements("if not flag: rest", at=node, flag=flag, rest=orelse)
        return [*before, node, *orelse]
