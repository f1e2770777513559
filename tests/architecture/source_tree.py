"""The package's source files and what they import, read from their syntax trees."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

PACKAGE = "stagelight"
ROOT = Path(__file__).parents[2] / "src" / PACKAGE


@dataclass(frozen=True)
class Import:
    """One imported module; `module` is its full dotted name."""

    module: str
    line: int
    is_late: bool  # inside a function
    is_for_types: bool  # under `if TYPE_CHECKING:`

    @property
    def is_own(self) -> bool:
        return self.module == PACKAGE or self.module.startswith(PACKAGE + ".")


@dataclass(frozen=True)
class SourceFile:
    path: Path
    root: Path = ROOT

    @property
    def name(self) -> str:
        """The path inside the package, such as `core/tensor.py`."""
        return self.path.relative_to(self.root).as_posix()

    @property
    def module(self) -> str:
        """The dotted name; a package's `__init__.py` has the package's."""
        parts = (PACKAGE, *self.path.relative_to(self.root).with_suffix("").parts)
        return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)

    @property
    def unit(self) -> str:
        return unit_of(self.module)

    @cached_property
    def tree(self) -> ast.Module:
        return ast.parse(self.path.read_text(encoding="utf-8"), str(self.path))

    @property
    def line_count(self) -> int:
        return len(self.path.read_text(encoding="utf-8").splitlines())

    @cached_property
    def imports(self) -> tuple[Import, ...]:
        return tuple(self._imports(self.tree, is_late=False, is_for_types=False))

    def _imports(self, node: ast.AST, is_late: bool, is_for_types: bool) -> Iterator[Import]:
        if isinstance(node, ast.Import):
            for alias in node.names:
                yield Import(alias.name, node.lineno, is_late, is_for_types)
        elif isinstance(node, ast.ImportFrom):
            for module in sorted(self._imported_from(node)):
                yield Import(module, node.lineno, is_late, is_for_types)
        late = is_late or isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda)
        for_types = is_for_types or (
            isinstance(node, ast.If) and "TYPE_CHECKING" in ast.dump(node.test)
        )
        for child in ast.iter_child_nodes(node):
            yield from self._imports(child, late, for_types)

    def _imported_from(self, node: ast.ImportFrom) -> set[str]:
        """`from a.b import c` imports the module a.b.c if there is one, or else a.b."""
        module = node.module or ""
        if node.level:
            package = self.module.split(".")
            if self.path.stem != "__init__":
                package = package[:-1]
            package = package[: len(package) - node.level + 1]
            module = ".".join([*package, *([module] if module else [])])
        if module.split(".")[0] != PACKAGE:
            return {module}
        submodules = {f"{module}.{alias.name}" for alias in node.names}
        return {name if is_module(name, self.root) else module for name in submodules}


def is_module(name: str, root: Path = ROOT) -> bool:
    """Whether the dotted name is a file or a folder of the package, not a name inside a file."""
    path = root.joinpath(*name.split(".")[1:])
    return path.is_dir() or path.with_suffix(".py").is_file()


def unit_of(module: str) -> str:
    """The package or single file directly below the root that the module belongs to."""
    parts = module.split(".")
    return parts[1] if len(parts) > 1 else "__init__"


def source_files(root: Path = ROOT) -> list[SourceFile]:
    return [SourceFile(path, root) for path in sorted(root.rglob("*.py"))]
