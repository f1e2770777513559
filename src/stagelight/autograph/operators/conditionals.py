"""`if` statements and conditional expressions."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from stagelight.autograph.generated_names import generated_name
from stagelight.autograph.operators.dispatch import IF_EXP, IF_STMT


@generated_name("if_stmt")
def if_stmt(
    cond: Any,
    body: Callable[[], Any],
    orelse: Callable[[], Any],
    get_state: Callable[[], tuple[Any, ...]],
    set_state: Callable[[tuple[Any, ...]], None],
    symbol_names: tuple[str, ...],
    nouts: int,
    captured: int = 0,
) -> None:
    """Runs one of two branches, which assign the names of the function that they are part of.

    Args:
        cond: The condition.
        body, orelse: The branches.
        get_state, set_state: Read and write the values of all symbols that a branch may change.
        symbol_names: What these symbols are called.
        nouts: How many of them, counted from the first, are read after the statement.
        captured: How many of them, counted from the last, only closures may read after it.
    """
    overload = IF_STMT.overload(cond)
    if overload is not None:
        overload(cond, body, orelse, get_state, set_state, symbol_names, nouts, captured)
    elif cond:
        body()
    else:
        orelse()


@generated_name("if_exp")
def if_exp(
    cond: Any, if_true: Callable[[], Any], if_false: Callable[[], Any], expr_repr: str
) -> Any:
    """`if_true() if cond else if_false()`; `expr_repr` is the condition as it was written."""
    overload = IF_EXP.overload(cond)
    if overload is not None:
        return overload(cond, if_true, if_false, expr_repr)
    return if_true() if cond else if_false()
