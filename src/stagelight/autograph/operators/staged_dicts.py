"""Dicts with entries that are there on some ways only.

d = {"a": x}                     `d["b"]`, `d.get("b")` and `"b" in d` are answered by the graph,
if x > 0:                        and so are `len(d)` and `if d`. Python goes over all entries that
    d["b"] = x                   there may be; when the graph runs, all have to be there.
"""

from __future__ import annotations

import copy
from collections.abc import Callable
from typing import Any

from stagelight.autograph.operators.builtins import OVERLOADED
from stagelight.autograph.operators.calls import converted_call
from stagelight.autograph.operators.conditionals import if_exp, if_stmt
from stagelight.autograph.operators.dispatch import (
    ENTRIES,
    EQ,
    FOR_STMT,
    IF_EXP,
    IF_STMT,
    NOT,
    NOT_EQ,
    ROWS,
    UNPACK,
)
from stagelight.autograph.operators.loops import for_stmt
from stagelight.autograph.operators.staged_absence import PerhapsUndefined
from stagelight.autograph.operators.unpacking import taken_apart
from stagelight.autograph.options import STANDARD_OPTIONS
from stagelight.core.convert import convert_to_tensor
from stagelight.core.raw import raw
from stagelight.core.tensor import Tensor
from stagelight.types import dtypes


def is_partial(value: dict[Any, Any]) -> bool:
    """Whether only the graph knows which entries a dict has."""
    return any(isinstance(entry, PerhapsUndefined) for entry in dict.values(value))


def length(value: dict[Any, Any]) -> Tensor:
    """The number of entries that are there, an int32 scalar."""
    entries = list(dict.values(value))
    flags = [entry.is_there for entry in entries if isinstance(entry, PerhapsUndefined)]
    count = convert_to_tensor(len(entries) - len(flags))
    for flag in flags:
        count = raw.AddV2(count, raw.Cast(flag, DstT=dtypes.int32))
    return count


def truth(value: dict[Any, Any]) -> Tensor:
    """Whether there is any entry."""
    return raw.Greater(length(value), 0)


def complete(value: Any) -> Any:
    """A dict with the same entries, which are checked to be there; any other value as it is."""
    if not isinstance(value, dict) or not is_partial(value):
        return value
    found = copy.copy(value)
    for key, entry in dict.items(value):
        if isinstance(entry, PerhapsUndefined):
            dict.__setitem__(found, key, entry.as_one_of_all(key).read())
    return found


def _of_complete(function: Callable[..., Any]) -> Callable[..., Any]:
    def call(*args: Any, **kwargs: Any) -> Any:
        values = tuple(complete(x) for x in args)
        return converted_call(function, values, kwargs, None, STANDARD_OPTIONS)

    return call


def _unpacked(value: dict[Any, Any], before: int, after: int | None) -> list[Any]:
    return taken_apart(complete(value), before, after)


_ANSWERED = {"len": length, "bool": truth}
_TAKE_ANY = ("print",)
for _function, _operator in OVERLOADED.items():
    if _operator.name not in _TAKE_ANY:
        _answer = _ANSWERED.get(_operator.name) or _of_complete(_function)
        _operator.register(dict, _answer, when=is_partial)
IF_STMT.register(dict, lambda cond, *rest: if_stmt(truth(cond), *rest), when=is_partial)
IF_EXP.register(dict, lambda cond, *rest: if_exp(truth(cond), *rest), when=is_partial)
NOT.register(dict, lambda value: raw.LogicalNot(truth(value)), when=is_partial)
EQ.register(dict, lambda a, b: complete(a) == complete(b), when=is_partial)
NOT_EQ.register(dict, lambda a, b: complete(a) != complete(b), when=is_partial)
FOR_STMT.register(dict, lambda values, *rest: for_stmt(complete(values), *rest), when=is_partial)
ROWS.register(dict, lambda value: list(complete(value)), when=is_partial)
UNPACK.register(dict, _unpacked, when=is_partial)
ENTRIES.register(PerhapsUndefined, lambda owner, name: getattr(complete(owner), name)())
