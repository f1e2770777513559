"""`and`, `or`, `not`, `==`, `is None`, `in` and `assert` over tensors."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from stagelight.autograph.operators.dispatch import (
    AND,
    ASSERT,
    BUILTINS,
    EQ,
    IN,
    IS,
    NOT,
    NOT_EQ,
    OR,
    STORED,
)
from stagelight.autograph.operators.staged_absence import PerhapsNone, PerhapsUndefined
from stagelight.autograph.operators.staged_conditionals import either
from stagelight.autograph.operators.staged_forms import Truth
from stagelight.autograph.operators.staged_lists import StagedList
from stagelight.autograph.operators.staged_numbers import staged_number
from stagelight.autograph.operators.staged_truth import register_for_conditions, truth_of
from stagelight.core.convert import convert_to_tensor
from stagelight.core.raw import raw
from stagelight.core.tensor import Tensor
from stagelight.graph.operation import SymbolicTensor
from stagelight.ops.host.python_exceptions import fail_unless
from stagelight.state.variable import Variable


def _operand(value: Any) -> Any:
    if isinstance(value, Variable):
        value = convert_to_tensor(value)
    is_bool = isinstance(value, Tensor) and value.dtype.is_bool
    return Truth(value) if is_bool else value


def staged_and(left: Any, right: Callable[[], Any]) -> Any:
    """`left and right()`: the right side runs where the left one is true."""
    return either(left, right, lambda: _operand(left), "the value of 'and'")


def staged_or(left: Any, right: Callable[[], Any]) -> Any:
    """`left or right()`: the right side runs where the left one is false."""
    return either(left, lambda: _operand(left), right, "the value of 'or'")


def staged_not(value: Any) -> Tensor:
    """`not value`."""
    return raw.LogicalNot(convert_to_tensor(truth_of(value, "`not`")))


def staged_bool(value: Any) -> Any:
    """`bool(value)`."""
    return staged_number(truth_of(value, "`bool`"))


def is_absent(value: PerhapsNone, other: Any) -> Any:
    """`value is other`, where the value may be None."""
    return raw.LogicalNot(value.is_there) if other is None else value is other


def contains_row(element: Any, tensor: Tensor) -> Any:
    """`element in tensor`: whether a row is equal to it, in any of its elements."""
    equal = raw.Equal(tensor, convert_to_tensor(element, tensor.dtype))
    return raw.Any(equal, raw.Range(0, raw.Rank(equal), 1))


def stored_value(stored: PerhapsUndefined, default: Sequence[Any]) -> Any:
    """`table.get(key, default)` of an entry that may be missing; without a default it must be there."""
    if not default:
        return stored.read()
    return either(stored.is_there, lambda: stored.held, lambda: default[0], "the value of 'get'")


def staged_assert(test: Any, message: Callable[[], Any] | None) -> None:
    """`assert test, message()`: checked each time the graph runs."""
    text = "Assertion error" if message is None else message()
    if not isinstance(text, (str, bytes, Tensor)):
        text = str(text)
    fail_unless(truth_of(test, "an assertion"), AssertionError, text)


register_for_conditions(AND, staged_and)
register_for_conditions(OR, staged_or)
register_for_conditions(NOT, staged_not)
register_for_conditions(ASSERT, staged_assert)
register_for_conditions(BUILTINS["bool"], staged_bool)
for _class in (SymbolicTensor, Variable):
    EQ.register(_class, lambda a, b: a == b)
    NOT_EQ.register(_class, lambda a, b: a != b)
IS.register(PerhapsNone, is_absent)
IN.register(SymbolicTensor, contains_row)
IN.register(StagedList, lambda element, values: values.contains(element))
IN.register(PerhapsUndefined, lambda key, stored: stored.is_there)
STORED.register(PerhapsUndefined, stored_value)
