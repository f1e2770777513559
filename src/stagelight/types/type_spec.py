"""`TypeSpec`, the description of a kind of value, and the spec of a given value.

A spec says what a value is made of without having one: its component specs, and how to take a value
apart and put it together. Its meaning is its serialization, a structure of shapes, dtypes, specs
and plain values; two specs of one class are compatible, subtypes, or joined as their serializations
are, piece by piece. Which spec a value has is said by the module that defines the value's class,
through `register_value_spec`. The concrete specs are in `specs.py`.
"""

from __future__ import annotations

import abc
from collections.abc import Callable, Iterator, Sequence
from typing import Any

import numpy as np

from stagelight import nest
from stagelight.errors import UnsupportedTypeError
from stagelight.fork_safety import cached_property
from stagelight.public import public
from stagelight.types.dtypes import DType
from stagelight.types.shapes import TensorShape
from stagelight.types.trace_type import TraceType


@public("TypeSpec")
class TypeSpec(TraceType):
    """Describes a kind of value: an argument, a result, an element of a dataset.

    A subclass has `value_type`, `_serialize`, `_component_specs`, `_to_components` and
    `_from_components`; its constructor takes what `_serialize` returns.

    >>> import stagelight as tf
    >>> spec = tf.TensorSpec([None, 3], tf.float32)
    >>> spec.is_compatible_with(tf.zeros([2, 3])), spec.is_compatible_with(tf.zeros([2, 4]))
    (True, False)
    """

    @property
    @abc.abstractmethod
    def value_type(self) -> Any:
        """The class of the values that this spec describes."""

    @abc.abstractmethod
    def _serialize(self) -> tuple[Any, ...]:
        """The arguments that make an equal spec: nested tuples, lists and dicts of plain data."""

    @property
    @abc.abstractmethod
    def _component_specs(self) -> Any:
        """The structure of the specs of a value's components."""

    @abc.abstractmethod
    def _to_components(self, value: Any) -> Any:
        """Takes a value apart, into the structure of `_component_specs`."""

    @abc.abstractmethod
    def _from_components(self, components: Any) -> Any:
        """Puts a value together from the structure of `_component_specs`."""

    @property
    def _array(self) -> Any:
        # What runs a graph asks its arguments for their arrays.
        raise UnsupportedTypeError(
            f"Attempt to convert a value ({self!r}) with an unsupported type ({type(self)}) to a Tensor. "
            "A spec stands for tensors in get_concrete_function; a call takes tensors."
        )

    def _with_tensor_ranks_only(self) -> TypeSpec:
        """The spec of values of the same ranks, of any sizes."""
        return self._deserialize(_ranks_only(self._serialize()))

    @classmethod
    def _deserialize(cls, serialization: tuple[Any, ...]) -> TypeSpec:
        return cls(*serialization)

    def is_compatible_with(self, spec_or_value: Any) -> bool:
        """Whether a value could be described by both specs, or by this one if a value is given."""
        other = spec_or_value
        if not isinstance(other, TypeSpec):
            other = type_spec_from_value(other)
        return type(self) is type(other) and _agree(
            self._serialize(), other._serialize(), _is_compatible
        )

    def is_subtype_of(self, other: Any) -> bool:
        """Whether every value of this spec is also one of `other`."""
        return type(self) is type(other) and _agree(
            self._serialize(), other._serialize(), _is_subtype
        )

    def most_specific_common_supertype(self, others: Sequence[Any]) -> TypeSpec | None:
        """The narrowest spec that this one and all `others` are subtypes of, or None."""
        if any(type(self) is not type(other) for other in others):
            return None
        common = self._serialize()
        try:
            for other in others:
                common = _join(common, other._serialize())
        except _NothingInCommon:
            return None
        return self._deserialize(common)

    def __tf_tracing_type__(self, context: Any) -> TypeSpec:
        return self

    def placeholder_value(self, placeholder_context: Any) -> Any:
        """What a function is traced with in place of a value of this spec."""
        if placeholder_context.unnest_only:
            return self
        return self._from_components(
            nest.map_structure(
                lambda spec: spec.placeholder_value(placeholder_context), self._component_specs
            )
        )

    def to_tensors(self, value: Any) -> list[Any]:
        """The tensors that a value of this spec is made of."""
        tensors: list[Any] = []
        nest.map_structure(
            lambda spec, part: tensors.extend(spec.to_tensors(part)),
            self._component_specs,
            self._to_components(value),
        )
        return tensors

    def from_tensors(self, tensors: Iterator[Any]) -> Any:
        """The value that is made of the next tensors."""
        return self._from_components(
            nest.map_structure(lambda spec: spec.from_tensors(tensors), self._component_specs)
        )

    def flatten(self) -> list[Any]:
        """The specs of the tensors that `to_tensors` gives."""
        return [flat for spec in nest.flatten(self._component_specs) for flat in spec.flatten()]

    def cast(self, value: Any, cast_context: Any) -> Any:
        """The value with its components cast to their specs.

        Raises:
            AssertionError: a spec that is not a subtype of this one.
            TypeError: a component cannot be cast.
        """
        if cast_context.allow_specs and isinstance(value, TypeSpec):
            if not value.is_subtype_of(self):
                raise AssertionError(f"Can not cast {value!r} to {self!r}")
            return self
        parts = self._to_components(value)
        cast = nest.map_structure(
            lambda spec, part: spec.cast(part, cast_context), self._component_specs, parts
        )
        is_same = all(map(lambda a, b: a is b, nest.flatten(cast), nest.flatten(parts)))
        return value if is_same else self._from_components(cast)

    def most_specific_compatible_type(self, other: TypeSpec) -> TypeSpec:
        """The narrowest spec that both specs are compatible with.

        Raises:
            ValueError: there is none.
        """
        common = self.most_specific_common_supertype([other])
        if common is None:
            raise ValueError(f"No TypeSpec is compatible with both {self} and {other}")
        return common

    def __eq__(self, other: object) -> bool:
        if self is other:
            return True
        return isinstance(other, TypeSpec) and self.__key == other.__key

    def __hash__(self) -> int:
        return self.__hash

    @cached_property
    def __key(self) -> tuple[Any, ...]:
        return type(self), _hashable(self._serialize())

    @staticmethod
    def __make_cmp_key(value: Any) -> Any:  # What specs of libraries ask of TensorFlow's.
        return _hashable(value)

    @cached_property
    def __hash(self) -> int:
        return hash(self.__key)

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), self._serialize()

    def __repr__(self) -> str:
        return f"{type(self).__name__}{self._serialize()!r}"


