"""Models that TensorFlow wrote from programs of TensorFlow 1, where TensorFlow is not."""

from __future__ import annotations

import shutil
from pathlib import Path

import numpy as np
import pytest

import stagelight as tf
from stagelight.formats import schema
from tests.saving import older_programs

FOLDER = Path(__file__).parent / "from_tensorflow" / "older"
NAMES = sorted(path.stem for path in FOLDER.glob("*.npz"))


def equal(found, expected):
    found = older_programs.as_stored(np.asarray(found))
    return np.allclose(found, expected, rtol=1e-5) if found.dtype.kind == "f" else (
        np.array_equal(found, expected)
    )  # fmt: skip


def call(model, name):
    given, expected = older_programs.kept_call(FOLDER, name)
    tensors = {
        key: tf.constant(x.tolist()) if x.dtype == object else tf.constant(x)
        for key, x in given.items()
    }
    results = model.signatures["serving_default"](**tensors)
    return {key: x.numpy() for key, x in results.items()}, expected


@pytest.mark.parametrize("name", NAMES)
def test_signatures_give_what_tensorflow_gave(name):
    results, expected = call(tf.saved_model.load(FOLDER / name), name)
    assert set(results) == set(expected)
    assert all(equal(results[key], expected[key]) for key in expected)


@pytest.mark.parametrize("name", NAMES)
def test_sessions_give_what_tensorflow_gave(name):
    given, expected = older_programs.kept_call(FOLDER, name)
    v1 = tf.compat.v1
    with tf.Graph().as_default(), v1.Session() as session:
        meta = v1.saved_model.loader.load(session, ["serve"], FOLDER / name, import_scope="in")
        signature = meta.signature_def["serving_default"]
        feeds = {f"in/{signature.inputs[key].name}": value for key, value in given.items()}
        fetches = {key: f"in/{x.name}" for key, x in signature.outputs.items()}
        results = session.run(fetches, feeds)
    assert all(equal(results[key], expected[key]) for key in expected)


@pytest.mark.parametrize("name", NAMES)
def test_models_are_saved_again(name, tmp_path):
    model = tf.saved_model.load(FOLDER / name)
    tf.saved_model.save(model, tmp_path, signatures=model.signatures)
    results, expected = call(tf.saved_model.load(tmp_path), name)
    assert all(equal(results[key], expected[key]) for key in expected)


def test_variables_of_graphs_are_variables():
    model = tf.saved_model.load(FOLDER / "updates")
    assert [v.name for v in model.variables] == ["c:0", "rows:0"]
    assert all(v.trainable for v in model.variables)
    with tf.GradientTape() as tape:
        y = tf.saved_model.load(FOLDER / "arrays").signatures["serving_default"](tf.ones([2, 3]))
        loss = tf.reduce_sum(y["all"])
    (gradient,) = tape.gradient(loss, tape.watched_variables())
    assert gradient.shape == [3, 3]
    assert float(tf.norm(gradient)) > 0.0


def test_variables_are_in_the_collections_of_the_session():
    v1 = tf.compat.v1
    with tf.Graph().as_default(), v1.Session() as session:
        v1.saved_model.load(session, ["serve"], FOLDER / "updates")
        found = {v.name: session.run(v) for v in v1.trainable_variables()}
        session.run(v1.global_variables_initializer())
    assert set(found) == {"c:0", "rows:0"}
    assert found["c:0"] == 10.0


def test_any_part_of_the_graph_is_a_function():
    model = tf.saved_model.load(FOLDER / "conditionals")
    total = model.prune("x:0", {"total": "Sum:0", "does nothing": "init"})
    assert total(tf.constant([1.0, 2.0]))["total"].numpy() == 3.0
    with pytest.raises(KeyError):
        model.prune("x:0", "nowhere:0")


def test_without_a_checkpoint_variables_have_no_values():
    options = tf.saved_model.LoadOptions(experimental_skip_checkpoint=True)
    model = tf.saved_model.load(FOLDER / "updates", options=options)
    with pytest.raises(tf.errors.FailedPreconditionError):
        model.variables[0].numpy()
    model.restore(str(FOLDER / "updates" / "variables" / "variables"))
    assert model.variables[0].numpy() == 10.0


def test_without_trust_models_read_their_own_checkpoint_alone(tmp_path):
    results, expected = call(tf.saved_model.load(FOLDER / "arrays", trust="none"), "arrays")
    assert equal(results["all"], expected["all"])
    with pytest.raises(tf.errors.PermissionDeniedError, match="InitializeTableFromTextFileV2"):
        tf.saved_model.load(FOLDER / "tables", trust="none")
    # Another file than its own: the path of the operation that restores is a constant.
    message = schema.SavedModel.FromString((FOLDER / "updates" / "saved_model.pb").read_bytes())
    graph = message.meta_graphs[0].graph_def
    for node in graph.node:
        if node.op == "RestoreV2":
            graph.node.add(name="path", op="Const", attr=graph.node[0].attr)
            node.input[0] = "path"
    (tmp_path / "saved_model.pb").write_bytes(message.SerializeToString())
    with pytest.raises(tf.errors.PermissionDeniedError, match="RestoreV2"):
        tf.saved_model.load(tmp_path, trust="none")


def test_without_trust_models_write_no_checkpoint(tmp_path):
    message = schema.SavedModel.FromString((FOLDER / "updates" / "saved_model.pb").read_bytes())
    meta = message.meta_graphs[0]
    (save,) = [node for node in meta.graph_def.node if node.op == "SaveV2"]
    shutil.copytree(FOLDER / "updates" / "variables", tmp_path / "variables")

    def loaded():
        (tmp_path / "saved_model.pb").write_bytes(message.SerializeToString())
        return tf.saved_model.load(tmp_path, trust="none")

    assert save.name not in {op.name for op in loaded().graph.get_operations()}
    signature = next(iter(meta.signature_def.values()))
    output = next(iter(signature.outputs.values())).name.partition(":")[0]
    next(x for x in meta.graph_def.node if x.name == output).input.append(f"^{save.name}")
    with pytest.raises(tf.errors.PermissionDeniedError, match="SaveV2"):
        loaded()
