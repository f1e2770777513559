"""Tensor bundles: every dtype and shape, and every kind of damage."""

from __future__ import annotations

import itertools
import os

import ml_dtypes
import numpy as np
import pytest

import stagelight as tf
from stagelight.formats import atomic_files
from stagelight.formats.tensor_bundle import BundleReader, data_file, index_file, write_bundle
from stagelight.formats.tensor_proto import dtype_of
from tests.processes import ending_at

TENSORS = {
    "scalar": (1, np.float32(1.5).reshape(())),
    "empty": (1, np.zeros((0, 3), np.float32)),
    "matrix": (3, np.arange(6, dtype=np.int32).reshape(2, 3).T),
    "other order": (2, np.arange(4, dtype=">f8")),
    "bools": (10, np.array([True, False])),
    "bfloat16": (14, np.array([1.5, -2.0], ml_dtypes.bfloat16)),
    "int4": (29, np.array([-8, 7], ml_dtypes.int4)),
    "complex": (8, np.array([1 + 2j], np.complex64)),
    "strings": (7, np.array([[b"a", b""], [b"\x00" * 200, "é".encode()]], object)),
}


@pytest.fixture
def prefix(tmp_path):
    path = str(tmp_path / "bundle")
    write_bundle(path, TENSORS)
    return path


def test_tensors_are_read_as_they_were_written(prefix):
    reader = BundleReader(prefix)
    assert reader.all_keys() == sorted(TENSORS)
    for key, (number, array) in TENSORS.items():
        read = reader.tensor(key)
        assert reader.dtype_number(key) == number
        assert read.shape == array.shape == reader.shape(key)
        assert read.dtype == dtype_of(number)
        assert read.tolist() == array.tolist()


def test_keys_that_are_not_there_are_told(prefix):
    with pytest.raises(tf.errors.NotFoundError, match="Key nosuch not found in checkpoint"):
        BundleReader(prefix).tensor("nosuch")
    with pytest.raises(tf.errors.NotFoundError, match="Failed to find any matching files for"):
        BundleReader(prefix + "2")


def test_a_data_file_that_is_gone_is_told(prefix):
    data_file(prefix, 0, 1).unlink()
    with pytest.raises(tf.errors.NotFoundError, match="data-00000-of-00001; No such file"):
        BundleReader(prefix).tensor("scalar")


def values(prefix):
    reader = BundleReader(prefix)
    return {key: reader.tensor(key).tolist() for key in reader.all_keys()}


@pytest.mark.parametrize("of_index", [True, False])
def test_a_changed_byte_is_found_wherever_it_is(prefix, of_index):
    path = index_file(prefix) if of_index else data_file(prefix, 0, 1)
    content = path.read_bytes()
    before = values(prefix)
    undetected = []
    for position in range(len(content)):
        damaged = bytearray(content)
        damaged[position] ^= 0x10
        path.write_bytes(damaged)
        try:
            if values(prefix) != before:
                undetected.append(position)
        except tf.errors.OpError as error:
            assert str(path) in str(error) or isinstance(error, tf.errors.NotFoundError)
    assert undetected == []


def test_a_data_file_that_ends_early_is_told_with_file_and_place(prefix):
    path = data_file(prefix, 0, 1)
    path.write_bytes(path.read_bytes()[:20])
    with pytest.raises(tf.errors.DataLossError, match=r"data-00000-of-00001 is damaged: the bytes"):
        values(prefix)


def test_replacing_a_bundle_takes_another_data_file_and_deletes_the_old_one(prefix):
    write_bundle(prefix, {"x": (1, np.float32([2.0]))})
    assert values(prefix) == {"x": [2.0]}
    assert not data_file(prefix, 0, 1).exists()
    write_bundle(prefix, {"x": (1, np.float32([3.0]))})
    assert values(prefix) == {"x": [3.0]}
    assert sorted(os.listdir(os.path.dirname(prefix))) == [
        "bundle.data-00000-of-00001", "bundle.index",
    ]  # fmt: skip


