"""`ExtensionType`: classes of the program's own whose values hold tensors, and travel as one."""

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
from stagelight.extension_types.fields import (
    MISSING,
    Field,
    check_annotation,
    held,
    is_text,
    resolved,
    spec_of_field,
)
from stagelight.extension_types.overrides import apply_by_handlers
from stagelight.graph.structured_values import register_spec
from stagelight.public import public

_CACHED_SPEC = "_cached_type_spec"


@public("experimental.ExtensionType")
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

    _abstract_name = "ExtensionType"
    _convert = staticmethod(held)
    Spec: Any = ExtensionTypeSpec

    def __init_subclass__(cls, **keywords: Any) -> None:
        super().__init_subclass__(**keywords)
        place = _place_of_definition()
        cls._names = place.f_globals
        cls._own_fields = _annotated_fields(cls, {**place.f_globals, **place.f_locals})
        cls._has_texts = any(is_text(field.annotation) for field in cls._own_fields)
        own: Any = vars(cls).get("__init__")
        kind: Any = cls
        if own is not None:
            kind.__init__ = constructor(own)
        elif kind.__init__ is ExtensionType.__init__:
            kind.__signature__ = _signature(cls)
        if "__eq__" not in vars(cls):
            cls.__hash__ = None  # type: ignore[assignment]
        cls.Spec = _spec_class(cls)

    _is_abstract = True
    _own_fields: tuple[Field, ...] = ()
    # Annotations that were given as text and name what is not there yet; what names mean in them.
    _has_texts = False
    _names: Mapping[str, Any] = {}

    def __new__(cls, *args: Any, **kwargs: Any) -> Any:
        if "_is_abstract" in vars(cls):
            raise AssertionError(
                f"Cannot create an instance of {cls.__name__} because {cls.__name__} is an abstract base "
                "class."
            )
        return super().__new__(cls)

    __init__ = constructor(Fielded.__init__)

    @classmethod
    def _fields(cls) -> tuple[Field, ...]:
        if cls._has_texts:
            names = {**cls._names, cls.__name__: cls}
            cls._own_fields = tuple(_with_known_annotation(x, names) for x in cls._own_fields)
            cls._has_texts = False
        return cls._own_fields

    def _finish(self) -> None:
        self.__validate__()

    def __validate__(self) -> None:
        """Raises an error if the fields are not right; for subclasses."""

    @property
    def _type_spec(self) -> Any:
        spec = self.__dict__.get(_CACHED_SPEC)
        if spec is None:
            fields = {name: spec_of_field(value) for name, value in self._held.items()}
            spec = self.__dict__[_CACHED_SPEC] = self.Spec._of_fields(fields)
        return spec

    def _apply_elementwise(self, op_def: Any, values: Any, attrs: Any, name: str | None) -> Any:
        """An operator between a tensor and this value: what handlers make of the public function."""
        return apply_by_handlers(op_def.name, values)

    def __eq__(self, other: Any) -> Any:
        if type(self) is not type(other) or self._type_spec != other._type_spec:
            return False
        equal: Any = convert_to_tensor(True)
        for x, y in zip(_tensors(self), _tensors(other), strict=True):
            for a, b in ((raw.Shape(x), raw.Shape(y)), (x, y)):
                same = raw.Equal(a, b, incompatible_shape_error=False)
                equal = raw.LogicalAnd(equal, raw.All(same, raw.Range(0, raw.Rank(same), 1)))
        return equal

    def __ne__(self, other: Any) -> Any:
        equal = self.__eq__(other)
        return raw.LogicalNot(equal) if isinstance(equal, Tensor) else not equal

    def __repr__(self) -> str:
        listed = ", ".join(f"{name}={value!r}" for name, value in self._held.items())
        return f"{type(self).__qualname__}({listed})"


def _tensors(value: ExtensionType) -> list[Any]:
    return nest.flatten(value, expand_composites=True)


# ---------------------------------------------------------------------------- the making of a class


