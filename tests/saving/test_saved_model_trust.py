"""Models of unknown origin compute with tensors, and do nothing else."""

from __future__ import annotations

import pytest

import stagelight as tf
from stagelight.core import registry
from stagelight.core.op_def import Trait
from stagelight.formats import schema
from stagelight.saving.saved_model.trust import _FAMILIES, needs_trust

# What reaches beyond tensors, or keeps a Python function.
BEYOND = ("EagerPyFunc", "PyFunc", "PyFuncStateless", "PrintV2", "SaveV2", "RestoreV2",
          "InitializeTableFromTextFileV2", "GeneratorDataset",
          "WholeFileReaderV2", "ReaderReadV2")  # fmt: skip


@pytest.mark.parametrize("name", BEYOND)
def test_ops_that_reach_beyond_tensors_need_trust(name):
    assert name in registry.op_names()
    assert needs_trust(name)


def test_the_list_names_families_that_there_are():
    families = {registry.homes.module_of(name) for name in registry.op_names()}
    assert families >= _FAMILIES


def test_no_op_with_side_effects_is_trusted():
    """Those that are trusted fail at most, or read a clock."""
    loud = {
        name
        for name in registry.op_names()
        if registry.lookup(name).has(Trait.SIDE_EFFECT | Trait.PYTHON) and not needs_trust(name)
    }
    assert loud <= {"Assert", "CheckNumerics", "CheckNumericsV2", "NoOp", "Timestamp"}


def test_a_plain_model_is_loaded(tmp_path):
    module = tf.Module()
    module.v = tf.Variable(2.0)
    module.f = tf.function(lambda x: x * module.v, input_signature=[tf.TensorSpec([])])
    tf.saved_model.save(module, tmp_path)
    loaded = tf.saved_model.load(tmp_path, trust="none")
    assert loaded.f(tf.constant(3.0)).numpy() == 6.0


def test_a_model_that_prints_is_refused_as_a_whole(tmp_path):
    module = tf.Module()

    @tf.function(input_signature=[tf.TensorSpec([])])
    def f(x):
        if x > 0.0:  # Also where the op stands within a branch.
            tf.print(x, output_stream="file:///tmp/anything")
        return x

    module.f = f
    tf.saved_model.save(module, tmp_path)
    with pytest.raises(tf.errors.PermissionDeniedError, match=r"not trusted: .*PrintV2"):
        tf.saved_model.load(tmp_path, trust="none")
    tf.saved_model.load(tmp_path)


def test_trust_is_full_or_none(tmp_path):
    tf.saved_model.save(tf.Module(), tmp_path)
    with pytest.raises(ValueError, match="'full' or 'none'"):
        tf.saved_model.load(tmp_path, trust="some")


def changed(folder, change):
    """Changes the objects of a model's file."""
    file = folder / "saved_model.pb"
    message = schema.SavedModel.FromString(file.read_bytes())
    change(message.meta_graphs[0].object_graph_def.nodes)
    file.write_bytes(message.SerializeToString())


@pytest.mark.parametrize("name", ["__class__", "__dict__", "__reduce__", "__init__"])
def test_attributes_of_python_are_not_set(name, tmp_path):
    module = tf.Module()
    module.v = tf.Variable(1.0)
    tf.saved_model.save(module, tmp_path)

    def rename(nodes):
        nodes[0].children[0].local_name = name

    changed(tmp_path, rename)
    with pytest.raises(ValueError, match="Python's own"):
        tf.saved_model.load(tmp_path, trust="none")


def test_a_list_is_as_long_as_it_can_be(tmp_path):
    module = tf.Module()
    module.v = [tf.Variable(1.0)]
    tf.saved_model.save(module, tmp_path)

    def lengthen(nodes):
        (node,) = [node for node in nodes if node.user_object.identifier == "trackable_list_wrapper"]
        node.children[0].local_name = "999999999999"

    changed(tmp_path, lengthen)
    with pytest.raises(ValueError, match="a list of 999999999999 elements"):
        tf.saved_model.load(tmp_path, trust="none")
