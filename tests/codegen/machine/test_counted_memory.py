"""NumPy's arrays in memory that is counted."""

from __future__ import annotations

import numpy as np
import pytest

from stagelight.codegen.machine.counted_memory import CountedMemory


@pytest.fixture
def memory():
    made = CountedMemory()
    made.allow(10_000)
    return made


def test_arrays_are_counted_until_they_are_freed(memory):
    with memory.used_by_numpy():
        first, second = np.empty(100), np.zeros(50, np.float32)
    assert memory.used == 800 + 200 and memory.room == 9_000
    del first
    assert memory.used == 200
    del second
    assert memory.used == 0


def test_an_array_that_is_resized_keeps_its_elements_and_is_counted_anew(memory):
    with memory.used_by_numpy():
        array = np.arange(100.0)
        array.resize(1000, refcheck=False)
        assert memory.used == 8000 and array[99] == 99.0
        array.resize(10, refcheck=False)
        assert memory.used == 80 and array[9] == 9.0
        with pytest.raises(MemoryError):
            array.resize(10_000, refcheck=False)
        assert memory.used == 80 and array[9] == 9.0


@pytest.mark.parametrize("size", [10_001, 1 << 61, (1 << 63) - 1])
@pytest.mark.parametrize("make", [np.empty, np.zeros])
def test_what_is_too_large_is_refused_and_not_counted(memory, make, size):
    with memory.used_by_numpy(), pytest.raises(MemoryError):
        make(size, np.int8)
    assert memory.used == 0


def test_arrays_outside_of_the_scope_are_not_counted(memory):
    with memory.used_by_numpy():
        pass
    array = np.empty(5_000)
    assert memory.used == 0 and array.size == 5_000
