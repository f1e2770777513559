"""`Homes`: which module of the package defines which names, for modules that are imported on use.

Public names, methods and ops have such tables; what is done with what a module defines is theirs.
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

    def expect(self, index: Mapping[str, str]) -> None:
        """Says which modules of the package define which names when they are imported.

        Args:
            index: module -> its names, separated by spaces.
        """
        self._modules.update(
            {name: module for module, names in index.items() for name in names.split()}
        )

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
        module = self._modules.get(name)
        if module is None:
            return False
        importlib.import_module(f"{_PACKAGE}.{module}")
        return True

    def load_all(self) -> None:
        """Imports all the modules."""
        for module in dict.fromkeys(self._modules.values()):
            importlib.import_module(f"{_PACKAGE}.{module}")
