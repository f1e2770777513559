"""`tf.RaggedTensor`: its partitions, its parts, and how it prints."""

from __future__ import annotations

import numpy as np
import pytest

import stagelight as tf

Ragged = tf.RaggedTensor
ROWS = [[3, 1, 4], [], [1]]


@pytest.mark.parametrize(
    "make",
    [
        lambda: Ragged.from_row_splits([3, 1, 4, 1], [0, 3, 3, 4]),
        lambda: Ragged.from_row_lengths([3, 1, 4, 1], [3, 0, 1]),
        lambda: Ragged.from_value_rowids([3, 1, 4, 1], [0, 0, 0, 2]),
        lambda: Ragged.from_row_starts([3, 1, 4, 1], [0, 3, 3]),
        lambda: Ragged.from_row_limits([3, 1, 4, 1], [3, 3, 4]),
        lambda: Ragged.from_nested_row_splits([3, 1, 4, 1], [[0, 3, 3, 4]]),
        lambda: Ragged.from_nested_row_lengths([3, 1, 4, 1], [[3, 0, 1]]),
    ],
)
def test_each_partition_says_where_rows_are(make):
    ragged = make()
    assert ragged.to_list() == ROWS
    assert ragged.row_splits.numpy().tolist() == [0, 3, 3, 4]
    assert ragged.row_lengths().numpy().tolist() == [3, 0, 1]
    assert ragged.row_starts().numpy().tolist() == [0, 3, 3]
    assert ragged.row_limits().numpy().tolist() == [3, 3, 4]
    assert ragged.value_rowids().numpy().tolist() == [0, 0, 0, 2]
    assert int(ragged.nrows()) == 3
    assert ragged.shape == [3, None]
    assert ragged.dtype is tf.int32
    assert repr(ragged) == "<tf.RaggedTensor [[3, 1, 4], [], [1]]>"


@pytest.mark.parametrize("nrows", [-2, 0, 3])
def test_rows_beyond_their_number_are_refused(nrows):
    with pytest.raises(ValueError, match="Expected nrows >= "):
        Ragged.from_value_rowids([1, 2], [0, 3], nrows=nrows)


@pytest.mark.parametrize(
    "make",
    [
        lambda: Ragged.from_row_splits([1, 2], [1, 2]),
        lambda: Ragged.from_row_splits([1, 2], [0, 2, 1]),
        lambda: Ragged.from_row_splits([1, 2], [0, 1]),
        lambda: Ragged.from_value_rowids([1, 2], [1, 0]),
        lambda: Ragged.from_row_lengths([1, 2], [3]),
    ],
)
def test_partitions_that_do_not_fit_are_refused(make):
    with pytest.raises(tf.errors.InvalidArgumentError, match="valid RaggedTensor"):
        make()


def test_rows_of_rows():
    ragged = Ragged.from_nested_row_splits([1, 2, 5, 3], [[0, 2, 3], [0, 1, 3, 4]])
    assert ragged.to_list() == [[[1], [2, 5]], [[3]]]
    assert ragged.ragged_rank == 2
    assert ragged.flat_values.numpy().tolist() == [1, 2, 5, 3]
    assert [x.numpy().tolist() for x in ragged.nested_row_lengths()] == [[2, 1], [1, 2, 1]]
    assert ragged.row_lengths(2).to_list() == [[1, 2], [1]]
    assert ragged.with_flat_values([5, 6, 7, 8]).to_list() == [[[5], [6, 7]], [[8]]]
    assert ragged.with_row_splits_dtype(tf.int32).row_splits.dtype is tf.int32


def test_rows_of_one_length_have_a_static_size():
    ragged = Ragged.from_uniform_row_length([1, 2, 3, 4], 2)
    assert ragged.shape == [2, 2]
    assert ragged.numpy().tolist() == [[1, 2], [3, 4]]


def test_a_ragged_tensor_is_a_tensor_made_of_tensors():
    ragged = Ragged.from_row_splits([1.0, 2.0, 3.0], np.array([0, 2, 3], np.int32))
    assert tf.is_tensor(ragged)
    assert not isinstance(ragged, tf.Tensor)
    parts = tf.nest.flatten(ragged, expand_composites=True)
    again = tf.nest.pack_sequence_as(ragged, parts, expand_composites=True)
    assert again.to_list() == ragged.to_list()
    assert tf.type_spec_from_value(ragged) == tf.RaggedTensorSpec(
        [2, None], tf.float32, 1, tf.int32
    )
    assert ragged.numpy()[0].tolist() == [1.0, 2.0]


def test_ragged_tensors_go_through_functions():
    twice = tf.function(lambda x: x.with_values(x.values * 2))
    ragged = Ragged.from_row_lengths([3, 1, 4, 1], [3, 0, 1])
    assert twice(ragged).to_list() == [[6, 2, 8], [], [2]]
    assert twice(Ragged.from_row_lengths([1], [0, 1, 0])).to_list() == [[], [2], []]
    assert twice.experimental_get_tracing_count() == 1


