"""The memory plan: where in one block of scratch memory each temporary stands.

Temporaries that are not alive at the same time share their place. Those whose sizes are known only when the
program is called stand behind the others, in rows: temporaries of the same size share a row.

Parts that run side by side are one moment: what they use is alive at the same time. What only one part uses
may share its place with what the same part uses at another time.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import astuple, dataclass, field
from typing import Any

import numpy as np

from stagelight.codegen.index import Index
from stagelight.codegen.loop_nest import (
    Buffer,
    Program,
    SideBySide,
    Statement,
    expressions_of,
    inner_lists,
    loaded,
    reads_of,
    walk,
    writes_of,
)

_ALIGNMENT = 64

# Temporaries of no more bytes stand on the stack.
_STACK_BYTES = 64


@dataclass(frozen=True, slots=True)
class _Life:
    """When a buffer is alive.

    Attributes:
        first, last: the statements of the program that touch it.
        part: the id of the only part, among parts that run side by side, that does; 0 if there is none.
        first_in_part, last_in_part: the statements of that part.
    """

    first: int
    last: int
    part: int = 0
    first_in_part: int = 0
    last_in_part: int = 0

    def meets(self, other: _Life) -> Any:
        """Whether both are alive at some moment. Of another's numbers as arrays: an array of such answers."""
        at_once = (self.first <= other.last) & (other.first <= self.last)
        at_once_in_part = (self.first_in_part <= other.last_in_part) & (
            other.first_in_part <= self.last_in_part
        )
        return at_once & ((self.part != other.part) | at_once_in_part)


@dataclass(frozen=True, slots=True)
class Row:
    """Temporaries of one size that is not known before a call, one after the other in time."""

    size: Index
    buffers: list[Buffer]


@dataclass(frozen=True, slots=True)
class MemoryPlan:
    """A block of scratch memory, in bytes.

    Attributes:
        offsets: of temporaries of known sizes. Tiny ones are not in it.
        known_size: of the part for those.
        rows: what stands behind it, each row at the next multiple of 64.
    """

    offsets: dict[Buffer, int] = field(default_factory=dict)
    known_size: int = 0
    rows: list[Row] = field(default_factory=list)

    @property
    def size(self) -> Index:
        """How much is enough for all."""
        total: Index = self.known_size
        for row in self.rows:
            total = total + row.size + _ALIGNMENT
        return total


def plan_memory(program: Program) -> MemoryPlan:
    """Where temporaries stand."""
    lives = _lives(program)
    used = [buffer for buffer in program.temporaries if buffer in lives]
    offsets, size = _places(used, lives)
    return MemoryPlan(offsets, size, _rows(used, lives))


def buffers_of_parts(program: Program) -> dict[int, set[Buffer]]:
    """By id of each part that runs beside others, the temporaries that nothing else touches."""
    beside = [x for x in walk(program.body) if isinstance(x, SideBySide)]
    if not beside:
        return {}
    uses = _uses(program.body)
    found: dict[int, set[Buffer]] = {}
    temporaries = set(program.temporaries)
    for part in (part for statement in beside for part in statement.parts):
        own = _uses(part)
        found[id(part)] = {x for x in temporaries if x in own and own[x] == uses[x]}
    return found


def _uses(statements: Sequence[Statement]) -> dict[Buffer, int]:
    """How many statements touch a buffer, themselves, not by statements inside."""
    uses: dict[Buffer, int] = {}
    for statement in walk(statements):
        if inner_lists(statement):
            touched = loaded(expressions_of(statement))
        else:
            touched = reads_of(statement) | writes_of(statement)
        for buffer in touched:
            uses[buffer] = uses.get(buffer, 0) + 1
    return uses


def _lives(program: Program) -> dict[Buffer, _Life]:
    spans = _spans(program.body)
    lives = {buffer: _Life(first, last) for buffer, (first, last) in spans.items()}
    own = buffers_of_parts(program)
    for part in _parts(program.body):
        for buffer, (first, last) in _spans(part).items():
            if buffer in own[id(part)]:
                lives[buffer] = _Life(*spans[buffer], id(part), first, last)
    return lives


def _parts(statements: Sequence[Statement]) -> Iterator[list[Statement]]:
    """The parts that run side by side, of those outermost in the program."""
    for statement in statements:
        if isinstance(statement, SideBySide):
            yield from statement.parts


def _spans(statements: Sequence[Statement]) -> dict[Buffer, tuple[int, int]]:
    """The first and the last statement that touches a buffer."""
    spans: dict[Buffer, tuple[int, int]] = {}
    for moment, statement in enumerate(statements):
        for buffer in reads_of(statement) | writes_of(statement):
            begin, _ = spans.get(buffer, (moment, moment))
            spans[buffer] = (begin, moment)
    return spans


def _places(buffers: list[Buffer], lives: dict[Buffer, _Life]) -> tuple[dict[Buffer, int], int]:
    sizes = {x: size for x in buffers if isinstance(size := bytes_of(x), int)}
    large = [x for x, size in sizes.items() if size > _STACK_BYTES]
    offsets: dict[Buffer, int] = {}
    placed = _Placed(len(large), sum(sizes[x] + _ALIGNMENT for x in large))
    for buffer in sorted(large, key=sizes.__getitem__, reverse=True):
        size = -(-sizes[buffer] // _ALIGNMENT) * _ALIGNMENT
        offset = offsets[buffer] = placed.gap(size, lives[buffer])
        placed.add(offset, offset + size, lives[buffer])
    return offsets, placed.end


class _Placed:
    """What has its place already; a long program has thousands that are compared with each other.

    Args:
        most: how many there will be.
        total: an end that no place goes beyond.

    Attributes:
        end: of the last place.
    """

    def __init__(self, most: int, total: int) -> None:
        self.end = 0
        self._count = 0
        # Programs are made of sizes that no machine has room for, too: they fail when they are called.
        self._places = np.empty((2, most), np.int64 if total < 1 << 62 else object)
        self._lives = np.empty((5, most), np.int64)

    def add(self, offset: int, end: int, life: _Life) -> None:
        """One more, from an offset to an end."""
        self._places[:, self._count] = offset, end
        self._lives[:, self._count] = astuple(life)
        self._count += 1
        self.end = max(self.end, end)

    def gap(self, size: int, life: _Life) -> int:
        """The first offset from which so many bytes are free in a life."""
        others = _Life(*self._lives[:, : self._count])
        begins, ends = self._places[:, : self._count][:, life.meets(others)]
        in_order = np.argsort(begins)
        free_from = np.append(0, np.maximum.accumulate(ends[in_order]))
        is_gap = begins[in_order] >= free_from[:-1] + size
        return int(free_from[np.append(is_gap, True).argmax()])


def _rows(buffers: list[Buffer], lives: dict[Buffer, _Life]) -> list[Row]:
    rows: list[Row] = []
    for buffer in sorted(buffers, key=lambda x: (lives[x].first, lives[x].first_in_part)):
        size = bytes_of(buffer)
        if isinstance(size, int):
            continue
        for row in rows:
            if row.size == size and not any(lives[buffer].meets(lives[x]) for x in row.buffers):
                row.buffers.append(buffer)
                break
        else:
            rows.append(Row(size, [buffer]))
    return rows


def bytes_of(buffer: Buffer) -> Index:
    """The size of a buffer."""
    return buffer.size * buffer.dtype.size
