"""Taking turns: nests over the same rows run together, row by row.

A softmax is four nests over rows: their largest elements, the exponentials, their sums, the quotients. One
after the other each would read all rows from a farther cache, and be a loop too short for threads to share.
"""

from __future__ import annotations

from stagelight.codegen.cost import LONG_LOOP, cost_of
from stagelight.codegen.llvm.vectors import lanes_of
from stagelight.codegen.loop_nest import (
    Check,
    Nest,
    Program,
    Statement,
    Together,
    inner_lists,
    keeps_order,
)
from stagelight.codegen.target import Target
from stagelight.codegen.verifier import rounds_are_apart


def take_turns(program: Program, target: Target) -> None:
    """Puts nests together that are long in all, in place."""
    _in_list(program.body, target)


def _in_list(statements: list[Statement], target: Target) -> None:
    result: list[Statement] = []
    row: list[Nest] = []
    for statement in statements:
        for inner in inner_lists(statement):
            _in_list(inner, target)
        if isinstance(statement, Nest) and _has_rounds(statement, target):
            if row and not _go_together(row, statement):
                result += _ended(row)
                row = []
            row.append(statement)
        else:
            result += [*_ended(row), statement]
            row = []
    statements[:] = [*result, *_ended(row)]


def _has_rounds(nest: Nest, target: Target) -> bool:
    """Whether the rounds of the outermost loop may be taken one by one."""
    return (
        len(nest.loops) > 0
        and not any(isinstance(item, Check) for item in nest.body)
        and not keeps_order(nest)
        and lanes_of(nest, 0, target, is_short=False) == 1
    )


def _go_together(row: list[Nest], nest: Nest) -> bool:
    return row[0].loops[0] == nest.loops[0] and rounds_are_apart([*row, nest])


def _ended(row: list[Nest]) -> list[Statement]:
    is_long = len(row) > 1 and cost_of(row) >= LONG_LOOP
    return [Together([*row])] if is_long else [*row]
