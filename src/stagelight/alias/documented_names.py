"""`tensorflow.python.util.all_util`: modules keep only the names that their docstrings list as `@@name`."""

from __future__ import annotations

import re
import sys
from collections.abc import Sequence
from types import ModuleType
from typing import Any

_LISTED = re.compile(r"^@@(\w+)$", flags=re.MULTILINE)

# Full name -> the module that it was taken from, and its value.
_removed: dict[str, tuple[ModuleType, Any]] = {}


def make_all(module_name: str, doc_string_modules: Sequence[ModuleType] | None = None) -> list[str]:
    """The names of a module that docstrings list.

    Args:
        module_name: the module.
        doc_string_modules: the modules whose docstrings count; the module itself if None.
    """
    module = sys.modules[module_name]
    documents = [module] if doc_string_modules is None else doc_string_modules
    listed = {name for document in documents for name in _LISTED.findall(document.__doc__ or "")}
    return [name for name in dir(module) if name in listed]


def remove_undocumented(
    module_name: str,
    allowed_exception_list: Sequence[str] | None = None,
    doc_string_modules: Sequence[ModuleType] | None = None,
) -> None:
    """Deletes the public names of a module that neither a docstring nor `allowed_exception_list` has."""
    kept = {*make_all(module_name, doc_string_modules), *(allowed_exception_list or ())}
    module = sys.modules[module_name]
    for name in dir(module):
        if not name.startswith("_") and name not in kept:
            _removed[f"{module_name}.{name}"] = (module, getattr(module, name))
            delattr(module, name)


def reveal_undocumented(symbol_name: str, target_module: ModuleType | None = None) -> None:
    """Puts a name back that was removed.

    Raises:
        LookupError: it was not.
    """
    if symbol_name not in _removed:
        raise LookupError(f"Symbol {symbol_name} is not a hidden symbol")
    module, value = _removed[symbol_name]
    setattr(target_module or module, symbol_name.rpartition(".")[2], value)
