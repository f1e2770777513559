"""The names that random programs with effects use, in plain Python: what these programs mean.

Numbers are ints, tensors of numbers lists. A dataset makes an element when it is asked for. Its functions see
the names around them as they were when the dataset was made, since they are traced then.
"""

from __future__ import annotations

import contextlib
import functools
import types
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any


class Variable:
    """A number that is assigned to."""

    def __init__(self, number: int) -> None:
        self.number = number

    def assign(self, number: int) -> None:
        self.number = int(number)

    def value(self) -> int:
        return self.number

    read_value = value

    def __add__(self, other: Any) -> int:
        return self.number + other

    def __mul__(self, other: Any) -> int:
        return self.number * other

    def __radd__(self, other: Any) -> int:
        return self.number + other

    def __gt__(self, other: Any) -> bool:
        return self.number > other

    def __lt__(self, other: Any) -> bool:
        return self.number < other


class Table:
    def __init__(self) -> None:
        self._entries: dict[int, int] = {}

    def insert(self, key: int, value: int) -> None:
        self._entries[key] = value

    def lookup(self, key: int) -> int:
        return self._entries.get(key, 0)


class Queue:
    def __init__(self, elements: Iterable[int]) -> None:
        self._elements = list(elements)

    def enqueue(self, element: int) -> None:
        self._elements.append(element)

    def dequeue(self) -> int:
        return self._elements.pop(0)


class TensorArray:
    def __init__(self, elements: Sequence[int]) -> None:
        self._elements = list(elements)

    def write(self, index: int, value: int) -> TensorArray:
        changed = TensorArray(self._elements)
        changed._elements[index] = value
        return changed

    def read(self, index: int) -> int:
        return self._elements[index]


def as_now(function: Any) -> Any:
    """A function that goes on to see the names around it as they are now."""
    if isinstance(function, functools.partial):
        return functools.partial(as_now(function.func), *map(as_now, function.args))
    if not isinstance(function, types.FunctionType) or not function.__closure__:
        return function
    cells = []
    for cell in function.__closure__:
        try:
            cells.append(types.CellType(as_now(cell.cell_contents)))
        except ValueError:  # It has no value yet.
            cells.append(cell)
    return types.FunctionType(
        function.__code__, function.__globals__, function.__name__, function.__defaults__, tuple(cells)
    )


class Dataset:
    """Elements that a function begins to give."""

    def __init__(self, begin: Callable[[], Iterator[int]]) -> None:
        self._begin = begin

    def __iter__(self) -> Elements:
        return Elements(self._begin())

    def map(self, function: Any) -> Dataset:
        function = as_now(function)
        return Dataset(lambda: (function(x) for x in self))

    def filter(self, function: Any) -> Dataset:
        function = as_now(function)
        return Dataset(lambda: (x for x in self if function(x)))

    def flat_map(self, function: Any) -> Dataset:
        function = as_now(function)
        return Dataset(lambda: (y for x in self for y in function(x)))

    def scan(self, state: int, function: Any) -> Dataset:
        function = as_now(function)

        def begin() -> Iterator[int]:
            now = state
            for x in self:
                now, y = function(now, x)
                yield y

        return Dataset(begin)

    def take_while(self, function: Any) -> Dataset:
        function = as_now(function)

        def begin() -> Iterator[int]:
            for x in self:
                if not function(x):
                    return
                yield x

        return Dataset(begin)

    def repeat(self) -> Dataset:
        def begin() -> Iterator[int]:
            while True:
                yield from self

        return Dataset(begin)

    def reduce(self, state: int, function: Any) -> int:
        for x in self:
            state = function(state, x)
        return state


class Elements:
    """An iterator over a dataset."""

    def __init__(self, elements: Iterator[int]) -> None:
        self._elements = elements

    def __iter__(self) -> Elements:
        return self

    def __next__(self) -> int:
        return next(self._elements)

    get_next = __next__


def while_loop(cond: Any, body: Any, state: tuple[Any, ...]) -> tuple[Any, ...]:
    while cond(*state):
        state = body(*state)
    return state


# What the programs call `tf`.
TF = types.SimpleNamespace(
    range=lambda *args: list(range(*args)),
    function=lambda function: function,
    cond=lambda condition, true, false: true() if condition else false(),
    switch_case=lambda index, branches: branches[index](),
    while_loop=while_loop,
    map_fn=lambda function, elements: [function(x) for x in elements],
    foldl=lambda function, elements, start: functools.reduce(function, elements, start),
    reduce_sum=sum,
)


def host(function: Callable[[int], int], number: int) -> int:
    return function(number)


def number(value: Any) -> int:
    return int(value)


@contextlib.contextmanager
def counted(variable: Any, amount: Any) -> Iterator[None]:
    """Adds to a variable when a block begins, and when it ends."""
    variable.assign((variable + amount) % 13)
    try:
        yield
    finally:
        variable.assign((variable * 2 + amount) % 13)


def slices(elements: Iterable[int]) -> Dataset:
    rows = list(elements)
    return Dataset(lambda: iter(rows))


NAMES = {
    "tf": TF, "variable": Variable, "new_table": Table, "new_queue": Queue, "new_array": TensorArray,
    "slices": slices, "num": number, "host": host, "counted": counted, "partial": functools.partial,
}  # fmt: skip
