"""A program as the text of an LLVM module with one function.

    i32 name(ptr table)

The table holds the addresses of what the caller brings, of outputs and of scratch memory, in this order, and
then the sizes that are not known before; constants are external symbols. The result is 0, or 1 where a check
failed.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from stagelight.codegen.expressions import Expr
from stagelight.codegen.llvm.bounds import VIOLATION_LINE
from stagelight.codegen.llvm.code import (
    ATTRIBUTES,
    Code,
    Module,
    memory_type_text,
    size_lines,
    size_name,
)
from stagelight.codegen.llvm.matrix_products import write_matmul
from stagelight.codegen.llvm.nests import NestWriter
from stagelight.codegen.loop_nest import (
    Buffer,
    Conditional,
    MatMul,
    Nest,
    Program,
    Statement,
    While,
)
from stagelight.codegen.transforms.memory_plan import MemoryPlan

_FAILURE = "failure"


def program_text(program: Program, plan: MemoryPlan, *, checks_bounds: bool = False) -> str:
    """The module's text.

    Args:
        program: what to compile.
        plan: where in the scratch memory temporaries stand; those without a place get one on the stack.
        checks_bounds: whether each index in a nest is compared with the size of its buffer. Where it does
            not fit, the program fails, and `@violation` (see `bounds`) says where.
    """
    module = Module(
        shares_loops=not program.sizes, guarded=program.buffers if checks_bounds else ()
    )
    code = Code(module)
    addresses: dict[Buffer, str] = {}
    row = [*program.brought, *program.outputs]
    for position, buffer in enumerate(row):
        if buffer not in addresses:
            slot = code.value(f"getelementptr inbounds ptr, ptr %table, i64 {position}")
            addresses[buffer] = code.value(f"load ptr, ptr {slot}")
    for position, size in enumerate(program.sizes, len(row) + 1):
        slot = code.value(f"getelementptr inbounds i64, ptr %table, i64 {position}")
        code.line(f"{size_name(size)} = load i64, ptr {slot}")
    if plan.size != 0:
        slot = code.value(f"getelementptr inbounds ptr, ptr %table, i64 {len(row)}")
        _place(code, code.value(f"load ptr, ptr {slot}"), plan, addresses)
    for buffer in program.constants:
        addresses[buffer] = f"@{buffer.name}"
    for buffer in program.temporaries:
        if buffer not in addresses:
            type_ = memory_type_text(buffer.dtype)
            addresses[buffer] = code.slot(
                type_ if buffer.size == 1 else f"[{buffer.size} x {type_}]"
            )
    _Writer(code, addresses).statements(program.body)
    lines = [
        *sorted(module.declarations),
        *(f"@{buffer.name} = external global i8" for buffer in program.constants),
        *([VIOLATION_LINE] if checks_bounds else []),
        "",
        *module.functions.values(),
        f"define i32 @{program.name}(ptr noalias %table) {ATTRIBUTES} {{",
        *code.body("ret i32 0"),
        f"{_FAILURE}:",
        "  ret i32 1",
        "}",
        "",
    ]
    return "\n".join(lines)


def _place(code: Code, scratch: str, plan: MemoryPlan, addresses: dict[Buffer, str]) -> None:
    """The addresses of temporaries in the scratch memory."""
    for buffer, offset in plan.offsets.items():
        addresses[buffer] = code.value(f"getelementptr inbounds i8, ptr {scratch}, i64 {offset}")
    end = str(plan.known_size)
    for row in plan.rows:
        name = code.fresh("row")
        code.scope.lines += size_lines(row.size, name)
        address = code.value(f"getelementptr inbounds i8, ptr {scratch}, i64 {end}")
        addresses.update((buffer, address) for buffer in row.buffers)
        after = code.value(f"add i64 {end}, {name}")
        end = code.value(f"and i64 {code.value(f'add i64 {after}, 63')}, -64")


class _Writer:
    """Writes statements, one after the other."""

    def __init__(self, code: Code, addresses: Mapping[Buffer, str]) -> None:
        self._code = code
        self._addresses = addresses

    def statements(self, statements: Sequence[Statement]) -> None:
        for statement in statements:
            match statement:
                case Nest():
                    self._nest_writer().write(statement)
                case MatMul():
                    write_matmul(self._code, self._addresses, statement)
                case Conditional():
                    self._code.choose(
                        self._value(statement.condition),
                        lambda: self.statements(statement.then),  # noqa: B023 - runs at once
                        lambda: self.statements(statement.otherwise),  # noqa: B023 - runs at once
                    )
                case While():
                    self._while(statement)

    def _nest_writer(self) -> NestWriter:
        return NestWriter(self._code, self._addresses, _FAILURE)

    def _value(self, condition: Expr) -> str:
        return self._nest_writer().emit(condition)[0]

    def _while(self, statement: While) -> None:
        code = self._code
        number = code.fresh()[1:]
        head, body, done = f"head{number}", f"body{number}", f"after{number}"
        code.line(f"br label %{head}")
        code.begin_block(head)
        self.statements(statement.head)
        condition = self._value(statement.condition)
        code.line(f"br i1 {condition}, label %{body}, label %{done}")
        code.begin_block(body)
        self.statements(statement.body)
        code.line(f"br label %{head}")
        code.begin_block(done)
