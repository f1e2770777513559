"""Datasets: sources, transformations, iteration in Python and in staged functions."""

from __future__ import annotations

import subprocess
import sys

import numpy as np
import pytest

import stagelight as tf

Dataset = tf.data.Dataset


def values(dataset):
    return [np.asarray(x).tolist() for x in dataset.as_numpy_iterator()]


@pytest.mark.parametrize(
    ("dataset", "expected"),
    [
        (lambda: Dataset.range(3), [0, 1, 2]),
        (lambda: Dataset.range(5, 1, -2), [5, 3]),
        (lambda: Dataset.from_tensors([1, 2]), [[1, 2]]),
        (lambda: Dataset.from_tensor_slices([[1, 2], [3, 4]]), [[1, 2], [3, 4]]),
        (lambda: Dataset.range(5).batch(2), [[0, 1], [2, 3], [4]]),
        (lambda: Dataset.range(5).batch(2, drop_remainder=True), [[0, 1], [2, 3]]),
        (lambda: Dataset.range(4).batch(2).unbatch(), [0, 1, 2, 3]),
        (lambda: Dataset.range(3).map(lambda x: x * x), [0, 1, 4]),
        (lambda: Dataset.range(6).filter(lambda x: x % 2 == 0), [0, 2, 4]),
        (lambda: Dataset.range(9).take_while(lambda x: x < 3), [0, 1, 2]),
        (lambda: Dataset.range(3).flat_map(Dataset.range), [0, 0, 1]),
        (lambda: Dataset.range(5).take(2), [0, 1]),
        (lambda: Dataset.range(3).take(-1), [0, 1, 2]),
        (lambda: Dataset.range(5).skip(3), [3, 4]),
        (lambda: Dataset.range(2).repeat(2), [0, 1, 0, 1]),
        (lambda: Dataset.range(2).repeat().take(3), [0, 1, 0]),
        (lambda: Dataset.range(2).concatenate(Dataset.range(1)), [0, 1, 0]),
        (lambda: Dataset.range(2).prefetch(tf.data.AUTOTUNE), [0, 1]),
        (lambda: Dataset.from_tensor_slices(["a", "b"]), [b"a", b"b"]),
    ],
)
def test_elements(dataset, expected):
    assert values(dataset()) == expected


def test_elements_come_again_in_each_iteration():
    dataset = Dataset.range(3).map(lambda x: x + 1)
    assert values(dataset) == values(dataset) == [1, 2, 3]


def test_shuffle_gives_each_element_once_and_repeats_with_a_seed():
    first = values(Dataset.range(20).shuffle(5, seed=3))
    assert sorted(first) == list(range(20)) != first
    assert values(Dataset.range(20).shuffle(5, seed=3)) == first


def test_shuffle_gives_the_order_of_tensorflow():
    """The order that TensorFlow 2.21 gives, anew in each round."""
    tf.random.set_seed(None)
    dataset = Dataset.range(5).shuffle(4, seed=5).repeat(3)
    assert values(dataset) == [1, 4, 0, 2, 3, 0, 4, 2, 1, 3, 3, 1, 4, 0, 2]


def test_random_functions_of_elements_begin_anew_in_each_iteration():
    def draw(x):
        return tf.random.uniform([], maxval=1000, dtype=tf.int32, seed=9)

    tf.random.set_seed(3)
    dataset = Dataset.range(3).map(draw)
    assert values(dataset) == values(dataset) == [762, 307, 846]
    assert values(dataset.repeat(2)) == [762, 307, 846, 897, 676, 338]


def test_shuffle_fills_its_buffer_and_takes_no_more():
    taken = []
    numbers = Dataset.from_generator(
        lambda: (taken.append(i) or i for i in range(9)),
        output_signature=tf.TensorSpec([], tf.int32),
    )
    next(iter(numbers.shuffle(3, seed=1)))
    assert taken == [0, 1, 2]


