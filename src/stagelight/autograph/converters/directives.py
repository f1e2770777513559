"""Directives: `tf.autograph.experimental.set_loop_options(...)` at the beginning of a loop.

The call disappears and its arguments become options of the loop. It is recognised by what its name
means when the function is converted.
"""

from __future__ import annotations

import ast
import inspect
from typing import Any

from stagelight.autograph.converters.converter import Conversion, Converter
from stagelight.autograph.loop_options import set_loop_options
from stagelight.autograph.refusals import refuse
from stagelight.autograph.templates import located

_UNKNOWN = object()


class Directives(Converter):
    """Moves loop options from calls into the loops."""

    def __init__(self, conversion: Conversion) -> None:
        super().__init__(conversion)
        self.loops: list[ast.While | ast.For | None] = [None]

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.FunctionDef:
        self.loops.append(None)
        node.body = self.visit_block(node.body)
        self.loops.pop()
        return node

    def visit_While(self, node: ast.While) -> ast.While:
        return self.loop(node)

    def visit_For(self, node: ast.For) -> ast.For:
        return self.loop(node)

    def loop(self, node: Any) -> Any:
        self.loops.append(node)
        first, *rest = node.body
        options = self.options_of(first)
        if options is not None:
            node.loop_options = options
            node.body = rest or [located(ast.Pass(), first)]
        node.body = self.visit_block(node.body)
        self.loops.pop()
        node.orelse = self.visit_block(node.orelse)
        return node

    def visit_Expr(self, node: ast.Expr) -> ast.Expr:
        if self.options_of(node) is not None:
            raise refuse(
                "AG102",
                node,
                self.conversion.source,
                "set_loop_options that is not the first statement of a loop",
                "move it to the first line of the loop's body.",
            )
        return node

    def options_of(self, node: ast.stmt) -> dict[str, ast.expr] | None:
        if not (isinstance(node, ast.Expr) and isinstance(node.value, ast.Call)):
            return None
        call = node.value
        if self.meaning(call.func) is not set_loop_options:
            return None
        keywords = {keyword.arg: keyword.value for keyword in call.keywords if keyword.arg}
        bound = inspect.signature(set_loop_options).bind(*call.args, **keywords)
        return dict(bound.arguments)

    def meaning(self, node: ast.expr) -> Any:
        """What a dotted name stands for, as far as globals, closure and attributes tell."""
        if isinstance(node, ast.Name):
            return self.conversion.namespace.get(node.id, _UNKNOWN)
        if isinstance(node, ast.Attribute):
            owner = self.meaning(node.value)
            if inspect.ismodule(owner) or isinstance(owner, type):
                return getattr(owner, node.attr, _UNKNOWN)
        return _UNKNOWN
