"""A program as the text of an LLVM module with one function.

    i32 name(ptr table)

The table holds the addresses of what the caller brings, of outputs and of scratch memory, in this order,
then the sizes that are not known before, and then how many rows there are of each input and output that is a
row buffer; constants are external symbols. The program stores the addresses of such outputs itself. The
result is 0, or 1 where a check failed, or where Python, which loops ask whether to go on, raised an error.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence, Set

from stagelight.codegen.cost import SHORT_PROGRAM, cost_of, usual
from stagelight.codegen.expressions import Expr
from stagelight.codegen.llvm.bounds import VIOLATION_LINE
from stagelight.codegen.llvm.chapters import chapters_of
from stagelight.codegen.llvm.code import (
    Code,
    Module,
    function_attributes,
    memory_type_text,
    size_lines,
    size_name,
)
from stagelight.codegen.llvm.matrix_products import write_matmul
from stagelight.codegen.llvm.nests import NestWriter
from stagelight.codegen.llvm.outlining import write_outlined
from stagelight.codegen.llvm.rows import RowMemory, rows_symbol
from stagelight.codegen.llvm.side_by_side import write_side_by_side
from stagelight.codegen.llvm.together import write_together
from stagelight.codegen.loop_nest import (
    Buffer,
    Conditional,
    CopyRows,
    MatMul,
    Nest,
    Program,
    Room,
    RowBuffer,
    SideBySide,
    Statement,
    Together,
    While,
    loaded,
    reads_of,
    touched_by,
    writes_of,
)
from stagelight.codegen.target import Target
from stagelight.codegen.transforms.memory_plan import MemoryPlan, buffers_of_parts

_FAILURE = "failure"

# A loop asks Python for the first time when it took this cost, about a millisecond.
_COST_OF_FIRST_ROUNDS = 1 << 24
_MOST_FIRST_ROUNDS = 1 << 16


def program_text(
    program: Program, plan: MemoryPlan, target: Target, *, checks_bounds: bool = False
) -> str:
    """The module's text.

    Args:
        program: what to compile.
        plan: where in the scratch memory temporaries stand; those without a place get one on the stack.
        target: what code is generated for.
        checks_bounds: whether each index in a nest is compared with the size of its buffer. Where it does
            not fit, the program fails, and `@violation` (see `bounds`) says where.
    """
    module = Module(
        target,
        sizes=program.sizes,
        is_short=not program.sizes and cost_of(program.body) < SHORT_PROGRAM,
        guarded=program.buffers if checks_bounds else (),
    )
    code = Code(module)
    addresses: dict[Buffer, str] = {}
    row = [*program.brought, *program.outputs]
    for position, buffer in enumerate(row):
        is_made = isinstance(buffer, RowBuffer) and buffer.storage != "input"
        if buffer not in addresses and not is_made:
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
    own = buffers_of_parts(program)
    in_parts: set[Buffer] = set().union(*own.values())
    for buffer in program.temporaries:
        if buffer not in addresses and buffer not in in_parts:
            addresses[buffer] = _slot_for(code, buffer)
    writer = _Writer(code, addresses, own)
    places = _bring_rows(code, writer.rows, program, addresses, len(row) + 1 + len(program.sizes))
    writer.statements(program.body)
    for buffer, place in places.items():
        writer.rows.hand_over(buffer, place)
    writer.rows.end()
    code.line("ret i32 0")
    code.begin_block(_FAILURE)
    writer.rows.end()
    lines = [
        *sorted(module.declarations),
        *(f"@{buffer.name} = external global i8" for buffer in program.constants),
        *([VIOLATION_LINE] if checks_bounds else []),
        "",
        *module.functions.values(),
        f"define i32 @{program.name}(ptr noalias %table) {function_attributes(target)} {{",
        *code.body("ret i32 1"),
        "}",
        "",
    ]
    return "\n".join(lines)


def _slot_for(code: Code, buffer: Buffer) -> str:
    """Where a small temporary stands: on the stack."""
    type_ = memory_type_text(buffer.dtype)
    return code.slot(type_ if buffer.size == 1 else f"[{buffer.size} x {type_}]")


def _bring_rows(
    code: Code, rows: RowMemory, program: Program, addresses: dict[Buffer, str], place: int
) -> dict[RowBuffer, str]:
    """Makes all row buffers; gives for each output the place in the table for its address.

    Args:
        code: the program's function.
        rows: gets them.
        program: where they are.
        addresses: of other buffers; those that hold numbers of rows are added.
        place: in the table, of the first number of rows.
    """
    table = [*program.brought, *program.outputs]
    for number, buffer in enumerate(program.counted, place):
        assert buffer.count is not None
        addresses[buffer.count] = code.value(
            f"getelementptr inbounds i64, ptr %table, i64 {number}"
        )
    for buffer in program.counted:
        if buffer.storage == "input" and buffer.count is not None:
            count = code.value(f"load i64, ptr {addresses[buffer.count]}")
            rows.add_given(buffer, addresses.pop(buffer), count)
    for buffer in program.rows:
        rows.add(buffer, rows_symbol(program, buffer))
    return {
        buffer: code.value(f"getelementptr inbounds ptr, ptr %table, i64 {table.index(buffer)}")
        for buffer in program.rows
        if buffer.storage == "output"
    }


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
    """Writes statements, one after the other.

    Args:
        code: the function.
        addresses: the pointer to each buffer's first element.
        own: by id of a part that runs beside others, the temporaries that nothing else touches.
        failed: in such a part, where a 1 stands if any of them has failed.
    """

    def __init__(
        self,
        code: Code,
        addresses: dict[Buffer, str],
        own: Mapping[int, Set[Buffer]],
        failed: str | None = None,
    ) -> None:
        self._code = code
        self._addresses = addresses
        self._own = own
        self._failed = failed
        self.rows = RowMemory(
            code, addresses, _FAILURE, lambda index: self._nest_writer().scalar_index(index)
        )

    def statements(self, statements: Sequence[Statement]) -> None:
        for chapter, is_apart in chapters_of(statements):
            if is_apart:
                self._apart(chapter)
            else:
                self._in_place(chapter)

    def _apart(self, chapter: list[Statement]) -> None:
        """Writes statements as a function of their own."""
        reads, writes = touched_by(chapter)
        slots = self.rows.slots_of(reads | writes)

        def write(inner: Code, own: Mapping[Buffer, str]) -> None:
            _Writer.within(inner, own, self._own).statements(chapter)

        write_outlined(
            self._code,
            {**self._addresses, **slots},
            reads | writes,
            write,
            lambda name, context: f"call void @{name}(ptr {context})",
            failure=_FAILURE,
        )

    def _in_place(self, statements: Sequence[Statement]) -> None:
        for statement in statements:
            match statement:
                case Nest():
                    used = reads_of(statement) | writes_of(statement)
                    self._nest_writer(used).write(statement)
                case Together():
                    used = reads_of(statement) | writes_of(statement)
                    addresses = {**self._addresses, **self.rows.addresses_of(used)}
                    write_together(self._code, addresses, statement, _FAILURE)
                case SideBySide():
                    write_side_by_side(
                        self._code, self._addresses, self.rows, statement, _FAILURE, self._part
                    )
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
                case Room():
                    self.rows.write_room(statement)
                case CopyRows():
                    self.rows.write_copy(statement)

    @classmethod
    def within(
        cls,
        code: Code,
        given: Mapping[Buffer, str],
        own: Mapping[int, Set[Buffer]],
        failed: str | None = None,
    ) -> _Writer:
        """Of a function of its own, to which addresses are given, of row buffers those of their slots."""
        addresses = {x: place for x, place in given.items() if not isinstance(x, RowBuffer)}
        writer = cls(code, addresses, own, failed)
        for buffer, slot in given.items():
            if isinstance(buffer, RowBuffer):
                writer.rows.note_slot(buffer, slot)
        return writer

    def _part(
        self, code: Code, given: Mapping[Buffer, str], failed: str, part: list[Statement]
    ) -> None:
        small = sorted(self._own[id(part)] - self._addresses.keys(), key=lambda x: x.name)
        given = {**given, **{buffer: _slot_for(code, buffer) for buffer in small}}
        _Writer.within(code, given, self._own, failed).statements(part)

    def _nest_writer(self, used: Iterable[Buffer] = ()) -> NestWriter:
        """For code that uses some buffers: rows stand somewhere else after each statement."""
        addresses = {**self._addresses, **self.rows.addresses_of(used)}
        return NestWriter(self._code, addresses, _FAILURE)

    def _value(self, condition: Expr) -> str:
        return self._nest_writer(loaded([condition])).emit(condition)[0]

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
        self._ask_whether_to_go_on(statement)
        self.statements(statement.body)
        if self._failed is not None:
            # Nobody waits for the rounds of a program that has failed.
            flag = code.value(f"load atomic i32, ptr {self._failed} monotonic, align 4")
            has_failed = code.value(f"icmp ne i32 {flag}, 0")
            code.line(f"br i1 {has_failed}, label %{_FAILURE}, label %{head}")
        else:
            code.line(f"br label %{head}")
        code.begin_block(done)

    def _ask_whether_to_go_on(self, loop: While) -> None:
        """Counts a round; after some, asks Python, which says after how many more to ask again."""
        code = self._code
        cost = max(usual(cost_of([*loop.head, *loop.body])), 1)
        first = max(min(_COST_OF_FIRST_ROUNDS // cost, _MOST_FIRST_ROUNDS), 1)
        left, given = code.slot("i64"), code.slot("i64")
        code.slots += [f"  store i64 {first}, ptr {slot}" for slot in (left, given)]
        less = code.value(f"sub i64 {code.value(f'load i64, ptr {left}')}, 1")
        code.line(f"store i64 {less}, ptr {left}")

        def ask() -> None:
            rounds = code.value(f"load i64, ptr {given}")
            more = code.value(f"call i64 @ask(ptr @python_go_on, i64 {rounds})")
            code.line(f"store i64 {more}, ptr {left}")
            code.line(f"store i64 {more}, ptr {given}")
            label = f"goes{code.fresh()[1:]}"
            test = code.value(f"icmp ne i64 {more}, 0")
            code.line(f"br i1 {test}, label %{label}, label %{_FAILURE}")
            code.begin_block(label)

        code.when(code.value(f"icmp eq i64 {less}, 0"), ask)
