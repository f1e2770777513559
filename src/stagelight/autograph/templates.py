"""Code with holes: the converters say what they make as ordinary Python text.

    statements("flag = True; result = value", at=node, flag="do_return_1", value=expression)

A hole is a name in the text. Filled with a string it is renamed, with an expression it is replaced,
with a list of statements the line that consists of it alone is replaced. What the text itself
brings gets the position of `at`; what fills a hole keeps its own.
"""

from __future__ import annotations

import ast
import functools
from typing import Any

from stagelight.autograph.source import Place, place_of

Hole = str | ast.expr | list[ast.stmt]


def statements(template: str, at: ast.AST, **holes: Hole) -> list[ast.stmt]:
    """The statements of a template with its holes filled."""
    filler = _Filler(header_place(at), holes)
    return filler.block(_parse(template).body)


def expression(template: str, at: ast.AST, **holes: Hole) -> Any:
    """The expression of a template with its holes filled."""
    (statement,) = _parse(template).body
    assert isinstance(statement, ast.Expr)
    return _Filler(header_place(at), holes).copy(statement.value)


def name(identifier: str, at: ast.AST) -> ast.Name:
    """A read of a name that the conversion made."""
    return located(ast.Name(identifier, ast.Load()), at)


def constant(value: object, at: ast.AST) -> ast.Constant:
    """A literal."""
    return constant_at(value, header_place(at))


def constant_at(value: Any, place: Place) -> ast.Constant:
    """A literal at a place."""
    made = ast.Constant(value)
    made.lineno, made.col_offset, made.end_lineno, made.end_col_offset = place
    return made


def located(node: Any, at: ast.AST) -> Any:
    """Gives a new node the position of another one."""
    node.lineno, node.col_offset, node.end_lineno, node.end_col_offset = header_place(at)
    return node


def header_place(node: Any) -> Place:
    """The position of a node; of a compound statement that of its head, of a test its condition."""
    if isinstance(node, ast.If | ast.While | ast.Assert):
        return place_of(node.test)
    if isinstance(node, ast.For):
        last: Any = node.iter
    elif isinstance(node, ast.Match):
        last = node.subject
    elif isinstance(node, ast.FunctionDef):
        return (node.lineno, node.col_offset, node.lineno, node.col_offset + len("def"))
    elif isinstance(node, ast.With):
        last = node.items[-1].context_expr
    else:
        return place_of(node)
    if last.lineno < node.lineno:
        last = node
    return (node.lineno, node.col_offset, last.end_lineno, last.end_col_offset)


@functools.cache
def _parse(template: str) -> ast.Module:
    return ast.parse(template)


class _Filler:
    def __init__(self, place: Place, holes: dict[str, Hole]) -> None:
        self.place = place
        self.holes = holes

    def block(self, nodes: list[ast.stmt]) -> list[ast.stmt]:
        filled: list[ast.stmt] = []
        for node in nodes:
            if isinstance(node, ast.Expr) and isinstance(node.value, ast.Name):
                hole = self.holes.get(node.value.id)
                if isinstance(hole, list):
                    filled += hole
                    continue
            filled.append(self.copy(node))
        return filled

    def copy(self, node: Any) -> Any:
        if isinstance(node, ast.Name):
            hole = self.holes.get(node.id)
            if isinstance(hole, ast.expr):
                return hole
        if isinstance(node, ast.Constant):
            return constant_at(node.value, self.place)
        made = type(node)(**{key: self._field(value) for key, value in ast.iter_fields(node)})
        if isinstance(made, ast.expr | ast.stmt | ast.arg | ast.keyword | ast.excepthandler):
            made.lineno, made.col_offset, made.end_lineno, made.end_col_offset = self.place
        return made

    def _field(self, value: Any) -> Any:
        if isinstance(value, str):
            hole = self.holes.get(value)
            return hole if isinstance(hole, str) else value
        if isinstance(value, ast.AST):
            return self.copy(value)
        if not isinstance(value, list):
            return value
        if value and isinstance(value[0], ast.stmt):
            return self.block(value)
        return [self._field(item) for item in value]
