"""Converted code as text, in the form that TensorFlow's guide prints.

Operators, tuples and lambdas stand in parentheses wherever they occur, `(x,) = vars_`, `return (a >
1)`; a blank line goes before each function. What the conversion does not touch is printed by
`ast.unparse`.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterable, Iterator

_BINARY: dict[type[ast.operator], str] = {
    ast.Add: "+", ast.Sub: "-", ast.Mult: "*", ast.MatMult: "@", ast.Div: "/", ast.Mod: "%",
    ast.LShift: "<<", ast.RShift: ">>", ast.BitOr: "|", ast.BitXor: "^", ast.BitAnd: "&",
    ast.FloorDiv: "//", ast.Pow: "**",
}  # fmt: skip
_UNARY: dict[type[ast.unaryop], str] = {
    ast.Invert: "~", ast.Not: "not", ast.UAdd: "+", ast.USub: "-",
}  # fmt: skip
_COMPARISON: dict[type[ast.cmpop], str] = {
    ast.Eq: "==", ast.NotEq: "!=", ast.Lt: "<", ast.LtE: "<=", ast.Gt: ">", ast.GtE: ">=",
    ast.Is: "is", ast.IsNot: "is not", ast.In: "in", ast.NotIn: "not in",
}  # fmt: skip


def code_of(node: ast.stmt) -> str:
    """The text of a converted function."""
    return "\n".join(_statement(node, "")).strip("\n") + "\n"


# Statements: each gives its lines


def _block(nodes: list[ast.stmt], margin: str) -> Iterator[str]:
    for node in nodes:
        yield from _statement(node, margin + "    ")


def _statement(node: ast.stmt, margin: str) -> Iterator[str]:
    printer: Callable[..., Iterator[str]] | None = _COMPOUND.get(type(node))
    if printer is not None:
        yield from printer(node, margin)
        return
    simple = _SIMPLE.get(type(node))
    text = ast.unparse(node) if simple is None else simple(node)
    for line in text.split("\n"):
        yield margin + line


def _function(node: ast.FunctionDef, margin: str) -> Iterator[str]:
    yield ""
    for decorator in node.decorator_list:
        yield f"{margin}@{expression_code(decorator)}"
    returns = "" if node.returns is None else f" -> {expression_code(node.returns)}"
    yield f"{margin}def {node.name}({_arguments(node.args)}){returns}:"
    body = node.body
    docstring = ast.get_docstring(node, clean=False)
    if docstring is not None:
        escaped = docstring.replace("\\", "\\\\").replace('"""', '\\"\\"\\"')
        yield f'{margin}    """{escaped}"""'
        body = body[1:]
    yield from _block(body, margin)


def _if(node: ast.If, margin: str, keyword: str = "if") -> Iterator[str]:
    yield f"{margin}{keyword} {expression_code(node.test)}:"
    yield from _block(node.body, margin)
    if len(node.orelse) == 1 and isinstance(node.orelse[0], ast.If):
        yield from _if(node.orelse[0], margin, "elif")
    elif node.orelse:
        yield f"{margin}else:"
        yield from _block(node.orelse, margin)


def _while(node: ast.While, margin: str) -> Iterator[str]:
    yield f"{margin}while {expression_code(node.test)}:"
    yield from _block(node.body, margin)
    yield from _loop_else(node.orelse, margin)


def _for(node: ast.For, margin: str) -> Iterator[str]:
    yield f"{margin}for {expression_code(node.target)} in {expression_code(node.iter)}:"
    yield from _block(node.body, margin)
    yield from _loop_else(node.orelse, margin)


def _loop_else(nodes: list[ast.stmt], margin: str) -> Iterator[str]:
    if nodes:
        yield f"{margin}else:"
        yield from _block(nodes, margin)


def _with(node: ast.With, margin: str) -> Iterator[str]:
    items = []
    for item in node.items:
        target = "" if item.optional_vars is None else f" as {expression_code(item.optional_vars)}"
        items.append(expression_code(item.context_expr) + target)
    yield f"{margin}with {', '.join(items)}:"
    yield from _block(node.body, margin)


