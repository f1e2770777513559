"""Layers make their variables at their first input, once."""

from __future__ import annotations

import numpy as np
import pytest

import stagelight as tf

v1 = tf.compat.v1
X = np.arange(12, dtype=np.float32).reshape(2, 6) / 10.0


def test_dense_is_a_product_with_a_bias():
    layer = v1.layers.Dense(3, activation=tf.nn.relu, bias_initializer=v1.ones_initializer())
    assert layer.variables == []
    result = layer(X)
    kernel, bias = layer.variables
    expected = np.maximum(X @ kernel.numpy() + bias.numpy(), 0)
    np.testing.assert_allclose(result, expected, rtol=1e-6)
    layer(X)
    assert layer.variables == [kernel, bias]
    assert kernel.name == f"{layer.name}/kernel:0"


def test_dense_goes_over_the_last_axis():
    layer = v1.layers.Dense(3, use_bias=False)
    result = layer(X.reshape(2, 2, 3))
    np.testing.assert_allclose(result, X.reshape(2, 2, 3) @ layer.kernel.numpy(), rtol=1e-6)
    assert len(layer.variables) == 1


def test_dense_needs_to_know_the_last_axis():
    layer = v1.layers.Dense(3)
    with tf.Graph().as_default(), pytest.raises(ValueError, match="should be defined"):
        layer(v1.placeholder(tf.float32, [2, None]))
    layer = v1.layers.Dense(3)
    layer(X)
    with pytest.raises(ValueError, match="size 6"):
        layer(X[:, :5])


def test_convolution_is_the_ops():
    images = np.arange(50, dtype=np.float32).reshape(1, 5, 5, 2) / 50.0
    layer = v1.layers.Conv2D(4, 3, strides=2, padding="same", activation=tf.tanh)
    result = layer(images)
    kernel, _ = layer.variables
    assert kernel.shape == [3, 3, 2, 4]
    expected = tf.tanh(tf.nn.conv2d(images, kernel, strides=2, padding="SAME"))
    np.testing.assert_allclose(result, expected, rtol=1e-6)
    assert v1.layers.Conv2D(4, (2, 3))(images).shape == [1, 4, 3, 4]


def test_a_layer_that_is_not_trainable_has_none_trainable():
    layer = v1.layers.Dense(3, trainable=False)
    layer(X)
    assert len(layer.weights) == 2
    assert layer.trainable_variables == []


def test_layers_in_a_graph_are_initialized_and_trained():
    with tf.Graph().as_default():
        x = v1.placeholder(tf.float32, [None, 6])
        layer = v1.layers.Dense(1, name="mine")
        loss = tf.reduce_mean((layer(x) - 2.0) ** 2)
        train = v1.train.AdamOptimizer(0.1).minimize(loss)
        assert [v.name for v in v1.trainable_variables()] == ["mine/kernel:0", "mine/bias:0"]
        with v1.Session() as session:
            session.run(v1.global_variables_initializer())
            for _ in range(100):
                session.run(train, {x: X})
            assert session.run(loss, {x: X}) < 1e-2


def test_a_layer_of_ones_own():
    class Scaled(v1.layers.Layer):
        def build(self, input_shape):
            self.scale = self.add_variable(
                "scale", [input_shape[-1]], "float32", v1.ones_initializer()
            )

        def call(self, inputs, factor=1.0):
            return inputs * self.scale * factor

    layer = Scaled()
    np.testing.assert_allclose(layer(X, factor=2.0), X * 2.0)
    assert layer.built
    with pytest.raises(NotImplementedError):
        v1.layers.Layer()(X)


def test_a_layer_has_the_dtype_of_its_first_input():
    layer = v1.layers.Dense(3)
    assert layer(X.astype(np.float64)).dtype == layer.kernel.dtype == layer.dtype == tf.float64
    assert v1.layers.Dense(3, dtype=tf.float16)(X.astype(np.float16)).dtype == tf.float16


def test_what_a_layer_does_not_know_is_refused():
    with pytest.raises(TypeError, match="kernel_regulariser"):
        v1.layers.Dense(3, kernel_regulariser=tf.reduce_sum)


def test_a_layer_has_losses_and_a_scope_as_its_function_does():
    def loss(x):
        return tf.reduce_sum(x * x)

    with tf.Graph().as_default():
        x = tf.constant(X)
        with v1.variable_scope("net"):
            layer = v1.layers.Dense(
                3, kernel_regularizer=loss, activity_regularizer=loss, name="out"
            )
            first, second = layer(x), layer(x)
            other = v1.layers.dense(x, 3, name="out", reuse=True)
        assert len(v1.get_collection(v1.GraphKeys.REGULARIZATION_LOSSES)) == 3
        assert [v.name for v in v1.global_variables()] == ["net/out/kernel:0", "net/out/bias:0"]
        assert first.op.name == "net/out/BiasAdd" and second.op.name == "net/out/BiasAdd_1"
        with v1.Session() as session:
            session.run(v1.global_variables_initializer())
            a, b, c = session.run([first, second, other])
    np.testing.assert_array_equal(a, b)
    np.testing.assert_array_equal(a, c)


@pytest.mark.parametrize("axes", [1, 2, 3])
def test_convolutions_over_one_to_three_axes(axes):
    kind = getattr(v1.layers, f"Conv{axes}D")
    layer = kind(4, 3, data_format="channels_first", padding="same")
    with tf.Graph().as_default():
        assert layer(tf.ones([2, 5, *[6] * axes])).shape == [2, 4, *[6] * axes]
    assert layer.kernel.shape == [*[3] * axes, 5, 4]
