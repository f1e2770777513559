"""The specs of tensors, bounded tensors, variables, indexed slices and tensor arrays.

Plain data. The classes of the values stand on higher floors: a spec knows its own by the public name
(`ValueClass`). Variables and tensor arrays are put together by their class, with the class method
`_from_type_spec(spec, components)`.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from stagelight.formats import schema
from stagelight.public import find, public
from stagelight.types.dtypes import (
    DType,
    DTypeLike,
    as_dtype,
    float32,
    from_numpy,
    int64,
    resource,
    variant,
)
from stagelight.types.shapes import (
    ShapeLike,
    TensorShape,
    as_shape,
    broadcast_static_shape,
    shape_of_row,
)
from stagelight.types.trace_type import CastContext
from stagelight.types.type_spec import TypeSpec, register_value_spec


class ValueClass:
    """The class of a spec's values, by its public name; imported when a spec is asked for it."""

    def __init__(self, public_name: str) -> None:
        self._public_name = public_name

    def __get__(self, spec: Any, kind: Any) -> Any:
        return self if spec is None else find(self._public_name)


class DenseSpec(TypeSpec):
    """What specs of values that pass for one tensor have: a shape, a dtype and a name."""

    def __init__(
        self, shape: ShapeLike, dtype: DTypeLike = float32, name: str | None = None
    ) -> None:
        """Makes a spec.

        Args:
            shape: What is known of the shape; None for nothing.
            dtype: The dtype.
            name: The name of the argument.

        Raises:
            TypeError: there is no such dtype, or `shape` is not a shape.
        """
        self._shape = as_shape(shape)
        self._dtype = as_dtype(dtype)
        self._name = name

    @property
    def shape(self) -> TensorShape:
        """What is known of the shape."""
        return self._shape

    @property
    def dtype(self) -> DType:
        """The dtype."""
        return self._dtype

    @property
    def name(self) -> str | None:
        """The name of the argument, or None."""
        return self._name


