"""`:=` in an operand that may not be reached: `if a and (b := f()):`.

Later such operands become lambdas, in which `:=` would bind a name of the lambda. So a condition
with one is written as statements here:

    if a and (b := f()):      test_ = a
                              if test_:
                                  test_ = (b := f())
                              if test_:

The statements that compute a `while`'s condition are kept beside the loop, as its test prelude.
"""

from __future__ import annotations

import ast
from typing import Any

from stagelight.autograph.converters.converter import Converter
from stagelight.autograph.templates import located, name, statements


class NamedExpressions(Converter):
    """Unfolds conditions whose later operands bind names."""

    concerns = (ast.NamedExpr,)

    def unfold(self, value: ast.expr) -> tuple[list[ast.stmt], ast.expr]:
        """Statements to run first, and the expression that then has the value."""
        if not _binds_lazily(value):
            return [], value
        if not isinstance(value, ast.BoolOp | ast.IfExp | ast.UnaryOp):
            _keep_python(value)
            return [], value
        result = self.conversion.namer.new("test_")
        return self.assign(result, value), name(result, value)

    def assign(self, result: str, value: ast.expr) -> list[ast.stmt]:
        if not _binds_lazily(value):
            return statements("result = value", at=value, result=result, value=value)
        if isinstance(value, ast.BoolOp):
            first, *others = value.values
            rest = others[0] if len(others) == 1 else located(ast.BoolOp(value.op, others), value)
            test: ast.expr = name(result, value)
            if isinstance(value.op, ast.Or):
                test = located(ast.UnaryOp(ast.Not(), test), value)
            more = located(ast.If(test, self.assign(result, rest), []), rest)
            return [*self.assign(result, first), more]
        if isinstance(value, ast.IfExp):
            before, test = self.unfold(value.test)
            branches = self.assign(result, value.body), self.assign(result, value.orelse)
            return [*before, located(ast.If(test, *branches), value)]
        if isinstance(value, ast.UnaryOp):
            before, value.operand = self.unfold(value.operand)
            return [*before, *self.assign(result, value)]
        # Deeper inside an expression the order of evaluation must stay: Python evaluates it.
        _keep_python(value)
        return self.assign(result, value)

    def visit_If(self, node: ast.If) -> list[ast.stmt]:
        before, node.test = self.unfold(node.test)
        node.body = self.visit_block(node.body)
        node.orelse = self.visit_block(node.orelse)
        return [*before, node]

    def visit_While(self, node: ast.While) -> ast.While:
        before, node.test = self.unfold(node.test)
        node.test_prelude = before  # type: ignore[attr-defined]
        node.body = self.visit_block(node.body)
        return node

    def visit_Assign(self, node: ast.Assign) -> list[ast.stmt]:
        return self.with_value(node)

    def visit_Expr(self, node: ast.Expr) -> list[ast.stmt]:
        return self.with_value(node)

    def visit_Assert(self, node: ast.Assert) -> list[ast.stmt]:
        before, node.test = self.unfold(node.test)
        return [*before, node]

    def generic_visit(self, node: ast.AST) -> ast.AST:
        for part in ast.iter_child_nodes(node):
            if isinstance(part, ast.expr | ast.withitem):
                _keep_python(part)
        return super().generic_visit(node)

    def with_value(self, node: Any) -> list[ast.stmt]:
        before, node.value = self.unfold(node.value)
        return [*before, node]


def _binds_lazily(value: ast.expr) -> bool:
    """Whether `:=` stands in an operand that may not be reached."""
    return any(_has_named(operand) for operand in _lazy_operands(value))


def _lazy_operands(value: ast.AST) -> list[ast.expr]:
    found: list[ast.expr] = []
    for node in ast.walk(value):
        if getattr(node, "is_python", False):
            continue
        if isinstance(node, ast.BoolOp):
            # Both sides become lambdas, so even the first operand must not bind.
            found += node.values
        elif isinstance(node, ast.IfExp):
            found += [node.body, node.orelse]
        elif isinstance(node, ast.Compare) and len(node.ops) > 1:
            found += [node.left, *node.comparators]
    return found


def _has_named(node: ast.AST) -> bool:
    return any(isinstance(part, ast.NamedExpr) for part in ast.walk(node))


def _keep_python(value: ast.AST) -> None:
    """Marks what binds lazily inside an expression as Python's own."""
    for node in ast.walk(value):
        if isinstance(node, ast.BoolOp | ast.IfExp | ast.Compare) and _binds_lazily(node):
            node.is_python = True  # type: ignore[union-attr]
