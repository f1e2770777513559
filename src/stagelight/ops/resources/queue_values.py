"""What the handle of a queue leads to: elements that threads put in and take out, and wait for.

An element is a tuple of arrays. Whoever takes several waits for his turn, so that two do not each hold half
of what both want. Which element is taken is the only thing that the kinds of queues differ in.
"""

from __future__ import annotations

import heapq
import itertools
import math
import threading
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any

import numpy as np

from stagelight import errors
from stagelight.core.inference import invalid
from stagelight.fork_safety import renewed_in_child
from stagelight.types.dtypes import DType
from stagelight.types.shapes import TensorShape

Element = tuple[np.ndarray, ...]


class Queue:
    """A queue whose elements come out in the order in which they went in.

    Args:
        name: what messages call it.
        types: the dtypes of an element's parts.
        shapes: their shapes, or none where they may be any.
        capacity: how many elements there may be; negative for any number.
    """

    kind = "FIFOQueue"

    def __init__(
        self, name: str, types: Sequence[DType], shapes: Sequence[TensorShape], capacity: int
    ) -> None:
        self.name = name
        self.types = tuple(types)
        self.shapes = tuple(shapes)
        self.capacity = math.inf if capacity < 0 else capacity
        self.handle_data = None
        self._is_closed = False
        self._cancels_enqueues = False
        self._is_abandoned = False
        self._changed = renewed_in_child(threading.Condition())
        self._takers: deque[object] = deque()
        self._putters: deque[object] = deque()
        # Elements of an unfinished take count as taken, but are given back if it fails.
        self._forget()

    # What the kinds differ in.

    def _forget(self) -> None:
        self._elements: Any = deque()

    def _put(self, element: Element) -> None:
        self._elements.append(element)

    def _take(self) -> Element:
        element: Element = self._elements.popleft()
        return element

    def _give_back(self, taken: list[Element]) -> None:
        self._elements.extendleft(reversed(taken))

    def _is_ready(self) -> bool:
        """Whether an element may be taken."""
        return bool(self._elements)

    # What all do.

    def __len__(self) -> int:
        return len(self._elements)

    @property
    def is_closed(self) -> bool:
        """Whether nothing more may be put in."""
        return self._is_closed

    def close(self, cancels_enqueues: bool) -> None:
        """Lets nothing more be put in; what waits to be put in is refused if asked for, otherwise waited for.

        Raises:
            CancelledError: it is closed already.
        """
        with self._changed:
            self._cancels_enqueues = self._cancels_enqueues or cancels_enqueues
            self._changed.notify_all()
            with self._turn(self._putters):
                if self._is_closed:
                    raise self._cancelled(f"Queue '{self.name}' is already closed.")
                self._is_closed = True

    def abandon(self) -> None:
        """The session is closed: whoever waits is refused."""
        with self._changed:
            self._is_abandoned = True
            self._changed.notify_all()

    def put(self, elements: Sequence[Element]) -> None:
        """Puts elements in, one by one, waiting for room.

        Raises:
            CancelledError: the queue is closed, or the session.
            InvalidArgumentError: a part has another shape.
        """
        for element in elements:
            self._check(element)
        with self._changed:
            if self._is_closed:
                raise self._cancelled(f"{self._told()} is closed.")
            with self._turn(self._putters):
                for element in elements:
                    self._wait(lambda: self._is_refusing or len(self) < self.capacity)
                    if self._is_refusing:
                        raise self._cancelled("Enqueue operation was cancelled")
                    self._put(element)
                    self._changed.notify_all()

    def take(self, count: int, or_fewer: bool = False) -> list[Element]:
        """Takes elements out, waiting until there are enough; what there is, of a closed queue, if told so.

        Raises:
            OutOfRangeError: the queue is closed, and has not enough.
            CancelledError: the session is closed.
        """
        taken: list[Element] = []
        with self._changed, self._turn(self._takers):
            try:
                while len(taken) < count:
                    self._wait(lambda: self._is_abandoned or self._is_ready() or self._is_drying)
                    if self._is_abandoned:
                        raise self._cancelled("Dequeue operation was cancelled")
                    if self._is_ready():
                        taken.append(self._take())
                        self._changed.notify_all()
                    elif taken and or_fewer:
                        break
                    else:
                        raise self._exhausted(count, len(taken))
            except BaseException:
                self._give_back(taken)
                raise
        return taken

    @property
    def _is_refusing(self) -> bool:
        return self._is_abandoned or self._cancels_enqueues

    @property
    def _is_drying(self) -> bool:
        """Whether nothing more can come."""
        return self._is_closed and not self._putters

    def _wait(self, is_over: Callable[[], bool]) -> None:
        while not is_over():
            self._changed.wait()

    @contextmanager
    def _turn(self, line: deque[object]) -> Iterator[None]:
        """Waits until those that came earlier are served."""
        own = object()
        line.append(own)
        try:
            self._wait(lambda: line[0] is own or self._is_abandoned)
            yield
        finally:
            line.remove(own)
            self._changed.notify_all()

    def batch(self, elements: Sequence[Element], count: int) -> Element:
        """The parts of several elements, one upon the other."""
        if not self.shapes or not all(s.is_fully_defined() for s in self.shapes):
            raise invalid(
                f"{self.kind}'s DequeueMany and DequeueUpTo require the components to have specified "
                "shapes."
            )
        parts = zip(*elements, strict=True) if elements else [()] * len(self.types)
        return tuple(
            np.stack(part) if part else np.empty([0, *_known(shape)], dtype.numpy_dtype)
            for part, shape, dtype in zip(parts, self.shapes, self.types, strict=True)
        )

    def _check(self, element: Element) -> None:
        if len(element) != len(self.types):
            raise invalid(
                f"Wrong number of components in tuple. Expected {len(self.types)}, got {len(element)}"
            )
        for index, (part, shape) in enumerate(zip(element, self.shapes, strict=False)):
            if not shape.is_compatible_with(part.shape):
                raise invalid(
                    f"Shape mismatch in tuple component {index}. Expected {shape}, got "
                    f"{list(part.shape)}"
                )

    def _told(self) -> str:
        return f"{self.kind} '{self.name}'"

    @staticmethod
    def _cancelled(message: str) -> errors.CancelledError:
        return errors.CancelledError(None, None, message)

    def _exhausted(self, count: int, taken: int) -> errors.OutOfRangeError:
        return errors.OutOfRangeError(
            None,
            None,
            f"{self._told()} is closed and has insufficient elements (requested {count}, current size "
            f"{len(self) + taken})",
        )


