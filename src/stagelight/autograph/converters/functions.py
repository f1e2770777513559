"""Functions: the body of each runs in an `ag__.FunctionScope`.

    def f(x):                     def f(x):
        body                          with ag__.FunctionScope('f', 'fscope', options) as fscope:
                                          body

Inner functions and lambdas are marked as converted, so that calling them does not convert them
again. The scope has no line of its own: it must not show up when the user's lines are counted or
stepped.
"""

from __future__ import annotations

import ast

from stagelight.autograph.converters.converter import Conversion, Converter
from stagelight.autograph.options import ConversionOptions
from stagelight.autograph.source import Place
from stagelight.autograph.templates import constant, expression, statements

# No line: the compiler lets such code belong to the line before it.
NOWHERE: Place = (-1, -1, -1, -1)


def _nowhere() -> ast.Pass:
    """A node to give its place to code without a line."""
    node = ast.Pass()
    node.lineno, node.col_offset, node.end_lineno, node.end_col_offset = NOWHERE
    return node


class Functions(Converter):
    """Wraps functions in scopes."""

    looks_into_expressions = True

    def __init__(self, conversion: Conversion) -> None:
        super().__init__(conversion)
        self.depth = 0

    def options(self) -> ConversionOptions:
        options = self.conversion.options
        return options if self.depth == 1 else options.call_options()

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.FunctionDef:
        self.depth += 1
        scope_name = self.conversion.namer.new("fscope")
        node.scope_name = scope_name  # type: ignore[attr-defined]
        docstring = []
        if ast.get_docstring(node, clean=False) is not None:
            docstring = node.body[:1]
        body = self.visit_block(node.body[len(docstring) :])
        if self.depth == 1:
            # They were applied when the function was made.
            node.decorator_list = []
        else:
            node.decorator_list = [
                *(self.visit(decorator) for decorator in node.decorator_list),
                expression("ag__.autograph_artifact", at=node),
            ]
        self.visit(node.args)
        at = _nowhere()
        scope = statements(
            f"with ag__.FunctionScope(title, label, {self.options().as_code()}) as scope:\n  body",
            at=at,
            title=constant(node.name, at),
            label=constant(scope_name, at),
            scope=scope_name,
            body=body or [at],
        )
        node.body = docstring + scope
        self.depth -= 1
        return node

    def visit_Lambda(self, node: ast.Lambda) -> ast.expr:
        self.depth += 1
        self.generic_visit(node)
        if self.depth > 1:
            self.depth -= 1
            return expression("ag__.autograph_artifact(made)", at=node, made=node)
        scope_name = self.conversion.namer.new("lscope")
        node.scope_name = scope_name  # type: ignore[attr-defined]
        node.body = expression(
            "ag__.with_function_scope(lambda scope: body, label, " + self.options().as_code() + ")",
            at=node.body,
            scope=scope_name,
            label=constant(scope_name, node.body),
            body=node.body,
        )
        self.depth -= 1
        return node
