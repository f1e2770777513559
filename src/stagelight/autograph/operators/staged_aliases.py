"""May-alias analysis of containers and objects that staged blocks make anew.

Where the ways of a block leave different objects in a symbol, the symbol is a new object afterwards, made of
the parts of both. To Python it is one of the two, and further names may refer to the same one:

    b = a
    if x > 0:
        a = [x]
    a[0] = y                Python: changes `b` too, unless x > 0

So which objects may be one is noted (`ELEMENT_COPIES.note_alias`), and a change of one while another can
still be reached is refused (AG212). Two results of a block may be one if they are one on either way.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
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

# Which of the values of a block, and the keys that lead to an object in it.
Key = tuple[Any, ...]


class AliasRelation:
    """Which objects in the values of a block may be one, on any of its ways.

    Attributes:
        pairs: The keys of two that may be.
        outer: For a key the other objects that it may be, by identity.
    """

    def __init__(self) -> None:
        self.pairs: set[frozenset[Key]] = set()
        self.outer: dict[Key, dict[int, Any]] = {}

    def learn(
        self,
        values: Sequence[Any],
        noted: Noted,
        is_outer: Callable[[Any], bool] = lambda value: True,
    ) -> bool:
        """Adds what holds on one way; whether it is new.

        Args:
            values: The values on this way.
            noted: The aliases there.
            is_outer: Whether an object outlives the way.
        """
        size = self._size()
        keys: dict[int, list[Key]] = {}
        parts = dict(mutable_parts_of(values))
        for key, part in parts.items():
            keys.setdefault(id(part), []).append(key)
        for key, part in parts.items():
            for alias in (part, *_aliases(part, noted)):
                for other in keys.get(id(alias), ()):
                    if other != key:
                        self.pairs.add(frozenset((key, other)))
                if is_outer(alias):
                    self.outer.setdefault(key, {})[id(alias)] = alias
        return self._size() != size

    def _size(self) -> int:
        return len(self.pairs) + sum(map(len, self.outer.values()))

    def note(self, results: Sequence[Any]) -> None:
        """Notes the aliases of what a block has made of the values of its ways."""
        if not self.pairs and not self.outer:
            return
        parts = dict(mutable_parts_of(results))
        for key, part in parts.items():
            _note(part, self.outer.get(key, {}).values())
        for pair in self.pairs:
            first, second = pair
            if first in parts and second in parts:
                _note(parts[first], [parts[second]])


def _note(value: Any, others: Iterable[Any]) -> None:
    for other in others:
        if other is not value:
            ELEMENT_COPIES.note_alias(value, other)


def _aliases(value: Any, noted: Noted) -> tuple[Any, ...]:
    entry = noted.get(id(value))
    return (entry[0].aliases or ()) if entry is not None else ()


def mutable_parts_of(values: Sequence[Any]) -> Iterator[tuple[Key, Any]]:
    """The mutable objects in some values, with their keys."""
    waiting: list[tuple[Key, Any, tuple[int, ...]]]
    waiting = [((number,), value, ()) for number, value in enumerate(values)]
    while waiting:
        key, part, inside = waiting.pop()
        own = identity(part.container if isinstance(part, Held) else part)
        if id(own) in inside:
            continue
        if is_mutable(own) and not isinstance(own, Holder):
            yield key, own
        for child_key, child in children(part.contents if isinstance(part, Held) else part):
            path = key if child_key is Holder else (*key, child_key)
            waiting.append((path, child, (*inside, id(own))))
