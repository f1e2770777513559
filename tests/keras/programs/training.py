"""Training as users do it: optimizers, losses, metrics, callbacks, own steps and loops, saving, `tf.data`."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path

import numpy as np

from tests.keras.programs import classes, trained


def _model(keras, units=4):
    return keras.Sequential(
        [keras.Input((8,)), keras.layers.Dense(12, activation="relu"), keras.layers.Dense(units)]
    )


def _loss(keras):
    return keras.losses.SparseCategoricalCrossentropy(from_logits=True)


def optimizers(keras):
    found = {}
    x, y = classes((8,), samples=64)
    for name in (
        "SGD",
        "RMSprop",
        "Adam",
        "AdamW",
        "Adadelta",
        "Adagrad",
        "Adamax",
        "Nadam",
        "Ftrl",
        "Adafactor",
        "Lion",
        "Lamb",
        "Muon",
    ):
        keras.utils.set_random_seed(1)
        model = _model(keras)
        model.compile(getattr(keras.optimizers, name)(0.01), _loss(keras))
        found[name] = np.float32(model.fit(x, y, epochs=2, verbose=0).history["loss"])
    return found


def optimizers_with_options(keras):
    found = {}
    x, y = classes((8,), samples=64)
    make = keras.optimizers
    schedule = make.schedules.ExponentialDecay(0.05, 3, 0.7)
    for name, optimizer in {
        "momentum": make.SGD(0.05, momentum=0.9, nesterov=True),
        "schedule": make.Adam(schedule),
        "cosine": make.SGD(make.schedules.CosineDecay(0.1, 6)),
        "clipnorm": make.Adam(0.01, clipnorm=0.1),
        "clipvalue": make.Adam(0.01, clipvalue=0.01),
        "global_clipnorm": make.Adam(0.01, global_clipnorm=0.1),
        "ema": make.SGD(0.05, use_ema=True, ema_overwrite_frequency=2),
        "weight_decay": make.RMSprop(0.01, weight_decay=0.1, centered=True, momentum=0.5),
        "amsgrad": make.Adam(0.01, amsgrad=True),
        "accumulation": make.Adam(0.01, gradient_accumulation_steps=2),
        "loss_scale": make.LossScaleOptimizer(make.Adam(0.01), initial_scale=8.0),
    }.items():
        keras.utils.set_random_seed(1)
        model = _model(keras)
        model.compile(optimizer, _loss(keras))
        found[name] = np.float32(model.fit(x, y, epochs=2, verbose=0).history["loss"])
    return found


def mixed_precision(keras):
    # Half precision rounds differently in another order of sums.
    return {"loss": np.round(_losses_under("mixed_float16", keras), 2)}


def _losses_under(policy, keras):
    keras.mixed_precision.set_global_policy(policy)
    try:
        model = _model(keras)
        model.compile("adam", _loss(keras))
        x, y = classes((8,), samples=64)
        return np.float32(model.fit(x, y, epochs=3, verbose=0).history["loss"])
    finally:
        keras.mixed_precision.set_global_policy("float32")


def callbacks(keras):
    x, y = classes((8,))
    model = _model(keras)
    model.compile("adam", _loss(keras), metrics=["accuracy"])
    seen = []
    with tempfile.TemporaryDirectory() as folder:
        history = model.fit(
            x,
            y,
            epochs=6,
            verbose=0,
            validation_split=0.3,
            callbacks=[
                keras.callbacks.EarlyStopping(patience=1, min_delta=1.0, restore_best_weights=True),
                keras.callbacks.ReduceLROnPlateau(patience=1, min_delta=1.0),
                keras.callbacks.LearningRateScheduler(lambda epoch, rate: rate * 0.9),
                keras.callbacks.ModelCheckpoint(
                    os.path.join(folder, "m.weights.h5"), save_weights_only=True
                ),
                keras.callbacks.CSVLogger(os.path.join(folder, "log.csv")),
                keras.callbacks.LambdaCallback(
                    on_epoch_end=lambda epoch, logs: seen.append(logs["loss"])
                ),
                keras.callbacks.TerminateOnNaN(),
            ],
        )
        files = sorted(os.listdir(folder))
        lines = Path(folder, "log.csv").read_text().count("\n")
    found = {key: np.float32(v) for key, v in history.history.items()}
    return {**found, "seen": np.float32(seen), "files": np.array(files), "lines": np.int64(lines)}


def nan_loss_ends_training(keras):
    x, y = classes((8,))
    model = _model(keras)
    model.compile(keras.optimizers.SGD(1e30), _loss(keras))
    history = model.fit(x, y, epochs=5, verbose=0, callbacks=[keras.callbacks.TerminateOnNaN()])
    return {"epochs": np.int64(len(history.epoch)), "loss": np.isnan(history.history["loss"][-1])}


def own_train_step(keras):
    import tensorflow as tf

    class Model(keras.Model):
        def __init__(self):
            super().__init__()
            self.inner = [keras.layers.Dense(12, activation="relu"), keras.layers.Dense(4)]
            self.tracker = keras.metrics.Mean(name="own_loss")

        def call(self, x):
            return self.inner[1](self.inner[0](x))

        def train_step(self, data):
            x, y = data
            with tf.GradientTape() as tape:
                loss = keras.ops.mean(
                    keras.losses.sparse_categorical_crossentropy(y, self(x), True)
                )
            gradients = tape.gradient(loss, self.trainable_variables)
            self.optimizer.apply_gradients(zip(gradients, self.trainable_variables, strict=True))
            self.tracker.update_state(loss)
            return {"own_loss": self.tracker.result()}

    model = Model()
    model.compile("adam")
    history = model.fit(*classes((8,)), epochs=3, verbose=0)
    return {"loss": np.float32(history.history["own_loss"])}


def own_loop(keras):
    import tensorflow as tf

    model, loss_of = _model(keras), _loss(keras)
    optimizer = keras.optimizers.Adam(0.01)
    metric = keras.metrics.SparseCategoricalAccuracy()

    @tf.function
    def step(x, y):
        with tf.GradientTape() as tape:
            logits = model(x, training=True)
            loss = loss_of(y, logits)
        gradients = tape.gradient(loss, model.trainable_weights)
        optimizer.apply(gradients, model.trainable_weights)
        metric.update_state(y, logits)
        return loss

    x, y = classes((8,))
    dataset = tf.data.Dataset.from_tensor_slices((x, y)).shuffle(100, seed=1).batch(32)
    losses = []
    for _ in range(3):
        for batch_x, batch_y in dataset:
            losses.append(float(step(batch_x, batch_y)))
    return {"losses": np.float32(losses), "accuracy": np.float32(metric.result())}


def datasets(keras):
    import tensorflow as tf

    x, y = classes((8,))
    dataset = tf.data.Dataset.from_tensor_slices((x, y)).batch(32).prefetch(2)
    model = _model(keras)
    model.compile("adam", _loss(keras))
    history = model.fit(dataset, epochs=3, verbose=0, validation_data=dataset.take(1))
    found = {key: np.float32(v) for key, v in history.history.items()}
    found["predicted"] = model.predict(dataset.map(lambda x, y: x), verbose=0)
    more = model.fit(dataset.repeat(), steps_per_epoch=2, epochs=2, verbose=0)
    return {**found, "repeated": np.float32(more.history["loss"])}


def generators(keras):
    x, y = classes((8,))

    class Rows(keras.utils.PyDataset):
        def __len__(self):
            return 4

        def __getitem__(self, i):
            return x[i * 25 : i * 25 + 25], y[i * 25 : i * 25 + 25]

    def batches():
        for i in range(4):
            yield x[i * 25 : i * 25 + 25], y[i * 25 : i * 25 + 25]

    model = _model(keras)
    model.compile("adam", _loss(keras))
    first = model.fit(Rows(workers=2), epochs=2, verbose=0, shuffle=False).history["loss"]
    second = model.fit(batches(), epochs=1, verbose=0).history["loss"]
    return {"rows": np.float32(first), "generator": np.float32(second)}


def saving(keras):
    x, y = classes((8,))
    model = _model(keras)
    model.compile("adam", _loss(keras), metrics=["accuracy"])
    model.fit(x, y, epochs=1, verbose=0)
    found = {"before": model.predict(x[:5], verbose=0)}
    with tempfile.TemporaryDirectory() as folder:
        for name in ("model.keras", "model.h5"):
            path = os.path.join(folder, name)
            model.save(path)
            again = keras.models.load_model(path)
            found[name] = again.predict(x[:5], verbose=0)
            if name.endswith("keras"):
                found["trained on"] = np.float32(
                    again.fit(x, y, epochs=1, verbose=0).history["loss"]
                )
        path = os.path.join(folder, "m.weights.h5")
        model.save_weights(path)
        other = _model(keras)
        other.load_weights(path)
        found["weights"] = other.predict(x[:5], verbose=0)
    found["clone"] = np.int64(keras.models.clone_model(model).count_params())
    return found


def custom_objects(keras):
    @keras.saving.register_keras_serializable("own")
    class Scaled(keras.layers.Layer):
        def __init__(self, factor, **kwargs):
            super().__init__(**kwargs)
            self.factor = factor

        def build(self, shape):
            self.w = self.add_weight(shape=(shape[-1],), initializer="ones", name="w")
            self.count = self.add_weight(
                shape=(), initializer="zeros", trainable=False, name="count"
            )

        def call(self, x):
            self.count.assign_add(1.0)
            return x * self.w * self.factor

        def get_config(self):
            return {**super().get_config(), "factor": self.factor}

    model = keras.Sequential([keras.Input((8,)), Scaled(2.0), keras.layers.Dense(4)])
    model.compile("adam", _loss(keras))
    found = trained(model, *classes((8,)))
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "m.keras")
        model.save(path)
        found["loaded"] = keras.models.load_model(path).predict(classes((8,))[0][:5], verbose=0)
    return found


def frozen_layers(keras):
    model = _model(keras)
    model.layers[0].trainable = False
    model.compile("adam", _loss(keras))
    before = model.layers[0].get_weights()[0]
    found = trained(model, *classes((8,)))
    return {**found, "same": np.array_equal(before, model.layers[0].get_weights()[0])}


def own_loss_and_metric(keras):
    class Share(keras.metrics.Metric):
        def __init__(self, name="share", **kwargs):
            super().__init__(name=name, **kwargs)
            self.total = self.add_variable((), "zeros", name="total")
            self.count = self.add_variable((), "zeros", name="count")

        def update_state(self, y_true, y_pred, sample_weight=None):
            self.total.assign_add(keras.ops.sum(keras.ops.cast(y_pred > 0, "float32")))
            self.count.assign_add(keras.ops.cast(keras.ops.size(y_pred), "float32"))

        def result(self):
            return self.total / self.count

    model = _model(keras, 1)
    model.compile("adam", lambda y, p: keras.ops.mean(keras.ops.abs(y - p), -1), metrics=[Share()])
    x, y = classes((8,))
    return trained(model, x, y.astype(np.float32)[:, None])


def add_loss_and_random(keras):
    class Noisy(keras.layers.Layer):
        def __init__(self):
            super().__init__()
            self.seeds = keras.random.SeedGenerator(3)

        def call(self, x):
            self.add_loss(0.01 * keras.ops.mean(keras.ops.square(x)))
            return x + keras.random.normal(keras.ops.shape(x), seed=self.seeds)

    model = keras.Sequential([keras.Input((8,)), Noisy(), keras.layers.Dense(4)])
    model.compile("adam", _loss(keras))
    return trained(model, *classes((8,)))


def interrupted_fit_goes_on(keras):
    """A `fit` that is interrupted leaves the model as it was after the last step."""

    class Interrupting(keras.callbacks.Callback):
        def on_train_batch_end(self, batch, logs=None):
            if self.model.optimizer.iterations == 6:
                raise KeyboardInterrupt

    x, y = classes((8,))
    model = _model(keras)
    model.compile("adam", _loss(keras), metrics=["accuracy"])
    try:
        model.fit(x, y, epochs=3, verbose=0, callbacks=[Interrupting()])
    except KeyboardInterrupt:
        interrupted = True
    found = {"interrupted": np.bool_(interrupted)}
    found["steps"] = np.int64(model.optimizer.iterations)
    found["after"] = np.float32(model.evaluate(x, y, verbose=0))
    found["goes on"] = np.float32(model.fit(x, y, epochs=2, verbose=0).history["loss"])
    return found


def shape_mismatches_name_the_layer(keras):
    layers = keras.layers
    first, second = layers.Dense(4, name="first"), layers.Dense(3, name="second")
    model = keras.Sequential([keras.Input((8,)), first, second])
    model.compile("adam", "mse")
    x = np.zeros((4, 8), np.float32)
    found = {}
    for name, call in {
        "input": lambda: model.fit(x[:, :5], x[:, :3], verbose=0),
        "target": lambda: model.fit(x, x[:, :5], verbose=0),
        "layer": lambda: second(x),
        "convolution": lambda: layers.Conv2D(2, 3, name="third")(x),
        "merge": lambda: layers.Add(name="fourth")([x, x[:, :3]]),
    }.items():
        try:
            call()
        except Exception as error:  # noqa: BLE001 - which one it is is the result
            text = str(error)
            named = [word for word in ("first", "second", "third", "fourth") if word in text]
            shapes = [shape for shape in ("8", "5", "3") if shape in text]
            found[name] = np.array([type(error).__name__, *named, *shapes])
    return found


def callbacks_with_files(keras):
    x, y = classes((8,))
    with tempfile.TemporaryDirectory() as folder:
        best = os.path.join(folder, "best.keras")
        model = _model(keras)
        model.compile(keras.optimizers.SGD(0.1, use_ema=True), _loss(keras))
        history = model.fit(
            x,
            y,
            epochs=3,
            verbose=0,
            validation_split=0.2,
            callbacks=[
                keras.callbacks.ModelCheckpoint(best, save_best_only=True),
                keras.callbacks.BackupAndRestore(os.path.join(folder, "backup")),
                keras.callbacks.SwapEMAWeights(swap_on_epoch=True),
                keras.callbacks.TerminateOnNaN(),
            ],
        )
        found = {key: np.float32(v) for key, v in history.history.items()}
        found["best"] = keras.models.load_model(best).predict(x[:5], verbose=0)
    return found


def events_for_tensorboard(keras):
    import tensorflow as tf

    x, y = classes((8,))
    model = _model(keras)
    model.compile(keras.optimizers.SGD(0.1), _loss(keras), metrics=["accuracy"])
    found = {}
    with tempfile.TemporaryDirectory() as folder:
        board = keras.callbacks.TensorBoard(
            folder, histogram_freq=1, write_images=True, update_freq=2
        )
        model.fit(x, y, epochs=2, verbose=0, validation_split=0.2, callbacks=[board])
        for run in ("train", "validation"):
            lines = []
            for file in sorted(Path(folder, run).iterdir()):
                for record in tf.data.TFRecordDataset(str(file)):
                    event = tf.compat.v1.Event.FromString(record.numpy())
                    for value in event.summary.value:
                        plugin = value.metadata.plugin_data.plugin_name
                        lines.append(f"{value.tag} {plugin} {event.step}")
                        if "loss" in value.tag:
                            found[f"{run} {lines[-1]}"] = tf.make_ndarray(value.tensor)
            found[run] = np.array(sorted(lines))
    return found


def resumed_from_a_backup(keras):
    class Failing(keras.callbacks.Callback):
        def on_epoch_begin(self, epoch, logs=None):
            if epoch == 2:
                raise RuntimeError("the power is cut")

    x, y = classes((8,))
    with tempfile.TemporaryDirectory() as folder:

        def fit(*more):
            keras.utils.set_random_seed(1)
            model = _model(keras)
            model.compile("adam", _loss(keras))
            backup = keras.callbacks.BackupAndRestore(folder)
            return model.fit(x, y, epochs=4, shuffle=False, verbose=0, callbacks=[backup, *more])

        try:
            fit(Failing())
        except RuntimeError:
            history = fit()
    return {"epochs": np.array(history.epoch), "loss": np.float32(history.history["loss"])}


def compiled_and_eager_kinds(keras):
    """One model of each kind, with `jit_compile` on and off, and run eagerly."""
    layers = keras.layers
    kinds = {
        "convolution": lambda: [
            layers.Reshape((4, 4, 2)),
            layers.Conv2D(3, 3),
            layers.BatchNormalization(),
            layers.MaxPooling2D(),
            layers.Flatten(),
        ],
        "recurrent": lambda: [layers.Reshape((4, 8)), layers.LSTM(5)],
        "normalization": lambda: [layers.Dense(6), layers.LayerNormalization(), layers.ReLU()],
    }
    x, y = classes((32,), samples=64)
    found = {}
    for name, inner in kinds.items():
        for how in ({"jit_compile": True}, {"jit_compile": False}, {"run_eagerly": True}):
            keras.utils.set_random_seed(1)
            model = keras.Sequential([keras.Input((32,)), *inner(), layers.Dense(4)])
            model.compile("adam", _loss(keras), **how)
            history = model.fit(x, y, epochs=3, verbose=0)
            found[f"{name} {how}"] = np.float32(history.history["loss"])
    return found


def mixed_bfloat16(keras):
    # Numbers of eight bits round differently in another order of sums.
    return {"loss": np.round(_losses_under("mixed_bfloat16", keras), 1)}


PROGRAMS = (
    optimizers,
    optimizers_with_options,
    mixed_precision,
    callbacks,
    nan_loss_ends_training,
    own_train_step,
    own_loop,
    datasets,
    generators,
    saving,
    custom_objects,
    frozen_layers,
    own_loss_and_metric,
    add_loss_and_random,
    interrupted_fit_goes_on,
    shape_mismatches_name_the_layer,
    callbacks_with_files,
    events_for_tensorboard,
    resumed_from_a_backup,
    compiled_and_eager_kinds,
    mixed_bfloat16,
)
