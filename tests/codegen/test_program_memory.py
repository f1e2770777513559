"""Memory of programs: outputs in memory that was used before, scratch memory that goes with its program."""

import gc

import numpy as np
import pytest

import stagelight as tf
from stagelight import config
from stagelight.core.buffer_pool import LEAST_BYTES


@pytest.fixture(autouse=True)
def native():
    with config.changed(executor="native"):
        yield


def test_large_outputs_use_memory_again():
    run = tf.function(lambda x: x * 2.0 + 1.0)
    x = tf.constant(np.arange(LEAST_BYTES // 4, dtype=np.float32))
    places = {run(x)._array.ctypes.data for _ in range(10)}
    assert len(places) == 1
    assert next(iter(places)) % 64 == 0


def test_outputs_that_are_kept_do_not_change():
    run = tf.function(lambda x, y: (x + y, x[1:] * y))
    x = np.arange(LEAST_BYTES // 4, dtype=np.float32)
    kept = []
    for number in range(6):
        total, product = run(tf.constant(x), tf.constant(np.float32(number)))
        kept.append((number, total if number % 2 else total[10:20], memoryview(product.numpy())))
    for number, total, product in kept:
        expected = x + number
        np.testing.assert_array_equal(total, expected if number % 2 else expected[10:20])
        np.testing.assert_array_equal(np.asarray(product), x[1:] * number)


def test_large_variables_use_memory_again():
    v = tf.Variable(np.zeros(LEAST_BYTES // 8))
    add = tf.function(lambda x: v.assign_add(x * tf.ones([LEAST_BYTES // 8], tf.float64)) + 0.0)
    one = tf.constant(1.0, tf.float64)
    kept = []
    places = set()
    for number in range(8):
        if number == 3:
            kept.append(v.read_value())
        add(one)
        places.add(v.handle._array[()].value.ctypes.data)
    np.testing.assert_array_equal(kept[0], np.full(LEAST_BYTES // 8, 3.0))
    np.testing.assert_array_equal(v, np.full(LEAST_BYTES // 8, 8.0))
    assert len(places) < 8


def test_without_the_pool_outputs_own_their_memory():
    with config.changed(recycled_bytes=0):
        run = tf.function(lambda x: x * 2.0 + 1.0)
        result = run(tf.constant(np.ones(LEAST_BYTES // 4, np.float32)))._array
        assert result.base is None
        np.testing.assert_array_equal(result, np.full(LEAST_BYTES // 4, 3.0))


def test_scratch_memory_goes_with_its_program():
    x = tf.constant(np.random.RandomState(0).rand(300, 300).astype(np.float32))

    def run(number):
        function = tf.function(
            lambda x: tf.nn.softmax(tf.matmul(x, x) * number) + tf.reduce_sum(x, axis=0)
        )
        return function(x)

    def resident():
        with open("/proc/self/statm") as file:
            return int(file.read().split()[1]) * 4096

    def run_all():
        for number in range(40):
            run(number + 0.5)
            gc.collect()
        return resident()

    before = run_all()  # What the compiler takes for itself stays.
    # Each of them has 360 KB of scratch memory.
    assert run_all() - before < 8 << 20