def test_a_graph_with_datasets_is_imported_before_tf_data_is_used():
    function = tf.function(lambda n: Dataset.range(n).reduce(n, lambda state, x: state + x))
    message = function.get_concrete_function(tf.TensorSpec([], tf.int64)).graph.as_graph_def()
    program = (
        "import sys, stagelight as tf\n"
        "message = tf.compat.v1.GraphDef()\n"
        "message.ParseFromString(sys.stdin.buffer.read())\n"
        "with tf.Graph().as_default() as graph:\n"
        "    tf.graph_util.import_graph_def(message, name='')\n"
        "print(sorted({op.type for op in graph.get_operations()}))\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", program],
        input=message.SerializeToString(),
        capture_output=True,
        check=True,
    )
    assert b"'ReduceDataset'" in done.stdout


def test_zip_and_enumerate_pair_elements():
    pairs = Dataset.zip((Dataset.range(2), Dataset.range(5, 9)))
    assert [(int(a), int(b)) for a, b in pairs] == [(0, 5), (1, 6)]
    assert [(int(i), int(x)) for i, x in Dataset.range(5, 7).enumerate()] == [(0, 5), (1, 6)]


def test_structures_are_kept():
    dataset = Dataset.from_tensor_slices({"x": [1, 2], "y": ([3.0, 4.0], [5, 6])})
    assert dataset.element_spec["y"][0] == tf.TensorSpec([], tf.float32)
    last = list(dataset)[-1]
    assert int(last["x"]) == 2
    assert float(last["y"][0]) == 4.0


@pytest.mark.parametrize(
    ("dataset", "size"),
    [
        (lambda: Dataset.range(5).batch(2), 3),
        (lambda: Dataset.range(5).repeat(), tf.data.INFINITE_CARDINALITY),
        (lambda: Dataset.range(5).filter(lambda x: x > 1), tf.data.UNKNOWN_CARDINALITY),
        (lambda: Dataset.range(5).concatenate(Dataset.range(2)).skip(1), 6),
    ],
)
def test_cardinality(dataset, size):
    assert int(dataset().cardinality()) == size


def test_len_of_an_infinite_dataset_is_refused():
    with pytest.raises(TypeError, match="infinite"):
        len(Dataset.range(2).repeat())


def test_missing_elements_are_zeros_of_every_kind():
    columns = {"n": [1], "b": [True], "s": ["x"]}
    dataset = Dataset.from_tensor_slices(columns).apply(tf.data.experimental.pad_to_cardinality(2))
    _, last = dataset.as_numpy_iterator()
    assert last == {"n": 0, "b": False, "s": b"", "valid": False}


def test_generators_are_called_anew_with_their_arguments():
    spec = tf.TensorSpec([], tf.int32)
    dataset = Dataset.from_generator(lambda n: range(n), output_signature=spec, args=(3,))
    assert values(dataset) == values(dataset) == [0, 1, 2]


class _Unsteady:
    """An iterator whose second element cannot be made."""

    def __init__(self):
        self._count = 0

    def __iter__(self):
        return self

    def __next__(self):
        self._count += 1
        if self._count == 2:
            raise ValueError("no second element")
        if self._count > 3:
            raise StopIteration
        return self._count


def test_an_iterator_that_raised_is_asked_for_what_follows():
    iterator = iter(Dataset.from_generator(_Unsteady, output_signature=tf.TensorSpec([], tf.int32)))
    assert int(next(iterator)) == 1
    with pytest.raises(tf.errors.InvalidArgumentError, match="no second element"):
        next(iterator)
    assert [int(x) for x in iterator] == [3]


def test_generators_may_yield_ragged_and_sparse_tensors():
    ragged = tf.ragged.constant([[1], [2, 3]])
    sparse = tf.sparse.from_dense([0, 5])
    signature = (
        tf.RaggedTensorSpec([2, None], tf.int32),
        {"s": tf.SparseTensorSpec([2], tf.int32)},
    )
    dataset = Dataset.from_generator(lambda: [(ragged, {"s": sparse})], output_signature=signature)
    assert dataset.element_spec == signature
    ((first, second),) = dataset
    assert first.to_list() == [[1], [2, 3]]
    assert tf.sparse.to_dense(second["s"]).numpy().tolist() == [0, 5]


