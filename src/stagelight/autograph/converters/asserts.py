"""`assert test, message` becomes `ag__.assert_stmt(test, lambda: message)`."""

from __future__ import annotations

import ast

from stagelight.autograph.converters.converter import Converter
from stagelight.autograph.converters.logical_expressions import mark_condition
from stagelight.autograph.templates import statements


class Asserts(Converter):
    """Turns assert statements into calls."""

    concerns = (ast.Assert,)

    def visit_Assert(self, node: ast.Assert) -> list[ast.stmt]:
        mark_condition(node.test)
        if node.msg is None:
            return statements("ag__.assert_stmt(test)", at=node, test=node.test)
        return statements(
            "ag__.assert_stmt(test, lambda: message)", at=node, test=node.test, message=node.msg
        )
