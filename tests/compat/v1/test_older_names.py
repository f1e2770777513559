"""Names that TensorFlow 1 had at other places lead to what there is."""

from __future__ import annotations

import pytest

import stagelight as tf
from stagelight.compat.v1.moved_names import MOVED

v1 = tf.compat.v1


def found(root, name):
    for part in name.split("."):
        root = getattr(root, part)
    return root


@pytest.mark.parametrize(("older", "current"), MOVED.items())
def test_an_older_name_is_the_current_one(older, current):
    assert found(v1, older) is found(tf, current)


def test_what_has_no_form_of_its_own_is_the_current_one():
    for name in ("function", "GradientTape", "concat", "nn.relu", "float32", "data.Options"):
        assert found(v1, name) is found(tf, name)


@pytest.mark.parametrize(
    ("name", "dtype"),
    [
        ("to_float", tf.float32),
        ("to_double", tf.float64),
        ("to_int32", tf.int32),
        ("to_int64", tf.int64),
    ],
)
def test_casts_by_name(name, dtype):
    assert getattr(v1, name)([1.6]).dtype == dtype


def test_messages_are_made_and_read():
    node = v1.NodeDef(name="a", op="NoOp")
    message = v1.GraphDef()
    message.node.append(node)
    again = v1.GraphDef()
    again.ParseFromString(message.SerializeToString())
    assert again.node[0].name == "a"
    with tf.Graph().as_default() as graph:
        v1.import_graph_def(again, name="")
    assert [operation.name for operation in graph.get_operations()] == ["a"]


def test_a_message_class_is_a_class():
    """Programs read with `GraphDef.FromString(data)` and ask `isinstance`."""
    data = v1.GraphDef(node=[v1.NodeDef(name="a", op="NoOp")]).SerializeToString()
    assert v1.GraphDef.FromString(data).node[0].op == "NoOp"
    assert isinstance(v1.GraphDef.FromString(data), v1.GraphDef)
    with tf.Graph().as_default() as graph:
        tf.no_op()
    assert isinstance(graph.as_graph_def(), v1.GraphDef)