@pytest.mark.parametrize(
    ("arguments", "text"),
    [
        ({}, "either the `output_signature` argument or the `output_types`"),
        (
            {"output_types": tf.int32, "output_signature": tf.TensorSpec([])},
            "`output_types` argument",
        ),
        ({"output_shapes": [], "output_signature": tf.TensorSpec([])}, "`output_shapes` argument"),
        ({"output_signature": (tf.int32,)}, "subclass of `tf.TypeSpec`"),
    ],
)
def test_what_generators_yield_is_said_in_one_way(arguments, text):
    with pytest.raises(TypeError, match=text):
        Dataset.from_generator(lambda: [1], **arguments)


def test_a_generator_that_yields_another_shape_is_refused():
    spec = tf.TensorSpec([2], tf.int32)
    with pytest.raises(tf.errors.InvalidArgumentError, match="shape"):
        list(Dataset.from_generator(lambda: [[1, 2, 3]], output_signature=spec))


def test_reduce_and_scan_carry_a_state():
    zero = tf.constant(0, tf.int64)
    assert int(Dataset.range(5).reduce(zero, lambda s, x: s + x)) == 10
    assert values(Dataset.range(4).scan(zero, lambda s, x: (s + x, s + x))) == [0, 1, 3, 6]


@pytest.mark.parametrize(
    ("make", "error"),
    [
        (lambda: Dataset.range(), ValueError),
        (lambda: Dataset.from_tensor_slices(1), ValueError),
        (lambda: Dataset.from_tensor_slices(([1], [1, 2])), ValueError),
        (lambda: Dataset.range(2).filter(lambda x: x), ValueError),
        (lambda: Dataset.range(2).flat_map(lambda x: x), TypeError),
        (lambda: Dataset.range(2).batch(0), tf.errors.InvalidArgumentError),
        (lambda: Dataset.range(2).shuffle(0), tf.errors.InvalidArgumentError),
        (lambda: Dataset.from_generator(3), TypeError),
    ],
)
def test_bad_arguments_are_refused(make, error):
    with pytest.raises(error):
        list(make())


def test_batches_of_unequal_shapes_are_refused():
    spec = tf.TensorSpec([None], tf.int32)
    ragged = Dataset.from_generator(lambda: [[1], [1, 2]], output_signature=spec)
    with pytest.raises(tf.errors.InvalidArgumentError, match="different shapes"):
        list(ragged.batch(2))


def test_a_function_advances_an_iterator_at_each_call():
    @tf.function
    def following(iterator):
        return next(iterator)

    iterator = iter(Dataset.range(3))
    assert [int(following(iterator)) for _ in range(3)] == [0, 1, 2]
    with pytest.raises(tf.errors.OutOfRangeError):
        following(iterator)


def test_a_break_leaves_the_rest_of_an_iterator():
    @tf.function
    def total(iterator):
        result = tf.constant(0, tf.int64)
        for x in iterator:
            if x > 5:
                break
            result += x
        return result

    iterator = iter(Dataset.range(10))
    assert int(total(iterator)) == 15
    assert int(next(iterator)) == 7


def test_optionals_tell_the_end():
    iterator = iter(Dataset.range(1))
    assert int(iterator.get_next_as_optional().get_value()) == 0
    end = iterator.get_next_as_optional()
    assert not bool(end.has_value())
    with pytest.raises(tf.errors.InvalidArgumentError, match="does not have a value"):
        end.get_value()


def test_a_dataset_prints_its_spec():
    batches = Dataset.range(3).batch(2)
    assert str(batches) == f"<_BatchDataset element_spec={batches.element_spec}>"
    assert repr(batches.cache()) == f"<CacheDataset element_spec={batches.element_spec}>"
    # As in the guides.
    pairs = Dataset.from_tensors((1, {"a": 2.0})).flat_map(lambda *x: Dataset.from_tensors(x))
    text = "shapes: ((), {a: ()}), types: (tf.int32, {a: tf.float32})"
    assert str(pairs) == f"<FlatMapDataset {text}>"


def test_nested_tuples_keep_their_structure():
    dataset = Dataset.range(2).map(lambda x: ((x,), x + 1))
    assert [((int(a),), int(b)) for (a,), b in dataset] == [((0,), 1), ((1,), 2)]


