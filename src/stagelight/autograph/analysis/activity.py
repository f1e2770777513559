"""Activity: what a piece of code reads, writes and defines, seen from the function around it.

Nested functions, lambdas and comprehensions have scopes of their own; what they take from outside
counts as read, and what outlives the statement (the body of a function, a lambda, a generator
expression) also as *captured*.
"""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Any

from stagelight.autograph.analysis.symbols import Symbol, symbol_of


@dataclass
class Activity:
    """The traces that a piece of code leaves in its function.

    Attributes:
        reads: Names that it may read.
        writes: Symbols that it may assign, by their text.
        certain: Names that it assigns whenever it ends normally (simple statements only).
        captures: Names that functions made here read or write later, with the number of these functions.
        rebound: Names that functions made here declare `nonlocal`.
        hidden: Composite symbols that functions made here assign when they are called.
        closures: For each name bound to a nested function, what that function captures.
        has_calls: Whether anything is called.
    """

    reads: set[str] = field(default_factory=set)
    writes: dict[str, Symbol] = field(default_factory=dict)
    certain: set[str] = field(default_factory=set)
    captures: Counter[str] = field(default_factory=Counter)
    rebound: set[str] = field(default_factory=set)
    hidden: dict[str, Symbol] = field(default_factory=dict)
    closures: list[tuple[str, frozenset[str]]] = field(default_factory=list)
    globals: set[str] = field(default_factory=set)
    nonlocals: set[str] = field(default_factory=set)
    has_calls: bool = False

    @property
    def bound(self) -> set[str]:
        """The names among what it writes."""
        return {text for text, symbol in self.writes.items() if not symbol.is_composite}

    @property
    def captured(self) -> set[str]:
        """Names that functions made here read or write later."""
        return set(self.captures)


def activity_of(nodes: ast.AST | Iterable[ast.AST]) -> Activity:
    """The activity of a tree, or of several one after the other."""
    visitor = _Visitor()
    for node in (nodes,) if isinstance(nodes, ast.AST) else nodes:
        visitor.visit(node)
    return visitor.activity


