"""Structures of Python values and specs to and from `StructuredValue` messages.

They tell what a saved function takes and gives, and what the elements of a saved dataset are: lists, tuples,
dicts and named tuples of numbers, strings, arrays, shapes, dtypes and type specs. A named tuple comes back
as one of a class of its own, with the same name and fields.
"""

from __future__ import annotations

import collections
import keyword
from collections.abc import Mapping
from typing import Any

import numpy as np

from stagelight import nest
from stagelight.core.convert import convert_to_tensor
from stagelight.core.tensor import EagerTensor
from stagelight.errors import OpError
from stagelight.formats import schema, tensor_proto
from stagelight.graph.attr_values import get_dtype, get_shape, set_shape
from stagelight.public import find, is_same_definition, public
from stagelight.types.dtypes import DType, as_dtype
from stagelight.types.ragged_spec import RaggedTensorSpec
from stagelight.types.shapes import TensorShape
from stagelight.types.sparse_spec import SparseTensorSpec
from stagelight.types.specs import (
    BoundedTensorSpec,
    IndexedSlicesSpec,
    TensorArraySpec,
    TensorSpec,
    VariableSpec,
)
from stagelight.types.type_spec import TypeSpec

# By the names in the enum `TypeSpecProto.TypeSpecClass`.
_SPEC_CLASSES: dict[str, type[TypeSpec]] = {
    "SPARSE_TENSOR_SPEC": SparseTensorSpec,
    "INDEXED_SLICES_SPEC": IndexedSlicesSpec,
    "RAGGED_TENSOR_SPEC": RaggedTensorSpec,
    "TENSOR_ARRAY_SPEC": TensorArraySpec,
    "VARIABLE_SPEC": VariableSpec,
}

# Classes of higher floors, by their public names.
_PUBLIC_SPEC_CLASSES = {
    "DATA_DATASET_SPEC": "data.DatasetSpec",
    "DATA_ITERATOR_SPEC": "data.IteratorSpec",
    "OPTIONAL_SPEC": "OptionalSpec",
}

# The program's own, by the names that it gave them, and the names by class.
REGISTERED_SPECS: dict[str, type[TypeSpec]] = {}
NAMES_OF_SPECS: dict[type[TypeSpec], str] = {}


class UnnamedSpecError(ValueError):
    """A spec is of a class that has no name in files."""


def register_spec(name: str, spec_class: type[TypeSpec]) -> None:
    """Lets specs of a class be saved, under a name such as `package.Class.Spec`.

    Raises:
        ValueError: the name is taken, the class has one already, or the name is not of that form.
    """
    if not all(part.isidentifier() for part in name.split(".")) or "." not in name:
        raise ValueError(
            f"Registered name must have the form '{{project_name}}.{{type_name}}'. Received: {name!r}."
        )
    if not is_same_definition(REGISTERED_SPECS.get(name, spec_class), spec_class):
        raise ValueError(
            f"Name {name} has already been registered for class {REGISTERED_SPECS[name].__module__}."
            f"{REGISTERED_SPECS[name].__qualname__}."
        )
    if spec_class in NAMES_OF_SPECS:
        raise ValueError(
            f"Class {spec_class.__module__}.{spec_class.__qualname__} has already been registered with "
            f"name {NAMES_OF_SPECS[spec_class]}."
        )
    REGISTERED_SPECS[name] = spec_class
    NAMES_OF_SPECS[spec_class] = name


def registered_name(spec_class: type[TypeSpec]) -> str | None:
    """The name under which specs of a class are saved; None for a class that has none."""
    return NAMES_OF_SPECS.get(spec_class)


def registered_spec(name: str) -> type[TypeSpec] | None:
    """The class that was registered under a name; None where none was."""
    return REGISTERED_SPECS.get(name)


# ---------------------------------------------------------------------------- to messages


