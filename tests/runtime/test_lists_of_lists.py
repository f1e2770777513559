"""Loops within loops in machine code: their gradients keep lists of lists."""

from __future__ import annotations

import gc

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import stagelight as tf
from stagelight import config
from stagelight.core.inference import list_data
from stagelight.ops.lists.list_handles import handle_of, list_behind
from stagelight.ops.lists.list_value import ListValue
from stagelight.runtime.host_plan import HostPlan
from stagelight.runtime.region_lists import list_of, parts_of
from stagelight.types.shapes import TensorShape
from tests.runtime.outlined_steps import types_of
from tests.runtime.test_region_lists import assert_alike

X = [0.3, -0.5, 0.7]


@pytest.fixture(autouse=True)
def native():
    with config.changed(executor="native"):
        yield


def while_in_while(x):
    i = tf.constant(0)
    while i < 4:
        j = tf.constant(0)
        while j < 3:
            x = x * 0.7 + tf.sin(x)
            j += 1
        i += 1
    return x


def inner_length_is_data(x):
    for i in tf.range(5):
        for j in tf.range(i % 3 + tf.cast(tf.abs(x[0]), tf.int32)):
            x = x * 0.5 + tf.sin(x) * tf.cast(j + 1, tf.float32) * 0.3
    return x


def break_in_the_inner_loop(x):
    for i in tf.range(5):
        for _ in tf.range(10):
            x = x * 0.7 + tf.cos(x)
            if tf.reduce_sum(x) > 1.3 + tf.cast(i, tf.float32) * 0.1:
                break
        x = x * 0.6
    return x


def inner_loop_in_a_branch(x):
    for i in tf.range(5):
        if i % 2 == 0:
            for _ in tf.range(i):
                x = tf.tanh(x * 1.1) + 0.1
        else:
            x = x * x * 0.5
    return x


def three_loops(x):
    for i in tf.range(3):
        for j in tf.range(i + 1):
            for _ in tf.range(j % 2 + 1):
                x = x * 0.6 + tf.sin(x)
    return x


def two_inner_loops(x):
    for i in tf.range(3):
        y = x
        for _ in tf.range(i):
            y = tf.sin(y) * x
        for _ in tf.range(2):
            x = x * 0.8 + tf.cos(x * y)
    return x


def recurrent_with_an_inner_loop(x):
    w = tf.reshape(tf.linspace(-0.4, 0.5, 9), [3, 3])
    h = tf.zeros([2, 3])
    for t in tf.range(4):
        z = h
        for _ in tf.range(t + 1):
            z = tf.tanh(tf.matmul(z, w) + x * 0.5)
        h = 0.5 * h + z
    return h


def array_of_sums(x):
    out = tf.TensorArray(tf.float32, size=4)
    for i in tf.range(4):
        total = x
        for _ in tf.range(i + 1):
            total = total * tf.sin(total) + x
        out = out.write(i, total)
    return out.stack()


PROGRAMS = [
    while_in_while, inner_length_is_data, break_in_the_inner_loop, inner_loop_in_a_branch, three_loops,
    two_inner_loops, recurrent_with_an_inner_loop, array_of_sums,
]  # fmt: skip
SOME = [break_in_the_inner_loop, inner_loop_in_a_branch, three_loops]


def slope_of(program, shape=(3,)):
    @tf.function(input_signature=[tf.TensorSpec(shape)])
    def f(x):
        with tf.GradientTape() as tape:
            tape.watch(x)
            y = program(x)
        return y, tape.gradient(y, x)

    return f


@pytest.mark.parametrize("program", PROGRAMS)
def test_gradients_of_loops_in_loops_are_one_region(program):
    assert types_of(slope_of(program)) == ["NativeRegion"]
    assert_alike(lambda: slope_of(program), tf.constant(X))


@pytest.mark.parametrize("program", SOME)
def test_second_gradients(program):
    def make():
        @tf.function
        def f(x):
            with tf.GradientTape() as outer:
                outer.watch(x)
                with tf.GradientTape() as tape:
                    tape.watch(x)
                    y = program(x)
                slope = tape.gradient(y, x)
            return slope, outer.gradient(slope, x)

        return f

    assert types_of(make(), tf.constant(X)) == ["NativeRegion"]
    assert_alike(make, tf.constant(X))


@pytest.mark.parametrize("program", SOME)
def test_lists_of_lists_go_from_a_forward_function_to_its_gradient(program):
    def make():
        staged = tf.function(program)

        def f(x):
            with tf.GradientTape() as tape:
                tape.watch(x)
                y = staged(x)
            return y, tape.gradient(y, x)

        return f

    assert_alike(make, tf.constant(X))


