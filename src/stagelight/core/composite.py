"""`CompositeTensor`: a value made of several tensors that travels as one.

A composite (indexed slices, a ragged or sparse tensor, a TensorArray, an iterator) has a type spec that
takes it apart into tensors and puts it together again; `nest` uses the spec to expand it.

Ops take tensors. A class of composites may bring its own forms:

    of elementwise ops     a method `_apply_elementwise(op_def, values, attrs, name)`, asked by `raw`
                           when a value is no tensor
    of public functions    a method `_form_of(name, implementation)`, asked when a public function refuses its
                           arguments. It gives a function of the same arguments, or None. The name is the one
                           that the function was recorded by first, such as "math.add"
"""

from __future__ import annotations

import abc
from collections.abc import Callable, Iterable, Sequence
from typing import Any

from stagelight.boundary import when_refused
from stagelight.public import name_of, public


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


def _find_form(
    implementation: Callable[..., Any], args: tuple[Any, ...], kwargs: dict[str, Any]
) -> Callable[..., Any] | None:
    """The form of a public function that one of its arguments brings, or a composite in a list among them."""
    name = name_of(implementation)
    return None if name is None else _form_for((*args, *kwargs.values()), name, implementation)


def _form_for(
    values: Iterable[Any], name: str, implementation: Callable[..., Any]
) -> Callable[..., Any] | None:
    for value in values:
        find = getattr(type(value), "_form_of", None)
        if find is not None:
            form = find(value, name, implementation)
        elif isinstance(value, (list, tuple)):
            form = _form_for(value, name, implementation)
        else:
            form = None
        if form is not None:
            return form
    return None


when_refused(_find_form)
