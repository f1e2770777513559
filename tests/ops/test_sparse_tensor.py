"""`tf.SparseTensor`: its parts, spec and printed form; where it goes, and what it refuses."""

from __future__ import annotations

import numpy as np
import pytest

import stagelight as tf


def sparse(values=(1.0, 2.0), shape=(3, 2)):
    return tf.SparseTensor([[0, 1], [2, 0]], list(values), list(shape))


def test_its_parts_and_spec():
    x = sparse()
    assert (x.shape, x.dtype) == (tf.TensorShape([3, 2]), tf.float32)
    assert x.indices.dtype == x.dense_shape.dtype == tf.int64
    assert tf.type_spec_from_value(x) == tf.SparseTensorSpec([3, 2], tf.float32)
    assert tf.SparseTensorSpec([None, 2]).is_compatible_with(x)
    assert not tf.SparseTensorSpec([None, 3]).is_compatible_with(x)
    assert tf.is_tensor(x)
    assert isinstance(x, tf.__internal__.CompositeTensor)


def test_its_printed_form():
    assert repr(tf.SparseTensor([[1]], [5], [3])) == (
        "SparseTensor(indices=tf.Tensor([[1]], shape=(1, 1), dtype=int64), "
        "values=tf.Tensor([5], shape=(1,), dtype=int32), "
        "dense_shape=tf.Tensor([3], shape=(1,), dtype=int64))"
    )


@pytest.mark.parametrize(
    ("indices", "values", "shape"),
    [
        ([[0]], [1.0, 2.0], [3]),
        ([0], [1.0], [3]),
        ([[0, 0]], [1.0], [3]),
        ([[0]], 1.0, [3]),
    ],
)
def test_parts_that_do_not_fit_are_refused(indices, values, shape):
    with pytest.raises(ValueError):
        tf.SparseTensor(indices, values, shape)


def test_indices_of_another_dtype_are_refused():
    with pytest.raises(ValueError, match="indices"):
        tf.SparseTensor(tf.constant([[0]]), [1.0], [3])


def test_a_shape_is_added_to_and_contradictions_are_refused():
    x = sparse()
    x.set_shape([3, None])
    with pytest.raises(ValueError):
        x.set_shape([3, 3])


def test_it_goes_through_functions():
    @tf.function(input_signature=[tf.SparseTensorSpec([None, 2])])
    def doubled(x):
        assert x.shape.as_list() == [None, 2]
        return tf.sparse.map_values(tf.multiply, x, 2.0)

    for x in (sparse(), sparse(shape=(5, 2))):
        result = doubled(x)
        assert result.values.numpy().tolist() == [2.0, 4.0]
        assert result.dense_shape.numpy().tolist() == x.dense_shape.numpy().tolist()
    assert doubled.experimental_get_tracing_count() == 1


def test_it_goes_through_branches_and_nests():
    x = sparse()
    chosen = tf.function(lambda p: tf.cond(p, lambda: x, lambda: x.with_values([5.0, 6.0])))
    assert chosen(tf.constant(False)).values.numpy().tolist() == [5.0, 6.0]
    parts = tf.nest.flatten(x, expand_composites=True)
    assert [p.dtype for p in parts] == [tf.int64, tf.float32, tf.int64]
    again = tf.nest.pack_sequence_as(x, parts, expand_composites=True)
    assert isinstance(again, tf.SparseTensor)
    assert tf.identity(x).values.numpy().tolist() == [1.0, 2.0]


def test_gradients_reach_the_values():
    values = tf.constant([1.0, 2.0])
    with tf.GradientTape() as tape:
        tape.watch(values)
        x = tf.SparseTensor([[0, 1], [2, 0]], values * values, [3, 2])
        y = tf.sparse.to_dense(x)
    assert tape.gradient(y, values).numpy().tolist() == [2.0, 4.0]


@pytest.mark.parametrize(
    "use",
    [
        tf.convert_to_tensor,
        tf.constant,
        tf.exp,
        tf.reduce_sum,
        tf.Variable,
        lambda x: tf.stack([x, x]),
        lambda x: tf.matmul(x, tf.ones([2, 2])),
        lambda x: x + 1.0,
        lambda x: -x,
        len,
        iter,
    ],
)
def test_what_needs_a_dense_tensor_refuses_it(use):
    with pytest.raises((ValueError, TypeError)):
        use(sparse())


def test_some_elementwise_functions_take_it():
    x = sparse((-1.0, 2.0))
    assert tf.abs(x).values.numpy().tolist() == [1.0, 2.0]
    assert tf.square(x).values.numpy().tolist() == [1.0, 4.0]
    assert tf.cast(x, tf.int32).dtype == tf.int32
    assert tf.shape(x).numpy().tolist() == [3, 2]
    assert (int(tf.size(x)), int(tf.rank(x))) == (6, 2)
    staged = tf.function(lambda x: tf.negative(x))
    assert staged(x).values.numpy().tolist() == [1.0, -2.0]


def test_products_and_quotients_with_dense_tensors():
    x = sparse()
    dense = tf.constant([[1.0, 2.0], [3.0, 4.0], [5.0, 6.0]])
    assert (x * dense).values.numpy().tolist() == [2.0, 10.0]
    assert (dense * x).values.numpy().tolist() == [2.0, 10.0]
    assert (x / 2.0).values.numpy().tolist() == [0.5, 1.0]
    quotient = tf.SparseTensor([[0]], [7], [2]) / 2
    assert (quotient.dtype, quotient.values.numpy().tolist()) == (tf.float64, [3.5])


