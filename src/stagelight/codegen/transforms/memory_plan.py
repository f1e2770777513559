"""The memory plan: where in one block of scratch memory each temporary stands.

Temporaries that are not alive at the same time share their place.
"""

from __future__ import annotations

from stagelight.codegen.expressions import Expr
from stagelight.codegen.loop_nest import (
    Buffer,
    Program,
    expressions_of,
    reads_of,
    subexpressions,
    walk,
    writes_of,
)

_ALIGNMENT = 64

# Bytes behind each buffer that a vector may read, never use.
_STACK_BYTES = 64


def plan_memory(program: Program) -> tuple[dict[Buffer, int], int]:
    """The offsets of temporaries in bytes, and the size of the block. Tiny ones are not in it."""
    lives: dict[Buffer, tuple[int, int]] = {}
    for moment, statement in enumerate(program.body):
        touched = reads_of(statement) | writes_of(statement)
        for inner in walk([statement]):
            for expr in subexpressions(expressions_of(inner)):
                _touch(expr, touched)
        for buffer in touched:
            begin, _ = lives.get(buffer, (moment, moment))
            lives[buffer] = (begin, moment)
    offsets: dict[Buffer, int] = {}
    placed: list[tuple[int, int, int, int]] = []  # offset, end, first and last moment
    end = 0
    large = [b for b in program.temporaries if bytes_of(b) > _STACK_BYTES and b in lives]
    for buffer in sorted(large, key=bytes_of, reverse=True):
        first, last = lives[buffer]
        offset = 0
        for other, other_end, begin, until in sorted(placed):
            if begin <= last and first <= until and other < offset + bytes_of(buffer):
                offset = max(offset, other_end)
        size = -(-bytes_of(buffer) // _ALIGNMENT) * _ALIGNMENT
        offsets[buffer] = offset
        placed.append((offset, offset + size, first, last))
        end = max(end, offset + size)
    return offsets, end


def _touch(expr: Expr, touched: set[Buffer]) -> None:
    if expr.word == "load":
        touched.add(expr.payload[0])


def bytes_of(buffer: Buffer) -> int:
    """The size of a buffer."""
    return buffer.size * buffer.dtype.size
