"""Models under a `MirroredStrategy` with two replicas on one CPU, divided before TensorFlow begins."""

from __future__ import annotations

import functools

import numpy as np
import tensorflow as tf

(_cpu,) = tf.config.list_physical_devices("CPU")
tf.config.set_logical_device_configuration(_cpu, [tf.config.LogicalDeviceConfiguration()] * 2)


@functools.cache
def _strategy():
    """One for all: TensorFlow's collective operations take another one's for its own."""
    return tf.distribute.MirroredStrategy(["CPU:0", "CPU:1"])


def _trained(model, x, y, **options):
    history = model.fit(
        x, y, batch_size=12, epochs=3, shuffle=False, verbose=0, validation_split=0.2, **options
    )
    found = {key: np.float32(values) for key, values in history.history.items()}
    found["evaluated"] = np.float32(model.evaluate(x, y, batch_size=8, verbose=0))
    found["predicted"] = model.predict(x, batch_size=8, verbose=0)
    return {**found, **{f"weight {i}": w for i, w in enumerate(model.get_weights())}}


def _classified(keras, middle, optimizer, **options):
    draws = np.random.default_rng(0)
    x, y = draws.normal(size=(50, 8)).astype("float32"), draws.integers(0, 3, 50)
    with _strategy().scope():
        layers = [keras.layers.Dense(16, activation="relu"), middle(), keras.layers.Dense(3)]
        model = keras.Sequential([keras.Input((8,)), *layers])
        loss = keras.losses.SparseCategoricalCrossentropy(from_logits=True)
        model.compile(optimizer(), loss, metrics=["accuracy"], **options)
    return model, x, y


def batch_normalization(keras):
    """Each replica by its own part of the batch."""
    make = keras.optimizers.Adam
    return _trained(*_classified(keras, keras.layers.BatchNormalization, make))


def synchronized_batch_normalization(keras):
    """All replicas by the whole batch; gradients go through the sums."""
    middle = lambda: keras.layers.BatchNormalization(synchronized=True)  # noqa: E731
    return _trained(*_classified(keras, middle, keras.optimizers.SGD))


def eagerly(keras):
    make = lambda: keras.optimizers.AdamW(0.01)  # noqa: E731
    model, x, y = _classified(
        keras, lambda: keras.layers.Dense(4, kernel_regularizer="l2"), make, run_eagerly=True
    )
    return _trained(model, x[:30], y[:30])


def averaged_weights(keras):
    make = lambda: keras.optimizers.Adam(0.01, use_ema=True, ema_momentum=0.9)  # noqa: E731
    return _trained(*_classified(keras, keras.layers.LayerNormalization, make))


def embedded_sequences(keras):
    """The gradients of an embedding are slices."""
    draws = np.random.default_rng(0)
    x, y = draws.integers(0, 20, (40, 5)), draws.normal(size=(40, 1)).astype("float32")
    with _strategy().scope():
        layers = [keras.layers.Embedding(20, 6), keras.layers.LSTM(7), keras.layers.Dense(1)]
        model = keras.Sequential([keras.Input((5,), dtype="int32"), *layers])
        model.compile("rmsprop", "mse", metrics=["mae"])
    return _trained(model, x, y)


def convolved_datasets(keras):
    """A dataset is divided among the replicas, its last and smaller batch too."""
    draws = np.random.default_rng(0)
    x = draws.normal(size=(20, 8, 8, 1)).astype("float32")
    y = draws.normal(size=(20, 2)).astype("float32")
    with _strategy().scope():
        layers = [keras.layers.Conv2D(4, 3), keras.layers.GlobalAveragePooling2D()]
        model = keras.Sequential([keras.Input((8, 8, 1)), *layers, keras.layers.Dense(2)])
        model.compile(keras.optimizers.SGD(0.1, momentum=0.9), "mse", metrics=["mae"])
    dataset = tf.data.Dataset.from_tensor_slices((x, y)).batch(12)
    history = model.fit(dataset, epochs=3, verbose=0, validation_data=dataset)
    found = {key: np.float32(values) for key, values in history.history.items()}
    return {**found, "predicted": model.predict(dataset, verbose=0)}


PROGRAMS = [
    batch_normalization,
    synchronized_batch_normalization,
    eagerly,
    averaged_weights,
    embedded_sequences,
    convolved_datasets,
]