def encoded(value: Any) -> Any:
    """The `StructuredValue` of a value.

    Raises:
        UnnamedSpecError: a spec's class has no name.
        ValueError: there is no form for it, or for something in it.
    """
    message = schema.StructuredValue()
    _encode(value, message)
    return message


def _encode(value: Any, message: Any) -> None:
    if value is None:
        message.none_value.SetInParent()
    elif isinstance(value, bool):
        message.bool_value = value
    elif isinstance(value, int):
        _encode_int(value, message)
    elif isinstance(value, float):
        message.float64_value = value
    elif isinstance(value, str):
        message.string_value = value
    elif isinstance(value, TypeSpec):
        _encode_spec(value, message)
    elif isinstance(value, TensorShape):
        set_shape(message.tensor_shape_value, value)
    elif isinstance(value, DType):
        message.tensor_dtype_value = value.as_datatype_enum
    elif isinstance(value, (list, tuple, Mapping)):
        _encode_container(value, message)
    elif isinstance(value, EagerTensor):
        message.tensor_value.CopyFrom(_tensor_message(value))
    elif isinstance(value, (np.ndarray, np.generic)):
        message.numpy_value.CopyFrom(_tensor_message(convert_to_tensor(value)))
    else:
        raise ValueError(
            f"A saved model has no form for values of type {type(value).__name__}. Received: {value!r}"
        )


def _encode_int(value: int, message: Any) -> None:
    try:
        message.int64_value = value
    except ValueError:
        raise ValueError(f"A saved model has integers of 64 bits. Received: {value}") from None


def _encode_container(value: Any, message: Any) -> None:
    if isinstance(value, Mapping):
        message.dict_value.SetInParent()
        for key, item in value.items():
            if not isinstance(key, str):
                raise ValueError(
                    f"A saved model has dicts whose keys are strings. Received: {value!r}"
                )
            _encode(item, message.dict_value.fields[key])
    elif isinstance(value, list):
        message.list_value.SetInParent()
        for item in value:
            _encode(item, message.list_value.values.add())
    elif hasattr(value, "_fields"):
        message.named_tuple_value.name = type(value).__name__
        for key, item in zip(value._fields, value, strict=True):
            pair = message.named_tuple_value.values.add(key=key)
            _encode(item, pair.value)
    else:
        message.tuple_value.SetInParent()
        for item in value:
            _encode(item, message.tuple_value.values.add())


def _encode_spec(spec: TypeSpec, message: Any) -> None:
    if isinstance(spec, TensorSpec):
        bounded = spec if isinstance(spec, BoundedTensorSpec) else None
        proto = message.tensor_spec_value if bounded is None else message.bounded_tensor_spec_value
        proto.name = spec.name or ""
        set_shape(proto.shape, spec.shape)
        proto.dtype = spec.dtype.as_datatype_enum
        if bounded is not None:
            proto.minimum.CopyFrom(_tensor_message(convert_to_tensor(bounded.minimum, spec.dtype)))
            proto.maximum.CopyFrom(_tensor_message(convert_to_tensor(bounded.maximum, spec.dtype)))
        return
    proto = message.type_spec_value
    proto.type_spec_class = getattr(schema.TypeSpecProto, _class_name(spec))
    proto.type_spec_class_name = registered_name(type(spec)) or type(spec).__name__
    proto.num_flat_components = len(nest.flatten(spec._component_specs, expand_composites=True))
    _encode(spec._serialize(), proto.type_state)


def _class_name(spec: TypeSpec) -> str:
    """The name of a spec's class in the enum `TypeSpecProto.TypeSpecClass`."""
    kind = type(spec)
    for name, spec_class in _SPEC_CLASSES.items():
        if kind is spec_class:
            return name
    for name, public_name in _PUBLIC_SPEC_CLASSES.items():
        if public_name.endswith(kind.__name__) and kind is find(public_name):
            return name
    if registered_name(type(spec)) is not None:
        return _REGISTERED
    raise UnnamedSpecError(
        f"A saved model has no form for specs of type {kind.__qualname__}. A class derived from "
        "tf.experimental.ExtensionType has one if its body says __name__ = 'package.Class'."
    )