def test_specs_need_a_rank_or_its_ragged_part():
    with pytest.raises(ValueError, match="Must specify ragged_rank"):
        tf.RaggedTensorSpec(None)
    with pytest.raises(ValueError, match="must be less than rank"):
        tf.RaggedTensorSpec([2, 3], ragged_rank=2)


def test_rows_of_values_follow_from_splits():
    ids = tf.ragged.row_splits_to_segment_ids([0, 3, 3, 5], out_type=tf.int32)
    assert ids.numpy().tolist() == [0, 0, 0, 2, 2]
    assert ids.dtype is tf.int32


def test_lists_become_ragged_tensors():
    assert tf.ragged.constant([[1, 2], [3]]).to_list() == [[1, 2], [3]]
    assert tf.ragged.constant([[[1], []], [[2, 3]]]).ragged_rank == 2
    assert tf.ragged.constant([[[1, 2]], []], ragged_rank=1).shape == [2, None, 2]
    assert tf.ragged.constant([1, 2]).numpy().tolist() == [1, 2]
    assert tf.ragged.constant([[1], []], dtype=tf.float32).dtype is tf.float32
    with pytest.raises(ValueError, match="same nesting depth"):
        tf.ragged.constant([[1], 2])


def test_dense_and_sparse_tensors_become_ragged_and_back():
    dense = tf.constant([[1, 2, 0], [0, 3, 0], [0, 0, 0]])
    assert Ragged.from_tensor(dense).to_list() == dense.numpy().tolist()
    assert Ragged.from_tensor(dense, padding=0).to_list() == [[1, 2], [0, 3], []]
    assert Ragged.from_tensor(dense, lengths=[1, 0, 2]).to_list() == [[1], [], [0, 0]]
    assert Ragged.from_tensor(dense[None], ragged_rank=2).to_list() == [dense.numpy().tolist()]
    ragged = tf.ragged.constant([[1, 2], [], [3]])
    assert Ragged.from_sparse(ragged.to_sparse()).to_list() == ragged.to_list()
    assert ragged.bounding_shape().numpy().tolist() == [3, 2]
    assert ragged.bounding_shape(axis=1).numpy() == 2
    assert ragged.to_tensor(9).numpy().tolist() == [[1, 2], [9, 9], [3, 9]]
    assert ragged.to_tensor(shape=[None, 1]).numpy().tolist() == [[1], [0], [3]]


@pytest.mark.parametrize("options", [{}, {"padding": 0}, {"lengths": [0, 0, 0]}], ids=str)
@pytest.mark.parametrize("columns", [0, 2])
def test_rows_without_elements_have_no_length(columns, options):
    """The maximum over no columns, the least integer, is no length."""
    dense = tf.zeros([3, columns], tf.int32)
    for convert in (Ragged.from_tensor, tf.function(Ragged.from_tensor)):
        rows = convert(dense, **options)
        expected = [2, 2, 2] if columns and not options else [0, 0, 0]
        assert rows.row_lengths().numpy().tolist() == expected
        assert rows.to_tensor().shape == (3, max(expected))
        assert rows.row_splits.numpy().tolist() == np.cumsum([0, *expected]).tolist()


def test_functions_are_applied_to_flat_values():
    ragged = tf.ragged.constant([[1, 2], [3]])
    assert tf.ragged.map_flat_values(tf.add, ragged, ragged).to_list() == [[2, 4], [6]]
    assert tf.ragged.map_flat_values(tf.add, 1, 2).numpy() == 3


@pytest.mark.parametrize(
    ("text", "pieces"),
    [
        (["a bc", "", " d "], [[b"a", b"bc"], [], [b"d"]]),
        ([["a b"], ["c"]], [[[b"a", b"b"]], [[b"c"]]]),
    ],
)
def test_strings_are_cut_into_rows(text, pieces):
    assert tf.strings.split(text).to_list() == pieces


def test_strings_are_cut_as_asked():
    assert tf.strings.split("a,b,c", ",", maxsplit=1).numpy().tolist() == [b"a", b"b,c"]
    assert tf.strings.split(tf.ragged.constant([["a b"], []])).to_list() == [[[b"a", b"b"]], []]
    assert tf.strings.unicode_split(["äb", ""], "UTF-8").to_list() == [["ä".encode(), b"b"], []]


def test_runs_of_strings_are_joined():
    rows = tf.strings.split(["a b c", "d"])
    assert tf.strings.ngrams(rows, 2).to_list() == [[b"a b", b"b c"], []]
    padded = tf.strings.ngrams(rows, (1, 2), pad_values="_", preserve_short_sequences=True)
    assert padded.to_list()[1] == [b"d", b"_ d", b"d _"]
    assert tf.strings.ngrams(["a", "b"], 3).numpy().tolist() == []
    with pytest.raises(ValueError, match="greater than 0"):
        tf.strings.ngrams(rows, 0)
    with pytest.raises(TypeError, match="must be integers"):
        tf.strings.ngrams(rows, 1.5)


