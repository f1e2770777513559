"""Stubs of modules whose classes get methods from other modules: what only the imported class has.

`@dataset_method`, `tensor_method`, `publish_method` and their like give a class methods that stand in files
of their own, by subject. A type checker reads the class alone. The stub of such a module is its source
without the bodies, and in the class are the methods that it has when all is imported, with the signatures and
documentation of their source.
"""

from __future__ import annotations

import ast
import copy
import importlib
import inspect
from collections.abc import Callable, Collection, Iterator
from functools import cache
from pathlib import Path
from typing import Any

from stagelight.boundary import implementation_of, is_entry_point

# The name of a member of a class, and the member as it stands in the class.
Member = tuple[str, Any]


def members_from_elsewhere(kind: type, package: str) -> list[Member]:
    """The members of a class whose functions other modules of the package define, in order of their names."""
    members = [(name, _imported(kind, name)) for name in sorted(vars(kind))]
    return [
        (name, member)
        for name, member in members
        if (function := _function(member)) is not None
        and function.__module__ != kind.__module__
        and function.__module__.startswith(package)
    ]


def _imported(kind: type, name: str) -> Any:
    """A member as it stands in the class, once the module that defines it is imported."""
    getattr(kind, name, None)
    return vars(kind)[name]


def _function(member: Any) -> Callable[..., Any] | None:
    """The function that a member is, that its descriptor holds, or that its entry point calls."""
    if isinstance(member, staticmethod | classmethod):
        member = member.__func__
    if isinstance(member, property):
        member = member.fget
    if not inspect.isfunction(member):
        return None
    return implementation_of(member) if is_entry_point(member) else member


def stub_of_module(
    module: str,
    completed: dict[str, list[Member]],
    declare: Callable[..., str],
    exported: Collection[str] = (),
) -> str:
    """The stub of a module.

    Args:
        module: its name.
        completed: class -> the members that it gets from elsewhere.
        exported: names of other modules that the stub gives to all, by lines of its own.
        declare: gives the text of a function that no source defines by name, from its name and itself.
    """
    tree = copy.deepcopy(source_of(module))
    imports: set[str] = set()
    body = [x for x in _without_bodies(tree.body) if not isinstance(x, ast.Expr)]
    for statement in body:
        if isinstance(statement, ast.ImportFrom):
            statement.names = [x for x in statement.names if (x.asname or x.name) not in exported]
    body = [x for x in body if not isinstance(x, ast.ImportFrom) or x.names]
    for statement in body:
        if isinstance(statement, ast.ClassDef) and statement.name in completed:
            members = completed[statement.name]
            names = {name for name, _ in members}
            kept = [x for x in statement.body if names.isdisjoint(defined_names(x))]
            own = {name for x in body for name in defined_names(x)}
            declared = {name: x for x in statement.body for name in defined_names(x)}
            for name, member in members:
                definition, needed = _definition(name, member, declared.get(name), declare)
                kept.append(definition)
                imports |= {text for target, text in needed.items() if target not in own}
            statement.body = kept
    texts = [ast.unparse(ast.fix_missing_locations(x)) for x in body]
    return (
        "from typing import Any\n"
        + "".join(f"{x}\n" for x in sorted(imports))
        + "\n".join(texts)
        + "\n"
    )


@cache
def source_of(module: str) -> ast.Module:
    """The syntax tree of a module; it is not to be changed."""
    file = inspect.getsourcefile(importlib.import_module(module))
    assert file is not None
    return ast.parse(Path(file).read_text(encoding="utf-8"))


# ---------------------------------------------------------------------------- what a stub leaves out


def _without_bodies(statements: list[ast.stmt], is_dataclass: bool = False) -> Iterator[ast.stmt]:
    """Statements as a stub has them; of a dataclass the fields tell which arguments may be left out."""
    for statement in statements:
        match statement:
            case ast.FunctionDef():
                yield _signature(statement)
            case ast.ClassDef():
                attributes = [
                    x
                    for f in statement.body
                    if isinstance(f, ast.FunctionDef)
                    for x in _attributes(f)
                ]
                statement.decorator_list = [
                    x for x in statement.decorator_list if _changes_the_type(x)
                ]
                own = [*_without_bodies(statement.body, bool(statement.decorator_list))]
                named = {name for x in own for name in defined_names(x)}
                fields = {
                    x: _declared(x, kind)
                    for x, kind in attributes
                    if x not in named and x[0] != "_"
                }
                statement.body = [*own, *fields.values()] or [ast.Expr(ast.Constant(...))]
                yield statement
            case ast.Import() | ast.ImportFrom():
                yield statement
            case ast.Expr(value=ast.Constant(value=str())):
                yield statement
            case ast.If(test=ast.Name(id="TYPE_CHECKING")):
                yield from _without_bodies(statement.body)
            case ast.AnnAssign(target=ast.Name()):
                if not is_dataclass:
                    statement.value = None
                elif statement.value is not None and not isinstance(statement.value, ast.Call):
                    statement.value = ast.Constant(...)
                yield statement
            case ast.Assign(targets=[ast.Name()], value=ast.Name(id=function)) if (
                function.startswith("_")
            ):
                yield statement
            case ast.Assign(targets=[ast.Name(id=name)]):
                is_type = isinstance(
                    statement.value, ast.Call | ast.Subscript | ast.Name | ast.BinOp
                )
                yield (
                    statement
                    if is_type and name[0].isupper()
                    else _declared(name, _kind(statement.value))
                )


