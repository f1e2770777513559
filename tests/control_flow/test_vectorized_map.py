"""`tf.vectorized_map` gives what a loop over the rows gives."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import stagelight as tf

RANDOM = np.random.default_rng(3)
TABLE = tf.constant(RANDOM.normal(size=[4, 3]).astype(np.float32))
MATRIX = tf.constant(RANDOM.normal(size=[3, 5]).astype(np.float32))

# Functions of a row of shape [2, 3].
ROW_FUNCTIONS: dict[str, Callable[[Any], Any]] = {
    "elementwise": lambda x: tf.tanh(x) * x + 2.0,
    "broadcasting": lambda x: (
        x * x[0] + tf.reduce_sum(x, 1, keepdims=True) + tf.constant([1.0, 2, 3])
    ),
    "scalar and matrix": lambda x: x[0, 0] * x + tf.ones([2, 3]),
    "matmul": lambda x: x @ MATRIX,
    "matmul transposed": lambda x: tf.matmul(x, x, transpose_b=True),
    "matmul from the left": lambda x: tf.matmul(TABLE, x, transpose_b=True),
    "reductions": lambda x: (tf.reduce_mean(x), tf.reduce_max(x, 0), tf.reduce_prod(x, -1)),
    "reshape": lambda x: tf.reshape(x, [3, -1]),
    "reshape by shape": lambda x: tf.reshape(x, tf.shape(x)[::-1]),
    "transpose": tf.transpose,
    "expand and squeeze": lambda x: tf.squeeze(tf.expand_dims(x, 1)) + tf.squeeze(x[:, None, :], 1),
    "stack": lambda x: tf.stack([x[0], x[1], tf.ones([3])], axis=1),
    "concat": lambda x: tf.concat([x, tf.ones([1, 3])], 0),
    "concat along the last": lambda x: tf.concat([x, x], -1),
    "slices": lambda x: (x[1], x[:, 1:], x[..., 0], x[None, ::-1]),
    "gather": lambda x: tf.gather(x, [2, 0], axis=1),
    "gather by rows": lambda x: tf.gather(TABLE, tf.cast(x[0] > 0, tf.int32)),
    "gather by rows from rows": lambda x: tf.gather(x, tf.cast(x[:, 0] > 0, tf.int32)),
    "where": lambda x: tf.where(x > 0, x, 0.0),
    "softmax": lambda x: tf.nn.softmax(x) + tf.nn.log_softmax(x),
    "pad and tile": lambda x: tf.pad(x, [[1, 0], [0, 2]]) + tf.tile(x[:1, :1], [3, 5]),
    "split": lambda x: tf.split(x, [1, 2], axis=1),
    "unstack": lambda x: tf.unstack(x, axis=1),
    "argmax": lambda x: tf.argmax(x, 1),
    "one hot": lambda x: tf.one_hot(tf.argmax(x, 1), 3),
    "cumsum": lambda x: tf.cumsum(x, 1),
    "constant": lambda x: tf.constant([1.0, 2.0]),
    "cast": lambda x: tf.cast(x, tf.int32),
    "broadcast": lambda x: tf.broadcast_to(x[:1], [4, 3]),
    "einsum": lambda x: tf.einsum("ij,jk->ik", x, MATRIX),
    "losses": lambda x: tf.nn.softmax_cross_entropy_with_logits(tf.nn.softmax(x), x),
    "segments": lambda x: tf.math.unsorted_segment_sum(x, [1, 0], 3),
    "call": tf.function(lambda x: tf.sin(x) @ MATRIX),
    "strings": lambda x: (
        tf.strings.length(tf.strings.as_string(x)),
        tf.strings.to_number(tf.strings.strip(tf.strings.upper(tf.strings.as_string(x)))),
        tf.strings.to_hash_bucket_fast(tf.strings.lower(tf.strings.as_string(x)), 100),
        tf.cast(tf.strings.regex_full_match(tf.strings.as_string(x), "-.*"), tf.int32),
    ),
    "size and rank": lambda x: tf.cast(tf.size(x) * tf.rank(x), tf.float32) * x,
}


@pytest.mark.parametrize("name", ROW_FUNCTIONS)
@pytest.mark.parametrize("is_staged", [False, True], ids=["eager", "staged"])
def test_gives_what_a_loop_gives(name: str, is_staged: bool) -> None:
    function = ROW_FUNCTIONS[name]
    x = tf.constant(RANDOM.normal(size=[5, 2, 3]).astype(np.float32))

    def at_once(x: Any) -> Any:
        return tf.vectorized_map(function, x, fallback_to_while_loop=False)

    actual = (tf.function(at_once) if is_staged else at_once)(x)
    rows = [function(x[i]) for i in range(5)]
    for got, *expected in zip(
        tf.nest.flatten(actual), *(tf.nest.flatten(row) for row in rows), strict=True
    ):
        stacked = np.stack([e.numpy() for e in expected])
        np.testing.assert_allclose(got.numpy(), stacked, rtol=1e-5, atol=1e-6)


def test_gradient_through_vectorized_map() -> None:
    x = tf.constant([[1.0, 2.0], [3.0, 4.0]])
    results = []
    for mapped in (tf.vectorized_map, tf.map_fn):
        with tf.GradientTape() as tape:
            tape.watch(x)
            y = mapped(lambda row: row * tf.reduce_sum(row) * x[0], x)
        results.append(tape.gradient(y, x).numpy())
    np.testing.assert_allclose(*results, rtol=1e-6)


def test_gradient_within_vectorized_map() -> None:
    def slope(x: Any) -> Any:
        with tf.GradientTape() as tape:
            tape.watch(x)
            y = tf.reduce_sum(x**3)
        return tape.gradient(y, x)

    x = tf.constant([[1.0, 2.0], [3.0, 4.0]])
    result = tf.vectorized_map(slope, x, fallback_to_while_loop=False)
    np.testing.assert_allclose(result.numpy(), 3 * x.numpy() ** 2, rtol=1e-6)


def test_falls_back_to_a_loop() -> None:
    def power(x: Any) -> Any:
        return tf.while_loop(lambda i, y: i < 2, lambda i, y: (i + 1, y * x), (0, x))[1]

    x = tf.constant([1.0, 2.0, 3.0])
    result = tf.vectorized_map(power, x, warn=False)
    np.testing.assert_allclose(result.numpy(), [1.0, 8.0, 27.0])
    with pytest.raises(ValueError, match="cannot be vectorized"):
        tf.vectorized_map(power, x, fallback_to_while_loop=False)


def test_random_numbers_differ_between_rows() -> None:
    x = tf.zeros([50])
    result = tf.vectorized_map(lambda x: x + tf.random.normal([]), x, warn=False).numpy()
    assert len(set(result.tolist())) > 40


def test_one_row_stands_for_all() -> None:
    a, b = tf.ones([1, 2]), tf.constant([[1.0, 2.0], [3.0, 4.0]])
    result = tf.vectorized_map(lambda pair: pair[0] + pair[1], (a, b))
    np.testing.assert_array_equal(result.numpy(), b.numpy() + 1.0)


def test_different_numbers_of_rows_are_refused() -> None:
    with pytest.raises(ValueError, match="different numbers of rows"):
        tf.vectorized_map(lambda pair: pair[0], (tf.ones([2]), tf.ones([3])))


@tf.custom_gradient
def _tripled(x, scale):
    y = x * scale

    def grad(dy):
        return 3.0 * dy * scale, tf.reduce_sum(dy * x) * 5.0

    return y, grad


@pytest.mark.parametrize("is_staged", [False, True], ids=["eager", "staged"])
def test_gradients_of_the_users_hold_for_rows(is_staged):
    """They close over the row's tensors, over what all rows share, and over variables."""
    x, scale, v = tf.constant([1.0, 2.0]), tf.constant(2.0), tf.Variable(0.5)
    recomputed = tf.recompute_grad(lambda row: tf.sin(row) * v)

    def results():
        return tf.vectorized_map(lambda row: _tripled(row, scale) + recomputed(row), x)

    def derivatives():
        accumulator = tf.autodiff.ForwardAccumulator(x, tf.ones_like(x))
        with accumulator, tf.GradientTape() as tape:
            tape.watch([x, scale])
            y = results()
        return [*tape.gradient(y, [x, scale, v]), accumulator.jvp(y)]

    found = tf.function(derivatives)() if is_staged else derivatives()
    cosines = np.cos([1.0, 2.0]) * 0.5
    expected = [6 + cosines, 15.0, np.sum(np.sin([1.0, 2.0])), 6 + cosines]
    for one, other in zip(expected, found, strict=True):
        np.testing.assert_allclose(other.numpy(), one, rtol=1e-6)


def test_variables_that_rows_read_have_gradients():
    """Also with rows gathered from them, without a loop."""
    w, table = tf.Variable(2.0), tf.Variable([[1.0], [2.0], [3.0]])

    def row(i):
        return tf.reduce_sum(tf.nn.embedding_lookup(table, [i, 0]) * w)

    with tf.GradientTape() as tape:
        y = tf.vectorized_map(row, tf.constant([1, 2]), fallback_to_while_loop=False)
    of_w, of_table = tape.gradient(y, [w, table])
    assert of_w.numpy() == 7.0
    np.testing.assert_array_equal(tf.convert_to_tensor(of_table), [[4.0], [2.0], [2.0]])
