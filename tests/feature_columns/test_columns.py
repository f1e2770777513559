"""Feature columns in eager programs, staged functions, and models of TensorFlow 1."""

from __future__ import annotations

import subprocess
import sys

import numpy as np
import pytest

import stagelight as tf

fc = tf.feature_column
v1 = tf.compat.v1


class Tables(tf.__internal__.feature_column.StateManager):
    """Keeps variables and tables of columns, as a layer does."""

    def __init__(self):
        self.variables, self.resources = {}, {}

    def create_variable(self, feature_column, name, shape, dtype=None, initializer=None, **options):
        variable = tf.Variable(initializer(shape, dtype=dtype), trainable=options["trainable"])
        self.variables[feature_column, name] = variable
        return variable

    def get_variable(self, feature_column, name):
        return self.variables[feature_column, name]

    def add_resource(self, feature_column, name, resource):
        self.resources[feature_column, name] = resource

    def has_resource(self, feature_column, name):
        return (feature_column, name) in self.resources

    def get_resource(self, feature_column, name):
        return self.resources[feature_column, name]


def _cache(features):
    return tf.__internal__.feature_column.FeatureTransformationCache(features)


def test_an_embedding_is_trained_in_a_staged_function():
    color = fc.categorical_column_with_vocabulary_list("color", ["red", "green"])
    column = fc.embedding_column(color, 2, "sum", initializer=v1.ones_initializer())
    tables = Tables()
    column.create_state(tables)
    (table,) = tables.variables.values()

    @tf.function
    def step(words):
        with tf.GradientTape() as tape:
            loss = tf.reduce_sum(column.get_dense_tensor(_cache({"color": words}), tables))
        table.assign_sub(tf.convert_to_tensor(tape.gradient(loss, table)))
        return loss

    words = tf.constant([["red", "red"], ["green", "blue"]])
    assert step(words) == 6.0
    assert table.numpy().tolist() == [[-1.0, -1.0], [0.0, 0.0]]
    assert step(words) == -4.0
    assert len(tables.resources) == 1


def test_features_of_any_rank_are_taken():
    price = fc.numeric_column("price")

    @tf.function(input_signature=[tf.TensorSpec(None)])
    def of(x):
        return price.get_dense_tensor(_cache({"price": x}), None)

    assert of(tf.constant([1.0, 2.0])).shape == [2, 1]
    assert of(tf.constant([[1.0, 2.0]])).shape == [1, 2]
    with pytest.raises(tf.errors.InvalidArgumentError, match="cannot have rank 0"):
        of(tf.constant(1.0))


def test_ragged_features_are_sparse_ones():
    words = fc.categorical_column_with_identity("id", 4)
    cache = _cache({"id": tf.ragged.constant([[1, 2], [], [3]])})
    counts = fc.indicator_column(words).get_dense_tensor(cache, None)
    assert counts.numpy().tolist() == [[0, 1, 1, 0], [0, 0, 0, 0], [0, 0, 0, 1]]


def test_what_is_computed_of_a_column_is_computed_once():
    calls = []
    price = fc.numeric_column("price", normalizer_fn=lambda x: calls.append(1) or x)
    low, high = fc.bucketized_column(price, [1.0]), fc.bucketized_column(price, [5.0])
    crossed = fc.crossed_column([low, high], 10)
    v1.feature_column.input_layer({"price": [1.0, 2.0]}, [price, low, fc.indicator_column(crossed)])
    assert calls == [1]


def test_a_column_may_ask_whether_it_is_trained():
    class Noisy(tf.__internal__.feature_column.DenseColumn):
        name = "noisy"
        parse_example_spec = {}
        parents = ["x"]
        variable_shape = tf.TensorShape([1])

        def transform_feature(self, transformation_cache, state_manager, training=None):
            x = transformation_cache.get("x", state_manager)
            return x + 1.0 if training else x

        def get_dense_tensor(self, transformation_cache, state_manager):
            return transformation_cache.get(self, state_manager)

    assert _cache({"x": [[1.0]]}).get(Noisy(), None, training=True).numpy() == 2.0
    assert v1.feature_column.input_layer({"x": [[1.0]]}, Noisy()).numpy() == 1.0


