"""What stands for variables and tensor lists while a program is traced."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from stagelight.graph.operation import Operation
from stagelight.runtime.xla.engine import jnp


class NotLowered(Exception):
    """An operation cannot be in a program.

    Attributes:
        reason: why.
        operation: which; the walk says it where a rule does not.
    """

    def __init__(self, reason: str, operation: Operation | None = None) -> None:
        super().__init__(reason)
        self.reason = reason
        self.operation = operation


class Cell:
    """A variable: the value that it has at this point of the program, and whether the program wrote it."""

    __slots__ = ("is_written", "value")

    def __init__(self, value: Any) -> None:
        self.value = value
        self.is_written = False

    def assign(self, value: Any) -> None:
        """Gives it a value of the same shape."""
        if value.shape != self.value.shape:
            raise NotLowered(
                f"it gives a variable of shape {self.value.shape} a value of {value.shape}"
            )
        self.value = jnp.asarray(value, self.value.dtype)
        self.is_written = True


@dataclass(frozen=True)
class Rows:
    """A tensor list: an array with room for all elements, of which the first `length` are there.

    Attributes:
        rows: the elements and the room behind them; None as long as an element's shape is not known.
        length: how many elements there are; a NumPy number where that is known.
        element: the shape of an element, None where it is not known yet.
        dtype: of the elements.
    """

    rows: Any
    length: Any
    element: tuple[int, ...] | None
    dtype: np.dtype

    @property
    def room(self) -> int:
        """How many elements there is room for."""
        return 0 if self.rows is None else int(self.rows.shape[0])

    @property
    def known_length(self) -> int:
        """The length.

        Raises:
            NotLowered: it depends on data.
        """
        if not is_known(self.length):
            raise NotLowered("the length of a list depends on data")
        return int(self.length)

    def with_room(self, room: int, element: tuple[int, ...] | None = None) -> Rows:
        """The list with room for at least so many elements."""
        shape = self.element if self.element is not None else element
        if shape is None:
            raise NotLowered("the shape of a list's elements is not known")
        if self.rows is None:
            rows = jnp.zeros((room, *shape), self.dtype)
        elif self.room < room:
            more = jnp.zeros((room - self.room, *shape), self.dtype)
            rows = jnp.concatenate([self.rows, more])
        else:
            rows = self.rows
        return replace(self, rows=rows, element=tuple(shape))


def is_known(value: Any) -> bool:
    """Whether a value is there while the program is compiled."""
    return isinstance(value, (np.ndarray, np.generic))


def known(value: Any, what: str) -> np.ndarray:
    """The value as an array.

    Raises:
        NotLowered: it depends on data; the reason says what it is.
    """
    if not is_known(value):
        raise NotLowered(f"{what} depends on data")
    return np.asarray(value)


def known_sizes(value: Any, what: str = "the shape of the result") -> tuple[int, ...]:
    """Sizes as integers."""
    return tuple(int(x) for x in known(value, what).reshape(-1))
