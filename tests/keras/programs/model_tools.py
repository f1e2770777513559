"""Around models: copies, configs, summaries, quantization, adapters, strategies, nets of `applications`."""

from __future__ import annotations

import json
import os
import tempfile
from pathlib import Path

import numpy as np

from tests.keras.programs import classes, trained, words


def _functional(keras):
    layers = keras.layers
    source = keras.Input((8,), name="source")
    branch = layers.Dense(6, activation="relu", name="branch")(source)
    both = layers.Concatenate(name="both")([branch, layers.Dense(3, name="other")(source)])
    return keras.Model(source, layers.Dense(4, name="last")(both), name="functional")


def _compiled(keras, model, **options):
    loss = keras.losses.SparseCategoricalCrossentropy(from_logits=True)
    model.compile("adam", loss, metrics=["accuracy"], **options)
    return model


def _saved_and_loaded(keras, model):
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "model.keras")
        model.save(path)
        return keras.models.load_model(path)


def clones(keras):
    """Copies of a model are of its form, and have weights of their own."""
    model = _functional(keras)
    keras.utils.set_random_seed(2)
    copy = keras.models.clone_model(model)
    renamed = keras.models.clone_model(
        model,
        clone_function=lambda layer: layer.__class__.from_config(
            {**layer.get_config(), "name": f"{layer.name}_again"}
        ),
    )
    other = keras.Input((8,), name="elsewhere")
    moved = keras.models.clone_model(model, input_tensors=other)
    copy.set_weights(model.get_weights())
    x, y = classes((8,))
    return {
        "copied": copy.predict(x[:5], verbose=0),
        "own": model.predict(x[:5], verbose=0),
        "renamed": np.array([layer.name for layer in renamed.layers]),
        "moved": np.array([weight.shape for weight in moved.weights if len(weight.shape) == 2]),
        **trained(_compiled(keras, copy), x, y),
    }


def configs(keras):
    """Models made again of their config and their JSON compute the same."""
    x, _ = classes((8,))
    model = _compiled(keras, _functional(keras))
    again = keras.Model.from_config(model.get_config())
    again.set_weights(model.get_weights())
    parsed = keras.models.model_from_json(model.to_json())
    parsed.set_weights(model.get_weights())
    config = json.loads(model.to_json())["config"]
    compiled = keras.saving.serialize_keras_object(model.optimizer)["config"]
    return {
        "model": model.predict(x[:5], verbose=0),
        "again": again.predict(x[:5], verbose=0),
        "parsed": parsed.predict(x[:5], verbose=0),
        "layers": np.array([json.dumps(layer, sort_keys=True) for layer in config["layers"]]),
        "optimizer": np.array(sorted(f"{key} {value}" for key, value in compiled.items())),
    }


def summaries(keras):
    """What `summary` prints, of a model that was trained and of one with models inside."""
    inner = keras.Sequential([keras.Input((4,)), keras.layers.Dense(2)], name="inner")
    inner.trainable = False
    nested = keras.Sequential([_functional(keras), inner], name="nested")
    x, y = classes((8,))
    _compiled(keras, nested).fit(x, y % 2, verbose=0)
    lines: list[str] = []
    for model in (_functional(keras), nested):
        model.summary(
            print_fn=lambda line, **_: lines.append(line),
            expand_nested=True,
            show_trainable=True,
            line_length=100,
        )
    return {"lines": np.array("\n".join(lines).splitlines())}


def parts_of_models(keras):
    """Features from the middle of a model, layers that are shared, and removed."""
    model = _functional(keras)
    x, _ = classes((8,))
    middle = keras.Model(model.input, model.get_layer("both").output)
    shared = keras.layers.Dense(3, name="shared")
    first, second = keras.Input((8,)), keras.Input((8,))
    twice = keras.Model([first, second], shared(first) - shared(second))
    row = keras.Sequential([keras.Input((8,)), keras.layers.Dense(3), keras.layers.Dense(2)])
    row.pop()
    row.add(keras.layers.Dense(5))
    return {
        "middle": middle.predict(x[:5], verbose=0),
        "twice": twice.predict([x[:5], x[5:10]], verbose=0),
        "same": np.int64(len(twice.weights)),
        "row": row.predict(x[:5], verbose=0),
        "nothing": np.asarray(twice([x[:2], x[:2]])),
    }


