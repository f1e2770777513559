"""Reads of elements: `values[i]` becomes `ag__.item(values, i)`, since `i` may be a tensor.

Literal indices, and tuples of indices, which only tensors understand, stay as they are.
"""

from __future__ import annotations

import ast

from stagelight.autograph.converters.converter import Converter
from stagelight.autograph.templates import constant, expression


class Subscripts(Converter):
    """Routes reads of elements through `ag__.item`."""

    concerns = (ast.Subscript,)
    looks_into_expressions = True

    def visit_arg(self, node: ast.arg) -> ast.arg:
        return node  # its annotation means what it says

    def visit_AnnAssign(self, node: ast.AnnAssign) -> ast.AnnAssign:
        if node.value is not None:
            node.value = self.visit(node.value)
        return node

    def visit_Subscript(self, node: ast.Subscript) -> ast.expr:
        self.generic_visit(node)
        if not isinstance(node.ctx, ast.Load):
            return node
        index = node.slice
        if isinstance(index, ast.Slice):
            bounds = (index.lower, index.upper, index.step)
            if all(bound is None or _is_literal(bound) for bound in bounds):
                return node
            index = expression(
                "ag__.slice(lower, upper, step)",
                at=node,
                **{
                    key: constant(None, node) if bound is None else bound
                    for key, bound in zip(("lower", "upper", "step"), bounds, strict=True)
                },
            )
        elif _is_literal(index) or isinstance(index, ast.Tuple):
            return node
        return expression("ag__.item(owner, index)", at=node, owner=node.value, index=index)


def _is_literal(node: ast.expr) -> bool:
    if isinstance(node, ast.UnaryOp):
        node = node.operand
    return isinstance(node, ast.Constant)