def _try(node: ast.Try | ast.TryStar, margin: str) -> Iterator[str]:
    star = "*" if isinstance(node, ast.TryStar) else ""
    yield f"{margin}try:"
    yield from _block(node.body, margin)
    for handler in node.handlers:
        kind = "" if handler.type is None else f"{star} {expression_code(handler.type)}"
        name = "" if handler.name is None else f" as {handler.name}"
        yield f"{margin}except{kind}{name}:"
        yield from _block(handler.body, margin)
    yield from _loop_else(node.orelse, margin)
    if node.finalbody:
        yield f"{margin}finally:"
        yield from _block(node.finalbody, margin)


def _match(node: ast.Match, margin: str) -> Iterator[str]:
    yield f"{margin}match {expression_code(node.subject)}:"
    for case in node.cases:
        guard = "" if case.guard is None else f" if {expression_code(case.guard)}"
        yield f"{margin}    case {ast.unparse(case.pattern)}{guard}:"
        yield from _block(case.body, margin + "    ")


def _assign(node: ast.Assign) -> str:
    targets = "".join(f"{expression_code(target)} = " for target in node.targets)
    return targets + expression_code(node.value)


def _aug_assign(node: ast.AugAssign) -> str:
    operator = _BINARY[type(node.op)]
    return f"{expression_code(node.target)} {operator}= {expression_code(node.value)}"


def _return(node: ast.Return) -> str:
    return "return" if node.value is None else f"return {expression_code(node.value)}"


def _raise(node: ast.Raise) -> str:
    error = "" if node.exc is None else f" {expression_code(node.exc)}"
    cause = "" if node.cause is None else f" from {expression_code(node.cause)}"
    return f"raise{error}{cause}"


def _delete(node: ast.Delete) -> str:
    return "del " + _listed(node.targets)


_COMPOUND: dict[type[ast.stmt], Callable[..., Iterator[str]]] = {
    ast.FunctionDef: _function,
    ast.If: _if,
    ast.While: _while,
    ast.For: _for,
    ast.With: _with,
    ast.Try: _try,
    ast.TryStar: _try,
    ast.Match: _match,
}
_SIMPLE: dict[type[ast.stmt], Callable[..., str]] = {
    ast.Expr: lambda node: expression_code(node.value),
    ast.Assign: _assign,
    ast.AugAssign: _aug_assign,
    ast.Return: _return,
    ast.Raise: _raise,
    ast.Delete: _delete,
}


# Expressions


def expression_code(node: ast.expr) -> str:
    """The text of an expression."""
    printer = _EXPRESSIONS.get(type(node))
    return ast.unparse(node) if printer is None else printer(node)


def _listed(nodes: Iterable[ast.expr]) -> str:
    return ", ".join(expression_code(node) for node in nodes)


def _tuple(node: ast.Tuple) -> str:
    comma = "," if len(node.elts) == 1 else ""
    return f"({_listed(node.elts)}{comma})"


def _dict(node: ast.Dict) -> str:
    items = []
    for key, value in zip(node.keys, node.values, strict=True):
        start = "**" if key is None else f"{expression_code(key)}: "
        items.append(start + expression_code(value))
    return "{" + ", ".join(items) + "}"


def _call(node: ast.Call) -> str:
    keywords = []
    for keyword in node.keywords:
        start = "**" if keyword.arg is None else f"{keyword.arg}="
        keywords.append(start + expression_code(keyword.value))
    arguments = [expression_code(argument) for argument in node.args]
    return f"{expression_code(node.func)}({', '.join([*arguments, *keywords])})"


def _attribute(node: ast.Attribute) -> str:
    is_integer = isinstance(node.value, ast.Constant) and isinstance(node.value.value, int)
    return f"{expression_code(node.value)}{' ' if is_integer else ''}.{node.attr}"


def _subscript(node: ast.Subscript) -> str:
    index = node.slice
    if isinstance(index, ast.Tuple) and index.elts:
        comma = "," if len(index.elts) == 1 else ""
        return f"{expression_code(node.value)}[{_listed(index.elts)}{comma}]"
    return f"{expression_code(node.value)}[{expression_code(index)}]"


