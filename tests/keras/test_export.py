"""Keras's own export on Stagelight: what it writes is loaded without Keras."""

from __future__ import annotations

import importlib.util
import json
import subprocess
import sys

import pytest

pytestmark = [pytest.mark.keras]

EXPORT = """
import sys
import stagelight
stagelight.install_as_tensorflow()
import json, keras, numpy as np, tensorflow as tf
keras.utils.set_random_seed(0)
image = keras.Input((8, 8, 3))
x = keras.layers.Conv2D(4, 3, activation="relu")(image)
x = keras.layers.BatchNormalization()(x)
x = keras.layers.GlobalAveragePooling2D()(x)
x = keras.layers.Dropout(0.5)(x)
model = keras.Model(image, keras.layers.Dense(2, activation="softmax")(x))
model.export(f"{sys.argv[1]}/image", verbose=False)
words = keras.Sequential([keras.Input((None,)), keras.layers.Embedding(10, 4, mask_zero=True),
                          keras.layers.LSTM(3), keras.layers.Dense(1)])
words.export(f"{sys.argv[1]}/words", verbose=False)
tf.saved_model.save(model, f"{sys.argv[1]}/whole")
archive = keras.export.ExportArchive()
archive.track(model)
spec = tf.TensorSpec([None, 8, 8, 3])
endpoint = tf.function(lambda x: 2.0 * model(x), input_signature=[spec])
endpoint.get_concrete_function()
archive.add_endpoint("twice", endpoint)
archive.write_out(f"{sys.argv[1]}/archive", verbose=False)
ones = np.ones((2, 8, 8, 3), np.float32)
print(json.dumps([model.predict(ones, verbose=0).tolist(),
                  words.predict(np.array([[1, 2, 3, 0]]), verbose=0).tolist()]))
"""

LOAD = """
import sys, json
import stagelight as tf
image, words, whole = (tf.saved_model.load(f"{sys.argv[1]}/{x}") for x in ("image", "words", "whole"))
assert "keras" not in sys.modules
ones = tf.ones([2, 8, 8, 3])
assert len(image.variables) == 9 and len(image.trainable_variables) == 6, image.variables
served = whole.signatures["serving_default"](ones)["output_0"]
assert abs(served - image.serve(ones)).numpy().max() < 1e-6
archive = tf.saved_model.load(f"{sys.argv[1]}/archive")
assert abs(2.0 * served - archive.twice(ones)).numpy().max() < 1e-6
print(json.dumps([image.serve(ones).numpy().tolist(),
                  words.serve(tf.constant([[1.0, 2.0, 3.0, 0.0]])).numpy().tolist()]))
"""


def run(program: str, *arguments: str) -> list:
    result = subprocess.run(
        [sys.executable, "-c", program, *arguments], capture_output=True, text=True, check=False
    )
    assert result.returncode == 0, result.stderr
    return json.loads(result.stdout.strip().splitlines()[-1])


@pytest.mark.slow
@pytest.mark.skipif(importlib.util.find_spec("keras") is None, reason="needs keras")
def test_an_exported_model_is_loaded_without_keras(tmp_path):
    for expected, found in zip(run(EXPORT, str(tmp_path)), run(LOAD, str(tmp_path)), strict=True):
        for row, other in zip(expected, found, strict=True):
            assert other == pytest.approx(row, rel=1e-5, abs=1e-6)
