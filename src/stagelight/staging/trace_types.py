"""Trace types: which calls may share a trace.

The type of an argument is

    a tensor or array            dtype and shape
    a variable                   its identity
    a Python number, string...   its class and value
    a list, tuple, dict, named tuple, attrs class or dataclass    its form and its leaves' types
    a composite tensor           its type spec
    an object that says its own  what `__tf_tracing_type__` gives: a `TraceType`, and the variables in it
    any other object             its identity, held weakly

`encode` walks the arguments once and gives the key of the trace, a hashable value, and the tensors among
them in a flat row. On a miss `Leaf`s and the walk of `replace_tensors` turn the arguments into what
the function is traced with.
"""

from __future__ import annotations

import dataclasses
import enum
import math
import os
import weakref
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

import numpy as np

from stagelight.core.composite import CompositeTensor
from stagelight.core.convert import convert_to_tensor
from stagelight.core.tensor import EagerTensor, Tensor
from stagelight.state.variable import Variable
from stagelight.types.dtypes import DType
from stagelight.types.shapes import TensorShape
from stagelight.types.specs import TensorSpec
from stagelight.types.trace_type import TraceType, TracingContext, own_trace_type
from stagelight.types.type_spec import TypeSpec

_LITERALS = frozenset({int, str, bool, type(None), bytes, complex, type(Ellipsis), range})


class IdentityKey:
    """Stands for an object in a key: equal for the same living object only, and holds it weakly.

    The key of a trace remembers what the object is called, for who asks when it is gone.
    """

    __slots__ = ("_about", "_hash", "_reference")

    def __init__(self, value: Any) -> None:
        self._hash = id(value)
        try:
            self._reference: Callable[[], Any] = weakref.ref(value)
        except TypeError:
            self._reference = lambda: value

    @property
    def reference(self) -> Callable[[], Any]:
        """What gives the object: a weak reference to it, where there can be one."""
        return self._reference

    def value(self) -> Any:
        """The object, None when it is gone."""
        return self._reference()

    def __hash__(self) -> int:
        return self._hash

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, IdentityKey) or self._hash != other._hash:
            return False
        value = self.value()
        return value is not None and value is other.value()

    def remember(self) -> None:
        """Notes what the object is and is called."""
        self._about = _about(self.value())

    @property
    def about(self) -> tuple[str, str]:
        """What the object is (`variable`, `choice`, `function` or `object`), and what it is called."""
        return getattr(self, "_about", None) or _about(self.value())

    def __repr__(self) -> str:
        return self.about[1]


# Objects are shown by their own text up to this length.
_LONGEST_TEXT = 60


def _about(value: Any) -> tuple[str, str]:
    """What an object is and is called in reports: its address says nothing, and may come again."""
    if isinstance(value, Variable):
        text = f"<tf.Variable {value.name!r} shape={value.shape} dtype={value.dtype.name}>"
        return "variable", text
    if isinstance(value, type):
        return "choice", f"class {value.__qualname__}"
    code = getattr(value, "__code__", None)
    if code is not None:
        file = os.path.basename(code.co_filename)
        return "function", f"{value.__name__} of {file}:{code.co_firstlineno}"
    text = repr(value)
    if isinstance(value, DType):
        return "choice", text
    is_telling = len(text) <= _LONGEST_TEXT and " at 0x" not in text and "\n" not in text
    return "object", text if is_telling else with_article(f"{type(value).__qualname__} object")


def with_article(noun: str) -> str:
    """`a Model`, `an Encoder`."""
    return f"{'an' if noun[0] in 'AEIOUaeiou' else 'a'} {noun}"


class MethodKey(tuple):
    """Stands for a bound method: the identity keys of its function and its object."""

    __slots__ = ()

    def __repr__(self) -> str:
        return f"{self[0]!r} of {self[1]!r}"


def remember_objects(key: Any) -> None:
    """Notes what the objects in a key are called."""
    if isinstance(key, IdentityKey):
        key.remember()
    elif isinstance(key, tuple):
        for item in key:
            remember_objects(item)


# (TENSOR, name of the dtype, sizes or None) stands for a tensor: the part of a key that may be
# generalised. A plain tuple of what hashes quickly, as every staged call makes some.
TENSOR = enum.Enum("TensorKey", ["TENSOR"]).TENSOR  # type: ignore[attr-defined]
TensorKey = tuple[Any, str, Any]

# (COMPOSITE, its spec, the keys of its components) stands for a composite tensor.
COMPOSITE = "composite"


def is_own_key(key: Any) -> bool:
    """Whether a part of a key stands for an object that says its own type."""
    return type(key) is tuple and len(key) == 2 and key[0] is TraceType


def says_own_type(value: Any) -> bool:
    """Whether an object that is none of the library's says of which type it is."""
    return hasattr(type(value), "__tf_tracing_type__")


def is_composite_key(key: Any) -> bool:
    """Whether a part of a key stands for a composite tensor."""
    return type(key) is tuple and len(key) == 3 and key[0] is COMPOSITE


