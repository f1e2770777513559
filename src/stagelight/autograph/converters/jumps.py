"""What `continue` and `return` have in common: a jump becomes a flag, and what follows is guarded.

    if c:                 if c:
        <jump>                flag = True
    rest                  if not flag:
                              rest

The statements after one that may jump are put under `if not flag`, in every block that the jump
leaves; the `else` of a `try` as well, for Python does not run it after a jump.
"""

from __future__ import annotations

import ast

from stagelight.autograph.converters.converter import Converter
from stagelight.autograph.refusals import refuse
from stagelight.autograph.templates import header_place, statements


class JumpConverter(Converter):
    """Lowers one kind of jump; a subclass says which, and where it ends."""

    jump: str

    def flag(self) -> str:
        """The name that is true once the jump was taken."""
        raise NotImplementedError

    def block(self, nodes: list[ast.stmt]) -> tuple[list[ast.stmt], bool]:
        """The block with its jumps lowered, and whether it may jump."""
        lowered: list[ast.stmt] = []
        for index, node in enumerate(nodes):
            made, jumps = self.statement(node)
            lowered += made
            if jumps:
                return lowered + self.guarded(nodes[index + 1 :], at=node), True
        return lowered, False

    def guarded(self, nodes: list[ast.stmt], at: ast.stmt) -> list[ast.stmt]:
        """The block, to run only if the jump was not taken.

        The guard stands where the statement that may jump stands, for that was executed.
        """
        rest, _ = self.block(nodes)
        if not rest:
            return []
        return statements("if not flag: rest", at=at, flag=self.flag(), rest=rest)

    def statement(self, node: ast.stmt) -> tuple[list[ast.stmt], bool]:
        """A statement with its jumps lowered, and whether it may jump."""
        if isinstance(node, ast.If):
            node.body, body_jumps = self.block(node.body)
            node.orelse, orelse_jumps = self.block(node.orelse)
            return [node], body_jumps or orelse_jumps
        if isinstance(node, ast.With):
            node.body, jumps = self.block(node.body)
            return [node], jumps
        if isinstance(node, ast.Try | ast.TryStar):
            return [node], self.try_statement(node)
        if isinstance(node, ast.Match):
            any_jumps = False
            for case in node.cases:
                case.body, jumps = self.block(case.body)
                any_jumps = any_jumps or jumps
            return [node], any_jumps
        if isinstance(node, ast.FunctionDef):
            return [self.visit(node)], False
        return [node], False

    def try_statement(self, node: ast.Try | ast.TryStar) -> bool:
        node.body, jumps = self.block(node.body)
        for handler in node.handlers:
            handler.body, handler_jumps = self.block(handler.body)
            jumps = jumps or handler_jumps
        if jumps and node.orelse:
            node.orelse = self.guarded(node.orelse, at=node.body[-1])
        else:
            node.orelse, orelse_jumps = self.block(node.orelse)
            jumps = jumps or orelse_jumps
        node.finalbody, final_jumps = self.block(node.finalbody)
        if final_jumps:
            raise refuse(
                "AG101",
                node.finalbody[0],
                self.conversion.source,
                f"`{self.jump}` that leaves a `finally` block",
                f"set a flag in the `finally` block and `{self.jump}` after it.",
            )
        return jumps


def negated(flag: str, test: ast.expr | None, at: ast.AST) -> ast.expr:
    """`not flag`, or `not flag and test`."""
    place = header_place(at)
    read = ast.Name(flag, ast.Load())
    inverted: ast.expr = ast.UnaryOp(ast.Not(), read)
    made = [read, inverted]
    if test is not None:
        inverted = ast.BoolOp(ast.And(), [inverted, test])
        made.append(inverted)
    for node in made:
        node.lineno, node.col_offset, node.end_lineno, node.end_col_offset = place
    return inverted
