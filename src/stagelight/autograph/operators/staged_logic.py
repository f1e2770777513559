"""`and`, `or`, `not`, `==`, `!=` and `assert` over tensors."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from stagelight.autograph.operators.dispatch import AND, ASSERT, EQ, NOT, NOT_EQ, OR
from stagelight.autograph.operators.staged_conditionals import conditional
from stagelight.core.convert import convert_to_tensor
from stagelight.core.raw import raw
from stagelight.core.tensor import Tensor
from stagelight.graph.operation import SymbolicTensor


def staged_and(left: Tensor, right: Callable[[], Any]) -> Any:
    """`left and right()`: the right side runs where the left one is true."""
    (result,) = conditional(left, lambda: (right(),), lambda: (left,), ("the value of 'and'",))
    return result


def staged_or(left: Tensor, right: Callable[[], Any]) -> Any:
    """`left or right()`: the right side runs where the left one is false."""
    (result,) = conditional(left, lambda: (left,), lambda: (right(),), ("the value of 'or'",))
    return result


def staged_not(value: Tensor) -> Tensor:
    """`not value`."""
    return raw.LogicalNot(value)


def staged_assert(test: Tensor, message: Callable[[], Any] | None) -> None:
    """`assert test, message()`: checked each time the graph runs."""
    text = "Assertion error" if message is None else message()
    data = [convert_to_tensor(text if isinstance(text, (str, bytes, Tensor)) else str(text))]
    raw.Assert(test, data, name="Assert")


AND.register(SymbolicTensor, staged_and)
OR.register(SymbolicTensor, staged_or)
NOT.register(SymbolicTensor, staged_not)
EQ.register(SymbolicTensor, lambda a, b: a == b)
NOT_EQ.register(SymbolicTensor, lambda a, b: a != b)
ASSERT.register(SymbolicTensor, staged_assert)
