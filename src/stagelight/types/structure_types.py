"""The trace types of values that are no tensors, and of structures: what a `FunctionType` says of arguments.

    Literal[2]                              a Python number, string...
    Weakref[<weakref ...; to 'Model'>]      an object, by its identity
    List[..., ...]  Tuple  Dict  NT  At     a structure by its form; named tuples and attrs by their class

`trace_type_of` gives the type of a value.
"""

from __future__ import annotations

import abc
import collections
import math
import weakref
from collections.abc import Hashable, Iterator, Mapping, Sequence
from typing import Any

import numpy as np

from stagelight.types.dtypes import from_numpy
from stagelight.types.specs import TensorSpec
from stagelight.types.trace_type import (
    SupportsTracingProtocol,
    TraceType,
    TracingContext,
    own_trace_type,
)

# Stands for NaN, which does not equal itself.
_NAN: Any = object()


def _is_nan(value: Any) -> bool:
    return isinstance(value, (float, complex)) and value != value


class _Alone(TraceType):
    """A type that has no part in common with others."""

    def is_subtype_of(self, other: TraceType) -> bool:
        """Whether it is the other one."""
        return self == other

    def most_specific_common_supertype(self, others: Sequence[TraceType]) -> TraceType | None:
        """This type, if all others are it too."""
        return self if all(self == other for other in others) else None


class Literal(_Alone):
    """The type of one value of Python, which is compared."""

    def __init__(self, value: Any) -> None:
        self.value = _NAN if _is_nan(value) else value
        self._hash = hash(self.value)

    def placeholder_value(self, placeholder_context: Any) -> Any:
        """The value."""
        return math.nan if self.value is _NAN else self.value

    def cast(self, value: Any, cast_context: Any) -> Any:
        """The value.

        Raises:
            ValueError: another one.
        """
        if value == self.value or (self.value is _NAN and _is_nan(value)):
            return value
        raise ValueError(f"Can not cast {value!r} to {self!r}")

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Literal) and self.value == other.value

    def __hash__(self) -> int:
        return self._hash

    def __repr__(self) -> str:
        return f"Literal[{self.value!r}]"


class Weakref(_Alone):
    """The type of one object, which is held weakly."""

    def __init__(self, reference: weakref.ref[Any]) -> None:
        self._reference = reference
        self._hash = hash(reference)

    def placeholder_value(self, placeholder_context: Any) -> Any:
        """The object."""
        return self._reference()

    def cast(self, value: Any, cast_context: Any) -> Any:
        """The object.

        Raises:
            ValueError: another one.
        """
        known = self._reference()
        inner = value
        while inner is not known and hasattr(inner, "__wrapped__"):
            inner = inner.__wrapped__
        if inner is known or value == known:
            return value
        raise ValueError(f"Can not cast {value!r} to {self!r}")

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Weakref) or self._reference() is None:
            return False
        return self._reference == other._reference

    def __hash__(self) -> int:
        return self._hash

    def __repr__(self) -> str:
        return f"Weakref[{self._reference!r}])"  # TF: one bracket too many.


