"""Lists, dicts and tuples that are trackable: attributes of objects that track theirs are made such."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

from stagelight.errors import InvalidArgumentError
from stagelight.logs import get_logger
from stagelight.public import public
from stagelight.state.trackable import (
    NoDependency,
    children_among,
    is_staged_function,
    is_trackable,
    is_worth_wrapping,
    tell_those_who_wait,
)
from stagelight.state.trackable_data_structure import TrackableDataStructure


def tracked(value: Any) -> Any:
    """The value itself, but lists and dicts become containers that are trackable."""
    if type(value) is list:
        return ListWrapper(value)
    return _DictWrapper(value) if type(value) is dict else value


@public("__internal__.tracking.wrap")
def wrap(value: Any) -> Any:
    """The value as an object has it that tracks its attributes: lists and dicts are trackable.

    So are tuples that hold something trackable.

    >>> type(tf.__internal__.tracking.wrap([1])).__name__
    'ListWrapper'
    """
    if type(value) is NoDependency:
        return value.value
    return _made_tuple(type(value), value) if is_worth_wrapping(value) else tracked(value)


class ListWrapper(TrackableDataStructure, list[Any]):
    """A list that is trackable: its children are the trackable items, named by their positions.

    It shares its items with the list that it was made of; its own are those that were tracked, from which the
    others differ where the list was changed outside. As restoration goes by positions, a list in which
    trackable items were replaced, moved or deleted is not saved, nor one that was changed from outside.

    Args:
        items: a list.
    """

    _object_identifier = "trackable_list_wrapper"

    def __init__(self, items: Any = ()) -> None:
        self._storage: list[Any] = items if type(items) is list else list(items)
        self._storage[:] = map(tracked, self._storage)
        self._has_moved = False
        self._is_changed_outside = False
        super().__init__(self._storage)

    def _trackable_children(self, save_type: str = "checkpoint", **kwargs: Any) -> dict[str, Any]:
        self._check_storage()
        if self._has_moved:
            raise ValueError(
                f"Unable to save the object {self} (a list wrapper constructed to track trackable TensorFlow "
                "objects). A list element was replaced, deleted, or moved. In order to support restoration "
                f"on object creation, tracking is exclusively for append-only data structures.\n\n{_ADVICE}"
            )
        if self._is_changed_outside:
            raise ValueError(_changed_outside("list", self))
        return children_among(((str(i), item) for i, item in enumerate(self)), save_type)

    # Changing.

    def _check_storage(self) -> None:
        """Notes whether the list was changed outside."""
        if not _are_the_same(self._storage, list(super().__iter__())):
            self._is_changed_outside = True

    def _change(self, change: Callable[[], Any], *moved: Any) -> Any:
        """Makes a change that moves or removes some items."""
        self._check_storage()
        self._has_moved = self._has_moved or any(_has_place(item) for item in moved)
        result = change()
        super().__setitem__(slice(None), self._storage)
        return result

    def append(self, value: Any) -> None:
        """Adds an item."""
        value = tracked(value)
        self._is_changed_outside |= super().__len__() != len(self._storage)
        super().append(value)
        self._storage.append(value)
        _restore_item(self, str(len(self._storage) - 1), value)

    def extend(self, values: Any) -> None:
        """Adds items."""
        for value in list(values):
            self.append(value)

    def insert(self, index: Any, value: Any) -> None:
        """Puts an item before the one at the index."""
        self._change(lambda: self._storage.insert(index, tracked(value)), value, *self._storage)

    def pop(self, index: Any = -1) -> Any:
        """Removes an item and returns it."""
        return self._change(lambda: self._storage.pop(index), *self._storage)

    def remove(self, value: Any) -> None:
        """Removes the first item that is equal to a value."""
        self._change(lambda: self._storage.remove(value), *self._storage)

    def clear(self) -> None:
        """Removes all items."""
        self._change(self._storage.clear, *self._storage)

    def sort(self, *, key: Any = None, reverse: bool = False) -> None:
        """Sorts the items."""
        self._change(lambda: self._storage.sort(key=key, reverse=reverse), *self._storage)

    def reverse(self) -> None:
        """Reverses the order of the items."""
        self._change(self._storage.reverse, *self._storage)

    def __setitem__(self, index: Any, value: Any) -> None:
        is_slice = isinstance(index, slice)
        items = list(map(tracked, value)) if is_slice else tracked(value)
        replaced = self._storage[index] if is_slice else [self._storage[index]]
        self._change(lambda: self._storage.__setitem__(index, items), *replaced)

    def __delitem__(self, index: Any) -> None:
        self._change(lambda: self._storage.__delitem__(index), *self._storage)

    def __iadd__(self, values: Any) -> ListWrapper:
        self.extend(values)
        return self

    def __imul__(self, count: Any) -> ListWrapper:
        if count > 0:
            self.extend(self._storage * (count - 1))
        else:
            self.clear()
        return self

    # Reading.

    def __getitem__(self, index: Any) -> Any:
        return self._storage[index]

    def __len__(self) -> int:
        return len(self._storage)

    def __iter__(self) -> Iterator[Any]:
        return iter(self._storage)

    def __reversed__(self) -> Iterator[Any]:
        return reversed(self._storage)

    def __contains__(self, value: Any) -> bool:
        return value in self._storage

    def index(self, *args: Any) -> int:
        """The position of the first item that is equal to a value."""
        return self._storage.index(*args)

    def count(self, value: Any) -> int:
        """How many items are equal to a value."""
        return self._storage.count(value)

    def copy(self) -> Any:
        """A list of the same items, trackable as well."""
        return ListWrapper(list(self._storage))

    __copy__ = copy

    def __add__(self, other: Any) -> Any:
        return self._storage + _plain(other)

    def __radd__(self, other: Any) -> Any:
        return other + self._storage

    def __mul__(self, count: Any) -> Any:
        return self._storage * count

    __rmul__ = __mul__

    def __eq__(self, other: object) -> bool:
        return bool(self._storage == _plain(other))

    def __ne__(self, other: object) -> bool:
        return bool(self._storage != _plain(other))

    def __lt__(self, other: Any) -> bool:
        return bool(self._storage < _plain(other))

    def __le__(self, other: Any) -> bool:
        return bool(self._storage <= _plain(other))

    def __gt__(self, other: Any) -> bool:
        return bool(self._storage > _plain(other))

    def __ge__(self, other: Any) -> bool:
        return bool(self._storage >= _plain(other))

    def __repr__(self) -> str:
        return f"ListWrapper({self._storage!r})"

    def __reduce_ex__(self, protocol: Any) -> Any:
        return ListWrapper, (list(self._storage),)

    __hash__ = object.__hash__  # type: ignore[assignment]


class _DictWrapper(TrackableDataStructure, dict[Any, Any]):
    """A dict that is trackable: its children are the trackable values.

    It shares them with the dict that it was made of. A dict that has something trackable under a key which is
    no string is not saved, nor one that was changed
    from outside.

    Args:
        items: a dict.
    """

    _object_identifier = "trackable_dict_wrapper"

    def __init__(self, items: Any = ()) -> None:
        self._self_storage: dict[Any, Any] = items if type(items) is dict else dict(items)
        for key, value in self._self_storage.items():
            self._self_storage[key] = tracked(value)
        self._self_changed_outside = False
        super().__init__(self._self_storage)

    @property
    def _values(self) -> Iterable[Any]:
        return list(self.values())

    def _trackable_children(self, save_type: str = "checkpoint", **kwargs: Any) -> dict[str, Any]:
        self._check_storage()
        require_names(self)
        if self._self_changed_outside:
            raise ValueError(_changed_outside("dictionary", self))
        return children_among(self._self_storage.items(), save_type)

    # Changing.

    def _check_storage(self) -> None:
        """Notes whether the dict was changed outside."""
        now, then = self._self_storage, dict(super().items())
        if now.keys() != then.keys() or not _are_the_same(
            list(now.values()), [then[key] for key in now]
        ):
            self._self_changed_outside = True

    def __setitem__(self, key: Any, value: Any) -> None:
        value = tracked(value)
        super().__setitem__(key, value)
        self._self_storage[key] = value
        _restore_item(self, key, value)

    def __delitem__(self, key: Any) -> None:
        super().pop(key, None)
        del self._self_storage[key]

    def update(self, *args: Any, **kwargs: Any) -> None:
        """Sets values."""
        for key, value in dict(*args, **kwargs).items():
            self[key] = value

    def setdefault(self, key: Any, default: Any = None) -> Any:
        """The value of a key, set if there is none."""
        if key not in self:
            self[key] = default
        return self[key]

    def pop(self, *args: Any) -> Any:
        """Removes a key and returns its value."""
        super().pop(args[0], None)
        return self._self_storage.pop(*args)

    def popitem(self) -> tuple[Any, Any]:
        """Removes the last key and returns it with its value."""
        item = self._self_storage.popitem()
        super().pop(item[0], None)
        return item

    def clear(self) -> None:
        """Removes all keys."""
        super().clear()
        self._self_storage.clear()

    # Reading.

    def __getitem__(self, key: Any) -> Any:
        return self._self_storage[key]

    def get(self, key: Any, default: Any = None) -> Any:
        """The value of a key, or the default."""
        return self._self_storage.get(key, default)

    def keys(self) -> Any:
        """The keys."""
        return self._self_storage.keys()

    def values(self) -> Any:
        """The values."""
        return self._self_storage.values()

    def items(self) -> Any:
        """The keys with their values."""
        return self._self_storage.items()

    def copy(self) -> Any:
        """A dict of the same values, trackable as well."""
        return _DictWrapper(dict(self._self_storage))

    __copy__ = copy

    def __len__(self) -> int:
        return len(self._self_storage)

    def __iter__(self) -> Iterator[Any]:
        return iter(self._self_storage)

    def __reversed__(self) -> Iterator[Any]:
        return reversed(self._self_storage)

    def __contains__(self, key: Any) -> bool:
        return key in self._self_storage

    def __or__(self, other: Any) -> Any:
        return self._self_storage | _plain(other)

    def __ror__(self, other: Any) -> Any:
        return other | self._self_storage

    def __ior__(self, other: Any) -> _DictWrapper:
        self.update(other)
        return self

    def __eq__(self, other: object) -> bool:
        return bool(self._self_storage == _plain(other))

    def __ne__(self, other: object) -> bool:
        return bool(self._self_storage != _plain(other))

    def __repr__(self) -> str:
        return f"DictWrapper({self._self_storage!r})"

    def __str__(self) -> str:
        return str(self._self_storage)

    def __reduce_ex__(self, protocol: Any) -> Any:
        return _DictWrapper, (dict(self._self_storage),)

    __hash__ = object.__hash__  # type: ignore[assignment]


def require_names(mapping: Mapping[Any, Any]) -> None:
    """Checks that what is trackable in a dict has a string for its key: the name that it is saved by.

    Raises:
        ValueError: it is not so.
    """
    for key, value in mapping.items():
        if not isinstance(key, str) and _has_place(value):
            raise ValueError(
                f"Unable to save the object {mapping!r} (a dictionary wrapper constructed automatically on "
                "attribute assignment). The wrapped dictionary contains a non-string key which maps to a "
                f"trackable object or mutable data structure: {key!r}. Use strings as keys.\n\n{_ADVICE}"
            )


def _restore_item(container: Any, name: str, item: Any) -> None:
    """Gives an item its value in a checkpoint that is being restored; one that does not fit is reported.

    TF: it is skipped. Optimizers of Keras 3 keep slots in a list, in an order that may differ from the
    saved one.
    """
    try:
        tell_those_who_wait(container, name, item)
    except (InvalidArgumentError, ValueError) as error:
        get_logger().warning(
            "An item that was added to a list or dict keeps its initial value: what the checkpoint has at "
            "its place (%s) does not fit. %s",
            name,
            error,
        )


def _has_place(value: Any) -> bool:
    """Whether a value is saved by its key or position."""
    return is_trackable(value) or is_staged_function(type(value))


def _plain(value: Any) -> Any:
    """The list or dict that a wrapper is around; other values as they are."""
    if isinstance(value, ListWrapper):
        return value._storage
    return value._self_storage if isinstance(value, _DictWrapper) else value


# Values that are compared by what they are, not by identity.
_PLAIN_VALUES = (bool, int, float, complex, str, bytes)


def _are_the_same(now: list[Any], then: list[Any]) -> bool:
    return len(now) == len(then) and all(
        a is b or (isinstance(a, _PLAIN_VALUES) and type(a) is type(b) and a == b)
        for a, b in zip(now, then, strict=True)
    )


def _changed_outside(kind: str, wrapper: Any) -> str:
    return (
        f"Unable to save the object {wrapper!r} (a {kind} wrapper constructed automatically on attribute "
        f"assignment). The wrapped {kind} was modified outside the wrapper, which breaks restoration on "
        f"object creation: change the attribute, not the {kind} that it was set to.\n\n{_ADVICE}"
    )


# What ends the messages about containers that cannot be saved.
_ADVICE = (
    "If you don't need this container checkpointed, wrap it in a non-trackable object; it will be "
    "subsequently ignored."
)


class TupleWrapper(TrackableDataStructure):
    """What trackable tuples have: their children are the trackable items, named by their positions."""

    _object_identifier = "trackable_tuple_wrapper"

    def _trackable_children(self, save_type: str = "checkpoint", **kwargs: Any) -> dict[str, Any]:
        return children_among(((str(i), item) for i, item in enumerate(self._values)), save_type)


# The classes of trackable tuples by those of the plain ones: `tuple`, and classes of named tuples.
_tuple_classes: dict[type, Any] = {}


def _made_tuple(kind: type, values: Any) -> Any:
    if kind not in _tuple_classes:
        own = {"__hash__": object.__hash__, "__class__": property(lambda _: kind)}
        _tuple_classes[kind] = type(kind.__name__, (TupleWrapper, kind), own)
    return tuple.__new__(_tuple_classes[kind], map(wrap, values))
