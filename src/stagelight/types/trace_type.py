"""`tf.types.experimental.TraceType`: what `tf.function` is told of an argument of a program's own class."""

from __future__ import annotations

import abc
from collections.abc import Sequence
from typing import Any

from stagelight.public import public


@public("types.experimental.TraceType")
class TraceType(metaclass=abc.ABCMeta):
    """What an argument of a staged function is for the cache of its traces.

    A class says it by `__tf_tracing_type__(context)`. Calls share a trace where the types are equal; it is
    traced with the first argument of the type.

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

    def cast(self, value: Any, cast_context: Any) -> Any:
        """The value as one of this type."""
        return value

    @abc.abstractmethod
    def __hash__(self) -> int: ...

    @abc.abstractmethod
    def __eq__(self, other: object) -> bool: ...
