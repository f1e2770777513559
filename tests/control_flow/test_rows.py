"""Rows of ragged tensors, and ragged results."""

from __future__ import annotations

from typing import Any

import pytest

import stagelight as tf

RAGGED = tf.RaggedTensor.from_row_lengths([3, 1, 3, 5, 5, 9], [3, 0, 2, 1])
STEPS = pytest.mark.parametrize("staged", [False, True])


def _run(function: Any, staged: bool) -> Any:
    return tf.function(function)() if staged else function()


@STEPS
def test_results_have_the_rows_of_ragged_elems_where_no_signature_is_given(staged: bool) -> None:
    found = _run(lambda: tf.map_fn(lambda x: tf.unique(x)[0], RAGGED), staged)
    assert found.to_list() == [[3, 1], [], [5], [9]]
    assert found.shape.as_list() == [4, None]


@STEPS
def test_rows_of_unequal_lengths_make_a_ragged_tensor(staged: bool) -> None:
    spec = tf.RaggedTensorSpec([None], tf.int32)
    found = _run(
        lambda: tf.map_fn(tf.range, tf.constant([2, 0, 3]), fn_output_signature=spec), staged
    )
    assert found.to_list() == [[0, 1], [], [0, 1, 2]]


@STEPS
def test_ragged_and_dense_elems_and_results_go_together(staged: bool) -> None:
    def both(row: Any) -> Any:
        return {"sum": tf.reduce_sum(row[0]) + row[1], "times": row[0] * row[1]}

    signature = {"sum": tf.int32, "times": tf.RaggedTensorSpec([None], tf.int32)}
    elems = (RAGGED, tf.constant([1, 2, 3, 4]))
    found = _run(lambda: tf.map_fn(both, elems, fn_output_signature=signature), staged)
    assert found["sum"].numpy().tolist() == [8, 2, 13, 13]
    assert found["times"].to_list() == [[3, 1, 3], [], [15, 15], [36]]


@STEPS
def test_rows_of_rows_are_ragged_tensors(staged: bool) -> None:
    nested = tf.RaggedTensor.from_row_lengths(RAGGED, [1, 3])
    found = _run(lambda: tf.map_fn(lambda x: x, nested), staged)
    assert found.to_list() == nested.to_list()
    spec = tf.RaggedTensorSpec([None], tf.int32)
    found = _run(
        lambda: tf.map_fn(lambda x: x.flat_values, nested, fn_output_signature=spec), staged
    )
    assert found.to_list() == [[3, 1, 3], [5, 5, 9]]


def test_gradients_reach_the_values() -> None:
    values = tf.constant([3.0, 1.0, 5.0])
    with tf.GradientTape() as tape:
        tape.watch(values)
        ragged = tf.RaggedTensor.from_row_lengths(values, [2, 1])
        found = tf.map_fn(lambda x: x * x, ragged)
    assert tape.gradient(found.values, values).numpy().tolist() == [6.0, 2.0, 10.0]


def test_a_result_of_another_structure_is_refused() -> None:
    with pytest.raises(ValueError, match="structure of fn_output_signature"):
        tf.map_fn(lambda x: (x, x), RAGGED)


def test_unequal_numbers_of_rows_are_refused() -> None:
    with pytest.raises(ValueError, match="same number of rows"):
        tf.map_fn(lambda x: x[1], (RAGGED, tf.constant([1, 2])), fn_output_signature=tf.int32)


SPARSE = tf.sparse.from_dense([[[1.0, 0.0], [0.0, 2.0]], [[0.0, 0.0], [3.0, 4.0]]])


@STEPS
def test_rows_of_sparse_tensors_are_sparse(staged: bool) -> None:
    factors = tf.constant([[[1.0], [2.0]], [[3.0], [4.0]]])
    found = _run(
        lambda: tf.map_fn(
            lambda row: tf.sparse.sparse_dense_matmul(*row), (SPARSE, factors), fn_output_signature=tf.float32
        ),
        staged,
    )
    assert found.numpy().tolist() == [[[1.0], [4.0]], [[0.0], [25.0]]]


@STEPS
def test_sparse_results_are_the_rows_of_a_sparse_tensor(staged: bool) -> None:
    found = _run(lambda: tf.map_fn(lambda row: row * 2.0, SPARSE), staged)
    assert isinstance(found, tf.SparseTensor)
    assert tf.sparse.to_dense(found).numpy().tolist() == [[[2.0, 0.0], [0.0, 4.0]], [[0.0, 0.0], [6.0, 8.0]]]


@STEPS
def test_gradients_reach_the_values_of_sparse_elems(staged: bool) -> None:
    def gradient() -> Any:
        values = tf.identity(SPARSE.values)
        with tf.GradientTape() as tape:
            tape.watch(values)
            x = tf.SparseTensor(SPARSE.indices, values, SPARSE.dense_shape)
            rows = tf.map_fn(lambda row: tf.sparse.reduce_sum(row) ** 2, x, fn_output_signature=tf.float32)
            loss = tf.reduce_sum(rows)
        return tape.gradient(loss, values)

    assert _run(gradient, staged).numpy().tolist() == [6.0, 6.0, 14.0, 14.0]


def test_the_number_of_sparse_rows_may_be_unknown() -> None:
    @tf.function(input_signature=[tf.SparseTensorSpec([None, 2], tf.float32)])
    def f(x: Any) -> Any:
        return tf.map_fn(tf.sparse.reduce_sum, x, fn_output_signature=tf.float32)

    assert f(tf.sparse.from_dense([[1.0, 0.0], [2.0, 3.0]])).numpy().tolist() == [1.0, 5.0]
