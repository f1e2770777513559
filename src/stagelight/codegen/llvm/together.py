"""Nests that run together, as one loop that threads share."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from stagelight.codegen.cost import cost_of
from stagelight.codegen.llvm.code import Code, Scope
from stagelight.codegen.llvm.nests import NestWriter
from stagelight.codegen.llvm.shared_loops import rounds_to_share, write_shared_loop
from stagelight.codegen.loop_nest import Buffer, Together, reads_of, writes_of


def write_together(
    code: Code, addresses: Mapping[Buffer, str], statement: Together, failure: str
) -> None:
    """Writes the nests, one after the other in each round.

    Args:
        code: the function.
        addresses: the pointer to each buffer's first element.
        statement: the nests.
        failure: the label to go to where a check of bounds fails.
    """
    nests: list[Any] = statement.nests
    _, extent = nests[0].loops[0]

    def write(
        inner: Code, own: Mapping[Buffer, str], begin: str, end: str, failure: str = "failure"
    ) -> None:
        # Made before the loop: what does not change in it is computed there.
        writers = [(NestWriter(inner, own, failure), nest) for nest in nests]

        def round_of_all(counter: str, scope: Scope) -> None:
            for writer, nest in writers:
                writer.write_round(nest, 1, counter, scope)

        inner.loop(begin, end, "1", round_of_all)

    rounds = rounds_to_share(code, extent, cost_of(nests) // extent)
    if rounds is None:
        write(code, addresses, "0", str(extent), failure)
        return
    used = reads_of(statement) | writes_of(statement)
    guarded = failure if code.module.guarded else None
    write_shared_loop(code, addresses, used, rounds, write, guarded)
