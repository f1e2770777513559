"""Arrays that begin at a line of the cache."""

import numpy as np
import pytest

from stagelight.core.aligned_memory import aligned, aligned_empty, is_worth_aligning

FLOAT = np.dtype(np.float32)


@pytest.mark.parametrize("shape", [(), (5,), (3, 0), (100, 200), (7, 11, 13)])
def test_new_arrays_begin_at_lines(shape):
    array = aligned_empty(shape, FLOAT)
    assert (array.shape, array.dtype, array.flags.c_contiguous) == (shape, FLOAT, True)
    assert array.ctypes.data % 64 == 0


def test_only_what_is_read_often_is_copied():
    memory = np.arange(1 << 21, dtype=np.float32)
    first = -memory.ctypes.data % 64 // 4
    for begin, size, is_copied in ((0, 1 << 15, False), (4, 1 << 15, True), (4, 100, False)):
        array = memory[first + begin : first + begin + size]
        result = aligned(array)
        assert (result is not array) == is_copied
        np.testing.assert_array_equal(result, array)
    large = memory[first + 4 :]
    assert aligned(large) is large
    columns = memory[first + 4 : first + 4 + (1 << 14)].reshape(128, 128).T
    result = aligned(columns)
    assert result.flags.c_contiguous
    np.testing.assert_array_equal(result, columns)


def test_objects_stay_where_they_are():
    assert not is_worth_aligning((100_000,), np.dtype(object))
    array = np.full(10_000, None, object)
    assert aligned(array) is array
