"""Layers as functions: results, and variables in scopes and collections."""

from __future__ import annotations

import numpy as np
import pytest

import stagelight as tf

v1 = tf.compat.v1
layers = v1.layers
X = np.random.default_rng(0).normal(size=(2, 6, 6, 3)).astype(np.float32)


def _run(fetches, feed=None):
    with v1.Session() as session:
        session.run(v1.global_variables_initializer())
        return session.run(fetches, feed)


def test_a_layer_is_used_again_by_its_name():
    with tf.Graph().as_default():
        x = tf.constant(X.reshape(2, -1))
        first = layers.dense(x, 4, tf.nn.relu, name="out")
        second = layers.dense(x, 4, tf.nn.relu, name="out", reuse=True)
        layers.dense(layers.dense(x, 3), 2, use_bias=False)
        with pytest.raises(ValueError, match="already exists"):
            layers.dense(x, 4, name="out")
        names = [v.name for v in v1.trainable_variables()]
        assert names == [
            "out/kernel:0", "out/bias:0", "dense/kernel:0", "dense/bias:0", "dense_1/kernel:0",
        ]  # fmt: skip
        assert first.op.name == "out/Relu"
        a, b, kernel = _run([first, second, v1.trainable_variables()[0]])
    np.testing.assert_array_equal(a, b)
    np.testing.assert_allclose(a, np.maximum(X.reshape(2, -1) @ kernel, 0), rtol=1e-5, atol=1e-5)


def test_dense_goes_over_the_last_axis_of_any_rank():
    with tf.Graph().as_default():
        y = layers.dense(tf.constant(X), 2, kernel_initializer=v1.ones_initializer())
        assert y.shape == [2, 6, 6, 2]
        np.testing.assert_allclose(_run(y)[..., 0], X.sum(-1), rtol=1e-5, atol=1e-5)
        with pytest.raises(ValueError, match="should be defined"):
            layers.dense(v1.placeholder(tf.float32, [2, None]), 3)


def test_losses_of_variables_and_results_are_collected():
    with tf.Graph().as_default():
        layers.dense(
            tf.ones([2, 3]),
            1,
            kernel_initializer=v1.constant_initializer(2.0),
            kernel_regularizer=lambda w: tf.reduce_sum(w * w),
            activity_regularizer=tf.reduce_sum,
        )
        assert _run(v1.get_collection(v1.GraphKeys.REGULARIZATION_LOSSES)) == [12.0, 12.0]


@pytest.mark.parametrize("padding", ["valid", "same"])
def test_convolutions_and_pools_are_those_of_tf_nn(padding):
    with tf.Graph().as_default():
        y = layers.conv2d(X, 4, (3, 2), (2, 1), padding, bias_initializer=v1.ones_initializer())
        assert [v.shape.as_list() for v in v1.global_variables()] == [[3, 2, 3, 4], [4]]
        kernel = v1.global_variables()[0]
        expected = tf.nn.conv2d(X, kernel, [2, 1], padding.upper()) + 1.0
        pools = [
            layers.max_pooling2d(X, 2, 2, padding),
            layers.average_pooling2d(X, (3, 2), 1, padding),
        ]
        theirs = [
            tf.nn.max_pool2d(X, 2, 2, padding.upper()),
            tf.nn.avg_pool2d(X, [3, 2], 1, padding.upper()),
        ]
        for ours, other in zip(*_run([[y, *pools], [expected, *theirs]]), strict=True):
            np.testing.assert_allclose(ours, other, rtol=1e-5, atol=1e-5)
        assert layers.conv1d(X[0], 5, 3).shape == [6, 4, 5]
        assert layers.conv3d(X[None], 5, 2).shape == [1, 1, 5, 5, 5]
        with pytest.raises(ValueError, match="channels_last"):
            layers.conv2d(X, 4, 3, data_format="NHWC")
        with pytest.raises(ValueError, match="one number, or 2"):
            layers.conv2d(X, 4, (3, 3, 3))


