"""Writes `src/stagelight-stubs`: what type checkers and editors know of the public names.

    python scripts/public_stubs.py            writes it
    python scripts/public_stubs.py --check    says whether it is as it would be written

Public names are put together when the package is imported (`stagelight.namespaces`), which nobody who only
reads the source can see. Each namespace has a stub here. A name that stands in a module leads there, with its
types and its documentation:

    from stagelight.ops.elementwise.arithmetic import add as add

One that is made when the package is imported (tables of functions, messages, older forms) is declared:

    def false_negatives(labels: Any, predictions: Any, weights: Any = None, ...) -> Any: ...

The stubs are a partial package in the sense of PEP 561: for all other modules the source itself counts.
"""

from __future__ import annotations

import argparse
import ast
import builtins
import importlib
import inspect
import keyword
import math
import re
import shutil
import sys
import tempfile
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
STUBS = ROOT / "src" / "stagelight-stubs"
PACKAGE = "stagelight"
WIDTH = 100

sys.path.insert(0, str(ROOT / "src"))

from completed_classes import (  # noqa: E402
    Member,
    defined_names,
    members_from_elsewhere,
    source_of,
    stub_of_module,
)

import stagelight  # noqa: E402 (the path comes first)
from stagelight import index, namespaces  # noqa: E402
from stagelight.core import registry  # noqa: E402
from stagelight.core.op_def import REQUIRED, OpDef  # noqa: E402
from stagelight.public import find  # noqa: E402

HEADER = '"""{about} Written by `scripts/public_stubs.py`."""\n\n'
# What the root has of Keras.
KERAS = (
    "import keras as keras\nfrom keras import initializers as initializers\n"
    "from keras import losses as losses\nfrom keras import metrics as metrics\n"
)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--check", action="store_true", help="write nothing")
    options = parser.parse_args()
    files = stub_files()
    if options.check:
        if _files_in(STUBS) != files:
            print("src/stagelight-stubs is old: run `python scripts/public_stubs.py`.")
            return 1
        return 0
    with tempfile.TemporaryDirectory(dir=STUBS.parent) as temporary:
        made = Path(temporary) / "stubs"
        for name, text in files.items():
            path = made / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")
        shutil.rmtree(STUBS, ignore_errors=True)
        made.rename(STUBS)
    return 0


def _files_in(folder: Path) -> dict[str, str]:
    return {
        str(path.relative_to(folder)): path.read_text(encoding="utf-8")
        for path in folder.rglob("*")
        if path.is_file()
    }


def stub_files() -> dict[str, str]:
    """The files of the stub package, by their paths in it."""
    spaces = public_namespaces()
    files = {"py.typed": "partial\n"}
    declared_at: dict[int, tuple[str, str]] = {}
    for namespace, names in spaces.items():
        children = sorted(
            child.rpartition(".")[2]
            for child in spaces
            if child and child.rpartition(".")[0] == namespace
        )
        folder = namespace.replace(".", "/")
        path = f"{folder}/__init__.pyi" if folder else "__init__.pyi"
        files[path] = stub_text(namespace, names, children, declared_at)
    files["raw_ops.pyi"] = raw_ops_text()
    for module, classes in completed_modules().items():
        text = stub_of_module(module, classes, declaration)
        files[module.removeprefix(f"{PACKAGE}.").replace(".", "/") + ".pyi"] = text
    return files


def completed_modules() -> dict[str, dict[str, list[Member]]]:
    """The modules of public classes that get members from elsewhere: module -> class -> members."""
    modules: dict[str, dict[str, list[Member]]] = {}
    for public_name in sorted(_homes()):
        value = find(public_name)
        if isinstance(value, type) and str(value.__module__).startswith(f"{PACKAGE}."):
            members = members_from_elsewhere(value, PACKAGE)
            if (
                members
                and getattr(importlib.import_module(value.__module__), value.__name__, None)
                is value
            ):
                modules.setdefault(value.__module__, {})[value.__name__] = members
    return dict(sorted(modules.items()))


