"""The part of an entry that is about sizes: programs that are compiled for any read them from the arrays."""

from __future__ import annotations

from stagelight.codegen.index import Index, Quotient, Size, atoms
from stagelight.codegen.llvm.code import size_lines, size_name
from stagelight.codegen.loop_nest import Program
from stagelight.codegen.machine.asking_python import LEAST_ASKED
from stagelight.codegen.machine.entry import ArrayLayout


def guard_lines(program: Program, layout: ArrayLayout, place: int) -> list[str]:
    """Reads sizes from the arrays in `%args`, and goes to `%unusual` where they are not as agreed.

    Args:
        program: says which sizes it takes.
        layout: of array objects.
        place: of the first size in `%table`.
    """
    lines: list[str] = []
    known: set[Size] = set()
    for i, sizes in program.shapes.items():
        lines += [
            f"  %slot{i} = getelementptr ptr, ptr %args, i64 {i}",
            f"  %array{i} = load ptr, ptr %slot{i}",
            f"  %rankp{i} = getelementptr i8, ptr %array{i}, i64 {layout.nd}",
            f"  %rank{i} = load i32, ptr %rankp{i}",
            *_go_on_if(f"rank_{i}", f"icmp eq i32 %rank{i}, {len(sizes)}"),
            f"  %dimsp{i} = getelementptr i8, ptr %array{i}, i64 {layout.dimensions}",
            f"  %dims{i} = load ptr, ptr %dimsp{i}",
        ]
        for axis, size in enumerate(sizes):
            lines += _axis_lines(f"{i}_{axis}", f"%dims{i}", axis, size, known)
    for symbol in program.sizes:
        if isinstance(symbol, Quotient):
            lines += _quotient_lines(symbol)
            known.add(symbol)
    assert known == set(program.sizes), "each size is read from an array, or follows"
    for position, symbol in enumerate(program.sizes, place):
        lines += [
            f"  %place_{symbol.name} = getelementptr i64, ptr %table, i64 {position}",
            f"  store i64 {size_name(symbol)}, ptr %place_{symbol.name}",
        ]
    return lines


def _axis_lines(name: str, dims: str, axis: int, size: Index, known: set[Size]) -> list[str]:
    given = f"%dim{name}"
    lines = [
        f"  %dimp{name} = getelementptr i64, ptr {dims}, i64 {axis}",
        f"  {given} = load i64, ptr %dimp{name}",
    ]
    if isinstance(size, int):
        return [*lines, *_go_on_if(f"dim_{name}", f"icmp eq i64 {given}, {size}")]
    (symbol,) = atoms(size)
    if symbol in known:
        test = f"icmp eq i64 {given}, {size_name(symbol)}"
        return [*lines, *_go_on_if(f"dim_{name}", test)]
    known.add(symbol)
    lines.append(f"  {size_name(symbol)} = add i64 {given}, 0")
    lines += _go_on_if(f"dim_{name}", f"icmp sge i64 {given}, {symbol.least}")
    if symbol.most is not None:
        lines += _go_on_if(f"most_{name}", f"icmp sle i64 {given}, {symbol.most}")
    return lines


def _quotient_lines(size: Quotient) -> list[str]:
    """Computes a size that follows from others: where it has two bounds, they are shown to hold."""
    given = f"%given_{size.name}"
    lines = size_lines(size.dividend, given)
    if size.most is None:
        least = size.least * size.divisor
        lines += _go_on_if(f"quotient_{size.name}", f"icmp sge i64 {given}, {least}")
    return [*lines, f"  {size_name(size)} = sdiv i64 {given}, {size.divisor}"]


def _go_on_if(name: str, test: str) -> list[str]:
    return [
        f"  %is_{name} = {test}",
        f"  br i1 %is_{name}, label %{name}, label %unusual",
        f"{name}:",
    ]


def shape_lines(i: int, sizes: tuple[Index, ...]) -> list[str]:
    """Puts an output's sizes into a row of integers, `%shape{i}`."""
    lines = [f"  %shape{i} = alloca [{len(sizes)} x i64]"]
    for axis, size in enumerate(sizes):
        name = f"%length{i}_{axis}"
        lines += [
            *size_lines(size, name),
            f"  %lengthp{i}_{axis} = getelementptr i64, ptr %shape{i}, i64 {axis}",
            f"  store i64 {name}, ptr %lengthp{i}_{axis}",
        ]
    return lines


def scratch_lines(place: int, scratch_bytes: Index) -> list[str]:
    """Takes the scratch memory that the last call left, if it is enough; else new memory.

    The block begins with how much it holds.
    """
    return [
        *size_lines(scratch_bytes, "%needed"),
        "  br label %scratching",
        "scratching:",
        "  %kept = atomicrmw xchg ptr @scratch, ptr null acq_rel",
        "  %has = icmp ne ptr %kept, null",
        "  br i1 %has, label %look, label %allocate",
        "look:",
        "  %capacity = load i64, ptr %kept",
        "  %is_enough = icmp sge i64 %capacity, %needed",
        "  br i1 %is_enough, label %ready, label %free",
        "free:",
        "  call void @PyMem_RawFree(ptr %kept)",
        "  br label %allocate",
        "allocate:",
        *asking_lines("%needed"),
        "  %demand = add i64 %needed, 128",
        "  %raw = call ptr @PyMem_RawMalloc(i64 %demand)",
        "  %nothing = icmp eq ptr %raw, null",
        "  br i1 %nothing, label %drop, label %label",
        "label:",
        "  store i64 %needed, ptr %raw",
        "  br label %ready",
        "ready:",
        "  %memory = phi ptr [ %kept, %look ], [ %raw, %label ]",
        "  %bits = ptrtoint ptr %memory to i64",
        "  %moved = add i64 %bits, 127",
        "  %rounded = and i64 %moved, -64",
        "  %aligned = inttoptr i64 %rounded to ptr",
        f"  %scratchentry = getelementptr ptr, ptr %table, i64 {place}",
        "  store ptr %aligned, ptr %scratchentry",
    ]


def asking_lines(needed: str | None) -> list[str]:
    """Asks whether there may be so much scratch memory, where it is much; ends up in a block `allowed`."""
    if needed is None:
        return ["  br label %allowed", "allowed:"]
    return [
        f"  %is_much = icmp uge i64 {needed}, {LEAST_ASKED}",
        "  br i1 %is_much, label %ask, label %allowed",
        "ask:",
        f"  %may = call i64 @ask(ptr @python_take, i64 {needed})",
        "  %may_not = icmp eq i64 %may, 0",
        "  br i1 %may_not, label %nomemory, label %allowed",
        "allowed:",
    ]
