"""Reductions inside of nests, as LLVM code."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Protocol

from stagelight.codegen.expressions import Expr, Reduction
from stagelight.codegen.index import Index, Symbol, atoms
from stagelight.codegen.llvm.code import Code, Scope, type_text
from stagelight.codegen.llvm.instructions import constant_text, primitive, splat
from stagelight.codegen.llvm.vectors import lanes_for
from stagelight.codegen.loop_nest import Buffer, Loops, indices_in
from stagelight.types import dtypes
from stagelight.types.dtypes import DType

# What may be combined of parts.
PARTIAL_WORDS = frozenset({"add", "multiply", "maximum", "minimum", "logical_and", "logical_or"})

# After how many rounds something is done, and what.
Chunk = tuple[int, Callable[[], None]]

# Sums are taken of so many rounds at a time, and these sums added up: the error of a long sum grows with
# the number of chunks, not with the number of elements.
_CHUNK = 64


class Level:
    """One loop that is being written, or the code around all loops (without a symbol).

    Attributes:
        scope: where its body goes.
        symbol, counter: what is counted, and the name of its value in the first lane.
        lanes: how many rounds are computed at once.
        rounds: how many there are; None if that is not known here.
        memo: the values that are computed in it.
        ahead: the buffers that are fetched ahead in it.
    """

    __slots__ = ("ahead", "counter", "lanes", "memo", "rounds", "scope", "symbol")

    def __init__(
        self,
        scope: Scope,
        symbol: Symbol | None,
        counter: str,
        lanes: int,
        rounds: int | None = None,
    ) -> None:
        self.scope = scope
        self.symbol = symbol
        self.counter = counter
        self.lanes = lanes
        self.rounds = rounds
        self.memo: dict[Any, tuple[str, int]] = {}
        self.ahead: set[Buffer] = set()


def lanes_outside(levels: Sequence[Level], body: Expr) -> int:
    """The lanes of the loop around, if what is reduced changes along it."""
    wide = {level.symbol: level.lanes for level in levels if level.lanes > 1}
    if wide:
        for index in indices_in([body]):
            for item in atoms(index):
                if item in wide:
                    return wide[item]
    return 1


class Writer(Protocol):
    """The part of an `ExpressionWriter` that a reduction needs."""

    code: Code

    @property
    def innermost(self) -> Level: ...

    def emit(self, expr: Expr) -> tuple[str, int]: ...

    def blocks(
        self,
        symbol: Symbol,
        extent: Index,
        lanes: int,
        body: Callable[[], None],
        chunk: Chunk | None = None,
    ) -> None: ...


def fold(writer: Writer, reduction: Reduction, body: Expr, lanes: int) -> str:
    """The elements of a reduction combined.

    Args:
        writer: the nest.
        reduction: how.
        body: the elements.
        lanes: those of the loop around, if the elements change along it: then each lane is a result. With 1,
            the reduction's own innermost loop runs in lanes: these are partial results.
    """
    own = 1
    if lanes == 1:
        own = lanes_for([body], reduction.loops[-1][1], writer.code.module.target)
    total = _Accumulator(writer.code, reduction.word, body.dtype, max(lanes, own))
    chunk = total.chunk() if body.dtype.is_floating and reduction.word == "add" else None
    if own == 1:
        _run(writer, reduction.loops, 1, lambda: total.add(*writer.emit(body)), chunk)
        return total.value()
    rest = _Accumulator(writer.code, reduction.word, body.dtype, 1)

    def combine() -> None:
        (total if writer.innermost.lanes > 1 else rest).add(*writer.emit(body))

    _run(writer, reduction.loops, own, combine, chunk)
    across = _across(writer.code, reduction.word, total.value(), body.dtype, own)
    return primitive(writer.code, reduction.word, [across, rest.value()], body.dtype, 1)


def _run(
    writer: Writer, loops: Loops, lanes: int, body: Callable[[], None], chunk: Chunk | None
) -> None:
    """The reduction's loops, the innermost in lanes."""
    (symbol, extent), rest = loops[0], loops[1:]
    if rest:

        def inside() -> None:
            _run(writer, rest, lanes, body, chunk)
            length = rest[-1][1]
            if chunk is not None and (
                not isinstance(length, int) or _CHUNK > length // lanes >= _CHUNK // 8
            ):
                chunk[1]()

        writer.blocks(symbol, extent, 1, inside)
    else:
        writer.blocks(symbol, extent, lanes, body, chunk)


