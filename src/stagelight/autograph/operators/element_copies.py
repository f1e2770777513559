"""Mutable elements of staged lists: objects that Python shares and the graph has copies of.

A list whose length only the graph knows (`StagedList`) stores the tensors of its elements, not their
objects. Appending a list, dict or object copies its tensors; reading an element makes a new object of them.

    row = [x]
    rows.append(row)        the tensors of `row` are copied
    row[0] = y              Python: changes `rows[-1]` too
    rows[-1][0] = y         Python: changes `row` too

No graph follows that aliasing, so such a change is refused (AG211), never lost. Both kinds of objects are
noted with a snapshot of their contents. They are compared with it whenever a staged list is used, before
and at the end of every staged block, and at the end of every converted function.

Blocks put the objects back that they changed, and what they leave behind has new tensors in it. So a block
has changes of its own refused at its end, and takes new snapshots once its results are written.
Objects that nobody else refers to any more are dropped, after a last comparison.
"""

from __future__ import annotations

import dataclasses
import sys
import threading
from collections.abc import Callable, Iterable, Iterator
from typing import Any, NoReturn

from stagelight.autograph.operators import heap
from stagelight.autograph.operators.refusing import place_here
from stagelight.autograph.operators.replaced_lists import Replacement, current, identity
from stagelight.autograph.operators.traced_frames import live_values
from stagelight.autograph.operators.variables import Holder
from stagelight.autograph.refusals import ConversionError
from stagelight.core.tensor import Tensor
from stagelight.graph.source_places import SourcePlace

# References to an object of which only its `Copied` knows: that one, and the argument of `getrefcount`.
_UNUSED = 2


WriteBack = Callable[[Any], None]


@dataclasses.dataclass(frozen=True)
class Copied:
    """An object whose tensors a staged list has, too.

    Attributes:
        value: The object.
        how: How the two have met, for messages.
        place: The user's line where they did.
        aliases: The objects that may be this one to Python; None if a staged list has its tensors.
        write_back: Changes its aliases as it was changed, given what it had before; None if nothing can.
        originals: The objects that it is a copy of one of.
    """

    value: Any
    how: str
    place: SourcePlace | None
    aliases: tuple[Any, ...] | None = None
    write_back: WriteBack | None = None
    originals: tuple[Any, ...] = ()


# By the identity of an object: the object, and its contents when they were last those of the copy.
Noted = dict[int, tuple[Copied, Any]]


