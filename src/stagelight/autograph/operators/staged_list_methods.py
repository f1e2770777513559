"""Methods of Python lists that depend on tensors: by elements that are compared, or by an index.

The list becomes a staged list for the call; how long it is afterwards is known, so it gets back that many
elements and stays a list to Python.
"""

from __future__ import annotations

from typing import Any

from stagelight.autograph.operators.dispatch import LIST_METHOD
from stagelight.autograph.operators.staged_lists import StagedList
from stagelight.autograph.operators.staged_truth import is_staging
from stagelight.graph.operation import SymbolicTensor
from stagelight.state.variable import Variable

# By how much each method changes the length of a list; None if it leaves the list alone.
_CHANGE_OF_LENGTH = {"sort": 0, "remove": -1, "pop": -1, "insert": 1, "index": None, "count": None}


def call_list_method(owner: list[Any], method_name: str, *args: Any, **kwargs: Any) -> Any:
    """`owner.method(*args)`, with a tensor among the arguments or the elements."""
    if not owner:
        return _call_of_empty(owner, method_name, *args)
    if method_name in ("index", "remove") and len(args) == 1:
        place = _known_place(owner, args[0])
        if place is not None:
            if method_name == "index":
                return place
            del owner[place]
            return None
    staged = StagedList.of(owner)
    result = getattr(staged, method_name)(*args, **kwargs)
    change = _CHANGE_OF_LENGTH[method_name]
    if change is not None:
        owner[:] = [staged[i] for i in range(len(owner) + change)]
    return result


def _known_place(owner: list[Any], value: Any) -> int | None:
    """Where a value is first, as far as Python knows: as Python does, by identity before equality."""
    for place, item in enumerate(owner):
        if item is value:
            return place
        if any(LIST_METHOD.overload(x) is not None for x in (item, value)):
            return None
        if item == value:
            return place
    return None


def _call_of_empty(owner: list[Any], method_name: str, *args: Any) -> Any:
    """A method of an empty list, for which indices are of no matter."""
    if method_name == "insert":
        owner.append(args[1])
        return None
    return getattr(owner, method_name)(*(() if method_name == "pop" else args))


LIST_METHOD.register(SymbolicTensor, call_list_method)
LIST_METHOD.register(Variable, call_list_method, when=is_staging)