def _signature(function: ast.FunctionDef) -> ast.FunctionDef:
    """A function's head, and its documentation."""
    doc = ast.get_docstring(function, clean=False)
    function.body = [ast.Expr(ast.Constant(doc if doc is not None else ...))]
    function.decorator_list = [x for x in function.decorator_list if _changes_the_type(x)]
    function.args.defaults = [_short(x) for x in function.args.defaults]
    function.args.kw_defaults = [x and _short(x) for x in function.args.kw_defaults]
    return function


def _short(default: ast.expr) -> ast.expr:
    return default if isinstance(default, ast.Constant | ast.UnaryOp) else ast.Constant(...)


_OF_THE_TYPE = {
    "abstractmethod", "cached_property", "classmethod", "contextmanager", "dataclass", "overload", "property",
    "setter", "staticmethod",
}  # fmt: skip


def _changes_the_type(decorator: ast.expr) -> bool:
    name = ast.unparse(decorator.func if isinstance(decorator, ast.Call) else decorator)
    return name.rpartition(".")[2] in _OF_THE_TYPE


def _attributes(function: ast.FunctionDef) -> Iterator[tuple[str, ast.expr | None]]:
    """The attributes that a method sets, with their types where it says them."""
    for node in ast.walk(function):
        match node:
            case ast.AnnAssign(
                target=ast.Attribute(value=ast.Name(id="self"), attr=name), annotation=kind
            ):
                yield name, kind
            case ast.Assign(targets=[ast.Attribute(value=ast.Name(id="self"), attr=name)]):
                yield name, None


def _kind(value: ast.expr) -> ast.expr | None:
    """The type of a literal."""
    return (
        ast.Name(type(value.value).__name__)
        if isinstance(value, ast.Constant) and value.value is not None
        else None
    )


def _declared(name: str, kind: ast.expr | None) -> ast.AnnAssign:
    return ast.AnnAssign(ast.Name(name), kind or ast.Name("Any"), None, simple=1)


def defined_names(statement: ast.stmt) -> list[str]:
    """The names that a statement gives to functions, classes, values or modules, in its order."""
    match statement:
        case ast.FunctionDef(name=name) | ast.ClassDef(name=name):
            return [name]
        case ast.AnnAssign(target=ast.Name(id=name)):
            return [name]
        case ast.Assign(targets=targets):
            return [x.id for y in targets for x in ast.walk(y) if isinstance(x, ast.Name)]
        case ast.Import(names=names) | ast.ImportFrom(names=names):
            return [x.asname or x.name for x in names]
    return []


# ---------------------------------------------------------------------------- what a stub adds


def _definition(
    name: str, member: Any, declared: ast.stmt | None, declare: Callable[..., str]
) -> tuple[ast.stmt, dict[str, str]]:
    """A member as a method in the class, and the imports that its types need, by the names that they give.

    Args:
        name: of the member.
        member: as it stands in the class.
        declared: what the class's own source says of it, for those who check types.
        declare: see `stub_of_module`.
    """
    function = _function(member)
    assert function is not None
    found = next(
        (
            x
            for x in source_of(function.__module__).body
            if isinstance(x, ast.FunctionDef) and x.name == function.__name__
        ),
        None,
    )
    if found is None or function.__qualname__ != function.__name__:
        if declared is not None:
            return declared, {}
        (made,) = ast.parse(declare(name, function)).body
        assert isinstance(made, ast.FunctionDef)
        return _placed(made, name, member), _imports_of(made, function.__module__)
    made = _signature(copy.deepcopy(found))
    if hasattr(function, "__wrapped__") and "self" not in {
        x.arg for x in made.args.args
    }:  # The object comes before what the function takes.
        made.args.args.insert(0, ast.arg("self"))
    return _placed(made, name, member), _imports_of(made, function.__module__)


def _placed(made: ast.stmt, name: str, member: Any) -> ast.stmt:
    """A function as a member of a class."""
    assert isinstance(made, ast.FunctionDef)
    made.name = name
    doc = ast.get_docstring(made)
    if doc is not None:
        lines = [line and " " * 8 + line for line in doc.splitlines()]
        text = "\n".join(lines).lstrip() + ("\n" + " " * 8 if len(lines) > 1 else "")
        made.body = [ast.Expr(ast.Constant(text))]
    first = [*made.args.posonlyargs, *made.args.args][:1]
    decorators = {staticmethod: "staticmethod", classmethod: "classmethod", property: "property"}
    if type(member) in decorators:
        made.decorator_list = [ast.Name(decorators[type(member)])]
    if first and not isinstance(member, staticmethod):
        first[0].annotation = None
    return made


def _imports_of(function: ast.FunctionDef, module: str) -> dict[str, str]:
    arguments = function.args
    every = [
        *arguments.posonlyargs,
        *arguments.args,
        *arguments.kwonlyargs,
        arguments.vararg,
        arguments.kwarg,
    ]
    kinds = [x.annotation for x in every if x is not None] + [function.returns]
    used = {
        x.id
        for kind in kinds
        if kind is not None
        for x in ast.walk(kind)
        if isinstance(x, ast.Name)
    }
    result: dict[str, str] = {}
    for statement in ast.walk(source_of(module)):
        if (
            isinstance(statement, ast.ImportFrom)
            and statement.module
            and statement.module != "__future__"
        ):
            for alias in statement.names:
                if (target := alias.asname or alias.name) in used:
                    result[target] = f"from {statement.module} import {alias.name} as {target}"
    for statement in source_of(module).body:
        if not isinstance(statement, ast.Import | ast.ImportFrom):
            for target in used.intersection(defined_names(statement)):
                result[target] = f"from {module} import {target} as {target}"
    return result
