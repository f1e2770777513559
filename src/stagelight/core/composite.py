"""`CompositeTensor`: a value made of several tensors that travels as one.

A composite (indexed slices, a ragged or sparse tensor, a TensorArray, an iterator) has a type spec that
takes it apart into tensors and puts it together again; `nest` uses the spec to expand it.

Ops take tensors. A class of composites may bring its own forms:

    of elementwise ops     a method `_apply_elementwise(op_def, values, attrs, name)`, asked by `raw`
                           when a value is no tensor
    of public functions    a method `_form_of(function)`, asked when a function that is decorated with
                           `open_to_composites` refuses its arguments. It gives a function of the same
                           arguments, or None
"""

from __future__ import annotations

import abc
import functools
from collections.abc import Callable, Iterable, Sequence
from typing import Any

from stagelight.public import public


@public("__internal__.CompositeTensor")
class CompositeTensor(metaclass=abc.ABCMeta):  # noqa: B024
    """The base of values made of several tensors."""

    @property
    def _type_spec(self) -> Any:
        """The `TypeSpec` of this value."""
        raise NotImplementedError

    def _shape_invariant_to_type_spec(self, shape: Any) -> Any:
        """The spec of a loop variable that begins with this value, of the given shape in every round.

        Raises:
            NotImplementedError: values of this class have no shape of their own.
        """
        raise NotImplementedError

    def __tf_tracing_type__(self, context: Any) -> Any:
        return self._type_spec.__tf_tracing_type__(context)

    def _of_gradients(self, gradients: Sequence[Any]) -> Any:
        """The gradient of this value, from those of its tensors; numbers of places have none."""
        return self._type_spec._from_components(gradients)


def is_composite(value: Any) -> bool:
    """Whether a value is taken apart into its tensors; a variable, which is one tensor, is not."""
    return isinstance(value, CompositeTensor) and not getattr(value, "_is_nest_leaf", False)


def open_to_composites(function: Callable[..., Any], name: str | None = None) -> Any:
    """Lets composites among the arguments of a public function, or in a list among them, bring its form.

    Tensors are not looked at: a form is asked for when the function refuses its arguments.

    Args:
        function: the function, or a part of it that takes its arguments.
        name: the public function's, where `function` is a part.
    """
    if name is not None:
        function.__name__ = name

    @functools.wraps(function)
    def opened(*args: Any, **kwargs: Any) -> Any:
        try:
            # To merge no names takes a twentieth of a microsecond.
            return function(*args, **kwargs) if kwargs else function(*args)
        except (TypeError, ValueError, AttributeError):
            form = _form_for((*args, *kwargs.values()), function)
            if form is None:
                raise
        return form(*args, **kwargs)

    return opened


def _form_for(values: Iterable[Any], function: Callable[..., Any]) -> Callable[..., Any] | None:
    for value in values:
        find = getattr(type(value), "_form_of", None)
        if find is not None:
            form = find(value, function)
        else:
            form = _form_for(value, function) if isinstance(value, (list, tuple)) else None
        if form is not None:
            return form
    return None
