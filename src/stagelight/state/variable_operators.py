"""The operators of variables: those of tensors, on their values."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from stagelight.boundary import guarded
from stagelight.core.dispatch import CONTEXT
from stagelight.core.identity import compares_identity
from stagelight.state.variable import Variable

_ARITHMETIC = (
    "add", "sub", "mul", "truediv", "floordiv", "mod", "pow", "matmul", "and", "or", "xor",
)  # fmt: skip
_COMPARISONS = ("lt", "le", "gt", "ge", "eq", "ne")


def _binary(method: str) -> Callable[..., Any]:
    is_equality = method in ("__eq__", "__ne__")

    def operator(self: Variable, other: Any) -> Any:
        if is_equality and CONTEXT.stage is not None and compares_identity(CONTEXT.stage):
            return (self is other) is (method == "__eq__")
        value = self.value()
        if isinstance(other, Variable):
            other = other.value()
        return getattr(value, method)(other)

    return operator


def _unary(method: str) -> Callable[..., Any]:
    def operator(self: Variable) -> Any:
        return getattr(self.value(), method)()

    return operator


def _attach(symbol: str, delegated: Callable[[str], Callable[..., Any]]) -> None:
    method = f"__{symbol}__"
    operator = delegated(method)
    operator.__name__ = method
    setattr(Variable, method, guarded(operator))


for _symbol in (*_ARITHMETIC, *(f"r{symbol}" for symbol in _ARITHMETIC), *_COMPARISONS):
    _attach(_symbol, _binary)
for _symbol in ("neg", "abs", "invert"):
    _attach(_symbol, _unary)
