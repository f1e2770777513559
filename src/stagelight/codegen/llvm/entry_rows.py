"""The part of an entry that is about row buffers: arrays whose first size the call or the program says."""

from __future__ import annotations

from stagelight.codegen.llvm.rows import rows_symbol
from stagelight.codegen.loop_nest import Program, RowBuffer
from stagelight.codegen.machine.entry import ArrayLayout


def count_lines(program: Program, layout: ArrayLayout, place: int) -> list[str]:
    """Puts into `%table`, from a place on, how many rows each input that is a row buffer has."""
    lines: list[str] = []
    for number, buffer in enumerate(program.counted, place):
        if buffer.storage == "input":
            i = program.brought.index(buffer)
            lines += [
                f"  %rowsslot{i} = getelementptr ptr, ptr %args, i64 {i}",
                f"  %rowsgiven{i} = load ptr, ptr %rowsslot{i}",
                f"  %rowsdimsp{i} = getelementptr i8, ptr %rowsgiven{i}, i64 {layout.dimensions}",
                f"  %rowsdims{i} = load ptr, ptr %rowsdimsp{i}",
                f"  %rowsin{i} = load i64, ptr %rowsdims{i}",
                f"  %rowsplace{i} = getelementptr i64, ptr %table, i64 {number}",
                f"  store i64 %rowsin{i}, ptr %rowsplace{i}",
            ]
    return lines


def room_for_shapes(program: Program) -> list[str]:
    """Stack memory for the shapes of the arrays that `taking_lines` makes."""
    return [
        f"  %rowshape{i} = alloca [{1 + len(buffer.shape)} x i64]"
        for i, buffer in enumerate(program.outputs)
        if isinstance(buffer, RowBuffer)
    ]


def taking_lines(program: Program, layout: ArrayLayout, place: int) -> list[str]:
    """Makes arrays of the outputs that are row buffers, puts them into `%results`, and keeps the blocks.

    Args:
        program: it has run well.
        layout: of array objects.
        place: in `%table`, of the first number of rows.
    """
    lines: list[str] = []
    first = len(program.brought)
    taken = {x: number for number, x in enumerate(program.counted, place)}
    rows = [(i, x) for i, x in enumerate(program.outputs) if isinstance(x, RowBuffer)]
    for i, buffer in rows:
        lines += [
            f"  %rowsplace_{i} = getelementptr i64, ptr %table, i64 {taken[buffer]}",
            f"  %rows{i} = load i64, ptr %rowsplace_{i}",
            f"  %rowsblock{i}_p = getelementptr ptr, ptr %table, i64 {first + i}",
            f"  %rowsblock{i} = load ptr, ptr %rowsblock{i}_p",
            f"  store i64 %rows{i}, ptr %rowshape{i}",
        ]
        for axis, size in enumerate(buffer.shape, 1):
            lines += [
                f"  %rowshape{i}_{axis} = getelementptr i64, ptr %rowshape{i}, i64 {axis}",
                f"  store i64 {size}, ptr %rowshape{i}_{axis}",
            ]
    for number, (i, buffer) in enumerate(rows):
        dtype = buffer.dtype
        lines += [
            f"  %rowsdescr{i} = call ptr @PyArray_DescrFromType(i32 {dtype.numpy_dtype.num})",
            f"  %rowsarray{i} = call ptr @PyArray_Empty(i32 {1 + len(buffer.shape)}, "
            f"ptr %rowshape{i}, ptr %rowsdescr{i}, i32 0)",
            f"  %norows{i} = icmp eq ptr %rowsarray{i}, null",
            f"  br i1 %norows{i}, label %norows_{i}, label %rows_{i}",
            f"norows_{i}:",
            *(_kept(program, j, x) for j, x in rows[number:]),
            "  call void @Py_DecRef(ptr %results)",
            "  ret ptr null",
            f"rows_{i}:",
            f"  %rowstarget{i}_p = getelementptr i8, ptr %rowsarray{i}, i64 {layout.data}",
            f"  %rowstarget{i} = load ptr, ptr %rowstarget{i}_p",
            f"  %rowsbytes{i} = mul i64 %rows{i}, {buffer.row * dtype.size}",
            f"  %rowsdata{i} = call ptr @rows_of(ptr %rowsblock{i})",
            f"  call void @llvm.memcpy.p0.p0.i64(ptr %rowstarget{i}, ptr %rowsdata{i}, "
            f"i64 %rowsbytes{i}, i1 false)",
            _kept(program, i, buffer),
            f"  call i32 @PyTuple_SetItem(ptr %results, i64 {i}, ptr %rowsarray{i})",
        ]
    return lines


def _kept(program: Program, i: int, buffer: RowBuffer) -> str:
    return f"  call void @keep_rows(ptr @{rows_symbol(program, buffer)}, ptr %rowsblock{i})"
