"""The state of a staged block: its symbols, and the places in objects that it changes.

The analysis of the source says which symbols a block may assign. What it changes in objects behind
their backs, in methods and functions that it calls, the heap finds when the block is traced.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from itertools import zip_longest
from typing import Any

from stagelight.autograph.operators import replaced_lists
from stagelight.autograph.operators.element_copies import ELEMENT_COPIES, Noted
from stagelight.autograph.operators.heap import CONTENTS, Heap, Place
from stagelight.autograph.operators.refusing import refusal_here
from stagelight.autograph.operators.replaced_lists import everywhere, identity, is_replaced
from stagelight.autograph.operators.staged_forms import Form
from stagelight.autograph.operators.staged_joints import Joint, Words, form_of
from stagelight.autograph.operators.staged_lists import StagedList
from stagelight.autograph.operators.staged_structures import Kept, held, parts_of
from stagelight.autograph.operators.traced_values import TRACED_VALUES
from stagelight.autograph.operators.variables import (
    UndefinedReturnValue,
    owners_of,
    sparing,
    write_symbols,
)
from stagelight.autograph.refusals import ConversionError
from stagelight.graph.func_graph import FuncGraph
from stagelight.graph.tracing import when_traced

GetState = Callable[[], tuple[Any, ...]]
SetState = Callable[[tuple[Any, ...]], None]

# By the identity of a place: the place, and its value.
Changes = dict[Any, tuple[Place, Any]]


def can_be_staged(value: Any) -> bool:
    """Whether a value that a block leaves in a place can be told from that of another way."""
    if isinstance(value, set):
        return all(form_of(item).can_be_staged for item in value)
    return form_of(value).can_be_staged


class Surroundings:
    """What a block can reach, before it is traced.

    Args:
        blocks: The functions of the block.
        set_state: Writes the symbols that the analysis knows, None if there are none.
        before: What these are.
    """

    def __init__(
        self, blocks: Iterable[Any], set_state: Any = None, before: tuple[Any, ...] = ()
    ) -> None:
        ELEMENT_COPIES.check()
        self._copies = ELEMENT_COPIES.noted()
        # What a block has in common with staged lists, once it has ended.
        self.copies: Noted | None = None
        # The objects of which it has changed symbols such as `box.x`.
        self.changed: list[Any] = []
        # These changes, as the heap would tell them; and which owners have others in their place.
        self.changed_symbols: Changes = {}
        self.left_owners: set[int] = set()
        functions = [block for block in blocks if block is not None]
        # Of symbols such as `box.x`.
        self._owners = [] if set_state is None else owners_of(set_state, before)
        self._heap = Heap([*functions, *self._owners], set_state)
        self._written: set[int] = set()  # lists, by identity
        # What lists had when symbols were last put back, by their places.
        self.contents: dict[Any, Any] = {}

    def changes(self) -> Changes:
        """What a block has changed in objects; afterwards the objects are as before.

        Raises:
            ConversionError: it has changed a set (AG210).
        """
        found = {}
        try:
            for place, value in self._heap.changes(can_be_staged):
                if isinstance(value, set):
                    raise _refused(f"the set `{place.text}`", "a flag for each element")
                key = place.identity
                known = self.contents.get(key)
                found[key] = (place, held_at(place, value) if known is None else known)
        finally:
            self.restore()
        return found

    def restore(self) -> None:
        """Makes all objects what they were."""
        self._heap.restore()
        self.restore_copies()

    def restore_all(self, set_state: SetState, before: tuple[Any, ...]) -> None:
        """Makes symbols and objects what they were, whatever has happened to them."""
        with sparing(self._heap.is_made_anew):
            set_state(before)
        self.restore()

    def refuse_changed_elements(self, changes: Changes, changed: Iterable[Any]) -> None:
        """Refuses that a block changes objects that are elements of a list which it makes longer.

        Raises:
            ConversionError: their tensors would be those from before the block (AG211).
        """
        owners = [place.owner for place, _ in changes.values()]
        ELEMENT_COPIES.refuse_changes_of([*owners, *changed])

    def restore_copies(self) -> None:
        """Forgets what was noted since as an element of a staged list."""
        ELEMENT_COPIES.restore(self._copies)

    def begin_block(self) -> None:
        """Forgets what another block has left."""
        self.contents = {}
        self.copies = None
        self.changed = []
        self.changed_symbols = {}
        self.left_owners = set()

    def end_block(self) -> Noted:
        """What a block has in common with staged lists, before anything is put back.

        Raises:
            ConversionError: it has changed such an object (AG211).
        """
        if self.copies is None:
            ELEMENT_COPIES.check()
            self.copies = ELEMENT_COPIES.noted()
        return self.copies

    def write_all(self, places: Sequence[Place], builds: Sequence[Callable[[], Any]]) -> list[Any]:
        """Builds a value for each place and puts it there; the values.

        The contents of lists come first: other values may refer to these lists, and have in their place
        what stands for them then.
        """
        values: list[Any] = [None] * len(places)
        for i in sorted(range(len(places)), key=lambda i: places[i].key is not CONTENTS):
            values[i] = builds[i]()
            self._write(places[i], values[i])
        return values

    def _write(self, place: Place, value: Any) -> None:
        self._heap.write(place, value)
        if place.key is CONTENTS:
            self._written.add(id(place.owner))

    def put_back(
        self, set_state: SetState, before: tuple[Any, ...], after: tuple[Any, ...] | None = None
    ) -> None:
        """Makes symbols what they were, before the changes of objects are asked for.

        What a list of another length has at `values[0]` is told with the list; and with each list
        that is of another length on another way. So is what an object has at `box.x.y` that is not at
        `box.x` any more: the symbol tells of the object that is there now.

        Args:
            set_state: Writes the symbols.
            before: What they were.
            after: What they are, None if the block has failed.
        """
        try:
            self.end_block()
        except ConversionError:
            with suppress(
                IndexError
            ):  # Python's own list may be without the element of `values[0][0]`.
                self._put_symbols_back(set_state, before, after)
            raise
        self._put_symbols_back(set_state, before, after)

    def _put_symbols_back(
        self, set_state: SetState, before: tuple[Any, ...], after: tuple[Any, ...] | None
    ) -> None:
        self.contents = {place.identity: value_before(place) for place in self._heap.lists()}
        owners = [] if after is None else owners_of(set_state, after)
        pairs = zip_longest(self._owners, owners) if after is not None else ()
        others = [identity(a) is not identity(b) and a in self._heap for a, b in pairs]
        # What the block has at such a place counts as changed: it may be an element of a staged list.
        self.changed += [b for b, is_other in zip(owners, others, strict=False) if is_other]
        self.left_owners = {
            id(a) for a, is_other in zip(self._owners, others, strict=False) if is_other
        }
        is_told = iter(others)

        def is_told_by_heap(owner: Any) -> bool:
            return next(is_told, False) or self._heap.is_made_anew(owner)

        changed: list[tuple[Any, Any, Any]] = []
        with sparing(is_told_by_heap, changed):
            set_state(before)
        self.changed += [owner for owner, _, _ in changed]
        for owner, key, value in changed:
            if owner not in self._heap:  # Made by the block.
                continue
            place = Place(owner, CONTENTS if isinstance(owner, list) else key, str(key))
            known = self.contents.get(place.identity)
            told = held_at(place, value) if known is None else known
            self.changed_symbols[place.identity] = place, told

    def deliver(self, set_state: SetState, values: tuple[Any, ...]) -> None:
        """Writes symbols, after the places in objects."""
        with sparing(lambda owner: id(owner) in self._written or is_replaced(owner)):
            write_symbols(set_state, tuple([everywhere(value) for value in values]))
        ELEMENT_COPIES.renew()

    def existed(self, value: Any) -> bool:
        """Whether an object was there before the block."""
        return value in self._heap


def held_at(place: Place, value: Any) -> Any:
    """A value of a place, to keep while the place changes."""
    if place.key is CONTENTS:
        return value.copied() if isinstance(value, StagedList) else [held(item) for item in value]
    return held(value)


def value_before(place: Place) -> Any:
    """The value of a place now, to keep while the place changes."""
    return held_at(place, place.read())


def form_at(place: Place, first: Any, second: Any, words: Words, existed: Any) -> Form:
    """The form of what two ways leave in a place.

    Of a list's contents the elements that neither way changes stay as they are.

    Raises:
        TypeError: they have nothing in common.
        ConversionError: a deque is of two lengths (AG210).
    """
    joint = Joint(place.text, words, first, second, existed)
    if place.key is not CONTENTS:
        return joint.form()
    if isinstance(place.owner, deque) and len(first) != len(second):
        raise _refused(f"the length of the deque `{place.text}`", "a list")
    a, b = (
        form_of(value) if isinstance(value, UndefinedReturnValue) else parts_of(value)
        for value in (first, second)
    )
    if isinstance(first, list) and isinstance(second, list) and len(first) == len(second):
        for i, (x, y) in enumerate(zip(first, second, strict=True)):
            if x is y:
                a.parts[i] = b.parts[i] = Kept(x, lambda x=x: form_of(x))  # type: ignore[attr-defined, misc]
    return joint.join(a, b)


def _refused(what: str, instead: str) -> ConversionError:
    return refusal_here(
        "AG210",
        f"a change of {what} in a branch or a loop of tensors: only the graph knows what is in it then",
        f"use {instead}, or change it where nothing depends on tensors.",
    )


def names_of(changes: Sequence[Changes]) -> dict[Any, Place]:
    """The places that are changed on any way, by their identities."""
    return {key: place for change in changes for key, (place, _) in change.items()}


def _leave(graph: FuncGraph) -> None:
    """When a function is traced: nobody outside may meet the tensors of its graph."""
    replaced_lists.forget(graph)
    if not getattr(graph.enclosing_graph, "is_function", False):
        TRACED_VALUES.leave()


when_traced(_leave)
