"""Where `fit` takes data from: folders of images, texts and sounds, series, `PyDataset`s, dicts, weights."""

from __future__ import annotations

import os
import tempfile
import wave
from pathlib import Path

import numpy as np

from tests.keras.programs import classes

random = np.random.default_rng(23)


def _rows(dataset):
    """The parts of a dataset's elements, as arrays."""
    found = {}
    for i, element in enumerate(dataset):
        for j, part in enumerate(element if isinstance(element, tuple) else (element,)):
            found[f"{i} {j}"] = np.asarray(part)
    return found


def _kinds(folder, write, count=5):
    """A folder with a folder for each of two kinds, filled by `write(path without its end, number)`."""
    for k, kind in enumerate(("cats", "dogs")):
        Path(folder, kind).mkdir()
        for i in range(count):
            write(os.path.join(folder, kind, f"{kind}_{i}"), k * count + i)


def images_in_folders(keras):
    pictures = random.integers(0, 255, (10, 9, 7, 3)).astype(np.uint8)
    found = {}
    with tempfile.TemporaryDirectory() as folder:
        _kinds(
            folder,
            lambda path, i: keras.utils.save_img(f"{path}.png", pictures[i], scale=False),
        )
        read = keras.utils.image_dataset_from_directory
        plain = read(folder, image_size=(9, 7), batch_size=4, shuffle=False, verbose=False)
        found["names"] = np.array(plain.class_names)
        found["paths"] = np.array([os.path.relpath(p, folder) for p in plain.file_paths])
        parts = read(
            folder,
            image_size=(6, 6),
            batch_size=3,
            label_mode="categorical",
            color_mode="grayscale",
            validation_split=0.4,
            subset="both",
            seed=3,
            verbose=False,
        )
        padded = read(
            folder,
            image_size=(8, 8),
            label_mode=None,
            pad_to_aspect_ratio=True,
            shuffle=False,
            verbose=False,
        )
        cropped = read(
            folder,
            image_size=(4, 6),
            crop_to_aspect_ratio=True,
            interpolation="nearest",
            seed=2,
            verbose=False,
        )
        for name, dataset in {
            "plain": plain,
            "train": parts[0],
            "validation": parts[1],
            "padded": padded,
            "cropped": cropped,
        }.items():
            found.update({f"{name} {key}": value for key, value in _rows(dataset).items()})
        model = keras.Sequential(
            [
                keras.layers.Rescaling(1 / 255),
                keras.layers.Conv2D(3, 3),
                keras.layers.GlobalMaxPooling2D(),
                keras.layers.Dense(1),
            ]
        )
        model.compile("adam", keras.losses.BinaryCrossentropy(from_logits=True))
        found["loss"] = np.float32(model.fit(plain, epochs=2, verbose=0).history["loss"])
        one = keras.utils.load_img(os.path.join(folder, "cats", "cats_1.png"), target_size=(5, 4))
        found["one"] = keras.utils.img_to_array(one)
    return found


def texts_in_folders(keras):
    sentences = [f"the {word} number {i} sat" for i, word in enumerate(["cat", "dog"] * 5)]
    found = {}
    with tempfile.TemporaryDirectory() as folder:
        _kinds(folder, lambda path, i: Path(f"{path}.txt").write_text(sentences[i], "utf-8"))
        read = keras.utils.text_dataset_from_directory
        plain = read(folder, batch_size=4, shuffle=False, verbose=False)
        short = read(folder, batch_size=3, max_length=6, seed=5, label_mode="binary", verbose=False)
        split = read(
            folder,
            validation_split=0.2,
            subset="validation",
            seed=5,
            batch_size=None,
            verbose=False,
        )
        for name, dataset in {"plain": plain, "short": short, "split": split}.items():
            found.update({f"{name} {key}": value for key, value in _rows(dataset).items()})
        vectors = keras.layers.TextVectorization(output_sequence_length=5)
        vectors.adapt(plain.map(lambda text, label: text))
        found["words"] = np.array(vectors.get_vocabulary())
        model = keras.Sequential(
            [keras.layers.Embedding(20, 3), keras.layers.LSTM(2), keras.layers.Dense(1)]
        )
        model.compile("adam", keras.losses.BinaryCrossentropy(from_logits=True))
        history = model.fit(plain.map(lambda t, y: (vectors(t), y)), epochs=2, verbose=0)
        found["loss"] = np.float32(history.history["loss"])
    return {
        key: value.astype(str) if value.dtype == object else value for key, value in found.items()
    }


