"""Models of TensorFlow 1, written by TensorFlow: they are loaded, run in sessions, and saved again."""

from __future__ import annotations

import subprocess
import sys

import numpy as np
import pytest

import stagelight
from tests.saving import older_programs

tensorflow = pytest.importorskip("tensorflow")

pytestmark = pytest.mark.oracle

FORMS = ("reference", "resource")


@pytest.fixture(scope="module", params=FORMS)
def folder(request, tmp_path_factory):
    """Models written by a process of their own: how variables are made holds for a process."""
    made = tmp_path_factory.mktemp(request.param)
    command = [sys.executable, older_programs.__file__, str(made), request.param]
    subprocess.run(command, check=True, capture_output=True, timeout=600)
    return made


def tensors(tf, given):
    return {
        key: tf.constant(x.tolist()) if x.dtype == object else tf.constant(x)
        for key, x in given.items()
    }


def assert_equal(results, expected):
    assert set(results) == set(expected)
    for name, value in expected.items():
        found = older_programs.as_stored(np.asarray(results[name]))
        assert found.dtype.kind == value.dtype.kind
        if value.dtype.kind == "f":
            np.testing.assert_allclose(found, value, rtol=1e-5, atol=1e-6)
        else:
            np.testing.assert_array_equal(found, value)


@pytest.mark.parametrize("name", older_programs.NAMES)
def test_signatures_give_what_tensorflow_gave(folder, name):
    given, expected = older_programs.kept_call(folder, name)
    model = stagelight.saved_model.load(folder / name)
    results = model.signatures["serving_default"](**tensors(stagelight, given))
    assert_equal({key: x.numpy() for key, x in results.items()}, expected)


@pytest.mark.parametrize("name", older_programs.NAMES)
def test_sessions_give_what_tensorflow_gave(folder, name):
    given, expected = older_programs.kept_call(folder, name)
    v1 = stagelight.compat.v1
    with stagelight.Graph().as_default(), v1.Session() as session:
        meta = v1.saved_model.load(session, ["serve"], folder / name)
        signature = meta.signature_def["serving_default"]
        feeds = {signature.inputs[key].name: value for key, value in given.items()}
        results = session.run({k: x.name for k, x in signature.outputs.items()}, feeds)
    assert_equal(results, expected)


@pytest.mark.parametrize("name", older_programs.NAMES)
def test_tensorflow_loads_what_is_saved_again(folder, name, tmp_path):
    given, expected = older_programs.kept_call(folder, name)
    model = stagelight.saved_model.load(folder / name)
    stagelight.saved_model.save(model, tmp_path, signatures=model.signatures)
    again = tensorflow.saved_model.load(str(tmp_path))
    results = again.signatures["serving_default"](**tensors(tensorflow, given))
    assert_equal({key: x.numpy() for key, x in results.items()}, expected)


def test_objects_have_the_same_attributes(folder):
    theirs = tensorflow.saved_model.load(str(folder / "linear"))
    ours = stagelight.saved_model.load(folder / "linear")
    names = {name for name in dir(theirs) if not name.startswith("_")} - {"graph_debug_info"}
    assert names <= set(dir(ours))
    found = [
        model.prune("x:0", ["add:0"])(tf.constant([[1.0, 2.0]]))[0].numpy().tolist()
        for model, tf in ((theirs, tensorflow), (ours, stagelight))
    ]
    assert found == [[[5.5]], [[5.5]]]


@pytest.mark.parametrize("tags", ["other", ["serve", "gpu"], []])
def test_unknown_tags_are_the_same_error(folder, tags):
    for tf in (tensorflow, stagelight):
        with pytest.raises(RuntimeError, match="could not be found in SavedModel"):
            tf.saved_model.load(str(folder / "linear"), tags=tags)


def test_the_graph_of_the_tags_is_loaded(tmp_path):
    v1 = tensorflow.compat.v1
    builder = v1.saved_model.Builder(str(tmp_path / "model"))
    for i, tags in enumerate((["serve"], ["serve", "gpu"])):
        with tensorflow.Graph().as_default(), v1.Session() as session:
            x = v1.placeholder(tensorflow.float32, [], name="x")
            w = v1.get_variable("w", initializer=2.0)
            y = x * w + 100.0 * i
            session.run(v1.global_variables_initializer())
            signature = v1.saved_model.predict_signature_def({"x": x}, {"y": y})
            if i == 0:
                builder.add_meta_graph_and_variables(session, tags, {"f": signature})
            else:
                builder.add_meta_graph(tags, {"f": signature})
    builder.save()
    for tf in (tensorflow, stagelight):
        with pytest.raises(ValueError, match="requires a `tags"):
            tf.saved_model.load(str(tmp_path / "model"))
        found = [
            float(tf.saved_model.load(str(tmp_path / "model"), tags=tags).signatures["f"](
                tf.constant(3.0))["y"])
            for tags in (["serve"], ["gpu", "serve"])
        ]  # fmt: skip
        assert found == [6.0, 106.0]


