"""`ListValue`: the value of a tensor list, immutable to its users and cheap to change by one element.

Loops push, pop and set one element a round, and each change must give a new list while the old one keeps
its value. All versions of a list share one buffer. The newest owns it; an older version knows how it
differs from the next one, and takes the buffer back if it is read (Baker's persistent arrays):

    a = [x, y]           a owns the buffer [x, y]
    b = a.with_item(1, z)    b owns the buffer [x, z];  a: "as b, but y at 1"

So a change of the newest version takes constant time, and what only old versions hold is freed with them.
"""

from __future__ import annotations

import threading
from collections.abc import Iterable
from typing import Any

import numpy as np

from stagelight.errors import invalid_argument
from stagelight.fork_safety import renewed_in_child
from stagelight.types.dtypes import DType
from stagelight.types.shapes import TensorShape

# Lists of zeros with at most this many other elements are kept as those elements, however long they are:
# the gradient of reading one element is such a list, and a loop adds one in every round.
_FEW = 8
_dense_lock = renewed_in_child(threading.Lock())


class _Buffer:
    """The elements of the newest version; None for one that was never set, which is zeros."""

    __slots__ = ("items", "lock")

    def __init__(self, items: list[Any]) -> None:
        self.items = items
        self.lock = renewed_in_child(threading.Lock())


