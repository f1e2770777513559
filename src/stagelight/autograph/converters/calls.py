"""Calls: `f(a, *b, c=d)` becomes `ag__.converted_call(f, (a,) + ag__.arguments(b), dict(c=d), fscope)`.

So a called function is converted when it is called. Left alone are what the conversion itself
added, `print` (which shows what Python sees while tracing), debuggers' entry points, which look at
the frame that calls them, and the context managers of `with`.

`super()` without arguments finds its class and object by the frame; they are written out here.
"""

from __future__ import annotations

import ast

from stagelight.autograph.converters.converter import Conversion, Converter
from stagelight.autograph.options import Feature
from stagelight.autograph.templates import expression, located, name

_LOOKS_AT_ITS_CALLER = ("set_trace", "breakpoint", "_getframe", "currentframe")


class Calls(Converter):
    """Routes calls through `ag__.converted_call`."""

    concerns = (ast.Call,)
    looks_into_expressions = True

    def __init__(self, conversion: Conversion) -> None:
        super().__init__(conversion)
        self.scopes: list[tuple[str, str | None]] = []  # scope name, first argument
        self.keeps_print = not conversion.options.uses(Feature.BUILTIN_FUNCTIONS)

    def is_kept(self, dotted: str) -> bool:
        """Whether a call of this name is left alone."""
        is_own = dotted.startswith(("ag__.", self.scopes[-1][0] + "."))
        looks_at_its_caller = dotted.rpartition(".")[2] in _LOOKS_AT_ITS_CALLER
        return is_own or looks_at_its_caller or (self.keeps_print and dotted == "print")

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.FunctionDef:
        if self.scopes:
            node.decorator_list = [self.visit(decorator) for decorator in node.decorator_list]
            node.args = self.visit(node.args)
        scope_name: str = node.scope_name  # type: ignore[attr-defined]
        self.scopes.append((scope_name, _first_argument(node.args)))
        node.body = self.visit_block(node.body)
        self.scopes.pop()
        return node

    def visit_Lambda(self, node: ast.Lambda) -> ast.Lambda:
        scope_name = getattr(node, "scope_name", None)
        if scope_name is None:
            node.args = self.visit(node.args)
        around = self.scopes[-1][0] if self.scopes else ""
        self.scopes.append((scope_name or around, _first_argument(node.args)))
        node.body = self.visit(node.body)
        self.scopes.pop()
        return node

    def visit_arg(self, node: ast.arg) -> ast.arg:
        return node  # its annotation means what it says

    def visit_With(self, node: ast.With) -> ast.With:
        node.body = self.visit_block(node.body)
        return node

    def visit_Call(self, node: ast.Call) -> ast.expr:
        dotted = _dotted(node.func)
        is_super = dotted == "super" and not node.args and not node.keywords
        self.generic_visit(node)
        if self.is_kept(dotted):
            return node
        scope_name, first_argument = self.scopes[-1]
        if is_super and first_argument is not None and "__class__" in self.conversion.namespace:
            node.args = [name("__class__", node), name(first_argument, node)]
        return expression(
            "ag__.converted_call(function, args, kwargs, scope)",
            at=node,
            function=node.func,
            args=_positional(node),
            kwargs=_by_keyword(node),
            scope=scope_name,
        )


def _dotted(node: ast.expr) -> str:
    if isinstance(node, ast.Name):
        return node.id
    if isinstance(node, ast.Attribute):
        owner = _dotted(node.value)
        return owner and f"{owner}.{node.attr}"
    return ""


def _first_argument(arguments: ast.arguments) -> str | None:
    positional = [*arguments.posonlyargs, *arguments.args]
    return positional[0].arg if positional else None


def _positional(node: ast.Call) -> ast.expr:
    """The positional arguments as one tuple: `(a, b) + ag__.arguments(more) + (c,)`."""
    parts: list[ast.expr] = []
    plain: list[ast.expr] = []
    for argument in node.args:
        if isinstance(argument, ast.Starred):
            if plain:
                parts.append(located(ast.Tuple(plain, ast.Load()), node))
                plain = []
            parts.append(expression("ag__.arguments(more)", at=argument, more=argument.value))
        else:
            plain.append(argument)
    if plain or not parts:
        parts.append(located(ast.Tuple(plain, ast.Load()), node))
    joined = parts[0]
    for part in parts[1:]:
        joined = located(ast.BinOp(joined, ast.Add(), part), node)
    return joined


def _by_keyword(node: ast.Call) -> ast.expr:
    if not node.keywords:
        return located(ast.Constant(None), node)
    made: ast.Call = expression("dict()", at=node)
    made.keywords = node.keywords
    return made
