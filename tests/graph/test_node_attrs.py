"""What the attrs of nodes say, which is read once of nodes that are alike."""

from __future__ import annotations

import pytest

import stagelight as tf
from stagelight.formats import schema


def graph_def(*squeezed, note=None):
    """A graph of `Squeeze` nodes, each with the axes that it drops."""
    graph = tf.Graph()
    with graph.as_default():
        x = tf.compat.v1.placeholder(tf.float32, [1, 1, 3], name="x")
        for axes in squeezed:
            tf.squeeze(x, axes)
    message = graph.as_graph_def()
    if note is not None:
        for node in message.node:
            node.attr["_output_shapes"].CopyFrom(note)
    return message


def imported(message, **arguments):
    graph = tf.Graph()
    with graph.as_default():
        tf.graph_util.import_graph_def(message, name="", **arguments)
    return graph


def test_nodes_that_are_alike_have_lists_of_their_own():
    first, second, other = imported(graph_def([0], [0], [1])).get_operations()[1:]
    (key,) = (key for key, value in first.attrs.items() if value == [0])
    first.attrs[key].append(5)
    assert second.attrs[key] == [0]
    assert other.attrs[key] == [1]


def test_nodes_that_differ_in_one_attr_are_not_alike():
    shapes = [op.outputs[0].shape.as_list() for op in imported(graph_def([0], [0, 1], [])).get_operations()]
    assert shapes == [[1, 1, 3], [1, 3], [3], [3]]


def test_shapes_that_are_told_count_for_their_node_alone():
    message = graph_def([0], [0])
    message.node[0].attr["shape"].shape.unknown_rank = True
    for node, size in zip(message.node[1:], (5, 7), strict=True):
        node.attr["_output_shapes"].list.shape.add().dim.add(size=size)
    shapes = [op.outputs[0].shape.as_list() for op in imported(message).get_operations()[1:]]
    assert shapes == [[5], [7]]


@pytest.mark.parametrize("note", [
    schema.AttrValue(i=3),
    schema.AttrValue(s=b"shapes"),
    schema.AttrValue(list=schema.AttrValue.ListValue(i=[3])),
])
def test_what_is_no_list_of_shapes_tells_none(note):
    graph = imported(graph_def([0], note=note))
    assert graph.get_operations()[1].outputs[0].shape.as_list() == [1, 3]


def test_an_attr_of_one_node_is_not_missing_in_another():
    """The second is like the first but for an attr that no op has, and that changes what it does."""
    message = graph_def([0], [0])
    message.node[2].attr["strange"].i = 1
    with pytest.raises(ValueError, match="strange"):
        imported(message)


def test_shapes_that_contradict_what_is_known_are_refused():
    note = schema.AttrValue()
    note.list.shape.add().dim.add(size=4)
    with pytest.raises(ValueError, match="not compatible"):
        imported(graph_def([0], note=note))
