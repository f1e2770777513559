"""Graphs in regions: machine code and steps of the host take turns."""

from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest

import stagelight as tf
from stagelight import config
from stagelight.runtime import native as native_executor
from tests.runtime.outlined_steps import types_of


@pytest.fixture(autouse=True)
def native():
    with config.changed(executor="native"):
        yield


def test_regions_and_steps_of_the_host_take_turns(capfd):
    @tf.function
    def f(x):
        y = tf.exp(x) * 2.0
        text = tf.strings.as_string(y)
        z = tf.strings.to_number(text) + 1.0
        return tf.sqrt(z) - y

    x = tf.constant([0.0, 1.0])
    assert types_of(f, x) == ["NativeRegion", "AsString", "StringToNumber", "NativeRegion"]
    np.testing.assert_allclose(
        f(x), np.sqrt(2 * np.exp([0, 1]) + 1) - 2 * np.exp([0, 1]), rtol=1e-5
    )


def test_effects_keep_their_order():
    v = tf.Variable([1.0, 2.0])

    @tf.function
    def f(x):
        before = v * 2.0 + x
        v.assign(tf.tanh(before) * 3.0)
        middle = v + x * 2.0
        v.assign_add(middle)
        return before, middle, v + 0.0

    x = np.array([0.5, -0.5], np.float32)
    before, middle, after = f(tf.constant(x))
    expected_before = np.array([1, 2]) * 2 + x
    expected_middle = np.tanh(expected_before) * 3 + x * 2
    np.testing.assert_allclose(before, expected_before, rtol=1e-6)
    np.testing.assert_allclose(middle, expected_middle, rtol=1e-5)
    np.testing.assert_allclose(after, np.tanh(expected_before) * 3 + expected_middle, rtol=1e-5)


def test_a_loop_of_the_host_has_regions_in_its_body():
    v = tf.Variable(0.0)

    @tf.function
    def f(x, n):
        for _ in tf.range(n):
            x = tf.tanh(x) * 0.5 + x
            v.assign_add(tf.reduce_sum(x))
        return x

    x = np.array([0.1, 0.2, 0.3], np.float32)
    result, total, expected = f(tf.constant(x), tf.constant(4)), 0.0, x
    for _ in range(4):
        expected = np.tanh(expected) * 0.5 + expected
        total += expected.sum()
    np.testing.assert_allclose(result, expected, rtol=1e-5)
    np.testing.assert_allclose(v, total, rtol=1e-5)


def test_results_may_be_inputs_and_constants():
    f = tf.function(lambda x, y: (x, tf.constant([1, 2]), x + y, x + y))
    x, y = tf.constant([1.0, 2.0]), tf.constant(3.0)
    results = f(x, y)
    np.testing.assert_array_equal(results[0], x)
    np.testing.assert_array_equal(results[1], [1, 2])
    np.testing.assert_array_equal(results[2], [4.0, 5.0])
    np.testing.assert_array_equal(results[3], [4.0, 5.0])


def test_sizes_that_are_not_known_are_no_reason_to_stay_with_the_host():
    f = tf.function(
        lambda x: tf.strings.as_string(tf.exp(x) + tf.reduce_sum(x)),
        input_signature=[tf.TensorSpec([None], tf.float32)],
    )
    assert types_of(f) == ["NativeRegion", "AsString"]
    for size in (0, 1, 5):
        x = np.linspace(0, 1, size, dtype=np.float32)
        results = [float(text) for text in f(tf.constant(x)).numpy()]
        np.testing.assert_allclose(results, np.exp(x) + x.sum(), rtol=1e-5)


def test_an_effect_does_not_wait_for_a_failure_that_nobody_needs():
    f = tf.function(lambda a, b: (a // b, a + b)[1])
    np.testing.assert_array_equal(f(tf.constant([4, 6]), tf.constant([2, 0])), [6, 6])


def test_threads_call_one_region():
    f = tf.function(lambda x: tf.reduce_sum(tf.matmul(x, x) + tf.nn.softmax(x)))
    x = tf.constant(np.random.RandomState(0).randn(40, 40).astype(np.float32))
    expected = float(f(x))
    with ThreadPoolExecutor(4) as pool:
        results = list(pool.map(lambda _: float(f(x)), range(400)))
    assert set(results) == {expected}


def test_a_compilation_that_was_interrupted_is_begun_again(monkeypatch):
    """Regions inside of graphs that the host runs have their code too, or the graph is not kept."""

    @tf.function
    def program(x):
        def body(x):
            values, _ = tf.unique(tf.exp(x) * 2.0)
            return [tf.sqrt(values) + 1.0]

        (y,) = tf.while_loop(
            lambda x: tf.reduce_sum(x * x) < 50.0,
            body,
            [x],
            shape_invariants=[tf.TensorShape([None])],
        )
        return tf.exp(y) - 1.0

    x = tf.constant([0.5, 1.0])
    with config.changed(executor="host"):
        expected = tf.function(program.python_function)(x)
    compile_region = native_executor.compile_region
    compiled = []

    def interrupted(*args):
        compiled.append(args)
        if len(compiled) == 2:
            raise KeyboardInterrupt
        return compile_region(*args)

    monkeypatch.setattr(native_executor, "compile_region", interrupted)
    with pytest.raises(KeyboardInterrupt):
        program(x)
    np.testing.assert_allclose(program(x), expected, rtol=1e-6)
    assert len(compiled) > 3
