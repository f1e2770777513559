"""`GradientTape.jacobian` and `batch_jacobian`."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import stagelight as tf

AT_ONCE = pytest.mark.parametrize("at_once", [True, False], ids=["at once", "one by one"])


@AT_ONCE
@pytest.mark.parametrize("is_staged", [False, True], ids=["eager", "staged"])
def test_jacobian_of_a_layer(at_once: bool, is_staged: bool) -> None:
    w = tf.Variable([[0.1, 0.2, 0.3], [0.4, 0.5, 0.6]])

    def f(x: Any) -> Any:
        with tf.GradientTape(persistent=True) as tape:
            tape.watch(x)
            y = tf.tanh(x @ w)
        return tape.jacobian(y, [x, w], experimental_use_pfor=at_once)

    x = np.asarray([[1.0, 2.0], [3.0, 4.0]], np.float32)
    jx, jw = (tf.function(f) if is_staged else f)(tf.constant(x))
    slope = 1 - np.tanh(x @ w.numpy()) ** 2
    expected = np.einsum("bk,bc,ik->bkci", slope, np.eye(2), w.numpy())
    np.testing.assert_allclose(jx.numpy(), expected, rtol=1e-4, atol=1e-6)
    expected = np.einsum("bk,bi,kl->bkil", slope, x, np.eye(3))
    np.testing.assert_allclose(jw.numpy(), expected, rtol=1e-4, atol=1e-6)


@AT_ONCE
def test_batch_jacobian(at_once: bool) -> None:
    x = tf.constant([[1.0, 2.0], [3.0, 4.0]])
    with tf.GradientTape(persistent=True) as tape:
        tape.watch(x)
        y = x * x * tf.reduce_sum(x, 1, keepdims=True)
    full = tape.jacobian(y, x).numpy()
    result = tape.batch_jacobian(y, x, experimental_use_pfor=at_once)
    np.testing.assert_allclose(result.numpy(), np.einsum("bibj->bij", full), rtol=1e-6)


def test_hessian() -> None:
    x = tf.constant([1.0, 2.0])
    with tf.GradientTape() as outer:
        outer.watch(x)
        with tf.GradientTape() as inner:
            inner.watch(x)
            y = tf.reduce_sum(x**3) * x[0]
        gradient = inner.gradient(y, x)
    np.testing.assert_allclose(outer.jacobian(gradient, x).numpy(), [[12, 12], [12, 12]], rtol=1e-5)


def test_jacobian_of_a_jacobian() -> None:
    x = tf.constant([1.0, 2.0])
    with tf.GradientTape() as outer:
        outer.watch(x)
        with tf.GradientTape() as inner:
            inner.watch(x)
            y = x**3
        first = inner.jacobian(y, x)
    second = outer.jacobian(first, x).numpy()
    expected = np.zeros([2, 2, 2])
    expected[0, 0, 0], expected[1, 1, 1] = 6.0, 12.0
    np.testing.assert_allclose(second, expected, rtol=1e-5)


def test_through_a_staged_function_with_a_loop() -> None:
    @tf.function
    def power(x: Any) -> Any:
        return tf.while_loop(lambda i, y: i < 2, lambda i, y: (i + 1, y * x), (0, x))[1]

    x = tf.constant([1.0, 2.0])
    with tf.GradientTape() as tape:
        tape.watch(x)
        y = power(x)
    np.testing.assert_allclose(tape.jacobian(y, x).numpy(), [[3, 0], [0, 12]], rtol=1e-5)


def test_unconnected_sources() -> None:
    x, z = tf.constant([1.0, 2.0]), tf.constant(3.0)
    with tf.GradientTape(persistent=True) as tape:
        tape.watch([x, z])
        y = x * x
    assert tape.jacobian(y, z) is None
    zeros = tape.jacobian(y, z, unconnected_gradients="zero")
    np.testing.assert_array_equal(zeros.numpy(), [0.0, 0.0])


def test_a_gathered_source_is_dense() -> None:
    table = tf.Variable([[1.0, 2.0], [3.0, 4.0]])
    with tf.GradientTape() as tape:
        y = tf.gather(table, [1, 1])[0] * 2.0
    jacobian = tape.jacobian(y, table).numpy()
    expected = np.zeros([2, 2, 2])
    expected[0, 1, 0] = expected[1, 1, 1] = 2.0
    np.testing.assert_array_equal(jacobian, expected)


def test_a_tape_that_is_not_persistent_is_used_once() -> None:
    x = tf.constant([1.0, 2.0])
    with tf.GradientTape() as tape:
        tape.watch(x)
        y = x * x
    tape.jacobian(y, x)
    with pytest.raises(RuntimeError, match="persistent"):
        tape.jacobian(y, x)


def test_one_by_one_needs_a_persistent_tape() -> None:
    x = tf.constant([1.0, 2.0])
    with tf.GradientTape() as tape:
        tape.watch(x)
        y = x * x
    with pytest.raises(RuntimeError, match="persistent=True"):
        tape.jacobian(y, x, experimental_use_pfor=False)


def test_batch_sizes_must_agree() -> None:
    x = tf.ones([3, 2])
    with tf.GradientTape() as tape:
        tape.watch(x)
        y = tf.concat([x, x], 0)
    with pytest.raises(ValueError, match="first dimension"):
        tape.batch_jacobian(y, x)


@pytest.mark.parametrize(("target", "source"), [([2], [2, 2]), ([2, 2], [2])])
def test_rows_need_a_second_axis(target: list[int], source: list[int]) -> None:
    x = tf.ones(source)
    with tf.GradientTape() as tape:
        tape.watch(x)
        y = tf.ones(target)
    with pytest.raises(ValueError, match="must have rank at least 2"):
        tape.batch_jacobian(y, x)


@AT_ONCE
@pytest.mark.parametrize("unconnected", ["none", "zero"])
def test_rows_that_the_source_does_not_reach_are_zeros(at_once: bool, unconnected: str) -> None:
    x = tf.constant([[1.0, 2.0]], tf.float64)
    with tf.GradientTape(persistent=True) as tape:
        tape.watch(x)
        y = tf.constant([[1.0]], tf.float64)
    found = tape.batch_jacobian(
        y, x, unconnected_gradients=unconnected, experimental_use_pfor=at_once
    )
    assert found.dtype == tf.float64
    np.testing.assert_array_equal(found, np.zeros((1, 1, 2)))


@AT_ONCE
@pytest.mark.parametrize("is_staged", [False, True], ids=["eager", "staged"])
def test_a_jacobian_of_nothing_has_its_shape(at_once: bool, is_staged: bool) -> None:
    def f(x: Any) -> Any:
        with tf.GradientTape(persistent=True) as tape:
            tape.watch(x)
            y = x**2
        return tape.batch_jacobian(y, x, experimental_use_pfor=at_once)

    assert (tf.function(f) if is_staged else f)(tf.zeros([1, 0])).shape == [1, 0, 0]


def test_parallel_iterations_in_a_graph_need_a_persistent_tape() -> None:
    @tf.function
    def f(persistent: bool) -> Any:
        with tf.GradientTape(persistent=persistent) as tape:
            x = tf.constant([[3.0]])
            tape.watch(x)
            y = x * x
        return tape.batch_jacobian(y, x, parallel_iterations=8)

    with pytest.raises(RuntimeError, match=r"persistent=True.*parallel_iterations"):
        f(False)
    np.testing.assert_array_equal(f(True), [[[6.0]]])
