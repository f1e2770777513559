"""The fields of an extension type: what its annotations say, and values that are held to them.

A field holds a tensor, a composite, another extension type, a number, text, a shape or a dtype, and tuples,
mappings and unions of them. What is given for a field is converted: a tensor's field takes whatever
becomes a tensor, a tuple's takes lists, a mapping's takes dicts. In a spec the field has the spec of what
the value has.
"""

from __future__ import annotations

import types
import typing
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from stagelight.core.composite import CompositeTensor
from stagelight.core.convert import convert_to_tensor
from stagelight.core.tensor import Tensor, TensorValue
from stagelight.extension_types.immutable_mapping import ImmutableDict
from stagelight.types.dtypes import DType, as_dtype
from stagelight.types.shapes import TensorShape, as_shape
from stagelight.types.specs import TensorSpec
from stagelight.types.type_spec import TypeSpec, type_spec_from_value

MISSING: Any = object()

# Held as they are.
_PLAIN = (bool, int, float, str, bytes, type(None))


@dataclass(frozen=True)
class Field:
    """A name with an annotation, and what the field is where nothing is given for it."""

    name: str
    annotation: Any
    default: Any = MISSING


def check_annotation(annotation: Any) -> None:
    """Says whether an annotation is one that fields can have; texts are not looked at.

    Raises:
        TypeError: it is not.
    """
    if isinstance(annotation, (str, typing.ForwardRef)):
        return
    origin, arguments = typing.get_origin(annotation), typing.get_args(annotation)
    if is_union(annotation):
        parts: Iterable[Any] = arguments
    elif origin is tuple:
        parts = [argument for argument in arguments if argument is not Ellipsis]
    elif origin in _MAPPINGS and len(arguments) == 2:
        parts = arguments
    elif annotation is None or _is_held_class(annotation):
        return
    else:
        shown = repr(annotation.__name__) if isinstance(annotation, type) else repr(annotation)
        raise TypeError(
            f"Unsupported type annotation {shown}. Fields hold tensors, composite tensors, extension types, "
            "tf.TensorShape, tf.DType, bool, int, float, str, bytes, None, and typing.Tuple, typing.Mapping "
            "and typing.Union of them."
        )
    for part in parts:
        check_annotation(part)


_MAPPINGS = (Mapping, dict)


def is_text(annotation: Any) -> bool:
    """Whether an annotation, or a part of it, is the text of one."""
    if isinstance(annotation, (str, typing.ForwardRef)):
        return True
    return any(map(is_text, typing.get_args(annotation)))


def is_union(annotation: Any) -> bool:
    """Whether an annotation is `Union[...]`, `Optional[...]` or `a | b`."""
    return typing.get_origin(annotation) in (typing.Union, types.UnionType)


def _is_held_class(annotation: Any) -> bool:
    if not isinstance(annotation, type):
        return False
    if getattr(annotation, "_is_nest_leaf", False):
        return False  # A variable, whose value would not be the field's.
    return issubclass(annotation, (*_PLAIN, TensorValue, CompositeTensor, DType, TensorShape))


def resolved(annotation: Any, names: Mapping[str, Any]) -> Any:
    """The annotation itself, where it or a part of it was given as text.

    Args:
        annotation: What was written.
        names: What names mean there; those of `typing` are known.

    Raises:
        TypeError: there is no such name.
    """
    if isinstance(annotation, typing.ForwardRef):
        annotation = annotation.__forward_arg__
    if isinstance(annotation, str):
        try:
            annotation = eval(annotation, {**vars(typing), **names})  # The program's own text.
        except (NameError, AttributeError, SyntaxError) as error:
            raise TypeError(f"Unsupported type annotation {annotation!r}: {error}.") from None
        return resolved(annotation, names)
    origin, arguments = typing.get_origin(annotation), typing.get_args(annotation)
    known = tuple(x if x is Ellipsis else resolved(x, names) for x in arguments)
    if all(x is y for x, y in zip(known, arguments, strict=True)):
        return annotation
    generic: Any = typing.Union if is_union(annotation) else tuple if origin is tuple else Mapping
    return generic[known]


# ---------------------------------------------------------------------------- values


def held(value: Any, annotation: Any, path: str) -> Any:
    """A value as the field of an extension type holds it.

    Raises:
        TypeError: the field cannot hold it.
    """
    return _convert(value, annotation, path, _held_leaf)


def described(value: Any, annotation: Any, path: str) -> Any:
    """A value as the field of a spec holds it: specs in the places of tensors.

    Raises:
        TypeError: the field cannot hold it.
    """
    return _convert(value, annotation, path, _described_leaf)


Leaf = Callable[[Any, type, str], Any]


def _convert(value: Any, annotation: Any, path: str, leaf: Leaf) -> Any:
    if is_union(annotation):
        return _of_union(value, annotation, path, leaf)
    origin, arguments = typing.get_origin(annotation), typing.get_args(annotation)
    if origin is tuple:
        return _of_tuple(value, arguments, path, leaf)
    if origin is not None:
        return _of_mapping(value, arguments, path, leaf)
    kind = type(None) if annotation is None else annotation
    if issubclass(kind, (TensorValue, CompositeTensor)):
        return leaf(value, kind, path)
    if issubclass(kind, (DType, TensorShape)):
        convert: Any = as_dtype if issubclass(kind, DType) else as_shape
        try:
            return convert(value)
        except (TypeError, ValueError):
            name = f"tf.{kind.__name__}"
            raise TypeError(f"{path}: expected {name!r}, got {_kind(value)}") from None
    if not isinstance(value, kind):
        raise _unexpected(path, repr(kind.__name__), value)
    return value