def test_sparse_tensors_in_signatures(tmp_path):
    v1 = tensorflow.compat.v1
    with tensorflow.Graph().as_default(), v1.Session() as session:
        x = v1.sparse_placeholder(tensorflow.float32, [None, 3])
        y = tensorflow.sparse.reduce_sum(x, 1)
        doubled = x * 2.0
        v1.saved_model.simple_save(
            session, str(tmp_path / "model"), {"x": x}, {"y": y, "z": doubled}
        )
    results = []
    for tf in (tensorflow, stagelight):
        model = tf.saved_model.load(str(tmp_path / "model"))
        x = tf.sparse.from_dense([[1.0, 0.0, 2.0]])
        found = model.signatures["serving_default"](
            x_indices=x.indices, x_values=x.values, x_dense_shape=x.dense_shape
        )
        results.append(
            (found["y"].numpy().tolist(), tf.sparse.to_dense(found["z"]).numpy().tolist())
        )
    assert results[0] == results[1] == ([3.0], [[2.0, 0.0, 4.0]])


def test_wrapped_functions_are_as_tensorflows():
    results = []
    for tf in (tensorflow, stagelight):
        v1 = tf.compat.v1

        def program(x, tf=tf, v1=v1):
            v = v1.get_variable("v", initializer=2.0)
            c = v1.get_variable("c", initializer=0.0)
            v1.assign_add(c, 1.0, name="count")
            return tf.multiply(x, v, name="scaled")

        f = v1.wrap_function(program, [tf.TensorSpec([None], tf.float32)])
        pruned = f.prune(f.inputs[0], {"y": "scaled:0"})
        results.append((
            f(tf.constant([1.0, 2.0])).numpy().tolist(),
            pruned(tf.constant([3.0]))["y"].numpy().tolist(),
            [v.name for v in f.variables],
            pruned.structured_outputs["y"].shape.as_list(),
        ))  # fmt: skip
    assert results[0] == results[1]


# What Stagelight lacks: variables in parts.
WRITTEN = [name for name in older_programs.NAMES if name != "partitioned"]


@pytest.mark.parametrize("name", WRITTEN)
def test_models_that_are_written_from_sessions_are_tensorflows(tmp_path, name):
    older_programs.write(stagelight, tmp_path, name)
    given, expected = older_programs.kept_call(tmp_path, name)
    for tf in (tensorflow, stagelight):
        model = tf.saved_model.load(str(tmp_path / name))
        results = model.signatures["serving_default"](**tensors(tf, given))
        assert_equal({key: x.numpy() for key, x in results.items()}, expected)
    v1 = tensorflow.compat.v1
    with tensorflow.Graph().as_default(), v1.Session() as session:
        meta = v1.saved_model.load(session, ["serve"], str(tmp_path / name))
        signature = meta.signature_def["serving_default"]
        feeds = {signature.inputs[key].name: value for key, value in given.items()}
        fetches = {key: x.name for key, x in signature.outputs.items()}
        assert_equal(session.run(fetches, feeds), expected)
        session.run([x.initializer for x in v1.global_variables()])


def test_signatures_are_described_as_tensorflow_does():
    described = []
    for tf in (tensorflow, stagelight):
        v1 = tf.compat.v1
        model = v1.saved_model
        with tf.Graph().as_default():
            texts = v1.placeholder(tf.string, [None], name="texts")
            scores = v1.placeholder(tf.float32, [None, 2], name="scores")
            sparse = v1.sparse_placeholder(tf.int64, [None, 3], name="sparse")
            found = [
                model.predict_signature_def({"x": texts, "s": sparse}, {"y": scores}),
                model.regression_signature_def(texts, scores),
                model.classification_signature_def(texts, texts, scores),
                model.classification_signature_def(texts, None, scores),
                model.build_signature_def({"x": model.build_tensor_info(scores)}, method_name="m"),
            ]
            valid = [model.is_valid_signature(x) for x in found]
            again = model.get_tensor_from_tensor_info(found[0].inputs["s"])
        contents = [x.SerializeToString(deterministic=True) for x in found]
        described.append((contents, valid, again.indices.name))
    assert described[0] == described[1]


def test_signatures_that_fit_no_method_are_refused_by_both():
    for tf in (tensorflow, stagelight):
        v1 = tf.compat.v1
        model = v1.saved_model
        with pytest.raises(RuntimeError, match="not supported in eager execution"):
            model.build_tensor_info(tf.constant(1.0))
        with tf.Graph().as_default():
            x = v1.placeholder(tf.float32, [], name="x")
            with pytest.raises(ValueError, match="empty"):
                model.predict_signature_def({}, {"y": x})
            with pytest.raises(ValueError, match="type string"):
                model.regression_signature_def(x, x)
            with pytest.raises(ValueError, match="both be None"):
                model.classification_signature_def(x, None, None)
