"""Writes `src/stagelight/index.py`: which module defines which public names and which ops.

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

# They set their names when they are imported; these need that all others have recorded theirs.
LAST = ("compat", "contrib")

# They import those, and are imported on use like all others, but not where all names are asked for.
AFTER_LAST = ("feature_columns",)

# It is Keras.
NOT_OURS = ("keras",)

# Methods of these classes are attached by a module above their own.
COMPLETED_BY = {"autodiff.tape": "control_flow.jacobians"}

TEXT = '''"""Which module defines which public names and which ops. Written by `scripts/index_names.py`.

`import stagelight` imports few modules; another is imported when one of these names is asked for.
"""

# fmt: off
# ruff: noqa: E501

PUBLIC_NAMES = {{
{names}}}

# Of modules that import `compat`, which asks for all the names above.
PUBLIC_NAMES_ON_COMPAT = {{
{late_names}}}

OPS = {{
{ops}}}
'''


class Search:
    """Stands for the index of ops while it is made: looks for one in one family after the other."""

    def __init__(self, op_defs: dict[str, object]) -> None:
        self._op_defs = op_defs

    def expect(self, index: object) -> None:
        """What the old index says does not count."""

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

    added: dict[str, dict[str, set[str]]] = {"names": {}, "ops": {}}
    claimed: dict[str, set[str]] = {"names": set(), "ops": set()}

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
            "names": set(getattr(public, "_table", ())),
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
    packages = [*sorted(found - {*LAST, *AFTER_LAST, *NOT_OURS}), *LAST, *AFTER_LAST]
    for name in packages:
        top = importlib.import_module(f"{PACKAGE}.{name}")
        for module in pkgutil.walk_packages(getattr(top, "__path__", []), f"{PACKAGE}.{name}."):
            importlib.import_module(module.name)
    _refuse_hidden_names()
    names = {
        COMPLETED_BY.get(module, module): keys
        for module, keys in Watch.added["names"].items()
        if not _is_in(module, LAST)
    }
    late = {module: names.pop(module) for module in list(names) if _is_in(module, AFTER_LAST)}
    return TEXT.format(
        names=_entries(names), late_names=_entries(late), ops=_entries(Watch.added["ops"])
    )


def _is_in(module: str, packages: tuple[str, ...]) -> bool:
    return module.partition(".")[0] in packages


def _refuse_hidden_names() -> None:
    """Names of modules that are left out must be in namespaces of theirs: others are not found at first."""
    for module, keys in Watch.added["names"].items():
        hidden = sorted(key for key in keys if not key.startswith(tuple(f"{x}." for x in LAST)))
        if _is_in(module, LAST) and hidden:
            sys.exit(
                f"{PACKAGE}.{module} records {', '.join(hidden)}, which are found only once `tf.compat` is "
                "loaded. Define them in a module of another package."
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
