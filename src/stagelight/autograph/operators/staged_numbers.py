"""Tensors in place of Python's numbers and truth values: `int(x)`, `len(x)`, `text == "12"`.

To the graph they are tensors like others. Their text is that of the number, `str(int(x))` is "12": that of a
tensor would be "tf.Tensor(12, shape=(), dtype=int32)". They repeat lists:
`[0] * len(x)` is a list of zeros, while `[0] * tensor` is a product of tensors.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from stagelight.autograph.operators.dispatch import BUILTINS, TEXT_METHOD
from stagelight.autograph.operators.staged_lists import StagedList, StagedTuple
from stagelight.core.raw import raw
from stagelight.graph.operation import SymbolicTensor


class StagedNumber(SymbolicTensor):
    """A scalar that eager code would have as a Python number or truth value."""

    __slots__ = ()


_PRODUCTS = ("__mul__", "__rmul__")


def _repeated(items: list[Any] | tuple[Any, ...], count: StagedNumber) -> Any:
    """`items * count`."""
    if not items:
        return items[:]
    repeated = StagedList.of(items) * count
    return repeated if type(items) is list else StagedTuple(repeated.flows, repeated.element)


def _text_method(number: StagedNumber, name: str, text: str) -> Any:
    overload = TEXT_METHOD.overload(number)
    assert overload is not None, "staged_text_methods.py registers it"
    return overload(name, text, (number,), {})


def _arithmetic(name: str) -> Callable[..., Any]:
    """An operator of tensors; of numbers the result is one again."""
    of_tensors = getattr(SymbolicTensor, name)

    def apply(self: StagedNumber, *others: Any) -> Any:
        if name in _PRODUCTS and type(others[0]) in (list, tuple) and self.dtype.is_integer:
            return _repeated(others[0], self)
        if name in _PRODUCTS and isinstance(others[0], str) and self.dtype.is_integer:
            return _text_method(self, "__mul__", others[0])
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


def _class_of(number: StagedNumber) -> type:
    """The class that eager code would see."""
    if number.dtype.is_bool:
        return bool
    return int if number.dtype.is_integer else float


def _is_instance(number: Any, classes: Any) -> Any:
    """`isinstance(int(x), int)`."""
    if isinstance(number, StagedNumber):
        return isinstance(_class_of(number)(), classes)
    return isinstance(number, classes)


def _type(value: Any, *rest: Any) -> Any:
    """`type(int(x))`, which is `int`."""
    return type(value, *rest) if rest else _class_of(value)


BUILTINS["isinstance"].register(StagedNumber, _is_instance)
BUILTINS["type"].register(StagedNumber, _type)


def staged_number(value: Any) -> Any:
    """A scalar of the graph as a number of Python; other values as they are."""
    if type(value) is not SymbolicTensor or value.shape.rank != 0:
        return value
    number = raw.Identity(value)
    number.__class__ = StagedNumber
    return number
