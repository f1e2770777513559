"""Write-back of elements that were read from Python lists at a tensor's index, and are changed.

    grid[r][c] = v          `grid[r]` is a copy of one of the rows of `grid`, which it is to Python

What is changed in such a copy each of the elements takes over, if its index is the tensor's. That is done
right where the copy changes, in the graph that it was read in. In other graphs a change is refused (AG212).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial, reduce
from typing import Any

from stagelight.autograph.operators import heap
from stagelight.autograph.operators.element_copies import ELEMENT_COPIES
from stagelight.autograph.operators.replaced_lists import Replacement, current, identity, replace
from stagelight.autograph.operators.staged_aliases import Key, mutable_parts_of
from stagelight.autograph.operators.staged_conditionals import either
from stagelight.core.dispatch import CONTEXT
from stagelight.core.raw import raw


def note_chosen_element(element: Any, owner: Sequence[Any], position: Any) -> None:
    """Notes the mutable objects in the copy of an element, and which objects each of them may be."""
    ways = [dict(mutable_parts_of([item])) for item in owner]
    for key, part in mutable_parts_of([element]):
        originals = [way.get(key) for way in ways]
        aliases = {id(original): original for original in originals if original is not None}
        if all(map(_has_one_key, ways)) and None not in originals:
            choice = _Choice(part, originals, position, owner, CONTEXT.stage)
            ELEMENT_COPIES.note_choice(part, aliases.values(), choice.write_back)
            continue
        ELEMENT_COPIES.note_copy(part, aliases.values())


def _has_one_key(parts: dict[Key, Any]) -> bool:
    """Whether no object is in another one twice: its copies would be two."""
    return len({id(part) for part in parts.values()}) == len(parts)


class _Choice:
    """A mutable object that is a copy of one of several.

    Args:
        copy: The copy.
        originals: The objects, by position.
        position: Which one it is, an int32 scalar.
        owner: The list that has the objects in it.
        graph: In which the copy was made.
    """

    def __init__(
        self, copy: Any, originals: Sequence[Any], position: Any, owner: Any, graph: Any
    ) -> None:
        self._copy = copy
        self._originals = originals
        self._position = position
        self._owner = owner
        self._graph = graph

    def write_back(self, before: Any) -> None:
        """Gives the original at the position what the copy has now and did not have before."""
        if CONTEXT.stage is not self._graph:
            ELEMENT_COPIES.refuse_alias(self._copy)
        distinct = {id(original): original for original in self._originals}
        conditions = {key: self._is_chosen(original) for key, original in distinct.items()}
        copy = current(self._copy)
        if isinstance(copy, Replacement) or (isinstance(copy, list) and len(copy) != len(before)):
            if _has_mutable_elements(copy, before):
                ELEMENT_COPIES.refuse_alias(self._copy)
            for key, original in distinct.items():
                fill = partial(_fill, original, self._copy, self._owner)
                either(conditions[key], fill, _keep, "the value of a call")
            return
        now = _entries(copy)
        was = dict(enumerate(before)) if isinstance(before, list) else before
        if now.keys() != was.keys():
            ELEMENT_COPIES.refuse_alias(self._copy)
        writes: list[Callable[[], None]] = []
        for key, original in distinct.items():
            entries = _entries(original)
            for name, value in now.items():
                if identity(value) is not identity(was[name]):
                    new, old = partial(_given, value), partial(_given, entries[name])
                    chosen = either(conditions[key], new, old, f"an element at {name!r}")
                    writes.append(partial(_write, original, name, chosen))
        for write in writes:
            write()

    def _is_chosen(self, original: Any) -> Any:
        numbers = [i for i, other in enumerate(self._originals) if other is original]
        return reduce(raw.LogicalOr, [raw.Equal(self._position, i) for i in numbers])


def _entries(value: Any) -> dict[Any, Any]:
    return dict(enumerate(value)) if isinstance(value, list) else heap.attributes_of(value)


def _write(owner: Any, name: Any, value: Any) -> None:
    if isinstance(owner, list):
        owner[name] = value
    elif isinstance(owner, dict):
        dict.__setitem__(owner, name, value)
    else:
        heap.set_attributes(owner, {name: value})


def _has_mutable_elements(*lists: Any) -> bool:
    python = [values for values in lists if isinstance(values, list)]
    return any(len(key) > 1 for key, _ in mutable_parts_of(python))


def _fill(original: Any, copy: Any, owner: Any) -> None:
    """Gives a list the elements of a copy; through its owner the block finds where the list is."""
    contents, target = current(copy), current(original)
    if isinstance(target, Replacement):
        target.assign(contents)
    elif isinstance(contents, Replacement):
        replace(target, contents.copied(), [])
    else:  # A copy of Python's lists is one.
        target[:] = contents


def _keep() -> None:
    pass


def _given(value: Any) -> Any:
    return value
