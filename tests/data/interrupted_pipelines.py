"""Pipelines that are interrupted, saved, and go on in another process: a program, with the table of them.

    python interrupted_pipelines.py MODULE save FOLDER 0,5,end
    python interrupted_pipelines.py MODULE go_on FOLDER 0,5,end

MODULE is the library, `stagelight` or `tensorflow`; the numbers are those of elements that are taken before.
Prints JSON: by pipeline and number, the elements that come after, or the class of the error with which saving
was refused.
"""

from __future__ import annotations

import gzip
import importlib
import json
import os
import pathlib
import sqlite3
import sys

import numpy as np

MOST = 30  # Elements of a pipeline that are taken at all: some have no end.
END = "end"  # As a number: they are taken until there is no more.
FILES = (
    "records0", "records1", "packed", "lines", "packed lines", "table", "base", "saved", "filled cache",
    "filled snapshot",
)  # fmt: skip


def sources(tf, files):
    """Source -> a function that makes it."""
    data = tf.data
    dataset = data.Dataset
    return {
        "range": lambda: dataset.range(5, 40, 3),
        "from_tensors": lambda: dataset.from_tensors([1, 2]),
        "from_tensor_slices": lambda: dataset.from_tensor_slices({"a": [1, 2, 3], "b": ["x", "y", ""]}),
        "from_tensor_slices ragged": lambda: dataset.from_tensor_slices(
            tf.ragged.constant([[1], [], [2, 3], [4]])
        ),
        "from_tensor_slices sparse": lambda: dataset.from_tensor_slices(
            tf.sparse.from_dense([[1, 0], [0, 0], [2, 3]])
        ),
        "from_list": lambda: data.experimental.from_list([[1], [2, 3], [4]]),
        "from_generator": lambda: dataset.from_generator(
            lambda: range(9), output_signature=tf.TensorSpec([], tf.int32)
        ),
        "counter": lambda: dataset.counter(2, 3),
        "random": lambda: dataset.random(seed=4),
        "random again": lambda: dataset.random(seed=4, rerandomize_each_iteration=True).take(4).repeat(3),
        "list_files": lambda: dataset.list_files(files["folder"] + "/records*", seed=3),
        "TFRecordDataset": lambda: data.TFRecordDataset([files["records0"], files["records1"]]),
        "TFRecordDataset gzip": lambda: data.TFRecordDataset(files["packed"], "GZIP"),
        "TFRecordDataset parallel": lambda: data.TFRecordDataset(
            [files["records0"], files["records1"]], num_parallel_reads=2
        ),
        "TextLineDataset": lambda: data.TextLineDataset([files["lines"], files["lines"]]),
        "TextLineDataset gzip": lambda: data.TextLineDataset(files["packed lines"], "GZIP"),
        "FixedLengthRecordDataset": lambda: data.FixedLengthRecordDataset(files["lines"], 5, 1, 1),
        "FixedLengthRecordDataset gzip": lambda: data.FixedLengthRecordDataset(
            files["packed lines"], 5, 1, 1, compression_type="GZIP"
        ),
        "CsvDataset": lambda: data.experimental.CsvDataset(files["table"], [tf.int32, tf.string]),
        "make_csv_dataset": lambda: data.experimental.make_csv_dataset(
            files["table"], 2, column_names=["n", "s"], header=False, num_epochs=2, shuffle=False
        ),
        "SqlDataset": lambda: data.experimental.SqlDataset(
            "sqlite", files["base"], "SELECT n, s FROM t ORDER BY n", (tf.int64, tf.string)
        ),
        "load": lambda: dataset.load(files["saved"]),
        "zip": lambda: dataset.zip((dataset.range(9), dataset.range(3, 20).shuffle(3, seed=2))),
        "sample_from_datasets": lambda: dataset.sample_from_datasets(
            [dataset.range(9), dataset.range(20, 25), dataset.range(40, 44)], [0.5, 0.3, 0.2], seed=7
        ),
        "choose_from_datasets": lambda: dataset.choose_from_datasets(
            [dataset.range(9), dataset.range(20, 29)], dataset.range(2).repeat(9)
        ),
    }  # fmt: skip


