"""A saved model that TensorFlow wrote, where TensorFlow is not."""

from __future__ import annotations

from pathlib import Path

import pytest

import stagelight as tf

FOLDER = Path(__file__).parent / "from_tensorflow" / "model"


@pytest.fixture
def model():
    return tf.saved_model.load(FOLDER)


def test_its_variables_are_there(model):
    assert model.w.numpy().tolist() == [[2.0], [3.0]]
    assert (model.w.trainable, model.layers[0].trainable) == (True, False)
    assert model.layers[1]["a"].numpy() == 5
    assert model.tensorflow_version.startswith("2.")


def test_its_control_flow_runs_and_has_gradients(model):
    with tf.GradientTape() as tape:
        y = model(tf.constant([[1.0, 2.0]]))
    assert y.numpy().tolist() == [[17.0]]
    assert tape.gradient(y, model.w).numpy().tolist() == [[1.0], [2.0]]
    assert model(tf.constant([[-1.0, -2.0], [0.0, 1.0]])).numpy().tolist() == [[2.0], [-9.0]]


def test_its_tables_are_filled_from_its_file_and_its_checkpoint(model):
    found = model.look(tf.constant(["b", "q"]))
    assert {name: x.numpy().tolist() for name, x in found.items()} == {
        "words": [2, -2],
        "counts": [-1, 7],
    }
    assert model.look(tf.constant(["c"]), True, by=3)["words"].numpy().tolist() == [-6]
    with pytest.raises(ValueError, match="Could not find matching"):
        model.look(tf.constant(["c"]), by=5)


def test_its_signature_is_called(model):
    assert list(model.signatures) == ["serving_default"]
    result = model.signatures["serving_default"](x=tf.constant([[1.0, 2.0]]))
    assert result["output_0"].numpy().tolist() == [[17.0]]


def test_it_is_saved_again(model, tmp_path):
    tf.saved_model.save(model, tmp_path)
    again = tf.saved_model.load(tmp_path)
    assert again(tf.constant([[1.0, 2.0]])).numpy().tolist() == [[17.0]]
    assert again.look(tf.constant(["b", "q"]))["words"].numpy().tolist() == [2, -2]


@pytest.mark.parametrize("error", [TypeError, ValueError])
def test_arguments_that_fit_no_trace_are_refused(error, tmp_path):
    module = tf.Module()
    specs = {
        "ragged": tf.RaggedTensorSpec([None, None], tf.int32),
        "dense": tf.TensorSpec([None], tf.float32),
        "pair": (tf.TensorSpec([]), tf.TensorSpec([])),
    }
    for name, spec in specs.items():
        setattr(module, name, tf.function(lambda x: tf.nest.flatten(x)[0], input_signature=[spec]))
    tf.saved_model.save(module, tmp_path)
    loaded = tf.saved_model.load(tmp_path)
    unfit = {"ragged": tf.constant([[1, 2]]), "dense": tf.constant([1]), "pair": [tf.constant(1.0)]}
    for name, argument in unfit.items():  # TF: the one or the other, by what does not fit.
        with pytest.raises(error, match="Could not find matching"):
            getattr(loaded, name)(argument)