class ListValue:
    """One version of a tensor list.

    Attributes:
        element_dtype: the dtype of all elements.
        element_shape: what is known of the shape of each.
        most: the largest length allowed, None for any.
        is_endless: whether there are zeros, as many as are asked for, before the first element: the
            zero of lists whose length nobody knows, which stands in lists of lists.
    """

    __slots__ = (
        "_buffer",
        "_change",
        "_length",
        "_newer",
        "_rows",
        "_sparse",
        "element_dtype",
        "element_shape",
        "is_endless",
        "most",
    )

    def __init__(
        self,
        items: Iterable[Any],
        element_dtype: DType,
        element_shape: TensorShape,
        most: int | None = None,
        is_endless: bool = False,
    ) -> None:
        self.is_endless = is_endless
        self.element_dtype = element_dtype
        self.element_shape = element_shape
        self.most = most
        self._buffer: Any = _Buffer(list(items))
        # The version that owns the buffer has no newer one.
        self._newer: ListValue | None = None
        # How this version differs from the newer one: (kind, index, element).
        self._change: tuple[str, int, Any] | None = None
        # A list of zeros but for a few has these elements and its length, and no buffer.
        self._sparse: dict[int, Any] | None = None
        self._length = 0
        # A list that comes out of machine code is the rows of this array, and has no buffer.
        self._rows: Any = None

    @classmethod
    def of_zeros(cls, length: int, element_dtype: DType, element_shape: TensorShape) -> ListValue:
        """A list of elements that were never set."""
        value = cls((), element_dtype, element_shape)
        value._sparse, value._length = {}, length
        return value

    @classmethod
    def of_rows(cls, rows: Any, element_dtype: DType, element_shape: TensorShape) -> ListValue:
        """The rows of an array that never changes, or of what has a length and rows as arrays do."""
        value = cls((), element_dtype, element_shape)
        value._rows = rows
        return value

    @property
    def rows_behind(self) -> Any:
        """What `of_rows` was given, if nobody has taken it apart; else None."""
        return self._rows

    @property
    def handle_data(self) -> tuple[TensorShape, DType]:
        """What is known of the elements: (shape, dtype)."""
        return self.element_shape, self.element_dtype

    # Versions.

    def _shared(self) -> _Buffer:
        """The buffer, made where the list had none so far."""
        if self._sparse is not None or self._rows is not None:
            with _dense_lock:
                sparse, rows = self._sparse, self._rows
                if sparse is not None:
                    self._buffer = _Buffer([sparse.get(i) for i in range(self._length)])
                    self._sparse = None
                elif rows is not None:
                    self._buffer = _Buffer([rows[i, ...] for i in range(len(rows))])
                    self._rows = None
        buffer: _Buffer = self._buffer
        return buffer

    def _own(self) -> list[Any]:
        """Takes the buffer for this version; the lock is held."""
        items: list[Any] = self._buffer.items
        if self._newer is None:
            return items
        path = []
        version: ListValue = self
        while version._newer is not None:
            path.append(version)
            version = version._newer
        for older in reversed(path):
            newer = older._newer
            kind, index, element = older._change  # type: ignore[misc]
            if kind == "set":
                undo = ("set", index, items[index])
                items[index] = element
            elif kind == "pop":
                undo = ("push", index, items.pop())
            else:
                undo = ("pop", index, None)
                items.append(element)
            newer._change, newer._newer = undo, older  # type: ignore[union-attr]
            older._change = older._newer = None
        return items

    def _next(self, kind: str, index: int, element: Any) -> ListValue:
        """The version after a change; `kind` and `element` undo it. The lock is held."""
        newer = ListValue.__new__(ListValue)
        newer.element_dtype = self.element_dtype
        newer.element_shape = self.element_shape
        newer.most = self.most
        newer.is_endless = self.is_endless
        newer._buffer = self._buffer
        newer._newer = newer._change = None
        newer._sparse = newer._rows = None
        newer._length = 0
        self._newer = newer
        self._change = (kind, index, element)
        return newer

    # Reading.

    @property
    def length(self) -> int:
        """The number of elements."""
        if self._sparse is not None:
            return self._length
        rows = self._rows
        if rows is not None:
            return len(rows)
        with self._shared().lock:
            return len(self._own())

    def items(self) -> list[Any]:
        """The elements, None for those that were never set."""
        with self._shared().lock:
            return list(self._own())

    def item(self, index: int) -> Any:
        """One element, None if it was never set."""
        sparse = self._sparse
        if sparse is not None and 0 <= index < self._length:
            return sparse.get(index)
        with self._shared().lock:
            items = self._own()
            if self.is_endless and not items:
                return None
            if not 0 <= index < len(items):
                raise invalid_argument(
                    f"Trying to access element {index} in a list with {len(items)} elements."
                )
            return items[index]

    def rows(self, sizes: tuple[int, ...], dtype: np.dtype) -> np.ndarray | None:
        """The elements as the rows of an array; None if not all are of these sizes, or it takes no more.

        Elements that were never set are zeros, where it is known of what shape.
        """
        if self.most is not None or self.is_endless or self.element_dtype.numpy_dtype != dtype:
            return None
        rows = self._rows
        if rows is not None:
            return rows if rows.shape[1:] == sizes else None
        items = self.items()
        unset_sizes = tuple(self.element_shape) if self.element_shape.is_fully_defined() else None
        if any((unset_sizes if x is None else x.shape) != sizes for x in items):
            return None
        result = np.zeros((len(items), *sizes), dtype)
        for place, item in enumerate(items):
            if item is not None:
                result[place] = item
        return result

    # Changing.

    def pushed(self, element: Any) -> ListValue:
        """The list with one more element at its end."""
        with self._shared().lock:
            items = self._own()
            if self.most is not None and len(items) >= self.most:
                raise invalid_argument(
                    f"Tried to push item into a full list. list size: {len(items)} "
                    f"max_num_elements: {self.most}"
                )
            items.append(element)
            return self._next("pop", len(items) - 1, None)

    def popped(self) -> tuple[ListValue, Any]:
        """The list without its last element, and that element."""
        with self._shared().lock:
            items = self._own()
            if not items and self.is_endless:
                return self, None
            if not items:
                raise invalid_argument("Trying to pop from an empty list.")
            element = items.pop()
            return self._next("push", len(items), element), element

    def with_item(self, index: int, element: Any) -> ListValue:
        """The list with another element at an index."""
        sparse = self._sparse
        if sparse is not None and len(sparse) < _FEW and 0 <= index < self._length:
            value = ListValue.of_zeros(self._length, self.element_dtype, self.element_shape)
            value._sparse = {**sparse, index: element}
            return value
        with self._shared().lock:
            items = self._own()
            if not 0 <= index < len(items):
                raise invalid_argument(
                    f"Trying to modify element {index} in a list with {len(items)} elements."
                )
            before = items[index]
            items[index] = element
            return self._next("set", index, before)

    def resized(self, length: int) -> ListValue:
        """The list cut off or filled up with zeros."""
        items = self.items()
        items = items[:length] + [None] * (length - len(items))
        return ListValue(items, self.element_dtype, self.element_shape, self.most)

    def replaced(self, items: Iterable[Any]) -> ListValue:
        """A list of other elements of this kind."""
        return ListValue(items, self.element_dtype, self.element_shape, self.most, self.is_endless)

    # Arithmetic, as gradients need it.

    def zeros_like(self) -> ListValue:
        """A list of as many zeros."""
        if self.is_endless:
            return self.replaced(())
        return ListValue.of_zeros(self.length, self.element_dtype, self.element_shape)

    def __add__(self, other: ListValue) -> ListValue:
        """The list of the elements' sums."""
        if not isinstance(other, ListValue):
            return NotImplemented  # NumPy, which adds arrays that hold lists, asks again.
        if self.is_endless or other.is_endless:
            return self._added_from_the_end(other)
        if self._sparse is not None and other._sparse is None:
            self, other = other, self
        length, other_length = self.length, other.length
        if length != other_length:
            raise invalid_argument(
                "Trying to add two lists of tensors with different lengths. "
                f"One is {length} and the other is {other_length}."
            )
        sparse = other._sparse
        if sparse is not None:
            total = self
            for index, element in sparse.items():
                total = total.with_item(index, _sum(total.item(index), element))
            return total
        pairs = zip(self.items(), other.items(), strict=True)
        return self.replaced(_sum(a, b) for a, b in pairs)

    def _added_from_the_end(self, other: ListValue) -> ListValue:
        longer, shorter = (other, self) if self.is_endless else (self, other)
        items, added = longer.items(), shorter.items()
        if not added:
            return longer
        items = [None] * (len(added) - len(items)) + items
        added = [None] * (len(items) - len(added)) + added
        return longer.replaced(_sum(a, b) for a, b in zip(items, added, strict=True))

    def __repr__(self) -> str:
        return f"<tensor list of {self.length} elements, dtype={self.element_dtype.name}>"


def _sum(a: Any, b: Any) -> Any:
    if a is None or b is None:
        return b if a is None else a
    return np.asarray(a + b)
