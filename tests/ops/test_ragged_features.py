"""`tf.io.RaggedFeature`: rows of one length, and rows that do not fit their values.

Values are compared with TensorFlow in `tests/oracle/programs/readers.py`.
"""

from __future__ import annotations

import pytest

import stagelight as tf

Ragged = tf.io.RaggedFeature


def example(**lists):
    features = {}
    for name, values in lists.items():
        if any(isinstance(value, float) for value in values):
            features[name] = tf.train.Feature(float_list=tf.train.FloatList(value=values))
        else:
            features[name] = tf.train.Feature(int64_list=tf.train.Int64List(value=values))
    return tf.train.Example(features=tf.train.Features(feature=features)).SerializeToString()


def described(*partitions, validate=False):
    return {"x": Ragged(tf.float32, value_key="v", partitions=partitions, validate=validate)}


def parsed_in_a_graph(parse, data, features):
    function = tf.function(lambda serialized: parse(serialized, features)["x"])
    return function(tf.constant(data))


DATA = example(v=[1.0, 2.0, 3.0, 4.0], p=[0, 1, 2])


@pytest.mark.parametrize(
    ("partitions", "expected"),
    [
        ([Ragged.UniformRowLength(2)], [[1, 2], [3, 4]]),
        (
            [Ragged.UniformRowLength(1), Ragged.UniformRowLength(2)],
            [[[1, 2]], [[3, 4]]],
        ),
    ],
)
def test_rows_of_one_length_are_dense(partitions, expected):
    features = described(*partitions)
    assert tf.io.parse_single_example(DATA, features)["x"].numpy().tolist() == expected
    assert (
        parsed_in_a_graph(tf.io.parse_single_example, DATA, features).numpy().tolist() == expected
    )
    of_batch = tf.io.parse_example([DATA, DATA], features)["x"]
    assert of_batch.to_list() == [expected, expected] and of_batch.ragged_rank == 1
    records = tf.data.Dataset.from_tensors(DATA).map(
        lambda record: tf.io.parse_single_example(record, features)
    )
    lengths = [partition.length for partition in partitions]
    assert records.element_spec["x"] == tf.TensorSpec([None, *lengths], tf.float32)


def test_rows_of_one_length_stand_within_and_around_others():
    within = described(Ragged.RowSplits("p"), Ragged.UniformRowLength(2))
    rows = tf.io.parse_single_example(DATA, within)["x"]
    assert rows.to_list() == [[[1, 2]], [[3, 4]]]
    assert (rows.ragged_rank, rows.shape.as_list()) == (1, [2, None, 2])
    around = described(Ragged.UniformRowLength(2), Ragged.RowSplits("p"))
    rows = tf.io.parse_single_example(example(v=[1.0, 2.0], p=[0, 1, 2]), around)["x"]
    assert rows.to_list() == [[[1], [2]]] and rows.shape.as_list() == [1, 2, None]


def test_values_that_do_not_fill_rows_of_one_length_are_told():
    data = example(v=[1.0, 2.0, 3.0])
    features = described(Ragged.UniformRowLength(2))
    with pytest.raises(tf.errors.InvalidArgumentError, match="multiple of 2"):
        tf.io.parse_single_example(data, features)
    with pytest.raises(tf.errors.InvalidArgumentError, match="multiple of 2"):
        parsed_in_a_graph(tf.io.parse_example, [data], features)


@pytest.mark.parametrize("ids", [[2, 1, 0], [0, 1], [-1, 0, 1]])
def test_rows_of_values_that_are_out_of_order_or_missing_are_told(ids):
    data = example(v=[1.0, 2.0, 3.0], p=ids)
    features = described(Ragged.ValueRowIds("p"), validate=True)
    with pytest.raises(tf.errors.InvalidArgumentError):
        tf.io.parse_single_example(data, features)
    with pytest.raises(tf.errors.InvalidArgumentError):
        parsed_in_a_graph(tf.io.parse_single_example, data, features)
    with pytest.raises(tf.errors.InvalidArgumentError):
        parsed_in_a_graph(tf.io.parse_example, [data, data], features)


@pytest.mark.parametrize(("ids", "nrows"), [([2, 1, 0], 3), ([0, 1, 5], 3), ([-1, 0, 1], None)])
def test_row_ids_are_checked_in_functions(ids, nrows):
    make = tf.function(
        lambda values, ids: tf.RaggedTensor.from_value_rowids(values, ids, nrows=nrows)
    )
    assert make(tf.constant([1, 2, 3]), tf.constant([0, 0, 2])).to_list() == [[1, 2], [], [3]]
    with pytest.raises(tf.errors.InvalidArgumentError):
        make(tf.constant([1, 2, 3]), tf.constant(ids))
