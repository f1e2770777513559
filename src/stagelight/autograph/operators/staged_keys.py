"""Entries of dicts under a number that only the graph knows: `table[int(x)]`, `table.get(len(x))`.

Which of the dict's numbers it is, the graph decides when it runs. The entry is an element of the list of
all entries with numbers for keys (`staged_items.py`). A new key would have to be known while tracing.
"""

from __future__ import annotations

from collections import OrderedDict
from functools import partial
from typing import Any

from stagelight.autograph.operators.dispatch import KEY
from stagelight.autograph.operators.element_copies import mutable_parts
from stagelight.autograph.operators.staged_conditionals import either
from stagelight.autograph.operators.staged_dicts import is_partial
from stagelight.autograph.operators.staged_items import element_of_list
from stagelight.autograph.operators.staged_numbers import StagedNumber
from stagelight.core.convert import convert_to_tensor
from stagelight.core.raw import raw
from stagelight.ops.host.python_exceptions import fail_unless
from stagelight.types import dtypes


def answer(name: str, owner: dict[Any, Any], key: StagedNumber, *default: Any) -> Any:
    """`owner[key]`, `owner.get(key, default)` or `key in owner`, by the name of the method."""
    entries = {
        number: entry
        for number, entry in dict.items(owner)
        if isinstance(number, bool | int | float)
    }
    equalities = [_is_key(key, number) for number in entries]
    is_there = convert_to_tensor(False)
    for equality in equalities:
        is_there = raw.LogicalOr(is_there, equality)
    if name == "__contains__":
        return is_there
    if name == "get" and entries:
        missing = default[0] if default else None
        return either(
            is_there,
            partial(_chosen, list(entries.values()), equalities),
            lambda: missing,
            "the value of 'get'",
        )
    if not entries:
        if name == "get":
            return default[0] if default else None
        raise KeyError(key)
    fail_unless(is_there, KeyError, "the number is no key of the dict")
    return _chosen(list(entries.values()), equalities)


def _is_key(key: StagedNumber, number: Any) -> Any:
    """Whether a number of the graph equals one of Python's, which may have another type."""
    if isinstance(number, float) and not key.dtype.is_floating:
        return raw.Equal(raw.Cast(key, DstT=dtypes.float64), number)
    if key.dtype.is_bool or isinstance(number, bool):
        return raw.Equal(raw.Cast(key, DstT=dtypes.int64), int(number))
    return raw.Equal(key, convert_to_tensor(number, key.dtype))


def _chosen(entries: list[Any], equalities: list[Any]) -> Any:
    if not any(True for entry in entries for _ in mutable_parts(entry)):
        chosen = entries[-1]
        for entry, equality in list(zip(entries, equalities, strict=True))[-2::-1]:
            chosen = either(equality, partial(_given, entry), partial(_given, chosen), "an entry")
        return chosen
    position = convert_to_tensor(0)
    for i, equality in enumerate(equalities):
        position = raw.SelectV2(equality, i, position)
    return element_of_list(entries, position)


def _given(value: Any) -> Any:
    return value


def _of_number(name: str, owner: Any, key: StagedNumber, *default: Any) -> Any:
    if type(owner) not in (dict, OrderedDict) or is_partial(owner):
        return NotImplemented
    return answer(name, owner, key, *default)


KEY.register(StagedNumber, _of_number)
