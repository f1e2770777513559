"""`ExtensionTypeSpec`: the fields of an extension type, with specs in the places of tensors."""

from __future__ import annotations

import inspect
from collections.abc import Sequence
from typing import Any

from stagelight.extension_types.fielded import Fielded, constructor
from stagelight.extension_types.fields import (
    Field,
    described,
    parts_of,
    restored,
    serialized,
    with_parts,
)
from stagelight.types.type_spec import TypeSpec


class ExtensionTypeSpec(Fielded, TypeSpec):
    """The base of the specs of extension types: `MaskedTensor.Spec` is one.

    Its fields are those of the type, which is `value_type`. A class `Spec` in the body of the type may add
    methods, and a constructor of its own.
    """

    value_type: Any = None
    _abstract_name = "ExtensionTypeSpec"
    _convert = staticmethod(described)

    def __init_subclass__(cls, **keywords: Any) -> None:
        super().__init_subclass__(**keywords)
        kind: Any = cls
        if kind.__init__ is ExtensionTypeSpec.__init__:
            place = inspect.Parameter.POSITIONAL_OR_KEYWORD
            names = [field.name for field in cls.value_type._own_fields]
            parameters = [inspect.Parameter(name, place) for name in names]
            kind.__signature__ = inspect.Signature(parameters, return_annotation=cls)
        else:
            kind.__init__ = constructor(kind.__init__)

    __init__ = constructor(Fielded.__init__)

    @classmethod
    def _fields(cls) -> tuple[Field, ...]:
        fields: tuple[Field, ...] = cls.value_type._fields()
        return fields

    @classmethod
    def from_value(cls, value: Any) -> Any:
        """The spec of a value of the type."""
        return value._type_spec

    def _serialize(self) -> tuple[Any, ...]:
        return tuple((name, serialized(value)) for name, value in self._held.items())

    @classmethod
    def _deserialize(cls, serialization: Any) -> Any:
        return cls._of_fields({name: restored(value) for name, value in serialization})

    @property
    def _component_specs(self) -> tuple[Any, ...]:
        return tuple(parts_of(self._held.values(), are_specs=True))

    def _to_components(self, value: Any) -> tuple[Any, ...]:
        return tuple(parts_of(value._held.values(), are_specs=False))

    def _from_components(self, components: Sequence[Any]) -> Any:
        return self.value_type._of_fields(with_parts(self._held, components))

    def _with_component_specs(self, specs: Sequence[Any]) -> Any:
        """The spec with other specs in the places of its own."""
        return self._of_fields(with_parts(self._held, specs))

    def __reduce__(self) -> tuple[Any, ...]:
        return _spec_again, (type(self), self._serialize())

    def __repr__(self) -> str:
        listed = ", ".join(f"{name}={serialized(value)!r}" for name, value in self._held.items())
        return f"{type(self).__qualname__}({listed})"


def _spec_again(kind: type[ExtensionTypeSpec], serialization: Any) -> Any:
    return kind._deserialize(serialization)