_REGISTERED = "REGISTERED_TYPE_SPEC"


def _tensor_message(tensor: Any) -> Any:
    return tensor_proto.from_array(tensor._array, tensor.dtype.as_datatype_enum)


# ---------------------------------------------------------------------------- from messages


@public("__internal__.saved_model.decode_proto")
def decoded(proto: Any) -> Any:
    """The value of a `StructuredValue`.

    Raises:
        ValueError: it has a part that cannot be read.

    >>> from stagelight.formats import schema
    >>> tf.__internal__.saved_model.decode_proto(schema.StructuredValue(int64_value=3))
    3
    """
    kind = proto.WhichOneof("kind")
    if kind is None:
        raise ValueError("A structured value is empty.")
    value = getattr(proto, kind)
    if kind == "none_value":
        return None
    if kind in ("bool_value", "float64_value", "string_value", "int64_value"):
        return value
    if kind == "tensor_shape_value":
        return get_shape(value)
    if kind == "tensor_dtype_value":
        return get_dtype(value)
    if kind == "tensor_spec_value":
        return TensorSpec(get_shape(value.shape), get_dtype(value.dtype), value.name or None)
    if kind in ("type_spec_value", "bounded_tensor_spec_value"):
        return _decoded_spec(value)
    if kind in ("tensor_value", "numpy_value"):
        array, number = tensor_proto.to_array(value)
        return EagerTensor(array, as_dtype(number)) if kind == "tensor_value" else array
    return _decoded_container(value, kind)


def _decoded_container(value: Any, kind: str) -> Any:
    if kind == "dict_value":
        return {key: decoded(value.fields[key]) for key in sorted(value.fields)}
    if kind == "list_value":
        return [decoded(item) for item in value.values]
    if kind == "tuple_value":
        return tuple(decoded(item) for item in value.values)
    names = [pair.key for pair in value.values]
    if not all(map(_is_plain_name, [value.name, *names])) or len(set(names)) < len(names):
        raise ValueError(
            f"A named tuple cannot have this name and these fields: {value.name} {names}"
        )
    make: Any = collections.namedtuple
    return make(value.name, names)(*[decoded(x.value) for x in value.values])


def _is_plain_name(name: str) -> bool:
    return name.isidentifier() and not keyword.iskeyword(name) and not name.startswith("_")


def _decoded_spec(value: Any) -> TypeSpec:
    if isinstance(value, schema.BoundedTensorSpecProto):
        minimum, _ = tensor_proto.to_array(value.minimum)
        maximum, _ = tensor_proto.to_array(value.maximum)
        shape, dtype = get_shape(value.shape), get_dtype(value.dtype)
        return BoundedTensorSpec(shape, dtype, minimum, maximum, value.name or None)
    names = schema.TypeSpecProto.DESCRIPTOR.enum_types_by_name["TypeSpecClass"].values_by_number
    known = names.get(value.type_spec_class)
    name = "" if known is None else known.name
    spec_class: Any = _SPEC_CLASSES.get(name)
    if spec_class is None and name in _PUBLIC_SPEC_CLASSES:
        spec_class = find(_PUBLIC_SPEC_CLASSES[name])
    if name == _REGISTERED:
        spec_class = registered_spec(value.type_spec_class_name)
        if spec_class is None:
            raise ValueError(
                f"The class whose specs are {value.type_spec_class_name!r} is not known here. Import the "
                "module that defines it before loading."
            )
    if spec_class is None:
        raise ValueError(f"Specs of type {value.type_spec_class_name!r} are not known.")
    state = decoded(value.type_state)
    try:
        spec: TypeSpec = spec_class._deserialize(state)
    except (TypeError, KeyError, IndexError, AttributeError, AssertionError, OpError) as error:
        raise ValueError(f"A {spec_class.__name__} cannot have the state {state!r}.") from error
    return spec