def sounds_in_folders(keras):
    waves = (random.uniform(-1, 1, (10, 50)) * 30000).astype("<i2")

    def write(path, i):
        with wave.open(f"{path}.wav", "wb") as file:
            file.setnchannels(1)
            file.setsampwidth(2)
            file.setframerate(8000)
            file.writeframes(waves[i, : 30 + 2 * i].tobytes())

    found = {}
    with tempfile.TemporaryDirectory() as folder:
        _kinds(folder, write)
        read = keras.utils.audio_dataset_from_directory
        for name, options in {
            "even": {"output_sequence_length": 40, "shuffle": False},
            "ragged": {"batch_size": 3, "seed": 1},
        }.items():
            dataset = read(folder, verbose=False, **options)
            for i, (sounds, labels) in enumerate(dataset):
                dense = sounds.to_tensor() if hasattr(sounds, "to_tensor") else sounds
                found[f"{name} {i} sounds"], found[f"{name} {i} labels"] = (
                    np.asarray(dense),
                    np.asarray(labels),
                )
    return found


def series(keras):
    values = np.arange(60, dtype=np.float32).reshape(30, 2)
    make = keras.utils.timeseries_dataset_from_array
    found = {}
    for name, options in {
        "plain": {"targets": values[:, 0]},
        "strided": {"targets": None, "sequence_stride": 3, "sampling_rate": 2},
        "part": {"targets": values[4:, 1], "start_index": 2, "end_index": 20},
        "shuffled": {"targets": values[:, 0], "shuffle": True, "seed": 4},
    }.items():
        dataset = make(values, sequence_length=4, batch_size=6, **options)
        found.update({f"{name} {key}": value for key, value in _rows(dataset).items()})
    model = keras.Sequential([keras.layers.LSTM(3), keras.layers.Dense(1)])
    model.compile("sgd", "mse")
    dataset = make(values / 60, values[:, 0] / 60, sequence_length=4, batch_size=6)
    found["loss"] = np.float32(model.fit(dataset, epochs=2, verbose=0).history["loss"])
    padded = keras.utils.pad_sequences([[1, 2, 3], [4], []], maxlen=2, padding="post", value=9)
    return {**found, "padded": padded}


def splits(keras):
    import tensorflow as tf

    x, y = classes((3,), samples=20)
    found = {}
    for name, whole in {
        "arrays": (x, y),
        "dataset": tf.data.Dataset.from_tensor_slices((x, y)),
    }.items():
        left, right = keras.utils.split_dataset(whole, left_size=0.7, shuffle=True, seed=2)
        for side, dataset in {"left": left, "right": right}.items():
            rows = _rows(dataset.batch(8))
            found.update({f"{name} {side} {key}": value for key, value in rows.items()})
    return found


def _model(keras, outputs=4):
    model = keras.Sequential([keras.Input((8,)), keras.layers.Dense(outputs)])
    loss = keras.losses.SparseCategoricalCrossentropy(from_logits=True)
    model.compile("adam", loss, weighted_metrics=["accuracy"])
    return model


def rows_of_workers(keras):
    """A `PyDataset` whose rows are made by threads and by processes, of batches with weights."""
    x, y = classes((8,))
    weights = np.linspace(0, 2, 100).astype(np.float32)

    class Rows(keras.utils.PyDataset):
        ended = 0

        def __len__(self):
            return 5

        def __getitem__(self, i):
            part = slice(i * 20, i * 20 + 20)
            return x[part], y[part], weights[part]

        def on_epoch_end(self):
            self.ended += 1

    found = {}
    for name, options in {
        "here": {},
        "threads": {"workers": 3, "max_queue_size": 2},
        "processes": {"workers": 2, "use_multiprocessing": True},
    }.items():
        keras.utils.set_random_seed(3)
        rows = Rows(**options)
        model = _model(keras)
        history = model.fit(rows, epochs=2, verbose=0, shuffle=False, validation_data=Rows())
        found.update({f"{name} {key}": np.float32(v) for key, v in history.history.items()})
        found[f"{name} evaluated"] = np.float32(model.evaluate(rows, verbose=0))
        found[f"{name} ended"] = np.int64(rows.ended)
    return found