def transformations(tf, files):
    """Transformation -> a function of a dataset of numbers of int64."""
    data = tf.data
    dataset = data.Dataset
    experimental = data.experimental
    zero = tf.constant(0, tf.int64)

    def ragged(x):
        return tf.ragged.range([x % 3, 2])

    def sparse(x):
        return tf.sparse.from_dense([x, 0, x + 1])

    def summed(key):
        return lambda rows: rows.reduce(key, lambda state, x: state + x)

    def reducer():
        return experimental.Reducer(
            lambda key: zero, lambda state, x: state + x, lambda state: state
        )

    return {
        "apply": lambda d: d.apply(lambda d: d.map(lambda x: x + 1)),
        "as it is": lambda d: d,
        "assert_cardinality": lambda d: d.apply(experimental.assert_cardinality(20)),
                "batch": lambda d: d.batch(3),
        "batch parallel": lambda d: d.batch(3, num_parallel_calls=2),
        "batch ragged": lambda d: d.map(ragged).batch(3),
        "batch sparse": lambda d: d.map(sparse).batch(3),
        "bucket_by_sequence_length": lambda d: d.map(lambda x: tf.fill([x % 5], x)).bucket_by_sequence_length(
            tf.size, [2, 4], [2, 3, 2]
        ),
        "cache": lambda d: d.shuffle(5).cache(),
        "cache repeated": lambda d: d.take(6).cache().repeat(3),
        "cache file": lambda d: d.cache(files["new"]("cache")),
        "cache file there": lambda d: d.cache(files["filled cache"]),
        "cache file repeated": lambda d: d.take(6).cache(files["new"]("cache")).repeat(3),
        "concatenate": lambda d: d.take(4).concatenate(dataset.range(9).shuffle(4, seed=1)),
        "enumerate": lambda d: d.shuffle(4, seed=1).enumerate(3),
        "filter": lambda d: d.filter(lambda x: x % 3 > 0),
        "flat_map": lambda d: d.flat_map(lambda x: dataset.range(x % 4).shuffle(3, seed=3)),
        "group_by_reducer": lambda d: d.apply(experimental.group_by_reducer(lambda x: x % 4, reducer())),
        "group_by_window": lambda d: d.group_by_window(lambda x: x % 3, lambda k, d: d.batch(4), 3),
        "group_by_window summed": lambda d: d.group_by_window(
            lambda x: x % 3, lambda k, d: d.shuffle(5, seed=2).batch(2), 5
        ),
        "ignore_errors": lambda d: d.map(
            lambda x: tf.debugging.check_numerics(1 / (x % 4), "not finite")
        ).ignore_errors(),
        "interleave": lambda d: d.interleave(lambda x: dataset.range(x % 4), 3, 2),
        "interleave parallel": lambda d: d.interleave(
            lambda x: dataset.range(x % 4), 3, 2, num_parallel_calls=2, deterministic=True
        ),
        "interleave of batches": lambda d: d.interleave(
            lambda x: dataset.range(x, x + 4).shuffle(3, seed=5).batch(2), 2, 1,
            num_parallel_calls=data.AUTOTUNE, deterministic=True,
        ),
        "parallel_interleave": lambda d: d.apply(
            experimental.parallel_interleave(lambda x: dataset.range(x % 4), 2, sloppy=False)
        ),
        "map": lambda d: d.map(lambda x: {"a": x * 2, "b": tf.strings.as_string(x)}),
        "map parallel": lambda d: d.map(lambda x: x * 2, num_parallel_calls=3),
        "map random": lambda d: d.map(lambda x: tf.random.uniform([], seed=3)),
        "map stateless random": lambda d: d.map(lambda x: tf.random.stateless_uniform([], [x, 1])),
        "map py_function": lambda d: d.map(lambda x: tf.py_function(lambda x: x + 1, [x], tf.int64)),
        "map_and_batch": lambda d: d.apply(experimental.map_and_batch(lambda x: x + 1, 3)),
        "dense_to_ragged_batch": lambda d: d.map(lambda x: tf.fill([x % 3], x)).apply(
            experimental.dense_to_ragged_batch(3)
        ),
        "dense_to_sparse_batch": lambda d: d.map(lambda x: tf.fill([x % 3], x)).apply(
            experimental.dense_to_sparse_batch(3, [4])
        ),
        "options": lambda d: d.with_options(data.Options()).shuffle(4, seed=1),
        "pad_to_cardinality": lambda d: d.map(lambda x: {"x": x}).apply(
            experimental.pad_to_cardinality(25)
        ),
        "padded_batch": lambda d: d.map(lambda x: tf.fill([x % 4], x)).padded_batch(3),
        "prefetch": lambda d: d.shuffle(5, seed=1).prefetch(4),
        "prefetch autotune": lambda d: d.map(lambda x: x + 1).prefetch(data.AUTOTUNE),
        "ragged elements": lambda d: d.map(ragged).prefetch(2).shuffle(5, seed=1),
        "ragged_batch": lambda d: d.map(lambda x: tf.fill([x % 3], x)).ragged_batch(3),
        "rebatch": lambda d: d.batch(4).rebatch([3, 1, 2]),
        "rejection_resample": lambda d: d.map(lambda x: tf.cast(x % 2, tf.int32)).rejection_resample(
            lambda x: x, [0.8, 0.2], seed=3
        ),
        "rejection_resample known": lambda d: d.rejection_resample(
            lambda x: tf.cast(x % 2, tf.int32), [0.8, 0.2], [0.5, 0.5], seed=3
        ),
        "repeat": lambda d: d.take(4).repeat(4),
        "repeat for ever": lambda d: d.take(4).shuffle(4, seed=2).repeat(),
        "scan": lambda d: d.scan(zero, lambda state, x: (state + x, state * x)),
        "shard": lambda d: d.shard(3, 1),
        "shuffle": lambda d: d.shuffle(7, seed=1),
        "shuffle without a seed": lambda d: d.shuffle(7),
        "shuffle all": lambda d: d.shuffle(30, seed=1).batch(4),
        "shuffle each round": lambda d: d.take(6).shuffle(6, seed=1).repeat(4),
        "shuffle each round without a seed": lambda d: d.take(6).shuffle(6).repeat(4),
        "shuffle once": lambda d: d.take(6).shuffle(6, seed=1, reshuffle_each_iteration=False).repeat(4),
        "shuffle once without a seed": lambda d: d.take(6).shuffle(
            6, reshuffle_each_iteration=False
        ).repeat(4),
        "shuffle_and_repeat": lambda d: d.take(6).apply(experimental.shuffle_and_repeat(4, 4, seed=1)),
        "shuffle of strings": lambda d: d.map(tf.strings.as_string).shuffle(5, seed=1),
        "skip": lambda d: d.shuffle(4, seed=1).skip(5),
        "snapshot": lambda d: d.snapshot(files["new"]("snapshot")),
        "snapshot there": lambda d: d.snapshot(files["filled snapshot"]),
        "sparse elements": lambda d: d.map(sparse).shuffle(5, seed=1).prefetch(2),
        "sparse_batch": lambda d: d.map(lambda x: tf.fill([x % 3], x)).sparse_batch(3, [4]),
        "take": lambda d: d.shuffle(4, seed=1).take(12),
        "take_while": lambda d: d.take_while(lambda x: x < 13),
        "unbatch": lambda d: d.batch(4).unbatch(),
        "unbatch ragged": lambda d: d.map(ragged).batch(4).unbatch(),
        "unique": lambda d: d.map(lambda x: x % 7).unique(),
        "window": lambda d: d.window(4, 2).flat_map(lambda w: w.batch(4)),
        "window interleaved": lambda d: d.window(4, 3, 2).interleave(lambda w: w.map(lambda x: x + 1), 2),
        "windows": lambda d: d.window(4, 4),
        "a pipeline": lambda d: d.shuffle(9, seed=1).map(
            lambda x: (x, x % 3), num_parallel_calls=data.AUTOTUNE
        ).filter(lambda x, y: y > 0).repeat(3).batch(3).prefetch(2),
    }  # fmt: skip


