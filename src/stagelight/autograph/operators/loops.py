"""`while` and `for` statements.

A loop that Python runs may meet a condition that only the graph can decide, such as a `break` under
a tensor condition in a loop over a list. What is left of the loop is then handed to the tensor
half.
"""

from __future__ import annotations

import gc
from collections.abc import Callable, Iterator
from typing import Any

from stagelight.autograph.generated_names import generated_name
from stagelight.autograph.operators.dispatch import (
    FOR_STMT,
    FOR_UNTIL,
    WHILE_CHANGED,
    WHILE_STMT,
    surroundings,
)
from stagelight.autograph.operators.python_iterators import PYTHON_ITERATORS, with_inner
from stagelight.autograph.operators.refusing import refusal_here
from stagelight.autograph.operators.replaced_lists import is_replaced
from stagelight.autograph.refusals import ConversionError

GetState = Callable[[], tuple[Any, ...]]
SetState = Callable[[tuple[Any, ...]], None]


@generated_name("while_stmt")
def while_stmt(
    test: Callable[[], Any],
    body: Callable[[], Any],
    get_state: GetState,
    set_state: SetState,
    symbol_names: tuple[str, ...],
    opts: dict[str, Any],
) -> None:
    """Runs `body` while `test` is true.

    Args:
        test: Evaluates the condition.
        body: One round; assigns the names of the function that it is part of.
        get_state, set_state: Read and write the values of all symbols that a round may change.
        symbol_names: What these symbols are called.
        opts: What `set_loop_options` said.
    """
    outcome = surroundings.first_test(test, get_state, set_state)
    overload = WHILE_STMT.overload(outcome)
    if overload is not None:
        overload(test, body, get_state, set_state, symbol_names, opts)
        return
    rounds = _Rounds()
    while outcome:
        body()
        rounds.count()
        outcome = test()
        overload = WHILE_CHANGED.overload(outcome)
        if overload is not None:
            overload(outcome, test, body, get_state, set_state, symbol_names, opts)
            return


# As many as TensorFlow's warning of large unrolled loops.
_MANY_ITERATIONS = 50_000


class _Rounds:
    """The iterations of a loop that Python runs while a graph is traced."""

    def __init__(self) -> None:
        self._count = 0
        self._operations = surroundings.operation_count()

    def count(self) -> None:
        """Counts one.

        Raises:
            ConversionError: there were very many, and each has added operations to the graph (AG415).
        """
        self._count += 1
        if self._count % _MANY_ITERATIONS:
            return
        if surroundings.operation_count() - self._operations >= self._count:
            raise refusal_here(
                "AG415",
                f"a loop that Python runs, of {self._count} iterations so far that each add operations to "
                "the graph",
                "end it by a condition of tensors, or iterate over a tensor or tf.range: then it is a loop "
                "of the graph.",
            )


def _counted(values: Iterator[Any]) -> Iterator[Any]:
    rounds = _Rounds()
    for element in values:
        yield element
        rounds.count()


def _watched(values: Any) -> Iterator[Any]:
    """Python's iterator over values, as long as the lists behind it are lists to Python.

    Raises:
        ConversionError: a round made one of them longer or shorter, and only the graph knows whether.
    """
    lists = [part for part in _lists_behind(values) if not is_replaced(part)]
    for element in values:
        yield element
        if any(map(is_replaced, lists)):
            raise change_while_iterated()


_ITERATORS: tuple[type, ...] = (
    enumerate,
    zip,
    map,
    filter,
    reversed,
    type(iter([])),
    type(reversed([])),
)


def _lists_behind(values: Any) -> list[list[Any]]:
    """The lists that Python's own iterators take their elements from."""
    if type(values) is list:
        return [values]
    if not isinstance(values, _ITERATORS):
        return []
    parts: list[Any] = []
    for part in gc.get_referents(values):
        parts += part if type(part) is tuple else [part]  # `zip` has its iterators in one.
    return [found for part in parts for found in _lists_behind(part)]


def change_while_iterated() -> ConversionError:
    """The error for a list that changes while a loop goes over it; to be raised."""
    return refusal_here(
        "AG207",
        "a list that is iterated over and becomes longer or shorter where only the graph knows it",
        "iterate over a copy, `for value in list(values):`, or count: `while i < len(values):`.",
    )


@generated_name("for_stmt")
def for_stmt(
    iter_: Any,
    extra_test: Callable[[], Any] | None,
    body: Callable[[Any], Any],
    get_state: GetState,
    set_state: SetState,
    symbol_names: tuple[str, ...],
    opts: dict[str, Any],
) -> None:
    """Runs `body` for each element, as long as `extra_test` is true.

    Args:
        iter_: What is iterated over.
        extra_test: Whether the loop goes on; asked before each round. None if it always does.
        body: One round, given the element.
        get_state, set_state: Read and write the values of all symbols that a round may change.
        symbol_names: What these symbols are called.
        opts: What `set_loop_options` said; `iterate_names` is the loop's target as it was written.
    """
    overload = FOR_STMT.overload(iter_)
    if overload is not None:
        overload(iter_, extra_test, body, get_state, set_state, symbol_names, opts)
        return
    PYTHON_ITERATORS.check(iter_)
    rest = _watched(iter_)
    if not hasattr(iter_, "__len__"):
        rest = _counted(rest)
    if extra_test is None:
        for element in rest:
            body(element)
        return
    while True:
        outcome = extra_test()
        overload = FOR_UNTIL.overload(outcome)
        if overload is not None:
            PYTHON_ITERATORS.leave_to_graph(with_inner(iter_))
            overload(outcome, rest, extra_test, body, get_state, set_state, symbol_names, opts)
            return
        if not outcome:
            return
        try:
            element = next(rest)
        except StopIteration:
            return
        body(element)
