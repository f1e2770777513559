"""The files of a saved model: replaced as a whole, and damage is told."""

from __future__ import annotations

import os
import re
from pathlib import Path

import pytest

import stagelight as tf
from stagelight.formats import schema
from stagelight.saving.saved_model.files import read_saved_model


class Affine(tf.Module):
    def __init__(self):
        super().__init__()
        self.w = tf.Variable([[2.0], [3.0]], name="w")

    @tf.function(input_signature=[tf.TensorSpec([None, 2], tf.float32)])
    def __call__(self, x):
        return tf.matmul(x, self.w)


@pytest.fixture
def folder(tmp_path):
    return str(tmp_path / "models" / "one")


def saved(model, folder, **kwargs):
    tf.saved_model.save(model, folder, **kwargs)
    return tf.saved_model.load(folder)


def test_a_folder_is_asked_whether_it_has_a_model(folder):
    assert not tf.saved_model.contains_saved_model(folder)
    tf.saved_model.save(Affine(), folder)
    assert tf.saved_model.contains_saved_model(folder)
    assert sorted(os.listdir(folder)) == ["assets", "fingerprint.pb", "saved_model.pb", "variables"]


def test_no_model_is_told(tmp_path):
    with pytest.raises(OSError, match=re.escape("SavedModel file does not exist at")):
        tf.saved_model.load(tmp_path / "nowhere")


def test_tags_are_those_of_the_model(folder):
    tf.saved_model.save(Affine(), folder)
    assert tf.saved_model.load(folder, tags="serve").w.shape == [2, 1]
    with pytest.raises(ValueError, match=r"has one MetaGraph with tags \['serve'\]"):
        tf.saved_model.load(folder, tags=["train"])


def test_a_model_is_replaced_by_another(folder):
    first, second = Affine(), tf.Module()
    second.other = tf.Variable(7)
    tf.saved_model.save(first, folder)
    loaded = saved(second, folder)
    assert not hasattr(loaded, "w")
    assert loaded.other.numpy() == 7
    assert sorted(os.listdir(folder)) == ["assets", "fingerprint.pb", "saved_model.pb", "variables"]


def test_an_error_at_any_moment_leaves_a_model_or_none(folder, monkeypatch):
    """Fails at each of the calls that change names, in turn."""
    real = {name: getattr(os, name) for name in ("replace", "unlink", "fsync")}
    counts = {"left": 0}

    def failing(name):
        def call(*args, **kwargs):
            counts["left"] -= 1
            if counts["left"] < 0:
                raise OSError("no space left")
            return real[name](*args, **kwargs)

        return call

    old, new = Affine(), Affine()
    new.w.assign([[0.0], [0.0]])
    outcomes = set()
    for count in range(100):
        tf.saved_model.save(old, folder)
        counts["left"] = count
        with monkeypatch.context() as patch:
            for name in real:
                patch.setattr(os, name, failing(name))
            try:
                tf.saved_model.save(new, folder)
                is_saved = True
            except OSError:
                is_saved = False
        if tf.saved_model.contains_saved_model(folder):
            found = float(tf.reduce_sum(tf.saved_model.load(folder).w))
            assert found == (0.0 if is_saved else 5.0) or found in (0.0, 5.0)
            outcomes.add(found)
        if is_saved:
            break
    assert is_saved
    assert outcomes == {0.0, 5.0}


def small_model():
    model = tf.Module()
    model.v = tf.Variable(2.0, name="v")
    model.f = tf.function(lambda x: x * model.v, input_signature=[tf.TensorSpec([])])
    return model