def write_files(tf, files):
    """Writes the files that are read."""
    pathlib.Path(files["folder"]).mkdir(parents=True, exist_ok=True)
    for name in ("records0", "records1", "packed"):
        with tf.io.TFRecordWriter(files[name], "GZIP" if name == "packed" else None) as writer:
            for number in range(8):
                writer.write(f"{name} {number}".encode() * number)
    lines = b"".join(b"line %d\r\n" % number for number in range(9))
    pathlib.Path(files["lines"]).write_bytes(lines)
    pathlib.Path(files["packed lines"]).write_bytes(gzip.compress(lines))
    pathlib.Path(files["table"]).write_text("".join(f"{n},s{n}\n" for n in range(9)))
    with sqlite3.connect(files["base"]) as base:
        base.execute("CREATE TABLE t (n INTEGER, s TEXT)")
        base.executemany("INSERT INTO t VALUES (?, ?)", [(n, f"s{n}") for n in range(9)])
    base.close()
    tf.data.Dataset.range(20).save(files["saved"])
    for _ in tf.data.Dataset.range(20).cache(files["filled cache"]):
        pass
    for _ in tf.data.Dataset.range(20).snapshot(files["filled snapshot"]):
        pass


def pipelines(tf, files):
    """Name -> a function that makes the pipeline."""
    made = dict(sources(tf, files))
    for name, transform in transformations(tf, files).items():
        made[name] = lambda transform=transform: transform(tf.data.Dataset.range(20))
    return made


