"""Saved models with optimizers whose slot variables are in the graph of objects, as in Keras 2.

`from_tensorflow/optimizer_with_slots` was saved by TensorFlow 2.21: a variable that Adam and SGD with
momentum have trained for one step.
"""

import shutil
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest

import stagelight as tf
from stagelight.formats import schema
from stagelight.saving.saved_model import slot_variables

SAVED = str(Path(__file__).parent / "from_tensorflow" / "optimizer_with_slots")


@pytest.mark.parametrize("trust", ["full", "none"])
def test_slot_variables_have_their_values(trust):
    model = tf.saved_model.load(SAVED, trust=trust)
    np.testing.assert_allclose(model.f(tf.constant([1.0, 1.0])), [0.7, 1.5], rtol=1e-6)
    slots = {
        "m": (model.opt, [0.2, 0.4]),
        "v": (model.opt, [0.004, 0.016]),
        "momentum": (model.sgd, [-0.2, -0.4]),
    }
    for name, (optimizer, expected) in slots.items():
        np.testing.assert_allclose(optimizer.get_slot(model.w, name), expected, rtol=1e-2)
    assert model.opt.get_slot_names() == ["m", "v"]
    assert model.opt.get_slot(model.w, "momentum") is None
    assert model.opt.iter.numpy() == 1


def test_a_model_with_slots_is_saved_again(tmp_path):
    model = tf.saved_model.load(SAVED)
    model.w.assign([3.0, 4.0])
    tf.saved_model.save(model, str(tmp_path / "again"))
    again = tf.saved_model.load(str(tmp_path / "again"))
    np.testing.assert_array_equal(again.w, [3.0, 4.0])
    assert again.opt.iter.numpy() == 1
    assert not hasattr(again.opt, "get_slot")  # TF cannot load slots of objects of no known class.


class Optimizer:
    """An optimizer of a library: it makes its slot variables itself, when the nodes of a model are made."""

    def __init__(self):
        self.slots = {}

    def add_slot(self, var, slot_name):
        self.slots[id(var), slot_name] = f"{slot_name} of {var}"
        return self.slots[id(var), slot_name]


def test_optimizers_of_libraries_make_their_slots_themselves():
    made = []
    nodes = {0: Optimizer(), 1: "w"}
    reference = SimpleNamespace(original_variable_node_id=1, slot_name="m", slot_variable_node_id=2)
    messages = [
        SimpleNamespace(slot_variables=[reference]),
        *[SimpleNamespace(slot_variables=[])] * 2,
    ]
    references = slot_variables.references(messages)
    assert list(references) == [2]
    found = slot_variables.made_node(references[2], nodes.get, lambda: made.append(1))
    assert found == "m of w"
    assert not made
    slot_variables.made_node(references.get(1), nodes.get, lambda: made.append(1))
    assert made == [1]


def test_references_to_objects_that_are_not_there_are_refused(tmp_path):
    shutil.copytree(SAVED, tmp_path / "damaged")
    file = tmp_path / "damaged" / "saved_model.pb"
    model = schema.SavedModel.FromString(file.read_bytes())
    nodes = model.meta_graphs[0].object_graph_def.nodes
    slot = next(slot for node in nodes for slot in node.slot_variables)
    slot.original_variable_node_id = 1000
    file.write_bytes(model.SerializeToString())
    with pytest.raises(ValueError, match="refers to objects that it does not have"):
        tf.saved_model.load(str(tmp_path / "damaged"))
