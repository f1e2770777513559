"""Switches back to TensorFlow 1: sizes as objects, tensors compared by identity."""

from __future__ import annotations

import pytest

import stagelight as tf

v1 = tf.compat.v1


@pytest.fixture
def older():
    """The program is one of TensorFlow 1."""
    v1.reset_default_graph()
    v1.disable_v2_behavior()
    yield
    v1.reset_default_graph()
    v1.enable_v2_behavior()


def test_sizes_are_objects_for_the_program_alone(older):
    x = v1.placeholder(tf.float32, [None, 3])
    assert [d.value for d in x.shape] == [None, 3]
    assert x.get_shape()[1].value == 3
    assert str(x.shape) == "(?, 3)"
    assert repr(x.shape) == "TensorShape([Dimension(None), Dimension(3)])"
    w = v1.get_variable("w", [x.shape[1], 2])
    y = tf.reshape(tf.matmul(x, w), [-1, w.shape[1] * 2])
    assert y.shape.as_list() == [None, 4]


def test_tensors_are_compared_by_identity(older):
    x, y = tf.constant(1.0), tf.constant(1.0)
    assert (x == x, x == y, x != y, x == 1.0) == (True, False, True, False)
    v = v1.get_variable("v", [2])
    assert v in [y, v]
    assert {x: 1, v: 2}[v] == 2


def test_gradients_and_optimizers_work_in_the_older_mode(older):
    w = v1.get_variable("w", initializer=[1.0, 2.0])
    loss = tf.reduce_sum(w * w)
    step = v1.train.GradientDescentOptimizer(0.5).minimize(loss)
    with v1.Session() as session:
        session.run(v1.global_variables_initializer())
        session.run(step)
        assert session.run(w).tolist() == [0.0, 0.0]


def test_the_newer_behaviour_comes_back():
    v1.disable_v2_behavior()
    v1.enable_v2_behavior()
    assert tf.executing_eagerly()
    x = tf.constant([1.0, 2.0])
    assert (x == 1.0).numpy().tolist() == [True, False]
    assert x.shape[0] == 2
    assert type(x.shape[0]) is int
    assert str(tf.TensorShape([None])) == "(None,)"
    with pytest.raises(TypeError, match="unhashable"):
        hash(x)
    with pytest.raises(TypeError, match="unhashable"):
        hash(tf.Variable(1.0))


def test_switching_twice_is_switching_once():
    for _ in range(2):
        v1.disable_tensor_equality()
        v1.disable_v2_tensorshape()
    for _ in range(2):
        v1.enable_tensor_equality()
        v1.enable_v2_tensorshape()
    with tf.Graph().as_default():
        x = tf.constant(1.0)
        assert {x: 1}[x] == 1
    assert bool(tf.constant(1.0) == 1.0)
    assert type(tf.zeros([2]).shape[0]) is int


def test_variables_stay_resources():
    v1.disable_resource_variables()
    assert v1.resource_variables_enabled()
    v1.disable_control_flow_v2()
    assert v1.control_flow_v2_enabled()
