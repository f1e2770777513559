"""Gradients of `tf.while_loop`: of first and second order, nested, of captures and variables."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import stagelight as tf
from tests.control_flow.derivatives import check


def repeat(n: Any, body: Any, start: Any, **options: Any) -> Any:
    """`start = body(i, start)` for i in range(n)."""
    return tf.while_loop(
        lambda i, y: i < n, lambda i, y: (i + 1, body(i, y)), (0, start), **options
    )[1]


def test_power() -> None:
    check(lambda x: repeat(3, lambda i, y: y * x, x), 2.0)


@pytest.mark.parametrize("rounds", [0, 1, 4])
def test_a_variable_and_a_capture(rounds: int) -> None:
    v = tf.Variable(0.5, dtype=tf.float64)
    check(lambda x: repeat(rounds, lambda i, y: tf.tanh(y * x) * v + y, x), 0.7, variables=[v])


def test_how_often_depends_on_the_data() -> None:
    check(lambda x: tf.while_loop(lambda y: y < 100.0, lambda y: (y * x,), (x,))[0], 3.0)


def test_maximum_iterations() -> None:
    check(lambda x: repeat(10, lambda i, y: y * x, x, maximum_iterations=4), 1.1)


def test_the_counter_is_used() -> None:
    check(lambda x: repeat(4, lambda i, y: y * x + tf.cast(i, tf.float64) * tf.sin(x), x), 0.8)


def test_variables_that_change_places() -> None:
    def f(x: Any, y: Any) -> Any:
        _, a, b = tf.while_loop(
            lambda i, *_: i < 3, lambda i, a, b: (i + 1, b * x, a + tf.sin(b)), (0, x, y)
        )
        return a * a + b

    check(f, 0.5, 0.7)


def test_a_variable_that_no_round_changes() -> None:
    def f(x: Any, y: Any) -> Any:
        _, a, b = tf.while_loop(
            lambda i, *_: i < 3, lambda i, a, b: (i + 1, a * b + tf.exp(b), b), (0, x, y)
        )
        return a * b

    check(f, 0.5, 0.7)


def test_a_variable_that_the_result_does_not_need() -> None:
    def f(x: Any) -> Any:
        return tf.while_loop(lambda i, *_: i < 3, lambda i, a, b: (i + 1, a * x, b + a), (0, x, x))[
            1
        ]

    check(f, 0.5)


def test_loops_in_loops() -> None:
    v = tf.Variable(0.3, dtype=tf.float64)

    def inner(i: Any, x: Any, y: Any) -> Any:
        return repeat(i + 1, lambda j, z: tf.sin(z) * x + v * y, y)

    check(
        lambda x: repeat(3, lambda i, y: inner(i, x, y), x),
        0.7,
        variables=[v],
    )


def test_three_loops_deep() -> None:
    def f(x: Any) -> Any:
        return repeat(
            2,
            lambda i, a: repeat(
                2, lambda j, b: repeat(2, lambda k, c: tf.sin(c) * x + b, b) + a, a
            ),
            x,
        )

    check(f, 0.4)


def test_conditionals_in_loops() -> None:
    v = tf.Variable(0.3, dtype=tf.float64)

    def body(i: Any, y: Any, x: Any) -> Any:
        return tf.cond(y > 1.0, lambda: tf.sqrt(y) * x, lambda: y * y * v + x)

    check(lambda x: repeat(4, lambda i, y: body(i, y, x), x), 0.9, variables=[v])


@pytest.mark.parametrize("x", [2.0, 0.5])
def test_loops_in_conditionals(x: float) -> None:
    check(
        lambda x: tf.cond(x > 1.0, lambda: repeat(3, lambda i, y: y * x, x), lambda: tf.sin(x)), x
    )


def test_loops_in_conditionals_in_loops() -> None:
    def body(i: Any, y: Any, x: Any) -> Any:
        return tf.cond(
            i % 2 == 0,
            lambda: repeat(i + 1, lambda j, z: tf.sin(z) + x * z, y),
            lambda: y * x,
        )

    check(lambda x: repeat(4, lambda i, y: body(i, y, x), x), 0.6)


def test_calls_in_loops() -> None:
    inner = tf.function(lambda a, b: tf.tanh(a * b))
    check(lambda x: repeat(3, lambda i, y: inner(y, x) + y, x), 0.6)


def test_matrices() -> None:
    w = tf.Variable([[0.1, 0.2], [0.3, 0.4]], dtype=tf.float64)
    check(
        lambda x: tf.reduce_sum(repeat(3, lambda i, h: tf.tanh(h @ w) + x, x)),
        [[1.0, 2.0]],
        variables=[w],
    )


def test_unknown_shapes() -> None:
    check(
        lambda x: tf.reduce_sum(repeat(3, lambda i, h: tf.tanh(h) * x, x)),
        [1.0, 2.0],
        signature=[tf.TensorSpec([None], tf.float64)],
    )
    check(
        lambda x: tf.reduce_sum(repeat(3, lambda i, h: tf.tanh(h) * x, x)),
        [1.0, 2.0],
        signature=[tf.TensorSpec(None, tf.float64)],
    )


def test_a_growing_variable() -> None:
    def f(x: Any) -> Any:
        grown = tf.while_loop(
            lambda i, y: i < 3,
            lambda i, y: (i + 1, tf.concat([y * y, x], 0)),
            (0, x),
            shape_invariants=(tf.TensorShape([]), tf.TensorShape([None])),
        )[1]
        return tf.reduce_sum(grown * grown)

    check(f, [0.5, 0.6])


def test_rows_gathered_in_a_loop() -> None:
    table = tf.Variable(np.arange(6.0).reshape(3, 2), dtype=tf.float64)
    check(
        lambda x: tf.reduce_sum(repeat(5, lambda i, y: y * x + tf.gather(table, i % 3), x)),
        [0.5, 0.6],
        variables=[table],
    )


def test_random_rounds_are_not_run_again() -> None:
    @tf.function
    def f(x: Any) -> Any:
        def body(i: Any, y: Any, product: Any) -> Any:
            noise = tf.random.normal([])
            return i + 1, y * noise, product * noise

        _, y, product = tf.while_loop(
            lambda i, *_: i < 4, body, (0, x, tf.constant(1.0)), maximum_iterations=10
        )
        return y, product

    x = tf.constant(2.0)
    with tf.GradientTape() as tape:
        tape.watch(x)
        y, product = f(x)
    assert float(tape.gradient(y, x)) == pytest.approx(float(product), rel=1e-5)


def test_assignments_in_rounds_happen_once() -> None:
    v = tf.Variable(0)

    @tf.function
    def f(x: Any) -> Any:
        def body(i: Any, y: Any) -> Any:
            v.assign_add(1)
            return i + 1, y * x

        return tf.while_loop(lambda i, y: i < 4, body, (tf.constant(0), x))[1]

    x = tf.constant(2.0)
    with tf.GradientTape() as tape:
        tape.watch(x)
        y = f(x)
    assert float(tape.gradient(y, x)) == 5 * 2.0**4
    assert v.numpy() == 4


def test_back_prop_false_cuts_gradients_off() -> None:
    @tf.function
    def f(x: Any) -> Any:
        return repeat(3, lambda i, y: y * x, x, back_prop=False)

    x = tf.constant(2.0)
    with tf.GradientTape() as tape:
        tape.watch(x)
        y = f(x)
    assert tape.gradient(y, x) is None


def test_third_order() -> None:
    f = tf.function(lambda x: repeat(4, lambda i, y: y * x, x))
    x = tf.constant(2.0)
    with tf.GradientTape() as third:
        third.watch(x)
        with tf.GradientTape() as second:
            second.watch(x)
            with tf.GradientTape() as first:
                first.watch(x)
                y = f(x)
            dy = first.gradient(y, x)
        ddy = second.gradient(dy, x)
    assert float(third.gradient(ddy, x)) == pytest.approx(60 * 2.0**2)


def test_the_same_loop_twice() -> None:
    """A function's graph is shared by calls; its loops are extended in copies."""
    power = tf.function(lambda x: repeat(3, lambda i, y: y * x, x))
    check(lambda x: power(x) + power(power(x)), 0.9)