def test_loops_over_rows_of_any_number_are_native_for_the_first_number(monkeypatch):
    made = []
    plan = "stagelight.runtime.regions.HostPlan"
    monkeypatch.setattr(plan, lambda graph: made.append(graph) or HostPlan(graph))
    for program in (while_in_while, array_of_sums):
        slope = slope_of(program, (None,))
        slope(tf.constant(X))
        assert not made
        assert_alike(
            lambda program=program: (
                lambda: [slope_of(program, (None,))(tf.linspace(0.1, 0.9, n)) for n in (3, 5, 4, 3)]
            )
        )
        made.clear()


def assert_any_loops_alike(steps):
    def block(x, steps, depth):
        for word, number, inner in steps:
            if word == 0:
                x = tf.sin(x) * 0.9 + 0.1 * x
            elif word == 1:
                for i in tf.range((number + depth) % 4):
                    x = block(x * 0.9, inner, depth + 1) + 0.01 * tf.cast(i, tf.float32)
            elif word == 2:
                if tf.reduce_sum(x) > 0.1 * number:
                    x = block(x, inner, depth + 1)
            else:
                for _ in tf.range(3):
                    x = block(x * 0.8 + tf.cos(x), inner, depth + 1)
                    if x[0] > 0.2 * number:
                        break
        return x

    assert_alike(lambda: slope_of(lambda x: block(x, steps, 0)), tf.constant(X))


# A step is a statement, or a loop or branch around steps: a program is no longer than what is drawn.
STEP = st.recursive(
    st.just((0, 0, [])),
    lambda inner: st.tuples(
        st.integers(1, 3), st.integers(0, 3), st.lists(inner, min_size=1, max_size=3)
    ),
    max_leaves=6,
)
STEPS = st.lists(STEP, min_size=1, max_size=3)


@settings(max_examples=4, deadline=None)
@given(STEPS)
def test_any_loops_in_loops_give_what_the_host_gives(steps):
    assert_any_loops_alike(steps)


@pytest.mark.slow
@settings(max_examples=60, deadline=None)
@given(STEPS)
def test_many_loops_in_loops_give_what_the_host_gives(steps):
    assert_any_loops_alike(steps)


FLOATS = list_data(TensorShape([2]), tf.float32)
NESTED = list_data(TensorShape([]), tf.variant, FLOATS)
TWICE = list_data(TensorShape([]), tf.variant, NESTED)


def made_of(rows, data):
    """A list of the host."""
    shape, dtype = data
    if not hasattr(data, "elements"):
        return ListValue([np.asarray(x, np.float32) for x in rows], dtype, shape)
    items = [handle_of(made_of(x, data.elements)) for x in rows]
    return ListValue(items, dtype, shape)


def rows_of(value):
    if value.element_dtype is tf.variant:
        return [rows_of(list_behind(x)) for x in value.items()]
    return [x.tolist() for x in value.items()]


@given(st.lists(st.lists(st.lists(st.integers(0, 9), max_size=3), max_size=3), max_size=3))
def test_lists_of_lists_are_the_same_on_both_sides(numbers):
    """What goes into machine code as arrays comes back as the same lists, opened or not."""
    twice = [[[[x, x + 0.5] for x in row] for row in rows] for rows in numbers]
    parts = parts_of(made_of(twice, TWICE), TWICE)
    assert [x.dtype for x in parts] == [np.float32, np.int64, np.int64, np.int64]
    value = list_of(TWICE, parts)
    for again, whole in zip(parts_of(value, TWICE), parts, strict=True):
        assert again is whole
    assert value.length == len(twice)
    assert rows_of(value) == twice
    opened = parts_of(value, TWICE)
    for again, whole in zip(opened, parts, strict=True):
        np.testing.assert_array_equal(again, whole)


def test_lists_of_other_elements_stay_on_the_host():
    assert parts_of(made_of([[[1, 2]], [[1, 2, 3]]], NESTED), NESTED) is None
    limited = ListValue([], tf.variant, TensorShape([]), most=3)
    assert parts_of(limited, NESTED) is None
    assert parts_of(None, NESTED) is None


def test_memory_does_not_grow():
    def resident():
        with open("/proc/self/statm") as file:
            return int(file.read().split()[1]) * 4096

    slope, forward = slope_of(three_loops, (64,)), tf.function(three_loops)
    x = tf.ones([64])

    def run(times):
        for _ in range(times):
            slope(x)
            with tf.GradientTape() as tape:
                tape.watch(x)
                y = forward(x)
            tape.gradient(y, x)
        gc.collect()

    run(20)
    before = resident()
    run(300)
    assert resident() - before < 4 << 20
