"""Large arrays are made in memory that nobody uses any more, and never in memory that somebody uses."""

from __future__ import annotations

import gc
import os
import subprocess
import sys
import threading
import weakref

import numpy as np
import pytest

import stagelight as tf
from stagelight import config
from stagelight.core import buffer_pool
from stagelight.core.buffer_pool import BufferPool, block_size
from tests.processes import environment

MB = 1 << 20
FLOAT32 = np.dtype("float32")

pytestmark = pytest.mark.skipif(buffer_pool._ALONE is None, reason="this Python has no such pool")


@pytest.fixture
def pool():
    return BufferPool()


def address(array: np.ndarray) -> int:
    return array.ctypes.data


@pytest.mark.parametrize("shape", [(MB,), (1024, 512), (3, 5, 70000), (MB, 1, 2)])
@pytest.mark.parametrize("dtype", ["float32", "complex128", "int64"])
def test_an_array_is_as_numpys(pool, shape, dtype):
    array = pool.empty(shape, np.dtype(dtype))
    assert array.shape == shape
    assert array.dtype is np.dtype(dtype)
    assert array.flags.c_contiguous and array.flags.writeable and array.flags.aligned
    assert address(array) % 64 == 0
    array[...] = 1
    assert (array == 1).all()


def test_memory_is_used_again(pool):
    first = pool.empty((MB,), FLOAT32)
    place = address(first)
    del first
    again = pool.empty((512, 2048), FLOAT32)
    assert address(again) == place
    other = pool.empty((MB,), FLOAT32)
    assert address(other) != place


HOLDERS = {
    "a slice": lambda array: array[3:5],
    "a slice of a slice": lambda array: array[::2][1:][::3],
    "another shape": lambda array: array.reshape(4, -1).T,
    "another dtype": lambda array: array.view(np.int8),
    "a memoryview": lambda array: memoryview(array)[10:20],
    "a base": lambda array: array.base,
    "a flat iterator": lambda array: array.flat,
    "an array of it": np.asarray,
    "DLPack": lambda array: np.from_dlpack(array),
    "a DLPack capsule": lambda array: array.__dlpack__(),
    "an address": lambda array: array.ctypes,
    "a closure": lambda array: lambda: array,
    "a cycle": lambda array: [array, (cycle := []), cycle.append(cycle)],
}


@pytest.mark.parametrize("hold", HOLDERS.values(), ids=HOLDERS)
def test_memory_that_somebody_reaches_is_not_given_out(pool, hold):
    array = pool.empty((MB,), FLOAT32)
    array[:] = 7
    place = address(array)
    holder = hold(array)
    del array
    others = [pool.empty((MB,), FLOAT32) for _ in range(5)]
    assert place not in map(address, others)
    del holder, others
    gc.collect()
    again = [pool.empty((MB,), FLOAT32) for _ in range(6)]
    assert place in map(address, again)