def lora(keras):
    """Adapters of few numbers are trained while the weights stay, and become part of them when saved."""
    layers = keras.layers
    x, y = words()
    model = keras.Sequential(
        [
            keras.Input((12,)),
            layers.Embedding(30, 6, name="words"),
            layers.EinsumDense("abc,cd->abd", output_shape=(None, 5), name="einsum"),
            layers.GlobalAveragePooling1D(),
            layers.Dense(4, name="last"),
        ]
    )
    model.build((None, 12))
    for name in ("words", "einsum", "last"):
        model.get_layer(name).enable_lora(2)
    kept = model.get_layer("last")._kernel.numpy()
    found = trained(_compiled(keras, model), x, y)
    found["kept"] = np.array_equal(kept, model.get_layer("last")._kernel.numpy())
    found["trainable"] = np.int64(len(model.trainable_weights))
    found["loaded"] = _saved_and_loaded(keras, model).predict(x[:5], verbose=0)
    return found


def _quantized(keras, mode):
    layers = keras.layers
    x, _ = words()
    model = keras.Sequential(
        [
            keras.Input((12,)),
            layers.Embedding(30, 8),
            layers.EinsumDense("abc,cd->abd", output_shape=(12, 6)),
            layers.Flatten(),
            layers.Dense(4),
        ]
    )
    before = model.predict(x[:5], verbose=0)
    model.quantize(mode)
    found = {"predicted": model.predict(x[:5], verbose=0)}
    found["near"] = np.bool_(np.abs(found["predicted"] - before).max() < 0.1)
    found["dtypes"] = np.array([str(weight.dtype) for weight in model.weights])
    found["loaded"] = _saved_and_loaded(keras, model).predict(x[:5], verbose=0)
    return found


def quantized_to_int8(keras):
    return _quantized(keras, "int8")


def quantized_to_int4(keras):
    return _quantized(keras, "int4")


def quantized_to_float8(keras):
    model = keras.Sequential([keras.Input((8,)), keras.layers.Dense(6), keras.layers.Dense(4)])
    model.quantize("float8")
    return trained(_compiled(keras, model), *classes((8,)))


def strategies(keras):
    """A strategy of one replica trains as none does."""
    import tensorflow as tf

    strategy = tf.distribute.MirroredStrategy(["/cpu:0"])
    with strategy.scope():
        model = _compiled(keras, _functional(keras))
    found = trained(model, *classes((8,)))
    found["replicas"] = np.int64(strategy.num_replicas_in_sync)
    dataset = tf.data.Dataset.from_tensor_slices(classes((8,))).batch(20)
    history = model.fit(dataset, epochs=2, verbose=0, validation_data=dataset)
    return {**found, "dataset": np.float32(history.history["val_loss"])}


def weights_of_optimizers(keras):
    """What an optimizer keeps beside the weights: averages, sums of gradients, scales; they are saved too."""
    make = keras.optimizers
    x, y = classes((8,))
    found = {}
    for name, optimizer in {
        "average": lambda: make.Adam(0.01, use_ema=True, ema_momentum=0.9),
        "sums": lambda: make.SGD(0.01, momentum=0.9, gradient_accumulation_steps=3),
        "scaled": lambda: make.LossScaleOptimizer(make.Adam(0.01), dynamic_growth_steps=2),
    }.items():
        keras.utils.set_random_seed(3)
        model = _functional(keras)
        loss = keras.losses.SparseCategoricalCrossentropy(from_logits=True)
        model.compile(optimizer(), loss)
        model.fit(x, y, batch_size=20, verbose=0)
        for i, variable in enumerate(model.optimizer.variables):
            found[f"{name} {i}"] = np.asarray(variable)
        again = _saved_and_loaded(keras, model)
        for one in (model, again):
            history = one.fit(x, y, batch_size=20, shuffle=False, verbose=0).history["loss"]
            found[f"{name} {'again' if one is again else 'goes on'}"] = np.float32(history)
        if name == "average":
            model.optimizer.finalize_variable_values(model.trainable_variables)
            found["finalized"] = np.asarray(model.trainable_variables[0])
    return found