def test_flatten_keeps_what_is_known():
    with tf.Graph().as_default():
        assert layers.flatten(v1.placeholder(tf.float32, [None, 2, 3])).shape.as_list() == [None, 6]
        unknown = v1.placeholder(tf.float32, [2, None, 3])
        flat = layers.flatten(unknown)
        assert flat.shape.as_list() == [2, None]
        assert _run(flat, {unknown: X[0].reshape(2, 6, 9)[:, :, :3]}).shape == (2, 18)
        assert layers.flatten(tf.ones([5])).shape == [5, 1]
        first = _run(layers.flatten(tf.constant(X), data_format="channels_first"))
    np.testing.assert_array_equal(first, X.transpose(0, 2, 3, 1).reshape(2, -1))


def test_dropout_drops_in_training_alone():
    with tf.Graph().as_default():
        training = v1.placeholder(tf.bool, [])
        y = layers.dropout(tf.ones([1000]), 0.25, training=training, seed=1)
        np.testing.assert_array_equal(_run(y, {training: False}), np.ones(1000))
        found = _run(y, {training: True})
    assert set(np.round(found, 4)) == {np.float32(0.0), np.float32(1.3333)}
    assert 200 < (found == 0).sum() < 300


def test_batches_are_normalized_and_averages_move():
    with tf.Graph().as_default(), v1.Session() as session:
        training = v1.placeholder(tf.bool, [])
        y = layers.batch_normalization(X, momentum=0.9, training=training)
        rows = layers.batch_normalization(
            X.reshape(-1, 3), momentum=0.9, training=True, scale=False
        )
        mean, variance, mean_of_rows, variance_of_rows = (
            v for v in v1.global_variables() if "moving" in v.name
        )
        assert len(v1.trainable_variables()) == 3
        session.run(v1.global_variables_initializer())
        flat = X.reshape(-1, 3)
        expected = (X - flat.mean(0)) / np.sqrt(flat.var(0) + 1e-3)
        np.testing.assert_allclose(session.run(y, {training: True}), expected, rtol=1e-4, atol=1e-4)
        np.testing.assert_allclose(session.run(rows), expected.reshape(-1, 3), rtol=1e-4, atol=1e-4)
        np.testing.assert_allclose(
            session.run(y, {training: False}), X / np.sqrt(1.001), rtol=1e-4, atol=1e-4
        )
        updates = v1.get_collection(v1.GraphKeys.UPDATE_OPS)
        assert len(updates) == 4
        session.run(updates, {training: False})
        assert session.run(mean).tolist() == [0.0, 0.0, 0.0]
        assert session.run(variance).tolist() == [1.0, 1.0, 1.0]
        session.run(updates, {training: True})
        unbiased = flat.var(0, ddof=1)
        np.testing.assert_allclose(session.run(mean), 0.1 * flat.mean(0), rtol=1e-4, atol=1e-6)
        np.testing.assert_allclose(session.run(variance), 0.9 + 0.1 * unbiased, rtol=1e-4)
        assert not np.allclose(session.run(mean_of_rows), 0.0)
        assert session.run(variance_of_rows).shape == (3,)
        with pytest.raises(NotImplementedError, match="renorm"):
            layers.batch_normalization(X, renorm=True)


def test_a_network_of_functions_learns():
    with tf.Graph().as_default(), v1.Session() as session:
        v1.set_random_seed(3)
        images = tf.constant(np.concatenate([X, -X]))
        labels = tf.constant([0, 0, 1, 1])
        x = layers.conv2d(images, 4, 3, activation=tf.nn.relu, name="first")
        x = layers.flatten(layers.max_pooling2d(x, 2, 2))
        logits = layers.dense(layers.batch_normalization(x, training=True), 2)
        loss = v1.losses.sparse_softmax_cross_entropy(labels, logits)
        with tf.control_dependencies(v1.get_collection(v1.GraphKeys.UPDATE_OPS)):
            step = v1.train.AdamOptimizer(0.05).minimize(loss)
        session.run(v1.global_variables_initializer())
        before = session.run(loss)
        for _ in range(20):
            session.run(step)
        assert session.run(loss) < 0.2 * before
