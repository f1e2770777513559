"""Trace types: which calls may share a trace.

The type of an argument is

    a tensor or array            dtype and shape
    a variable                   its identity
    a Python number, string...   its class and value
    a list, tuple, dict, named tuple, attrs class or dataclass    its form and its leaves' types
    a composite tensor           its type spec
    an object that says its own  what `__tf_tracing_type__` gives: a `TraceType`, and the variables in it
    any other object             its identity, held weakly

Arguments are flattened by `nest.flatten_with_spec` with the registry `ARGUMENTS`, which says what is a
container here. The key of a trace is the tree definition and the type of each leaf: for `f([x, 2])` with
three floats in `x`

    ((list, None, (None, None)), ((TENSOR, "float32", (3,)), (int, 2)))

On a miss the leaves are replaced by placeholders (`placeholders.py`).
"""

from __future__ import annotations

import enum
import math
import os
import weakref
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

import numpy as np

from stagelight import nest
from stagelight.containers import (
    LEAF,
    LENIENT_MAPPING,
    NAMED_TUPLE,
    PROXY,
    RECORD,
    SEQUENCE,
    ContainerRegistry,
    field_names_of,
)
from stagelight.core.composite import CompositeTensor
from stagelight.core.convert import convert_to_tensor
from stagelight.core.dispatch import CONTEXT
from stagelight.core.tensor import EagerTensor, Tensor
from stagelight.state.variable import Variable
from stagelight.types.dtypes import DType
from stagelight.types.shapes import TensorShape
from stagelight.types.specs import TensorSpec
from stagelight.types.trace_type import TraceType, TracingContext, own_trace_type
from stagelight.types.type_spec import TypeSpec

# (tree definition, leaf types) of a structure of arguments.
Key = Any

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


def is_own_typed(value: Any) -> bool:
    """Whether a leaf of arguments has the type that it says by `__tf_tracing_type__`."""
    return hasattr(type(value), "__tf_tracing_type__") and not isinstance(value, _TYPED_CLASSES)


def is_composite_leaf(value: Any) -> bool:
    """Whether a leaf of arguments is made of tensors by its type spec."""
    return isinstance(value, CompositeTensor) and not isinstance(value, (Variable, Tensor))


def is_composite_key(key: Any) -> bool:
    """Whether a part of a key stands for a composite tensor."""
    return type(key) is tuple and len(key) == 3 and key[0] is COMPOSITE


def is_tensor_key(key: Any) -> bool:
    """Whether a part of a key stands for a tensor."""
    return type(key) is tuple and len(key) == 3 and key[0] is TENSOR


def tensor_key(dtype: DType, shape: TensorShape) -> TensorKey:
    """The key of tensors of a dtype and shape."""
    return (TENSOR, dtype.name, None if shape.rank is None else tuple(shape.as_list()))


class _ArgumentRegistry(ContainerRegistry):
    """Which classes are containers in the arguments of staged functions.

    Args:
        opens_own_types: whether objects that say their own trace types are containers as others are.
    """

    usual_leaf = EagerTensor

    def __init__(self, *, opens_own_types: bool) -> None:
        super().__init__(expand_composites=False)
        self._opens_own_types = opens_own_types

    def classify(self, cls: type) -> int:
        """How arguments of a class are read."""
        if issubclass(cls, _LEAF_CLASSES):
            return LEAF
        if hasattr(cls, "__tf_tracing_type__") and not self._opens_own_types:
            return LEAF
        if issubclass(cls, Mapping):
            return LENIENT_MAPPING
        if issubclass(cls, tuple) and hasattr(cls, "_fields"):
            return NAMED_TUPLE
        if issubclass(cls, (list, tuple)):
            return SEQUENCE
        if field_names_of(cls) is not None:
            return RECORD
        claims = any("__class__" in vars(parent) for parent in cls.__mro__[:-1])
        return PROXY if claims else LEAF


# The library's own, whatever they say of their trace type.
_TYPED_CLASSES = (
    Variable,
    IdentityKey,
    MethodKey,
    Tensor,
    np.ndarray,
    np.generic,
    CompositeTensor,
    TypeSpec,
)
_LEAF_CLASSES = (*_TYPED_CLASSES, enum.Enum)

ARGUMENTS = _ArgumentRegistry(opens_own_types=False)
# For arguments in which placeholders stand for objects of their own types.
TRACED_ARGUMENTS = _ArgumentRegistry(opens_own_types=True)


def map_leaves(
    of_leaf: Callable[[Any], Any], value: Any, registry: ContainerRegistry = TRACED_ARGUMENTS
) -> Any:
    """A structure of arguments with what a function gives for each leaf in its place."""
    leaves, _ = nest.flatten_with_spec(value, registry)
    return nest.pack_like(value, map(of_leaf, leaves), registry)


