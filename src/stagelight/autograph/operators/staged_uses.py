"""Builtins, loops and `in` over values that may be None: they get the value, checked to be there.

values = None                        `len(values)` is the length of the list, or Python's error
if x > 0:                            when the graph runs
    values = [x]
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from stagelight.autograph.operators.builtins import OVERLOADED
from stagelight.autograph.operators.calls import converted_call
from stagelight.autograph.operators.dispatch import FOR_STMT, IN, UNPACK
from stagelight.autograph.operators.logical import in_
from stagelight.autograph.operators.loops import for_stmt
from stagelight.autograph.operators.staged_absence import PerhapsNone
from stagelight.autograph.operators.unpacking import taken_apart
from stagelight.autograph.options import STANDARD_OPTIONS

# Builtins for which None is an argument like others.
_TAKE_NONE = ("bool", "print")
# What is told of None where it is no argument; of the others of the list, that it is not iterable.
_USES = {
    "abs": "bad operand type for abs(): 'NoneType'", "float": "", "int": "", "len": "len",
    "max": "", "min": "", "range": "",
}  # fmt: skip


def _of_value(function: Callable[..., Any], use: str) -> Callable[..., Any]:
    def call(*args: Any, **kwargs: Any) -> Any:
        values = tuple(x.resolved(use) if isinstance(x, PerhapsNone) else x for x in args)
        return converted_call(function, values, kwargs, None, STANDARD_OPTIONS)

    return call


def _loop(values: PerhapsNone, *rest: Any) -> None:
    for_stmt(values.resolved("iter"), *rest)


def _is_in(element: Any, container: PerhapsNone) -> Any:
    return in_(element, container.resolved("in"))


def _unpacked(value: PerhapsNone, before: int, after: int | None) -> list[Any]:
    values = value.resolved("cannot unpack non-iterable NoneType object")
    return (UNPACK.overload(values) or taken_apart)(values, before, after)


for _function, _operator in OVERLOADED.items():
    if _operator.name not in _TAKE_NONE:
        _use = _USES.get(_operator.name, "iter")
        _operator.register(PerhapsNone, _of_value(_function, _use))
FOR_STMT.register(PerhapsNone, _loop)
IN.register(PerhapsNone, _is_in)
UNPACK.register(PerhapsNone, _unpacked)