@public("TensorSpec")
class TensorSpec(DenseSpec):
    """Describes a tensor by shape and dtype, and by name where it is an argument.

    >>> import stagelight as tf
    >>> tf.TensorSpec([None, 2], tf.int32)
    TensorSpec(shape=(None, 2), dtype=tf.int32, name=None)
    """

    value_type = ValueClass("Tensor")
    # To `nest` a tensor is a leaf, also where composites are expanded.
    _is_nest_leaf = True

    @classmethod
    def from_spec(cls, spec: Any, name: str | None = None) -> TensorSpec:
        """The spec of a tensor with the shape and dtype of `spec`, under another name if given."""
        return cls(spec.shape, spec.dtype, name or spec.name)

    @classmethod
    def from_tensor(cls, tensor: Any, name: str | None = None) -> TensorSpec:
        """The spec of a tensor; a symbolic one gives it its operation's name."""
        operation = getattr(tensor, "op", None)
        return cls(tensor.shape, tensor.dtype, name or getattr(operation, "name", None))

    def is_compatible_with(self, spec_or_value: Any) -> bool:
        """Whether dtypes are equal and shapes compatible; anything but a tensor or spec is not."""
        return (
            isinstance(spec_or_value, (TensorSpec, self.value_type))
            and self._dtype is spec_or_value.dtype
            and self._shape.is_compatible_with(spec_or_value.shape)
        )

    def is_subtype_of(self, other: Any) -> bool:
        """Whether every tensor of this spec is one of `other`; a name is met by itself or none.

        TF: bounds are not compared.
        """
        return (
            isinstance(other, TensorSpec)
            and (not self._name or self._name == other._name)
            and self._dtype is other._dtype
            and self._shape.is_subtype_of(other._shape)
        )

    def _batch(self, size: int | None) -> TensorSpec:
        return TensorSpec(TensorShape([size]).concatenate(self._shape), self._dtype)

    def _unbatch(self) -> TensorSpec:
        return TensorSpec(shape_of_row(self._shape), self._dtype)

    @classmethod
    def experimental_type_proto(cls) -> Any:
        """The class of the messages that `experimental_as_proto` gives."""
        return schema.TensorSpecProto

    @classmethod
    def experimental_from_proto(cls, proto: Any) -> TensorSpec:
        """The spec of a message."""
        return TensorSpec(proto.shape, proto.dtype, proto.name or None)

    def experimental_as_proto(self) -> Any:
        """The spec as a `TensorSpecProto` message."""
        return schema.TensorSpecProto(
            name=self._name, shape=self._shape.as_proto(), dtype=self._dtype.as_datatype_enum
        )

    def placeholder_value(self, placeholder_context: Any) -> Any:
        """The tensor that a function is traced with in place of one of this spec."""
        return placeholder_context.placeholder(self)

    def to_tensors(self, value: Any) -> list[Any]:
        """The value as the one tensor that it is.

        Raises:
            TypeError: it is not of this spec.
        """
        tensor = self.cast(value, CastContext())
        if not tensor.shape.is_subtype_of(self._shape):
            raise TypeError(f"Received tensor of shape {tensor.shape} instead of {self._shape}")
        return [tensor]

    def from_tensors(self, tensors: Iterator[Any]) -> Any:
        """The next tensor."""
        return next(tensors)

    def flatten(self) -> list[Any]:
        """This spec alone."""
        return [self]

    def cast(self, value: Any, cast_context: Any) -> Any:
        """The value as a tensor of this spec.

        Raises:
            AssertionError: a spec that is not a subtype of this one.
            TypeError: it has another dtype or shape.
        """
        if cast_context.allow_specs and isinstance(value, TensorSpec):
            if not value.is_subtype_of(self):
                raise AssertionError(f"Can not cast {value!r} to {self!r}")
            return self
        if not isinstance(value, self.value_type):
            value = find("convert_to_tensor")(value, self._dtype)
        known = TensorSpec(value.shape, value.dtype, self._name)
        plain = TensorSpec(self._shape, self._dtype, self._name)
        if not known.is_subtype_of(plain):
            if not plain.is_subtype_of(known):
                raise TypeError(f"Can not cast {known!r} to {plain!r}")
            value.set_shape(self._shape)
        return value

    def _serialize(self) -> tuple[Any, ...]:
        return self._shape, self._dtype, self._name

    @property
    def _component_specs(self) -> TensorSpec:
        return self

    def _to_components(self, value: Any) -> Any:
        return value

    def _from_components(self, components: Any) -> Any:
        return components

    def __eq__(self, other: object) -> bool:
        if type(self) is not TensorSpec or type(other) is not TensorSpec:
            return super().__eq__(other)
        return (
            self._dtype is other._dtype
            and self._shape._dims == other._shape._dims
            and self._name == other._name
        )

    def __hash__(self) -> int:
        return hash((self._shape, self._dtype))

    def __repr__(self) -> str:
        return f"TensorSpec(shape={self._shape}, dtype={self._dtype!r}, name={self._name!r})"


class BoundedTensorSpec(TensorSpec):
    """Describes a tensor whose elements lie between two bounds, both included."""

    def __init__(
        self,
        shape: ShapeLike,
        dtype: DTypeLike,
        minimum: Any,
        maximum: Any,
        name: str | None = None,
    ) -> None:
        """Makes a spec.

        Args:
            shape: What is known of the shape.
            dtype: The dtype.
            minimum: The least values, a number or an array that broadcasts to `shape`.
            maximum: The greatest values, likewise.
            name: The name of the argument.

        Raises:
            ValueError: a bound is None or does not broadcast to `shape`.
        """
        super().__init__(shape, dtype, name)
        self._minimum = self._bound("minimum", minimum)
        self._maximum = self._bound("maximum", maximum)

    def _bound(self, name: str, value: Any) -> np.ndarray[Any, Any]:
        if value is None:
            raise ValueError(f"`{name}` can not be None.")
        try:
            broadcast_static_shape(np.shape(value), self._shape)
        except ValueError as error:
            raise ValueError(
                f"`{name}` {value} is not compatible with shape {self._shape}."
            ) from error
        bound = np.array(value, self._dtype.numpy_dtype)
        bound.setflags(write=False)
        return bound

    @classmethod
    def from_spec(cls, spec: Any, name: str | None = None) -> BoundedTensorSpec:
        """The bounded form of a spec; the dtype's own limits where the spec has no bounds."""
        dtype = as_dtype(spec.dtype)
        minimum = getattr(spec, "minimum", None)
        maximum = getattr(spec, "maximum", None)
        return cls(
            spec.shape,
            dtype,
            dtype.min if minimum is None else minimum,
            dtype.max if maximum is None else maximum,
            name or spec.name,
        )

    @property
    def minimum(self) -> np.ndarray[Any, Any]:
        """The least values, read-only."""
        return self._minimum

    @property
    def maximum(self) -> np.ndarray[Any, Any]:
        """The greatest values, read-only."""
        return self._maximum

    def _serialize(self) -> tuple[Any, ...]:
        return self._shape, self._dtype, self._minimum, self._maximum, self._name

    def __repr__(self) -> str:
        return (
            f"BoundedTensorSpec(shape={self._shape}, dtype={self._dtype!r}, name={self._name!r}, "
            f"minimum={self._minimum!r}, maximum={self._maximum!r})"
        )


