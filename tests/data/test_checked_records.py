"""Records that machine code checks, against the reader that takes one after the other."""

import gzip
import zlib

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import stagelight as tf
from stagelight.data import checked_records
from stagelight.formats.record_files import framed, read_records

_COMPRESS = {"": bytes, "GZIP": gzip.compress, "ZLIB": zlib.compress}


def _all(pieces):
    return [pair for items, ends in pieces for pair in zip(items, ends, strict=True)]


def _outcome(pairs):
    """What was read, and the error that ended it."""
    read = []
    try:
        for pair in pairs:
            read.append(pair)
    except tf.errors.DataLossError as error:
        return read, error.message
    return read, None


@pytest.fixture
def path(tmp_path):
    return tmp_path / "some.tfrecord"


@settings(max_examples=40, deadline=None)
@given(
    sizes=st.lists(st.integers(0, 300), max_size=40),
    chunk=st.integers(1, 400),
    compression=st.sampled_from(sorted(_COMPRESS)),
)
def test_pieces_hold_the_records_and_their_positions(tmp_path_factory, sizes, chunk, compression):
    path = tmp_path_factory.mktemp("records") / "some.tfrecord"
    data = b"".join(framed(bytes(i % 256 for i in range(size))) for size in sizes)
    path.write_bytes(_COMPRESS[compression](data))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(checked_records, "_CHUNK", chunk)
        pairs = _all(checked_records.read_pieces(path, compression))
        assert pairs == list(read_records(path, compression))
        for index, (_, position) in enumerate(pairs):
            rest = _all(checked_records.read_pieces(path, compression, position))
            assert rest == pairs[index + 1 :]


@pytest.mark.parametrize("chunk", [64, 1 << 20])
def test_each_damaged_byte_ends_the_reading_as_that_of_single_records(path, monkeypatch, chunk):
    monkeypatch.setattr(checked_records, "_CHUNK", chunk)
    data = b"".join(framed(bytes([i]) * i) for i in range(6))
    for place in range(len(data)):
        path.write_bytes(data[:place] + bytes([data[place] ^ 0x41]) + data[place + 1 :])
        singles = _outcome(read_records(path))
        assert singles[1] is not None
        pieces = (
            pair for piece in checked_records.read_pieces(path) for pair in zip(*piece, strict=True)
        )
        assert _outcome(pieces) == singles


@pytest.mark.parametrize("chunk", [64, 1 << 20])
def test_each_truncation_is_told(path, monkeypatch, chunk):
    monkeypatch.setattr(checked_records, "_CHUNK", chunk)
    data = b"".join(framed(bytes([i]) * i) for i in range(6))
    for size in range(len(data) + 1):
        path.write_bytes(data[:size])
        pieces = (
            pair for piece in checked_records.read_pieces(path) for pair in zip(*piece, strict=True)
        )
        assert _outcome(pieces) == _outcome(read_records(path))


def test_processors_without_the_instruction_read_the_same(path, monkeypatch):
    path.write_bytes(framed(b"one") + framed(b""))
    expected = _all(checked_records.read_pieces(path))
    monkeypatch.setattr(checked_records, "_checker", lambda: None)
    assert _all(checked_records.read_pieces(path)) == expected == [(b"one", 19), (b"", 35)]


def test_batches_come_up_to_the_damage_and_then_its_error(path):
    data = [framed(bytes([i])) for i in range(5)]
    data[3] = b"\x00" * len(data[3])
    path.write_bytes(b"".join(data))
    other = path.with_name("other.tfrecord")
    other.write_bytes(framed(b"x"))
    files = [str(path), str(other)]
    batches = iter(tf.data.TFRecordDataset(files).batch(2))
    assert next(batches).numpy().tolist() == [b"\x00", b"\x01"]
    with pytest.raises(tf.errors.DataLossError, match="corrupted record at 51"):
        list(batches)
    singles = tf.data.TFRecordDataset(files).ignore_errors()
    assert [x.numpy() for x in singles] == [b"\x00", b"\x01", b"\x02", b"x"]


def test_mapped_records_are_given_up_to_the_damage(path):
    path.write_bytes(framed(b"a") + framed(b"bb") + b"\x00" * 20)
    lengths = iter(tf.data.TFRecordDataset(str(path)).map(tf.strings.length))
    assert [int(next(lengths)), int(next(lengths))] == [1, 2]
    with pytest.raises(tf.errors.DataLossError, match="corrupted record at 35"):
        next(lengths)


def test_batches_of_records_go_on_from_a_saved_place(path):
    path.write_bytes(b"".join(framed(b"%d" % i) for i in range(7)))
    dataset = tf.data.TFRecordDataset([str(path), str(path)]).batch(3)
    iterator = dataset.as_numpy_iterator()
    first = [next(iterator).tolist() for _ in range(3)]
    assert first[2] == [b"6", b"0", b"1"]
    place = iterator.save()
    rest = [batch.tolist() for batch in iterator]
    later = dataset.as_numpy_iterator()
    later.restore(place)
    assert [batch.tolist() for batch in later] == rest == [[b"2", b"3", b"4"], [b"5", b"6"]]