def shown(tf, value):
    """An element as lists and texts."""
    if isinstance(value, dict):
        return {key: shown(tf, item) for key, item in value.items()}
    if isinstance(value, tuple):
        return [shown(tf, item) for item in value]
    if isinstance(value, tf.data.Dataset):
        return [shown(tf, item) for item in value]
    if isinstance(value, tf.SparseTensor):
        return shown(tf, tf.sparse.to_dense(value))
    return str(
        value.to_list() if isinstance(value, tf.RaggedTensor) else np.asarray(value).tolist()
    )


def taken(tf, iterator, count):
    """The next `count` elements, or fewer; an error of the pipeline ends them."""
    elements = []
    try:
        while len(elements) < count:
            elements.append(shown(tf, next(iterator)))
    except StopIteration:
        pass
    return elements


def main(module, mode, folder, numbers):
    """Saves, or goes on."""
    tf = importlib.import_module(module)
    inputs = os.path.join(folder, "inputs")
    files = {name: os.path.join(inputs, name) for name in FILES} | {"folder": inputs}
    if mode == "save":
        write_files(tf, files)
    found = {}
    for name, make in pipelines(tf, files).items():
        found[name] = {}
        for count in numbers.split(","):
            place = os.path.join(folder, name.replace(" ", "_"), count)
            os.makedirs(place, exist_ok=True)
            files["new"] = lambda what, place=place: os.path.join(place, what)
            tf.random.set_seed(11)
            iterator = iter(make())
            checkpoint = tf.train.Checkpoint(iterator=iterator)
            try:
                if mode == "save":
                    taken(tf, iterator, MOST if count == END else int(count))
                    checkpoint.save(os.path.join(place, "checkpoint"))
                elif tf.train.latest_checkpoint(place) is None:
                    continue
                else:
                    checkpoint.restore(tf.train.latest_checkpoint(place))
                found[name][count] = taken(tf, iterator, MOST)
            except Exception as error:  # noqa: BLE001 - compared with the other library's
                found[name][count] = type(error).__name__
            del iterator, checkpoint
    print(json.dumps(found))


if __name__ == "__main__":
    main(*sys.argv[1:])
