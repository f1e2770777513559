"""Elements of lists: `i` in `values[i]` may be a tensor.

    values[i]                     ag__.item(values, i)
    values[i] = x                 ag__.set_item(x, values, i)
    values[i] += x                ag__.change_item(values, i, 'iadd', lambda: x)
    box.v = x; values[0] = x      the same, and ag__.settle(): the owner may be a copy of an element

Literal indices, and tuples of indices, which only tensors understand, stay as they are.
"""

from __future__ import annotations

import ast
from typing import Any, TypeGuard

from stagelight.autograph.converters.converter import Converter
from stagelight.autograph.templates import constant, expression, located, name, statements

_IN_PLACE: dict[type[ast.operator], str] = {
    ast.Add: "iadd", ast.Sub: "isub", ast.Mult: "imul", ast.Div: "itruediv", ast.FloorDiv: "ifloordiv",
    ast.Mod: "imod", ast.Pow: "ipow", ast.MatMult: "imatmul", ast.LShift: "ilshift",
    ast.RShift: "irshift", ast.BitAnd: "iand", ast.BitOr: "ior", ast.BitXor: "ixor",
}  # fmt: skip


class Subscripts(Converter):
    """Routes reads and assignments of elements through `ag__`."""

    concerns = (ast.Subscript, ast.Attribute)
    looks_into_expressions = True

    def visit_arg(self, node: ast.arg) -> ast.arg:
        return node  # its annotation means what it says

    def visit_AnnAssign(self, node: ast.AnnAssign) -> Any:
        if node.value is not None:
            node.value = self.visit(node.value)
        return [node, *_settled([node.target], node)]

    def visit_Assign(self, node: ast.Assign) -> Any:
        self.generic_visit(node)
        if len(node.targets) == 1 and _is_computed(node.targets[0]):
            return _assignment(node.targets[0], node.value)
        after: list[ast.stmt] = []
        node.targets = [self.without_computed(target, after) for target in node.targets]
        return [node, *_settled(node.targets, node), *after]

    def visit_Delete(self, node: ast.Delete) -> Any:
        self.generic_visit(node)
        return [node, *_settled(node.targets, node)]

    def without_computed(self, target: ast.expr, after: list[ast.stmt]) -> ast.expr:
        """The target with names for computed elements, which the statements in `after` assign."""
        if isinstance(target, ast.Tuple | ast.List):
            target.elts = [self.without_computed(element, after) for element in target.elts]
        elif isinstance(target, ast.Starred):
            target.value = self.without_computed(target.value, after)
        elif _is_computed(target):
            element = self.conversion.namer.new("element")
            after += _assignment(target, name(element, target))
            return located(ast.Name(element, ast.Store()), target)
        return target

    def visit_AugAssign(self, node: ast.AugAssign) -> Any:
        self.generic_visit(node)
        target = node.target
        if not _is_computed(target):
            return [node, *_settled([target], node)]
        return statements(
            "ag__.change_item(owner, index, operator, lambda: value)",
            at=node,
            owner=target.value,
            index=target.slice,
            operator=constant(_IN_PLACE[type(node.op)], node),
            value=node.value,
        )

    def visit_Subscript(self, node: ast.Subscript) -> ast.expr:
        self.generic_visit(node)
        if not isinstance(node.ctx, ast.Load):
            return node
        index = node.slice
        if isinstance(index, ast.Slice):
            bounds = (index.lower, index.upper, index.step)
            if all(bound is None or _is_literal(bound) for bound in bounds):
                return node
            index = expression(
                "ag__.slice(lower, upper, step)",
                at=node,
                **{
                    key: constant(None, node) if bound is None else bound
                    for key, bound in zip(("lower", "upper", "step"), bounds, strict=True)
                },
            )
        elif _is_literal(index) or isinstance(index, ast.Tuple):
            return node
        return expression("ag__.item(owner, index)", at=node, owner=node.value, index=index)


def _assignment(target: ast.Subscript, value: ast.expr) -> list[ast.stmt]:
    return statements(
        "ag__.set_item(value, owner, index)",
        at=target,
        value=value,
        owner=target.value,
        index=target.slice,
    )


def _settled(targets: list[ast.expr], node: ast.stmt) -> list[ast.stmt]:
    """What follows a statement that changes an object through one of its targets."""
    places = (part for target in targets for part in ast.walk(target))
    if not any(
        isinstance(part, ast.Attribute | ast.Subscript) and not isinstance(part.ctx, ast.Load)
        for part in places
    ):
        return []
    return statements("ag__.settle()", at=node)


def _is_computed(target: ast.expr) -> TypeGuard[ast.Subscript]:
    """Whether an assignment is to an element whose index is computed."""
    return isinstance(target, ast.Subscript) and not (
        isinstance(target.slice, ast.Slice | ast.Tuple) or _is_literal(target.slice)
    )


def _is_literal(node: ast.expr) -> bool:
    if isinstance(node, ast.UnaryOp):
        node = node.operand
    return isinstance(node, ast.Constant)