def applications(keras):
    """Nets of `keras.applications`, with weights given by a seed."""
    random = np.random.default_rng(4)
    images = random.uniform(0, 255, (2, 32, 32, 3)).astype(np.float32)
    found = {}
    for module, name, options in (
        ("mobilenet_v2", "MobileNetV2", {"alpha": 0.35}),
        ("mobilenet", "MobileNet", {"alpha": 0.25}),
        ("efficientnet", "EfficientNetB0", {}),
    ):
        keras.utils.set_random_seed(4)
        space = getattr(keras.applications, module)
        net = getattr(space, name)(
            input_shape=(32, 32, 3), weights=None, include_top=False, pooling="avg", **options
        )
        inputs = space.preprocess_input(images.copy())
        found[f"{name} inputs"] = np.asarray(inputs)[:, ::8, ::8]
        found[f"{name} features"] = net.predict(inputs, verbose=0)
        found[f"{name} count"] = np.int64(net.count_params())
    return found


def fine_tuning(keras):
    """A net that stays as it is under a head that is trained; then its last layers too."""
    random = np.random.default_rng(5)
    images = random.uniform(-1, 1, (24, 32, 32, 3)).astype(np.float32)
    base = keras.applications.MobileNetV2(
        input_shape=(32, 32, 3), alpha=0.35, weights=None, include_top=False
    )
    base.trainable = False
    source = keras.Input((32, 32, 3))
    x = keras.layers.GlobalAveragePooling2D()(base(source, training=False))
    model = _compiled(keras, keras.Model(source, keras.layers.Dense(3)(x)))
    y = np.arange(24) % 3
    found = {"head": np.float32(model.fit(images, y, epochs=2, verbose=0).history["loss"])}
    base.trainable = True
    for layer in base.layers[:-4]:
        layer.trainable = False
    model.compile(
        keras.optimizers.SGD(1e-3), keras.losses.SparseCategoricalCrossentropy(from_logits=True)
    )
    found["all"] = np.float32(model.fit(images, y, epochs=2, verbose=0).history["loss"])
    found["trainable"] = np.int64(len(model.trainable_weights))
    return found


def layer_reuse_and_losses(keras):
    """Layers with weights, losses and metrics of their own, in a model that is saved."""

    @keras.saving.register_keras_serializable("tools")
    class Gate(keras.layers.Layer):
        def __init__(self, rate=0.1, **kwargs):
            super().__init__(**kwargs)
            self.rate = rate
            self.mean = keras.metrics.Mean(name="open")

        def build(self, shape):
            self.gate = self.add_weight(
                shape=(shape[-1],),
                initializer="ones",
                regularizer=keras.regularizers.L2(0.01),
                constraint=keras.constraints.NonNeg(),
                name="gate",
            )
            self.seen = self.add_weight(shape=(), trainable=False, initializer="zeros", name="seen")

        def call(self, x, training=False):
            if training:
                self.seen.assign_add(keras.ops.cast(keras.ops.shape(x)[0], "float32"))
            opened = keras.ops.sigmoid(self.gate * x)
            self.add_loss(self.rate * keras.ops.mean(opened))
            self.mean.update_state(opened)
            return x * opened

        def get_config(self):
            return {**super().get_config(), "rate": self.rate}

    model = keras.Sequential([keras.Input((8,)), Gate(0.2), keras.layers.Dense(4)])
    x, y = classes((8,))
    found = trained(_compiled(keras, model), x, y)
    found["seen"] = np.float32(model.layers[0].seen)
    model(x)
    found["losses"] = np.float32([float(loss) for loss in model.losses])
    again = _saved_and_loaded(keras, model)
    found["again"] = again.predict(x[:5], verbose=0)
    found["still seen"] = np.float32(again.layers[0].seen)
    return found