def test_a_default_broadcasts_to_one_value() -> None:
    numbers = tf.ragged.constant([[1, 2], [3]])
    pairs = tf.ragged.constant([[[1, 2], [3, 4]], [[5, 6]]], ragged_rank=1)
    assert pairs.to_tensor([7, 8]).numpy().tolist() == [[[1, 2], [3, 4]], [[5, 6], [7, 8]]]
    for rows, default in ((numbers, [0]), (numbers, [[0]]), (pairs, [7, 8, 9])):
        with pytest.raises(tf.errors.InvalidArgumentError, match="are incompatible"):
            rows.to_tensor(default)
    with pytest.raises(ValueError, match="are incompatible"):
        tf.function(lambda rows: rows.to_tensor([0]))(numbers)


@pytest.mark.parametrize("ragged_rank", [1, 2])
def test_rows_of_a_dense_tensor_keep_its_shape(ragged_rank: int) -> None:
    dense = tf.reshape(tf.range(24), [2, 3, 4])
    rows = tf.RaggedTensor.from_tensor(dense, ragged_rank=ragged_rank)
    assert rows.shape == rows.to_tensor().shape == [2, 3, 4]
    assert rows.to_list() == dense.numpy().tolist()
    staged = tf.function(lambda x: tf.RaggedTensor.from_tensor(x, ragged_rank=ragged_rank))
    assert staged(dense).shape == [2, 3, 4]


@pytest.mark.parametrize("axis", [0, 1, -1])
def test_one_ragged_tensor_is_joined_with_nothing(axis: int) -> None:
    rows = tf.ragged.constant([[1, 2], [3]])
    assert tf.concat(rows, axis).to_list() == [[1, 2], [3]]


@pytest.mark.parametrize(
    "dtype", [tf.bool, tf.string, tf.complex64, tf.bfloat16, tf.uint8, tf.int64, tf.float64]
)
def test_rows_are_filled_up_with_the_zero_of_their_dtype(dtype):
    ones = "1" if dtype == tf.string else 1
    flat = tf.constant([ones, ones, ones]) if dtype == tf.string else tf.cast([1, 1, 1], dtype)
    filled = tf.RaggedTensor.from_row_lengths(flat, [1, 2]).to_tensor()
    zero = tf.zeros([], dtype).numpy()
    assert filled.dtype == dtype
    assert filled.numpy().tolist() == [[flat.numpy()[0], zero], flat.numpy()[1:].tolist()]


@pytest.mark.parametrize(
    ("factory", "given"),
    [
        ("row_splits", [0, 2]),
        ("row_splits", [1, 3]),
        ("row_lengths", [1, 1]),
        ("row_lengths", [-1, 4]),
        ("row_starts", [1, 2]),
        ("row_starts", [0, 4]),
        ("row_limits", [1, 2]),
        ("row_limits", [2, 1, 3]),
    ],
)
def test_a_factory_names_itself_and_what_it_was_given(factory, given):
    make = getattr(tf.RaggedTensor, f"from_{factory}")
    own = f"from_{factory} do not form a valid RaggedTensor: `{factory}`"
    with pytest.raises(tf.errors.InvalidArgumentError, match=own) as raised:
        make([1, 2, 3], given)
    assert raised.value.message.endswith(f", 3. Received: {given}")
    staged = tf.function(make, input_signature=[tf.TensorSpec([None]), tf.TensorSpec([None], tf.int64)])
    with pytest.raises(tf.errors.InvalidArgumentError, match=own):
        staged([1, 2, 3], given)


def test_a_mask_of_another_shape_is_refused():
    with pytest.raises(ValueError, match="incompatible"):
        tf.ragged.boolean_mask([[1, 2], [3, 4]], [[True], [False]])


@pytest.mark.parametrize("columns", [0, 1, 2, 5])
@pytest.mark.parametrize("rows", [0, 1, 2, 4])
def test_the_gradient_of_what_is_cut_off_is_zero(rows, columns):
    values = tf.constant([1.0, 2.0, 3.0, 4.0])
    with tf.GradientTape() as tape:
        tape.watch(values)
        ragged = tf.RaggedTensor.from_row_splits(values, [0, 3, 4])
        total = tf.reduce_sum(ragged.to_tensor(shape=[rows, columns]) ** 2)
    gradient = tf.convert_to_tensor(tape.gradient(total, values)).numpy().tolist()
    kept = [rows > 0 and columns > i for i in range(3)] + [rows > 1 and columns > 0]
    assert gradient == [2.0 * x if is_kept else 0.0 for x, is_kept in zip(range(1, 5), kept, strict=True)]
