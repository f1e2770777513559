"""Writes models to files, and reads them: run on Stagelight and on TensorFlow, in processes of their own.

    python tests/keras/files.py stagelight|tensorflow write|read FOLDER

Writing leaves models, weights and what they predict in the folder. Reading compares with that, and fails
where it differs.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import Any

import numpy as np

random = np.random.default_rng(31)
ROWS = random.standard_normal((6, 8)).astype(np.float32)
IMAGES = random.standard_normal((6, 8, 8, 3)).astype(np.float32)
WORDS = random.integers(0, 9, (6, 5))
TEXTS = np.array([["a b c"], ["b d"], ["a a"], ["c"], ["zz a"], [""]])
TARGETS = random.integers(0, 3, 6)


def models(keras: Any) -> dict[str, tuple[Any, Any]]:
    """A model of each kind, with an input."""
    layers = keras.layers
    normalization = layers.Normalization()
    normalization.adapt(ROWS)
    text = layers.TextVectorization(output_sequence_length=4)
    text.adapt(TEXTS[:, 0])
    source = keras.Input((8,))
    branch = layers.Dense(4, activation="relu")(source)
    both = layers.Concatenate()([branch, layers.Dense(2)(source)])
    words = keras.Input((5,))
    embedded = layers.Embedding(9, 4, mask_zero=True)(words)
    attended = layers.MultiHeadAttention(2, 2)(embedded, embedded)
    made = {
        "dense": (
            keras.Sequential([keras.Input((8,)), normalization, layers.Dense(3)]),
            ROWS,
        ),
        "functional": (keras.Model(source, layers.Dense(3)(both)), ROWS),
        "convolution": (
            keras.Sequential(
                [
                    keras.Input((8, 8, 3)),
                    layers.Conv2D(4, 3),
                    layers.BatchNormalization(),
                    layers.GlobalAveragePooling2D(),
                    layers.Dense(3),
                ]
            ),
            IMAGES,
        ),
        "recurrent": (
            keras.Sequential(
                [
                    keras.Input((5,)),
                    layers.Embedding(9, 4, mask_zero=True),
                    layers.Bidirectional(layers.LSTM(3, return_sequences=True)),
                    layers.GRU(3),
                ]
            ),
            WORDS,
        ),
        "attention": (
            keras.Model(words, layers.Dense(3)(layers.GlobalAveragePooling1D()(attended))),
            WORDS,
        ),
        "text": (
            keras.Sequential(
                [
                    keras.Input((1,), dtype="string"),
                    text,
                    layers.Embedding(9, 3),
                    layers.Flatten(),
                    layers.Dense(3),
                ]
            ),
            TEXTS,
        ),
    }
    for name, (model, _) in made.items():
        if name != "text":
            model.compile("adam", keras.losses.SparseCategoricalCrossentropy(from_logits=True))
    return made


def _predicted(keras: Any, model: Any, x: Any) -> Any:
    import tensorflow as tf

    return np.asarray(model(tf.constant(x)))


def write(keras: Any, folder: Path) -> None:
    """Trains each model for an epoch, and writes it."""
    predictions = {}
    for name, (model, x) in models(keras).items():
        if name != "text":
            model.fit(x, TARGETS, verbose=0)
        model.save(folder / f"{name}.keras")
        model.save_weights(folder / f"{name}.weights.h5")
        predictions[name] = _predicted(keras, model, x)
    np.savez(folder / "predictions.npz", **predictions)


def read(keras: Any, folder: Path) -> None:
    """Reads what was written: models as a whole, and weights into models of their own."""
    for name, (model, x) in models(keras).items():
        with np.load(folder / "predictions.npz") as kept:
            expected = kept[name]
        loaded = keras.models.load_model(folder / f"{name}.keras")
        np.testing.assert_allclose(_predicted(keras, loaded, x), expected, rtol=1e-4, atol=1e-5)
        model.load_weights(folder / f"{name}.weights.h5")
        np.testing.assert_allclose(_predicted(keras, model, x), expected, rtol=1e-4, atol=1e-5)
        if name != "text":
            assert int(loaded.optimizer.iterations) == 1
            loaded.fit(x, TARGETS, verbose=0)


def main(backend: str, task: str, folder: str) -> None:
    """Writes or reads on a backend."""
    os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "3")
    os.environ["KERAS_BACKEND"] = "tensorflow"
    if backend == "stagelight":
        import stagelight

        stagelight.install_as_tensorflow()
    import keras

    keras.utils.set_random_seed(7)
    {"write": write, "read": read}[task](keras, Path(folder))


if __name__ == "__main__":
    main(*sys.argv[1:])
