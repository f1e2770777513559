"""Symbols: what a block of code may change and a staged block must carry along.

A *simple* symbol is a name, `x`. A *composite* one is a place inside an object that a path of
attributes and plain subscripts leads to: `self.x`, `d['k']`, `rows[i].total`.
"""

from __future__ import annotations

import ast
from dataclasses import dataclass


@dataclass(frozen=True)
class Symbol:
    """A place that can be assigned to.

    Attributes:
        text: How it is written; two symbols are the same if they are written alike.
        node: Its tree, not to be changed.
        roots: The names that it depends on; of `rows[i].total` these are `rows` and `i`.
    """

    text: str
    node: ast.expr
    roots: frozenset[str]

    @property
    def is_composite(self) -> bool:
        """Whether it is a place inside an object."""
        return not isinstance(self.node, ast.Name)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Symbol) and self.text == other.text

    def __hash__(self) -> int:
        return hash(self.text)


def symbol_of(node: ast.AST) -> Symbol | None:
    """The symbol that an expression names, None for calls, slices and the like."""
    if isinstance(node, ast.Name):
        return Symbol(node.id, node, frozenset((node.id,)))
    if isinstance(node, ast.Attribute):
        owner = symbol_of(node.value)
        return owner and Symbol(f"{owner.text}.{node.attr}", node, owner.roots)
    if isinstance(node, ast.Subscript):
        owner = symbol_of(node.value)
        index = node.slice
        if owner is None:
            return None
        if isinstance(index, ast.Name):
            return Symbol(f"{owner.text}[{index.id}]", node, owner.roots | {index.id})
        if isinstance(index, ast.Constant):
            return Symbol(f"{owner.text}[{index.value!r}]", node, owner.roots)
        if isinstance(index, ast.UnaryOp) and isinstance(index.operand, ast.Constant):
            return Symbol(f"{owner.text}[{ast.unparse(index)}]", node, owner.roots)
    return None
