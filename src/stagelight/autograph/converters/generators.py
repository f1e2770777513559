"""Generator functions whose values a loop, or a list, takes one after the other.

    def squares(values):              def squares(values, *, emit):
        for v in values:                  for v in values:
            yield v * v                       if emit(v * v):
                                                  return

`emit` is the body of the loop that takes the values; it says whether the loop has ended. Where a loop
cannot end early the `return` is left out.

Left to Python are generators that are sent values, and those with a `yield` inside `try` or `with`:
an exception of the loop's body would reach the generator's handlers.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from stagelight.autograph.naming import names_in
from stagelight.autograph.templates import expression, located, statements

EMIT = "emit__"

# What a rewritten generator has, besides what was written.
EMITTED_KINDS = frozenset({ast.If, ast.Return, ast.For, ast.Call})


def as_emitter(node: ast.FunctionDef, can_stop: bool) -> bool:
    """Rewrites a generator function into one that emits, in place.

    Args:
        node: The function.
        can_stop: Whether the consumer may want no more values.

    Returns:
        Whether that is possible; if not the function is as it was.
    """
    if EMIT in names_in(node) or not _can_emit(node.body, False):
        return False
    _Emitter(can_stop).block(node.body)
    node.args.kwonlyargs.append(located(ast.arg(EMIT), node))
    node.args.kw_defaults.append(None)
    node.is_generator = False  # type: ignore[attr-defined]
    return True


def _can_emit(nodes: list[ast.stmt], is_guarded: bool) -> bool:
    for node in nodes:
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            continue
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Yield | ast.YieldFrom):
            inner = node.value.value
            if is_guarded or (inner is not None and _yields(inner)):
                return False
            continue
        guarded = is_guarded or isinstance(node, ast.Try | ast.With)
        blocks = list(_blocks(node))
        within = {id(statement) for block in blocks for statement in block}
        if any(
            id(child) not in within
            and not isinstance(child, ast.ExceptHandler | ast.match_case)
            and _yields(child)
            for child in ast.iter_child_nodes(node)
        ):
            return False
        if not all(_can_emit(block, guarded) for block in blocks):
            return False
    return True


def _yields(node: ast.AST) -> bool:
    return any(isinstance(part, ast.Yield | ast.YieldFrom) for part in ast.walk(node))


def _blocks(node: ast.stmt) -> Iterator[list[ast.stmt]]:
    for field in ("body", "orelse", "finalbody"):
        block = getattr(node, field, None)
        if isinstance(block, list):
            yield block
    for part in (*getattr(node, "handlers", ()), *getattr(node, "cases", ())):
        yield part.body


class _Emitter:
    def __init__(self, can_stop: bool) -> None:
        self.can_stop = can_stop

    def block(self, nodes: list[ast.stmt]) -> None:
        made: list[ast.stmt] = []
        for node in nodes:
            made += self.statement(node)
        nodes[:] = made

    def statement(self, node: ast.stmt) -> list[ast.stmt]:
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            return [node]
        if isinstance(node, ast.Return) and node.value is not None:
            # Only `yield from` as an expression would get the value.
            value, node.value = located(ast.Expr(node.value), node), None
            return [value, node]
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Yield):
            value = node.value.value
            call: ast.Call = expression("emit()", at=node, emit=EMIT)
            call.args = [located(ast.Constant(None), node) if value is None else value]
            return self.emitted(call, node)
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.YieldFrom):
            call = expression("emit(each_)", at=node, emit=EMIT)
            return statements(
                "for each_ in values:\n  body",
                at=node,
                values=node.value.value,
                body=self.emitted(call, node),
            )
        for block in _blocks(node):
            self.block(block)
        return [node]

    def emitted(self, call: ast.Call, at: ast.AST) -> list[ast.stmt]:
        if self.can_stop:
            return statements("if call:\n  return", at=at, call=call)
        return [located(ast.Expr(call), at)]