def test_a_vocabulary_may_be_a_file_of_records(tmp_path):
    for words, dtype, looked_up in (
        (["red", "green"], tf.string, [["green", "blue"]]),
        (["5", "7"], tf.int64, [[7, 9]]),
    ):
        path = str(tmp_path / f"{words[0]}.tfrecord.gz")
        with tf.io.TFRecordWriter(path, "GZIP") as writer:
            for word in words:
                writer.write(word)
        column = fc.categorical_column_with_vocabulary_file("x", path, dtype=dtype)
        assert column.num_buckets == 2
        assert column.file_format == "tfrecord_gzip"
        ids, _ = column.get_sparse_tensors(_cache({"x": tf.constant(looked_up)}), None)
        assert ids.values.numpy().tolist() == [1, -1]
        more = fc.categorical_column_with_vocabulary_file("x", path, 2, dtype, num_oov_buckets=3)
        ids, _ = more.get_sparse_tensors(_cache({"x": tf.constant(looked_up)}), None)
        assert ids.values.numpy()[0] == 1
        assert 2 <= ids.values.numpy()[1] < 5


def test_shared_tables_are_one_for_each_graph():
    for _ in range(2):
        with tf.Graph().as_default(), v1.Session() as session:
            a, b = (fc.categorical_column_with_identity(key, 3) for key in "ab")
            first, second = fc.shared_embeddings([a, b], 2, initializer=v1.ones_initializer())
            cache = _cache({"a": [[1]], "b": [[2]]})
            x = first.get_dense_tensor(cache, None) + second.get_dense_tensor(cache, None)
            assert [v.name for v in v1.global_variables()] == ["a_b_shared_embedding:0"]
            session.run(v1.global_variables_initializer())
            assert session.run(x).tolist() == [[2.0, 2.0]]
            with pytest.raises(ValueError, match="not supported in"):
                v1.feature_column.input_layer({"a": [[1]]}, [first])


def test_numbers_that_are_no_category_are_told():
    day = fc.categorical_column_with_identity("day", 7)
    with pytest.raises((tf.errors.InvalidArgumentError, IndexError)):
        v1.feature_column.linear_model({"day": [[9]]}, [day])


def test_sequences_need_columns_of_sequences():
    steps = fc.sequence_categorical_column_with_identity("id", 5)
    column = fc.embedding_column(steps, 2, initializer=v1.ones_initializer())
    tables = Tables()
    column.create_state(tables)
    ids = tf.sparse.from_dense([[1, 2, 3], [4, 0, 0]])
    values, lengths = column.get_sequence_dense_tensor(_cache({"id": ids}), tables)
    assert np.array_equal(values.numpy()[:, :, 0], [[1, 1, 1], [1, 0, 0]])
    assert lengths.numpy().tolist() == [3, 1]
    with pytest.raises(ValueError, match="sequence_categorical_column_with"):
        fc.embedding_column(steps.categorical_column, 2).get_sequence_dense_tensor(None, None)


@pytest.mark.parametrize(
    "name",
    ["feature_column.numeric_column", "__internal__.feature_column.StateManager",
     "compat.v1.feature_column.input_layer", "compat.v1.feature_column.numeric_column"],
)  # fmt: skip
def test_any_name_may_be_the_first(name):
    others = "tf.compat.v1.feature_column.linear_model; tf.compat.v1.nn.relu"
    subprocess.run([sys.executable, "-c", f"import stagelight as tf; tf.{name}; {others}"], check=True)


class _Layer(tf.__internal__.tracking.AutoTrackable):
    """What Keras's layers have of use to columns."""

    def add_weight(self, name, shape, dtype, initializer, trainable, use_resource):
        return self._add_variable_with_custom_getter(
            name,
            getter=lambda name: tf.Variable(initializer(shape), name=name, trainable=trainable),
        )


def test_the_variables_of_columns_are_those_of_their_layer():
    colours = fc.categorical_column_with_vocabulary_list("colour", ["red", "green"])
    sizes = fc.categorical_column_with_identity("size", 3)
    layer = _Layer()
    manager = tf.__internal__.feature_column.StateManager(layer, trainable=False)
    columns = [fc.embedding_column(x, 4) for x in (colours, sizes)]
    for column in columns:
        column.create_state(manager)
        assert not manager.get_variable(column, "embedding_weights").trainable
    cache = _cache({"colour": tf.constant([["red"]]), "size": tf.constant([[2]])})
    found = columns[0].get_dense_tensor(cache, manager)
    np.testing.assert_array_equal(found, manager.get_variable(columns[0], "embedding_weights")[:1])
    names = {f"{name}_embedding/embedding_weights" for name in ("colour", "size")}
    assert set(layer._trackable_children()) == {*names, "_resources"}
    assert list(layer._resources) == ["colour"]
    with pytest.raises(ValueError, match="already exists"):
        columns[0].create_state(manager)
    with pytest.raises(ValueError, match="Variable does not exist"):
        manager.get_variable(columns[0], "other")
    with pytest.raises(ValueError, match="Resource does not exist"):
        manager.get_resource(columns[0], "other")
