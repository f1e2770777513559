"""The entry: the function through which Python calls a compiled program.

It takes the arrays from Python's arguments as they are, makes the arrays of the results, and calls the
program. What it cannot do it leaves to `@fallback`, a Python function of the same arguments: arrays that do
not lie row after row, sizes that are not those that were agreed on (each array's are compared: what a graph
says of a shape may come from a file), results that there is no memory for, and
programs that failed, so that the error can be told. What Python raised that was asked, it raises.
"""

from __future__ import annotations

import math

from stagelight.codegen.index import Index
from stagelight.codegen.llvm.entry_rows import count_lines, room_for_shapes, taking_lines
from stagelight.codegen.llvm.entry_sizes import (
    asking_lines,
    guard_lines,
    scratch_lines,
    shape_lines,
)
from stagelight.codegen.loop_nest import (
    Buffer,
    Program,
    RowBuffer,
    While,
    walk,
)
from stagelight.codegen.machine.asking_python import ASK, LEAST_ASKED
from stagelight.codegen.machine.entry import ALIGNED, C_CONTIGUOUS, ArrayLayout
from stagelight.codegen.machine.subnormals import subnormals_code
from stagelight.codegen.target import Target
from stagelight.core.buffer_pool import LEAST_BYTES

_GOOD = C_CONTIGUOUS | ALIGNED

# LLVM takes 2 ms to improve the entry, some ten instructions for each array. Calls are not faster for it.
_ATTRIBUTES = "nounwind noinline optnone"

_HEAD = """
@PyArray_Type = external global i8
@fallback = external global i8
@PyExc_MemoryError = external global ptr
declare i32 @PyErr_ExceptionMatches(ptr)
declare void @PyErr_Clear()
declare ptr @PyArray_DescrFromType(i32)
declare ptr @PyArray_Empty(i32, ptr, ptr, i32)
declare ptr @PyTuple_New(i64)
declare i32 @PyTuple_SetItem(ptr, i64, ptr)
declare void @Py_DecRef(ptr)
declare ptr @PyObject_Vectorcall(ptr, ptr, i64, ptr)
declare ptr @PyEval_SaveThread()
declare void @PyEval_RestoreThread(ptr)
declare ptr @PyMem_RawMalloc(i64)
declare void @PyMem_RawFree(ptr)
declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)
declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)
"""


def entry_text(
    program: Program,
    layout: ArrayLayout,
    scratch_bytes: Index,
    target: Target,
    *,
    is_long: bool,
) -> str:
    """The text of `ptr @entry(ptr self, ptr args, i64 count)`, a METH_FASTCALL function.

    A program with scratch memory keeps that of the last call in `@scratch`, a `RawMemory`.

    Args:
        program: what it calls.
        layout: of array objects.
        scratch_bytes: how much scratch memory the program needs.
        target: what code is generated for.
        is_long: whether other Python threads should run meanwhile.
    """
    inputs, outputs = program.brought, program.outputs
    asks_for_scratch = not isinstance(scratch_bytes, int) or scratch_bytes >= LEAST_ASKED
    asks = (
        asks_for_scratch
        or bool(program.rows)
        or any(isinstance(x, While) for x in walk(program.body))
    )
    count = len(inputs) + len(outputs)
    lines = [f"define ptr @entry(ptr %self, ptr %args, i64 %count) {_ATTRIBUTES} {{", "begin:"]
    first_count = count + 1 + len(program.sizes)
    lines.append(f"  %table = alloca [{first_count + len(program.counted)} x ptr]")
    lines += room_for_shapes(program)
    lines += _input_lines(len(inputs), layout)
    lines += guard_lines(program, layout, count + 1)
    lines += count_lines(program, layout, first_count)
    lines += _output_lines(program, layout)
    if isinstance(scratch_bytes, int):
        lines += _scratch_lines(count, scratch_bytes) if scratch_bytes else []
    else:
        lines += scratch_lines(count, scratch_bytes)
    if is_long:
        lines.append("  %thread = call ptr @PyEval_SaveThread()")
    lines += [
        "  %mode = call i64 @flush_subnormals()",
        f"  %status = call i32 @{program.name}(ptr %table)",
        "  call void @restore_subnormals(i64 %mode)",
    ]
    if is_long:
        lines.append("  call void @PyEval_RestoreThread(ptr %thread)")
    if scratch_bytes != 0:
        lines += [
            "  %old = atomicrmw xchg ptr @scratch, ptr %memory acq_rel",
            "  call void @PyMem_RawFree(ptr %old)",
        ]
    lines += [
        "  %failed = icmp ne i32 %status, 0",
        f"  br i1 %failed, label %{'failing' if asks else 'drop'}, label %return",
        "return:",
        *taking_lines(program, layout, first_count),
        "  ret ptr %results",
        *(_FAILING if asks else ()),
        "drop:",
        "  call void @Py_DecRef(ptr %results)",
        "  br label %unusual",
        "nomemory:",
        "  call void @Py_DecRef(ptr %results)",
        "  %kind = load ptr, ptr @PyExc_MemoryError",
        "  %matches = call i32 @PyErr_ExceptionMatches(ptr %kind)",
        "  %is_other = icmp eq i32 %matches, 0",
        "  br i1 %is_other, label %raise, label %clear",
        "raise:",
        "  ret ptr null",
        "clear:",
        "  call void @PyErr_Clear()",
        "  br label %unusual",
        "unusual:",
        "  %other = call ptr @PyObject_Vectorcall(ptr @fallback, ptr %args, i64 %count, ptr null)",
        "  ret ptr %other",
        "}",
    ]
    scratch = "@scratch = external global ptr\n" if scratch_bytes != 0 else ""
    shapes = "".join(
        _shape_text(i, buffer.shape)
        for i, buffer in enumerate(outputs)
        if _is_known(buffer.shape) and not isinstance(buffer, RowBuffer)
    )
    makers = "".join(
        f"@make{i} = external global i8\n"
        for i, buffer in enumerate(outputs)
        if takes_used_memory(buffer)
    )
    ask = ASK if asks else ""
    globals_ = ask + scratch + shapes + makers + _extents_text(program)
    return _HEAD + subnormals_code(target) + globals_ + "\n".join(lines) + "\n"