def is_tensor_key(key: Any) -> bool:
    """Whether a part of a key stands for a tensor."""
    return type(key) is tuple and len(key) == 3 and key[0] is TENSOR


def tensor_key(dtype: DType, shape: TensorShape) -> TensorKey:
    """The key of tensors of a dtype and shape."""
    return (TENSOR, dtype.name, None if shape.rank is None else tuple(shape.as_list()))


def encode(value: Any, tensors: list[Any]) -> Any:
    """The key of a value; appends the tensors in it, in order.

    Args:
        value: an argument, or a structure of arguments.
        tensors: gets tensors and arrays, the latter as tensors.
    """
    kind = type(value)
    if kind is EagerTensor:
        tensors.append(value)
        return (TENSOR, value._dtype.name, value._array.shape)
    if kind in _LITERALS:
        return (kind, value)
    if kind is float:
        return _float_key(value)
    if kind is tuple or kind is list:
        return (kind, *encode_all(value, tensors))
    if kind is dict:
        return _mapping_key(value, tensors)
    return _encode_other(value, tensors)


def encode_all(values: Iterable[Any], tensors: list[Any]) -> list[Any]:
    """The key of each value, as `encode` gives it."""
    keys = []
    for value in values:
        if type(value) is EagerTensor:  # Most often; it saves a call.
            tensors.append(value)
            keys.append((TENSOR, value._dtype.name, value._array.shape))
        else:
            keys.append(encode(value, tensors))
    return keys


def _float_key(value: float) -> Any:
    # NaN differs from itself, and 0.0 equals -0.0: neither would make a good key.
    return (float, "nan") if value != value else (float, value, math.copysign(1.0, value))


def _mapping_key(value: Mapping[Any, Any], tensors: list[Any]) -> Any:
    try:
        keys = sorted(value)
    except TypeError:
        keys = list(value)
    return (type(value), *keys, *encode_all([value[key] for key in keys], tensors))


def _encode_other(value: Any, tensors: list[Any]) -> Any:
    if isinstance(value, Variable):
        return IdentityKey(value)
    if isinstance(value, (IdentityKey, MethodKey)):
        return value
    if isinstance(value, Tensor):
        tensors.append(value)
        return tensor_key(value.dtype, value.shape)
    if isinstance(value, (np.ndarray, np.generic)):
        return encode(convert_to_tensor(value), tensors)
    if isinstance(value, CompositeTensor):
        spec = value._type_spec
        encode(spec._to_components(value), tensors)
        # How many elements a sparse tensor has is not part of its type.
        return (COMPOSITE, spec, encode(spec._component_specs, []))
    if isinstance(value, TypeSpec):
        return encode_spec(value, tensors)
    if says_own_type(value):
        context = TracingContext()
        own = own_trace_type(value, context)
        tensors.extend(own.to_tensors(value))
        variables = context.get_placeholder_mapping()
        # A variable goes by its identity here too, whatever the type compares.
        return (
            ((TraceType, own), *map(IdentityKey, variables.values()))
            if variables
            else (TraceType, own)
        )
    if isinstance(value, Mapping):
        return _mapping_key(value, tensors)
    if isinstance(value, (list, tuple)):
        fields = getattr(value, "_fields", None)
        return (type(value), fields, *encode_all(value, tensors))
    if isinstance(value, enum.Enum):
        return (type(value), value.name)
    names = field_names(value)
    if names is not None:
        return (type(value), *encode_all([getattr(value, name) for name in names], tensors))
    if isinstance(value, (int, float, str, bytes, complex, frozenset)):
        return (type(value), value)
    if isinstance(value, TensorShape):
        return (TensorShape, None if value.rank is None else tuple(value.as_list()))
    function = getattr(value, "__func__", None)
    if function is not None and hasattr(value, "__self__"):
        return MethodKey((IdentityKey(function), IdentityKey(value.__self__)))
    return IdentityKey(value)


def weakened(value: Any) -> Any:
    """An object that goes by its identity as the key that holds it weakly; other values as they are."""
    key = encode(value, [])
    if not isinstance(key, (IdentityKey, MethodKey)):
        return value
    remember_objects(key)
    return key


def encode_spec(spec: TypeSpec, tensors: list[Any]) -> Any:
    """The key of a type spec given in place of a value."""
    if isinstance(spec, TensorSpec):
        tensors.append(spec)
        return tensor_key(spec.dtype, spec.shape)
    if issubclass(spec.value_type, CompositeTensor) and spec.value_type is not Variable:
        return (COMPOSITE, spec, encode(spec._component_specs, tensors))
    tensors.append(spec)
    return ("spec", spec)


def field_names(value: Any) -> tuple[str, ...] | None:
    """The fields of an attrs or dataclass object, None for other objects."""
    return None if isinstance(value, type) else field_names_of(type(value))


def field_names_of(kind: type) -> tuple[str, ...] | None:
    """The fields of an attrs class or dataclass, None for other classes."""
    attributes = getattr(kind, "__attrs_attrs__", None)
    if attributes is not None:
        return tuple(attribute.name for attribute in attributes)
    if dataclasses.is_dataclass(kind):
        return tuple(field.name for field in dataclasses.fields(kind))
    return None


