"""TensorFlow 1's tools: frozen graphs of files, graphs for inference, listings of checkpoints."""

from __future__ import annotations

import numpy as np
import pytest
from google.protobuf import text_format

import stagelight as tf
from stagelight.compat.v1 import graph_tools, slot_creator

v1 = tf.compat.v1


@pytest.fixture
def files(tmp_path):
    """A model of TensorFlow 1 in every form in which it is kept: path by form."""
    with tf.Graph().as_default() as graph, v1.Session() as session:
        x = v1.placeholder(tf.float32, [2], "x")
        v = v1.get_variable("v", initializer=[1.0, 2.0])
        with tf.control_dependencies([tf.debugging.check_numerics(x, "m")]):
            y = tf.identity(tf.identity(x * v), "y")
        session.run(v1.global_variables_initializer())
        v1.train.Saver().save(session, str(tmp_path / "model"))
        message = graph.as_graph_def()
        (tmp_path / "graph.pb").write_bytes(message.SerializeToString())
        (tmp_path / "graph.pbtxt").write_text(text_format.MessageToString(message))
        v1.saved_model.simple_save(session, str(tmp_path / "saved"), {"x": x}, {"y": y})
    return tmp_path


def _result(graph_def):
    with tf.Graph().as_default(), v1.Session() as session:
        tf.graph_util.import_graph_def(graph_def, name="")
        return session.run("y:0", {"x:0": [3.0, 4.0]}).tolist()


@pytest.mark.parametrize("form", ["bytes", "text", "meta graph", "saved model"])
def test_a_graph_of_files_is_frozen(files, form):
    checkpoint, output = str(files / "model"), str(files / "frozen.pb")
    graph = {"bytes": str(files / "graph.pb"), "text": str(files / "graph.pbtxt")}.get(form)
    frozen = graph_tools.freeze_graph(
        graph,
        "",
        form != "text",
        checkpoint if form != "saved model" else "",
        "y",
        "save/restore_all",
        "save/Const:0",
        output,
        True,
        "",
        input_meta_graph=f"{checkpoint}.meta" if form == "meta graph" else None,
        input_saved_model_dir=str(files / "saved") if form == "saved model" else None,
    )
    assert _result(frozen) == [3.0, 8.0]
    written = v1.GraphDef()
    written.ParseFromString((files / "frozen.pb").read_bytes())
    assert written == frozen
    assert not {node.op for node in frozen.node} & {"VarHandleOp", "ReadVariableOp"}


def test_what_cannot_be_frozen_is_refused(files):
    with pytest.raises(ValueError, match="output_node_names"):
        graph_tools.freeze_graph(str(files / "graph.pb"), "", True, str(files / "model"), "")
    with pytest.raises(ValueError, match="saved model"):
        graph_tools.freeze_graph(None, "", True, None, "y")


def test_a_graph_for_inference_has_what_it_needs(files):
    frozen = graph_tools.freeze_graph(str(files / "graph.pb"), "", True, str(files / "model"), "y")
    small = graph_tools.optimize_for_inference(frozen, ["x"], ["y"], tf.float32.as_datatype_enum)
    assert "CheckNumerics" not in {node.op for node in small.node}
    assert _result(small) == [3.0, 8.0]
    inner = next(node.name for node in frozen.node if node.op == "Mul")
    cut = graph_tools.strip_unused(frozen, [inner], ["y"], [tf.float32.as_datatype_enum])
    assert {node.name: node.op for node in cut.node}[inner] == "Placeholder"
    with pytest.raises(KeyError, match="none"):
        graph_tools.strip_unused(frozen, ["none"], ["y"], 1)


def test_tensors_of_a_checkpoint_are_printed(files, capsys):
    graph_tools.print_tensors_in_checkpoint_file(str(files / "model"), None, True)
    text = capsys.readouterr().out
    assert "tensor: v (float32) [2]" in text and "[1. 2.]" in text
    assert "# Total number of params: 2" in text
    graph_tools.print_tensors_in_checkpoint_file(str(files / "model"), "v", False)
    assert "tensor_name:  v" in capsys.readouterr().out


def test_slots_are_named_after_their_variable():
    with tf.Graph().as_default(), v1.Session() as session:
        v = v1.get_variable("v", [2], initializer=v1.ones_initializer())
        ones = v1.ones_initializer()
        slots = [
            slot_creator.create_zeros_slot(v, "z"),
            slot_creator.create_slot(v, tf.constant([3.0, 4.0]), "c"),
            slot_creator.create_slot_with_initializer(
                v, ones, tf.TensorShape([3]), tf.float64, "z"
            ),
        ]
        session.run(v1.global_variables_initializer())
        assert [x.op.name for x in slots] == ["v/z", "v/c", "v/z_1"]
        for found, expected in zip(session.run(slots), ([0, 0], [3, 4], [1, 1, 1]), strict=True):
            np.testing.assert_array_equal(found, expected)
        assert v1.trainable_variables() == [v]
