"""Threads, files and generators of pipelines end with their iterators; errors come with the user's line."""

from __future__ import annotations

import gc
import os
import threading
import time
import traceback

import pytest

import stagelight as tf

Dataset = tf.data.Dataset


def slowly(x):
    """Takes so long that threads begin to work."""
    y = tf.py_function(lambda v: time.sleep(0.002) or v, [x], tf.int64)
    y.set_shape([])
    return y


def failing(x):
    def fail(v):
        time.sleep(0.002)
        if int(v) == 20:
            raise ValueError("no twenty")  # the user's line
        return v

    y = tf.py_function(fail, [x], tf.int64)
    y.set_shape([])
    return y


PIPELINES = {
    "prefetch": lambda path: Dataset.range(500).map(slowly).prefetch(4),
    "map": lambda path: Dataset.range(500).map(slowly, num_parallel_calls=4),
    "interleave": lambda path: Dataset.range(50).interleave(
        lambda x: Dataset.range(50).map(slowly), 3, num_parallel_calls=3
    ),
    "nested": lambda path: (
        Dataset.range(50)
        .map(slowly, num_parallel_calls=2)
        .prefetch(2)
        .interleave(
            lambda x: Dataset.range(50).map(slowly, num_parallel_calls=2).prefetch(2),
            2,
            num_parallel_calls=2,
        )
        .batch(2)
        .prefetch(2)
    ),
    "records": lambda path: tf.data.TFRecordDataset([path, path], num_parallel_reads=2).prefetch(2),
    "cache": lambda path: Dataset.range(500).map(slowly).cache(f"{path}.cache").prefetch(2),
    "snapshot": lambda path: (
        Dataset.range(500).snapshot(f"{path}.snapshot").map(slowly).prefetch(2)
    ),
    "shuffle": lambda path: (
        Dataset.range(500).map(slowly, num_parallel_calls=3).shuffle(10).batch(4).prefetch(2)
    ),
}


def threads():
    return {thread for thread in threading.enumerate() if thread.name.startswith("stagelight-data")}


def files(path):
    """The files of a folder that are open in this process."""
    folder = os.path.dirname(path)
    found = []
    for number in os.listdir("/proc/self/fd"):
        try:
            found.append(os.readlink(f"/proc/self/fd/{number}"))
        except OSError:
            continue
    return [name for name in found if name.startswith(folder)]


@pytest.mark.filterwarnings(
    "error::ResourceWarning", "error::pytest.PytestUnraisableExceptionWarning"
)
@pytest.mark.skipif(not os.path.isdir("/proc/self/fd"), reason="open files are listed there")
@pytest.mark.parametrize("name", sorted(PIPELINES))
def test_an_iterator_that_is_dropped_ends_its_threads_and_files(tmp_path, name):
    path = str(tmp_path / "records")
    with tf.io.TFRecordWriter(path) as writer:
        for _ in range(2000):
            writer.write(b"x" * 1000)
    before = threads()
    iterator = iter(PIPELINES[name](path))
    for _ in range(10):
        next(iterator)
    assert threads() > before or name == "records"
    del iterator
    gc.collect()
    assert threads() == before
    assert files(path) == []
    assert not os.path.exists(f"{path}.cache_0.lockfile")


def test_a_generator_is_closed_when_its_iterator_is_dropped():
    closed = []

    def generate():
        try:
            yield from range(100)
        finally:
            closed.append(True)

    spec = tf.TensorSpec([], tf.int64)
    dataset = Dataset.from_generator(generate, output_signature=spec).map(slowly).prefetch(2)
    iterator = iter(dataset)
    for _ in range(5):
        next(iterator)
    del iterator, dataset
    gc.collect()
    assert closed == [True]
    assert not threads()


def generated():
    for number in range(20):
        time.sleep(0.002)
        yield number
    raise ValueError("no twenty")  # the user's line


ERRORS = {
    "map": lambda: Dataset.range(50).map(failing),
    "parallel map": lambda: Dataset.range(50).map(failing, num_parallel_calls=4),
    "prefetch": lambda: Dataset.range(50).map(failing).prefetch(3),
    "interleave": lambda: Dataset.range(1).interleave(
        lambda i: Dataset.range(50).map(failing), 1, num_parallel_calls=1
    ),
    "filter": lambda: Dataset.range(50).filter(lambda x: failing(x) >= 0),
    "scan": lambda: Dataset.range(50).scan(tf.constant(0, tf.int64), lambda s, x: (failing(x), x)),
    "flat_map": lambda: Dataset.range(50).flat_map(lambda x: Dataset.from_tensors(failing(x))),
    "take_while": lambda: Dataset.range(50).take_while(lambda x: failing(x) >= 0),
    "generator": lambda: Dataset.from_generator(
        generated, output_signature=tf.TensorSpec([], tf.int64)
    ).prefetch(2),
}


@pytest.mark.parametrize("name", sorted(ERRORS))
def test_an_error_comes_after_what_was_made_before_with_the_users_line(name):
    found = []
    with pytest.raises(tf.errors.InvalidArgumentError, match="no twenty") as caught:
        for element in ERRORS[name]():
            found.append(int(element))
    assert found == list(range(20))
    assert "# the user's line" in "".join(traceback.format_exception(caught.value))
    del caught
    gc.collect()
    assert not threads()


def test_an_error_of_a_reduction_has_the_users_line():
    with pytest.raises(tf.errors.InvalidArgumentError, match="no twenty") as caught:
        Dataset.range(50).reduce(tf.constant(0, tf.int64), lambda state, x: state + failing(x))
    assert "# the user's line" in "".join(traceback.format_exception(caught.value))
