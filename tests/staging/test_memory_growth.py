"""Memory that stays after functions, traces and pipelines that a program makes over and over."""

from __future__ import annotations

import gc
import tracemalloc

import pytest

import stagelight as tf
from stagelight import config
from stagelight.codegen.machine.compiler import CompiledModule
from stagelight.graph.func_graph import FuncGraph

pytestmark = pytest.mark.slow


def new_function(i: int) -> None:
    limit = float(i)
    f = tf.function(lambda x: tf.cond(x > limit, lambda: x * 2.0, lambda: x - limit))
    f(tf.constant(2.0))


def new_function_with_gradients(i: int) -> None:
    variable = tf.Variable(float(i + 1))
    f = tf.function(
        lambda x: tf.reduce_sum(tf.while_loop(lambda y: y < 3.0, lambda y: y + variable, [x]))
    )
    with tf.GradientTape() as tape:
        y = f(tf.constant(2.0))
    tape.gradient(y, variable)


def new_pipeline(i: int) -> None:
    data = tf.data.Dataset.from_tensor_slices(list(range(20))).map(lambda x: x + i)
    next(iter(data.filter(lambda x: x % 2 == 0).batch(3).prefetch(1)))


def new_module(i: int) -> None:
    class Scale(tf.Module):
        def __init__(self) -> None:
            self.factor = tf.Variable(float(i))

        @tf.function
        def __call__(self, x):
            return x * self.factor

    Scale()(tf.constant([1.0, 2.0]))


def growth(function, rounds: int, first: int) -> float:
    """Bytes of Python's memory that stay, for each round."""
    gc.collect()
    before = tracemalloc.get_traced_memory()[0]
    for i in range(first, first + rounds):
        function(i)
    gc.collect()
    return (tracemalloc.get_traced_memory()[0] - before) / rounds


def live(kind: type) -> int:
    gc.collect()
    return sum(isinstance(x, kind) for x in gc.get_objects())


@pytest.fixture
def traced_memory():
    tracemalloc.start()
    with config.changed(compilation_cache=None):  # Its thread has lists of files for a while.
        yield
    tracemalloc.stop()


@pytest.mark.parametrize(
    "function", [new_function, new_function_with_gradients, new_pipeline, new_module]
)
def test_nothing_stays_of_what_nobody_holds(function, traced_memory):
    growth(function, 10, 0)
    graphs, modules = live(FuncGraph), live(CompiledModule)
    # Python's numbers are kept as arrays, up to a limit: 0.2 KB each.
    assert growth(function, 30, 1000) < 2000
    assert live(FuncGraph) <= graphs + 2 and live(CompiledModule) <= modules + 2


def test_a_trace_with_gradients_keeps_little(traced_memory):
    """Neither dead code, nor graphs that became machine code, nor object files."""
    f = tf.function(lambda x: tf.reduce_sum(tf.tanh(x) ** 2))

    def trace(size: int) -> None:
        x = tf.ones([size + 1])
        with tf.GradientTape() as tape:
            tape.watch(x)
            y = f(x)
        tape.gradient(y, x)

    with config.changed(executor="native"):
        growth(trace, 5, 0)
        assert growth(trace, 15, 100) < 55_000
