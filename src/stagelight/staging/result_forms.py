"""The results of a call in the form in which the function returns them."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence
from operator import itemgetter
from typing import Any

from stagelight import nest
from stagelight.core.composite import is_composite
from stagelight.core.tensor import Tensor
from stagelight.nest import Form


def result_form(structured: Any) -> Form:
    """The function that puts flat outputs into a form.

    Args:
        structured: what a trace returned: a structure of tensors, with None where it gave None.
    """
    form = _part(structured, itertools.count())
    return _general(structured) if form is None else form


def _part(value: Any, numbers: Iterator[int]) -> Form | None:
    """The form of a part of the structure; None where `nest` has to be asked how to build it."""

    def leaf(value: Any) -> Form | None:
        if value is None:
            return _nothing
        if isinstance(value, Tensor):
            return itemgetter(next(numbers))
        if is_composite(value):
            return _composite(value, numbers)
        return None

    return nest.form_like(value, leaf)


def _nothing(outputs: Sequence[Any]) -> None:
    return None


def _composite(value: Any, numbers: Iterator[int]) -> Form | None:
    spec = value._type_spec
    parts = _part(spec._to_components(value), numbers)
    return None if parts is None else lambda outputs: spec._from_components(parts(outputs))


def _general(structured: Any) -> Form:
    leaves = nest.flatten(structured, expand_composites=True)

    def form(outputs: Sequence[Any]) -> Any:
        remaining = iter(outputs)
        values = [None if leaf is None else next(remaining) for leaf in leaves]
        return nest.pack_sequence_as(structured, values, expand_composites=True)

    return form
