"""Steps of networks are one program, and give what the host gives."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import stagelight as tf
from stagelight import config
from tests.xla.runs import host_operations

random = np.random.default_rng(3)


def array(*shape: int) -> np.ndarray:
    return random.normal(size=shape).astype(np.float32) * 0.3


def steps(make: Any, *data: Any, count: int = 3) -> tuple[list[Any], Any]:
    """The losses and the variables after some steps, and the function."""
    variables, loss_of = make()

    @tf.function
    def step(*batch):
        with tf.GradientTape() as tape:
            loss = loss_of(*batch)
        for variable, slope in zip(variables, tape.gradient(loss, variables), strict=True):
            variable.assign_sub(0.1 * slope)
        return loss

    losses = [step(*data).numpy() for _ in range(count)]
    return [*losses, *(v.numpy() for v in variables)], step.get_concrete_function(*data)


def compared(make: Any, *data: Any) -> None:
    found, concrete = steps(make, *data)
    with config.changed(executor="host"):
        expected, _ = steps(make, *data)
    for one, other in zip(found, expected, strict=True):
        np.testing.assert_allclose(one, other, rtol=2e-4, atol=2e-5)
    assert host_operations(concrete) == {}


KERNELS = [array(5, 5, 1, 6), array(6), array(5, 5, 6, 8), array(392, 10), array(10)]


def lenet():
    variables = [tf.Variable(x) for x in KERNELS]
    first, bias, second, dense, last = variables

    def loss_of(images, labels):
        x = tf.nn.relu(tf.nn.bias_add(tf.nn.conv2d(images, first, 1, "SAME"), bias))
        x = tf.nn.max_pool2d(x, 2, 2, "VALID")
        x = tf.nn.avg_pool2d(tf.nn.relu(tf.nn.conv2d(x, second, 1, "SAME")), 2, 2, "VALID")
        logits = tf.reshape(x, [-1, 392]) @ dense + last
        loss = tf.nn.sparse_softmax_cross_entropy_with_logits(labels, logits)
        return tf.reduce_mean(loss)

    return variables, loss_of


def test_lenet():
    compared(lenet, tf.constant(array(4, 28, 28, 1)), tf.constant([1, 5, 9, 0]))


GATES = [array(3, 20), array(5, 20), array(20), array(5, 2)]


def lstm():
    variables = [tf.Variable(x) for x in GATES]
    kernel, recurrent, bias, dense = variables

    def loss_of(sequences, targets):
        h, c = tf.zeros([2, 5]), tf.zeros([2, 5])
        rows = tf.TensorArray(tf.float32, 7)
        for t in tf.range(7):
            z = sequences[:, t] @ kernel + h @ recurrent + bias
            i, f, g, o = tf.split(z, 4, 1)
            c = tf.sigmoid(f) * c + tf.sigmoid(i) * tf.tanh(g)
            h = tf.sigmoid(o) * tf.tanh(c)
            rows = rows.write(t, h @ dense)
        outputs = tf.transpose(rows.stack(), [1, 0, 2])
        return tf.reduce_mean(tf.square(outputs - targets))

    return variables, loss_of


def test_lstm():
    compared(lstm, tf.constant(array(2, 7, 3)), tf.constant(array(2, 7, 2)))


PRODUCTS = [array(8, 24), array(8, 8), array(8, 16), array(16, 8), array(11, 8)]


def transformer():
    variables = [tf.Variable(x) for x in PRODUCTS]
    together, out, wide, narrow, embedding = variables

    def normalized(x):
        mean, variance = tf.nn.moments(x, -1, keepdims=True)
        return (x - mean) * tf.math.rsqrt(variance + 1e-5)

    def loss_of(tokens, targets):
        x = tf.gather(embedding, tokens)
        q, k, v = tf.split(tf.einsum("btc,cd->btd", x, together), 3, -1)
        weights = tf.nn.softmax(tf.matmul(q, k, transpose_b=True) / np.sqrt(8.0))
        x = normalized(x + tf.matmul(weights, v) @ out)
        x = normalized(x + tf.nn.gelu(x @ wide) @ narrow)
        logits = tf.matmul(x, embedding, transpose_b=True)
        loss = tf.nn.sparse_softmax_cross_entropy_with_logits(targets, logits)
        return tf.reduce_mean(loss)

    return variables, loss_of


def test_transformer():
    tokens = tf.constant(random.integers(0, 11, (3, 6)))
    compared(transformer, tokens, tf.roll(tokens, 1, 1))


def normalized_network():
    kernel, scale, offset = (
        tf.Variable(KERNELS[0]),
        tf.Variable(tf.ones([6])),
        tf.Variable(tf.zeros([6])),
    )

    def loss_of(images):
        x = tf.nn.depthwise_conv2d(
            tf.nn.conv2d(images, kernel, 2, "SAME"), tf.ones([3, 3, 6, 1]), [1, 1, 1, 1], "SAME"
        )
        y, mean, variance = tf.compat.v1.nn.fused_batch_norm(x, scale, offset)
        y = tf.nn.dropout(y, 0.5, seed=4)
        return tf.reduce_sum(tf.nn.l2_loss(y)) * 1e-3 + tf.reduce_sum(mean + variance)

    return [kernel, scale, offset], loss_of


def test_batch_normalization_and_dropout():
    def make():
        tf.random.set_seed(1)
        return normalized_network()

    compared(make, tf.constant(array(4, 12, 12, 1)))


@pytest.mark.parametrize("batch", [1, 3, 5])
def test_batches_of_open_size(batch):
    weights = tf.Variable(array(6, 2))

    @tf.function(input_signature=[tf.TensorSpec([None, 6], tf.float32)])
    def step(x):
        with tf.GradientTape() as tape:
            loss = tf.reduce_mean(tf.square(tf.tanh(x @ weights)))
        return loss, tape.gradient(loss, weights)

    x = array(batch, 6)
    loss, slope = step(x)
    with config.changed(executor="host"):
        other = tf.function(step.python_function)
        expected, expected_slope = other(tf.constant(x))
    np.testing.assert_allclose(loss, expected, rtol=1e-5)
    np.testing.assert_allclose(slope, expected_slope, rtol=1e-4, atol=1e-6)
    assert host_operations(step.get_concrete_function()) == {}
