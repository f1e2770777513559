"""The records of TFRecord files, many at a time: machine code walks through a chunk and compares checksums.

Of short records a call per record takes longer than to read them, so a chunk of the file is checked by one
call, which gives the places of its whole records. The form of the files is that of
`formats/record_files.py`, whose reader goes on, one record after the other, where something is wrong: it
knows the errors. It also reads all where the processor has no instruction for CRC-32C.
"""

from __future__ import annotations

import ctypes
import functools
from collections.abc import Callable, Iterator

import numpy as np

from stagelight.codegen.machine.compiler import compile_module
from stagelight.codegen.machine.target import host_target
from stagelight.formats.files import ByteStream
from stagelight.formats.record_files import FOOTER_SIZE, HEADER_SIZE, read_records
from stagelight.ops.strings.string_arrays import filled

# It stays in the processor's cache while it is checked and cut.
_CHUNK = 1 << 18

# Some items of a file, an array of bytes objects, and the position behind each of them.
Piece = tuple[np.ndarray, np.ndarray]


def cut(data: bytes, starts: np.ndarray, ends: np.ndarray) -> np.ndarray:
    """The parts of some bytes between the starts and the ends, as an array of bytes objects."""
    size = int(ends[0] - starts[0])
    if size and len(starts) > 1 and (ends - starts == size).all():
        step = int(starts[1] - starts[0])
        if (np.diff(starts) == step).all():
            # NumPy makes the objects of parts of one length, at one distance.
            parts: np.ndarray = np.ndarray(
                len(starts), f"V{size}", data, int(starts[0]), (step,)
            ).astype(object)
            return parts
    return filled(
        [data[start:end] for start, end in zip(starts.tolist(), ends.tolist(), strict=True)],
        starts.shape,
    )


def read_pieces(path: bytes, compression: str = "", position: int = 0) -> Iterator[Piece]:
    """The records of a file from a position on, in pieces.

    Args:
        path: the file.
        compression: "", "GZIP" or "ZLIB".
        position: that of the first record.

    Raises:
        DataLossError: while reading, when a checksum is wrong or the file ends within a record; the
            message has the file and the position.
    """
    ends_in = _checker()
    if ends_in is not None:
        with ByteStream(path, compression, position) as stream:
            rest = b""
            # More of a record that is longer than a chunk comes in larger and larger steps.
            while more := stream.read(max(_CHUNK, len(rest))):
                data = rest + more if rest else more
                ends, is_damaged = ends_in(data)
                if len(ends):
                    starts = np.concatenate([[0], ends[:-1]])
                    yield cut(data, starts + HEADER_SIZE, ends - FOOTER_SIZE), ends + position
                    position += int(ends[-1])
                rest = data[ends[-1] :] if len(ends) else data
                if is_damaged:
                    break
                # To read the beginning of a record again takes less than to put it before the rest.
                if len(ends) and rest and stream.go_back(len(rest)):
                    rest = b""
            if not rest:
                return
    for record, end in read_records(path, compression, position):
        yield filled([record], (1,)), np.array([end])


_Check = Callable[[bytes], tuple[np.ndarray, bool]]


