"""`tf.io.decode_proto` and `tf.io.encode_proto`: fields of protobuf messages as tensors, and back."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from types import ModuleType
from typing import Any, NamedTuple

import numpy as np

from stagelight import errors
from stagelight.core.convert import convert_to_tensor
from stagelight.core.inference import UNKNOWN, Inferred, invalid, shape_text
from stagelight.core.op_def import Trait, attr
from stagelight.core.raw import raw
from stagelight.core.registry import define
from stagelight.core.tensor import Tensor
from stagelight.formats import schema
from stagelight.formats.message_fields import LOCAL, MessageField, fields_in, message_class
from stagelight.public import public
from stagelight.types.dtypes import DType, from_numpy, int32, string


def _class_of(message_type: str, source: Any) -> Any:
    try:
        return message_class(message_type, source if isinstance(source, bytes) else source.encode())
    except LookupError:
        raise invalid(f"No descriptor found for message type {message_type}") from None
    except ValueError as error:
        raise invalid(str(error)) from None


def _fields(found: Any, message_type: str, names: Sequence[Any]) -> list[MessageField]:
    descriptors = found.DESCRIPTOR.fields_by_name
    fields = []
    for name in (x.decode() if isinstance(x, bytes) else x for x in names):
        if name not in descriptors:
            raise invalid(
                f"Unknown field: {name} in message type {message_type}. It has the fields "
                f"{sorted(descriptors)}."
            )
        fields.append(MessageField(descriptors[name]))
    return fields


# ---------------------------------------------------------------------------- decoding


def _check_lengths(field_names: Sequence[Any], output_types: Sequence[DType]) -> None:
    if len(field_names) != len(output_types):
        raise invalid("field_names and output_types attributes must have the same length")


def _infer_decode(
    data: Tensor, *, field_names: Sequence[Any], output_types: Sequence[DType], **_: Any
) -> tuple[Inferred, ...]:
    _check_lengths(field_names, output_types)
    batch = data.shape
    return (
        Inferred(batch.concatenate([len(field_names)]), int32),
        *[Inferred(batch.concatenate([None]), dtype) for dtype in output_types],
    )


def _decode(
    xp: ModuleType,
    data: np.ndarray,
    *,
    message_type: str,
    field_names: Sequence[Any] = (),
    output_types: Sequence[DType] = (),
    descriptor_source: Any = LOCAL,
    message_format: str = "binary",
    sanitize: bool = False,
) -> tuple[np.ndarray, ...]:
    _check_lengths(field_names, output_types)
    found = _class_of(message_type, descriptor_source)
    fields = _fields(found, message_type, field_names)
    for name, field, dtype in zip(field_names, fields, output_types, strict=True):
        if dtype.name not in field.kind.dtypes:
            raise invalid(
                f"Unexpected output type for {message_type}.{name}: {field.kind.name} to {dtype.name}. "
                f"Take {' or '.join(field.kind.dtypes)}."
            )
    if message_format not in ("binary", "text"):
        raise invalid(f"format must be one of binary or text. Received: {message_format!r}")
    if not data.size:
        raise invalid("Bufs argument must contain at least one value")
    rows = []
    for place, item in enumerate(data.reshape(-1).tolist()):
        try:
            if message_format == "text" or sanitize:
                item = _as_binary(found, item, message_format)
            rows.append(_values_of(fields, item))
        except ValueError as error:
            raise errors.DataLossError(
                None, None, f"Message {place} of type {message_type} cannot be read: {error}"
            ) from None
    sizes = np.array([[len(values) for values in row] for row in rows], np.int32)
    return (
        sizes.reshape(*data.shape, len(fields)),
        *[
            _padded([row[i] for row in rows], field, dtype, data.shape)
            for i, (field, dtype) in enumerate(zip(fields, output_types, strict=True))
        ],
    )


def _as_binary(found: Any, data: bytes, message_format: str) -> bytes:
    """A message of text in bytes, or one of bytes that is written as protobuf does."""
    if message_format == "binary":
        message = schema.parsed(found, data)
    else:
        message = found()
        schema.parse_text(data.decode(), message)
    result: bytes = message.SerializePartialToString()
    return result


def _values_of(fields: Sequence[MessageField], data: bytes) -> list[list[Any]]:
    """The values of each field that a message has. One field that is asked for twice is there once."""
    values: list[list[Any]] = [[] for _ in fields]
    places = {field.number: i for i, field in reversed(list(enumerate(fields)))}
    for number, wire, payload in fields_in(data):
        place = places.get(number)
        if place is None:
            continue
        found = fields[place].values(wire, payload)
        if fields[place].is_repeated:
            values[place] += found
        elif found:
            values[place] = found
    return values


def _padded(
    rows: Sequence[list[Any]], field: MessageField, dtype: DType, batch: tuple[int, ...]
) -> np.ndarray:
    """The values of a field, filled up to those of the message that has most, one at least."""
    width = max(1, *map(len, rows))
    result = np.full((len(rows), width), field.default, dtype.numpy_dtype)
    for row, values in zip(result, rows, strict=True):
        row[: len(values)] = values
    return result.reshape(*batch, width)


define(
    "DecodeProtoV2",
    "bytes: string",
    "sizes: int32, values: output_types",
    {
        "message_type": attr("string"),
        "field_names": attr("list(string)"),
        "output_types": attr("list(type)"),
        "descriptor_source": LOCAL,
        "message_format": "binary",
        "sanitize": False,
    },
    infer=_infer_decode,
    kernel=_decode,
    differentiable=False,
    traits=Trait.HOST_ONLY,
)


class DecodeProtoV2(NamedTuple):
    """What `tf.io.decode_proto` gives."""

    sizes: Tensor
    values: list[Tensor]


@public("io.decode_proto")
def decode_proto(
    bytes: Any,
    message_type: str,
    field_names: Sequence[str],
    output_types: Sequence[Any],
    descriptor_source: Any = LOCAL,
    message_format: str = "binary",
    sanitize: bool = False,
    name: str | None = None,
) -> DecodeProtoV2:
    """Fields of protobuf messages as tensors.

    The values of a field are a row, filled up with its default; a field that may stand once has a row of one.
    Messages in messages, and enums' names, are what they are in bytes: strings, and int32 numbers.

    Args:
        bytes: the messages, strings of shape `[batch...]`.
        message_type: their type with its package, such as "tensorflow.Example".
        field_names: names of fields.
        output_types: a dtype for each of them, which holds all values of its type.
        descriptor_source: where the type is told: "local://" for those of this process, the path of a
            file with a serialized `FileDescriptorSet`, or "bytes://" and the bytes of one.
        message_format: "binary" or "text".
        sanitize: whether messages are parsed as a whole and written again first.
        name: name of the operation.

    Returns:
        `sizes`, int32 of shape `[batch..., fields]`: how many values each message has; and `values`, a
        tensor of shape `[batch..., most values]` for each field.

    Raises:
        InvalidArgumentError: a type, field or dtype does not fit, or there is no message.
        DataLossError: a string is no message.

    >>> x = tf.train.Int64List(value=[3, 5]).SerializeToString()
    >>> sizes, (values,) = tf.io.decode_proto([x, b""], "tensorflow.Int64List", ["value"], [tf.int64])
    >>> sizes.numpy().tolist(), values.numpy().tolist()
    ([[2], [0]], [[3, 5], [0, 0]])
    """
    sizes, values = raw.DecodeProtoV2(
        convert_to_tensor(bytes, string),
        message_type=message_type,
        field_names=list(field_names),
        output_types=list(output_types),
        descriptor_source=descriptor_source,
        message_format=message_format,
        sanitize=sanitize,
        name=name,
    )
    return DecodeProtoV2(sizes, list(values))


# ---------------------------------------------------------------------------- encoding


def _infer_encode(sizes: Tensor, *values: Tensor, **_: Any) -> Inferred:
    batch = UNKNOWN
    for value in values:
        if value.shape.rank is not None:
            if value.shape.rank < 2:
                raise invalid(
                    f"Invalid shape for a field.  Saw shape {shape_text(value.shape)} but it should be at "
                    "least a matrix."
                )
            batch = batch.merge_with(value.shape[:-1])
    return Inferred(batch, string)


def _encode(
    xp: ModuleType,
    sizes: np.ndarray,
    *values: np.ndarray,
    field_names: Sequence[Any],
    message_type: str,
    descriptor_source: Any = LOCAL,
    **_: Any,
) -> np.ndarray:
    fields = _fields(_class_of(message_type, descriptor_source), message_type, field_names)
    if len(fields) != len(values) or not values:
        raise invalid(
            f"There should be a tensor of values for each field, and one at least. Received: {len(values)} "
            f"for {len(fields)}"
        )
    batch = values[0].shape[:-1]
    for name, field, array in zip(field_names, fields, values, strict=True):
        _check_values(name, field, array)
        if array.shape[:-1] != batch:
            raise invalid("Values must match up to the last dimension")
    if sizes.shape != (*batch, len(fields)):
        raise invalid(
            "sizes should be batch_size + [len(field_names)].  Saw: "
            f"{shape_text(sizes.shape)} but expected: {shape_text((*batch, len(fields)))}"
        )
    rows = [array.reshape(-1, array.shape[-1]) for array in values]
    counts = sizes.reshape(-1, len(fields)).tolist()
    result = np.empty(len(counts), object)
    for message, message_counts in enumerate(counts):
        result[message] = b"".join(_encoded(fields, rows, message, message_counts))
    return result.reshape(batch)


def _check_values(name: Any, field: MessageField, array: np.ndarray) -> None:
    if array.ndim < 2:
        raise invalid(
            f"Invalid shape for field {name}.  Saw shape {shape_text(array.shape)} but it should be at "
            "least a matrix."
        )
    dtype = from_numpy(array.dtype)
    if dtype.name not in field.kind.dtypes:
        raise invalid(
            f"Incompatible type for field {name}.  Saw dtype: {dtype.name} but field type is: "
            f"{field.kind.name}, which takes {' or '.join(field.kind.dtypes)}."
        )


def _encoded(
    fields: Sequence[MessageField], rows: Sequence[np.ndarray], message: int, counts: Sequence[int]
) -> Iterator[bytes]:
    """The fields of a message, in the order of their numbers."""
    for place in sorted(range(len(fields)), key=lambda i: fields[i].number):
        row, count = rows[place][message].tolist(), counts[place]
        if count > len(row):
            raise invalid(
                f"Size to write must not be larger than value tensor; but saw: {count} > {len(row)} at "
                f"message {message} field {place}"
            )
        for value in row[: max(0, count)]:
            yield fields[place].encoded(value)


define(
    "EncodeProto",
    "sizes: int32, values: Tinput_types",
    "bytes: string",
    {
        "field_names": attr("list(string)"),
        "message_type": attr("string"),
        "descriptor_source": LOCAL,
        "Tinput_types": attr("list(type)"),
    },
    infer=_infer_encode,
    kernel=_encode,
    differentiable=False,
    traits=Trait.HOST_ONLY,
)


@public("io.encode_proto")
def encode_proto(
    sizes: Any,
    values: Sequence[Any],
    field_names: Sequence[str],
    message_type: str,
    descriptor_source: Any = LOCAL,
    name: str | None = None,
) -> Tensor:
    """Protobuf messages of tensors with the values of their fields. What `tf.io.decode_proto` undoes.

    Args:
        sizes: how many values each message has of each field, int32 of shape `[batch..., fields]`.
        values: for each field a tensor of shape `[batch..., most values]`.
        field_names: the names of the fields.
        message_type: the type of the messages with its package.
        descriptor_source: where the type is told, see `tf.io.decode_proto`.
        name: name of the operation.

    Returns:
        Strings of shape `[batch...]`.

    Raises:
        InvalidArgumentError: a type, field, dtype or shape does not fit.

    >>> x = tf.io.encode_proto([[2]], [tf.constant([[3, 5]], tf.int64)], ["value"], "tensorflow.Int64List")
    >>> list(tf.train.Int64List.FromString(x.numpy()[0]).value)
    [3, 5]
    """
    return raw.EncodeProto(
        convert_to_tensor(sizes, int32),
        [convert_to_tensor(value) for value in values],
        field_names=list(field_names),
        message_type=message_type,
        descriptor_source=descriptor_source,
        name=name,
    )


# ---------------------------------------------------------------------------- JSON


def _decode_json(xp: ModuleType, json_examples: np.ndarray) -> np.ndarray:
    result = np.empty(json_examples.size, object)
    for place, text in enumerate(json_examples.reshape(-1).tolist()):
        message = schema.Example()
        try:
            schema.parse_json(text.decode(), message)
        except ValueError as error:
            raise invalid(f"Error while parsing JSON: example {place}: {error}") from None
        result[place] = message.SerializeToString(deterministic=True)
    return result.reshape(json_examples.shape)


define(
    "DecodeJSONExample",
    "json_examples: string",
    "binary_examples: string",
    infer=lambda json_examples: Inferred(json_examples.shape, string),
    kernel=_decode_json,
    differentiable=False,
    traits=Trait.HOST_ONLY,
)


@public(
    "io.decode_json_example", "compat.v1.decode_json_example", "compat.v1.io.decode_json_example"
)
def decode_json_example(json_examples: Any, name: str | None = None) -> Tensor:
    """Serialized `tf.train.Example`s of their forms in JSON.

    Args:
        json_examples: strings of any shape, each the JSON of an `Example` as protobuf defines it: bytes are
            in base64, names of fields in camel case or as they are.
        name: name of the operation.

    Returns:
        Strings of the same shape. The features of an example are sorted by name.

    Raises:
        InvalidArgumentError: a string is no such JSON.

    >>> text = '{"features": {"feature": {"x": {"int64List": {"value": [3]}}}}}'
    >>> data = tf.io.decode_json_example(text)
    >>> tf.io.parse_single_example(data, {"x": tf.io.FixedLenFeature([], tf.int64)})["x"].numpy()
    np.int64(3)
    """
    return raw.DecodeJSONExample(json_examples, name=name)
