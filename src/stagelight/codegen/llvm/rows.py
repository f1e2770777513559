"""Row buffers in LLVM: memory that grows while the program runs.

Each has a slot on the stack: the address of its first element, how many rows there is room for, and the block
of memory. A program keeps what it used for the next call, in `@kept_rows0` and so on, each a `RawMemory`: the
system gives fresh memory page by page, which takes longer than what most loops do with it. A call that finds
none allocates. Blocks of outputs go to the entry, which keeps them. Rows of inputs belong to the caller, and
never grow.

A block begins with how many bytes it has for rows; these begin at the next multiple of 64.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from stagelight.codegen.index import Index
from stagelight.codegen.llvm.code import Code
from stagelight.codegen.loop_nest import Buffer, CopyRows, Program, Room, RowBuffer
from stagelight.codegen.machine.asking_python import LEAST_ASKED

# Address, room, block.
_SLOT = "{ ptr, i64, ptr }"
_ROOM_AT, _BLOCK_AT = 8, 16

# Bytes of a block that are not for rows: what it begins with, and what is left out to begin at a cache line.
_HEAD = 128

_SYMBOL = "kept_rows"

# Blocks of more bytes are not kept.
_MOST_KEPT = 1 << 28

# `ptr rows_of(block)`: where the rows of a block begin.
# `take_rows(slot, kept, bytes of a row)` gives a buffer the block that the last call left.
# `keep_rows(kept, block)` leaves one for the next.
# `i1 grow_rows(slot, row, bytes of a row)` gives a buffer room at least up to a row; false where it cannot.
# The room is doubled, so that rows that come one by one are moved once or twice each.
_FUNCTIONS = f"""
define internal ptr @rows_of(ptr %block) alwaysinline nounwind {{
  %number = ptrtoint ptr %block to i64
  %moved = add i64 %number, {_HEAD - 1}
  %rounded = and i64 %moved, -64
  %rows = inttoptr i64 %rounded to ptr
  ret ptr %rows
}}

define internal void @take_rows(ptr %slot, ptr %kept, i64 %bytes) noinline nounwind {{
  %block = atomicrmw xchg ptr %kept, ptr null acq_rel
  %roomp = getelementptr inbounds i8, ptr %slot, i64 {_ROOM_AT}
  %blockp = getelementptr inbounds i8, ptr %slot, i64 {_BLOCK_AT}
  store ptr %block, ptr %blockp
  %is_none = icmp eq ptr %block, null
  br i1 %is_none, label %empty, label %found
empty:
  store ptr null, ptr %slot
  store i64 0, ptr %roomp
  ret void
found:
  %rows = call ptr @rows_of(ptr %block)
  store ptr %rows, ptr %slot
  %size = load i64, ptr %block
  %room = udiv i64 %size, %bytes
  store i64 %room, ptr %roomp
  ret void
}}

define internal void @keep_rows(ptr %kept, ptr %block) noinline nounwind {{
  %is_none = icmp eq ptr %block, null
  br i1 %is_none, label %done, label %measure
measure:
  %size = load i64, ptr %block
  %is_large = icmp ugt i64 %size, {_MOST_KEPT}
  br i1 %is_large, label %free, label %keep
keep:
  %old = atomicrmw xchg ptr %kept, ptr %block acq_rel
  br label %free
free:
  %gone = phi ptr [ %block, %measure ], [ %old, %keep ]
  call void @PyMem_RawFree(ptr %gone)
  br label %done
done:
  ret void
}}