class _ElementCopies(threading.local):
    """The objects that elements of staged lists share with Python, of the function that is traced."""

    def __init__(self) -> None:
        self._noted: Noted = {}
        self._depth = 0
        self._written: list[Any] = []  # What is written back now, and so has all changes.

    def noted(self) -> Noted:
        """The objects with their snapshots as they are now, for `restore` and `add`."""
        return dict(self._noted)

    def restore(self, noted: Noted) -> None:
        """Goes back to the objects and snapshots of an earlier time."""
        self._noted = dict(noted)

    def add(self, noted: Noted) -> None:
        """Adds objects that a block has noted; `renew` is to follow."""
        for key, entry in noted.items():
            self._noted.setdefault(key, entry)

    def renew(self) -> None:
        """Takes new snapshots: a block has written its results, and changed nothing else."""
        for key, (copied, _) in self._noted.items():
            self._noted[key] = (copied, _contents(copied.value))

    def note(self, value: Any, how: str) -> None:
        """Notes the mutable objects in what is put into a staged list, or was read from one."""
        for part in mutable_parts(value):
            entry = self._noted.get(id(part))
            if entry is None or entry[0].aliases is not None:
                self._noted[id(part)] = (Copied(part, how, place_here()), _contents(part))

    def check(self) -> None:
        """Compares all objects with their snapshots.

        Raises:
            ConversionError: one has been changed (AG211).
        """
        if not self._noted:
            return
        changed = [
            (copied, copied.place)
            for copied, contents in self._noted.values()
            if not _has_contents(copied.value, contents)
        ]
        self._refuse(changed)
        del changed  # It refers to objects.
        for key in list(self._noted):
            if sys.getrefcount(self._noted[key][0].value) <= _UNUSED:
                del self._noted[key]

    def check_change(self, owner: Any) -> None:
        """Compares one object, right after what may have changed it."""
        entry = self._noted.get(id(identity(owner))) if self._noted else None
        if entry is None or _has_contents(entry[0].value, entry[1]):
            return
        copied, before = entry
        if copied.write_back is None:
            self._refuse([(copied, place_here())])
        else:
            self._write_back(copied, before)

    def settle(self) -> None:
        """Compares what may be one of several objects, right after a statement that changes objects."""
        if not self._noted:
            return
        for copied, contents in list(self._noted.values()):
            if copied.aliases is not None and not _has_contents(copied.value, contents):
                self.check_change(copied.value)

    def _write_back(self, changed: Copied, before: Any) -> None:
        """Changes the aliases of an object as it was changed, and what these are copies of."""
        assert changed.aliases is not None and changed.write_back is not None
        values = [identity(alias) for alias in changed.aliases]
        entries = [self._noted[id(value)] for value in values]
        reached: set[int] | None = None
        for copied, contents in entries:
            if copied.aliases is None:
                raise _refusal(copied, place_here())
            if not _has_contents(copied.value, contents):
                raise _alias_refusal(copied, place_here())
            known = {id(changed.value), *map(id, self._written)}
            others = [alias for alias in copied.aliases if id(alias) not in known]
            if copied.write_back is None and others:
                reached = _reached_by_converted_code() if reached is None else reached
                if any(id(identity(other)) in reached for other in others):
                    raise _alias_refusal(copied, place_here())
        for value in (changed.value, *values):  # The blocks that write are not to compare them.
            self._noted.pop(id(value), None)
        changed.write_back(before)
        self._noted[id(changed.value)] = (changed, _contents(changed.value))
        for copied, contents in entries:
            self._noted[id(copied.value)] = (copied, contents)
        self._written.append(changed.value)
        try:
            for copied, _ in entries:
                if copied.write_back is None:
                    self._noted[id(copied.value)] = (copied, _contents(copied.value))
                else:
                    self.check_change(copied.value)
        finally:
            self._written.pop()

    def refuse_alias(self, value: Any) -> NoReturn:
        """Refuses a change of an object, here.

        Raises:
            ConversionError: always (AG212).
        """
        raise _alias_refusal(Copied(value, "", None), place_here())

    def note_choice(self, value: Any, aliases: Iterable[Any], write_back: WriteBack) -> None:
        """Notes that an object is a copy of one of several, to which its changes are written back."""
        chosen = tuple(aliases)
        self._note_originals(value, chosen)
        copied = Copied(value, "read from", place_here(), chosen, write_back, chosen)
        self._noted[id(value)] = (copied, _contents(value))

    def note_copy(self, value: Any, originals: Iterable[Any]) -> None:
        """Notes that an object is a copy of one of several, which nothing keeps alike."""
        self.note(value, "read from")
        self._note_originals(value, tuple(originals))

    def _note_originals(self, value: Any, originals: tuple[Any, ...]) -> None:
        """Notes what an object may be: what it is a copy of, and what that is a copy of."""
        found: dict[int, Any] = {}
        waiting = [*originals]
        while waiting:
            original = waiting.pop()
            if id(original) not in found:
                found[id(original)] = original
                entry = self._noted.get(id(original))
                waiting += entry[0].originals if entry is not None else ()
        for original in found.values():
            self.note_alias(original, value)

    def _refuse(self, changed: Iterable[tuple[Copied, SourcePlace | None]]) -> None:
        """Refuses changes, but not those of an object whose aliases nothing refers to any more."""
        reached: set[int] | None = None
        for copied, place in changed:
            if copied.aliases is None:
                raise _refusal(copied, place)
            reached = _reached_by_converted_code() if reached is None else reached
            if any(id(identity(alias)) in reached for alias in copied.aliases):
                raise _alias_refusal(copied, place)
            self._noted[id(copied.value)] = (copied, _contents(copied.value))

    def note_alias(self, first: Any, second: Any) -> None:
        """Notes that two objects of the trace may be one to Python (`staged_aliases.py`)."""
        for value, other in ((first, second), (second, first)):
            copied, contents = self._noted.get(id(value), (None, None))
            if copied is None:
                copied = Copied(value, "", place_here(), ())
                contents = _contents(value)
            if copied.aliases is not None and all(x is not other for x in copied.aliases):
                copied = dataclasses.replace(copied, aliases=(*copied.aliases, other))
                self._noted[id(value)] = (copied, contents)

    def refuse_changes_of(self, owners: Iterable[Any]) -> None:
        """Refuses that a block both changes objects and makes the list longer that they are elements of.

        Their tensors are taken where the block ends, when the objects have been put back.
        """
        for owner in owners:
            entry = self._noted.get(id(identity(owner)))
            if entry is not None and entry[0].aliases is None:
                raise _refusal(entry[0], entry[0].place)

    @property
    def is_in_function(self) -> bool:
        """Whether a converted function runs."""
        return self._depth > 0

    def enter_function(self) -> None:
        """A converted function begins."""
        self._depth += 1

    def leave_function(self, has_failed: bool) -> None:
        """A converted function ends; with the outermost one everything is forgotten."""
        self._depth -= 1
        try:
            if not has_failed:
                self.check()
        finally:
            if not self._depth:
                self._noted = {}


