"""Lists the TensorFlow names that a package uses and Stagelight lacks.

    python scripts/library_names.py PATH... [--reference PYTHON]

Parses every Python file below the paths, collects the dotted names of `tensorflow` that its code imports
or reads (`import tensorflow as tf`, `from tensorflow.python.ops import array_ops`, attribute chains such as
`tf.linalg.matmul`, module-level aliases such as `v1 = tf.compat.v1`), and resolves each of them on the alias
that `stagelight.install_as_tensorflow()` makes. Prints what fails to resolve, each name with the number of
files
that use it, the most used first. With `--reference`, the Python of an environment that has TensorFlow, names
that TensorFlow lacks as well are left out. The exit status is 1 if names are missing.

Names that are reached dynamically (`getattr`, strings) are not found.
"""

from __future__ import annotations

import argparse
import ast
import collections
import importlib
import json
import subprocess
import sys
import warnings
from collections.abc import Iterable, Iterator
from pathlib import Path

TENSORFLOW = "tensorflow"


class NameCollector(ast.NodeVisitor):
    """Collects the names of `tensorflow` that one module uses, fully qualified.

    Attributes:
        names: the dotted names.
    """

    def __init__(self) -> None:
        self.names: set[str] = set()
        # Python name -> the dotted name that it is bound to. Scopes are not told apart: a function that
        # imports a module under some name is the only one to use that name, in practice.
        self._bindings: dict[str, str] = {}

    def visit_Import(self, node: ast.Import) -> None:
        for imported in node.names:
            if not _is_below_tensorflow(imported.name):
                continue
            self.names.add(imported.name)
            if imported.asname:
                self._bindings[imported.asname] = imported.name
            else:
                self._bindings[TENSORFLOW] = TENSORFLOW

    def visit_ImportFrom(self, node: ast.ImportFrom) -> None:
        if node.level or not node.module or not _is_below_tensorflow(node.module):
            return
        self.names.add(node.module)
        for imported in node.names:
            if imported.name == "*":
                continue
            dotted = f"{node.module}.{imported.name}"
            self.names.add(dotted)
            self._bindings[imported.asname or imported.name] = dotted

    def visit_Assign(self, node: ast.Assign) -> None:
        self.generic_visit(node)
        dotted = self._qualified(node.value)
        # `v1 = tf.compat.v1` is an alias; `x = tf.float32` may be rebound, so lower-case modules only.
        if dotted is not None and len(node.targets) == 1:
            target = node.targets[0]
            if isinstance(target, ast.Name) and target.id not in self._bindings:
                self._bindings[target.id] = dotted

    def visit_Attribute(self, node: ast.Attribute) -> None:
        dotted = self._qualified(node)
        if dotted is None:
            self.generic_visit(node)
        elif isinstance(node.ctx, ast.Load):
            self.names.add(dotted)

    def _qualified(self, node: ast.expr) -> str | None:
        """The dotted name of an attribute chain that begins at a binding of `tensorflow`, else None."""
        attributes: list[str] = []
        while isinstance(node, ast.Attribute):
            attributes.append(node.attr)
            node = node.value
        if not isinstance(node, ast.Name) or node.id not in self._bindings:
            return None
        return ".".join((self._bindings[node.id], *reversed(attributes)))


def _is_below_tensorflow(module: str) -> bool:
    return module == TENSORFLOW or module.startswith(f"{TENSORFLOW}.")


def names_of_source(source: str) -> set[str]:
    """The names of `tensorflow` that a module's source uses, fully qualified.

    Raises:
        SyntaxError: it is not Python 3.
    """
    collector = NameCollector()
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # Invalid escape sequences of the library's.
        tree = ast.parse(source)
    # Imports first: a function may read what the module binds below it.
    for node in ast.walk(tree):
        if isinstance(node, ast.Import | ast.ImportFrom):
            collector.visit(node)
    collector.visit(tree)
    return collector.names


def python_files(paths: Iterable[Path]) -> Iterator[Path]:
    """The Python files at or below the paths."""
    for path in paths:
        yield from sorted(path.rglob("*.py")) if path.is_dir() else [path]


def count_uses(paths: Iterable[Path]) -> collections.Counter[str]:
    """Name of `tensorflow` -> number of files that use it. Files that do not parse are reported."""
    uses: collections.Counter[str] = collections.Counter()
    for file in python_files(paths):
        try:
            uses.update(names_of_source(file.read_text(encoding="utf-8", errors="replace")))
        except SyntaxError as error:
            print(f"{file}: not parsed: {error}", file=sys.stderr)
    return uses


def resolves(dotted: str) -> bool:
    """Whether a dotted name leads to an object, by importing modules and reading attributes."""
    root, *attributes = dotted.split(".")
    value = importlib.import_module(root)
    module = root
    for attribute in attributes:
        module = f"{module}.{attribute}"
        try:
            value = getattr(value, attribute)
        except AttributeError:
            try:
                value = importlib.import_module(module)
            except ImportError:
                return False
    return True


def unresolved_names(names: Iterable[str]) -> list[str]:
    """The names that lead to nothing in this process."""
    return [name for name in names if not resolves(name)]


def unresolved_in(python: str, names: list[str]) -> list[str]:
    """The names that lead to nothing in another environment."""
    process = subprocess.run(
        [python, __file__, "--resolve"],
        input=json.dumps(names),
        capture_output=True,
        text=True,
        check=False,
    )
    if process.returncode:
        raise SystemExit(f"{python} could not resolve names:\n{process.stderr}")
    answer: list[str] = json.loads(process.stdout.splitlines()[-1])
    return answer


def shortest(names: Iterable[str]) -> list[str]:
    """The names without those below another one: of `a.b` and `a.b.c`, both missing, `a.b` says all."""
    missing = set(names)
    return [
        name
        for name in sorted(missing)
        if not any(name[:at] in missing for at, char in enumerate(name) if char == ".")
    ]


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("paths", nargs="*", type=Path, help="packages, or files")
    parser.add_argument(
        "--reference", metavar="PYTHON", help="Python of an environment with TensorFlow"
    )
    parser.add_argument("--resolve", action="store_true", help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.resolve:
        print(json.dumps(unresolved_names(json.load(sys.stdin))))
        return 0
    uses = count_uses(options.paths)
    importlib.import_module("stagelight").install_as_tensorflow()
    missing = shortest(unresolved_names(sorted(uses)))
    if options.reference and missing:
        lacking = set(unresolved_in(options.reference, missing))
        missing = [name for name in missing if name not in lacking]
    for name in sorted(missing, key=lambda name: (-uses[name], name)):
        print(f"{uses[name]:4}  {name}")
    print(f"{len(uses)} names are used, {len(missing)} are missing.")
    return 1 if missing else 0


if __name__ == "__main__":
    sys.exit(main())
