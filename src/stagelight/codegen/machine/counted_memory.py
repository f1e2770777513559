"""Memory of arrays that is counted: NumPy takes it from here in a scope, and no more than there may be.

NumPy lets a context have an allocator of its own (`PyDataMem_SetHandler`). This one is machine code. It
counts the bytes of its arrays, and gives none where they would be too many: NumPy raises `MemoryError` then.
An array keeps its allocator, so what is freed later, and elsewhere, is taken off.
"""

from __future__ import annotations

import ctypes
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from typing import Any

from stagelight.codegen.machine.compiler import CompiledModule, compile_module
from stagelight.codegen.machine.entry import c_symbols, make_capsule, set_array_memory

# A block begins with its size.
_HEAD = 16

# Arrays are smaller, so that sums of their sizes do not overflow.
_INSANE = 1 << 62

# `%counter` is { bytes in use, the most there may be }.
_COUNTING = f"""
declare ptr @PyMem_RawMalloc(i64)
declare ptr @PyMem_RawCalloc(i64, i64)
declare ptr @PyMem_RawRealloc(ptr, i64)
declare void @PyMem_RawFree(ptr)
declare {{ i64, i1 }} @llvm.umul.with.overflow.i64(i64, i64)

define internal i1 @count(ptr %counter, i64 %more) {{
  %before = atomicrmw add ptr %counter, i64 %more acq_rel
  %after = add i64 %before, %more
  %mostp = getelementptr i64, ptr %counter, i64 1
  %most = load atomic i64, ptr %mostp monotonic, align 8
  %fits = icmp sle i64 %after, %most
  %shrinks = icmp sle i64 %more, 0
  %good = or i1 %fits, %shrinks
  br i1 %good, label %yes, label %no
yes:
  ret i1 true
no:
  %_ = atomicrmw sub ptr %counter, i64 %more acq_rel
  ret i1 false
}}

define void @give_back(ptr %counter, ptr %rows, i64 %_size) {{
  %is_none = icmp eq ptr %rows, null
  br i1 %is_none, label %done, label %some
some:
  %block = getelementptr i8, ptr %rows, i64 -{_HEAD}
  %size = load i64, ptr %block
  %_ = atomicrmw sub ptr %counter, i64 %size acq_rel
  call void @PyMem_RawFree(ptr %block)
  br label %done
done:
  ret void
}}
"""


def _taking(signature: str, size: str, block: str, more: str = "  %more = add i64 %size, 0") -> str:
    """A function that counts `%more` bytes, takes a block, and takes the bytes off again if there is none.

    Args:
        signature: its name and arguments.
        size: what `%size`, and `%is_sane`, are.
        block: what `%block` is; it has `%whole` bytes.
        more: what `%more` is; all of `%size` for a new block.
    """
    return f"""
define ptr {signature} {{
{size}
  br i1 %is_sane, label %sane, label %none
sane:
{more}
  %fits = call i1 @count(ptr %counter, i64 %more)
  br i1 %fits, label %fitting, label %none
fitting:
  %whole = add i64 %size, {_HEAD}
{block}
  %failed = icmp eq ptr %block, null
  br i1 %failed, label %back, label %taken
taken:
  store i64 %size, ptr %block
  %rows = getelementptr i8, ptr %block, i64 {_HEAD}
  ret ptr %rows
back:
  %_ = atomicrmw sub ptr %counter, i64 %more acq_rel
  ret ptr null
none:
  ret ptr null
}}
"""


_TAKE = _taking(
    "@take(ptr %counter, i64 %size)",
    size=f"  %is_sane = icmp ult i64 %size, {_INSANE}",
    block="  %block = call ptr @PyMem_RawMalloc(i64 %whole)",
)
_TAKE_ZEROS = _taking(
    "@take_zeros(ptr %counter, i64 %number, i64 %each)",
    size=f"""\
  %product = call {{ i64, i1 }} @llvm.umul.with.overflow.i64(i64 %number, i64 %each)
  %size = extractvalue {{ i64, i1 }} %product, 0
  %is_inexact = extractvalue {{ i64, i1 }} %product, 1
  %is_small = icmp ult i64 %size, {_INSANE}
  %is_sane = select i1 %is_inexact, i1 false, i1 %is_small""",
    block="  %block = call ptr @PyMem_RawCalloc(i64 1, i64 %whole)",
)
# NULL counts as a block of no bytes: `PyMem_RawRealloc` makes a new one of it.
_TAKE_OTHER = _taking(
    "@take_other(ptr %counter, ptr %old, i64 %size)",
    size=f"  %is_sane = icmp ult i64 %size, {_INSANE}",
    more=f"""\
  %is_new = icmp eq ptr %old, null
  br i1 %is_new, label %counted, label %grown
grown:
  %old_size_place = getelementptr i8, ptr %old, i64 -{_HEAD}
  %old_size = load i64, ptr %old_size_place
  br label %counted
counted:
  %old_block = phi ptr [ null, %sane ], [ %old_size_place, %grown ]
  %before = phi i64 [ 0, %sane ], [ %old_size, %grown ]
  %more = sub i64 %size, %before""",
    block="  %block = call ptr @PyMem_RawRealloc(ptr %old_block, i64 %whole)",
)
_TEXT = f"{_COUNTING}{_TAKE}{_TAKE_ZEROS}{_TAKE_OTHER}"


class _Handler(ctypes.Structure):
    """NumPy's `PyDataMem_Handler`, of version 1."""

    _fields_ = (
        ("name", ctypes.c_char * 127),
        ("version", ctypes.c_uint8),
        ("counter", ctypes.c_void_p),
        ("take", ctypes.c_void_p),
        ("take_zeros", ctypes.c_void_p),
        ("take_other", ctypes.c_void_p),
        ("give_back", ctypes.c_void_p),
    )


@cache
def _code() -> CompiledModule:
    return compile_module(_TEXT, c_symbols(), "light")


# Arrays may live as long as the process, and so do their allocators.
_kept: list[Any] = []


class CountedMemory:
    """An allocator that counts. It is never freed, since an array may need it at any time."""

    def __init__(self) -> None:
        self._counter = (ctypes.c_int64 * 2)()
        code = _code()
        places = [code.address(x) for x in ("take", "take_zeros", "take_other", "give_back")]
        handler = _Handler(b"counted", 1, ctypes.addressof(self._counter), *places)
        self._capsule = make_capsule(ctypes.addressof(handler), b"mem_handler")
        _kept.append((handler, self._counter, self._capsule, code))

    @property
    def used(self) -> int:
        """The bytes of the arrays that there are now."""
        return self._counter[0]

    @property
    def room(self) -> int:
        """The bytes that there may be more."""
        return self._counter[1] - self._counter[0]

    def allow(self, size: int) -> None:
        """Says how many bytes more there may be from now on."""
        self._counter[1] = self._counter[0] + size

    @contextmanager
    def used_by_numpy(self) -> Iterator[None]:
        """A scope in which arrays of this context are made of it."""
        before = set_array_memory(self._capsule)
        try:
            yield
        finally:
            set_array_memory(before)
