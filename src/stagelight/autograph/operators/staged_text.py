"""Text of symbolic tensors: to Python what it was written as, to the graph a string tensor.

    f"loss {x:.2f}"       while tracing "loss Tensor(...)"; as a tensor the text with x's value

So `print` shows the tensor, as it does for any tensor while tracing, and `tf.print`, exceptions and
all ops get the value. The text is written by Python, when the graph runs.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from stagelight.autograph.operators.dispatch import BUILTINS, TEXT
from stagelight.core.convert import register_conversion
from stagelight.core.raw import raw
from stagelight.core.tensor import Tensor
from stagelight.graph.operation import SymbolicTensor
from stagelight.ops.host.host_call import py_function
from stagelight.types import dtypes


class StagedText(str):
    """A text with the values of tensors in it.

    Attributes:
        tensor: The text as a string tensor.
    """

    tensor: Any

    def __add__(self, other: Any) -> Any:
        return _joined(self, other) if isinstance(other, str) else NotImplemented

    def __radd__(self, other: Any) -> Any:
        return _joined(other, self) if isinstance(other, str) else NotImplemented

    def __tf_tensor__(self, dtype: Any = None, name: str | None = None) -> Tensor:
        return raw.Identity(self.tensor, name=name)


def _joined(first: str, second: str) -> StagedText:
    text = StagedText(str.__add__(first, second))
    parts = [part.tensor if isinstance(part, StagedText) else part for part in (first, second)]
    text.tensor = raw.StringJoin(parts)
    return text


def staged_text(write: Callable[..., str], values: list[Any]) -> StagedText:
    """A text that `write(*values)` makes; see `dispatch.TEXT`."""
    text = StagedText(write(*[_Shown(value) if _is_symbolic(value) else value for value in values]))
    places = [i for i, value in enumerate(values) if _is_symbolic(value)]

    def run(*tensors: Any) -> str:
        given = list(values)
        for place, tensor in zip(places, tensors, strict=True):
            is_text = isinstance(values[place], StagedText)
            given[place] = tensor.numpy().decode() if is_text else tensor
        return write(*given)

    inputs = [values[i].tensor if isinstance(values[i], StagedText) else values[i] for i in places]
    text.tensor = py_function(run, inputs, dtypes.string)
    text.tensor.set_shape([])
    return text


def _is_symbolic(value: Any) -> bool:
    return isinstance(value, SymbolicTensor | StagedText)


class _Shown:
    """A tensor as Python shows it while tracing, in whatever format."""

    def __init__(self, tensor: Any) -> None:
        self._text = str.__str__(tensor) if isinstance(tensor, StagedText) else str(tensor)

    def __format__(self, spec: str) -> str:
        return self._text

    def __str__(self) -> str:
        return self._text

    __repr__ = __str__

    def __int__(self) -> int:
        return 0

    __index__ = __int__

    def __float__(self) -> float:
        return 0.0


register_conversion(StagedText, StagedText.__tf_tensor__, priority=10)
for _class in (SymbolicTensor, StagedText):
    TEXT.register(_class, staged_text)
BUILTINS["str"].register(SymbolicTensor, lambda value: staged_text(str, [value]))
