"""Compiling in another thread: NumPy answers until the machine code is there."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
import warnings

import numpy as np
import pytest

import stagelight as tf
from stagelight import config
from stagelight.runtime import compile_failures, region_code
from stagelight.runtime.background_compilation import wait_for_compilation
from tests.processes import environment


@pytest.fixture(autouse=True)
def in_background():
    with config.changed(executor="native", compiles_in_background=True, compilation_cache=None):
        yield
        wait_for_compilation()


@pytest.fixture
def compiler(monkeypatch):
    """Compiles when the event is set; the threads that did are noted."""
    may_go, threads = threading.Event(), []
    lower = region_code.lower

    def held(*args):
        assert may_go.wait(60)
        threads.append(threading.current_thread())
        return lower(*args)

    monkeypatch.setattr(region_code, "lower", held)
    yield may_go, threads
    may_go.set()


X = np.linspace(0.25, 1.0, 7, dtype=np.float32)


def function(x):
    return tf.reduce_sum(tf.tanh(x) * 2.0) + x


@pytest.mark.parametrize("sizes", [[7], [None]])
def test_numpy_runs_the_first_calls(sizes, compiler):
    may_go, threads = compiler
    staged = tf.function(function, input_signature=[tf.TensorSpec(sizes, tf.float32)])
    expected = function(tf.constant(X))
    for _ in range(3):
        np.testing.assert_array_equal(staged(tf.constant(X)), expected)
    assert not threads
    may_go.set()
    wait_for_compilation()
    for _ in range(3):
        np.testing.assert_allclose(staged(tf.constant(X)), expected, rtol=1e-6)
    (thread,) = threads
    assert thread is not threading.current_thread()


def test_variables_are_updated_once_a_call(compiler):
    may_go, threads = compiler
    v = tf.Variable(np.zeros(3, np.float32))

    @tf.function
    def step(x):
        v.assign_add(x * 2.0)
        return v * 3.0

    for number in range(1, 9):
        np.testing.assert_array_equal(step(tf.ones([3])), [6.0 * number] * 3)
        if number == 4:
            may_go.set()
            wait_for_compilation()
    assert len(threads) == 1


def test_many_threads_may_call_meanwhile(compiler):
    may_go, _ = compiler
    staged = tf.function(function)
    expected = function(tf.constant(X))
    wrong = []

    def call():
        for number in range(200):
            if number == 100:
                may_go.set()
            if not np.allclose(staged(tf.constant(X)), expected, rtol=1e-6):
                wrong.append(number)

    threads = [threading.Thread(target=call) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)
    assert not wrong


def test_failures_are_told(monkeypatch):
    def fail(*args):
        raise KeyError("a rule")

    monkeypatch.setattr(region_code, "lower", fail)
    monkeypatch.setattr(compile_failures, "_told", set())
    staged = tf.function(function)
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        staged(tf.constant(X))
        wait_for_compilation()
        np.testing.assert_array_equal(staged(tf.constant(X)), function(tf.constant(X)))
    assert ["a rule" in str(x.message) for x in caught] == [True]


def test_a_warning_that_is_an_error_is_raised_by_the_next_call(monkeypatch):
    may_fail = threading.Event()

    def fail(*args):
        assert may_fail.wait(60)
        raise KeyError("a rule")

    monkeypatch.setattr(region_code, "lower", fail)
    monkeypatch.setattr(compile_failures, "_told", set())
    staged = tf.function(function)
    staged(tf.constant(X))
    may_fail.set()
    wait_for_compilation()
    with pytest.raises(UserWarning, match="a rule"):
        staged(tf.constant(X))


@pytest.mark.skipif(not hasattr(os, "fork"), reason="a POSIX call")
@pytest.mark.filterwarnings("ignore:.*fork:DeprecationWarning")
def test_a_forked_child_goes_on(compiler):
    staged = tf.function(function)
    expected = function(tf.constant(X))
    staged(tf.constant(X))
    child = os.fork()
    if not child:
        code = 1
        try:
            one = np.array_equal(staged(tf.constant(X)), expected)
            compiler[0].set()
            other = tf.function(lambda x: function(x) * 2.0)
            other(tf.constant(X))
            wait_for_compilation()
            two = np.allclose(other(tf.constant(X)), expected * 2.0, rtol=1e-6)
            code = 0 if one and two else 2
        finally:
            os._exit(code)
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0


def test_a_process_ends_while_much_is_to_be_compiled():
    program = """
import stagelight as tf
tf.config.experimental.set_background_compilation(True)
kept = []
for number in range(100):
    kept.append(tf.function(lambda x: tf.reduce_sum(tf.tanh(x * number) * 2.0) + x))
    kept[-1](tf.ones([7 + number]))
print("done")
"""
    found = subprocess.run(
        [sys.executable, "-c", program],
        env=environment(STAGELIGHT_CACHE_DIR="off"),
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert (found.returncode, found.stdout, found.stderr) == (0, "done\n", "")


def test_random_streams_go_on_when_machine_code_takes_over(compiler):
    may_go, _ = compiler

    @tf.function
    def noisy(x):
        for _ in tf.range(2):
            x = tf.sin(x * 0.5 + tf.random.normal([7], seed=5)) + 1.0
        return function(x) * tf.random.uniform([7], seed=6)

    def draws(count):
        return [noisy(tf.constant(X)).numpy() for _ in range(count)]

    tf.random.set_seed(3)
    found = draws(3)
    may_go.set()
    wait_for_compilation()
    found += draws(3)
    tf.random.set_seed(3)
    np.testing.assert_allclose(found, draws(6), rtol=1e-5)
    assert len({each.tobytes() for each in found}) == 6
