"""Reductions of unknown length to few results, whose rounds several threads share.

A long reduction of known sizes is split when the program is made (`transforms/splitting.py`). Of others the
program finds out how many rounds a chunk has when it runs: each chunk leaves partial results, and these are
combined in their order. The chunks follow from the sizes alone, so results do not depend on the threads.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence

from stagelight.codegen.cost import cost_of_round
from stagelight.codegen.expressions import Expr, load, reduce, rewrite
from stagelight.codegen.index import Size, atom, place_of, row_major_strides
from stagelight.codegen.llvm.code import Code, Scope, memory_type_text, size_name
from stagelight.codegen.llvm.instructions import constant_text, primitive
from stagelight.codegen.llvm.memory import from_memory, to_memory
from stagelight.codegen.llvm.reductions import PARTIAL_WORDS, identity_of
from stagelight.codegen.llvm.shared_loops import rounds_to_share, write_shared_loop
from stagelight.codegen.loop_nest import (
    Buffer,
    Check,
    Loops,
    Nest,
    Store,
    reads_of,
    reductions_of,
    subexpressions,
    writes_of,
)
from stagelight.types import dtypes

# A nest of so many results or more has enough for all threads, in a loop over these.
ENOUGH_RESULTS = 64

# Partial results of a reduction: they stand on the stack.
_MOST_PARTIAL = 2048

# Writes a nest into a function, with these addresses of the buffers.
WriteNest = Callable[[Code, Mapping[Buffer, str], Nest], None]


def write_shared_reductions(
    code: Code, addresses: dict[Buffer, str], nest: Nest, failure: str, write_nest: WriteNest
) -> Nest | None:
    """Writes partial results of the reductions of a nest; gives the nest that combines them.

    None if there are no reductions of unknown length in it, or it is shared by its results.

    Args:
        code: the function.
        addresses: the pointer to each buffer's first element; those of partial results are added.
        nest: what to compute.
        failure: the label to go to where a check of bounds fails.
        write_nest: writes a nest of partial results.
    """
    if not all(isinstance(extent, int) for _, extent in nest.loops):
        return None
    if math.prod(extent for _, extent in nest.loops) >= ENOUGH_RESULTS:
        return None
    by_loops: dict[Loops, list[Expr]] = {}
    for expr in reductions_of(nest):
        if _can_be_parts(expr):
            by_loops.setdefault(expr.payload.loops, []).append(expr)
    combined: dict[Expr, Expr] = {}
    for loops, reductions in by_loops.items():
        shared = _Shared(code, addresses, nest.loops, loops, reductions)
        if not nest.loops or shared.reads.isdisjoint(writes_of(nest)):
            combined |= shared.write(failure, write_nest)
    return _with(nest, combined) if combined else None


def _can_be_parts(expr: Expr) -> bool:
    is_known = all(isinstance(extent, int) for _, extent in expr.payload.loops)
    # What is the same in all rounds is computed once, not in each chunk.
    is_plain = all(x.word != "reduce" for x in subexpressions(expr.operands))
    return not is_known and is_plain and expr.payload.word in PARTIAL_WORDS


def _with(nest: Nest, values: Mapping[Expr, Expr]) -> Nest:
    """The nest with others in the place of some expressions."""
    body: list[Store | Check] = []
    memo: dict[Expr, Expr] = {}
    for item in nest.body:
        if isinstance(item, Check):
            body.append(Check(rewrite(item.condition, values.get, {}, memo)))
        else:
            value = rewrite(item.value, values.get, {}, memo)
            body.append(Store(item.buffer, item.index, value, item.accumulate))
    return Nest(nest.loops, body)


class _Shared:
    """Reductions over the same loops, in the same nest.

    Attributes:
        reads: the buffers that they read.
    """

    def __init__(
        self,
        code: Code,
        addresses: dict[Buffer, str],
        results: Loops,
        loops: Loops,
        reductions: Sequence[Expr],
    ) -> None:
        self._code = code
        self._addresses = addresses
        self._results = results
        self._loops = loops
        self._reductions = reductions
        sizes = [extent for _, extent in results]
        self._count = math.prod(sizes)
        self._place = place_of(
            [atom(symbol) for symbol, _ in results], row_major_strides(tuple(sizes))
        )
        self._parts = [
            Buffer(f"parts{i}", x.dtype, _MOST_PARTIAL) for i, x in enumerate(reductions)
        ]
        self._grain = Buffer("grain", dtypes.int64, 1)
        bodies = [
            Store(buffer, 0, x.operands[0])
            for buffer, x in zip(self._parts, reductions, strict=True)
        ]
        self._rounds = Nest((*loops, *results), [*bodies])
        self.reads = reads_of(self._rounds)

    def write(self, failure: str, write_nest: WriteNest) -> dict[Expr, Expr]:
        """Writes all chunks; gives for each reduction what combines its partial results."""
        code, addresses = self._code, self._addresses
        shared = rounds_to_share(code, self._loops[0][1], cost_of_round(self._rounds))
        assert shared is not None, "a length that is not known may be long"
        total, wish = shared
        grain = self._longer(total, wish)
        addresses[self._grain] = code.slot("i64")
        code.line(f"store i64 {grain}, ptr {addresses[self._grain]}")
        for buffer in self._parts:
            addresses[buffer] = code.slot(f"[{_MOST_PARTIAL} x {memory_type_text(buffer.dtype)}]")
        for x, buffer in zip(self._reductions, self._parts, strict=True):
            self._begin(x.payload.word, buffer)
        write_shared_loop(
            code,
            addresses,
            {*self.reads, *self._parts, self._grain},
            (total, grain),
            lambda inner, own, begin, end: self._chunk(inner, own, (begin, end), write_nest),
            failure if code.module.guarded else None,
        )
        # As many as the pool makes of it: what is left over is in the last one.
        whole = code.value(f"udiv i64 {total}, {grain}")
        chunks = code.value(
            f"call i64 @llvm.smin.i64(i64 {total}, i64 {self._at_least_one(whole)})"
        )
        for x, buffer in zip(self._reductions, self._parts, strict=True):
            self._combine(x.payload.word, buffer, chunks)
        return {
            x: load(buffer, self._place)
            for x, buffer in zip(self._reductions, self._parts, strict=True)
        }

    def _begin(self, word: str, buffer: Buffer) -> None:
        """Lets the first partial results be those of no round: there may be none."""
        type_ = memory_type_text(buffer.dtype)
        for number in range(self._count):
            value = constant_text(identity_of(word, buffer.dtype), buffer.dtype)
            value = to_memory(self._code, value, buffer.dtype, 1)
            self._code.line(f"store {type_} {value}, ptr {self._element(buffer, str(number))}")

    def _combine(self, word: str, buffer: Buffer, chunks: str) -> None:
        """Combines the first partial results with those of all other chunks, one after the other."""
        code, dtype, count = self._code, buffer.dtype, self._count
        type_ = memory_type_text(dtype)

        def one(chunk: str, _scope: Scope) -> None:
            first = code.value(f"mul i64 {chunk}, {count}")

            def result(number: str, _scope: Scope) -> None:
                place = self._element(buffer, number)
                other = self._element(buffer, code.value(f"add i64 {first}, {number}"))
                parts = [
                    from_memory(code, code.value(f"load {type_}, ptr {x}"), dtype, 1)
                    for x in (place, other)
                ]
                value = to_memory(code, primitive(code, word, parts, dtype, 1), dtype, 1)
                code.line(f"store {type_} {value}, ptr {place}")

            code.loop("0", str(count), "1", result)

        code.loop("1", chunks, "1", one, may_be_empty=True)

    def _element(self, buffer: Buffer, number: str) -> str:
        type_ = memory_type_text(buffer.dtype)
        base = self._addresses[buffer]
        return self._code.value(f"getelementptr inbounds {type_}, ptr {base}, i64 {number}")

    def _at_least_one(self, number: str) -> str:
        return self._code.value(f"call i64 @llvm.smax.i64(i64 {number}, i64 1)")

    def _longer(self, total: str, wish: str) -> str:
        """How many rounds a chunk has, so that there is a place for the results of all chunks."""
        code = self._code
        code.declare("i64 @llvm.smax.i64(i64, i64)")
        code.declare("i64 @llvm.smin.i64(i64, i64)")
        least = code.value(f"udiv i64 {total}, {_MOST_PARTIAL // self._count}")
        return code.value(
            f"call i64 @llvm.smax.i64(i64 {wish}, i64 {code.value(f'add i64 {least}, 1')})"
        )

    def _chunk(
        self,
        inner: Code,
        own: Mapping[Buffer, str],
        ends: tuple[str, str],
        write_nest: WriteNest,
    ) -> None:
        begin, end = ends
        first, rounds, number = Size("chunk_first"), Size("chunk_rounds"), Size("chunk_number")
        grain = inner.value(f"load i64, ptr {own[self._grain]}")
        inner.line(f"{size_name(first)} = add i64 {begin}, 0")
        inner.line(f"{size_name(rounds)} = sub i64 {end}, {begin}")
        inner.line(f"{size_name(number)} = udiv i64 {begin}, {grain}")
        (symbol, _), *rest = self._loops
        loops = ((symbol, atom(rounds)), *rest)
        names = {symbol: atom(first) + atom(symbol)}
        where = atom(number) * self._count + self._place
        stores = [
            Store(
                buffer,
                where,
                reduce(x.payload.word, loops, rewrite(x.operands[0], lambda _: None, names, {})),
            )
            for x, buffer in zip(self._reductions, self._parts, strict=True)
        ]
        write_nest(inner, own, Nest(self._results, [*stores]))
