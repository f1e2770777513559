"""Models of dense layers, built and trained in each way that Keras offers."""

from __future__ import annotations

import numpy as np

from tests.keras.programs import classes, trained


def _layers(keras, units=4, activation="softmax"):
    return [
        keras.layers.Dense(16, activation="relu"),
        keras.layers.Dense(units, activation=activation),
    ]


def sequential(keras):
    model = keras.Sequential([keras.Input((8,)), *_layers(keras)])
    model.compile("adam", "sparse_categorical_crossentropy", metrics=["accuracy"])
    return trained(model, *classes((8,)))


def deferred_build_with_sgd_and_mse(keras):
    model = keras.Sequential(_layers(keras, 1, None))
    model.compile("sgd", "mse", metrics=["mae"])
    x, y = classes((8,))
    return trained(model, x, y.astype(np.float32))


def functional_with_two_inputs_and_outputs(keras):
    a, b = keras.Input((8,), name="a"), keras.Input((3,), name="b")
    joined = keras.layers.Concatenate()([keras.layers.Dense(6)(a), b])
    outputs = {
        "kind": keras.layers.Dense(4, name="kind")(joined),
        "size": keras.layers.Dense(1, name="size")(joined),
    }
    model = keras.Model([a, b], outputs)
    model.compile(
        "rmsprop",
        {"kind": keras.losses.SparseCategoricalCrossentropy(from_logits=True), "size": "mse"},
        loss_weights={"kind": 1.0, "size": 0.5},
    )
    x, y = classes((8,))
    history = model.fit(
        [x, x[:, :3]], {"kind": y, "size": x[:, 0]}, epochs=3, batch_size=32, verbose=0
    )
    found = {key: np.float32(v) for key, v in history.history.items()}
    return {**found, **model.predict([x[:9], x[:9, :3]], verbose=0)}


def subclassed(keras):
    class Model(keras.Model):
        def __init__(self):
            super().__init__()
            self.inner = _layers(keras)

        def call(self, x, training=False):
            for layer in self.inner:
                x = layer(x)
            return x

    model = Model()
    model.compile("adam", "sparse_categorical_crossentropy")
    return trained(model, *classes((8,)))


def run_eagerly(keras):
    model = keras.Sequential([keras.Input((8,)), *_layers(keras)])
    model.compile("adam", "sparse_categorical_crossentropy", run_eagerly=True)
    return trained(model, *classes((8,)))


def jit_compiled(keras):
    model = keras.Sequential([keras.Input((8,)), *_layers(keras)])
    model.compile("adam", "sparse_categorical_crossentropy", jit_compile=True)
    x, y = classes((8,), samples=96)
    return trained(model, x, y)


def several_steps_per_execution(keras):
    model = keras.Sequential([keras.Input((8,)), *_layers(keras)])
    model.compile("adam", "sparse_categorical_crossentropy", steps_per_execution=2)
    return trained(model, *classes((8,)))


def validation_and_sample_weights(keras):
    model = keras.Sequential([keras.Input((8,)), *_layers(keras)])
    model.compile("adam", "sparse_categorical_crossentropy", weighted_metrics=["accuracy"])
    x, y = classes((8,))
    weights = np.linspace(0, 1, len(x)).astype(np.float32)
    history = model.fit(
        x, y, epochs=3, sample_weight=weights, validation_split=0.2, verbose=0, shuffle=False
    )
    return {key: np.float32(v) for key, v in history.history.items()}


def class_weights(keras):
    model = keras.Sequential([keras.Input((8,)), *_layers(keras)])
    model.compile("adam", "sparse_categorical_crossentropy")
    weights = {0: 1.0, 1: 2.0, 2: 0.5, 3: 1.0}
    return trained(model, *classes((8,)), class_weight=weights)


def batches_one_by_one(keras):
    model = keras.Sequential([keras.Input((8,)), *_layers(keras)])
    model.compile("adam", "sparse_categorical_crossentropy", metrics=["accuracy"])
    x, y = classes((8,))
    found = [model.train_on_batch(x[i : i + 20], y[i : i + 20]) for i in range(0, 100, 20)]
    return {
        "trained": np.float32(found),
        "tested": np.float32(model.test_on_batch(x, y)),
        "predicted": model.predict_on_batch(x[:5]),
    }


def initial_weights(keras):
    found = {}
    for name in ("glorot_uniform", "he_normal", "orthogonal", "truncated_normal", "lecun_uniform"):
        layer = keras.layers.Dense(5, kernel_initializer=name)
        layer.build((None, 7))
        found[name] = layer.get_weights()[0]
    return found


PROGRAMS = (
    sequential,
    deferred_build_with_sgd_and_mse,
    functional_with_two_inputs_and_outputs,
    subclassed,
    run_eagerly,
    jit_compiled,
    several_steps_per_execution,
    validation_and_sample_weights,
    class_weights,
    batches_one_by_one,
    initial_weights,
)
