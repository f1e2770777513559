"""Element copies across staged blocks: what a block leaves behind is made anew, of the tensors of both ways.

An object that a staged list shares its tensors with (`element_copies.py`) may leave a block by name, or in a
container. What the block's results have in its place is another object, which stands for the same one
of Python's, and is noted as that was. It is found by its path in the value.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from stagelight.autograph.operators.element_copies import (
    ELEMENT_COPIES,
    Noted,
    children,
    is_mutable,
)
from stagelight.autograph.operators.replaced_lists import identity
from stagelight.autograph.operators.staged_structures import Held
from stagelight.autograph.operators.variables import Holder

# The keys that lead to an object in a value.
Path = tuple[Any, ...]


def noted_paths(value: Any, noted: Noted) -> set[Path]:
    """Where noted objects are in a value that a block leaves behind."""
    copies = {key for key, (copied, _) in noted.items() if copied.aliases is None}
    return {path for path, part in _parts(value) if id(part) in copies} if copies else set()


def note_paths(value: Any, paths: set[Path]) -> None:
    """Notes the objects at some paths of a value that a block has made anew."""
    if not paths:
        return
    for path, part in _parts(value):
        if path in paths and is_mutable(part):
            ELEMENT_COPIES.note(part, "shared with an element of")


def note_elements(items: Any) -> None:
    """Notes what is mutable in the elements of a Python list that becomes a staged list."""
    for item in items:
        for _, part in _parts(item):
            if is_mutable(part):
                ELEMENT_COPIES.note(part, "put into")


def _parts(value: Any) -> Iterator[tuple[Path, Any]]:
    """The objects in a value with their paths; those that were held as themselves."""
    seen: set[int] = set()
    waiting: list[tuple[Path, Any]] = [((), value)]
    while waiting:
        path, part = waiting.pop()
        own = identity(part.container if isinstance(part, Held) else part)
        if id(own) in seen:
            continue
        seen.add(id(own))
        yield path, own
        contents = part.contents if isinstance(part, Held) else part
        for key, child in children(contents):
            waiting.append((path if key is Holder else (*path, key), child))
