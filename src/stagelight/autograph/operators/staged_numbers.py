"""Tensors in place of Python's numbers and truth values: `int(x)`, `len(x)`, `text == "12"`.

To the graph they are tensors like others. Their text is that of the number, `str(int(x))` is "12": that of a
tensor would be "tf.Tensor(12, shape=(), dtype=int32)".
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from stagelight.core.raw import raw
from stagelight.graph.operation import SymbolicTensor


class StagedNumber(SymbolicTensor):
    """A scalar that eager code would have as a Python number or truth value."""

    __slots__ = ()


def _arithmetic(name: str) -> Callable[..., Any]:
    """An operator of tensors; of numbers the result is one again."""
    of_tensors = getattr(SymbolicTensor, name)

    def apply(self: StagedNumber, *others: Any) -> Any:
        result = of_tensors(self, *others)
        is_number = all(isinstance(other, StagedNumber | int | float) for other in others)
        return staged_number(result) if is_number else result

    apply.__name__ = name
    return apply


for _name in (
    "__abs__", "__add__", "__floordiv__", "__mod__", "__mul__", "__neg__", "__pow__", "__radd__",
    "__rfloordiv__", "__rmod__", "__rmul__", "__rpow__", "__rsub__", "__rtruediv__", "__sub__", "__truediv__",
):  # fmt: skip
    setattr(StagedNumber, _name, _arithmetic(_name))


def staged_number(value: Any) -> Any:
    """A scalar of the graph as a number of Python; other values as they are."""
    if type(value) is not SymbolicTensor or value.shape.rank != 0:
        return value
    number = raw.Identity(value)
    number.__class__ = StagedNumber
    return number
