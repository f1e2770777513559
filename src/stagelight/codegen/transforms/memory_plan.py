"""The memory plan: where in one block of scratch memory each temporary stands.

Temporaries that are not alive at the same time share their place. Those whose sizes are known only when the
program is called stand behind the others, in rows: temporaries of the same size share a row.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from stagelight.codegen.index import Index
from stagelight.codegen.loop_nest import Buffer, Program, reads_of, writes_of

_ALIGNMENT = 64

# Temporaries of no more bytes stand on the stack.
_STACK_BYTES = 64

# The first and the last statement that touches a buffer.
_Life = tuple[int, int]


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


def _lives(program: Program) -> dict[Buffer, _Life]:
    lives: dict[Buffer, _Life] = {}
    for moment, statement in enumerate(program.body):
        for buffer in reads_of(statement) | writes_of(statement):
            begin, _ = lives.get(buffer, (moment, moment))
            lives[buffer] = (begin, moment)
    return lives


def _places(buffers: list[Buffer], lives: dict[Buffer, _Life]) -> tuple[dict[Buffer, int], int]:
    offsets: dict[Buffer, int] = {}
    placed: list[tuple[int, int, int, int]] = []  # offset, end, first and last moment
    end = 0
    sizes = {x: size for x in buffers if isinstance(size := bytes_of(x), int)}
    large = [x for x, size in sizes.items() if size > _STACK_BYTES]
    for buffer in sorted(large, key=sizes.__getitem__, reverse=True):
        first, last = lives[buffer]
        offset = 0
        for other, other_end, begin, until in sorted(placed):
            if begin <= last and first <= until and other < offset + sizes[buffer]:
                offset = max(offset, other_end)
        size = -(-sizes[buffer] // _ALIGNMENT) * _ALIGNMENT
        offsets[buffer] = offset
        placed.append((offset, offset + size, first, last))
        end = max(end, offset + size)
    return offsets, end


def _rows(buffers: list[Buffer], lives: dict[Buffer, _Life]) -> list[Row]:
    rows: list[Row] = []
    for buffer in sorted(buffers, key=lambda x: lives[x][0]):
        size = bytes_of(buffer)
        if isinstance(size, int):
            continue
        first = lives[buffer][0]
        for row in rows:
            if row.size == size and lives[row.buffers[-1]][1] < first:
                row.buffers.append(buffer)
                break
        else:
            rows.append(Row(size, [buffer]))
    return rows


def bytes_of(buffer: Buffer) -> Index:
    """The size of a buffer."""
    return buffer.size * buffer.dtype.size
