"""Elements of lists by an index that may be a tensor."""

from __future__ import annotations

import builtins
import operator
from collections.abc import Callable
from typing import Any

from stagelight.autograph.generated_names import generated_name
from stagelight.autograph.operators.dispatch import ITEM, KEY, SET_ITEM
from stagelight.autograph.operators.element_copies import ELEMENT_COPIES
from stagelight.autograph.operators.refusing import APPLIES_OPERATORS
from stagelight.autograph.operators.text import change_percent


@generated_name("slice")
def made_slice(lower: Any, upper: Any, step: Any) -> Any:
    """`lower:upper:step`."""
    return builtins.slice(lower, upper, step)


@generated_name("item")
def item(owner: Any, index: Any) -> Any:
    """`owner[index]`."""
    if type(owner) in (list, tuple, range):
        parts = (index.start, index.stop, index.step) if type(index) is slice else (index,)
        overload = ITEM.overload_of_any(parts)
        if overload is not None:
            return overload(owner, index)
    elif isinstance(owner, dict):
        overload = KEY.overload(index)
        if overload is not None:
            found = overload("__getitem__", owner, index)
            if found is not NotImplemented:
                return found
    return owner[index]


@generated_name("set_item")
def set_item(value: Any, owner: Any, index: Any) -> None:
    """`owner[index] = value`."""
    if type(owner) is list:
        overload = SET_ITEM.overload(index)
        if overload is not None:
            overload(owner, index, value)
            ELEMENT_COPIES.check_change(owner)
            return
    owner[index] = value
    ELEMENT_COPIES.check_change(owner)


@generated_name("settle")
def settle() -> None:
    """Follows a statement that assigns or deletes attributes or elements: other names see the change."""
    ELEMENT_COPIES.settle()


@generated_name("change_item")
def change_item(owner: Any, index: Any, name: str, value: Callable[[], Any]) -> None:
    """`owner[index] += value()`, with the operator of a name in `operator`."""
    change = change_percent if name == "imod" else getattr(operator, name)
    changed = change(item(owner, index), value())
    set_item(changed, owner, index)


APPLIES_OPERATORS.update((item.__code__, set_item.__code__, change_item.__code__))
