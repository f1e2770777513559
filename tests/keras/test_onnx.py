"""Keras's models on Stagelight as models of ONNX."""

from __future__ import annotations

import importlib.util
import subprocess
import sys

import pytest

pytestmark = [pytest.mark.keras]

PROGRAM = """
import stagelight, warnings
stagelight.install_as_tensorflow()
import keras, numpy as np, onnx, onnxruntime
from keras import layers

keras.utils.set_random_seed(1)
random = np.random.default_rng(1)

def check(model, *arrays):
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        exported = stagelight.onnx.export(model)
    onnx.checker.check_model(exported, full_check=True)
    session = onnxruntime.InferenceSession(exported.SerializeToString())
    feeds = {x.name: a for x, a in zip(session.get_inputs(), arrays, strict=True)}
    expected = np.asarray(model(list(arrays) if len(arrays) > 1 else arrays[0], training=False))
    np.testing.assert_allclose(session.run(None, feeds)[0], expected, 1e-5, 1e-6)
    return [node.op_type for node in exported.graph.node]

images = keras.Sequential([
    keras.Input((8, 8, 3)), layers.Conv2D(4, 3, padding="same", activation="relu"),
    layers.BatchNormalization(), layers.DepthwiseConv2D(3), layers.MaxPooling2D(), layers.Flatten(),
    layers.Dropout(0.5), layers.Dense(5, activation="softmax"),
])
found = check(images, random.random((2, 8, 8, 3), "f"))
assert found[:7] == ["Transpose", "Conv", "Add", "Relu", "Mul", "Add", "Conv"], found

a, b = keras.Input((4,), name="a"), keras.Input((4,), name="b")
check(keras.Model([a, b], layers.Dense(3)(layers.Concatenate()([a, b]))),
      random.random((2, 4), "f"), random.random((2, 4), "f"))

series = keras.Sequential([keras.Input((None, 3)), layers.LSTM(4)])
assert "Loop" in check(series, random.random((2, 7, 3), "f"))

words = keras.Sequential([
    keras.Input((None,), dtype="int32"), layers.Embedding(10, 4), layers.GRU(4, return_sequences=True),
])
check(words, np.array([[1, 2, 3]], np.int32))

augmented = keras.Sequential([
    keras.Input((8, 8, 3)), layers.RandomFlip(), layers.RandomRotation(0.1), layers.Rescaling(1 / 255),
    layers.GroupNormalization(3), layers.UpSampling2D(interpolation="bilinear"), layers.Flatten(),
    layers.Dense(2, activation="gelu"),
])
check(augmented, 255 * random.random((2, 8, 8, 3), "f"))
print("equal")
"""


@pytest.mark.slow
@pytest.mark.skipif(importlib.util.find_spec("keras") is None, reason="needs keras")
def test_models_of_keras_give_the_same_in_onnx_runtime():
    result = subprocess.run(
        [sys.executable, "-c", PROGRAM], capture_output=True, text=True, check=False
    )
    assert result.stdout.strip().endswith("equal"), result.stderr