# Python functions that run between a statement `class` and the methods it calls; `abc.ABCMeta` has `__new__`.
_MAKING_OF_A_CLASS = ("__init_subclass__", "__new__")


def _place_of_definition() -> FrameType:
    """Where the statement `class` of the class that is being made stands."""
    frame = sys._getframe(1)
    while frame.f_code.co_name in _MAKING_OF_A_CLASS and frame.f_back is not None:
        frame = frame.f_back
    return frame


def _annotated_fields(cls: type[ExtensionType], names: dict[str, Any]) -> tuple[Field, ...]:
    """The fields of the bases, then those of the class."""
    fields = {
        field.name: field
        for base in reversed(cls.__mro__[1:])
        for field in getattr(base, "_own_fields", ())
    }
    annotations = inspect.get_annotations(cls)
    for name in [*annotations, *(_INNER & vars(cls).keys())]:
        if name in _RESERVED or name.startswith("_tf_extension_type"):
            raise ValueError(
                f"The field annotations for {cls.__name__} are invalid. Field '{name}' is reserved."
            )
    for name, annotation in annotations.items():
        if is_text(annotation):
            # It may name what is not there yet.
            with suppress(TypeError):
                annotation = resolved(annotation, {**names, cls.__name__: cls})
        try:
            check_annotation(annotation)
        except TypeError as error:
            raise TypeError(f"In field {name!r}: {error}") from None
        default = vars(cls).get(name, MISSING)
        if default is not MISSING and not is_text(annotation):
            held(default, annotation, f"default value for {name}")
        fields[name] = Field(name, annotation, default)
    return tuple(fields.values())


def _with_known_annotation(field: Field, names: Mapping[str, Any]) -> Field:
    try:
        annotation = resolved(field.annotation, names)
        check_annotation(annotation)
    except TypeError as error:
        raise TypeError(f"{field.name}: {error}") from None
    return replace(field, annotation=annotation)


def _signature(cls: type[ExtensionType]) -> inspect.Signature:
    """The fields as parameters; what is required after a default is given by name."""
    kind: Any = inspect.Parameter.POSITIONAL_OR_KEYWORD
    nothing = inspect.Parameter.empty
    parameters: list[inspect.Parameter] = []
    for field in cls._own_fields:
        default = nothing if field.default is MISSING else field.default
        if default is nothing and parameters and parameters[-1].default is not nothing:
            kind = inspect.Parameter.KEYWORD_ONLY
        parameters.append(
            inspect.Parameter(field.name, kind, default=default, annotation=field.annotation)
        )
    return inspect.Signature(parameters, return_annotation=cls)


def _spec_class(cls: type[ExtensionType]) -> type:
    """The class of the specs: what the body of the class has as `Spec`, and the specs of its bases."""
    own = vars(cls).get("Spec")
    parents: Any = [base for base in cls.__bases__ if issubclass(base, ExtensionType)]
    bases = dict.fromkeys(base.Spec for base in parents)
    spec_class = type(
        "Spec",
        (*([] if own is None else [own]), *bases),
        {
            "__module__": cls.__module__,
            "__qualname__": f"{cls.__qualname__}.Spec",
            "__doc__": getattr(own, "__doc__", None) or f"The spec of `{cls.__name__}`.",
            "value_type": cls,
        },
    )
    name = vars(cls).get("__name__")
    if name is not None:
        register_spec(f"{name}.Spec", spec_class)
    return spec_class


_RESERVED = {"self", *dir(ExtensionType), *dir(ExtensionTypeSpec)}
# What a class may not define in another way.
_INNER = {"_fields", "_held", "_of_fields", "_type_spec"}


@public("experimental.extension_type.as_dict")
def as_dict(value: ExtensionType) -> dict[str, Any]:
    """The fields of a value, by name.

    >>> class Point(tf.experimental.ExtensionType):
    ...     x: int
    ...     y: int = 2
    >>> tf.experimental.extension_type.as_dict(Point(1))
    {'x': 1, 'y': 2}
    """
    return value._held
