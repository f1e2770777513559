"""A model of ONNX that is loaded and saved is a saved model of the real TensorFlow's."""

from __future__ import annotations

import numpy as np

import stagelight as tf


def test_tensorflow_runs_what_came_from_onnx(tmp_path, tensorflow):
    kernel = tf.Variable(np.random.default_rng(0).normal(size=(3, 3, 1, 4)).astype("f"))

    @tf.function(input_signature=[tf.TensorSpec([None, 8, 8, 1], tf.float32, "pictures")])
    def network(x):
        x = tf.nn.relu(tf.nn.conv2d(x, kernel, 2, "SAME"))
        if tf.reduce_sum(x) > 0.0:
            x = x / tf.reduce_sum(x)
        return {"features": tf.nn.avg_pool2d(x, 2, 2, "VALID")}

    tf.onnx.export(network, tmp_path / "model.onnx")
    tf.saved_model.save(tf.onnx.load(tmp_path / "model.onnx"), tmp_path / "saved")
    x = np.random.default_rng(1).normal(size=(3, 8, 8, 1)).astype("f")
    signature = tensorflow.saved_model.load(str(tmp_path / "saved")).signatures["serving_default"]
    found = signature(pictures=tensorflow.constant(x))["features"].numpy()
    np.testing.assert_allclose(found, network(tf.constant(x))["features"].numpy(), 1e-5, 1e-6)