# ---------------------------------------------------------------------------- tensor arrays


def test_an_array_written_in_a_loop() -> None:
    def f(x: Any) -> Any:
        array = tf.TensorArray(tf.float64, size=4)
        array = tf.while_loop(
            lambda i, a: i < 4,
            lambda i, a: (i + 1, a.write(i, tf.sin(x) * tf.cast(i, tf.float64))),
            (0, array),
        )[1]
        return tf.reduce_sum(array.stack() ** 2)

    check(f, [0.5, 0.6])


def test_a_recurrent_network() -> None:
    w = tf.Variable([[0.1, -0.2], [0.3, 0.4]], dtype=tf.float64)

    def f(x: Any, h: Any) -> Any:
        inputs = tf.TensorArray(tf.float64, size=3).unstack(x)
        outputs = tf.TensorArray(tf.float64, size=0, dynamic_size=True)

        def step(t: Any, h: Any, outputs: Any) -> Any:
            h = tf.tanh(tf.linalg.matvec(w, h) + inputs.read(t))
            return t + 1, h, outputs.write(t, h * h)

        _, h, outputs = tf.while_loop(lambda t, *_: t < 3, step, (0, h, outputs))
        return tf.reduce_sum(outputs.stack() ** 2) + tf.reduce_sum(h)

    check(f, [[1.0, 2.0], [0.5, 0.6], [0.1, 0.2]], [0.2, 0.3], variables=[w])


