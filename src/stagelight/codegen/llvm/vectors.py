"""Which loop of a nest runs in lanes, and in how many."""

from __future__ import annotations

import math
from collections.abc import Sequence

from stagelight.codegen.cost import cost_of_nest, usual
from stagelight.codegen.expressions import Expr, computed
from stagelight.codegen.index import Index, Polynomial, Symbol, coefficient
from stagelight.codegen.loop_nest import (
    Nest,
    Store,
    carries,
    expressions_of,
    indices_in,
    subexpressions,
)
from stagelight.codegen.target import Target
from stagelight.codegen.vector_math import expand, supported

# Registers of the longest vector in the code: several, so that independent work hides latency.
_REGISTERS = 4
# The same for bodies of more expressions than this: they have independent work of their own, and code that
# is four times as long takes four times as long to compile.
_REGISTERS_OF_LONG = 1
_LONG = 150
# Short programs are not worth the time to compile several registers either.
_REGISTERS_OF_SHORT = 1
# And for functions of functions of functions in a long nest: one waits for the other, for longer than the
# processor looks ahead. That is for functions of so many steps, and where there are registers enough.
_REGISTERS_OF_CHAIN = 8
_REGISTERS_FOR_CHAINS = 32  # that the processor must have
_CHAIN = 3
_STEPS_OF_FUNCTION = range(15, 80)
_LONG_CHAIN = 1 << 26
# From this cost on a nest is long enough for more code, and from so many rounds on that pays.
_LONG_NEST = 1 << 17
_LEAST_LANES = 4
_LANES = (128, 64, 32, 16, 8, 4, 2)


def vector_loop(nest: Nest) -> Symbol | None:
    """The loop to run in lanes: the innermost, if its stores are contiguous along it."""
    if not nest.loops:
        return None
    symbol, _ = nest.loops[-1]
    if carries(nest) and len(nest.loops) == 1:
        return None
    stores = [x for x in nest.body if isinstance(x, Store)]
    if any(not _is_in_order(store.index, symbol) for store in stores):
        return None
    for expr in subexpressions(expressions_of(nest)):
        if expr.word == "reduce" and _prefers_own_loop(expr, symbol):
            return None
    return symbol


def _is_in_order(index: Index, symbol: Symbol) -> bool:
    """Whether a store's elements stand one after the other along a loop."""
    return coefficient(index, symbol) == 1 and not any(
        _depends_on(x, symbol) for x in computed(index)
    )


def _prefers_own_loop(reduction: Expr, symbol: Symbol) -> bool:
    """Whether a reduction reads memory in order along its own loop, and not along the loop around."""
    if not _depends_on(reduction, symbol):
        return False
    good, bad = _steps(reduction.operands[0], reduction.payload.loops[-1][0])
    _, bad_outside = _steps(reduction.operands[0], symbol)
    return bad_outside > 0 and good > 0 and not bad


def _depends_on(expr: Expr, symbol: Symbol) -> bool:
    return any(coefficient(index, symbol) != 0 for index in indices_in([expr]))


def _steps(body: Expr, symbol: Symbol) -> tuple[int, int]:
    good = bad = 0
    for expr in subexpressions([body]):
        if expr.word == "load":
            step = coefficient(expr.payload[1], symbol)
            if step == 1:
                good += 1
            elif step != 0:
                bad += 1
    return good, bad


def lanes_of(nest: Nest, place: int, target: Target, *, is_short: bool) -> int:
    """How many lanes the loop at a place of a nest has: 1, or more if it is the one to run in lanes."""
    symbol, extent = nest.loops[place]
    if symbol is not nest.loops[-1][0] or vector_loop(nest) is None:
        return 1
    is_chain = (
        target.vector_registers >= _REGISTERS_FOR_CHAINS
        and usual(cost_of_nest(nest)) >= _LONG_CHAIN
        and _is_chain(expressions_of(nest))
    )
    return lanes_for(expressions_of(nest), extent, target, is_short=is_short, is_chain=is_chain)


def _is_chain(roots: Sequence[Expr]) -> bool:
    """Whether functions stand in line, each of which waits for the one before."""
    before: dict[Expr, int] = {}
    for expr in sorted(subexpressions(roots), key=lambda x: x.height):
        longest = max([before[x] for x in expr.operands], default=0)
        before[expr] = longest + _is_function(expr)
    return max(before.values()) >= _CHAIN


def _is_function(expr: Expr) -> bool:
    if not expr.operands or not supported(expr.word, expr.operands[0].dtype):
        return False
    steps = subexpressions([expand(expr.word, expr.operands)])
    own = sum(1 for x in steps if x.height > expr.operands[0].height)
    return own in _STEPS_OF_FUNCTION


def blocks_of(nest: Nest, extent: int, lanes: int) -> list[tuple[int, int, int]]:
    """The loops that one loop of a nest becomes: begin, end, and lanes of each.

    What whole blocks leave is done one by one, but by smaller blocks first where the nest is long: code for
    these takes longer to compile.
    """
    blocks = []
    begin = 0
    is_long = lanes > 1 and usual(cost_of_nest(nest)) >= _LONG_NEST
    while begin < extent:
        end = begin + (extent - begin) // lanes * lanes
        if end > begin:
            blocks.append((begin, end, lanes))
        begin = end
        left = extent - begin
        lanes = 1 << (left.bit_length() - 1) if is_long and left >= _LEAST_LANES else 1
    return blocks


def divides(lanes: int, extent: Index) -> bool:
    """Whether blocks of so many lanes leave nothing of an extent over."""
    factors = [extent] if isinstance(extent, int) else extent.terms.values()
    return all(factor % lanes == 0 for factor in factors)


def lanes_for(
    roots: Sequence[Expr],
    extent: Index,
    target: Target,
    *,
    is_short: bool = False,
    is_chain: bool = False,
) -> int:
    """How many lanes: as many as fit the widest dtype, but so that little is left for single rounds.

    Args:
        roots: what is computed in the loop.
        extent: its rounds.
        target: whose registers they fill.
        is_short: whether the whole program is, see `SHORT_PROGRAM`.
        is_chain: whether functions stand in line.
    """
    sizes = [x.dtype.size for x in subexpressions(roots) if x.word != "index"]
    widest = max(sizes, default=4)
    register = target.vector_bits // 8
    registers = _REGISTERS_OF_LONG if len(sizes) > _LONG else _REGISTERS
    if is_short:
        registers = _REGISTERS_OF_SHORT
    elif is_chain:
        registers = _REGISTERS_OF_CHAIN
    if not isinstance(extent, int):
        return _lanes_for_any(extent, widest, register, registers)
    best, best_cost = 1, float(extent)
    for lanes in _LANES:
        if lanes * widest > registers * register or lanes > extent:
            continue
        used = max(1.0, lanes * widest / register)
        cost = extent // lanes * (used + 0.25) + extent % lanes
        if cost < best_cost:
            best, best_cost = lanes, cost
    return best


def _lanes_for_any(extent: Polynomial, widest: int, register: int, registers: int) -> int:
    """As many as divide the extent, whatever it is; if none do, those of one register."""
    divisor = math.gcd(*extent.terms.values())
    fitting = [lanes for lanes in _LANES if lanes * widest <= registers * register]
    return max([*(lanes for lanes in fitting if divisor % lanes == 0), register // widest])