def weights_of_samples(keras):
    """Weights of samples and classes, for arrays, datasets, and outputs of their own."""
    import tensorflow as tf

    x, y = classes((8,))
    weights = np.linspace(0, 2, 100).astype(np.float32)
    found = {}
    for name, options in {
        "samples": {"sample_weight": weights},
        "classes": {"class_weight": {0: 1.0, 1: 2.0, 2: 0.5, 3: 0.0}},
    }.items():
        keras.utils.set_random_seed(3)
        history = _model(keras).fit(x, y, epochs=2, verbose=0, **options)
        found.update({f"{name} {key}": np.float32(v) for key, v in history.history.items()})
    keras.utils.set_random_seed(3)
    dataset = tf.data.Dataset.from_tensor_slices((x, y, weights)).batch(32)
    model = _model(keras)
    found["dataset"] = np.float32(model.fit(dataset, epochs=2, verbose=0).history["loss"])
    found["evaluated"] = np.float32(model.evaluate(dataset, verbose=0))
    found["batch"] = np.float32(
        [
            model.train_on_batch(x[:20], y[:20], sample_weight=weights[:20]),
            model.train_on_batch(x[:20], y[:20], class_weight={0: 1.0, 1: 2.0, 2: 0.5, 3: 0.0}),
            model.test_on_batch(x[:20], y[:20], sample_weight=weights[:20]),
        ]
    )
    source = keras.Input((8,))
    heads = {
        "a": keras.layers.Dense(4, name="a")(source),
        "b": keras.layers.Dense(1, name="b")(source),
    }
    model = keras.Model(source, heads)
    sparse = keras.losses.SparseCategoricalCrossentropy(from_logits=True)
    model.compile("sgd", {"a": sparse, "b": "mse"}, weighted_metrics={"b": ["mae"]})
    history = model.fit(
        x,
        {"a": y, "b": x[:, 0]},
        sample_weight={"a": weights, "b": weights[::-1].copy()},
        verbose=0,
    )
    return {**found, **{f"heads {k}": np.float32(v) for k, v in history.history.items()}}


def named_inputs(keras):
    """Dicts of arrays and of tensors, and None for an input that may be left out."""
    import tensorflow as tf

    x, y = classes((8,))
    a, b = keras.Input((8,), name="a"), keras.Input((3,), name="b", optional=True)

    class Both(keras.layers.Layer):
        def call(self, a, b=None):
            return a if b is None else a + keras.ops.sum(b, -1, keepdims=True)

    model = keras.Model({"a": a, "b": b}, keras.layers.Dense(4)(Both()(a, b)))
    loss = keras.losses.SparseCategoricalCrossentropy(from_logits=True)
    model.compile("adam", loss)
    found = {}
    rows = {"a": x, "b": x[:, :3]}
    found["arrays"] = np.float32(model.fit(rows, y, verbose=0).history["loss"])
    tensors = tf.data.Dataset.from_tensor_slices((rows, y)).batch(30)
    found["tensors"] = np.float32(model.fit(tensors, verbose=0).history["loss"])
    found["none"] = np.float32(model.fit({"a": x, "b": None}, y, verbose=0).history["loss"])
    found["predicted"] = model.predict({"a": x[:5], "b": None}, verbose=0)
    found["directly"] = np.asarray(model({"a": x[:5], "b": x[:5, :3]}))
    return found


def other_arrays(keras):
    """Tensors, lists, half and double precision, integers and bools as inputs of `fit` and `predict`."""
    import tensorflow as tf

    x, y = classes((8,))
    found = {}
    for name, (inputs, targets) in {
        "tensors": (tf.constant(x), tf.constant(y)),
        "doubles": (x.astype("float64"), y.astype("float64")),
        "halves": (x.astype("float16"), y.astype("uint8")),
        "bools": (x > 0, y),
        "integers": ((x * 3).astype("int64"), y.astype("int8")),
        "columns": (np.asfortranarray(x), y[:, None]),
        "strided": (np.repeat(x, 2, 0)[::2], y[::-1][::-1]),
    }.items():
        keras.utils.set_random_seed(3)
        model = _model(keras)
        history = model.fit(inputs, targets, epochs=2, batch_size=30, verbose=0)
        found[name] = np.float32(history.history["loss"])
        found[f"{name} predicted"] = model.predict(inputs[:5], verbose=0)
    return found


PROGRAMS = (
    images_in_folders,
    texts_in_folders,
    sounds_in_folders,
    series,
    splits,
    rows_of_workers,
    weights_of_samples,
    named_inputs,
    other_arrays,
)