ELEMENT_COPIES = _ElementCopies()


def is_mutable(value: Any) -> bool:
    """Whether Python code may change an object of which staged lists have copies."""
    if isinstance(value, list | dict | Replacement):
        return True
    is_object = dataclasses.is_dataclass(value) and not isinstance(value, type)
    return is_object or heap.is_followed(value)


def mutable_parts(value: Any) -> Iterator[Any]:
    """The mutable objects in a value, each once, the outer ones first."""
    if isinstance(value, Tensor):
        return
    seen: set[int] = set()
    waiting = [value]
    while waiting:
        part = identity(waiting.pop())
        if id(part) in seen:
            continue
        seen.add(id(part))
        if is_mutable(part) and not isinstance(part, Holder):
            yield part
        waiting += [child for _, child in children(part)][::-1]


def children(value: Any) -> Iterator[tuple[Any, Any]]:
    """What a container has in it, with the key of each."""
    value = current(value)
    if isinstance(value, Replacement):
        return
    if isinstance(value, Holder):
        yield Holder, value.held
    elif isinstance(value, list | tuple):
        yield from enumerate(value)
    elif isinstance(value, dict) or is_mutable(value):
        yield from heap.attributes_of(value).items()


def _contents(value: Any) -> Any:
    """The contents of a mutable object, for comparison."""
    value = current(value)
    if isinstance(value, Replacement):
        return value.copied()
    return list(value) if isinstance(value, list) else heap.attributes_of(value)


def _has_contents(value: Any, contents: Any) -> bool:
    value = current(value)
    if isinstance(value, Replacement):
        return isinstance(contents, Replacement) and value.has_contents_of(contents)
    if isinstance(value, list):
        return isinstance(contents, list) and _are_same(value, contents)
    now = heap.attributes_of(value)
    return list(now) == list(contents) and _are_same(list(now.values()), list(contents.values()))


def _are_same(first: list[Any], second: list[Any]) -> bool:
    return len(first) == len(second) and all(
        identity(a) is identity(b) for a, b in zip(first, second, strict=True)
    )


def _reached_by_converted_code() -> set[int]:
    """The identities of all objects that converted code, which runs now, refers to."""
    return {id(identity(value)) for value, _ in heap.reachable(live_values())}


def _kind(value: Any) -> str:
    return "list" if isinstance(value, Replacement) else type(value).__name__


def _alias_refusal(copied: Copied, place: SourcePlace | None) -> ConversionError:
    return ConversionError(
        "AG212",
        f"a change of a {_kind(copied.value)} that is one of two objects, as a condition or loop of tensors "
        "decided, while another name still refers to one of these: it would not change there",
        "make a copy where the name is bound, as by `b = list(a)`, or change the object in place "
        "(`a[:] = new`) instead of binding its name anew.",
        place,
    )


def _refusal(copied: Copied, place: SourcePlace | None) -> ConversionError:
    return ConversionError(
        "AG211",
        f"a change of a {_kind(copied.value)} after it was {copied.how} a list whose elements are tensors "
        "of the graph: these are a copy, which would not change",
        "replace the element, as by `values[i] = [new, *values[i][1:]]`; append an object once it has all "
        "that it is to have, and a new one each time.",
        place,
    )
