from typing import Any
from __future__ import annotations
import inspect
import sys
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import replace
from types import FrameType
from typing import Any
from stagelight import nest
from stagelight.core.composite import CompositeTensor
from stagelight.core.convert import convert_to_tensor
from stagelight.core.raw import raw
from stagelight.core.tensor import Tensor
from stagelight.extension_types.extension_type_spec import ExtensionTypeSpec
from stagelight.extension_types.fielded import Fielded, constructor
from stagelight.extension_types.fields import MISSING, Field, check_annotation, held, is_text, resolved, spec_of_field
from stagelight.extension_types.overrides import apply_by_handlers
from stagelight.graph.structured_values import register_spec
from stagelight.public import public
_CACHED_SPEC: str
class ExtensionType(Fielded, CompositeTensor):
    """The base of classes that hold tensors beside other things, and are taken as one value.

    A subclass annotates its fields as a dataclass does: `tf.Tensor`, composite tensors, extension types,
    `tf.TensorShape`, `tf.DType`, `bool`, `int`, `float`, `str`, `bytes`, `None`, and `typing.Tuple`,
    `typing.Mapping` and `typing.Union` of them. It gets a constructor that converts what is given,
    `__repr__`, `==` (a scalar tensor: whether all is equal), and a nested class `Spec`. Its values do not
    change; they are arguments and results of staged functions, of branches and loops, elements of datasets
    (`tf.experimental.BatchableExtensionType`), and parts of saved models where the class body says
    `__name__ = "package.Name"`.

    - A constructor of the class's own sets the fields; they are converted when it has ended.
    - `__validate__(self)` may raise an error when the fields are set.
    - A class `Spec` in the body may have a constructor, methods and properties.
    - `tf.experimental.dispatch_for_api` and its like let public functions take such values.

    Raises:
        ValueError: a field has a name that the base uses, or a field is missing.
        TypeError: an annotation cannot be held, or a field is given what its annotation does not allow.
        AttributeError: an attribute is set outside of the constructor.

    >>> class MaskedTensor(tf.experimental.ExtensionType):
    ...     values: tf.Tensor
    ...     mask: tf.Tensor
    ...
    ...     def with_default(self, default):
    ...         return tf.where(self.mask, self.values, default)
    >>> masked = MaskedTensor([1, 2, 3], [True, False, True])
    >>> tf.function(lambda x: x.with_default(0))(masked).numpy()
    array([1, 0, 3], dtype=int32)

    Source: the TensorFlow guide "Extension types".
    """
    _abstract_name: str
    Spec: Any

    def __init_subclass__(cls, **keywords: Any) -> None:
        ...
    _is_abstract: bool
    _own_fields: tuple[Field, ...]
    _has_texts: bool
    _names: Mapping[str, Any]

    def __new__(cls, *args: Any, **kwargs: Any) -> Any:
        ...

    @classmethod
    def _fields(cls) -> tuple[Field, ...]:
        ...

    def _finish(self) -> None:
        ...

    def __validate__(self) -> None:
        """Raises an error if the fields are not right; for subclasses."""

    @property
    def _type_spec(self) -> Any:
        ...

    def _apply_elementwise(self, op_def: Any, values: Any, attrs: Any, name: str | None) -> Any:
        """An operator between a tensor and this value: what handlers make of the public function."""

    def __eq__(self, other: Any) -> Any:
        ...

    def __ne__(self, other: Any) -> Any:
        ...

    def __repr__(self) -> str:
        ...
    __init__: Any

    @staticmethod
    def _convert(value: Any, annotation: Any, path: str) -> Any:
        """A value as the field of an extension type holds it.

        Raises:
            TypeError: the field cannot hold it.
        """
def _tensors(value: ExtensionType) -> list[Any]:
    ...
_MAKING_OF_A_CLASS: Any
def _place_of_definition() -> FrameType:
    """Where the statement `class` of the class that is being made stands."""
def _annotated_fields(cls: type[ExtensionType], names: dict[str, Any]) -> tuple[Field, ...]:
    """The fields of the bases, then those of the class."""
def _with_known_annotation(field: Field, names: Mapping[str, Any]) -> Field:
    ...
def _signature(cls: type[ExtensionType]) -> inspect.Signature:
    """The fields as parameters; what is required after a default is given by name."""
def _spec_class(cls: type[ExtensionType]) -> type:
    """The class of the specs: what the body of the class has as `Spec`, and the specs of its bases."""
_RESERVED: Any
_INNER: Any
def as_dict(value: ExtensionType) -> dict[str, Any]:
    """The fields of a value, by name.

    >>> class Point(tf.experimental.ExtensionType):
    ...     x: int
    ...     y: int = 2
    >>> tf.experimental.extension_type.as_dict(Point(1))
    {'x': 1, 'y': 2}
    """
