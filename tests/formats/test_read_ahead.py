"""Parts of a file that another thread reads: the bytes that are there, or none."""

from __future__ import annotations

import threading

import numpy as np
import pytest

from stagelight.formats import read_ahead
from stagelight.formats.read_ahead import ReadAhead

SIZE = 1 << 16


@pytest.fixture
def path(tmp_path):
    path = tmp_path / "file"
    path.write_bytes(np.random.RandomState(0).bytes(8 * SIZE))
    return path


@pytest.mark.parametrize("at_once", [SIZE, 3 * SIZE, 100 * SIZE])
def test_parts_are_those_of_the_file(path, at_once, monkeypatch):
    """Whatever their order, and with gaps between them; of two that overlap the first is read."""
    monkeypatch.setattr(read_ahead, "_AT_ONCE", at_once)
    content = path.read_bytes()
    parts = [(5 * SIZE, SIZE), (0, SIZE), (SIZE, 2 * SIZE), (7 * SIZE, SIZE)]
    with ReadAhead(path, [*parts, (SIZE + 7, SIZE)]) as ahead:
        assert ahead.take(SIZE + 7, SIZE) is None
        for offset, size in parts:
            assert ahead.take(offset, size).tobytes() == content[offset : offset + size]
            assert ahead.take(offset, size) is None  # It is the caller's now.


def test_parts_that_are_kept_hold_no_more_memory_than_they_have_in_common(path, monkeypatch):
    """All are read by one call, but lie in three arrays: two parts each."""
    monkeypatch.setattr(read_ahead, "_IN_COMMON", 2 * SIZE)
    content = path.read_bytes()
    parts = [(i * SIZE, SIZE) for i in range(5)]
    with ReadAhead(path, parts) as ahead:
        assert len({future for future, _ in ahead._found.values()}) == 1
        found = [ahead.take(*part) for part in parts]
    assert [x.tobytes() for x in found] == [content[at : at + size] for at, size in parts]
    rooms = [x.base for x in found]
    ids = list(map(id, rooms))
    assert [ids.index(x) for x in ids] == [0, 0, 2, 2, 4]
    assert all(x.nbytes < 3 * SIZE for x in rooms)


def test_small_parts_are_read_with_the_large_ones_and_each_lies_as_arrays_do(path):
    content = path.read_bytes()
    parts = [(0, 1), (1, 7), (8, SIZE), (8 + SIZE, 3), (11 + SIZE, 500)]
    with ReadAhead(path, parts) as ahead:
        found = [ahead.take(*part) for part in parts]
    assert [x.tobytes() for x in found] == [content[at : at + size] for at, size in parts]
    assert [x.ctypes.data % 64 for x in found] == [0] * len(parts)


def test_what_cannot_be_read_is_left_to_others(path, tmp_path):
    with ReadAhead(path, [(-1, SIZE), (0, 0), (7 * SIZE, SIZE + 1), (2**62, 2**62)]) as ahead:
        assert not ahead._found
    with ReadAhead(tmp_path / "none", [(0, SIZE)]) as ahead:
        assert ahead.take(0, SIZE) is None


def test_a_file_that_shrinks_is_left_to_others(path, monkeypatch):
    """What the system gives is fewer bytes than were asked for."""
    preadv = read_ahead.os.preadv

    def of_shorter(file, buffers, offset):
        path.write_bytes(b"short")
        return preadv(file, buffers, offset)

    monkeypatch.setattr(read_ahead.os, "preadv", of_shorter)
    with ReadAhead(path, [(0, SIZE)]) as ahead:
        assert ahead.take(0, SIZE) is None


def test_no_thread_is_left(path):
    before = threading.active_count()
    with pytest.raises(KeyError), ReadAhead(path, [(0, SIZE)]):
        raise KeyError
    assert threading.active_count() == before
