"""The tracing protocol: how a program's own class says which of its objects may share a trace.

A class says by `__tf_tracing_type__(context)` of which `TraceType` an object is. The type says what the
function is traced with in the object's place, of which tensors such objects are made, and which other types
include it. Type specs, dtypes and shapes are trace types too.
"""

from __future__ import annotations

import abc
from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from typing import Any, Protocol, runtime_checkable

from stagelight.public import public, publish


class TracingContext:
    """What the calls of `__tf_tracing_type__` for one argument share.

    Attributes:
        is_legacy_signature: whether trace types among the values stand for values of theirs.
    """

    def __init__(self, is_legacy_signature: bool = False) -> None:
        self.is_legacy_signature = is_legacy_signature
        self._numbers: dict[Hashable, int] = {}
        self._placeholders: dict[Hashable, Any] = {}

    def alias_global_id(self, global_id: Hashable) -> int:
        """A number for an object, counted from 0: types of equal arguments have equal numbers."""
        return self._numbers.setdefault(global_id, len(self._numbers))

    def add_placeholder(self, alias_id: Hashable, variable: Any) -> None:
        """Notes the variable of a number."""
        self._placeholders[alias_id] = variable

    def get_placeholder_mapping(self) -> dict[Hashable, Any]:
        """The variables that were noted, by number."""
        return self._placeholders


class PlaceholderContext:
    """What the placeholders of one trace share.

    Attributes:
        unnest_only: whether specs stand in place of placeholders.
        naming_scope: the name of the argument.
    """

    def __init__(
        self,
        placeholder: Callable[[Any, str | None], Any] | None = None,
        name: str | None = None,
        variables: Mapping[Hashable, Any] | None = None,
    ) -> None:
        """Makes one.

        Args:
            placeholder: makes the placeholder of a tensor's spec, of a name; None for specs in their place.
            name: the name of the argument.
            variables: the variables in the argument by number, as a `TracingContext` notes them.
        """
        self._variables = variables or {}
        self._placeholder = placeholder
        self.unnest_only = placeholder is None
        self.naming_scope = name

    def update_naming_scope(self, naming_scope: str | None) -> None:
        """Goes on to another argument."""
        self.naming_scope = naming_scope

    def has_placeholder(self, alias_id: Hashable) -> bool:
        """Whether there is a variable of a number."""
        return alias_id in self._variables

    def get_placeholder(self, alias_id: Hashable) -> Any:
        """The variable of a number."""
        return self._variables[alias_id]

    def placeholder(self, spec: Any) -> Any:
        """What stands for a tensor of a spec."""
        if self._placeholder is None:
            return spec
        return self._placeholder(spec, spec.name or self.naming_scope)


class CastContext:
    """How values are cast to a type.

    Attributes:
        allow_specs: whether specs may stand for values.
    """

    def __init__(self, allow_specs: bool = False) -> None:
        self.allow_specs = allow_specs


class TensorFree:
    """What trace types do that describe values without tensors."""

    __slots__ = ()

    def placeholder_value(self, placeholder_context: Any) -> Any:
        """Nothing stands for a value."""
        return None

    def to_tensors(self, value: Any) -> list[Any]:
        """The tensors of a value of this type, always as many: none."""
        return []

    def from_tensors(self, tensors: Iterator[Any]) -> Any:
        """A value of this type made of tensors, of which it takes as many as `to_tensors` gives."""
        return self.placeholder_value(PlaceholderContext())

    def flatten(self) -> list[Any]:
        """The specs of the tensors that `to_tensors` gives."""
        return []

    def cast(self, value: Any, cast_context: Any) -> Any:
        """The value as one of this type.

        Raises:
            AssertionError: it is none: it does not equal what stands for all of them.
        """
        if value != self.placeholder_value(PlaceholderContext()):
            raise AssertionError(f"Can not cast {value!r} to type {self!r}")
        return value


@public("types.experimental.TraceType")
class TraceType(TensorFree, metaclass=abc.ABCMeta):
    """What an argument of a staged function is for the cache of its traces.

    A class says it by `__tf_tracing_type__(context)`. Calls share a trace where the types are equal, or
    where the type of the later call is a subtype of the earlier one's. The function is traced with
    `placeholder_value(context)`; `tf.TensorSpec.placeholder_value` gives the tensors in it, and `to_tensors`
    says which tensors of an argument take their place.

    >>> class SizeType(tf.types.experimental.TraceType):
    ...     def __init__(self, size):
    ...         self.size = size
    ...     def is_subtype_of(self, other):
    ...         return self == other
    ...     def most_specific_common_supertype(self, others):
    ...         return self if all(self == x for x in others) else None
    ...     def placeholder_value(self, placeholder_context):
    ...         return Shirt(self.size)
    ...     def __hash__(self):
    ...         return hash(self.size)
    ...     def __eq__(self, other):
    ...         return self.size == other.size
    >>> class Shirt:
    ...     def __init__(self, size):
    ...         self.size = size
    ...     def __tf_tracing_type__(self, context):
    ...         return SizeType(self.size)
    >>> size_of = tf.function(lambda shirt: tf.constant(shirt.size))
    >>> [size_of(Shirt(size)).numpy() for size in (36, 36, 40)], size_of.experimental_get_tracing_count()
    ([np.int32(36), np.int32(36), np.int32(40)], 2)
    """

    @abc.abstractmethod
    def is_subtype_of(self, other: TraceType) -> bool:
        """Whether what is of this type is of another one."""

    @abc.abstractmethod
    def most_specific_common_supertype(self, others: Sequence[TraceType]) -> TraceType | None:
        """The narrowest type that this one and others are of; None if there is none."""

    @abc.abstractmethod
    def placeholder_value(self, placeholder_context: Any) -> Any:
        """What the function is traced with in place of the argument."""

    @abc.abstractmethod
    def __hash__(self) -> int: ...

    @abc.abstractmethod
    def __eq__(self, other: object) -> bool: ...


@runtime_checkable
class SupportsTracingProtocol(Protocol):
    """What has a say in which of its objects share a trace."""

    @abc.abstractmethod
    def __tf_tracing_type__(self, context: Any) -> TraceType:
        """The type of this object."""


publish("types.experimental.SupportsTracingProtocol", SupportsTracingProtocol)


def own_trace_type(value: Any, context: Any) -> TraceType:
    """The type that a value's `__tf_tracing_type__` gives.

    Raises:
        TypeError: that is no `TraceType`.
    """
    own = value.__tf_tracing_type__(context)
    if not isinstance(own, TraceType):
        raise TypeError(
            f"Expected an instance of TraceType for Tracing Protocol call to {value} but got {own}"
        )
    return own
