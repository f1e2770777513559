"""Lowering rules: which function makes loop nests of an operation, and which operations it takes."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from stagelight.codegen.lowering.tensor_forms import depth_of_list
from stagelight.graph.operation import Operation

Rule = Callable[..., Any]
Accepts = Callable[[Operation], bool]


@dataclass(frozen=True, slots=True)
class LoweringRule:
    """How an op is lowered.

    Attributes:
        lower: `lower(lowering, operation, *inputs) -> Value | sequence of Values`.
        accepts: whether it takes an operation of static shapes.
        admits: what can be said of that before the shapes are known.
        is_symbolic: whether it takes an operation whose sizes are polynomials; None: never.
        constants: which inputs must be known when it is compiled; the rule gets them as arrays.
        optional_constants: those that the rule gets as arrays if they are known.
    """

    lower: Rule
    accepts: Accepts
    admits: Accepts
    is_symbolic: Accepts | None
    constants: tuple[int, ...] = ()
    optional_constants: tuple[int, ...] = ()


# How deep the lists are that an operation has to do with, of which a rule is: none, of arrays, of lists.
_DEPTHS = (0, 1, 2)

_rules: dict[tuple[str, int], LoweringRule] = {}

# For ops without one of their own.
_fallback: list[LoweringRule] = []


def _any_operation(_: Operation) -> bool:
    return True


def lowers(
    *names: str,
    constants: Sequence[int] = (),
    perhaps: Sequence[int] = (),
    accepts: Accepts = _any_operation,
    any_size: bool | Accepts = False,
    lists: bool | None = False,
    nested: bool = False,
) -> Callable[[Rule], Rule]:
    """Registers `rule(lowering, operation, *inputs) -> Value | sequence of Values` for ops.

    Args:
        *names: the ops.
        constants: which inputs must be known when it is compiled; the rule gets them as arrays.
        perhaps: those that the rule gets as arrays if they are known.
        accepts: whether an operation of static shapes is one that the rule can lower.
        any_size: whether sizes may be polynomials; or says for which operations, if `accepts` needs sizes.
        lists: whether it is the rule for operations that take or give tensor lists; None: it is for all.
        nested: of these, for those that take or give lists of lists.
    """
    is_symbolic = (accepts if any_size else None) if isinstance(any_size, bool) else any_size
    depths = _DEPTHS if lists is None else (2,) if nested else (1,) if lists else (0,)

    def register(rule: Rule) -> Rule:
        entry = LoweringRule(
            rule, accepts, _any_operation, is_symbolic, tuple(constants), tuple(perhaps)
        )
        _rules.update(((name, depth), entry) for name in names for depth in depths)
        return rule

    return register


def lowers_any(accepts: Accepts, admits: Accepts) -> Callable[[Rule], Rule]:
    """Registers the rule for ops without one of their own, for sizes that are known or symbols.

    Args:
        accepts: whether it takes an operation of static shapes.
        admits: what can be said of that without the shapes.
    """

    def register(rule: Rule) -> Rule:
        _fallback[:] = [LoweringRule(rule, accepts, admits, admits)]
        return rule

    return register


def rule_of(operation: Operation) -> LoweringRule | None:
    """The rule that an operation is lowered by, if it takes it."""
    depth = min(2, max(map(depth_of_list, (*operation.inputs, *operation.outputs)), default=0))
    found = _rules.get((operation.op_def.name, depth))
    return found or (None if depth or not _fallback else _fallback[0])


# What the operations of a depth have to do with.
_WORDS = ("arrays", "lists", "lists of lists")


def rules_of_op(name: str) -> list[tuple[str, LoweringRule]]:
    """The rules of an op, each with what its operations have to do with: arrays, lists or lists of lists."""
    return [
        (words, _rules[name, depth])
        for depth, words in enumerate(_WORDS)
        if (name, depth) in _rules
    ]


def registered_rules() -> list[LoweringRule]:
    """All rules."""
    return [*_rules.values(), *_fallback]
