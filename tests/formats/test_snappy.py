"""Snappy's blocks: what is compressed comes back, and damage is told."""

from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from stagelight import errors
from stagelight.formats import snappy
from stagelight.formats.files import ByteStream

repeating = st.lists(st.sampled_from([b"a", b"bc", b"abcdefgh", b"\x00" * 70, b"xyz" * 30])).map(
    b"".join
)


@given(st.one_of(st.binary(), repeating))
def test_what_is_compressed_comes_back(data):
    assert snappy.decompressed(snappy.compressed(data)) == data


def test_long_inputs_shrink_and_come_back():
    words = [b"stage", b"light", b"graph", b"tensor", b"tape"]
    choose = random.Random(0)
    data = b" ".join(choose.choice(words) for _ in range(40_000))
    block = snappy.compressed(data)
    assert len(block) < len(data) / 2
    assert snappy.decompressed(block) == data


@pytest.mark.parametrize(
    ("block", "data"),
    [
        (b"\x05\x10hello", b"hello"),
        (b"\x06\x04ab\x01\x02", b"ababab"),  # a copy with its distance in eleven bits
        (b"\x06\x04ab\x0e\x02\x00", b"ababab"),  # in two bytes
        (b"\x06\x04ab\x0f\x02\x00\x00\x00", b"ababab"),  # in four
        (b"\x05\xf0\x04hello", b"hello"),  # a literal with its length in a byte of its own
        (b"\x00", b""),
    ],
)
def test_each_kind_of_piece_is_read(block, data):
    assert snappy.decompressed(block) == data


@pytest.mark.parametrize(
    "block",
    [
        b"",
        b"\x80",
        b"\x05\x10hell",
        b"\x04\x10hello",
        b"\x06\x10hello",
        b"\x06\x04ab\x01\x03",  # from before the beginning
        b"\x06\x04ab\x01\x00",
        b"\x06\x04ab\x0e\x02",
        b"\x05\xf4\x04",
        b"\xff" * 12,
    ],
)
def test_damaged_blocks_are_refused(block):
    with pytest.raises(snappy.SnappyError):
        snappy.decompressed(block)


def test_every_flipped_byte_of_a_stream_is_an_error_or_other_bytes(tmp_path):
    compressor = snappy.Compressor()
    data = b"some bytes, some bytes, other bytes" * 3
    stream = compressor.compress(data) + compressor.flush()
    path = tmp_path / "stream"
    for place in range(len(stream)):
        for flipped in (0x01, 0x80, 0xFF):
            damaged = bytearray(stream)
            damaged[place] ^= flipped
            path.write_bytes(damaged)
            try:
                with ByteStream(path, "SNAPPY") as reader:
                    assert len(reader.read(1 << 20)) < 1 << 16
            except errors.DataLossError as error:
                assert str(path) in str(error)
