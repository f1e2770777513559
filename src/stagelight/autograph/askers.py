"""Who asks a symbolic tensor for a Python value: converted code, or code that was left as it is, and why.

Code that AutoGraph converts asks its operators, so that a tensor is seldom asked itself. Where it is, the
advice depends on the code that asks.
"""

from __future__ import annotations

import inspect
import sys
from types import FrameType

from stagelight.autograph.allow_list import is_of_a_library
from stagelight.autograph.context import Status, control_status
from stagelight.autograph.conversion import is_converted
from stagelight.graph import symbolic_errors
from stagelight.tracebacks import is_librarys


def advice() -> str:
    """What is to be said of the code that asks: the innermost frame that is not the library's."""
    frame: FrameType | None = sys._getframe(1)
    while frame is not None and is_librarys(frame):
        frame = frame.f_back
    if frame is None:
        return ""
    code = frame.f_code
    if is_converted(code):
        return "AutoGraph did convert this code, but what is called here asks the tensor itself."
    name = code.co_qualname.rpartition("<locals>.")[2]
    module = frame.f_globals.get("__name__") or ""
    if is_of_a_library(module):
        return f"{name} of {module} is run as it is. tf.py_function runs it each time, on values."
    if _is_property(frame):
        return f"AutoGraph does not convert properties: make {name} a method."
    if code.co_name.startswith("__") and code.co_name.endswith("__"):
        return f"AutoGraph did not convert {name}, which Python calls by itself: call a method by name."
    if control_status().status is Status.DISABLED:
        return f"AutoGraph is disabled for {name}, by do_not_convert or autograph=False."
    if control_status().status is Status.UNSPECIFIED:
        return f"AutoGraph did not convert {name}. Try decorating it directly with @tf.function."
    return f"AutoGraph did not convert {name}, since other code calls it, or it has no source."


def _is_property(frame: FrameType) -> bool:
    """Whether a frame runs the getter of a property, ordinary or cached."""
    names = frame.f_code.co_varnames
    owner = frame.f_locals.get(names[0]) if names else None
    found = inspect.getattr_static(type(owner), frame.f_code.co_name, None)
    return isinstance(found, property) or type(found).__name__ == "cached_property"


symbolic_errors.advise(advice)