def _slice(node: ast.Slice) -> str:
    parts = ["" if p is None else expression_code(p) for p in (node.lower, node.upper)]
    step = [] if node.step is None else [expression_code(node.step)]
    return ":".join(parts + step)


def _lambda(node: ast.Lambda) -> str:
    return f"(lambda {_arguments(node.args)}: {expression_code(node.body)})"


def _comparison(node: ast.Compare) -> str:
    text = expression_code(node.left)
    for operator, right in zip(node.ops, node.comparators, strict=True):
        text += f" {_COMPARISON[type(operator)]} {expression_code(right)}"
    return f"({text})"


def _boolean(node: ast.BoolOp) -> str:
    word = " and " if isinstance(node.op, ast.And) else " or "
    return f"({word.join(expression_code(value) for value in node.values)})"


def _comprehension(generators: list[ast.comprehension]) -> str:
    text = ""
    for generator in generators:
        keyword = " async for " if generator.is_async else " for "
        text += f"{keyword}{expression_code(generator.target)} in {expression_code(generator.iter)}"
        text += "".join(f" if {expression_code(condition)}" for condition in generator.ifs)
    return text


def _conditional(node: ast.IfExp) -> str:
    parts = (node.body, node.test, node.orelse)
    body, test, orelse = (expression_code(part) for part in parts)
    return f"({body} if {test} else {orelse})"


def _binary(node: ast.BinOp) -> str:
    left, right = expression_code(node.left), expression_code(node.right)
    return f"({left} {_BINARY[type(node.op)]} {right})"


_EXPRESSIONS: dict[type[ast.expr], Callable[..., str]] = {
    ast.Tuple: _tuple,
    ast.List: lambda node: f"[{_listed(node.elts)}]",
    ast.Set: lambda node: "{" + _listed(node.elts) + "}",
    ast.Dict: _dict,
    ast.Call: _call,
    ast.Attribute: _attribute,
    ast.Subscript: _subscript,
    ast.Slice: _slice,
    ast.Starred: lambda node: f"*{expression_code(node.value)}",
    ast.Lambda: _lambda,
    ast.Compare: _comparison,
    ast.BoolOp: _boolean,
    ast.BinOp: _binary,
    ast.UnaryOp: lambda node: f"({_UNARY[type(node.op)]} {expression_code(node.operand)})",
    ast.IfExp: _conditional,
    ast.NamedExpr: lambda node: f"({node.target.id} := {expression_code(node.value)})",
    ast.ListComp: lambda n: f"[{expression_code(n.elt)}{_comprehension(n.generators)}]",
    ast.SetComp: lambda n: f"{{{expression_code(n.elt)}{_comprehension(n.generators)}}}",
    ast.GeneratorExp: lambda n: f"({expression_code(n.elt)}{_comprehension(n.generators)})",
    ast.DictComp: lambda n: (
        f"{{{expression_code(n.key)}: {expression_code(n.value)}{_comprehension(n.generators)}}}"
    ),
}


def _arguments(node: ast.arguments) -> str:
    parts: list[str] = []
    positional = [*node.posonlyargs, *node.args]
    without_default = len(positional) - len(node.defaults)
    for index, argument in enumerate(positional):
        default = node.defaults[index - without_default] if index >= without_default else None
        parts.append(_argument(argument, default))
        if node.posonlyargs and index == len(node.posonlyargs) - 1:
            parts.append("/")
    if node.vararg is not None:
        parts.append("*" + _argument(node.vararg, None))
    elif node.kwonlyargs:
        parts.append("*")
    for argument, default in zip(node.kwonlyargs, node.kw_defaults, strict=True):
        parts.append(_argument(argument, default))
    if node.kwarg is not None:
        parts.append("**" + _argument(node.kwarg, None))
    return ", ".join(parts)


def _argument(node: ast.arg, default: ast.expr | None) -> str:
    annotation = "" if node.annotation is None else f": {expression_code(node.annotation)}"
    value = "" if default is None else f"={expression_code(default)}"
    return node.arg + annotation + value
