# ruff: noqa: PLW0603 -- what is changed is what it is about
"""`compare_modes` finds the line at which eager and staged values part, and what only tracing does."""

from __future__ import annotations

import collections
import contextlib
import logging
import random
import sys
import threading
from functools import partial

import numpy as np
import pytest

import stagelight as tf
from tests import marked_lines

TOTAL = 0


line_of = partial(marked_lines.line_of, __file__)


def test_equal_values_agree():
    def f(x, n):
        for _ in tf.range(n):
            x = tf.tanh(x) if x > 0.5 else x * 2.0
        return {"x": x}

    result = tf.debugging.compare_modes(f, tf.constant(0.3), tf.constant(7))
    assert result.agrees
    assert result.tracing_only == ()
    assert str(result) == "all values agree"


def test_first_operation_that_differs_is_named():
    numbers = random.Random(1)

    def f(x):
        y = x * 2.0
        z = y + numbers.random()  # differs
        return tf.exp(z)

    difference = tf.debugging.compare_modes(f, tf.constant(0.3)).difference
    assert difference.operation == "AddV2"
    assert (difference.filename, difference.lineno) == (__file__, line_of("# differs"))
    assert difference.eager != difference.staged


def test_effects_of_tracing_are_named_and_undone():
    seen, box = [], {}

    def f(x):
        global TOTAL
        TOTAL += 1
        print("hello")
        seen.append(1)
        box["x"] = 1
        return x

    result = tf.debugging.compare_modes(f, tf.constant(1))
    assert set(result.tracing_only) == {
        "'hello' is printed", "seen is changed", "box['x'] is changed",
        "the global name TOTAL is changed",
    }  # fmt: skip
    assert (seen, box, TOTAL) == ([], {}, 0)


class Counter(tf.Module):
    def __init__(self):
        super().__init__()
        self.total = tf.Variable(1.0)
        self.seen = tf.Variable(0, trainable=False)
        self.calls = 0
        self.log = []

    @tf.function
    def add(self, x):
        self.calls += 1
        self.log.append(x)
        self.seen.assign_add(1)
        self.total.assign_add(x)
        return self.total * tf.cast(self.seen, tf.float32)


def test_methods_are_compared_and_their_objects_left_as_they_were():
    counter = Counter()
    result = tf.debugging.compare_modes(counter.add, tf.constant(2.0))
    assert result.agrees
    assert set(result.tracing_only) == {"self.calls is changed", "self.log is changed"}
    assert (counter.calls, counter.log) == (0, [])
    assert (counter.total.numpy(), counter.seen.numpy()) == (1.0, 0)


def test_what_is_not_trained_is_put_back_too():
    generator = tf.random.Generator.from_seed(1)
    before = generator.state.numpy()

    def f(x):
        return x + generator.normal([2])

    assert tf.debugging.compare_modes(f, tf.constant(1.0)).agrees
    assert (generator.state.numpy() == before).all()


def test_containers_logs_and_objects_are_named_by_their_arguments(caplog):
    class Settings:
        pass

    settings = Settings()
    settings.inner = Settings()
    seen, queue, counts = set(), collections.deque(), np.zeros(2)

    def f(x, settings):
        settings.inner.rate = 1
        settings.made = True
        seen.add(1)
        queue.append(1)
        counts[0] += 1
        logging.getLogger("test").warning("traced %d", 1)
        return x

    result = tf.debugging.compare_modes(f, tf.constant(1), settings=settings)
    assert set(result.tracing_only) == {
        "settings.inner.rate is changed", "settings.made is changed", "seen is changed",
        "queue is changed", "counts is changed", "'traced 1' is logged",
    }  # fmt: skip
    assert (vars(settings).keys(), vars(settings.inner)) == ({"inner"}, {})
    assert (seen, list(queue), counts.tolist()) == (set(), [], [0, 0])


class Tally:
    calls = 0


def test_attributes_of_classes_are_named_and_put_back():
    class Named:
        known = 1

    named = Named()

    def f(x, named):
        Tally.calls += 1
        type(named).known = x.shape
        Named.made = True
        return x

    result = tf.debugging.compare_modes(f, tf.constant(1), named)
    name = Named.__qualname__
    assert set(result.tracing_only) == {
        "Tally.calls is changed", f"{name}.known is changed", f"{name}.made is changed"
    }  # fmt: skip
    assert (Tally.calls, Named.known, hasattr(Named, "made")) == (0, 1, False)