def replace_tensors(
    value: Any,
    replace: Callable[[Any, str], Any],
    name: str,
    other: Callable[[Any], Any] | None = None,
    composite: Callable[[Any], Any] | None = None,
    own: Callable[[Any, str], Any] | None = None,
) -> Any:
    """The value with each tensor, array and spec replaced, in the order of `encode`.

    Args:
        value: an argument.
        replace: called with the tensor (or spec) and its name.
        name: the parameter's name, for naming what is inside.
        other: called with each leaf of no kind known here; it stays as it is if None.
        composite: called with each composite tensor; if None, the tensors in it are replaced.
        own: called with each object that says its own type, and its name; if None, it is as any other.
    """
    kind = type(value)
    if kind is EagerTensor:
        return replace(value, name)
    if kind in _LITERALS or kind is float or isinstance(value, (Variable, enum.Enum)):
        return value
    if isinstance(value, (np.ndarray, np.generic)):
        return replace(convert_to_tensor(value), name)
    if isinstance(value, (Tensor, TensorSpec)):
        return replace(value, name)
    if isinstance(value, CompositeTensor):
        if composite is not None:
            return composite(value)
        spec = value._type_spec
        parts = replace_tensors(spec._to_components(value), replace, name, other, composite, own)
        return spec._from_components(parts)
    if isinstance(value, TypeSpec):
        parts = replace_tensors(value._component_specs, replace, name, other, composite, own)
        return value._from_components(parts)
    if own is not None and says_own_type(value):
        return own(value, name)
    if isinstance(value, Mapping):
        try:
            keys = sorted(value)
        except TypeError:
            keys = list(value)
        replaced = {
            key: replace_tensors(value[key], replace, f"{name}_{key}", other, composite, own)
            for key in keys
        }
        return _like_mapping(value, {key: replaced[key] for key in value})
    if isinstance(value, (list, tuple)):
        items = [
            replace_tensors(item, replace, f"{name}_{i}", other, composite, own)
            for i, item in enumerate(value)
        ]
        if hasattr(value, "_fields"):
            return type(value)(*items)
        return type(value)(items)
    names = field_names(value)
    if names is not None:
        return _like_fields(
            value,
            {
                key: replace_tensors(
                    getattr(value, key), replace, f"{name}_{key}", other, composite, own
                )
                for key in names
            },
        )
    return value if other is None else other(value)


def _like_mapping(value: Mapping[Any, Any], replaced: dict[Any, Any]) -> Any:
    if type(value) is dict:
        return replaced
    kind: Any = type(value)
    if hasattr(value, "default_factory"):
        return kind(value.default_factory, replaced)
    try:
        return kind(replaced)
    except TypeError:
        return replaced


def _like_fields(value: Any, replaced: dict[str, Any]) -> Any:
    copied = object.__new__(type(value))
    for key in set(getattr(value, "__dict__", ())) - set(replaced):
        object.__setattr__(copied, key, getattr(value, key))
    for key, item in replaced.items():
        object.__setattr__(copied, key, item)
    return copied


def varying_parts(key: Any) -> list[Any]:
    """The parts of a key that may be generalised, in order: tensors' and objects' of their own type."""
    if is_tensor_key(key) or is_own_key(key):
        return [key]
    if isinstance(key, tuple):
        return [found for item in key for found in varying_parts(item)]
    return []


def varying_types(key: Any) -> list[TensorShape | TraceType]:
    """For each part of a key that may be generalised the tensor's shape, or the object's type."""
    return [part[1] if is_own_key(part) else TensorShape(part[2]) for part in varying_parts(key)]


def common_types(a: Any, b: Any) -> list[TensorShape | TraceType] | None:
    """The types that include those of two keys of one form; None if two have nothing in common."""
    pairs: Any = zip(varying_types(a), varying_types(b), strict=True)
    common = [first.most_specific_common_supertype([second]) for first, second in pairs]
    found = [kind for kind in common if kind is not None]
    return found if len(found) == len(common) else None


def without_shapes(key: Any) -> Any:
    """The key with tensors' shapes and objects' types left out: equal where a trace might serve both."""
    if is_tensor_key(key):
        return key[:2]
    if is_own_key(key):
        return TraceType
    if isinstance(key, tuple):
        return tuple(without_shapes(item) for item in key)
    return key


def is_alive(key: Any) -> bool:
    """Whether every object that the key stands for still lives."""
    if isinstance(key, IdentityKey):
        return key.value() is not None
    if isinstance(key, tuple):
        return all(map(is_alive, key))
    return True


def with_types(key: Any, types: Iterator[TensorShape | TraceType]) -> Any:
    """The key with others of its `varying_types`, in order."""
    if is_own_key(key):
        return (TraceType, next(types))
    if is_tensor_key(key):
        shape: Any = next(types)
        return (*key[:2], None if shape.rank is None else tuple(shape.as_list()))
    if isinstance(key, tuple):
        return tuple(with_types(item, types) for item in key)
    return key
