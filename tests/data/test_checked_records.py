"""Records that machine code checks, against the reader that takes one after the other."""

import gc
import gzip
import random
import sys
import threading
import zlib

import numpy as np
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


def test_a_saved_place_among_single_records_has_a_position_and_no_records(path):
    with tf.io.TFRecordWriter(str(path)) as writer:
        for i in range(50):
            writer.write(b"%d" % i * 100)
    iterator = iter(tf.data.TFRecordDataset(str(path)))
    for i in range(7):
        assert next(iterator).numpy() == b"%d" % i * 100
    saved = iterator._serialize_to_tensors()
    assert sum(len(tensor.numpy()) for tensor in saved.values()) < 200
    later = iter(tf.data.TFRecordDataset(str(path)))
    later._restore_from_tensors(saved)
    assert [record.numpy()[:2] for record in later][:2] == [b"77", b"88"]
    # The one that was saved has gone on by itself.
    assert next(iterator).numpy() == b"7" * 100


def test_of_single_records_those_before_the_damage_come_then_its_error_then_the_next_file(path):
    data = b"".join(framed(b"%d" % i * 300) for i in range(9))
    path.write_bytes(data[:-1])
    other = path.with_name("other")
    other.write_bytes(framed(b"more"))
    iterator = iter(tf.data.TFRecordDataset([str(path), str(other)]))
    assert [next(iterator).numpy()[:1] for _ in range(8)] == [b"%d" % i for i in range(8)]
    with pytest.raises(tf.errors.DataLossError, match=r"some.tfrecord.*2528|truncated record at 2528"):
        next(iterator)
    assert [record.numpy() for record in iterator] == [b"more"]


def test_threads_that_take_records_of_one_iterator_take_each_once(path):
    with tf.io.TFRecordWriter(str(path)) as writer:
        for i in range(5000):
            writer.write(b"%d" % i)
    iterator = iter(tf.data.TFRecordDataset(str(path)))
    taken = []

    def take():
        taken.extend([int(record.numpy()) for record in iterator])

    threads = [threading.Thread(target=take) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(taken) == list(range(5000))


def test_a_function_goes_on_where_python_has_come_to(path):
    with tf.io.TFRecordWriter(str(path)) as writer:
        for i in range(6):
            writer.write(b"%d" % i)
    iterator = iter(tf.data.TFRecordDataset(str(path)))
    staged = tf.function(lambda: next(iterator))
    found = [next(iterator), staged(), iterator.get_next(), next(iterator), staged(), staged()]
    assert [record.numpy() for record in found] == [b"%d" % i for i in range(6)]
    assert next(iterator, None) is None


@pytest.mark.parametrize("compression", ["", "GZIP"])
def test_what_lies_between_two_chunks_is_joined(path, monkeypatch, compression):
    monkeypatch.setattr(checked_records, "_CHUNK", 1000)
    records = [b"%d" % i * (i * 37 % 900) for i in range(200)]
    with tf.io.TFRecordWriter(str(path), compression) as writer:
        for record in records:
            writer.write(record)
    assert [x.numpy() for x in tf.data.TFRecordDataset(str(path), compression)] == records


# Around the lengths from which on checksums are computed in three parts.
_LENGTHS = [0, 1, 7, 8, 191, 192, 193, 383, 384, 959, 960, 961, 1151, 1152, 1160, 1920, 5000, 100_003]


@pytest.mark.parametrize("length", _LENGTHS)
def test_checksums_of_long_records_are_compared(path, length):
    generator = random.Random(length)
    record = generator.randbytes(length)
    data = framed(record)
    path.write_bytes(data)
    assert _all(checked_records.read_pieces(path)) == [(record, len(data))]
    for place in sorted({generator.randrange(len(data)) for _ in range(40)}):
        damaged = bytearray(data)
        damaged[place] ^= 1 << generator.randrange(8)
        path.write_bytes(damaged)
        pieces = _outcome(
            pair for piece in checked_records.read_pieces(path) for pair in zip(*piece, strict=True)
        )
        assert pieces == _outcome(read_records(path))
        assert pieces[1] is not None


def test_single_records_are_read_without_the_instruction(path, monkeypatch):
    path.write_bytes(framed(b"one") + framed(b""))
    monkeypatch.setattr(checked_records, "_checker", lambda: None)
    monkeypatch.setattr(checked_records, "_scalar_maker", lambda: None)
    records = [record.numpy() for record in tf.data.TFRecordDataset(str(path))]
    assert records == [b"one", b""]


def test_records_are_freed_with_their_tensors(path):
    """The machine code that makes them counts references as it should."""
    with tf.io.TFRecordWriter(str(path)) as writer:
        for _ in range(100):
            writer.write(b"r" * 5000)
    dataset = tf.data.TFRecordDataset(str(path))
    for items, _ in checked_records.read_pieces(path):
        assert all(sys.getrefcount(items[i]) == 2 for i in range(len(items)))
    gc.collect()  # What other tests left would go meanwhile.
    none, kind = sys.getrefcount(None), sys.getrefcount(np.dtype(object))
    for _ in range(20):
        kept = list(dataset)
        assert all(sys.getrefcount(tensor._array[()]) == 2 for tensor in kept[:3])
        del kept
    assert abs(sys.getrefcount(None) - none) < 500
    assert abs(sys.getrefcount(np.dtype(object)) - kind) < 100
