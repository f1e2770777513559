"""`if` statements and conditional expressions."""

from __future__ import annotations

import ast
from typing import Any

from stagelight.autograph.converters.block_functions import BlockFunctions
from stagelight.autograph.converters.converter import Converter
from stagelight.autograph.converters.logical_expressions import mark_condition
from stagelight.autograph.templates import constant, expression, located, statements


class IfStatements(Converter):
    """Turns `if` into `ag__.if_stmt` with functions for its branches."""

    def visit_If(self, node: Any) -> list[ast.stmt]:
        node.body = self.visit_block(node.body)
        node.orelse = self.visit_block(node.orelse)
        mark_condition(node.test)
        functions = BlockFunctions(self.conversion, node.block_state, at=node)
        body_name = self.conversion.new_block("if_body")
        orelse_name = self.conversion.new_block("else_body")
        made = statements(
            """
state_functions
def body_name():
    declarations
    body
def orelse_name():
    declarations
    orelse
undefined
ag__.if_stmt(test, body_name, orelse_name, getter, setter, symbol_names, output_count)
""",
            at=node,
            state_functions=functions.state_functions(),
            body_name=body_name,
            orelse_name=orelse_name,
            declarations=functions.declarations(),
            body=node.body,
            orelse=node.orelse or [located(ast.Pass(), node)],
            undefined=functions.undefined(),
            test=node.test,
            getter=functions.getter,
            setter=functions.setter,
            symbol_names=functions.symbol_names(),
            output_count=constant(node.block_state.output_count, node),
        )
        if node.block_state.captured:
            made[-1].value.args.append(constant(len(node.block_state.captured), node))  # type: ignore[attr-defined]
        return made


class ConditionalExpressions(Converter):
    """Turns `a if test else b` into `ag__.if_exp` with lambdas for its branches."""

    concerns = (ast.IfExp,)
    looks_into_expressions = True

    def visit_IfExp(self, node: ast.IfExp) -> ast.expr:
        text = ast.unparse(node.test)
        if getattr(node, "is_python", False):
            return self.generic_visit(node)
        mark_condition(node.test)
        self.generic_visit(node)
        return expression(
            "ag__.if_exp(test, lambda: body, lambda: orelse, text)",
            at=node,
            test=node.test,
            body=node.body,
            orelse=node.orelse,
            text=constant(text, node),
        )
