"""Text made of values: f-strings and `template % values`, where a value may be a tensor.

f"x is {x:.2f}"          ag__.text(('x is ', (x, None, '.2f')))
"x is %d" % x            ag__.percent("x is %d", x)
template % x             ag__.percent(template, x)
template %= x            template = ag__.change_percent(template, x)
"""

from __future__ import annotations

import ast

from stagelight.autograph.converters.converter import Converter
from stagelight.autograph.templates import constant, expression, located, name

_CONVERSIONS = {-1: None, 115: "s", 114: "r", 97: "a"}


class Texts(Converter):
    """Routes f-strings and the formatting by `%` through `ag__.text` and `ag__.percent`."""

    concerns = (ast.JoinedStr, ast.BinOp, ast.AugAssign)
    looks_into_expressions = True

    def visit_JoinedStr(self, node: ast.JoinedStr) -> ast.expr:
        parts: list[ast.expr] = []
        for part in node.values:
            if isinstance(part, ast.FormattedValue):
                parts.append(self.formatted(part))
            else:
                parts.append(part)
        made: ast.Call = expression("ag__.text()", at=node)
        made.args = parts
        return made

    def formatted(self, node: ast.FormattedValue) -> ast.expr:
        spec: ast.expr = constant("", node)
        if node.format_spec is not None:
            spec = self.visit(node.format_spec)
        conversion = constant(_CONVERSIONS[node.conversion], node)
        triple = [self.visit(node.value), conversion, spec]
        return located(ast.Tuple(triple, ast.Load()), node)

    def visit_AugAssign(self, node: ast.AugAssign) -> ast.stmt:
        self.generic_visit(node)
        if not isinstance(node.op, ast.Mod) or not isinstance(node.target, ast.Name):
            return node
        read = name(node.target.id, node.target)
        changed = expression(
            "ag__.change_percent(left, values)", at=node, left=read, values=node.value
        )
        return located(ast.Assign([node.target], changed), node)

    def visit_BinOp(self, node: ast.BinOp) -> ast.expr:
        is_number = isinstance(node.left, ast.Constant) and not isinstance(node.left.value, str)
        self.generic_visit(node)
        if is_number or not isinstance(node.op, ast.Mod):
            return node
        return expression("ag__.percent(left, values)", at=node, left=node.left, values=node.right)
