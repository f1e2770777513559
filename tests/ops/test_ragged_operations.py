"""What ragged tensors do in public functions and operators, row by row as Python's lists do it."""

from __future__ import annotations

import inspect

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import stagelight as tf
from stagelight import config
from stagelight.boundary import implementation_of
from stagelight.linear_operators import function_forms
from stagelight.ops.ragged import dynamic_shape
from stagelight.ops.ragged import forms as ragged_forms
from stagelight.ops.sparse import sparse_tensor
from stagelight.public import find, name_of

X = [[1, 2], [3], []]
ROWS = st.lists(st.lists(st.integers(-9, 9), max_size=5), min_size=1, max_size=5)
BOUNDS = st.one_of(st.none(), st.integers(-6, 6))


def ragged(rows, dtype=tf.int32):
    return tf.ragged.constant(rows, dtype, ragged_rank=1)


def listed(value):
    return value.to_list() if isinstance(value, tf.RaggedTensor) else np.asarray(value).tolist()


CALLS = {
    "negative": (lambda x: tf.negative(x), [[-1, -2], [-3], []]),
    "operators": (lambda x: 2 * x - x // 2 + x, [[3, 5], [8], []]),
    "column": (lambda x: x + [[10], [20], [30]], [[11, 12], [23], []]),
    "cast": (lambda x: tf.cast(x, tf.float32), [[1.0, 2.0], [3.0], []]),
    "where": (lambda x: tf.where(x > 1, x, 0), [[0, 2], [3], []]),
    "reduce_max": (lambda x: tf.reduce_max(x, 0), [3, 2]),
    "reduce_mean": (lambda x: tf.reduce_mean(x, 1)[:2], [1.5, 3.0]),
    "reduce_any": (lambda x: tf.reduce_any(x > 2, 1), [False, True, False]),
    "concat": (lambda x: tf.concat([x, x], 1), [[1, 2, 1, 2], [3, 3], []]),
    "stack": (lambda x: tf.ragged.stack([x, x]), [X, X]),
    "tile": (lambda x: tf.tile(x, [2, 1]), X + X),
    "reverse": (lambda x: tf.reverse(x, [0, 1]), [[], [3], [2, 1]]),
    "split": (lambda x: tf.split(x, [1, -1])[1], [[3], []]),
    "squeeze": (lambda x: tf.squeeze(tf.expand_dims(x, -1), -1), X),
    "merge_dims": (lambda x: tf.expand_dims(x, 0).merge_dims(0, 1), X),
    "gather": (lambda x: tf.gather(x, [1, 1, 0]), [[3], [3], [1, 2]]),
    "gather_nd": (lambda x: tf.gather_nd(x, [[0, 1], [1, 0]]), [2, 3]),
    "boolean_mask": (lambda x: tf.ragged.boolean_mask(x, x > 1), [[2], [3], []]),
    "partitions": (
        lambda x: tf.ragged.stack_dynamic_partitions(x, [1, 0, 1], 2),
        [[[3]], [[1, 2], []]],
    ),
    "one_hot": (lambda x: tf.one_hot(x, 2, dtype=tf.int32), [[[0, 1], [0, 0]], [[0, 0]], []]),
    "cumsum": (lambda x: tf.cumsum(x, 1), [[1, 3], [3], []]),
    "bincount": (lambda x: tf.math.bincount(x), [0, 1, 1, 1]),
    "segments": (lambda x: tf.math.unsorted_segment_sum(x, [0, 0, 1], 2), [[4, 2], []]),
    "bracket": (lambda x: x[:2, ::-1], [[2, 1], [3]]),
    "row": (lambda x: x[0], [1, 2]),
    "text": (lambda x: tf.strings.format("{}", x), b"[[1, 2], [3], []]"),
    "range": (lambda x: tf.ragged.range(x.row_lengths()), [[0, 1], [0], []]),
    "cross": (
        lambda x: tf.ragged.cross([x, x]),
        [[b"1_X_1", b"1_X_2", b"2_X_1", b"2_X_2"], [b"3_X_3"], []],
    ),
    "cross_hashed": (lambda x: tf.ragged.cross_hashed([x, x], 1), [[0] * 4, [0], []]),
    "shape": (lambda x: tf.ones(tf.shape(x), tf.int32), [[1, 1], [1], []]),
    "broadcast_to": (lambda x: tf.broadcast_to(5, tf.shape(x)), [[5, 5], [5], []]),
    "unicode_encode": (lambda x: tf.strings.unicode_encode(x + 96, "UTF-8"), [b"ab", b"c", b""]),
    "size": (lambda x: tf.size(x) + tf.rank(x), 5),
}


@pytest.mark.parametrize("name", CALLS)
def test_functions_take_ragged_tensors(name):
    call, expected = CALLS[name]
    assert listed(call(ragged(X))) == expected


@pytest.mark.parametrize("executor", ["host", "native"])
@pytest.mark.parametrize("name", CALLS)
def test_functions_take_ragged_tensors_in_graphs(name, executor):
    call, expected = CALLS[name]
    spec = tf.RaggedTensorSpec([3, None], tf.int32)
    with config.changed(executor=executor):
        staged = tf.function(call, input_signature=[spec])
        assert listed(staged(ragged(X))) == expected


def test_a_product_takes_all_arguments_of_matmul():
    x = tf.RaggedTensor.from_row_lengths([[1.0, 2.0], [3.0, 4.0], [5.0, 6.0]], [2, 1])
    staged = tf.function(tf.matmul)(x, x, transpose_b=True, grad_a=True)
    assert staged.to_list() == [[[5.0, 11.0], [11.0, 25.0]], [[61.0]]]


FORMS_BY_KIND = {
    "RaggedTensor": ragged_forms.FORMS,
    "DynamicRaggedShape": dynamic_shape._FORMS,
    "SparseTensor": sparse_tensor._FORMS,
    "LinearOperator": {
        name: lambda function, form=form: form for name, form in function_forms.FORMS.items()
    },
}


@pytest.mark.parametrize(
    ("kind", "name"), [(kind, name) for kind, forms in FORMS_BY_KIND.items() for name in forms]
)
def test_forms_take_the_arguments_of_their_functions(kind, name):
    implementation = implementation_of(find(name))
    assert name_of(implementation) == name
    given = inspect.signature(implementation).parameters
    form = inspect.signature(FORMS_BY_KIND[kind][name](implementation))
    form.bind(*given)


def test_row_splits_of_another_dtype_keep_uniform_lengths():
    x = tf.RaggedTensor.from_uniform_row_length([1, 2, 3, 4], 2).with_row_splits_dtype(tf.int32)
    assert (x.shape, x.uniform_row_length.numpy(), x.row_splits.dtype) == ([2, 2], 2, tf.int32)


def test_a_mask_of_other_rows_is_refused():
    with pytest.raises(tf.errors.InvalidArgumentError, match="must have the same rows"):
        tf.ragged.boolean_mask(ragged(X), ragged(X[:2]) > 0)


@settings(max_examples=25, deadline=None)
@given(ROWS, BOUNDS, BOUNDS, st.sampled_from([None, 1, 2, -1, -3]))
def test_slices_of_rows_are_those_of_lists(rows, start, stop, step):
    part = slice(start, stop, step)
    assert ragged(rows)[:, part].to_list() == [row[part] for row in rows]
    assert ragged(rows)[part].to_list() == rows[part]


@settings(max_examples=25, deadline=None)
@given(ROWS, st.integers(0, 3), st.integers(0, 3))
def test_rows_are_repeated_and_turned_around(rows, times, again):
    x = ragged(rows)
    assert tf.tile(x, [times, again]).to_list() == [row * again for row in rows] * times
    assert tf.reverse(x, [1]).to_list() == [row[::-1] for row in rows]
    assert tf.concat([x, x, x], 1).to_list() == [row * 3 for row in rows]
    assert tf.reduce_sum(x, 1).numpy().tolist() == [sum(row) for row in rows]


@settings(max_examples=25, deadline=None)
@given(ROWS)
def test_a_column_is_added_to_all_rows(rows):
    column = tf.range(len(rows))[:, None]
    assert (ragged(rows) + column).to_list() == [[v + i for v in row] for i, row in enumerate(rows)]
    assert (column - ragged(rows)).to_list() == [[i - v for v in row] for i, row in enumerate(rows)]


@pytest.mark.parametrize(
    ("call", "error"),
    [
        (lambda x: x + [[1, 2, 3]], tf.errors.InvalidArgumentError),
        (lambda x: x + ragged([[1], [2, 3], []]), tf.errors.InvalidArgumentError),
        (lambda x: ragged([[1], [2], [3]]) + x, tf.errors.InvalidArgumentError),
        (lambda x: x[:, 0], ValueError),
        (lambda x: x[9], IndexError),
        (lambda x: x[0, 1, 2, ...], (IndexError, tf.errors.InvalidArgumentError)),
        (lambda x: x[:, 1.5:], TypeError),
        (lambda x: bool(x), TypeError),
        (lambda x: hash(x), TypeError),
        (lambda x: tf.convert_to_tensor(x), ValueError),
        (lambda x: tf.reduce_sum(x, 2), ValueError),
        (lambda x: tf.expand_dims(x, 4), ValueError),
        (lambda x: tf.split(x, 1, axis=1), ValueError),
        (lambda x: tf.squeeze(x, 1), tf.errors.InvalidArgumentError),
        (lambda x: tf.squeeze(x), ValueError),
        (lambda x: tf.concat([x, [[1]]], 1), tf.errors.InvalidArgumentError),
        (lambda x: tf.stack([x, [[[1]]]]), ValueError),
        (lambda x: tf.gather(x, [5]), tf.errors.InvalidArgumentError),
        (lambda x: tf.gather(x, [[1], [1], [0]], batch_dims=1), tf.errors.InvalidArgumentError),
        (lambda x: tf.one_hot(x, 2, axis=1), ValueError),
        (lambda x: tf.ragged.map_flat_values(tf.reduce_sum, x), ValueError),
        (lambda x: tf.ragged.map_flat_values(tf.add, x, ragged([[1], [2, 3], []])),
         tf.errors.InvalidArgumentError),
        (lambda x: tf.ragged.boolean_mask(x, True), ValueError),
        (lambda x: tf.ragged.stack_dynamic_partitions(x, [0, 5, 0], 2), tf.errors.InvalidArgumentError),
        (lambda x: tf.ragged.range([1], [2], 0), tf.errors.InvalidArgumentError),
        (lambda x: tf.ragged.segment_ids_to_row_splits([0.5]), TypeError),
        (lambda x: x.merge_dims(1, 0), ValueError),
        (lambda x: tf.shape(x)[1], ValueError),
        (lambda x: tf.shape(x)[2], IndexError),
        (lambda x: tf.shape(x)[::2], IndexError),
        (lambda x: tf.shape(x).is_uniform(5), IndexError),
        (lambda x: tf.experimental.DynamicRaggedShape.from_lengths([2, (1, 2, 3)]), ValueError),
        (lambda x: tf.experimental.DynamicRaggedShape.from_lengths([(1, 2)]), ValueError),
        (lambda x: tf.ragged.cross([tf.expand_dims(x, 0)]), ValueError),
        (lambda x: x.with_values([1]), ValueError),
    ],
)  # fmt: skip
def test_what_does_not_fit_is_refused(call, error):
    with pytest.raises(error):
        call(ragged(X))


def test_rows_that_do_not_fit_are_refused_when_the_graph_runs():
    spec = tf.RaggedTensorSpec([None, None], tf.int32)
    added = tf.function(lambda x, y: x + y, input_signature=[spec, spec])
    assert added(ragged(X), ragged(X)).to_list() == [[2, 4], [6], []]
    with pytest.raises(tf.errors.InvalidArgumentError, match="Unable to broadcast"):
        added(ragged(X), ragged([[1], [2, 3], []]))


def test_a_loop_goes_over_the_rows():
    @tf.function(input_signature=[tf.RaggedTensorSpec([None, None], tf.int32)])
    def longest(x):
        best = tf.constant(0, tf.int64)
        for i in tf.range(x.nrows()):
            best = tf.maximum(best, tf.size(x[i], out_type=tf.int64))
        return best

    assert longest(ragged(X)).numpy() == 2


def test_gradients_go_to_the_values():
    x = tf.ragged.constant([[1.0, 2.0], [3.0]])
    with tf.GradientTape() as tape:
        tape.watch(x)
        y = tf.reduce_sum(tf.reduce_max(tf.concat([x, x * x], 1), 1))
    assert tape.gradient(y, x).to_list() == [[0.0, 4.0], [6.0]]
    with tf.GradientTape() as tape:
        tape.watch(x)
        y = tf.constant(1.0)
    assert tape.gradient(y, [x]) == [None]


def test_dense_functions_keep_their_own_errors():
    with pytest.raises(tf.errors.InvalidArgumentError):
        tf.concat([tf.ones([2, 2]), tf.ones([3, 3])], 0)


def test_rows_that_are_known_to_differ_in_number_are_refused_while_tracing():
    data, mask = tf.ragged.constant([[1, 2], [3]]), tf.ragged.constant([[True], [True], [True]])
    with pytest.raises(tf.errors.InvalidArgumentError, match="the same rows"):
        tf.ragged.boolean_mask(data, mask)
    with pytest.raises(ValueError, match=r"Received: row splits of \(3,\) and \(4,\)"):
        tf.function(tf.ragged.boolean_mask)(data, mask)


def test_products_want_as_many_matrices_on_both_sides():
    a, b = tf.ragged.constant([[[1.0, 2.0]], [[3.0, 4.0]]]), tf.ragged.constant([[[1.0], [2.0]]])
    for product in (tf.matmul, tf.function(tf.matmul)):
        with pytest.raises(ValueError, match="do not have the same size"):
            product(a, b)
    spec = tf.RaggedTensorSpec([None, None, None], tf.float32, ragged_rank=2)
    unknown = tf.function(tf.matmul, input_signature=[spec, spec])
    with pytest.raises(tf.errors.InvalidArgumentError, match="do not have the same size"):
        unknown(a, b)


def test_the_last_axis_of_a_dense_tensor_is_gathered_by_ragged_indices():
    x = np.arange(12).reshape(1, 3, 4)
    found = tf.gather(x, tf.ragged.constant([[2], [0, 3]]), axis=-1)
    assert found.to_list() == [[[[2], [0, 3]], [[6], [4, 7]], [[10], [8, 11]]]]
    assert found.shape.as_list() == [1, 3, 2, None]


@pytest.mark.parametrize(
    ("params", "indices", "where"),
    [
        ((7, 3, 5, 6), (2, 3, 2, 3), {"axis": 3}),
        ((5, 3), (5, 7, 4, 2), {"batch_dims": 1}),
        ((7, 3, 6), (7, 5, 4, 2), {"batch_dims": 1}),
        ((3, 4, 5, 6), (2, 1, 7), {"axis": 1}),
    ],
)
def test_gather_takes_indices_with_axes_inside_of_the_ragged_ones(params, indices, where):
    draw = np.random.default_rng(0)
    x = draw.integers(100, size=params)
    ids = draw.integers(params[where.get("axis", where.get("batch_dims"))], size=indices)
    expected = tf.gather(x, ids, **where).numpy()
    for rank_of_x in range(len(params)):
        for rank_of_ids in range(len(indices)):
            made = tf.RaggedTensor.from_tensor(x, ragged_rank=rank_of_x) if rank_of_x else x
            of = tf.RaggedTensor.from_tensor(ids, ragged_rank=rank_of_ids) if rank_of_ids else ids
            found = tf.gather(made, of, **where)
            found = found.to_tensor() if isinstance(found, tf.RaggedTensor) else found
            assert np.array_equal(found.numpy(), expected)


@pytest.mark.parametrize("shape", [(0,), (2, 0), (1, 3, 0), (0, 0)])
def test_gather_nd_gives_the_whole_for_indices_without_a_place(shape):
    x = [["a", "b", "c"], ["d"]]
    found = tf.gather_nd(tf.ragged.constant(x), np.zeros(shape, np.int32))
    expected = [[b"a", b"b", b"c"], [b"d"]]
    for size in reversed(shape[:-1]):
        expected = [expected] * size
    assert found.to_list() == expected
    assert found.shape.rank == len(shape) + 1
