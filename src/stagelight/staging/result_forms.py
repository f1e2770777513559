"""The results of a call in the form in which the function returns them."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator, Sequence
from operator import itemgetter
from typing import Any

from stagelight import nest
from stagelight.core.tensor import Tensor

Form = Callable[[Sequence[Any]], Any]


def result_form(structured: Any) -> Form:
    """The function that puts flat outputs into a form.

    Args:
        structured: what a trace returned: a structure of tensors, with None where it gave None.
    """
    form = _part(structured, itertools.count())
    return _general(structured) if form is None else form


def _part(value: Any, numbers: Iterator[int]) -> Form | None:
    """The form of a part of the structure; None where `nest` has to be asked how to build it."""
    if value is None:
        return _nothing
    if isinstance(value, Tensor):
        return itemgetter(next(numbers))
    kind = type(value)
    if kind is dict:
        parts = {key: _part(value[key], numbers) for key in sorted(value)}
        items = [(key, parts[key]) for key in value]
        return None if None in parts.values() else _dict_of(items)
    if kind is list or kind is tuple or (isinstance(value, tuple) and hasattr(value, "_fields")):
        forms = [_part(item, numbers) for item in value]
        return None if None in forms else _sequence_of(value, forms)
    return None


def _nothing(outputs: Sequence[Any]) -> None:
    return None


def _dict_of(items: Sequence[tuple[Any, Any]]) -> Form:
    return lambda outputs: {key: form(outputs) for key, form in items}


def _sequence_of(value: Any, forms: Sequence[Any]) -> Form:
    kind = type(value)
    if kind is list:
        return lambda outputs: [form(outputs) for form in forms]
    if kind is tuple:
        return lambda outputs: tuple([form(outputs) for form in forms])
    return lambda outputs: kind(*[form(outputs) for form in forms])


def _general(structured: Any) -> Form:
    leaves = nest.flatten(structured, expand_composites=True)

    def form(outputs: Sequence[Any]) -> Any:
        remaining = iter(outputs)
        values = [None if leaf is None else next(remaining) for leaf in leaves]
        return nest.pack_sequence_as(structured, values, expand_composites=True)

    return form