def public_namespaces() -> dict[str, dict[str, str]]:
    """The namespaces, those of TensorFlow 1 last: attribute -> the public name that it is."""
    spaces: dict[str, dict[str, str]] = {"": {}}
    places = {f"compat.v1.{name}": name for name in _homes() if namespaces.is_shared(name)}
    places |= {name: name for name in _homes()}
    for place, public_name in places.items():
        namespace, _, attribute = place.rpartition(".")
        spaces.setdefault(namespace, {})[attribute] = public_name
        while namespace:
            namespace = namespace.rpartition(".")[0]
            spaces.setdefault(namespace, {})
    return dict(sorted(spaces.items(), key=lambda x: (x[0].startswith("compat.v1"), x[0])))


# ---------------------------------------------------------------------------- texts


def stub_text(
    namespace: str,
    names: dict[str, str],
    children: list[str],
    declared_at: dict[int, tuple[str, str]],
) -> str:
    """The stub of a namespace.

    Args:
        namespace: its dotted name, "" for the root.
        names: attribute -> public name.
        children: the namespaces in it.
        declared_at: id of a function -> the module whose stub declares it, and its name there, by which other
            stubs import it; what this one declares is added.
    """
    own = f"{PACKAGE}.{namespace}" if namespace else PACKAGE
    imports: list[str] = []
    declared: list[str] = []
    defines_some = False
    for attribute, public_name in sorted(names.items()):
        if not attribute.isidentifier() or keyword.iskeyword(attribute) or attribute in children:
            continue
        if attribute == "raw_ops":
            imports.append(f"from {PACKAGE} import raw_ops as raw_ops\n")
            continue
        value = find(public_name)
        place = place_of(value, public_name) or declared_at.get(id(value))
        if place == (own, attribute):
            defines_some = True
        elif place is None:
            declared.append(declaration(attribute, value))
            if inspect.isfunction(value):
                declared_at[id(value)] = own, attribute
        elif place[1] == attribute:
            imports.append(f"from {place[0]} import {attribute} as {attribute}\n")
        else:  # Another name after `as` would be the stub's own.
            imports.append(f"from {place[0]} import {place[1]} as _{attribute}\n")
            declared.append(f"{attribute} = _{attribute}\n")
    imports += [f"from {own} import {child} as {child}\n" for child in children]
    if namespace == "compat":
        imports += [f"import {PACKAGE} as v2\n"]
    text = "".join(sorted(imports))
    if not namespace:
        text += KERAS
        declared.append("__version__: str\n")
    if declared:
        made = "".join(declared)
        needed = [
            line
            for name, line in TYPES.items()
            if re.search(rf"-> .*\b{name}\b|: .*\b{name}\b", made)
        ]
        text += "from typing import Any\n" + "".join(needed) + "\n" + made
    if defines_some:  # The namespace is a module, too.
        text = stub_of_module(own, {}, declaration, names) + text
    where = f"Public names of `tf.{namespace}`." if namespace else "Public names of the root."
    return HEADER.format(about=where) + text


def place_of(value: Any, public_name: str) -> tuple[str, str] | None:
    """The module and the name in it by which a type checker finds a value; None if it finds it nowhere."""
    if value is None or isinstance(value, bool | int | float | str | tuple):
        return None  # Many names have the same constant by chance.
    home = f"{PACKAGE}.{_homes()[public_name]}"
    places = [home]
    module = getattr(value, "__module__", None)
    if isinstance(module, str) and module != home and module.startswith(PACKAGE):
        places.append(module)
    for place in places:
        known = vars(importlib.import_module(place))
        for name in _own_names(place):
            if known.get(name) is value:
                return place, name
    if isinstance(value, type) and module == "numpy":
        return "numpy", value.__name__
    return None


@cache
def _homes() -> dict[str, str]:
    """The modules that record the public names."""
    return {name: module for module, names in index.PUBLIC_NAMES.items() for name in names.split()}


@cache
def _own_names(module: str) -> tuple[str, ...]:
    """The names that a module's source gives to what it defines, in its order."""
    return tuple(
        name
        for statement in source_of(module).body
        if not isinstance(statement, ast.Import | ast.ImportFrom)
        for name in defined_names(statement)
    )


# ---------------------------------------------------------------------------- declarations


def declaration(name: str, value: Any) -> str:
    """What stands for a value that no source defines by name."""
    if inspect.isfunction(value):
        return function_text(name, inspect.signature(value), value.__doc__)
    if isinstance(value, type):
        return f"{name}: type[Any]\n"
    kind = type(value).__name__
    if kind in vars(builtins) and not isinstance(value, ModuleType):
        return f"{name}: {kind}\n"
    return f"{name}: {'None' if value is None else 'Any'}\n"


