"""Elements of Python lists at an index that only the graph knows.

A list that is read becomes a staged list for it; an element that is a list, dict or object is a copy, whose
changes are written back (`chosen_elements.py`). One that is written stays what it is: each of its elements is
the new value, or what it was.
"""

from __future__ import annotations

from functools import partial
from typing import Any

from stagelight.autograph.operators.chosen_elements import note_chosen_element
from stagelight.autograph.operators.dispatch import ITEM, SET_ITEM
from stagelight.autograph.operators.element_copies import ELEMENT_COPIES, mutable_parts
from stagelight.autograph.operators.staged_conditionals import either
from stagelight.autograph.operators.staged_lists import StagedList
from stagelight.autograph.operators.staged_truth import is_staging
from stagelight.core.convert import convert_to_tensor
from stagelight.core.dispatch import CONTEXT
from stagelight.core.raw import raw
from stagelight.graph.operation import SymbolicTensor
from stagelight.ops.host.python_exceptions import fail_unless
from stagelight.state.variable import Variable
from stagelight.types import dtypes


def element_of_list(owner: Any, index: Any) -> Any:
    """`owner[index]` of a Python list, tuple or range."""
    staged = StagedList.of(owner)
    if not any(True for item in owner for _ in mutable_parts(item)):
        return staged[index]
    ELEMENT_COPIES.check()
    position = _position(index, len(owner))
    element = staged.element_at(position)
    note_chosen_element(element, owner, position)
    return element


def _position(index: Any, size: int) -> Any:
    position = raw.Cast(convert_to_tensor(index), DstT=dtypes.int32)
    return raw.SelectV2(raw.Less(position, 0), raw.AddV2(position, size), position)


def set_element_of_list(owner: list[Any], index: Any, value: Any) -> None:
    """`owner[index] = value` of a Python list."""
    size = len(owner)
    position = _position(index, size)
    is_in_range = raw.LogicalAnd(raw.GreaterEqual(position, 0), raw.Less(position, size))
    check = fail_unless(is_in_range, IndexError, "list assignment index out of range")
    with CONTEXT.stage.control_dependencies([check]):
        owner[:] = [
            either(
                raw.Equal(position, i),
                partial(_given, value),
                partial(_given, element),
                "an element of a list",
            )
            for i, element in enumerate(owner)
        ]


def _given(value: Any) -> Any:
    return value


ITEM.register(SymbolicTensor, element_of_list)
ITEM.register(Variable, element_of_list, when=is_staging)
SET_ITEM.register(SymbolicTensor, set_element_of_list)
SET_ITEM.register(Variable, set_element_of_list, when=is_staging)