class VariableSpec(TypeSpec):
    """Describes a variable by shape, dtype and whether it is trainable.

    Arguments that are one and the same variable share an `alias_id`, so that a staged function for
    `f(v, v)` is not taken for `f(v, w)`.
    """

    value_type = ValueClass("Variable")
    # To `nest` a variable is a leaf: it is passed on by identity, not by value.
    _is_nest_leaf = True

    def __init__(
        self,
        shape: ShapeLike,
        dtype: DTypeLike = float32,
        trainable: bool = True,
        alias_id: int | None = None,
    ) -> None:
        """Makes a spec of a variable of a shape and dtype."""
        self.shape = as_shape(shape)
        self.dtype = as_dtype(dtype)
        self.trainable = trainable
        self.alias_id = alias_id

    @classmethod
    def from_value(cls, value: Any) -> VariableSpec:
        """The spec of a variable."""
        return cls(value.shape, value.dtype, value.trainable)

    def is_compatible_with(self, spec_or_value: Any) -> bool:
        """Whether a variable, or the spec of one, has this dtype and may have this shape.

        Specs must have the same `alias_id` as well.
        """
        return (
            isinstance(spec_or_value, (VariableSpec, self.value_type))
            and self.shape.is_compatible_with(spec_or_value.shape)
            and self.dtype is spec_or_value.dtype
            and self.trainable == spec_or_value.trainable
            and getattr(spec_or_value, "alias_id", self.alias_id) == self.alias_id
        )

    def placeholder_value(self, placeholder_context: Any) -> Any:
        """The variable itself: each has a trace of its own."""
        if placeholder_context.has_placeholder(self.alias_id):
            return placeholder_context.get_placeholder(self.alias_id)
        return super().placeholder_value(placeholder_context)

    def to_tensors(self, value: Any) -> list[Any]:
        """None of a variable that an argument has: the trace that is its own captures it."""
        return super().to_tensors(value) if self.alias_id is None else []

    def flatten(self) -> list[Any]:
        """The specs of what `to_tensors` gives."""
        return super().flatten() if self.alias_id is None else []

    def _serialize(self) -> tuple[Any, ...]:
        return self.shape, self.dtype, self.trainable, self.alias_id

    @property
    def _component_specs(self) -> list[TensorSpec]:
        return [TensorSpec([], resource)]

    def _to_components(self, value: Any) -> list[Any]:
        return [value.handle]

    def _from_components(self, components: list[Any]) -> Any:
        return self.value_type._from_type_spec(self, components)

    def __repr__(self) -> str:
        return (
            f"VariableSpec(shape={self.shape}, dtype={self.dtype!r}, trainable={self.trainable!r}, "
            f"alias_id={self.alias_id!r})"
        )


def spec_of_argument(variable: Any, context: Any) -> VariableSpec:
    """The spec of a variable in an argument, of which the context keeps the variable itself."""
    alias = context.alias_global_id(id(variable))
    context.add_placeholder(alias, variable)
    return VariableSpec(variable.shape, variable.dtype, variable.trainable, alias)