@functools.cache
def _checker() -> _Check | None:
    """Gives the ends of the whole records in some bytes, and whether what follows them is damaged."""
    instructions = next(
        (text for feature, text in _INSTRUCTIONS.items() if host_target().has(feature)), None
    )
    if instructions is None:
        return None
    module = compile_module(instructions + _TEXT, passes="full")
    integer, pointer = ctypes.c_int64, ctypes.c_void_p
    check = ctypes.CFUNCTYPE(integer, ctypes.c_char_p, integer, pointer)(
        module.address("stagelight_check_records")
    )

    def ends_in(data: bytes, _module: object = module) -> tuple[np.ndarray, bool]:
        ends = np.empty(len(data) // (HEADER_SIZE + FOOTER_SIZE), np.int64)
        count = check(data, len(data), ends.ctypes.data)
        is_damaged = count < 0
        return ends[: ~count if is_damaged else count], is_damaged

    return ends_in


# By the instruction set that has them: the checksum of 8 bytes, and of one, that follow others.
_INSTRUCTIONS = {
    "crc32": """
declare i64 @llvm.x86.sse42.crc32.64.64(i64, i64)
declare i32 @llvm.x86.sse42.crc32.32.8(i32, i8)
define internal i32 @after_word(i32 %before, i64 %word) alwaysinline {
  %wide = zext i32 %before to i64
  %sum = call i64 @llvm.x86.sse42.crc32.64.64(i64 %wide, i64 %word)
  %result = trunc i64 %sum to i32
  ret i32 %result
}
define internal i32 @after_byte(i32 %before, i8 %byte) alwaysinline {
  %result = call i32 @llvm.x86.sse42.crc32.32.8(i32 %before, i8 %byte)
  ret i32 %result
}
""",
    "crc": """
declare i32 @llvm.aarch64.crc32cx(i32, i64)
declare i32 @llvm.aarch64.crc32cb(i32, i32)
define internal i32 @after_word(i32 %before, i64 %word) alwaysinline {
  %result = call i32 @llvm.aarch64.crc32cx(i32 %before, i64 %word)
  ret i32 %result
}
define internal i32 @after_byte(i32 %before, i8 %byte) alwaysinline {
  %wide = zext i8 %byte to i32
  %result = call i32 @llvm.aarch64.crc32cb(i32 %before, i32 %wide)
  ret i32 %result
}
""",
}

# `stagelight_check_records(data, size, ends)` writes the ends of the whole records from the first byte on
# and gives their number; its complement where the next record has a wrong checksum.
_TEXT = """
declare i32 @llvm.fshr.i32(i32, i32, i32)

define internal i32 @masked_checksum(ptr %data, i64 %size) {
entry:
  %in_words = and i64 %size, -8
  br label %words
words:
  %at = phi i64 [0, %entry], [%behind, %word]
  %sum = phi i32 [-1, %entry], [%word_sum, %word]
  %is_word = icmp ult i64 %at, %in_words
  br i1 %is_word, label %word, label %bytes
word:
  %word_place = getelementptr i8, ptr %data, i64 %at
  %eight = load i64, ptr %word_place, align 1
  %word_sum = call i32 @after_word(i32 %sum, i64 %eight)
  %behind = add i64 %at, 8
  br label %words
bytes:
  %i = phi i64 [%at, %words], [%next, %byte]
  %all = phi i32 [%sum, %words], [%byte_sum, %byte]
  %is_byte = icmp ult i64 %i, %size
  br i1 %is_byte, label %byte, label %done
byte:
  %byte_place = getelementptr i8, ptr %data, i64 %i
  %one = load i8, ptr %byte_place
  %byte_sum = call i32 @after_byte(i32 %all, i8 %one)
  %next = add i64 %i, 1
  br label %bytes
done:
  %inverted = xor i32 %all, -1
  %turned = call i32 @llvm.fshr.i32(i32 %inverted, i32 %inverted, i32 15)
  %masked = add i32 %turned, -1568478504  ; 0xa282ead8
  ret i32 %masked
}

define i64 @stagelight_check_records(ptr %data, i64 %size, ptr %ends) {
entry:
  br label %record
record:
  %at = phi i64 [0, %entry], [%end, %good]
  %count = phi i64 [0, %entry], [%more, %good]
  %left = sub i64 %size, %at
  %has_header = icmp uge i64 %left, 12
  br i1 %has_header, label %header, label %over
header:
  %place = getelementptr i8, ptr %data, i64 %at
  %length = load i64, ptr %place, align 1
  %length_sum = call i32 @masked_checksum(ptr %place, i64 8)
  %length_sum_place = getelementptr i8, ptr %place, i64 8
  %stored_length_sum = load i32, ptr %length_sum_place, align 1
  %is_length = icmp eq i32 %length_sum, %stored_length_sum
  br i1 %is_length, label %sized, label %damaged
sized:
  %room = sub i64 %left, 16
  %has_footer = icmp sge i64 %room, 0
  %fits = icmp ule i64 %length, %room
  %is_whole = and i1 %has_footer, %fits
  br i1 %is_whole, label %body, label %over
body:
  %body_place = getelementptr i8, ptr %place, i64 12
  %body_sum = call i32 @masked_checksum(ptr %body_place, i64 %length)
  %body_sum_place = getelementptr i8, ptr %body_place, i64 %length
  %stored_body_sum = load i32, ptr %body_sum_place, align 1
  %is_body = icmp eq i32 %body_sum, %stored_body_sum
  br i1 %is_body, label %good, label %damaged
good:
  %whole = add i64 %length, 16
  %end = add i64 %at, %whole
  %end_place = getelementptr i64, ptr %ends, i64 %count
  store i64 %end, ptr %end_place
  %more = add i64 %count, 1
  br label %record
damaged:
  %complement = xor i64 %count, -1
  ret i64 %complement
over:
  ret i64 %count
}
"""
