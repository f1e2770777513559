"""A model that is not trusted keeps to its limits in the process that loads it."""

from __future__ import annotations

import gc
import math
import os
import signal
import threading
import time

import numpy as np
import pytest

import stagelight as tf
from stagelight import config
from stagelight.core.budget import Limits
from stagelight.runtime.limited_runs import _memory_of, limited
from tests.greedy_functions import ENDLESS, HUGE

X = tf.TensorSpec([], tf.float32, name="x")
SECONDS = 0.5


def loaded(folder, function, **limits):
    module = tf.Module()
    module.v = tf.Variable(1.0)
    module.f = tf.function(function, input_signature=[X])
    tf.saved_model.save(module, folder)
    return tf.saved_model.load(folder, trust="none", **limits)


@pytest.fixture(params=["native", "host"])
def executor(request):
    with config.changed(executor=request.param):
        yield request.param


@pytest.mark.parametrize("name", HUGE)
def test_memory_is_refused_before_it_is_taken(name, tmp_path, executor):
    model = loaded(tmp_path / "model", HUGE[name], memory=0.05, seconds=60)
    with pytest.raises(tf.errors.ResourceExhaustedError, match=r"(?s)memory.*trust='full'"):
        model.f(1.5)


@pytest.mark.parametrize("name", ["machine code", "kernels"])
def test_endless_loops_end(name, tmp_path, executor):
    model = loaded(tmp_path / "model", ENDLESS[name], seconds=SECONDS)
    begin = time.monotonic()
    with pytest.raises(tf.errors.DeadlineExceededError, match=r"0\.5 seconds a call"):
        model.f(1.5)
    assert SECONDS <= time.monotonic() - begin < 20 * SECONDS
    assert not np.isnan(model.v.numpy())


def test_the_limits_hold_where_another_function_calls(tmp_path, executor):
    model = loaded(tmp_path / "model", ENDLESS["machine code"], seconds=SECONDS)
    x = tf.constant(1.5)
    with pytest.raises(tf.errors.DeadlineExceededError):
        tf.function(lambda x: model.f(x) + 1.0)(x)
    with pytest.raises(tf.errors.DeadlineExceededError), tf.GradientTape() as tape:
        tape.watch(x)
        model.f(x)
    with pytest.raises(tf.errors.DeadlineExceededError):
        tf.vectorized_map(model.f, tf.ones([2]))
    with pytest.raises(tf.errors.DeadlineExceededError):
        next(iter(tf.data.Dataset.from_tensors(x).map(model.f)))


def test_gradients_are_limited(tmp_path, executor):
    """The loop of the gradient takes memory, too."""
    def steps(x):
        return tf.reduce_sum(tf.while_loop(
            lambda i, y: i < 2000, lambda i, y: (i + 1, tf.sin(y)), (0, tf.fill([5000], x))
        )[1])  # fmt: skip

    model = loaded(tmp_path / "model", steps, memory=0.02)
    assert -1.0 <= model.f(1.5).numpy() / 5000 <= 1.0
    x = tf.constant(1.5)
    with pytest.raises(tf.errors.ResourceExhaustedError), tf.GradientTape() as tape:
        tape.watch(x)
        tape.gradient(model.f(x), x)


def test_lists_that_grow_in_machine_code_are_limited(tmp_path, executor):
    def listed(x):
        array = tf.TensorArray(tf.float32, 0, dynamic_size=True, element_shape=[1024])
        array = tf.while_loop(
            lambda i, a: i < 10**6,
            lambda i, a: (i + 1, a.write(i, tf.fill([1024], tf.cast(i, tf.float32) + x))),
            (0, array),
        )[1]
        return array.size()

    model = loaded(tmp_path / "model", listed, memory=0.05, seconds=100)
    with pytest.raises(tf.errors.ResourceExhaustedError):
        model.f(1.5)


def test_loops_that_run_side_by_side_end(tmp_path):
    """Each in a thread of the pool, which Python knows nothing of."""
    def two(x):
        def step(y):
            return tf.tanh(tf.linalg.matvec(tf.eye(64), y)) + 1e-9

        def loop(y):
            return tf.while_loop(lambda y: y[0] <= 2.0, lambda y: (step(y),), [y])[0]

        return tf.reduce_sum(loop(tf.fill([64], x))) + tf.reduce_sum(loop(tf.fill([64], x + 1.0)))

    model = loaded(tmp_path / "model", two, seconds=SECONDS)
    with pytest.raises(tf.errors.DeadlineExceededError):
        model.f(1.5)


def test_calls_that_double_are_limited(tmp_path, executor):
    """Each function calls the next twice: there is no loop."""
    def level(f):
        return tf.function(lambda x: f(x) + f(x + 1.0))

    f = tf.function(lambda x: tf.sin(x) * tf.cast(tf.strings.length("a"), tf.float32))
    for _ in range(40):
        f = level(f)
    model = loaded(tmp_path / "model", f, seconds=SECONDS)
    with pytest.raises(tf.errors.DeadlineExceededError):
        model.f(1.5)


