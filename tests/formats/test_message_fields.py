"""Fields of messages of any type."""

from __future__ import annotations

import pytest
from google.protobuf import descriptor_pb2

from stagelight.formats import schema
from stagelight.formats.message_fields import MessageField, fields_in, message_class

EXAMPLE = schema.Example(
    features=schema.Features(
        feature={
            "words": schema.Feature(bytes_list=schema.BytesList(value=[b"one", b"two"])),
            "numbers": schema.Feature(int64_list=schema.Int64List(value=[-1, 2**40])),
        }
    )
).SerializeToString()


def test_fields_are_those_that_were_written():
    numbers = MessageField(schema.Int64List.DESCRIPTOR.fields_by_name["value"])
    data = b"".join(numbers.encoded(x) for x in (-1, 0, 2**62))
    assert list(schema.Int64List.FromString(data).value) == [-1, 0, 2**62]
    assert [numbers.values(wire, x) for _, wire, x in fields_in(data)] == [[-1], [0], [2**62]]


def test_damaged_messages_are_read_or_refused():
    """Each bit of a message is changed, and each of its beginnings tried."""
    outcomes = set()
    damaged = [EXAMPLE[:size] for size in range(len(EXAMPLE))]
    for place in range(8 * len(EXAMPLE)):
        changed = bytearray(EXAMPLE)
        changed[place // 8] ^= 1 << place % 8
        damaged.append(bytes(changed))
    for data in damaged:
        try:
            list(fields_in(data))
            outcomes.add("read")
        except ValueError as error:
            assert "byte" in str(error)
            outcomes.add("refused")
    assert outcomes == {"read", "refused"}


def test_groups_that_stand_too_deep_are_refused():
    assert len(list(fields_in(b"\x0b" * 100 + b"\x0c" * 100))) == 1
    with pytest.raises(ValueError, match="deep"):
        list(fields_in(b"\x0b" * 100_000))


def test_types_come_from_files_too(tmp_path):
    file = descriptor_pb2.FileDescriptorProto(name="of_file.proto", package="of_file")
    file.message_type.add(name="Some")
    path = tmp_path / "descriptors"
    path.write_bytes(descriptor_pb2.FileDescriptorSet(file=[file]).SerializeToString())
    assert message_class("of_file.Some", str(path).encode()).DESCRIPTOR.full_name == "of_file.Some"
    with pytest.raises(LookupError):
        message_class("of_file.Other", str(path).encode())
    with pytest.raises(ValueError, match="cannot be read"):
        message_class("of_file.Some", str(tmp_path / "gone").encode())
    with pytest.raises(ValueError, match="does not represent"):
        message_class("of_file.Some", b"bytes://\xff")
