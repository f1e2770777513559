"""Conditionals and loops written into plans do what the ops' kernels do."""

from __future__ import annotations

import inspect
import re

import numpy as np
import pytest

import stagelight as tf
from stagelight.graph.func_graph import FuncGraph
from stagelight.passes.pipeline import optimize
from stagelight.runtime import host_plan, plan_writer
from stagelight.runtime.host_plan import HostPlan

KERNELS = re.compile(r"(Stateless)?(If|Case|While)\(xp")


def graph_of(function, *args) -> FuncGraph:
    return optimize(tf.function(function).get_concrete_function(*args).graph)


def run(plan: HostPlan, graph: FuncGraph, args) -> list:
    """What a plan gives for tensors, with the captured ones."""
    captured = [tensor._array for tensor in graph.external_captures]
    return [(a.dtype, a.shape, a.tobytes()) for a in plan(*[x._array for x in args], *captured)]


def collatz(n):
    count = tf.constant(0)
    while n != 1:
        if n % 2 == 0:
            n = n // 2
        else:
            n = 3 * n + 1
        count += 1
    return count


def fibonacci(n):
    a, b = tf.constant(0), tf.constant(1)
    for _ in tf.range(n):
        a, b = b, a + b
    return a, b


def powers(x, n):
    y = tf.eye(2)
    for i in tf.range(n):
        y = tf.matmul(y, x) + tf.cast(i, tf.float32)
    return y


def triangle(n):
    total = tf.constant(0.0)
    for i in tf.range(n):
        for j in tf.range(i):
            if (i + j) % 3 == 0:
                continue
            total += tf.cast(j, tf.float32) / 7.0
            if total > 20.0:
                break
    return total


def growing(n):
    x = tf.zeros([0], tf.int32)
    i = tf.constant(0)
    while i < n:
        tf.autograph.experimental.set_loop_options(shape_invariants=[(x, tf.TensorShape([None]))])
        x = tf.concat([x, [i * i]], 0)
        i += 1
    return x


def written(n):
    rows = tf.TensorArray(tf.float32, size=n, element_shape=[2])
    for i in tf.range(n):
        rows = rows.write(i, tf.fill([2], tf.cast(i, tf.float32)))
    return rows.stack()


def swapped(x, y, n):
    for _ in tf.range(n):
        x, y = y, x
    return x, y


def chosen(i, x):
    return tf.switch_case(i, [lambda: x + 1, lambda: x * 2, lambda: x])


def passed_on(flag, x, y):
    return tf.cond(flag, lambda: (x, y, x), lambda: (y, tf.ones([2]), y))


def constants(flag):
    return tf.cond(flag, lambda: (1, 2.0), lambda: (3, 4.0))


def nested_choice(x):
    if x > 0.0:
        if x > 10.0:
            y = x * 2.0
        else:
            y = -x
    else:
        y = tf.sqrt(-x)
    return y, tf.exp(y)


def nothing_changes(x, n):
    i = tf.constant(0)
    while i < n:
        i += 1
    return x, i


def of_strings(n):
    text = tf.constant("")
    for _ in tf.range(n):
        text = text + "ab"
    return text


def largest(x):
    best = x[0]
    for i in tf.range(1, tf.shape(x)[0]):
        if x[i] > best:
            best = x[i]
    return best


SCALARS = [tf.constant(n) for n in (0, 1, 5)]
MATRIX = tf.constant([[0.5, 1.0], [0.0, 0.25]])
TRUE, FALSE = tf.constant(True), tf.constant(False)
VECTORS = (tf.constant([1.0, 2.0]), tf.constant([3.0, 4.0]))
PROGRAMS = [
    *[(collatz, (tf.constant(n),)) for n in (1, 7, 27)],
    *[(fibonacci, (n,)) for n in SCALARS],
    *[(powers, (MATRIX, n)) for n in SCALARS],
    *[(triangle, (tf.constant(n),)) for n in (0, 1, 9, 30)],
    *[(growing, (n,)) for n in SCALARS],
    *[(written, (n,)) for n in SCALARS],
    *[(swapped, (*VECTORS, n)) for n in SCALARS],
    *[(chosen, (tf.constant(i), tf.constant(10))) for i in (-1, 0, 1, 2, 7)],
    *[(chosen, (tf.constant(i), MATRIX)) for i in (-1, 0, 1, 2, 7)],
    *[(passed_on, (flag, *VECTORS)) for flag in (TRUE, FALSE)],
    *[(constants, (flag,)) for flag in (TRUE, FALSE)],
    *[(nested_choice, (tf.constant(x),)) for x in (-4.0, 0.0, 3.0, 11.0)],
    *[(nothing_changes, (VECTORS[0], n)) for n in SCALARS],
    *[(largest, (tf.constant(x),)) for x in ([3], [1, 5, 2])],
]


@pytest.mark.parametrize(
    ("function", "args"), PROGRAMS, ids=[f"{f.__name__}-{i}" for i, (f, _) in enumerate(PROGRAMS)]
)
def test_plan_gives_what_the_kernels_give(monkeypatch, function, args):
    graph = graph_of(function, *args)
    plan = HostPlan(graph)
    assert not KERNELS.search(plan.source), "it is called, not written in place"
    monkeypatch.setattr(host_plan, "STRUCTURED_STEPS", {})
    called = HostPlan(graph)
    assert KERNELS.search(called.source)
    assert run(plan, graph, args) == run(called, graph, args)


