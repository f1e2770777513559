"""All ops by name. Family files add to it with `define`; everybody else only looks up."""

from __future__ import annotations

from typing import Any

from stagelight.core.op_def import OpDef, make_op_def
from stagelight.homes import Homes

_op_defs: dict[str, OpDef] = {}

# Where the ops come from that need not be defined yet.
homes = Homes()


def define(
    name: str, inputs: str, outputs: str, attrs: dict[str, Any] | None = None, **rules: Any
) -> OpDef:
    """Makes an `OpDef` (see `op_def.make_op_def` for the rules) and registers it.

    Raises:
        ValueError: the name is taken.
    """
    if name in _op_defs:
        raise ValueError(f"The op {name!r} is defined twice.")
    op_def = make_op_def(name, inputs, outputs, attrs, **rules)
    _op_defs[name] = op_def
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


def op_names() -> list[str]:
    """The names of all ops, sorted."""
    return sorted({*_op_defs, *homes})
