"""Tables of embeddings: what configurations refuse, and how features are looked up on the CPU."""

from __future__ import annotations

import types

import numpy as np
import pytest

import stagelight as tf

embedding = tf.tpu.experimental.embedding
VALUES = np.arange(6, dtype=np.float32).reshape(3, 2)


def table(combiner="mean"):
    return embedding.TableConfig(3, 2, initializer=lambda shape, dtype: VALUES, combiner=combiner)


@pytest.mark.parametrize(
    "arguments",
    [
        {"vocabulary_size": 0, "dim": 2},
        {"vocabulary_size": 3, "dim": 2.0},
        {"vocabulary_size": 3, "dim": 2, "combiner": "max"},
        {"vocabulary_size": 3, "dim": 2, "initializer": 1},
        {"vocabulary_size": 3, "dim": 2, "optimizer": "sgd"},
    ],
)
def test_tables_are_checked(arguments):
    with pytest.raises(ValueError, match="Argument"):
        embedding.TableConfig(**arguments)


@pytest.mark.parametrize(
    ("kind", "arguments"),
    [
        (embedding.SGD, {"use_gradient_accumulation": False, "clipvalue": 1.0}),
        (embedding.Adam, {"beta_1": 1.0}),
        (embedding.Adam, {"epsilon": 0.0}),
        (embedding.Adagrad, {"initial_accumulator_value": 0.0}),
        (embedding.FTRL, {"learning_rate_power": 1.0}),
        (embedding.FTRL, {"l1_regularization_strength": -1.0}),
        (embedding.AdagradMomentum, {"exponent": 0.0}),
    ],
)
def test_optimizers_are_checked(kind, arguments):
    with pytest.raises(ValueError, match=r"must be|cannot be"):
        kind(**arguments)
    assert kind() == kind()
    assert kind(learning_rate=0.5) != kind()


@pytest.mark.parametrize(
    ("combiner", "expected"),
    [("sum", [[2, 4], [4, 5]]), ("mean", [[1, 2], [4, 5]]), ("sqrtn", [[2**0.5, 8**0.5], [4, 5]])],
)
@pytest.mark.parametrize("is_ragged", [False, True])
def test_rows_of_sparse_ids_are_combined(combiner, expected, is_ragged):
    ids = tf.ragged.constant([[0, 1], [2]])
    feature = embedding.FeatureConfig(table(combiner))
    tables = embedding.TPUEmbeddingForServing(feature, embedding.SGD())
    found = tables.embedding_lookup(ids if is_ragged else ids.to_sparse())
    np.testing.assert_allclose(found, expected, rtol=1e-6)


def test_features_of_all_kinds():
    shared = table()
    features = {
        "dense": embedding.FeatureConfig(shared),
        "sequence": embedding.FeatureConfig(shared, max_sequence_length=3),
    }
    tables = embedding.TPUEmbeddingForServing(features, None)
    ids = {
        "dense": tf.constant([2, 0]),
        "sequence": tf.ragged.constant([[1], [0, 1, 2, 2]]).to_sparse(),
    }
    found = tables.embedding_lookup(ids)
    np.testing.assert_array_equal(found["dense"], VALUES[[2, 0]])
    zeros = [0, 0]
    np.testing.assert_array_equal(found["sequence"], [[VALUES[1], zeros, zeros], VALUES[[0, 1, 2]]])
    with pytest.raises(ValueError, match="dense input"):
        tables.embedding_lookup(ids, {"dense": tf.ones([2]), "sequence": None})


def test_tables_are_called_to_look_features_up():
    tables = embedding.TPUEmbeddingForServing(embedding.FeatureConfig(table()), None)
    np.testing.assert_array_equal(tables(tf.constant([2, 0])), VALUES[[2, 0]])


def test_features_of_the_hardware_are_those_of_its_message():
    hardware = tf.tpu.experimental.HardwareFeature
    kinds = hardware.EmbeddingFeature
    for number, expected in enumerate([kinds.UNSUPPORTED, kinds.V1, kinds.V2, kinds.UNSUPPORTED]):
        message = types.SimpleNamespace(embedding_feature=number, num_embedding_devices_per_chip=4)
        assert hardware(message).embedding_feature is expected
        assert hardware(message).num_embedding_devices_per_chip == 4
