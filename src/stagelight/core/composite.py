"""`CompositeTensor`: a value made of several tensors that travels as one.

A composite (indexed slices, a ragged or sparse tensor, a TensorArray, an iterator) has a type spec that
takes it apart into tensors and puts it together again; `nest` uses the spec to expand it.

Ops take tensors. A class of composites may bring its own forms:

    of elementwise ops     a method `_apply_elementwise(op_def, values, attrs, name)`, asked by `raw`
                           when a value is no tensor
    of elementwise functions
                           that look at their arguments before they call an op, and are decorated with
                           `of_each_element`: a method `_map_elementwise(function, args, kwargs)`
    of public functions    `reduce_sum.forms[RaggedTensor] = ...` for a function that is decorated with
                           `open_to_composites`; asked when the function refuses its arguments
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterable
from typing import Any

from stagelight.public import public


@public("__internal__.CompositeTensor")
class CompositeTensor:
    """The base of values made of several tensors."""

    @property
    def _type_spec(self) -> Any:
        """The `TypeSpec` of this value."""
        raise NotImplementedError


def is_composite(value: Any) -> bool:
    """Whether a value is taken apart into its tensors; a variable, which is one tensor, is not."""
    return isinstance(value, CompositeTensor) and not getattr(value, "_is_nest_leaf", False)


def open_to_composites(function: Callable[..., Any]) -> Any:
    """Lets classes of composites bring their own forms of a public function.

    A form takes the function's arguments; it is called when the function refuses them, and a value of the
    class is among them or in a list among them.
    """
    forms: dict[type, Callable[..., Any]] = {}

    @functools.wraps(function)
    def opened(*args: Any, **kwargs: Any) -> Any:
        try:
            return function(*args, **kwargs)
        except (TypeError, ValueError):
            form = _form_for((*args, *kwargs.values()), forms)
            if form is None:
                raise
        return form(*args, **kwargs)

    opened.forms = forms  # type: ignore[attr-defined]
    return opened


def of_each_element(function: Callable[..., Any]) -> Any:
    """Lets composites among the arguments of an elementwise function say how it is applied to them."""

    @functools.wraps(function)
    def opened(*args: Any, **kwargs: Any) -> Any:
        try:
            return function(*args, **kwargs)
        except (TypeError, ValueError):
            for value in (*args, *kwargs.values()):
                form = getattr(value, "_map_elementwise", None)
                if form is not None:
                    break
            else:
                raise
        return form(function, args, kwargs)

    return opened


def _form_for(
    values: Iterable[Any], forms: dict[type, Callable[..., Any]]
) -> Callable[..., Any] | None:
    for value in values:
        form = forms.get(type(value))
        if form is None and isinstance(value, (list, tuple)):
            form = _form_for(value, forms)
        if form is not None:
            return form
    return None
