"""`tf.identity`, `tf.stop_gradient`, `tf.group` and their kin beyond the samples."""

import pytest

import stagelight as tf
from stagelight.core.raw import raw
from tests.ops.static_shapes import inferred


def test_identity_keeps_the_class_of_a_composite():
    slices = tf.IndexedSlices(tf.constant([[1.0]]), tf.constant([0]), tf.constant([2, 1]))
    assert isinstance(tf.identity(slices), tf.IndexedSlices)


def test_stop_gradient_stops_it():
    x = tf.constant(3.0)
    with tf.GradientTape() as tape:
        tape.watch(x)
        y = tf.stop_gradient(x)
    assert tape.gradient(y, x) is None


def test_prevent_gradient_refuses_with_its_message():
    x = tf.constant(3.0)
    with tf.GradientTape() as tape:
        tape.watch(x)
        y = raw.PreventGradient(input=x, message="not here")
    with pytest.raises(LookupError, match="not here"):
        tape.gradient(y, x)


def test_ensure_shape_tells_the_tracer():
    assert inferred(lambda x: tf.ensure_shape(x, [None, 3]), [2, None]) == [2, 3]
    assert inferred(lambda x: tf.ensure_shape(x, [None, 3]), None) == [None, 3]


def test_group_is_none_eagerly_and_waits_in_a_graph():
    assert tf.group(tf.constant(1)) is None
    graph = tf.Graph()
    with graph.as_default():
        first = tf.constant(1) + 1
        done = tf.group(first, [first], name="done")
    assert done.name == "done"
    assert done.control_inputs == [first.op]


def test_group_refuses_other_keywords_and_values():
    with tf.Graph().as_default():
        with pytest.raises(ValueError, match="Unknown keyword"):
            tf.group(named="x")
        with pytest.raises(TypeError, match="inputs"):
            tf.group("text")


def test_tuple_gates_each_tensor_on_all():
    with tf.Graph().as_default():
        one, other = tf.constant(1), tf.constant(2)
        gated, none = tf.tuple([one, None], control_inputs=[other])
    assert none is None
    (gate,) = gated.op.control_inputs
    assert set(gate.control_inputs) == {one.op, other.op}
