"""Elements that are read from files, one file after the other: by rows, or strings in pieces."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import numpy as np

from stagelight import errors
from stagelight.data.blocks import (
    AT_HAND,
    Block,
    Columns,
    Components,
    IteratorState,
    RowByRow,
    RowIterators,
)
from stagelight.data.checked_records import Piece
from stagelight.data.elements import Elements
from stagelight.data.iteration import Iteration, Place
from stagelight.ops.strings.string_arrays import scalars

_NO_PIECE: Piece = np.zeros(0, object), np.zeros(0, np.int64)

# `read(path, position)` gives what stands in a file from a position on: elements, each with the position
# behind it, or pieces. An error that it gives is that of an element, and others follow; after one that it
# raises no more can be read.
Read = Callable[[bytes, int], Iterator[tuple[Any, Any]]]


class FileElements(Elements):
    """What stands in files, one file after the other."""

    def __init__(
        self, paths: list[bytes], read: Read, first_positions: list[int] | None = None
    ) -> None:
        self._paths = paths
        self._read = read
        self._first_positions = first_positions or [0] * len(paths)

    def make_iterator(self, iteration: Iteration) -> IteratorState:
        return RowByRow(self._rows(iteration.place(file=0, position=None)))

    def _rows(self, place: Place) -> Iterator[Components]:
        for row, position in self._read_on(place):
            place.position = position
            if isinstance(row, errors.OpError):
                raise row
            yield row

    def _read_on(self, place: Place) -> Iterator[tuple[Any, Any]]:
        """Reads from the place on, from file to file. Who takes something says so in the place."""
        while place.file < len(self._paths):
            if place.position is None:
                place.position = self._first_positions[place.file]
            try:
                yield from self._read(self._paths[place.file], place.position)
            except errors.OpError:
                # Who asks again gets the next file.
                place.file, place.position = place.file + 1, None
                raise
            place.file, place.position = place.file + 1, None


class StringColumn(Columns):
    """A block of strings, whose arrays are made when they are asked for."""

    __slots__ = ()

    def read(self) -> tuple[RowIterators, Iterator[Any]]:
        """The array without axes of each string."""
        strings = iter(self.arrays[0].tolist())
        return (scalars(strings),), strings


class FileStrings(FileElements):
    """The strings that stand in files; `read` gives pieces of them."""

    column: type[Columns] = StringColumn

    def make_iterator(self, iteration: Iteration) -> IteratorState:
        place = iteration.place(file=0, position=None)
        return _StringsState(lambda: self._read_on(place), place, self.column)


class _StringsState(IteratorState):
    """The strings of pieces, one piece after the other.

    Args:
        read_on: begins to read from the place on.
        place: where the reading stands.
        column: makes a block of strings.
    """

    read_ahead = AT_HAND

    def __init__(
        self, read_on: Callable[[], Iterator[Piece]], place: Place, column: type[Columns]
    ) -> None:
        self._read_on = read_on
        self._pieces = read_on()
        self._place = place
        self._column = column
        self._items, self._ends = _NO_PIECE
        self._positions = self._ends
        self._index = 0

    def next_block(self, max_rows: int) -> Block:
        """Strings of one piece."""
        if not len(self._items) and not self._next_piece():
            return []
        start, stop = self._index, self._index + max_rows
        items, positions = self._items[start:stop], self._positions[start : stop + 1]
        self._index = stop
        if stop >= len(self._items):
            self._items, self._index = (
                _NO_PIECE[0],
                0,
            )  # The strings can go when they were consumed.
        self._place.position = int(positions[-1])
        return self._column((items,), ((self._place, "position", positions),))

    def _next_piece(self) -> bool:
        try:
            piece = next(self._pieces, None)
        except errors.OpError:
            self._pieces = self._read_on()
            raise
        if piece is None:
            return False
        # The ends are kept until the next ones are there. They may lie in a large buffer, whose memory would
        # otherwise go back to the system and be cleared again for each piece.
        self._items, self._ends = piece
        self._positions = np.concatenate([[self._place.position], self._ends])
        return True