def test_map_values_needs_equal_places():
    x = sparse()
    with pytest.raises(ValueError, match="No SparseTensor"):
        tf.sparse.map_values(tf.add, 1, 2)
    other = tf.SparseTensor([[0, 0], [2, 0]], [1.0, 2.0], [3, 2])
    with pytest.raises(tf.errors.InvalidArgumentError, match="same indices"):
        tf.sparse.map_values(tf.add, x, other)
    with pytest.raises(ValueError, match="one value for each element"):
        tf.sparse.map_values(lambda v: tf.concat([v, v], 0), x)


@pytest.mark.parametrize(
    "call",
    [
        lambda: tf.sparse.add(1, 2),
        lambda: tf.sparse.to_dense(tf.ones([2])),
        lambda: tf.sets.size(tf.constant([[1]])),
        lambda: tf.sets.union(tf.constant([[1.0]]), tf.constant([[1.0]])),
        lambda: tf.sparse.cross(tf.constant([["a"]])),
    ],
)
def test_other_kinds_of_tensors_are_type_errors(call):
    with pytest.raises(TypeError):
        call()


@pytest.mark.parametrize(
    "call",
    [
        lambda: tf.sparse.split(sparse(), 2),
        lambda: tf.sparse.expand_dims(sparse(), 4),
        lambda: tf.sparse.reset_shape(sparse(), [2, 2]),
        lambda: tf.sparse.reset_shape(sparse(), [3]),
        lambda: tf.sparse.bincount([1], axis=1),
        lambda: tf.sparse.bincount([1], weights=[1], binary_output=True),
        lambda: tf.sparse.retain(sparse(), [True]),
    ],
)
def test_bad_arguments_are_value_errors(call):
    with pytest.raises(ValueError):
        call()


def test_a_session_takes_and_gives_the_parts():
    v1 = tf.compat.v1
    with tf.Graph().as_default(), v1.Session() as session:
        x = v1.sparse_placeholder(tf.float32, [None, 2], name="x")
        assert (x.values.name, x.shape.as_list()) == ("x/values:0", [None, 2])
        value = v1.SparseTensorValue([[0, 1]], [5.0], [1, 2])
        dense, again = session.run([tf.sparse.to_dense(x), x], {x: value})
    assert dense.tolist() == [[0.0, 5.0]]
    assert isinstance(again, v1.SparseTensorValue)
    assert np.array_equal(again.indices, [[0, 1]])


def test_older_names():
    x = sparse()
    v1 = tf.compat.v1
    assert v1.sparse_concat(0, [x, x]).dense_shape.numpy().tolist() == [6, 2]
    assert v1.sparse_add(x, x).values.numpy().tolist() == [2.0, 4.0]
    assert v1.sparse.matmul(x, tf.ones([2, 1])).shape == [3, 1]


def test_weights_of_counts_stand_where_the_numbers_stand():
    numbers = tf.sparse.from_dense([[3, 2], [0, 1]])
    elsewhere = tf.SparseTensor([[0, 0], [0, 1], [1, 0]], [1.0, 2.0, 3.0], [2, 2])
    wider = tf.SparseTensor(numbers.indices, [1.0, 2.0, 3.0], [2, 5])
    for axis in (0, -1):
        for weights in (elsewhere, wider):
            with pytest.raises(tf.errors.InvalidArgumentError, match="must have the same"):
                tf.sparse.bincount(numbers, weights, axis)
        rows, others = tf.ragged.constant([[1, 2], [3]]), tf.ragged.constant([[1.0], [2.0, 3.0]])
        with pytest.raises(tf.errors.InvalidArgumentError, match="same row splits"):
            tf.sparse.bincount(rows, others, axis)
        for values, weights in (
            (numbers, others), (numbers, [[1.0, 2.0], [0.0, 3.0]]), (rows, elsewhere),
            (rows, [1.0, 2.0, 3.0]), ([[3, 2], [0, 1]], elsewhere),
        ):  # fmt: skip
            with pytest.raises(ValueError, match="`weights` must be a"):
                tf.sparse.bincount(values, weights, axis)


def test_weights_of_counts_are_checked_in_functions():
    count = tf.function(lambda rows, weights: tf.sparse.bincount(rows, weights).values)
    rows = tf.ragged.constant([[1, 2], [3]])
    assert count(rows, tf.ragged.constant([[1.0, 2.0], [3.0]])).numpy().tolist() == [1.0, 2.0, 3.0]
    with pytest.raises(tf.errors.InvalidArgumentError, match="same row splits"):
        count(rows, tf.ragged.constant([[1.0], [2.0, 3.0]]))


def test_fewer_weights_than_values_are_refused():
    """TF 2.21 reads what stands behind the weights in memory."""
    with pytest.raises(tf.errors.InvalidArgumentError):
        tf.raw_ops.SparseBincount(
            indices=[[0, 0], [0, 1], [1, 0]], values=[1, 2, 0], dense_shape=[2, 2], size=3, weights=[1.0, 2.0]
        )


def test_its_consumers_are_each_told_once():
    with tf.Graph().as_default():
        x = sparse()
        assert x.consumers() == []
        tf.sparse.to_dense(x)
        assert [op.type for op in x.consumers()] == ["SparseToDense"]
