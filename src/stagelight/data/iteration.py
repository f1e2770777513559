"""Where an iteration of a pipeline stands: `Iteration`, the tree of the places of its datasets.

A dataset iterates by a generator that keeps all that it must remember from element to element in its
`Place`. So an iteration can be written down at any element, by its places, and begun again there: the same
generators start from the places that were kept. Random functions are the exception, as in TensorFlow: they
begin anew.
"""

from __future__ import annotations

import abc
import contextlib
import operator
import threading
from collections.abc import Hashable, Iterator
from types import SimpleNamespace
from typing import Any

from stagelight.errors import FailedPreconditionError
from stagelight.ops.random.streams import IterationStreams

# What is kept of an iteration: the values of a place, and the same of each part.
State = dict[str, Any]


class Place(SimpleNamespace):
    """What a dataset remembers from element to element, as attributes.

    Values are numbers, texts, bytes, None, arrays, lists, tuples and dicts of these, and what is `Told`.
    """


class Told(abc.ABC):
    """A value in a place that goes on by itself, and is found when it is asked for."""

    __slots__ = ()

    @abc.abstractmethod
    def now(self) -> Any:
        """The value."""

    def saved(self) -> Any:
        """What is saved of it."""
        return self.now()


class Refetched(Told):
    """An element that is not saved: the source gives it again, from a state that is kept beside it."""

    __slots__ = ("row",)

    def __init__(self, row: Any) -> None:
        self.row = row

    def now(self) -> Refetched:
        return self

    def saved(self) -> None:
        return None


class Reached(Told):
    """A number that goes on with each item that is taken from a list.

    Args:
        items: the list's own iterator, or a range's: it tells how many items are left.
        numbers: one for each item, the one after it was taken; and, before them, the one at first.
    """

    __slots__ = ("_items", "_numbers")

    def __init__(self, items: Iterator[Any], numbers: Any) -> None:
        self._items = items
        self._numbers = numbers

    def now(self) -> int:
        return int(self._numbers[-1 - operator.length_hint(self._items)])


class Iteration:
    """One iteration of a pipeline, as one of its datasets sees it.

    Rounds of a dataset that is repeated belong to one iteration. A dataset that stands in the pipeline
    at several places is a dataset of its own at each.

    Attributes:
        lock: held by who advances this part in another thread; None if nobody does.
    """

    __slots__ = ("_obstacle", "_parts", "_place", "_saved", "_streams", "_unread", "lock")

    def __init__(self, saved: State | None = None) -> None:
        self._saved = None if saved is None else _in_this_layout(saved)
        self._place: Place | None = None
        self._unread: Place | None = None
        self._parts: dict[Hashable, Iteration] = {}
        self._streams: IterationStreams | None = None
        self._obstacle = ""
        self.lock: threading.Lock | None = None

    @property
    def streams(self) -> IterationStreams:
        """What the random ops of this dataset's functions draw from."""
        if self._streams is None:
            self._streams = IterationStreams()
        return self._streams

    def part(self, key: Hashable = "source") -> Iteration:
        """The iteration of a source; the same one each time."""
        found = self._parts.get(key)
        if found is None:
            saved = None if self._saved is None else self._saved["parts"].pop(key, None)
            found = self._parts[key] = Iteration(saved)
        return found

    def end(self) -> None:
        """Says that the elements came to their end: who iterates again begins anew."""
        self._place = self._unread = self._saved = None
        for part in self._parts.values():
            part.end()

    def drop_part(self, key: Hashable) -> None:
        """Forgets a source that will not be asked again."""
        self._parts.pop(key, None)

    def place(self, *, is_new: bool = False, **fresh: Any) -> Place:
        """The place from which the dataset begins: a fresh one, or, once, the one that was kept.

        Args:
            is_new: whether checkpoints of earlier versions have no place of this dataset. Where none was
                kept, its sources go on from theirs all the same.
            **fresh: the attributes of a fresh one.
        """
        place = self._place = Place(**fresh)
        if self._saved is not None:
            kept = self._saved["place"]
            if kept is not None:
                vars(place).update(kept)
                self._saved = {**self._saved, "place": None}
            elif not is_new:
                self._forget_saved()
        return place

    def was_saved_with(self, attribute: str) -> bool:
        """Whether the place that was kept has an attribute."""
        return self._saved is not None and attribute in (self._saved["place"] or ())

    def has_unread(self) -> bool:
        """Whether rows were kept that had been pulled from the dataset's state and not consumed."""
        self._unread = None
        if self._saved is None:
            return False
        kept = self._saved.get("unread")
        return bool(kept and kept["block"])

    def unread(self) -> Place:
        """The place of the rows that are pulled from the dataset's state and not consumed yet.

        Its `block` is what was pulled: the arrays of columns, or a list of rows; `index` is how many of its
        rows were consumed. The place is a fresh one, or, once, the one that was kept.
        """
        unread = self._unread = Place(block=(), index=0)
        kept = None if self._saved is None else self._saved.get("unread")
        if kept:
            vars(unread).update(kept)
            self._saved = {**(self._saved or {}), "unread": None}
        return unread

    def _forget_saved(self) -> None:
        self._saved = None
        for part in self._parts.values():
            part._forget_saved()

    def resume(self) -> None:
        """Lets generators that are made anew go on from where the places are: the last ones failed."""
        self._saved = {
            "place": self._place and _copied(vars(self._place), is_saved=False),
            "unread": self._unread and _copied(vars(self._unread), is_saved=False),
            "parts": {},
        }
        for part in self._parts.values():
            part.resume()

    def cannot_be_saved(self, reason: str) -> None:
        """Says that this dataset's place is not known."""
        self._obstacle = reason

    def state(self) -> State:
        """All places, as they are now.

        Raises:
            FailedPreconditionError: a place is not known.
        """
        if self._obstacle:
            raise FailedPreconditionError(None, None, self._obstacle)
        with self.lock or contextlib.nullcontext():
            place = None if self._place is None else _copied(vars(self._place), is_saved=True)
            state = {"place": place, "parts": {k: part.state() for k, part in self._parts.items()}}
            if self._unread is not None and self._unread.block:
                state["unread"] = _copied(vars(self._unread), is_saved=True)
            return state


def _copied(value: Any, is_saved: bool) -> Any:
    """A copy of what may be changed in place, with the values that go on by themselves as they are now."""
    if isinstance(value, Told):
        return value.saved() if is_saved else value.now()
    if isinstance(value, dict):
        return {key: _copied(item, is_saved) for key, item in value.items()}
    if isinstance(value, (list, tuple)):
        return type(value)([_copied(item, is_saved) for item in value])
    return value


def _in_this_layout(saved: State) -> State:
    """A state in the layout of this version.

    In earlier ones a dataset that was pulled in blocks was a part "blocks": of the place of its unread rows,
    or of the batches made of them.
    """
    place, parts = saved["place"], saved["parts"]
    if "blocks" not in parts:
        return saved
    if place is not None and "block" in place:
        return {**parts["blocks"], "unread": place}
    others = {key: part for key, part in parts.items() if key != "blocks"}
    return {**saved, "parts": {"source": parts["blocks"], **others}}