def test_strings_go_round_a_loop():
    graph = graph_of(of_strings, tf.constant(3))
    (result,) = HostPlan(graph)(np.array(3, np.int32))
    assert result[()] == b"ababab"


def test_plan_of_collatz(golden):
    golden("runtime/collatz.txt", HostPlan(graph_of(collatz, tf.constant(27))).source)


def test_plan_of_a_loop_over_arrays(golden):
    golden("runtime/powers.txt", HostPlan(graph_of(powers, MATRIX, tf.constant(3))).source)


def test_what_no_result_depends_on_is_not_carried_along():
    def f(n):
        i, unused = tf.constant(0), tf.constant(1.0)
        while i < n:
            unused = tf.exp(unused)
            i += 1
        return i

    assert "Exp" not in HostPlan(graph_of(f, tf.constant(3))).source


def test_effects_in_a_loop_happen_in_each_round():
    v = tf.Variable(0)

    @tf.function
    def f(n):
        for i in tf.range(n):
            if i % 2 == 0:
                v.assign_add(i)
            else:
                v.assign(v * 10)
        return v.read_value()

    assert int(f(tf.constant(5))) == 24
    assert int(v) == 24


def test_random_steps_of_a_loop_go_on_from_run_to_run():
    @tf.function
    def f():
        total = tf.zeros([])
        for _ in tf.range(3):
            total += tf.random.uniform([], seed=1)
        return total

    tf.random.set_seed(1)
    first, second = float(f()), float(f())
    assert first != second


def test_an_error_in_a_loop_is_told_with_the_line_that_made_the_step():
    @tf.function
    def f(n):
        x = tf.constant(60)
        while n > -2:
            if n < 5:
                x = x // n  # the line
            n -= 1
        return x

    lines, first = inspect.getsourcelines(f.python_function)
    line = first + next(i for i, text in enumerate(lines) if "the line" in text)
    with pytest.raises(tf.errors.InvalidArgumentError) as told:
        f(tf.constant(7))
    assert "Integer division by zero" in told.value.message
    assert f"line {line}, in" in told.value.message
    assert "floordiv" in told.value.message


def test_an_error_in_a_condition_is_told_of_the_condition():
    @tf.function
    def f(x, n):
        while x[n] > 0:  # n goes out of range
            n += 1
        return n

    with pytest.raises(tf.errors.InvalidArgumentError, match="strided_slice"):
        f(tf.constant([1, 2, 3]), tf.constant(0))


def test_many_operations_are_called_rather_than_written_again_and_again(monkeypatch):
    monkeypatch.setattr(plan_writer, "_MOST_INNER_OPERATIONS", 10)
    graph = graph_of(triangle, tf.constant(3))
    plan = HostPlan(graph)
    assert KERNELS.search(plan.source)
    (result,) = plan(np.array(9, np.int32))
    assert float(result) == float(triangle_in_python(9))


def triangle_in_python(n: int) -> np.float32:
    total = np.float32(0)
    for i in range(n):
        for j in range(i):
            if (i + j) % 3 == 0:
                continue
            total += np.float32(j) / np.float32(7)
            if total > 20:
                break
    return total


def test_loops_may_stand_in_loops_as_deep_as_one_likes():
    depth = 16

    def nest(level, total):
        if level == 0:
            return total + 1
        return tf.while_loop(
            lambda i, total: i < 1,
            lambda i, total: (i + 1, nest(level - 1, total)),
            (tf.constant(0), total),
        )[1]

    assert int(tf.function(lambda x: nest(depth, x))(tf.constant(0))) == 1


def test_a_plan_lets_go_of_what_a_loop_made():
    seen = []

    def watch(x):
        seen.append(x.nbytes)
        return x

    @tf.function
    def f(n):
        x = tf.ones([1000])
        for _ in tf.range(n):
            x = tf.numpy_function(watch, [x * 2.0], tf.float32)
            x.set_shape([1000])
        return tf.reduce_sum(x)

    assert float(f(tf.constant(3))) == 8000.0
    assert seen == [4000] * 3


def test_a_condition_that_is_no_number_is_left_to_the_kernel():
    @tf.function(autograph=False)
    def f(text):
        return tf.raw_ops.If(
            cond=text, input=[], Tout=[tf.int32], then_branch=one.graph, else_branch=two.graph
        )

    one = tf.function(lambda: 1).get_concrete_function()
    two = tf.function(lambda: 2).get_concrete_function()
    assert [int(f(tf.constant(text))[0]) for text in ("a", "")] == [1, 2]


def test_heavy_steps_of_a_body_run_in_threads():
    @tf.function
    def f(x, n):
        total = tf.zeros([])
        for _ in tf.range(n):
            total += tf.reduce_sum(tf.matmul(x, x)) + tf.reduce_sum(tf.matmul(x, x + 1.0))
        return total

    x = tf.fill([512, 512], 0.001)
    assert "submit(" in HostPlan(graph_of(f.python_function, x, tf.constant(2))).source
    expected = 2 * (tf.reduce_sum(tf.matmul(x, x)) + tf.reduce_sum(tf.matmul(x, x + 1.0)))
    np.testing.assert_allclose(f(x, tf.constant(2)), expected, rtol=1e-5)