# Python, which was asked, may have raised an error.
_FAILING = (
    "failing:",
    "  %error = call ptr @PyErr_Occurred()",
    "  %is_error = icmp ne ptr %error, null",
    "  br i1 %is_error, label %nomemory, label %drop",
)


def takes_used_memory(buffer: Buffer) -> bool:
    """Whether an output is so large that `@make<number>`, a Python function, gives its array."""
    is_known = isinstance(buffer.size, int)
    return is_known and buffer.size * buffer.dtype.size >= LEAST_BYTES


def _input_lines(count: int, layout: ArrayLayout) -> list[str]:
    """A loop over the arguments: it puts the address of each array's elements into the table."""
    if not count:
        return []
    return [
        "  br label %take",
        "take:",
        "  %place = phi i64 [ 0, %begin ], [ %following, %taken ]",
        "  %slot = getelementptr ptr, ptr %args, i64 %place",
        "  %array = load ptr, ptr %slot",
        "  %typep = getelementptr i8, ptr %array, i64 8",
        "  %type = load ptr, ptr %typep",
        "  %isarray = icmp eq ptr %type, @PyArray_Type",
        "  br i1 %isarray, label %taking, label %unusual",
        "taking:",
        f"  %flagsp = getelementptr i8, ptr %array, i64 {layout.flags}",
        "  %flags = load i32, ptr %flagsp",
        f"  %masked = and i32 %flags, {_GOOD}",
        f"  %good = icmp eq i32 %masked, {_GOOD}",
        "  br i1 %good, label %good_flags, label %unusual",
        "good_flags:",
        f"  %rankp = getelementptr i8, ptr %array, i64 {layout.nd}",
        "  %rank = load i32, ptr %rankp",
        f"  %dimsp = getelementptr i8, ptr %array, i64 {layout.dimensions}",
        "  %dims = load ptr, ptr %dimsp",
        *_COMPARING_EXTENTS,
        "taken:",
        f"  %datap = getelementptr i8, ptr %array, i64 {layout.data}",
        "  %data = load ptr, ptr %datap",
        "  %entry = getelementptr ptr, ptr %table, i64 %place",
        "  store ptr %data, ptr %entry",
        "  %following = add i64 %place, 1",
        f"  %more = icmp ult i64 %following, {count}",
        "  br i1 %more, label %take, label %given",
        "given:",
    ]


# Compares `%rank` and `%dims` of an array with what stands in the tables of `_extents_text`.
_COMPARING_EXTENTS = (
    "  %wantedp = getelementptr { i32, i32 }, ptr @ranks, i64 %place",
    "  %wanted = load i32, ptr %wantedp",
    "  %is_any = icmp slt i32 %wanted, 0",
    "  br i1 %is_any, label %taken, label %ranking",
    "ranking:",
    "  %is_rank = icmp eq i32 %rank, %wanted",
    "  br i1 %is_rank, label %sizing, label %unusual",
    "sizing:",
    "  %firstp = getelementptr i8, ptr %wantedp, i64 4",
    "  %first = load i32, ptr %firstp",
    "  %expected = getelementptr i64, ptr @extents, i32 %first",
    "  br label %axes",
    "axes:",
    "  %axis = phi i32 [ 0, %sizing ], [ %next_axis, %same ]",
    "  %is_axis = icmp slt i32 %axis, %rank",
    "  br i1 %is_axis, label %comparing, label %taken",
    "comparing:",
    "  %ownp = getelementptr i64, ptr %dims, i32 %axis",
    "  %own = load i64, ptr %ownp",
    "  %otherp = getelementptr i64, ptr %expected, i32 %axis",
    "  %agreed = load i64, ptr %otherp",
    "  %is_same = icmp eq i64 %own, %agreed",
    "  br i1 %is_same, label %same, label %unusual",
    "same:",
    "  %next_axis = add i32 %axis, 1",
    "  br label %axes",
)


