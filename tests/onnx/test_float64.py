"""Functions of float64: what is exported runs on ONNX Runtime with all digits, and all else is refused."""

from __future__ import annotations

import numpy as np
import onnxruntime
import pytest

import stagelight as tf

MATHS = (
    "acos", "acosh", "asin", "asinh", "atan", "atanh", "ceil", "cos", "cosh", "erf", "erfc", "exp", "expm1",
    "floor", "log", "log1p", "reciprocal", "rsqrt", "sigmoid", "sign", "sin", "sinh", "softplus", "sqrt",
    "square", "tan", "tanh",
)  # fmt: skip
NETWORKS = (
    "elu", "gelu", "leaky_relu", "log_softmax", "relu", "relu6", "selu", "silu", "softmax", "softplus",
    "softsign",
)  # fmt: skip
ONES = np.ones([2, 2, 2, 2])
IMAGES = {
    "conv2d": lambda x: tf.nn.conv2d(x, ONES, 1, "SAME"),
    "depthwise_conv2d": lambda x: tf.nn.depthwise_conv2d(x, ONES, [1, 1, 1, 1], "SAME"),
    "conv2d_transpose": lambda x: tf.nn.conv2d_transpose(x, ONES, [1, 8, 8, 2], 2),
    "avg_pool2d": lambda x: tf.nn.avg_pool2d(x, 2, 2, "VALID"),
    "max_pool2d": lambda x: tf.nn.max_pool2d(x, 2, 2, "VALID"),
    "det": tf.linalg.det,
    "one_hot": lambda x: tf.one_hot(tf.cast(x[0, 0, 0] * 4.0, tf.int32), 4, dtype=tf.float64),
    "matmul": lambda x: tf.matmul(x, x, transpose_b=True),
    "reduce_mean": lambda x: tf.reduce_mean(x, [1, 2]),
    "cumsum": lambda x: tf.cumsum(x, 1),
    "where": lambda x: tf.where(x > 0.5, x, -x),
    "top_k": lambda x: tf.math.top_k(x, 1).values,
}
FUNCTIONS = (
    {f"math.{name}": getattr(tf.math, name) for name in MATHS}
    | {f"nn.{name}": getattr(tf.nn, name) for name in NETWORKS}
    | IMAGES
)


@pytest.mark.parametrize("name", FUNCTIONS)
def test_exported_functions_of_float64_run(name, tmp_path):
    x = np.random.default_rng(3).uniform(0.1, 0.9, [1, 4, 4, 2] if name in IMAGES else [3, 4])
    if name == "math.acosh":
        x += 1.0
    if name == "det":
        x = x.reshape([2, 4, 4])
    staged = tf.function(FUNCTIONS[name], input_signature=[tf.TensorSpec(x.shape, tf.float64, name="x")])
    path = str(tmp_path / "model.onnx")
    try:
        tf.onnx.export(staged, path)
    except tf.onnx.UnsupportedOperationsError as refusal:
        assert "ONNX Runtime has no" in str(refusal)
        assert "float64" in str(refusal)
        return
    (result,) = onnxruntime.InferenceSession(path).run(None, {"x": x})
    np.testing.assert_allclose(result, staged(tf.constant(x)), rtol=1e-11)


def test_operators_with_a_kernel_are_not_refused(tmp_path):
    for function in (tf.math.sin, tf.exp, tf.tanh, tf.nn.softmax, IMAGES["max_pool2d"]):
        shape = [1, 4, 4, 2]
        staged = tf.function(function, input_signature=[tf.TensorSpec(shape, tf.float64, name="x")])
        assert tf.onnx.export(staged).graph.node