def _of_union(value: Any, annotation: Any, path: str, leaf: Leaf) -> Any:
    parts = typing.get_args(annotation)
    # What needs no conversion comes first: 3 is no tensor where the field may hold an int.
    plain = [part for part in parts if part is None or part in _PLAIN]
    for part in [*plain, *(part for part in parts if part not in plain)]:
        try:
            return _convert(value, part, path, leaf)
        except (TypeError, ValueError):
            continue
    raise TypeError(f"{path}: expected {annotation!r}, got {_kind(value)}")


def _of_tuple(value: Any, arguments: tuple[Any, ...], path: str, leaf: Leaf) -> tuple[Any, ...]:
    if not isinstance(value, (list, tuple)):
        raise _unexpected(path, "tuple", value)
    if len(arguments) == 2 and arguments[1] is Ellipsis:
        arguments = (arguments[0],) * len(value)
    elif arguments == ((),):
        arguments = ()
    if len(value) != len(arguments):
        raise TypeError(
            f"{path}: expected tuple with length {len(arguments)}, got length {len(value)}"
        )
    return tuple(
        _convert(item, argument, f"{path}[{index}]", leaf)
        for index, (item, argument) in enumerate(zip(value, arguments, strict=True))
    )


def _of_mapping(value: Any, arguments: tuple[Any, ...], path: str, leaf: Leaf) -> ImmutableDict:
    if not isinstance(value, Mapping):
        raise _unexpected(path, "mapping", value)
    key_annotation, annotation = arguments
    return ImmutableDict(
        {
            _convert(key, key_annotation, f"{path}[<key>]", leaf): _convert(
                item, annotation, f"{path}[{key!r}]", leaf
            )
            for key, item in value.items()
        }
    )


def _held_leaf(value: Any, kind: type, path: str) -> Any:
    if issubclass(kind, CompositeTensor):
        if isinstance(value, kind):
            return value
        raise _unexpected(path, repr(kind.__name__), value)
    if isinstance(value, Tensor):
        return value
    if isinstance(value, CompositeTensor) and not getattr(value, "_is_nest_leaf", False):
        raise _unexpected(path, "a Tensor", value)
    try:
        return convert_to_tensor(value)
    except (TypeError, ValueError):
        raise _unexpected(path, "a Tensor", value) from None


def _described_leaf(value: Any, kind: type, path: str) -> Any:
    if not issubclass(kind, CompositeTensor):
        if isinstance(value, TensorSpec):
            return value
        raise _unexpected(path, "a TensorSpec", value)
    if isinstance(value, TypeSpec) and issubclass(value.value_type, kind):
        return value
    raise _unexpected(path, f"a TypeSpec of {kind.__name__!r}", value)


def _unexpected(path: str, what: str, value: Any) -> TypeError:
    return TypeError(f"{path}: expected {what}, got {_kind(value)}")


def _kind(value: Any) -> str:
    return repr(type(value).__name__)


# ---------------------------------------------------------------------------- what is inside


def spec_of_field(value: Any) -> Any:
    """What a field holds, with the specs of tensors and composites in their places."""
    return _replaced(value, lambda leaf: _spec_of_tensor(leaf) if _is_tensor(leaf) else leaf)


def _spec_of_tensor(leaf: Any) -> TypeSpec:
    if isinstance(leaf, Tensor):
        return TensorSpec(leaf.shape, leaf.dtype)
    return type_spec_from_value(leaf)


def _is_tensor(leaf: Any) -> bool:
    return isinstance(leaf, (TensorValue, CompositeTensor))


def parts_of(fields: Iterable[Any], are_specs: bool) -> list[Any]:
    """The tensors and composites in fields, or their specs, in one row."""
    found: list[Any] = []

    def take(leaf: Any) -> Any:
        if isinstance(leaf, TypeSpec) if are_specs else _is_tensor(leaf):
            found.append(leaf)
        return leaf

    for value in fields:
        _replaced(value, take)
    return found


def with_parts(fields: Mapping[str, Any], parts: Iterable[Any]) -> dict[str, Any]:
    """The fields of a spec with other things in the places of specs."""
    left = iter(parts)
    return {
        name: _replaced(value, lambda leaf: next(left) if isinstance(leaf, TypeSpec) else leaf)
        for name, value in fields.items()
    }


def serialized(value: Any) -> Any:
    """A field of a spec as plain data: dicts for mappings."""
    if isinstance(value, Mapping):
        return {key: serialized(value[key]) for key in value}
    return tuple(map(serialized, value)) if _is_tuple(value) else value


def restored(value: Any) -> Any:
    """The field of a spec of which there is plain data."""
    if isinstance(value, Mapping):
        return ImmutableDict({key: restored(item) for key, item in value.items()})
    return tuple(map(restored, value)) if isinstance(value, (tuple, list)) else value


def _replaced(value: Any, replace: Callable[[Any], Any]) -> Any:
    if _is_tuple(value):
        return tuple(_replaced(item, replace) for item in value)
    if isinstance(value, ImmutableDict):
        # Walked through as `tf.nest` does, kept in its own order.
        replaced = {key: _replaced(value[key], replace) for key in sorted(value)}
        return ImmutableDict({key: replaced[key] for key in value})
    return replace(value)


def _is_tuple(value: Any) -> bool:
    return isinstance(value, tuple) and not isinstance(value, TensorShape)
