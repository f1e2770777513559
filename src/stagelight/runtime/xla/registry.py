"""Rules by op: what lowers an operation while JAX traces.

An op is lowered in one of three ways: by a rule in `rules/`, by its kernel as it is, where a rule file says
that it runs over `jax.numpy` (`lowers_by_kernel`), or by its scalar form, which every elementwise op has.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from stagelight.core.op_def import OpDef

# `rule(lowering, operation, *values) -> value | sequence of values | None`.
Rule = Callable[..., Any]

_rules: dict[str, Rule] = {}


def lowers(*names: str) -> Callable[[Rule], Rule]:
    """Registers `rule(lowering, operation, *values)` for ops.

    A value is a NumPy array where it is known while the program is compiled (sizes, axes: what follows from
    shapes), else a traced array; a `Cell` for a variable's handle, `Rows` for a tensor list.
    """

    def register(rule: Rule) -> Rule:
        _enter(names, rule)
        return rule

    return register


def lowers_by_kernel(*names: str) -> None:
    """Says of ops that their kernels run over `jax.numpy` as they are."""
    _enter(names, by_kernel)


def _enter(names: tuple[str, ...], rule: Rule) -> None:
    twice = [name for name in names if name in _rules]
    if twice:
        raise ValueError(f"There is a rule for {twice} already.")
    _rules.update(dict.fromkeys(names, rule))


def by_kernel(lowering: Any, operation: Any, *values: Any) -> Any:
    """Lowers an operation by its op's kernel, over `jax.numpy`."""
    return operation.op_def.kernel(lowering.array_module, *values, **operation.attrs)


def rule_of(op_def: OpDef) -> Rule | None:
    """The rule that operations of an op are lowered by, if there is one."""
    return _rules.get(op_def.name) or (None if op_def.scalar is None else by_kernel)


def ops_with_rules() -> frozenset[str]:
    """The ops that have a rule beside what their scalar form gives."""
    return frozenset(_rules)
