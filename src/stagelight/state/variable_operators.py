"""The operators of variables: those of tensors, on their values."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from stagelight.state.variable import Variable

_WITH_REFLECTION = (
    "add", "sub", "mul", "truediv", "floordiv", "mod", "pow", "matmul", "and", "or", "xor",
)  # fmt: skip
_OTHERS = ("lt", "le", "gt", "ge", "eq", "ne", "neg", "abs", "invert")


def _delegated(method: str) -> Callable[..., Any]:
    def operator(self: Variable, *args: Any) -> Any:
        value = self.read_value()
        if args and isinstance(args[0], Variable):
            args = (args[0].read_value(),)
        return getattr(value, method)(*args)

    operator.__name__ = method
    return operator


for _symbol in (*_WITH_REFLECTION, *(f"r{symbol}" for symbol in _WITH_REFLECTION), *_OTHERS):
    setattr(Variable, f"__{_symbol}__", _delegated(f"__{_symbol}__"))
