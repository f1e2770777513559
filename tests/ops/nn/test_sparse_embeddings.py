"""Rows of a table combined by sparse ids, against sums over the ids one by one."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import stagelight as tf

TABLE = np.array([[1.0, 2.0], [-3.0, 0.5], [0.25, -1.0], [2.0, 2.0]], np.float32)
ROWS = st.lists(
    st.lists(st.tuples(st.integers(-2, 3), st.sampled_from([-1.0, 0.0, 0.5, 2.0])), max_size=4),
    min_size=1,
    max_size=5,
)


def sparse(rows, which, dtype):
    """A sparse tensor of one of the numbers in each pair of each row."""
    places = [(i, j) for i, row in enumerate(rows) for j in range(len(row))]
    values = [pair[which] for row in rows for pair in row]
    shape = [len(rows), max(1, *map(len, rows)) if len(rows) > 1 else max(1, len(rows[0]))]
    indices = np.array(places, np.int64).reshape(-1, 2)
    return tf.SparseTensor(indices, np.array(values, dtype), shape)


def combined(pairs, combiner):
    total = sum((w * TABLE[i] for i, w in pairs), np.zeros(2, np.float32))
    weights = np.array([w for _, w in pairs])
    divisor = {
        "sum": 1.0, "mean": weights.sum(), "sqrtn": np.sqrt((weights**2).sum())
    }[combiner]  # fmt: skip
    return total / divisor if divisor else 0 * total


@settings(deadline=None, max_examples=60)
@given(rows=ROWS, combiner=st.sampled_from(["sum", "mean", "sqrtn"]), is_staged=st.booleans())
def test_safe_lookups_combine_what_is_valid(rows, combiner, is_staged):
    lookup = tf.nn.safe_embedding_lookup_sparse
    run = tf.function(lookup) if is_staged else lookup
    ids, weights = sparse(rows, 0, np.int64), sparse(rows, 1, np.float32)
    valid = [[(i, w) for i, w in row if i >= 0 and (combiner == "sum" or w > 0)] for row in rows]
    found = run(tf.constant(TABLE), ids, weights, combiner=combiner)
    np.testing.assert_allclose(found, [combined(row, combiner) for row in valid], rtol=1e-5)
    alone = run(tf.constant(TABLE), ids, combiner=combiner)
    ones = [[(i, 1.0) for i, _ in row if i >= 0] for row in rows]
    np.testing.assert_allclose(alone, [combined(row, combiner) for row in ones], rtol=1e-5)


@pytest.mark.parametrize("combiner", ["sum", "mean", "sqrtn"])
@pytest.mark.parametrize("kind", ["sparse", "ragged"])
def test_lookups_and_their_gradients(combiner, kind):
    rows = [[(1, 1.0), (3, 0.5), (1, 2.0)], [], [(0, -1.0)]]
    if kind == "sparse":
        ids, weights = sparse(rows, 0, np.int32), sparse(rows, 1, np.float64)
    else:
        ids = tf.ragged.constant([[i for i, _ in row] for row in rows])
        weights = tf.ragged.constant([[w for _, w in row] for row in rows], dtype=tf.float64)
    table = tf.Variable(TABLE)
    with tf.GradientTape() as tape:
        found = tf.nn.embedding_lookup_sparse(table, ids, weights, combiner)
        loss = tf.reduce_sum(found)
    slope = tape.gradient(loss, table)
    expected = [combined(row, combiner) for row in rows]
    np.testing.assert_allclose(found, expected, rtol=1e-5)
    assert isinstance(slope, tf.IndexedSlices)
    assert sorted(slope.indices.numpy().tolist()) == [0, 1, 3]
    shares = np.zeros(4)
    for row in rows:
        divisor = {
            "sum": 1.0,
            "mean": sum(w for _, w in row),
            "sqrtn": np.sqrt(sum(w * w for _, w in row)),
        }[combiner]
        for i, w in row:
            shares[i] += w / divisor
    np.testing.assert_allclose(tf.convert_to_tensor(slope)[:, 0], shares, rtol=1e-5)


def test_the_rows_of_parts_norms_and_default_ids():
    ids = tf.SparseTensor([[0, 0], [2, 0], [2, 1]], tf.constant([2, 0, 1]), [4, 2])
    parts = [tf.constant(TABLE[:2]), tf.constant(TABLE[2:])]
    sums = tf.nn.embedding_lookup_sparse(parts, ids, None, combiner="sum")
    assert sums.numpy().tolist() == [TABLE[2].tolist(), [0, 0], (TABLE[0] + TABLE[1]).tolist()]
    bounded = tf.nn.embedding_lookup_sparse(tf.constant(TABLE), ids, None, "sum", max_norm=1.0)
    np.testing.assert_allclose(bounded[0], TABLE[2] / np.linalg.norm(TABLE[2]), rtol=1e-6)
    given = tf.nn.safe_embedding_lookup_sparse(parts, ids, default_id=3)
    assert given[1].numpy().tolist() == given[3].numpy().tolist() == TABLE[3].tolist()


def test_the_last_axis_of_ids_is_combined():
    ids = tf.SparseTensor([[0, 0, 0], [1, 1, 0], [1, 1, 1]], tf.constant([1, 2, 3]), [2, 2, 2])
    found = tf.nn.safe_embedding_lookup_sparse(tf.constant(TABLE), ids, combiner="sum")
    assert found.shape == (2, 2, 2)
    assert found[1, 1].numpy().tolist() == (TABLE[2] + TABLE[3]).tolist()
    assert found[0, 1].numpy().tolist() == [0, 0]


def test_halves_are_added_up_in_float32():
    ids = tf.SparseTensor([[0, 0], [0, 1]], tf.constant([0, 1]), [1, 2])
    weights = tf.SparseTensor(ids.indices, tf.constant([0.5, 0.25]), [1, 2])
    table = tf.cast(TABLE, tf.float16)
    found = tf.nn.embedding_lookup_sparse(table, ids, weights, combiner="sum")
    assert found.dtype == tf.float16
    np.testing.assert_allclose(found[0], TABLE[0] * 0.5 + TABLE[1] * 0.25, rtol=1e-3)


@pytest.mark.parametrize(
    ("call", "error", "message"),
    [
        (lambda ids: tf.nn.embedding_lookup_sparse(TABLE, ids, None, "max"), ValueError, "combiner must"),
        (lambda ids: tf.nn.embedding_lookup_sparse(TABLE, ids.values, None), TypeError, "SparseTensor"),
        (lambda ids: tf.nn.embedding_lookup_sparse(TABLE, ids, [1.0]), TypeError, "sp_weights"),
        (lambda ids: tf.nn.embedding_lookup_sparse(TABLE, ids, tf.ragged.constant([[1.0]])),
         TypeError, "same type"),
        (lambda ids: tf.nn.embedding_lookup_sparse(TABLE, ids, tf.sparse.from_dense([[1.0]])),
         ValueError, "incompatible"),
        (lambda ids: tf.nn.embedding_lookup_sparse(TABLE, ids, None), tf.errors.InvalidArgumentError, "9"),
        (lambda ids: tf.nn.safe_embedding_lookup_sparse(None, ids), ValueError, "Missing"),
        (lambda ids: tf.nn.safe_embedding_lookup_sparse([], ids), ValueError, "Missing"),
    ],
)  # fmt: skip
def test_what_is_refused(call, error, message):
    ids = tf.SparseTensor([[0, 0], [0, 1]], tf.constant([0, 9]), [1, 2])
    with pytest.raises(error, match=message):
        call(ids)


def test_older_forms_deal_out_parts_row_by_row():
    even, odd = tf.constant(TABLE[::2]), tf.constant(TABLE[1::2])
    ids = tf.SparseTensor([[0, 0], [1, 0]], tf.constant([3, 2]), [2, 1])
    v1 = tf.compat.v1.nn
    for found in (
        v1.embedding_lookup_sparse([even, odd], ids, None),
        v1.safe_embedding_lookup_sparse([even, odd], ids, partition_strategy="mod"),
    ):
        assert found.numpy().tolist() == TABLE[[3, 2]].tolist()
