"""`and`, `or`, `not`, and comparisons where they amount to these.

    a and b          ag__.and_(lambda: a, lambda: b)
    not a            ag__.not_(a)
    a < b < c        ag__.and_(lambda: a < b, lambda: b < c)
    if a and b:      if ag__.both_true(lambda: a, lambda: b):
    a in b           ag__.in_(a, b)
    a is None        ag__.is_(a, None)

`==` and `!=` are converted only where the feature EQUALITY_OPERATORS asks for it: tensors compare
by elements anyway.
"""

from __future__ import annotations

import ast
import copy
from typing import Any

from stagelight.autograph.converters.converter import Converter
from stagelight.autograph.options import Feature
from stagelight.autograph.templates import expression, located


class LogicalExpressions(Converter):
    """Turns logical operators into calls."""

    concerns = (
        ast.BoolOp, ast.UnaryOp, ast.Compare, ast.If, ast.While, ast.For, ast.With, ast.Try, ast.Match,
    )  # fmt: skip
    looks_into_expressions = True

    def visit_BoolOp(self, node: ast.BoolOp) -> Any:
        self.generic_visit(node)
        if getattr(node, "is_python", False):
            return node
        functions = _OF_CONDITIONS if hasattr(node, "is_condition") else _OF_VALUES
        function = functions[type(node.op)]
        *others, result = node.values
        for left in reversed(others):
            result = expression(
                f"{function}(lambda: left, lambda: right)", at=node, left=left, right=result
            )
        return result

    def visit_UnaryOp(self, node: ast.UnaryOp) -> Any:
        if isinstance(node.op, ast.Not):
            mark_condition(node.operand)
        self.generic_visit(node)
        if isinstance(node.op, ast.Not):
            return expression("ag__.not_(operand)", at=node, operand=node.operand)
        return node

    def visit_Compare(self, node: ast.Compare) -> Any:
        if getattr(node, "is_python", False):
            return self.generic_visit(node)
        self.generic_visit(node)
        if len(node.ops) == 1:
            return self.single(node)
        operands = [node.left, *node.comparators]
        if all(_is_plain(operand) for operand in operands[1:-1]):
            return self.conjunction(node, operands)
        # Operands in the middle are read twice but must be evaluated once.
        names = [self.conversion.namer.new("operand") for _ in operands[:-1]]
        reads: list[ast.expr] = [
            located(ast.Name(name, ast.Load()), operand)
            for name, operand in zip(names, operands, strict=False)
        ]
        test = self.conjunction(node, [*reads, operands[-1]])
        made: ast.Call = expression("(lambda: test)()", at=node, test=test)
        assert isinstance(made.func, ast.Lambda)
        made.func.args.args = [located(ast.arg(name), node) for name in names]
        made.args = operands[:-1]
        return made

    def conjunction(self, node: ast.Compare, operands: list[ast.expr]) -> ast.expr:
        parts = [
            self.single(located(ast.Compare(left, [operator], [copy.deepcopy(right)]), node))
            for left, operator, right in zip(operands, node.ops, operands[1:], strict=False)
        ]
        result = parts[0]
        for part in parts[1:]:
            result = expression(
                "ag__.and_(lambda: left, lambda: right)", at=node, left=result, right=part
            )
        return result

    def single(self, node: ast.Compare) -> ast.expr:
        (operator,) = node.ops
        sides = (node.left, node.comparators[0])
        if isinstance(operator, ast.In | ast.NotIn) or (
            isinstance(operator, ast.Is | ast.IsNot) and any(map(_is_none, sides))
        ):
            function = _FUNCTIONS[type(operator)]
            return expression(f"{function}(left, right)", at=node, left=sides[0], right=sides[1])
        if not isinstance(operator, ast.Eq | ast.NotEq) or not self.conversion.options.uses(
            Feature.EQUALITY_OPERATORS
        ):
            return node
        function = "ag__.eq" if isinstance(operator, ast.Eq) else "ag__.not_eq"
        return expression(f"{function}(left, right)", at=node, left=sides[0], right=sides[1])


_FUNCTIONS: dict[type[ast.cmpop], str] = {
    ast.In: "ag__.in_",
    ast.NotIn: "ag__.not_in",
    ast.Is: "ag__.is_",
    ast.IsNot: "ag__.is_not",
}


_OF_VALUES: dict[type[ast.boolop], str] = {ast.And: "ag__.and_", ast.Or: "ag__.or_"}
_OF_CONDITIONS: dict[type[ast.boolop], str] = {
    ast.And: "ag__.both_true",
    ast.Or: "ag__.either_true",
}


def mark_condition(node: ast.expr) -> None:
    """Marks an expression of which only the truth is asked for, and such operands in it."""
    if isinstance(node, ast.BoolOp):
        node.is_condition = True  # type: ignore[attr-defined]
        for operand in node.values:
            mark_condition(operand)


def _is_none(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant) and node.value is None


def _is_plain(node: ast.expr) -> bool:
    """Whether reading it twice is as good as once."""
    return isinstance(node, ast.Name | ast.Constant)