class _NothingInCommon(Exception):
    """Two serializations differ in what cannot be generalised."""


def _have_one_class(a: Any, b: Any) -> bool:
    """Whether two values have one class. Namedtuples of one name and the same fields count as such.

    A module that is imported twice, or a function that makes its class at each call, has several of them.
    """
    if type(a) is type(b):
        return True
    fields = getattr(a, "_fields", None)
    return (
        fields is not None
        and isinstance(b, tuple)
        and fields == getattr(b, "_fields", None)
        and type(a).__name__ == type(b).__name__
    )


def _agree(a: Any, b: Any, test: Callable[[Any, Any], bool]) -> bool:
    """Whether two serializations have one form and all their leaves pass a test."""
    if not _have_one_class(a, b):
        return False
    if isinstance(a, (list, tuple)):
        return len(a) == len(b) and all(_agree(x, y, test) for x, y in zip(a, b, strict=True))
    if isinstance(a, dict):
        return a.keys() == b.keys() and all(_agree(a[key], b[key], test) for key in a)
    return test(a, b)


def _is_compatible(a: Any, b: Any) -> bool:
    if isinstance(a, (TensorShape, TypeSpec)):
        return a.is_compatible_with(b)
    return _is_equal(a, b)


def _is_subtype(a: Any, b: Any) -> bool:
    if isinstance(a, (TensorShape, TypeSpec)):
        return a.is_subtype_of(b)
    return _is_equal(a, b)


def _is_equal(a: Any, b: Any) -> bool:
    return np.array_equal(a, b) if isinstance(a, np.ndarray) else bool(a == b)


def _join(a: Any, b: Any) -> Any:
    """The serialization that generalises both; raises `_NothingInCommon`."""
    if not _have_one_class(a, b):
        raise _NothingInCommon
    if isinstance(a, (list, tuple)) and len(a) == len(b):
        return _sequence_like(a, [_join(x, y) for x, y in zip(a, b, strict=True)])
    if isinstance(a, dict) and a.keys() == b.keys():
        return {key: _join(a[key], b[key]) for key in a}
    if isinstance(a, (TensorShape, TypeSpec)):
        common = a.most_specific_common_supertype([b])
        if common is not None:
            return common
    elif not isinstance(a, (list, tuple, dict)) and _is_equal(a, b):
        return a
    raise _NothingInCommon


def _sequence_like(kind: Any, items: list[Any]) -> Any:
    """Items in a list, tuple or namedtuple of the class of another."""
    return type(kind)(*items) if hasattr(kind, "_fields") else type(kind)(items)


def _ranks_only(part: Any) -> Any:
    """A part of a serialization with all sizes unknown."""
    if isinstance(part, TypeSpec):
        return part._with_tensor_ranks_only()
    if isinstance(part, TensorShape):
        return part if part.rank is None else TensorShape([None] * part.rank)
    if isinstance(part, (list, tuple)):
        return _sequence_like(part, [_ranks_only(item) for item in part])
    return part


def _hashable(value: Any) -> Any:
    """A serialization as a key: equal keys mean equal serializations."""
    if isinstance(value, (list, tuple)):
        return type(value).__name__, tuple(map(_hashable, value))
    if isinstance(value, dict):
        return "dict", frozenset((key, _hashable(item)) for key, item in value.items())
    if isinstance(value, np.ndarray):
        return "array", value.dtype.str, value.shape, value.tobytes()
    if isinstance(value, (TensorShape, DType, TypeSpec)):
        return value
    # True == 1 == 1.0 in Python, but not in a spec.
    return type(value), value


Converter = Callable[[Any], TypeSpec | None]

_converters: dict[type, Converter] = {}


def register_value_spec(value_class: type, converter: Converter) -> None:
    """Says how to find the spec of values of a class and its subclasses.

    Args:
        value_class: A class; `object` for what no other entry knows.
        converter: Returns the spec of a value, or None when it has none.
    """
    _converters[value_class] = converter


@public("type_spec_from_value")
def type_spec_from_value(value: Any) -> TypeSpec:
    """The spec of a value.

    Args:
        value: A tensor, array, number, string, variable, composite tensor, dataset or the like.

    Returns:
        Its `TypeSpec`.

    Raises:
        TypeError: the value cannot be described.

    >>> import stagelight as tf
    >>> tf.type_spec_from_value(tf.constant([1, 2]))
    TensorSpec(shape=(2,), dtype=tf.int32, name=None)
    """
    cls = type(value)
    if hasattr(cls, "_type_spec"):
        return value._type_spec
    for base in cls.__mro__:
        converter = _converters.get(base)
        if converter is None:
            continue
        spec = converter(value)
        if spec is not None:
            return spec
    raise TypeError(f"Could not build a TypeSpec for {value!r} of unsupported type {cls}.")