def test_an_array_read_several_times() -> None:
    def f(x: Any) -> Any:
        array = tf.TensorArray(tf.float64, size=2, clear_after_read=False).unstack(x)
        return repeat(5, lambda i, y: y * array.read(i % 2) + array.read(0), array.read(1))

    check(f, [0.5, 0.6])


# ---------------------------------------------------------------------------- programs by chance


@st.composite
def programs(draw: st.DrawFn, depth: int = 4) -> Any:
    """Compositions of loops, conditionals and plain steps, as functions (x, y) -> y.

    Without a depth a program has one part in the mean for each of its own, and now and then thousands.
    """
    kinds = ["step", "step", "loop", "cond", "sequence"]
    kind = draw(st.sampled_from(kinds if depth else ["step"]))
    if kind == "step":
        return draw(
            st.sampled_from(
                [
                    lambda x, y: tf.sin(y) * x,
                    lambda x, y: y * y * 0.5 + x,
                    lambda x, y: tf.tanh(y + x),
                    lambda x, y: x * 0.3,
                    lambda x, y: tf.exp(-y * y),
                ]
            )
        )
    first = draw(programs(depth - 1))
    if kind == "loop":
        n = draw(st.integers(0, 3))
        return lambda x, y: repeat(n, lambda i, z: first(x, z) + y, y)
    second = draw(programs(depth - 1))
    if kind == "sequence":
        return lambda x, y: second(x, first(x, y))
    bound = draw(st.sampled_from([-0.2113, 0.0371, 0.4331]))  # no value of a program
    return lambda x, y: tf.cond(y > bound, lambda: first(x, y), lambda: second(x, y))


@pytest.mark.slow
@settings(max_examples=40, deadline=None)
@given(programs(), st.sampled_from([-0.83, -0.31, 0.13, 0.52, 0.91]))
def test_any_composition(program: Any, x: float) -> None:
    check(lambda x: program(x, x) + x, x)


def _loop(elements, factor, total):
    for element in elements:
        total += element * factor
    return total


def _left_loop(elements, factor, total):
    for element in elements:
        total += element * factor
        if total > 1e6:
            break
    return total


def _fold(elements, factor, total):
    return elements.reduce(total, lambda state, element: state + element * factor)


@pytest.mark.parametrize("start", ["constant", "source"])
@pytest.mark.parametrize("source", ["tensor", "variable"])
@pytest.mark.parametrize("loop", [_loop, _left_loop, _fold])
def test_the_gradient_of_a_loop_over_a_dataset_says_what_has_one(loop, source, start):
    data = tf.data.Dataset.from_tensor_slices([1.0, 2.0, 3.0])
    variable = tf.Variable(3.0)

    def gradient(elements, x):
        x = variable if source == "variable" else x
        with tf.GradientTape() as tape:
            tape.watch(x)
            total = loop(elements(), x, x * 0.0 if start == "source" else tf.constant(0.0))
        return tape.gradient(total, x)

    staged = tf.function(gradient, autograph=True)
    with pytest.raises(LookupError, match=r"Loop over iter\(dataset\) instead"):
        staged(lambda: data, tf.constant(3.0))
    if loop is not _fold:
        assert float(staged(lambda: iter(data), tf.constant(3.0))) == 6.0