@pytest.mark.parametrize("last", range(4))
def test_an_error_at_any_moment_leaves_what_was_there(prefix, monkeypatch, last):
    """The disk is full, or the process ends, at one of the calls that touch the disk."""
    before = values(prefix)
    calls = iter(range(100))

    def failing(function):
        def call(*args, **kwargs):
            if next(calls) == last:
                raise OSError("No space left on device")
            return function(*args, **kwargs)

        return call

    monkeypatch.setattr(atomic_files.os, "fsync", failing(os.fsync))
    monkeypatch.setattr(atomic_files.os, "replace", failing(os.replace))
    with pytest.raises(OSError, match="No space"):
        write_bundle(prefix, {"x": (1, np.float32([2.0]))})
    monkeypatch.undo()
    assert values(prefix) == before


def test_the_disk_begins_while_others_are_written(tmp_path, monkeypatch):
    """Each part once, in pieces however large a tensor is; the values are those that were given."""
    told = []
    monkeypatch.setattr(
        atomic_files.os, "posix_fadvise", lambda file, *part: told.append(part[:2]), raising=False
    )
    large = np.arange(5_000_000, dtype=np.float32)
    prefix = str(tmp_path / "large")
    write_bundle(prefix, {"a": (1, large[:400_000]), "b": (1, large), "c": (1, large[:10])})
    ends = [begin + size for begin, size in told]
    assert [begin for begin, _ in told] == [0, *ends[:-1]]
    assert len(told) >= 3
    assert max(size for _, size in told) < 2 * 4 * 2**20
    reader = BundleReader(prefix)
    np.testing.assert_array_equal(reader.tensor("a"), large[:400_000])
    np.testing.assert_array_equal(reader.tensor("b"), large)
    np.testing.assert_array_equal(reader.tensor("c"), large[:10])


def test_a_system_that_cannot_be_told_to_begin_writes_all_the_same(tmp_path, monkeypatch):
    def refused(*_):
        raise OSError("Inappropriate ioctl for device")

    monkeypatch.setattr(atomic_files.os, "posix_fadvise", refused, raising=False)
    large = np.arange(3_000_000, dtype=np.float32)
    write_bundle(str(tmp_path / "large"), {"a": (1, large)})
    np.testing.assert_array_equal(BundleReader(str(tmp_path / "large")).tensor("a"), large)


def test_processes_that_end_at_any_moment_leave_what_was_there(tmp_path):
    """Two of them, one after the other: the second finds the files that the first has left."""
    for ends in itertools.product(range(9), repeat=2):
        prefix = str(tmp_path / str(ends))
        write_bundle(prefix, {"x": (1, np.float32([0.0]))})
        for number, end in enumerate(ends, 1):
            before = values(prefix)
            with ending_at(end):
                write_bundle(prefix, {"x": (1, np.float32([number]))})
            assert values(prefix) in (before, {"x": [number]})
        write_bundle(prefix, {"x": (1, np.float32([3.0]))})
        assert values(prefix) == {"x": [3.0]}


def test_what_was_read_ahead_is_the_same(prefix):
    """Also strings, and what is damaged."""
    tensors = {
        "numbers": (1, np.arange(50_000, dtype=np.float32).reshape(100, 500)),
        "strings": (7, np.array([b"x" * 100_000, b"y"], object)),
        **TENSORS,
    }
    write_bundle(prefix, tensors)
    reader = BundleReader(prefix)
    with reader.reading_ahead():
        for key, (_, array) in tensors.items():
            found = reader.tensor(key)
            assert found.tolist() == array.tolist()
            assert not found.flags.writeable or found.dtype == object
    path = data_file(prefix, 0, 2)  # It replaced another one.
    content = bytearray(path.read_bytes())
    content[1000] ^= 1
    path.write_bytes(content)
    reader = BundleReader(prefix)
    with reader.reading_ahead(), pytest.raises(tf.errors.DataLossError, match="another checksum"):
        reader.tensor("numbers")
