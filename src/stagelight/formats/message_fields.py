"""Fields of protobuf messages whose types a program brings along, as they stand in bytes.

A field in bytes is a number with a wire type, and a payload. The types come from descriptors: those that this
process has (`local://`), a file with a serialized `FileDescriptorSet`, or the bytes of one (`bytes://`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import lru_cache
from typing import Any, Final

import numpy as np

from stagelight import errors
from stagelight.formats import schema
from stagelight.formats.files import read_whole
from stagelight.formats.varints import read_varint, varint

LOCAL: Final = "local://"
_BYTES: Final = b"bytes://"

VARINT, FIXED64, LENGTH, GROUP, GROUP_END, FIXED32 = range(6)
_FIXED_SIZES = {FIXED64: 8, FIXED32: 4}
# How deep groups may stand in groups, as in protobuf's own parsers.
_DEPTH = 100


def _signed(value: int, bits: int) -> int:
    value &= 2**bits - 1
    return value - 2**bits if value >> (bits - 1) else value


class FieldKind:
    """A type of fields in .proto files.

    Attributes:
        name: in TensorFlow's messages, such as "int32".
        wire: the wire type of a value.
        dtypes: names of the dtypes that hold its values, the nearest last.
        value: makes a payload a value.
        payload: the bytes of a value behind its tag, without the length of strings.
    """

    def __init__(
        self,
        name: str,
        wire: int,
        dtypes: str,
        value: Callable[[Any], Any],
        payload: Callable[[Any], bytes],
    ) -> None:
        self.name = name
        self.wire = wire
        self.dtypes = tuple(dtypes.split())
        self.value = value
        self.payload = payload


def _of_integers(name: str, dtypes: str, value: Callable[[int], int]) -> FieldKind:
    # A negative number has ten bytes, also one of 32 bits.
    return FieldKind(name, VARINT, dtypes, value, lambda x: varint(value(int(x)) & 2**64 - 1))


def _of_zigzags(name: str, dtypes: str, bits: int) -> FieldKind:
    """Integers whose sign is their lowest bit, so that small negative ones are short."""

    def payload(x: Any) -> bytes:
        x = _signed(int(x), bits)
        return varint(2 * x if x >= 0 else -2 * x - 1)

    return FieldKind(name, VARINT, dtypes, lambda x: _signed(x >> 1 ^ -(x & 1), bits), payload)


def _of_fixed_size(name: str, dtypes: str, form: str) -> FieldKind:
    dtype = np.dtype(form)

    def payload(x: Any) -> bytes:
        with np.errstate(over="ignore"):
            return np.asarray(x).astype(dtype).tobytes()

    wire = FIXED64 if dtype.itemsize == 8 else FIXED32
    return FieldKind(name, wire, dtypes, lambda data: np.frombuffer(data, dtype)[0], payload)


def _of_bytes(name: str) -> FieldKind:
    return FieldKind(name, LENGTH, "string", bytes, bytes)


# By the number of a type in descriptors. Groups are among messages: their bytes stand between two tags.
_KINDS: Final = {
    1: _of_fixed_size("double", "float64", "<f8"),
    2: _of_fixed_size("float", "float64 float32", "<f4"),
    3: _of_integers("int64", "int64", lambda x: _signed(x, 64)),
    4: _of_integers("uint64", "uint64", lambda x: x),
    5: _of_integers("int32", "int64 int32", lambda x: _signed(x, 32)),
    6: _of_fixed_size("fixed64", "uint64", "<u8"),
    7: _of_fixed_size("fixed32", "uint64 uint32", "<u4"),
    8: _of_integers("bool", "bool", bool),
    9: _of_bytes("string"),
    10: FieldKind("group", GROUP, "string", bytes, bytes),
    11: _of_bytes("message"),
    12: _of_bytes("bytes"),
    13: _of_integers("uint32", "uint64 uint32", lambda x: x & 2**32 - 1),
    14: _of_integers("enum", "int32", lambda x: _signed(x, 32)),
    15: _of_fixed_size("sfixed32", "int64 int32", "<i4"),
    16: _of_fixed_size("sfixed64", "int64", "<i8"),
    17: _of_zigzags("sint32", "int64 int32", 32),
    18: _of_zigzags("sint64", "int64", 64),
}


class MessageField:
    """A field of a message type: its number, its kind, and what stands for it where it is missing."""

    def __init__(self, descriptor: Any) -> None:
        self.number: int = descriptor.number
        self.kind = _KINDS[descriptor.type]
        self.is_repeated = bool(descriptor.is_repeated)
        self.default = _default(descriptor)

    def values(self, wire: int, payload: Any) -> list[Any]:
        """The values of a payload; none if it is of another wire type, which is left out.

        Raises:
            ValueError: packed values end within one.
        """
        if wire == self.kind.wire:
            return [self.kind.value(payload)]
        if wire != LENGTH or not self.is_repeated or self.kind.wire in (LENGTH, GROUP):
            return []
        size = _FIXED_SIZES.get(self.kind.wire)
        if size is None:
            return [self.kind.value(x) for x in _packed_numbers(payload)]
        if len(payload) % size:
            raise ValueError(f"{len(payload)} bytes hold no whole number of values of {size} bytes")
        return [self.kind.value(payload[i : i + size]) for i in range(0, len(payload), size)]

    def encoded(self, value: Any) -> bytes:
        """A value with its tag."""
        tag, payload = varint(self.number << 3 | self.kind.wire), self.kind.payload(value)
        if self.kind.wire == LENGTH:
            return tag + varint(len(payload)) + payload
        if self.kind.wire == GROUP:
            return tag + payload + varint(self.number << 3 | GROUP_END)
        return tag + payload


def _default(descriptor: Any) -> Any:
    """What stands for a missing value: that of the .proto file, the first of an enum, zero."""
    if descriptor.message_type is not None:
        return b""
    if descriptor.is_repeated:
        if descriptor.enum_type is not None:
            return descriptor.enum_type.values[0].number
        return b"" if _KINDS[descriptor.type].dtypes == ("string",) else 0
    value = descriptor.default_value
    return value.encode() if isinstance(value, str) else value


def _packed_numbers(data: bytes) -> Iterator[int]:
    at = 0
    while at < len(data):
        value, at = read_varint(data, at)
        yield value


def fields_in(data: bytes) -> Iterator[tuple[int, int, Any]]:
    """The fields of a message in their order: number, wire type, and payload, which is an int or bytes.

    Raises:
        ValueError: while iterating, when the bytes are no message; it tells the position.
    """
    at = 0
    while at < len(data):
        number, wire, payload, at = _field_at(data, at, 0)
        if wire == GROUP_END:
            raise ValueError(f"a group ends before byte {at} that was not begun")
        yield number, wire, payload


def _field_at(data: bytes, at: int, depth: int) -> tuple[int, int, Any, int]:
    begin = at
    tag, at = read_varint(data, at)
    number, wire = tag >> 3, tag & 7
    if not number:
        raise ValueError(f"the field at byte {begin} has number 0")
    if wire == VARINT:
        value, at = read_varint(data, at)
        return number, wire, value, at
    if wire == GROUP_END:
        return number, wire, b"", at
    if wire == GROUP:
        end, behind = _end_of_group(data, at, number, depth + 1)
        return number, wire, data[at:end], behind
    if wire == LENGTH:
        size, at = read_varint(data, at)
    elif wire in _FIXED_SIZES:
        size = _FIXED_SIZES[wire]
    else:
        raise ValueError(f"the field at byte {begin} has the wire type {wire}, which there is not")
    if at + size > len(data):
        raise ValueError(f"the data ends at byte {len(data)}, within the field at byte {begin}")
    return number, wire, data[at : at + size], at + size


def _end_of_group(data: bytes, at: int, number: int, depth: int) -> tuple[int, int]:
    """Where the tag stands that ends a group, and the position behind it."""
    if depth > _DEPTH:
        raise ValueError(f"groups stand in groups more than {_DEPTH} deep")
    while at < len(data):
        begin = at
        found, wire, _, at = _field_at(data, at, depth)
        if wire == GROUP_END:
            if found != number:
                break
            return begin, at
    raise ValueError(f"the group of number {number} does not end")


# ---------------------------------------------------------------------------- types


def message_class(name: str, source: bytes) -> Any:
    """The class of the messages of a type.

    Args:
        name: the type's name with its package; TensorFlow's own, such as "tensorflow.Example", are known.
        source: where descriptors are: `local://`, `bytes://` and what follows, or the path of a file.

    Raises:
        LookupError: there is no such type.
        ValueError: the source cannot be read, or holds no descriptors.
    """
    from google.protobuf import message_factory

    return message_factory.GetMessageClass(_pool(source).FindMessageTypeByName(_own(name, source)))


def _own(name: str, source: bytes) -> str:
    """TensorFlow's messages have another package here."""
    package, _, rest = name.partition(".")
    is_own = source.decode(errors="replace") in ("", LOCAL) and package == "tensorflow"
    return f"stagelight.{rest}" if is_own and rest in schema.MESSAGES else name


def _pool(source: bytes) -> Any:
    from google.protobuf import descriptor_pool

    if source in (b"", LOCAL.encode()):
        # The messages of the schema are there from the first one on.
        assert schema.Example is not None
        return descriptor_pool.Default()
    if source.startswith(_BYTES):
        return _pool_of(source.removeprefix(_BYTES))
    try:
        data = read_whole(source)
    except errors.OpError as error:
        raise ValueError(f"The descriptors cannot be read: {error.message}") from None
    return _pool_of(data)


@lru_cache(maxsize=8)
def _pool_of(data: bytes) -> Any:
    from google.protobuf import descriptor_pb2, descriptor_pool

    try:
        files = schema.parsed(descriptor_pb2.FileDescriptorSet, data).file
    except ValueError:
        raise ValueError(
            "Source does not represent serialized file descriptor set proto."
        ) from None
    pool = descriptor_pool.DescriptorPool()
    for file in files:
        try:
            pool.AddSerializedFile(file.SerializeToString())
        except (TypeError, ValueError) as error:
            raise ValueError(f"Failed to load FileDescriptorProto {file.name!r}: {error}") from None
    return pool
