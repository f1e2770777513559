"""How many traces a function keeps, and what memory they hold."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

import stagelight as tf
from stagelight import config
from stagelight.runtime.host_plan import HostPlan
from stagelight.staging.trace_cache import MANY_TRACES, TRACE_LIMIT

MEMORY_OF_RETRACES = """
import gc
import stagelight as tf

def resident():
    with open("/proc/self/status") as status:
        line = next(line for line in status if line.startswith("VmRSS"))
    return int(line.split()[1]) / 1024

@tf.function
def scaled(x, by):
    if x > 0.0:
        x = x * float(by)
    return x + 1.0

x = tf.constant(1.0)
for by in range(10_000):
    if by == 2_000:  # The limit is reached, and what is collected now and then has been collected.
        gc.collect()
        before = resident()
    assert float(scaled(x, by)) == by + 1.0
gc.collect()
print(resident() - before)
"""


@pytest.mark.slow
@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="memory is read from /proc")
def test_ten_thousand_retraces_hold_bounded_memory(tmp_path):
    program = tmp_path / "retraces.py"  # A file: AutoGraph reads it.
    program.write_text(MEMORY_OF_RETRACES)
    result = subprocess.run(
        [sys.executable, str(program)],
        env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
        capture_output=True,
        text=True,
        check=True,
    )
    assert float(result.stdout) < 8.0, "MiB"


def test_calls_served_by_one_trace_are_not_remembered_for_ever():
    @tf.function(input_signature=[tf.TensorSpec([None])])
    def doubled(x):
        return x * 2.0

    for size in range(600):
        assert doubled(np.ones(size, np.float32)).shape == [size]
    assert doubled.experimental_get_tracing_count() == 1
    assert len(doubled._traces.by_key) == 1
    assert len(doubled._traces.by_call) < 600


def test_general_traces_are_forgotten_too():
    @tf.function(autograph=False)
    def shifted(x, by):
        return x + by

    for by in range(TRACE_LIMIT + 5):
        shifted.get_concrete_function(tf.TensorSpec([None], tf.int32), by)
    assert len(shifted._traces.by_key) == TRACE_LIMIT
    assert sum(map(len, shifted._traces._general.values())) == TRACE_LIMIT
    assert shifted(tf.constant([1]), TRACE_LIMIT + 4).numpy() == [TRACE_LIMIT + 5]
    assert shifted.experimental_get_tracing_count() == TRACE_LIMIT + 5


def test_plans_of_retraces_have_one_file_name():
    # CPython keeps the names of compiled files for ever.
    @tf.function(autograph=False)
    def shifted(x, by):
        return x + by

    def file_of(by):
        graph = shifted.get_concrete_function(tf.constant(1), by).graph
        return HostPlan(graph).run.__code__.co_filename

    assert file_of(1) == file_of(2)


def test_what_is_traced_again_and_again_is_compiled_when_it_is_used_repeatedly(monkeypatch):
    compiled = []

    def noted(graph):
        compiled.append(graph)
        return HostPlan(graph).run

    monkeypatch.setattr("stagelight.staging.concrete_function.executable", noted)

    @tf.function(autograph=False)
    def scaled(x, by):
        return x * float(by) + 1.0

    x = tf.constant(1.0)
    for by in range(MANY_TRACES + 3):
        assert float(scaled(x, by)) == by + 1.0
    assert len(compiled) == MANY_TRACES
    for _ in range(5):
        assert float(scaled(x, MANY_TRACES + 1)) == MANY_TRACES + 2.0
    assert len(compiled) == MANY_TRACES + 1


def test_loops_are_compiled_however_many_traces_there_are():
    @tf.function
    def powers(x, times):
        for _ in tf.range(tf.constant(times)):
            x = x * 2.0
        return x

    x = tf.constant(1.0)
    for times in range(MANY_TRACES + 2):
        assert float(powers(x, times)) == 2.0**times
    last = powers.get_concrete_function(x, MANY_TRACES + 1)
    assert last.graph.executables


@pytest.mark.parametrize("is_within", [False, True])
def test_random_numbers_of_one_of_many_traces_go_on_from_call_to_call(is_within):
    """A stream that a trace without machine code began is not begun again by its machine code."""

    @tf.function(autograph=False)
    def noisy(x, by):
        drawn = lambda: tf.random.uniform([3], seed=7)  # noqa: E731
        noise = tf.cond(x[0] > 0.0, drawn, lambda: x) if is_within else drawn()
        return tf.tanh(x) * noise + float(by)

    x = tf.ones([3])

    def draws(by):
        tf.random.set_seed(3)
        return [noisy(x, by).numpy() - by for _ in range(6)]

    first = draws(0)
    for by in range(MANY_TRACES + 3):
        noisy(x, by)
    one_of_many = draws(MANY_TRACES + 9)
    assert len({each.tobytes() for each in first}) == 6
    np.testing.assert_allclose(one_of_many, first, atol=1e-5)


@pytest.mark.parametrize("how, counts", [
    ("tiers", [1, 1, 1, 2]), ("no tiers", [1, 2, 2, 2]), ("jit_compile", [1, 2, 2, 2]),
])  # fmt: skip
def test_a_retrace_for_other_shapes_is_compiled_when_it_comes_again(how, counts, compilations):
    def function(x):
        return tf.reduce_sum(tf.tanh(x) * 2.0, 0)

    with config.changed(executor="native", tiered_compilation=how != "no tiers"):
        f = tf.function(function, jit_compile=how == "jit_compile")
        found = []
        for rows in (4, 3, 3, 3):
            x = tf.reshape(tf.range(rows * 2.0), [rows, 2]) * 0.1
            np.testing.assert_allclose(f(x), function(x), rtol=1e-6)
            found.append(len(compilations))
    assert found == counts
    assert f.experimental_get_tracing_count() == 2


def test_a_retrace_for_other_types_is_compiled_at_once(compilations):
    with config.changed(executor="native"):
        f = tf.function(lambda x: tf.reduce_sum(x * x + x))
        for dtype in (tf.float32, tf.float64, tf.int32):
            f(tf.ones([4], dtype))
    assert len(compilations) == 3
