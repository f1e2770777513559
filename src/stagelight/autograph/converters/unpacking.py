"""Unpacking: what is taken apart, or spread into a list, may be a tensor.

    a, *b = value            a, b = ag__.unpack(value, (None, '*'))
    [*xs, a]                 ag__.spread('list', (True, xs), (False, a))

A pattern is a tuple of what its targets are: None for one value, '*' for the rest, a tuple for a
value that is taken apart in turn.
"""

from __future__ import annotations

import ast
from typing import Any

from stagelight.autograph.converters.converter import Converter
from stagelight.autograph.templates import constant, expression, located


class Unpacking(Converter):
    """Routes unpacking through `ag__.unpack`, and displays with stars through `ag__.spread`."""

    concerns = (ast.Tuple, ast.List)
    looks_into_expressions = True

    def visit_Assign(self, node: ast.Assign) -> Any:
        self.generic_visit(node)
        if len(node.targets) == 1:
            node.targets[0], node.value = unpacked(node.targets[0], node.value)
        return node

    def visit_Subscript(self, node: ast.Subscript) -> ast.expr:
        node.value = self.visit(node.value)  # A tuple of slices is no display.
        return node

    def visit_List(self, node: ast.List) -> ast.expr:
        return self.display(node, "list")

    def visit_Tuple(self, node: ast.Tuple) -> ast.expr:
        return self.display(node, "tuple")

    def display(self, node: ast.List | ast.Tuple, kind: str) -> ast.expr:
        self.generic_visit(node)
        starred = [isinstance(element, ast.Starred) for element in node.elts]
        if not isinstance(node.ctx, ast.Load) or not any(starred):
            return node
        made: ast.Call = expression("ag__.spread(kind)", at=node, kind=constant(kind, node))
        for element, is_starred in zip(node.elts, starred, strict=True):
            value = element.value if isinstance(element, ast.Starred) else element
            pair: list[ast.expr] = [constant(is_starred, element), value]
            made.args.append(located(ast.Tuple(pair, ast.Load()), element))
        return made


def unpacked(target: ast.expr, value: ast.expr) -> tuple[ast.expr, ast.expr]:
    """A target and the value for it, such that Python can take the value apart."""
    if not isinstance(target, ast.Tuple | ast.List) or _fits(target, value):
        return target, value
    _, pattern = pattern_of(target)
    made = expression(
        "ag__.unpack(value, pattern)", at=value, value=value, pattern=constant(pattern, value)
    )
    return _without_stars(target), made


def pattern_of(target: ast.expr) -> tuple[list[str], Any]:
    """The names in a target, in order, and its pattern; names of composite targets are empty."""
    if isinstance(target, ast.Tuple | ast.List):
        parts = [pattern_of(element) for element in target.elts]
        return [name for names, _ in parts for name in names], tuple(p for _, p in parts)
    if isinstance(target, ast.Starred):
        return pattern_of(target.value)[0], "*"
    return [target.id if isinstance(target, ast.Name) else ""], None


def _fits(target: ast.Tuple | ast.List, value: ast.expr) -> bool:
    """Whether the value is written as a tuple with an element for each target."""
    return (
        isinstance(value, ast.Tuple | ast.List)
        and len(value.elts) == len(target.elts)
        and not any(isinstance(part, ast.Starred) for part in (*value.elts, *target.elts))
        and not any(isinstance(part, ast.Tuple | ast.List) for part in target.elts)
    )


def _without_stars(target: ast.expr) -> ast.expr:
    if isinstance(target, ast.Starred):
        return target.value
    if isinstance(target, ast.Tuple | ast.List):
        target.elts = [_without_stars(element) for element in target.elts]
    return target
