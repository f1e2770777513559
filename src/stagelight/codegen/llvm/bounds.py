"""Checks of bounds in generated code, for work on the library itself (`Settings.checks_bounds`).

The verifier proves that a program stays inside of its buffers; this sees that its code does. Before each
element that a nest reads or writes, the index is compared with the size. Where it does not fit, the buffer's
number, counted from 1, and the index are left in `@violation`, and the program fails. Products of matrices
are without checks: their tiles only move pointers.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np

from stagelight.codegen.llvm.code import Code, type_text
from stagelight.codegen.llvm.instructions import intrinsic_of_flags, splat
from stagelight.codegen.loop_nest import Buffer, RowBuffer
from stagelight.errors import InternalError
from stagelight.types import dtypes

VIOLATION = "violation"
VIOLATION_LINE = f"@{VIOLATION} = external global [2 x i64]"


def rows_in(code: Code, addresses: Mapping[Buffer, str], buffer: Buffer) -> str | None:
    """How many elements a row buffer has room for now; None for others.

    Where only its rows are at hand, in a chunk of a shared loop, that is without limit.
    """
    if not isinstance(buffer, RowBuffer):
        return None
    room = addresses.get(buffer.room)
    if room is None:
        return str(2**63 - 1)
    return code.value(f"mul i64 {code.value(f'load i64, ptr {room}')}, {buffer.row}")


def write_guard(
    code: Code, buffer: tuple[Buffer, str], index: tuple[str, int, int], failure: str
) -> None:
    """Writes the comparison of an index with a size.

    Args:
        code: the function.
        buffer: which, and its size, an i64.
        index: i64 in so many lanes, and how many elements in a row are used from there on.
        failure: the label to go to where it does not fit.
    """
    (used, size), (value, lanes, count) = buffer, index
    type_ = type_text(dtypes.int64, lanes)
    limit = splat(code, size, dtypes.int64, lanes)
    fits = code.value(f"icmp ult {type_} {value}, {limit}")
    if count > 1:
        last = code.value(f"add i64 {value}, {count - 1}")
        fits = code.value(f"and i1 {fits}, {code.value(f'icmp ult i64 {last}, {limit}')}")
    if lanes > 1:
        fits = intrinsic_of_flags(code, "and", fits, lanes)
        value = code.value(f"extractelement {type_} {value}, i64 0")
    label = code.fresh()[1:]
    code.line(f"br i1 {fits}, label %inside{label}, label %outside{label}")
    code.begin_block(f"outside{label}")
    code.line(f"store i64 {code.module.guarded[id(used)] + 1}, ptr @{VIOLATION}")
    second = code.value(f"getelementptr i64, ptr @{VIOLATION}, i64 1")
    code.line(f"store i64 {value}, ptr {second}")
    code.line(f"br label %{failure}")
    code.begin_block(f"inside{label}")


class ViolationTold:
    """Stands before the fallback of a program that checks bounds.

    Attributes:
        cell: what `@violation` is.
    """

    def __init__(self, name: str, buffers: Sequence[Buffer], fallback: Callable[..., Any]) -> None:
        self.cell = np.zeros(2, np.int64)
        self._name = name
        self._buffers = [f"{x!r}, which has {x.size} elements" for x in buffers]
        self._fallback = fallback

    def __call__(self, *arrays: Any) -> Any:
        number, index = self.cell.tolist()
        if number:
            self.cell[0] = 0
            raise InternalError(
                None,
                None,
                f"The compiled program {self._name!r} left {self._buffers[number - 1]}, at {index}.",
            )
        return self._fallback(*arrays)