def test_what_is_made_of_a_model_takes_its_time(tmp_path):
    """Passes put called graphs in their places, which double: nothing has run yet."""
    def level(f):
        return tf.function(lambda x: f(x) * f(x + 1.0))

    f = tf.function(lambda x: -x)
    for _ in range(40):
        f = level(f)
    model = loaded(tmp_path / "model", f, seconds=SECONDS)
    began = time.monotonic()
    with pytest.raises(tf.errors.DeadlineExceededError):
        model.f(1.5)
    assert time.monotonic() - began < 10


def test_results_count_for_their_own_call_alone(tmp_path):
    model = loaded(tmp_path / "model", lambda x: tf.fill([10**6], x), memory=0.006)
    kept = [model.f(1.5) for _ in range(5)]
    assert sum(float(x[-1]) for x in kept) == 7.5


def test_memory_is_given_back(tmp_path):
    whose = Limits(10**7, 60.0, str(tmp_path))
    with limited(whose):
        for _ in range(20):
            assert np.ones(10**6).sum() == 10**6
            array = np.zeros(10**6)
            array.resize(1000, refcheck=False)
            assert array.sum() == 0.0
            del array
    gc.collect()
    assert _memory_of(whose).counted.used == 0
    with limited(whose):
        with pytest.raises(MemoryError):
            np.empty(2 * 10**7, np.uint8)
        with pytest.raises(MemoryError):
            np.zeros(2 * 10**7, np.uint8)
        with pytest.raises(MemoryError):
            np.empty(1000, np.uint8).resize(2 * 10**7, refcheck=False)
    assert np.zeros(2 * 10**7, np.uint8).sum() == 0
    assert _memory_of(whose).counted.used == 0


def test_threads_share_the_limits(tmp_path):
    model = loaded(tmp_path / "model", lambda x: tf.fill([10**6], x), memory=1)
    results = []
    threads = [threading.Thread(target=lambda: results.append(model.f(1.0))) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert [float(tf.reduce_sum(x)) for x in results] == [1e6] * 8


def test_the_usual_limits_and_none(tmp_path):
    model = loaded(tmp_path / "model", lambda x: x + 1.0)
    assert model.f(1.0).numpy() == 2.0
    assert model.f.concrete_functions[0].graph.limits.memory == 8 << 30
    assert model.f.concrete_functions[0].graph.limits.seconds == 300.0
    trusted = tf.saved_model.load(tmp_path / "model")
    assert trusted.f.concrete_functions[0].graph.limits is None
    both = tf.saved_model.load(tmp_path / "model", seconds=1.0)
    assert both.f.concrete_functions[0].graph.limits.seconds == 1.0
    again = tf.saved_model.load(tmp_path / "model", trust="none", memory=math.inf, seconds=math.inf)
    assert again.f(1.0).numpy() == 2.0


@pytest.mark.parametrize("wrong", [0, -1.0, math.nan])
@pytest.mark.parametrize("name", ["memory", "seconds"])
def test_limits_are_positive(name, wrong, tmp_path):
    tf.saved_model.save(tf.Module(), tmp_path)
    with pytest.raises(ValueError, match=f"`{name}` is a positive number"):
        tf.saved_model.load(tmp_path, trust="none", **{name: wrong})


def test_a_model_of_tensorflow_1_is_limited(tmp_path, executor):
    v1 = tf.compat.v1
    with tf.Graph().as_default(), v1.Session() as session:
        x = v1.placeholder(tf.float32, [], name="x")
        y = tf.while_loop(lambda y: y <= 2.0, tf.sin, [x])
        y = y[0] if isinstance(y, (list, tuple)) else y
        v1.saved_model.simple_save(session, str(tmp_path / "model"), {"x": x}, {"y": y})
    tf.saved_model.load(tmp_path / "model")  # The first one imports modules, in the time of the limit.
    model = tf.saved_model.load(tmp_path / "model", trust="none", seconds=SECONDS)
    with pytest.raises(tf.errors.DeadlineExceededError):
        model.signatures["serving_default"](x=tf.constant(1.5))


@pytest.fixture
def interruptible():
    """Python's own handler of Ctrl-C, which shells take from processes in the background."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


@pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="needs a timer")
def test_an_endless_loop_is_interrupted(executor, interruptible):
    """As by Ctrl-C, which sends this signal; variables keep their values."""
    variable = tf.Variable(1.0)

    @tf.function
    def endless(x):
        while x > 0.0:
            variable.assign_add(1.0)
        return x

    threading.Timer(0.5, lambda: os.kill(os.getpid(), signal.SIGINT)).start()
    begin = time.monotonic()
    with pytest.raises(KeyboardInterrupt):
        endless(tf.constant(1.0))
    assert time.monotonic() - begin < 30
    assert variable.numpy() >= 1.0


def test_a_loop_in_many_rounds_gives_what_it_gave(executor):
    """It asks Python on the way."""
    total = tf.function(lambda n: tf.while_loop(lambda i, s: i < n, lambda i, s: (i + 1, s + i), (0, 0)))
    assert int(total(tf.constant(300_000))[1]) == np.arange(300_000, dtype=np.int32).sum(dtype=np.int32)