def _known(shape: TensorShape) -> list[int]:
    """The sizes, 0 for those that are not known."""
    return [size or 0 for size in shape.as_list()]


class PaddingQueue(Queue):
    """A queue whose elements are filled up with zeros to one size where several are taken."""

    kind = "PaddingFIFOQueue"

    def batch(self, elements: Sequence[Element], count: int) -> Element:
        """The parts of several elements, filled up to the largest, one upon the other."""
        parts = list(zip(*elements, strict=True)) if elements else [()] * len(self.types)
        return tuple(
            _padded(part, shape, dtype)
            for part, shape, dtype in zip(parts, self.shapes, self.types, strict=True)
        )


def _padded(part: tuple[np.ndarray, ...], shape: TensorShape, dtype: DType) -> np.ndarray:
    sizes = _known(shape)
    if part:
        sizes = [max(each) for each in zip(*(x.shape for x in part), strict=True)]
    filling: Any = b"" if dtype.numpy_dtype == np.dtype(object) else 0
    result = np.full((len(part), *sizes), filling, dtype.numpy_dtype)
    for row, x in enumerate(part):
        place: Any = (row, *map(slice, x.shape))
        result[place] = x if x.ndim else x[()]
    return result


class ShuffleQueue(Queue):
    """A queue that gives any of its elements, with as many left as asked for until it is closed.

    Args:
        name, types, shapes, capacity: as for `Queue`.
        least: how many elements are left in it.
        words: random words, of which each draws one element.
    """

    kind = "RandomShuffleQueue"

    def __init__(
        self,
        name: str,
        types: Sequence[DType],
        shapes: Sequence[TensorShape],
        capacity: int,
        least: int,
        words: Iterator[int],
    ) -> None:
        super().__init__(name, types, shapes, capacity)
        if least < 0 or least >= self.capacity:
            raise invalid(
                f"min_after_dequeue must be between 0 and the capacity {self.capacity}. "
                f"Received: {least}"
            )
        self._least = least
        self._words = words

    def _forget(self) -> None:
        self._elements = []

    def _is_ready(self) -> bool:
        return len(self._elements) > (0 if self._is_drying else self._least)

    def _take(self) -> Element:
        # TF: the last element takes the place of the one that is drawn.
        place = next(self._words) % len(self._elements)
        element: Element = self._elements[place]
        self._elements[place] = self._elements[-1]
        self._elements.pop()
        return element

    def _give_back(self, taken: list[Element]) -> None:
        self._elements.extend(taken)


class PriorityQueue(Queue):
    """A queue that gives the element of the lowest number, its first part; of equal ones the eldest."""

    kind = "PriorityQueue"

    def _forget(self) -> None:
        self._elements = []
        self._ages = itertools.count()

    def _put(self, element: Element) -> None:
        heapq.heappush(self._elements, (int(element[0]), next(self._ages), element))

    def _take(self) -> Element:
        element: Element = heapq.heappop(self._elements)[2]
        return element

    def _give_back(self, taken: list[Element]) -> None:
        for age, element in enumerate(taken, -len(taken)):
            heapq.heappush(self._elements, (int(element[0]), age, element))
