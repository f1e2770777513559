"""Loops whose rounds several threads share.

The body of a long loop becomes a function of a part of its rounds, which `stagelight_parallel_for` calls for
one chunk after the other, in whatever thread is free. Each element is computed by one chunk, and the chunks
follow from the program and its sizes alone: so results do not depend on the number of threads.

Where sizes are known only when the program is called, it is asked then whether the loop is long.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping

from stagelight.codegen.cost import LONG_CHUNK, LONG_LOOP
from stagelight.codegen.index import Extent
from stagelight.codegen.llvm.code import Code
from stagelight.codegen.llvm.outlining import write_outlined
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


def rounds_to_share(
    code: Code, extent: Extent, cost_of_round: Extent, step: int = 1
) -> tuple[str, str] | None:
    """How many rounds a loop has, and how many of them are a chunk: i64 values.

    None if it is known that the loop is not worth it. Of a loop that turns out to be short all rounds are one
    chunk, which is no more than a call.

    Args:
        code: where sizes that are not known before are asked for.
        extent: all rounds; those that are left over by whole steps do not count.
        cost_of_round: see `cost`.
        step: how many rounds are done at once.
    """
    if isinstance(extent, int) and isinstance(cost_of_round, int):
        whole = extent // step * step
        known = chunk_of(whole, cost_of_round * extent, step)
        return None if known is None else (str(whole), str(known))
    # A round costs nothing where a loop in it turns out to be empty; chunks are divided by what it costs.
    cost = code.value(f"or i64 {code.extent(cost_of_round)}, 1")
    total = code.extent(extent)
    if not isinstance(extent, int) or extent % step:
        total = code.value(f"and i64 {total}, {-step}")
    is_long = code.value(f"icmp sge i64 {code.value(f'mul i64 {total}, {cost}')}, {LONG_LOOP}")
    steps = code.value(f"sdiv i64 {LONG_CHUNK}, {code.value(f'mul i64 {cost}, {step}')}")
    chunk = code.value(f"mul i64 {code.value(f'add i64 {steps}, 1')}, {step}")
    return total, code.value(f"select i1 {is_long}, i64 {chunk}, i64 {total}")


def write_shared_loop(
    code: Code,
    addresses: Mapping[Buffer, str],
    used: Iterable[Buffer],
    rounds: tuple[str, str],
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
    total, chunk = rounds
    code.declare(f"void @{SYMBOL}(ptr, ptr, i64, i64)")
    write_outlined(
        code,
        addresses,
        used,
        lambda inner, own: write(inner, own, "%begin", "%end"),
        lambda name, context: (
            f"call void @{SYMBOL}(ptr @{name}, ptr {context}, i64 {total}, i64 {chunk})"
        ),
        parameters=", i64 %begin, i64 %end",
        failure=failure,
    )