def test_a_draw_and_an_iterator_say_why_they_differ():
    numbers = iter(tf.data.Dataset.range(100))
    drawn = tf.debugging.compare_modes(lambda: tf.random.uniform([]))
    assert "draws anew" in str(drawn)
    assert "next element" in str(tf.debugging.compare_modes(lambda: next(numbers)))
    large = tf.debugging.compare_modes(lambda: tf.random.uniform([1000]))
    assert len(str(large).splitlines()[0]) < 500


def test_variables_have_their_values_again():
    v = tf.Variable(1.0)

    @tf.function
    def f(x):
        v.assign_add(x)
        return v * 2.0

    assert tf.debugging.compare_modes(f, tf.constant(3.0)).agrees
    assert v.numpy() == 1.0


def test_step_through_runs_the_trace():
    v = tf.Variable(1.0)

    @tf.function
    def f(x, n):
        for i in tf.range(n):
            if x > 2.0:
                v.assign_add(x)
            x += tf.cast(i, tf.float32)
        return x, v.read_value()

    with tf.debugging.step_through():
        stepped = f(tf.constant(1.0), tf.constant(4))
    assert not tf.config.functions_run_eagerly()
    v.assign(1.0)
    assert [x.numpy() for x in stepped] == [x.numpy() for x in f(tf.constant(1.0), tf.constant(4))]


def stepped_lines(run):
    """The lines of this file that a debugger sees within functions named `stepped`."""
    seen = []

    def tracer(frame, event, _):
        if frame.f_code.co_name == "stepped" and event == "line":
            seen.append(frame.f_lineno)
        return tracer

    with tf.debugging.step_through():
        before = sys.gettrace()
        sys.settrace(tracer)
        try:
            result = run()
        finally:
            sys.settrace(before)
    return seen, result


def test_gradients_of_a_stepped_call_are_those_of_the_call():
    v, x = tf.Variable(3.0), tf.constant(2.0)

    @tf.function
    def stepped(x):
        y = tf.constant(0.0)
        for _ in tf.range(2):
            y += v * x * x  # stepped
        return y

    def gradients():
        with tf.GradientTape(persistent=True) as tape:
            tape.watch(x)
            y = stepped(x)
        return [g.numpy() for g in tape.gradient(y, [x, v])]

    expected = gradients()
    lines, found = stepped_lines(gradients)
    assert found == expected == [24.0, 8.0]
    assert line_of("# stepped") in lines
    with tf.debugging.step_through(), tf.autodiff.ForwardAccumulator(x, tf.constant(1.0)) as seen:
        y = stepped(x)
    assert seen.jvp(y).numpy() == 24.0


def test_concrete_functions_datasets_and_threads_step_too():
    @tf.function
    def stepped(x):
        return x * 2.0  # another step

    concrete = stepped.get_concrete_function(tf.constant(1.0))
    numbers = tf.data.Dataset.from_tensors(1.0).map(stepped)

    def in_thread():
        thread = threading.Thread(target=lambda: seen.append(stepped(tf.constant(1.0))))
        thread.start()
        thread.join()

    seen = []
    for run in (lambda: concrete(tf.constant(1.0)), lambda: list(numbers)):
        assert line_of("# another step") in stepped_lines(run)[0]
    stepped_lines(in_thread)
    assert [float(x) for x in seen] == [2.0]


def test_an_error_says_the_same_when_it_is_stepped_through():
    @tf.function
    def f(x, i):
        y = x * 2.0
        return tf.gather(y, i)

    texts = []
    for context in (contextlib.nullcontext(), tf.debugging.step_through()):
        with context, pytest.raises(tf.errors.InvalidArgumentError) as caught:
            f(tf.ones([2]), tf.constant(7))
        texts.append(str(caught.value))
    assert texts[0] == texts[1]


def test_a_profiler_and_a_debugger_work_together():
    @tf.function
    def f(x):
        return tf.tanh(x)

    with tf.profiler.experimental.Profile(None) as profile:
        with tf.debugging.step_through():
            f(tf.constant(1.0))
        f(tf.constant(1.0))
    assert "Tanh" in profile.time_by_op()
    assert not tf.config.functions_run_eagerly()