class _Visitor:
    def __init__(self) -> None:
        self.activity = Activity()
        self.hidden: list[set[str]] = []  # targets of the comprehensions around

    def visit(self, node: ast.AST) -> None:
        kind = type(node)
        if kind not in _VISITORS:
            _VISITORS[kind] = getattr(_Visitor, f"visit_{kind.__name__}", _Visitor.generic_visit)
        _VISITORS[kind](self, node)

    def generic_visit(self, node: ast.AST) -> None:
        for name in node._fields:
            value = getattr(node, name, None)
            if type(value) is list:
                for part in value:
                    if isinstance(part, ast.AST):
                        self.visit(part)
            elif isinstance(value, ast.AST) and value._fields:
                self.visit(value)

    # Names

    def write(self, name: str, certain: bool = True) -> None:
        node = ast.Name(name, ast.Store())
        self.activity.writes[name] = Symbol(name, node, frozenset((name,)))
        if certain:
            self.activity.certain.add(name)

    def read(self, name: str) -> None:
        if not any(name in targets for targets in self.hidden):
            self.activity.reads.add(name)

    def visit_Name(self, node: ast.Name) -> None:
        if isinstance(node.ctx, ast.Load):
            self.read(node.id)
        elif isinstance(node.ctx, ast.Del):
            self.read(node.id)
            self.write(node.id)
        else:
            self.write(node.id)

    def visit_Attribute(self, node: ast.Attribute) -> None:
        self.visit(node.value)
        self.write_composite(node)

    def visit_Subscript(self, node: ast.Subscript) -> None:
        self.visit(node.value)
        self.visit(node.slice)
        self.write_composite(node)

    def write_composite(self, node: ast.Attribute | ast.Subscript) -> None:
        if isinstance(node.ctx, ast.Store):
            symbol = symbol_of(node)
            if symbol is not None:
                self.activity.writes[symbol.text] = symbol

    def visit_NamedExpr(self, node: ast.NamedExpr) -> None:
        self.visit(node.value)
        # It may stand in an operand that is not reached, so it is not certain.
        self.write(node.target.id, certain=False)

    def visit_Assign(self, node: ast.Assign) -> None:
        self.visit(node.value)
        captured = _captured_by_kept_lambdas(node.value)
        for target in node.targets:
            self.visit(target)
            if captured and isinstance(target, ast.Name):
                self.activity.closures.append((target.id, captured))

    def visit_AugAssign(self, node: ast.AugAssign) -> None:
        self.visit(node.value)
        self.visit(node.target)
        if isinstance(node.target, ast.Name):
            self.read(node.target.id)

    def visit_AnnAssign(self, node: ast.AnnAssign) -> None:
        if node.value is not None:
            self.visit(node.value)
            self.visit(node.target)

    def visit_Call(self, node: ast.Call) -> None:
        self.activity.has_calls = True
        self.generic_visit(node)

    def visit_alias(self, node: ast.alias) -> None:
        self.write((node.asname or node.name).split(".")[0])

    def visit_ExceptHandler(self, node: ast.ExceptHandler) -> None:
        if node.name is not None:
            self.write(node.name, certain=False)
        self.generic_visit(node)

    def visit_MatchAs(self, node: ast.MatchAs) -> None:
        self.generic_visit(node)
        if node.name is not None:
            self.write(node.name, certain=False)

    def visit_MatchStar(self, node: ast.MatchStar) -> None:
        if node.name is not None:
            self.write(node.name, certain=False)

    def visit_MatchMapping(self, node: ast.MatchMapping) -> None:
        self.generic_visit(node)
        if node.rest is not None:
            self.write(node.rest, certain=False)

    def visit_Global(self, node: ast.Global) -> None:
        self.activity.globals.update(node.names)

    def visit_Nonlocal(self, node: ast.Nonlocal) -> None:
        self.activity.nonlocals.update(node.names)

    # What the conversion hides in attributes of nodes

    def visit_For(self, node: ast.For) -> None:
        extra_test = getattr(node, "extra_test", None)
        if extra_test is not None:
            self.visit(extra_test)
        self.generic_visit(node)

    def visit_While(self, node: ast.While) -> None:
        for statement in getattr(node, "test_prelude", ()):
            self.visit(statement)
        self.generic_visit(node)

    # Scopes

    def visit_comprehension_scope(self, node: ast.AST, generators: list[ast.comprehension]) -> None:
        targets = {
            name.id
            for generator in generators
            for name in ast.walk(generator.target)
            if isinstance(name, ast.Name)
        }
        self.visit(generators[0].iter)
        self.hidden.append(targets)
        for index, generator in enumerate(generators):
            if index:
                self.visit(generator.iter)
            for condition in generator.ifs:
                self.visit(condition)
        for field_name in ("elt", "key", "value"):
            part = getattr(node, field_name, None)
            if part is not None:
                self.visit(part)
        self.hidden.pop()

    def visit_ListComp(self, node: ast.ListComp) -> None:
        self.visit_comprehension_scope(node, node.generators)

    def visit_SetComp(self, node: ast.SetComp) -> None:
        self.visit_comprehension_scope(node, node.generators)

    def visit_DictComp(self, node: ast.DictComp) -> None:
        self.visit_comprehension_scope(node, node.generators)

    def visit_GeneratorExp(self, node: ast.GeneratorExp) -> None:
        inner = _Visitor()
        inner.visit_comprehension_scope(node, node.generators)
        self.take_from(inner.activity)
        for name in inner.activity.bound:  # by := in the generator
            self.write(name, certain=False)

    def visit_Lambda(self, node: ast.Lambda) -> None:
        self.visit_defaults(node.args)
        self.take_from(activity_of(node.body), _argument_names(node.args))

    def visit_FunctionDef(self, node: ast.FunctionDef | ast.AsyncFunctionDef) -> None:
        for decorator in node.decorator_list:
            self.visit(decorator)
        self.visit_defaults(node.args)
        inner = activity_of(node.body)
        local = (_argument_names(node.args) | inner.bound) - inner.nonlocals - inner.globals
        captured = self.take_from(inner, local)
        self.activity.rebound |= inner.nonlocals | (inner.rebound - local)
        for symbol in (*inner.writes.values(), *inner.hidden.values()):
            if symbol.is_composite and symbol.roots.isdisjoint(local):
                self.activity.hidden[symbol.text] = symbol
        self.activity.closures.append((node.name, captured))
        self.write(node.name)

    visit_AsyncFunctionDef = visit_FunctionDef

    def visit_ClassDef(self, node: ast.ClassDef) -> None:
        for part in (*node.decorator_list, *node.bases, *node.keywords):
            self.visit(part)
        captured = self.take_from(activity_of(node.body))
        self.activity.closures.append((node.name, captured))
        self.write(node.name)

    def visit_defaults(self, arguments: ast.arguments) -> None:
        for default in (*arguments.defaults, *arguments.kw_defaults):
            if default is not None:
                self.visit(default)

    def take_from(self, inner: Activity, local: Iterable[str] = ()) -> frozenset[str]:
        """Counts what an inner scope takes from outside; returns the names."""
        captured = frozenset((inner.reads | inner.captured | inner.nonlocals) - set(local))
        for name in captured:
            self.read(name)
        self.activity.captures.update(captured)
        return captured


_VISITORS: dict[type, Callable[[_Visitor, Any], None]] = {}


def _argument_names(arguments: ast.arguments) -> set[str]:
    listed = [*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs]
    listed += [a for a in (arguments.vararg, arguments.kwarg) if a is not None]
    return {a.arg for a in listed}


def _captured_by_kept_lambdas(value: ast.expr) -> frozenset[str]:
    """What lambdas in a value capture, those aside that are handed to a call."""
    if isinstance(value, ast.Lambda):
        visitor = _Visitor()
        visitor.visit_Lambda(value)
        return frozenset(visitor.activity.captured)
    found: frozenset[str] = frozenset()
    is_artifact = (
        isinstance(value, ast.Call) and ast.unparse(value.func) == "ag__.autograph_artifact"
    )
    if is_artifact or not isinstance(value, ast.Call):
        for part in ast.iter_child_nodes(value):
            if isinstance(part, ast.expr):
                found |= _captured_by_kept_lambdas(part)
    return found


def is_generator(node: ast.FunctionDef) -> bool:
    """Whether a function's own body, nested functions aside, has a `yield`."""
    waiting: list[ast.AST] = list(node.body)
    while waiting:
        part = waiting.pop()
        if isinstance(part, ast.Yield | ast.YieldFrom):
            return True
        if not isinstance(part, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda | ast.ClassDef):
            waiting += ast.iter_child_nodes(part)
    return False


def argument_names(node: ast.FunctionDef | ast.Lambda) -> set[str]:
    """The names of a function's arguments."""
    return _argument_names(node.args)
