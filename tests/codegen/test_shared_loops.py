"""Loops that threads share: the same bits whatever the number of threads, and what they leave to the host."""

import os
import threading
import time

import numpy as np
import pytest

import stagelight as tf
from stagelight import config
from stagelight.codegen.machine.thread_pool import SYMBOL


@pytest.fixture(autouse=True)
def native():
    with config.changed(executor="native"):
        yield


def random(*shape, dtype=np.float32):
    return np.random.RandomState(0).randn(*shape).astype(dtype)


LONG = [
    ("chain", lambda x: tf.tanh(x) * 1.01 + 0.5, (300_007,)),
    ("functions in line", lambda x: tf.exp(-tf.tanh(tf.tanh(tf.tanh(tf.sigmoid(x))))), (1_000_003,)),
    ("rows", lambda x: x * 2.0 + tf.reduce_max(x, axis=1, keepdims=True), (1001, 333)),
    ("all", lambda x: tf.reduce_sum(tf.exp(x)), (700_001,)),
    ("all of a matrix", lambda x: tf.reduce_sum(x * x), (1003, 701)),
    ("few rows", lambda x: tf.reduce_sum(x * 0.5, axis=1), (3, 400_003)),
    ("columns", lambda x: tf.reduce_sum(x, axis=0), (2053, 611)),
    ("long rows side by side", lambda x: (tf.reduce_sum(x, 0), tf.reduce_max(x, 0)), (1003, 1211)),
    ("flags of long rows", lambda x: tf.reduce_any(x > 2.5, axis=0), (1003, 1211)),
    ("columns of a cube", lambda x: tf.reduce_mean(x, axis=[0, 1]), (65, 37, 611)),
    ("extremes", lambda x: (tf.reduce_max(x), tf.reduce_min(x)), (1_000_003,)),
    ("several", lambda x: (tf.reduce_sum(x), tf.reduce_sum(x * x), tf.reduce_mean(x)), (900_001,)),
    ("flags", lambda x: (tf.reduce_all(x > -9.0), tf.reduce_any(x > 9.0)), (1_000_003,)),
    ("softmax", tf.nn.softmax, (257, 3001)),
    ("tall product", lambda x: tf.matmul(x, x, transpose_a=True) + 1.0, (100, 170)),
    ("rows of a product", lambda x: tf.matmul(x, x[:80]) + 1.0, (601, 80)),
    ("columns of a product", lambda x: tf.matmul(x[:, :40], x[:40]) + 1.0, (45, 3001)),
    ("batches of products", lambda x: tf.matmul(x, x, transpose_b=True) * 0.5, (40, 63, 50)),
    ("a scan", lambda x: tf.transpose(tf.transpose(x) * 3.0), (801, 703)),
]


@pytest.mark.parametrize(("function", "shape"), [x[1:] for x in LONG], ids=[x[0] for x in LONG])
def test_results_do_not_depend_on_threads(function, shape):
    x = random(*shape)
    given = tf.constant(x)
    runs = []
    for threads in (1, 2, 4):
        with config.changed(intra_op_threads=threads):
            run = tf.function(function)
            runs += [tf.nest.flatten(run(given)) for _ in range(3)]
    for run in runs[1:]:
        for first, other in zip(runs[0], run, strict=True):
            assert first.numpy().tobytes() == other.numpy().tobytes()
    with config.changed(executor="host"):
        expected = tf.nest.flatten(tf.function(function)(tf.constant(x.astype(np.float64))))
    for first, host in zip(runs[0], expected, strict=True):
        np.testing.assert_allclose(first, host, rtol=2e-4, atol=2e-3)


