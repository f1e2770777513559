"""Whether `==` of tensors and variables asks for the same object, as it does while a plain graph is built."""

from __future__ import annotations

from typing import Any

from stagelight.boundary import calling_frame

_PACKAGE = __name__.partition(".")[0]


def compares_identity(stage: Any) -> bool:
    """Whether `==` of the program that builds a graph asks for the same object.

    TF: in plain graphs, and in functions within them, `x in tensors` and `variables.index(v)` look for the
    object. Code of this package compares values. The operator's function calls this.
    """
    while stage is not None and stage.is_function:
        stage = stage.enclosing_graph
    if stage is None:
        return False
    caller = calling_frame(2).f_globals.get("__name__", "")
    return caller.partition(".")[0] != _PACKAGE
