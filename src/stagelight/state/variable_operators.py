"""The operators of variables: those of tensors, on their values."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from stagelight.boundary import guarded
from stagelight.core.dispatch import CONTEXT
from stagelight.core.identity import compares_identity
from stagelight.core.tensor import Tensor
from stagelight.state.variable import Variable

_ARITHMETIC = (
    "add", "sub", "mul", "truediv", "floordiv", "mod", "pow", "matmul", "and", "or", "xor",
)  # fmt: skip
_COMPARISONS = ("lt", "le", "gt", "ge")


def _binary(method: str) -> Callable[..., Any]:
    def operator(self: Variable, other: Any) -> Tensor:
        return _applied(self, method, other)

    return operator


def _equality(method: str) -> Callable[..., Any]:
    def operator(self: Variable, other: Any) -> Any:
        if CONTEXT.stage is not None and compares_identity(CONTEXT.stage):
            return (self is other) is (method == "__eq__")
        return _applied(self, method, other)

    return operator


def _applied(variable: Variable, method: str, other: Any) -> Any:
    value = variable.value()
    if isinstance(other, Variable):
        other = other.value()
    return getattr(value, method)(other)


def _unary(method: str) -> Callable[..., Any]:
    def operator(self: Variable) -> Tensor:
        return getattr(self.value(), method)()

    return operator


def _attach(symbol: str, delegated: Callable[[str], Callable[..., Any]]) -> None:
    method = f"__{symbol}__"
    operator = delegated(method)
    operator.__name__ = method
    setattr(Variable, method, guarded(operator))


for _symbol in (*_ARITHMETIC, *(f"r{symbol}" for symbol in _ARITHMETIC), *_COMPARISONS):
    _attach(_symbol, _binary)
for _symbol in ("eq", "ne"):
    _attach(_symbol, _equality)
for _symbol in ("neg", "abs", "invert"):
    _attach(_symbol, _unary)