class Structure(TraceType):
    """The type of a structure: its form, and the types of its components.

    Attributes:
        components: the types of the components, in the order in which they are written.
    """

    def __init__(self, components: Sequence[TraceType]) -> None:
        self.components = tuple(components)

    @property
    @abc.abstractmethod
    def _form(self) -> Hashable:
        """What two structures have in common whose components are compared."""

    @abc.abstractmethod
    def _parts(self, value: Any) -> Sequence[Any]:
        """The components of a value; AssertionError for a value of another form."""

    @abc.abstractmethod
    def _of_parts(self, parts: Sequence[Any]) -> Any:
        """The value that is made of components."""

    @abc.abstractmethod
    def _of_types(self, components: Sequence[TraceType]) -> Structure:
        """The structure of this form with other types of components."""

    def _order(self) -> Sequence[int]:
        """The order in which the components' tensors stand."""
        return range(len(self.components))

    def _has_form_of(self, other: object) -> bool:
        return isinstance(other, Structure) and self._form == other._form

    def is_subtype_of(self, other: TraceType) -> bool:
        """Whether the forms are equal, and each component is of the type of the other's."""
        return (
            isinstance(other, Structure)
            and self._has_form_of(other)
            and all(
                mine.is_subtype_of(its)
                for mine, its in zip(self.components, other._in_order_of(self), strict=True)
            )
        )

    def _in_order_of(self, other: Structure) -> Sequence[TraceType]:
        """The types of the components in the order of another structure of the same form."""
        return self.components

    def most_specific_common_supertype(self, others: Sequence[TraceType]) -> TraceType | None:
        """The structure of the components' common types; None if one has none, or for another form."""
        if not all(map(self._has_form_of, others)):
            return None
        rows = [other._in_order_of(self) for other in others if isinstance(other, Structure)]
        common = [
            mine.most_specific_common_supertype([row[i] for row in rows])
            for i, mine in enumerate(self.components)
        ]
        found = [kind for kind in common if kind is not None]
        return self._of_types(found) if len(found) == len(common) else None

    def placeholder_value(self, placeholder_context: Any) -> Any:
        """The structure of what stands for the components."""
        return self._of_parts(
            [kind.placeholder_value(placeholder_context) for kind in self.components]
        )

    def to_tensors(self, value: Any) -> list[Any]:
        """The tensors of the components."""
        parts = self._parts(value)
        return [x for i in self._order() for x in self.components[i].to_tensors(parts[i])]

    def from_tensors(self, tensors: Iterator[Any]) -> Any:
        """The structure that is made of the next tensors."""
        made = {i: self.components[i].from_tensors(tensors) for i in self._order()}
        return self._of_parts([made[i] for i in range(len(self.components))])

    def flatten(self) -> list[Any]:
        """The specs of the tensors of the components."""
        return [x for i in self._order() for x in self.components[i].flatten()]

    def cast(self, value: Any, cast_context: Any) -> Any:
        """The structure of the components, each cast to its type.

        Raises:
            AssertionError: a value of another form.
        """
        parts = self._parts(value)
        cast = [
            kind.cast(part, cast_context) for kind, part in zip(self.components, parts, strict=True)
        ]
        is_same = all(new is old for new, old in zip(cast, parts, strict=True))
        return value if is_same else self._of_parts(cast)

    def __eq__(self, other: object) -> bool:
        return (
            isinstance(other, Structure)
            and self._has_form_of(other)
            and self.components == tuple(other._in_order_of(self))
        )

    def __hash__(self) -> int:
        return hash(self._form)


class Tuple(Structure):
    """The type of a tuple."""

    kind: type[Any] = tuple

    def __init__(self, *components: TraceType) -> None:
        super().__init__(components)

    @property
    def _form(self) -> Hashable:
        return self.kind, len(self.components)

    def _parts(self, value: Any) -> Sequence[Any]:
        if not isinstance(value, self.kind):
            raise AssertionError(f"Can not cast {value!r} to {self.kind.__name__} type.")
        parts: Sequence[Any] = value
        if len(parts) != len(self.components):
            raise AssertionError(f"Expected {value} to have length of {len(self.components)}")
        return parts

    def _of_parts(self, parts: Sequence[Any]) -> Any:
        return self.kind(parts)

    def _of_types(self, components: Sequence[TraceType]) -> Structure:
        return type(self)(*components)

    def __repr__(self) -> str:
        return f"{type(self).__name__}[{', '.join(map(repr, self.components))}]"


class List(Tuple):
    """The type of a list."""

    kind = list


class _Named(Structure):
    """A structure whose components have names."""

    def __init__(self, names: Sequence[Any], components: Sequence[TraceType]) -> None:
        super().__init__(components)
        self._names = tuple(names)

    _title: str

    def __repr__(self) -> str:
        pairs = zip(self._names, self.components, strict=True)
        return f"{self._title}[{', '.join(f'[{name!r}, {kind!r}]' for name, kind in pairs)}]"