class _Slot:
    """A value on the stack; LLVM keeps it in registers."""

    def __init__(self, code: Code, dtype: DType, lanes: int, start: str) -> None:
        self._code = code
        self._type = type_text(dtype, lanes)
        self._address = code.slot(self._type)
        self.write(splat(code, start, dtype, lanes))

    def read(self) -> str:
        return self._code.value(f"load {self._type}, ptr {self._address}")

    def write(self, value: str) -> None:
        self._code.line(f"store {self._type} {value}, ptr {self._address}")


class _Accumulator:
    """What was combined so far."""

    def __init__(self, code: Code, word: str, dtype: DType, lanes: int) -> None:
        self._code, self._word, self._dtype, self._lanes = code, word, dtype, lanes
        self._start = constant_text(identity_of(word, dtype), dtype)
        self._slot = _Slot(code, dtype, lanes, self._start)
        self._whole: _Accumulator | None = None

    def add(self, value: str, lanes: int) -> None:
        if lanes != self._lanes:
            value = splat(self._code, value, self._dtype, self._lanes)
        operands = [self._slot.read(), value]
        self._slot.write(primitive(self._code, self._word, operands, self._dtype, self._lanes))

    def chunk(self) -> Chunk:
        """Adds what was combined to a second sum, after each chunk of rounds, and begins again."""
        whole = self._whole = _Accumulator(self._code, self._word, self._dtype, self._lanes)

        def after() -> None:
            whole.add(self._slot.read(), self._lanes)
            self._slot.write(splat(self._code, self._start, self._dtype, self._lanes))

        return _CHUNK, after

    def value(self) -> str:
        """What was combined, all of it."""
        part = self._slot.read()
        if self._whole is None:
            return part
        operands = [self._whole.value(), part]
        return primitive(self._code, self._word, operands, self._dtype, self._lanes)


def _across(code: Code, word: str, value: str, dtype: DType, lanes: int) -> str:
    """All lanes combined: the upper half with the lower, until one is left."""
    while lanes > 1:
        half = lanes // 2
        type_ = type_text(dtype, lanes)
        parts = []
        for first in (0, half):
            order = ", ".join(f"i32 {i}" for i in range(first, first + half))
            mask = f"<{half} x i32> <{order}>"
            parts.append(code.value(f"shufflevector {type_} {value}, {type_} poison, {mask}"))
        if half == 1:
            one = f"<1 x {type_text(dtype)}>"
            parts = [code.value(f"extractelement {one} {part}, i64 0") for part in parts]
        value = primitive(code, word, parts, dtype, half)
        lanes = half
    return value


def find_extreme(writer: Writer, reduction: Reduction, body: Expr, lanes: int) -> str:
    """The index of the first largest (or smallest) element; NaN is less extreme than any number."""
    code, dtype = writer.code, body.dtype
    test = "greater" if reduction.word == "argmax" else "less"
    ((symbol, extent),) = reduction.loops
    best = _Slot(code, dtype, lanes, constant_text(0, dtype))
    place = _Slot(code, dtypes.int64, lanes, "-1")
    flags, type_, wide = (type_text(t, lanes) for t in (dtypes.bool_, dtype, dtypes.int64))

    def compare() -> None:
        value, given = writer.emit(body)
        if given != lanes:
            value = splat(code, value, dtype, lanes)
        if dtype.is_floating:
            is_nan = code.value(f"fcmp uno {type_} {value}, {value}")
            least = identity_of("maximum" if reduction.word == "argmax" else "minimum", dtype)
            beyond = splat(code, constant_text(least, dtype), dtype, lanes)
            value = code.value(f"select {flags} {is_nan}, {type_} {beyond}, {type_} {value}")
        before, where = best.read(), place.read()
        takes = primitive(code, test, [value, before], dtype, lanes)
        none = splat(code, "-1", dtypes.int64, lanes)
        is_first = code.value(f"icmp eq {wide} {where}, {none}")
        takes = code.value(f"or {flags} {takes}, {is_first}")
        counter = splat(code, writer.innermost.counter, dtypes.int64, lanes)
        best.write(code.value(f"select {flags} {takes}, {type_} {value}, {type_} {before}"))
        place.write(code.value(f"select {flags} {takes}, {wide} {counter}, {wide} {where}"))

    writer.blocks(symbol, extent, 1, compare)
    return place.read()


def identity_of(word: str, dtype: DType) -> Any:
    """What a reduction starts with."""
    if word in ("add", "bitwise_or", "bitwise_xor"):
        return 0
    if word == "multiply":
        return 1
    if word in ("logical_and", "logical_or"):
        return word == "logical_and"
    if word == "bitwise_and":
        return -1
    if dtype.is_floating:
        return float("-inf") if word == "maximum" else float("inf")
    return dtype.min if word == "maximum" else dtype.max
