"""Readers of files: damage is told with file and position, and every place can be gone on from.

Values and error classes are compared with TensorFlow in `tests/oracle/programs/readers.py`.
"""

from __future__ import annotations

import gzip
from pathlib import Path

import pytest

import stagelight as tf
from stagelight.data.elements import elements_of
from stagelight.data.iteration import Iteration
from stagelight.formats.checksums import checksum, masked

RECORDS = [b"first", b"", b"third record", b"x" * 40]


def written(tmp_path, options=None, records=RECORDS):
    path = str(tmp_path / "records")
    with tf.io.TFRecordWriter(path, options) as writer:
        for record in records:
            writer.write(record)
    return path


def read(path, **options):
    return [record.numpy() for record in tf.data.TFRecordDataset(str(path), **options)]


@pytest.mark.parametrize("compression", [None, "GZIP", "ZLIB"])
def test_records_come_back(tmp_path, compression):
    path = written(tmp_path, compression)
    assert read(path, compression_type=compression) == RECORDS


def test_every_single_flipped_bit_of_a_record_file_is_told(tmp_path):
    path = tmp_path / "flipped"
    data = Path(written(tmp_path)).read_bytes()
    for position in range(len(data)):
        for bit in range(8):
            damaged = bytearray(data)
            damaged[position] ^= 1 << bit
            path.write_bytes(bytes(damaged))
            with pytest.raises(tf.errors.DataLossError, match=rf"record at \d+.*{path}"):
                read(path)


def test_every_truncated_record_file_is_told(tmp_path):
    data = Path(written(tmp_path)).read_bytes()
    ends = [0]
    for record in RECORDS:
        ends.append(ends[-1] + len(record) + 16)
    path = tmp_path / "short"
    for size in range(len(data)):
        path.write_bytes(data[:size])
        if size in ends:
            assert read(path) == RECORDS[: ends.index(size)]
            continue
        with pytest.raises(tf.errors.DataLossError, match="truncated record at"):
            read(path)


@pytest.mark.parametrize("compression", ["GZIP", "ZLIB"])
def test_every_flipped_byte_of_a_compressed_file_is_told(tmp_path, compression):
    data = Path(written(tmp_path, compression)).read_bytes()
    path = tmp_path / "flipped"
    for position in range(len(data)):
        damaged = bytearray(data)
        damaged[position] ^= 0x55
        path.write_bytes(bytes(damaged))
        try:
            found = read(path, compression_type=compression)
        except tf.errors.DataLossError as error:
            assert str(path) in error.message
        else:
            assert found == RECORDS and position < 10  # Times and flags of gzip's header.


@pytest.mark.parametrize("compression", ["GZIP", "ZLIB"])
def test_every_truncated_compressed_file_is_told(tmp_path, compression):
    data = Path(written(tmp_path, compression)).read_bytes()
    path = tmp_path / "short"
    for size in range(1, len(data)):
        path.write_bytes(data[:size])
        with pytest.raises(tf.errors.DataLossError, match="ends too early"):
            read(path, compression_type=compression)


def test_a_length_that_is_not_true_takes_no_memory(tmp_path):
    length = (2**62).to_bytes(8, "little")
    path = tmp_path / "large"
    path.write_bytes(length + masked(checksum(length)).to_bytes(4, "little") + b"short")
    with pytest.raises(tf.errors.DataLossError, match="truncated record at 0"):
        read(path)


def test_the_next_file_is_read_after_a_damaged_one(tmp_path):
    good = written(tmp_path)
    bad = tmp_path / "bad"
    bad.write_bytes(b"this is no file of records")
    dataset = tf.data.TFRecordDataset([str(bad), good])
    assert [x.numpy() for x in dataset.ignore_errors()] == RECORDS


def test_members_of_a_gzip_file_are_one_after_the_other(tmp_path):
    path = tmp_path / "lines.gz"
    path.write_bytes(gzip.compress(b"one\ntwo\n") + gzip.compress(b"three\n"))
    lines = tf.data.TextLineDataset(str(path), compression_type="GZIP")
    assert [x.numpy() for x in lines] == [b"one", b"two", b"three"]


