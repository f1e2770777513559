"""Gathers and scatters in machine code: duplicates, order, and indices out of range."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import stagelight as tf
from stagelight import config
from tests.codegen.test_programs import text_of

TABLE = np.arange(12, dtype=np.float32).reshape(4, 3)


def run(f, *arrays):
    with config.changed(executor="native"):
        return tf.function(f)(*map(tf.constant, arrays))


def test_a_row_is_picked_by_one_index():
    text = text_of(lambda x, i: tf.gather(x, i) * 2.0, TABLE, np.array([2, 0], np.int32))
    assert "  for i0 in 2:\n" in text
    assert "%0 = int64(in1[i0])\n    check logical_and((%0 >= 0), (%0 < 4))" in text
    assert "= (in0[minimum(maximum(int64(in1[i0]), 0), 3)*3 + i1] * 2.0)" in text


@settings(deadline=None, max_examples=40)
@given(st.data())
def test_gathers_are_those_of_the_host(data):
    rank = data.draw(st.integers(1, 3), "rank")
    sizes = data.draw(st.lists(st.integers(1, 5), min_size=rank, max_size=rank), "sizes")
    axis = data.draw(st.integers(0, rank - 1), "axis")
    batch = data.draw(st.integers(0, axis), "batch")
    more = data.draw(st.lists(st.integers(1, 4), max_size=2), "more")
    x = np.random.RandomState(0).randn(*sizes).astype(np.float32)
    indices = np.random.RandomState(1).randint(0, sizes[axis], (*sizes[:batch], *more))
    f = lambda x, i: tf.gather(x, i, axis=axis, batch_dims=batch) + 1.0  # noqa: E731
    np.testing.assert_array_equal(run(f, x, indices), f(tf.constant(x), tf.constant(indices)))


@settings(deadline=None, max_examples=40)
@given(
    st.lists(st.integers(-1, 4), min_size=1, max_size=12), st.integers(1, 20),
    st.sampled_from(["sum", "prod", "max", "min"]), st.sampled_from([np.float32, np.int32, np.float16]),
)  # fmt: skip
def test_segments_in_any_order_are_those_of_the_host(ids, width, word, dtype):
    data = np.random.RandomState(len(ids)).randint(-3, 4, (len(ids), width)).astype(dtype)
    segments = getattr(tf.math, f"unsorted_segment_{word}")
    f = lambda d, i: segments(d, i, 5) + 1  # noqa: E731
    np.testing.assert_array_equal(run(f, data, ids), f(tf.constant(data), tf.constant(ids)))


def test_of_updates_of_one_place_the_last_stays_and_sums_add_up():
    indices = np.array([[1], [0], [1]], np.int32)
    updates = np.array([[1, 2, 3], [4, 5, 6], [7, 8, 9]], np.float32)

    def f(x, i, u):
        replaced = tf.tensor_scatter_nd_update(x, i, u)
        return replaced, tf.gather_nd(replaced, i), tf.scatter_nd(i, u, [4, 3])

    replaced, picked, summed = run(f, TABLE, indices, updates)
    np.testing.assert_array_equal(replaced[1], [7, 8, 9])
    np.testing.assert_array_equal(picked, updates[[2, 1, 2]])
    np.testing.assert_array_equal(summed[1], [8, 10, 12])


@pytest.mark.parametrize(
    ("f", "message"),
    [
        (lambda x, i: tf.gather(x, i) * 2.0, r"indices\[1\] = 4 is not in \[0, 4\)"),
        (lambda x, i: tf.gather_nd(x, i[:, None]) * 2.0, r"does not index into param shape"),
        (lambda x, i: tf.scatter_nd(i[:, None], x[:2], [4, 3]) * 2.0, r"does not index into"),
        (lambda x, i: tf.math.unsorted_segment_sum(x[:2], i, 4) * 2.0, r"= 4 is out of range"),
    ],
)
def test_an_index_out_of_range_is_an_error(f, message):
    run(f, TABLE, np.array([2, 0], np.int32))
    with pytest.raises(tf.errors.InvalidArgumentError, match=message):
        run(f, TABLE, np.array([2, 4], np.int32))


def test_the_gradient_of_an_embedding_adds_up_in_order():
    ids = np.array([1, 3, 1, 1], np.int32)

    def f(table, ids):
        with tf.GradientTape() as tape:
            tape.watch(table)
            loss = tf.reduce_sum(tf.square(tf.gather(table, ids, axis=1, batch_dims=0)))
        return tape.gradient(loss, table)

    table = np.random.RandomState(0).randn(3, 4).astype(np.float32)
    expected = np.zeros_like(table)
    np.add.at(expected, (slice(None), ids), 2 * table[:, ids])
    np.testing.assert_allclose(run(f, table, ids), expected, rtol=1e-6)


def test_long_scatters_and_sums_keep_their_order():
    """They are long enough for threads to share; sums of these numbers depend on the order."""
    ids = np.random.RandomState(0).randint(0, 7, 200_000)
    data = np.random.RandomState(1).uniform(0, 1e6, (200_000, 4)).astype(np.float32)
    expected = np.zeros((7, 4), np.float32)
    np.add.at(expected, ids, data)
    summed = run(lambda d, i: tf.math.unsorted_segment_sum(d, i, 7), data, ids)
    np.testing.assert_array_equal(summed, expected)
    for axis in (0, 1):
        scanned = run(lambda d, axis=axis: tf.cumsum(d, axis) + 0.0, data)
        np.testing.assert_array_equal(scanned, np.cumsum(data, axis, dtype=np.float32))
    flat = run(lambda d: tf.cumsum(d, reverse=True, exclusive=True) + 0.0, data[:, 0])
    expected = np.append(np.cumsum(data[:0:-1, 0], dtype=np.float32)[::-1], np.float32(0))
    np.testing.assert_array_equal(flat, expected)
