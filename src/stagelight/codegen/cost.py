"""What parts of a program cost, in instructions for one element: enough to say what is long."""

from __future__ import annotations

import math
from collections.abc import Sequence

from stagelight.codegen.expressions import PRIMITIVES, Expr
from stagelight.codegen.index import Extent, Index, atoms, substitute
from stagelight.codegen.loop_nest import (
    Conditional,
    MatMul,
    Nest,
    SideBySide,
    Statement,
    Together,
    While,
    expressions_of,
)

# From this cost on a loop is shared by threads, in chunks of that cost: some 20 and 10 microseconds.
LONG_LOOP = 1 << 19
LONG_CHUNK = 1 << 18

# Programs below this cost take some 300 nanoseconds.
SHORT_PROGRAM = 1 << 13

# From this cost on other Python threads run during a program: some 200 microseconds.
LONG_PROGRAM = 1 << 22

# Of a loop it is not known how often it runs.
ROUNDS_OF_WHILE = 64

# A size that is known only when a program is called is taken to be this.
_USUAL_SIZE = 32
_FUNCTION = 15
_LIBRARY_FUNCTION = 60
_SLOW = frozenset({"divide", "sqrt", "floor_divide", "mod", "fmod", "truncate_divide"})


def usual(extent: Extent) -> int:
    """An extent, or what it is for usual sizes."""
    found: Index = substitute(extent, dict.fromkeys(atoms(extent), _USUAL_SIZE))
    assert isinstance(found, int)
    return found


def cost_of_nest(nest: Nest) -> Extent:
    """The cost of all rounds."""
    return cost_of_round(nest) * nest.loops[0][1] if nest.loops else _cost_of_body(nest)


def cost_of_round(nest: Nest) -> Extent:
    """The cost of one round of the outermost loop."""
    return math.prod(extent for _, extent in nest.loops[1:]) * _cost_of_body(nest)


def _cost_of_body(nest: Nest) -> Extent:
    return len(nest.body) + _cost(expressions_of(nest), set())


def _cost(roots: Sequence[Expr], seen: set[Expr]) -> Extent:
    total: Extent = 0
    for expr in roots:
        if expr in seen:
            continue
        seen.add(expr)
        if expr.word == "reduce":
            rounds = math.prod(extent for _, extent in expr.payload.loops)
            total += rounds * (1 + _cost(expr.operands, set()))
            continue
        if expr.word in _SLOW:
            total += 4
        elif expr.word.startswith("library_"):
            total += _LIBRARY_FUNCTION
        elif expr.word in PRIMITIVES or expr.word in ("load", "cast"):
            total += 1
        elif expr.word not in ("const", "index", "bitcast"):
            total += _FUNCTION
        total += _cost(expr.operands, seen)
    return total


def cost_of_product(product: MatMul) -> Extent:
    """The cost of the products of all batches."""
    rounds: Extent = math.prod(extent for _, extent in (*product.loops, *product.sums))
    return rounds * product.m * product.k * product.n


def cost_of(statements: Sequence[Statement]) -> Extent:
    """The cost of statements, as far as it can be seen."""
    total: Extent = 0
    for statement in statements:
        match statement:
            case Nest():
                total += cost_of_nest(statement)
            case Together():
                total += cost_of(statement.nests)
            case SideBySide():
                total += sum(map(cost_of, statement.parts))
            case MatMul():
                total += cost_of_product(statement)
            case Conditional():
                total += max(cost_of(statement.then), cost_of(statement.otherwise))
            case While():
                total += ROUNDS_OF_WHILE * (cost_of(statement.head) + cost_of(statement.body))
    return total