@pytest.mark.slow
def test_a_changed_byte_is_told_or_changes_no_more_than_it_says(folder):
    """Of the file with the graph, which has no checksum: no crash, no hang, only clear errors."""
    tf.saved_model.save(small_model(), folder)
    path = Path(folder, "saved_model.pb")
    content = path.read_bytes()
    for place in range(len(content)):
        changed = bytearray(content)
        changed[place] ^= 1 << place % 8
        path.write_bytes(changed)
        try:
            loaded = tf.saved_model.load(folder)
            loaded.f(tf.constant(1.0))
        except (
            OSError,
            ValueError,
            TypeError,
            NotImplementedError,
            AttributeError,
            AssertionError,
        ) as error:
            assert str(error)
        except tf.errors.OpError as error:
            assert error.message


def test_a_child_that_is_no_object_is_told(folder):
    tf.saved_model.save(small_model(), folder)
    message = read_saved_model(Path(folder))
    nodes = message.meta_graphs[0].object_graph_def.nodes
    child = next(x.node_id for x in nodes[0].children if x.local_name == "f")
    nodes[child].captured_tensor.name = "x"
    Path(folder, "saved_model.pb").write_bytes(message.SerializeToString())
    with pytest.raises(ValueError, match=f"a child that is no object of its own: {child}"):
        tf.saved_model.load(folder)


def test_a_truncated_file_is_told(folder):
    tf.saved_model.save(small_model(), folder)
    path = Path(folder, "saved_model.pb")
    content = path.read_bytes()
    for size in range(0, len(content), 97):
        path.write_bytes(content[:size])
        with pytest.raises((OSError, ValueError)):
            tf.saved_model.load(folder)


def test_damaged_values_are_told(folder):
    tf.saved_model.save(small_model(), folder)
    path = Path(folder, "variables", "variables.data-00000-of-00001")
    content = bytearray(path.read_bytes())
    content[0] ^= 1
    path.write_bytes(content)
    with pytest.raises(tf.errors.DataLossError, match=r"variables\.data"):
        tf.saved_model.load(folder)
    path.unlink()
    with pytest.raises(tf.errors.NotFoundError):
        tf.saved_model.load(folder)


def test_values_may_be_left_out(folder):
    options = tf.saved_model.SaveOptions(experimental_skip_saver=True)
    tf.saved_model.save(small_model(), folder, options=options)
    with pytest.raises(tf.errors.NotFoundError):
        tf.saved_model.load(folder)
    options = tf.saved_model.LoadOptions(experimental_skip_checkpoint=True)
    loaded = tf.saved_model.load(folder, options=options)
    assert not loaded.v.is_initialized()
    loaded.v.assign(3.0)
    assert loaded.f(tf.constant(2.0)).numpy() == 6.0


def test_ops_that_are_not_known_are_listed(folder):
    tf.saved_model.save(small_model(), folder)
    path = Path(folder, "saved_model.pb")
    message = schema.SavedModel.FromString(path.read_bytes())
    for function in message.meta_graphs[0].graph_def.library.function:
        for node in function.node_def:
            if node.op in ("Mul", "Identity"):
                node.op = f"Strange{node.op}"
    path.write_bytes(message.SerializeToString())
    with pytest.raises(NotImplementedError, match="StrangeIdentity, StrangeMul"):
        tf.saved_model.load(folder)


def test_options_are_checked():
    policy = tf.saved_model.experimental.VariablePolicy
    save, load = tf.saved_model.SaveOptions, tf.saved_model.LoadOptions
    for options in (save, load):
        assert options().experimental_variable_policy is policy.NONE
        found = options(experimental_variable_policy="Save_Variable_Devices")
        assert found.experimental_variable_policy is policy.SAVE_VARIABLE_DEVICES
        with pytest.raises(ValueError, match="invalid VariablePolicy value: other"):
            options(experimental_variable_policy="other")
    assert save(namespace_whitelist=["a"]).namespace_whitelist == ["a"]
    with pytest.raises(TypeError, match="list of strings"):
        save(namespace_whitelist="a")
    with pytest.raises(ValueError, match="must be a string"):
        save(namespace_whitelist=[1])
    with pytest.raises(ValueError, match="experimental_image_format"):
        save(experimental_image_format=True)