def test_small_and_special_arrays_are_numpys(pool):
    assert pool.empty((MB // 8,), FLOAT32).base is None
    assert pool.empty((0, MB), FLOAT32).shape == (0, MB)
    assert pool.empty((), FLOAT32).shape == ()
    objects = pool.empty((MB,), np.dtype(object))
    assert objects.base is None
    assert pool.held_bytes == 0


def test_sizes_of_blocks_waste_no_more_than_a_quarter():
    sizes = np.unique(np.geomspace(1, 1 << 40, 5000).astype(np.int64))
    blocks = [block_size(int(size)) for size in sizes]
    assert all(
        size <= block <= max(1.25 * size, size) for size, block in zip(sizes, blocks, strict=True)
    )
    assert len({block for block in blocks if 1 << 20 < block <= 1 << 30}) == 40


def test_the_pool_holds_no_more_than_the_settings_allow(pool):
    with config.changed(recycled_bytes=10 * MB):
        arrays = [pool.empty((MB // 2,), FLOAT32) for _ in range(10)]  # blocks of 2.5 MB
        assert pool.held_bytes == 10 * MB
        assert sum(array.base is not None for array in arrays) == 4
        assert pool.empty((11 * MB,), FLOAT32).base is None
        del arrays
        larger = pool.empty((MB,), FLOAT32)  # 5 MB: what is unused makes room
        assert larger.base is not None
        assert pool.held_bytes <= 10 * MB


def test_what_was_given_out_longest_ago_makes_room(pool):
    with config.changed(recycled_bytes=10 * MB):
        old, new = (
            pool.empty((shape,), FLOAT32) for shape in (MB // 2, MB * 3 // 4)
        )  # 2.5, 3.5 MB
        places = address(old), address(new)
        gone, kept = weakref.ref(old.base), weakref.ref(new.base)
        del old, new
        assert len(set(places)) == 2
        pool.empty((MB,), FLOAT32)  # 5 MB
        assert gone() is None
        assert kept() is not None


def test_the_pool_can_be_switched_off(pool):
    with config.changed(recycled_bytes=0):
        assert pool.empty((MB,), FLOAT32).base is None
    assert pool.held_bytes == 0


def test_memory_goes_back_when_the_settings_change():
    before = config.current.recycled_bytes
    pool = buffer_pool.the_buffer_pool()
    pool.clear()
    used, unused = (buffer_pool.empty((MB,), FLOAT32) for _ in range(2))
    alive = weakref.ref(unused.base)
    used[:] = 3
    del unused
    try:
        tf.config.experimental.set_recycled_memory(0)
        assert tf.config.experimental.get_recycled_memory() == 0
        assert alive() is None
        assert (used == 3).all()
    finally:
        tf.config.experimental.set_recycled_memory(before)
    with pytest.raises(ValueError, match="Received -1"):
        tf.config.experimental.set_recycled_memory(-1)


def test_clearing_leaves_what_is_used(pool):
    used, unused = (pool.empty((MB,), FLOAT32) for _ in range(2))
    alive = weakref.ref(unused.base)
    used[:] = 3
    del unused
    pool.clear()
    assert alive() is None
    assert pool.held_bytes == 0
    assert (used == 3).all()
    new = pool.empty((MB,), FLOAT32)
    new[:] = 4
    assert (used == 3).all()


def test_unused_blocks_are_freed_when_memory_ends(pool, monkeypatch):
    alive = weakref.ref(pool.empty((MB,), FLOAT32).base)
    make = buffer_pool._Block

    def block(size):
        if alive() is not None:
            raise MemoryError
        return make(size)

    monkeypatch.setattr(buffer_pool, "_Block", block)
    assert pool.empty((2 * MB,), FLOAT32).shape == (2 * MB,)


def test_threads_never_get_the_same_memory(pool):
    failures = []

    def work(number):
        generator = np.random.default_rng(number)
        kept = []
        for round_ in range(300):
            array = pool.empty((int(generator.integers(MB // 4, MB // 2)),), FLOAT32)
            mark = number * 1000 + round_
            array[::1000] = mark
            kept.append((array, mark))
            if len(kept) > 3:
                old, mark = kept.pop(int(generator.integers(4)))
                if not (old[::1000] == mark).all():
                    failures.append((number, round_))

    threads = [threading.Thread(target=work, args=(number,)) for number in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert failures == []


def test_a_finalizer_may_ask_for_an_array(pool):
    """It runs inside of `empty`, where collecting garbage begins."""
    got = []

    class Asks:
        def __init__(self):
            self.me = self

        def __del__(self):
            got.append(pool.empty((MB // 2,), FLOAT32))

    old = gc.get_threshold()
    gc.set_threshold(1)
    try:
        arrays = []
        for round_ in range(200):
            Asks()
            array = pool.empty((MB // 2,), FLOAT32)
            array[0] = round_
            arrays = [*arrays[-3:], array]
            del got[:-2]
            for other in got:
                other[0] = -1
            assert [a[0] for a in arrays] == list(range(max(0, round_ - 3), round_ + 1))
    finally:
        gc.set_threshold(*old)
    assert got


FORK = """
import os, threading
import numpy as np
from stagelight.core import buffer_pool
stop = threading.Event()
def work():
    while not stop.is_set():
        buffer_pool.empty((1 << 20,), np.dtype("float32"))
threads = [threading.Thread(target=work) for _ in range(2)]
for thread in threads: thread.start()
mine = buffer_pool.empty((1 << 20,), np.dtype("float32"))
mine[:] = 5
for _ in range(50):
    child = os.fork()
    if not child:
        buffer_pool.empty((1 << 20,), np.dtype("float32"))[:] = 6
        os._exit(0 if (mine == 5).all() else 1)
    assert os.waitpid(child, 0)[1] == 0
stop.set()
for thread in threads: thread.join()
print("done")
"""


@pytest.mark.skipif(not hasattr(os, "fork"), reason="this system has no fork")
def test_forked_children_have_a_pool_of_their_own():
    result = subprocess.run(
        [sys.executable, "-W", "ignore", "-c", FORK],
        env=environment(),
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert result.stdout == "done\n", result.stderr


def test_tensors_of_large_arrays_are_made_in_used_memory():
    numbers = np.arange(1 << 20, dtype=np.float32).reshape(1 << 10, -1)
    places = set()
    for array in [numbers, numbers.T, numbers[::2]] * 3:
        tensor = tf.constant(array)
        np.testing.assert_array_equal(tensor, array)
        assert tensor._array.flags.c_contiguous
        assert not np.shares_memory(tensor._array, array)
        places.add(address(tensor._array))
    assert len(places) < 9
    kept = tf.constant(numbers)
    tf.constant(numbers + 1.0)
    np.testing.assert_array_equal(kept, numbers)