def function_text(name: str, signature: inspect.Signature, doc: str | None) -> str:
    """A function by its signature: names, defaults, and the types that a stub knows."""
    parameters = [*signature.parameters.values()]
    kinds = [x.kind for x in parameters]
    texts: list[str] = []
    for number, parameter in enumerate(parameters):
        kind = parameter.kind
        if kind is parameter.KEYWORD_ONLY and {kind, parameter.VAR_POSITIONAL}.isdisjoint(
            kinds[:number]
        ):
            texts.append("*")
        texts.append(_parameter_text(parameter))
        if kind is parameter.POSITIONAL_ONLY and kind not in kinds[number + 1 :]:
            texts.append("/")
    return _definition(name, texts, doc, _annotation(signature.return_annotation))


def _parameter_text(parameter: inspect.Parameter) -> str:
    stars = {parameter.VAR_POSITIONAL: "*", parameter.VAR_KEYWORD: "**"}.get(parameter.kind, "")
    is_required = parameter.default is parameter.empty
    default = "" if is_required else f" = {_default(parameter.default)}"
    return f"{stars}{parameter.name}: {_annotation(parameter.annotation)}{default}"


# Types that generated functions may name.
TYPES = {"Any": "", "Tensor": "from stagelight.core.tensor import Tensor\n"}


def _annotation(annotation: Any) -> str:
    """An annotation as it is written in the source, if a stub knows all its names; `Any` for others."""
    text = annotation if isinstance(annotation, str) else getattr(annotation, "__name__", "Any")
    names = set(re.findall(r"[A-Za-z_]\w*", text))
    is_known = names and names <= {*TYPES, *vars(builtins)}
    return text if is_known else "Any"


def _default(value: Any) -> str:
    """The default's text: what can be written as a literal, `...` for other values."""
    is_literal = value is None or type(value) in (bool, int, str)
    is_literal = is_literal or (type(value) is float and math.isfinite(value))
    return repr(value) if is_literal else "..."


def _definition(name: str, parameters: list[str], doc: str | None, result: str = "Any") -> str:
    head = f"def {name}({', '.join(parameters)}) -> {result}:"
    if len(head) > WIDTH:
        head = f"def {name}(\n    " + ",\n    ".join(parameters) + f",\n) -> {result}:"
    if not doc:
        return f"{head} ...\n"
    return f"{head}\n    {_literal(doc)}\n"


def _literal(doc: str) -> str:
    """A docstring as source, its lines below each other at four spaces."""
    lines = inspect.cleandoc(doc).splitlines()
    text = "\n".join([lines[0], *("    " + line if line else "" for line in lines[1:])])
    prefix = "r" if "\\" in text else ""
    end = "\n    " if len(lines) > 1 or text.endswith('"') else ""
    return f'{prefix}"""{text}{end}"""'


def raw_ops_text() -> str:
    """The stub of `tf.raw_ops`: ops with their inputs, then their attrs."""
    ops = sorted(name for names in index.OPS.values() for name in names.split())
    text = "".join(_raw_op(registry.lookup(name)) for name in ops)
    text = re.sub(r"(: |-> )Any\b", r"\1_Any", text)  # There is an op of that name.
    return (
        HEADER.format(about="The ops of `tf.raw_ops`.")
        + "from typing import Any as _Any\n\n"
        + text
    )


def _raw_op(op: OpDef) -> str:
    public = {ours: theirs for theirs, ours in op.renamed.items()}
    inputs = [f"{public.get(x.name, x.name)}: Any" for x in op.inputs]
    attrs = [
        f"{public.get(name, name)}: Any{_attr_default(op.attrs[name].default)}"
        for name in op.attrs
        if name in op.explicit_attrs
    ]
    doc = getattr(stagelight.raw_ops, op.name).__doc__
    return _definition(op.name, [*inputs, "*", *attrs, "name: str | None = None"], doc)


def _attr_default(value: Any) -> str:
    return "" if value is REQUIRED else f" = {_default(value)}"


if __name__ == "__main__":
    sys.exit(main())