def test_ragged_and_sparse_elements():
    ragged = Dataset.from_tensor_slices(tf.ragged.constant([[1, 2], [3]]))
    assert [x.numpy().tolist() for x in ragged] == [[1, 2], [3]]
    assert [x.to_list() for x in ragged.batch(2)] == [[[1, 2], [3]]]
    sparse = Dataset.from_tensor_slices(tf.sparse.from_dense([[1, 0], [3, 4]]))
    assert values(sparse.map(tf.sparse.to_dense)) == [[1, 0], [3, 4]]
    (batch,) = sparse.batch(2)
    assert tf.sparse.to_dense(batch).numpy().tolist() == [[1, 0], [3, 4]]


def test_optionals_give_back_the_structure_of_their_value():
    value = {"b": (tf.constant(1), tf.ragged.constant([[1], [2, 3]])), "a": tf.constant([2.0])}
    for optional in (
        tf.experimental.Optional.from_value(value),
        tf.function(lambda: tf.experimental.Optional.from_value(value))(),
    ):
        assert bool(optional.has_value())
        found = optional.get_value()
        assert list(found) == list(value)
        assert found["b"][1].to_list() == [[1], [2, 3]]
        assert found["a"].numpy().tolist() == [2.0]
    with pytest.raises(tf.errors.InvalidArgumentError, match="does not have a value"):
        tf.experimental.Optional.empty(tf.TensorSpec([], tf.int32)).get_value()


def test_elements_with_ragged_and_sparse_parts_are_taken_apart():
    ragged = tf.ragged.constant([[1], [2, 3]])
    dataset = Dataset.from_tensors(
        {"r": ragged, "s": tf.sparse.from_dense([[0, 1], [2, 0]]), "t": [5, 6]}
    )
    rows = list(dataset.unbatch())
    assert [row["r"].numpy().tolist() for row in rows] == [[1], [2, 3]]
    assert [tf.sparse.to_dense(row["s"]).numpy().tolist() for row in rows] == [[0, 1], [2, 0]]
    assert [int(row["t"]) for row in rows] == [5, 6]


def test_parts_of_elements_must_be_of_one_size_to_be_taken_apart():
    with pytest.raises(ValueError, match="Encountered both 2 and 3"):
        Dataset.from_tensors(([1, 2], [1, 2, 3])).unbatch()
    with pytest.raises(ValueError, match="scalar components"):
        Dataset.range(3).unbatch()


def test_an_iterator_of_numpy_values_is_saved_and_goes_on():
    dataset = Dataset.range(8).shuffle(4, seed=1)
    iterator = dataset.as_numpy_iterator()
    first = [int(next(iterator)) for _ in range(3)]
    place = iterator.save()
    rest = [int(x) for x in iterator]
    assert sorted(first + rest) == list(range(8))
    later = dataset.as_numpy_iterator()
    later.restore(place)
    assert [int(x) for x in later] == rest


def test_numpy_values_of_a_pipeline_cannot_be_written_to():
    (value,) = Dataset.from_tensors([1, 2]).as_numpy_iterator()
    with pytest.raises(ValueError, match="read-only"):
        value[0] = 3


def test_readers_are_classes():
    assert isinstance(tf.data.TextLineDataset("none.txt"), tf.data.TextLineDataset)
    assert issubclass(tf.data.TFRecordDataset, tf.data.Dataset)
    assert repr(tf.data.FixedLengthRecordDataset("none", 2)).startswith(
        "<FixedLengthRecordDatasetV2 "
    )


@pytest.mark.parametrize(
    ("state", "reducer"),
    [
        (0, lambda s, x: ()),
        (0, lambda s, x: (1, 2)),
        ((0, 1), lambda s, x: 1),
        ((0, 1), lambda s, x: ()),
        ({"a": 0}, lambda s, x: {"b": s["a"]}),
        ({"a": 0}, lambda s, x: {"a": s["a"], "b": 1}),
        (0, lambda s, x: None),
        (0, lambda s, x: 1.5),
    ],
)
def test_a_state_of_another_structure_is_refused(state, reducer):
    data = tf.data.Dataset.range(3)
    with pytest.raises(TypeError, match="new state must match the initial state"):
        data.reduce(state, reducer)
    with pytest.raises(TypeError, match="new state must match the initial state"):
        data.scan(state, lambda s, x: (reducer(s, x), x))
