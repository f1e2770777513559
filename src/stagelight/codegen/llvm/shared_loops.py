"""Loops whose rounds several threads share.

The body of a long loop becomes a function of a part of its rounds, which `stagelight_parallel_for` calls for
one chunk after the other, in whatever thread is free. Each element is computed by one chunk, and the chunks
follow from the program alone: so results do not depend on the number of threads.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping

from stagelight.codegen.cost import LONG_CHUNK, LONG_LOOP
from stagelight.codegen.llvm.code import Code
from stagelight.codegen.loop_nest import Buffer
from stagelight.codegen.machine.thread_pool import SYMBOL

# Writes the rounds from one i64 value to another, with these addresses of the buffers.
WriteChunk = Callable[[Code, Mapping[Buffer, str], str, str], None]

_LEAST_CHUNKS = 2


def chunk_of(total: int, cost: int, step: int = 1) -> int | None:
    """How many rounds of a loop are a chunk, a multiple of `step`; None if the loop is not worth sharing.

    Args:
        total: all rounds.
        cost: of all rounds, see `cost`.
        step: how many rounds are done at once.
    """
    if cost < LONG_LOOP:
        return None
    chunk = step * math.ceil(LONG_CHUNK * total / cost / step)
    return chunk if total >= _LEAST_CHUNKS * chunk else None


def write_shared_loop(
    code: Code,
    addresses: Mapping[Buffer, str],
    used: Iterable[Buffer],
    rounds: tuple[int, int],
    write: WriteChunk,
    failure: str | None = None,
) -> None:
    """Writes a loop as chunks.

    Args:
        code: the function around.
        addresses: the pointer to each buffer's first element.
        used: the buffers that the body reads and writes.
        rounds: how many there are, and how many are a chunk.
        write: writes the function of a chunk; where a check fails it jumps to the label `failure`.
        failure: the label to go to where a check failed; None if there are no checks.
    """
    wanted = set(used)
    moved = [x for x in addresses if x in wanted and x.storage != "constant"]
    context = code.slot(f"[{len(moved) + 1} x ptr]")
    flag = "null"
    if failure is not None:
        flag = code.slot("i32")
        code.line(f"store i32 0, ptr {flag}")
    for place, pointer in enumerate([flag, *(addresses[x] for x in moved)]):
        where = code.value(f"getelementptr inbounds ptr, ptr {context}, i64 {place}")
        code.line(f"store ptr {pointer}, ptr {where}")
    name = f"part{len(code.module.functions)}"

    def write_function(inner: Code) -> None:
        own = {x: pointer for x, pointer in addresses.items() if x.storage == "constant"}
        for place, buffer in enumerate(moved, 1):
            where = inner.value(f"getelementptr inbounds ptr, ptr %context, i64 {place}")
            own[buffer] = inner.value(f"load ptr, ptr {where}")
        write(inner, own, "%begin", "%end")
        if failure is not None:
            inner.line("br label %return")
            inner.begin_block("failure")
            # All who write it write the same.
            at = inner.value("load ptr, ptr %context")
            inner.line(f"store atomic i32 1, ptr {at} monotonic, align 4")

    code.module.function(name, "ptr noalias %context, i64 %begin, i64 %end", write_function)
    code.declare(f"void @{SYMBOL}(ptr, ptr, i64, i64)")
    total, chunk = rounds
    code.line(f"call void @{SYMBOL}(ptr @{name}, ptr {context}, i64 {total}, i64 {chunk})")
    if failure is not None:
        failed = code.value(f"icmp ne i32 {code.value(f'load i32, ptr {flag}')}, 0")
        label = f"shared{code.fresh()[1:]}"
        code.line(f"br i1 {failed}, label %{failure}, label %{label}")
        code.begin_block(label)