def encode(value: Any, tensors: list[Any]) -> Key:
    """The key of a structure of arguments; appends the tensors in it, in order.

    Args:
        value: an argument, or a structure of arguments.
        tensors: gets tensors and arrays, the latter as tensors.
    """
    leaves, spec = nest.flatten_with_spec(value, ARGUMENTS)
    return spec, tuple([leaf_type(leaf, tensors) for leaf in leaves])


def encode_call(args: Sequence[Any], kwargs: Mapping[str, Any], tensors: list[Any]) -> Key:
    """The key of a call. Its tree definition is a pair: of the arguments by position and by name.

    Variables have another value in each place of a strategy: it follows, where there is one.
    """
    types: list[Any] = []
    if not kwargs and CONTEXT.place is None:
        for value in args:
            if type(value) is not EagerTensor:
                break
            types.append((TENSOR, value._dtype.name, value._array.shape))
        else:  # As most calls: nothing needs to be flattened.
            tensors += args
            return ((tuple, None, (None,) * len(types)), _NO_NAMES), tuple(types)
    leaves: list[Any] = []
    by_position = nest.flatten_into(tuple(args), ARGUMENTS, leaves)
    by_name = nest.flatten_into(kwargs, ARGUMENTS, leaves) if kwargs else _NO_NAMES
    types = []
    for leaf in leaves:
        if type(leaf) is EagerTensor:  # It saves a call.
            tensors.append(leaf)
            types.append((TENSOR, leaf._dtype.name, leaf._array.shape))
        else:
            types.append(leaf_type(leaf, tensors))
    key = (by_position, by_name), tuple(types)
    return key if CONTEXT.place is None else (*key, CONTEXT.place)


_NO_NAMES = nest.flatten_with_spec({}, ARGUMENTS)[1]


def leaf_type(value: Any, tensors: list[Any]) -> Any:
    """The trace type of a leaf, a hashable value; appends the tensors that it is made of."""
    kind = type(value)
    if kind is EagerTensor:
        tensors.append(value)
        return (TENSOR, value._dtype.name, value._array.shape)
    if kind in _LITERALS:
        return (kind, value)
    if kind is float:
        return _float_type(value)
    if isinstance(value, Variable):
        return IdentityKey(value)
    if isinstance(value, (IdentityKey, MethodKey)):
        return value
    if isinstance(value, Tensor):
        tensors.append(value)
        return tensor_key(value.dtype, value.shape)
    if isinstance(value, (np.ndarray, np.generic)):
        return leaf_type(convert_to_tensor(value), tensors)
    if isinstance(value, CompositeTensor):
        spec = value._type_spec
        encode(spec._to_components(value), tensors)
        # How many elements a sparse tensor has is not part of its type.
        return (COMPOSITE, spec, encode(spec._component_specs, []))
    if isinstance(value, TypeSpec):
        return _spec_type(value, tensors)
    if is_own_typed(value):
        return _own_type(value, tensors)
    if isinstance(value, enum.Enum):
        return (kind, value.name)
    if isinstance(value, (int, float, str, bytes, complex, frozenset)):
        return (kind, value)
    if isinstance(value, TensorShape):
        return (TensorShape, None if value.rank is None else tuple(value.as_list()))
    function = getattr(value, "__func__", None)
    if function is not None and hasattr(value, "__self__"):
        return MethodKey((IdentityKey(function), IdentityKey(value.__self__)))
    return IdentityKey(value)


def _float_type(value: float) -> Any:
    # NaN differs from itself, and 0.0 equals -0.0: neither would make a good key.
    return (float, "nan") if value != value else (float, value, math.copysign(1.0, value))


def _own_type(value: Any, tensors: list[Any]) -> Any:
    context = TracingContext()
    own = own_trace_type(value, context)
    tensors.extend(own.to_tensors(value))
    variables = context.get_placeholder_mapping()
    # A variable goes by its identity here too, whatever the type compares.
    if variables:
        return ((TraceType, own), *map(IdentityKey, variables.values()))
    return (TraceType, own)


def _spec_type(spec: TypeSpec, tensors: list[Any]) -> Any:
    """The type of a type spec given in place of a value."""
    if isinstance(spec, TensorSpec):
        tensors.append(spec)
        return tensor_key(spec.dtype, spec.shape)
    if issubclass(spec.value_type, CompositeTensor) and spec.value_type is not Variable:
        return (COMPOSITE, spec, encode(spec._component_specs, tensors))
    tensors.append(spec)
    return ("spec", spec)


def weakened(value: Any) -> Any:
    """A leaf that goes by its identity as the key that holds it weakly; variables and others as they are."""
    if isinstance(value, Variable):
        return value
    key = leaf_type(value, [])
    if not isinstance(key, (IdentityKey, MethodKey)):
        return value
    remember_objects(key)
    return key


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