define internal i1 @grow_rows(ptr %slot, i64 %row, i64 %bytes) noinline cold nounwind {{
  %limit = udiv i64 2305843009213693952, %bytes
  %is_sane = icmp ult i64 %row, %limit
  br i1 %is_sane, label %sane, label %failed
sane:
  %roomp = getelementptr inbounds i8, ptr %slot, i64 {_ROOM_AT}
  %blockp = getelementptr inbounds i8, ptr %slot, i64 {_BLOCK_AT}
  %room = load i64, ptr %roomp
  %twice = shl i64 %room, 1
  %needed = add i64 %row, 1
  %is_less = icmp ult i64 %twice, %needed
  %more = select i1 %is_less, i64 %needed, i64 %twice
  %least = udiv i64 512, %bytes
  %is_small = icmp ult i64 %more, %least
  %rooms = select i1 %is_small, i64 %least, i64 %more
  %size = mul i64 %rooms, %bytes
  %whole = add i64 %size, {_HEAD}
  %is_large = icmp uge i64 %whole, {LEAST_ASKED}
  br i1 %is_large, label %ask, label %take
ask:
  %given = call i64 @ask(ptr @python_take, i64 %whole)
  %is_refused = icmp eq i64 %given, 0
  br i1 %is_refused, label %failed, label %take
take:
  %block = call ptr @PyMem_RawMalloc(i64 %whole)
  %is_null = icmp eq ptr %block, null
  br i1 %is_null, label %failed, label %grown
grown:
  store i64 %size, ptr %block
  %rows = call ptr @rows_of(ptr %block)
  %before = load ptr, ptr %slot
  %used = mul i64 %room, %bytes
  call void @llvm.memcpy.p0.p0.i64(ptr %rows, ptr %before, i64 %used, i1 false)
  %old = load ptr, ptr %blockp
  call void @PyMem_RawFree(ptr %old)
  store ptr %rows, ptr %slot
  store i64 %rooms, ptr %roomp
  store ptr %block, ptr %blockp
  ret i1 true
failed:
  ret i1 false
}}
"""


def rows_symbol(program: Program, buffer: RowBuffer) -> str:
    """The name of the pointer to what the last call left of a buffer."""
    return f"{_SYMBOL}{program.rows.index(buffer)}"


def is_rows_symbol(name: str) -> bool:
    """Whether a name is one of these."""
    return name.startswith(_SYMBOL)


class RowMemory:
    """Writes what a program does with its row buffers.

    Args:
        code: the program's function.
        addresses: of all other buffers; where the room of row buffers stands is added.
        failure: the label to go to where a row does not exist.
        value_of_index: writes the value of an index.
    """

    def __init__(
        self,
        code: Code,
        addresses: dict[Buffer, str],
        failure: str,
        value_of_index: Callable[[Index], str],
    ) -> None:
        self._code = code
        self._addresses = addresses
        self._failure = failure
        self._value_of_index = value_of_index
        self._slots: dict[RowBuffer, str] = {}
        self._kept: dict[RowBuffer, str] = {}  # the symbols of those that are the program's own

    def slots_of(self, used: Iterable[Buffer]) -> dict[Buffer, str]:
        """The slots of those of some buffers that are row buffers."""
        return {x: self._slots[x] for x in _in_order(used)}

    def add_given(self, buffer: RowBuffer, address: str, count: str) -> None:
        """The rows of an input."""
        slot = self._slot_of(buffer)
        self._code.line(f"store ptr {address}, ptr {slot}")
        self._code.line(f"store i64 {count}, ptr {self._addresses[buffer.room]}")

    def add(self, buffer: RowBuffer, symbol: str) -> None:
        """A buffer of the program's own, without rows that anybody wrote."""
        code = self._code
        code.module.functions.setdefault("rows", _FUNCTIONS)
        code.module.functions.setdefault(symbol, f"@{symbol} = external global ptr")
        self._kept[buffer] = symbol
        size = _bytes_of_row(buffer)
        code.line(f"call void @take_rows(ptr {self._slot_of(buffer)}, ptr @{symbol}, i64 {size})")

    def _slot_of(self, buffer: RowBuffer) -> str:
        slot = self._code.slot(_SLOT)
        self.note_slot(buffer, slot)
        return slot

    def note_slot(self, buffer: RowBuffer, slot: str) -> None:
        """Says where the slot of a buffer is."""
        self._slots[buffer] = slot
        room = self._code.value(f"getelementptr inbounds i8, ptr {slot}, i64 {_ROOM_AT}")
        self._addresses[buffer.room] = room

    def addresses_of(self, used: Iterable[Buffer]) -> dict[Buffer, str]:
        """Where those of some buffers that are row buffers stand at this point."""
        return {x: self._code.value(f"load ptr, ptr {self._slots[x]}") for x in _in_order(used)}

    def end(self) -> None:
        """Keeps what is the program's still."""
        for buffer, symbol in self._kept.items():
            _, block = self._block_of(buffer)
            self._code.line(f"call void @keep_rows(ptr @{symbol}, ptr {block})")

    def hand_over(self, buffer: RowBuffer, place: str) -> None:
        """Stores the address of an output's block at a place; it is the program's no more."""
        where, block = self._block_of(buffer)
        self._code.line(f"store ptr {block}, ptr {place}")
        self._code.line(f"store ptr null, ptr {where}")

    def _block_of(self, buffer: RowBuffer) -> tuple[str, str]:
        """Where a buffer's block is noted, and the block."""
        slot = self._slots[buffer]
        where = self._code.value(f"getelementptr inbounds i8, ptr {slot}, i64 {_BLOCK_AT}")
        return where, self._code.value(f"load ptr, ptr {where}")

    def write_room(self, statement: Room) -> None:
        """A row that exists from here on."""
        self._require(statement.buffer, self._value_of_index(statement.row), statement.grows)

    def write_copy(self, statement: CopyRows) -> None:
        """Copies rows, or makes zeros; nothing where there are none to copy."""
        code, buffer, source = self._code, statement.buffer, statement.source
        count = self._value_of_index(statement.count)
        first = self._value_of_index(statement.first)
        source_first = self._value_of_index(statement.source_first)
        bytes_of_row = _bytes_of_row(buffer)

        def last_from(number: str) -> str:
            # Where the first is none of the rows, the last may be one all the same.
            if number != "0":
                self._go_on_if(f"icmp sge i64 {number}, 0")
            return code.value(f"add i64 {number}, {code.value(f'sub i64 {count}, 1')}")

        def row(rows: str, number: str) -> str:
            if number == "0":
                return rows
            distance = code.value(f"mul i64 {number}, {bytes_of_row}")
            return code.value(f"getelementptr i8, ptr {rows}, i64 {distance}")

        def copy() -> None:
            self._require(buffer, last_from(first), True)
            if isinstance(source, RowBuffer):
                self._require(source, last_from(source_first), False)
            elif source is not None:
                rows = source.size // buffer.row
                self._go_on_if(f"icmp ult i64 {last_from(source_first)}, {rows}")
            size = code.value(f"mul i64 {count}, {bytes_of_row}")
            target = row(code.value(f"load ptr, ptr {self._slots[buffer]}"), first)
            if source is None:
                code.line(
                    f"call void @llvm.memset.p0.i64(ptr {target}, i8 0, i64 {size}, i1 false)"
                )
                return
            rows_from = self._addresses.get(source) or code.value(
                f"load ptr, ptr {self._slots[source]}"  # type: ignore[index]
            )
            address = row(rows_from, source_first)
            code.line(
                f"call void @llvm.memmove.p0.p0.i64(ptr {target}, ptr {address}, i64 {size}, i1 false)"
            )

        code.when(code.value(f"icmp sgt i64 {count}, 0"), copy)

    def _require(self, buffer: RowBuffer, row: str, grows: bool) -> None:
        code = self._code
        room = code.value(f"load i64, ptr {self._addresses[buffer.room]}")
        exists = f"icmp ult i64 {row}, {room}"
        if not grows:
            self._go_on_if(exists)
            return

        def grow() -> None:
            slot, size = self._slots[buffer], _bytes_of_row(buffer)
            self._go_on_if(f"call i1 @grow_rows(ptr {slot}, i64 {row}, i64 {size})")

        code.when(code.value(f"xor i1 {code.value(exists)}, true"), grow)

    def _go_on_if(self, test: str) -> None:
        code = self._code
        label = f"exists{code.fresh()[1:]}"
        code.line(f"br i1 {code.value(test)}, label %{label}, label %{self._failure}")
        code.begin_block(label)


def _in_order(used: Iterable[Buffer]) -> list[RowBuffer]:
    return sorted((x for x in used if isinstance(x, RowBuffer)), key=lambda x: x.name)


def _bytes_of_row(buffer: RowBuffer) -> int:
    return buffer.row * buffer.dtype.size
