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
    Statement,
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
_ROUNDS_OF_WHILE = 64

# A size that is known only when a program is called is taken to be this.
_USUAL_SIZE = 32
_FUNCTION = 15
_SLOW = frozenset({"divide", "sqrt", "floor_divide", "mod", "fmod", "truncate_divide"})


def usual(extent: Extent) -> int:
    """An extent, or what it is for usual sizes."""
    found: Index = substitute(extent, dict.fromkeys(atoms(extent), _USUAL_SIZE))
    assert isinstance(found, int)
    return found


def cost_of_nest(nest: Nest) -> int:
    """The cost of all rounds."""
    rounds = math.prod(extent for _, extent in nest.loops)
    return rounds * (len(nest.body) + _cost(expressions_of(nest), set()))


def _cost(roots: Sequence[Expr], seen: set[Expr]) -> int:
    total = 0
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
        elif expr.word in PRIMITIVES or expr.word in ("load", "cast"):
            total += 1
        elif expr.word not in ("const", "index", "bitcast"):
            total += _FUNCTION
        total += _cost(expr.operands, seen)
    return total


def cost_of_product(product: MatMul) -> int:
    """The cost of the products of all batches."""
    rounds = math.prod(extent for _, extent in (*product.loops, *product.sums))
    return rounds * product.m * product.k * product.n


def cost_of(statements: Sequence[Statement]) -> int:
    """The cost of statements, as far as it can be seen."""
    total = 0
    for statement in statements:
        match statement:
            case Nest():
                total += cost_of_nest(statement)
            case MatMul():
                total += cost_of_product(statement)
            case Conditional():
                total += max(cost_of(statement.then), cost_of(statement.otherwise))
            case While():
                total += _ROUNDS_OF_WHILE * (cost_of(statement.head) + cost_of(statement.body))
    return total
