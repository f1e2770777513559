"""Joints: the places where two ways of staged code meet, and what a symbol is after them.

`form_of` says what a value is made of. `Joint.join` finds the form of two of them.
"""

from __future__ import annotations

import enum
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from stagelight.autograph.operators.staged_absence import PerhapsNone, PerhapsUndefined
from stagelight.autograph.operators.staged_forms import (
    Constant,
    Form,
    Leaf,
    Optional,
    Truth,
    Uncarried,
)
from stagelight.autograph.operators.variables import Undefined, UndefinedReturnValue
from stagelight.core.tensor import Tensor
from stagelight.types import dtypes
from stagelight.types.dtypes import DType

_PLAIN = (bool, int, float, complex, str, bytes, np.ndarray, np.generic)

# ---------------------------------------------------------------------------- forms of values

_readers: dict[type, Callable[[Any], Form]] = {}


def register_form(kinds: Sequence[type], reader: Callable[[Any], Form]) -> None:
    """Says what form values of some classes, and of their subclasses, have."""
    for kind in kinds:
        _readers[kind] = reader


def form_of(value: Any) -> Form:
    """The form of one value."""
    if isinstance(value, enum.Enum):
        return Constant(value)
    reader = _reader_of(type(value))
    return Constant(value) if reader is None else reader(value)


def is_read_as(kind: type, reader: Callable[[Any], Form]) -> bool:
    """Whether a function says what form values of a class have."""
    return _reader_of(kind) is reader


def _reader_of(kind: type) -> Callable[[Any], Form] | None:
    return next((_readers[base] for base in kind.__mro__ if base in _readers), None)


register_form((Tensor, Truth, *_PLAIN), Leaf.of)
register_form([PerhapsNone], lambda value: Optional(form_of(value.held), None))
register_form(
    [PerhapsUndefined],
    lambda value: Optional(form_of(value.held), Undefined(value.symbol_name, value.error)),
)
register_form([Undefined, UndefinedReturnValue, type(None), type, range, slice], Constant)


def _has_zeros(leaf: Leaf) -> bool:
    """Whether there is a tensor of a form for a way on which nobody reads it."""
    if leaf.dtype is dtypes.variant:
        return leaf.handle_data is not None
    return leaf.dtype.is_numpy_compatible


# ---------------------------------------------------------------------------- joints

# What is left where two forms have nothing in common: `choice(a, b) -> form or None`.
_choices: list[Callable[[Form, Form], Form | None]] = []


def register_choice(choice: Callable[[Form, Form], Form | None]) -> None:
    """Says what form stands for either of two forms that have nothing in common."""
    _choices.append(choice)


@dataclass(frozen=True)
class Words:
    """How messages speak of the two ways that meet.

    Attributes:
        first, second: "in the main branch", "in the else branch".
        advice: What to do about two dtypes.
    """

    first: str
    second: str
    advice: str


@dataclass(frozen=True)
class Joint:
    """Where two ways meet in one symbol.

    Attributes:
        name: What the symbol is called.
        words: How messages speak of the ways.
        first, second: The values.
        existed: Whether an object was there before the ways parted.
    """

    name: str
    words: Words
    first: Any
    second: Any
    existed: Callable[[Any], bool] = lambda value: True

    def form(self) -> Form:
        """The form of both values.

        Raises:
            TypeError: there is none.
        """
        return self.join(form_of(self.first), form_of(self.second))

    def form_of_captured(self, form: Form) -> Form:
        """The form of a name that only closures may read later: no tensors where there is no common form.

        Args:
            form: That of the first value.
        """
        if isinstance(form, Uncarried):
            return form
        try:
            joined = self.join(form, form_of(self.second))
        except TypeError:
            return Uncarried(self.name)
        return joined if all(map(_has_zeros, joined.leaf_forms())) else Uncarried(self.name)

    def join(self, a: Form, b: Form) -> Form:
        """The form of values of two forms.

        Raises:
            TypeError: there is none.
        """
        result = a.joined(b, self) or b.joined(a, self)
        for choice in _choices:
            result = result or choice(a, b)
        if result is None:
            raise self.mismatch()
        return result

    def dtype_mismatch(self, first: DType, second: DType) -> TypeError:
        """The error for two dtypes."""
        return TypeError(
            f"'{self.name}' has dtype {first.name} {self.words.first}, but dtype {second.name} "
            f"{self.words.second}. {self.words.advice} (AG303)"
        )

    def mismatch(self) -> TypeError:
        """The error for values that have nothing in common."""
        return TypeError(
            f"'{self.name}' must have the same nested structure {self.words.first} and "
            f"{self.words.second}, or be the same object. Received: {kind_of(self.first)} and "
            f"{kind_of(self.second)}. (AG302)"
        )


def kind_of(value: Any) -> str:
    """What a value is, for messages."""
    if isinstance(value, Tensor):
        return f"a {value.dtype.name} tensor of shape {value.shape}"
    if hasattr(type(value), "told_as"):
        return str(value.told_as())
    if isinstance(value, PerhapsNone):
        return f"{kind_of(value.held)} or None"
    if hasattr(value, "_type_spec"):
        kind = type(value).__name__
        return f"{'an' if kind[0] in 'AEIOU' else 'a'} {kind} of {value._type_spec}"
    return "None" if value is None else f"{type(value).__name__} {value!r}"
