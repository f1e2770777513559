"""The machine code that reads records: checksums, the records as bytes objects, and arrays of them."""

from __future__ import annotations

import functools

import numpy as np

from stagelight import errors
from stagelight.codegen.machine.compiler import CompiledModule, compile_module
from stagelight.codegen.machine.entry import array_layout, c_symbols
from stagelight.codegen.machine.host import host_target
from stagelight.formats.checksums import checksum


@functools.cache
def record_code() -> CompiledModule | None:
    """The code; None where the processor has no instruction for CRC-32C, or this is no CPython.

    What it defines stands before each function of its text.
    """
    instructions = next(
        (text for feature, text in _INSTRUCTIONS.items() if host_target().has(feature)), None
    )
    if instructions is None:
        return None
    try:
        symbols, layout = c_symbols(), array_layout()
    except errors.UnimplementedError:
        return None
    objects = (
        f"@data = internal constant i64 {layout.data}\n@object = internal constant i32 {_OBJECT}\n"
    )
    tables = "".join(f"@over_{size} = {_table_over(size)}\n" for size in (64, 320))
    return compile_module(instructions + objects + tables + _TEXT, symbols, passes="full")


_OBJECT = np.dtype(object).num


def _table_over(size: int) -> str:
    """What each byte of a checksum becomes over so many bytes, for its four places, as a constant."""
    zeros, ones = bytes(size), 0xFFFFFFFF
    carried = [
        # Checksums begin and end inverted.
        checksum(zeros, byte << 8 * place ^ ones) ^ ones
        for place in range(4)
        for byte in range(256)
    ]
    return f"internal constant [1024 x i32] [{', '.join(f'i32 {x}' for x in carried)}]"


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

