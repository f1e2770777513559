"""Row buffers in LLVM: memory that grows while the program runs.

Each has a slot on the stack, the address of its first element and how many rows there is room for. What the
program allocated it frees when it ends, whether well or by a failure; the rows of outputs go to the entry,
which frees them. Rows of inputs belong to the caller, and never grow.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from stagelight.codegen.index import Index
from stagelight.codegen.llvm.code import Code
from stagelight.codegen.loop_nest import Buffer, CopyRows, Room, RowBuffer

_SLOT = "{ ptr, i64 }"

# `i1 grow_rows(slot, row, bytes of a row)` gives a buffer room at least up to a row; false where it cannot.
# The room is doubled, so that rows that come one by one are moved once or twice each.
_GROW = """
define internal i1 @grow_rows(ptr %slot, i64 %row, i64 %bytes) noinline cold nounwind {
  %limit = udiv i64 2305843009213693952, %bytes
  %is_sane = icmp ult i64 %row, %limit
  br i1 %is_sane, label %sane, label %failed
sane:
  %roomp = getelementptr inbounds i8, ptr %slot, i64 8
  %room = load i64, ptr %roomp
  %twice = shl i64 %room, 1
  %needed = add i64 %row, 1
  %is_less = icmp ult i64 %twice, %needed
  %more = select i1 %is_less, i64 %needed, i64 %twice
  %least = udiv i64 512, %bytes
  %is_small = icmp ult i64 %more, %least
  %rows = select i1 %is_small, i64 %least, i64 %more
  %size = mul i64 %rows, %bytes
  %old = load ptr, ptr %slot
  %memory = call ptr @PyMem_RawRealloc(ptr %old, i64 %size)
  %is_null = icmp eq ptr %memory, null
  br i1 %is_null, label %failed, label %grown
grown:
  store ptr %memory, ptr %slot
  store i64 %rows, ptr %roomp
  ret i1 true
failed:
  ret i1 false
}
"""


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

    def add(self, buffer: RowBuffer, address: str = "null", count: str = "0") -> None:
        """A buffer, empty or with the rows of an input."""
        code = self._code
        slot = self._slots[buffer] = code.slot(_SLOT)
        code.line(f"store ptr {address}, ptr {slot}")
        room = code.value(f"getelementptr inbounds i8, ptr {slot}, i64 8")
        self._addresses[buffer.room] = room
        code.line(f"store i64 {count}, ptr {room}")

    def addresses_of(self, used: Iterable[Buffer]) -> dict[Buffer, str]:
        """Where those of some buffers that are row buffers stand at this point."""
        return {
            x: self._code.value(f"load ptr, ptr {self._slots[x]}")
            for x in sorted(used, key=lambda x: x.name)
            if isinstance(x, RowBuffer)
        }

    def end(self) -> None:
        """Frees what was allocated."""
        for buffer, slot in self._slots.items():
            if buffer.storage != "input":
                memory = self._code.value(f"load ptr, ptr {slot}")
                self._code.line(f"call void @PyMem_RawFree(ptr {memory})")

    def hand_over(self, buffer: RowBuffer, place: str) -> None:
        """Stores the address of an output's rows at a place; they are the program's no more."""
        slot = self._slots[buffer]
        memory = self._code.value(f"load ptr, ptr {slot}")
        self._code.line(f"store ptr {memory}, ptr {place}")
        self._code.line(f"store ptr null, ptr {slot}")

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
            code.module.functions.setdefault("grow_rows", _GROW)
            slot, size = self._slots[buffer], _bytes_of_row(buffer)
            self._go_on_if(f"call i1 @grow_rows(ptr {slot}, i64 {row}, i64 {size})")

        code.when(code.value(f"xor i1 {code.value(exists)}, true"), grow)

    def _go_on_if(self, test: str) -> None:
        code = self._code
        label = f"exists{code.fresh()[1:]}"
        code.line(f"br i1 {code.value(test)}, label %{label}, label %{self._failure}")
        code.begin_block(label)


def _bytes_of_row(buffer: RowBuffer) -> int:
    return buffer.row * buffer.dtype.size
