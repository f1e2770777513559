"""Saved models that are written from sessions."""

from __future__ import annotations

import numpy as np
import pytest

import stagelight as tf
from stagelight.saving.saved_model.files import read_saved_model
from tests.saving import older_programs

v1 = tf.compat.v1
WRITTEN = [name for name in older_programs.NAMES if name != "partitioned"]


@pytest.mark.parametrize("name", WRITTEN)
def test_models_of_sessions_are_loaded(tmp_path, name):
    older_programs.write(tf, tmp_path, name)
    given, expected = older_programs.kept_call(tmp_path, name)
    model = tf.saved_model.load(tmp_path / name)
    tensors = {key: tf.constant(value.tolist(), model_dtype(value)) for key, value in given.items()}
    results = model.signatures["serving_default"](**tensors)
    assert set(results) == set(expected)
    for key, value in expected.items():
        found = older_programs.as_stored(results[key].numpy())
        if value.dtype.kind == "f":
            np.testing.assert_allclose(found, value, rtol=1e-5, atol=1e-6)
        else:
            np.testing.assert_array_equal(found, value)


def model_dtype(value):
    return tf.string if value.dtype == object else tf.as_dtype(value.dtype)


@pytest.fixture
def session():
    with tf.Graph().as_default(), v1.Session() as session:
        yield session


def linear(session):
    x = v1.placeholder(tf.float32, [], name="x")
    w = v1.get_variable("w", initializer=2.0)
    y = tf.multiply(x, w, name="y")
    session.run(v1.global_variables_initializer())
    return x, y


def call(folder, tags):
    with tf.Graph().as_default(), v1.Session() as session:
        signature = v1.saved_model.load(session, tags, folder).signature_def["f"]
        return session.run(signature.outputs["y"].name, {signature.inputs["x"].name: 3.0})


def test_several_graphs_use_the_variables_that_were_written_once(session, tmp_path):
    x, y = linear(session)
    builder = v1.saved_model.Builder(tmp_path / "model")
    signature = v1.saved_model.predict_signature_def({"x": x}, {"y": y})
    with pytest.raises(AssertionError, match="has not been saved yet"):
        builder.add_meta_graph(["train"])
    builder.add_meta_graph_and_variables(session, ["serve"], {"f": signature})
    with pytest.raises(AssertionError, match="already been saved"):
        builder.add_meta_graph_and_variables(session, ["serve"], {"f": signature})
    with tf.Graph().as_default():
        x = v1.placeholder(tf.float32, [], name="x")
        y = x + v1.get_variable("w", initializer=0.0)
        signature = v1.saved_model.predict_signature_def({"x": x}, {"y": y})
        builder.add_meta_graph(["train"], {"f": signature})
    assert builder.save() == str(tmp_path / "model" / "saved_model.pb").encode()
    assert [call(tmp_path / "model", [tag]) for tag in ("serve", "train")] == [6.0, 5.0]


def test_text_is_read_too_and_devices_are_left_out(session, tmp_path):
    with tf.device("/cpu:0"):
        x, y = linear(session)
    builder = v1.saved_model.builder.SavedModelBuilder(tmp_path)
    signature = v1.saved_model.predict_signature_def({"x": x}, {"y": y})
    builder.add_meta_graph_and_variables(session, ["serve"], {"f": signature}, clear_devices=True)
    assert builder.save(as_text=True).endswith(b"saved_model.pbtxt")
    assert not any(x.device for x in read_saved_model(tmp_path).meta_graphs[0].graph_def.node)
    assert call(tmp_path, ["serve"]) == 6.0


def test_variables_that_a_saver_leaves_out_are_not_written(session, tmp_path):
    linear(session)
    v1.get_variable("other", initializer=1.0)
    saver = v1.train.Saver(v1.global_variables("w"))
    builder = v1.saved_model.Builder(tmp_path)
    builder.add_meta_graph_and_variables(session, ["serve"], saver=saver)
    builder.save()
    assert [x for x, _ in tf.train.list_variables(tmp_path / "variables" / "variables")] == ["w"]


def test_what_cannot_be_written_is_refused(session, tmp_path):
    x, y = linear(session)
    with pytest.raises(ValueError, match="`outputs` cannot be None or empty"):
        v1.saved_model.simple_save(session, tmp_path / "a", {"x": x}, {})
    with pytest.raises(ValueError, match="tensor of a graph"):
        v1.saved_model.build_tensor_info(3.0)
    builder = v1.saved_model.Builder(tmp_path / "b")
    add = builder.add_meta_graph_and_variables
    with pytest.raises(ValueError, match="must be a constant"):
        add(session, ["serve"], assets_collection=[x])
    with pytest.raises(TypeError, match="must be a SignatureDef"):
        add(session, ["serve"], {"f": 3})
    with pytest.raises(ValueError, match="not both"):
        add(session, ["serve"], main_op=y.op, legacy_init_op=y.op)
    with pytest.raises(NotImplementedError, match="folder"):
        builder.save(experimental_image_format=True)
    (tmp_path / "file").write_text("")
    with pytest.raises(AssertionError, match="isn't empty"):
        v1.saved_model.Builder(tmp_path)