_TEXT = """
declare i32 @llvm.fshr.i32(i32, i32, i32)

; The checksum of what three parts of one length stand for, of the first one's and those of the other two:
; each is carried over the part that follows.
define internal i32 @joined(i32 %first, i32 %second, i32 %third, ptr %table) alwaysinline {
  %first_moved = call i32 @carried(i32 %first, ptr %table)
  %two = xor i32 %first_moved, %second
  %two_moved = call i32 @carried(i32 %two, ptr %table)
  %three = xor i32 %two_moved, %third
  ret i32 %three
}

define internal i32 @carried(i32 %sum, ptr %table) alwaysinline {
  %place0 = and i32 %sum, 255
  %shifted1 = lshr i32 %sum, 8
  %low1 = and i32 %shifted1, 255
  %place1 = or i32 %low1, 256
  %shifted2 = lshr i32 %sum, 16
  %low2 = and i32 %shifted2, 255
  %place2 = or i32 %low2, 512
  %shifted3 = lshr i32 %sum, 24
  %place3 = or i32 %shifted3, 768
  %entry0 = getelementptr i32, ptr %table, i32 %place0
  %entry1 = getelementptr i32, ptr %table, i32 %place1
  %entry2 = getelementptr i32, ptr %table, i32 %place2
  %entry3 = getelementptr i32, ptr %table, i32 %place3
  %part0 = load i32, ptr %entry0
  %part1 = load i32, ptr %entry1
  %part2 = load i32, ptr %entry2
  %part3 = load i32, ptr %entry3
  %parts01 = xor i32 %part0, %part1
  %parts23 = xor i32 %part2, %part3
  %moved = xor i32 %parts01, %parts23
  ret i32 %moved
}

; Goes on with the checksum over as many rounds of three parts of `size` bytes. The processor works on three
; sums in the time of one, as each of its instructions waits for the last of the same sum.
define internal i32 @in_threes(
  i32 %before, ptr %data, i64 %rounds, i64 %size, ptr %table
) alwaysinline {
entry:
  %twice = shl i64 %size, 1
  br label %rounds_begin
rounds_begin:
  %left = phi i64 [%rounds, %entry], [%fewer, %round_end]
  %sum = phi i32 [%before, %entry], [%three, %round_end]
  %place = phi ptr [%data, %entry], [%next_place, %round_end]
  %is_round = icmp ne i64 %left, 0
  br i1 %is_round, label %words, label %done
words:
  %at = phi i64 [0, %rounds_begin], [%behind, %words]
  %sum0 = phi i32 [%sum, %rounds_begin], [%next0, %words]
  %sum1 = phi i32 [0, %rounds_begin], [%next1, %words]
  %sum2 = phi i32 [0, %rounds_begin], [%next2, %words]
  %place0 = getelementptr i8, ptr %place, i64 %at
  %place1 = getelementptr i8, ptr %place0, i64 %size
  %place2 = getelementptr i8, ptr %place0, i64 %twice
  %word0 = load i64, ptr %place0, align 1
  %word1 = load i64, ptr %place1, align 1
  %word2 = load i64, ptr %place2, align 1
  %next0 = call i32 @after_word(i32 %sum0, i64 %word0)
  %next1 = call i32 @after_word(i32 %sum1, i64 %word1)
  %next2 = call i32 @after_word(i32 %sum2, i64 %word2)
  %behind = add i64 %at, 8
  %more = icmp ult i64 %behind, %size
  br i1 %more, label %words, label %round_end
round_end:
  %three = call i32 @joined(i32 %next0, i32 %next1, i32 %next2, ptr %table)
  %next_place = getelementptr i8, ptr %place2, i64 8
  %fewer = sub i64 %left, 1
  br label %rounds_begin
done:
  ret i32 %sum
}

define internal i32 @masked_checksum(ptr %data, i64 %size) {
entry:
  %long_rounds = udiv i64 %size, 960
  %long_sum = call i32 @in_threes(i32 -1, ptr %data, i64 %long_rounds, i64 320, ptr @over_320)
  %in_long = mul i64 %long_rounds, 960
  %after_long = getelementptr i8, ptr %data, i64 %in_long
  %not_in_long = sub i64 %size, %in_long
  %short_rounds = udiv i64 %not_in_long, 192
  %short_sum = call i32 @in_threes(
    i32 %long_sum, ptr %after_long, i64 %short_rounds, i64 64, ptr @over_64
  )
  %in_short = mul i64 %short_rounds, 192
  %in_threes = add i64 %in_long, %in_short
  %in_words = and i64 %size, -8
  br label %words
words:
  %at = phi i64 [%in_threes, %entry], [%behind, %word]
  %sum = phi i32 [%short_sum, %entry], [%word_sum, %word]
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

; Writes the ends of the whole records from the first byte on, and gives their number; its complement where
; the next record has a wrong checksum.
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

@PyArray_Type = external global i8
declare void @Py_IncRef(ptr)
declare void @Py_DecRef(ptr)
declare ptr @PyBytes_FromStringAndSize(ptr, i64)
declare ptr @PyArray_DescrFromType(i32)
declare ptr @PyArray_NewFromDescr(ptr, ptr, i32, ptr, ptr, ptr, i32, ptr)

; Puts a bytes object of each record, of those whose ends are given, in the place of the object that is among
; the items. Gives 0, or -1 after setting Python's error.
define i32 @stagelight_cut_records(ptr %data, ptr %ends, i64 %count, ptr %items) {
entry:
  br label %record
record:
  %i = phi i64 [0, %entry], [%next, %replaced]
  %start = phi i64 [0, %entry], [%end, %replaced]
  %is_record = icmp ult i64 %i, %count
  br i1 %is_record, label %cut, label %good
cut:
  %end_place = getelementptr i64, ptr %ends, i64 %i
  %end = load i64, ptr %end_place
  %whole = sub i64 %end, %start
  %length = sub i64 %whole, 16
  %body = add i64 %start, 12
  %body_place = getelementptr i8, ptr %data, i64 %body
  %bytes = call ptr @PyBytes_FromStringAndSize(ptr %body_place, i64 %length)
  %failed = icmp eq ptr %bytes, null
  br i1 %failed, label %bad, label %put
put:
  %item_place = getelementptr ptr, ptr %items, i64 %i
  %old = load ptr, ptr %item_place
  store ptr %bytes, ptr %item_place
  %was_empty = icmp eq ptr %old, null
  br i1 %was_empty, label %replaced, label %drop
drop:
  call void @Py_DecRef(ptr %old)
  br label %replaced
replaced:
  %next = add i64 %i, 1
  br label %record
good:
  ret i32 0
bad:
  ret i32 -1
}

; The array without axes of an object, its one argument.
define ptr @stagelight_scalar(ptr %self, ptr %args, i64 %argument_count) {
entry:
  %kind = load i32, ptr @object
  %dtype = call ptr @PyArray_DescrFromType(i32 %kind)
  %array = call ptr @PyArray_NewFromDescr(
    ptr @PyArray_Type, ptr %dtype, i32 0, ptr null, ptr null, ptr null, i32 0, ptr null
  )
  %failed = icmp eq ptr %array, null
  br i1 %failed, label %done, label %put
put:
  %item = load ptr, ptr %args
  call void @Py_IncRef(ptr %item)
  %offset = load i64, ptr @data
  %data_place = getelementptr i8, ptr %array, i64 %offset
  %place = load ptr, ptr %data_place
  %old = load ptr, ptr %place
  store ptr %item, ptr %place
  %was_empty = icmp eq ptr %old, null
  br i1 %was_empty, label %done, label %drop
drop:
  call void @Py_DecRef(ptr %old)
  br label %done
done:
  ret ptr %array
}
"""