def masks_and_sequences(keras):
    """Masks through layers of layers, states that are carried on, and models that run backwards."""
    layers = keras.layers
    x, y = words(length=6)
    source = keras.Input((6,))
    embedded = layers.Embedding(30, 5, mask_zero=True)(source)
    both, forward, _, backward, _ = layers.Bidirectional(
        layers.LSTM(4, return_sequences=True, return_state=True), merge_mode="sum"
    )(embedded)
    each = layers.TimeDistributed(layers.Dense(3))(both)
    last = layers.GRU(4, go_backwards=True)(each)
    out = layers.Dense(4)(layers.Concatenate()([last, forward, backward]))
    found = trained(_compiled(keras, keras.Model(source, out)), x, y)
    mask = layers.Masking(0.5)
    rows = np.float32([[[0.5, 0.5], [1, 2]], [[3, 4], [0.5, 0.5]]])
    found["mask"] = np.asarray(mask.compute_mask(rows))
    stateful = layers.GRU(3, stateful=True, return_sequences=True)
    for i in range(3):
        found[f"carried {i}"] = np.asarray(stateful(rows))
    stateful.reset_state()
    found["reset"] = np.asarray(stateful(rows))
    _, *state = layers.LSTM(3, return_state=True)(rows)
    found["begun"] = np.asarray(layers.LSTM(3)(rows, initial_state=state))
    return found


def exports(keras):
    """An exported model is loaded as a layer, with the functions that it was given."""
    import tensorflow as tf

    x, _ = classes((8,))
    model = _functional(keras)
    with tempfile.TemporaryDirectory() as folder:
        model.export(os.path.join(folder, "model"), verbose=False)
        layer = keras.layers.TFSMLayer(os.path.join(folder, "model"), call_endpoint="serve")
        served = np.asarray(layer(x[:5]))
        archive = keras.export.ExportArchive()
        archive.track(model)
        archive.add_endpoint(
            "sized", model.call, input_signature=[tf.TensorSpec((None, 8), "float32")]
        )
        archive.add_variable_collection("own", model.trainable_variables)
        archive.write_out(os.path.join(folder, "archive"), verbose=False)
        loaded = tf.saved_model.load(os.path.join(folder, "archive"))
        sized = loaded.sized(x[:5]).numpy()
        files = sorted(p.name for p in Path(folder, "archive").iterdir())
    return {
        "own": model.predict(x[:5], verbose=0),
        "served": served,
        "sized": sized,
        "collection": np.int64(len(loaded.own)),
        "files": np.array(files),
    }


def state_without_effects(keras):
    """Models, optimizers and metrics as functions of their state."""
    x, y = classes((8,))
    model = _functional(keras)
    optimizer = keras.optimizers.Adam(0.01)
    optimizer.build(model.trainable_variables)
    trainable, rest = model.trainable_variables, model.non_trainable_variables
    outputs, after = model.stateless_call(
        [v.value + 1.0 for v in trainable], [v.value for v in rest], x[:5]
    )
    try:
        optimizer.stateless_apply([], [v.value for v in trainable], [])
    except ValueError as error:
        refused = str(error)
    metric = keras.metrics.SparseCategoricalAccuracy()
    state = metric.stateless_update_state([v.value for v in metric.variables], y[:5], outputs)
    return {
        "outputs": np.asarray(outputs),
        "after": np.int64(len(after)),
        "refused": np.array(refused),
        "metric": np.asarray(metric.stateless_result(state)),
    }


PROGRAMS = (
    clones,
    configs,
    summaries,
    parts_of_models,
    lora,
    quantized_to_int8,
    quantized_to_int4,
    quantized_to_float8,
    strategies,
    weights_of_optimizers,
    applications,
    fine_tuning,
    layer_reuse_and_losses,
    masks_and_sequences,
    exports,
    state_without_effects,
)