def test_the_writer_refuses_records_after_it_is_closed(tmp_path):
    writer = tf.io.TFRecordWriter(str(tmp_path / "closed"))
    writer.close()
    writer.close()
    for late in (lambda: writer.write(b"late"), writer.flush):
        with pytest.raises(tf.errors.FailedPreconditionError, match="closed"):
            late()


@pytest.mark.parametrize("record", [3, None, [1, 2], tf.constant(b"text")])
def test_the_writer_refuses_what_is_no_record(tmp_path, record):
    with tf.io.TFRecordWriter(str(tmp_path / "file")) as writer, pytest.raises(TypeError):
        writer.write(record)
    assert (tmp_path / "file").read_bytes() == b""


@pytest.mark.parametrize("compression", ["", "GZIP", "ZLIB"])
def test_what_is_flushed_can_be_read(tmp_path, compression):
    path = str(tmp_path / "growing")
    with tf.io.TFRecordWriter(path, compression) as writer:
        for written in ([b"one"], [b"one", b"two"]):
            writer.write(written[-1])
            writer.flush()
            assert read(path, compression_type=compression) == written


def test_records_before_the_end_of_a_truncated_file_are_given_first(tmp_path):
    records = [bytes(range(200)), bytes(range(50, 250))]
    path = Path(written(tmp_path, "GZIP", records))
    path.write_bytes(path.read_bytes()[:-20])
    elements = iter(tf.data.TFRecordDataset(str(path), compression_type="GZIP"))
    assert next(elements).numpy() == records[0]
    with pytest.raises(tf.errors.DataLossError, match=r"ends too early.*at [1-9]"):
        next(elements)


@pytest.mark.parametrize("options", [None, "GZIP"])
def test_an_iterator_over_records_goes_on_when_the_file_has_grown(tmp_path, options):
    path = str(tmp_path / "growing")
    options = tf.io.TFRecordOptions(options)
    with tf.io.TFRecordWriter(path, options) as writer:
        writer.write(b"one")
        writer.flush()
        records = tf.compat.v1.io.tf_record_iterator(path, options)
        assert list(records) == [b"one"] and list(records) == []
        writer.write(b"two")
        writer.flush()
        assert list(records) == [b"two"]
    with pytest.raises(tf.errors.NotFoundError):
        tf.compat.v1.io.tf_record_iterator(str(tmp_path / "none"))
    with pytest.raises(ValueError, match="Not a valid compression_type"):
        tf.compat.v1.io.tf_record_iterator(path, "LZ4")


@pytest.mark.parametrize(
    "dataset",
    [
        lambda path: tf.data.TextLineDataset([path, path]),
        lambda path: tf.data.FixedLengthRecordDataset(path, 1),
        lambda path: tf.data.experimental.CsvDataset(path, [tf.int32, ""]),
    ],
)
def test_every_place_in_a_file_is_kept(tmp_path, dataset):
    path = tmp_path / "file"
    path.write_bytes(b'1,x\n2,"y\nz"\n33,w\n44,v\n5')
    if "Csv" in repr(dataset(str(path))):
        path.write_bytes(b'1,x\n2,"y\nz"\n33,w\n44,v\n')
    elements = elements_of(dataset(str(path))._variant_tensor)
    whole = list(elements.rows(Iteration()))
    assert len(whole) > 3
    for taken in range(len(whole) + 1):
        first = Iteration()
        rows = elements.rows(first)
        for _ in range(taken):
            next(rows)
        assert list(elements.rows(Iteration(first.state()))) == whole[taken:]


def test_csv_errors_name_file_and_position(tmp_path):
    path = tmp_path / "bad.csv"
    path.write_text("1,a\nx,b\n3,c\n")
    dataset = tf.data.experimental.CsvDataset(str(path), [tf.int32, tf.string])
    with pytest.raises(tf.errors.InvalidArgumentError, match=rf"byte 8 of {path}.*int32: x"):
        list(dataset)
