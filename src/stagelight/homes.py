"""`Homes`: which module of the package defines which names, for modules that are imported on use.

Public names and ops have such tables; what is done with what a module defines is theirs.
"""

from __future__ import annotations

import importlib
import sys
from collections.abc import Iterator, Mapping

_PACKAGE = __name__.rpartition(".")[0]


class Homes:
    """The modules that names come from. Empty until `expect` says what there is."""

    def __init__(self) -> None:
        self._modules: dict[str, str] = {}
        self._dependent: set[str] = set()
        self._packages: set[str] = set()

    def expect(self, index: Mapping[str, str], need_all: bool = False) -> None:
        """Says which modules of the package define which names when they are imported.

        Args:
            index: module -> its names, separated by spaces.
            need_all: whether these modules import one that asks for all names (`load_all`), so that they
                cannot be among those.
        """
        self._modules.update(
            {name: module for module, names in index.items() for name in names.split()}
        )
        if need_all:
            self._dependent.update(index)

    def expect_package(self, package: str) -> None:
        """Says that a package defines all other names that begin with its own, when it is imported."""
        self._packages.add(package)

    def __iter__(self) -> Iterator[str]:
        return iter(self._modules)

    def module_of(self, name: str) -> str | None:
        """The module that a name comes from."""
        return self._modules.get(name)

    def is_pending(self, name: str) -> bool:
        """Whether the module that a name comes from is still to be imported.

        Another module may have recorded the name already: one that the name's own module completes.
        """
        module = self._modules.get(name)
        return module is not None and f"{_PACKAGE}.{module}" not in sys.modules

    def load(self, name: str) -> bool:
        """Imports the module that a name comes from; whether there is one."""
        package = name.partition(".")[0]
        module = self._modules.get(name) or (package if package in self._packages else None)
        if module is None:
            return False
        importlib.import_module(f"{_PACKAGE}.{module}")
        return True

    def load_all(self) -> None:
        """Imports all the modules but those that need all names themselves."""
        for module in dict.fromkeys(self._modules.values()):
            if module not in self._dependent:
                importlib.import_module(f"{_PACKAGE}.{module}")
