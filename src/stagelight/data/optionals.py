"""`tf.experimental.Optional`: an element, or the news that there is none.

How a staged loop asks an iterator for the next element without failing at the end.
"""

from __future__ import annotations

from types import ModuleType
from typing import Any

import numpy as np

from stagelight import errors
from stagelight.boundary import guarded
from stagelight.core import registry
from stagelight.core.composite import CompositeTensor
from stagelight.core.dispatch import CONTEXT, apply
from stagelight.core.op_def import Trait
from stagelight.core.registry import define
from stagelight.core.tensor import EagerTensor, Tensor
from stagelight.data.dataset import ELEMENT_ATTRS, variant_scalar
from stagelight.data.iterators import Iterator
from stagelight.data.structure import (
    Packer,
    components_of,
    normalized,
    packed,
    packer,
    spec_of,
    types_and_shapes,
)
from stagelight.fork_safety import cached_property
from stagelight.ops.lists.optional_values import components_of_optional, has_value, optional_of
from stagelight.public import public
from stagelight.types.dtypes import bool_, variant
from stagelight.types.specs import TensorSpec
from stagelight.types.type_spec import TypeSpec


def _next_as_optional(xp: ModuleType, iterator: Any, **_: Any) -> np.ndarray:
    try:
        return optional_of(iterator[()].next())
    except errors.OutOfRangeError:
        return optional_of(None)


define(
    "IteratorGetNextAsOptional",
    "iterator: resource",
    "optional: variant",
    ELEMENT_ATTRS,
    infer=variant_scalar,
    kernel=_next_as_optional,
    differentiable=False,
    traits=Trait.HOST_ONLY | Trait.READS | Trait.WRITES | Trait.ITERATES,
)


@public("OptionalSpec")
class OptionalSpec(TypeSpec):
    """The spec of an optional: the spec of its value.

    >>> _ = tf.data.Dataset
    >>> tf.OptionalSpec(tf.TensorSpec([], tf.int64)).value_type.__name__
    'Optional'
    """

    def __init__(self, element_spec: Any) -> None:
        self._element_spec = element_spec

    @cached_property
    def packed(self) -> Packer:
        """The function that gives a row of arrays the structure of the value."""
        return packer(self._element_spec)

    @property
    def value_type(self) -> type:
        """`tf.experimental.Optional`."""
        return Optional

    @property
    def _component_specs(self) -> TensorSpec:
        return TensorSpec((), variant)

    def _to_components(self, value: Any) -> Tensor:
        tensor: Tensor = value._variant_tensor
        return tensor

    def _from_components(self, components: Any) -> Optional:
        return Optional(components, self)

    def _serialize(self) -> tuple[Any, ...]:
        return (self._element_spec,)


@public("experimental.Optional", "data.experimental.Optional")
class Optional(CompositeTensor):
    """An element, or none.

    >>> optional = iter(tf.data.Dataset.range(1)).get_next_as_optional()
    >>> bool(optional.has_value()), int(optional.get_value())
    (True, 0)
    """

    def __init__(self, variant_tensor: Tensor, spec: OptionalSpec) -> None:
        self._variant_tensor = variant_tensor
        self._spec = spec

    @property
    def element_spec(self) -> Any:
        """The spec of the value."""
        return self._spec._element_spec

    @property
    def _element_spec(self) -> Any:
        return self._spec._element_spec

    @_element_spec.setter
    def _element_spec(self, element_spec: Any) -> None:
        # Keras says so what the value of a loop's result is.
        self._spec = OptionalSpec(element_spec)

    @property
    def _type_spec(self) -> OptionalSpec:
        return self._spec

    @staticmethod
    def empty(element_spec: Any) -> Optional:
        """An optional without a value, of the spec that its values would have.

        >>> bool(tf.experimental.Optional.empty(tf.TensorSpec([], tf.int32)).has_value())
        False
        """
        return Optional(apply(registry.lookup("OptionalNone"), ()), OptionalSpec(element_spec))

    @staticmethod
    def from_value(value: Any) -> Optional:
        """An optional of a value: a structure of tensors.

        >>> int(tf.experimental.Optional.from_value(tf.constant(3)).get_value())
        3
        """
        element = normalized(value)
        components = components_of(element)
        tensor = apply(registry.lookup("OptionalFromValue"), components)
        return Optional(tensor, OptionalSpec(spec_of(element)))

    def has_value(self) -> Tensor:
        """Whether there is a value: a bool scalar."""
        if CONTEXT.plain and isinstance(self._variant_tensor, EagerTensor):
            return EagerTensor(has_value(np, self._variant_tensor._array), bool_)
        result: Tensor = apply(registry.lookup("OptionalHasValue"), (self._variant_tensor,))
        return result

    def get_value(self) -> Any:
        """The value.

        Raises:
            InvalidArgumentError: there is none.
        """
        if CONTEXT.plain and isinstance(self._variant_tensor, EagerTensor):
            return self._spec.packed(components_of_optional(np, self._variant_tensor._array))
        op_def = registry.lookup("OptionalGetValue")
        components = apply(op_def, (self._variant_tensor,), types_and_shapes(self._element_spec))
        return packed(self._element_spec, components)


@public("data.experimental.get_next_as_optional")
def get_next_as_optional(iterator: Iterator) -> Optional:
    """The next element of an iterator, or none at the end.

    >>> iterator = iter(tf.data.Dataset.range(1))
    >>> bool(tf.data.experimental.get_next_as_optional(iterator).has_value())
    True
    >>> bool(iterator.get_next_as_optional().has_value())
    False
    """
    op_def = registry.lookup("IteratorGetNextAsOptional")
    tensor = apply(op_def, (iterator._handle,), types_and_shapes(iterator.element_spec))
    return Optional(tensor, OptionalSpec(iterator.element_spec))


setattr(Iterator, "get_next_as_optional", guarded(get_next_as_optional))  # noqa: B010
