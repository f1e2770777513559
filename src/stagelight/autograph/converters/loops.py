"""`while` and `for` statements."""

from __future__ import annotations

import ast
from typing import Any

from stagelight.autograph.converters.block_functions import BlockFunctions
from stagelight.autograph.converters.converter import Converter
from stagelight.autograph.converters.logical_expressions import mark_condition
from stagelight.autograph.converters.unpacking import unpacked
from stagelight.autograph.templates import constant, located, name, statements


class Loops(Converter):
    """Turns loops into `ag__.while_stmt` and `ag__.for_stmt` with functions for their parts."""

    def visit_While(self, node: Any) -> list[ast.stmt]:
        node.body = self.visit_block(node.body)
        mark_condition(node.test)
        node.test_prelude = self.visit_block(getattr(node, "test_prelude", []))
        functions = BlockFunctions(self.conversion, node.block_state, at=node)
        body_name = self.conversion.new_block("loop_body")
        test_name = self.conversion.new_block("loop_test")
        test_binds = node.test_prelude or any(
            isinstance(part, ast.NamedExpr) for part in ast.walk(node.test)
        )
        return statements(
            """
state_functions
def body_name():
    declarations
    body
def test_name():
    test_declarations
    prelude
    return test
undefined
ag__.while_stmt(test_name, body_name, getter, setter, symbol_names, options)
""",
            at=node,
            state_functions=functions.state_functions(),
            body_name=body_name,
            test_name=test_name,
            declarations=functions.declarations(),
            body=node.body,
            test_declarations=functions.declarations() if test_binds else [],
            prelude=node.test_prelude,
            test=node.test,
            undefined=functions.undefined(),
            getter=functions.getter,
            setter=functions.setter,
            symbol_names=functions.symbol_names(),
            options=self.options(node),
        )

    def visit_For(self, node: Any) -> list[ast.stmt]:
        node.body = self.visit_block(node.body)
        functions = BlockFunctions(self.conversion, node.block_state, at=node)
        body_name = self.conversion.new_block("loop_body")
        iterate = self.conversion.namer.new("itr")
        options = self.options(node)
        options.keys.append(constant("iterate_names", node))
        options.values.append(constant(ast.unparse(node.target), node))
        target, value = unpacked(node.target, name(iterate, node.target))
        extra_test = getattr(node, "extra_test", None)
        extra: list[ast.stmt] = []
        extra_name = "None"
        if extra_test is not None:
            mark_condition(extra_test)
            extra_name = self.conversion.new_block("extra_test")
            extra = statements(
                "def extra_name():\n  declarations\n  return test",
                at=node,
                extra_name=extra_name,
                declarations=functions.declarations(),
                test=extra_test,
            )
        return statements(
            """
state_functions
def body_name(iterate):
    declarations
    target = value
    body
extra
undefined
ag__.for_stmt(iterated, extra_name, body_name, getter, setter, symbol_names, options)
""",
            at=node,
            state_functions=functions.state_functions(),
            body_name=body_name,
            iterate=iterate,
            declarations=functions.declarations(),
            target=target,
            value=value,
            body=node.body,
            extra=extra,
            undefined=functions.undefined(),
            iterated=node.iter,
            extra_name=constant(None, node) if extra_test is None else extra_name,
            getter=functions.getter,
            setter=functions.setter,
            symbol_names=functions.symbol_names(),
            options=options,
        )

    def options(self, node: Any) -> ast.Dict:
        given: dict[str, ast.expr] = getattr(node, "loop_options", {})
        keys: list[ast.expr | None] = [constant(key, node) for key in given]
        values = list(given.values())
        for key in ("captured", "block_local"):
            names = getattr(node.block_state, key)
            if names:
                keys.append(constant(key, node))
                values.append(constant(tuple(names), node))
        return located(ast.Dict(keys, values), node)
