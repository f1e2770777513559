"""Writes `src/stagelight/index.py`: which module defines which public names, methods and ops.

    python scripts/index_names.py            writes it
    python scripts/index_names.py --check    says whether it is as it would be written

Modules are imported when one of their names is asked for; the index says which one that is.
"""

from __future__ import annotations

import argparse
import importlib
import importlib.abc
import importlib.machinery
import pkgutil
import sys
from pathlib import Path
from types import ModuleType

ROOT = Path(__file__).resolve().parent.parent
INDEX = ROOT / "src" / "stagelight" / "index.py"
PACKAGE = "stagelight"

# It is Keras.
NOT_OURS = ("keras",)

# Operators of these classes are replaced by a module above their own: it is imported with their names.
COMPLETED_BY = {"graph.graph": "compat.v1.graph_equality"}

TEXT = '''"""Which module defines which public names, methods and ops. Written by `scripts/index_names.py`.

`import stagelight` imports few modules; another is imported when one of these names is asked for.
"""

# fmt: off
# ruff: noqa: E501

PUBLIC_NAMES = {{
{names}}}

# Methods of public classes that modules above theirs define.
METHODS = {{
{methods}}}

OPS = {{
{ops}}}
'''


class Search:
    """Stands for the index of ops while it is made: looks for one in one family after the other."""

    def __init__(self, op_defs: dict[str, object]) -> None:
        self._op_defs = op_defs

    def expect(self, index: object) -> None:
        """What the old index says does not count."""

    def module_of(self, name: str) -> None:
        """No op has a home while the index is made."""

    def load(self, name: str) -> bool:
        ops = importlib.import_module(f"{PACKAGE}.ops")
        for module in pkgutil.walk_packages(ops.__path__, f"{PACKAGE}.ops."):
            if module.name not in sys.modules:
                importlib.import_module(module.name)
            if name in self._op_defs:
                return True
        return False


class Watch(importlib.machinery.SourceFileLoader):
    """Notes what each module itself, and not one that it imports, adds to the tables."""

    added: dict[str, dict[str, set[str]]] = {"names": {}, "methods": {}, "ops": {}}
    claimed: dict[str, set[str]] = {"names": set(), "methods": set(), "ops": set()}

    def exec_module(self, module: ModuleType) -> None:
        before = self._tables()
        super().exec_module(module)
        if module.__name__ == f"{PACKAGE}.core.registry":
            module.homes = Search(module._op_defs)  # type: ignore[attr-defined]
        for kind, keys in self._tables().items():
            own = keys - before[kind] - self.claimed[kind]
            self.claimed[kind] |= own
            if own:
                self.added[kind][module.__name__.removeprefix(f"{PACKAGE}.")] = own

    @staticmethod
    def _tables() -> dict[str, set[str]]:
        public = sys.modules.get(f"{PACKAGE}.public")
        registry = sys.modules.get(f"{PACKAGE}.core.registry")
        return {
            "names": {*getattr(public, "_table", ()), *getattr(public, "_factories", ())},
            "methods": set(getattr(public, "_methods", ())),
            "ops": set(getattr(registry, "_op_defs", ())),
        }


class Finder(importlib.abc.MetaPathFinder):
    """Gives the package's modules the loader that watches."""

    def find_spec(self, name, path=None, target=None):  # type: ignore[no-untyped-def]
        if name.partition(".")[0] != PACKAGE:
            return None
        spec = importlib.machinery.PathFinder.find_spec(name, path, target)
        if spec is not None and isinstance(spec.loader, importlib.machinery.SourceFileLoader):
            spec.loader = Watch(spec.loader.name, spec.loader.path)
        return spec


def index_text() -> str:
    """The text of the index."""
    sys.path.insert(0, str(ROOT / "src"))
    sys.meta_path.insert(0, Finder())
    package = importlib.import_module(PACKAGE)
    found = {module.name for module in pkgutil.iter_modules(package.__path__)}
    for name in sorted(found - {*NOT_OURS}):
        top = importlib.import_module(f"{PACKAGE}.{name}")
        for module in pkgutil.walk_packages(getattr(top, "__path__", []), f"{PACKAGE}.{name}."):
            importlib.import_module(module.name)
    names: dict[str, set[str]] = {}
    for module, keys in Watch.added["names"].items():
        names.setdefault(COMPLETED_BY.get(module, module), set()).update(keys)
    return TEXT.format(
        names=_entries(names),
        methods=_entries(Watch.added["methods"]),
        ops=_entries(Watch.added["ops"]),
    )


def _entries(added: dict[str, set[str]]) -> str:
    return "".join(
        f'    "{module}": "{" ".join(sorted(keys))}",\n' for module, keys in sorted(added.items())
    )


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--check", action="store_true", help="write nothing")
    options = parser.parse_args()
    text = index_text()
    if options.check:
        if INDEX.read_text(encoding="utf-8") != text:
            print("src/stagelight/index.py is old: run `python scripts/index_names.py`.")
            return 1
        return 0
    INDEX.write_text(text, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
