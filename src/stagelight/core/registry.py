"""All ops by name. Family files add to it with `define`; everybody else only looks up."""

from __future__ import annotations

import sys
from typing import Any

from stagelight.core.op_def import OpDef, make_op_def
from stagelight.homes import Homes

_op_defs: dict[str, OpDef] = {}

# The namespaces of the modules that defined them: one that is imported again, as its first import was
# interrupted, has another.
_defined_by: dict[str, dict[str, Any]] = {}

# Where the ops come from that need not be defined yet.
homes = Homes()


def define(
    name: str, inputs: str, outputs: str, attrs: dict[str, Any] | None = None, **rules: Any
) -> OpDef:
    """Makes an `OpDef` (see `op_def.make_op_def` for the rules) and registers it.

    Raises:
        ValueError: the name is taken.
    """
    module = _module_in_execution()
    before = _defined_by.setdefault(name, module)
    if name in _op_defs and (before is module or before["__name__"] != module["__name__"]):
        raise ValueError(f"The op {name!r} is defined twice.")
    op_def = make_op_def(name, inputs, outputs, attrs, **rules)
    _op_defs[name], _defined_by[name] = op_def, module
    return op_def


def _module_in_execution() -> dict[str, Any]:
    """The namespace of the innermost module whose import is under way here, or of the program."""
    frame: Any = sys._getframe(2)
    while frame.f_code.co_name != "<module>" and frame.f_back is not None:
        frame = frame.f_back
    return frame.f_globals


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
    """The name of the module that defines an op, which is known.

    Raises:
        NotImplementedError: there is none.
    """
    lookup(name)
    module: str = _defined_by[name]["__name__"]
    return module


def op_names() -> list[str]:
    """The names of all ops, sorted."""
    return sorted({*_op_defs, *homes})
