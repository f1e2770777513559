"""`tensorflow.python.util.object_identity`: sets and dicts whose keys are compared by identity."""

from __future__ import annotations

import weakref
from collections.abc import Iterable, Iterator, MutableMapping, MutableSet
from typing import Any

from stagelight.core.tensor import Reference, WeakReference


class ObjectIdentityDictionary(MutableMapping[Any, Any]):
    """A dict of any objects as keys, variables and tensors too."""

    def __init__(self, *args: Any) -> None:
        self._storage: dict[Any, Any] = {}
        self.update(*args)

    def _wrap_key(self, key: Any) -> Any:
        return Reference(key)

    def __getitem__(self, key: Any) -> Any:
        return self._storage[self._wrap_key(key)]

    def __setitem__(self, key: Any, value: Any) -> None:
        self._storage[self._wrap_key(key)] = value

    def __delitem__(self, key: Any) -> None:
        del self._storage[self._wrap_key(key)]

    def __len__(self) -> int:
        return len(self._storage)

    def __iter__(self) -> Iterator[Any]:
        for key in self._storage:
            yield key.deref()

    def __repr__(self) -> str:
        return f"{type(self).__name__}({list(self.items())!r})"


class ObjectIdentityWeakKeyDictionary(ObjectIdentityDictionary):
    """The same, which does not keep its keys alive."""

    def _wrap_key(self, key: Any) -> Any:
        return WeakReference(key)

    def __setitem__(self, key: Any, value: Any) -> None:
        wrapped = self._wrap_key(key)
        self._storage[wrapped] = value
        weakref.finalize(key, self._storage.pop, wrapped, None)

    def __iter__(self) -> Iterator[Any]:
        for key in list(self._storage):
            referent = key.deref()
            if referent is not None:
                yield referent


class ObjectIdentitySet(MutableSet[Any]):
    """A set of any objects, variables and tensors too."""

    def __init__(self, *args: Iterable[Any]) -> None:
        self._storage: dict[Any, None] = {}
        for value in args[0] if args else ():
            self.add(value)

    def _wrap_key(self, key: Any) -> Any:
        return Reference(key)

    @classmethod
    def _from_storage(cls, storage: Iterable[Any]) -> ObjectIdentitySet:
        made = cls()
        made._storage.update(dict.fromkeys(storage))
        return made

    def __contains__(self, key: Any) -> bool:
        return self._wrap_key(key) in self._storage

    def add(self, value: Any) -> None:
        """Adds an object."""
        self._storage[self._wrap_key(value)] = None

    def discard(self, value: Any) -> None:
        """Takes an object out, if it is there."""
        self._storage.pop(self._wrap_key(value), None)

    def update(self, items: Iterable[Any]) -> None:
        """Adds objects."""
        for item in items:
            self.add(item)

    def intersection(self, items: Iterable[Any]) -> ObjectIdentitySet:
        """Those of the objects that are here."""
        return type(self)([item for item in items if item in self])

    def difference(self, items: Iterable[Any]) -> ObjectIdentitySet:
        """What is here and not among the objects."""
        others = ObjectIdentitySet(items)
        return type(self)([item for item in self if item not in others])

    def clear(self) -> None:
        """Takes all objects out."""
        self._storage.clear()

    def __len__(self) -> int:
        return len(self._storage)

    def __iter__(self) -> Iterator[Any]:
        for key in list(self._storage):
            yield key.deref()

    def __repr__(self) -> str:
        return f"{type(self).__name__}({list(self)!r})"


class ObjectIdentityWeakSet(ObjectIdentitySet):
    """The same, which does not keep its objects alive."""

    def _wrap_key(self, key: Any) -> Any:
        return WeakReference(key)

    def add(self, value: Any) -> None:
        """Adds an object, until nothing else has it."""
        wrapped = self._wrap_key(value)
        if wrapped not in self._storage:
            self._storage[wrapped] = None
            weakref.finalize(value, self._storage.pop, wrapped, None)

    def __iter__(self) -> Iterator[Any]:
        for key in list(self._storage):
            referent = key.deref()
            if referent is not None:
                yield referent
