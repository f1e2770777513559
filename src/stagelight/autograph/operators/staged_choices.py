"""Choices: one of several Python objects, which the graph chooses.

f = double if x > 0.0 else square        `f` is a `Chosen`; calling it calls one or the other
y = f(x)
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from typing import Any

from stagelight.autograph.operators.calls import converted_call
from stagelight.autograph.operators.dispatch import IS
from stagelight.autograph.operators.heap import open_classes
from stagelight.autograph.operators.staged_conditionals import either
from stagelight.autograph.operators.staged_forms import CALLABLES, Constant, Form, Leaf, is_same
from stagelight.autograph.operators.staged_joints import Joint, register_choice, register_form
from stagelight.autograph.options import STANDARD_OPTIONS
from stagelight.core.convert import convert_to_tensor
from stagelight.core.raw import raw
from stagelight.core.tensor import Tensor
from stagelight.types import dtypes
from stagelight.types.shapes import TensorShape


class Chosen:
    """One of several callables.

    Attributes:
        number: Which one, an int32 scalar.
        options: The callables.
    """

    def __init__(self, number: Any, options: Sequence[Any]) -> None:
        self.number = number
        self.options = tuple(options)

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        return _call_from(0, self.options, self.number, args, kwargs)

    def is_(self, other: Any) -> Any:
        """Whether it is an object."""
        for position, option in enumerate(self.options):
            if option is other:
                return raw.Equal(self.number, position)
        return False


def _call_from(
    position: int, options: Sequence[Any], number: Any, args: Any, kwargs: dict[str, Any]
) -> Any:
    """Calls that of the options, beginning with a position, which has a number."""
    # As partial objects: what the options change is found through their arguments.
    this = partial(converted_call, options[position], args, kwargs or None, None, STANDARD_OPTIONS)
    if position == len(options) - 1:
        return this()
    return either(
        raw.Equal(number, position),
        this,
        partial(_call_from, position + 1, options, number, args, kwargs),
        "the value of a call",
    )


class Choice(Form):
    """One of several Python objects.

    Attributes:
        options: The objects.
    """

    def __init__(self, options: Sequence[Any]) -> None:
        self.options = tuple(options)

    @property
    def signature(self) -> Any:
        return "choice", *[id(option) for option in self.options]

    def joined(self, other: Form, joint: Joint) -> Form | None:
        return _choice(self, other)

    def leaves(self, value: Any) -> list[Any]:
        if isinstance(value, Chosen):
            return [_Renumbered(value.number, [self._place(option) for option in value.options])]
        return [self._place(value)]

    def _place(self, value: Any) -> int:
        return next(i for i, option in enumerate(self.options) if is_same(option, value))

    def leaf_forms(self) -> list[Leaf]:
        return [Leaf(dtypes.int32, TensorShape([]))]

    def build(self, tensors: Iterator[Any]) -> Any:
        return Chosen(next(tensors), self.options)


class _Renumbered:
    """The number of a choice among more options, as an operation of the graph that asks for it."""

    def __init__(self, number: Any, places: Sequence[int]) -> None:
        self._number = number
        self._places = places

    def __tf_tensor__(self, dtype: Any = None, name: str | None = None) -> Tensor:
        return raw.GatherV2(convert_to_tensor(self._places), self._number, 0)


def _options_of(form: Form) -> tuple[Any, ...] | None:
    if isinstance(form, Choice):
        return form.options
    if isinstance(form, Constant) and isinstance(form.value, CALLABLES):
        return (form.value,)
    return None


def _choice(a: Form, b: Form) -> Form | None:
    first, second = _options_of(a), _options_of(b)
    if first is None or second is None:
        return None
    return Choice([*first, *[o for o in second if not any(is_same(o, option) for option in first)]])


register_choice(_choice)
open_classes.add(Chosen)
register_form([Chosen], lambda value: Choice(value.options))
IS.register(Chosen, lambda value, other: value.is_(other))