class Attributes(_Named):
    """The type of a named tuple, or of an object of an attrs class or dataclass."""

    def __init__(
        self, kind: type[Any], names: Sequence[str], components: Sequence[TraceType]
    ) -> None:
        super().__init__(names, components)
        self._kind = kind
        self._title = kind.__name__

    @property
    def _form(self) -> Hashable:
        return self._title, self._names

    def _parts(self, value: Any) -> Sequence[Any]:
        if not all(hasattr(value, name) for name in self._names):
            raise AssertionError(f"Cannot cast {value!r} to type {self._kind!r}.")
        return [getattr(value, name) for name in self._names]

    def _of_parts(self, parts: Sequence[Any]) -> Any:
        return self._kind(*parts)

    def _of_types(self, components: Sequence[TraceType]) -> Structure:
        return Attributes(self._kind, self._names, components)


class Dict(_Named):
    """The type of a mapping, whatever the order of its keys."""

    _title = "Dict"

    def __init__(self, kind: type[Any], types: Mapping[Any, TraceType]) -> None:
        super().__init__(list(types), list(types.values()))
        self._kind = kind

    @property
    def mapping(self) -> dict[Any, TraceType]:
        """The type of each key's value."""
        return dict(zip(self._names, self.components, strict=True))

    @property
    def _form(self) -> Hashable:
        return Dict, frozenset(self._names)

    def _in_order_of(self, other: Structure) -> Sequence[TraceType]:
        mapping = self.mapping
        return [mapping[name] for name in other._names] if isinstance(other, Dict) else []

    def _order(self) -> Sequence[int]:
        return sorted(range(len(self._names)), key=lambda i: self._names[i])

    def _parts(self, value: Any) -> Sequence[Any]:
        if not isinstance(value, Mapping):
            raise AssertionError(f"Can not cast {value!r} to a Dict type.")
        if set(value) != set(self._names):
            raise AssertionError(f"{value!r} has different keys with the TraceType {self!r}.")
        return [value[name] for name in self._names]

    def _of_parts(self, parts: Sequence[Any]) -> Any:
        pairs = zip(self._names, parts, strict=True)
        return dict(pairs) if self._kind is collections.defaultdict else self._kind(pairs)

    def _of_types(self, components: Sequence[TraceType]) -> Structure:
        return Dict(self._kind, dict(zip(self._names, components, strict=True)))


def trace_type_of(value: Any, context: TracingContext | None = None) -> TraceType:
    """The type of a value.

    Args:
        value: an argument or result; a trace type in it stands for a value of that type.
        context: what the types of one call share.

    Raises:
        TypeError: it is neither compared by its value nor held weakly.
    """
    context = context or TracingContext(is_legacy_signature=True)
    if isinstance(value, TraceType):
        return value
    if isinstance(value, SupportsTracingProtocol):
        return own_trace_type(value, context)
    if isinstance(value, (list, tuple)):
        types = [trace_type_of(item, context) for item in value]
        names = getattr(value, "_fields", None)
        if names is not None:
            return Attributes(type(value), names, types)
        return List(*types) if isinstance(value, list) else Tuple(*types)
    if isinstance(value, Mapping):
        return Dict(type(value), {key: trace_type_of(value[key], context) for key in value})
    attributes = getattr(type(value), "__attrs_attrs__", None)
    if attributes is None and hasattr(type(value), "__tf_flatten__"):
        attributes = getattr(type(value), "__dataclass_fields__", {}).values()
    if attributes is not None:
        names = [attribute.name for attribute in attributes]
        types = [trace_type_of(getattr(value, name), context) for name in names]
        return Attributes(type(value), names, types)
    if isinstance(value, (np.ndarray, np.generic)):
        return TensorSpec(value.shape, from_numpy(value.dtype))
    try:
        return Weakref(weakref.ref(value))
    except TypeError:
        return Literal(value)