def test_a_zero_found_by_any_thread_ends_the_program():
    divide = tf.function(lambda x, y: x // y + x)
    x = np.arange(1_000_003, dtype=np.int32)
    y = np.full_like(x, 3)
    np.testing.assert_array_equal(divide(tf.constant(x), tf.constant(y)), x // 3 + x)
    for place in (0, 500_000, 1_000_002):
        y[place] = 0
        with pytest.raises(tf.errors.InvalidArgumentError):
            divide(tf.constant(x), tf.constant(y))
        y[place] = 3


def test_other_threads_run_meanwhile():
    def work(x):
        for _ in range(40):
            x = tf.sin(x) * 3.0
        return x

    run = tf.function(work)
    x = tf.constant(random(2_000_000))
    run(x)
    ticks = []
    stop = threading.Event()

    def tick():
        while not stop.is_set():
            ticks.append(time.perf_counter())
            time.sleep(0.001)

    thread = threading.Thread(target=tick)
    thread.start()
    begin = time.perf_counter()
    run(x)
    end = time.perf_counter()
    stop.set()
    thread.join()
    assert sum(begin < t < end for t in ticks) > 2


OF_ANY_SIZE = [
    ("chain", lambda x: tf.tanh(x) * 1.01 + 0.5, [(701, 1003), (703, 1000), (3, 5)]),
    ("rows", lambda x: x * 2.0 + tf.reduce_max(x, axis=1, keepdims=True), [(301, 333), (999, 441)]),
    ("all", lambda x: tf.reduce_sum(tf.exp(x)) * 2.0, [(1001, 333), (999, 441), (1, 2)]),
    ("extremes", lambda x: tf.reduce_max(x) - tf.reduce_min(x), [(1001, 3), (3001, 701), (2, 1)]),
    (
        "flags",
        lambda x: tf.stack([tf.reduce_all(x > -9.0), tf.reduce_any(x > 4.9)]),
        [(1001, 333), (3001, 701), (1, 2)],
    ),
    (
        "integers",
        lambda x: tf.reduce_sum(tf.cast(x * 100.0, tf.int32)),
        [(1001, 333), (3001, 701), (1, 1), (70_001, 3)],
    ),
    (
        "moments",
        lambda x: tf.stack([tf.reduce_mean(x), tf.reduce_mean(x * x)]),
        [(1001, 333), (3001, 701), (2, 1)],
    ),
    (
        "all of rows and columns",
        lambda x: tf.reduce_sum(x * (x[:1] + 1.0) * (x[:, :1] - 2.0)) * 1e-3,
        [(1001, 333), (3001, 701), (2, 900_001), (900_001, 2)],
    ),
    ("few columns", lambda x: tf.reduce_sum(x * x, 0) * 0.5, [(7, 10), (300_007, 10), (1, 10)]),
    (
        "few rows and columns",
        lambda x: tf.stack([tf.reduce_mean(x, 1), tf.reduce_min(x, 1)]),
        [(3, 1001, 5), (3, 100_007, 5), (3, 1, 5)],
    ),
    (
        "none or few",
        lambda x: tf.reduce_max(x[2:] * 2.0, 0) + tf.cast(tf.reduce_any(x[1:] > 5.0), tf.float32),
        [(7, 3), (300_007, 3), (3, 3), (4, 3)],
    ),
    ("columns", lambda x: tf.reduce_sum(x * x, axis=0), [(2053, 611), (2051, 612)]),
    ("softmax", tf.nn.softmax, [(257, 3001), (255, 3007), (2, 7)]),
    ("indices", lambda x: tf.gather(x, tf.range(300) % 7) * 2.0, [(257, 3001), (255, 3007)]),
    (
        "convolution",
        lambda x: tf.nn.relu(tf.nn.conv2d(x, tf.ones([3, 3, 8, 40]) * 0.1, 1, "SAME")),
        [(17, 20, 21, 8), (19, 20, 21, 8), (1, 20, 21, 8)],
    ),
]


@pytest.mark.parametrize(
    ("function", "shapes"), [x[1:] for x in OF_ANY_SIZE], ids=[x[0] for x in OF_ANY_SIZE]
)
def test_results_for_any_size_do_not_depend_on_threads(function, shapes):
    sizes = [None if len(set(axis)) > 1 else axis[0] for axis in zip(*shapes, strict=True)]
    arrays = [random(*shape) for shape in shapes]
    runs = []
    for threads in (1, 2, 4):
        with config.changed(intra_op_threads=threads):
            run = tf.function(function, input_signature=[tf.TensorSpec(sizes)])
            run(tf.constant(arrays[0]))
            runs.append([run(tf.constant(x)).numpy() for x in arrays[1:] * 3])
    for other in runs[1:]:
        for first, one in zip(runs[0], other, strict=True):
            assert first.tobytes() == one.tobytes()
    with config.changed(executor="host"):
        for first, x in zip(runs[0], arrays[1:], strict=False):
            expected = tf.function(function)(tf.constant(x))
            np.testing.assert_allclose(first, expected, rtol=2e-4, atol=2e-3)


def test_long_loops_of_unknown_length_are_shared(compilations):
    run = tf.function(lambda x: tf.tanh(x) * 2.0, input_signature=[tf.TensorSpec([None])])
    for size in (5, 6, 1_000_001):
        x = random(size)
        np.testing.assert_allclose(run(tf.constant(x)), np.tanh(x) * 2.0, rtol=1e-5)
    shared = f"call void @{SYMBOL}"
    assert [shared in text for text in compilations] == [True]


def test_long_reductions_of_unknown_length_are_shared(compilations):
    def both(x):
        return tf.reduce_sum(x), tf.reduce_max(tf.abs(x))

    run = tf.function(both, input_signature=[tf.TensorSpec([None])])
    for size in (5, 6, 2_000_003):
        x = random(size)
        total, most = run(tf.constant(x))
        np.testing.assert_allclose(total, x.astype(np.float64).sum(), rtol=1e-4)
        assert most.numpy() == np.abs(x).max()
    shared = f"call void @{SYMBOL}"
    assert [text.count(shared) for text in compilations] == [1]


def test_reductions_of_unknown_length_stay_in_bounds():
    run = tf.function(
        lambda x: tf.reduce_sum(tf.sin(x)), input_signature=[tf.TensorSpec([None, None])]
    )
    with config.changed(checks_bounds=True, compilation_cache=None):
        for shape in ((3, 4), (4, 5), (1, 1), (1003, 701), (2, 400_001)):
            x = random(*shape)
            np.testing.assert_allclose(run(tf.constant(x)), np.sin(x).sum(), rtol=1e-3, atol=1e-3)


@pytest.mark.filterwarnings("ignore:.*fork:DeprecationWarning")
def test_a_forked_child_shares_loops_of_its_own():
    run = tf.function(lambda x: tf.reduce_sum(tf.tanh(x)))
    x = tf.constant(random(1_000_000))
    with config.changed(intra_op_threads=2):
        expected = run(x).numpy().tobytes()
        child = os.fork()
        if child == 0:
            code = 1
            try:
                code = 0 if run(x).numpy().tobytes() == expected else 2
            finally:
                os._exit(code)
        assert os.waitpid(child, 0)[1] == 0
        assert run(x).numpy().tobytes() == expected