def _extents_text(program: Program) -> str:
    """Two tables: of each input the rank, or -1 where it is not compared, with the place of its sizes; sizes.

    Inputs whose sizes are symbols are compared by `guard_lines`, lists by who brings their rows.
    """
    ranks: list[str] = []
    extents: list[str] = []
    for buffer in program.brought:
        is_compared = (
            _is_known(buffer.shape)
            and math.prod(map(int, buffer.shape)) == buffer.size  # Else it has no shape.
            and not isinstance(buffer, RowBuffer)
        )
        rank = len(buffer.shape) if is_compared else -1
        ranks.append(f"{{ i32, i32 }} {{ i32 {rank}, i32 {len(extents)} }}")
        extents += [f"i64 {size}" for size in buffer.shape if is_compared]
    if not ranks:
        return ""
    extents = extents or ["i64 0"]
    return (
        f"@ranks = internal constant [{len(ranks)} x {{ i32, i32 }}] [{', '.join(ranks)}]\n"
        f"@extents = internal constant [{len(extents)} x i64] [{', '.join(extents)}]\n"
    )


def _is_known(shape: tuple[Index, ...]) -> bool:
    return all(isinstance(size, int) for size in shape)


def _shape_text(i: int, shape: tuple[Index, ...]) -> str:
    sizes = ", ".join(f"i64 {size}" for size in shape)
    return f"@shape{i} = internal constant [{len(shape)} x i64] [{sizes}]\n" if shape else ""


def _output_lines(program: Program, layout: ArrayLayout) -> list[str]:
    first, outputs = len(program.brought), program.outputs
    lines = [f"  %results = call ptr @PyTuple_New(i64 {len(outputs)})"]
    for i, buffer in enumerate(outputs):
        if isinstance(buffer, RowBuffer):
            continue
        shape = buffer.shape
        dims = f"@shape{i}" if shape else "null"
        if not _is_known(shape):
            lines += shape_lines(i, shape)
            dims = f"%shape{i}"
        if takes_used_memory(buffer):
            lines.append(
                f"  %out{i} = call ptr @PyObject_Vectorcall(ptr @make{i}, ptr null, i64 0, ptr null)"
            )
        else:
            lines += [
                f"  %descr{i} = call ptr @PyArray_DescrFromType(i32 {_type_number(buffer)})",
                f"  %out{i} = call ptr @PyArray_Empty(i32 {len(shape)}, ptr {dims}, ptr %descr{i}, i32 0)",
            ]
        lines += [
            f"  %none{i} = icmp eq ptr %out{i}, null",
            f"  br i1 %none{i}, label %nomemory, label %made{i}",
            f"made{i}:",
            f"  call i32 @PyTuple_SetItem(ptr %results, i64 {i}, ptr %out{i})",
            f"  %outp{i} = getelementptr i8, ptr %out{i}, i64 {layout.data}",
            f"  %outdata{i} = load ptr, ptr %outp{i}",
            f"  %outentry{i} = getelementptr ptr, ptr %table, i64 {first + i}",
            f"  store ptr %outdata{i}, ptr %outentry{i}",
        ]
    return lines


def _type_number(buffer: Buffer) -> int:
    return buffer.dtype.numpy_dtype.num


def _scratch_lines(place: int, scratch_bytes: int) -> list[str]:
    """Takes the scratch memory that the last call left, or new memory if another call has it."""
    return [
        "  br label %scratching",
        "scratching:",
        "  %kept = atomicrmw xchg ptr @scratch, ptr null acq_rel",
        "  %has = icmp ne ptr %kept, null",
        "  br i1 %has, label %ready, label %allocate",
        "allocate:",
        *asking_lines(str(scratch_bytes) if scratch_bytes >= LEAST_ASKED else None),
        f"  %raw = call ptr @PyMem_RawMalloc(i64 {scratch_bytes + 64})",
        "  %nothing = icmp eq ptr %raw, null",
        "  br i1 %nothing, label %drop, label %ready",
        "ready:",
        "  %memory = phi ptr [ %kept, %scratching ], [ %raw, %allowed ]",
        "  %bits = ptrtoint ptr %memory to i64",
        "  %moved = add i64 %bits, 63",
        "  %rounded = and i64 %moved, -64",
        "  %aligned = inttoptr i64 %rounded to ptr",
        f"  %scratchentry = getelementptr ptr, ptr %table, i64 {place}",
        "  store ptr %aligned, ptr %scratchentry",
    ]