@public("IndexedSlicesSpec")
class IndexedSlicesSpec(TypeSpec):
    """Describes `tf.IndexedSlices`: some slices of a tensor along its first axis.

    >>> import stagelight as tf
    >>> tf.IndexedSlicesSpec([10, 3])
    IndexedSlicesSpec(TensorShape([10, 3]), tf.float32, tf.int64, None, TensorShape([None]))
    """

    value_type = ValueClass("IndexedSlices")

    def __init__(
        self,
        shape: ShapeLike = None,
        dtype: DTypeLike = float32,
        indices_dtype: DTypeLike = int64,
        dense_shape_dtype: DTypeLike | None = None,
        indices_shape: ShapeLike = None,
    ) -> None:
        """Makes a spec.

        Args:
            shape: What is known of the shape of the dense tensor.
            dtype: The dtype of the values.
            indices_dtype: The dtype of the indices, int32 or int64.
            dense_shape_dtype: The dtype of `dense_shape`, or None where the slices have none.
            indices_shape: What is known of the shape of the indices, `[n]`.
        """
        self._shape = as_shape(shape)
        self._dtype = as_dtype(dtype)
        self._indices_dtype = as_dtype(indices_dtype)
        self._dense_shape_dtype = None if dense_shape_dtype is None else as_dtype(dense_shape_dtype)
        self._indices_shape = as_shape(indices_shape).with_rank(1)

    def _serialize(self) -> tuple[Any, ...]:
        return (
            self._shape,
            self._dtype,
            self._indices_dtype,
            self._dense_shape_dtype,
            self._indices_shape,
        )

    @property
    def _component_specs(self) -> tuple[TensorSpec, ...]:
        values = TensorSpec(self._indices_shape.concatenate(self._shape[1:]), self._dtype)
        indices = TensorSpec(self._indices_shape, self._indices_dtype)
        if self._dense_shape_dtype is None:
            return values, indices
        return values, indices, TensorSpec([self._shape.rank], self._dense_shape_dtype)

    def _to_components(self, value: Any) -> tuple[Any, ...]:
        if value.dense_shape is None:
            return value.values, value.indices
        return value.values, value.indices, value.dense_shape

    def _from_components(self, components: tuple[Any, ...]) -> Any:
        return self.value_type(*components)


@public("TensorArraySpec")
class TensorArraySpec(TypeSpec):
    """Describes a `tf.TensorArray` by the shape and dtype of its elements.

    >>> import stagelight as tf
    >>> tf.TensorArraySpec([2], tf.int32)
    TensorArraySpec(TensorShape([2]), tf.int32, False, True)
    """

    value_type = ValueClass("TensorArray")

    def __init__(
        self,
        element_shape: ShapeLike = None,
        dtype: DTypeLike = float32,
        dynamic_size: bool = False,
        infer_shape: bool = True,
    ) -> None:
        """Makes a spec.

        Args:
            element_shape: What is known of the shape of each element.
            dtype: The dtype of the elements.
            dynamic_size: Whether the array grows when it is written past its end.
            infer_shape: Whether all elements must have one shape.
        """
        self._element_shape = as_shape(element_shape)
        self._dtype = as_dtype(dtype)
        self._dynamic_size = dynamic_size
        self._infer_shape = infer_shape

    @classmethod
    def from_value(cls, value: Any) -> TensorArraySpec:
        """The spec of a tensor array."""
        return cls(value.element_shape, value.dtype, value.dynamic_size, value._infer_shape)

    def _serialize(self) -> tuple[Any, ...]:
        return self._element_shape, self._dtype, self._dynamic_size, self._infer_shape

    @property
    def _component_specs(self) -> list[TensorSpec]:
        return [TensorSpec([], variant)]

    def _to_components(self, value: Any) -> list[Any]:
        return [value.flow]

    def _from_components(self, components: list[Any]) -> Any:
        return self.value_type._from_type_spec(self, components)


def _spec_of_array(array: Any) -> TensorSpec:
    return TensorSpec(array.shape, from_numpy(array.dtype))


register_value_spec(np.ndarray, _spec_of_array)
register_value_spec(np.generic, _spec_of_array)
