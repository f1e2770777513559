"""Parts that run side by side, as one loop over their numbers that threads share."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from stagelight.codegen.llvm.code import Code, Scope
from stagelight.codegen.llvm.rows import RowMemory
from stagelight.codegen.llvm.shared_loops import write_shared_loop
from stagelight.codegen.loop_nest import Buffer, SideBySide, Statement, touched_by
from stagelight.codegen.machine.thread_pool import THREADS_SYMBOL

# Writes a part into a function: the addresses of buffers (of row buffers those of their slots), where a 1
# stands if any part has failed, and the part.
WritePart = Callable[[Code, Mapping[Buffer, str], str, list[Statement]], None]


def write_side_by_side(
    code: Code,
    addresses: Mapping[Buffer, str],
    rows: RowMemory,
    statement: SideBySide,
    failure: str,
    write_part: WritePart,
) -> None:
    """Writes the parts as one function of the numbers of those to run.

    Args:
        code: the function around.
        addresses: the pointer to each buffer's first element.
        rows: where row buffers stand, which move as they grow.
        statement: the parts.
        failure: the label to go to where a check in any of them fails.
        write_part: writes one; where a check fails it jumps to the label `failure`.
    """
    reads, writes = touched_by([statement])
    slots = rows.slots_of(reads | writes)
    count = len(statement.parts)

    def write(inner: Code, own: Mapping[Buffer, str], begin: str, end: str) -> None:
        failed = inner.value("load ptr, ptr %context")

        def one(counter: str, _scope: Scope) -> None:
            for number, part in enumerate(statement.parts):
                inner.when(
                    inner.value(f"icmp eq i64 {counter}, {number}"),
                    lambda: write_part(inner, own, failed, part),  # noqa: B023 - runs at once
                )

        inner.loop(begin, end, "1", one)

    together = "1"
    if statement.has_long_loops:
        code.declare(f"i64 @{THREADS_SYMBOL}()")
        threads = code.value(f"call i64 @{THREADS_SYMBOL}()")
        are_few = code.value(f"icmp sle i64 {threads}, {count}")
        together = code.value(f"select i1 {are_few}, i64 1, i64 {count}")
    write_shared_loop(
        code, {**addresses, **slots}, reads | writes, (str(count), together), write, failure
    )
