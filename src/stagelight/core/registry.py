"""All ops by name. Family files add to it with `define`; everybody else only looks up."""

from __future__ import annotations

import sys
from types import ModuleType
from typing import Any

from stagelight.core.op_def import OpDef, make_op_def
from stagelight.homes import Homes

_PACKAGE = __name__.partition(".")[0]

_op_defs: dict[str, OpDef] = {}

# The modules that they come from, as they were imported: one that is imported again, as its first import was
# interrupted, is another.
_defined_by: dict[str, ModuleType | None] = {}

# Where the ops come from that need not be defined yet.
homes = Homes()


def define(
    name: str, inputs: str, outputs: str, attrs: dict[str, Any] | None = None, **rules: Any
) -> OpDef:
    """Makes an `OpDef` (see `op_def.make_op_def` for the rules) and registers it.

    Raises:
        ValueError: the name is taken.
    """
    home = homes.module_of(name)
    module = None if home is None else sys.modules.get(f"{_PACKAGE}.{home}")
    if name in _op_defs and _defined_by[name] in (None, module):
        raise ValueError(f"The op {name!r} is defined twice.")
    op_def = make_op_def(name, inputs, outputs, attrs, **rules)
    _op_defs[name], _defined_by[name] = op_def, module
    return op_def


def lookup(name: str) -> OpDef:
    """The op of that name.

    Raises:
        NotImplementedError: there is none.
    """
    found = _op_defs.get(name)
    if found is None:
        if not homes.load(name):
            raise NotImplementedError(f"The op {name!r} is not among Stagelight's ops.")
        found = _op_defs[name]
    return found


def is_known(name: str) -> bool:
    """Whether there is an op of that name."""
    return name in _op_defs or homes.module_of(name) is not None


def module_of(name: str) -> str:
    """The name of the module that defines an op: one of the package's, or of a program with ops of its own.

    Raises:
        NotImplementedError: there is no such op.
    """
    op_def, home = lookup(name), homes.module_of(name)
    return op_def.infer.__module__ if home is None else f"{_PACKAGE}.{home}"


def op_names() -> list[str]:
    """The names of all ops, sorted."""
    return sorted({*_op_defs, *homes})
