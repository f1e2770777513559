"""Reads of elements by an index that may be a tensor."""

from __future__ import annotations

import builtins
from typing import Any

from stagelight.autograph.generated_names import generated_name
from stagelight.autograph.operators.dispatch import ITEM


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
    return owner[index]
