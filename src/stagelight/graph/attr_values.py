"""Attrs to and from `AttrValue`: the values that a GraphDef holds beside a node's inputs.

In an operation an attr is a plain Python value, of its kind in the op's signature:

    type: DType           shape: TensorShape     tensor: EagerTensor    func: FuncGraph
    string: str or bytes  int, float, bool       list(...): a list of them

Attrs that begin with "_" are no part of a signature; their kind is that of their value.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from stagelight.core.op_def import REQUIRED, inferred_attrs
from stagelight.core.tensor import EagerTensor
from stagelight.errors import OpError
from stagelight.formats import schema, tensor_proto
from stagelight.types.dtypes import DType, as_dtype
from stagelight.types.shapes import TensorShape, as_shape

# The field of AttrValue, and of its lists, that holds each kind.
_FIELDS = {
    "string": "s",
    "int": "i",
    "float": "f",
    "bool": "b",
    "type": "type",
    "shape": "shape",
    "tensor": "tensor",
    "func": "func",
}
_KINDS = {field: kind for kind, field in _FIELDS.items()}


# ---------------------------------------------------------------------------- to messages


def set_attr(message: Any, value: Any, kind: str | None, name_of: Callable[[Any], str]) -> None:
    """Writes a value into an `AttrValue`.

    Args:
        message: the AttrValue.
        value: the attr's value.
        kind: its kind in the op's signature, None for attrs that are not in it.
        name_of: the name in the function library of a graph among the values.

    Raises:
        ValueError: the kind cannot hold the value.
    """
    kind = _kind_of(value) if kind is None else kind
    try:
        if kind.startswith("list("):
            _set_list(message.list, value, kind[5:-1], name_of)
        else:
            _set_one(message, value, kind, name_of)
    except (TypeError, AttributeError, OverflowError) as error:
        raise ValueError(
            f"A value of the kind {kind!r} is required. Received: {value!r}"
        ) from error


def _kind_of(value: Any) -> str:
    """The kind that a value has by itself."""
    if isinstance(value, (list, tuple)):
        return f"list({_kind_of(value[0]) if value else 'string'})"
    for python_type, kind in (
        ((bool, np.bool_), "bool"),
        ((int, np.integer), "int"),
        ((float, np.floating), "float"),
        ((str, bytes), "string"),
        (DType, "type"),
        (TensorShape, "shape"),
        (EagerTensor, "tensor"),
    ):
        if isinstance(value, python_type):
            return kind
    if hasattr(value, "operations"):
        return "func"
    raise ValueError(f"A GraphDef cannot hold a value of type {type(value).__name__}: {value!r}")


def _set_one(message: Any, value: Any, kind: str, name_of: Callable[[Any], str]) -> None:
    if kind == "type":
        message.type = as_dtype(value).as_datatype_enum
    elif kind == "int":
        message.i = int(value)
    elif kind == "float":
        message.f = float(value)
    elif kind == "bool":
        message.b = bool(value)
    elif kind == "string":
        message.s = _as_bytes(value)
    elif kind == "shape":
        set_shape(message.shape, value)
    elif kind == "tensor":
        message.tensor.CopyFrom(_tensor_message(value))
    else:
        message.func.name = name_of(value)


def _set_list(
    message: Any, values: Sequence[Any], kind: str, name_of: Callable[[Any], str]
) -> None:
    message.SetInParent()  # so that an empty list is a list
    if kind == "type":
        message.type.extend([as_dtype(value).as_datatype_enum for value in values])
    elif kind == "int":
        message.i.extend([int(value) for value in values])
    elif kind == "float":
        message.f.extend([float(value) for value in values])
    elif kind == "bool":
        message.b.extend([bool(value) for value in values])
    elif kind == "string":
        message.s.extend([_as_bytes(value) for value in values])
    elif kind == "shape":
        for value in values:
            set_shape(message.shape.add(), value)
    elif kind == "tensor":
        message.tensor.extend([_tensor_message(value) for value in values])
    else:
        for value in values:
            message.func.add(name=name_of(value))


def set_shape(message: Any, shape: Any) -> None:
    """Writes a shape into a `TensorShapeProto`."""
    message.SetInParent()  # so that a scalar has a shape, an empty one
    message.MergeFrom(as_shape(shape).as_proto())


def _tensor_message(value: EagerTensor) -> Any:
    return tensor_proto.from_array(value._array, value.dtype.as_datatype_enum)


def _as_bytes(value: str | bytes) -> bytes:
    return value.encode() if isinstance(value, str) else value


# ---------------------------------------------------------------------------- of operations


def attr_value(operation: Any, name: str) -> Any:
    """An attr of an operation, given or by default.

    Raises:
        ValueError: the op has no such attr.
    """
    if name in operation.attrs:
        return operation.attrs[name]
    definition = operation.op_def.attrs.get(name)
    if definition is None:
        named = getattr(operation, "name", operation.op_def.name)
        raise ValueError(f"Operation {named!r} has no attr named {name!r}.")
    return definition.default


def public_attr_value(operation: Any, name: str) -> Any:
    """An attr of an operation as TensorFlow's `get_attr` returns it: given, by default or implied by inputs.

    Raises:
        ValueError: the op has no such attr.
    """
    value = attr_value(operation, name)
    op_def = operation.op_def
    if value is REQUIRED or name not in operation.attrs:
        value = inferred_attrs(op_def, operation.inputs, operation.attrs).get(name, value)
    definition = op_def.attrs.get(name)
    if value is None or (definition is None and callable(value)):
        return value  # Python's, which no message has.
    message = schema.AttrValue()
    set_attr(message, value, None if definition is None else definition.kind, _graph_name)
    field = message.WhichOneof("value")
    if field != "list":
        found = getattr(message, field)
        return as_dtype(found) if field == "type" else found
    filled = message.list.ListFields()
    if not filled:
        return []
    [(descriptor, items)] = filled
    return [as_dtype(x) for x in items] if descriptor.name == "type" else list(items)


def _graph_name(graph: Any) -> str:
    return str(graph.name)


# ---------------------------------------------------------------------------- from messages


def get_attr(message: Any, kind: str | None, graph_of: Callable[[str], Any]) -> Any:
    """The value in an `AttrValue`.

    Args:
        message: the AttrValue.
        kind: the kind in the op's signature, None to take what is there.
        graph_of: the graph of a function by its name in the library.

    Raises:
        ValueError: it holds a value of another kind, or one that no attr can have.
    """
    field = message.WhichOneof("value")
    if field is None or field == "placeholder":
        raise ValueError("it has no value")
    if field == "list":
        item_kind = kind[5:-1] if kind is not None and kind.startswith("list(") else None
        if kind is not None and item_kind is None:
            raise ValueError(f"a value of the kind {kind!r} is required. Received a list")
        return _get_list(message.list, item_kind, graph_of)
    found = _KINDS[field]
    if kind is not None and kind != found:
        raise ValueError(f"a value of the kind {kind!r} is required. Received {found!r}")
    return _get_one(getattr(message, field), found, graph_of)


class PlainAttrs:
    """Reads attrs, of which a graph has many that are alike: lists of shapes and their like but once."""

    def __init__(self) -> None:
        self._known: dict[tuple[bytes, str | None], list[Any]] = {}

    def get(self, message: Any, kind: str | None, graph_of: Callable[[str], Any]) -> Any:
        """As `get_attr`."""
        if message.WhichOneof("value") != "list" or message.list.func or message.list.tensor:
            return get_attr(message, kind, graph_of)
        key = message.SerializeToString(), kind
        found = self._known.get(key)
        if found is None:
            found = self._known[key] = get_attr(message, kind, graph_of)
        return found.copy()


def _get_list(message: Any, kind: str | None, graph_of: Callable[[str], Any]) -> list[Any]:
    filled = [field.name for field, _ in message.ListFields()]
    if not filled:
        return []
    found = _KINDS[filled[0]]
    if len(filled) > 1 or (kind is not None and found != kind):
        kinds = " and ".join(repr(_KINDS[field]) for field in filled)
        raise ValueError(f"a list of the kind {kind!r} is required. Received a list of {kinds}")
    return [_get_one(item, found, graph_of) for item in getattr(message, filled[0])]


def _get_one(value: Any, kind: str, graph_of: Callable[[str], Any]) -> Any:
    if kind == "type":
        return get_dtype(value)
    if kind == "shape":
        return get_shape(value)
    if kind == "tensor":
        return _get_tensor(value)
    if kind == "func":
        return graph_of(value.name)
    if kind == "string":
        try:
            return value.decode()
        except UnicodeDecodeError:
            return bytes(value)
    return value


@functools.cache
def get_dtype(number: int) -> DType:
    """The dtype of a number of the enum `DataType`.

    Raises:
        ValueError: there is no such dtype.
    """
    try:
        return as_dtype(int(number))
    except TypeError:
        known = schema.DataType.DESCRIPTOR.values_by_number.get(number)
        name = known.name if known else f"number {number}"
        raise ValueError(f"the dtype {name} is not supported") from None


def get_shape(message: Any) -> TensorShape:
    """The shape in a `TensorShapeProto`.

    Raises:
        ValueError: a size is less than -1, which stands for an unknown one.
    """
    if message.unknown_rank:
        return TensorShape(None)
    sizes = [dim.size for dim in message.dim]
    if any(size < -1 for size in sizes):
        raise ValueError(f"sizes must be at least 0, or -1 for unknown. Received shape: {sizes}")
    return TensorShape([None if size == -1 else size for size in sizes])


def _get_tensor(message: Any) -> EagerTensor:
    try:
        array, data_type = tensor_proto.to_array(message)
    except OpError as error:
        raise ValueError(error.message) from None
    except MemoryError as error:
        raise ValueError(f"the tensor is too large for the memory: {error}") from None
    return EagerTensor(array, as_dtype(data_type))
