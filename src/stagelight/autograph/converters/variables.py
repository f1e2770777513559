"""Names: reads go through `ag__.ld`, which knows names without a value; `del` makes such a name.

y = x            y = ag__.ld(x)
x += y           x = ag__.ld(x); x += ag__.ld(y)
del x            x = ag__.Undefined('x')
"""

from __future__ import annotations

import ast
from typing import Any

from stagelight.autograph.analysis.activity import activity_of
from stagelight.autograph.converters.converter import Conversion, Converter
from stagelight.autograph.templates import constant, expression, located, statements


class Variables(Converter):
    """Routes the reads that the user wrote through `ag__.ld`."""

    looks_into_expressions = True

    def __init__(self, conversion: Conversion) -> None:
        super().__init__(conversion)
        self.shared: list[set[str]] = []  # of each function around: names that are not its own

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.FunctionDef:
        is_block = node.name in self.conversion.blocks
        if not is_block:
            activity = activity_of(node.body)
            self.shared.append(activity.globals | activity.nonlocals)
        returns, node.returns = node.returns, None
        self.generic_visit(node)
        node.returns = returns
        for name in getattr(node, "undefined_at_entry", ()):
            scope = node.body[-1]
            assert isinstance(scope, ast.With), "the converter of functions comes first"
            text = constant(name, scope)
            template = "name = ag__.Undefined(text)"
            scope.body[:0] = statements(template, at=scope, name=name, text=text)
        if not is_block:
            self.shared.pop()
        return node

    def visit_arg(self, node: ast.arg) -> ast.arg:
        return node  # its annotation means what it says

    def visit_match_case(self, node: ast.match_case) -> ast.match_case:
        # Names in a pattern are not expressions.
        node.body = self.visit_block(node.body)
        if node.guard is not None:
            node.guard = self.visit(node.guard)
        return node

    def visit_Name(self, node: ast.Name) -> ast.expr:
        if isinstance(node.ctx, ast.Load) and getattr(node, "is_from_source", False):
            return expression("ag__.ld(name)", at=node, name=node)
        return node

    def visit_AugAssign(self, node: ast.AugAssign) -> Any:
        self.generic_visit(node)
        if not isinstance(node.target, ast.Name):
            return node
        read = statements("name = ag__.ld(name)", at=node, name=node.target.id)
        return [*read, node]

    def visit_Delete(self, node: ast.Delete) -> Any:
        self.generic_visit(node)
        made: list[ast.stmt] = []
        targets = list(node.targets)
        while targets:
            target = targets.pop(0)
            if isinstance(target, ast.Tuple | ast.List):
                targets[:0] = target.elts
            elif isinstance(target, ast.Name) and target.id not in self.shared[-1]:
                text = constant(target.id, node)
                template = "ag__.ld(name)\nname = ag__.Undefined(text)"
                made += statements(template, at=node, name=target.id, text=text)
            else:
                made.append(located(ast.Delete([target]), node))
        return made
