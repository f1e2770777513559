"""Loop nests as LLVM code.

The innermost loop that pays runs over vectors: whole blocks of lanes first, then the rest one by one. All
values of a round are computed before any of its stores.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from stagelight.codegen.cost import cost_of_round
from stagelight.codegen.llvm.code import Scope, memory_type_text
from stagelight.codegen.llvm.expression_writer import ExpressionWriter
from stagelight.codegen.llvm.instructions import intrinsic_of_flags, primitive, splat
from stagelight.codegen.llvm.memory import from_memory, to_memory
from stagelight.codegen.llvm.reductions import Level
from stagelight.codegen.llvm.shared_loops import rounds_to_share, write_shared_loop
from stagelight.codegen.llvm.shared_reductions import write_shared_reductions
from stagelight.codegen.llvm.vectors import blocks_of, divides, lanes_of
from stagelight.codegen.loop_nest import (
    Check,
    Loops,
    Nest,
    Store,
    keeps_order,
    reads_of,
    writes_of,
)


class NestWriter(ExpressionWriter):
    """Writes one nest into a function."""

    def write(self, nest: Nest) -> None:
        """Writes a nest."""
        addresses = dict(self._addresses)
        whole = write_shared_reductions(
            self.code,
            addresses,
            nest,
            self._failure,
            lambda code, own, part: NestWriter(code, own, "failure").write_alone(part),
        )
        if whole is not None:
            NestWriter(self.code, addresses, self._failure).write_alone(whole)
        elif not self._write_shared(nest):
            self.write_alone(nest)

    def write_alone(self, nest: Nest) -> None:
        """Writes a nest that is not shared."""
        self._loops(nest.loops, nest, lambda: self._body(nest.body))

    def write_part(self, nest: Nest, lanes: int, begin: str, end: str) -> None:
        """The rounds of the outermost loop from `begin` on: i64 values, a whole number of blocks."""
        self.code.loop(
            begin,
            end,
            str(lanes),
            lambda counter, scope: self.write_round(nest, lanes, counter, scope),
        )

    def write_round(self, nest: Nest, lanes: int, counter: str, scope: Scope) -> None:
        """What is in the outermost loop, whose body the scope is, for a round or so many in lanes."""
        (symbol, _), rest = nest.loops[0], nest.loops[1:]
        level = Level(scope, symbol, counter, lanes)
        self._at_level(level, lambda: self._loops(rest, nest, lambda: self._body(nest.body)))

    def _write_shared(self, nest: Nest) -> bool:
        """Writes a nest as chunks that threads share, if it is long enough; returns whether it is."""
        if not nest.loops or keeps_order(nest):
            return False
        symbol, extent = nest.loops[0]
        lanes = self._lanes(nest, 0)
        rounds = rounds_to_share(self.code, extent, cost_of_round(nest), lanes)
        if rounds is None:
            return False
        has_checks = bool(self.code.module.guarded) or any(
            isinstance(item, Check) for item in nest.body
        )
        write_shared_loop(
            self.code,
            self._addresses,
            reads_of(nest) | writes_of(nest),
            rounds,
            lambda code, addresses, begin, end: NestWriter(code, addresses, "failure").write_part(
                nest, lanes, begin, end
            ),
            self._failure if has_checks else None,
        )
        if not divides(lanes, extent):
            begin = int(rounds[0]) if rounds[0].isdecimal() else rounds[0]
            self._rounds(symbol, begin, self.code.extent(extent), 1, lambda: self._body(nest.body))
        return True

    def _lanes(self, nest: Nest, place: int) -> int:
        module = self.code.module
        return lanes_of(nest, place, module.target, is_short=module.is_short)

    def _loops(self, loops: Loops, nest: Nest, body: Callable[[], None]) -> None:
        if not loops:
            body()
            return
        (symbol, extent), rest = loops[0], loops[1:]
        lanes = self._lanes(nest, -len(loops))
        if not isinstance(extent, int):
            self.blocks(symbol, extent, lanes, lambda: self._loops(rest, nest, body))
            return
        for begin, end, width in blocks_of(nest, extent, lanes):
            self._rounds(symbol, begin, end, width, lambda: self._loops(rest, nest, body))

    def _body(self, body: Sequence[Store | Check]) -> None:
        values = []
        for item in body:
            if isinstance(item, Check):
                self._check(item)
            else:
                values.append((item, self.emit(item.value)))
        for store, (value, lanes) in values:
            self._store(store, value, lanes)

    def _store(self, store: Store, value: str, given: int) -> None:
        code, buffer = self.code, store.buffer
        dtype = buffer.dtype
        level, step = self._vector_level(store.index)
        lanes = 1 if level is None else level.lanes
        assert step in (0, 1), "stores are contiguous along the loop in lanes"
        if given != lanes:
            value = splat(code, value, dtype, lanes)
        address = self._address(buffer, self.scalar_index(store.index), lanes)
        type_ = memory_type_text(dtype, lanes)
        if store.accumulate:
            before = code.value(f"load {type_}, ptr {address}, align {dtype.size}")
            before = from_memory(code, before, dtype, lanes)
            value = primitive(code, store.accumulate, [before, value], dtype, lanes)
        value = to_memory(code, value, dtype, lanes)
        code.line(f"store {type_} {value}, ptr {address}, align {dtype.size}")

    def _check(self, check: Check) -> None:
        value, lanes = self.emit(check.condition)
        code = self.code
        if lanes > 1:
            value = intrinsic_of_flags(code, "and", value, lanes)
        label = f"checked{code.fresh()[1:]}"
        code.line(f"br i1 {value}, label %{label}, label %{self._failure}")
        code.begin_block(label)
