"""`return` anywhere in a function becomes one `return` at its end.

First, where one branch of an `if` returns, what follows the `if` moves into the other branch: so
both branches give a value, and a staged conditional need not carry "no value yet". Then

    return value          try:
                              do_return = True
                              retval_ = value
                          except:
                              do_return = False
                              raise

loops ask `not do_return`, and what follows is guarded (see `jumps.py`). The `try` keeps the flag
true to the facts when `value` raises and an outer handler goes on.

A function that returns a value on some ways and falls off its end on others returns None there; it
is made to say so.
"""

from __future__ import annotations

import ast
from typing import Any

from stagelight.autograph.converters.converter import Conversion, Converter
from stagelight.autograph.converters.jumps import JumpConverter, negated
from stagelight.autograph.templates import constant, statements


class ReturnPaths(Converter):
    """Moves what follows an `if` with one returning branch into the other branch."""

    concerns = (ast.Return,)

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.FunctionDef:
        scope = node.body[-1]
        assert isinstance(scope, ast.With), "the converter of functions comes first"
        if _returns_a_value(scope.body) and _falls_off(scope.body):
            scope.body += statements("return None", at=scope.body[-1])
        scope.body, _ = self.paths(scope.body)
        return node

    def paths(self, nodes: list[ast.stmt]) -> tuple[list[ast.stmt], bool]:
        """The block, and whether it always returns."""
        for index, node in enumerate(nodes):
            returns = self.always_returns(node)
            if isinstance(node, ast.If) and nodes[index + 1 :]:
                body_returns, orelse_returns = returns
                if body_returns or orelse_returns:
                    rest, rest_returns = self.paths(nodes[index + 1 :])
                    (node.orelse if body_returns else node.body).extend(rest)
                    other_returns = body_returns and orelse_returns
                    return nodes[: index + 1], other_returns or rest_returns
            if all(returns):
                rest, _ = self.paths(nodes[index + 1 :])
                return [*nodes[: index + 1], *rest], True
        return nodes, False

    def always_returns(self, node: ast.stmt) -> tuple[bool, bool]:
        """Whether the two ways through a statement, its branches if it has them, return."""
        if isinstance(node, ast.Return):
            return True, True
        if isinstance(node, ast.If):
            node.body, body_returns = self.paths(node.body)
            node.orelse, orelse_returns = self.paths(node.orelse)
            return body_returns, orelse_returns
        # A `with` does not always return when its body does: it may swallow an error.
        if isinstance(node, ast.With | ast.While | ast.For):
            node.body, _ = self.paths(node.body)
        elif isinstance(node, ast.Try | ast.TryStar):
            for part in (node, *node.handlers):
                part.body, _ = self.paths(part.body)
            node.orelse, _ = self.paths(node.orelse)
            node.finalbody, _ = self.paths(node.finalbody)
        elif isinstance(node, ast.FunctionDef):
            self.visit(node)
        return False, False


def _returns_a_value(nodes: list[ast.stmt]) -> bool:
    """Whether there is a `return` of something in a function's own statements."""
    waiting: list[ast.AST] = list(nodes)
    while waiting:
        node = waiting.pop()
        if isinstance(node, ast.Return):
            if node.value is not None:
                return True
        elif not isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef | ast.expr):
            waiting += ast.iter_child_nodes(node)
    return False


def _falls_off(nodes: list[ast.stmt]) -> bool:
    """Whether a block may be left at its end."""
    last = nodes[-1] if nodes else None
    if isinstance(last, ast.Return | ast.Raise):
        return False
    if isinstance(last, ast.If):
        return _falls_off(last.body) or _falls_off(last.orelse)
    if isinstance(last, ast.While):
        return not (isinstance(last.test, ast.Constant) and last.test.value)
    if isinstance(last, ast.With):
        return _falls_off(last.body)
    if isinstance(last, ast.Try | ast.TryStar):
        if last.finalbody and not _falls_off(last.finalbody):
            return False
        ends = [last.orelse or last.body, *(handler.body for handler in last.handlers)]
        return any(map(_falls_off, ends))
    return True


class ReturnStatements(JumpConverter):
    """Lowers `return`; it ends at the function."""

    concerns = (ast.Return,)

    jump = "return"

    def __init__(self, conversion: Conversion) -> None:
        super().__init__(conversion)
        self.functions: list[tuple[str, str]] = []

    def flag(self) -> str:
        return self.functions[-1][0]

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.FunctionDef:
        namer = self.conversion.namer
        self.functions.append((namer.new("do_return"), namer.new("retval_")))
        scope = node.body[-1]
        assert isinstance(scope, ast.With), "the converter of functions comes first"
        scope.body, is_used = self.block(scope.body)
        flag, value = self.functions.pop()
        if is_used:
            scope.body = statements(
                "flag = False\nvalue = ag__.UndefinedReturnValue()\n"
                "body\nreturn scope.ret(value, flag)",
                at=scope,
                flag=flag,
                value=value,
                body=scope.body,
                scope=node.scope_name,  # type: ignore[attr-defined]
            )
        return node

    def statement(self, node: ast.stmt) -> tuple[list[ast.stmt], bool]:
        if isinstance(node, ast.Return):
            flag, value = self.functions[-1]
            lowered = statements(
                "try:\n  flag = True\n  value = result\nexcept:\n  flag = False\n  raise",
                at=node,
                flag=flag,
                value=value,
                result=node.value or constant(None, node),
            )
            return lowered, True
        if isinstance(node, ast.While):
            node.body, jumps = self.block(node.body)
            if jumps:
                node.test = negated(self.flag(), node.test, at=node)
            return [node], jumps
        if isinstance(node, ast.For):
            node.body, jumps = self.block(node.body)
            if jumps:
                beside: Any = node
                extra_test = getattr(node, "extra_test", None)
                beside.extra_test = negated(self.flag(), extra_test, at=node)
            return [node], jumps
        return super().statement(node)
